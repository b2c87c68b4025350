"""Laws with more energy than the collapsed ones, and encodings by formulas: explicit data, compared by intervals."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from ..algebra import dot, lower_triangle
from ..dichotomy import Views
from ..problem import Labels, Problem
from ..reading import ONE, Data, fields, integer, items, rational, rationals, require
from .continua import Cells, Continuum, names, whole
from .formulas import Env, Tree, formula
from .intervals import PRECISIONS, Arithmetic, Interval
from .shapes import value_at
from .values import decide, enclose, interval, tree_of


def by_law(problem: Problem, data: Data) -> Views:
    """Compare the energy of a law with that of the collapsed ones, f(1)/2 ∬k.

    On a continuum the slices are constant on cells. On nonatomic labels graph laws have the supremum of all laws (T1),
    so that no collapsed law is maximal in either view.
    """
    problem.profile()  # finite on [-1, 1]
    k, labels = problem.factor(), problem.labels
    n, bound = k.bounds(data) if isinstance(k, Cells) else (labels.size(), None)
    slices: list[list[tuple[Any, list[Any]]]] = [[] for _ in range(n)]
    for part in items(data.get("law")):
        fields(part, {"label", "point", "mass"})
        point, mass = rationals(part["point"], problem.d), rational(part["mass"])
        require(dot(point, point) == 1, "a point of the law is not on the sphere")
        require(mass > 0, "a mass of the law is not positive")
        slices[integer(part["label"], 0, n - 1)].append((mass, point))
    require(all(sum(mass for mass, _ in part) == 1 for part in slices), "the masses of a label do not sum to 1")
    graph = all(len(part) == 1 for part in slices)
    require(data.get("graph", graph) is graph, "the law is not what `graph` says")

    @cache
    def gain(t: Any, bits: int) -> Interval:
        F = Arithmetic(bits)
        at_t, at_one = (value_at(problem.spec["profile"], problem.d, x, F) for x in (t, ONE))
        return F.sub(at_t, at_one) if t != 1 else (0, 0, False)

    def surplus(F: Arithmetic) -> Interval:
        total: Interval = (0, 0, False)
        for i, j in lower_triangle(n):
            if bound is None:
                scale, enclosed = labels.weight(i) * labels.weight(j), interval(k.entry(i, j), F)
            else:
                shift, (lo, hi, _) = F.bits - PRECISIONS[0], bound(i, j)
                scale, enclosed = ONE, F.make(lo << shift, hi << shift)
            mean: Interval = (0, 0, False)
            for (p, x), (q, y) in product(slices[i], slices[j]):
                mean = F.add(mean, F.mul(F.rational(p * q), gain(dot(x, y), F.bits)))
            total = F.add(total, F.mul(F.mul(F.rational(scale * (2 - (i == j))), enclosed), mean))
        return total

    require(decide(surplus, "the surplus of energy") > 0, "this law has no more energy than the collapsed laws")
    return "none" if graph or not labels.atomic else None, "none"


class Encoding:
    """Bounded vectors p(label): formulas of the label, or rows of constants."""

    def __init__(self, labels: Labels, p: list[Any], d: int) -> None:
        self.labels = labels
        self.names = names(labels)[0]
        self.by_formula = bool(p) and isinstance(p[0], str)
        rows = [p] if self.by_formula else items(p, labels.size())
        self.rows = [[formula(x, self.names if self.by_formula else ()) for x in items(row, d)] for row in rows]
        if self.by_formula and labels.points is not None:
            places = [self._env([tree_of(c) for c in labels.coordinates(i)]) for i in range(labels.size())]
        else:
            places = [self._env(whole(labels))] if self.by_formula else [{}]
        for row, place in product(self.rows, places):
            for x in row:
                enclose(x, place, Arithmetic(PRECISIONS[1]))

    def _env(self, place: list[Tree]) -> Env:
        return dict(zip(self.names, place, strict=True))

    def independent(self, pair: list[object], data: Data) -> bool:
        """Say whether p at two labels, or anywhere on two cells of positive mass, is seen to be independent."""
        F = Arithmetic(PRECISIONS[1])
        u, v = (self._at(i, data, F) for i in pair)
        pivot = max(range(len(u)), key=lambda c: max(u[c][0], -u[c][1]))
        minors = (F.sub(F.mul(u[pivot], v[c]), F.mul(u[c], v[pivot])) for c in range(len(u)) if c != pivot)
        return any(m[2] or m[1] < 0 for m in minors)

    def _at(self, i: object, data: Data, F: Arithmetic) -> list[Interval]:
        """Enclose p at a label, or on a cell."""
        labels = self.labels
        if not self.by_formula:
            return [enclose(x, {}, F) for x in self.rows[integer(i, 0, len(self.rows) - 1)]]
        if isinstance(labels, Continuum):
            per_axis, count = labels.cells(data)
            place = self._env(labels.cell(integer(i, 0, count - 1), per_axis))
            positive = labels.density is None or enclose(labels.density, place, F)[2]
            require(positive, "the density is not positive on the cell")
        else:
            place = self._env([tree_of(c) for c in labels.coordinates(integer(i, 0, labels.size() - 1))])
        return [enclose(x, place, F) for x in self.rows[0]]
