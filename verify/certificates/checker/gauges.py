"""T4: gauge kernels h = k f(<Q(a) x, Q(b) y>) and connection kernels h = f(<x, O(a, b) y>), f peaked.

In u = Q(a) x a gauge kernel is the factor kernel k f. If all its maximisers are collapsed, the maximisers in x are
x = Q(a)^T u, u any unit vector. With V = {x: Q(a) x constant}: "all" if V = R^d, "none" if V = 0, else "some". If
k >= 0 is reducible, u is constant on each component of the support and V = {x: Q(a) x constant on each component}:
"none" if V = 0, else "some", since the components can take different x.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from .algebra import Matrix, dot, echelon, minus
from .dichotomy import View, Views, by_laplacian, by_sign
from .problem import Labels, Parts, Problem
from .reading import ONE, ZERO, Data, Number, beyond, items, number, rationals, require, sign, spend


def by_gauge(problem: Problem, data: Data) -> Views:
    """Decide the maximisers in u by the factor, if there is one, then those in x by V."""
    require(problem.profile().peaked is True, "f(t) < f(1) for t < 1 is not proved for this profile")
    parts: Parts = None
    u_views: Views = ("all", "all")
    if "k" in problem.spec or "bias" in problem.spec:
        u_views = by_laplacian(problem, data) if "psd" in data else by_sign(problem, data)
        parts = None if "psd" in data else problem.factor().support(data)[0]
    dimension = _fixed_dimension(problem, data, parts)
    outcome: View = "none" if dimension == 0 else "all" if dimension == problem.d else "some"
    split: View = "none" if dimension == 0 else "some"
    # "some" in u: from reducible k >= 0, or from one label with k = 0, whose slice is free
    splits = parts is not None or (problem.labels.n == 1 and "psd" not in data)
    graph, every = (outcome if u == "all" else split if u == "some" and splits else None for u in u_views)
    return graph, every


def _fixed_dimension(problem: Problem, data: Data, parts: Parts) -> int:
    """Return dim V; for a matrix of formulas any number between 0 and d stands for all of them."""
    spec, labels, d = problem.spec, problem.labels, problem.d
    require(("Q" in spec) != ("frequencies" in spec), "exactly one of Q and frequencies must be given")
    if "frequencies" in spec:
        planes = [p if isinstance(p, list) else [p] for p in items(spec["frequencies"])]
        require(2 * len(planes) <= d, "more planes than the dimension has")
        omegas = [[number(w) for w in items(p, len(labels.shape))] for p in planes]
        return d - 2 * sum(not _still(omega, labels, parts) for omega in omegas)
    if all(isinstance(x, str) for row in items(spec["Q"]) for x in items(row)):
        return int(beyond().fixed_dimension(problem, data, parts))
    Q = [_orthogonal(m, d) for m in items(spec["Q"], labels.size())]
    jumps = ((i, part[0]) for part in parts or [list(range(len(Q)))] for i in part[1:])
    rows = ((Q[i][e], Q[base][e]) for i, base in jumps for e in range(d))
    return d - len(echelon((minus(row, other, ONE) for row, other in rows), range(d)))


def _still(omega: list[Number], labels: Labels, parts: Parts) -> bool:
    """Say whether R(<omega, a>) is constant on each component; otherwise the plane holds no fixed vector.

    R(s) - R(t) is |e^{is} - e^{it}| times a rotation: 0 or invertible; on a continuum almost surely 0 iff omega = 0.
    """
    if labels.n is None:
        return all(sign(w) == 0 for w in omega)
    if parts is None and labels.kind in {"positions", "cyclic"}:
        return all(full_turns([w], [ONE], [ZERO]) for w, side in zip(omega, labels.shape, strict=True) if side > 1)
    jumps = ((i, part[0]) for part in parts or [list(range(labels.n))] for i in part[1:])
    return all(full_turns(omega, labels.coordinates(i), labels.coordinates(base)) for i, base in jumps)


def full_turns(omega: list[Number], x: list[Number], y: list[Number]) -> bool:
    """Decide whether sum omega (x - y) lies in 2 pi Z: a rational only if it is 0, since pi is irrational."""
    if all(isinstance(z, Fraction) for z in [*omega, *x, *y]):
        return dot(omega, x) == dot(omega, y)
    return bool(beyond().full_turns(omega, x, y))


def _orthogonal(spec: object, d: int) -> Matrix:
    """Read a rational matrix with Q Q^T = I."""
    Q = [rationals(row, d) for row in items(spec, d)]
    spend(d * d * d)
    products = (dot(Q[i], Q[j]) == (i == j) for i in range(d) for j in range(i + 1))
    require(all(products), "a matrix is not orthogonal")
    return Q


def by_connection(problem: Problem, _: Data) -> Views:
    """E <= f(1)/2 with equality iff x_a = O_ab x_b for all a, b: parallel unit sections x_a = O_a0 x_0.

    That is O_ab O_b0 x_0 = O_a0 x_0; constant ones have O_ab x = x. If r > 0 dimensions of sections exist, and c of
    them are constant: "all" if c = r, "some" if 0 < c < r, "none" if c = 0.
    """
    n, d = problem.labels.size(), problem.d
    require(problem.profile().peaked is True, "f(t) < f(1) for t < 1 is not proved for this profile")
    O = [[_orthogonal(m, d) for m in items(row, n)] for row in items(problem.spec["O"], n)]  # noqa: E741 - its letter
    spend(3 * n * n * d * d * d)
    pairs = list(product(range(n), repeat=2))
    symmetric = all(O[a][b][i][j] == O[b][a][j][i] for a, b in pairs for i in range(d) for j in range(d))
    require(symmetric, "O(b, a) is not the transpose of O(a, b)")
    columns = [list(zip(*O[b][0], strict=True)) for b in range(n)]
    rows = [(a, b, i) for a, b in pairs for i in range(d)]
    parallel = ([dot(O[a][b][i], columns[b][j]) - O[a][0][i][j] for j in range(d)] for a, b, i in rows)
    constant = ([O[a][b][i][j] - (i == j) for j in range(d)] for a, b, i in rows)
    r, c = d - len(echelon(parallel, range(d))), d - len(echelon(constant, range(d)))
    require(r > 0, "there is no parallel section")
    view: View = "all" if c == r else "some" if c else "none"
    return view, view
