"""Triangle inequalities whose sum shows, in integers, that no cut of the labels is negative."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from verify.certificates.coq.text import cleared, listed
from verify.certificates.rational_lp import nonnegative_solution

__all__ = ["LARGEST", "Triangle", "triangle_sum", "triangles_text"]

#: On more labels the linear programme is not tried: 3 (n choose 3) unknowns.
LARGEST = 8

#: lambda (t_ij + t_jl - t_il) as (lambda, i, j, l).
Triangle = tuple[int, int, int, int]


def triangle_sum(c: list[list[int]], *, strict: bool) -> tuple[int, list[Triangle]] | None:
    """Return s > 0 and triangle inequalities whose sum is at most s sum c_ij t_ij, for metrics t.

    Parameters
    ----------
    c : symmetric table of n integers a row, n >= 2
    strict : bool
        Whether a positive multiple of every t_ij, i < j, has to be left.

    Returns
    -------
    tuple of (int, list of Triangle), or None
        None where there are none, or n > `LARGEST`. The diagonal of c is not used.

    Notes
    -----
    For i < j the unknowns are the multiplier of each triangle, what is left of t_ij, and s:

        2 s c_ij = sum lambda (coefficients of t_ij) + rest_ij + 1,   s, lambda, rest >= 0,

    or without 1, and s = 1, where nothing needs to be left. No cut may be negative. On up to four points every
    metric is a nonnegative combination of cuts, so that by duality this suffices; on five points the distances of
    the complete graph K_(2,3) are a metric that is none.

    References
    ----------
    M. M. Deza, M. Laurent, Geometry of Cuts and Metrics, Springer (1997), sections 4.2 and 27.1.

    Examples
    --------
    >>> triangle_sum([[0, 1, -1], [1, 0, 1], [-1, 1, 0]], strict=False)
    (1, [(2, 0, 1, 2)])
    >>> triangle_sum([[0, 1, -1], [1, 0, 1], [-1, 1, 0]], strict=True) is None
    True
    """
    n = len(c)
    if n > LARGEST:
        return None
    pairs = list(combinations(range(n), 2))
    triangles = list(_triangles(n))
    rows = []
    for p, (i, j) in enumerate(pairs):
        row = [int({i, j} in ({a, b}, {b, e})) - int({i, j} == {a, e}) for a, b, e in triangles]
        row += [int(q == p) for q in range(len(pairs))]
        rows.append([*row, -2 * c[i][j]] if strict else row)
    right = [-1 if strict else 2 * c[i][j] for i, j in pairs]
    found = nonnegative_solution(rows, right)
    if found is None:
        return None
    numbers, q = cleared([*found[: len(triangles)], found[-1] if strict else Fraction(1)])
    used = [(x, *t) for x, t in zip(numbers, triangles, strict=False) if x]
    return (numbers[-1] if strict else q), used


def triangles_text(triangles: list[Triangle]) -> str:
    """Return the triangle inequalities as a list in Coq."""
    return listed((f"Triangle {x} {i} {j} {e}" for x, i, j, e in triangles), ";\n    ")


def _triangles(n: int) -> Iterator[tuple[int, int, int]]:
    """Yield (i, j, l), i < l, for the inequalities t_il <= t_ij + t_jl."""
    for a, b, e in combinations(range(n), 3):
        yield from ((a, b, e), (b, a, e), (a, e, b))
