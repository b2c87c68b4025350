"""Signs and rational bounds of formulas, read off their structure: no rounding, any number of labels.

exp(anything finite) > 0; 1 + a*Abs(..) >= 1; a Piecewise is as positive as each of its branches under its
condition. Each sub-tree gets a rational interval and a set of possible signs; both are exact consequences
of the bounds of the variables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from verify.model.formula import Apply, Cases, Comparison, Const, Formula, Name, Node
from verify.spectral.continuum.label_bounds import Bound, label_bounds

__all__ = ["Sign", "label_bounds", "sign_of"]

Bounds = Mapping[str, tuple[Bound, Bound]]
_PI = (Fraction(333, 106), Fraction(355, 113))
_E = (Fraction(1264, 465), Fraction(193, 71))
_ONE = Fraction(1)
_MAX_BITS = 2_048
_LARGEST_EXPONENT = 600
_LONGEST = Fraction(2**_MAX_BITS)
_ALL = frozenset((-1, 0, 1))


class Sign(StrEnum):
    """What is certain of a formula on its whole domain."""

    POSITIVE = "positive"
    NONNEGATIVE = "nonnegative"
    ZERO = "zero"
    NONPOSITIVE = "nonpositive"
    NEGATIVE = "negative"
    FINITE = "finite"
    UNKNOWN = "unknown"


_NAMED = {
    frozenset({1}): Sign.POSITIVE, frozenset({0, 1}): Sign.NONNEGATIVE, frozenset({0}): Sign.ZERO,
    frozenset({-1, 0}): Sign.NONPOSITIVE, frozenset({-1}): Sign.NEGATIVE,
}  # fmt: skip


@dataclass(frozen=True)
class _Range:
    """Values in [low, high] (None: no bound) with signs in ``signs``; ``finite``: defined, real, bounded."""

    low: Bound
    high: Bound
    signs: frozenset[int]
    finite: bool = True


_UNDEFINED = _Range(None, None, _ALL, finite=False)


def _is_long(x: Fraction) -> bool:
    return max(x.numerator.bit_length(), x.denominator.bit_length()) > _MAX_BITS


def _range(low: Bound, high: Bound, signs: frozenset[int] = _ALL) -> _Range:
    """Combine an interval with a set of signs; each sharpens the other."""
    if low is not None and _is_long(low):
        low = min(Fraction(low.numerator // low.denominator), _LONGEST) if low > -_LONGEST else None
    if high is not None and _is_long(high):
        high = max(Fraction(-(-high.numerator // high.denominator)), -_LONGEST) if high < _LONGEST else None
    if low is not None:
        signs -= {-1} if low == 0 else {-1, 0} if low > 0 else set()
    if high is not None:
        signs -= {1} if high == 0 else {1, 0} if high < 0 else set()
    if 1 not in signs:
        high = Fraction(0) if high is None else min(high, Fraction(0))
    if -1 not in signs:
        low = Fraction(0) if low is None else max(low, Fraction(0))
    return _Range(low, high, signs)


_POSITIVE = _range(Fraction(0), None, frozenset({1}))


def sign_of(formula: Formula, bounds: Bounds) -> Sign:
    """Return what the structure of a formula says of its sign.

    Parameters
    ----------
    formula : Formula
    bounds : mapping of str to (low, high)
        Rational bounds of each variable, None for none; see :func:`label_bounds`.

    Returns
    -------
    Sign
        UNKNOWN where the formula may be undefined or unbounded, FINITE where only its sign is open.

    Notes ----- A denominator must be bounded away from 0, so that what is finite is also bounded. 3^{-n} <=
    e^{-x} for x <= n.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> line = {"i": (None, None), "j": (None, None)}
    >>> str(sign_of(parse_formula("exp(-3*Abs(i - j))", {"i", "j"}), line))
    'positive'
    >>> str(sign_of(parse_formula("Piecewise((1 - Abs(i - j), Abs(i - j) < 1), (0, True))", {"i", "j"}), line))
    'nonnegative'
    """
    value = _analyse(formula.tree, bounds, ())
    if not value.finite:
        return Sign.UNKNOWN
    return _NAMED.get(value.signs, Sign.FINITE)


# ---------------------------------------------------------------- the analysis

Fact = tuple[Node, str, Node]


def _analyse(node: Node, bounds: Bounds, facts: tuple[Fact, ...]) -> _Range:
    """Return the range of a tree, given that the comparisons in ``facts`` hold."""
    match node:
        case Const(value):
            return _range(value, value)
        case Name("pi"):
            return _range(*_PI)
        case Name("E"):
            return _range(*_E)
        case Name(name):
            return _known(node, _range(*bounds.get(name, (None, None))), facts)
        case Cases(branches):
            return _cases(branches, bounds, facts)
        case Apply(op, args):
            ranges = [_analyse(arg, bounds, facts) for arg in args]
            if not all(r.finite for r in ranges):
                return _UNDEFINED
            same = len(args) == 2 and args[0] == args[1]
            return _known(node, _apply(op, ranges, same=same), facts)
    return _UNDEFINED


def _known(node: Node, value: _Range, facts: tuple[Fact, ...]) -> _Range:
    """Sharpen a range by facts about the very same sub-trees: a < b also says b - a > 0."""
    if not value.finite:
        return value
    low, high, signs = value.low, value.high, value.signs
    for a, relation, b in facts:
        strict = relation == "<"
        if node == Apply("-", (b, a)):
            signs &= {1} if strict else {0, 1}
        elif node == Apply("-", (a, b)):
            signs &= {-1} if strict else {-1, 0}
        elif node == a and isinstance(b, Const):
            high = b.value if high is None else min(high, b.value)
            signs -= {0, 1} if strict and b.value <= 0 else set()
        elif node == b and isinstance(a, Const):
            low = a.value if low is None else max(low, a.value)
            signs -= {0, -1} if strict and a.value >= 0 else set()
    return _range(low, high, signs)


def _cases(branches: tuple[tuple[Node, Comparison], ...], bounds: Bounds, facts: tuple[Fact, ...]) -> _Range:
    found: list[_Range] = []
    for value, comparison in branches:
        if any(not _analyse(term, bounds, facts).finite for term in comparison.terms):
            return _UNDEFINED
        triples = list(zip(comparison.terms, comparison.relations, comparison.terms[1:], strict=False))
        inside = tuple(fact for a, relation, b in triples for fact in _facts(a, relation, b))
        found.append(_analyse(value, bounds, facts + inside))
        if not comparison.terms:
            return _union(found)
        if len(triples) == 1:
            a, relation, b = triples[0]
            facts += _facts(a, _OPPOSITE[relation], b)
    return _UNDEFINED


_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def _facts(a: Node, relation: str, b: Node) -> tuple[Fact, ...]:
    match relation:
        case "<" | "<=":
            return ((a, relation, b),)
        case ">" | ">=":
            return ((b, relation.replace(">", "<"), a),)
        case "==":
            return ((a, "<=", b), (b, "<=", a))
    return ()


def _union(ranges: list[_Range]) -> _Range:
    if not all(r.finite for r in ranges):
        return _UNDEFINED
    lows, highs = [r.low for r in ranges], [r.high for r in ranges]
    low = None if None in lows else min(x for x in lows if x is not None)
    high = None if None in highs else max(x for x in highs if x is not None)
    return _range(low, high, frozenset().union(*(r.signs for r in ranges)))


def _apply(op: str, ranges: list[_Range], *, same: bool) -> _Range:
    a = ranges[0]
    match op:
        case "+":
            return _sum(a, ranges[1])
        case "-":
            return _range(Fraction(0), Fraction(0)) if same else _sum(a, _negated(ranges[1]))
        case "neg":
            return _negated(a)
        case "*":
            return _power(a, _range(2 * _ONE, 2 * _ONE)) if same else _product(a, ranges[1])
        case "/":
            return _product(a, _reciprocal(ranges[1])) if _away_from_zero(ranges[1]) else _UNDEFINED
        case "**":
            return _power(a, ranges[1])
        case "Min" | "Max":
            return _extremum(op, ranges)
        case "besseli":
            return _bessel(a, ranges[1])
    return _function(op, a)


def _function(op: str, a: _Range) -> _Range:
    match op:
        case "exp":
            return _range(_exponential_below(a.low), _exponential_above(a.high), frozenset({1}))
        case "Abs":
            return _absolute(a)
        case "sqrt":
            return _root_power(a, Fraction(1, 2))
        case "log":
            return _logarithm(a)
        case "cosh":
            return _range(_ONE, None)
        case "sinh":
            return _range(None, None, a.signs)
        case "cos" | "sin":
            return _range(-_ONE, _ONE)
        case "tanh" | "sign" | "atan":
            return _range(-2 * _ONE, 2 * _ONE, a.signs) if op == "atan" else _range(-_ONE, _ONE, a.signs)
        case "asin" | "acos":
            return _arc(op, a)
    return _UNDEFINED


def _logarithm(a: _Range) -> _Range:
    if a.low is None or a.low <= 0:
        return _UNDEFINED
    high = Fraction(0) if a.high is not None and a.high <= 1 else None
    return _range(Fraction(0) if a.low >= 1 else None, high, frozenset({1}) if a.low > 1 else _ALL)


def _arc(op: str, a: _Range) -> _Range:
    if a.low is None or a.low < -1 or a.high is None or a.high > 1:
        return _UNDEFINED
    if op == "asin":
        return _range(-2 * _ONE, 2 * _ONE, a.signs)
    return _range(Fraction(0), _PI[1], frozenset({1} if a.high < 1 else {0, 1}))


def _exponential_below(x: Bound) -> Fraction:
    if x is None or x < -_LARGEST_EXPONENT:
        return Fraction(0)
    return Fraction(1) if x >= 0 else Fraction(1, 3 ** -(x.numerator // x.denominator))


def _exponential_above(x: Bound) -> Bound:
    if x is None or x > _LARGEST_EXPONENT:
        return None
    return Fraction(1) if x <= 0 else Fraction(3) ** -(-x.numerator // x.denominator)


def _away_from_zero(a: _Range) -> bool:
    return (a.low is not None and a.low > 0) or (a.high is not None and a.high < 0)


def _sum(a: _Range, b: _Range) -> _Range:
    low = None if a.low is None or b.low is None else a.low + b.low
    high = None if a.high is None or b.high is None else a.high + b.high
    signs = {s + t for s in a.signs for t in b.signs}
    possible = (
        _ALL
        if 0 in {s + t for s in a.signs for t in b.signs if s and t}
        else frozenset((s > 0) - (s < 0) for s in signs)
    )
    return _range(low, high, possible)


def _negated(a: _Range) -> _Range:
    low = None if a.high is None else -a.high
    high = None if a.low is None else -a.low
    return _range(low, high, frozenset(-s for s in a.signs))


def _product(a: _Range, b: _Range) -> _Range:
    signs = frozenset(s * t for s in a.signs for t in b.signs)
    ends = [(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    if all(x is not None and y is not None for x, y in ends):
        values = [x * y for x, y in ends if x is not None and y is not None]
        return _range(min(values), max(values), signs)
    if -1 not in a.signs and -1 not in b.signs and a.low is not None and b.low is not None:
        return _range(a.low * b.low, None, signs)
    return _range(None, None, signs)


def _reciprocal(a: _Range) -> _Range:
    low = 1 / a.high if a.high else None
    high = 1 / a.low if a.low else None
    return _range(low, high, a.signs)


def _absolute(a: _Range) -> _Range:
    signs = frozenset(abs(s) for s in a.signs)
    high = None if a.low is None or a.high is None else max(abs(a.low), abs(a.high))
    low = max((x for x in (a.low, None if a.high is None else -a.high) if x is not None), default=Fraction(0))
    return _range(max(low, Fraction(0)), high, signs)


def _power(a: _Range, exponent: _Range) -> _Range:
    n = exponent.low
    if n is not None and n == exponent.high and n.denominator != 1:
        if n > 0:
            return _root_power(a, n)
        return _reciprocal(_root_power(a, -n)) if a.low is not None and a.low > 0 else _UNDEFINED
    if n is None or n != exponent.high:
        # a real power of a positive base, or a nonnegative power of a nonnegative one
        defined = (a.low is not None and a.low > 0) or (-1 not in a.signs and -1 not in exponent.signs)
        signs = a.signs if exponent.signs == {1} else a.signs | {1}
        return _range(None, None, signs) if defined else _UNDEFINED
    if n < 0:
        return _reciprocal(_power(a, _range(-n, -n))) if _away_from_zero(a) else _UNDEFINED
    if n == 0:
        return _range(Fraction(1), Fraction(1))
    size = _absolute(a) if n % 2 == 0 else a
    if n > 64:
        return _range(None, None, size.signs) if size.low is None or size.low < 1 else _range(Fraction(1), None)
    whole = int(n)
    low = None if size.low is None else Fraction(size.low**whole)
    return _range(low, None if size.high is None else Fraction(size.high**whole), size.signs)


def _root_power(a: _Range, q: Fraction) -> _Range:
    """Bound a^q for q > 0 and a >= 0 by the whole powers on either side of q."""
    if -1 in a.signs or q > 64:
        return _UNDEFINED
    floor = q.numerator // q.denominator
    low = Fraction(0) if a.low is None else a.low ** (floor if a.low >= 1 else floor + 1)
    high = None if a.high is None else a.high ** (floor + 1 if a.high >= 1 else floor)
    return _range(low, high, a.signs)


def _extremum(op: str, ranges: list[_Range]) -> _Range:
    choose = min if op == "Min" else max
    result = ranges[0]
    for other in ranges[1:]:
        signs = frozenset(choose(s, t) for s in result.signs for t in other.signs)
        lows = [x for x in (result.low, other.low) if x is not None]
        highs = [x for x in (result.high, other.high) if x is not None]
        low = choose(lows) if len(lows) == 2 or (op == "Max" and lows) else None
        high = choose(highs) if len(highs) == 2 or (op == "Min" and highs) else None
        result = _range(low, high, signs)
    return result


def _bessel(order: _Range, x: _Range) -> _Range:
    """I_n(x) of a nonnegative order n is positive for x > 0 and nonnegative at 0."""
    if order.low is None or order.low < 0 or order.low != order.high or -1 in x.signs:
        return _UNDEFINED
    return _range(Fraction(1) if order.low == 0 else Fraction(0), None, frozenset({1}) if order.low == 0 else x.signs)
