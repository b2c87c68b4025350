"""Independent checker of certificates: the standard library alone, in one file that can be copied and audited.

    python checker.py CERTIFICATE.json [--problem-digest sha256:...]
    exit code 0: accepted; 1: well formed, but rejected; 2: unreadable

What is believed: nothing of ``data`` but what is verified here, and of ``problem`` only that it is the problem;
its digest has to be that of the user's own kernel (``--problem-digest``). The seal tells accidental damage and is
no evidence. Rational numbers are exact; other real numbers are enclosed by intervals of integers, rounded
outwards, and what stays undecided at the highest precision is rejected. Work, sizes and lengths are limited, so
that a hostile file is refused, not waited for.

Setting: contents x on the sphere S^{d-1}, labels with a fixed law rho, laws mu of both with label marginal rho
("all laws"), graph laws x = x*(label), E[mu] = 1/2 ∬ h dmu dmu. A law is collapsed if its content marginal is one
point. A claim says for each view whether maximisers of E exist and all of them are collapsed ("all"), some are and
some are not ("some"), or none is ("none", also where no maximiser exists).

Used throughout: a collapsed law is a graph law, so "none" for graph laws implies "none" for all laws, and "all" for
all laws implies "all" for graph laws. With a single atom every graph law is collapsed. A nonatomic block on which
the kernel is constant carries any law of contents as a graph; so for ``blocks`` both views are the view "all laws"
of atoms with the same weights.

This module is longer than its siblings on purpose: it has to work as a plain copy of one file. Sections 1 to 4 read
and enclose, 5 to 7 prove facts, 8 to 11 hold one function per method, 12 puts a certificate together. To audit one
method, read 1, 2, 12, the method, and what it calls.
"""

from __future__ import annotations

import ast
import hashlib
import json
import math
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from operator import mul
from pathlib import Path
from typing import Any

__all__ = ["Report", "check", "check_text", "statement_of"]

View = str | None  # "all", "some", "none", or None where nothing is proved
Views = tuple[View, View]  # (graph laws, all laws)
Tree = tuple[Any, ...]
Env = Mapping[str, Tree]
Data = Mapping[str, Any]
ZERO, ONE = Fraction(0), Fraction(1)

# -------------------------------------------------------------------------------- 1. limits, reading plain data
# JSON without floats. Numbers are strings "p" or "p/q" in lowest terms, or formulas of constants.

MAX_FILE = 1 << 25
MAX_TEXT, MAX_DEPTH = 50_000, 150
MAX_BITS = 60_000
MAX_LABELS, MAX_TABLE = 1 << 24, 2048
MAX_WORK = 40_000_000  # units of roughly a microsecond
PRECISIONS = (80, 240, 960)
RATIONAL = re.compile(r"(0|-?[1-9][0-9]{0,4299})(?:/([1-9][0-9]{0,4299}))?")


class Refused(Exception):  # noqa: N818 - no error of the program, but the answer "rejected" and its reason
    """The certificate does not prove its claim."""


class _Work:
    spent = 0


def spend(units: int) -> None:
    """Count work, and refuse what needs too much of it."""
    _Work.spent += units
    if _Work.spent > MAX_WORK:
        raise Refused("checking needs more work than is allowed")


def require(condition: object, reason: str) -> None:
    """Refuse unless a condition holds."""
    if not condition:
        raise Refused(reason)


def rational(text: object) -> Fraction:
    """Read "p" or "p/q" in lowest terms; "-0", "2/4", "1.5" and JSON numbers are refused."""
    match = RATIONAL.fullmatch(text) if isinstance(text, str) else None
    if not match:
        raise Refused(f"not a rational number: {str(text)[:60]!r}")
    p, q = int(match[1]), int(match[2] or 1)
    require(math.gcd(p, q) == 1 and q != (match[2] and 1), f"not in lowest terms: {str(text)[:60]}")
    return Fraction(p, q)


def items(value: object, length: int | None = None) -> list[Any]:
    """Accept a list (of the given length)."""
    if not isinstance(value, list):
        raise Refused("a list is missing")
    require(length in {None, len(value)}, f"a list of {length} entries has {len(value)}")
    return value


def rationals(value: object, length: int) -> list[Fraction]:
    """Read a list of exactly ``length`` rationals."""
    return [rational(x) for x in items(value, length)]


def integer(value: object, low: int, high: int) -> int:
    """Accept a JSON integer in a range; true and false are no integers."""
    if type(value) is not int or not low <= value <= high:
        raise Refused(f"not an integer from {low} to {high}: {str(value)[:40]}")
    return value


def fields(value: object, required: set[str], optional: Iterable[str] = ()) -> dict[str, Any]:
    """Accept an object with the required keys and no unknown ones."""
    if not isinstance(value, dict):
        raise Refused("an object is missing")
    require(required <= value.keys() <= required | set(optional), f"the keys are {sorted(value)}")
    return value


def digest(value: object) -> str:
    """Return the SHA-256 of canonical JSON: sorted keys, no spaces."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def plain(value: object, depth: int = 0) -> None:
    """Accept objects, lists, strings, booleans, null and moderate integers: no floats, so no NaN."""
    require(depth < 20, "nested too deeply")
    if isinstance(value, dict):
        require(all(type(key) is str for key in value), "a key is not a string")
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            plain(part, depth + 1)
        return
    require(type(value) is not float, f"a JSON float ({value}) where exact numbers are demanded")
    require(value is None or type(value) in {str, bool, int}, f"not plain JSON: {type(value).__name__}")
    require(type(value) is not int or abs(value) < 1 << 53, "a JSON integer is too large")


# -------------------------------------------------------------------------------------------------- 2. formulas
# A formula is a tree of tuples: ("num", q), ("var", name), ("pi",), ("E",), (operator or function, arguments..) and
# ("Piecewise", ((value, condition), ..)), a condition being a tuple of (relation, left, right) that must all hold.
# ("range", a, b) stands for all numbers from a to b. Python evaluates nothing: ast.parse only reads the syntax.

BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"}
UNARY = {
    "sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "Abs", "sign",
}  # fmt: skip
RELATION = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
SIGNS = {"<": {-1}, "<=": {-1, 0}, ">": {1}, ">=": {0, 1}, "==": {0}, "!=": {-1, 1}}  # of left - right
T = ("var", "t")


def num(value: int | Fraction) -> Tree:
    """Return the tree of a rational."""
    return ("num", Fraction(value))


def formula(text: object, names: Iterable[str] = ()) -> Tree:
    """Read a formula by whitelist; ``names`` are the variables that may occur."""
    if isinstance(text, str) and re.fullmatch(r"[-+.0-9/]+", text):
        return num(rational(text))
    if not isinstance(text, str) or not text.isascii() or not 0 < len(text) <= MAX_TEXT:
        raise Refused(f"not a number or a formula: {str(text)[:60]!r}")
    spend(20 * len(text))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            body = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError, Warning):
        raise Refused(f"not a formula: {text[:60]}") from None
    return _convert(body, frozenset(names), 0)


def _convert(node: ast.AST, names: frozenset[str], depth: int) -> Tree:
    require(depth < MAX_DEPTH, "a formula is nested too deeply")

    def again(part: ast.AST) -> Tree:
        return _convert(part, names, depth + 1)

    match node:
        case ast.Constant(value=value) if type(value) is int:
            return num(value)
        case ast.Name(id="pi" | "E" as name):
            return (name,)
        case ast.Name(id=name) if name in names:
            return ("var", name)
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return ("neg", again(part))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in BINARY:
            return (BINARY[type(op)], again(left), again(right))
        case ast.Call(func=ast.Name(id="Piecewise"), args=[_, *_] as args, keywords=[]):
            return ("Piecewise", tuple(_branch(arg, again) for arg in args))
        case ast.Call(func=ast.Name(id="Min" | "Max" as name), args=[_, *_] as args, keywords=[]):
            return (name, *map(again, args))
        case ast.Call(func=ast.Name(id=name), args=[arg], keywords=[]) if name in UNARY:
            return (name, again(arg))
    raise Refused(f"a formula contains what is not read here: {ast.unparse(node)[:60]}")


def _branch(node: ast.AST, again: Callable[[ast.AST], Tree]) -> tuple[Tree, Tree]:
    match node:
        case ast.Tuple(elts=[value, ast.Constant(value=True)]):
            return again(value), ()
        case ast.Tuple(elts=[value, ast.Compare(left=left, ops=ops, comparators=rest)]):
            terms = [again(left), *map(again, rest)]
            if all(type(op) in RELATION for op in ops):
                triples = zip(ops, terms, terms[1:], strict=False)
                return again(value), tuple((RELATION[type(op)], a, b) for op, a, b in triples)
    raise Refused("a branch of Piecewise is not (value, comparison)")


def is_constant(tree: Tree) -> bool:
    """Say whether no variable occurs."""
    return tree[0] != "var" and all(is_constant(part) for part in tree if isinstance(part, tuple))


def exact(tree: Tree, env: Env) -> Fraction | None:
    """Return the exact value, or None where it is not seen to be rational (or is undefined)."""
    spend(1)
    head = tree[0]
    if head == "num":
        value: Fraction = tree[1]
        return value
    if head == "var":
        return exact(_lookup(tree[1], env), {})
    if head == "Piecewise":
        for part, condition in tree[1]:
            truth = holds(condition, env, None)
            if truth is not False:
                return exact(part, env) if truth else None
    if head in {"pi", "E", "range", "Piecewise"}:
        return None
    args = [a for a in (exact(part, env) for part in tree[1:]) if a is not None]
    result = _exact_value(head, args) if len(args) == len(tree) - 1 else None
    return result if result is not None and _bits(result) <= MAX_BITS else None


def _lookup(name: str, env: Env) -> Tree:
    if name not in env:
        raise Refused(f"the variable {name} has no value here")
    return env[name]


def _bits(q: Fraction) -> int:
    return max(q.numerator.bit_length(), q.denominator.bit_length())


def _exact_value(head: str, args: list[Fraction]) -> Fraction | None:
    a, b = args[0], args[-1]
    if head in {"**", "sqrt"}:
        return _exact_power(a, b if head == "**" else Fraction(1, 2))
    if head == "/":
        return a / b if b else None
    if head in {"+", "-", "*", "neg", "Abs", "sign", "Min", "Max"}:
        sign = Fraction((a > 0) - (a < 0))
        values = {"+": a + b, "-": a - b, "*": a * b, "neg": -a, "Abs": abs(a), "sign": sign}
        return values[head] if head in values else min(args) if head == "Min" else max(args)
    if head == "log":
        return ZERO if a == 1 else None
    if a == 0 and head != "acos":
        return ONE if head in {"exp", "cos", "cosh"} else ZERO
    return None


def _exact_power(a: Fraction, b: Fraction) -> Fraction | None:
    if b.denominator > 2 or _bits(a) * abs(b.numerator) > MAX_BITS or (a == 0 and b < 0):
        return None
    if b.denominator == 2:
        root = Fraction(math.isqrt(abs(a.numerator)), math.isqrt(a.denominator))
        if root * root != a:
            return None
        a = root
    return a**b.numerator


# --------------------------------------------------------------------------------------- 3. interval arithmetic
# An interval is (lo, hi, pos) in units of 2^-bits. It contains the number; pos says that the number is > 0 even
# where lo had to be rounded to 0, as for exp(-65535). Every operation rounds lo down and hi up.

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

    def tan(self, a: Interval) -> Interval:
        return self.div(self.sin(a), self.cos(a))

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

    def acos(self, a: Interval) -> Interval:
        return self.sub(self.half_pi(), self.asin(a))

    def _half_sum(self, a: Interval, other: Interval) -> Interval:
        total = self.add(a, other)
        return self.make(total[0] >> 1, up(total[1], 1))

    def cosh(self, a: Interval) -> Interval:
        even = self.absolute(a)
        return self.rising(lambda v: self._half_sum(self.exp(v), self.exp(self.neg(v))), even, pos=True)

    def sinh(self, a: Interval) -> Interval:
        return self.rising(lambda v: self._half_sum(self.exp(v), self.neg(self.exp(self.neg(v)))), a, a[2])

    def tanh(self, a: Interval) -> Interval:
        """Enclose tanh v = 1 - 2/(e^(2v) + 1)."""
        two = self.rational(Fraction(2))

        def point(v: Interval) -> Interval:
            return self.sub(self.unit, self.div(two, self.add(self.exp(self.add(v, v)), self.unit)))

        return self.rising(point, a, a[2])


METHOD = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "Abs": "absolute",
    "Min": "least",
    "Max": "greatest",
}
NUMBERS = {"num", "pi", "E"}


def enclose(tree: Tree, env: Env, F: Arithmetic) -> Interval:
    """Enclose all values of a tree; an operation that may be undefined is refused."""
    spend(2 + F.bits // 40)
    head: str = tree[0]
    if head in NUMBERS:
        return F.rational(tree[1]) if head == "num" else F.exp(F.unit) if head == "E" else F.make(*pi(F.bits))
    if head == "var":
        return enclose(_lookup(tree[1], env), {}, F)
    if head == "Piecewise":
        return _union(tree[1], env, F)
    args = [enclose(part, env, F) for part in tree[1:]]
    if head == "range":
        return F.hull(*args)
    if head == "**":
        exponent = exact(tree[2], env)
        if exponent is not None and exponent.denominator == 1:
            return F.power(args[0], exponent.numerator)
        head = "real_power"
    spend(F.bits if head in UNARY or head == "real_power" else 0)
    result: Interval = getattr(F, METHOD.get(head, head))(*args)
    return result


def _union(branches: Tree, env: Env, F: Arithmetic) -> Interval:
    parts = []
    for value, condition in branches:
        truth = holds(condition, env, F)
        if truth is not False:
            parts.append(enclose(value, env, F))
        if truth:
            return F.hull(*parts)
    raise Refused("a Piecewise may have no branch that applies; end it with (value, True)")


def holds(condition: Tree, env: Env, F: Arithmetic | None) -> bool | None:
    """Say whether a condition holds surely (True), surely not (False), or perhaps (None)."""
    verdict: bool | None = True
    for relation, left, right in condition:
        a, b = exact(left, env), exact(right, env)
        if a is not None and b is not None:
            possible = {(a > b) - (a < b)}
        elif F is None:
            return None
        else:
            lo, hi, pos = F.sub(enclose(left, env, F), enclose(right, env, F))
            possible = {s for s, may in ((-1, lo < 0), (0, lo <= 0 <= hi and not pos), (1, hi > 0)) if may}
        if not possible & SIGNS[relation]:
            return False
        verdict = verdict if possible <= SIGNS[relation] else None
    return verdict


def decide(enclosure: Callable[[Arithmetic], Interval], what: str) -> int:
    """Return the sign (-1, 0, 1) of a number that is enclosed ever more tightly."""
    reason = "the intervals stay too wide"
    for bits in PRECISIONS:
        try:
            lo, hi, pos = enclosure(Arithmetic(bits))
        except Refused as refusal:
            reason = str(refusal)
            continue
        if pos or hi < 0 or lo == hi == 0:
            return 1 if pos else -1 if hi < 0 else 0
    raise Refused(f"the sign of {what} could not be decided: {reason}")


class Value:
    """A real number given by a tree; a set of numbers where env holds ranges."""

    __slots__ = ("env", "exact", "tree")

    def __init__(self, tree: Tree, env: Env | None = None) -> None:
        self.tree, self.env = tree, env or {}
        self.exact = exact(tree, self.env)

    def enclose(self, F: Arithmetic) -> Interval:
        return enclose(self.tree, self.env, F) if self.exact is None else F.rational(self.exact)

    def sign(self) -> int:
        if self.exact is not None:
            return (self.exact > 0) - (self.exact < 0)
        return decide(self.enclose, "a number")

    def rational(self) -> Fraction:
        if self.exact is None:
            raise Refused("an entry is not rational, so that this method needs a minorant")
        return self.exact


def sign_or_none(tree: Tree, env: Env | None = None) -> int | None:
    """Return the sign of a value, or None where it cannot be decided."""
    try:
        return Value(tree, env).sign()
    except Refused:
        return None


def sign_of_sum(terms: Iterable[tuple[Fraction, Value]], what: str) -> int:
    """Return the sign of sum c v."""
    kept = []
    for c, v in terms:
        spend(60)
        if c:
            kept.append((c, v))
    if all(v.exact is not None for _, v in kept):
        total = sum((c * v.rational() for c, v in kept), ZERO)
        return (total > 0) - (total < 0)

    def enclosure(F: Arithmetic) -> Interval:
        total: Interval = (0, 0, False)
        for c, v in kept:
            total = F.add(total, F.mul(F.rational(c), v.enclose(F)))
        return total

    return decide(enclosure, what)


# ------------------------------------------------------------------------------------------------ 4. identities
# Normal forms {monomial: coefficient}: polynomials over opaque parts (functions applied to normal forms). Equal forms
# are equal functions where both are defined. Rules: parity, sin^2 = 1 - cos^2, sqrt(a)^2 = a, |a|^2 = a^2.

Form = dict[tuple[Any, ...], Fraction]
EVEN, ODD = {"cos", "cosh", "Abs"}, {"sin", "tan", "sinh", "tanh", "asin", "atan", "sign"}


def frozen(form: Form) -> tuple[Any, ...]:
    """Return an ordered copy of a form."""
    return tuple(sorted(form.items(), key=repr))


def plus(p: Form, q: Form, factor: int | Fraction = 1) -> Form:
    """Return p + factor q."""
    result = dict(p)
    for monomial, c in q.items():
        result[monomial] = result.get(monomial, ZERO) + factor * c
    return {m: c for m, c in result.items() if c}


def times(p: Form, q: Form) -> Form:
    """Return the product, squares of sines, square roots and absolute values rewritten."""
    spend(10 * len(p) * len(q))
    require(len(p) * len(q) < 20_000, "a formula has too many terms")
    result: Form = {}
    for (m, c), (n, e) in product(p.items(), q.items()):
        powers: dict[Any, int] = {}
        for part, k in (*m, *n):
            powers[part] = powers.get(part, 0) + k
        square = next((a for a, k in powers.items() if a[0] in {"sin", "sqrt", "Abs"} and k >= 2), None)
        if square is None:
            result = plus(result, {tuple(sorted(powers.items(), key=repr)): c * e})
            continue
        powers[square] -= 2
        rest: Form = {tuple(sorted(((a, k) for a, k in powers.items() if k), key=repr)): c * e}
        inner = dict(square[1])
        if square[0] == "sin":
            inner = {(): ONE, ((("cos", square[1]), 2),): -ONE}
        result = plus(result, times(rest, times(inner, inner) if square[0] == "Abs" else inner))
    return result


def normal(tree: Tree, env: Env | None = None) -> Form:
    """Return the normal form of a tree, variables replaced by the trees in env."""
    spend(10)
    head = tree[0]
    if head == "num":
        return {(): tree[1]} if tree[1] else {}
    if head == "Piecewise":
        return _opaque(head, tuple((frozen(normal(v, env)), _normal_condition(c, env)) for v, c in tree[1]))
    if head in {"var", "pi", "E"}:
        return normal(env[tree[1]]) if head == "var" and env and tree[1] in env else _opaque(*tree)
    args = [normal(part, env) for part in tree[1:]]
    if head in {"+", "-", "neg", "*"}:
        return times(*args) if head == "*" else plus(args[0] if args[1:] else {}, args[-1], 1 if head == "+" else -1)
    if head == "/":
        constant = set(args[1]) == {()}
        inverse = {(): 1 / args[1][()]} if constant else _opaque("**", frozen(args[1]), frozen({(): -ONE}))
        return times(args[0], inverse)
    if head == "**":
        exponent = args[1].get((), ZERO) if set(args[1]) <= {()} else -ONE
        n, terms = int(exponent), len(args[0])
        if exponent != n or not 0 <= n <= 200 or (terms > 2 and terms ** min(n, 13) > 4096):
            return _opaque(head, *map(frozen, args))
        result: Form = {(): ONE}
        for _ in range(n):
            result = times(result, args[0])
        return result
    if head in {"Min", "Max"}:
        return _opaque(head, *sorted(map(frozen, args), key=repr))
    first = min(args[0].items(), key=lambda item: repr(item[0]), default=((), ONE))
    if head in EVEN | ODD and first[1] < 0:  # f(-a) = ±f(a)
        return plus({}, _opaque(head, frozen(plus({}, args[0], -1))), -1 if head in ODD else 1)
    return _opaque(head, frozen(args[0]))


def _opaque(*part: Any) -> Form:
    return {((part, 1),): ONE}


def _normal_condition(condition: Tree, env: Env | None) -> tuple[Any, ...]:
    return tuple((relation, frozen(plus(normal(a, env), normal(b, env), -1))) for relation, a, b in condition)


Waves = dict[tuple[int, int, int], Fraction]  # (p, q, r) -> coefficient of i^r exp(i (p xi + q zeta)), r = 0, 1


def waves_times(a: Waves, b: Waves) -> Waves:
    """Return the product of trigonometric polynomials."""
    spend(3 * len(a) * len(b))
    require(len(a) * len(b) < 20_000, "a trigonometric polynomial has too many terms")
    result: Waves = {}
    for ((p, q, r), c), ((s, t, u), e) in product(a.items(), b.items()):
        key = (p + s, q + t, (r + u) % 2)
        result[key] = result.get(key, ZERO) + (-c * e if r + u == 2 else c * e)
    return {key: c for key, c in result.items() if c}


def waves(form: Form) -> Waves:
    """Expand a normal form made of sin and cos of integer combinations of xi and zeta."""
    total: Waves = {}
    half = Fraction(1, 2)
    for monomial, c in form.items():
        term: Waves = {(0, 0, 0): c}
        for (name, *rest), power in monomial:
            require(name in {"sin", "cos"} and power <= 64, "k is not a trigonometric polynomial in the labels")
            angle = dict(rest[0])
            m, n = (angle.pop(((("var", v), 1),), ZERO) for v in ("xi", "zeta"))
            require(not angle and m.denominator == n.denominator == 1, "a frequency of k is not an integer")
            p, q = int(m), int(n)
            require(0 < abs(p) + abs(q) <= 4096, "a frequency of k is too large, or a constant is hidden in k")
            r, sign = (0, half) if name == "cos" else (1, -half)  # cos = (e + 1/e)/2, sin = -i e/2 + i/(2e)
            for _ in range(power):
                term = waves_times(term, {(p, q, r): sign, (-p, -q, r): half})
        for key, e in term.items():
            total[key] = total.get(key, ZERO) + e
    return {key: c for key, c in total.items() if c}


# -------------------------------------------------------------------------------------------------- 5. profiles
# f(t) = sum a_n P_n(t), P_n the zonal polynomials of S^{d-1}, P_n(1) = 1. Each fact is proved or left open:
#   nonnegative  a_n >= 0 for n >= 1; then f <= f(1)          slope  0 < f'(1) < oo
#   peaked       f(t) < f(1) for -1 <= t < 1; False: equality for some such t          full  a_n > 0 for all n >= 1
#   first        nonnegative and a_1 > 0; then f(1) - f(t) >= a_1 (1 - t): peaked      linear  f = a_0 + a_1 t, a_1 > 0
# t^m is a combination of the P_n, n <= m, n = m mod 2, all with positive coefficients: t P_n is one of P_{n+1} and
# P_{n-1}. For d >= 3, |P_n| < 1 inside (-1, 1), n >= 1, and P_n(-1) = (-1)^n; for d = 2, P_n(cos s) = cos(n s).

ENTIRE = 1 << 60  # the "highest degree" where there is none
Series = tuple[int, int, bool]  # highest even degree, highest odd degree (-1: none), whether f'(1) is finite


@dataclass(frozen=True)
class Profile:
    """A profile and what is proved of it."""

    tree: Tree
    polynomial: list[Fraction] | None = None
    nonnegative: bool = False
    slope: bool = False
    peaked: bool | None = None
    full: bool = False
    first: bool = False
    linear: bool = False
    arcsine: bool = False

    @property
    def bounded(self) -> bool:
        """Whether f <= f(1) is proved."""
        return self.nonnegative or self.peaked is True


def read_profile(spec: object, d: int) -> Profile:
    """Read a profile and prove its facts."""
    if isinstance(spec, dict):
        (name,) = spec if len(spec) == 1 else [""]
        require(name in {"usa", "peak", "gegenbauer"}, "an unknown profile")
        if name == "gegenbauer":
            return _polynomial_profile(_from_zonal([rational(a) for a in items(spec[name])], d), d)
        # beta > 0: all Taylor coefficients of e^{beta t} are positive; beta < 0: e^{beta t}/beta still increases
        beta = formula(spec[name])
        sign = Value(beta).sign()
        require(sign, "beta is zero")
        tree: Tree = ("/", ("exp", ("*", beta, T if name == "usa" else ("-", T, num(1)))), beta)
        return Profile(tree, None, sign > 0, slope=True, peaked=True, full=sign > 0, first=sign > 0)
    tree, F = formula(spec, ["t"]), Arithmetic(PRECISIONS[0])
    try:  # f is finite on [-1, 1]: at once, or piece by piece
        enclose(tree, {"t": _cells(1)[0]}, F)
    except Refused:
        for part in _cells(64):
            enclose(tree, {"t": part}, F)
    coefficients = polynomial(normal(tree))
    if coefficients is not None:
        return _polynomial_profile(coefficients, d)
    series = _taylor(tree, modulo_constants=True)
    if series is None:
        rising, slope = _increases(tree)
        return Profile(tree, None, slope=slope, peaked=True if rising else None)
    even, odd, finite = series
    slope, full = finite and max(even, odd) >= 1, even == odd == ENTIRE
    return Profile(tree, None, True, slope, odd >= 1, full, first=odd >= 1, arcsine=_is_arcsine(tree))


def _cells(n: int) -> list[Tree]:
    return [("range", num(Fraction(2 * c, n) - 1), num(Fraction(2 * c + 2, n) - 1)) for c in range(n)]


def polynomial(form: Form) -> list[Fraction] | None:
    """Return the coefficients in t of a normal form, if it is a polynomial of degree <= 200."""
    result: dict[int, Fraction] = {}
    for monomial, c in form.items():
        if monomial and (len(monomial) > 1 or monomial[0][0] != T or monomial[0][1] > 200):
            return None
        result[monomial[0][1] if monomial else 0] = c
    return [result.get(m, ZERO) for m in range(max(result, default=0) + 1)]


def _zonal_step(n: int, d: int) -> tuple[Fraction, Fraction]:
    """Return (u, v) of t P_n = u P_{n+1} + v P_{n-1}."""
    return (Fraction(n + d - 2, 2 * n + d - 2), Fraction(n, 2 * n + d - 2)) if n else (ONE, ZERO)


def _to_zonal(coefficients: list[Fraction], d: int) -> list[Fraction]:
    """Return the a_n of a polynomial by Horner's rule, a <- t a + c."""
    a = [ZERO]
    for c in reversed(coefficients):
        moved = [ZERO] * (len(a) + 1)
        for n, x in enumerate(a):
            u, v = _zonal_step(n, d)
            moved[n + 1] += u * x
            moved[max(n - 1, 0)] += v * x
        moved[0] += c
        a = moved
        spend(20 * len(a))
    return a


def _from_zonal(a: list[Fraction], d: int) -> list[Fraction]:
    """Return the coefficients in t of sum a_n P_n, with P_{n+1} = (t P_n - v P_{n-1}) / u."""
    require(0 < len(a) <= 201, "a series has 1 to 201 coefficients")
    total, before, now = [ZERO] * len(a), [ZERO] * len(a), [ONE] + [ZERO] * (len(a) - 1)
    for n, c in enumerate(a):
        total = [x + c * y for x, y in zip(total, now, strict=True)]
        u, v = _zonal_step(n, d)
        before, now = now, [(x - v * y) / u for x, y in zip([ZERO, *now], before, strict=False)]
        spend(20 * len(a))
    return total


def _polynomial_profile(coefficients: list[Fraction], d: int) -> Profile:
    terms: list[Tree] = [("*", num(c), ("**", T, num(m))) if m else num(c) for m, c in enumerate(coefficients)]
    while len(terms) > 1:  # a balanced sum: no deep recursion
        terms = [("+", *terms[i : i + 2]) if terms[i + 1 :] else terms[i] for i in range(0, len(terms), 2)]
    tree = terms[0]
    a = _to_zonal(coefficients, d)
    degrees = [n for n, x in enumerate(a) if n and x > 0]
    nonnegative = all(x >= 0 for x in a[1:])
    if nonnegative:
        peaked: bool | None = math.gcd(*degrees) == 1 if d == 2 else any(n % 2 for n in degrees)
    else:
        peaked = True if _increases(tree)[0] else None
    slope = sum((m * c for m, c in enumerate(coefficients)), ZERO) > 0
    first = nonnegative and 1 in degrees
    return Profile(tree, coefficients, nonnegative, slope, peaked, first=first, linear=first and degrees == [1])


def _taylor(tree: Tree, *, modulo_constants: bool = False) -> Series | None:
    """Return the shape of a Taylor series at 0 that converges on [-1, 1] with all coefficients >= 0, else None.

    Nothing cancels, so the highest degrees are exact. Constants of any sign may be dropped from f itself and from
    the argument of exp, since exp(c + g) = e^c exp(g).
    """
    if is_constant(tree):
        sign = sign_or_none(tree)
        return (-1, -1, True) if modulo_constants or sign == 0 else (0, -1, True) if sign == 1 else None
    coefficients = polynomial(normal(tree))
    if coefficients is not None:
        used = [m for m, c in enumerate(coefficients) if c and (m or not modulo_constants)]
        highest = [max((m for m in used if m % 2 == parity), default=-1) for parity in (0, 1)]
        return None if any(coefficients[m] < 0 for m in used) else (highest[0], highest[1], True)
    head, args = tree[0], tree[1:]
    scaled = {"*": args[::-1] if is_constant(args[0]) else args, "/": args}.get(head)
    if scaled and is_constant(scaled[1]):
        return _taylor(scaled[0], modulo_constants=modulo_constants) if sign_or_none(scaled[1]) == 1 else None
    if head == "+" or (head == "-" and modulo_constants and is_constant(args[1])):
        a, b = (_taylor(part, modulo_constants=modulo_constants) for part in args)
        return a and b and (max(a[0], b[0]), max(a[1], b[1]), a[2] and b[2])
    if head == "*":
        return _series_product(*map(_taylor, args))
    if head == "**":
        power, base = exact(args[1], {}) if is_constant(args[1]) else None, _taylor(args[0])
        result: Series | None = (0, -1, True) if power in range(1, 201) else None
        for _ in range(int(power or 0) if result else 0):
            result = _series_product(result, base)
        return result
    return _taylor_of_function(head, args[0]) if head in {"exp", "sinh", "cosh", "asin"} else None


def _series_product(a: Series | None, b: Series | None) -> Series | None:
    if a is None or b is None:
        return None
    sums = [[min(m + n, ENTIRE) if m >= 0 and n >= 0 else -1 for n in b[:2]] for m in a[:2]]
    return max(sums[0][0], sums[1][1]), max(sums[0][1], sums[1][0]), a[2] and b[2]


def _taylor_of_function(head: str, arg: Tree) -> Series | None:
    """Compose exp, cosh (even powers), sinh or asin (odd powers; |g| <= g(1) <= 1) with a series g."""
    g = _taylor(arg, modulo_constants=head == "exp")
    if g is None or max(g[:2]) < 1:
        return None
    even, odd, finite = g
    if head == "asin":
        room = sign_or_none(("-", num(1), arg), {"t": num(1)})
        if room not in {0, 1}:
            return None
        finite = finite and room == 1
    if odd < 0:
        return ENTIRE, -1, finite
    if head == "exp" or even >= 0:
        return ENTIRE, ENTIRE, finite  # odd^j even^k reaches both parities, for j + k even and for j + k odd
    return (ENTIRE, -1, finite) if head == "cosh" else (-1, ENTIRE, finite)


def _is_arcsine(tree: Tree) -> bool:
    """Say whether f = c asin(t) + constant, c > 0."""
    head, args = tree[0], tree[1:]
    if head in {"+", "*"} and is_constant(args[0]):
        args = args[::-1]
    if head in {"+", "-", "*", "/"} and is_constant(args[1]):
        return _is_arcsine(args[0]) and (head in {"+", "-"} or sign_or_none(args[1]) == 1)
    return bool(tree == ("asin", T))


def derivative(tree: Tree) -> Tree:
    """Return d/dt of functions that are differentiable wherever the result is finite."""
    if is_constant(tree) or tree == T:
        return num(tree == T)
    head, u = tree[0], tree[1]
    require(head not in {"Piecewise", "Abs", "Min", "Max", "sign"}, "not differentiable everywhere")
    if head == "**":
        require(is_constant(tree[2]), "a variable exponent")
        return ("*", ("*", tree[2], ("**", u, ("-", tree[2], num(1)))), derivative(u))
    inner = [derivative(part) for part in tree[1:]]
    if head in {"+", "-", "neg"}:
        return (head, *inner)
    if head in {"*", "/"}:
        left, right = ("*", inner[0], tree[2]), ("*", u, inner[1])
        return ("+", left, right) if head == "*" else ("/", ("-", left, right), ("**", tree[2], num(2)))
    one, square = num(1), ("**", u, num(2))
    outer: dict[str, Tree] = {
        "exp": tree, "log": ("/", one, u), "sqrt": ("/", one, ("*", num(2), tree)),
        "sin": ("cos", u), "cos": ("neg", ("sin", u)), "tan": ("/", one, ("**", ("cos", u), num(2))),
        "sinh": ("cosh", u), "cosh": ("sinh", u), "tanh": ("/", one, ("**", ("cosh", u), num(2))),
        "asin": ("/", one, ("sqrt", ("-", one, square))), "acos": ("/", num(-1), ("sqrt", ("-", one, square))),
        "atan": ("/", one, ("+", one, square)),
    }  # fmt: skip
    return ("*", outer[head], inner[0])


def _increases(tree: Tree) -> tuple[bool, bool]:
    """Say whether f' > 0 is seen on all of [-1, 1] (so f is peaked), and whether 0 < f'(1) < oo is seen."""
    try:
        slope = derivative(tree)
    except Refused:
        return False, False
    F = Arithmetic(PRECISIONS[0])
    try:
        rising = all(enclose(slope, {"t": part}, F)[2] for part in _cells(64))
    except Refused:
        rising = False
    return rising, sign_or_none(slope, {"t": num(1)}) == 1


# ------------------------------------------------------------------------------------------ 6. labels and factors


class Labels:
    """A label law: n atoms or blocks of weights > 0 that sum to 1, or a continuum, which may be cut into cells."""

    def __init__(self, spec: Any) -> None:
        require(isinstance(spec, dict), "labels are missing")
        self.kind = kind = str(spec.get("kind"))
        self.n: int | None = None
        self.weights: list[Fraction] | None = None
        self.points: list[Tree] | None = None
        self.shape: tuple[int, ...] = (1,)
        self.spans: list[tuple[Tree, Tree]] = []
        self.density: Tree | None = None
        if kind in {"atoms", "blocks"}:
            self._weighted(spec)
        elif kind in {"positions", "cyclic"}:
            grid = kind == "positions" and "shape" in spec
            fields(spec, {"kind", "shape" if grid else "n"})
            sides = items(spec["shape"]) if grid else [spec["n"]]
            require(1 <= len(sides) <= 4, "a grid has one to four sides")
            self.shape = tuple(integer(side, 1, MAX_LABELS) for side in sides)
            self.n = integer(math.prod(self.shape), 1, MAX_LABELS)
        elif kind == "interval":
            fields(spec, {"kind", "a", "b"}, {"density"})
            a, b = formula(spec["a"]), formula(spec["b"])
            require(Value(("-", b, a)).sign() > 0, "the interval is empty")
            self.spans = [(a, b)]
            if "density" in spec:
                self._weighed(formula(spec["density"], ["xi"]))
        else:
            require(kind in {"circle", "torus"}, "an unknown kind of labels")
            fields(spec, {"kind", "dim"} if kind == "torus" else {"kind"})
            dim = integer(spec["dim"], 1, 8) if kind == "torus" else 1
            self.shape, self.spans = (1,) * dim, [(num(0), ("*", num(2), ("pi",)))] * dim
        self.atomic = kind in {"atoms", "positions", "cyclic"}
        numbered = len(self.shape) > 1 or kind == "torus"
        stems = ("i", "j") if kind in {"positions", "cyclic"} else ("xi", "zeta")
        numbers = [str(c + 1) if numbered else "" for c in range(len(self.shape))]
        self.first, self.second = ([stem + c for c in numbers] for stem in stems)

    def _weighted(self, spec: dict[str, Any]) -> None:
        fields(spec, {"kind", "weights"}, {"points"} if self.kind == "atoms" else ())
        self.weights = [rational(w) for w in items(spec["weights"])]
        self.n = integer(len(self.weights), 1, MAX_TABLE)
        require(all(w > 0 for w in self.weights), "a weight is not positive")
        common(self.weights)
        require(sum(self.weights) == 1, "the weights do not sum to 1")
        if "points" in spec:
            self.points = [formula(p) for p in items(spec["points"], self.n)]

    def _weighed(self, density: Tree) -> None:
        """Check density >= 0, bounded, somewhere > 0. Its normalisation scales E and changes no claim."""
        self.density, F = density, Arithmetic(PRECISIONS[1])
        values = [enclose(density, {"xi": self.cell(c, 64)[0]}, F) for c in range(64)]
        require(all(v[0] >= 0 for v in values), "the density is not seen to be nonnegative")
        require(any(v[2] for v in values), "the density is not seen to be positive anywhere")

    def size(self) -> int:
        """Return the number of labels of a finite law."""
        if self.n is None:
            raise Refused("this method needs finitely many labels")
        return self.n

    def weight(self, i: int) -> Fraction:
        """Return the weight of a label."""
        return self.weights[i] if self.weights is not None else Fraction(1, self.size())

    def index(self, c: int, shape: Sequence[int]) -> list[int]:
        """Return the coordinates of a row-major index."""
        result = []
        for side in reversed(shape):
            c, rest = divmod(c, side)
            result.append(rest)
        return result[::-1]

    def coordinates(self, i: int) -> list[Tree]:
        """Return the coordinates of label i as formulas see them."""
        if self.kind == "atoms" and self.points is not None:
            return [self.points[i]]
        require(self.kind in {"positions", "cyclic"}, "these labels have no coordinates")
        return [num(c) for c in self.index(i, self.shape)]

    def cell(self, c: int, cells: int) -> list[Tree]:
        """Return the ranges of cell c of a continuum that is cut into ``cells`` equal parts per axis."""
        index = self.index(c, (cells,) * len(self.spans))
        edges = [[("+", a, ("*", ("-", b, a), num(Fraction(k + e, cells)))) for e in (0, 1)]
                 for (a, b), k in zip(self.spans, index, strict=True)]  # fmt: skip
        return [("range", low, high) for low, high in edges]

    def cells(self, data: Data) -> tuple[int, int]:
        """Return the number of cells per axis, and in all."""
        require(self.spans, "cells need labels on a continuum")
        per_axis = integer(data.get("cells"), 1, 1024)
        return per_axis, integer(per_axis ** len(self.spans), 1, 1024)

    def whole(self) -> list[Tree]:
        """Return ranges that contain all labels."""
        require(self.kind not in {"atoms", "blocks"}, "these labels are looked at one by one")
        return [("range", *span) for span in self.spans] or [("range", num(0), num(side - 1)) for side in self.shape]


def common(values: Iterable[Fraction]) -> int:
    """Return the common denominator, under a limit of its length."""
    result = 1
    for q in {v.denominator for v in values}:
        result = math.lcm(result, q)
        spend(1 + result.bit_length() // 64)
        require(result.bit_length() <= MAX_BITS, "the common denominator is too long")
    return result


class Factor:
    """The symmetric factor k(label, label): a table, a table by lags, or a formula; k = e^b for a bias b."""

    def __init__(self, problem: Data, labels: Labels) -> None:
        require(("k" in problem) != ("bias" in problem), "exactly one of k and bias must be given")
        self.labels, self.bias = labels, "bias" in problem
        self.tree: Tree | None = None
        self.table: list[list[Value]] | None = None
        self.lagged = False
        self.memo: dict[Any, Value] = {}
        spec = problem["bias" if self.bias else "k"]
        if isinstance(spec, str):
            self._formula(formula(spec, [*labels.first, *labels.second]))
        elif isinstance(spec, dict):
            self._lags(items(fields(spec, {"toeplitz"})["toeplitz"]))
        else:
            n = integer(labels.size(), 1, MAX_TABLE)
            self.table = [[self._constant(x) for x in items(row, n)] for row in items(spec, n)]
            symmetric = (same(self.table[i][j], self.table[j][i]) for i in range(n) for j in range(i))
            require(all(symmetric), "k is not symmetric")

    def _constant(self, text: object) -> Value:
        tree = formula(text)
        value = Value(("exp", tree) if self.bias else tree)
        value.enclose(Arithmetic(PRECISIONS[1]))  # it is finite
        return value

    def _formula(self, tree: Tree) -> None:
        labels = self.labels
        self.tree = ("exp", tree) if self.bias else tree
        names, form = [*labels.first, *labels.second], normal(self.tree)
        swap: dict[str, Tree] = {a: ("var", b) for a, b in zip(names, [*labels.second, *labels.first], strict=True)}
        require(normal(self.tree, swap) == form, "k is not seen to be symmetric under an exchange of the labels")
        moved: dict[str, Tree] = {
            a: ("+", ("var", a), ("var", f"shift{c % len(labels.first)}")) for c, a in enumerate(names)
        }
        self.lagged = labels.kind != "atoms" and normal(self.tree, moved) == form
        require(not labels.spans or self.whole(), "k is not seen to be finite on all labels")

    def _lags(self, lags: list[Any]) -> None:
        labels, shape = self.labels, self.labels.shape
        require(labels.kind in {"positions", "cyclic"} and len(shape) <= 2, "lags need positions or cyclic labels")
        self.lagged = True
        if len(shape) == 1:
            self.memo = {(s,): self._constant(x) for s, x in enumerate(items(lags, shape[0]))}
            mirrored = labels.kind == "positions" or all(
                same(self.memo[s,], self.memo[shape[0] - s,]) for s in range(1, shape[0])
            )
            require(mirrored, "k is not symmetric")
            return
        rows = [[self._constant(x) for x in items(row, 2 * shape[1] - 1)] for row in items(lags, 2 * shape[0] - 1)]
        for y, row in enumerate(rows):
            for x, value in enumerate(row):
                require(same(value, rows[-1 - y][-1 - x]), "k is not symmetric")
                self.memo[self._key([y - shape[0] + 1, x - shape[1] + 1])] = value

    @staticmethod
    def _key(lag: list[int]) -> tuple[int, ...]:
        return max(tuple(lag), tuple(-s for s in lag))

    def _env(self, first: list[Tree], second: list[Tree]) -> Env:
        return dict(zip([*self.labels.first, *self.labels.second], first + second, strict=True))

    def entry(self, i: int, j: int) -> Value:
        """Return k at labels i and j of a finite law."""
        spend(3)
        if self.table is not None:
            return self.table[i][j]
        labels = self.labels
        key: tuple[int, ...] = (min(i, j), max(i, j))
        if self.lagged:
            places = [labels.index(c, labels.shape) for c in (i, j)]
            key = self._key([x - y for x, y in zip(*places, strict=True)])
        if key not in self.memo:
            assert self.tree is not None
            self.memo[key] = Value(self.tree, self._env(labels.coordinates(i), labels.coordinates(j)))
        return self.memo[key]

    def check_finite(self) -> None:
        """Refuse a factor that is not seen to be finite at all pairs of labels."""
        if self.tree is not None and self.whole() is None:
            F = Arithmetic(PRECISIONS[1])
            for i, j in shown(self):
                self.entry(i, j).enclose(F)

    def rows(self) -> list[list[Fraction]]:
        """Return the table of a finite law, all entries rational."""
        n = integer(self.labels.size(), 1, MAX_TABLE)
        return [[self.entry(i, j).rational() for j in range(n)] for i in range(n)]

    def on_cells(self, cells: int) -> Callable[[int, int], Interval]:
        """Return bounds of k rho rho on pairs of cells, rho the density against the uniform law, up to its scale."""
        labels, tree, F = self.labels, self.tree, Arithmetic(PRECISIONS[0])
        memo: dict[tuple[int, ...], Interval] = {}
        shape = (cells,) * len(labels.spans)
        if tree is None or not labels.spans:
            raise Refused("cells need a formula on a continuum")
        density = labels.density and ("*", labels.density, _renamed(labels.density))
        product_tree: Tree = ("*", tree, density) if density else tree

        def bounds(a: int, b: int) -> Interval:
            spend(3)
            key: tuple[int, ...] = (min(a, b), max(a, b))
            if self.lagged and density is None:
                key = self._key([x - y for x, y in zip(labels.index(a, shape), labels.index(b, shape), strict=True)])
            if key not in memo:
                memo[key] = enclose(product_tree, self._env(labels.cell(a, cells), labels.cell(b, cells)), F)
            return memo[key]

        return bounds

    def whole(self) -> Interval | None:
        """Enclose k on all pairs of labels at once; None where that fails."""
        try:
            box = self.labels.whole()
            return self.tree and enclose(self.tree, self._env(box, box), Arithmetic(PRECISIONS[0]))
        except Refused:
            return None


def _renamed(tree: Tree) -> Tree:
    """Return a formula with zeta for xi."""
    return tuple(_renamed(part) if isinstance(part, tuple) else "zeta" if part == "xi" else part for part in tree)


def same(a: Value, b: Value) -> bool:
    """Say whether two constants are seen to be equal."""
    if a.exact is not None and b.exact is not None:
        return a.exact == b.exact
    return a.tree == b.tree or normal(a.tree) == normal(b.tree)


# -------------------------------------------------------------------------------------------- 7. linear algebra
# PSD data for a symmetric rational A: vectors N_c with A N_c = 0 and N_c = e_c on the pivots; on the complement S of
# the pivots s A_SS - L diag(D) L^T is diagonally dominant with a diagonal >= 0, s > 0, D > 0, and L triangular with
# a nonzero diagonal. So A_SS is positive definite, and v = sum_c v[t_c] N_c + w with w supported on S gives
# v^T A v = w^T A_SS w: A is PSD and ker A = span N.

Matrix = list[list[Fraction]]


def check_psd(A: Matrix, spec: object) -> Matrix:
    """Verify PSD data; return the basis N of ker A."""
    data, n = fields(spec, {"kernel", "pivots", "scale", "L", "D"}), len(A)
    pivots = [integer(t, 0, n - 1) for t in items(data["pivots"])]
    require(len(set(pivots)) == len(pivots), "a pivot is repeated")
    N = [rationals(vector, n) for vector in items(data["kernel"], len(pivots))]
    for c, vector in enumerate(N):
        require(
            all(vector[t] == (b == c) for b, t in enumerate(pivots)),
            "the kernel is not the identity on the pivots",
        )
        require(in_kernel(A, vector), "a kernel vector is not in the kernel")
    S = [i for i in range(n) if i not in set(pivots)]
    m, q = len(S), common(x for row in A for x in row)
    s, D = _whole(data["scale"]), [_whole(x) for x in items(data["D"], m)]
    L = [[_whole(x) for x in items(row, i + 1)] for i, row in enumerate(items(data["L"], m))]
    require(s > 0 and all(x > 0 for x in D), "scale or D is not positive")
    require(all(row[-1] for row in L), "a diagonal entry of L is zero")
    bits = max((x.bit_length() for row in [*L, D] for x in row), default=1)
    spend(m * m * (m // 40 * (1 + bits // 64) + 1 + (q.bit_length() + s.bit_length()) // 64))
    others, diagonal = [0] * m, [0] * m
    for i, row in enumerate(L):
        scaled = list(map(mul, row, D))
        for j in range(i + 1):
            entry = A[S[i]][S[j]]
            E = s * entry.numerator * (q // entry.denominator) - q * sum(map(mul, scaled, L[j]))
            if i == j:
                diagonal[i] = E
            else:
                others[i] += abs(E)
                others[j] += abs(E)
    dominant = all(x >= y for x, y in zip(diagonal, others, strict=True))
    require(dominant, "the residual s A - L D L^T is not diagonally dominant")
    return N


def lower_triangle(n: int) -> Iterator[tuple[int, int]]:
    """Yield all (i, j), j <= i < n."""
    return ((i, j) for i in range(n) for j in range(i + 1))


def _whole(text: object) -> int:
    value = rational(text)
    require(value.denominator == 1, f"not an integer: {str(text)[:40]}")
    return value.numerator


def in_kernel(A: Matrix, v: Sequence[Fraction]) -> bool:
    """Say whether A v = 0."""
    support = [j for j, x in enumerate(v) if x]
    spend(2 * len(A) * len(support))
    return all(sum((row[j] * v[j] for j in support), ZERO) == 0 for row in A)


def rank(rows: Iterable[Sequence[Fraction]], width: int) -> int:
    """Return the rank of a rational matrix, by exact elimination."""
    basis: dict[int, list[Fraction]] = {}
    for given in rows:
        row = list(given)
        for c in range(width):
            spend(1)
            if row[c] and c in basis:
                spend(2 * width)
                row = [x - row[c] * y for x, y in zip(row, basis[c], strict=True)]
            elif row[c]:
                basis[c] = [x / row[c] for x in row]
                break
    return len(basis)


def psd_rank(G: Matrix) -> int | None:
    """Return the rank of a symmetric rational matrix if it is PSD, else None."""
    G, result = [list(row) for row in G], 0
    for i, row in enumerate(G):
        if row[i] < 0 or (row[i] == 0 and any(row)):
            return None
        if row[i] > 0:
            result += 1
            spend(len(G) ** 2)
            for other in G[i + 1 :]:
                c = other[i] / row[i]
                other[:] = [x - c * y for x, y in zip(other, row, strict=True)]
    return result


def read_off(N: Matrix, labels: Sequence[int]) -> Matrix | None:
    """Return another basis of span N that is the identity on some of the given labels; None if they are too few."""
    basis, done = [list(vector) for vector in N], 0
    for i in labels:
        pivot = next((c for c in range(done, len(basis)) if basis[c][i]), None)
        if pivot is None:
            continue
        spend(len(basis) * len(basis[0]))
        basis[done], basis[pivot] = basis[pivot], basis[done]
        basis[done] = [x / basis[done][i] for x in basis[done]]
        for c in range(len(basis)):
            if c != done and basis[c][i]:
                basis[c] = [x - basis[c][i] * y for x, y in zip(basis[c], basis[done], strict=True)]
        done += 1
    return basis if done == len(basis) else None


# ------------------------------------------------------------------------------- 8. T5: the maximisers from ker L
# h = k f(<x, y>), f nonnegative, D(a) = ∫k(a, b) rho(db), L = D - K PSD. With the harmonics Y of degree n, the moments
# m_Y(a) = ∫Y dmu_a, and q_n(a) = ∬P_n(<x, y>) dmu_a dmu_a in [0, 1], the addition theorem gives, with c_n > 0,
#     2 E[collapsed] - 2 E[mu] = sum_{n >= 1} a_n ( ∫D (1 - q_n) drho + c_n sum_Y <m_Y, L m_Y> ).
# Graph laws have q_n = 1: collapsed ones are maximal, and the maximisers have m_Y in ker L whenever a_n > 0. For all
# laws, if D >= 0: besides, q_n(a) = 1 where D(a) > 0, the "strict" labels (Dirac slices there if f is peaked).


def maximisers(f: Profile, A: Matrix, N: Matrix, strict: list[bool], data: Data, d: int, *, known: bool) -> View:
    """Say which maximisers collapse. All labels are strict for graph laws of atoms.

    If not ``known``, ker L only lies in span N and further labels may be strict (minorants): then "all" remains true.
    """
    n, r = len(A), len(N)
    if f.peaked is False:
        return "some"  # f(<u, v>) = f(1): P_n(<u, v>) = 1 if a_n > 0, so graphs with values u and v have constant m_Y
    if known and not any(strict):
        return "some"  # uniform slices: m_Y = 0, and no q_n matters
    if f.peaked and r == 1 and any(strict):
        return "all"  # ∬f dmu_a dmu_b is constant, and f(1) at a strict label: x = y almost surely
    if known and (_splits(data, A, strict) or _spreads(data, N, strict, f, d)):
        return "some"
    if f.first and _one_correlation(N, strict):
        return "all"
    # full: m_B(a) = mu_a(B) lies in ker L for all Borel sets B, is 0 or 1 at strict labels, and for some B not constant
    basis = read_off(N, [i for i in range(n) if strict[i]]) if f.full and r <= 20 else None
    if basis is None:
        return None
    spend(n * r << r)
    for chosen in product((0, 1), repeat=r):
        v = [sum((x for x, c in zip(column, chosen, strict=True) if c), ZERO) for column in zip(*basis, strict=True)]
        if _indicates(v, strict):
            return "some" if known else None
    return "all"


def _indicates(v: list[Fraction], strict: list[bool]) -> bool:
    """Whether v has values 0 and 1 (in [0, 1] at labels that are not strict) and is not constant 0 or 1."""
    fits = all(x in {0, 1} if s else 0 <= x <= 1 for x, s in zip(v, strict, strict=True))
    return fits and any(x != 0 for x in v) and any(x != 1 for x in v)


def _splits(data: Data, A: Matrix, strict: list[bool]) -> bool:
    """Whether ``indicator`` is a v in ker L such that the slices v delta_u + (1 - v) delta_{-u} are a maximiser."""
    if "indicator" not in data:
        return False
    v = rationals(data["indicator"], len(A))
    return _indicates(v, strict) and in_kernel(A, v)


def _spreads(data: Data, N: Matrix, strict: list[bool], f: Profile, d: int) -> bool:
    """Whether f is linear and ``moments`` G gives means of slices with Gram matrix N^T G N, of rank <= d, not all 1.

    Their coordinates lie in ker L. A mean of length 1 is that of a Dirac slice, one of length <= 1 that of some slice.
    """
    if "moments" not in data or not f.linear:
        return False
    r = len(N)
    G = [rationals(row, r) for row in items(data["moments"], r)]
    size = psd_rank(G) if all(G[a][b] == G[b][a] for a in range(r) for b in range(a)) else None
    spend(len(N[0]) * r * r)
    squares = [sum((v[a] * G[a][b] * v[b] for a in range(r) for b in range(r)), ZERO) for v in zip(*N, strict=True)]
    lengths = all(x == 1 if s else x <= 1 for x, s in zip(squares, strict, strict=True))
    # the constants lie in ker L, so 1 = sum of the N_c, and the collapsed laws are G = all ones
    return size is not None and size <= d and lengths and any(x != 1 for row in G for x in row)


def _one_correlation(N: Matrix, strict: list[bool]) -> bool:
    """Whether (N^T G N)_aa = 1 at all strict labels a has only the constant solution: all means are one unit vector."""
    width = len(N) * (len(N) + 1) // 2
    pairs = [(a, b) for a in range(len(N)) for b in range(a, len(N))]
    columns = [v for v, s in zip(zip(*N, strict=True), strict, strict=True) if s]
    return width <= len(columns) and rank(([v[a] * v[b] for a, b in pairs] for v in columns), width) == width


# ------------------------------------------------------------------------------------------ 9. T5: factor kernels


@dataclass(frozen=True)
class Problem:
    """A problem as read by the checker."""

    d: int
    labels: Labels
    spec: Data

    def profile(self) -> Profile:
        """Read the profile and prove its facts."""
        return read_profile(self.spec["profile"], self.d)

    def sloped(self) -> None:
        """Refuse profiles without 0 < f'(1) < oo."""
        require(self.profile().slope, "0 < f'(1) < oo is not proved for this profile")

    def factor(self) -> Factor:
        """Read the factor."""
        return Factor(self.spec, self.labels)


def degree_sign(k: Factor, i: int) -> int:
    """Return the sign of D_i = sum_j w_j k_ij."""
    labels = k.labels
    return sign_of_sum(((labels.weight(j), k.entry(i, j)) for j in range(labels.size())), f"D_{i}")


def support(k: Factor, data: Data) -> tuple[list[list[int]] | None, bool]:
    """Check k >= 0 off the diagonal; return the components of its support (None: one), and whether k_aa >= 0.

    Labels are linked where k > 0; cells where k rho rho > 0 on all of their product.
    """
    labels, box = k.labels, k.whole()
    if box is not None and box[2]:
        return None, True
    covered = box is not None and box[0] >= 0
    if labels.n is None:
        cells, count = labels.cells(data)
        bounds = k.on_cells(cells)
        pairs = [(a, b) for a in range(count) for b in range(a + 1)]
        seen = labels.density is None and all(bounds(*pair)[0] >= 0 for pair in pairs)
        require(covered or seen, "k >= 0 is not seen everywhere")
        linked = components(count, (pair for pair in pairs if bounds(*pair)[2]))
        require(
            len(linked) == 1 and (count > 1 or bounds(0, 0)[2]),
            "the support of k is not seen to be connected",
        )
        return None, True
    n = labels.n
    positive = covered or all(k.entry(i, j).sign() >= 0 for i, j in shown(k) if i != j)
    require(positive, "k >= 0 fails off the diagonal")
    diagonal = covered or all(k.entry(i, i).sign() >= 0 for i in range(1 if k.lagged else n))
    if n > 1 and all(k.entry(i, j).sign() > 0 for i, j in steps(k)):
        return None, diagonal
    require(n <= MAX_TABLE, "too many labels to find the components of k")
    found = components(n, ((i, j) for i in range(n) for j in range(i) if k.entry(i, j).sign() > 0))
    return (found if len(found) > 1 else None), diagonal


def shown(k: Factor) -> Iterator[tuple[int, int]]:
    """Yield pairs of labels that show every value of k."""
    if not k.lagged:
        yield from ((i, j) for i in range(k.labels.size()) for j in range(i + 1))
        return
    for lag in product(*(range(1 - side, side) for side in k.labels.shape)):
        i = j = 0
        for s, side in zip(lag, k.labels.shape, strict=True):
            i, j = i * side + max(s, 0), j * side + max(-s, 0)
        yield i, j


def steps(k: Factor) -> Iterator[tuple[int, int]]:
    """Yield pairs of neighbours that connect all labels, one for all its translates where k depends on lags."""
    if not k.lagged:
        yield from ((i, i + 1) for i in range(k.labels.size() - 1))
        return
    for axis, side in enumerate(k.labels.shape):
        if side > 1:
            yield 0, math.prod(k.labels.shape[axis + 1 :])


def components(n: int, links: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the connected components of a graph on 0..n-1."""
    parent = list(range(n))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i, j in links:
        spend(2)
        parent[root(i)] = root(j)
    groups: dict[int, list[int]] = {}
    for i in range(n):
        groups.setdefault(root(i), []).append(i)
    return list(groups.values())


def by_sign(problem: Problem, data: Data) -> Views:
    """k >= 0 and f <= f(1): E <= f(1)/2 ∬k, with equality iff f(<x, y>) = f(1) wherever k > 0.

    On atoms the diagonal of k plays no part for graph laws. One label with k = 0 leaves its slice free.
    """
    f, k, labels = problem.profile(), problem.factor(), problem.labels
    require(f.bounded, "f <= f(1) is not proved for this profile")
    parts, diagonal = support(k, data)
    free = labels.n == 1 and diagonal and k.entry(0, 0).sign() == 0
    view: View = "some" if parts is not None or free or f.peaked is False else "all" if f.peaked else None
    if diagonal:
        return view, view
    require(labels.atomic, "k < 0 on a block")
    negative = f.slope and any(degree_sign(k, i) < 0 for i in range(labels.size()))
    return view, "none" if negative else None


def by_laplacian(problem: Problem, data: Data) -> Views:
    """L is PSD exactly, or since k >= m for a rational m: <v, L_k v> = 1/2 ∬k (v - v')^2 >= <v, L_m v>, D_k >= D_m.

    On nonatomic cells and blocks L acts as D inside a block, so there D >= 0 is part of L being PSD.
    """
    f, k, labels = problem.profile(), problem.factor(), problem.labels
    require(f.nonnegative, "a_n >= 0 is not proved for this profile")
    known = "minorant" not in data
    M = k.rows() if known else _minorant(k, data)
    n = len(M)
    w = [labels.weight(i) for i in range(n)] if labels.n is not None else [Fraction(1, n)] * n
    degrees = [sum(map(mul, w, row), ZERO) for row in M]
    A = [[(degrees[i] if i == j else 0) * w[i] - w[i] * w[j] * M[i][j] for j in range(n)] for i in range(n)]
    N = check_psd(A, data.get("psd"))
    graph = maximisers(f, A, N, [True] * n, data, problem.d, known=known) if labels.atomic else None
    if all(x >= 0 for x in degrees):
        return graph, maximisers(f, A, N, [x > 0 for x in degrees], data, problem.d, known=known)
    # D_i < 0 at an atom: a slice that spreads there gains (by_negative_degree); on a block: see by_direction
    negative = labels.n is not None and f.slope and any(degree_sign(k, i) < 0 for i in range(n))
    return graph, "none" if negative else None


def _minorant(k: Factor, data: Data) -> Matrix:
    labels, F = k.labels, Arithmetic(PRECISIONS[0])
    cells, n = labels.cells(data) if labels.n is None else (0, labels.n)
    M = [rationals(row, n) for row in items(data["minorant"], n)]
    bounds = k.on_cells(cells) if labels.n is None else None
    for i, j in lower_triangle(n):
        require(M[i][j] == M[j][i], "the minorant is not symmetric")
        if bounds is not None:
            below = F.rational(M[i][j])[1] <= bounds(i, j)[0]
        else:
            below = Value(("-", k.entry(i, j).tree, num(M[i][j])), k.entry(i, j).env).sign() >= 0
        require(below, f"the minorant exceeds k at ({i}, {j})")
    return M


def by_direction(problem: Problem, data: Data) -> Views:
    """<v, Lv> < 0 and 0 < f'(1) < oo: x = cos(eps v) e1 + sin(eps v) e2 has more energy than every collapsed law.

    If D < 0 on a nonatomic block or cell, a fast oscillation v = ±1 there has <v, Lv> close to ∫D v^2 < 0.
    """
    k, labels, F = problem.factor(), problem.labels, Arithmetic(PRECISIONS[0])
    problem.sloped()
    k.check_finite()
    cells, n = labels.cells(data) if labels.n is None else (0, labels.n)
    bounds = k.on_cells(cells) if labels.n is None else None
    w = [labels.weight(i) if labels.n is not None else ONE for i in range(n)]

    def upper(i: int, j: int) -> Value:
        return k.entry(i, j) if bounds is None else Value(num(Fraction(bounds(i, j)[1], F.one)))

    if "block" in data:
        require(not labels.atomic, "D < 0 at an atom decides the view of all laws only (method negative_degree)")
        b = integer(data["block"], 0, n - 1)
        require(sign_of_sum(((w[j], upper(b, j)) for j in range(n)), "D") < 0, "D is not negative on the block")
        return "none", "none"
    v = rationals(data.get("v"), n)
    pairs = ((i, j) for i in range(n) for j in range(i) if v[i] != v[j])
    terms = ((w[i] * w[j] * (v[i] - v[j]) ** 2, upper(i, j)) for i, j in pairs)
    require(sign_of_sum(terms, "v^T L v") < 0, "v^T L v is not negative")
    return "none", "none"


def by_negative_degree(problem: Problem, data: Data) -> Views:
    """D_i < 0 at an atom: half of the slice at each of cos(eps) u ± sin(eps) e gains -f'(1) eps^2 w_i D_i / 2 > 0."""
    problem.sloped()
    require(problem.labels.atomic, "a negative degree on blocks is a case of the method direction")
    k, i = problem.factor(), integer(data.get("atom"), 0, problem.labels.size() - 1)
    k.check_finite()
    require(degree_sign(k, i) < 0, f"D_{i} is not negative")
    return None, "none"


def symbol(problem: Problem) -> dict[int, Fraction]:
    """Return khat(m), m >= 0, of a trigonometric polynomial in xi - zeta: K e^{im xi} = khat(m) e^{im xi}."""
    k = problem.factor()
    if problem.labels.kind != "circle" or k.tree is None:
        raise Refused("this method needs a formula on the circle")
    found = waves(normal(k.tree))
    toeplitz = all(p == -q and r == 0 and found.get((q, p, 0)) == c for (p, q, r), c in found.items())
    require(toeplitz, "k is not an even function of xi - zeta")
    return {p: c for (p, _, _), c in found.items() if p >= 0}


def by_fourier(problem: Problem, data: Data) -> Views:
    """L e^{im xi} = (khat(0) - khat(m)) e^{im xi}, D = khat(0), and khat(m) = 0 beyond the degree of k."""
    f, khat = problem.profile(), symbol(problem)
    zero, top = khat.get(0, ZERO), max(khat, default=0)
    if "mode" in data:
        m = integer(data["mode"], 1, 1 << 30)
        require(khat.get(m, ZERO) > zero, "khat(mode) > khat(0) fails")
    if any(khat.get(m, ZERO) > zero for m in range(1, top + 2)):
        problem.sloped()
        return "none", "none"
    require(f.nonnegative, "a_n >= 0 is not proved for this profile")
    if zero == 0 or f.peaked is False:
        return (
            "some",
            "some",
        )  # khat(0) = 0: (cos m xi, sin m xi, 0, ..) with m beyond the degree has the maximal energy
    if all(khat.get(m) != zero for m in range(1, top + 1)):
        return ("all", "all") if f.peaked else (None, None)  # ker L = constants, D > 0
    if f.full:
        return (
            "all",
            "all",
        )  # D > 0, and ker L holds trigonometric polynomials: none is the indicator of a set
    return ("some", "some") if f.linear else (None, None)  # the great circle (cos m xi, sin m xi, 0, ..)


def by_winding(problem: Problem, data: Data) -> Views:
    """x = (cos m xi, sin m xi, 0, ..) has the energy 1/2 mean of k(s) f(cos ms), collapsed laws khat(0) f(1) / 2."""
    f, khat, m = problem.profile(), symbol(problem), integer(data.get("m"), 1, 1 << 20)
    if f.polynomial is None:
        raise Refused("this method needs a polynomial profile")
    power: Waves = {(0, 0, 0): ONE}
    energy = ZERO
    for c in f.polynomial:
        energy += c * sum((e * khat.get(abs(m * p), ZERO) for (p, _, _), e in power.items()), ZERO)
        power = waves_times(power, {(1, 0, 0): Fraction(1, 2), (-1, 0, 0): Fraction(1, 2)})
    require(energy > khat.get(0, ZERO) * sum(f.polynomial), "this law has no more energy than the collapsed laws")
    return "none", "none"


def by_law(problem: Problem, data: Data) -> Views:
    """Compare the energy of a law with that of the collapsed ones, f(1)/2 ∬k.

    On a continuum the slices are constant on cells. On nonatomic labels graph laws have the supremum of all laws (T1),
    so that no collapsed law is maximal in either view.
    """
    f, k, labels = problem.profile(), problem.factor(), problem.labels
    cells, n = labels.cells(data) if labels.n is None else (0, labels.n)
    bounds = k.on_cells(cells) if labels.n is None else None
    slices: list[list[tuple[Fraction, list[Fraction]]]] = [[] for _ in range(n)]
    for part in items(data.get("law")):
        fields(part, {"label", "point", "mass"})
        point, mass = rationals(part["point"], problem.d), rational(part["mass"])
        require(sum(c * c for c in point) == 1, "a point of the law is not on the sphere")
        require(mass > 0, "a mass of the law is not positive")
        slices[integer(part["label"], 0, n - 1)].append((mass, point))
    require(all(sum(mass for mass, _ in part) == 1 for part in slices), "the masses of a label do not sum to 1")
    graph = all(len(part) == 1 for part in slices)
    require(data.get("graph", graph) is graph, "the law is not what `graph` says")

    @cache
    def gain(t: Fraction, bits: int) -> Interval:
        F = Arithmetic(bits)
        at_t, at_one = (Value(f.tree, {"t": num(x)}).enclose(F) for x in (t, 1))
        return F.sub(at_t, at_one) if t != 1 else (0, 0, False)

    def surplus(F: Arithmetic) -> Interval:
        total: Interval = (0, 0, False)
        for i, j in lower_triangle(n):
            if bounds is None:
                scale, value = labels.weight(i) * labels.weight(j), k.entry(i, j).enclose(F)
            else:
                shift, (lo, hi, _) = F.bits - PRECISIONS[0], bounds(i, j)
                scale, value = ONE, F.make(lo << shift, hi << shift)
            mean: Interval = (0, 0, False)
            for (p, x), (q, y) in product(slices[i], slices[j]):
                mean = F.add(mean, F.mul(F.rational(p * q), gain(sum(map(mul, x, y), ZERO), F.bits)))
            total = F.add(total, F.mul(F.mul(F.rational(scale * (2 - (i == j))), value), mean))
        return total

    require(decide(surplus, "the surplus of energy") > 0, "this law has no more energy than the collapsed laws")
    return "none" if graph or not labels.atomic else None, "none"


def by_cuts(problem: Problem, _: Data) -> Views:
    """f = c asin(t) + const, c > 0: f(<x, y>) is c pi/2 times the mean of sgn<g, x> sgn<g, y> over a Gaussian g.

    So a law is maximal iff almost every m(g) = (∫sgn<g, x> dmu_a)_a maximises q(m) = sum w w k m m, over signs (graph
    laws) or over [-1, 1]^n (all laws). If k_aa >= 0, q is convex in each m_a, hence maximal at signs, and a maximal m
    with an interior m_a makes two vectors of signs maximal that differ in one place only.
    """
    n, w = problem.labels.size(), problem.labels.weight
    require(problem.profile().arcsine, "this method needs the profile c asin(t), c > 0")
    require(n <= 20, "too many labels to enumerate all cuts")
    rows = problem.factor().rows()
    forms = [[w(i) * w(j) * rows[i][j] for j in range(n)] for i in range(n)]
    q = common(x for row in forms for x in row)
    integers = [[int(x * q) for x in row] for row in forms]
    spend((n << (n - 1)) * (1 + q.bit_length() // 64))
    signs, value, best, tie = [1] * n, 0, 0, False  # value: (q(signs) - q(1)) / 4
    for step in range(1, 1 << (n - 1)):  # a Gray code: flipping s_i changes q by -4 s_i sum_{j != i} w w k s_j
        i = (step & -step).bit_length()
        value -= signs[i] * (sum(map(mul, integers[i], signs)) - integers[i][i] * signs[i])
        signs[i] = -signs[i]
        best, tie = max(best, value), tie or value == 0
    view: View = "none" if best > 0 else "some" if tie else "all"
    if n == 1:  # q = w w k m^2
        return None, "all" if rows[0][0] > 0 else "some" if rows[0][0] == 0 else None
    every = view if view == "none" or all(rows[i][i] >= 0 for i in range(n)) else None
    return view, every


# ------------------------------------------------------------------------------- 10. T4: gauges and connections
# h = k f(<Q(a) x, Q(b) y>), f peaked: in u = Q(a) x it is the factor kernel k f. If all its maximisers are collapsed,
# the maximisers in x are x = Q(a)^T u, u any unit vector. With V = {x: Q(a) x constant}: "all" if V = R^d, "none" if
# V = 0, else "some". If k >= 0 is reducible, u is constant on each component of the support and V = {x: Q(a) x constant
# on each component}: "none" if V = 0, else "some", since the components can take different x.


def by_gauge(problem: Problem, data: Data) -> Views:
    """Decide the maximisers in u by the factor, if there is one, then those in x by V."""
    require(problem.profile().peaked is True, "f(t) < f(1) for t < 1 is not proved for this profile")
    parts: list[list[int]] | None = None
    u_views: Views = ("all", "all")
    if "k" in problem.spec or "bias" in problem.spec:
        u_views = by_laplacian(problem, data) if "psd" in data else by_sign(problem, data)
        parts = None if "psd" in data else support(problem.factor(), data)[0]
    dimension = _fixed_dimension(problem, parts)
    outcome: View = "none" if dimension == 0 else "all" if dimension == problem.d else "some"
    split: View = "none" if dimension == 0 else "some"
    # "some" in u: from reducible k >= 0, or from one label with k = 0, whose slice is free
    splits = parts is not None or (problem.labels.n == 1 and "psd" not in data)
    graph, every = (outcome if u == "all" else split if u == "some" and splits else None for u in u_views)
    return graph, every


def _fixed_dimension(problem: Problem, parts: list[list[int]] | None) -> int:
    """Return dim V."""
    spec, labels, d = problem.spec, problem.labels, problem.d
    require(("Q" in spec) != ("frequencies" in spec), "exactly one of Q and frequencies must be given")
    if "frequencies" in spec:
        axes = len(labels.shape)
        planes = [
            [formula(w) for w in items(p if isinstance(p, list) else [p], axes)] for p in items(spec["frequencies"])
        ]
        require(2 * len(planes) <= d, "more planes than the dimension has")
        return d - 2 * sum(not _still(plane, labels, parts) for plane in planes)
    n = labels.size()
    Q = [orthogonal(m, d) for m in items(spec["Q"], n)]
    pairs = (
        (row, base)
        for part in parts or [list(range(n))]
        for i in part[1:]
        for row, base in zip(Q[i], Q[part[0]], strict=True)
    )
    return d - rank(([x - y for x, y in zip(row, base, strict=True)] for row, base in pairs), d)


def _still(omega: list[Tree], labels: Labels, parts: list[list[int]] | None) -> bool:
    """Say whether R(<omega, a>) is constant on each component; otherwise the plane holds no fixed vector.

    R(s) - R(t) is |e^{is} - e^{it}| times a rotation: 0 or invertible; on a continuum almost surely 0 iff omega = 0.
    """
    if labels.spans:
        return all(Value(w).sign() == 0 for w in omega)
    if parts is None and labels.kind in {"positions", "cyclic"}:
        return all(full_turns(w) for w, side in zip(omega, labels.shape, strict=True) if side > 1)
    for part in parts or [list(range(labels.size()))]:
        base = labels.coordinates(part[0])
        for i in part[1:]:
            phase: Tree = num(0)
            for w, x, y in zip(omega, labels.coordinates(i), base, strict=True):
                phase = ("+", phase, ("*", w, ("-", x, y)))
            if not full_turns(phase):
                return False
    return True


def full_turns(phase: Tree) -> bool:
    """Decide whether phase lies in 2 pi Z: a rational only if it is 0, c pi iff c is even, others by enclosure."""
    value = exact(phase, {})
    if value is not None:
        return value == 0
    form, turns = normal(phase), ("/", phase, ("*", num(2), ("pi",)))
    for bits in PRECISIONS:
        lo, hi, _ = enclose(turns, {}, Arithmetic(bits))
        if lo >> bits == hi >> bits and lo & ((1 << bits) - 1):
            return False
    require(set(form) <= {((("pi",), 1),)}, "a phase is too close to a full turn to be decided")
    return sum(form.values(), ZERO) % 2 == 0


def orthogonal(spec: object, d: int) -> Matrix:
    """Read a rational matrix with Q Q^T = I."""
    Q = [rationals(row, d) for row in items(spec, d)]
    spend(d * d * d)
    products = (sum(map(mul, Q[i], Q[j]), ZERO) == (i == j) for i in range(d) for j in range(i + 1))
    require(all(products), "a matrix is not orthogonal")
    return Q


def by_connection(problem: Problem, _: Data) -> Views:
    """h = f(<x, O_ab y>), f peaked: E <= f(1)/2 with equality iff x_a = O_ab x_b for all a, b: parallel unit sections.

    Those are x_a = O_a0 x_0 with O_ab O_b0 x_0 = O_a0 x_0; constant ones have O_ab x = x. If r > 0 dimensions of
    sections exist, and c of them are constant: "all" if c = r, "some" if 0 < c < r, "none" if c = 0.
    """
    n, d = problem.labels.size(), problem.d
    require(problem.profile().peaked is True, "f(t) < f(1) for t < 1 is not proved for this profile")
    O = [[orthogonal(m, d) for m in items(row, n)] for row in items(problem.spec["O"], n)]  # noqa: E741 - its letter
    spend(3 * n * n * d * d * d)
    pairs = list(product(range(n), repeat=2))
    symmetric = all(O[a][b][i][j] == O[b][a][j][i] for a, b in pairs for i in range(d) for j in range(d))
    require(symmetric, "O(b, a) is not the transpose of O(a, b)")

    def moved(a: int, b: int, i: int) -> list[Fraction]:
        return [sum((O[a][b][i][e] * O[b][0][e][j] for e in range(d)), ZERO) for j in range(d)]

    parallel = ([x - y for x, y in zip(moved(a, b, i), O[a][0][i], strict=True)] for a, b in pairs for i in range(d))
    constant = ([O[a][b][i][j] - (i == j) for j in range(d)] for a, b in pairs for i in range(d))
    r, c = d - rank(parallel, d), d - rank(constant, d)
    require(r > 0, "there is no parallel section")
    view: View = "all" if c == r else "some" if c else "none"
    return view, view


# -------------------------------------------------------------------- 11. absolute encodings, finitely many contents


def by_absolute(problem: Problem, data: Data) -> Views:
    """h = f(<x + p(a), y + p(b)>).

    f linear, c t + c0 with c > 0: E = c/2 |mean of x + p|^2 + c0/2, maximal iff x is constant, along the mean of p.
    f increasing, all p = s q with s >= 0: <x + p, y + p'> <= (1 + |p|)(1 + |p'|), with equality iff x = y, along q
    where p != 0.
    f = C e^{bt}, b > 0, C != 0: a collapsed law at u is critical iff ∫ e^{b <p(a), p(a')>} c(a') P_u p(a') rho(da') = 0
    for all a, with c > 0. The kernel e^{b <p, p'>} is strictly positive definite, so this means that all p are parallel
    to u. Two encodings (``rows``) that are not parallel, on labels or cells of positive mass, leave no collapsed law
    critical.
    """
    labels, d, F = problem.labels, problem.d, Arithmetic(PRECISIONS[1])
    linear, exponential, increasing = _outer_profile(problem.spec["profile"])
    p = items(problem.spec["p"])
    formulas = bool(p) and isinstance(p[0], str)
    rows = [[formula(x, labels.first) for x in items(p, d)]] if formulas else [
        [formula(x) for x in items(row, d)] for row in items(p, labels.size())
    ]  # fmt: skip
    places: list[list[Tree]] = [[]]
    if formulas:
        places = [labels.coordinates(i) for i in range(labels.size())] if labels.kind == "atoms" else [labels.whole()]
    for row, place in product(rows, places):
        for x in (x for x in row if x[0] != "num"):
            enclose(x, dict(zip(labels.first, place, strict=False)), F)  # p is bounded
    if linear:
        return "all", "all"
    if "rows" in data:
        require(exponential, "this method needs the profile C exp(b t), b > 0")
        u, v = ([value.enclose(F) for value in _encoding(labels, rows, i, data)] for i in items(data["rows"], 2))
        pivot = max(range(d), key=lambda c: max(u[c][0], -u[c][1]))
        minors = (F.sub(F.mul(u[pivot], v[c]), F.mul(u[c], v[pivot])) for c in range(d) if c != pivot)
        require(any(m[2] or m[1] < 0 for m in minors), "the two encodings are not seen to be independent")
        return "none", "none"
    require(increasing and not formulas, "nothing is proved for this profile and these encodings")
    vectors = [[Value(x).rational() for x in row] for row in rows]
    q = next((row for row in vectors if any(row)), vectors[0])
    c = next((c for c, x in enumerate(q) if x), 0)
    parallel = all(row[i] * q[c] == row[c] * q[i] for row in vectors for i in range(d))
    aligned = parallel and all(row[c] * q[c] >= 0 for row in vectors)
    require(aligned, "the encodings are not nonnegative multiples of one vector")
    return "all", "all"


def _outer_profile(spec: object) -> tuple[bool, bool, bool]:
    """Say whether f is linear with f' > 0, whether f = C e^{bt} with b > 0, and whether f increases on all of R."""
    if isinstance(spec, dict) and "gegenbauer" not in spec:
        (name,) = spec if len(spec) == 1 else [""]
        require(name in {"usa", "peak"}, "an unknown profile")
        sign = Value(formula(spec[name])).sign()
        require(sign, "beta is zero")
        return False, sign > 0, True
    tree = formula(spec, ["t"])
    require(_entire(tree), "f is not seen to be defined on the whole line")
    form = normal(tree)
    c = polynomial(form)
    if c is not None:
        linear = len(c) == 2 and c[1] > 0
        return linear, False, linear
    ((monomial, scale),) = form.items() if len(form) == 1 else [((), ZERO)]
    if len(monomial) != 1 or monomial[0][0][0] != "exp" or monomial[0][1] != 1:
        return False, False, False
    inner = polynomial(dict(monomial[0][0][1])) or []
    exponential = len(inner) == 2 and inner[1] > 0
    return False, exponential, exponential and scale > 0


def _entire(tree: Tree) -> bool:
    """Say whether a formula in t is made of +, -, *, exp and quotients by constants only."""
    head, constant = tree[0], is_constant(tree)
    if head == "/" and not constant:
        return is_constant(tree[2]) and sign_or_none(tree[2]) in {-1, 1} and _entire(tree[1])
    composed = head in {"+", "-", "*", "neg", "exp"} and all(map(_entire, tree[1:]))
    return sign_or_none(tree) is not None if constant else tree == T or composed


def _encoding(labels: Labels, rows: list[list[Tree]], i: object, data: Data) -> list[Value]:
    """Return p at a label, or on a cell of a continuum where the density is positive."""
    if all(map(is_constant, rows[0])) and len(rows) > 1:
        return [Value(x) for x in rows[integer(i, 0, len(rows) - 1)]]
    if labels.n is not None:
        place = labels.coordinates(integer(i, 0, labels.n - 1))
    else:
        cells, count = labels.cells(data)
        place = labels.cell(integer(i, 0, count - 1), cells)
        positive = labels.density is None or enclose(labels.density, {"xi": place[0]}, Arithmetic(PRECISIONS[1]))[2]
        require(positive, "the density is not positive on the cell")
    return [Value(x, dict(zip(labels.first, place, strict=True))) for x in rows[0]]


def by_enumeration(problem: Problem, _: Data) -> Views:
    """Finitely many contents: compare all m^n assignments.

    All laws: if 2 h_aa(x, y) <= h_aa(x, x) + h_aa(y, y) for all a, x, y, E is convex along delta_x - delta_y in each
    slice. So the maximum is that over assignments, and a maximiser that is none makes two assignments maximal that
    differ at one label only.
    """
    labels, n = problem.labels, problem.labels.size()
    m = integer(problem.spec["contents"], 1, 1000)
    require(labels.atomic and n <= 20 and m**n <= 1_000_000, "too many assignments to enumerate, or blocks")
    h = [rationals(row, n * m) for row in items(problem.spec["h"], n * m)]
    require(all(h[i][j] == h[j][i] for i in range(n * m) for j in range(i)), "h is not symmetric")
    forms = [[labels.weight(i // m) * labels.weight(j // m) * h[i][j] for j in range(n * m)] for i in range(n * m)]
    q = common(x for row in forms for x in row)
    integers = [[int(x * q) for x in row] for row in forms]
    spend(m**n * (n * m // 2 + 4) * (1 + q.bit_length() // 64))

    def energies(label: int, row: list[int], energy: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, bool]]:
        if label == n:
            yield energy, len(set(chosen)) == 1
            return
        for i in range(label * m, label * m + m):
            added = list(map(int.__add__, row, integers[i]))
            yield from energies(label + 1, added, energy + 2 * row[i] + integers[i][i], (*chosen, i - label * m))

    best: int | None = None
    collapsed: list[bool] = []
    for energy, constant in energies(0, [0] * (n * m), 0, ()):
        if best is None or energy > best:
            best, collapsed = energy, []
        if energy == best:
            collapsed.append(constant)
    graph: View = "all" if all(collapsed) else "some" if any(collapsed) else "none"
    pairs = ((i, j) for a in range(n) for i in range(a * m, a * m + m) for j in range(a * m, i))
    convex = all(2 * h[i][j] <= h[i][i] + h[j][j] for i, j in pairs)
    return graph, graph if graph == "none" or (convex and (n > 1 or len(collapsed) == 1)) else None


# ------------------------------------------------------------------------------------------------ 12. certificates

Method = Callable[[Problem, Data], Views]
METHODS: dict[tuple[str, str], tuple[str, Method]] = {
    ("T5", "sign"): ("factor", by_sign),
    ("T5", "laplacian"): ("factor", by_laplacian),
    ("T5", "direction"): ("factor", by_direction),
    ("T5", "negative_degree"): ("factor", by_negative_degree),
    ("T5", "fourier"): ("factor", by_fourier),
    ("T5", "law"): ("factor", by_law),
    ("T5", "winding"): ("factor", by_winding),
    ("T5", "cuts"): ("factor", by_cuts),
    ("T4", "gauge"): ("gauge", by_gauge),
    ("T4d", "connection"): ("connection", by_connection),
    ("absolute", "absolute"): ("additive", by_absolute),
    ("matrix", "matrix"): ("matrix", by_enumeration),
}
FAMILIES: dict[str, tuple[set[str], set[str]]] = {  # required and optional fields of a problem
    "factor": ({"profile"}, {"k", "bias"}),
    "gauge": ({"profile"}, {"Q", "frequencies", "k", "bias"}),
    "connection": ({"profile", "O"}, set()),
    "additive": ({"profile", "p"}, set()),
    "matrix": ({"h", "contents"}, set()),
}
TITLES = {
    "T5": "spectral dichotomy of a factor kernel",
    "T4": "gauge kernel",
    "T4d": "connection kernel",
    "absolute": "absolute encoding",
    "matrix": "kernel on finitely many contents",
}
CLAIMS = {
    "all": "maximisers of the energy exist and every one of them is collapsed",
    "some": "some maximisers of the energy are collapsed and some are not",
    "none": "no maximiser of the energy is collapsed",
}
NAMES = {"graph_laws": "among graph laws", "all_laws": "among all laws with the given label law"}


@dataclass(frozen=True)
class Report:
    """The answer: accepted, with the statement that is proved; or rejected, with the reason."""

    accepted: bool
    statement: str
    reason: str


def statement_of(theorem: str, claim: Mapping[str, str]) -> str:
    """Return the statement that a certificate of a theorem makes about its problem.

    Examples
    --------
    >>> statement_of("T5", {"graph_laws": "none"})
    'T5 (spectral dichotomy of a factor kernel): among graph laws, no maximiser of the energy is collapsed.'
    """
    require(theorem in TITLES, "an unknown theorem")
    require(claim and set(claim) <= set(NAMES), "a claim speaks of graph_laws, of all_laws, or of both")
    require(
        all(isinstance(view, str) and view in CLAIMS for view in claim.values()),
        "a view is all, some or none",
    )
    parts = [f"{words}, {CLAIMS[claim[name]]}" for name, words in NAMES.items() if name in claim]
    return f"{theorem} ({TITLES[theorem]}): {'; '.join(parts)}."


def _proved(cert: Any, problem_digest: str | None) -> str:
    """Return the statement that a certificate proves, or refuse."""
    plain(cert)
    fields(cert, {"schema", "theorem", "statement", "problem", "digest", "method", "data", "seal"})
    require(integer(cert["schema"], 0, 1000) == 1, "an unknown schema")
    unsealed = {key: value for key, value in cert.items() if key != "seal"}
    require(cert["seal"] == digest(unsealed), "the seal is broken: the file was changed")
    require(cert["digest"] == digest(cert["problem"]), "the digest is not that of the problem")
    require(problem_digest in {None, cert["digest"]}, "the certificate is about another problem")
    theorem, data, spec = cert["theorem"], cert["data"], cert["problem"]
    require((theorem, cert["method"]) in METHODS, "an unknown theorem or method")
    family, prove = METHODS[theorem, cert["method"]]
    require(isinstance(data, dict) and isinstance(data.get("claim"), dict), "the claim is missing")
    claim = data["claim"]
    statement = statement_of(theorem, claim)
    require(cert["statement"] == statement, "the statement is not that of the claim")
    require(isinstance(spec, dict) and spec.get("family") == family, f"this method is about the family {family}")
    required, optional = FAMILIES[family]
    fields(spec, {"family", "d", "labels"} | required, optional | {"symmetrize"})
    require(spec.get("symmetrize", True) is True, "symmetrize is true or left out")
    problem = Problem(integer(spec["d"], 2, 1 << 20), Labels(spec["labels"]), spec)
    graph, every = prove(problem, data)
    if problem.labels.n == 1 and problem.labels.atomic:
        graph = "all"
    elif not problem.labels.atomic and family == "factor" and problem.labels.n is not None:
        graph = every  # blocks
    every = "none" if graph == "none" else every
    graph = "all" if every == "all" else graph
    for view, proved in (("graph_laws", graph), ("all_laws", every)):
        words = "nothing" if proved is None else repr(proved)
        require(
            claim.get(view, proved) == proved,
            f"{view}: {claim.get(view)!r} is claimed, but {words} is proved",
        )
    return statement


def check(cert: dict[str, Any], problem_digest: str | None = None) -> Report:
    """Check a certificate as plain data; with ``problem_digest``, reject one about another problem."""
    _Work.spent = 0
    try:
        return Report(accepted=True, statement=_proved(cert, problem_digest), reason="")
    except Refused as refusal:
        reason = str(refusal)
    except (
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        ArithmeticError,
        MemoryError,
        RecursionError,
    ) as error:
        reason = f"malformed: {type(error).__name__}: {str(error)[:100]}"
    return Report(accepted=False, statement="", reason=reason)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("a key is repeated")
    return dict(pairs)


def _not_finite(name: str) -> None:
    raise ValueError(f"{name} is no number")


def check_text(text: str, problem_digest: str | None = None) -> Report:
    """Check a certificate as text.

    Raises
    ------
    ValueError
        Unreadable: truncated or no JSON, a repeated key, NaN or Infinity, not an object.
    """
    try:
        cert = json.loads(text, object_pairs_hook=_unique, parse_constant=_not_finite)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(cert, dict):
        raise ValueError("not an object")  # noqa: TRY004 - the text is at fault
    return check(cert, problem_digest)


def main(arguments: Sequence[str]) -> int:
    """Check the file that the arguments name, print the answer, and return the exit code."""
    paths = list(arguments)
    expected = paths.pop() if len(paths) == 3 and paths.pop(1) == "--problem-digest" else None
    if len(paths) != 1:
        print("usage: checker.py CERTIFICATE [--problem-digest sha256:...]", file=sys.stderr)
        return 2
    try:
        with Path(paths[0]).open("rb") as file:
            content = file.read(MAX_FILE + 1)
        report = check_text(content.decode() if len(content) <= MAX_FILE else "too long", expected)
    except (OSError, ValueError, MemoryError) as error:
        print(f"unreadable: {error}", file=sys.stderr)
        return 2
    print(f"accepted: {report.statement}" if report.accepted else f"rejected: {report.reason}")
    return 0 if report.accepted else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
