"""Explicit laws that beat the collapsed ones, for expression kernels on any label law.

The labels are points or cells c of mass m_c; a law with the content x_c on the cell c is a graph law (a label
in two parts: a law of P_rho). A float ascent proposes the contents; they are rounded to rational unit
vectors, and the surplus

    E[law] - E[collapsed at u] = 1/2 sum_cd m_c m_d ( h(x_c, x_d) - h(u, u) )

is enclosed by balls. Nothing found proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import flint
import numpy as np

from verify.model.derivatives import NotDifferentiableError, derivative
from verify.model.factors import label_coordinates
from verify.model.formula import Formula, formula_of
from verify.model.kernels import ExpressionKernel
from verify.model.numbers import ball
from verify.model.sphere import rational_point_near
from verify.spectral.general.label_cells import LabelCell, has_coordinates, label_cells

__all__ = [
    "FoundLaw",
    "Interaction",
    "ascend_from",
    "cells_of",
    "energy_of_law",
    "label_values",
    "propose_law",
    "surplus_of_isotropic",
]

_PRECISION = 96
_LARGEST = 48
_STARTS = 10
_ITERATIONS = 300
_GAIN = 1e-9
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class FoundLaw:
    """Contents on cells of labels: ``owners`` says which cell, the shares of a cell's parts are equal."""

    cells: tuple[LabelCell, ...]
    owners: tuple[int, ...]
    points: tuple[tuple[Fraction, ...], ...]
    graph: bool

    def mass(self, part: int) -> flint.arb:
        """Mass of a part."""
        return self.cells[self.owners[part]].mass / self.owners.count(self.owners[part])

    def to_data(self, finite: bool) -> dict[str, Any]:
        """Plain data of a witness."""
        rows = [
            {"label": owner, "point": [str(c) for c in x], "mass": str(Fraction(1, self.owners.count(owner)))}
            for owner, x in zip(self.owners, self.points, strict=True)
        ]
        return {"law": rows} if finite else {"cells": len(self.cells), "law": rows}


def cells_of(kernel: ExpressionKernel, per_axis: int) -> tuple[LabelCell, ...]:
    """Return the labels as points or cells; atoms without values get the coordinate 0, which no formula reads."""
    if has_coordinates(kernel.labels):
        return label_cells(kernel.labels, per_axis)
    return tuple(LabelCell((flint.arb(0),), ball(w)) for w in kernel.labels.weights())


def propose_law(kernel: ExpressionKernel, per_axis: int, *, copies: int = 1, seed: int = 0) -> FoundLaw | None:
    """Ascend from random contents and return the best law found, its contents rational; None for too many labels."""
    finite = kernel.labels.size is not None
    if (kernel.labels.size or 0) * copies > _LARGEST:
        return None
    cells = cells_of(kernel, per_axis)
    if len(cells) * copies > _LARGEST:
        return None
    owners = np.repeat(np.arange(len(cells)), copies)
    middles = np.array([[float(c.mid()) for c in cell.coordinates] for cell in cells])
    labels = owners if finite else middles[owners]
    w = np.array([float(cell.mass.mid()) for cell in cells])[owners] / copies
    rng = np.random.default_rng(seed)
    interaction = _FloatInteraction.of(kernel, labels)
    if interaction is None:
        return None
    best: tuple[float, Array] | None = None
    for start in range(_STARTS):
        x = rng.standard_normal((len(owners), kernel.d))
        if start % 3 == 0:  # near antipodal pairs of one direction
            x = x[:1] * rng.choice([-1.0, 1.0], len(owners))[:, None] + 0.05 * x
        found = ascend_from(interaction, w, x)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    if best is None:
        return None
    points = tuple(rational_point_near(row) for row in best[1])
    return FoundLaw(cells, tuple(int(c) for c in owners), points, graph=copies == 1)


@dataclass(frozen=True)
class _FloatInteraction:
    """h and its gradient in x as float64 over fixed labels, from formulas differentiated once."""

    h: Formula
    gradient: tuple[Formula, ...]
    named: dict[str, Array]

    @classmethod
    def of(cls, kernel: ExpressionKernel, labels: Array) -> _FloatInteraction | None:
        try:
            gradient = tuple(formula_of(derivative(kernel.h.tree, f"x{c + 1}")) for c in range(kernel.d))
        except NotDifferentiableError:
            return None
        first, second = kernel.labels.variables
        if has_coordinates(kernel.labels):
            u = label_coordinates(kernel.labels, labels)
        else:
            u = np.zeros((len(labels), len(first)))
        named = {name: u[:, None, c] for c, name in enumerate(first)}
        named |= {name: u[None, :, c] for c, name in enumerate(second)}
        return cls(kernel.h, gradient, named)

    def _values(self, x: Array) -> dict[str, Array]:
        values = dict(self.named)
        for c in range(x.shape[1]):
            values |= {f"x{c + 1}": x[:, None, c], f"y{c + 1}": x[None, :, c]}
        return values

    def energy(self, w: Array, x: Array) -> float:
        return float(w @ self.h.array(self._values(x)) @ w) / 2

    def ascent(self, w: Array, x: Array) -> Array:
        values = self._values(x)
        gradient = np.stack([np.nan_to_num(g.array(values)) @ w for g in self.gradient], axis=1)
        return np.asarray(gradient - np.sum(gradient * x, axis=1, keepdims=True) * x)


class Interaction(Protocol):
    """An energy of contents at fixed labels, in floats, and its gradient along the spheres over the masses."""

    def energy(self, w: Array, x: Array) -> float:
        """E of the law with contents x and masses w."""

    def ascent(self, w: Array, x: Array) -> Array:
        """The velocity of each content."""


@np.errstate(all="ignore")  # at large beta floats overflow, which the test of finiteness sees
def ascend_from(interaction: Interaction, w: Array, x: Array) -> tuple[float, Array] | None:
    """Ascend from contents x; return the energy reached and the contents, None where one is not finite."""
    x = x / np.linalg.norm(x, axis=1, keepdims=True)
    current, step = interaction.energy(w, x), 1.0
    for _ in range(_ITERATIONS):
        gradient = interaction.ascent(w, x)
        size = float(np.abs(gradient).max())
        if not np.isfinite(size) or not np.isfinite(current):
            return None
        if size < 1e-11:
            break
        y, reached = x, current
        while step > 1e-10:
            y = x + step / size * gradient
            y /= np.linalg.norm(y, axis=1, keepdims=True)
            reached = interaction.energy(w, y)
            if reached > current:
                break
            step /= 2
        else:
            break
        gain, x, current, step = reached - current, y, reached, 2 * step
        if gain < _GAIN * (1 + abs(current)):
            break
    return current, x


def label_values(
    variables: tuple[tuple[str, ...], tuple[str, ...]], a: LabelCell, b: LabelCell
) -> dict[str, flint.arb]:
    """Return the values of the label variables; atoms without points have a coordinate that no formula reads."""
    first, second = variables
    named = dict(zip(first, a.coordinates, strict=False))
    return named | dict(zip(second, b.coordinates, strict=False))


def energy_of_law(kernel: ExpressionKernel, law: FoundLaw) -> flint.arb:
    """Enclose E of a law."""
    total = flint.arb(0)
    with flint.ctx.workprec(_PRECISION):
        masses = [law.mass(part) for part in range(len(law.owners))]
        for a, x in enumerate(law.points):
            for b, y in enumerate(law.points[: a + 1]):
                values = label_values(kernel.labels.variables, law.cells[law.owners[a]], law.cells[law.owners[b]])
                values |= {f"x{c + 1}": ball(v) for c, v in enumerate(x)} | {
                    f"y{c + 1}": ball(v) for c, v in enumerate(y)
                }
                total += masses[a] * masses[b] * kernel.h.enclose(values) * (1 if a == b else 2)
        return total / 2


def surplus_of_isotropic(h: Formula, kernel: ExpressionKernel, law: FoundLaw) -> flint.arb:
    """Enclose E[law] - E[collapsed] of a kernel h(<x, y>; labels), cell by cell so that common parts cancel."""
    total, known = flint.arb(0), {}
    with flint.ctx.workprec(_PRECISION):
        masses = [law.mass(part) for part in range(len(law.owners))]
        for a, x in enumerate(law.points):
            for b, y in enumerate(law.points[: a + 1]):
                t = _inner(x, y)
                if t == 1:
                    continue
                cells = law.owners[a], law.owners[b]
                values = label_values(kernel.labels.variables, law.cells[cells[0]], law.cells[cells[1]])
                if cells not in known:
                    known[cells] = h.enclose(values | {"t": flint.arb(1)})
                gain = h.enclose(values | {"t": ball(t)}) - known[cells]
                total += masses[a] * masses[b] * gain * (1 if a == b else 2)
        return total / 2


def _inner(x: Sequence[Fraction], y: Sequence[Fraction]) -> Fraction:
    return sum((p * q for p, q in zip(x, y, strict=True)), Fraction(0))
