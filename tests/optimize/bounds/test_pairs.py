"""Bounds pair by pair of labels: above every law of absolute encodings and expressions, attained where pairs agree."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.kernels import read_kernel
from verify.model.verdict import Status
from verify.optimize.bounds.pairs import pair_bounds

PROFILES = [{"usa": 2}, {"usa": -1}, "t", "t**2", "sin(t)", {"peak": 1}]
EXPRESSIONS = [
    "dot(x, y)*cos(xi - zeta)", "x1*y1*exp(-(xi - zeta)**2) - dot(x, y)**2", "exp(dot(x, y))*xi*zeta - x2*y2",
]  # fmt: skip


def _additive(seed):
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(1, 5)), int(rng.integers(2, 4))
    masses = rng.integers(1, 6, n)
    labels = {"kind": "atoms", "weights": [f"{w}/{masses.sum()}" for w in masses]}
    p = (rng.integers(-6, 7, (n, d)) / 4).tolist()
    profile = PROFILES[int(rng.integers(len(PROFILES)))]
    return read_kernel({"family": "additive", "profile": profile, "p": p, "labels": labels}), rng


def _expression(seed):
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(1, 5)), int(rng.integers(2, 4))
    labels = {"kind": "atoms", "weights": [f"1/{n}"] * n, "points": [str(x) for x in rng.integers(-3, 4, n)]}
    h = EXPRESSIONS[int(rng.integers(len(EXPRESSIONS)))]
    return read_kernel({"family": "expression", "d": d, "h": h, "labels": labels}), rng


@pytest.mark.parametrize("make", [_additive, _expression])
@given(seed=st.integers(0, 2**32 - 1))
def test_no_law_is_above_the_bound(make, seed):
    """Random laws with two atoms at each label."""
    kernel, rng = make(seed)
    (bound,) = pair_bounds(kernel)
    assert (bound.view, bound.num.status) == ("all_laws", Status.ENCLOSED)
    n = kernel.labels.size
    a = np.repeat(np.arange(n), 2)
    w = np.repeat([float(x) for x in kernel.labels.weights()], 2) / 2
    for _ in range(10):
        x = rng.standard_normal((2 * n, kernel.d))
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        energy = w @ kernel.block(x, a, x, a) @ w / 2
        assert energy <= float(bound.upper) + 1e-12 * (1 + abs(energy))


def test_labels_that_pull_alike_attain_the_bound():
    """p = r_i e_1, r >= 0, f = e^t: all contents at e_1, where every pair has <x + p, y + p'> = (1 + r)(1 + r')."""
    labels = {"kind": "atoms", "weights": ["1/3", "2/3"]}
    kernel = read_kernel({"family": "additive", "profile": {"usa": 1}, "p": [["1/2", 0], ["2", 0]], "labels": labels})
    (bound,) = pair_bounds(kernel)
    attained = (math.exp(1.5**2) + 4 * math.exp(1.5 * 3) + 4 * math.exp(9)) / 18
    assert float(bound.upper) == pytest.approx(attained, rel=1e-12)


def test_a_continuum_of_labels_is_cut_into_cells():
    """h = <x, y> cos(xi - zeta): the mean of |cos| is 2/pi, so that E <= 1/pi, and the cells cost a few percent."""
    h = "dot(x, y)*cos(xi - zeta)"
    (bound,) = pair_bounds(read_kernel({"family": "expression", "d": 2, "h": h, "labels": {"kind": "circle"}}))
    assert 1 / math.pi <= float(bound.upper) <= 1.15 / math.pi


def test_what_is_not_enclosed_has_no_bound():
    """Very many labels, and an expression that is infinite at some contents."""
    labels = {"kind": "positions", "n": 100_000}
    many = read_kernel({"family": "additive", "d": 2, "profile": "t", "p": ["cos(i)", "sin(i)"], "labels": labels})
    assert pair_bounds(many) == ()
    pole = {"family": "expression", "d": 2, "h": "1/(3 - 2*dot(x, y) - x1 - y1)", "labels": {"kind": "circle"}}
    assert pair_bounds(read_kernel(pole)) == ()


def test_other_families_have_no_bound_here():
    """They have sharper ones."""
    labels = {"kind": "cyclic", "n": 2}
    given_ = {"family": "factor", "d": 2, "profile": "t", "k": [[0, 1], [1, 0]], "labels": labels}
    assert pair_bounds(read_kernel(given_)) == ()
