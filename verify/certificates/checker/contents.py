"""Absolute encodings h = f(<x + p(a), y + p(b)>), and finitely many contents, where h is a matrix.

f linear, c t + c0 with c > 0: E = c/2 |mean of x + p|^2 + c0/2, maximal iff x is constant, along the mean of p.
f increasing on R, all p = s q with s >= 0: <x + p, y + p'> <= (1 + |p|)(1 + |p'|), with equality iff x = y, along q
where p != 0.
f = C e^{bt}, b > 0, C != 0: a collapsed law at u is critical iff ∫ e^{b <p(a), p(a')>} c(a') P_u p(a') rho(da') = 0 for
all a, with c > 0. The kernel e^{b <p, p'>} is strictly positive definite, so this means that all p are parallel to u.
Two encodings (``rows``) that are not parallel, on labels or cells of positive mass, leave no collapsed law critical.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from .algebra import Matrix
from .dichotomy import View, Views
from .problem import Problem
from .reading import Data, Number, beyond, common, integer, items, number, require, spend, symmetric


def by_absolute(problem: Problem, data: Data) -> Views:
    """Decide by the profile: linear, exponential with two independent rows, or increasing with p along one vector."""
    f, p, d = problem.profile(), items(problem.spec["p"]), problem.d
    formulas = bool(p) and isinstance(p[0], str)
    at = beyond().encoding(problem.labels, items(p, d), data) if formulas else None
    rows = [] if at else [[number(x) for x in items(row, d)] for row in items(p, problem.labels.size())]
    if f.linear:
        return "all", "all"
    if "rows" in data:
        require(f.exponential, "this method needs the profile C exp(b t), b > 0")
        u, v = (at(i) if at else rows[integer(i, 0, len(rows) - 1)] for i in items(data["rows"], 2))
        apart = _shares([u, v]) is None if _rational([u, v]) else beyond().independent(u, v)
        require(apart, "the two encodings are not seen to be independent")
        return "none", "none"
    require(f.increasing and rows and _rational(rows), "nothing is proved for this profile and these encodings")
    shares = _shares(rows)
    aligned = shares is not None and all(s >= 0 for s in shares)
    require(aligned, "the encodings are not nonnegative multiples of one vector")
    return "all", "all"


def _rational(p: list[list[Number]]) -> bool:
    return all(isinstance(x, Fraction) for row in p for x in row)


def _shares(p: list[list[Fraction]]) -> list[Fraction] | None:
    """Return numbers with the signs of the s if all p are s q; None if two of them are independent."""
    q = next((row for row in p if any(row)), p[0])
    c = next((c for c, x in enumerate(q) if x), 0)
    parallel = all(row[i] * q[c] == row[c] * q[i] for row in p for i in range(len(q)))
    return [row[c] * q[c] for row in p] if parallel else None


def by_enumeration(problem: Problem, _: Data) -> Views:
    """Finitely many contents: all m^n assignments are compared."""
    n, m = problem.labels.size(), integer(problem.spec["contents"], 1, 1000)
    require(problem.labels.atomic, "blocks carry more laws than assignments")
    return _compare(problem, symmetric(problem.spec["h"], n * m, "h"), m)


def by_cuts(problem: Problem, _: Data) -> Views:
    """f = c asin(t) + const, c > 0: f(<x, y>) is c pi/2 times the mean of sgn<g, x> sgn<g, y> over a Gaussian g.

    So a law is maximal iff almost every m(g) = (∫sgn<g, x> dmu_a)_a maximises sum w w k m m over signs (graph laws) or
    over [-1, 1]^n (all laws): contents 1, -1 with h = k s s'. It is collapsed iff almost all m(g) are constant signs.
    """
    require(problem.profile().arcsine, "this method needs the profile c asin(t), c > 0")
    signed = [[x * s for x in row for s in (1, -1)] for row in problem.factor().rows()]
    return _compare(problem, [[x * s for x in row] for row in signed for s in (1, -1)], 2)


def _compare(problem: Problem, h: Matrix, m: int) -> Views:
    """Compare all assignments of m contents.

    All laws: if 2 h_aa(x, y) <= h_aa(x, x) + h_aa(y, y) for all a, x, y, E is convex along delta_x - delta_y in each
    slice. So the maximum is that over assignments, and a maximiser that is none makes two assignments maximal that
    differ at one label only.
    """
    labels, n = problem.labels, problem.labels.size()
    require(n <= 20 and m**n <= 1 << 20, "too many assignments to enumerate")
    forms = [[labels.weight(i // m) * labels.weight(j // m) * h[i][j] for j in range(n * m)] for i in range(n * m)]
    q = common(x for row in forms for x in row)
    integers = [[int(x * q) for x in row] for row in forms]
    spend(m**n * (n * m // 2 + 4) * (1 + q.bit_length() // 64))

    def energies(row: list[int], energy: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, bool]]:
        if not row:  # the interactions of the chosen contents with those of the labels to come
            yield energy, len(set(chosen)) == 1
            return
        for x in range(m):
            i = len(chosen) * m + x
            added = [a + b for a, b in zip(row[m:], integers[i][i - x + m :], strict=True)]
            yield from energies(added, energy + 2 * row[x] + integers[i][i], (*chosen, x))

    best: int | None = None
    collapsed: list[bool] = []
    for energy, constant in energies([0] * (n * m), 0, ()):
        if best is None or energy > best:
            best, collapsed = energy, []
        if energy == best:
            collapsed.append(constant)
    graph: View = "all" if all(collapsed) else "some" if any(collapsed) else "none"
    pairs = ((i, j) for a in range(n) for i in range(a * m, a * m + m) for j in range(a * m, i))
    convex = all(2 * h[i][j] <= h[i][i] + h[j][j] for i, j in pairs)
    return graph, graph if graph == "none" or (convex and (n > 1 or len(collapsed) == 1)) else None
