"""Unit vectors, antipodal, coincident and nearly so among them, and orthogonal matrices, exact and in floats."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from verify.model.sphere import rational_point, retract
from verify.testing.strategies.numbers import rationals

__all__ = [
    "clouds",
    "orthogonal_matrices",
    "orthogonal_tables",
    "pairs_of_unit_vectors",
    "rational_unit_vectors",
    "unit_vectors",
]

Array = np.ndarray[Any, Any]
Matrix = tuple[tuple[Fraction, ...], ...]
_GAPS = (0.0, 1e-16, 1e-15, 1e-12, 1e-8, 1e-4)


def rational_unit_vectors(d: int) -> st.SearchStrategy[tuple[Fraction, ...]]:
    """Draw vectors of exact unit length; they shrink to (1, 0, ..., 0).

    Parameters
    ----------
    d : int
        At least 2.

    Notes
    -----
    By stereographic projection, which reaches all rational points but (-1, 0, ..., 0); with a sign it reaches that too.
    """
    parameters = st.lists(rationals(2, 4), min_size=d - 1, max_size=d - 1).map(rational_point)
    signs = st.sampled_from([1, -1])
    return st.builds(lambda sign, point: tuple(sign * c for c in point), signs, parameters)


def unit_vectors(d: int) -> st.SearchStrategy[Array]:
    """Draw float64 unit vectors: directions of small integer vectors, which shrink to (1, 0, ..., 0)."""
    entries = st.lists(st.integers(-9, 9), min_size=d, max_size=d)
    return entries.map(lambda v: retract([1.0, *([0.0] * (d - 1))] if not any(v) else [float(c) for c in v]))


@st.composite
def pairs_of_unit_vectors(draw: st.DrawFn, d: int) -> tuple[Array, Array]:
    """Draw two unit vectors: also coincident, antipodal and orthogonal ones, and pairs within 1e-16 to 1e-4 of that.

    They shrink to two copies of (1, 0, ..., 0).
    """
    x = draw(unit_vectors(d))
    place = draw(st.sampled_from(["coincident", "antipodal", "orthogonal", "anywhere"]))
    other = draw(unit_vectors(d))
    if place == "anywhere":
        return x, other
    tangent = other - (other @ x) * x
    if np.linalg.norm(tangent) < 1e-6:
        axis = int(np.argmin(np.abs(x)))
        tangent = np.eye(d)[axis] - x[axis] * x
    tangent = retract(tangent)
    gap = draw(st.sampled_from(_GAPS))
    near = {"coincident": x, "antipodal": -x, "orthogonal": tangent}[place]
    return x, retract(near + gap * (x if place == "orthogonal" else tangent))


def clouds(n: int, d: int) -> st.SearchStrategy[Array]:
    """Draw n unit vectors, shape (n, d); they may coincide or be antipodal."""
    return st.lists(unit_vectors(d), min_size=n, max_size=n).map(np.array)


@st.composite
def orthogonal_matrices(draw: st.DrawFn, d: int, *, special: bool = False) -> Matrix:
    """Draw rational matrices with Q^T Q = I exactly; they shrink to the identity.

    Parameters
    ----------
    d : int
        At least 2.
    special : bool
        Whether det Q = 1.

    Notes
    -----
    Cayley: (I - S)(I + S)^{-1} is a rotation for each skew S, and every Q without the eigenvalue -1 is one. A diagonal
    of signs reaches the rest.
    """
    count = d * (d - 1) // 2
    below = iter(draw(st.lists(rationals(2, 3), min_size=count, max_size=count)))
    skew = [[Fraction(0)] * d for _ in range(d)]
    for i in range(d):
        for j in range(i):
            skew[i][j] = next(below)
            skew[j][i] = -skew[i][j]
    S, identity = _flint(skew), _flint([[Fraction(int(i == j)) for j in range(d)] for i in range(d)])
    rotation = (identity - S) * (identity + S).inv()
    rows = [[Fraction(int(rotation[i, j].p), int(rotation[i, j].q)) for j in range(d)] for i in range(d)]
    signs = [1] * d if special else draw(st.lists(st.sampled_from([1, -1]), min_size=d, max_size=d))
    return tuple(tuple(sign * entry for entry in row) for sign, row in zip(signs, rows, strict=True))


def orthogonal_tables(n: int, d: int) -> st.SearchStrategy[tuple[Matrix, ...]]:
    """Draw n rational orthogonal matrices, one for each label."""
    return st.lists(orthogonal_matrices(d), min_size=n, max_size=n).map(tuple)


def _flint(rows: Sequence[Sequence[Fraction]]) -> flint.fmpq_mat:
    return flint.fmpq_mat([[flint.fmpq(x.numerator, x.denominator) for x in row] for row in rows])
