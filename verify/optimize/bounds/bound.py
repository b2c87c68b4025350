"""An upper bound of the energy: its value, the view it holds for, the method, and its certificate if there is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

import flint

from verify.model.errors import InputError
from verify.model.verdict import Num, Status

__all__ = ["VIEWS", "Bound", "BoundView", "num_above", "rational_above"]

BoundView = Literal["graph_laws", "all_laws"]
VIEWS: tuple[BoundView, ...] = ("graph_laws", "all_laws")
_PROVED = (Status.EXACT, Status.ENCLOSED)
_DIGITS = 20


@dataclass(frozen=True)
class Bound:
    """E <= num over graph laws, or over all laws mu with the label law; E = 1/2 ∬ h dmu dmu.

    Parameters
    ----------
    view : "graph_laws" or "all_laws"
        What the bound holds for. A bound over all laws holds over graph laws, too.
    num : Num
        The bound; with a radius, anything in its enclosure that is at least the upper end is a bound. ``exact``: the
        certificate was accepted by the independent checker in rational arithmetic; ``enclosed``: accepted with outward
        rounding, or exact arithmetic and balls of the maker alone.
    method : str
        What proves it: elementary, correlation, symbol, definite, cells, equispaced, choices, messages, pairs or
        three-point.
    certificate : mapping or None
        The sealed certificate that `verify recheck` takes.
    how : str
        One or two sentences: what was solved, and what proves it.

    Raises
    ------
    InputError
        An unknown view, or a number that is no proof (numeric evidence is no bound).

    Examples
    --------
    >>> bound = Bound("all_laws", Num("0.5", "1/2", None, Status.EXACT), "elementary", None, "k = 1, f(1) = 1.")
    >>> bound.upper
    Fraction(1, 2)
    """

    view: BoundView
    num: Num
    method: str
    certificate: Mapping[str, Any] | None
    how: str

    def __post_init__(self) -> None:
        """Refuse what is no proof."""
        if self.view not in VIEWS:
            raise InputError("view", "be graph_laws or all_laws", self.view)
        if self.num.status not in _PROVED:
            raise InputError("num", "be exact or enclosed", self.num.status, "Numeric evidence proves no bound.")

    @property
    def upper(self) -> Fraction:
        """A rational number that no law of the view exceeds: value plus radius."""
        return Fraction(self.num.value) + Fraction(self.num.radius or 0)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "view": self.view,
            "num": self.num.to_json(),
            "method": self.method,
            "certificate": None if self.certificate is None else dict(self.certificate),
            "how": self.how,
        }


def num_above(value: flint.arb, status: Status = Status.ENCLOSED) -> Num | None:
    """Return a decimal of 20 digits that is at least every number of the ball; None for a ball that is not finite.

    Examples
    --------
    >>> num_above(flint.arb(5) / 4).value
    '1.25'
    """
    if not value.is_finite():
        return None
    return decimal_above(rational_above(value), status)


def rational_above(value: flint.arb) -> Fraction:
    """Return the upper end of a finite ball.

    Examples
    --------
    >>> rational_above(flint.arb(5) / 4)
    Fraction(5, 4)
    """
    top = value.upper().mid().fmpq()
    return Fraction(int(top.p), int(top.q))


def decimal_above(value: Fraction, status: Status = Status.ENCLOSED) -> Num:
    """Return the least decimal of 20 significant digits that is at least a rational, as an exact number.

    Examples
    --------
    >>> decimal_above(Fraction(-2, 3)).value, decimal_above(Fraction(5, 2)).value
    ('-0.66666666666666666666', '2.5')
    """
    places = _DIGITS
    while value and abs(value) >= Fraction(10) ** (_DIGITS - places):
        places -= 1
    while value and abs(value) < Fraction(10) ** (_DIGITS - places - 1):
        places += 1
    scaled = -(-value * Fraction(10) ** places // 1)
    decimal = Decimal(scaled).scaleb(-places).normalize()
    plain = -_DIGITS < decimal.adjusted() < _DIGITS
    return Num(f"{decimal:f}" if plain else str(decimal), None, None, status)
