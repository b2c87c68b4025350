"""The conic solver agrees with the low-rank one; its failures are NaN, never a bound."""

from __future__ import annotations

import cvxpy as cp
import numpy as np
import pytest

from verify.optimize.bounds.cone import solve_cone
from verify.optimize.bounds.low_rank import solve_low_rank


@pytest.mark.slow
@pytest.mark.parametrize("nonnegative", [False, True])
def test_two_solvers_find_the_same_value(nonnegative):
    """sum lambda of Clarabel and of the low-rank method agree to 1e-6, in both programmes."""
    rng = np.random.default_rng(11)
    A = rng.standard_normal((14, 14))
    K = (A + A.T) / 2 - np.diag(np.linspace(0, 3, 14))
    conic = solve_cone(K, nonnegative=nonnegative)
    low = solve_low_rank(K, nonnegative=nonnegative, rng=rng)
    assert conic.multipliers.sum() == pytest.approx(low.value, rel=1e-6)


def test_a_failing_solver_leaves_nan_and_its_words(monkeypatch):
    """An exception of the solver is kept as text beside multipliers that are not numbers."""

    def fails(_problem, **_options):
        raise cp.error.SolverError("no solution")

    monkeypatch.setattr(cp.Problem, "solve", fails)
    found = solve_cone(np.eye(3))
    assert np.isnan(found.multipliers).all()
    assert "no solution" in found.status
