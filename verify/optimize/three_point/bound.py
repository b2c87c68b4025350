"""The three-point bound of a label-translation-invariant kernel: multipliers by linear programming, a certificate."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

from verify.certificates.three_point import check_three_point
from verify.model.errors import InputError
from verify.model.kernels import FactorKernel, Kernel
from verify.optimize.bounds.bound import Bound, decimal_above
from verify.optimize.three_point.certificate import seal_proposal
from verify.optimize.three_point.programme import Proposal, propose
from verify.optimize.three_point.reading import Invariant, labels_for, read_invariant
from verify.optimize.three_point.triples import Basis

__all__ = ["bound_three_point", "make_three_point"]

_LABELS, _MOST = 8, 32
_TAIL, _LEAST, _LARGEST = 1e-5, 2, 24
#: Relative room above what floating point finds, tried in this order; the checker accepts or not.
_MARGINS = (1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3)


def bound_three_point(
    kernel: Kernel, *, timeout: float | None = None, labels: int | None = None, degree: int | None = None
) -> Bound | None:
    """Bound E over all laws by positive definiteness and triples of labels; None where the method has nothing to say.

    Parameters
    ----------
    kernel : Kernel
        A factor kernel on the circle or on cyclic labels with k a function of xi - zeta, and f = sum_n c_n P_n with
        c_n >= 0 for n >= 1: a polynomial or an exponential.
    timeout : float or None
        Seconds for the search; the best multipliers found by then are kept.
    labels : int or None
        N between 3 and 32; on cyclic labels a divisor of their number. Default 8, or the largest that fits.
    degree : int or None
        D up to 40; the default leaves less than 1e-5 of the profile to the degrees above.

    Returns
    -------
    Bound or None
        With the certificate, which :func:`verify.certificates.three_point.check_three_point` has accepted.

    Raises
    ------
    InputError
        ``labels`` or ``degree`` out of range, or a timeout that is not positive.

    Notes
    -----
    2 E <= khat(0) c_0 + (1/N) sum_n (k_0 c_n)+ + (1/N) sum Y + sum_t v_t + top sum_{n>D} c_n, see the checker's
    ``check`` module. For k = cos and f = e^{beta t}/beta it is below sinh(beta)/(4 beta), which pairs alone give.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> kernel = read_kernel(
    ...     {"family": "factor", "d": 2, "profile": "t", "k": "cos(xi - zeta)", "labels": {"kind": "circle"}}
    ... )
    >>> round(float(bound_three_point(kernel, labels=4).num.value), 6)  # the great circle attains 1/4
    0.25
    """
    if timeout is not None and not timeout > 0:
        raise InputError("timeout", "be a positive number of seconds", timeout)
    if labels is not None and (isinstance(labels, bool) or not isinstance(labels, int) or not 3 <= labels <= _MOST):
        raise InputError("labels", f"be an integer between 3 and {_MOST}", labels)
    deadline = None if timeout is None else time.monotonic() + timeout
    certificate = make_three_point(kernel, labels=labels, degree=degree, deadline=deadline)
    if certificate is None:
        return None
    data = certificate["data"]
    how = (
        f"A linear programme over triples of N = {data['labels']} labels and degrees up to {data['degree']} proposed "
        "multipliers; rounded to integers they were accepted by the checker, in integers and balls."
    )
    return Bound("all_laws", decimal_above(Fraction(data["claim"]["bound"])), "three-point", certificate, how)


def make_three_point(
    kernel: Kernel,
    *,
    labels: int | None = None,
    degree: int | None = None,
    basis: Basis = "zonal",
    tilt: Fraction = Fraction(0),
    claim: Fraction | None = None,
    rounds: int = 40,
    deadline: float | None = None,
) -> dict[str, Any] | None:
    """Return a certificate of E - tilt ∬ k <x, y> <= bound that the checker accepts, or None.

    Parameters
    ----------
    kernel, labels, degree
        As in :func:`bound_three_point`.
    basis : "zonal" or "powers"
        C_n = P_n of S^{d-1}, or t^n, which gives one bound for every d.
    tilt : Fraction
        At least 0. For k = cos and f = e^{beta t}/beta a tilt tau/beta bounds V - tau P_1.
    claim : Fraction or None
        The bound to be claimed; by default a little above what floating point gives.
    rounds : int
        Most linear programmes that are solved.
    deadline : float or None
        Of ``time.monotonic``.
    """
    n = labels_for(kernel, labels or _LABELS)
    if n is None or not isinstance(kernel, FactorKernel):
        return None
    if labels is not None and n != labels:
        raise InputError("labels", "divide the number of cyclic labels", labels)
    problem = _problem(kernel, n, degree, basis, tilt)
    found = None if problem is None else propose(problem, rounds=rounds, deadline=deadline)
    if problem is None or found is None:
        return None
    for bound in [claim] if claim is not None else [_claim(problem, found, margin) for margin in _MARGINS]:
        certificate = seal_proposal(kernel, problem, found, bound, tilt)
        if check_three_point(certificate, kernel.digest).accepted:
            return certificate
    return None


def _problem(kernel: FactorKernel, n: int, degree: int | None, basis: Basis, tilt: Fraction) -> Invariant | None:
    if degree is not None:
        return read_invariant(kernel, n, degree, basis, tilt)
    for least in range(_LEAST, _LARGEST + 1):
        problem = read_invariant(kernel, n, least, basis, tilt)
        if problem is None or problem.tail <= _TAIL * problem.coefficients.sum():
            return problem
    return read_invariant(kernel, n, _LARGEST, basis, tilt)


def _claim(problem: Invariant, found: Proposal, margin: float) -> Fraction:
    """A rational a little above what the proposal gives in floating point."""
    value = (found.bound + problem.constant) / 2
    room = margin * max(abs(value), float(problem.coefficients.max()))
    scale = Fraction(10) ** max(0, 15 - len(str(int(abs(value)))))
    return Fraction(round(Fraction(value + room) * scale)) / scale
