"""Triples of Z_N up to rotations and reflections, and the zonal functions in which their edges are expanded.

A triple of labels cuts the cycle into three gaps that sum to N; the dihedral group permutes them in every way, so that
the orbits are the partitions of N into three positive parts. Contents x_0, x_1, x_2 at these labels have the distances
of one triangle on the sphere, and two of them may be exchanged where two gaps are equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from verify.model.gegenbauer import gegenbauer_polynomial

__all__ = ["Basis", "Triple", "cosine_matrix", "triples"]

Array = np.ndarray[Any, Any]
#: P_n of S^{d-1}, or the powers t^n, which are positive definite on every sphere.
Basis = Literal["zonal", "powers"]


@dataclass(frozen=True)
class Triple:
    """Three gaps that sum to N, in increasing order.

    Attributes
    ----------
    gaps : tuple of three int
        Positive.
    """

    gaps: tuple[int, int, int]

    @property
    def lags(self) -> tuple[int, int, int]:
        """Distances of the labels, in 1..N/2: a gap or N minus it."""
        total = sum(self.gaps)
        first, second, third = (min(gap, total - gap) for gap in self.gaps)
        return first, second, third

    @property
    def classes(self) -> tuple[int, int, int]:
        """Which edges carry the same function: edges of equal gaps do."""
        first, second, third = (self.gaps.index(gap) for gap in self.gaps)
        return first, second, third


def triples(n: int) -> tuple[Triple, ...]:
    """Return the orbits of triples of Z_n, the partitions of n into three positive parts.

    Parameters
    ----------
    n : int
        At least 3.

    Examples
    --------
    >>> [triple.gaps for triple in triples(6)]
    [(1, 1, 4), (1, 2, 3), (2, 2, 2)]
    >>> triples(6)[0].lags, triples(6)[0].classes
    ((1, 1, 2), (0, 0, 2))
    """
    return tuple(_partitions(n))


def _partitions(n: int) -> Iterator[Triple]:
    for a in range(1, n // 3 + 1):
        for b in range(a, (n - a) // 2 + 1):
            yield Triple((a, b, n - a - b))


@lru_cache(maxsize=32)
def cosine_matrix(basis: Basis, d: int, degree: int) -> Array:
    """Return B with C_n(cos s) = sum_k B[n, k] cos(k s), n, k = 0..degree, in float64; all B >= 0, rows sum to 1.

    Notes
    -----
    cos(s)^m = 2^-m sum_j binom(m, j) cos((m - 2j) s), and t cos(ks) = [cos((k-1)s) + cos((k+1)s)]/2.

    Examples
    --------
    >>> cosine_matrix("powers", 2, 2).tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.0, 0.5]]
    """
    if basis == "zonal" and d == 2:
        return np.eye(degree + 1)
    powers = np.zeros((degree + 1, degree + 1))
    powers[0, 0] = 1.0
    for m in range(degree):
        for k in range(m + 1):
            powers[m + 1, abs(k - 1)] += powers[m, k] / 2
            powers[m + 1, k + 1] += powers[m, k] / 2
    if basis == "powers":
        return powers
    rows = [[float(c) for c in gegenbauer_polynomial(n, d)] for n in range(degree + 1)]
    zonal = np.array([[*row, *[0.0] * (degree + 1 - len(row))] for row in rows])
    return np.asarray(zonal @ powers)
