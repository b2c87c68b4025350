"""The correlation programme as a semidefinite programme of cvxpy, solved by Clarabel's interior-point method.

    minimise sum lambda    such that diag(lambda) - K is positive semidefinite    (and lambda >= 0 for all laws)

The time grows like n^6 (one CPU: 4 s at n = 60): beyond that :mod:`verify.optimize.bounds.low_rank` is the way.

The multipliers are a guess like any other: neither they nor the solver's status are evidence.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["ConeSolution", "solve_cone"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class ConeSolution:
    """Multipliers as the solver left them, and its own words.

    Attributes
    ----------
    multipliers : float64 (n,)
        NaN where the solver returned nothing.
    status : str
        What the solver says; kept, never used as evidence.
    """

    multipliers: Array
    status: str


def solve_cone(K: Array, *, nonnegative: bool = False, timeout: float | None = None) -> ConeSolution:
    """Minimise sum lambda over lambda with diag(lambda) - K positive semidefinite.

    Parameters
    ----------
    K : float64 (n, n), symmetric, finite
    nonnegative : bool
        Require lambda >= 0.
    timeout : float or None
        Seconds for the solver.

    Examples
    --------
    >>> found = solve_cone(np.array([[0.0, -1.0], [-1.0, 0.0]]))
    >>> np.round(found.multipliers, 6).tolist()
    [1.0, 1.0]
    """
    import cvxpy as cp  # slow to import, and this method alone needs it

    n = len(K)
    size = float(np.abs(K).max(initial=0.0)) or 1.0
    multipliers = cp.Variable(n, nonneg=nonnegative)
    gap = cp.atoms.affine.diag.diag(multipliers) - K / size
    problem = cp.Problem(cp.Minimize(np.ones(n) @ multipliers), [gap >> 0])
    limits = {} if timeout is None else {"time_limit": timeout}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a solution may be inaccurate is true of every one of them
            problem.solve(solver=cp.CLARABEL, **limits)  # type: ignore[no-untyped-call]
    except (cp.error.SolverError, ArithmeticError, ValueError) as error:
        return ConeSolution(np.full(n, np.nan), f"{type(error).__name__}: {error}")
    value = multipliers.value
    found = np.full(n, np.nan) if value is None else size * np.asarray(value, dtype=float)
    return ConeSolution(found, str(problem.status))
