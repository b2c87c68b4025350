r"""T6, N equal arcs of labels on N directions, and where they pass the uniform great circle."""

from __future__ import annotations

from typing import Any

import sympy

from proofs.t6_circle import bessel
from verify.symbolic import BESSEL, EXPONENTIALS, Identity, Inequality, IntegralIdentity, Root, Step, equation
from verify.symbolic.energies import BETA

__all__ = ["ARCS", "THREE_PASS", "TWO_PASS", "arc_energy"]

#: What the root checks hold against the balls: 14 decimals each.
THREE_PASS, TWO_PASS = "1.95715274683042", "2.74550864046070"

_U, _C = sympy.symbols("u c", real=True)
_H = sympy.Symbol("h", positive=True)
_I, _L = sympy.symbols("i l", integer=True, positive=True)
_N = sympy.Symbol("N", integer=True, positive=True)


def _pair(angle: sympy.Expr) -> sympy.Expr:
    """The factor of two arcs times the profile, cos(angle) e^{beta cos(angle)}."""
    return sympy.cos(angle) * sympy.exp(BETA * sympy.cos(angle))


def arc_energy(arcs: Any) -> sympy.Expr:
    """Return E_N = N/(2 beta) (sin(pi/N)/pi)^2 sum_j cos(2 pi j/N) e^{beta cos(2 pi j/N)}.

    Examples
    --------
    >>> sympy.simplify(arc_energy(4) - arc_energy(2))
    0
    """
    n = sympy.sympify(arcs)
    total = sympy.Sum(_pair(2 * sympy.pi * _L / n), (_L, 1, n))
    return n / (2 * BETA) * (sympy.sin(sympy.pi / n) / sympy.pi) ** 2 * (total.doit() if n.is_Integer else total)


def _pairs() -> sympy.Expr:
    """The sum over pairs (i, i + l) of arcs modulo N."""
    angle = 2 * sympy.pi * (_I + _L) / _N - 2 * sympy.pi * _I / _N
    weight = (sympy.sin(sympy.pi / _N) / sympy.pi) ** 2 / BETA
    return sympy.Sum(weight * _pair(angle), (_I, 1, _N), (_L, 1, _N)) / 2


def _double(n: int) -> sympy.Expr:
    """Two beta times the energy of n arcs, all pairs written out."""
    angles = [2 * sympy.pi * j / n for j in range(n)]
    weight = (sympy.sin(sympy.pi / n) / sympy.pi) ** 2
    return sympy.Add(*(weight * _pair(a - b) for a in angles for b in angles))


_THREE = 9 / (4 * sympy.pi**2) * (sympy.exp(BETA) - sympy.exp(-BETA / 2))
_TWO = 4 / sympy.pi**2 * sympy.sinh(BETA)
_FALLING = bessel(1, BETA) * sympy.exp(-BETA)


def _half(value: int) -> dict[Any, tuple[Any, Any]]:
    return {BETA: (sympy.Rational(1, value), sympy.Rational(8, 5))}


def _at(value: sympy.Rational) -> dict[Any, tuple[Any, Any]]:
    return {BETA: (value, value)}


ARCS = (
    Step(
        equation(
            sympy.Integral(sympy.cos(_C + _U), (_U, -_H, _H)) / (2 * sympy.pi), sympy.sin(_H) / sympy.pi * sympy.cos(_C)
        ),
        "the antiderivative $\\sin(c + u)$",
        IntegralIdentity(sympy.sin(_C + _U), EXPONENTIALS),
        "Clusters. Send each of $N$ equal arcs of labels to one direction, the arc around $\\theta_j = 2\\pi j/N$ to "
        "the angle $\\theta_j$. Averaging over an arc of half-width $h = \\pi/N$ multiplies a cosine by",
    ),
    Step(
        equation(_pairs(), arc_energy(_N)),
        "the pair $(i, i + l)$ of arcs, indices modulo $N$, depends on $l$ alone",
        Identity(EXPONENTIALS, {_N: [3, 4]}, points=1),
        "twice (once for $\\xi$, once for $\\zeta$); so the energy is",
    ),
    Step(
        equation(_double(3), _THREE),
        "$N = 3$",
        Identity(EXPONENTIALS),
        "For three arcs $2\\beta E_3$ is",
    ),
    Step(
        equation(_double(2), _TWO),
        "$N = 2$",
        Identity(EXPONENTIALS),
        "for two $2\\beta E_2$ is",
    ),
    Step(
        equation(_double(4), _TWO),
        "$\\sin^2 \\frac{\\pi}{4} = \\frac{1}{2}$, and $\\cos \\frac{\\pi}{2} = 0$",
        Identity(EXPONENTIALS),
        "and four arcs have the energy of two.",
    ),
    Step(
        equation(
            sympy.Derivative(_FALLING, BETA),
            -((2 * bessel(1, BETA) - bessel(0, BETA) - bessel(2, BETA)) / 2) * sympy.exp(-BETA),
        ),
        "product rule; $I_1' = (I_0 + I_2)/2$",
        Identity(BESSEL),
        "The great circle has $2\\beta E = I_1$, and $e^{-\\beta} I_1$ falls beyond $x^*$, where $I_1' < I_1$, while "
        "$e^{-\\beta}$ times either of these grows: beyond $x^*$ each passes $I_1$ at most once, from below.",
    ),
    Step(
        sympy.Lt(3 * sympy.exp(BETA) * 9 / (8 * sympy.pi**2), sympy.Rational(1, 2), evaluate=False),
        "$e^\\beta - e^{-\\beta/2} \\le \\frac{3}{2}\\beta e^\\beta$ and $I_1 \\ge \\beta/2$",
        Inequality(_at(sympy.Rational(1, 3))),
        "Below $x^*$ there is no crossing. Three arcs, $\\beta \\le \\frac{1}{3}$: the left side grows, and at "
        "$\\beta = \\frac{1}{3}$",
    ),
    Step(
        sympy.Lt(_THREE, bessel(1, BETA), evaluate=False),
        "balls",
        Inequality(_half(3)),
        "and on $\\frac{1}{3} \\le \\beta \\le \\frac{8}{5}$",
    ),
    Step(
        equation(_THREE, bessel(1, BETA)),
        "change of sign in balls; alone by the steps before",
        Root(BETA, THREE_PASS),
        "Three arcs pass the great circle at the only root of",
    ),
    Step(
        sympy.Lt(4 * sympy.cosh(BETA) / sympy.pi**2, sympy.Rational(1, 2), evaluate=False),
        "$\\sinh\\beta \\le \\beta\\cosh\\beta$ and $I_1 \\ge \\beta/2$",
        Inequality(_at(sympy.Rational(1, 2))),
        "Two arcs, $\\beta \\le \\frac{1}{2}$: the left side grows, and at $\\beta = \\frac{1}{2}$",
    ),
    Step(
        sympy.Lt(_TWO, bessel(1, BETA), evaluate=False),
        "balls",
        Inequality(_half(2)),
        "and on $\\frac{1}{2} \\le \\beta \\le \\frac{8}{5}$",
    ),
    Step(
        equation(_TWO, bessel(1, BETA)),
        "change of sign in balls; alone by the steps before",
        Root(BETA, TWO_PASS),
        "Two arcs, and four, pass it at the only root of",
    ),
)
