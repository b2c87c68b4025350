"""Formal calculus on formula trees: rebuilding with rationals folded, derivatives, signs of constants, polynomials.

Nothing here rounds. A sign comes from rational arithmetic, from the structure of the constant (pi > 0, sqrt of a positive
number), or from balls of increasing precision, and it is said which.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import flint

from verify.model import readings
from verify.model.formula import MAX_BITS, Apply, Cases, Comparison, Const, Name, Node, free_names

__all__ = [
    "NotDifferentiableError",
    "Sign",
    "add",
    "at",
    "derivative",
    "divide",
    "multiply",
    "negate",
    "parity",
    "polynomial",
    "power",
    "sign_of",
    "subtract",
]

ZERO, ONE = Const(Fraction(0)), Const(Fraction(1))
_PRECISIONS = (64, 256, 1024, 4096)
_MAX_DEGREE = 200
_COMPARE = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


class NotDifferentiableError(Exception):
    """A formula for which no derivative is written down here, such as a Bessel function in its order."""


@dataclass(frozen=True)
class Sign:
    """The sign of a real constant: -1, 0, 1, or None where undecided; ``exact`` unless ball arithmetic was needed."""

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
    """Return a b, rational factors in front; a zero factor absorbs anything but a constant that may be infinite."""
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
    """Return the rational value of a constant where it is known, else the node."""
    if free_names(node):
        return node
    value = readings.to_rational(node, {})
    return node if value is None or not _small(value) else Const(value)


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
                condition = Comparison(
                    tuple(at(term, values) for term in comparison.terms), comparison.relations
                )
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
        case Name(("pi" | "E")):
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


# ---------------------------------------------------------------- derivatives

_TWO = Const(Fraction(2))


def _chain(op: str, u: Node) -> Node:
    """Return g'(u) of a function g of one argument; for Abs and sign off their kinks."""

    def call(name: str) -> Node:
        return Apply(name, (u,))

    square = power(u, _TWO)
    match op:
        case "sqrt":
            return divide(Const(Fraction(1, 2)), call("sqrt"))
        case "exp":
            return call("exp")
        case "log":
            return divide(ONE, u)
        case "sin":
            return call("cos")
        case "cos":
            return negate(call("sin"))
        case "tan":
            return add(ONE, power(call("tan"), _TWO))
        case "asin":
            return divide(ONE, Apply("sqrt", (subtract(ONE, square),)))
        case "acos":
            return negate(divide(ONE, Apply("sqrt", (subtract(ONE, square),))))
        case "atan":
            return divide(ONE, add(ONE, square))
        case "sinh":
            return call("cosh")
        case "cosh":
            return call("sinh")
        case "tanh":
            return subtract(ONE, power(call("tanh"), _TWO))
        case "Abs":
            return call("sign")
        case "sign":
            return ZERO
    raise NotDifferentiableError(op)


def derivative(node: Node, variable: str) -> Node:
    """Return the derivative of a tree in one variable; of Abs, sign and Piecewise where no kink is.

    Raises
    ------
    NotDifferentiableError
        The variable occurs in the order of a Bessel function, or in Min or Max.

    Examples
    --------
    >>> from verify.model.formula import parse_formula, show
    >>> (
    ...     show(derivative(parse_formula("exp(2*t)", {"t"}).tree, "t")),
    ...     show(derivative(parse_formula("t**3", {"t"}).tree, "t")),
    ... )
    ('2*exp(2*t)', '3*t**2')
    """
    if variable not in free_names(node):
        return ZERO
    match node:
        case Name():
            return ONE
        case Cases(branches):
            return Cases(tuple((derivative(value, variable), comparison) for value, comparison in branches))
        case Apply(op, args):
            return _derivative_of_call(op, args, variable)
    raise NotDifferentiableError(node)


def _derivative_of_call(op: str, args: tuple[Node, ...], variable: str) -> Node:
    parts = [derivative(arg, variable) for arg in args] if op not in {"Min", "Max"} else []
    match op, args:
        case "+", _:
            return add(parts[0], parts[1])
        case "-", _:
            return subtract(parts[0], parts[1])
        case "neg", _:
            return negate(parts[0])
        case "*", (u, v):
            return add(multiply(parts[0], v), multiply(u, parts[1]))
        case "/", (u, v):
            if parts[1] == ZERO:
                return divide(parts[0], v)
            return subtract(divide(parts[0], v), divide(multiply(u, parts[1]), power(v, _TWO)))
        case "**", (u, v):
            if parts[1] == ZERO:
                return multiply(multiply(v, power(u, subtract(v, ONE))), parts[0])
            logarithmic = add(multiply(parts[1], Apply("log", (u,))), divide(multiply(v, parts[0]), u))
            return multiply(power(u, v), logarithmic)
        case "besseli", (order, u) if parts[0] == ZERO:
            if order == ZERO:
                return multiply(Apply("besseli", (ONE, u)), parts[1])
            around = add(Apply("besseli", (subtract(order, ONE), u)), Apply("besseli", (add(order, ONE), u)))
            return multiply(multiply(Const(Fraction(1, 2)), around), parts[1])
        case _, (u,):
            return multiply(_chain(op, u), parts[0])
    raise NotDifferentiableError(op)


# ---------------------------------------------------------------- polynomials


def polynomial(node: Node, variable: str) -> tuple[Node, ...] | None:
    """Return the coefficients (constants) in 1, t, t^2, ... of a tree that is visibly a polynomial of degree up to 200.

    Examples
    --------
    >>> from verify.model.formula import parse_formula, show
    >>> [show(c) for c in polynomial(parse_formula("t*(t - 1/2) + sqrt(2)", {"t"}).tree, "t")]
    ['sqrt(2)', '-1/2', '1']
    """
    found = _polynomial(node, variable)
    if found is None:
        return None
    while len(found) > 1 and found[-1] == ZERO:
        found = found[:-1]
    return tuple(found)


def _polynomial(node: Node, variable: str) -> list[Node] | None:
    if variable not in free_names(node):
        return [at(node, {})]
    match node:
        case Name():
            return [ZERO, ONE]
        case Apply("neg", (a,)):
            inner = _polynomial(a, variable)
            return None if inner is None else [negate(c) for c in inner]
        case Apply("/", (a, b)) if variable not in free_names(b):
            inner, divisor = _polynomial(a, variable), at(b, {})
            return None if inner is None else [divide(c, divisor) for c in inner]
        case Apply("**", (a, Const(exponent))) if exponent.denominator == 1 and 0 <= exponent <= _MAX_DEGREE:
            inner = _polynomial(a, variable)
            return None if inner is None else _power_of(inner, exponent.numerator)
        case Apply(("+" | "-" | "*") as op, (a, b)):
            left, right = _polynomial(a, variable), _polynomial(b, variable)
            if left is None or right is None:
                return None
            return (
                _product(left, right)
                if op == "*"
                else _sum(left, right if op == "+" else [negate(c) for c in right])
            )
    return None


def _sum(a: list[Node], b: list[Node]) -> list[Node]:
    size = max(len(a), len(b))
    a, b = a + [ZERO] * (size - len(a)), b + [ZERO] * (size - len(b))
    return [add(x, y) for x, y in zip(a, b, strict=True)]


def _product(a: list[Node], b: list[Node]) -> list[Node] | None:
    if len(a) + len(b) > _MAX_DEGREE + 2:
        return None
    total: list[Node] = [ZERO] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            total[i + j] = add(total[i + j], multiply(x, y))
    return total


def _power_of(base: list[Node], exponent: int) -> list[Node] | None:
    if (len(base) - 1) * exponent > _MAX_DEGREE:
        return None
    result: list[Node] | None = [ONE]
    for _ in range(exponent):
        result = _product(result, base) if result is not None else None
    return result


_ODD_FUNCTIONS = {"sin", "tan", "asin", "atan", "sinh", "tanh", "sign"}
_EVEN_FUNCTIONS = {"cos", "cosh", "Abs"}


def parity(node: Node) -> int | None:
    """Return 0 for a tree in t that is visibly even, 1 for one that is visibly odd, else None.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> [parity(parse_formula(text, {"t"}).tree) for text in ("cosh(t) - 1", "asin(t)*2/pi", "exp(t)")]
    [0, 1, None]
    """
    if not free_names(node):
        return 0
    if isinstance(node, Name):
        return 1
    if not isinstance(node, Apply):
        return None
    parts = [parity(arg) for arg in node.args]
    if any(part is None for part in parts):
        return None
    match node.op:
        case "neg":
            return parts[0]
        case "+" | "-":
            return parts[0] if parts[0] == parts[1] else None
        case "*" | "/":
            return sum(part for part in parts if part) % 2
        case "**" if parts[0] and isinstance(node.args[1], Const) and node.args[1].value.denominator == 1:
            return node.args[1].value.numerator % 2
        case op if not any(parts):
            return 0
        case op if op in _ODD_FUNCTIONS:
            return 1
        case op if op in _EVEN_FUNCTIONS:
            return 0
        case "besseli" if isinstance(node.args[0], Const) and node.args[0].value.denominator == 1:
            return node.args[0].value.numerator % 2
    return None
