"""Continua and formulas as factors: label laws on intervals, circles and tori, cut into cells; k as a formula.

E sees the symmetric part of k only, so a formula k stands for (k(a, b) + k(b, a)) / 2. Cells are nonatomic blocks of
equal weight; with a density rho, k rho rho is bounded against the uniform law, up to the scale of rho.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from ..algebra import components, lower_triangle
from ..problem import Bound, Factor, Labels, Parts
from ..reading import Data, Number, Refused, fields, integer, require, spend
from .formulas import Env, Tree, formula, is_constant, num, placed, replaced
from .intervals import COARSE, FINE, Interval
from .values import enclose, sign_or_none, tree_of, value

HALF = Fraction(1, 2)


class Continuum(Labels):
    """The uniform law on a circle, torus or interval, or a law with a density on an interval."""

    def __init__(self, spec: dict[str, Any]) -> None:
        super().__init__(spec)
        if self.kind == "interval":
            fields(spec, {"kind", "a", "b"}, {"density"})
            a, b = formula(spec["a"]), formula(spec["b"])
            require(sign_or_none(("-", b, a)) == 1, "the interval is empty")
            self.spans = [(a, b)]
            if "density" in spec:
                self._weigh(formula(spec["density"], ["xi"]))
            return
        require(self.kind in {"circle", "torus"}, "an unknown kind of labels")
        fields(spec, {"kind", "dim"} if self.kind == "torus" else {"kind"})
        dim = integer(spec["dim"], 1, 8) if self.kind == "torus" else 1
        self.shape, self.spans = (1,) * dim, [(num(0), ("*", num(2), ("pi",)))] * dim

    def _weigh(self, density: Tree) -> None:
        """Check density >= 0, bounded, somewhere > 0. Its normalisation scales E and changes no claim."""
        self.density = density
        values = [enclose(density, {"xi": self.cell(c, 64)[0]}, FINE) for c in range(64)]
        require(all(v[0] >= 0 for v in values), "the density is not seen to be nonnegative")
        require(any(v[2] for v in values), "the density is not seen to be positive anywhere")

    def cells(self, data: Data) -> tuple[int, int]:
        """Return the number of cells per axis, and in all."""
        per_axis = integer(data.get("cells"), 1, 1024)
        return per_axis, integer(per_axis ** len(self.spans), 1, 1024)

    def cell(self, c: int, cells: int) -> list[Tree]:
        """Return the ranges of cell c of a continuum that is cut into ``cells`` equal parts per axis."""
        axes = len(self.spans)
        ranges = []
        for axis, (a, b) in enumerate(self.spans):
            k = c // cells ** (axes - 1 - axis) % cells
            low, high = (("+", a, ("*", ("-", b, a), num(Fraction(end, cells)))) for end in (k, k + 1))
            ranges.append(("range", low, high))
        return ranges


def names(labels: Labels) -> tuple[list[str], list[str]]:
    """Return the variables of both labels in formulas."""
    numbered = len(labels.shape) > 1 or labels.kind == "torus"
    numbers = [str(c + 1) if numbered else "" for c in range(len(labels.shape))]
    first, second = ("i", "j") if labels.kind in {"positions", "cyclic"} else ("xi", "zeta")
    return [first + c for c in numbers], [second + c for c in numbers]


def whole(labels: Labels) -> list[Tree]:
    """Return ranges that contain all labels, of a continuum or a grid."""
    if isinstance(labels, Continuum):
        return [("range", *span) for span in labels.spans]
    require(labels.kind in {"positions", "cyclic"}, "these labels are looked at one by one")
    return [("range", num(0), num(side - 1)) for side in labels.shape]


def formula_kind(labels: Labels) -> type[Factor]:
    """Return how a formula is read."""
    return Cells if isinstance(labels, Continuum) else Formula


class Formula(Factor):
    """A formula on finitely many labels; lagged if the labels occur in differences i - j, j - i only."""

    def __init__(self, labels: Labels, given: object, *, bias: bool) -> None:
        self.labels = labels
        self.first, self.second = names(labels)
        tree = formula(given, [*self.first, *self.second])
        k = ("exp", tree) if bias else tree
        first, second = ([("var", name) for name in side] for side in (self.first, self.second))
        self.mean: Tree = ("*", num(HALF), ("+", k, placed(k, self.env(second, first))))
        self.memo: dict[Any, Any] = {}
        differences = {("-", a, b) for a, b in zip(first + second, second + first, strict=True)}
        rest = replaced(k, lambda part: num(0) if part in differences else None)
        self.lagged = labels.points is None and labels.density is None and is_constant(rest)
        self.box: Interval | None = None
        try:
            self.box = enclose(k, self.env(whole(labels), whole(labels)), COARSE)  # k on all pairs of labels at once
        except Refused:
            require(labels.n, "k is not seen to be finite on all labels")
            for i, j in self.pairs():  # k is finite, one by one
                self.entry(i, j)

    def env(self, first: list[Tree], second: list[Tree]) -> Env:
        """Return values of the variables."""
        return dict(zip([*self.first, *self.second], [*first, *second], strict=True))

    def key(self, i: int, j: int, x: Iterable[Number], y: Iterable[Number]) -> tuple[Number, ...]:
        """Return what k depends on: the lag up to sign, or the pair without order."""
        if not self.lagged:
            return min(i, j), max(i, j)
        lag = tuple(a - b for a, b in zip(x, y, strict=True))
        return max(lag, tuple(-c for c in lag))

    def entry(self, i: int, j: int) -> Number:
        """Return k at labels i and j."""
        spend(3)
        x, y = self.labels.coordinates(i), self.labels.coordinates(j)
        key = self.key(i, j, x, y)
        if key not in self.memo:
            self.memo[key] = value(self.mean, self.env([tree_of(c) for c in x], [tree_of(c) for c in y]))
        return self.memo[key]

    def support(self, data: Data) -> tuple[Parts, bool]:
        """Say from the enclosure of all values, if it helps, that k > 0 or k >= 0."""
        if self.box is None or self.box[0] < 0:
            return super().support(data)
        return None if self.box[2] else self.linked(), True


class Cells(Formula):
    """A formula on a continuum, seen on pairs of cells."""

    labels: Continuum
    box: Interval

    def enclosed(self, data: Data) -> tuple[int, Callable[[int, int], Interval]]:
        """Return the number of cells, and enclosures of k rho rho on pairs of them."""
        labels, tree = self.labels, self.mean
        per_axis, count = labels.cells(data)
        if labels.density:
            tree = ("*", tree, ("*", labels.density, placed(labels.density, {"xi": ("var", "zeta")})))
        steps = [per_axis**axis for axis in range(len(labels.spans))]
        memo: dict[Any, Interval] = {}

        def on_cells(a: int, b: int) -> Interval:
            spend(3)
            key = self.key(a, b, *([c // step % per_axis for step in steps] for c in (a, b)))
            if key not in memo:
                memo[key] = enclose(tree, self.env(labels.cell(a, per_axis), labels.cell(b, per_axis)), COARSE)
            return memo[key]

        return count, on_cells

    def bounds(self, data: Data) -> tuple[list[Fraction], Bound, Bound]:
        """Return equal weights, and bounds of k rho rho on pairs of cells."""
        count, on_cells = self.enclosed(data)

        def bound(end: int) -> Bound:
            return lambda i, j: Fraction(on_cells(i, j)[end], COARSE.one)

        return [Fraction(1, count)] * count, bound(0), bound(1)

    def support(self, data: Data) -> tuple[Parts, bool]:
        """Check k >= 0, and that pairs of cells with k rho rho > 0 on all of their product link all cells."""
        if self.box[2]:
            return None, True
        count, on_cells = self.enclosed(data)
        unweighed = self.labels.density is None and all(on_cells(*pair)[0] >= 0 for pair in lower_triangle(count))
        require(self.box[0] >= 0 or unweighed, "k >= 0 is not seen everywhere")
        connected = len(components(count, lambda i, j: on_cells(i, j)[2])) == 1 and (count > 1 or on_cells(0, 0)[2])
        require(connected, "the support of k is not seen to be connected")
        return None, True
