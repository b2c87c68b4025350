"""Facts of the dichotomy about finite Gegenbauer series with rational coefficients: all exact."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from verify.model.calculus import add, multiply
from verify.model.formula import (
    Apply,
    Const,
    Name,
    Node,
)
from verify.model.gegenbauer import (
    polynomial_of_series,
    slope_of_polynomial,
)
from verify.model.peaks import Peak, enclose_peak, peak_at_samples, peak_of_polynomial
from verify.model.profile_facts import Fact, ProfileFacts
from verify.model.readings import to_ball

_ZERO, _ONE = Const(Fraction(0)), Const(Fraction(1))

_STURM_DEGREE = 40

__all__ = ["facts_of_series", "peak_facts", "peak_from_degrees", "polynomial_tree"]


def facts_of_series(series: Sequence[Fraction], d: int) -> ProfileFacts:
    """Facts of f = sum a_n P_n with finitely many rational coefficients: all decided exactly."""
    slope = sum((a * slope_of_polynomial(n, d) for n, a in enumerate(series)), Fraction(0))
    value = sum(series, Fraction(0))
    degrees = frozenset(n for n, a in enumerate(series) if n >= 1 and a > 0)
    negative = next(((n, a) for n, a in enumerate(series) if n >= 1 and a < 0), None)
    if negative is None:
        nonnegative = Fact.of(True, "Every coefficient a_n, n >= 1, is at least 0.")
        peaked, bounded = peak_from_degrees(degrees, d)
    else:
        nonnegative = Fact.of(False, f"a_{negative[0]} = {negative[1]} < 0.")
        peaked, bounded = peak_facts(_peak_of_series(series, d))
    return ProfileFacts(
        d=d,
        facts={
            "nonnegative": nonnegative,
            "slope": Fact.of(slope > 0, f"f'(1) = {slope}, the sum of a_n n(n+d-2)/(d-1)."),
            "peaked": peaked,
            "bounded": bounded,
            "continuous": Fact.of(True, "A polynomial."),
        },
        degrees=degrees,
        linear=degrees == {1} and negative is None,
        value_at_one=to_ball(Const(value), {}),
        slope_at_one=to_ball(Const(slope), {}),
        a_0=to_ball(Const(series[0]), {}),
        exact={"value_at_one": str(value), "slope_at_one": str(slope), "a_0": str(series[0])},
    )


def _peak_of_series(series: Sequence[Fraction], d: int) -> Peak:
    coefficients = polynomial_of_series(series, d)
    if len(coefficients) <= _STURM_DEGREE:
        return peak_of_polynomial(coefficients)
    tree = polynomial_tree(coefficients)
    return peak_at_samples(tree) or enclose_peak(tree)


def polynomial_tree(coefficients: Sequence[Fraction]) -> Node:
    """Return the tree of sum c_k t^k."""
    total: Node = _ZERO
    for k, c in enumerate(coefficients):
        t: Node = Name("t") if k == 1 else Apply("**", (Name("t"), Const(Fraction(k))))
        total = add(total, multiply(Const(c), t) if k else Const(c))
    return total


def peak_from_degrees(degrees: frozenset[int], d: int, *, exact: bool = True) -> tuple[Fact, Fact]:
    """Facts ``peaked`` and ``bounded`` of a nonnegative profile whose positive degrees are known."""
    bounded = Fact.of(True, "a_n >= 0 for n >= 1 and |P_n| <= 1.", exact=exact)
    if not degrees:
        return Fact.of(False, "f is constant.", exact=exact), bounded
    if d == 2:
        divisor = math.gcd(*degrees)
        if divisor == 1:
            return Fact.of(True, "d = 2: the n with a_n > 0 have greatest common divisor 1.", exact=exact), bounded
        how = f"d = 2: every n with a_n > 0 is a multiple of {divisor}, so f(cos(2 pi/{divisor})) = f(1)."
        return Fact.of(False, how, exact=exact), bounded
    odd = min((n for n in degrees if n % 2), default=None)
    if odd is None:
        return Fact.of(False, "Only even n have a_n > 0, so f(-1) = f(1).", exact=exact), bounded
    return Fact.of(True, f"a_n >= 0 for n >= 1 and a_{odd} > 0 with {odd} odd.", exact=exact), bounded


def peak_facts(peak: Peak) -> tuple[Fact, Fact]:
    """Return the facts ``peaked`` and ``bounded`` of a decided peak."""
    return Fact.of(peak.peaked, peak.how, exact=peak.exact), Fact.of(peak.bounded, peak.how, exact=peak.exact)
