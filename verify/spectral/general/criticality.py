"""Can a collapsed law be a maximiser? The sphere of its directions u, excluded cell by cell in ball arithmetic.

The law collapsed at u is no maximiser, over graph laws or over P_rho, if on a cell that contains u

* the tangential velocity P_u g(u, xi) of one set of labels of positive mass does not vanish (first order), or
* the energy is below that of a law in hand (order zero), or
* the Hessian of the energy is positive along a tangent field (second order); where the velocity vanishes this
  is a local ascent, and where it does not there is one anyway.

Cells are boxes on the faces of the cube [-1, 1]^d, projected to the sphere, so that no pole is special. Each
cell may use its own labels: for odd d no single label can serve for all u, because every tangent field of an
even-dimensional sphere vanishes somewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import flint

from verify.model.errors import InputError
from verify.spectral.general.expansion import Expansion
from verify.spectral.general.second_order import gains_at_second_order

__all__ = ["CellSearch", "Face", "exclude_collapse"]

_PRECISION = 64
_SMALLEST = 2.0**-11
_MOST_PAIRS = 150_000
_LARGEST_HESSIAN = 24


@dataclass(frozen=True)
class Face:
    """A box on a face of the cube [-1, 1]^d: coordinate ``axis`` is ``sign``, the others lie in centre +- radius."""

    axis: int
    sign: int
    centres: tuple[float, ...]
    radii: tuple[float, ...]

    @property
    def _others(self) -> list[int]:
        return [c for c in range(len(self.centres) + 1) if c != self.axis]

    def directions(self) -> list[flint.arb]:
        """Enclose the unit vectors u = w/|w| of the box."""
        w = [flint.arb(self.sign)] * (len(self.centres) + 1)
        for c, centre, radius in zip(self._others, self.centres, self.radii, strict=True):
            w[c] = flint.arb(centre, radius)
        squares = [value * value if value.is_exact() else flint.arb(value.abs_upper()) ** 2 for value in w]
        lower = [flint.arb(value.abs_lower()) ** 2 for value in w]
        norm = sum(squares, flint.arb(0)).sqrt().union(sum(lower, flint.arb(0)).sqrt())
        return [_clipped(value / norm) for value in w]

    def tangents(self) -> list[list[flint.arb]]:
        """Enclose tangent vectors tau_k = e_k - w_k sign e_axis, k != axis, a basis of the tangent space at each u."""
        rows = []
        for c, centre, radius in zip(self._others, self.centres, self.radii, strict=True):
            row = [flint.arb(0)] * (len(self.centres) + 1)
            row[c] = flint.arb(1)
            row[self.axis] = -self.sign * flint.arb(centre, radius)
            rows.append(row)
        return rows

    @property
    def width(self) -> float:
        """The largest radius of the box."""
        return max(self.radii)

    def halves(self, side: int | None = None) -> tuple[Face, Face]:
        """Split a side, by default the widest; centres and radii stay exact binary numbers."""
        k = max(range(len(self.radii)), key=self.radii.__getitem__) if side is None else side
        radius = self.radii[k] / 2
        radii = (*self.radii[:k], radius, *self.radii[k + 1 :])
        low, high = (
            Face(self.axis, self.sign, (*self.centres[:k], self.centres[k] + s * radius, *self.centres[k + 1 :]), radii)
            for s in (-1, 1)
        )
        return low, high

    def middle(self) -> list[float]:
        """The direction at the centre, in floats, to be shown."""
        point = Face(self.axis, self.sign, self.centres, (0.0,) * len(self.radii)).directions()
        return [round(float(value.mid()), 6) for value in point]


def _clipped(value: flint.arb) -> flint.arb:
    """Intersect with [-1, 1], where the coordinates of unit vectors lie."""
    return value.intersection(flint.arb(0, 1.0000001)) if value.overlaps(flint.arb(0, 1.0000001)) else value


@dataclass(frozen=True)
class CellSearch:
    """How the sphere of collapsed laws was excluded, or where that stopped.

    Attributes
    ----------
    complete : bool
        True: no collapsed law is a maximiser.
    orders : mapping of str
        Number of cells excluded by the energy, at first and at second order.
    stopped_at : list of float or None
        A direction that could not be excluded: perhaps a critical one.
    """

    complete: bool
    orders: dict[str, int]
    stopped_at: list[float] | None = None

    def describe(self) -> str:
        """Say how many cells each order excluded."""
        return ", ".join(f"{count} cells at order {order}" for order, count in sorted(self.orders.items()))


def exclude_collapse(expansion: Expansion, best: flint.arb | None = None, *, second: bool = True) -> CellSearch:
    """Exclude every direction u of a collapsed law, adaptively.

    Parameters
    ----------
    expansion : Expansion
        The kernel near its collapsed laws, d from 2 to 4.
    best : flint.arb, optional
        Energy of a law in hand.
    second : bool
        Whether to use the Hessian where the first order does not decide.

    Raises
    ------
    InputError
        d > 4: the cells would be too many.
    """
    d = expansion.d
    if not 2 <= d <= 4:
        raise InputError("d", "be 2, 3 or 4 for a search over cells of directions", d)
    if not expansion.differentiable:
        return CellSearch(complete=False, orders={})
    flat = (0.0,) * (d - 1), (1.0,) * (d - 1)
    stack = [Face(axis, sign, *flat) for axis in range(d) for sign in (-1, 1)]
    test = _Tests(expansion, best, second=second)
    found: Counter[str] = Counter()
    with flint.ctx.workprec(_PRECISION):
        while stack:
            face = stack.pop()
            order = test.order_of_exclusion(face)
            if order is not None:
                found[order] += 1
            elif face.width < _SMALLEST or test.spent > _MOST_PAIRS:
                return CellSearch(complete=False, orders=dict(found), stopped_at=face.middle())
            else:
                stack += face.halves()
    return CellSearch(complete=True, orders=dict(found))


class _Tests:
    """The three tests on one cell after another; remembers the label that served last, and the work done."""

    def __init__(self, expansion: Expansion, best: flint.arb | None, *, second: bool) -> None:
        self.expansion, self.best = expansion, best
        fields = len(expansion.cells) * (expansion.d - 1)
        self.second = second and fields <= _LARGEST_HESSIAN
        self.probes = list(range(len(expansion.probes)))
        self.spent = 0

    def order_of_exclusion(self, face: Face) -> str | None:
        u, tangents = face.directions(), face.tangents()
        n = len(self.expansion.cells)
        for place, probe in enumerate(self.probes):
            self.spent += n
            velocity = self.expansion.gradient(u, probe)
            if any(_certainly_nonzero(velocity, tangent) for tangent in tangents):
                self.probes.insert(0, self.probes.pop(place))
                return "1"
        if self.best is not None:
            self.spent += n * n
            if self.expansion.energy(u) < self.best:
                return "0"
        if self.second and face.width < 0.3:
            self.spent += n * n
            if gains_at_second_order(self.expansion.hessian(u, tangents)):
                return "2"
        return None


def _certainly_nonzero(velocity: Sequence[flint.arb], tangent: Sequence[flint.arb]) -> bool:
    component = sum((g * t for g, t in zip(velocity, tangent, strict=True)), flint.arb(0))
    return bool(component != 0)
