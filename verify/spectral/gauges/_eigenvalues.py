"""Enclosed eigenvalues of small symmetric matrices of balls, multiplicities included."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import flint
import numpy as np

__all__ = ["enclose_eigenvalues", "enclose_rational_eigenvalues"]

_SHARP = 16
_PRECISION = 160
_SWEEPS = 12


def enclose_rational_eigenvalues(A: flint.fmpq_mat) -> list[tuple[flint.arb, Fraction | None]]:
    """Return the eigenvalues of a symmetric rational matrix with multiplicity, and their values if rational.

    Examples
    --------
    >>> [str(exact) for _, exact in enclose_rational_eigenvalues(flint.fmpq_mat([[2, 0, 0], [0, 2, 0], [0, 0, 1]]))]
    ['1', '2', '2']
    """
    Z, denominator = A.numer_denom()
    values: list[tuple[flint.arb, Fraction | None]] = []
    with flint.ctx.workprec(_PRECISION):
        for factor, multiplicity in Z.charpoly().factor()[1]:
            exact = Fraction(-int(factor[0]), int(factor[1]) * int(denominator)) if factor.degree() == 1 else None
            found = cast("list[tuple[flint.acb, int]]", factor.complex_roots())
            roots = [root.real / denominator for root, _ in found]
            values += [(root, exact) for root in roots for _ in range(multiplicity)]
    return sorted(values, key=lambda pair: float(pair[0].mid()))


def enclose_eigenvalues(A: flint.arb_mat) -> list[flint.arb]:
    """Enclose the eigenvalues of every symmetric matrix in a ball matrix, ascending, with multiplicity.

    Notes
    -----
    With V an approximate matrix of eigenvectors, B = V^{-1} A V has the same eigenvalues, which lie in the
    discs of Gershgorin; k discs that touch each other and no other hold k of them. They are real, A being
    symmetric.
    """
    with flint.ctx.workprec(_PRECISION):
        V = _eigenvectors(A)
        B = V.solve(A * V).tolist()
        discs = []
        for i, row in enumerate(B):
            radius = sum((abs(x) for j, x in enumerate(row) if j != i), flint.arb(0)).upper()
            discs.append(row[i] + flint.arb(0, radius))
        discs.sort(key=lambda x: float(x.mid()))
        return _joined(discs)


def _joined(discs: list[flint.arb]) -> list[flint.arb]:
    """Replace discs that may touch by their union, once for each."""
    clusters: list[list[flint.arb]] = []
    for disc in discs:
        touching = [c for c in clusters if any(disc.overlaps(other) for other in c)]
        clusters = [c for c in clusters if c not in touching] + [[disc, *(x for c in touching for x in c)]]
    values: list[flint.arb] = []
    for cluster in clusters:
        hull = cluster[0]
        for disc in cluster[1:]:
            hull = hull.union(disc)
        values += [hull] * len(cluster)
    return sorted(values, key=lambda x: float(x.mid()))


def _eigenvectors(A: flint.arb_mat) -> flint.arb_mat:
    """Return approximate eigenvectors: float64, and for small matrices sharpened by Jacobi rotations."""
    n = A.nrows()
    middle = A.mid()
    floats = np.array([float(x) for x in middle.entries()]).reshape(n, n)
    V = flint.arb_mat(np.linalg.eigh((floats + floats.T) / 2)[1].tolist())
    if n > _SHARP:
        return V
    for _ in range(2):  # Newton-Schulz: orthonormal to the square of the former error, twice
        V = ((V * (V.transpose() * V) * -1 + V * 3) / 2).mid()
    B = (V.transpose() * middle * V).mid().tolist()
    columns = V.transpose().tolist()
    small = flint.arb(2) ** (-2 * _PRECISION + 40)
    for _ in range(_SWEEPS):
        if sum((B[i][j] ** 2 for i in range(n) for j in range(i)), flint.arb(0)).mid() < small:
            break
        for p in range(n):
            for q in range(p + 1, n):
                _rotate(B, columns, p, q)
    return flint.arb_mat(columns).transpose()


def _rotate(B: list[list[flint.arb]], columns: list[list[flint.arb]], p: int, q: int) -> None:
    """Annihilate B_pq by a plane rotation; midpoints only, since the result is approximate anyway."""
    if B[p][q] == 0:
        return
    theta = (B[q][q] - B[p][p]) / (2 * B[p][q])
    t = (1 if theta >= 0 else -1) / (abs(theta) + (theta * theta + 1).sqrt())
    c = (1 / (t * t + 1).sqrt()).mid()
    s = (t * c).mid()
    for k in range(len(B)):
        B[k][p], B[k][q] = (c * B[k][p] - s * B[k][q]).mid(), (s * B[k][p] + c * B[k][q]).mid()
    for rows in (B, columns):
        rows[p], rows[q] = (
            [(c * x - s * y).mid() for x, y in zip(rows[p], rows[q], strict=True)],
            [(s * x + c * y).mid() for x, y in zip(rows[p], rows[q], strict=True)],
        )
