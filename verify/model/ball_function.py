"""A formula as one function of balls, for enclosures at many points: its constants are enclosed once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter

import flint

from verify.model.formula import Apply, Cases, Name, Node, free_names
from verify.model.readings import ball_operation, certainly_holds, to_ball

__all__ = ["ball_function"]

_Reading = Callable[[Mapping[str, flint.arb]], flint.arb]


def ball_function(node: Node) -> _Reading:
    """Return the function that encloses a tree at the balls of its variables.

    Parameters
    ----------
    node : Node
        The tree of a formula.

    Notes
    -----
    The same operations as :func:`verify.model.readings.to_ball`, in the same order, so that the enclosures are the
    same. Parts without variables are enclosed here, at the working precision of this moment: use the function at that
    precision.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> f = ball_function(parse_formula("cos(x*pi) + 2**(1/2)*x", {"x"}).tree)
    >>> f({"x": flint.arb(0)})
    1.00000000000000
    """
    if not free_names(node):
        value = to_ball(node, {})
        return lambda _values: value
    match node:
        case Name(name):
            return itemgetter(name)
        case Apply(op, (argument,)):
            return _of_one(ball_operation(op), ball_function(argument))
        case Apply(op, (first, second)):
            return _of_two(ball_operation(op), ball_function(first), ball_function(second))
        case Apply(op, args):
            return _of_many(ball_operation(op), [ball_function(arg) for arg in args])
        case Cases():
            return _of_cases(node)
    raise TypeError(node)


def _of_one(operation: Callable[..., flint.arb], argument: _Reading) -> _Reading:
    return lambda values: operation(argument(values))


def _of_two(operation: Callable[..., flint.arb], first: _Reading, second: _Reading) -> _Reading:
    return lambda values: operation(first(values), second(values))


def _of_many(operation: Callable[..., flint.arb], arguments: list[_Reading]) -> _Reading:
    return lambda values: operation(*(argument(values) for argument in arguments))


def _of_cases(node: Cases) -> _Reading:
    """The union of the branches that may hold; not finite where none may."""
    branches = [
        (ball_function(value), comparison.relations, [ball_function(term) for term in comparison.terms])
        for value, comparison in node.branches
    ]

    def read(values: Mapping[str, flint.arb]) -> flint.arb:
        possible: flint.arb | None = None
        for value, relations, terms in branches:
            holds = certainly_holds(relations, [term(values) for term in terms])
            if holds is not False:
                possible = value(values) if possible is None else possible.union(value(values))
            if holds:
                assert possible is not None
                return possible
        nothing = flint.arb("nan")
        return nothing if possible is None else possible.union(nothing)

    return read
