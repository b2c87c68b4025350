"""Formulas rebuilt with their rationals folded, and the signs of constants.

Nothing here rounds. A sign comes from rational arithmetic, from the structure of the constant (pi > 0, sqrt
of a positive number), or from balls of increasing precision, and it is said which.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import flint

from verify.model import readings
from verify.model.formula import Apply, Cases, Comparison, Const, Name, Node, children, free_names
from verify.model.parsing import MAX_BITS

__all__ = [
    "Sign",
    "add",
    "at",
    "divide",
    "multiply",
    "negate",
    "power",
    "sign_of",
    "subtract",
]

ZERO, ONE = Const(Fraction(0)), Const(Fraction(1))
#: Constants of more parts are not searched for a rational value while a tree is rebuilt; sign_of still does.
_FOLDED = 16
_PRECISIONS = (64, 256, 1024, 4096)
_COMPARE = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


@dataclass(frozen=True)
class Sign:
    """The sign of a real constant: -1, 0, 1, or None where undecided; ``exact`` unless from a ball."""

    value: int | None
    exact: bool = True


# ---------------------------------------------------------------- constructors that fold


def _small(value: Fraction) -> bool:
    return max(value.numerator.bit_length(), value.denominator.bit_length()) <= MAX_BITS


def add(a: Node, b: Node) -> Node:
    """Return a + b with rationals folded and zeros dropped."""
    match a, b:
        case Const(x), Const(y) if _small(x + y):
            return Const(x + y)
        case Const(x), _ if x == 0:
            return b
        case _, Const(y) if y == 0:
            return a
        case _, Const(y) if y < 0:
            return Apply("-", (a, Const(-y)))
    return Apply("+", (a, b))


def negate(a: Node) -> Node:
    """Return -a."""
    match a:
        case Const(x):
            return Const(-x)
        case Apply("neg", (inner,)):
            return inner
        case Apply("*", (Const(x), rest)):
            return multiply(Const(-x), rest)
    return Apply("neg", (a,))


def subtract(a: Node, b: Node) -> Node:
    """Return a - b; equal trees cancel."""
    match a, b:
        case _ if a == b and _is_finite(a):
            return ZERO
        case _, Const(y):
            return add(a, Const(-y))
        case Const(x), _ if x == 0:
            return negate(b)
        case _, Apply("neg", (inner,)):
            return add(a, inner)
    return Apply("-", (a, b))


def multiply(a: Node, b: Node) -> Node:
    """Return a b, rational factors in front; zero absorbs all but a constant that may be infinite."""
    match a, b:
        case Const(x), Const(y) if _small(x * y):
            return Const(x * y)
        case Const(x), _ if x == 0 and _is_finite(b):
            return ZERO
        case _, Const() if not isinstance(a, Const):
            return multiply(b, a)
        case Const(x), _ if x == 1:
            return b
        case Const(x), _ if x == -1:
            return negate(b)
        case Const(x), Apply("*", (Const(y), rest)) if _small(x * y):
            return multiply(Const(x * y), rest)
        case _, Apply("*", (Const() as y, rest)):
            return multiply(y, multiply(a, rest))
        case Apply("*", (Const() as x, rest)), _:
            return multiply(x, multiply(rest, b))
        case Apply("neg", (inner,)), _:
            return negate(multiply(inner, b))
        case _, Apply("neg", (inner,)):
            return negate(multiply(a, inner))
    return Apply("*", (a, b))


def divide(a: Node, b: Node) -> Node:
    """Return a / b; a division by zero is left standing."""
    match a, b:
        case Const(x), Const(y) if y != 0 and _small(x / y):
            return Const(x / y)
        case Const(x), _ if x == 0 and not isinstance(b, Const) and _is_finite(Apply("/", (ONE, b))):
            return ZERO
        case _, Const(y) if y == 1:
            return a
        case _, Const(y) if y < 0:
            return negate(divide(a, Const(-y)))
        case Apply("*", (Const(x), rest)), Const(y) if y != 0 and _small(x / y):
            return multiply(Const(x / y), rest)
    return Apply("/", (a, b))


def power(a: Node, b: Node) -> Node:
    """Return a ** b."""
    match a, b:
        case _, Const(y) if y == 0:
            return ONE
        case _, Const(y) if y == 1:
            return a
    return _rational_or(Apply("**", (a, b)))


def _is_finite(node: Node) -> bool:
    """Whether a factor may be taken to be finite: a formal expression is, a constant must be enclosed."""
    return bool(free_names(node)) or bool(readings.to_ball(node, {}).is_finite())


def _rational_or(node: Node) -> Node:
    """Return the rational value of a small constant where it is known, else the node."""
    if _size(node, _FOLDED) > _FOLDED or free_names(node):
        return node
    value = readings.to_rational(node, {})
    return node if value is None or not _small(value) else Const(value)


def _size(node: Node, limit: int) -> int:
    """Return the number of parts of a tree, counted no further than just past the limit."""
    total = 1
    for part in children(node):
        total += _size(part, limit - total)
        if total > limit:
            break
    return total


def _call(op: str, args: tuple[Node, ...]) -> Node:
    match op, args:
        case "+", (a, b):
            return _rational_or(add(a, b))
        case "-", (a, b):
            return _rational_or(subtract(a, b))
        case "*", (a, b):
            return _rational_or(multiply(a, b))
        case "/", (a, b):
            return _rational_or(divide(a, b))
        case "**", (a, b):
            return power(a, b)
        case "neg", (a,):
            return negate(a)
    return _rational_or(Apply(op, args))


# ---------------------------------------------------------------- values


def at(node: Node, values: Mapping[str, Node]) -> Node:
    """Return the tree with variables replaced, rationals folded and decided Piecewise branches chosen."""
    match node:
        case Name(name):
            return values.get(name, node)
        case Apply(op, args):
            return _call(op, tuple(at(arg, values) for arg in args))
        case Cases(branches):
            rebuilt: list[tuple[Node, Comparison]] = []
            for value, comparison in branches:
                condition = Comparison(tuple(at(term, values) for term in comparison.terms), comparison.relations)
                holds = _decide(condition)
                if holds is False:
                    continue
                if holds and not rebuilt:
                    return at(value, values)
                rebuilt.append((at(value, values), condition))
            return Cases(tuple(rebuilt))
    return node


def _decide(comparison: Comparison) -> bool | None:
    """Whether a comparison of constants holds; None where undecided or where variables occur."""
    verdict: bool | None = True
    for a, relation, b in zip(comparison.terms, comparison.relations, comparison.terms[1:], strict=False):
        sign = sign_of(subtract(a, b)).value
        if sign is None:
            verdict = None
        elif not _COMPARE[relation](sign, 0):
            return False
    return verdict


def sign_of(node: Node) -> Sign:
    """Return the sign of a constant tree, never from floats.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> sign_of(parse_formula("pi/sqrt(2)").tree), sign_of(parse_formula("exp(1) - 3").tree)
    (Sign(value=1, exact=True), Sign(value=-1, exact=False))
    """
    if free_names(node):
        return Sign(None)
    rational = readings.to_rational(node, {})
    if rational is not None:
        return Sign((rational > 0) - (rational < 0))
    structural = _structural_sign(node)
    if structural is not None:
        return Sign(structural)
    for precision in _PRECISIONS:
        with flint.ctx.workprec(precision):
            ball = readings.to_ball(node, {})
            if ball > 0 or ball < 0:
                return Sign(1 if ball > 0 else -1, exact=False)
    return Sign(None)


def _structural_sign(node: Node) -> int | None:
    """Signs that the form of a constant gives: products of positive numbers, exponentials, square roots."""
    match node:
        case Const(value):
            return (value > 0) - (value < 0)
        case Name("pi" | "E"):
            return 1
        case Apply("neg", (a,)):
            inner = _structural_sign(a)
            return None if inner is None else -inner
        case Apply(("*" | "/") as op, (a, b)):
            left, right = _structural_sign(a), _structural_sign(b)
            if left is None or right is None or (op == "/" and right == 0):
                return None
            return left * right
        case Apply("+", (a, b)):
            left, right = _structural_sign(a), _structural_sign(b)
            return left if left is not None and left == right else None
        case Apply(("exp" | "cosh"), (a,)):
            return 1 if _structural_sign(a) is not None else None
        case Apply(("sqrt" | "sinh" | "tanh" | "atan"), (a,)):
            inner = _structural_sign(a)
            return None if inner is None or (node.op == "sqrt" and inner < 0) else inner
        case Apply("**", (a, b)) if _structural_sign(a) == 1:
            return 1 if _structural_sign(b) is not None else None
    return None
