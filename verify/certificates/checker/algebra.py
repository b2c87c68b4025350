"""Linear algebra over Q: positive semidefinite matrices with their kernels, elimination, components of graphs.

PSD data for a symmetric A of size n: vectors N_c with A N_c = 0 and N_c = e_c on the pivots; on the complement S of
the pivots, s A_SS - L diag(D) L^T has a diagonal >= the sums of the other absolute values in its rows, where s > 0,
D > 0 and L is triangular with a nonzero diagonal. So s A_SS is positive definite plus positive semidefinite. Every v
is sum_c v[t_c] N_c + w with w supported on S, and v^T A v = w^T A_SS w: A is PSD, and ker A = span N.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from operator import mul

from .reading import ZERO, common, fields, integer, items, rational, rationals, require, spend

Matrix = list[list[Fraction]]


def lower_triangle(n: int) -> Iterator[tuple[int, int]]:
    """Yield all (i, j), j <= i < n."""
    return ((i, j) for i in range(n) for j in range(i + 1))


def dot(u: Iterable[Fraction], v: Iterable[Fraction]) -> Fraction:
    """Return the inner product."""
    return sum(map(mul, u, v), ZERO)


def minus(u: Sequence[Fraction], v: Iterable[Fraction], c: Fraction) -> list[Fraction]:
    """Return u - c v."""
    bits = max(x.denominator.bit_length() for x in (*u, c))
    spend(len(u) * (2 + (bits * bits >> 17)))
    return [x - c * y for x, y in zip(u, v, strict=True)]


def whole(text: object) -> int:
    """Read an integer that is written as a rational."""
    value = rational(text)
    require(value.denominator == 1, f"not an integer: {str(text)[:40]}")
    return value.numerator


def check_psd(A: Matrix, spec: object) -> Matrix:
    """Verify PSD data; return the basis N of ker A."""
    data, n = fields(spec, {"kernel", "pivots", "scale", "L", "D"}), len(A)
    pivots = [integer(t, 0, n - 1) for t in items(data["pivots"])]
    require(len(set(pivots)) == len(pivots), "a pivot is repeated")
    N = [rationals(vector, n) for vector in items(data["kernel"], len(pivots))]
    for c, vector in enumerate(N):
        identity = all(vector[t] == (b == c) for b, t in enumerate(pivots))
        require(identity, "the kernel is not the identity on the pivots")
        require(in_kernel(A, vector), "a kernel vector is not in the kernel")
    S = [i for i in range(n) if i not in set(pivots)]
    m, q = len(S), common(x for row in A for x in row)
    s, D = whole(data["scale"]), [whole(x) for x in items(data["D"], m)]
    L = [[whole(x) for x in items(row, i + 1)] for i, row in enumerate(items(data["L"], m))]
    require(s > 0 and all(x > 0 for x in D), "scale or D is not positive")
    require(all(row[-1] for row in L), "a diagonal entry of L is zero")
    bits = max((x.bit_length() for row in [*L, D] for x in row), default=1)
    spend(m * m * (m // 40 * (1 + bits // 64) + 1 + (q.bit_length() + s.bit_length()) // 64))
    slack = [0] * m  # the diagonal entry of q (s A_SS - L D L^T) minus the other absolute values of its row
    for i, row in enumerate(L):
        scaled = list(map(mul, row, D))
        for j in range(i + 1):
            entry = A[S[i]][S[j]]
            E = s * entry.numerator * (q // entry.denominator) - q * sum(map(mul, scaled, L[j]))
            slack[i] += E if i == j else -abs(E)
            slack[j] -= abs(E) if i != j else 0
    require(all(x >= 0 for x in slack), "the residual s A - L D L^T is not diagonally dominant")
    return N


def in_kernel(A: Matrix, v: Sequence[Fraction]) -> bool:
    """Say whether A v = 0."""
    support = [j for j, x in enumerate(v) if x]
    spend(2 * len(A) * len(support))
    return all(sum((row[j] * v[j] for j in support), ZERO) == 0 for row in A)


def echelon(rows: Iterable[Sequence[Fraction]], columns: Sequence[int]) -> Matrix:
    """Return combinations of the rows that are the identity on some of the columns: a basis, if read there only."""
    basis: dict[int, list[Fraction]] = {}
    for given in rows:
        row = list(given)
        spend(len(row))
        for c, vector in basis.items():
            row = minus(row, vector, row[c]) if row[c] else row
        pivot = next((c for c in columns if row[c]), None)
        if pivot is not None:
            row = [x / row[pivot] for x in row]
            basis = {c: minus(vector, row, vector[pivot]) for c, vector in basis.items()} | {pivot: row}
    return list(basis.values())


def psd_rank(G: Matrix) -> int | None:
    """Return the rank of a symmetric matrix if it is PSD, else None, by elimination on the diagonal."""
    G, result = [list(row) for row in G], 0
    for i, row in enumerate(G):
        if row[i] < 0 or (row[i] == 0 and any(row)):
            return None
        if row[i] > 0:
            result += 1
            G[i + 1 :] = [minus(other, row, other[i] / row[i]) for other in G[i + 1 :]]
    return result


def components(n: int, linked: Callable[[int, int], bool]) -> list[list[int]]:
    """Return the connected components of a graph on 0..n-1."""
    rest, found = set(range(n)), []
    while rest:
        part = [min(rest)]
        rest.remove(part[0])
        for i in part:  # which grows
            near = [j for j in rest if linked(i, j)]
            rest.difference_update(near)
            part += near
        found.append(sorted(part))
    return found
