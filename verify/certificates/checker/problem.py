"""A problem: dimension, label law, profile, and for factor kernels the factor k(label, label).

Labels are n atoms or nonatomic blocks of weights > 0 that sum to 1; positions and cyclic labels are uniform atoms. A
factor is a symmetric table of numbers, or of numbers by lags. It answers what the methods ask: its entries, the
components of its support, a table below it, a bound above it. Continua and formulas answer alike in the second tier.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from .algebra import Matrix, components, lower_triangle
from .profiles import Profile, read_profile
from .reading import (
    ONE,
    Data,
    Number,
    Refused,
    beyond,
    common,
    fields,
    integer,
    items,
    number,
    rational,
    require,
    sign,
    spend,
    sum_sign,
    symmetric,
)

MAX_LABELS, MAX_TABLE = 1 << 24, 2048
Parts = list[list[int]] | None  # components of the support; None: one
Bound = Callable[[int, int], Number]


class Labels:
    """A label law; ``n`` is None on a continuum; ``points`` or the grid ``shape`` give the labels coordinates."""

    n: int | None = None
    weights: list[Fraction] | None = None
    points: list[Number] | None = None
    shape: tuple[int, ...] = (1,)
    density: Any = None  # of a continuum

    def __init__(self, spec: dict[str, Any]) -> None:
        self.kind = str(spec.get("kind"))
        self.atomic = self.kind in {"atoms", "positions", "cyclic"}

    def size(self) -> int:
        """Return the number of labels of a finite law."""
        if self.n is None:
            raise Refused("this method needs finitely many labels")
        return self.n

    def weight(self, i: int) -> Fraction:
        """Return the weight of a label."""
        return self.weights[i] if self.weights is not None else Fraction(1, self.size())

    def steps(self) -> list[int]:
        """Return for each axis of the grid how far apart neighbours are in the row-major order."""
        return [math.prod(self.shape[axis + 1 :]) for axis in range(len(self.shape))]

    def coordinates(self, i: int) -> list[Number]:
        """Return the coordinates of label i."""
        if self.points is not None:
            return [self.points[i]]
        require(self.kind in {"positions", "cyclic"}, "these labels have no coordinates")
        return [Fraction(i // step % side) for step, side in zip(self.steps(), self.shape, strict=True)]


def read_labels(spec: object) -> Labels:
    """Read a finite label law, or hand a continuum to the second tier."""
    if not isinstance(spec, dict):
        raise Refused("labels are missing")
    labels = Labels(spec)
    if labels.kind in {"atoms", "blocks"}:
        fields(spec, {"kind", "weights"}, {"points"} if labels.atomic else ())
        labels.weights = weights = [rational(w) for w in items(spec["weights"])]
        labels.n = integer(len(weights), 1, MAX_TABLE)
        require(all(w > 0 for w in weights), "a weight is not positive")
        require(common(weights) and sum(weights) == 1, "the weights do not sum to 1")
        if "points" in spec:
            labels.points = [number(x) for x in items(spec["points"], labels.n)]
    elif labels.atomic:
        grid = labels.kind == "positions" and "shape" in spec
        fields(spec, {"kind", "shape" if grid else "n"})
        sides = items(spec["shape"]) if grid else [spec["n"]]
        require(1 <= len(sides) <= 4, "a grid has one to four sides")
        labels.shape = tuple(integer(side, 1, MAX_LABELS) for side in sides)
        labels.n = integer(math.prod(labels.shape), 1, MAX_LABELS)
    else:
        labels = beyond().Continuum(spec)
    return labels


class Factor:
    """A symmetric factor on finitely many labels; ``lagged``: it depends on differences of grid coordinates only."""

    lagged = False

    def __init__(self, labels: Labels, given: object, *, bias: bool) -> None:
        self.labels = labels
        read = beyond().exponential if bias else number
        if isinstance(given, dict):
            self._read_lags(items(fields(given, {"toeplitz"})["toeplitz"]), read)
            return
        n = integer(labels.size(), 1, MAX_TABLE)
        self.table = [[read(x) for x in items(row, n)] for row in items(given, n)]
        require(all(self.table[i][j] == self.table[j][i] for i, j in lower_triangle(n)), "k is not symmetric")

    def _read_lags(self, given: list[object], read: Callable[[object], Number]) -> None:
        """Read k by |i - j|; by i - j mod n on cyclic labels; in two dimensions by dy + H - 1 and dx + W - 1."""
        shape, width = self.labels.shape, self.labels.shape[-1]
        gridded = self.labels.kind in {"positions", "cyclic"} and len(shape) <= 2
        require(gridded, "lags need positions or cyclic labels")
        self.lagged = True
        if len(shape) == 1:
            row = [read(x) for x in items(given, width)]
            require(self.labels.kind == "positions" or row[1:] == row[:0:-1], "k is not symmetric")
            self.lags = row[:0:-1] + row
        else:
            self.lags = [read(x) for line in items(given, 2 * shape[0] - 1) for x in items(line, 2 * width - 1)]
            require(self.lags == self.lags[::-1], "k is not symmetric")

    def entry(self, i: int, j: int) -> Number:
        """Return k at labels i and j."""
        spend(3)
        if not self.lagged:
            return self.table[i][j]
        height, width = (1, *self.labels.shape)[-2:]
        y, x = i // width - j // width, i % width - j % width
        return self.lags[(y + height - 1) * (2 * width - 1) + x + width - 1]

    def pairs(self) -> Iterable[tuple[int, int]]:
        """Yield all (i, j), i >= j; if lagged, only j at corners of the grid: there one of each lag and -lag occurs."""
        n, steps, shape = self.labels.size(), self.labels.steps(), self.labels.shape
        ends = [(0, step * (side - 1)) for step, side in zip(steps, shape, strict=True)]  # of the axes
        corners = map(sum, product((0,), *ends[1:]))  # a lag whose first nonzero part is > 0 leads from j to some i > j
        return ((i, j) for j in (corners if self.lagged else range(n)) for i in range(j, n))

    def support(self, data: Data) -> tuple[Parts, bool]:  # noqa: ARG002 - cells have data
        """Check k >= 0 off the diagonal; return the components where k > 0 links labels, and whether k_aa >= 0."""
        diagonal = True
        for i, j in self.pairs():
            nonnegative = sign(self.entry(i, j)) >= 0
            require(nonnegative or i == j, "k >= 0 fails off the diagonal")
            diagonal = diagonal and nonnegative
        return self.linked(), diagonal

    def linked(self) -> Parts:
        """Return the components of the support of a factor that is >= 0 off the diagonal."""
        n, labels = self.labels.size(), self.labels
        steps = [step for step, side in zip(labels.steps(), labels.shape, strict=True) if side > 1]
        if self.lagged and n > 1 and all(sign(self.entry(0, step)) > 0 for step in steps):
            return None  # neighbours are linked, one pair for all its translates
        require(n <= MAX_TABLE, "too many labels to find the components of k")
        found = components(n, lambda i, j: sign(self.entry(i, j)) > 0)
        return found if len(found) > 1 else None

    def degree_sign(self, i: int) -> int:
        """Return the sign of D_i = sum_j w_j k_ij."""
        return sum_sign(((self.labels.weight(j), self.entry(i, j)) for j in range(self.labels.size())), f"D_{i}")

    def rows(self) -> Matrix:
        """Return the table, all entries rational."""
        n = integer(self.labels.size(), 1, MAX_TABLE)
        table = [[self.entry(i, j) for j in range(n)] for i in range(n)]
        exact = all(isinstance(x, Fraction) for row in table for x in row)
        require(exact, "an entry is not rational, so that this method needs a minorant")
        return table

    def bounds(self, data: Data) -> tuple[list[Fraction], Bound, Bound]:  # noqa: ARG002 - cells have data
        """Return the weights, and numbers <= k and >= k at pairs of labels."""
        n = integer(self.labels.size(), 1, MAX_TABLE)
        return [self.labels.weight(i) for i in range(n)], self.entry, self.entry

    def below(self, data: Data) -> tuple[Matrix, list[Fraction], bool]:
        """Return a rational table m <= k, the weights, and whether m = k."""
        w, lower, _ = self.bounds(data)
        if "minorant" not in data:
            return self.rows(), w, True
        M = symmetric(data["minorant"], len(w), "the minorant")
        for i, j in lower_triangle(len(w)):
            gap = sum_sign([(ONE, lower(i, j)), (-M[i][j], ONE)], "k minus the minorant")
            require(gap >= 0, f"the minorant exceeds k at ({i}, {j})")
        return M, w, False


@dataclass(frozen=True)
class Problem:
    """A problem as read by the checker."""

    d: int
    labels: Labels
    spec: Data

    def profile(self) -> Profile:
        """Read the profile and prove its facts."""
        return read_profile(self.spec["profile"], self.d)

    def sloped(self) -> None:
        """Refuse profiles without 0 < f'(1) < oo."""
        require(self.profile().slope, "0 < f'(1) < oo is not proved for this profile")

    def factor(self) -> Factor:
        """Read the factor: numbers here, formulas in the second tier."""
        require(("k" in self.spec) != ("bias" in self.spec), "exactly one of k and bias must be given")
        bias = "bias" in self.spec
        given = self.spec["bias" if bias else "k"]
        kind = beyond().formula_kind(self.labels) if isinstance(given, str) else Factor
        factor: Factor = kind(self.labels, given, bias=bias)
        return factor
