"""Indicators in the null space of a signed Laplacian: vectors of values 0 and 1 that are not constant.

If every zonal coefficient of the profile is positive, the maximisers over graph laws that do not collapse
are those that an indicator 1_B in ker L splits: x = e1 on B and e2 off it. Over all of P_rho, and on
nonatomic blocks, a label of degree D_i = 0 may be split itself, so its value ranges over [0, 1].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint
import numpy as np
from numpy.typing import NDArray

from verify.certificates.rational_lp import nonnegative_solution
from verify.certificates.rational_matrix import NullSpace

__all__ = ["IndicatorSearch", "find_indicator"]

_LARGEST_NULLITY = 16
_PRIME = 2**31 - 1
# Exact linear programmes are small here or not tried: unknowns in [0, 1], and 0/1 patterns beside them.
_LARGEST_PROGRAMME = 48
_MOST_PROGRAMMES = 512


@dataclass(frozen=True)
class IndicatorSearch:
    """What was found, and whether the search was exhaustive.

    Parameters
    ----------
    vector : tuple of n Fraction, or None
        A vector of ker L with values 0 and 1 (in [0, 1] on labels that may split), not constant 0 or 1.
    exhaustive : bool
        With `vector` None: True says that there is none, False that the search gave up.
    """

    vector: tuple[Fraction, ...] | None
    exhaustive: bool


def find_indicator(null: NullSpace, free: Sequence[int] = ()) -> IndicatorSearch:
    """Search a null space that contains the constants for an indicator.

    Parameters
    ----------
    null : NullSpace
        A basis of ker L that is the identity on its pivots.
    free : sequence of int
        Labels whose value may be anything in [0, 1]; all others take 0 or 1.

    Notes
    -----
    v = sum_c v[t_c] N_c: a 0/1 vector is one of the 2^r sums of basis vectors. They are sieved modulo a
    prime and what is left is verified exactly. With free labels the 2^s patterns on the others are
    enumerated in the same way and each is completed by an exact linear programme. v and 1 - v come
    together, so the first pivot is set to 0.

    Examples
    --------
    The null space {v_0 + v_2 = 2 v_1} of the critical triangle holds no indicator, that of two components
    does.

    >>> one, zero = Fraction(1), Fraction(0)
    >>> find_indicator(NullSpace(((-one, zero, one), (2 * one, one, zero)), (2, 1)))
    IndicatorSearch(vector=None, exhaustive=True)
    >>> find_indicator(NullSpace(((one, one, zero), (zero, zero, one)), (0, 2))).vector
    (Fraction(1, 1), Fraction(1, 1), Fraction(0, 1))
    """
    n = len(null.basis[0]) if null.basis else 0
    split = sorted(set(free))
    if not null.basis:
        return IndicatorSearch(None, exhaustive=True)
    if len(split) == n:
        return IndicatorSearch((Fraction(1, 2),) * n, exhaustive=True)
    if not split:
        return _among_sums(null)
    return _with_free_labels(null, split)


def _constant(v: Sequence[Fraction]) -> bool:
    return all(x == v[0] for x in v)


def _among_sums(null: NullSpace) -> IndicatorSearch:
    for vector in null.basis:
        if all(x in (0, 1) for x in vector) and not _constant(vector):
            return IndicatorSearch(vector, exhaustive=True)
    if null.nullity > _LARGEST_NULLITY:
        return IndicatorSearch(None, exhaustive=False)
    for vector in _binary_sums(null.basis):
        if not _constant(vector):
            return IndicatorSearch(vector, exhaustive=True)
    return IndicatorSearch(None, exhaustive=True)


def _binary_sums(basis: Sequence[Sequence[Fraction]]) -> Iterator[tuple[Fraction, ...]]:
    """Yield the sums of subsets of a basis, without its first vector, whose values are all 0 or 1."""
    r, n = len(basis), len(basis[0])
    rows = {tuple(vector[i] for vector in basis[1:]) for i in range(n)}
    codes = np.arange(1 << (r - 1), dtype=np.int64)
    bits = (codes[:, None] >> np.arange(r - 1)) & 1
    for row in rows:
        residues = _residues(row)
        if residues is not None:
            values = (bits @ residues) % _PRIME
            bits = bits[values <= 1]
    for chosen in bits.tolist():
        used = [vector for vector, bit in zip(basis[1:], chosen, strict=True) if bit]
        total = tuple(sum((vector[i] for vector in used), Fraction(0)) for i in range(n))
        if all(x in (0, 1) for x in total):
            yield total


def _residues(row: Sequence[Fraction]) -> NDArray[np.int64] | None:
    """Return a row modulo the prime (sums of 16 fit 64 bits), or None where a denominator vanishes."""
    if any(x.denominator % _PRIME == 0 for x in row):
        return None
    return np.array([x.numerator * pow(x.denominator, -1, _PRIME) % _PRIME for x in row], dtype=np.int64)


def _with_free_labels(null: NullSpace, split: list[int]) -> IndicatorSearch:
    n = len(null.basis[0])
    fixed = [i for i in range(n) if i not in set(split)]
    restricted = _restricted(null, fixed)
    if len(restricted) > _LARGEST_NULLITY or len(split) > _LARGEST_PROGRAMME:
        found = _among_sums(null)
        return IndicatorSearch(found.vector, exhaustive=found.vector is not None)
    for count, pattern in enumerate(_binary_sums(restricted)):
        if count == _MOST_PROGRAMMES:
            return IndicatorSearch(None, exhaustive=False)
        vector = _completed(null, dict(zip(fixed, pattern, strict=True)), split)
        if vector is not None:
            return IndicatorSearch(vector, exhaustive=True)
    return IndicatorSearch(None, exhaustive=True)


def _restricted(null: NullSpace, fixed: list[int]) -> list[tuple[Fraction, ...]]:
    """Return a basis, the identity on some labels, of the null space restricted to the fixed labels."""
    rows = [[flint.fmpq(vector[i].numerator, vector[i].denominator) for i in fixed] for vector in null.basis]
    reduced, rank = flint.fmpq_mat(rows).rref()
    return [tuple(Fraction(int(x.p), int(x.q)) for x in row) for row in reduced.tolist()[:rank]]


def _completed(null: NullSpace, pattern: dict[int, Fraction], split: list[int]) -> tuple[Fraction, ...] | None:
    """Extend a 0/1 pattern to a null vector, not 0, with values in [0, 1] on the labels that may split.

    Unknowns v_z >= 0 for z in split: v_i = sum_c N_c[i] v[t_c] for every label i. For a pattern that is not
    0 also v_z + s_z = 1, s_z >= 0; for the pattern 0 the solutions are a cone, and sum_z v_z = 1 asks for
    one that is not 0.
    """
    place = {z: a for a, z in enumerate(split)}
    m = len(split)
    A: list[list[Fraction]] = []
    b: list[Fraction] = []

    def equation(terms: dict[int, Fraction]) -> None:
        row, right = [Fraction(0)] * m, Fraction(0)
        for i, coefficient in terms.items():
            if i in place:
                row[place[i]] += coefficient
            else:
                right -= coefficient * pattern[i]
        A.append(row)
        b.append(right)

    pivots = set(null.pivots)
    for i in (*pattern, *split):
        if i not in pivots:
            terms = {t: -vector[i] for t, vector in zip(null.pivots, null.basis, strict=True)}
            equation(terms | {i: Fraction(1)})
    if any(pattern.values()):
        for a in range(m):
            A.append([Fraction(c == a) for c in range(m)] + [Fraction(c == a) for c in range(m)])
            b.append(Fraction(1))
        A = [row if len(row) == 2 * m else row + [Fraction(0)] * m for row in A]
    else:
        A.append([Fraction(1)] * m)
        b.append(Fraction(1))
    solution = nonnegative_solution(A, b)
    if solution is None:
        return None
    values = dict(pattern) | dict(zip(split, solution[:m], strict=True))
    return tuple(values[i] for i in range(len(values)))
