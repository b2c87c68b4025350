"""Zonal polynomials P_n of the sphere S^{d-1}, P_n(1) = 1, and the coefficients of profiles in them.

A profile is f(t) = sum_n a_n P_n(t). For rational polynomials the a_n are exact, for e^{beta t} they are
known in closed form, for any other formula they are enclosed by rigorous quadrature in the angle.

References
----------
NIST Digital Library of Mathematical Functions, 10.23.9 and 18.5, 18.18.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

import flint
import numpy as np

from verify.model.errors import InputError
from verify.model.formula import Formula

__all__ = [
    "enclose_coefficient",
    "evaluate_series",
    "exponential_coefficient",
    "gegenbauer_polynomial",
    "harmonic_dimension",
    "polynomial_of_series",
    "series_of_polynomial",
    "slope_of_polynomial",
]

#: Anything with a ring structure: Fraction, flint.arb, flint.acb, float64 arrays.
Scalar = TypeVar("Scalar", Fraction, flint.arb, flint.acb, np.ndarray[Any, Any])

# Limits of the quadrature, the first one lower for formulas of over 100 characters. End points where f is continuous
# but not analytic take about 60 bisections.
_EVALUATIONS = 6_000
_DEPTH = 60


def check_dimension(d: object) -> int:
    """Return d if it is an integer of at least 2."""
    if isinstance(d, bool) or not isinstance(d, int | np.integer) or d < 2:
        raise InputError(
            "d", "be an integer of at least 2", d, "S^0 is two points: nothing moves on it.", "Give d >= 2."
        )
    return int(d)


def harmonic_dimension(n: int, d: int) -> int:
    """Return dim H_n, the number of independent spherical harmonics of degree n on S^{d-1}.

    Notes
    -----
    dim H_n = binom(n+d-1, n) - binom(n+d-3, n-2): homogeneous polynomials modulo |x|^2 times those of degree
    n - 2.

    Examples
    --------
    >>> [harmonic_dimension(n, 3) for n in range(4)], [harmonic_dimension(n, 2) for n in range(4)]
    ([1, 3, 5, 7], [1, 2, 2, 2])
    """
    check_dimension(d)
    return math.comb(n + d - 1, n) - (math.comb(n + d - 3, n - 2) if n >= 2 else 0)


def slope_of_polynomial(n: int, d: int) -> Fraction:
    """Return P_n'(1) = n (n + d - 2) / (d - 1), the Laplace eigenvalue of degree n over that of degree 1.

    Examples
    --------
    >>> slope_of_polynomial(3, 2), slope_of_polynomial(2, 3)
    (Fraction(9, 1), Fraction(3, 1))
    """
    return Fraction(n * (n + check_dimension(d) - 2), d - 1)


@lru_cache(maxsize=4096)
def gegenbauer_polynomial(n: int, d: int) -> tuple[Fraction, ...]:
    """Return the coefficients of P_n in 1, t, t^2, ..., exact.

    Notes
    -----
    (n + d - 2) P_{n+1} = (2n + d - 2) t P_n - n P_{n-1}; for d = 2 this is the recurrence of Chebyshev
    polynomials.

    Examples
    --------
    >>> [str(c) for c in gegenbauer_polynomial(2, 3)], [str(c) for c in gegenbauer_polynomial(3, 2)]
    (['-1/2', '0', '3/2'], ['0', '-3', '0', '4'])
    """
    check_dimension(d)
    previous: tuple[Fraction, ...] = (Fraction(0),)
    current: tuple[Fraction, ...] = (Fraction(1),)
    for m in range(n):
        if m == 0:
            previous, current = current, (Fraction(0), Fraction(1))
            continue
        shifted = (Fraction(0), *current)
        padded = (*previous, *([Fraction(0)] * (len(shifted) - len(previous))))
        following = tuple(((2 * m + d - 2) * a - m * b) / (m + d - 2) for a, b in zip(shifted, padded, strict=True))
        previous, current = current, following
    return current


def series_of_polynomial(polynomial: Sequence[Fraction], d: int) -> tuple[Fraction, ...]:
    """Return (a_0, a_1, ...) with sum_k c_k t^k = sum_n a_n P_n(t), exact, of the same length.

    Notes
    -----
    Horner's scheme in the basis P_n, with t P_n = ((n + d - 2) P_{n+1} + n P_{n-1}) / (2n + d - 2) and t P_0
    = P_1.

    Examples
    --------
    >>> [str(a) for a in series_of_polynomial([Fraction(0), Fraction(-1, 2), Fraction(1)], 3)]
    ['1/3', '-1/2', '2/3']
    """
    check_dimension(d)
    series: list[Fraction] = []
    for coefficient in reversed(polynomial):
        following = [Fraction(0)] * (len(series) + 1)
        for n, a in enumerate(series):
            if n == 0:
                following[1] += a
                continue
            following[n + 1] += a * Fraction(n + d - 2, 2 * n + d - 2)
            following[n - 1] += a * Fraction(n, 2 * n + d - 2)
        following[0] += coefficient
        series = following
    return tuple(series)


def polynomial_of_series(series: Sequence[Fraction], d: int) -> tuple[Fraction, ...]:
    """Return the coefficients in 1, t, ... of sum a_n P_n: the inverse of :func:`series_of_polynomial`."""
    total = [Fraction(0)] * len(series)
    for n, a in enumerate(series):
        for k, c in enumerate(gegenbauer_polynomial(n, d) if a else ()):
            total[k] += a * c
    return tuple(total)


def evaluate_series(series: Sequence[Fraction | float], t: Scalar, d: int, derivative: bool = False) -> Scalar:
    """Return sum_n a_n P_n(t), or its derivative in t, at a fraction, ball or array.

    Notes
    -----
    The forward recurrence; differentiated: (n + d - 2) P'_{n+1} = (2n + d - 2)(P_n + t P'_n) - n P'_{n-1}. On
    [-1, 1] all |P_n| <= 1 and the forward recurrence is stable.

    Examples
    --------
    >>> evaluate_series([Fraction(0), Fraction(1), Fraction(2)], Fraction(1), 3)
    Fraction(3, 1)
    >>> evaluate_series([Fraction(0), Fraction(1), Fraction(2)], Fraction(1), 3, derivative=True)
    Fraction(7, 1)
    """
    check_dimension(d)
    zero, one = t * 0, t * 0 + 1
    values, slopes = (zero, one), (zero, zero)
    total = zero
    for n, a in enumerate(series):
        factor: Any = flint.fmpq(a.numerator, a.denominator) if _is_ball(t) and isinstance(a, Fraction) else a
        total = total + (slopes if derivative else values)[1] * factor
        if n == 0:
            values, slopes = (one, t), (zero, one)
            continue
        (p0, p1), (s0, s1) = values, slopes
        values = (p1, ((2 * n + d - 2) * t * p1 - n * p0) / (n + d - 2))
        slopes = (s1, ((2 * n + d - 2) * (p1 + t * s1) - n * s0) / (n + d - 2))
    return total


def _is_ball(t: object) -> bool:
    return isinstance(t, flint.arb | flint.acb)


def exponential_coefficient(n: int, beta: flint.arb, d: int) -> flint.arb:
    """Enclose a_n of e^{beta t} = sum a_n P_n(t) on S^{d-1}; positive for every n when beta > 0.

    Parameters
    ----------
    n : int
        Degree, at least 0.
    beta : flint.arb
        Any real ball; for beta < 0 the sign is (-1)^n.
    d : int
        Dimension of the content, at least 2.

    Notes
    -----
    With nu = (d - 2)/2 the plane-wave expansion (DLMF 10.23.9 at an imaginary argument) reads
    e^{beta t} = Gamma(nu) (2/beta)^nu sum (n + nu) I_{n+nu}(beta) C_n^nu(t), and C_n^nu(1) = binom(n + 2 nu -
    1, n). Both factors together are dim(H_n) Gamma(d/2) (2/beta)^nu I_{n+nu}(beta), which also holds at d =
    2: e^{beta t} = I_0 + 2 sum I_n T_n. Evaluated as dim(H_n) Gamma(d/2) (beta/2)^n 0F1(n + d/2,
    beta^2/4)/Gamma(n + d/2), an even power series, so that beta may be negative or near zero.

    Examples
    --------
    >>> beta = flint.arb(2)
    >>> exponential_coefficient(0, beta, 3).overlaps(beta.sinh() / beta)
    True
    """
    check_dimension(d)
    half = flint.arb(d) / 2
    value = flint.arb("nan")
    for extra in (0, 64, 256, 1024):  # the hypergeometric function cancels where beta and d are both large
        with flint.ctx.workprec(flint.ctx.prec + extra):
            ratio = half.gamma() / (half + n).gamma()
            value = harmonic_dimension(n, d) * ratio * (beta / 2) ** n * (beta * beta / 4).hypgeom_0f1(half + n)
        if value.rel_accuracy_bits() >= min(40, beta.rel_accuracy_bits() // 2):
            break
    return value


def enclose_coefficient(formula: Formula, n: int, d: int) -> flint.arb:
    """Enclose a_n of a formula in t by rigorous quadrature; not finite where a few thousand steps do not do.

    Notes
    -----
    a_n = dim(H_n) int_0^pi f(cos s) P_n(cos s) sin(s)^{d-2} ds / int_0^pi sin(s)^{d-2} ds, because the mean
    of P_n^2 is 1/dim(H_n). The denominator is sqrt(pi) Gamma((d-1)/2) / Gamma(d/2). The integrand is analytic
    where f is.

    References
    ----------
    F. Johansson, "Numerical integration in arbitrary-precision ball arithmetic", ICMS 2018.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> a = enclose_coefficient(parse_formula("exp(t)", {"t"}), 1, 2)
    >>> bool(abs(a - 2 * flint.arb(1).bessel_i(1)) < 1e-10)
    True
    """
    weight = harmonic_dimension(n, d)
    series = [Fraction(0)] * n + [Fraction(1)]

    def integrand(s: flint.acb, analytic: bool) -> flint.acb:
        t = s.cos()
        return formula.enclose_complex({"t": t}, analytic) * evaluate_series(series, t, d) * s.sin() ** (d - 2)

    extra = 2 * weight.bit_length() + 4 * n
    with flint.ctx.workprec(64 + extra):
        tolerance = flint.arb(2) ** -(40 + extra)
        total = flint.acb.integral(
            integrand,
            flint.acb(0),
            flint.acb.pi(),
            abs_tol=tolerance,
            rel_tol=flint.arb(2) ** -40,
            eval_limit=max(_EVALUATIONS // 20, min(_EVALUATIONS, 100 * _EVALUATIONS // len(formula.text))),
            depth_limit=_DEPTH,
            use_heap=True,
        )
        half = flint.arb(d) / 2
        norm = flint.arb.pi().sqrt() * (half - flint.arb(1) / 2).gamma() / half.gamma()
        return weight * total.real / norm
