"""T2 against the particles: slices become Diracs where E is strictly convex, and stay spread where it is not."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.kernels import Kernel, read_kernel
from verify.particles import simulate
from verify.testing import Law, assert_maximiser
from verify.testing.strategies import rational_unit_vectors

#: A fifth of the profile's examples: each is a run.
FEW = max(10, settings().max_examples // 5)
PARTS = 4


@st.composite
def positive_definite_kernels(draw):
    """Draw k = A^T A + 1/2 with entries of both signs, f = e^{beta t}: h is strictly positive definite."""
    n = draw(st.integers(2, 4))
    rows = draw(st.lists(st.lists(st.integers(-2, 2), min_size=n, max_size=n), min_size=1, max_size=2))
    half = Fraction(1, 2)
    k = [[str(sum(r[i] * r[j] for r in rows) + (half if i == j else 0)) for j in range(n)] for i in range(n)]
    labels = {"kind": "positions", "n": n}
    return {"family": "factor", "d": draw(st.integers(2, 3)), "profile": {"usa": draw(st.integers(1, 2))},
            "labels": labels, "k": k}  # fmt: skip


def run(kernel: Kernel, seed: int) -> np.ndarray:
    """Return the slices at the end of the flow of PARTS particles for each label, shape (labels, PARTS, d)."""
    n = kernel.labels.size
    labels = np.repeat(np.arange(n), PARTS)
    flow = simulate(kernel, n=n * PARTS, labels=labels, tau=float("inf"), rng=seed, evaluations=20_000)
    return flow.final.reshape(n, PARTS, kernel.d)


def spreads(slices: np.ndarray) -> np.ndarray:
    """Return 1 - |mean|^2 of each slice."""
    return 1 - np.sum(slices.mean(axis=1) ** 2, axis=1)


@pytest.mark.slow
@settings(max_examples=FEW)
@given(positive_definite_kernels(), st.integers(0, 10**6))
def test_slices_of_a_strictly_positive_definite_kernel_become_diracs(document, seed):
    """From anywhere, though the tokens of different labels stay apart: T2's maximisers are graphs."""
    assert spreads(run(read_kernel(document), seed)).max() < 1e-6


@pytest.mark.slow
@given(st.data(), positive_definite_kernels())
def test_the_energy_of_a_slice_is_convex_exactly(data, document):
    """E of a half-and-half slice is at most the mean over its two graphs, in fractions, f = t + t^2 + t^3."""
    k = [[Fraction(x) for x in row] for row in document["k"]]
    gap = convexity_gap(data, k, document["d"])
    assert gap >= 0


@given(st.data())
def test_the_counterexamples_energy_is_concave_exactly(data):
    """h -> -h: the mean over the two graphs is at most the slice's energy, so that spreading pays."""
    assert convexity_gap(data, [[Fraction(-2), Fraction(-1)], [Fraction(-1), Fraction(-2)]], 2) <= 0


def convexity_gap(data, k, d):
    """Return 1/2 E(a) + 1/2 E(b) - E((a + b)/2) for two graph laws on equal atoms, a fraction."""
    n = len(k)
    graphs = [[data.draw(rational_unit_vectors(d)) for _ in range(n)] for _ in range(2)]

    def mean(a, b):
        total = Fraction(0)
        for i in range(n):
            for j in range(n):
                t = sum((x * y for x, y in zip(a[i], b[j], strict=True)), Fraction(0))
                total += k[i][j] * (t + t**2 + t**3)
        return total / (2 * n * n)

    a, b = graphs
    ends = (mean(a, a) + mean(b, b)) / 2
    middle = (mean(a, a) + mean(b, b) + 2 * mean(a, b)) / 4
    return ends - middle


@pytest.mark.parametrize("seed", range(3))
def test_slices_of_the_counterexample_stay_spread(seed):
    """h = -<x, y> e^{-(xi - zeta)^2}: the supremum 0 is attained by centred slices, and by no graph law."""
    k = "-exp(-(i - j)**2)"
    kernel = read_kernel({"family": "factor", "d": 2, "profile": "t", "labels": {"kind": "positions", "n": 4}, "k": k})
    slices = run(kernel, seed)
    assert spreads(slices).min() > 1 - 1e-6
    law = Law.slices(kernel, slices)
    assert law.energy(kernel) == pytest.approx(0, abs=1e-9)
    assert_energy_of_graphs_is_negative(kernel, seed)


def assert_energy_of_graphs_is_negative(kernel, seed):
    """Every graph law has E < 0: -e^{-(i-j)^2} is strictly negative definite, and contents are unit vectors."""
    rng = np.random.default_rng(seed)
    for _ in range(20):
        x = rng.standard_normal((4, 2))
        assert Law.graph(kernel, x / np.linalg.norm(x, axis=1, keepdims=True)).energy(kernel) < -0.01


def test_an_atom_with_a_repulsive_diagonal_spreads_where_the_graph_maximum_is_collapsed():
    """k = [[-2, 1], [1, -2]], f = e^{2t}/2, d = 3: the flow of slices beats the collapsed graph maximum -e^2/8."""
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    kernel = read_kernel(
        {"family": "factor", "d": 3, "profile": {"usa": 2}, "labels": labels, "k": [["-2", "1"], ["1", "-2"]]}
    )
    collapsed = Law.collapsed(kernel, np.array([0.0, 0.0, 1.0]))
    assert collapsed.energy(kernel) == pytest.approx(-np.exp(2) / 8, rel=1e-12)
    assert_maximiser(kernel, collapsed, view="graph_laws")
    law = Law.slices(kernel, run(kernel, 0))
    assert law.energy(kernel) > collapsed.energy(kernel) + 0.1
    assert law.energy(kernel) <= -np.sinh(2) / 16 + 1e-9
    assert spreads(law.contents.reshape(2, PARTS, 3)).min() > 0.9


@pytest.mark.slow
@settings(max_examples=FEW)
@given(positive_definite_kernels(), st.integers(0, 10**6))
def test_the_ends_of_runs_satisfy_the_first_order_condition_locally(document, seed):
    """T3 near each token: no content there has a larger potential; a maximiser needs that of all contents."""
    kernel = read_kernel(document)
    slices = run(kernel, seed)
    law = Law.slices(kernel, slices)
    labels = np.repeat(np.arange(len(slices)), PARTS)
    rng = np.random.default_rng(seed)
    here = law.potential(kernel, law.contents, labels)
    moved = law.contents + 1e-3 * rng.standard_normal(law.contents.shape)
    there = law.potential(kernel, moved / np.linalg.norm(moved, axis=1, keepdims=True), labels)
    assert (there <= here + 1e-9 * np.abs(here).max()).all()
