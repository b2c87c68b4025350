"""Exact feasibility of small linear programmes: x >= 0 with A x = b over the rationals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from verify.model.errors import InputError

__all__ = ["nonnegative_solution"]


def nonnegative_solution(
    A: Sequence[Sequence[Fraction | int]], b: Sequence[Fraction | int]
) -> tuple[Fraction, ...] | None:
    """Return some x >= 0 with A x = b, or None if there is none.

    Parameters
    ----------
    A : m rows of n Fraction or int, n >= 1
    b : m Fraction or int

    Raises
    ------
    InputError
        Rows of different lengths, or another number of right-hand sides.

    Notes
    -----
    First phase of the simplex method with one artificial variable per row. Bland's rule (the smallest index
    enters, and the smallest leaves among ties) excludes cycles, so the method ends; every comparison is
    exact.

    References
    ----------
    R. G. Bland, New finite pivoting rules for the simplex method, Math. Oper. Res. 2 (1977) 103-107.

    Examples
    --------
    >>> nonnegative_solution([[1, 1], [1, -1]], [2, 1])
    (Fraction(3, 2), Fraction(1, 2))
    >>> nonnegative_solution([[1, 1], [1, -1]], [1, 2]) is None
    True
    """
    n = len(A[0]) if len(A) else 0
    if n == 0 or any(len(row) != n for row in A) or len(b) != len(A):
        raise InputError("A", "be a rectangular table with one right-hand side per row", f"{len(A)} rows")
    rows = []
    for entries, right in zip(A, b, strict=True):
        sign = -1 if right < 0 else 1
        rows.append([*(Fraction(sign * x) for x in entries), Fraction(sign * right)])
    basis = [n + i for i in range(len(rows))]  # the artificial variables; they leave and never come back
    excess = [sum(column, Fraction(0)) for column in zip(*rows, strict=True)]
    while excess[n] > 0:
        entering = next((j for j in range(n) if excess[j] > 0), None)
        if entering is None:
            return None
        ratios = [(row[n] / row[entering], basis[i], i) for i, row in enumerate(rows) if row[entering] > 0]
        leaving = min(ratios)[2]
        pivot = [x / rows[leaving][entering] for x in rows[leaving]]
        for i, row in enumerate(rows):
            if i != leaving and row[entering]:
                factor = row[entering]
                rows[i] = [x - factor * y for x, y in zip(row, pivot, strict=True)]
        rows[leaving] = pivot
        factor = excess[entering]
        excess = [x - factor * y for x, y in zip(excess, pivot, strict=True)]
        basis[leaving] = entering
    x = [Fraction(0)] * n
    for i, j in enumerate(basis):
        if j < n:
            x[j] = rows[i][n]
    return tuple(x)
