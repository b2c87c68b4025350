"""Step laws on a continuum of labels: one content per cell, its energy bounded below by bounds of k on cells.

A step law that certainly beats every collapsed law proves that no maximiser collapses, whatever the
profile: collapsed laws all have the energy f(1)/2 ∬ k, and the surplus is 1/2 sum_ab w^2 k_ab (f(<x_a,
x_b>) - f(1)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from verify.model.kernels import FactorKernel
from verify.model.profiles import Profile
from verify.spectral.continuum.cells import CellBounds, bound_on_cells, form_density, work_of
from verify.spectral.finite.laws import FiniteInteraction, FiniteLaw, law_from_direction, search_law

__all__ = ["StepGain", "step_law"]

_GRIDS = (2, 4, 8, 16)
_FINE = (1, 2, 4, 8, 16, 32, 64, 128)
_MOST_WORK = 120_000
_PRECISION = 96


@dataclass(frozen=True)
class StepGain:
    """A law constant on cells with more energy than every collapsed law.

    Attributes
    ----------
    cells : int
        Cells per axis.
    law : FiniteLaw
        One rational unit vector per cell.
    surplus : flint.arb > 0
        E(law) - E(collapsed), against the uniform law (up to the square of the length where there is a
        density).
    """

    cells: int
    law: FiniteLaw
    surplus: flint.arb

    def to_data(self) -> dict[str, Any]:
        """Plain data of a certificate of method "law"."""
        return {"cells": self.cells, "graph": True, "law": self.law.to_data()}


def step_law(kernel: FactorKernel, direction: tuple[int, Sequence[Fraction]] | None = None) -> StepGain | None:
    """Search a step law that beats the collapsed laws for certain.

    Parameters
    ----------
    kernel : FactorKernel
        On the circle, an interval or a torus.
    direction : (cells per axis, v), optional
        v constant on cells with <v, Lv> < 0, to start from.

    Notes ----- The search sees k at the middle of its bounds on a coarse grid and proves nothing; the
    surplus is then enclosed with the bounds of k on a finer one. The certificate uses the coarsest grid
    that proves it.
    """
    formula, labels = kernel.k.formula, kernel.labels
    assert formula is not None
    integrand, dim = form_density(formula, labels), len(labels.variables[0])
    fits = [n for n in _FINE if n**dim <= _FINE[-1] and (n <= 2 or work_of(integrand, labels, n) <= _MOST_WORK)]
    fine = bound_on_cells(integrand, labels, fits[-1])
    if fine is None:
        return None
    best: tuple[flint.arb, int, FiniteLaw] | None = None
    for cells in (n for n in _GRIDS if n**dim <= _GRIDS[-1] and fits[-1] % n == 0):
        law = _search(kernel.profile, kernel.d, _middle(fine, cells, dim), direction)
        surplus = None if law is None else _surplus(kernel, fine, law, cells)
        if law is not None and surplus is not None and surplus > 0 and (best is None or surplus > best[0]):
            best = surplus, cells, law
    if best is None:
        return None
    surplus, cells, law = best
    for n in (n for n in fits if n % cells == 0):
        bounds = fine if n == fits[-1] else bound_on_cells(integrand, labels, n)
        if bounds is not None and _surplus(kernel, bounds, law, cells) > 0:
            return StepGain(n, _refined(law, cells, n, dim), surplus)
    return None


def _sums(table: NDArray[np.int64], fine: int, coarse: int, dim: int) -> NDArray[np.int64]:
    """Add a table on pairs of fine cells up to pairs of coarse cells."""
    shape = (coarse, fine // coarse) * (2 * dim)
    return table.reshape(shape).sum(axis=tuple(range(1, 4 * dim, 2))).reshape(coarse**dim, coarse**dim)


def _middle(fine: CellBounds, cells: int, dim: int) -> CellBounds:
    """Return the means of the middles of the bounds over coarse cells."""
    unit, lower, upper = fine.whole
    total = _sums(lower + upper, fine.per_axis, cells, dim)
    scale = unit / (2 * (fine.size // cells**dim) ** 2)
    rows = tuple(tuple(int(x) * scale for x in row) for row in total)
    return CellBounds(cells, rows, rows)


def _search(
    profile: Profile, d: int, bounds: CellBounds, direction: tuple[int, Sequence[Fraction]] | None
) -> FiniteLaw | None:
    interaction = FiniteInteraction(bounds.weights, bounds.lower, profile, d, nonatomic=True)
    gain = search_law(interaction, starts=2)
    if gain is None and direction is not None and direction[0] == bounds.per_axis:
        gain = law_from_direction(interaction, direction[1])
    return None if gain is None else gain.law


def _refined(law: FiniteLaw, coarse: int, fine: int, dim: int) -> FiniteLaw:
    """Return the same law on finer cells."""
    parents = np.arange(coarse**dim).reshape((coarse,) * dim)
    for axis in range(dim):
        parents = parents.repeat(fine // coarse, axis=axis)
    points = tuple(law.points[int(a)] for a in parents.ravel())
    return FiniteLaw(tuple(range(len(points))), points, (Fraction(1),) * len(points), graph=True)


def _surplus(kernel: FactorKernel, fine: CellBounds, law: FiniteLaw, cells: int) -> flint.arb:
    """Enclose 1/2 sum_ab w^2 k_ab (f(<x_a, x_b>) - f(1)), the bounds added up over the cells of each pair of points."""
    profile, d, dim = kernel.profile, kernel.d, len(kernel.labels.variables[0])
    unit, *tables = fine.whole
    lower, upper = (_sums(table, fine.per_axis, cells, dim) for table in tables)
    with flint.ctx.workprec(_PRECISION):
        one = profile.value(flint.arb(1), d)
        total = flint.arb(0)
        for i, x in enumerate(law.points):
            for j, y in enumerate(law.points[:i]):
                t = sum((p * q for p, q in zip(x, y, strict=True)), Fraction(0))
                if t != 1:
                    k = _ball(int(lower[i, j]) * unit).union(_ball(int(upper[i, j]) * unit))
                    total += k * (profile.value(_ball(t), d) - one)
        return total / fine.size**2


def _ball(x: Fraction) -> flint.arb:
    return flint.arb(flint.fmpq(x.numerator, x.denominator))
