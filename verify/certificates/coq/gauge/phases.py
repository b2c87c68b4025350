"""Angles of rotary planes in Coq: frequencies and points a + b pi with rational a, b; which differ by full turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from verify.certificates.checker.enclosures.formulas import expand, linear
from verify.certificates.checker.enclosures.values import full_turns, tree_of
from verify.certificates.checker.problem import Labels
from verify.certificates.checker.reading import Number, number
from verify.certificates.coq.text import NotInCoqError, cleared, listed, row, rows

__all__ = ["Phases", "pi_number", "read_planes"]

Pair = tuple[Fraction, Fraction]


def pi_number(text: object) -> Pair:
    """Return rational a, b with value a + b pi.

    Raises
    ------
    NotInCoqError
        The number is not seen to be of this form.

    Examples
    --------
    >>> pi_number("2*pi + 1/3")
    (Fraction(1, 3), Fraction(2, 1))
    """
    return _pair(number(text))


def _pair(x: Number) -> Pair:
    found = expand(tree_of(x), linear(("pi",)))
    if found is None or not found.keys() <= {(0, 0, 0), (1, 0, 0)}:
        raise NotInCoqError("frequencies and points are emitted if they are a + b pi with rational a, b")
    return found.get((0, 0, 0), Fraction(0)), found.get((1, 0, 0), Fraction(0))


def read_planes(spec: Mapping[str, Any]) -> list[list[Any]]:
    """Return the frequencies of each plane as they are written, one for each coordinate of the labels."""
    planes = [list(plane) if isinstance(plane, list) else [plane] for plane in spec["frequencies"]]
    if not planes or 2 * len(planes) > int(spec["d"]):
        raise NotInCoqError("the planes do not fit into the dimension")
    return planes


@dataclass(frozen=True)
class Phases:
    """The angles <omega_p, xi_i> of a problem.

    Parameters
    ----------
    planes : list of lists of texts
    labels : Labels
        Positions or atoms with points.
    """

    planes: list[list[Any]]
    labels: Labels

    @cached_property
    def frequencies(self) -> list[list[Pair]]:
        """Return the frequencies as a + b pi."""
        return [[pi_number(omega) for omega in plane] for plane in self.planes]

    @property
    def rational(self) -> bool:
        """Whether frequencies and points are a + b pi with rational a, b."""
        try:
            return all(map(_pair, self.labels.points or [])) and bool(self.frequencies)
        except NotInCoqError:
            return False

    def differ(self, p: int, i: int, j: int) -> bool:
        """Say whether the angles of plane p at labels i and j differ by no full turn."""
        omega = [number(text) for text in self.planes[p]]
        return not full_turns(omega, self.labels.coordinates(i), self.labels.coordinates(j))

    def definitions(self) -> tuple[str, str]:
        """Return the definitions of the angles ``turn`` and of their integers ``t``, ``unit``; why they agree."""
        axes = len(self.labels.shape)
        if any(len(plane) != axes for plane in self.planes):
            raise NotInCoqError("a plane has another number of frequencies than the labels have coordinates")
        flat = [x for plane in self.frequencies for pair in plane for x in pair]
        numbers, q = cleared(flat)
        tables = (
            [[numbers[2 * (p * axes + c) + part] for c in range(axes)] for p in range(len(self.planes))]
            for part in (0, 1)
        )
        A, B = map(rows, tables)
        head = f"Definition A : list (list Z) := {A}.\nDefinition B : list (list Z) := {B}.\nDefinition q : Z := {q}.\n"
        if self.labels.points is None:
            if self.labels.kind not in {"positions", "cyclic"}:
                raise NotInCoqError("these labels have no coordinates")
            shape = listed(f"{side}%nat" for side in self.labels.shape)
            grid = (
                f"Definition shape : list nat := {shape}.\n"
                "Definition turn : nat -> nat -> R := grid_angle A B q shape.\n"
                "Definition t : nat -> nat -> triple := grid_triple A B shape.\nDefinition unit : Z := q.\n"
            )
            return f"{head}{grid}", "grid_represented A B q shape"
        return f"{head}{self._points()}", "point_represented A B q C D r"

    def _points(self) -> str:
        """Return the definitions of the angles of atoms at points."""
        points = [x for point in self.labels.points or [] for x in _pair(point)]
        numbers, r = cleared(points)
        return (
            f"Definition C : list Z := {row(numbers[::2])}.\nDefinition D : list Z := {row(numbers[1::2])}.\n"
            f"Definition r : Z := {r}.\n"
            "Definition turn : nat -> nat -> R := point_angle A B q C D r.\n"
            "Definition t : nat -> nat -> triple := point_triple A B C D.\nDefinition unit : Z := (q * r)%Z.\n"
        )
