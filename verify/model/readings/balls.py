"""The reading of a formula in real balls, sound on wide ones.

Where a comparison is not certain, the union of all branches that may hold is returned; an undefined operation gives a
ball that is not finite.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

import flint

from verify.model.trees import Apply, Cases, Comparison, Const, Name, Node

__all__ = ["OPERATIONS", "ball_operation", "certainly_holds", "holds", "small_integer", "to_ball"]

OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b,
    "neg": lambda a: -a,
    "sqrt": flint.arb.sqrt, "exp": flint.arb.exp, "log": flint.arb.log, "sin": flint.arb.sin, "cos": flint.arb.cos,
    "tan": flint.arb.tan, "asin": flint.arb.asin, "acos": flint.arb.acos, "atan": flint.arb.atan,
    "sinh": flint.arb.sinh,
    "cosh": flint.arb.cosh, "tanh": flint.arb.tanh, "Abs": abs, "besseli": lambda n, x: x.bessel_i(n),
    "sign": lambda a: a if a.is_nan() else a.sgn(),
}  # fmt: skip


def small_integer(x: flint.arb) -> int | None:
    """Return the integer below 2^32 that an exact ball is, else None; a larger one would be written out."""
    if not x.is_exact() or not abs(x) < 2**32:
        return None
    whole = x.unique_fmpz()
    return None if whole is None else int(whole)


def _ball_power(base: flint.arb, exponent: flint.arb) -> flint.arb:
    whole = small_integer(exponent)
    if whole is None:
        return base**exponent
    if whole < 0:
        return 1 / _ball_power(base, flint.arb(-whole))
    if whole == 0 or not base.is_finite() or not base.contains(0):
        return base**whole
    # around zero: even powers are [0, m^n] and odd ones [-m^n, m^n], m the largest absolute value
    largest = flint.arb(base.abs_upper()) ** whole
    return largest.union(-largest if whole % 2 else flint.arb(0))


_CERTAIN: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = {
    # relation -> (certainly true, certainly false); python-flint compares balls as True only when certain
    "<": (lambda a, b: a < b, lambda a, b: a >= b),
    "<=": (lambda a, b: a <= b, lambda a, b: a > b),
    ">": (lambda a, b: a > b, lambda a, b: a <= b),
    ">=": (lambda a, b: a >= b, lambda a, b: a < b),
    "==": (lambda a, b: a == b, lambda a, b: a != b),
    "!=": (lambda a, b: a != b, lambda a, b: a == b),
}


def holds(comparison: Comparison, read: Callable[[Node], flint.arb]) -> bool | None:
    """Whether a comparison holds for all (True), for none (False) or perhaps some (None) of the points of the balls."""
    return certainly_holds(comparison.relations, [read(term) for term in comparison.terms])


def certainly_holds(relations: Sequence[str], terms: Sequence[flint.arb]) -> bool | None:
    """Whether ``a < b < ...`` holds for all (True), for none (False) or perhaps some (None) of the points of balls."""
    verdict: bool | None = True
    for a, relation, b in zip(terms, relations, terms[1:], strict=False):
        surely, surely_not = _CERTAIN[relation]
        if surely_not(a, b):
            return False
        if not surely(a, b):
            verdict = None
    return verdict


def ball_operation(op: str) -> Callable[..., flint.arb]:
    """Return an operation or a function of formulas on real balls."""
    if op == "**":
        return _ball_power
    if op in {"Min", "Max"}:
        join = flint.arb.min if op == "Min" else flint.arb.max
        return lambda *args: reduce(join, list(args))
    return OPERATIONS[op]


def to_ball(node: Node, values: Mapping[str, flint.arb]) -> flint.arb:
    """Enclose the range of a tree over real balls."""

    def read(part: Node) -> flint.arb:
        return to_ball(part, values)

    match node:
        case Const(value):
            return flint.arb(flint.fmpq(value.numerator, value.denominator))
        case Name("pi"):
            return flint.arb.pi()
        case Name("E"):
            return flint.arb(1).exp()
        case Name(name):
            return values[name]
        case Apply(op, args):
            return ball_operation(op)(*(read(arg) for arg in args))
        case Cases(branches):
            possible: list[flint.arb] = []
            for branch, comparison in branches:
                truth = holds(comparison, read)
                if truth is not False:
                    possible.append(read(branch))
                if truth:
                    break
            else:
                possible.append(flint.arb("nan"))
            return reduce(flint.arb.union, possible)
    raise TypeError(node)
