"""Configurations with Q_i x_i = Q_j x_j wherever k_ij is not 0: a collapsed one, and one that is not, in integers."""

from __future__ import annotations

from fractions import Fraction

import flint

from verify.certificates.checker.algebra import components
from verify.certificates.coq.text import NotInCoqError, cleared

__all__ = ["aligned_pair", "common_vector"]

Matrix = list[list[Fraction]]


def common_vector(Q: list[Matrix], parts: list[list[int]]) -> list[int] | None:
    """Return an integer x != 0 with Q_i x = Q_j x for i, j in one part, or None where there is none.

    Examples
    --------
    >>> one, flip = [[1, 0], [0, 1]], [[1, 0], [0, -1]]
    >>> common_vector([one, flip], [[0, 1]])
    [1, 0]
    >>> common_vector([one, [[-1, 0], [0, -1]]], [[0, 1]]) is None
    True
    """
    d = len(Q[0])
    rows = [
        [a - b for a, b in zip(line, base, strict=True)]
        for part in parts
        for i in part[1:]
        for line, base in zip(Q[i], Q[part[0]], strict=True)
    ] or [[Fraction(0)] * d]
    reduced, rank = flint.fmpq_mat([[_rational(x) for x in line] for line in rows]).rref()
    if rank == d:
        return None
    table = [[Fraction(int(x.p), int(x.q)) for x in line] for line in reduced.tolist()][:rank]
    pivots = [next(c for c, x in enumerate(line) if x) for line in table]
    free = next(c for c in range(d) if c not in pivots)
    # x_free = 1, the other free entries 0, and each row of the reduced table gives the entry at its pivot
    x = [Fraction(int(c == free)) for c in range(d)]
    for pivot, line in zip(pivots, table, strict=True):
        x[pivot] = -line[free]
    return cleared(x)[0]


def aligned_pair(Q: list[Matrix], K: list[list[int]]) -> tuple[list[list[int]], list[list[int]]]:
    """Return X, Y: integer vectors x_i of one length with Q_i x_i = Q_j x_j where K_ij is not 0.

    Parameters
    ----------
    Q : list of n rational orthogonal d x d matrices
    K : symmetric n x n table

    Returns
    -------
    tuple
        X with equal x_i; Y, from x_i = Q_i^T e_b or the same with another sign on one component, with different ones.

    Raises
    ------
    NotInCoqError
        No such pair of this form.
    """
    n = len(Q)
    parts = components(n, lambda i, j: K[i][j] != 0)
    u = common_vector(Q, parts)
    if u is None:
        raise NotInCoqError("no vector x has the same image under all Q_i of a component")
    for b in range(len(u)):
        line = [matrix[b] for matrix in Q]  # row b of Q_i is Q_i^T e_b
        for flipped in ((), tuple(parts[-1]) if len(parts) > 1 else ()):
            table = [[-x if i in flipped else x for x in line[i]] for i in range(n)]
            if any(vector != table[0] for vector in table):
                d = len(u)
                flat = cleared([x for vector in table for x in vector])[0]
                return [u] * n, [flat[i * d : (i + 1) * d] for i in range(n)]
    raise NotInCoqError("no configuration with one point per label is maximal and spread")


def _rational(x: Fraction | int) -> flint.fmpq:
    return flint.fmpq(x.numerator, x.denominator)
