"""Vertices: enumeration and integer programming."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.model.verdict import Status
from verify.optimize import maximise
from verify.optimize import vertices as module
from verify.optimize.vertices import VertexProblem, enumerate_vertices, maximise_vertices


def random_problem(seed, n=4, contents=3, own=True):
    """Return a problem with integer entries, equal blocks on the diagonal left out where own is False."""
    rng = np.random.default_rng(seed)
    size = n * contents
    h = rng.integers(-9, 10, (size, size))
    h = h + h.T
    if not own:
        for i in range(n):
            h[i * contents : (i + 1) * contents, i * contents : (i + 1) * contents] = 0
    rows = tuple(tuple(Fraction(int(v)) for v in row) for row in h)
    weights = tuple(Fraction(i + 1, n * (n + 1) // 2) for i in range(n))
    return VertexProblem(weights, rows, contents)


def brute_force(problem):
    """Return the largest energy over all choices, each summed on its own in rationals."""
    w, h, m = problem.weights, problem.h, problem.contents
    best = None
    for choice in itertools.product(range(m), repeat=problem.n):
        rows = [i * m + c for i, c in enumerate(choice)]
        energy = sum((w[i] * w[j] * h[a][b] for i, a in enumerate(rows) for j, b in enumerate(rows)), Fraction(0)) / 2
        best = energy if best is None else max(best, energy)
    return best


@pytest.mark.parametrize("seed", range(8))
def test_enumeration_is_brute_force(seed):
    """The same rational number."""
    problem = random_problem(seed)
    found = maximise_vertices(problem)
    assert (found.method, found.status, found.energy.status) == ("enumeration", "exact", Status.EXACT)
    assert Fraction(found.energy.exact) == brute_force(problem)


@pytest.mark.parametrize("seed", range(6))
def test_the_integer_programme_finds_the_same_optimum(seed, monkeypatch):
    """HiGHS, with its word kept and nothing made of it."""
    problem = random_problem(seed)
    monkeypatch.setattr(module, "MOST_CHOICES", 1)
    found = maximise_vertices(problem, 60.0)
    assert found.method == "milp"
    assert found.status.startswith("HiGHS: Optimization terminated successfully")
    assert Fraction(found.energy.exact) == brute_force(problem)


@pytest.mark.parametrize("seed", range(4))
def test_without_self_interaction_no_mixture_beats_the_best_vertex(seed):
    """T2: E is affine in each slice; random mixtures and pairwise steps from them."""
    from verify.optimize.masses import move_masses

    problem = random_problem(seed, own=False)
    best = float(brute_force(problem))
    labels = np.repeat(np.arange(problem.n), problem.contents)
    H = np.array([[float(v) for v in row] for row in problem.h])
    rng = np.random.default_rng(seed)
    for _ in range(20):
        masses = rng.dirichlet(np.ones(problem.contents), problem.n).ravel()
        masses *= np.repeat([float(w) for w in problem.weights], problem.contents)
        moved = move_masses(H, labels, masses)
        assert 0.5 * moved @ H @ moved <= best + 1e-12


def test_with_self_interaction_a_mixture_may_win():
    """One atom, h = -<x, y> on two opposite contents: 0 against -1/2 (T1)."""
    from verify.optimize.masses import move_masses

    problem = VertexProblem((Fraction(1),), ((Fraction(-1), Fraction(1)), (Fraction(1), Fraction(-1))), 2)
    H = np.array([[-1.0, 1.0], [1.0, -1.0]])
    mixed = move_masses(H, np.zeros(2, dtype=int), np.array([1.0, 0.0]))
    assert enumerate_vertices(problem).energy.exact == "-1/2"
    assert 0.5 * mixed @ H @ mixed == 0.0


def test_too_many_pairs_are_refused():
    """An integer programme has one variable for each."""
    zero = (Fraction(0),) * 900
    problem = VertexProblem((Fraction(1, 30),) * 30, (zero,) * 900, 30)
    with pytest.raises(InputError, match="pairs for an exact optimum"):
        maximise_vertices(problem)


def test_a_table_that_does_not_fit_is_refused():
    """Rows for each label and content."""
    with pytest.raises(InputError, match="h must be a table of 4 x 4"):
        VertexProblem((Fraction(1, 2),) * 2, ((Fraction(0),) * 4,) * 3, 2)


def test_one_content_is_one_choice_at_any_number_of_labels():
    """70 labels, h = 1: energy 1/2."""
    labels = {"kind": "positions", "n": 70}
    kernel = read_kernel({"family": "matrix", "d": 2, "h": np.ones((70, 70)), "contents": 1, "labels": labels})
    found = maximise(kernel).vertex
    assert found.choice == (0,) * 70
    assert Fraction(found.energy.exact) == Fraction(1, 2)
