"""T2 without convexity: labels [0, 1], h = -<x, y> exp(-(xi - zeta)^2), a supremum that no graph law attains."""

from __future__ import annotations

from typing import Any

import sympy

from verify.symbolic import (
    EXPONENTIALS,
    RATIONAL,
    SUMS,
    Average,
    Cited,
    Defined,
    Dot,
    Identity,
    Law,
    Step,
    SumOfSquares,
    UnitVectors,
    equation,
    norm_squared,
)

__all__ = ["COUNTEREXAMPLE", "PROFILE", "SECOND_DERIVATIVE", "S"]

_T, _OMEGA, _PHI = sympy.symbols("t omega phi", real=True)
_Z, _ZZ = sympy.symbols("z z'", real=True)
_MU, _RHO, _GAMMA = Law("mu"), Law("rho"), Law("gamma")
_X = UnitVectors("x")
_BELL = sympy.exp(-(_OMEGA**2) / 4)


def _derivative(expression: sympy.Expr, variable: sympy.Symbol) -> sympy.Expr:
    return sympy.Derivative(expression, variable)


# ---------------------------------------------------------------- the Gaussian is positive definite

GAUSSIAN = (
    Step(
        equation(
            _derivative(_BELL * sympy.sin(_OMEGA * _T), _OMEGA),
            _derivative(_BELL * sympy.cos(_OMEGA * _T), _T) / 2 + _T * _BELL * sympy.cos(_OMEGA * _T),
        ),
        "product rule; the derivative in t of $\\cos\\omega t$ is $-\\omega \\sin\\omega t$",
        Identity(EXPONENTIALS),
        "Without convexity there may be no graph among the maximisers. Let $A = [0, 1]$ with the Lebesgue law and $h = "
        "-\\langle x, y\\rangle e^{-(\\xi - \\zeta)^2}$. First the Fourier transform $\\phi(t) = "
        "\\int_{-\\infty}^\\infty e^{-\\omega^2/4} \\cos\\omega t\\, d\\omega$. Integrate over all $\\omega$:",
    ),
    Step(
        equation(_derivative(sympy.exp(_T**2), _T) * _PHI + sympy.exp(_T**2) * (-2 * _T * _PHI), 0),
        "$\\phi' = -2t\\phi$, as the left side of the step before integrates to 0",
        Identity(EXPONENTIALS),
        "hence $\\phi' = -2t\\phi$, and $e^{t^2} \\phi(t)$ is constant:",
    ),
    Step(
        "$\\phi(0) = \\int_{-\\infty}^\\infty e^{-\\omega^2/4}\\, d\\omega = 2 \\sqrt{\\pi}$, so that $e^{-t^2} = "
        "\\int \\cos(\\omega t)\\, \\gamma(d\\omega)$ with the Gaussian law $\\gamma$ of density $e^{-\\omega^2/4}/(2 "
        "\\sqrt{\\pi}) > 0$.",
        "the Gaussian integral",
        Cited("Andrews, Askey, Roy, Special Functions (1999), chapter 1"),
    ),
)


# ---------------------------------------------------------------- from the energy to its sign


def _transform(function: Any, law: sympy.Expr) -> sympy.Expr:
    """∫ cos(omega xi) x mu(dx, dxi), a vector."""
    name = rf"\hat{{m}}_{{{function.__name__[0]}}}(\omega)"
    return Defined(name, Average(function(_OMEGA * _Z) * _X[_Z], _Z, law))


def _energy(law: sympy.Expr) -> sympy.Expr:
    body = -Dot(_X[_Z], _X[_ZZ]) * Average(sympy.cos(_OMEGA * (_Z - _ZZ)), _OMEGA, _GAMMA)
    return Average(Average(body, _ZZ, law), _Z, law) / 2


SIGN = (
    Step(
        sympy.Ge(0, _energy(_MU), evaluate=False),
        "$\\cos\\omega(\\xi - \\zeta) = \\cos\\omega\\xi \\cos\\omega\\zeta + \\sin\\omega\\xi \\sin\\omega\\zeta$",
        SumOfSquares(
            Average(norm_squared(_transform(sympy.cos, _MU)) + norm_squared(_transform(sympy.sin, _MU)), _OMEGA, _GAMMA)
            / 2,
            EXPONENTIALS,
        ),
        "Let $m(\\xi) = \\int x\\, \\mu_\\xi(dx)$, and $\\hat m_c, \\hat m_s$ for its cosine and sine transforms on "
        "$[0, 1]$. The energy is minus half the mean of $|\\hat m_c|^2 + |\\hat m_s|^2$ over $\\gamma$ (the label of z "
        "is written z too):",
    ),
    Step(
        "The energy is 0 iff $m = 0$ almost everywhere: the transforms are continuous in $\\omega$ and $\\gamma$ has a "
        "positive density, so both vanish for every $\\omega$. Uniform slices have $m = 0$: the maximum over $P_\\rho$ "
        "is 0, and it is attained.",
        "the Fourier transform is injective on integrable functions",
        Cited("Katznelson, An Introduction to Harmonic Analysis (2004), VI.1"),
    ),
    Step(
        equation(Average(norm_squared(_X[_Z]), _Z, _RHO), 1),
        "$|x| = 1$",
        Identity(SUMS),
        "A graph law has $m = x$, and $\\int |m|^2\\, d\\rho = 1$: it never vanishes almost everywhere, and the energy "
        "of every graph law is negative.",
    ),
)


# ---------------------------------------------------------------- the supremum over graph laws

S = sympy.Symbol("s", real=True)
_A, _THETA = sympy.Symbol("a", positive=True), sympy.Symbol("theta", real=True)
_P = sympy.Symbol("p", positive=True)
_XI, _ZETA = sympy.symbols("xi zeta", real=True)
#: g(s) = (1 - s) e^{-s^2} and its second derivative.
PROFILE = (1 - S) * sympy.exp(-(S**2))
_SLOPE = (2 * S**2 - 2 * S - 1) * sympy.exp(-(S**2))


def _slope_at(point: int) -> sympy.Expr:
    return sympy.Subs(_derivative(PROFILE, S), S, point)


_CUBIC = -4 * S**3 + 4 * S**2 + 6 * S - 2
SECOND_DERIVATIVE = _CUBIC * sympy.exp(-(S**2))
_SIN2, _COS2 = sympy.sin(_THETA) ** 2, sympy.cos(_THETA) ** 2

APPROACH = (
    Step(
        equation(
            sympy.cos(_A * _XI) * sympy.cos(_A * _ZETA) + sympy.sin(_A * _XI) * sympy.sin(_A * _ZETA),
            sympy.cos(_A * (_XI - _ZETA)),
        ),
        "addition theorem",
        Identity(EXPONENTIALS),
        "Graph laws come as near as one likes. Let $x_r(\\xi) = (\\cos a\\xi, \\sin a\\xi, 0, \\ldots)$, $a = 2\\pi "
        "r$: T1's seeds for uniform slices on a great circle. Then $\\langle x_r(\\xi), x_r(\\zeta)\\rangle$ is",
    ),
    Step(
        equation(1 / ((_P + 1) * (_P + 2)), 1 / (_P + 1) - 1 / (_P + 2)),
        "$\\iint |\\xi - \\zeta|^p = 2 \\int_0^1 \\frac{\\zeta^{p + 1}}{p + 1} d\\zeta$; polynomials are dense",
        Identity(RATIONAL),
        "The distance $s = |\\xi - \\zeta|$ of two independent uniform labels has the density $2(1 - s)$, as its "
        "moments agree (both sides doubled: $E|\\xi - \\zeta|^p$ and $\\int_0^1 2(1 - s) s^p ds$):",
    ),
    Step(
        equation(
            _derivative(PROFILE * sympy.sin(_A * S) / _A + _SLOPE * sympy.cos(_A * S) / _A**2, S),
            PROFILE * sympy.cos(_A * S) + SECOND_DERIVATIVE * sympy.cos(_A * S) / _A**2,
        ),
        "two integrations by parts; $g' = (2s^2 - 2s - 1) e^{-s^2}$",
        Identity(EXPONENTIALS),
        "so that $E[\\Gamma[x_r]] = -\\int_0^1 g(s) \\cos(as)\\, ds$ with $g(s) = (1 - s) e^{-s^2}$, and",
    ),
    Step(
        sympy.Ge(4, _CUBIC.subs(S, _SIN2), evaluate=False),
        "$4 - q(s) = (1 - s)(2 + 4(1 - s)(1 + s))$",
        SumOfSquares(_COS2 * (2 + 4 * _COS2 * (1 + _SIN2)), EXPONENTIALS),
        "Here $g'' = q(s) e^{-s^2}$, $q = -4s^3 + 4s^2 + 6s - 2$, and on $[0, 1]$, with $s = \\sin^2\\theta$,",
    ),
    Step(
        sympy.Ge(_CUBIC.subs(S, _SIN2), -4, evaluate=False),
        "$q(s) + 4 = 2 + s (6 + 4s(1 - s))$",
        SumOfSquares(2 + _SIN2 * (6 + 4 * _SIN2 * _COS2), EXPONENTIALS),
        "and",
    ),
    Step(
        equation(_slope_at(1) - _slope_at(0), 1 - sympy.exp(-1)),
        "$\\sin a = 0$ and $\\cos a = 1$ at $a = 2\\pi r$",
        Identity(EXPONENTIALS),
        "hence $|g''| \\le 4$. The ends of the integral give $g'(1) - g'(0)$ over $a^2$, and $-\\frac{5}{a^2} \\le "
        "E[\\Gamma[x_r]] < 0$: the supremum over graph laws is 0 and not attained.",
    ),
)

COUNTEREXAMPLE = GAUSSIAN + SIGN + APPROACH
