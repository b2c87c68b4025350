"""Masses of slices on fixed atoms."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.optimize.masses import largest_move_curvature, move_masses, solve_masses


def problem(seed, concave):
    """Return H, labels and feasible masses."""
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(3), 4)
    A = rng.standard_normal((12, 12))
    H = -A @ A.T if concave else A + A.T
    masses = rng.random(12)
    for i in range(3):
        masses[labels == i] *= (i + 1) / 6 / masses[labels == i].sum()
    return H, labels, masses


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.booleans())
def test_steps_keep_slices_and_gain(seed, concave):
    """Masses stay nonnegative with the same sum in each slice, and the energy does not fall."""
    H, labels, masses = problem(seed, concave)
    moved = move_masses(H, labels, masses, rounds=10)
    assert (moved >= 0).all()
    assert np.allclose([moved[labels == i].sum() for i in range(3)], [1 / 6, 2 / 6, 3 / 6], atol=1e-14)
    assert moved @ H @ moved >= masses @ H @ masses - 1e-12


@pytest.mark.parametrize("seed", range(4))
def test_steps_and_solver_reach_the_same_concave_maximum(seed):
    """Two methods, one number."""
    H, labels, masses = problem(seed, concave=True)
    moved = move_masses(H, labels, masses, rounds=20_000)
    solved = solve_masses(H, labels, masses)
    assert solved.status == "optimal"
    assert abs(0.5 * moved @ H @ moved - solved.energy) < 1e-7


def test_curvature_tells_concave_from_not():
    """On moves alone: a constant added to H changes nothing."""
    H, labels, _ = problem(0, concave=True)
    assert largest_move_curvature(H, labels) < 0
    assert abs(largest_move_curvature(H + 100, labels) - largest_move_curvature(H, labels)) < 1e-9
    assert largest_move_curvature(problem(1, concave=False)[0], labels) > 0


def test_slices_of_one_atom_leave_nothing_to_solve():
    """No moves."""
    assert largest_move_curvature(np.eye(2), np.arange(2)) == 0.0
    assert solve_masses(np.eye(2), np.arange(2), np.array([0.5, 0.5])) is None
