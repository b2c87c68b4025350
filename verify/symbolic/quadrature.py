"""Rigorous integrals of expressions by adaptive quadrature in complex balls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flint
import sympy

__all__ = ["crosses_cut", "integrate"]


def crosses_cut(z: Any) -> bool:
    """Whether a complex ball may meet the half line (-oo, 0], the cut of square roots and logarithms.

    Examples
    --------
    >>> crosses_cut(flint.acb(1)), crosses_cut(flint.acb(-1, 1)), crosses_cut(flint.acb(-1))
    (False, False, True)
    """
    if not isinstance(z, flint.acb):
        return not z > 0
    return not (z.real > 0 or not z.imag.contains(0))


def integrate(body: sympy.Expr, value: Callable[[flint.acb, bool], Any], low: flint.acb, high: flint.acb) -> Any:
    """Return a ball that contains the integral of ``value`` from low to high.

    Parameters
    ----------
    body : Expr
        The integrand, to see whether the integral is real.
    value : callable
        ``value(z, analytic)``: the integrand on a complex ball; not finite where ``analytic`` is asked for and a cut
        may be met.

    Notes
    -----
    Gauss-Legendre quadrature with error bounds from complex ellipses, as in F. Johansson, "Numerical integration in
    arbitrary-precision ball arithmetic" (2018). Division by a ball that contains zero is not finite and so refines.
    """
    result = flint.acb.integral(lambda z, analytic: flint.acb(value(z, analytic)), low, high)
    return result.real if not body.has(sympy.I) and bool(result.imag.contains(0)) else result
