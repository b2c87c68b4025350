"""Laws with more energy than the collapsed ones, and encodings by formulas: explicit data, compared by intervals."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

from ..algebra import dot, lower_triangle
from ..dichotomy import Views
from ..problem import Labels, Problem
from ..reading import ONE, Data, Number, fields, integer, items, rational, rationals, require
from .continua import Continuum, names, whole
from .formulas import Tree, formula, placed
from .intervals import FINE, Arithmetic, Interval
from .shapes import value_at
from .values import Real, decide, enclose, interval, tree_of


def by_law(problem: Problem, data: Data) -> Views:
    """Compare the energy of a law with that of the collapsed ones, f(1)/2 ∬k.

    On a continuum the slices are constant on cells. On nonatomic labels graph laws have the supremum of all laws (T1),
    so that no collapsed law is maximal in either view.
    """
    problem.profile()  # finite on [-1, 1]
    w, lower, upper = problem.factor().bounds(data)
    slices: list[list[tuple[Any, list[Any]]]] = [[] for _ in w]
    for part in items(data.get("law")):
        fields(part, {"label", "point", "mass"})
        point, mass = rationals(part["point"], problem.d), rational(part["mass"])
        require(dot(point, point) == 1, "a point of the law is not on the sphere")
        require(mass > 0, "a mass of the law is not positive")
        slices[integer(part["label"], 0, len(w) - 1)].append((mass, point))
    require(all(sum(mass for mass, _ in part) == 1 for part in slices), "the masses of a label do not sum to 1")
    graph = all(len(part) == 1 for part in slices)
    require(data.get("graph", graph) is graph, "the law is not what `graph` says")

    @cache
    def gain(t: Any, F: Arithmetic) -> Interval:
        at_t, at_one = (value_at(problem.spec["profile"], problem.d, x, F) for x in (t, ONE))
        return F.sub(at_t, at_one) if t != 1 else (0, 0, False)

    def surplus(F: Arithmetic) -> Interval:
        total: Interval = (0, 0, False)
        for i, j in lower_triangle(len(w)):
            k = F.hull(*(interval(bound(i, j), F) for bound in (lower, upper)))
            mean: Interval = (0, 0, False)
            for (p, x), (q, y) in product(slices[i], slices[j]):
                mean = F.add(mean, F.mul(F.rational(p * q), gain(dot(x, y), F)))
            total = F.add(total, F.mul(F.mul(F.rational(w[i] * w[j] * (2 - (i == j))), k), mean))
        return total

    require(decide(surplus, "the surplus of energy") > 0, "this law has no more energy than the collapsed laws")
    return "none" if graph or not problem.labels.atomic else None, "none"


def encoding(labels: Labels, formulas: list[object], data: Data) -> Callable[[object], list[Real]]:
    """Read bounded vectors p(label); return what gives p at a label, or all p on a cell of positive mass."""
    variables = names(labels)[0]
    trees = [formula(x, variables) for x in formulas]

    def vector(place: list[Tree]) -> list[Real]:
        return [Real(placed(tree, dict(zip(variables, place, strict=True)))) for tree in trees]

    def at(i: object) -> list[Real]:
        if not isinstance(labels, Continuum):
            return vector([tree_of(c) for c in labels.coordinates(integer(i, 0, labels.size() - 1))])
        per_axis, count = labels.cells(data)
        cell = labels.cell(integer(i, 0, count - 1), per_axis)
        positive = labels.density is None or enclose(labels.density, {"xi": cell[0]}, FINE)[2]
        require(positive, "the density is not positive on the cell")
        return vector(cell)

    for place in [whole(labels)] if labels.points is None else [[tree_of(x)] for x in labels.points]:
        for x in vector(place):
            interval(x, FINE)  # p is bounded
    return at


def independent(u: list[Number], v: list[Number]) -> bool:
    """Say whether two vectors of numbers, or of sets of numbers, are seen to be independent."""
    a, b = ([interval(x, FINE) for x in row] for row in (u, v))
    pivot = max(range(len(a)), key=lambda c: max(a[c][0], -a[c][1]))
    minors = (FINE.sub(FINE.mul(a[pivot], b[c]), FINE.mul(a[c], b[pivot])) for c in range(len(a)) if c != pivot)
    return any(m[2] or m[1] < 0 for m in minors)
