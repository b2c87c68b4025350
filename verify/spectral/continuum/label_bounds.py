"""Rational bounds of the label variables of a law, as formulas see them."""

from __future__ import annotations

from fractions import Fraction

import flint

from verify.model.labels import Atoms, Circle, Interval, LabelLaw, Positions, Torus
from verify.model.numbers import Number, ball

__all__ = ["label_bounds"]

Bound = Fraction | None
_TWO_PI_ABOVE = Fraction(710, 113)


def label_bounds(labels: LabelLaw) -> dict[str, tuple[Bound, Bound]] | None:
    """Return rational bounds of the label variables, None where labels have no coordinates."""
    first, second = labels.variables
    ends: list[tuple[Bound, Bound]]
    match labels:
        case Circle() | Torus():
            ends = [(Fraction(0), _TWO_PI_ABOVE)] * len(first)
        case Interval(a, b, _):
            ends = [(_rational_end(a, -1), _rational_end(b, 1))]
        case Positions(shape):
            ends = [(Fraction(0), Fraction(n - 1)) for n in shape]
        case Atoms(_, points):
            if points is None:
                return None
            lows = [_rational_end(p, -1) for p in points]
            highs = [_rational_end(p, 1) for p in points]
            ends = [(min(lows), max(highs))]
        case _:
            if labels.size is None or labels.kind == "blocks":
                return None
            ends = [(Fraction(0), Fraction(labels.size - 1))]
    return dict(zip((*first, *second), (*ends, *ends), strict=True))


def _rational_end(x: Number, side: int) -> Fraction:
    """Return a rational bound of an exact number, below (side -1) or above (side 1)."""
    if isinstance(x, Fraction):
        return x
    enclosure: flint.arb = ball(x)
    end = enclosure.lower() if side < 0 else enclosure.upper()
    exact = end.mid().fmpq()
    return Fraction(int(exact.p), int(exact.q))
