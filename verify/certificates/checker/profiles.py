"""Profiles f(t) = sum a_n P_n(t) on [-1, 1], P_n the zonal polynomials of S^{d-1}, P_n(1) = 1; facts, proved or open.

    nonnegative  a_n >= 0 for n >= 1; then f <= f(1)        slope  0 < f'(1) < oo
    peaked       f(t) < f(1) for -1 <= t < 1; False: equality for some such t; None: open
    full         a_n > 0 for all n >= 1                     linear f = a_0 + a_1 t, a_1 > 0
    first        nonnegative and a_1 > 0; then f(1) - f(t) >= a_1 (1 - t): peaked
    arcsine      f = c asin(t) + constant, c > 0            increasing, exponential  f = C e^{bt} on R, C > 0 or b > 0

t^m is a combination of the P_n, n <= m, n = m mod 2, all with positive coefficients: t P_n is one of P_{n+1} and
P_{n-1}. So a power series with coefficients >= 0 is nonnegative, peaked iff an odd degree occurs, and then a_1 > 0.
For d >= 3, |P_n| < 1 inside (-1, 1), n >= 1, and P_n(-1) = (-1)^n; for d = 2, P_n(cos s) = cos(n s), so that f equals
f(1) elsewhere iff the n in use have a common divisor. For e^{bt}, b > 0, all a_n are positive; for b < 0, e^{bt}/b
increases.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction

from .reading import ZERO, beyond, items, number, rational, require, sign

POSITIVE = r"[1-9][0-9]{0,99}(?:/[1-9][0-9]{0,99})?"
TERM = re.compile(rf"{POSITIVE}|(?:{POSITIVE}\*)?(t)(?:\*\*([1-9][0-9]?))?")  # "c", "t", "c*t", "t**m", "c*t**m", c > 0
EXPONENTIAL = re.compile(rf"exp\((?:{POSITIVE}\*)?t\)")


@dataclass(frozen=True)
class Profile:
    """What is proved of a profile."""

    nonnegative: bool = False
    slope: bool = False
    peaked: bool | None = None
    full: bool = False
    first: bool = False
    linear: bool = False
    arcsine: bool = False
    increasing: bool = False
    exponential: bool = False


RISING = Profile(slope=True, peaked=True, increasing=True)
EXP = Profile(nonnegative=True, slope=True, peaked=True, full=True, first=True, increasing=True, exponential=True)


def read_profile(spec: object, d: int) -> Profile:
    """Read a profile and prove its facts; other formulas than these few are read by the second tier."""
    if isinstance(spec, dict):
        (name,) = spec if len(spec) == 1 else [""]
        if name == "gegenbauer":
            return of_zonal([rational(a) for a in items(spec[name])], d)
        require(name in {"usa", "peak"}, "an unknown profile")
        beta = sign(number(spec[name]))
        require(beta, "beta is zero")
        return EXP if beta > 0 else RISING
    if isinstance(spec, str) and EXPONENTIAL.fullmatch(spec):
        return EXP
    if spec == "asin(t)":  # all Taylor coefficients of odd degree are positive, and f'(1) is infinite
        return Profile(nonnegative=True, peaked=True, first=True, arcsine=True)
    terms = [TERM.fullmatch(part) for part in spec.split(" + ")] if isinstance(spec, str) else []
    if terms and all(terms):
        return of_series({int(m[2] or 1) if m[1] else 0 for m in terms if m})
    found: Profile = beyond().profile(spec, d)
    return found


def of_series(degrees: set[int]) -> Profile:
    """Return the facts of a polynomial with positive coefficients in these degrees, the constant being arbitrary."""
    used, odd = degrees - {0}, any(m % 2 for m in degrees)
    return Profile(nonnegative=True, slope=bool(used), peaked=odd, first=odd, linear=used == {1})


def of_zonal(a: list[Fraction], d: int) -> Profile:
    """Return the facts of sum a_n P_n; P_n'(1) = n (n + d - 2) / (d - 1)."""
    require(0 < len(a) <= 202, "a series has 1 to 202 coefficients")
    degrees = [n for n, x in enumerate(a) if n and x > 0]
    nonnegative = all(x >= 0 for x in a[1:])
    odd = math.gcd(*degrees) == 1 if d == 2 else any(n % 2 for n in degrees)
    slope = sum((x * n * (n + d - 2) for n, x in enumerate(a)), ZERO) > 0
    first = nonnegative and 1 in degrees
    return Profile(nonnegative, slope, odd if nonnegative else None, first=first, linear=first and degrees == [1])
