"""The reading of a formula in exact rationals, with the rational multiples of pi that sines and cosines know."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.model.parsing import MAX_BITS
from verify.model.trees import Apply, Cases, Comparison, Const, Name, Node

__all__ = ["to_rational"]

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


class _NotRationalError(Exception):
    """A step whose value is not known to be rational."""


@dataclass(frozen=True)
class _PiMultiple:
    """q pi with q rational, so that cos(2 pi m/6) is known to be 1/2."""

    q: Fraction


#: cos(pi q) for q mod 2: the only rational values (Niven).
_COSINES = {Fraction(n, 6): Fraction(v, 2) for n, v in {0: 2, 2: 1, 3: 0, 4: -1, 6: -2, 8: -1, 9: 0, 10: 1}.items()}
#: Inverse functions at the rationals where they are rational multiples of pi.
_ARCSINES = {Fraction(n, 2): Fraction(q, 6) for n, q in {-2: -3, -1: -1, 0: 0, 1: 1, 2: 3}.items()}
_ARCS = {
    "asin": _ARCSINES,
    "acos": {x: Fraction(1, 2) - q for x, q in _ARCSINES.items()},
    "atan": {Fraction(n): Fraction(n, 4) for n in (-1, 0, 1)},
}
_AT_ZERO = {"exp": 1, "cos": 1, "cosh": 1, "sin": 0, "tan": 0, "sinh": 0, "tanh": 0}


def to_rational(node: Node, values: Mapping[str, Fraction]) -> Fraction | None:
    """Return the exact rational value of a tree, or None where some step is not known to be rational."""
    try:
        value = _exact(node, values)
    except (_NotRationalError, ZeroDivisionError):
        return None
    if isinstance(value, _PiMultiple):
        return None if value.q else Fraction(0)
    return value


def _exact(node: Node, values: Mapping[str, Fraction]) -> Fraction | _PiMultiple:
    match node:
        case Const(value):
            return value
        case Name("pi"):
            return _PiMultiple(Fraction(1))
        case Name("E"):
            raise _NotRationalError
        case Name(name):
            return Fraction(values[name])
        case Apply(op, args):
            return _limited(_exact_call(op, [_exact(arg, values) for arg in args]))
        case Cases(branches):
            for branch, comparison in branches:
                if _exact_holds(comparison, values):
                    return _exact(branch, values)
    raise _NotRationalError


def _limited(value: Fraction | _PiMultiple) -> Fraction | _PiMultiple:
    """Give up on rationals that are too long to print."""
    q = value.q if isinstance(value, _PiMultiple) else value
    if max(q.numerator.bit_length(), q.denominator.bit_length()) > MAX_BITS:
        raise _NotRationalError
    return value


def _exact_holds(comparison: Comparison, values: Mapping[str, Fraction]) -> bool:
    terms = [_exact(term, values) for term in comparison.terms]
    if any(isinstance(term, _PiMultiple) for term in terms):
        raise _NotRationalError
    relations = zip(terms, comparison.relations, terms[1:], strict=False)
    return all(bool(_COMPARE[relation](a, b)) for a, relation, b in relations)


def _exact_call(op: str, args: list[Fraction | _PiMultiple]) -> Fraction | _PiMultiple:
    if any(isinstance(arg, _PiMultiple) for arg in args):
        return _exact_pi_call(op, args)
    a, *rest = (arg for arg in args if isinstance(arg, Fraction))
    match op:
        case "+" | "-" | "*" | "/":
            return {"+": a.__add__, "-": a.__sub__, "*": a.__mul__, "/": a.__truediv__}[op](rest[0])
        case "neg":
            return -a
        case "**":
            return _exact_power(a, rest[0])
        case "sqrt":
            return _exact_power(a, Fraction(1, 2))
        case "Abs":
            return abs(a)
        case "sign":
            return Fraction((a > 0) - (a < 0))
        case "Min" | "Max":
            return min(a, *rest) if op == "Min" else max(a, *rest)
        case "log" if a == 1:
            return Fraction(0)
        case "asin" | "acos" | "atan" if a in _ARCS[op]:
            return _PiMultiple(_ARCS[op][a])
        case _ if a == 0 and op in _AT_ZERO:
            return Fraction(_AT_ZERO[op])
    raise _NotRationalError


def _exact_power(base: Fraction, exponent: Fraction) -> Fraction:
    if (
        exponent.denominator == 1
        and abs(exponent) * max(base.numerator.bit_length(), base.denominator.bit_length()) <= MAX_BITS
    ):
        return base**exponent.numerator
    if exponent == Fraction(1, 2) and base >= 0:
        roots = math.isqrt(base.numerator), math.isqrt(base.denominator)
        if roots[0] ** 2 == base.numerator and roots[1] ** 2 == base.denominator:
            return Fraction(*roots)
    raise _NotRationalError


def _exact_pi_call(op: str, args: list[Fraction | _PiMultiple]) -> Fraction | _PiMultiple:
    """Arithmetic of rational multiples of pi: sums, rational factors, quotients, sines and cosines."""
    match op, args:
        case "neg", [_PiMultiple(q)]:
            return _PiMultiple(-q)
        case (("+" | "-"), [a, b]):
            left, right = (x.q if isinstance(x, _PiMultiple) else x for x in (a, b))
            if all(isinstance(x, _PiMultiple) or x == 0 for x in (a, b)):
                return _PiMultiple(left + right if op == "+" else left - right)
        case "*", [_PiMultiple(q), Fraction() as r] | [Fraction() as r, _PiMultiple(q)]:
            return _PiMultiple(q * r)
        case "/", [_PiMultiple(q), Fraction() as r]:
            return _PiMultiple(q / r)
        case "/", [_PiMultiple(q), _PiMultiple(r)]:
            return q / r
        case "Abs", [_PiMultiple(q)]:
            return _PiMultiple(abs(q))
        case (("cos" | "sin"), [_PiMultiple(q)]):
            phase = (q if op == "cos" else q - Fraction(1, 2)) % 2
            if phase in _COSINES:
                return _COSINES[phase]
    raise _NotRationalError
