"""Is t = 1 the only maximum of a profile? Exactly for polynomials, else by samples and ball arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import flint

from verify.model.calculus import at, sign_of, subtract
from verify.model.derivatives import NotDifferentiableError, derivative
from verify.model.formula import Apply, Cases, Const, Node, children
from verify.model.readings import to_ball

if TYPE_CHECKING:
    import sympy as sp

__all__ = ["Peak", "enclose_peak", "peak_at_samples", "peak_of_polynomial"]

_CELLS = 4_000
_PRECISION = 96


@dataclass(frozen=True)
class Peak:
    """Whether f(t) < f(1) on [-1, 1), and f <= f(1): True, False or None each; with a reason."""

    peaked: bool | None
    bounded: bool | None
    how: str
    exact: bool = False


def peak_at_samples(node: Node) -> Peak | None:
    """Compare f with f(1) at 32 rational points: exact equality or a certain excess refutes a peak at 1."""
    top, equal = at(node, {"t": Const(Fraction(1))}), None
    for t in (Fraction(k, 16) for k in range(-16, 16)):
        sign = sign_of(subtract(at(node, {"t": Const(t)}), top))
        if sign.value == 1:
            return Peak(peaked=False, bounded=False, how=f"f({t}) > f(1).", exact=sign.exact)
        if sign.value == 0 and equal is None:
            equal = Peak(peaked=False, bounded=None, how=f"f({t}) = f(1).", exact=True)
    return equal


def peak_of_polynomial(coefficients: Sequence[Fraction]) -> Peak:
    """Decide f < f(1) and f <= f(1) on [-1, 1] for a rational polynomial, exactly.

    Notes
    -----
    p = f(1) - f(t) vanishes at 1. f is peaked iff p has no other root in [-1, 1] and p(0) > 0. p keeps its
    sign iff its factors of odd multiplicity have no root in (-1, 1). Roots are counted by Sturm sequences.

    Examples
    --------
    >>> peak = peak_of_polynomial([Fraction(0), Fraction(1), Fraction(0), Fraction(-1, 4)])
    >>> peak.peaked, peak.bounded, peak.exact
    (True, True, True)
    """
    import sympy as sp  # slow to import

    t = sp.Symbol("t")
    f = sp.Poly([sp.Rational(c.numerator, c.denominator) for c in reversed(coefficients)], t, domain="QQ")
    p = f(1) - f
    if p.is_zero:
        return Peak(peaked=False, bounded=True, how="f is constant.", exact=True)
    _, factors = p.sqf_list()
    roots = sum(factor.count_roots(-1, 1) for factor, _ in factors)
    inside = sum(_count_inside(factor) for factor, multiplicity in factors if multiplicity % 2)
    sample = next(x for x in (sp.Rational(k, p.degree() + 2) for k in range(p.degree() + 2)) if p(x) != 0)
    bounded = bool(inside == 0 and p(sample) > 0)
    how = (
        f"f(1) - f(t) has {roots} root(s) in [-1, 1], {inside} change(s) of sign inside, "
        f"and is {p(sample)} at t = {sample}."
    )
    return Peak(peaked=bounded and roots == 1, bounded=bounded, how=how, exact=True)


def _count_inside(factor: sp.Poly) -> int:
    return int(factor.count_roots(-1, 1)) - [factor(-1), factor(1)].count(0)


def enclose_peak(node: Node) -> Peak:
    """Prove f(t) < f(1) on [-1, 1) by balls: f' > 0 near 1 and f(1) - f(t) > 0 on cells elsewhere."""
    unknown = Peak(None, None, "Neither a rule nor ball arithmetic decides f(t) < f(1).")
    if any(isinstance(part, Cases) or (isinstance(part, Apply) and part.op == "sign") for part in _parts(node)):
        return unknown
    with flint.ctx.workprec(_PRECISION):
        edge = _increasing_edge(node)
        if edge is None:
            return unknown
        top = to_ball(node, {"t": flint.arb(1)})
        cells, used = [(Fraction(-1), edge)], 0
        while cells:
            low, high = cells.pop()
            used += 1
            if top - to_ball(node, {"t": _interval(low, high)}) > 0:
                continue
            if used > _CELLS or high - low < Fraction(1, 2**24):
                return unknown
            middle = (low + high) / 2
            cells += [(low, middle), (middle, high)]
    how = f"f' > 0 on [{edge}, 1] and f(1) - f(t) > 0 on {used} cells of [-1, {edge}], in ball arithmetic."
    return Peak(peaked=True, bounded=True, how=how)


def _parts(node: Node) -> list[Node]:
    return [node, *(inner for part in children(node) for inner in _parts(part))]


def _interval(low: Fraction, high: Fraction) -> flint.arb:
    middle, radius = (low + high) / 2, (high - low) / 2
    return flint.arb(
        flint.arb(flint.fmpq(middle.numerator, middle.denominator)),
        flint.arb(flint.fmpq(radius.numerator, radius.denominator)),
    )


def _increasing_edge(node: Node) -> Fraction | None:
    """Return an e < 1 with f' > 0 on [e, 1]."""
    try:
        slope = derivative(node, "t")
    except NotDifferentiableError:
        return None
    for k in range(1, 16):
        edge = 1 - Fraction(1, 2**k)
        if to_ball(slope, {"t": _interval(edge, Fraction(1))}) > 0:
            return edge
    return None
