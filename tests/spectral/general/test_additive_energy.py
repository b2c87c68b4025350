"""Energies of absolute encodings beside sums over labels in floats."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.kernels import AdditiveKernel, read_kernel
from verify.spectral.decide import decide
from verify.spectral.general.additive_energy import encode, energies_of_encoding

HALVES = {"kind": "atoms", "weights": ["1/2", "1/2"]}


def _kernel(p: object, labels: object = HALVES, profile: object = "exp(t)", **more: object) -> AdditiveKernel:
    kernel = read_kernel({"family": "additive", "profile": profile, "p": p, "labels": labels} | more)
    assert isinstance(kernel, AdditiveKernel)
    return kernel


def _energy(kernel: AdditiveKernel, x: np.ndarray) -> float:
    labels, w = np.arange(len(x)), np.array([float(v) for v in kernel.labels.weights()])
    return 0.5 * float(w @ kernel.block(x, labels, x, labels) @ w)


@pytest.mark.parametrize("profile", ["exp(t)", "t + t**2", {"usa": "-1/2"}])
def test_the_best_collapsed_law_of_the_plane_is_the_top_of_a_fine_grid(profile: object) -> None:
    """Three encodings in the plane; 4,000 directions."""
    weights = {"kind": "atoms", "weights": ["1/2", "1/4", "1/4"]}
    kernel = _kernel([["1", "0"], ["0", "1/2"], ["-1/3", "1"]], weights, profile)
    angles = np.linspace(0, 2 * np.pi, 4_000)
    grid = max(_energy(kernel, np.tile([np.cos(a), np.sin(a)], (3, 1))) for a in angles)
    found = energies_of_encoding(kernel).energy.collapsed
    assert found is not None
    assert float(found.ball.upper()) >= grid - 1e-12
    assert float(found.ball.lower()) <= grid + 1e-4 * abs(grid)


@pytest.mark.slow
@given(
    entries=st.lists(st.integers(-4, 4), min_size=6, max_size=6),
    contents=st.lists(st.floats(-1, 1), min_size=6, max_size=6),
    profile=st.sampled_from(["exp(t)", "t + t**2", "t**3 - t", "-exp(t/2)"]),
)
@settings(max_examples=40)
def test_no_law_is_above_the_bound_nor_a_collapsed_one_above_the_best(
    entries: list[int], contents: list[float], profile: str
) -> None:
    """Random contents of three labels with random encodings."""
    weights = {"kind": "atoms", "weights": ["1/2", "1/4", "1/4"]}
    kernel = _kernel([[str(Fraction(entries[2 * i + c], 2)) for c in range(2)] for i in range(3)], weights, profile)
    x = np.reshape(contents, (3, 2)) + np.array([1e-3, 0])
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    energy = energies_of_encoding(kernel).energy
    assert energy.bound is not None
    assert _energy(kernel, x) <= float(energy.bound.ball.upper()) * (1 + 1e-12) + 1e-12
    if energy.collapsed is not None:
        level = _energy(kernel, np.tile(x[0], (3, 1)))
        assert level <= float(energy.collapsed.ball.upper()) + 1e-9


def test_a_law_in_hand_is_enclosed_at_rational_contents() -> None:
    """Two far encodings on one line: each content goes to its own side, (1 + 2)^2 for both labels."""
    energy = decide(_kernel([["2", "0"], ["-2", "0"]])).graph_laws.energy
    assert energy.best is not None
    assert float(energy.best.ball.mid()) == pytest.approx((np.exp(9) + np.exp(-9)) / 4, rel=1e-9)


def test_energies_of_many_labels_or_of_many_dimensions_are_open_with_a_reason() -> None:
    """d = 6 has a law in hand and a bound; a table of 129 rows has neither."""
    rows = [[str(Fraction(int(i == j))) for j in range(6)] for i in range(2)]
    known = energies_of_encoding(_kernel(rows))
    assert known.energy.collapsed is None
    assert known.energy.best is not None
    assert known.energy.bound is not None
    assert "d > 4" in known.open["collapsed"]
    many = _kernel(["cos(i)", "sin(i)"], {"kind": "positions", "n": 129})
    assert encode(many) is None
    assert "128 labels" in energies_of_encoding(many).open["bound"]


def test_a_continuum_is_seen_in_cells_whose_masses_sum_to_one() -> None:
    """p on each cell is enclosed."""
    encoded = encode(_kernel(["cos(xi)", "sin(xi)"], {"kind": "circle"}))
    assert encoded is not None
    assert sum(encoded.masses, flint.arb(0)).contains(flint.arb(1))
    energy = energies_of_encoding(_kernel(["cos(xi)/9", "sin(xi)/9"], {"kind": "circle"})).energy
    assert energy.collapsed is not None  # <u, p> has the law of cos/9: e I_0(1/9)^2/2 at first order in <p, p'>
    assert float(energy.collapsed.ball.mid()) == pytest.approx(np.e * np.i0(1 / 9) ** 2 / 2, rel=2e-2)
