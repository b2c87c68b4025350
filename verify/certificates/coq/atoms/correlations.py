"""Null spaces larger than the constants and Gram matrices, for Coq: that there is one only, or points for another."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import flint

from verify.certificates.coq.text import NotInCoqError, cleared

__all__ = ["moment_points", "pair_rows"]

Matrix = list[list[Fraction]]


def pair_rows(N: list[list[int]]) -> list[list[int]] | None:
    """Return for e = 1, .., r - 1 integers m with sum_i m_i N_b(i) N_c(i) = 0 for b < c, except at (0, e).

    Parameters
    ----------
    N : r rows of n integers
        The null vectors.

    Returns
    -------
    list of r - 1 lists of n integers, or None
        None where the equations |x_i|^2 = 1 do not determine <x_(t_0), x_(t_e)>.

    Examples
    --------
    >>> pair_rows([[2, 1, 0], [-1, 0, 1]])
    [[-1, 0, 0]]
    >>> pair_rows([[1, 0], [0, 1]]) is None
    True
    """
    r, n = len(N), len(N[0])
    pairs = list(combinations(range(r), 2))
    rows = []
    for e in range(1, r):
        system = flint.fmpq_mat([[N[b][i] * N[c][i] for i in range(n)] + [int((b, c) == (0, e))] for b, c in pairs])
        reduced, rank = system.rref()
        m = [Fraction(0)] * n
        for line in reduced.tolist()[:rank]:
            pivot = next(c for c, x in enumerate(line) if x != 0)
            if pivot == n:
                return None
            m[pivot] = Fraction(int(line[n].p), int(line[n].q))
        rows.append(cleared(m)[0])
    return rows


def moment_points(N: Matrix, G: Matrix) -> tuple[list[int], list[list[int]], int]:
    """Return D, X and g with sum_b D_b X_ib X_jb = g (N^T G N)_ij, in integers, D > 0.

    Parameters
    ----------
    N : r rows of n rationals
        The null vectors.
    G : symmetric table of r rows
        Inner products, positive semidefinite.

    Raises
    ------
    NotInCoqError
        G is not positive semidefinite.

    Notes
    -----
    G = sum_b D_b L_b L_b^T by elimination on the diagonal, and X_ib = sum_c N_c(i) L_b(c).

    Examples
    --------
    >>> one = Fraction(1)
    >>> moment_points([[one, 0 * one], [0 * one, one]], [[one, one / 2], [one / 2, one]])
    ([4, 3], [[2, 0], [1, 2]], 16)
    """
    rest, D, L = [list(line) for line in G], [], []
    while any(x for line in rest for x in line):
        pivot = next((i for i, line in enumerate(rest) if line[i]), None)
        if pivot is None or rest[pivot][pivot] < 0:
            raise NotInCoqError("the moments are not positive semidefinite")
        column = [line[pivot] / rest[pivot][pivot] for line in rest]
        D.append(rest[pivot][pivot])
        L.append(column)
        rest = [
            [x - D[-1] * a * b for x, b in zip(line, column, strict=True)] for line, a in zip(rest, column, strict=True)
        ]
    numbers, delta = cleared(D)
    table = [
        [sum((v * x for v, x in zip(values, column, strict=True)), Fraction(0)) for column in L]
        for values in zip(*N, strict=True)
    ]
    flat, xi = cleared([x for line in table for x in line])
    return numbers, [flat[i * len(L) : (i + 1) * len(L)] for i in range(len(table))], delta * xi * xi
