"""The best collapsed law: the largest E of the laws collapsed at u, enclosed over all directions u of a small sphere.

On a box of a face of the cube, u = w/|w| with coordinates w_k = c_k +- r_k, the mean value theorem gives

    E(u) <= E(u_c) + sum_k r_k sup |G_k - u_k <u, G>|,        G = grad E,        du/dw_k = (e_k - u_k u)/|w|, |w| >= 1,

which is close to second order near a maximum. The box with the largest bound is halved until the bounds meet.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Protocol

import flint

from verify.spectral.general.criticality import Face

__all__ = ["LARGEST_DIMENSION", "Level", "enclose_top"]

#: Content dimension beyond which boxes are too many.
LARGEST_DIMENSION = 4
_PRECISION = 64
_ACCURACY = 1e-12
#: An enclosure with a larger relative radius is not given.
_ROUGHEST = 5e-2


class Level(Protocol):
    """The energy of the law collapsed at u, and its gradient in the ambient space, enclosed on a box of directions."""

    @property
    def d(self) -> int:
        """Content dimension."""

    def energy(self, u: Sequence[flint.arb]) -> flint.arb:
        """Enclose E."""

    def slope(self, u: Sequence[flint.arb]) -> list[flint.arb]:
        """Enclose grad E; not finite where it is not known."""


def enclose_top(level: Level, boxes: int, *, even: bool = False) -> flint.arb | None:
    """Enclose the maximum over u of the energy of the law collapsed at u.

    Parameters
    ----------
    level : Level
    boxes : int
        Largest number of boxes to be looked at.
    even : bool
        Whether E(-u) = E(u), so that half of the sphere is enough.

    Returns
    -------
    flint.arb or None
        None for d > 4, and where the enclosure stays wider than a twentieth of its value.

    Examples
    --------
    >>> class Tilted:  # E = u_1 + u_2^2, largest at u_1 = 1/2
    ...     d = 2
    ...
    ...     def energy(self, u):
    ...         return u[0] + u[1] * u[1]
    ...
    ...     def slope(self, u):
    ...         return [flint.arb(1), 2 * u[1]]
    >>> top = enclose_top(Tilted(), 400)
    >>> bool(top.contains(flint.arb(5) / 4)), bool(top.rad() < 1e-9)
    (True, True)
    """
    d = level.d
    if not 2 <= d <= LARGEST_DIMENSION:
        return None
    flat = (0.0,) * (d - 1), (1.0,) * (d - 1)
    faces = [Face(axis, sign, *flat) for axis in range(d) for sign in ((1,) if even else (-1, 1))]
    with flint.ctx.workprec(max(_PRECISION, flint.ctx.prec)):
        search = _Search(level)
        for face in faces:
            search.look_at(face)
        while search.seen < boxes and search.gap() > max(_ACCURACY, search.blur):
            for half in search.halves():
                search.look_at(half)
        top = search.enclosure()
    return top if top.is_finite() and top.rad() <= _ROUGHEST * abs(top).max(flint.arb(_ACCURACY)) else None


class _Search:
    """The boxes that are left, by the bounds on them, and the largest energy of a law seen so far."""

    def __init__(self, level: Level) -> None:
        self.level, self.seen, self.lower = level, 0, flint.arb("-inf")
        #: the relative width of the energy of a single law, which no smaller box makes smaller
        self.blur = 0.0
        self.left: list[tuple[float, int, flint.arb, Face, int | None]] = []

    def look_at(self, face: Face) -> None:
        """Evaluate a box, and keep it unless another law has more energy than all in it."""
        self.seen += 1
        middle = self.level.energy(replace(face, radii=(0.0,) * len(face.radii)).directions())
        if middle.is_finite():
            self.blur = max(self.blur, 4 * float(middle.rad()) / max(1.0, abs(float(middle.mid()))))
            self.lower = self.lower.max(middle.lower())
        upper, side = self._bound(face, middle)
        if not upper < self.lower:
            heapq.heappush(self.left, (-float(upper), self.seen, upper, face, side))

    def _bound(self, face: Face, middle: flint.arb) -> tuple[flint.arb, int | None]:
        """Return the smaller of both bounds, and the side along which E may change most."""
        u = face.directions()
        slope = self.level.slope(u)
        radial = sum((g * x for g, x in zip(slope, u, strict=True)), flint.arb(0))
        others = [c for c in range(len(u)) if c != face.axis]
        changes = [flint.arb(r) * abs(slope[c] - u[c] * radial) for c, r in zip(others, face.radii, strict=True)]
        bounds = [x for x in (self.level.energy(u), middle + sum(changes, flint.arb(0))) if x.is_finite()]
        known = all(change.is_finite() for change in changes)
        side = max(range(len(changes)), key=lambda c: float(changes[c].upper())) if known else None
        return min((x.upper() for x in bounds), key=float, default=flint.arb("inf")), side

    def gap(self) -> float:
        """How far the largest bound is above the largest energy seen, relatively."""
        return float(self.left[0][2] - self.lower) / max(1.0, abs(float(self.lower)))

    def halves(self) -> tuple[Face, Face]:
        """Take out the box with the largest bound, in two halves."""
        _, _, _, face, side = heapq.heappop(self.left)
        return face.halves(side)

    def enclosure(self) -> flint.arb:
        """Enclose the maximum: the box that holds it is never dropped."""
        return self.lower.union(reduce(flint.arb.max, (entry[2] for entry in self.left)))
