"""Power series with nonnegative coefficients, recognised from the form of a formula.

If f(t) = sum_k c_k t^k converges absolutely at 1 and c_k >= 0 for k >= 1, then f is a positive definite
function on every sphere up to its constant (Schoenberg): t^k is a positive combination of P_k, P_{k-2}, ...
Hence a_n > 0 exactly for those n >= 1 for which some k >= n of the same parity has c_k > 0, and only the
largest even and the largest odd exponent matter.

References
----------
I. J. Schoenberg, "Positive definite functions on spheres", Duke Math. J. 9 (1942).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from verify.model.calculus import at, divide, negate, sign_of, subtract
from verify.model.formula import Apply, Const, Name, Node, free_names
from verify.model.polynomials import polynomial

__all__ = ["PowerSeries", "nonnegative_series"]

_ONE = Const(Fraction(1))
_HALF_PI = Apply("/", (Name("pi"), Const(Fraction(2))))


@dataclass(frozen=True)
class PowerSeries:
    """A power series with c_k >= 0 for every k >= 1, absolutely convergent on [-1, 1].

    Attributes
    ----------
    even, odd : float
        The largest even and the largest odd k with c_k > 0; ``inf`` for infinitely many, -1 for none.
        ``even`` counts k = 0 only where ``starts_nonnegative``.
    starts_nonnegative : bool
        Whether c_0 >= 0 is certain, as products and most compositions need.
    exact : bool
        Whether no sign of a constant needed ball arithmetic.
    """

    even: float
    odd: float
    starts_nonnegative: bool = True
    exact: bool = True

    @property
    def constant(self) -> bool:
        """Whether no power of t occurs."""
        return self.even <= 0 and self.odd < 0

    def __add__(self, other: PowerSeries) -> PowerSeries:
        return PowerSeries(
            max(self.even, other.even),
            max(self.odd, other.odd),
            self.starts_nonnegative and other.starts_nonnegative,
            self.exact and other.exact,
        )

    def __mul__(self, other: PowerSeries) -> PowerSeries:
        even = max(_plus(self.even, other.even), _plus(self.odd, other.odd))
        odd = max(_plus(self.even, other.odd), _plus(self.odd, other.even))
        return PowerSeries(even, odd, exact=self.exact and other.exact)


def _plus(a: float, b: float) -> float:
    return -1 if min(a, b) < 0 else a + b


@lru_cache(maxsize=2048)  # products try both signs of both factors: without memory that doubles at every level
def nonnegative_series(node: Node, sign: int = 1) -> PowerSeries | None:
    """Return the power series of ``sign`` times a tree in t if the rules here show it to be of this kind.

    The rules: polynomials; sums, products, natural powers; exp, sinh, cosh, asin, tan and Bessel functions of
    a series within their radius; -log(u), u^{-p} and -u^{p}, 0 < p < 1, of u = u_0 - h with a series h.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> nonnegative_series(parse_formula("exp(t**2)/2 - 1", {"t"}).tree)
    PowerSeries(even=inf, odd=-1, starts_nonnegative=False, exact=True)
    >>> nonnegative_series(parse_formula("tanh(t)", {"t"}).tree) is None
    True
    """
    coefficients = polynomial(node, "t")
    if coefficients is not None:
        return _of_polynomial(coefficients, sign)
    match node:
        case Apply("neg", (a,)):
            return nonnegative_series(a, -sign)
        case Apply(("+" | "-") as op, (a, b)):
            left, right = nonnegative_series(a, sign), nonnegative_series(b, sign if op == "+" else -sign)
            return left + right if left and right else None
        case Apply("*", (a, b)):
            return _product(a, b, sign)
        case Apply("/", (a, b)):
            return _product(a, divide(_ONE, b), sign) if a != _ONE else _reciprocal(b, sign)
        case Apply("**", (a, b)):
            return _power(a, b, sign)
        case Apply("sqrt", (a,)):
            return _root(a, sign)
        case Apply("besseli", (order, u)):
            return _bessel(order, u, sign)
        case Apply(function, (u,)):
            return _function(function, u, sign)
    return None


def _of_polynomial(coefficients: tuple[Node, ...], sign: int) -> PowerSeries | None:
    signs = [sign_of(c) for c in coefficients]
    values = [None if s.value is None else s.value * sign for s in signs]
    if any(v is None or v < 0 for v in values[1:]):
        return None
    tops = [
        max((k for k, v in enumerate(values) if v is not None and v > 0 and k % 2 == p), default=-1) for p in (0, 1)
    ]
    starts = values[0] is not None and values[0] >= 0
    return PowerSeries(tops[0], tops[1], starts, all(s.exact for s in signs))


def _product(a: Node, b: Node, sign: int) -> PowerSeries | None:
    for constant, other in ((a, b), (b, a)):
        if free_names(constant):
            continue
        s = sign_of(constant)
        if s.value is None:
            return None
        if s.value == 0:
            return PowerSeries(-1, -1)
        series = nonnegative_series(other, sign * s.value)
        return series and PowerSeries(series.even, series.odd, series.starts_nonnegative, series.exact and s.exact)
    for first in (1, -1):
        left, right = nonnegative_series(a, first), nonnegative_series(b, first * sign)
        if left and right and left.starts_nonnegative and right.starts_nonnegative:
            return left * right
    return None


def _compose(series: PowerSeries, parity: int | None, *, offset: bool) -> PowerSeries | None:
    """Compose g(h) for a g with infinitely many positive coefficients, of all exponents or of one parity.

    ``offset`` says whether the constant of h enters, as it does unless g is e^h, where it only scales.
    """
    if series.constant:
        return None
    if series.odd < 0:
        return PowerSeries(math.inf, -1, exact=series.exact)
    if series.even > 0 or (offset and series.even == 0) or parity is None:
        return PowerSeries(math.inf, math.inf, exact=series.exact)
    return (
        PowerSeries(math.inf, -1, exact=series.exact) if parity == 0 else PowerSeries(-1, math.inf, exact=series.exact)
    )


def _function(function: str, u: Node, sign: int) -> PowerSeries | None:
    match function:
        case "exp" if sign > 0:
            inner = nonnegative_series(u)
            return inner and _compose(inner, None, offset=False)
        case "cosh" if sign > 0:
            inner = _starting(u, 1) or _starting(u, -1)
            return inner and _compose(inner, 0, offset=True)
        case "sinh":
            inner = _starting(u, sign)
            return inner and _compose(inner, 1, offset=True)
        case "asin":
            return _odd_within(u, sign, _ONE, closed=True)
        case "tan":
            return _odd_within(u, sign, _HALF_PI, closed=False)
        case "acos":  # acos = pi/2 - asin
            inner = _odd_within(u, -sign, _ONE, closed=True)
            return inner and PowerSeries(inner.even, inner.odd, sign > 0, inner.exact)
        case "log" if sign < 0:
            return _of_decreasing(
                u, closed=False, starts=sign_of(subtract(_ONE, at(u, {"t": Const(Fraction(0))}))).value
            )
    return None


def _starting(u: Node, sign: int) -> PowerSeries | None:
    series = nonnegative_series(u, sign)
    return series if series and series.starts_nonnegative else None


def _odd_within(u: Node, sign: int, radius: Node, *, closed: bool) -> PowerSeries | None:
    """Return asin or tan (odd, positive coefficients) of a series whose value at 1 is within the radius."""
    inner = _starting(u, sign)
    if inner is None:
        return None
    value = at(u, {"t": _ONE})
    margin = sign_of(subtract(radius, value if sign > 0 else negate(value)))
    if margin.value is None or margin.value < (0 if closed else 1):
        return None
    result = _compose(inner, 1, offset=True)
    return result and PowerSeries(result.even, result.odd, exact=result.exact and margin.exact)


def _of_decreasing(u: Node, *, closed: bool, starts: int | None) -> PowerSeries | None:
    """Return positive power series in h/u_0 of u = u_0 - h: h(1) < u_0 means u(1) > 0."""
    h = nonnegative_series(u, -1)
    if h is None:
        return None
    smallest = sign_of(at(u, {"t": _ONE}))
    if smallest.value is None or smallest.value < (0 if closed else 1):
        return None
    result = _compose(h, None, offset=False)
    return result and PowerSeries(
        result.even, result.odd, starts is not None and starts >= 0, result.exact and smallest.exact
    )


def _reciprocal(u: Node, sign: int, exponent: Node = _ONE) -> PowerSeries | None:
    """Return sign * u^{-p}, p > 0: u = u_0 - h, or for p = 1 and sign = -1 the negative of that."""
    if sign < 0:
        return _of_decreasing(negate(u), closed=False, starts=1) if exponent == _ONE else None
    return _of_decreasing(u, closed=False, starts=1)


def _root(u: Node, sign: int) -> PowerSeries | None:
    """Return -u^p, 0 < p < 1, of u = u_0 - h, h(1) <= u_0: its binomial series converges at the end point."""
    return _of_decreasing(u, closed=True, starts=-1) if sign < 0 else None


def _power(base: Node, exponent: Node, sign: int) -> PowerSeries | None:
    if free_names(exponent):
        return _exponential(base, exponent, sign)
    if isinstance(exponent, Const) and exponent.value.denominator == 1:
        n = exponent.value.numerator
        return _natural_power(base, n, sign) if n > 0 else _natural_reciprocal(base, -n, sign)
    negative, below_one = sign_of(exponent), sign_of(subtract(_ONE, exponent))
    if negative.value == -1:
        return _reciprocal(base, sign, negate(exponent))
    return _root(base, sign) if negative.value == 1 and below_one.value == 1 else None


def _natural_reciprocal(base: Node, n: int, sign: int) -> PowerSeries | None:
    """Return sign * base^{-n} = sign * (+-1)^n * (+-base)^{-n}."""
    for flip in (1, -1):
        if flip**n == sign:
            found = _of_decreasing(base if flip > 0 else negate(base), closed=False, starts=1)
            if found:
                return found
    return None


def _natural_power(base: Node, n: int, sign: int) -> PowerSeries | None:
    for flip in (1, -1):
        series = _starting(base, flip) if flip**n == sign else None
        if series:
            result, square, rest = PowerSeries(0, -1), series, n
            while rest:
                if rest % 2:
                    result = result * square
                square, rest = square * square, rest // 2
            return result
    return None


def _exponential(base: Node, exponent: Node, sign: int) -> PowerSeries | None:
    """c^u = e^{u log c}."""
    if free_names(base) or sign < 0:
        return None
    positive, growth = sign_of(base), sign_of(subtract(base, _ONE))
    if positive.value != 1 or growth.value is None:
        return None
    if growth.value == 0:
        return PowerSeries(0, -1)
    inner = nonnegative_series(exponent, growth.value)
    return inner and _compose(inner, None, offset=False)


def _bessel(order: Node, u: Node, sign: int) -> PowerSeries | None:
    """I_n of a natural order n: the powers n, n + 2, ... with positive coefficients; I_{-n} = I_n."""
    if not isinstance(order, Const) or order.value.denominator != 1:
        return None
    parity = abs(order.value.numerator) % 2
    if parity == 0 and sign < 0:
        return None
    inner = _starting(u, sign) or (_starting(u, -1) if parity == 0 else None)
    return inner and _compose(inner, parity, offset=True)
