"""Symmetric matrices over the rationals: validation, integer form, and the exact null space.

The rank of an integer matrix modulo a prime never exceeds its rank over the rationals. A prime therefore
bounds the dimension of the null space from above, and null vectors that are verified over the integers
bound it from below; where the two meet, the null space is known exactly and no fraction-free elimination
was needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from numbers import Rational
from typing import cast

import flint
import numpy as np
from numpy.typing import NDArray

from verify.model.errors import InputError

__all__ = [
    "FLOAT_BITS",
    "NullSpace",
    "RationalTable",
    "fraction_rows",
    "fraction_vector",
    "null_space",
    "principal",
    "rational_matrix",
    "scaled_floats",
    "symmetric_matrix",
]

# float64 has 53 bits and an exponent below 1024: longer integers are shifted before floats see them.
FLOAT_BITS = 900

RationalTable = flint.fmpq_mat | flint.fmpz_mat | Sequence[Sequence[Fraction | int]]


def _rational(value: object, place: str) -> flint.fmpq:
    if isinstance(value, flint.fmpq):
        return value
    if isinstance(value, flint.fmpz):
        return flint.fmpq(value)
    if isinstance(value, bool) or not isinstance(value, Rational):
        raise InputError(
            place,
            "be an exact rational (int or Fraction)",
            value,
            "A float, NaN or infinity has no exact sign.",
            "Convert it to a Fraction first.",
        )
    return flint.fmpq(int(value.numerator), int(value.denominator))


def fraction_vector(values: object, name: str = "v") -> tuple[Fraction, ...]:
    """Read a sequence of exact rationals.

    Raises
    ------
    InputError
        Not a sequence, or an entry that is no exact rational (floats, NaN and infinities are refused).

    Examples
    --------
    >>> fraction_vector([1, Fraction(1, 2)])
    (Fraction(1, 1), Fraction(1, 2))
    """
    if isinstance(values, str | bytes) or not hasattr(values, "__iter__"):
        raise InputError(name, "be a sequence of exact rationals", values)
    return tuple(_fraction(_rational(x, f"{name}[{i}]")) for i, x in enumerate(values))


def _fraction(x: flint.fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def rational_matrix(A: RationalTable, name: str = "A") -> flint.fmpq_mat:
    """Read a square matrix of exact rationals.

    Parameters
    ----------
    A : flint.fmpq_mat, flint.fmpz_mat or n rows of n int or Fraction, n >= 1
    name : str
        The argument as the user knows it, for the error.

    Raises
    ------
    InputError
        Not square, empty, or an entry that is no exact rational (floats, NaN and infinities are refused).

    Examples
    --------
    >>> rational_matrix([[1, Fraction(1, 2)], [0, 1]])[0, 1]
    1/2
    """
    if isinstance(A, flint.fmpq_mat):
        matrix = A
    elif isinstance(A, flint.fmpz_mat):
        matrix = flint.fmpq_mat(A)
    else:
        if isinstance(A, str | bytes) or not hasattr(A, "__iter__"):
            raise InputError(name, "be a square matrix of exact rationals", A)
        rows = [list(row) if hasattr(row, "__iter__") else [row] for row in A]
        entries = [[_rational(x, f"{name}[{i}][{j}]") for j, x in enumerate(row)] for i, row in enumerate(rows)]
        widths = {len(row) for row in entries}
        if widths != {len(entries)}:
            raise InputError(name, "be square", f"{len(entries)} rows of lengths {sorted(widths)}")
        matrix = flint.fmpq_mat(entries)
    if matrix.nrows() != matrix.ncols() or matrix.nrows() == 0:
        shape = f"shape ({matrix.nrows()}, {matrix.ncols()})"
        raise InputError(name, "be square with at least one row", shape)
    return matrix


def symmetric_matrix(A: RationalTable, name: str = "A") -> flint.fmpq_mat:
    """Read a symmetric matrix of exact rationals.

    Raises
    ------
    InputError
        As `rational_matrix`, or not symmetric; the first pair that differs is named.

    Examples
    --------
    >>> symmetric_matrix([[1, 2], [3, 1]])
    Traceback (most recent call last):
        ...
    verify.model.errors.InputError: A must be symmetric; got A[0][1] = 2, A[1][0] = 3. ...
    """
    matrix = rational_matrix(A, name)
    if matrix != matrix.transpose():
        n = matrix.nrows()
        i, j = next((i, j) for i in range(n) for j in range(i) if matrix[i, j] != matrix[j, i])
        raise InputError(
            name,
            "be symmetric",
            f"{name}[{j}][{i}] = {matrix[j, i]}, {name}[{i}][{j}] = {matrix[i, j]}",
            "Only the symmetric part enters a quadratic form.",
        )
    return matrix


def fraction_rows(matrix: flint.fmpq_mat | flint.fmpz_mat) -> tuple[tuple[Fraction, ...], ...]:
    """Return the rows of an exact matrix as fractions."""
    return tuple(tuple(_fraction(flint.fmpq(x)) for x in row) for row in matrix.tolist())


def principal(Z: flint.fmpz_mat, rows: Sequence[int], columns: Sequence[int] | None = None) -> flint.fmpz_mat:
    """Return the submatrix of the given rows and columns (the same indices where columns are left out)."""
    kept = rows if columns is None else columns
    table = Z.tolist()
    return flint.fmpz_mat(len(rows), len(kept), [table[i][j] for i in rows for j in kept])


def scaled_floats(Z: flint.fmpz_mat) -> tuple[NDArray[np.float64], list[int]]:
    """Return B_ij ~ 2^(-a_i - a_j) Z_ij in float64, with 1/2 <= B_ii < 2 where Z_ii > 0, and the exponents a.

    Notes
    -----
    A guide for what is verified in integers afterwards, never a decision. Entries may overflow to infinity
    where Z is far from positive semidefinite.

    Examples
    --------
    >>> B, a = scaled_floats(flint.fmpz_mat([[4, 2], [2, 16]]))
    >>> B.tolist(), a
    ([[1.0, 0.25], [0.25, 1.0]], [1, 2])
    """
    n = Z.nrows()
    entries = [int(z) for z in Z.entries()]
    shift = max(0, max(z.bit_length() for z in entries) - FLOAT_BITS)
    exponents = [entries[i * n + i].bit_length() // 2 for i in range(n)]
    floats = np.array([float(z >> shift) if shift else float(z) for z in entries]).reshape(n, n)
    a = np.array(exponents)
    with np.errstate(over="ignore", under="ignore"):
        scaled = np.ldexp(floats, np.clip(shift - a[:, None] - a[None, :], -2000, 2000))
    return scaled, exponents


@dataclass(frozen=True)
class NullSpace:
    """An exact basis N_1..N_r of a null space, in coordinates that can be read off.

    Parameters
    ----------
    basis : tuple of r tuples of n Fraction
        A N_c = 0.
    pivots : tuple of r int, increasing
        N_c[t_b] = 1 if b == c else 0, so that every null vector is v = sum_c v[t_c] N_c.
    """

    basis: tuple[tuple[Fraction, ...], ...]
    pivots: tuple[int, ...]

    def __post_init__(self) -> None:
        """Check that the basis is the identity on the pivots."""
        for c, vector in enumerate(self.basis):
            if any(vector[t] != (b == c) for b, t in enumerate(self.pivots)):
                raise InputError("basis", "be the identity on the pivots", f"vector {c}")

    @property
    def nullity(self) -> int:
        """The dimension r."""
        return len(self.pivots)


def _primes() -> Iterator[int]:
    candidate = 1 << 62
    while True:
        candidate -= 1
        if flint.fmpz(candidate).is_prime():
            yield candidate


def _rational_from_residue(residue: int, prime: int) -> Fraction | None:
    """Return the fraction p/q, |p|, q <= sqrt(prime/2), that is congruent to the residue, if there is one."""
    bound = isqrt(prime // 2)
    r0, r1, t0, t1 = prime, residue, 0, 1
    while r1 > bound:
        quotient = r0 // r1
        r0, r1, t0, t1 = r1, r0 - quotient * r1, t1, t0 - quotient * t1
    if t1 == 0 or abs(t1) > bound:
        return None
    return Fraction(r1, t1)


def _guess(reduced: flint.nmod_mat, rank: int, pivots: list[int], prime: int) -> flint.fmpq_mat | None:
    rows = []
    for i in range(rank):
        row = [_rational_from_residue(-int(reduced[i, t]) % prime, prime) for t in pivots]
        if any(x is None for x in row):
            return None
        rows.append([flint.fmpq(x.numerator, x.denominator) for x in row if x is not None])
    return flint.fmpq_mat(rows)


def _candidates(
    Z: flint.fmpz_mat, reduced: flint.nmod_mat, complement: list[int], pivots: list[int], prime: int
) -> Iterator[flint.fmpq_mat]:
    """Yield N_S read off from the residues, then N_S solved for."""
    guess = _guess(reduced, len(complement), pivots, prime)
    if guess is not None:
        yield guess
    if complement:
        solved = principal(Z, complement).solve(-principal(Z, complement, pivots))
        yield cast("flint.fmpq_mat", solved)


def _assembled(block: flint.fmpq_mat, complement: list[int], pivots: list[int]) -> flint.fmpq_mat:
    n, r = len(complement) + len(pivots), len(pivots)
    rows: list[list[flint.fmpq]] = [[flint.fmpq(0)] * r for _ in range(n)]
    for c, t in enumerate(pivots):
        rows[t][c] = flint.fmpq(1)
    for i, values in zip(complement, block.tolist(), strict=True):
        rows[i] = values
    return flint.fmpq_mat(rows)


def _is_null(Z: flint.fmpz_mat, N: flint.fmpq_mat) -> bool:
    numerators, _ = N.numer_denom()
    return bool((Z * numerators).is_zero())


def null_space(Z: flint.fmpz_mat) -> NullSpace:
    """Return the exact null space of a symmetric integer matrix.

    Parameters
    ----------
    Z : flint.fmpz_mat, symmetric, n x n

    Returns
    -------
    NullSpace

    Notes
    -----
    Modulo a prime, the columns S that carry the pivots of the echelon form are independent; the
    matrix is symmetric, so Z_SS is invertible modulo the prime and hence over the rationals. The only
    candidate is N_S = -Z_SS^{-1} Z_ST: it is guessed from the residues, else solved for. Z N = 0, verified
    over the integers, gives nullity >= |T|; the prime gives nullity <= |T|. An unlucky prime fails the
    verification and the next one is taken.

    Examples
    --------
    >>> null_space(flint.fmpz_mat([[1, -2, 1], [-2, 4, -2], [1, -2, 1]])).basis
    ((Fraction(2, 1), Fraction(1, 1), Fraction(0, 1)), (Fraction(-1, 1), Fraction(0, 1), Fraction(1, 1)))
    """
    n = Z.nrows()
    for prime in _primes():
        reduced, rank = flint.nmod_mat(Z, prime).rref()
        if rank == n:
            return NullSpace((), ())
        complement: list[int] = []
        column = 0
        for i in range(rank):
            while int(reduced[i, column]) == 0:
                column += 1
            complement.append(column)
        pivots = sorted(set(range(n)) - set(complement))
        for block in _candidates(Z, reduced, complement, pivots, prime):
            N = _assembled(block, complement, pivots)
            if _is_null(Z, N):
                return NullSpace(fraction_rows(N.transpose()), tuple(pivots))
    raise AssertionError("there are infinitely many primes")
