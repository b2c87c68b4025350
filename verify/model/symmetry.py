"""Whether a formula is symmetric under an exchange of its variables: shown by algebra, or refuted at named points."""

from __future__ import annotations

import flint

from verify.model.errors import InputError
from verify.model.formula import Apply, Const, Formula, Node, show

__all__ = ["check_symmetric_formula"]

_EVEN = frozenset({"Abs", "cos", "cosh"})
_ODD = frozenset({"sin", "tan", "asin", "atan", "sinh", "tanh", "sign"})
_COMMUTATIVE = frozenset({"+", "*", "Min", "Max"})
_POINTS = 24
_PRECISION = 256
_WHY = "The energy sees the symmetric part alone, the flow does not."
_REMEDY = 'Correct it, or add "symmetrize": true.'


def check_symmetric_formula(formula: Formula, exchanged: Formula, where: str, d: int = 0) -> None:
    """Accept a formula that equals its exchanged form.

    Parameters
    ----------
    formula, exchanged : Formula
        The formula, and itself with the two arguments exchanged.
    where : str
        The argument's name for error messages.
    d : int
        Where positive, x1..xd and y1..yd are coordinates of unit vectors: points are taken on the sphere.

    Raises
    ------
    InputError
        The two differ at a point (which is named), or their equality could not be shown.
    """
    if formula == exchanged or _ordered(formula.tree) == _ordered(exchanged.tree):
        return
    import sympy  # slow to import, and most formulas are seen to be symmetric without it

    difference = formula.expr - exchanged.expr
    if difference == 0 or sympy.expand(difference) == 0:
        return
    names = sorted(formula.variables | exchanged.variables)
    for index in range(_POINTS):
        # points with small distinct denominators; integers too, since labels may be positions
        with flint.ctx.workprec(_PRECISION):
            point = {
                name: flint.arb((7 * index + 3 * c * c + c) % 11) / (1 + index % 3) for c, name in enumerate(names)
            }
            point |= _unit_vectors(index, d)
            left, right = formula.enclose(point), exchanged.enclose(point)
        if left != right:
            place = ", ".join(f"{name} = {value.str(5, radius=False)}" for name, value in point.items())
            here, there = left.str(6, radius=False), right.str(6, radius=False)
            values = f"{here} at {place} and {there} with the arguments exchanged"
            raise InputError(where, "be symmetric", f"{formula.text}, which is {values}", _WHY, _REMEDY)
    if sympy.simplify(difference) != 0:
        raise InputError(
            where,
            "be symmetric",
            formula.text,
            "No difference was found, but equality could not be shown.",
            'Write it symmetrically, or add "symmetrize": true.',
        )


def _unit_vectors(index: int, d: int) -> dict[str, flint.arb]:
    """Return coordinates of two rational points of the sphere S^{d-1}, by stereographic projection."""
    point: dict[str, flint.arb] = {}
    for shift, letter in enumerate("xy" if d else ""):
        parameters = [flint.arb((5 * index + 2 * c + 3 * shift) % 7 - 3) / (2 + c) for c in range(d - 1)]
        square = sum((p * p for p in parameters), flint.arb(0))
        values = [(1 - square) / (1 + square), *(2 * p / (1 + square) for p in parameters)]
        point |= {f"{letter}{c + 1}": value for c, value in enumerate(values)}
    return point


def _ordered(node: Node) -> Node:
    """Return an equal tree whose sums and products are sorted and whose signs are drawn out of even functions."""
    negative, tree = _signed(node)
    return Apply("neg", (tree,)) if negative else tree


def _signed(node: Node) -> tuple[bool, Node]:
    """Return a sign and a tree: b - a is -(a - b), f(-a) is f(a) for an even f and -f(a) for an odd one."""
    match node:
        case Apply("neg", (arg,)):
            negative, tree = _signed(arg)
            return not negative, tree
        case Apply("-", (left, right)):
            a, b = _ordered(left), _ordered(right)
            turned = show(a) > show(b)
            return turned, Apply("-", (b, a) if turned else (a, b))
        case Apply(("*" | "/") as op, (left, right)):
            (s, a), (t, b) = _signed(left), _signed(right)
            return s != t, Apply(op, _sorted((a, b)) if op == "*" else (a, b))
        case Apply(op, (arg,)) if op in _EVEN | _ODD:
            negative, tree = _signed(arg)
            return negative and op in _ODD, Apply(op, (tree,))
        case Apply("**", (base, Const(n) as exponent)) if n.denominator == 1 and n % 2 == 0:
            return False, Apply("**", (_signed(base)[1], exponent))
        case Apply(op, args):
            ordered = tuple(_ordered(arg) for arg in args)
            return False, Apply(op, _sorted(ordered) if op in _COMMUTATIVE else ordered)
    return False, node


def _sorted(parts: tuple[Node, ...]) -> tuple[Node, ...]:
    return tuple(sorted(parts, key=show))
