"""Interval arithmetic: an interval (lo, hi, pos) in units of 2^-bits contains the number, lo rounded down, hi up.

pos says that the number is > 0 even where lo had to be rounded to 0, as for exp(-65535). Functions: series whose rest
is below one unit, values at both ends where a function increases. What may be undefined is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from ..reading import MAX_BITS, require, spend

PRECISIONS = (80, 240, 960)
Interval = tuple[int, int, bool]


def up(value: int, shift: int) -> int:
    """Return ceil(value / 2^shift)."""
    return -(-value >> shift)


def _odd_series(p: int, q: int, w: int, sign: int) -> tuple[int, int]:
    """Enclose sum_j sign^j z^(2j+1)/(2j+1), atanh or atan, for z = p/q in [0, 1/2]; the rest is below one unit."""
    spend(w * w // 500)
    lo, hi = (p << w) // q, -((-p << w) // q)
    square_lo, square_hi = lo * lo >> w, up(hi * hi, w)
    low, high, n, s = lo, hi, 1, 1
    while hi > 1:
        lo, hi, n, s = lo * square_lo >> w, up(hi * square_hi, w), n + 2, s * sign
        small, large = lo // n, -(-hi // n)
        low, high = (low + small, high + large) if s > 0 else (low - large, high - small)
    return low - 2, high + 2


@lru_cache(maxsize=64)
def pi(w: int) -> tuple[int, int]:
    """Enclose pi by Machin's formula 16 atan(1/5) - 4 atan(1/239)."""
    a, b = _odd_series(1, 5, w + 8, -1), _odd_series(1, 239, w + 8, -1)
    return (16 * a[0] - 4 * b[1]) >> 8, up(16 * a[1] - 4 * b[0], 8)


class Arithmetic:
    """Interval operations at a fixed number of bits; an operation that may be undefined is refused."""

    def __init__(self, bits: int) -> None:
        self.bits, self.one = bits, 1 << bits
        self.unit = (self.one, self.one, True)

    def make(self, lo: int, hi: int, pos: object = False) -> Interval:
        size = max(abs(lo), abs(hi)).bit_length()
        require(size <= self.bits + MAX_BITS, "a value is too large")
        spend(size // 64)
        return (max(lo, 0), hi, True) if pos or lo > 0 else (lo, hi, False)

    def rational(self, q: Fraction) -> Interval:
        n = q.numerator << self.bits
        return self.make(n // q.denominator, -(-n // q.denominator), q > 0)

    def add(self, a: Interval, b: Interval) -> Interval:
        return self.make(a[0] + b[0], a[1] + b[1], (a[2] and b[0] >= 0) or (b[2] and a[0] >= 0))

    def neg(self, a: Interval) -> Interval:
        return self.make(-a[1], -a[0])

    def sub(self, a: Interval, b: Interval) -> Interval:
        return self.add(a, self.neg(b))

    def mul(self, a: Interval, b: Interval) -> Interval:
        ends = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
        pos = (a[2] and b[2]) or (a[1] < 0 and b[1] < 0)
        return self.make(min(ends) >> self.bits, up(max(ends), self.bits), pos)

    def div(self, a: Interval, b: Interval) -> Interval:
        require(b[0] > 0 or b[1] < 0, "a division by what may be zero")
        square = self.one << self.bits
        return self.mul(a, self.make(square // b[1], -(-square // b[0]), b[0] > 0))

    def hull(self, *parts: Interval) -> Interval:
        return self.make(min(p[0] for p in parts), max(p[1] for p in parts), all(p[2] for p in parts))

    def least(self, *parts: Interval) -> Interval:
        return self.make(min(p[0] for p in parts), min(p[1] for p in parts), all(p[2] for p in parts))

    def greatest(self, *parts: Interval) -> Interval:
        return self.make(max(p[0] for p in parts), max(p[1] for p in parts), any(p[2] for p in parts))

    def absolute(self, a: Interval) -> Interval:
        lo = 0 if a[0] <= 0 <= a[1] else min(abs(a[0]), abs(a[1]))
        return self.make(lo, max(abs(a[0]), abs(a[1])), a[2] or a[1] < 0)

    def sign(self, a: Interval) -> Interval:
        lo = 1 if a[2] else 0 if a[0] >= 0 else -1
        return self.make(lo * self.one, ((a[1] > 0) - (a[1] < 0)) * self.one)

    def rising(self, f: Callable[[Interval], Interval], a: Interval, pos: object) -> Interval:
        """Enclose an increasing function by its values at both ends."""
        low, high = (f((end, end, end > 0)) for end in a[:2])
        return self.make(low[0], high[1], pos)

    def power(self, a: Interval, n: int) -> Interval:
        """Enclose a^n, increasing in a for odd n > 0 and in |a| for even n >= 0."""
        require(abs(n) <= 1_000_000, "an exponent is too large")
        if n < 0:
            return self.div(self.unit, self.power(a, -n))

        def repeated(x: Interval) -> Interval:
            result, rest = self.unit, n
            while rest:
                result = self.mul(result, x) if rest & 1 else result
                rest >>= 1
                x = self.mul(x, x) if rest else x
            return result

        return self.rising(repeated, a if n % 2 else self.absolute(a), a[2] or n == 0 or (n % 2 == 0 and a[1] < 0))

    def real_power(self, a: Interval, y: Interval) -> Interval:
        """a^y = exp(y log a) for a > 0, and 0^y = 0 for y > 0."""
        if a[0] > 0:
            return self.exp(self.mul(y, self.log(a)))
        require(a[0] == 0 and y[0] > 0, "a power of what may be zero or negative")
        high = self.exp(self.mul(y, self.log((a[1], a[1], True))))[1] if a[1] else 0
        return self.make(0, high, a[2])

    def exp(self, a: Interval) -> Interval:
        """Enclose e^x = (e^r)^(2^k), r = |x| / 2^k < 2^-8, by Taylor's series; e^-x = 1/e^x."""

        def point(v: Interval) -> Interval:
            x, b, size = v[0], self.bits, abs(v[0]) >> self.bits
            require(x < 0 or size < 10_000, "an exponential is too large")
            if x < 0 and size > b + 2:
                return (0, 1, True)
            k = size.bit_length() + 8
            w = b + 2 * k + 3 * size + 32
            spend(w * w // 500)
            r = (abs(x) << (w - b)) >> k  # exact, since w - b > k
            low = high = lo = hi = 1 << w
            n = 0
            while hi > 1:
                n += 1
                lo, hi = (lo * r >> w) // n, -(-up(hi * r, w) // n)
                low, high = low + lo, high + hi
            high += 2
            for _ in range(k):
                low, high = low * low >> w, up(high * high, w)
            if x < 0:
                low, high = (1 << 2 * w) // high, -(-(1 << 2 * w) // low)
            return (low >> (w - b), up(high, w - b), True)

        return self.rising(point, a, pos=True)

    def log(self, a: Interval) -> Interval:
        """Enclose log x = e log 2 - 2 atanh((X-x)/(X+x)) with X = 2^e > x >= X/2, and log 2 = 2 atanh(1/3)."""
        require(a[0] > 0, "a logarithm of what may be zero or negative")

        def point(v: Interval) -> Interval:
            x, w, X = v[0], self.bits + 32, 1 << v[0].bit_length()
            e = x.bit_length() - self.bits
            two, z = _odd_series(1, 3, w, 1), _odd_series(X - x, X + x, w, 1)
            ends = sorted((2 * e * two[0], 2 * e * two[1]))
            return ((ends[0] - 2 * z[1]) >> 32, up(ends[1] - 2 * z[0], 32), False)

        return self.rising(point, a, a[0] > self.one)

    def sqrt(self, a: Interval) -> Interval:
        require(a[0] >= 0, "a square root of what may be negative")
        return self.make(math.isqrt(a[0] << self.bits), up(math.isqrt(a[1] << self.bits + 8) + 1, 4), a[2])

    def cos(self, a: Interval) -> Interval:
        """Take the values at both ends, and (-1)^k at every multiple k pi that may lie between."""
        if a[1] - a[0] > 7 * self.one:
            return (-self.one, self.one, False)
        ends = [*self._cos(a[0]), *self._cos(a[1])]
        extra = abs(a[0]).bit_length()
        low, high = pi(self.bits + extra)
        first = (a[0] << extra) // low - 2
        for k in range(first, first + 8):
            edges = sorted((k * low, k * high))
            if edges[0] <= a[1] << extra and edges[1] >= a[0] << extra:
                ends.append(-self.one if k % 2 else self.one)
        return self.make(max(min(ends), -self.one), min(max(ends), self.one))

    def _cos(self, x: int) -> tuple[int, int]:
        """Enclose cos r, r = x - 2 k pi, by Taylor's series: alternating, and decreasing from r^4/4! on."""
        w = self.bits + 32 + max(0, abs(x).bit_length() - self.bits)
        spend(w * w // 500)
        low, high = pi(w)
        scaled = x << (w - self.bits)
        k = (scaled + low) // (2 * low)
        r = sorted((scaled - 2 * k * low, scaled - 2 * k * high))
        square_lo = 0 if r[0] <= 0 <= r[1] else min(abs(r[0]), abs(r[1])) ** 2 >> w
        square_hi = up(max(abs(r[0]), abs(r[1])) ** 2, w)
        total = [1 << w, 1 << w]
        lo = hi = 1 << w
        n = 0
        while hi > 1 or n < 10:
            n += 2
            lo, hi = (lo * square_lo >> w) // (n * (n - 1)), -(-up(hi * square_hi, w) // (n * (n - 1)))
            total = [total[0] - hi, total[1] - lo] if n % 4 else [total[0] + lo, total[1] + hi]
        return (total[0] - 2) >> (w - self.bits), up(total[1] + 2, w - self.bits)

    def half_pi(self) -> Interval:
        low, high = pi(self.bits)
        return (low >> 1, up(high, 1), True)

    def sin(self, a: Interval) -> Interval:
        return self.cos(self.sub(a, self.half_pi()))

    def atan(self, a: Interval) -> Interval:
        """Enclose atan v: the series for |v| <= 1/2, pi/4 + atan((v-1)/(v+1)) up to 2, pi/2 - atan(1/v) beyond."""
        w = self.bits + 32
        low, high = pi(w)

        def point(v: Interval) -> Interval:
            x, one = abs(v[0]), self.one
            if 2 * x <= one:
                lo, hi = _odd_series(x, one, w, -1)
            elif x <= 2 * one:
                lo, hi = _odd_series(abs(x - one), x + one, w, -1)
                lo, hi = (lo, hi) if x >= one else (-hi, -lo)
                lo, hi = lo + (low >> 2), hi + up(high, 2)
            else:
                lo, hi = _odd_series(one, x, w, -1)
                lo, hi = (low >> 1) - hi, up(high, 1) - lo
            lo, hi = (lo, hi) if v[0] >= 0 else (-hi, -lo)
            return (lo >> 32, up(hi, 32), False)

        return self.rising(point, a, a[2])

    def asin(self, a: Interval) -> Interval:
        """Enclose asin v = 2 atan(v / (1 + sqrt(1 - v^2)))."""
        require(-self.one <= a[0] and a[1] <= self.one, "an arcsine or arccosine of what may leave [-1, 1]")

        def point(v: Interval) -> Interval:
            rest = self.sub(self.unit, self.mul(v, v))
            half = self.atan(self.div(v, self.add(self.unit, self.sqrt((max(0, rest[0]), rest[1], False)))))
            return self.add(half, half)

        return self.rising(point, a, a[2])

    def sinh(self, a: Interval) -> Interval:
        return self.mul(self.rational(Fraction(1, 2)), self.sub(self.exp(a), self.exp(self.neg(a))))

    def cosh(self, a: Interval) -> Interval:
        return self.mul(self.rational(Fraction(1, 2)), self.add(self.exp(a), self.exp(self.neg(a))))

    def tanh(self, a: Interval) -> Interval:
        """Enclose tanh v = 1 - 2/(e^(2v) + 1)."""
        above = self.add(self.exp(self.add(a, a)), self.unit)
        return self.sub(self.unit, self.div(self.add(self.unit, self.unit), above))


COARSE, FINE = (Arithmetic(bits) for bits in PRECISIONS[:2])
