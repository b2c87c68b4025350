"""The correlation bound of T6: E <= ((f(1) - a_0) sum lambda + a_0 sum K) / 2 if diag(lambda) - K is PSD.

A solver proposes lambda, low-rank or conic, and is believed nothing: the proposal is rounded, made feasible and proved
(:mod:`verify.certificates.multipliers`, at more than 256 labels :mod:`verify.certificates.large_psd`). Over graph laws
lambda is free, over all laws lambda >= 0. Where no k_ii is negative the two agree, for lambda_i >= K_ii >= 0.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from time import monotonic
from typing import Literal

import flint
import numpy as np
from numpy.typing import NDArray

from verify.certificates.large_multipliers import prove_large_multipliers
from verify.certificates.multipliers import Multipliers, dominant_multipliers, prove_multipliers
from verify.certificates.recheck import rung_of
from verify.model.kernels import Kernel
from verify.model.numbers import ball
from verify.optimize.bounds.bound import Bound, BoundView, num_above
from verify.optimize.bounds.certificate import LARGEST_CHECKED, UNCHECKED, bound_certificate
from verify.optimize.bounds.cone import solve_cone
from verify.optimize.bounds.low_rank import solve_low_rank
from verify.optimize.bounds.table import CorrelationTable, ProfileMass, correlation_problem

__all__ = ["Solver", "correlation_bounds", "proved_total"]

Array = NDArray[np.float64]
Solver = Literal["low_rank", "cone"]
_SMALL = 256
_SEED = 0


def correlation_bounds(kernel: Kernel, solver: Solver = "low_rank", timeout: float | None = None) -> tuple[Bound, ...]:
    """Bound the energy of a factor kernel on at most 2,048 labels by proved multipliers.

    Parameters
    ----------
    kernel : Kernel
        Others than factor kernels (also beside a gauge) with a profile a_n >= 0, n >= 1, get no bound.
    solver : "low_rank" or "cone"
    timeout : float or None
        Seconds for the solver, over both views; the proof comes after it.

    Returns
    -------
    tuple of Bound
        One for each view; one over all laws alone where it serves both; none where T6 does not apply.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> labels = {"kind": "cyclic", "n": 4}
    >>> kernel = read_kernel(
    ...     {"family": "factor", "d": 2, "profile": "t", "labels": labels, "k": {"toeplitz": [1, 0, -1, 0]}}
    ... )
    >>> [(bound.view, bound.num.value) for bound in correlation_bounds(kernel)]
    [('all_laws', '0.25')]
    """
    problem = correlation_problem(kernel)
    if problem is None:
        return ()
    table, mass = problem
    k, _ = table.floats
    if not np.isfinite(k).all():
        return ()
    one_for_both = not table.atomic or bool(np.diagonal(k).min() >= 0)
    views: tuple[tuple[BoundView, bool], ...] = (("all_laws", True),)
    views = views if one_for_both else (("graph_laws", False), *views)
    end = None if timeout is None else monotonic() + timeout
    found: list[Bound] = []
    for left, (view, nonnegative) in zip(range(len(views), 0, -1), views, strict=True):
        share = None if end is None else max(end - monotonic(), 1e-3) / left
        guess, source = propose(table, solver, nonnegative=nonnegative, timeout=share)
        bound = _bound(kernel, table, mass, view, guess, source)
        found += [] if bound is None else [bound]
    return tuple(found)


def propose(table: CorrelationTable, solver: Solver, *, nonnegative: bool, timeout: float | None) -> tuple[Array, str]:
    """Return mu_i = lambda_i / w_i^2 as a solver leaves them (possibly NaN), and what it says of itself."""
    w, (k, _) = table.masses, table.floats
    K = np.outer(w, w) * k
    if solver == "cone":
        conic = solve_cone(K, nonnegative=nonnegative, timeout=timeout)
        return conic.multipliers / w**2, f"Clarabel ({conic.status})"
    rng = np.random.default_rng(_SEED)
    low = solve_low_rank(K, nonnegative=nonnegative, rng=rng, timeout=timeout)
    return low.multipliers / w**2, f"the low-rank method (rank {low.V.shape[1]}, gradient {low.residual:.1e})"


def proved_total(table: CorrelationTable, guess: Array, *, nonnegative: bool) -> tuple[flint.arb, Multipliers | None]:
    """Return a ball of sum lambda for proved multipliers, with their proof where there is one beside dominance.

    Notes
    -----
    Within ``radius`` of the table, diag(mu + n radius) - k is PSD with diag(mu) - k~ (Gershgorin). Where error-free
    products do not decide, a large table is left with diagonal dominance, which is its own proof.
    """
    rows, radius = table.rational
    wider = table.size * radius * sum(w * w for w in table.weights)
    proved: Multipliers | None
    if table.size <= _SMALL:
        proved = prove_multipliers(table.weights, rows, guess, nonnegative=nonnegative)
    else:
        proved = _large(table, guess, nonnegative=nonnegative)
    if proved is not None:
        return ball(proved.total(table.weights) + wider), proved
    dominant = [max(x, Fraction(0)) if nonnegative else x for x in dominant_multipliers(table.weights, rows)]
    return ball(sum((w * w * x for w, x in zip(table.weights, dominant, strict=True)), wider)), None


def _large(table: CorrelationTable, guess: Array, *, nonnegative: bool) -> Multipliers | None:
    """Return multipliers proved by error-free products, None where they show nothing or a row is zero in floats only.

    Notes
    -----
    The radius of the floats holds the rational table, so that it is one of those for which they are proved.
    """
    k, radius = table.floats
    found = prove_large_multipliers(table.masses, k, radius, np.maximum(guess, 0) if nonnegative else guess)
    return None if found is None else found.of_table(table.rational[0], nonnegative=nonnegative)


def _bound(
    kernel: Kernel, table: CorrelationTable, mass: ProfileMass, view: BoundView, guess: Array, source: str
) -> Bound | None:
    multipliers, proved = proved_total(table, guess, nonnegative=view == "all_laws")
    num = num_above(mass.bound(multipliers, table.total))
    if num is None:
        return None
    small = table.size <= _SMALL
    exactly = "by dominance" if proved is None else "by a factorisation" if small else "by error-free products"
    how = f"diag(lambda) - K is positive semidefinite, shown in integers {exactly}; lambda proposed by {source}."
    sealed = None if proved is None else bound_certificate(kernel, view, num, proved, table)
    if sealed is not None and table.size > LARGEST_CHECKED:
        return Bound(view, num, "correlation", sealed, f"{how} {UNCHECKED}")
    return Bound(view, num if sealed is None else replace(num, status=rung_of(sealed)), "correlation", sealed, how)
