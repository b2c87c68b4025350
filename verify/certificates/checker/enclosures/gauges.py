"""T4 with one matrix of formulas Q(a): orthogonal by algebra; V = {x: Q(a) x constant} by pairs of labels, or a vector.

Entries are polynomials in labels, cos u and sin u, u any formula; sin^2 u = 1 - cos^2 u. Labels are given by their
numbers; on a continuum by boxes, which have positive mass: for x in V, (Q(a) - Q(b)) x = 0 at some a, b in two boxes.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce

from ..algebra import Matrix, lower_triangle
from ..problem import Labels, Parts, Problem
from ..reading import ONE, ZERO, Data, integer, items, rationals, require, spend
from .continua import Continuum, names, whole
from .formulas import Terms, Tree, added, exact, expand, formula, is_constant, multiplied, num
from .intervals import COARSE, FINE, Interval
from .values import enclose, sign_or_none, tree_of

RADIUS = Fraction(1, 1 << 100)


def fixed_dimension(problem: Problem, data: Data, parts: Parts) -> int:
    """Return dim V where it is 0 or d, and 1 where it lies between; V asks for Q(a) x constant on each part."""
    labels, d, first = problem.labels, problem.d, names(problem.labels)[0]
    Q = [[formula(x, first) for x in items(row, d)] for row in items(problem.spec["Q"], d)]
    for places in [[tree_of(x)] for x in labels.points] if labels.points else [whole(labels)]:
        for entry in (entry for row in Q for entry in row):
            enclose(entry, dict(zip(first, places, strict=True)), COARSE)  # it is defined everywhere
    terms, normal, still = _expanded(Q, first)
    for i, j in lower_triangle(d):
        products = (multiplied(p, q).items() for p, q in zip(terms[i], terms[j], strict=True))
        require(_number(normal(added(*products))) == (i == j), "Q is not orthogonal by the algebra of cos and sin")
    if labels.n == 1 or all(still(p) for row in terms for p in row):
        return d
    moved = _differences(Q, labels, items(data.get("pairs")), parts)
    if "inverse" in data:
        require(_inverts([rationals(row, len(moved)) for row in items(data["inverse"], d)], moved), "no left inverse")
        return 0
    v = rationals(data.get("fixed"), d)
    for row in terms:
        image = normal(added(*({m: c * x for m, c in p.items()}.items() for x, p in zip(v, row, strict=True))))
        require(still(image), "Q(a) v is not seen to be constant")
    require(any(v) and any(lo > 0 or hi < 0 for row in moved for lo, hi, _ in row), "v = 0, or Q is not seen to move")
    return 1


def _angles(tree: Tree) -> set[Tree]:
    """Return the formulas u, outermost ones, of which cos u or sin u occurs."""
    if tree[0] in {"cos", "sin"}:
        return {tree[1]}
    return set().union(*(_angles(part) for part in tree[1:] if isinstance(part, tuple)))


def _expanded(
    Q: list[list[Tree]], first: list[str]
) -> tuple[list[list[Terms]], Callable[[Terms], Terms], Callable[[Terms], bool]]:
    """Return the entries in normal form, what makes it (sin u at most to the first power), and what sees constants."""
    angles = sorted(set().union(*(_angles(entry) for row in Q for entry in row)), key=repr)
    symbols = [*(("var", name) for name in first), *((f, u) for u in angles for f in ("cos", "sin"))]

    def unit(k: int | None, power: int = 1) -> tuple[int, ...]:
        return tuple(power * (k == i) for i in range(len(symbols)))

    def leaf(tree: Tree) -> Terms | None:
        c = exact(tree, {}) if is_constant(tree) else None
        if c is None:
            return {unit(symbols.index(tree)): ONE} if tree in symbols else None
        return {unit(None): c} if c else {}

    def normal(p: Terms) -> Terms:
        for s in range(len(first) + 1, len(symbols), 2):
            circle = {unit(None): ONE, unit(s - 1, 2): -ONE}
            low = (({(*m[:s], m[s] % 2, *m[s + 1 :]): c}, [circle] * (m[s] // 2)) for m, c in p.items())
            p = added(*(reduce(multiplied, circles, term).items() for term, circles in low))
        return p

    def entry(tree: Tree) -> Terms:
        p = expand(tree, leaf)
        require(p is not None, "an entry of Q is no polynomial in labels, cosines and sines")
        return normal(p or {})

    def still(p: Terms) -> bool:
        return all(is_constant(symbol) for m in p for symbol, power in zip(symbols, m, strict=True) if power)

    return [[entry(tree) for tree in row] for row in Q], normal, still


def _number(p: Terms) -> Fraction | None:
    """Return the value of a polynomial that is a number."""
    return None if any(map(any, p)) else sum(p.values(), ZERO)


def _differences(Q: list[list[Tree]], labels: Labels, pairs: list[object], parts: Parts) -> list[list[Interval]]:
    """Return the rows of Q(a) - Q(b) for pairs of labels, each pair in one part, enclosed."""
    rows = []
    for pair in pairs:
        a, b = items(pair, 2)
        require(parts is None or any(a in part and b in part for part in parts), "a pair of labels in two parts")
        here, there = (dict(zip(names(labels)[0], _place(labels, x), strict=True)) for x in (a, b))
        rows += [[FINE.sub(enclose(x, here, FINE), enclose(x, there, FINE)) for x in row] for row in Q]
    return rows


def _place(labels: Labels, given: object) -> list[Tree]:
    """Return the coordinates of a label of positive mass, or a box of positive mass around rational coordinates."""
    if not isinstance(labels, Continuum):
        return [tree_of(x) for x in labels.coordinates(integer(given, 0, labels.size() - 1))]
    ends = [(num(x - RADIUS), num(x + RADIUS)) for x in rationals(given, len(labels.spans))]
    inside = (
        sign_or_none(("-", *gap)) for (a, b), (p, q) in zip(labels.spans, ends, strict=True) for gap in ((p, a), (b, q))
    )
    require(all(sign == 1 for sign in inside), "a label outside")
    box = [("range", p, q) for p, q in ends]
    require(labels.density is None or enclose(labels.density, {"xi": box[0]}, FINE)[2], "the density may vanish there")
    return box


def _inverts(B: Matrix, M: list[list[Interval]]) -> bool:
    """Say whether |I - B M| < 1 in the maximum norm for all matrices in M: then M x = 0 for x = 0 only."""
    spend(5 * len(M) * len(B) * len(B))
    for i, row in enumerate(B):
        total: Interval = (0, 0, False)
        for e in range(len(B)):
            rest = FINE.rational(Fraction(i == e))
            for c, moved in zip(row, M, strict=True):
                rest = FINE.sub(rest, FINE.mul(FINE.rational(c), moved[e]))
            total = FINE.add(total, FINE.absolute(rest))
        if total[1] >= FINE.one:
            return False
    return True
