"""Even functions of the lag on the circle: periodicity shown exactly, smooth pieces, exact break points.

A kernel k(xi, zeta) = g(xi - zeta) with labels in [0, 2 pi) is a convolution on the circle iff g(s) = g(s -
2 pi) for s in (0, 2 pi). As k is symmetric, g is even, so that this reads g(s) = g(2 pi - s), and g on [0,
pi] tells everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import count, pairwise

import flint

from verify.model.formula import (
    Apply,
    Cases,
    Comparison,
    Const,
    Formula,
    Name,
    Node,
    children,
    formula_of,
    free_names,
)
from verify.model.readings import to_ball, to_sympy
from verify.model.trees import CONSTANTS
from verify.spectral.continuum.trigonometric import LinearForm, linear_form

__all__ = ["Piece", "angles_only", "is_periodic", "smooth_pieces"]

_LAG = "s"
_MOST_CUTS = 64


@dataclass(frozen=True)
class Piece:
    """A smooth expression of s on [low, high], both ends of the form r + q pi."""

    low: Node
    high: Node
    value: Node


def _number(form: LinearForm) -> Node:
    return Apply("+", (Const(form.rational), Apply("*", (Const(form.pi), Name("pi")))))


def _ball(form: LinearForm) -> flint.arb:
    return to_ball(_number(form), {})


def is_periodic(g: Formula) -> bool:
    """Return whether g(s) = g(2 pi - s) on (0, 2 pi) is shown, for an even g.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> (
    ...     is_periodic(parse_formula("Min(Abs(s), 2*pi - Abs(s))", {"s"})),
    ...     is_periodic(parse_formula("Abs(s)", {"s"})),
    ... )
    (True, False)
    """
    if angles_only(g.tree):
        return True
    turn = Apply("*", (Const(Fraction(2)), Name("pi")))
    mirrored = g.substitute({_LAG: formula_of(Apply("-", (turn, Name(_LAG))))})
    ends = (LinearForm({}), LinearForm({}, pi=Fraction(1)))
    here, there = _cuts(g.tree, ends), _cuts(mirrored.tree, ends)
    if here is None or there is None:
        return False
    cuts = _sorted([*here, *there, *ends])
    for low, high in pairwise(cuts):
        left, right = _resolved(g.tree, low, high), _resolved(mirrored.tree, low, high)
        if left is None or right is None or not _equal(left, right):
            return False
    return True


def angles_only(node: Node) -> bool:
    """Return whether variables occur only in cos, sin and tan of integer combinations: 2 pi-periodic in each."""
    match node:
        case Name(name):
            return name in CONSTANTS
        case Apply(("cos" | "sin" | "tan"), (arg,)):
            angle = linear_form(arg)
            if angle is not None and all(c.denominator == 1 for c in angle.slopes.values()):
                return True
    return all(angles_only(part) for part in children(node))


def smooth_pieces(g: Formula) -> list[Piece] | None:
    """Return the smooth pieces of g on [0, pi]; None where the break points are not found exactly.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> [to_sympy(p.value) for p in smooth_pieces(parse_formula("Max(0, 1 - Abs(s))", {"s"}))]
    [1 - s, 0]
    """
    ends = (LinearForm({}), LinearForm({}, pi=Fraction(1)))
    cuts = _cuts(g.tree, ends)
    if cuts is None:
        return None
    pieces = []
    for low, high in pairwise(_sorted([*cuts, *ends])):
        value = _resolved(g.tree, low, high)
        if value is None:
            return None
        pieces.append(Piece(_number(low), _number(high), value))
    return pieces


def _switches(node: Node) -> Iterator[Node]:
    """Yield the expressions whose sign switches between smooth branches."""
    match node:
        case Apply(("Abs" | "sign"), (arg,)):
            yield arg
        case Apply(("Min" | "Max"), args):
            yield from (Apply("-", (a, b)) for i, a in enumerate(args) for b in args[:i])
        case Cases(branches):
            for _, comparison in branches:
                yield from (Apply("-", pair) for pair in pairwise(comparison.terms))
    for part in children(node):
        yield from _switches(part)


def _cuts(node: Node, ends: tuple[LinearForm, LinearForm]) -> list[LinearForm] | None:
    """Return the points inside where a switch may change its sign; None where a switch is not understood.

    Inner switches are resolved first: between the cuts found so far a switch is smooth, and must then be
    linear or of one sign.
    """
    cuts: list[LinearForm] = []
    switches = sorted(set(_switches(node)), key=lambda part: sum(1 for _ in _switches(part)))
    for switch in switches:
        if _LAG not in free_names(switch):
            continue
        for low, high in pairwise(_sorted([*cuts, *ends])):
            smooth = _resolved(switch, low, high)
            form = None if smooth is None else linear_form(smooth)
            if form is None:
                if smooth is None or _sign_between(smooth, low, high) is None:
                    return None
                continue
            if not form.slopes:
                continue
            root = LinearForm({}, form.rational, form.pi).scaled(-1 / form.slopes[_LAG])
            if _order(low, root) < 0 < _order(high, root):
                cuts.append(root)
        if len(cuts) > _MOST_CUTS:
            return None
    return cuts


def _sorted(forms: Sequence[LinearForm]) -> list[LinearForm]:
    distinct = {(f.rational, f.pi): f for f in forms}
    return sorted(distinct.values(), key=cmp_to_key(_order))


def _order(a: LinearForm, b: LinearForm) -> int:
    """Compare r + q pi exactly: equal iff r and q are, pi being irrational; else told apart at some precision."""
    if (a.rational, a.pi) == (b.rational, b.pi):
        return 0
    for precision in count(64, 64):
        with flint.ctx.workprec(precision):
            difference = _ball(a) - _ball(b)
            if difference != 0:
                return 1 if difference > 0 else -1
    raise AssertionError("unequal numbers are told apart at some precision")


def _sign_between(node: Node, low: LinearForm, high: LinearForm) -> int | None:
    """Return the sign of a smooth expression on an open interval if it is certain.

    The midpoint tells it for a linear expression, whose root is no inner point after the cuts.
    """
    form = linear_form(node)
    middle = (_ball(low) + _ball(high)) / 2
    place = middle if form is not None else _ball(low).union(_ball(high))
    value = to_ball(node, {_LAG: place})
    if form is not None and not form.slopes and not form.rational and not form.pi:
        return 0
    return 1 if value > 0 else -1 if value < 0 else None


def _resolved(node: Node, low: LinearForm, high: LinearForm) -> Node | None:
    """Replace Abs, sign, Min, Max and Piecewise by the branch on an open interval; None where it is not certain."""
    match node:
        case Apply(("Abs" | "sign") as op, (arg,)):
            inner = _resolved(arg, low, high)
            sign = None if inner is None else _sign_between(inner, low, high)
            if inner is None or sign is None:
                return None
            if op == "sign":
                return Const(Fraction(sign))
            return inner if sign >= 0 else Apply("neg", (inner,))
        case Apply("acos", (Apply("cos", (arg,)),)):
            angle = linear_form(arg)  # acos(cos(±s)) = s on [0, pi]
            if (
                angle is not None
                and abs(angle.slopes.get(_LAG, Fraction(0))) == 1
                and not angle.rational
                and not angle.pi
            ):
                return Name(_LAG)
        case Apply(("Min" | "Max") as op, args):
            return _extremum(op, [_resolved(arg, low, high) for arg in args], low, high)
        case Cases(branches):
            for value, comparison in branches:
                truth = _truth(comparison, low, high)
                if truth is not False:
                    return None if truth is None else _resolved(value, low, high)
            return None
    return _parts_resolved(node, low, high)


def _parts_resolved(node: Node, low: LinearForm, high: LinearForm) -> Node | None:
    if not isinstance(node, Apply):
        return node
    parts = [_resolved(arg, low, high) for arg in node.args]
    return None if None in parts else Apply(node.op, tuple(p for p in parts if p is not None))


def _extremum(op: str, args: list[Node | None], low: LinearForm, high: LinearForm) -> Node | None:
    best = args[0]
    for other in args[1:]:
        if best is None or other is None:
            return None
        sign = _sign_between(Apply("-", (best, other)), low, high)
        if sign is None:
            return None
        if (sign > 0) == (op == "Min") and sign != 0:
            best = other
    return best


def _truth(comparison: Comparison, low: LinearForm, high: LinearForm) -> bool | None:
    for (a, b), relation in zip(pairwise(comparison.terms), comparison.relations, strict=True):
        difference = _resolved(Apply("-", (a, b)), low, high)
        sign = None if difference is None else _sign_between(difference, low, high)
        if sign is None:
            return None
        if sign not in {"<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1), "==": (0,), "!=": (-1, 1)}[relation]:
            return False
    return True


def _equal(a: Node, b: Node) -> bool:
    import sympy  # slow to import

    difference = sympy.expand(to_sympy(a) - to_sympy(b))
    return difference == 0 or sympy.simplify(sympy.expand_trig(difference)) == 0
