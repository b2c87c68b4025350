r"""T6, the uniform great circle for k = cos, f = e^{beta t}/beta: energy, second variation, latitude circles.

Labels xi are uniform on the circle; s = xi - zeta. Energies are E = 1/2 ∬ k f. Bessel functions I_n are at beta unless
another argument is written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from proofs.t6_circle import CIRCLE, bessel, circle_mean
from verify.symbolic import (
    BESSEL,
    EXPONENTIALS,
    Average,
    Defined,
    Dot,
    Identity,
    Inequality,
    Law,
    Profile,
    Root,
    Step,
    UnitVectors,
    Vector,
    equation,
)
from verify.symbolic.energies import BETA
from verify.symbolic.variations import EPSILON, second_rate

__all__ = [
    "IN_PLANE", "IN_PLANE_THRESHOLD", "LATITUDE",  "TRANSVERSAL", "TRANSVERSAL_THRESHOLD",
    "first_energy", "in_plane", "latitude_energy", "transversal",
]  # fmt: skip

_S, _XI, _ZETA = sympy.symbols("s xi zeta", real=True)
_M, _P = sympy.symbols("m p", integer=True, positive=True)
_Q = sympy.Symbol("q", positive=True)
_RHO = Law("rho")
_f, _g = Profile("f"), Profile("g")

#: What the root checks hold against the balls: 14 decimals each.
IN_PLANE_THRESHOLD, TRANSVERSAL_THRESHOLD = "1.78662667721674", "1.54512725799254"


def first_energy(beta: Any = BETA) -> sympy.Expr:
    """Return I_1(beta)/(2 beta), the energy of the uniform great circle."""
    return bessel(1, beta) / (2 * beta)


def in_plane(m: Any, beta: Any = BETA) -> sympy.Expr:
    """Return d^2 E / d eps^2 for the angles xi + eps sqrt(2) cos(m xi)."""
    n = sympy.sympify(m)
    pair = (n + 1) ** 2 * bessel(n + 1, beta) + (n - 1) ** 2 * bessel(n - 1, beta)
    return (pair / 2 - bessel(1, beta)) / beta


def transversal(m: Any, beta: Any = BETA) -> sympy.Expr:
    """Return d^2 E / d eps^2 for the heights eps sqrt(2) cos(m xi) over the plane of the circle."""
    n = sympy.sympify(m)
    return (bessel(n + 1, beta) + bessel(n - 1, beta)) / 2 - (bessel(0, beta) + bessel(2, beta)) / 2


def latitude_energy(q: Any, beta: Any = BETA) -> sympy.Expr:
    """Return the energy of the circle of latitude of squared radius q."""
    return sympy.exp(beta * (1 - q)) * bessel(1, beta * q) / (2 * beta)


# ---------------------------------------------------------------- in the plane


def _angular_energy(angle: Callable[[Any], sympy.Expr]) -> sympy.Expr:
    """1/2 ∬ cos(xi - zeta) g(psi(xi) - psi(zeta)) for any label law and any even g."""
    pair = sympy.cos(_XI - _ZETA) * _g(angle(_XI) - angle(_ZETA))
    return Average(Average(pair, _ZETA, _RHO), _XI, _RHO) / 2


_v = sympy.IndexedBase("v", real=True).__getitem__
_slope = _g.derivative(2)
_A1, _B1, _A2, _B2 = sympy.symbols("a_1 b_1 a_2 b_2", real=True)


def _waves(xi: sympy.Expr) -> sympy.Expr:
    """Two Fourier modes, m and m + p."""
    first = _A1 * sympy.cos(_M * xi) + _B1 * sympy.sin(_M * xi)
    return first + _A2 * sympy.cos((_M + _P) * xi) + _B2 * sympy.sin((_M + _P) * xi)


def _profile(s: sympy.Expr) -> sympy.Expr:
    return sympy.exp(BETA * sympy.cos(s)) / BETA


_CURVATURE = (BETA * sympy.sin(_S) ** 2 - sympy.cos(_S)) * sympy.exp(BETA * sympy.cos(_S))

IN_PLANE = (
    Step(
        equation(circle_mean(sympy.cos(_XI - _ZETA) * _profile(_XI - _ZETA), _XI) / 2, first_energy()),
        "$\\frac{1}{2\\pi} \\int e^{iks} e^{\\beta \\cos s} ds = I_k(\\beta)$ (DLMF 10.32.3)",
        Identity(CIRCLE),
        "The uniform great circle. Let labels be uniform on the circle, $k = \\cos(\\xi - \\zeta)$, "
        "$f = e^{\\beta t}/\\beta$, and $x(\\xi) = (\\cos\\xi, \\sin\\xi, 0, \\ldots)$, so that "
        "$\\langle x(\\xi), x(\\zeta)\\rangle = \\cos(\\xi - \\zeta)$. The mean over $\\xi$ is the same for every "
        "$\\zeta$, and it is the energy:",
    ),
    Step(
        equation(
            second_rate(_angular_energy, lambda xi: xi, _v, r"E[\xi + \epsilon v]"),
            Average(
                Average(sympy.cos(_XI - _ZETA) * _slope(_XI - _ZETA) * (_v(_XI) - _v(_ZETA)) ** 2, _ZETA, _RHO),
                _XI,
                _RHO,
            )
            / 2,
        ),
        "chain rule, twice",
        Identity(EXPONENTIALS),
        "Move the angles in the plane, $\\psi = \\xi + \\epsilon v(\\xi)$; with $g(s) = f(\\cos s)$",
    ),
    Step(
        equation(sympy.Derivative(_profile(_S), (_S, 2)), _CURVATURE),
        "chain rule",
        Identity(EXPONENTIALS),
        "where",
    ),
    Step(
        equation(
            circle_mean((_waves(_XI) - _waves(_XI - _S)) ** 2, _XI),
            (_A1**2 + _B1**2) * (1 - sympy.cos(_M * _S)) + (_A2**2 + _B2**2) * (1 - sympy.cos((_M + _P) * _S)),
        ),
        "orthogonality of $e^{i m \\xi}$",
        Identity(CIRCLE),
        "For the uniform law only $s = \\xi - \\zeta$ matters beside $v$. Different Fourier modes of $v$ do not "
        "interact, whatever their phases:",
    ),
    Step(
        equation(circle_mean(sympy.cos(_S) * _CURVATURE * (1 - sympy.cos(_M * _S)), _S), in_plane(_M)),
        "product to sum; recurrences of $I_n$",
        Identity(CIRCLE),
        "So the second variation is a sum over modes, and the mode $m$ has the weight "
        "$\\frac{1}{2} \\frac{1}{2\\pi} \\int \\cos s\\, g''(s) (1 - \\cos ms)\\, ds$ for $|v_m|^2 = a^2 + b^2$; "
        "twice that is",
    ),
    Step(
        equation(in_plane(2), (9 * bessel(3, BETA) - bessel(1, BETA)) / (2 * BETA)),
        "$m = 2$",
        Identity(BESSEL),
        "The mode 2 is unstable where $9 I_3 > I_1$,",
    ),
    Step(
        equation(
            bessel(_M, BETA) - 2 * (_M + 1) / BETA * bessel(_M + 1, BETA),
            bessel(_M + 2, BETA),
        ),
        "the recurrence DLMF 10.29.1; the right side is positive (DLMF 10.25.2: a series of positive terms)",
        Identity(BESSEL),
        "and it is the first to be. For $I_{m+1} < \\frac{\\beta}{2(m+1)} I_m$:",
    ),
    Step(
        equation(
            _M**2 - (_M + 1) * sympy.Rational(4, 3),
            (_M - 2) * (_M + sympy.Rational(2, 3)),
        ),
        "factorisation",
        Identity(),
        "hence $(m+1)^2 I_{m+1} < \\frac{(m+1)\\beta}{2 m^2}\\, m^2 I_m \\le m^2 I_m$ for $m \\ge 2$ and "
        "$\\beta \\le \\frac{8}{3}$, because then $\\frac{1}{2} (m+1) \\beta \\le \\frac{4}{3}(m+1) \\le m^2$: the "
        "sequence $m^2 I_m$ falls from $m = 2$ on, and the modes $m \\ge 3$ are at most the mode 3.",
    ),
    Step(
        sympy.Lt(16 * bessel(4, BETA) + 4 * bessel(2, BETA), 2 * bessel(1, BETA), evaluate=False),
        "balls at $\\beta = 1.7867$; $I_n/I_1$ increases in $\\beta$",
        Inequality({BETA: (sympy.Rational(17867, 10000), sympy.Rational(17867, 10000))}),
        "At $\\beta = 1.7867$, hence at every smaller $\\beta$, the mode 3 is stable, and with it the mode 1, which "
        "has $4 I_2 < 2 I_1$.",
    ),
    Step(
        equation(9 * bessel(3, BETA), bessel(1, BETA)),
        "change of sign in balls; $I_3/I_1$ increases, so the root is the only one",
        Root(BETA, IN_PLANE_THRESHOLD),
        "For $d = 2$ the second variation is negative on all modes $m \\ge 1$ if and only if $\\beta$ is below "
        "the root of",
    ),
)


# ---------------------------------------------------------------- out of the plane

_E, _X = Vector("e"), UnitVectors("x")
_u = sympy.IndexedBase("u", real=True).__getitem__


def _lifted_energy() -> sympy.Expr:
    """1/2 ∬ cos(xi - zeta) f(cos(eps u) cos(eps u') <x, x'> + sin(eps u) sin(eps u'))."""
    first, second = EPSILON * _u(_XI), EPSILON * _u(_ZETA)
    product = sympy.cos(first) * sympy.cos(second) * sympy.cos(_XI - _ZETA) + sympy.sin(first) * sympy.sin(second)
    return Average(Average(sympy.cos(_XI - _ZETA) * _f(product), _ZETA, _RHO), _XI, _RHO) / 2


def _lifted_rate() -> sympy.Expr:
    named = Defined(r"E[\cos(\epsilon u) x + \sin(\epsilon u) e]", _lifted_energy())
    return sympy.Subs(sympy.Derivative(named, (EPSILON, 2)), EPSILON, 0)


def _heights(xi: sympy.Expr) -> sympy.Expr:
    return sympy.sqrt(2) * (_A1 * sympy.cos(_M * xi) + _B1 * sympy.sin(_M * xi))


_GAP = (bessel(0, BETA) + bessel(2, BETA)) / 2 - bessel(1, BETA)

TRANSVERSAL = (
    Step(
        equation(
            Dot(_X[_XI] + EPSILON * _u(_XI) * _E, _X[_ZETA] + EPSILON * _u(_ZETA) * _E),
            Dot(_X[_XI], _X[_ZETA])
            + EPSILON * (_u(_ZETA) * Dot(_X[_XI], _E) + _u(_XI) * Dot(_X[_ZETA], _E))
            + EPSILON**2 * _u(_XI) * _u(_ZETA) * Dot(_E, _E),
        ),
        "bilinearity",
        Identity(),
        "Out of the plane, $d \\ge 3$: let $e$ be a unit vector orthogonal to the plane. The terms in $\\epsilon$ "
        "vanish, so that motions in the plane and along several such $e$ do not interact to second order, and with "
        "$|x(\\xi)| = 1$ kept, $x_\\epsilon = \\cos(\\epsilon u) x + \\sin(\\epsilon u) e$,",
    ),
    Step(
        equation(
            _lifted_rate(),
            Average(
                Average(
                    sympy.cos(_XI - _ZETA)
                    * _f.derivative()(sympy.cos(_XI - _ZETA))
                    * (_u(_XI) * _u(_ZETA) - sympy.cos(_XI - _ZETA) * (_u(_XI) ** 2 + _u(_ZETA) ** 2) / 2),
                    _ZETA,
                    _RHO,
                ),
                _XI,
                _RHO,
            ),
        ),
        "chain rule, twice",
        Identity(EXPONENTIALS),
        "the second variation is",
    ),
    Step(
        equation(
            circle_mean(
                _heights(_XI) * _heights(_XI - _S) - sympy.cos(_S) * (_heights(_XI) ** 2 + _heights(_XI - _S) ** 2) / 2,
                _XI,
            ),
            (_A1**2 + _B1**2) * (sympy.cos(_M * _S) - sympy.cos(_S)),
        ),
        "orthogonality; modes do not interact, as before",
        Identity(CIRCLE),
        "For $u = \\sqrt{2}(a \\cos m\\xi + b \\sin m\\xi)$, $m \\ge 1$ (and for $u$ constant, $m = 0$)",
    ),
    Step(
        equation(
            circle_mean(sympy.cos(_S) * (sympy.cos(_M * _S) - sympy.cos(_S)) * sympy.exp(BETA * sympy.cos(_S)), _S),
            transversal(_M),
        ),
        "$f' = e^{\\beta t}$; product to sum",
        Identity(CIRCLE),
        "so that the mode $m$ has the second variation $I_m' - I_1'$, with $I_m' = \\frac{1}{2}(I_{m-1} + I_{m+1})$,",
    ),
    Step(
        equation(circle_mean(sympy.cos(_S) * (1 - sympy.cos(_S)) * sympy.exp(BETA * sympy.cos(_S)), _S), -_GAP),
        "$m = 0$; $I_0' = I_1$",
        Identity(CIRCLE),
        "which is 0 at $m = 1$ (a rotation), negative at $m \\ge 2$ because $I_m$ falls in $m$, and at $m = 0$, a "
        "shift along $e$,",
    ),
    Step(
        equation(
            sympy.Derivative(_GAP, BETA),
            -(1 + 1 / BETA) * _GAP + (1 - BETA) / BETA**2 * bessel(1, BETA),
        ),
        "$I_1'' = (1 + \\beta^{-2}) I_1 - \\beta^{-1} I_1'$",
        Identity(BESSEL),
        "The sign of $I_1' - I_1$ changes once. At a zero its slope is $(1 - \\beta)\\beta^{-2} I_1$, negative for "
        "$\\beta > 1$, so that there is at most one zero there;",
    ),
    Step(
        equation(2 * _GAP, (bessel(0, BETA) * (1 - BETA) + bessel(2, BETA) * (1 + BETA))),
        "$I_0 - I_2 = 2 I_1/\\beta$",
        Identity(BESSEL),
        "and for $\\beta \\le 1$ it is positive:",
    ),
    Step(
        equation((bessel(0, BETA) + bessel(2, BETA)) / 2, bessel(1, BETA)),
        "change of sign in balls; the only zero by the two steps before",
        Root(BETA, TRANSVERSAL_THRESHOLD),
        "For $d \\ge 3$ the great circle is stable out of the plane if and only if $\\beta$ is at most the root $x^*$ "
        "of $I_1' = I_1$,",
    ),
    Step(
        sympy.Lt(9 * bessel(3, BETA), bessel(1, BETA), evaluate=False),
        "balls",
        Inequality({BETA: (sympy.Rational(15452, 10000), sympy.Rational(15452, 10000))}),
        "which comes before the threshold in the plane:",
    ),
)


# ---------------------------------------------------------------- latitude circles

LATITUDE = (
    Step(
        equation(
            circle_mean(sympy.cos(_S) * sympy.exp(BETA * (_Q * sympy.cos(_S) + 1 - _Q)), _S) / (2 * BETA),
            latitude_energy(_Q),
        ),
        "$\\langle x, y\\rangle = q \\cos s + 1 - q$",
        Identity(CIRCLE, {_Q: (sympy.Rational(1, 10), 1)}),
        "Past it a circle of latitude is better: $x(\\xi) = (\\sqrt{q} \\cos\\xi, \\sqrt{q} \\sin\\xi, \\sqrt{1-q})$ "
        "has the energy",
    ),
    Step(
        equation(
            sympy.Derivative(latitude_energy(_Q), _Q),
            sympy.exp(BETA * (1 - _Q)) / 2 * ((bessel(0, BETA * _Q) + bessel(2, BETA * _Q)) / 2 - bessel(1, BETA * _Q)),
        ),
        "chain rule",
        Identity(BESSEL, {_Q: (sympy.Rational(1, 10), 1)}),
        "whose slope in $q$ has the sign of $I_1' - I_1$ at $\\beta q$: positive for $\\beta q < x^*$, negative "
        "beyond. For $\\beta > x^*$ the maximum over $0 < q \\le 1$ is at $q = x^*/\\beta$ and strictly above $q = 1$.",
    ),
    Step(
        sympy.Gt(latitude_energy(sympy.Rational(TRANSVERSAL_THRESHOLD) / BETA), first_energy(), evaluate=False),
        "balls, for example",
        Inequality({BETA: (2, 3)}),
        "On $2 \\le \\beta \\le 3$, with $x^*$ to 14 decimals:",
    ),
)
