"""Labels in ball arithmetic: all of a label law as points or cells with their masses, and small sets of positive mass.

An average over a continuum of labels is enclosed by the averages over cells: for a function g with range
inside a ball G_c on the cell c, ∫ g drho lies in sum_c rho(c) G_c, because rho(c) >= 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import flint

from verify.model.factors import label_point
from verify.model.labels import Atoms, Circle, Interval, LabelLaw, Torus
from verify.model.numbers import ball
from verify.model.quadrature import integrate_formula

__all__ = ["LabelCell", "grid_cell", "has_coordinates", "label_cells", "label_probes"]

_STRIDES = (1, 5, 7, 11, 13, 17, 19, 23)


@dataclass(frozen=True)
class LabelCell:
    """A set of labels: balls that contain its coordinates, and a ball that contains its mass."""

    coordinates: tuple[flint.arb, ...]
    mass: flint.arb


def has_coordinates(labels: LabelLaw) -> bool:
    """Whether formulas can be evaluated at the labels: not on blocks, nor at atoms without points."""
    return labels.kind != "blocks" and not (isinstance(labels, Atoms) and labels.points is None)


def label_cells(labels: LabelLaw, per_axis: int) -> tuple[LabelCell, ...]:
    """Return all labels: the points of a finite law, or a grid of cells of a continuum with their masses.

    Parameters
    ----------
    labels : LabelLaw
        Any law whose labels have coordinates.
    per_axis : int
        Cells per axis of a continuum.

    Examples
    --------
    >>> from verify.model.labels import Cyclic
    >>> [str(cell.mass) for cell in label_cells(Cyclic(2), 8)]
    ['0.500000000000000', '0.500000000000000']
    """
    if labels.size is not None:
        return tuple(_point(labels, index) for index in range(labels.size))
    return tuple(grid_cell(labels, per_axis, index) for index in product(range(per_axis), repeat=len(_axes(labels))))


def grid_cell(labels: LabelLaw, per_axis: int, index: Sequence[int]) -> LabelCell:
    """Return one cell of a continuum that is cut into ``per_axis`` equal parts along each axis."""
    starts = _axes(labels)
    share = flint.arb(flint.fmpq(1, per_axis))
    edges = [(a + (b - a) * k * share, a + (b - a) * (k + 1) * share) for (a, b), k in zip(starts, index, strict=True)]
    mass = share ** len(starts)
    if isinstance(labels, Interval) and labels.density is not None:
        mass = _mass(labels, *edges[0])
    return LabelCell(tuple(low.union(high) for low, high in edges), mass)


def _point(labels: LabelLaw, index: int) -> LabelCell:
    return LabelCell(tuple(ball(c) for c in label_point(labels, index)), ball(labels.weights()[index]))


def _axes(labels: LabelLaw) -> list[tuple[flint.arb, flint.arb]]:
    match labels:
        case Interval():
            return [(ball(labels.a), ball(labels.b))]
        case Circle():
            return [(flint.arb(0), 2 * flint.arb.pi())]
        case Torus():
            return [(flint.arb(0), 2 * flint.arb.pi())] * labels.dim
    raise TypeError(f"label_cells: labels must have coordinates; got {labels.kind}")


def _mass(labels: Interval, low: flint.arb, high: flint.arb) -> flint.arb:
    assert labels.density is not None
    integral = integrate_formula(labels.density, "xi", low, high)
    return integral if integral.is_finite() else labels.density.enclose({"xi": low.union(high)}) * (high - low)


def label_probes(labels: LabelLaw, count: int) -> tuple[LabelCell, ...]:
    """Return up to ``count`` sets of certainly positive mass: atoms, or small intervals (boxes) inside a continuum.

    What holds on the whole of such a set holds on a set of positive mass, whether or not the kernel is
    continuous in the label.

    Examples
    --------
    >>> from verify.model.labels import Circle
    >>> len(label_probes(Circle(), 4))
    4
    """
    if labels.size is not None:
        chosen = sorted({k * labels.size // count for k in range(count)} | {0, labels.size - 1})[:count]
        return tuple(_point(labels, index) for index in chosen)
    axes = _axes(labels)
    cells = []
    for k in range(count):
        coordinates = []
        for (a, b), stride in zip(axes, _STRIDES, strict=False):
            middle = a + (b - a) * (2 * (k * stride % count) + 1) / (2 * count)
            coordinates.append(middle + (b - a) * flint.arb(0, 2.0**-24))
        mass = flint.arb(2) ** (-23 * len(axes))
        if isinstance(labels, Interval) and labels.density is not None:
            mass = mass * (axes[0][1] - axes[0][0]) * labels.density.enclose({"xi": coordinates[0]})
            if not mass > 0:
                continue
        cells.append(LabelCell(tuple(coordinates), mass))
    return tuple(cells)
