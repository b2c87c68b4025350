"""T5, factor kernels h = k f(<x, y>): the signed Laplacian decides, its kernel tells which maximisers collapse.

v^T L v = sum_{a < b} w_a w_b k_ab (v_a - v_b)^2, L = D - K, D_a = sum_b w_b k_ab. If L is not PSD and 0 < f'(1) < oo, a
spread law has more energy than the collapsed ones, f(1)/2 ∬k. Let L be PSD and f nonnegative. With the harmonics Y of
degree n, the moments m_Y(a) = ∫Y dmu_a, and q_n(a) = ∬P_n(<x, y>) dmu_a dmu_a in [0, 1], the addition theorem gives

    2 E[collapsed] - 2 E[mu] = sum_{n >= 1} a_n ( ∫D (1 - q_n) drho + c_n sum_Y <m_Y, L m_Y> ),  c_n > 0.

Graph laws have q_n = 1: collapsed ones are maximal, and the maximisers have m_Y in ker L whenever a_n > 0. For all
laws, if D >= 0: besides, q_n(a) = 1 where D(a) > 0, the "strict" labels (Dirac slices there if f is peaked). Cells of a
continuum are blocks of equal weight; L acts as D inside a block, so there D >= 0 is part of L being PSD.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from .algebra import Matrix, check_psd, dot, echelon, in_kernel, psd_rank
from .problem import Problem
from .profiles import Profile
from .reading import ZERO, Data, integer, rationals, require, sign, spend, sum_sign, symmetric

View = str | None  # "all", "some", "none", or None where nothing is proved
Views = tuple[View, View]  # graph laws, all laws


def by_sign(problem: Problem, data: Data) -> Views:
    """k >= 0 and f <= f(1): E <= f(1)/2 ∬k, with equality iff f(<x, y>) = f(1) wherever k > 0.

    On atoms the diagonal of k plays no part for graph laws. One label with k = 0 leaves its slice free.
    """
    f, k, labels = problem.profile(), problem.factor(), problem.labels
    require(f.nonnegative or f.peaked, "f <= f(1) is not proved for this profile")
    parts, diagonal = k.support(data)
    free = labels.n == 1 and diagonal and sign(k.entry(0, 0)) == 0
    view: View = "some" if parts is not None or free or f.peaked is False else "all" if f.peaked else None
    if diagonal:
        return view, view
    require(labels.atomic, "k < 0 on a block")
    negative = f.slope and any(k.degree_sign(i) < 0 for i in range(labels.size()))
    return view, "none" if negative else None


def by_laplacian(problem: Problem, data: Data) -> Views:
    """L is PSD exactly, or since k >= m for a rational m: <v, L_k v> = 1/2 ∬k (v - v')^2 >= <v, L_m v>, D_k >= D_m."""
    f, k, labels = problem.profile(), problem.factor(), problem.labels
    require(f.nonnegative, "a_n >= 0 is not proved for this profile")
    M, w, known = k.below(data)
    n = len(M)
    degrees = [dot(w, row) for row in M]
    A = [[(degrees[i] if i == j else 0) * w[i] - w[i] * w[j] * M[i][j] for j in range(n)] for i in range(n)]
    N = check_psd(A, data.get("psd"))
    graph = maximisers(f, A, N, [True] * n, data, problem.d, known=known) if labels.atomic else None
    if all(x >= 0 for x in degrees):
        return graph, maximisers(f, A, N, [x > 0 for x in degrees], data, problem.d, known=known)
    # D_i < 0 at an atom: a slice that spreads there gains (by_negative_degree); on a block: see by_direction
    negative = labels.n is not None and f.slope and any(k.degree_sign(i) < 0 for i in range(n))
    return graph, "none" if negative else None


def by_direction(problem: Problem, data: Data) -> Views:
    """<v, Lv> < 0 and 0 < f'(1) < oo: x = cos(eps v) e1 + sin(eps v) e2 has more energy than every collapsed law.

    If D < 0 on a nonatomic block or cell, a fast oscillation v = ±1 there has <v, Lv> close to ∫D v^2 < 0.
    """
    problem.sloped()
    w, _, upper = problem.factor().bounds(data)
    n = len(w)
    if "block" in data:
        require(not problem.labels.atomic, "D < 0 at an atom decides all laws only (method negative_degree)")
        b = integer(data["block"], 0, n - 1)
        require(sum_sign(((w[j], upper(b, j)) for j in range(n)), "D") < 0, "D is not negative on the block")
        return "none", "none"
    v = rationals(data.get("v"), n)
    pairs = ((i, j) for i in range(n) for j in range(i) if v[i] != v[j])
    terms = ((w[i] * w[j] * (v[i] - v[j]) ** 2, upper(i, j)) for i, j in pairs)
    require(sum_sign(terms, "v^T L v") < 0, "v^T L v is not negative")
    return "none", "none"


def by_negative_degree(problem: Problem, data: Data) -> Views:
    """D_i < 0 at an atom: half of the slice at each of cos(eps) u ± sin(eps) e gains -f'(1) eps^2 w_i D_i / 2 > 0."""
    problem.sloped()
    require(problem.labels.atomic, "a negative degree on blocks is a case of the method direction")
    k, i = problem.factor(), integer(data.get("atom"), 0, problem.labels.size() - 1)
    require(k.degree_sign(i) < 0, f"D_{i} is not negative")
    return None, "none"


def maximisers(f: Profile, A: Matrix, N: Matrix, strict: list[bool], data: Data, d: int, *, known: bool) -> View:
    """Say which maximisers collapse. All labels are strict for graph laws of atoms.

    If not ``known``, ker L only lies in span N and further labels may be strict (minorants): then "all" remains true.
    """
    n, r = len(A), len(N)
    if f.peaked is False:
        return "some"  # f(<u, v>) = f(1): P_n(<u, v>) = 1 if a_n > 0, so graphs with values u and v have constant m_Y
    if known and not any(strict):
        return "some"  # uniform slices: m_Y = 0, and no q_n matters
    if f.peaked and r == 1 and any(strict):
        return "all"  # ∬f dmu_a dmu_b is constant, and f(1) at a strict label: x = y almost surely
    if known and (_splits(data, A, strict) or _spreads(data, N, strict, f, d)):
        return "some"
    if f.first and _one_correlation(N, strict):
        return "all"
    # full: m_B(a) = mu_a(B) lies in ker L for all Borel sets B, is 0 or 1 at strict labels, and for some B not constant
    basis = echelon(N, [i for i in range(n) if strict[i]]) if f.full and r <= 20 else []
    if len(basis) < r:
        return None  # strict labels do not tell the vectors of ker L apart
    spend(n * r << r)
    for chosen in product((0, 1), repeat=r):
        v = [sum((x for x, c in zip(column, chosen, strict=True) if c), ZERO) for column in zip(*basis, strict=True)]
        if indicates(v, strict):
            return "some" if known else None
    return "all"


def indicates(v: list[Fraction], strict: list[bool]) -> bool:
    """Whether v has values 0 and 1 (in [0, 1] at labels that are not strict) and is not constant 0 or 1."""
    fits = all(x in {0, 1} if s else 0 <= x <= 1 for x, s in zip(v, strict, strict=True))
    return fits and any(x != 0 for x in v) and any(x != 1 for x in v)


def _splits(data: Data, A: Matrix, strict: list[bool]) -> bool:
    """Whether ``indicator`` is a v in ker L such that the slices v delta_u + (1 - v) delta_{-u} are a maximiser."""
    if "indicator" not in data:
        return False
    v = rationals(data["indicator"], len(A))
    return indicates(v, strict) and in_kernel(A, v)


def _spreads(data: Data, N: Matrix, strict: list[bool], f: Profile, d: int) -> bool:
    """Whether f is linear and ``moments`` G gives means of slices with Gram matrix N^T G N, of rank <= d, not all 1.

    Their coordinates lie in ker L. A mean of length 1 is that of a Dirac slice, one of length <= 1 that of some slice.
    """
    if "moments" not in data or not f.linear:
        return False
    r = len(N)
    G = symmetric(data["moments"], r, "the matrix of moments")
    size = psd_rank(G)
    spend(len(N[0]) * r * r)
    squares = [sum((v[a] * G[a][b] * v[b] for a in range(r) for b in range(r)), ZERO) for v in zip(*N, strict=True)]
    lengths = all(x == 1 if s else x <= 1 for x, s in zip(squares, strict, strict=True))
    # the constants lie in ker L, so 1 = sum of the N_c, and the collapsed laws are G = all ones
    return size is not None and size <= d and lengths and any(x != 1 for row in G for x in row)


def _one_correlation(N: Matrix, strict: list[bool]) -> bool:
    """Whether (N^T G N)_aa = 1 at all strict labels a has only the constant solution: all means are one unit vector."""
    pairs = [(a, b) for a in range(len(N)) for b in range(a, len(N))]
    columns = [v for v, s in zip(zip(*N, strict=True), strict, strict=True) if s]
    width = len(pairs)
    rows = ([v[a] * v[b] for a, b in pairs] for v in columns)
    return width <= len(columns) and len(echelon(rows, range(width))) == width
