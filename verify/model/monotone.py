"""Monotonicity on [-1, 1] from the form of a formula.

A monotone part takes its least and largest value at the end points, so domains (log of a positive part) and
signs of factors are decided there, exactly where the values are rational.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from verify.model.calculus import at, negate, sign_of, subtract
from verify.model.formula import Apply, Cases, Comparison, Const, Name, Node, free_names
from verify.model.readings import to_ball

__all__ = ["Monotone", "monotone"]

_ONE = Const(Fraction(1))
_LOW, _HIGH = {"t": Const(Fraction(-1))}, {"t": _ONE}
_HALF_PI = Apply("/", (Name("pi"), Const(Fraction(2))))
#: Functions that increase strictly on all real numbers.
_EVERYWHERE = {"exp", "sinh", "tanh", "atan"}


@dataclass(frozen=True)
class Monotone:
    """A function that is constant (direction 0), increasing (1) or decreasing (-1) on [-1, 1]."""

    direction: int
    strict: bool
    exact: bool = True


def monotone(node: Node) -> Monotone | None:
    """Return how a tree in t is monotone on [-1, 1], or None where the rules do not tell.

    The rules: sums of like direction, constant factors, products of nonnegative parts, reciprocals of parts
    of one sign, powers, and monotone functions of parts whose range, known from the end points, lies where
    they are monotone.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> monotone(parse_formula("exp(50*tanh(t/50))", {"t"}).tree)
    Monotone(direction=1, strict=True, exact=True)
    >>> monotone(parse_formula("t**2", {"t"}).tree) is None
    True
    """
    if not free_names(node):
        return Monotone(0, strict=True) if to_ball(node, {}).is_finite() else None
    match node:
        case Name():
            return Monotone(1, strict=True)
        case Apply("neg", (a,)):
            return _times(monotone(a), -1)
        case Apply(("+" | "-") as op, (a, b)):
            return _sum([monotone(a), monotone(b) if op == "+" else _times(monotone(b), -1)], either=True)
        case Apply("*", (a, b)):
            return _product(a, b)
        case Apply("/", (a, b)) if not free_names(b):
            return _scaled(a, b)
        case Apply("/", (a, b)):
            return _reciprocal(b) if a == _ONE else _product(a, Apply("/", (_ONE, b)))
        case Apply("**", (a, b)):
            return _power(a, b)
        case Apply(("Min" | "Max"), args):
            return _sum([monotone(arg) for arg in args], either=False)
        case Apply(function, (u,)):
            return _function(function, u)
        case Cases(branches):
            return _pieces(branches)
    return None


def _pieces(branches: tuple[tuple[Node, Comparison], ...]) -> Monotone | None:
    """Join pieces of one direction, cut at increasing rational values of t, that do not step against it."""
    parts = [monotone(value) for value, _ in branches]
    joined = _sum(parts, either=False)
    if joined is None or not joined.direction:
        return None
    exact, last = joined.exact, Fraction(-1)
    for (value, comparison), (following, _) in pairwise(branches):
        match comparison:
            case Comparison((Name(), Const(cut)), (("<" | "<="),)) if cut > last:
                last, here = cut, {"t": Const(cut)}
            case _:
                return None
        step = sign_of(subtract(at(following, here), at(value, here)))
        if step.value is None or step.value * joined.direction < 0:
            return None
        exact = exact and step.exact
    return Monotone(joined.direction, joined.strict, exact) if not branches[-1][1].terms else None


def _times(part: Monotone | None, sign: int, *, exact: bool = True, strict: bool = True) -> Monotone | None:
    return part and Monotone(part.direction * sign, part.strict and strict, part.exact and exact)


def _sum(parts: list[Monotone | None], *, either: bool) -> Monotone | None:
    """Combine parts of like direction; a sum is strict if either part is, Min and Max only if all are."""
    found = [part for part in parts if part is not None]
    if len(found) < len(parts):
        return None
    directions = {part.direction for part in found} - {0}
    if len(directions) > 1:
        return None
    moving = [part for part in found if part.direction]
    combine = any if either else all
    strict = combine(part.strict for part in moving) and (either or len(moving) in {0, len(found)})
    return Monotone(directions.pop() if directions else 0, strict or not moving, all(part.exact for part in found))


def _ends(node: Node, part: Monotone) -> tuple[Node, Node]:
    """Return the least and the largest value of a monotone part, as constants."""
    low, high = at(node, _LOW), at(node, _HIGH)
    return (low, high) if part.direction >= 0 else (high, low)


def _scaled(a: Node, constant: Node) -> Monotone | None:
    sign = sign_of(constant)
    return _times(monotone(a), sign.value, exact=sign.exact) if sign.value else None


def _product(a: Node, b: Node) -> Monotone | None:
    for constant, other in ((a, b), (b, a)):
        if not free_names(constant):
            return _scaled(other, constant)
    left, right = monotone(a), monotone(b)
    if left is None or right is None or left.direction != right.direction:
        return None
    signs = [sign_of(_ends(part, m)[0]) for part, m in ((a, left), (b, right))]
    if any(s.value is None or s.value < 0 for s in signs):
        return None
    exact = left.exact and right.exact and all(s.exact for s in signs)
    strict = (left.strict and (right.strict or signs[1].value == 1)) or (right.strict and signs[0].value == 1)
    return Monotone(left.direction, strict, exact)


def _reciprocal(u: Node) -> Monotone | None:
    inner = monotone(u)
    if inner is None:
        return None
    low, high = (sign_of(end) for end in _ends(u, inner))
    fixed = low.value == 1 or high.value == -1
    return _times(inner, -1, exact=low.exact and high.exact) if fixed else None


def _power(base: Node, exponent: Node) -> Monotone | None:
    if free_names(exponent):
        if free_names(base):
            return None
        positive, growth = sign_of(base), sign_of(subtract(base, _ONE))
        if positive.value != 1 or not growth.value:
            return None
        return _times(monotone(exponent), growth.value, exact=growth.exact)
    inner, sign = monotone(base), sign_of(exponent)
    if inner is None or not sign.value:
        return None
    low, high = (sign_of(end) for end in _ends(base, inner))
    exact = sign.exact and low.exact and high.exact
    whole = isinstance(exponent, Const) and exponent.value.denominator == 1
    odd = isinstance(exponent, Const) and whole and exponent.value.numerator % 2 == 1
    if odd and sign.value > 0:
        return inner
    if low.value is not None and (low.value > 0 or (low.value == 0 and sign.value > 0)):
        return _times(inner, sign.value, exact=exact)
    if whole and not odd and high.value is not None and (high.value < 0 or (high.value == 0 and sign.value > 0)):
        return _times(inner, -sign.value, exact=exact)
    return None


def _function(function: str, u: Node) -> Monotone | None:
    inner = monotone(u)
    if inner is None:
        return None
    if function in _EVERYWHERE:
        return inner
    if function == "sign":
        return _times(inner, 1, strict=inner.direction == 0)
    low, high = _ends(u, inner)

    def between(a: Node | None, b: Node | None, *, strictly: bool = False) -> tuple[bool, bool]:
        signs = [sign_of(subtract(low, a))] if a is not None else []
        signs += [sign_of(subtract(b, high))] if b is not None else []
        inside = all(s.value is not None and s.value >= (1 if strictly else 0) for s in signs)
        return inside, all(s.exact for s in signs)

    zero, minus_one = Const(Fraction(0)), Const(Fraction(-1))
    domains: dict[str, list[tuple[int, tuple[Node | None, Node | None], bool]]] = {
        "log": [(1, (zero, None), True)],
        "sqrt": [(1, (zero, None), False)],
        "asin": [(1, (minus_one, _ONE), False)],
        "acos": [(-1, (minus_one, _ONE), False)],
        "tan": [(1, (negate(_HALF_PI), _HALF_PI), True)],
        "sin": [(1, (negate(_HALF_PI), _HALF_PI), False)],
        "cos": [(-1, (zero, Name("pi")), False), (1, (negate(Name("pi")), zero), False)],
        "cosh": [(1, (zero, None), False), (-1, (None, zero), False)],
        "Abs": [(1, (zero, None), False), (-1, (None, zero), False)],
    }
    for direction, bounds, strictly in domains.get(function, []):
        inside, exact = between(*bounds, strictly=strictly)
        if inside:
            return _times(inner, direction, exact=exact)
    return None
