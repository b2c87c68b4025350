"""What a formula does as t increases to 1: its value, its slope, and limits where the formula has none.

On a short interval (1 - delta, 1) every |u|, sign, Min, Max and Piecewise of finitely many kinks is one
smooth branch. That branch is found first; it is differentiated formally, and the limit of the derivative at 1
is read off the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from verify.model.calculus import at, multiply, negate, sign_of, subtract
from verify.model.derivatives import NotDifferentiableError, derivative
from verify.model.formula import Apply, Cases, Comparison, Const, Node, free_names
from verify.model.polynomials import polynomial

__all__ = ["Limit", "branch_left_of_one", "limit_at_one", "slope_at_one"]

_AT_ONE = {"t": Const(Fraction(1))}
_ORDERS = 6


@dataclass(frozen=True)
class Limit:
    """A limit as t increases to 1.

    Attributes
    ----------
    kind : str
        ``"finite"``, ``"zero"``, ``"infinite"`` or ``"unknown"``.
    sign : int or None
        Of a finite value; of an infinite limit; the side from which zero is approached (None: not known).
    value : Node or None
        The constant, where finite.
    exact : bool
        Whether no ball arithmetic was needed.
    """

    kind: str
    sign: int | None = None
    value: Node | None = None
    exact: bool = True


_UNKNOWN = Limit("unknown")


def branch_left_of_one(node: Node) -> Node | None:
    """Return the smooth branch of a tree in t that holds on some (1 - delta, 1), or None where undecided.

    Examples
    --------
    >>> from verify.model.formula import parse_formula, show
    >>> show(branch_left_of_one(parse_formula("Abs(t - 1) + Piecewise((t, t < 1/2), (t**2, True))", {"t"}).tree))
    '-(t - 1) + t**2'
    """
    match node:
        case Apply(("Abs" | "sign") as op, (u,)) if free_names(u):
            inner = branch_left_of_one(u)
            sign = _sign_left_of_one(inner) if inner is not None else None
            if inner is None or sign is None:
                return None
            if op == "sign":
                return Const(Fraction(sign))
            return inner if sign >= 0 else negate(inner)
        case Apply(("Min" | "Max") as op, args):
            return _extreme(op, args)
        case Apply(op, args):
            parts = [branch_left_of_one(arg) for arg in args]
            return None if any(part is None for part in parts) else Apply(op, tuple(p for p in parts if p is not None))
        case Cases(branches):
            for value, comparison in branches:
                holds = _holds_left_of_one(comparison)
                if holds is None:
                    return None
                if holds:
                    return branch_left_of_one(value)
            return None
    return node


def _extreme(op: str, args: tuple[Node, ...]) -> Node | None:
    best: Node | None = None
    for arg in args:
        part = branch_left_of_one(arg)
        if part is None:
            return None
        if best is not None:
            sign = _sign_left_of_one(subtract(part, best))
            if sign is None:
                return None
            part = part if sign == (1 if op == "Max" else -1) else best
        best = part
    return best


def _holds_left_of_one(comparison: Comparison) -> bool | None:
    verdict: bool | None = True
    for a, relation, b in zip(comparison.terms, comparison.relations, comparison.terms[1:], strict=False):
        left, right = branch_left_of_one(a), branch_left_of_one(b)
        sign = None if left is None or right is None else _sign_left_of_one(subtract(left, right))
        if sign is None:
            verdict = None
        elif sign not in {"<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (1, 0), "==": (0,), "!=": (-1, 1)}[relation]:
            return False
    return verdict


def _sign_left_of_one(node: Node) -> int | None:
    """Return the sign on (1 - delta, 1): of the first nonzero derivative at 1, times (-1)^order."""
    if polynomial(node, "t") == (Const(Fraction(0)),):
        return 0
    for order in range(_ORDERS):
        sign = sign_of(at(node, _AT_ONE))
        if sign.value is None:
            return None
        if sign.value:
            return -sign.value if order % 2 else sign.value
        try:
            node = derivative(node, "t")
        except NotDifferentiableError:
            return None
    return None


def limit_at_one(node: Node) -> Limit:
    """Return the limit of a smooth tree as t increases to 1, infinite limits included.

    Examples
    --------
    >>> from verify.model.formula import parse_formula, show
    >>> limit_at_one(parse_formula("2/sqrt(1 - t**2)", {"t"}).tree).kind
    'infinite'
    """
    value = at(node, _AT_ONE)
    sign = sign_of(value)
    if sign.value:
        return Limit("finite", sign.value, value, sign.exact)
    if sign.value == 0:
        side = _sign_left_of_one(node)
        if side is None and (parts := _limit_of_parts(node)).kind == "zero":
            side = parts.sign
        return Limit("zero", side, Const(Fraction(0)))
    return _limit_of_parts(node)


def _limit_of_parts(node: Node) -> Limit:
    """Rules for sums, products, quotients, powers, logarithms and exponentials of limits."""
    match node:
        case Apply("neg", (a,)):
            return _scaled(limit_at_one(a), -1)
        case Apply(("+" | "-") as op, (a, b)):
            return _sum(limit_at_one(a), _scaled(limit_at_one(b), 1 if op == "+" else -1))
        case Apply("*", (a, b)):
            return _product(limit_at_one(a), limit_at_one(b))
        case Apply("/", (a, b)):
            return _product(limit_at_one(a), _reciprocal(limit_at_one(b)))
        case Apply("**", (a, Const(exponent))):
            return _power(limit_at_one(a), exponent)
        case Apply("sqrt", (a,)):
            return _power(limit_at_one(a), Fraction(1, 2))
        case Apply("log", (a,)) if (inner := limit_at_one(a)).kind == "zero" and inner.sign == 1:
            return Limit("infinite", -1)
        case Apply("exp", (a,)) if (inner := limit_at_one(a)).kind == "infinite":
            return Limit("infinite", 1) if inner.sign == 1 else Limit("zero", 1)
    return _UNKNOWN


def _scaled(limit: Limit, factor: int) -> Limit:
    if limit.sign is None or limit.kind == "unknown":
        return limit
    value = limit.value if factor > 0 or limit.value is None else negate(limit.value)
    return Limit(limit.kind, limit.sign * factor, value, limit.exact)


def _sum(a: Limit, b: Limit) -> Limit:
    infinite = [x for x in (a, b) if x.kind == "infinite"]
    if a.kind == b.kind == "zero":
        return a if a.sign == b.sign else _UNKNOWN
    if not infinite or "unknown" in (a.kind, b.kind) or len({x.sign for x in infinite}) > 1:
        return _UNKNOWN
    return infinite[0]


def _product(a: Limit, b: Limit) -> Limit:
    kinds = {a.kind, b.kind}
    if "unknown" in kinds or a.sign is None or b.sign is None or kinds == {"zero", "infinite"}:
        return _UNKNOWN
    kind = next((k for k in ("infinite", "zero") if k in kinds), "finite")
    value = multiply(a.value, b.value) if kind == "finite" and a.value and b.value else None
    return Limit(kind, a.sign * b.sign, value, a.exact and b.exact)


def _reciprocal(limit: Limit) -> Limit:
    match limit.kind:
        case "finite" if limit.value is not None:
            return Limit("finite", limit.sign, Apply("/", (Const(Fraction(1)), limit.value)), limit.exact)
        case "zero" if limit.sign is not None:
            return Limit("infinite", limit.sign, exact=limit.exact)
        case "infinite":
            return Limit("zero", limit.sign, exact=limit.exact)
    return _UNKNOWN


def _power(limit: Limit, exponent: Fraction) -> Limit:
    """Powers of a positive base that tends to zero or infinity."""
    if limit.sign != 1 or limit.kind not in {"zero", "infinite"} or exponent == 0:
        return _UNKNOWN
    return limit if exponent > 0 else _reciprocal(limit)


def slope_at_one(node: Node) -> Limit:
    """Return lim (f(1) - f(t)) / (1 - t) as t increases to 1, for a tree in t that is defined on [-1, 1].

    Notes
    -----
    Where the smooth branch g takes the value f(1) at 1, the limit is that of g' (mean value theorem). Where
    g(1) < f(1), f jumps and the limit is infinite.

    Examples
    --------
    >>> from verify.model.formula import parse_formula, show
    >>> slope = slope_at_one(parse_formula("exp(2*t)/2", {"t"}).tree)
    >>> slope.kind, show(slope.value)
    ('finite', 'exp(2)')
    """
    branch = branch_left_of_one(node)
    if branch is None:
        return _UNKNOWN
    value, branch_value = at(node, _AT_ONE), at(branch, _AT_ONE)
    if value != branch_value:
        jump = sign_of(subtract(value, branch_value))
        if jump.value != 0:
            return Limit("infinite", jump.value, exact=jump.exact) if jump.value else _UNKNOWN
    try:
        return limit_at_one(derivative(branch, "t"))
    except NotDifferentiableError:
        return _UNKNOWN
