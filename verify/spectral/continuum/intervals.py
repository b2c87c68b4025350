"""Ranges of formulas over boxes by interval arithmetic on endpoints, rounded outwards.

A ball keeps a midpoint and a radius, which loses the sign of exp(wide) or [0, 1] * [0, 1]; on cells of
labels the two ends are what bounds k. Monotone functions are evaluated at the ends (as exact balls, whose
own enclosure is then rounded outwards).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

import flint

from verify.model.formula import Apply, Cases, Comparison, Const, Name, Node
from verify.model.readings import to_ball, to_rational

__all__ = ["Ends", "range_on_box"]

#: Lower and upper end, exact binary numbers; low <= high.
Ends = tuple[flint.arb, flint.arb]
_PRECISION = 80


class _UndefinedError(Exception):
    """The formula may be undefined, or too large to enclose, somewhere on the box."""


def range_on_box(node: Node, box: Mapping[str, Ends]) -> Ends | None:
    """Enclose the values of a tree over a box; None where it may be undefined or unbounded there.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> low, high = range_on_box(parse_formula("exp(-x)*x", {"x"}).tree, {"x": (flint.arb(0), flint.arb(100))})
    >>> bool(low == 0), bool(high <= 100)
    (True, True)
    """
    with flint.ctx.workprec(_PRECISION):
        try:
            return _evaluate(node, box)
        except _UndefinedError:
            return None


def _outward(low: flint.arb, high: flint.arb) -> Ends:
    if not (low.is_finite() and high.is_finite()):
        raise _UndefinedError
    return low.lower().mid(), high.upper().mid()


def _point(value: flint.arb) -> Ends:
    return _outward(value, value)


def _evaluate(node: Node, box: Mapping[str, Ends]) -> Ends:
    match node:
        case Const() | Name("pi" | "E"):
            return _point(to_ball(node, {}))
        case Name(name):
            return box[name]
        case Cases(branches):
            return _cases(branches, box)
        case Apply("*", (left, right)) if left == right:
            return _power(_evaluate(left, box), 2)
        case Apply("**", (base, exponent)):
            return _any_power(_evaluate(base, box), exponent, box)
        case Apply(op, args):
            return _OPERATIONS[op](*(_evaluate(arg, box) for arg in args))
    raise TypeError(node)


def _add(a: Ends, b: Ends) -> Ends:
    return _outward(a[0] + b[0], a[1] + b[1])


def _negate(a: Ends) -> Ends:
    return -a[1], -a[0]


def _multiply(a: Ends, b: Ends) -> Ends:
    if a[0] >= 0 and b[0] >= 0:
        return _outward(a[0] * b[0], a[1] * b[1])
    products = [x * y for x in a for y in b]
    low, high = products[0], products[0]
    for p in products[1:]:
        low, high = low.min(p), high.max(p)
    return _outward(low, high)


def _inverse(a: Ends) -> Ends:
    if not (a[0] > 0 or a[1] < 0):
        raise _UndefinedError
    return _outward(1 / a[1], 1 / a[0])


def _absolute(a: Ends) -> Ends:
    if a[0] >= 0:
        return a
    return (-a[1], -a[0]) if a[1] <= 0 else (flint.arb(0), a[1].max(-a[0]))


def _power(a: Ends, n: int) -> Ends:
    if n < 0:
        return _inverse(_power(a, -n))
    low, high = _absolute(a) if n % 2 == 0 else a
    return _outward(low**n, high**n)


def _any_power(base: Ends, exponent: Node, box: Mapping[str, Ends]) -> Ends:
    value = to_rational(exponent, {}) if isinstance(exponent, Const | Apply) and not _has_names(exponent, box) else None
    if value is not None and value.denominator == 1:
        return _power(base, int(value))
    y = _evaluate(exponent, box)
    if base[0] > 0:
        return _exp(_multiply(y, _rising(flint.arb.log)(base)))
    if base[0] == 0 and y[0] > 0:
        if base[1] == 0:
            return base
        return flint.arb(0), _exp(_multiply(y, _rising(flint.arb.log)((base[1], base[1]))))[1]
    raise _UndefinedError


def _has_names(node: Node, box: Mapping[str, Ends]) -> bool:
    if isinstance(node, Name):
        return node.id in box
    return isinstance(node, Cases) or (isinstance(node, Apply) and any(_has_names(arg, box) for arg in node.args))


def _rising(function: Callable[[flint.arb], flint.arb]) -> Callable[[Ends], Ends]:
    def apply(a: Ends) -> Ends:
        return _outward(function(a[0]), function(a[1]))

    return apply


_exp = _rising(flint.arb.exp)


def _cos(a: Ends) -> Ends:
    """Return the ends' cosines, and (-1)^k for the multiples k pi that may lie between."""
    if a[1] - a[0] >= 7:
        return flint.arb(-1), flint.arb(1)
    pi = flint.arb.pi()
    ends = [flint.arb.cos(a[0]), flint.arb.cos(a[1])]
    first, last = (a[0] / pi).floor().lower().unique_fmpz(), (a[1] / pi).ceil().upper().unique_fmpz()
    if first is None or last is None:
        return flint.arb(-1), flint.arb(1)
    turns = (k for k in range(int(first), int(last) + 1) if not (k * pi < a[0] or k * pi > a[1]))
    ends += [flint.arb(-1 if k % 2 else 1) for k in turns]
    low, high = ends[0], ends[0]
    for end in ends[1:]:
        low, high = low.min(end), high.max(end)
    low, high = _outward(low, high)
    return low.max(flint.arb(-1)), high.min(flint.arb(1))


def _sin(a: Ends) -> Ends:
    half = _point(flint.arb.pi() / 2)
    return _cos(_add(a, _negate(half)))


def _cosh(a: Ends) -> Ends:
    return _rising(flint.arb.cosh)(_absolute(a))


def _arc(function: Callable[[flint.arb], flint.arb]) -> Callable[[Ends], Ends]:
    def apply(a: Ends) -> Ends:
        if not (a[0] >= -1 and a[1] <= 1):
            raise _UndefinedError
        x, y = function(a[0]), function(a[1])
        return _outward(x.min(y), x.max(y))

    return apply


def _sqrt(a: Ends) -> Ends:
    if not a[0] >= 0:
        raise _UndefinedError
    return _rising(flint.arb.sqrt)(a)


def _sign(a: Ends) -> Ends:
    return a[0].sgn(), a[1].sgn()


def _bessel(order: Ends, x: Ends) -> Ends:
    """I_n for an integer n: even or odd like n, and increasing in |x| from 0 on."""
    n = order[0].unique_fmpz() if order[0] == order[1] and abs(order[0]) < 2**31 else None
    if n is None:
        hull = flint.arb(x[0]).union(x[1])
        return _point(hull.bessel_i(flint.arb(order[0]).union(order[1])))
    rising = _rising(lambda z: z.bessel_i(flint.arb(n)))
    return rising(_absolute(x)) if int(n) % 2 == 0 else rising(x)


def _least(*args: Ends) -> Ends:
    low, high = args[0]
    for other in args[1:]:
        low, high = low.min(other[0]), high.min(other[1])
    return low, high


def _greatest(*args: Ends) -> Ends:
    return _negate(_least(*(_negate(a) for a in args)))


_OPERATIONS: dict[str, Callable[..., Ends]] = {
    "+": _add, "-": lambda a, b: _add(a, _negate(b)), "neg": _negate, "*": _multiply,
    "/": lambda a, b: _multiply(a, _inverse(b)), "exp": _exp, "sqrt": _sqrt, "Abs": _absolute,
    "log": lambda a: _rising(flint.arb.log)(a) if a[0] > 0 else _undefined(),
    "cos": _cos, "sin": _sin, "tan": lambda a: _multiply(_sin(a), _inverse(_cos(a))), "asin": _arc(flint.arb.asin),
    "acos": _arc(flint.arb.acos), "atan": _rising(flint.arb.atan), "sinh": _rising(flint.arb.sinh), "cosh": _cosh,
    "tanh": _rising(flint.arb.tanh), "sign": _sign, "Min": _least, "Max": _greatest, "besseli": _bessel,
}  # fmt: skip


def _undefined() -> Ends:
    raise _UndefinedError


def _cases(branches: tuple[tuple[Node, Comparison], ...], box: Mapping[str, Ends]) -> Ends:
    """Return the hull of the branches that may apply."""
    low: flint.arb | None = None
    high: flint.arb | None = None
    for value, comparison in branches:
        truth = _holds(comparison, box)
        if truth is not False:
            a, b = _evaluate(value, box)
            low, high = (a, b) if low is None or high is None else (low.min(a), high.max(b))
        if truth and low is not None and high is not None:
            return low, high
    raise _UndefinedError


def _holds(comparison: Comparison, box: Mapping[str, Ends]) -> bool | None:
    verdict: bool | None = True
    terms = [_evaluate(term, box) for term in comparison.terms]
    for (a, b), relation in zip(pairwise(terms), comparison.relations, strict=True):
        truth = _compare(a, relation, b)
        if truth is False:
            return False
        if truth is None:
            verdict = None
    return verdict


def _compare(a: Ends, relation: str, b: Ends) -> bool | None:
    if relation in {">", ">="}:
        return _compare(b, relation.replace(">", "<"), a)
    if relation in {"==", "!="}:
        if a[1] < b[0] or b[1] < a[0]:
            return relation == "!="
        return relation == "==" if a[0] == a[1] == b[0] == b[1] else None
    if a[1] < b[0] or (relation == "<=" and a[1] <= b[0]):
        return True
    return False if b[1] < a[0] or (relation == "<" and b[1] <= a[0]) else None
