r"""Closed forms: Bessel functions as means over the circle, and passage times as exponential integrals.

Each function returns the two sides of an identity, built apart: an integral that is not carried out, and its value.
"""

from __future__ import annotations

from typing import Any

import sympy

from verify.symbolic._expressions import expression_of
from verify.symbolic.steps import equation

__all__ = [
    "arcs_energy", "bessel_mean", "circle_mean", "exponential_mean", "passage_antiderivative", "passage_time",
    "sphere_mean",
]  # fmt: skip

THETA = sympy.Symbol("theta", real=True)
_COSINE = sympy.Symbol("c", real=True)


def circle_mean(f: Any, theta: sympy.Symbol = THETA) -> sympy.Expr:
    """Return the mean of f over the circle, (1/2 pi) ∫_0^{2 pi} f(theta) dtheta, not carried out."""
    return sympy.Integral(f, (theta, 0, 2 * sympy.pi)) / (2 * sympy.pi)


def bessel_mean(m: Any, beta: Any) -> sympy.Eq:
    """Return the mean of cos(m theta) e^{beta cos theta} = I_m(beta) (DLMF 10.32.3, m an integer).

    Examples
    --------
    >>> bessel_mean(0, 2)
    Eq(Integral(exp(2*cos(theta)), (theta, 0, 2*pi))/(2*pi), besseli(0, 2))
    """
    integrand = sympy.cos(m * THETA) * sympy.exp(beta * sympy.cos(THETA))
    return equation(circle_mean(integrand), sympy.besseli(m, beta))


def exponential_mean(beta: Any) -> sympy.Eq:
    """Return the mean of e^{beta t} over S^2, where t is uniform on [-1, 1]: sinh(beta)/beta."""
    t = sympy.Symbol("t", real=True)
    return equation(sympy.Integral(sympy.exp(beta * t), (t, -1, 1)) / 2, sympy.sinh(beta) / beta)


def sphere_mean(beta: Any, d: Any) -> sympy.Eq:
    """Return the mean of e^{beta <x, e>} over S^{d-1}: Gamma(d/2) (2/beta)^{d/2-1} I_{d/2-1}(beta) (DLMF 10.32.2)."""
    s = sympy.Symbol("s", real=True)
    half = expression_of(d) / 2
    weight = sympy.gamma(half) / (sympy.sqrt(sympy.pi) * sympy.gamma(half - sympy.S.Half))
    integral = sympy.Integral(sympy.exp(beta * sympy.cos(s)) * sympy.sin(s) ** (d - 2), (s, 0, sympy.pi))
    value = sympy.gamma(half) * (2 / expression_of(beta)) ** (half - 1) * sympy.besseli(half - 1, beta)
    return equation(weight * integral, value)


def passage_antiderivative(beta: Any, c: sympy.Symbol = _COSINE) -> sympy.Expr:
    """Return F(c) with F'(c) = -e^{beta (1 - c)} / (1 - c^2).

    Notes
    -----
    1/(1 - c^2) = 1/2 (1/(1 - c) + 1/(1 + c)); Ei' (x) = e^x / x, E1'(x) = -e^{-x} / x. With x = beta (1 - c):
    d/dc Ei(x) = -e^{beta (1-c)} / (1 - c); with y = beta (1 + c): d/dc e^{2 beta} E1(y) = -e^{beta (1-c)} / (1 + c).

    Examples
    --------
    >>> beta, c = sympy.Symbol("beta", positive=True), sympy.Symbol("c", real=True)
    >>> slope = passage_antiderivative(beta, c).diff(c)
    >>> sympy.simplify(slope + sympy.exp(beta * (1 - c)) / (1 - c**2))
    0
    """
    return (sympy.Ei(beta * (1 - c)) + sympy.exp(2 * beta) * sympy.expint(1, beta * (1 + c))) / 2


def passage_time(beta: Any, start: Any, end: Any) -> sympy.Eq:
    """Return the time from the angle ``start`` down to ``end`` of thetadot = -e^{-beta (1 - cos theta)} sin theta.

    Notes
    -----
    T = ∫_end^start e^{beta (1 - cos theta)} / sin theta dtheta, 0 < end < start < pi. In c = cos theta the integrand
    is e^{beta (1-c)} / (1 - c^2) dc from cos(start) to cos(end). Peak time; t_peak = e^beta t_usa.
    """
    integrand = sympy.exp(beta * (1 - sympy.cos(THETA))) / sympy.sin(THETA)
    first, last = (passage_antiderivative(beta).subs(_COSINE, sympy.cos(angle)) for angle in (start, end))
    return equation(sympy.Integral(integrand, (THETA, end, start)), first - last)


def arcs_energy(n: int, beta: Any) -> sympy.Expr:
    """Return E_N of N equal arcs of labels on N directions, k = cos, profile usa.

    Notes
    -----
    E_N = N/(2 beta) (sin(pi/N)/pi)^2 sum_j cos(th_j) e^{beta cos th_j}, th_j = 2 pi j/N: the mean of k over two arcs at
    distance th_j is (N sin(pi/N)/pi)^2 cos(th_j)/N^2, and there are N pairs of arcs at each distance.
    """
    total = sum(
        (sympy.cos(2 * sympy.pi * j / n) * sympy.exp(beta * sympy.cos(2 * sympy.pi * j / n)) for j in range(n)),
        sympy.S.Zero,
    )
    return sympy.Integer(n) / (2 * beta) * (sympy.sin(sympy.pi / n) / sympy.pi) ** 2 * total
