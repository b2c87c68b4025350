"""Continua and formulas as factors: label laws on intervals, circles and tori, cut into cells; k as a formula.

E sees the symmetric part of k only, so a formula k stands for (k(a, b) + k(b, a)) / 2. Cells are nonatomic blocks of
equal weight; with a density rho, k rho rho is bounded against the uniform law, up to the scale of rho.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from ..algebra import Matrix, components, lower_triangle
from ..problem import Factor, Labels, Parts
from ..reading import ONE, Data, Number, Refused, fields, integer, require, spend, sum_sign, symmetric
from .formulas import Env, Tree, formula, num, replaced
from .intervals import PRECISIONS, Arithmetic, Interval
from .values import enclose, sign_or_none, tree_of, value

HALF = Fraction(1, 2)


class Continuum(Labels):
    """The uniform law on a circle, torus or interval, or a law with a density on an interval."""

    def __init__(self, spec: dict[str, Any]) -> None:
        super().__init__(spec)
        self.density: Tree | None = None
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
        self.density, F = density, Arithmetic(PRECISIONS[1])
        values = [enclose(density, {"xi": self.cell(c, 64)[0]}, F) for c in range(64)]
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
        self.tree = k = ("exp", tree) if bias else tree
        partner = dict(zip([*self.first, *self.second], [*self.second, *self.first], strict=True))
        swapped = replaced(k, lambda part: ("var", partner[part[1]]) if part[:1] == ("var",) else None)
        self.mean: Tree = ("*", num(HALF), ("+", k, swapped))
        self.memo: dict[Any, Number] = {}
        differences = {("-", ("var", a), ("var", b)) for a, b in partner.items()}
        rest = replaced(k, lambda part: num(0) if part in differences else None)
        self.lagged = labels.points is None and not _has_variable(rest)
        self.box = self._enclosed()

    def _enclosed(self) -> Interval | None:
        """Enclose k on all pairs of labels at once; None where that fails."""
        try:
            return enclose(self.tree, self.env(whole(self.labels), whole(self.labels)), Arithmetic(PRECISIONS[0]))
        except Refused:
            return None

    def env(self, first: list[Tree], second: list[Tree]) -> Env:
        """Return values of the variables."""
        return dict(zip([*self.first, *self.second], [*first, *second], strict=True))

    def entry(self, i: int, j: int) -> Number:
        """Return k at labels i and j, at one pair for every pair of opposite lags."""
        spend(3)
        x, y = self.labels.coordinates(i), self.labels.coordinates(j)
        key = tuple(a - b for a, b in zip(x, y, strict=True)) if self.lagged else (min(i, j), max(i, j))
        key = max(key, tuple(-c for c in key)) if self.lagged else key
        if key not in self.memo:
            self.memo[key] = value(self.mean, self.env([tree_of(c) for c in x], [tree_of(c) for c in y]))
        return self.memo[key]

    def finite(self) -> None:
        """Refuse a formula that is not seen to be finite at all pairs of labels."""
        for values in self.values() if self.box is None else ():
            for _ in values:
                pass

    def values(self) -> tuple[Iterable[Number], Iterable[Number]]:
        """Return all values off the diagonal, and on it."""
        n, shape = self.labels.size(), self.labels.shape
        if not self.lagged:
            return (self.entry(i, j) for i in range(n) for j in range(i)), (self.entry(i, i) for i in range(n))
        lags = product(*(range(side - 1, -side, -1) for side in shape))  # the far ones first
        half = (lag for lag in lags if lag > (0,) * len(shape))
        return (self._at(lag) for lag in half), (self.entry(0, 0) for _ in range(1))

    def _at(self, lag: tuple[int, ...]) -> Number:
        i = j = 0
        for s, side in zip(lag, self.labels.shape, strict=True):
            i, j = i * side + max(s, 0), j * side + max(-s, 0)
        return self.entry(i, j)

    def support(self, data: Data) -> tuple[Parts, bool]:
        """Say from the enclosure of all values, if it helps, that k > 0 or k >= 0."""
        if self.box is None or self.box[0] < 0:
            return super().support(data)
        return None if self.box[2] else self.linked(), True


class Cells(Formula):
    """A formula on a continuum, seen on pairs of cells."""

    labels: Continuum

    def __init__(self, labels: Labels, given: object, *, bias: bool) -> None:
        super().__init__(labels, given, bias=bias)
        require(self.box, "k is not seen to be finite on all labels")

    def bounds(self, data: Data) -> tuple[int, Callable[[int, int], Interval]]:
        """Return the number of cells, and bounds of k rho rho on pairs of them."""
        labels, F = self.labels, Arithmetic(PRECISIONS[0])
        per_axis, count = labels.cells(data)
        tree, memo = self.mean, {}
        if labels.density:
            other = replaced(labels.density, lambda part: ("var", "zeta") if part == ("var", "xi") else None)
            tree = ("*", tree, ("*", labels.density, other))
        lagged = self.lagged and not labels.density

        def bound(a: int, b: int) -> Interval:
            spend(3)
            key: tuple[int, ...] = (min(a, b), max(a, b))
            if lagged:
                steps = [per_axis**axis for axis in range(len(labels.spans))]
                key = tuple(a // step % per_axis - b // step % per_axis for step in steps)
                key = max(key, tuple(-c for c in key))
            if key not in memo:
                memo[key] = enclose(tree, self.env(labels.cell(a, per_axis), labels.cell(b, per_axis)), F)
            return memo[key]

        return count, bound

    def below(self, data: Data) -> tuple[Matrix, list[Fraction], bool]:
        """Return a rational table below k on pairs of cells."""
        (count, bound), F = self.bounds(data), Arithmetic(PRECISIONS[0])
        M = symmetric(data["minorant"], count, "the minorant")
        for i, j in lower_triangle(count):
            require(F.rational(M[i][j])[1] <= bound(i, j)[0], f"the minorant exceeds k at ({i}, {j})")
        return M, [Fraction(1, count)] * count, False

    def above(self, data: Data) -> tuple[list[Fraction], Callable[[int, int], Number]]:
        """Return equal weights, and upper bounds on pairs of cells."""
        count, bound = self.bounds(data)
        return [ONE] * count, lambda i, j: Fraction(bound(i, j)[1], 1 << PRECISIONS[0])

    def support(self, data: Data) -> tuple[Parts, bool]:
        """Check k >= 0, and that pairs of cells with k rho rho > 0 on all of their product link all cells."""
        if self.box is not None and self.box[2]:
            return None, True
        count, bound = self.bounds(data)
        pairs = ((a, b) for a in range(count) for b in range(a + 1))
        unweighed = self.labels.density is None and all(bound(*pair)[0] >= 0 for pair in pairs)
        require((self.box and self.box[0] >= 0) or unweighed, "k >= 0 is not seen everywhere")
        connected = len(components(count, lambda i, j: bound(i, j)[2])) == 1 and (count > 1 or bound(0, 0)[2])
        require(connected, "the support of k is not seen to be connected")
        return None, True


def _has_variable(tree: Tree) -> bool:
    return tree[:1] == ("var",) or any(_has_variable(part) for part in tree if isinstance(part, tuple))


def minorant(k: Factor, data: Data) -> Matrix:
    """Return a rational table below the entries of a finite factor."""
    M = symmetric(data["minorant"], k.labels.size(), "the minorant")
    for i, j in lower_triangle(len(M)):
        gap = sum_sign([(ONE, k.entry(i, j)), (-M[i][j], ONE)], "k minus the minorant")
        require(gap >= 0, f"the minorant exceeds k at ({i}, {j})")
    return M
