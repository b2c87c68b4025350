"""Fourier and Gegenbauer expansions: trigonometric polynomials, characters, the Toeplitz symbol, P_n."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy

from verify.model.gegenbauer import gegenbauer_polynomial, harmonic_dimension
from verify.symbolic.functions import Average, UniformCircle

__all__ = [
    "CIRCLE", "M", "P", "Q", "character", "conjugate_polynomial", "gegenbauer", "gegenbauer_coefficient",
    "gegenbauer_mean", "over_circle", "trigonometric_polynomial",
]  # fmt: skip

#: Frequencies, and the largest one.
M, P, Q = sympy.symbols("m p q", integer=True)
TOP = sympy.Symbol("M", integer=True, positive=True)
#: The uniform law of labels on the circle [0, 2 pi).
CIRCLE = UniformCircle()


def character(frequency: Any, angle: Any) -> sympy.Expr:
    """Return e^{i m xi}."""
    return sympy.exp(sympy.I * frequency * angle)


def trigonometric_polynomial(
    coefficients: sympy.IndexedBase, angle: Any, frequency: sympy.Symbol = M, top: sympy.Expr = TOP
) -> sympy.Expr:
    """Return sum_{|m| <= M} c_m e^{i m xi}, M any positive integer.

    Examples
    --------
    >>> c, xi = sympy.IndexedBase("c"), sympy.Symbol("xi", real=True)
    >>> trigonometric_polynomial(c, xi)
    Sum(exp(I*m*xi)*c[m], (m, -M, M))
    """
    return sympy.Sum(coefficients[frequency] * character(frequency, angle), (frequency, -top, top))


def conjugate_polynomial(
    coefficients: sympy.IndexedBase, angle: Any, frequency: sympy.Symbol = M, top: sympy.Expr = TOP
) -> sympy.Expr:
    """Return sum_{|m| <= M} c_m e^{-i m xi}: the conjugate, for c_m the conjugate coefficients."""
    return sympy.Sum(coefficients[frequency] * character(-frequency, angle), (frequency, -top, top))


def over_circle(body: sympy.Expr, *labels: sympy.Symbol) -> sympy.Expr:
    """Return the mean of a body over independent uniform labels on the circle."""
    for label in labels:
        body = Average(body, label, CIRCLE)
    return body


def gegenbauer(n: int, d: int, t: Any) -> sympy.Expr:
    """Return P_n^{(d)}(t), P_n(1) = 1: the zonal function of degree n on S^{d-1}.

    Examples
    --------
    >>> gegenbauer(2, 3, sympy.Symbol("t"))
    3*t**2/2 - 1/2
    """
    coefficients = gegenbauer_polynomial(n, d)
    return sum((_rational(c) * t**k for k, c in enumerate(coefficients)), sympy.S.Zero)


def gegenbauer_mean(f: Any, d: int, t: sympy.Symbol) -> sympy.Expr:
    """Return the mean over x in S^{d-1} of f(<x, e>), an integral in t with weight (1 - t^2)^{(d-3)/2}."""
    half = sympy.Rational(d, 2)
    weight = sympy.gamma(half) / (sympy.sqrt(sympy.pi) * sympy.gamma(half - sympy.S.Half))
    return weight * sympy.Integral(f * (1 - t**2) ** sympy.Rational(d - 3, 2), (t, -1, 1))


def gegenbauer_coefficient(f: Any, n: int, d: int, t: sympy.Symbol) -> sympy.Expr:
    """Return a_n = dim(H_n) mean of f P_n, with f = sum a_n P_n^{(d)}."""
    return harmonic_dimension(n, d) * gegenbauer_mean(f * gegenbauer(n, d, t), d, t)


def _rational(value: Fraction) -> sympy.Rational:
    return sympy.Rational(value.numerator, value.denominator)
