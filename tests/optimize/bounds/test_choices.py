"""Bounds over finitely many contents: exact where choices are compared, above every law where messages are sent."""

from __future__ import annotations

from contextlib import contextmanager
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.kernels import read_kernel
from verify.optimize.bounds import choices as module
from verify.optimize.bounds.choices import choice_bounds
from verify.optimize.vertices import enumerate_vertices, vertex_problem


def _kernel(h, contents, weights):
    labels = {"kind": "atoms", "weights": weights}
    return read_kernel({"family": "matrix", "d": 2, "h": h, "contents": contents, "labels": labels})


def _random(seed):
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    h = rng.integers(-9, 10, (n * m, n * m))
    masses = rng.integers(1, 6, n)
    return _kernel((h + h.T).tolist(), m, [f"{w}/{masses.sum()}" for w in masses]), rng


@contextmanager
def only_messages():
    """No choices are compared."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_CHOICES", 0)
        yield


def _by_view(kernel):
    return {bound.view: (bound.upper, bound.method) for bound in choice_bounds(kernel)}


@given(st.integers(0, 2**32 - 1))
def test_no_law_is_above_the_bound(seed):
    """Random slices and all vertices, in both views."""
    kernel, rng = _random(seed)
    n, m = kernel.labels.size, kernel.contents
    found = _by_view(kernel)
    assert set(found) == {"graph_laws", "all_laws"}
    best = Fraction(enumerate_vertices(vertex_problem(kernel)).energy.exact)
    assert best <= found["graph_laws"][0] <= found["all_laws"][0] * (1 + Fraction(1, 10**18)) + Fraction(1, 10**15)
    h = np.array([[float(x) for x in row] for row in kernel.h])
    w = np.array([float(x) for x in kernel.labels.weights()])
    for _ in range(20):
        p = (rng.dirichlet(np.full(m, 0.4), n) * w[:, None]).ravel()
        assert p @ h @ p / 2 <= float(found["all_laws"][0]) + 1e-12 * (1 + np.abs(h).max())


@given(st.integers(0, 2**32 - 1))
def test_messages_alone_are_above_the_best_choice(seed):
    """Without comparison of choices: never below the exact optimum, and never above the sum of all largest entries."""
    kernel, _ = _random(seed)
    best = Fraction(enumerate_vertices(vertex_problem(kernel)).energy.exact)
    with only_messages():
        upper, method = _by_view(kernel)["graph_laws"]
    assert method == "messages"
    assert best <= upper
    n, m, w = kernel.labels.size, kernel.contents, kernel.labels.weights()
    rows = [[Fraction(x) for x in row] for row in kernel.h]
    plain = sum(
        w[i] * w[j] * max(rows[i * m + x][j * m + y] for x in range(m) for y in range(m) if i != j or x == y)
        for i in range(n)
        for j in range(n)
    )
    assert upper <= plain / 2 + Fraction(1, 10**9)


def test_a_chain_of_labels_is_solved_by_its_messages():
    """A tree has no gap: three labels in a row that want to differ, two contents, E = 2 * 2 * (1/3)^2 / 2."""
    h = np.zeros((6, 6), dtype=int)
    for i in (0, 1):
        h[2 * i : 2 * i + 2, 2 * i + 2 : 2 * i + 4] = [[0, 1], [1, 0]]
    kernel = _kernel((h + h.T).tolist(), 2, ["1/3"] * 3)
    with only_messages():
        upper, _ = _by_view(kernel)["all_laws"]
    assert Fraction(2, 9) <= upper <= Fraction(2, 9) + Fraction(1, 10**12)


def test_a_frustrated_triangle_is_bounded_by_the_local_polytope():
    """Three labels that all want to differ: 2 of 3 pairs can, the relaxation says 3, and comparison 2."""
    h = np.kron(1 - np.eye(3, dtype=int), np.array([[0, 1], [1, 0]]))
    kernel = _kernel(h.tolist(), 2, ["1/3"] * 3)
    for upper, method in _by_view(kernel).values():
        assert method == "choices"
        assert Fraction(2, 9) <= upper <= Fraction(2, 9) + Fraction(1, 10**15)
    with only_messages():
        upper, _ = _by_view(kernel)["graph_laws"]
    assert Fraction(3, 9) <= upper <= Fraction(3, 9) + Fraction(1, 10**12)


def test_slices_may_beat_choices_where_t1_fails():
    """One label, h = [[-1, 1], [1, -1]]: -1/2 at a choice, 0 for the uniform slice; the bounds keep the views apart."""
    kernel = _kernel([[-1, 1], [1, -1]], 2, ["1"])
    found = _by_view(kernel)
    assert found["graph_laws"] == (Fraction(-1, 2), "choices")
    assert found["all_laws"][1] == "messages"
    assert 0 <= found["all_laws"][0] <= Fraction(1, 2)


def test_irrational_entries_are_enclosed():
    """h = sqrt(2) at one choice: the bound is above it, and close."""
    kernel = _kernel([["0", "sqrt(2)"], ["sqrt(2)", "0"]], 1, ["1/2", "1/2"])
    for upper, method in _by_view(kernel).values():
        assert method == "messages"
        assert 2**0.5 / 4 <= float(upper) <= 2**0.5 / 4 * (1 + 1e-12)


def test_other_families_and_large_tables_have_no_bound_here(monkeypatch):
    """Contents on a sphere are no choices."""
    labels = {"kind": "cyclic", "n": 2}
    assert (
        choice_bounds(
            read_kernel({"family": "factor", "d": 2, "profile": "t", "k": [[0, 1], [1, 0]], "labels": labels})
        )
        == ()
    )
    monkeypatch.setattr(module, "_MOST_ENTRIES", 3)
    assert choice_bounds(_kernel([[0, 1], [1, 0]], 1, ["1/2", "1/2"])) == ()
