"""Exact positive semidefiniteness: a proof in integers, or a rational direction of negative value.

The scheme, for a symmetric rational matrix A of size n:

1. the null space is found exactly; on the complement S of its pivots A_SS is nonsingular;
2. a Cholesky factor of A_SS - (lambda_min/2) I, computed in floats after diagonal scaling, is rounded to
   integers L; the residual s A_SS - L D L^T is compared with diagonal dominance in integers, so that no float
   decides anything;
3. where floats are too coarse (near-singular or badly scaled matrices) the same factor is computed in
   integers of growing length, which ends with a proof or with a direction v, v^T A v < 0.

References
----------
S. M. Rump, Verification of positive definiteness, BIT 46 (2006) 433-452.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any

import flint
import numpy as np

from verify.certificates._directions import (
    direction_from_diagonal,
    direction_from_floats,
    form_value,
)
from verify.certificates._integer_factor import factor_by_floats, factor_by_integers
from verify.certificates.rational_matrix import (
    NullSpace,
    RationalTable,
    fraction_vector,
    null_space,
    principal,
    rational_matrix,
    scaled_floats,
    symmetric_matrix,
)
from verify.model.errors import InputError

__all__ = ["NegativeDirection", "PsdProof", "prove_psd", "quadratic_form"]


@dataclass(frozen=True)
class PsdProof:
    """A proof that a symmetric rational matrix A is positive semidefinite, with its null space.

    Parameters
    ----------
    size : int
        n, the size of A.
    null : NullSpace
        A basis of ker A that is the identity on its pivots.
    scale : int >= 1
    factor : tuple of m = n - r tuples of int
        L: row i holds i + 1 integers, the last of them nonzero.
    diagonal : tuple of m int >= 1
        D.

    Notes
    -----
    E = scale * A_SS - L diag(D) L^T satisfies E_ii >= sum_{j != i} |E_ij|, with S the
    complement of the pivots. So E is PSD (Gershgorin), L diag(D) L^T is positive definite, and with v = N c
    + w, w supported on S, v^T A v = w^T A_SS w.
    """

    size: int
    null: NullSpace
    scale: int
    factor: tuple[tuple[int, ...], ...]
    diagonal: tuple[int, ...]

    def __post_init__(self) -> None:
        """Check the shapes and the signs that the proof relies on."""
        m = self.size - self.null.nullity
        if len(self.factor) != m or len(self.diagonal) != m:
            raise InputError("factor", f"have {m} rows", len(self.factor))
        if any(len(row) != i + 1 or row[-1] == 0 for i, row in enumerate(self.factor)):
            raise InputError("factor", "be lower triangular with a nonzero diagonal", "another shape")
        if self.scale < 1 or any(x < 1 for x in self.diagonal):
            raise InputError("scale and diagonal", "be positive", self.scale)

    @property
    def kernel(self) -> tuple[tuple[Fraction, ...], ...]:
        """The basis N_1..N_r of ker A, each of length n."""
        return self.null.basis

    @property
    def pivots(self) -> tuple[int, ...]:
        """The coordinates t_c in which v = sum_c v[t_c] N_c can be read off."""
        return self.null.pivots

    @property
    def rank(self) -> int:
        """The rank n - r."""
        return self.size - self.null.nullity

    def to_data(self) -> dict[str, Any]:
        """Return the proof as plain data: strings for all numbers, as certificates carry it."""
        return {
            "kernel": [[str(x) for x in vector] for vector in self.kernel],
            "pivots": list(self.pivots),
            "scale": str(self.scale),
            "L": [[str(x) for x in row] for row in self.factor],
            "D": [str(x) for x in self.diagonal],
        }


@dataclass(frozen=True)
class NegativeDirection:
    """A rational direction in which the quadratic form is negative.

    Parameters
    ----------
    v : tuple of n Fraction
        Integers without a common factor, the first nonzero one positive.
    value : Fraction < 0
        v^T A v, exactly.
    """

    v: tuple[Fraction, ...]
    value: Fraction

    def __post_init__(self) -> None:
        """Refuse a direction that proves nothing."""
        if not self.value < 0:
            raise InputError("value", "be negative", self.value)

    def to_data(self) -> dict[str, Any]:
        """Return the direction as plain data."""
        return {"v": [str(x) for x in self.v]}


def quadratic_form(A: RationalTable, v: object) -> Fraction:
    """Return v^T A v exactly.

    Examples
    --------
    >>> quadratic_form([[0, 0, 0], [0, 1, 2], [0, 2, 1]], [0, 1, -1])
    Fraction(-2, 1)
    """
    matrix = rational_matrix(A)
    vector = fraction_vector(v)
    if len(vector) != matrix.nrows():
        raise InputError("v", f"have length {matrix.nrows()}", len(vector))
    column = flint.fmpq_mat([[flint.fmpq(x.numerator, x.denominator)] for x in vector])
    value = (column.transpose() * matrix * column)[0, 0]
    return Fraction(int(value.p), int(value.q))


def prove_psd(A: RationalTable) -> PsdProof | NegativeDirection:
    """Decide whether a symmetric rational matrix is positive semidefinite, with a proof either way.

    Parameters
    ----------
    A : flint.fmpq_mat, flint.fmpz_mat or n rows of n int or Fraction, symmetric

    Returns
    -------
    PsdProof or NegativeDirection

    Raises
    ------
    InputError
        Not square, not symmetric, or an entry that is no exact rational (floats, NaN, infinities).

    Notes
    -----
    Always ends: A_SS is nonsingular, so either it is positive definite, and integers that are
    long enough show it, or it has a negative eigenvalue, and the failing pivot of a long enough
    factorisation yields a direction.

    Examples
    --------
    >>> proof = prove_psd([[1, 2, 3], [2, 4, 6], [3, 6, 9]])
    >>> proof.rank, proof.pivots
    (1, (1, 2))
    >>> prove_psd([[0, 0, 0], [0, 1, 2], [0, 2, 1]]).v
    (Fraction(0, 1), Fraction(1, 1), Fraction(-1, 1))
    """
    Z, denominator = symmetric_matrix(A).numer_denom()
    q = int(denominator)
    direction = direction_from_diagonal(Z)
    if direction is not None:
        return _negative(Z, q, direction)
    scaled, exponents = scaled_floats(Z)
    direction = direction_from_floats(Z, scaled, exponents)
    if direction is not None:
        return _negative(Z, q, direction)
    null = null_space(Z)
    support = sorted(set(range(Z.nrows())) - set(null.pivots))
    if not support:
        return PsdProof(Z.nrows(), null, 1, (), ())
    block, scales = principal(Z, support), [exponents[i] for i in support]
    factor = factor_by_floats(block, q, scaled[np.ix_(support, support)], scales)
    if factor is None:
        found = factor_by_integers(block, q, scales)
        if isinstance(found, list):
            lifted = dict(zip(support, found, strict=True))
            return _negative(Z, q, [lifted.get(i, 0) for i in range(Z.nrows())])
        factor = found
    scale, rows = factor
    return PsdProof(Z.nrows(), null, scale, rows, (1,) * len(support))


def _negative(Z: flint.fmpz_mat, q: int, v: list[int]) -> NegativeDirection:
    divisor = gcd(*v)
    if next(x for x in v if x) < 0:
        divisor = -divisor
    primitive = [x // divisor for x in v]
    return NegativeDirection(tuple(map(Fraction, primitive)), Fraction(form_value(Z, primitive), q))
