"""Directions in which an integer quadratic form is negative: guessed with floats, verified in integers."""

from __future__ import annotations

from collections.abc import Iterator

import flint
import numpy as np
from numpy.typing import NDArray

__all__ = ["direction_from_diagonal", "direction_from_floats", "form_value"]

# Denominators tried, in this order, for a short rational direction near a floating-point one.
_DENOMINATORS = (1, 2, 3, 4, 6, 8, 10, 12, 100, 1000, 10**4, 10**6, 10**9, 10**12, 1 << 50)


def form_value(Z: flint.fmpz_mat, v: list[int]) -> int:
    column = flint.fmpz_mat(len(v), 1, v)
    return int((column.transpose() * (Z * column))[0, 0])


def direction_from_diagonal(Z: flint.fmpz_mat) -> list[int] | None:
    """Return e_i where Z_ii < 0, or e_j + c e_i where Z_ii = 0 and Z_ij != 0: Z_jj + 2 c Z_ij < 0."""
    n = Z.nrows()
    diagonal = [int(Z[i, i]) for i in range(n)]
    v = [0] * n
    lowest = min(range(n), key=diagonal.__getitem__)
    if diagonal[lowest] < 0:
        v[lowest] = 1
        return v
    for i in range(n):
        if diagonal[i] == 0:
            for j in range(n):
                entry = int(Z[i, j])
                if entry:
                    v[j], v[i] = 1, (diagonal[j] // (2 * abs(entry)) + 1) * (-1 if entry > 0 else 1)
                    return v
    return None


def _short(Z: flint.fmpz_mat, direction: NDArray[np.float64]) -> list[int] | None:
    """Return the shortest rounding of a direction whose value is negative, exactly."""
    largest = float(np.abs(direction).max())
    if not (np.isfinite(largest) and largest > 0):
        return None
    unit = direction / largest
    for denominator in _DENOMINATORS:
        v = [int(x) for x in np.rint(unit * denominator)]
        if any(v) and form_value(Z, v) < 0:
            return v
    return None


def direction_from_floats(Z: flint.fmpz_mat, scaled: NDArray[np.float64], exponents: list[int]) -> list[int] | None:
    """Round the lowest eigenvectors, where floats suspect one, to a direction that is negative exactly."""
    if not np.isfinite(scaled).all():
        return None
    try:
        np.linalg.cholesky(scaled + 1e-12 * len(exponents) * np.eye(len(exponents)))
        suspicious = False
    except np.linalg.LinAlgError:
        suspicious = True
    if not suspicious and len(exponents) > 64:
        return None
    for direction in _eigenvectors(scaled, exponents):
        found = _short(Z, direction)
        if found is not None:
            return found
    return None


def _eigenvectors(scaled: NDArray[np.float64], exponents: list[int]) -> Iterator[NDArray[np.float64]]:
    """Yield the lowest eigenvector of Z, if its range fits floats, and that of B, in the coordinates of Z."""
    a = np.array(exponents) - min(exponents)
    if a.max() < 100:
        yield np.linalg.eigh(np.ldexp(scaled, a[:, None] + a[None, :]))[1][:, 0]
    yield np.ldexp(np.linalg.eigh(scaled)[1][:, 0], np.clip(-a, -1000, 0))
