"""Rigorous integrals of formulas in one variable, by adaptive Gauss-Legendre quadrature in ball arithmetic (Arb)."""

from __future__ import annotations

from collections.abc import Callable

import flint

from verify.model.formula import Formula

__all__ = ["integrate_ball", "integrate_formula"]

_GOAL = 1e-25


def integrate_formula(formula: Formula, variable: str, a: flint.arb, b: flint.arb) -> flint.arb:
    """Enclose the integral of a formula over [a, b]; not finite where the integrand is not enclosed, or not real.

    References
    ----------
    F. Johansson, "Numerical integration in arbitrary-precision ball arithmetic", ICMS 2018.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> integral = integrate_formula(parse_formula("exp(x)", {"x"}), "x", flint.arb(0), flint.arb(1))
    >>> integral.overlaps(flint.arb(1).exp() - 1)
    True
    """
    return integrate_ball(lambda x, analytic: formula.enclose_complex({variable: x}, analytic), a, b)


def integrate_ball(
    integrand: Callable[[flint.acb, bool], flint.acb], a: flint.arb, b: flint.arb, goal: float = _GOAL
) -> flint.arb:
    """Enclose the integral of a real function given by its complex enclosure ``integrand(z, analytic)``.

    A function that is not real on [a, b] (the logarithm of a negative number) has an imaginary part here: then the
    result is not finite.
    """
    value = flint.acb.integral(integrand, flint.acb(a), flint.acb(b), abs_tol=goal, rel_tol=goal)
    return value.real if value.imag.contains(0) else flint.arb("nan")
