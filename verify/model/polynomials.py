"""Formulas that are visibly polynomials, even or odd."""

from __future__ import annotations

from verify.model.calculus import ONE, ZERO, add, at, divide, multiply, negate
from verify.model.formula import Apply, Const, Name, Node, free_names

__all__ = ["parity", "polynomial"]

_MAX_DEGREE = 200


def polynomial(node: Node, variable: str) -> tuple[Node, ...] | None:
    """Return the coefficients (constants) in 1, t, t^2, ... of a tree that is visibly a polynomial.

    The degree is at most 200.

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
                _product(left, right) if op == "*" else _sum(left, right if op == "+" else [negate(c) for c in right])
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
    if base == [ZERO, ONE]:
        return [*[ZERO] * exponent, ONE]
    result: list[Node] | None = [ONE]
    for _ in range(exponent):
        result = _product(result, base) if result is not None else None
    return result


_ODD_FUNCTIONS = {"sin", "tan", "asin", "atan", "sinh", "tanh", "sign"}
_EVEN_FUNCTIONS = {"cos", "cosh", "Abs"}


def parity(node: Node) -> int | None:  # noqa: PLR0911 - one return per rule
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
