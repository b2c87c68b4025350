"""Formal derivatives of formulas, valid off the kinks of Abs, sign and Piecewise."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from verify.model.calculus import ONE, ZERO, add, divide, multiply, negate, power, subtract
from verify.model.formula import Apply, Cases, Const, Name, Node, free_names

__all__ = ["NotDifferentiableError", "derivative"]


class NotDifferentiableError(Exception):
    """A formula for which no derivative is written down here, such as a Bessel function in its order."""


_TWO = Const(Fraction(2))


def _square(u: Node) -> Node:
    return power(u, _TWO)


def _of(name: str) -> Callable[[Node], Node]:
    return lambda u: Apply(name, (u,))


def _arc(u: Node) -> Node:
    return divide(ONE, Apply("sqrt", (subtract(ONE, _square(u)),)))


#: g'(u) of the functions g of one argument; of Abs and sign off their kinks.
_CHAIN: dict[str, Callable[[Node], Node]] = {
    "sqrt": lambda u: divide(Const(Fraction(1, 2)), Apply("sqrt", (u,))),
    "exp": _of("exp"),
    "log": lambda u: divide(ONE, u),
    "sin": _of("cos"),
    "cos": lambda u: negate(Apply("sin", (u,))),
    "tan": lambda u: add(ONE, _square(Apply("tan", (u,)))),
    "asin": _arc,
    "acos": lambda u: negate(_arc(u)),
    "atan": lambda u: divide(ONE, add(ONE, _square(u))),
    "sinh": _of("cosh"),
    "cosh": _of("sinh"),
    "tanh": lambda u: subtract(ONE, _square(Apply("tanh", (u,)))),
    "Abs": _of("sign"),
    "sign": lambda _: ZERO,
}


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
            return multiply(_CHAIN[op](u), parts[0])
    raise NotDifferentiableError(op)
