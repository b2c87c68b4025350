"""Energies of absolute encodings: the best collapsed law, a graph law in hand, and a bound pair by pair of labels.

h = f(<x + p, y + p'>), E = 1/2 ∬ h dmu dmu. The law collapsed at u has, with s = <u, p>,

    E = 1/2 ∬ f(1 + s + s' + <p, p'>) drho drho,        grad E = ∬ f'(1 + s + s' + <p, p'>) p drho drho,

and for all contents |<x + p, y + p'> - <p, p'>| <= 1 + |p| + |p'|, so that E is at most half the mean of the largest f
there. A continuum of labels is cut into cells on which p is enclosed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import flint
import numpy as np

from verify.model.formula import Formula
from verify.model.kernels import AdditiveKernel
from verify.model.kernels.base import Array
from verify.model.numbers import ball
from verify.model.profiles import Profile
from verify.model.sphere import rational_point_near
from verify.model.verdict import Energy, Num
from verify.spectral.energies import KnownEnergies, open_top, unknown_energies
from verify.spectral.general.expression_laws import ascend_from
from verify.spectral.general.label_cells import label_cells
from verify.spectral.top_direction import enclose_top

__all__ = ["Encoded", "encode", "energies_of_encoding"]

_MOST_LABELS = 128
#: Cells per axis of a continuum of labels, by its dimension.
_CELLS = (96, 10, 4)
#: Pairs of labels on all boxes together: evaluations of f, or products of balls where f is exponential.
_MOST_PAIRS = 200_000
_MOST_PRODUCTS = 4_000_000
_MOST_BOXES = 4_000
_PIECES = 32
_STARTS = 4
_PRECISION = 64


@dataclass(frozen=True)
class Encoded:
    """An encoding on finitely many labels or cells: p and the masses in balls.

    Attributes
    ----------
    rows : sequence of vectors of balls
    masses : sequence of balls
    profile : Profile
    d : int
    """

    rows: Sequence[Sequence[flint.arb]]
    masses: Sequence[flint.arb]
    profile: Profile
    d: int

    @cached_property
    def products(self) -> list[list[flint.arb]]:
        """<p, p'>."""
        P = flint.arb_mat([list(row) for row in self.rows])
        return [list(row) for row in (P * P.transpose()).tolist()]

    def energy(self, u: Sequence[flint.arb]) -> flint.arb:
        """Enclose E of the law collapsed at u."""
        return sum(self._halves(u, self.profile.value), flint.arb(0)) / 2

    def slope(self, u: Sequence[flint.arb]) -> list[flint.arb]:
        """Enclose grad E of the law collapsed at u."""
        weights = self._halves(u, self.profile.derivative)
        return [
            sum((w * row[c] for w, row in zip(weights, self.rows, strict=True)), flint.arb(0)) for c in range(self.d)
        ]

    @cached_property
    def _rate(self) -> flint.arb | None:
        """The b of f = c e^{bt}; None for other profiles."""
        if self.profile.beta is not None:
            return ball(self.profile.beta)
        form = self.profile.exponential_form()
        return None if form is None else form[1].enclose({})

    @cached_property
    def _tables(self) -> dict[str, flint.arb_mat]:
        return {}

    def _halves(self, u: Sequence[flint.arb], of: Callable[[flint.arb, int], flint.arb]) -> list[flint.arb]:
        """For each label the mean of f, or f', over the other one, times its mass; f(t + s) = f(t) e^{bs} is used."""
        s = [sum((x * y for x, y in zip(u, row, strict=True)), flint.arb(0)) for row in self.rows]
        if self._rate is not None:
            if of.__name__ not in self._tables:
                self._tables[of.__name__] = flint.arb_mat([[of(1 + x, self.d) for x in row] for row in self.products])
            scaled = [mass * (self._rate * x).exp() for mass, x in zip(self.masses, s, strict=True)]
            means = (self._tables[of.__name__] * flint.arb_mat([[x] for x in scaled])).entries()
            return [x * mean for x, mean in zip(scaled, means, strict=True)]
        totals = [flint.arb(0)] * len(s)
        for i, row in enumerate(self.products):
            for j in range(i + 1):
                value = self.masses[i] * self.masses[j] * of(1 + s[i] + s[j] + row[j], self.d)
                totals[i] += value
                if i != j:
                    totals[j] += value
        return totals

    @property
    def boxes(self) -> int:
        """How many boxes of directions are looked at."""
        n = len(self.rows)
        return min(_MOST_BOXES, _MOST_PAIRS // n**2 if self._rate is None else _MOST_PRODUCTS // n**2)

    def energy_of(self, points: Sequence[Sequence[flint.arb]]) -> flint.arb:
        """Enclose E of the graph law with these contents."""
        moved = flint.arb_mat(
            [[a + b for a, b in zip(x, p, strict=True)] for x, p in zip(points, self.rows, strict=True)]
        )
        products, total = (moved * moved.transpose()).tolist(), flint.arb(0)
        for i, row in enumerate(products):
            for j in range(i + 1):
                term = self.masses[i] * self.masses[j] * self.profile.value(row[j], self.d)
                total += term if i == j else 2 * term
        return total / 2

    def bound(self) -> flint.arb:
        """Bound E of every law."""
        lengths = [sum((x * x for x in row), flint.arb(0)).max(flint.arb(0)).sqrt() for row in self.rows]
        total = flint.arb(0)
        for i, row in enumerate(self.products):
            for j in range(i + 1):
                reach = 1 + lengths[i] + lengths[j]
                term = self.masses[i] * self.masses[j] * self._largest(row[j] - reach, row[j] + reach)
                total += term if i == j else 2 * term
        return total / 2

    def _largest(self, low: flint.arb, high: flint.arb) -> flint.arb:
        """Bound f from above on an interval: at its end where f increases."""
        if self.profile.derivative(low.union(high), self.d) > 0:
            return self.profile.value(high, self.d)
        step = (high - low) / _PIECES
        values = [self.profile.value((low + k * step).union(low + (k + 1) * step), self.d) for k in range(_PIECES)]
        top = values[0]
        for value in values[1:]:
            top = top.max(value)
        return flint.arb(top.upper())


def encode(kernel: AdditiveKernel) -> Encoded | None:
    """Return p on the labels, or on cells of a continuum; None for very many labels."""
    labels = kernel.labels
    if (labels.size or 0) > _MOST_LABELS or len(labels.variables[0]) > len(_CELLS):
        return None
    if labels.size is not None:
        rows = [[ball(x) for x in kernel.vector(i)] for i in range(labels.size)]
        return Encoded(rows, [ball(w) for w in labels.weights()], kernel.profile, kernel.d)
    cells = label_cells(labels, _CELLS[len(labels.variables[0]) - 1])
    formulas = [f for f in kernel.p if isinstance(f, Formula)]
    named = [dict(zip(labels.variables[0], cell.coordinates, strict=True)) for cell in cells]
    rows = [[f.enclose(values) for f in formulas] for values in named]
    return Encoded(rows, [cell.mass for cell in cells], kernel.profile, kernel.d)


def energies_of_encoding(kernel: AdditiveKernel) -> KnownEnergies:
    """Enclose the energy of the best collapsed law and of a graph law in hand, and bound that of every law.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> p = {"p": [["1", "0"], ["1", "0"]], "labels": {"kind": "atoms", "weights": ["1/2", "1/2"]}}
    >>> known = energies_of_encoding(read_kernel({"family": "additive", "profile": {"usa": 1}} | p)).energy
    >>> bool(abs(known.collapsed.ball - flint.arb(4).exp() / 2) < 1e-8)  # at u = p
    True
    """
    with flint.ctx.workprec(_PRECISION):
        encoded = encode(kernel)
        if encoded is None:
            return unknown_energies(f"there are more than {_MOST_LABELS} labels, or label variables too many for cells")
        top = enclose_top(encoded, encoded.boxes)
        bound, best = encoded.bound(), _law_in_hand(encoded)
        energy = Energy(*(None if x is None else Num.of_ball(x) for x in (top, best, bound)))
    open_ = {
        "collapsed": open_top(kernel.d),
        "best": "no law that was evaluated has certainly more energy than the best collapsed one",
        "bound": "f is not bounded on all values of <x + p, y + p'>",
    }
    return KnownEnergies(energy, open_)


@dataclass(frozen=True)
class _Floats:
    """The same interaction in floats, for the ascent."""

    p: Array
    profile: Profile
    d: int

    def energy(self, w: Array, x: Array) -> float:
        moved = x + self.p
        return float(w @ self.profile.array(moved @ moved.T, self.d) @ w) / 2

    def ascent(self, w: Array, x: Array) -> Array:
        moved = x + self.p
        gradient = self.profile.slope_array(moved @ moved.T, self.d) @ (w[:, None] * moved)
        return np.asarray(gradient - np.sum(gradient * x, axis=1, keepdims=True) * x)


def _law_in_hand(encoded: Encoded) -> flint.arb | None:
    """Enclose E of the best graph law that ascents in floats find, its contents rational; None where none is found."""
    p = np.array([[float(x.mid()) for x in row] for row in encoded.rows])
    w = np.array([float(x.mid()) for x in encoded.masses])
    rng = np.random.default_rng(0)
    starts = [p + 1e-9 * rng.standard_normal(p.shape), *(rng.standard_normal(p.shape) for _ in range(_STARTS))]
    floats = _Floats(p, encoded.profile, encoded.d)
    found = [law for law in (ascend_from(floats, w, x) for x in starts) if law is not None]
    if not found:
        return None
    points = [[ball(c) for c in rational_point_near(row)] for row in max(found, key=lambda law: law[0])[1]]
    return encoded.energy_of(points)
