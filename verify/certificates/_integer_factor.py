"""Integer factors L L^T below a positive definite matrix, with a diagonally dominant residual."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, isqrt, log2, sqrt
from operator import mul

import flint
import numpy as np
from numpy.typing import NDArray

from verify.certificates._directions import form_value
from verify.certificates.rational_matrix import FLOAT_BITS

__all__ = ["Factor", "factor_by_floats", "factor_by_integers"]

# (s, rows of L): s A - L L^T is diagonally dominant, hence positive semidefinite.
Factor = tuple[int, tuple[tuple[int, ...], ...]]


def _scale(q: int, p: int) -> int:
    """Return the integer s = ceil(q 4^p)."""
    return q << 2 * p if p >= 0 else -(-q >> -2 * p)


def factor_by_floats(Z: flint.fmpz_mat, q: int, scaled: NDArray[np.float64], exponents: Sequence[int]) -> Factor | None:
    """Round a float Cholesky factor of Z/q to integers; None where floats are too coarse for it.

    Notes
    -----
    With R_i = 2^(a_i), g = sqrt(s/q) and C the factor of the scaled matrix less lambda_min/2, the rounding
    L_i = round(g R_i C_i) leaves a residual whose row sums are about 0.3 g sum_j (R_i + R_j). The shift
    (lambda_min/2) g^2 R_i^2 has to dominate them: this chooses g = 2^p.
    """
    n, top = len(exponents), max(exponents)
    if not np.isfinite(scaled).all() or top - min(exponents) > FLOAT_BITS // 9:
        return None
    eigenvalue = float(np.linalg.eigvalsh(scaled)[0])
    if eigenvalue < 1e-15 * n:
        return None
    try:
        C = np.linalg.cholesky(scaled - eigenvalue / 2 * np.eye(n))
    except np.linalg.LinAlgError:
        return None
    R = np.ldexp(1.0, np.array(exponents) - top)
    needed = float(((R.sum() + n * R) / (eigenvalue / 2 * R**2)).max())
    first = ceil(log2(0.15 * needed)) - top
    lowest = -(q.bit_length() // 2)  # below, s = ceil(q 4^p) would be far from q 4^p
    for p in (max(first + extra, lowest) for extra in (0, 1, 3, 8)):
        if max(abs(p), abs(top + p)) > FLOAT_BITS // 2:
            return None
        s = _scale(q, p)
        correction = sqrt(Fraction(s, q)) * 2.0**-p
        L = np.rint(np.ldexp(C * correction, np.array(exponents)[:, None] + p))
        if np.diag(L).all():
            rows = [[int(x) for x in row] for row in L.tolist()]
            if _dominated(Z, q, s, flint.fmpz_mat(rows)):
                return s, tuple(tuple(row[: i + 1]) for i, row in enumerate(rows))
    return None


def _dominated(Z: flint.fmpz_mat, q: int, s: int, L: flint.fmpz_mat) -> bool:
    """Say whether E = s Z - q L L^T is diagonally dominant, in integers."""
    E = Z * s - (L * L.transpose()) * q
    return all(2 * row[i] >= sum(map(abs, row)) for i, row in enumerate(E.tolist()))


def factor_by_integers(Z: flint.fmpz_mat, q: int, exponents: Sequence[int]) -> Factor | list[int]:
    """Factor a nonsingular Z/q in integers of growing length: a factor, or a direction v with v^T Z v < 0.

    Notes
    -----
    With the shift 2^(-h) the factor exists as soon as 2^(-h) is below the smallest eigenvalue
    of the scaled matrix. Its residual is what the floors leave, at most max(L_ii, L_jj) per entry, and p is
    chosen so that the shift dominates it. If Z is not positive definite, the first failing pivot j tends,
    as h grows, to one that is <= 0 exactly, and v = (-Z_<j^{-1} z_j, 1, 0..) to a vector with v^T Z v =
    pivot. Where that is 0, Z v != 0 and the step v - t Z v goes below 0. So the loop ends.
    """
    n = Z.nrows()
    table = [[int(x) for x in row] for row in Z.tolist()]
    h = 32
    while True:
        p = h + (4 * n).bit_length() + max(exponents) - 2 * min(exponents) + 4
        s = _scale(q, p)
        rows, failed = _integer_cholesky(table, Fraction(s, q), h)
        if failed is not None:
            direction = _pivot_direction(Z, rows, failed, 2 * h + n.bit_length())
            if direction is not None:
                return direction
        elif _dominated(Z, q, s, flint.fmpz_mat([[*row, *[0] * (n - len(row))] for row in rows])):
            return s, tuple(map(tuple, rows))
        h *= 2


def _integer_cholesky(table: list[list[int]], ratio: Fraction, h: int) -> tuple[list[list[int]], list[int] | None]:
    """Factor floor(ratio (Z - 2^(-h) diag Z)) by rows: the rows, and the one whose pivot was <= 0, if any."""
    rows: list[list[int]] = []
    for i, entries in enumerate(table):
        row: list[int] = []
        for j in range(i):
            target = entries[j] * ratio.numerator // ratio.denominator
            row.append((target - sum(map(mul, row, rows[j]))) // rows[j][j])
        diagonal = entries[i] * (1 - Fraction(1, 1 << h)) * ratio
        pivot = diagonal.numerator // diagonal.denominator - sum(x * x for x in row)
        if pivot <= 0:
            return rows, row
        rows.append([*row, isqrt(pivot)])
    return rows, None


def _pivot_direction(Z: flint.fmpz_mat, rows: list[list[int]], last: list[int], bits: int) -> list[int] | None:
    """Solve L^T y = l for the failing row l; try v = (-y, 1, 0..), few bits first, then a step downhill."""
    j, n = len(last), Z.nrows()
    y = [0] * j
    for i in reversed(range(j)):
        known = sum(rows[k][i] * y[k] for k in range(i + 1, j))
        y[i] = ((last[i] << bits) - known) // rows[i][i]

    def rounded(kept: int) -> list[int]:
        half = 1 << (bits - kept) >> 1
        return [*(-((x + half) >> (bits - kept)) for x in y), 1 << kept, *([0] * (n - j - 1))]

    for kept in (0, *(1 << e for e in range(bits.bit_length()) if 1 << e < bits)):
        if form_value(Z, rounded(kept)) < 0:
            return rounded(kept)
    v = rounded(bits)
    value = form_value(Z, v)
    if value < 0:
        return v
    gradient = [int(x) for x in (Z * flint.fmpz_mat(n, 1, v)).entries()]
    curvature, slope = form_value(Z, gradient), sum(x * x for x in gradient)
    if curvature <= 0:  # downhill for ever: any step beyond value / (2 slope)
        curvature, slope = 1, 1 + value
    step = [curvature * x - slope * g for x, g in zip(v, gradient, strict=True)]
    return step if form_value(Z, step) < 0 else None
