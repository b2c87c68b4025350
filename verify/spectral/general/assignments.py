"""Assignments of contents to labels, all of them at once: which have the largest energy, exactly.

2 E(x) = sum_ij w_i w_j h[(i, x_i), (j, x_j)] for an assignment x of one of m contents to each of n labels.
The numbers are rounded outwards to integers on one scale, the sums of which fit into 64 bits; the few
assignments that may be the best are then compared exactly. Rational data are therefore decided exactly,
irrational ones as far as balls tell them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

import flint
import numpy as np

from verify.model.numbers import Number, ball

__all__ = ["Optima", "assignment_energy", "enclosed_table", "optimal_assignments"]

Array = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
Table = Sequence[Sequence[Number]]

_PRECISION = 256
_SUM_BITS = 60
_MOST_CANDIDATES = 4_096


@dataclass(frozen=True)
class Optima:
    """The assignments that may have the largest energy.

    Attributes
    ----------
    assignments : tuple of tuple of int
        Contents by label.
    certain : bool
        True if exactly these are the maximisers; False if some of them may not be.
    """

    assignments: tuple[tuple[int, ...], ...]
    certain: bool


def assignment_energy(weights: Sequence[Fraction], h: Table, contents: int, x: Sequence[int]) -> Fraction | flint.arb:
    """Return E of an assignment, exact for rational entries and enclosed otherwise.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> assignment_energy([half, half], [[0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]], 2, (0, 1))
    Fraction(1, 4)
    """
    rows = [i * contents + c for i, c in enumerate(x)]
    if all(not hasattr(h[r][s], "tree") for r in rows for s in rows):
        total = Fraction(0)
        for u, r in zip(weights, rows, strict=True):
            total += u * sum((v * h[r][s] for v, s in zip(weights, rows, strict=True)), Fraction(0))  # type: ignore[operator]
        return total / 2
    with flint.ctx.workprec(_PRECISION):
        enclosed = flint.arb(0)
        for u, r in zip(weights, rows, strict=True):
            for v, s in zip(weights, rows, strict=True):
                enclosed += ball(u * v) * ball(h[r][s])
        return enclosed / 2


def enclosed_table(weights: Sequence[Fraction], h: Table, contents: int) -> tuple[Array, Array]:
    """Return integers low <= scale * w_i w_j h_ij <= high, on a scale on which the sum of all fits into 60 bits."""
    n = len(weights)
    with flint.ctx.workprec(_PRECISION):
        size = max((_size(x) for row in h for x in row), default=Fraction(1))
        scale = _power_below(2**_SUM_BITS / (size + Fraction(1, 2**_SUM_BITS)))
        low, high = (np.zeros((n * contents, n * contents), dtype=np.int64) for _ in range(2))
        for i, row in enumerate(h):
            for j, x in enumerate(row[: i + 1]):
                ends = _ends(weights[i // contents] * weights[j // contents] * scale, x)
                low[i, j] = low[j, i] = ends[0]
                high[i, j] = high[j, i] = ends[1]
    return low, high


def _size(x: Number) -> Fraction:
    if isinstance(x, Fraction | int):
        return abs(Fraction(x))
    return Fraction(_integer(ball(x).abs_upper().ceil()))


def _integer(x: flint.arb) -> int:
    whole = x.unique_fmpz()
    assert whole is not None
    return int(whole)


def _power_below(x: Fraction) -> Fraction:
    """Return a power of two between x/4 and x."""
    return Fraction(2) ** (x.numerator.bit_length() - x.denominator.bit_length() - 1)


def _ends(factor: Fraction, x: Number) -> tuple[int, int]:
    if isinstance(x, Fraction | int):
        return floor(factor * x), ceil(factor * x)
    value = ball(factor) * ball(x)
    return _integer(value.lower().floor()) - 1, _integer(value.upper().ceil()) + 1


def _energies(table: Array, n: int, m: int) -> Array:
    """Return 2 E on a common scale for all m^n assignments, as an array with one axis per label."""
    total = np.zeros((m,) * n, dtype=np.int64)
    for i in range(n):
        for j in range(i + 1):
            block = table[i * m : (i + 1) * m, j * m : (j + 1) * m]
            shape = [1] * n
            shape[i] = m
            if i == j:
                total += np.diag(block).reshape(shape)
            else:
                shape[j] = m
                total += 2 * block.T.reshape(shape)
    return total


def optimal_assignments(weights: Sequence[Fraction], h: Table, contents: int) -> Optima | None:
    """Return the assignments of largest energy among all m^n; None where ties in balls leave too many candidates.

    Parameters
    ----------
    weights : n Fraction
    h : n m x n m Number, symmetric, label-major
    contents : int
        m.
    """
    n = len(weights)
    low, high = enclosed_table(weights, h, contents)
    lower = _energies(low, n, contents)
    upper = lower if np.array_equal(low, high) else _energies(high, n, contents)
    candidates = np.argwhere(upper >= lower.max())
    if np.array_equal(low, high):
        return Optima(tuple(tuple(map(int, x)) for x in candidates), certain=True)
    if len(candidates) > _MOST_CANDIDATES:
        return None
    found = [tuple(map(int, x)) for x in candidates]
    energies = [assignment_energy(weights, h, contents, x) for x in found]
    exact = [e for e in energies if isinstance(e, Fraction)]
    if len(exact) == len(energies):
        best = max(exact)
        return Optima(tuple(x for x, e in zip(found, energies, strict=True) if e == best), certain=True)
    balls = [ball(e) if isinstance(e, Fraction) else e for e in energies]
    floor_ = max((e.lower() for e in balls), key=float)
    left = tuple(x for x, e in zip(found, balls, strict=True) if not e < floor_)
    return Optima(left, certain=len(left) == 1)
