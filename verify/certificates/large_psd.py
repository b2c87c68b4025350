"""Exact positive semidefiniteness of large matrices: integers L L^T by error-free splitting on BLAS.

Let A have the diagonal c and, off it, entries within a radius r of float64 numbers -k_ij. With B = 2^(-2a) A and
g = 2^p, a float Cholesky factor of B - eps I is rounded to integers, L_ij = round(g C_ij), and

    E = g^2 B - L L^T,      E_ii >= sum_{j != i} |E_ij|      for every matrix within the radius

proves that g^2 B is L L^T plus a positive semidefinite matrix. All of E is exact:

* g^2 B is split into digits of base 2^q, T = T_2 4^q + T_1 2^q + T_0 with 0 <= T_0, T_1 < 2^q, by operations on
  float64 that do not round: scaling by powers of two, floor, and the difference x - 2^q floor(x / 2^q), an integer
  below 2^q. T is floor(g^2 B), so that each entry is off by less than 1.
* L = M 2^q + N with 0 <= N < 2^q and |M| <= 2^(p + 1 - q). The entries of M M^T, M N^T and N N^T are sums of n products
  of integers. If n 4^q <= 2^53 and n 4^(p + 1 - q) <= 2^53, all partial sums, in whatever order a matrix product adds
  them, with or without fused operations, are integers of absolute value <= 2^53: no operation rounds. (This holds for
  products that form sums of the n products, as every BLAS here does, not for Strassen's scheme.)
* The digits of E are carried in int64; an entry whose leading digit is not small is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from verify.certificates.psd import PsdProof
from verify.certificates.rational_matrix import NullSpace
from verify.model.errors import InputError

__all__ = ["LARGEST", "LargeProof", "prove_large_psd"]

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

LARGEST = 2048
_BITS, _DIGIT = 38, 20  # p and q
_BLOCK = 256
_LEADING = 1 << 8  # of E off the diagonal: |E_ij| <= 2^48, and 2^11 of them add up to less than 2^60
_LEADING_DIAGONAL = 1 << 20  # E_ii counts up to about 2^60
_LARGEST_EXPONENT = 200
_LARGEST_REACH = 2.0**48


@dataclass(frozen=True, eq=False)
class LargeProof:
    """Integers L with 2^scale A - L L^T diagonally dominant.

    Parameters
    ----------
    factor : int64 (n, n), lower triangular with a nonzero diagonal
    scale : even int, of either sign
    """

    factor: Integers
    scale: int

    def psd_proof(self, null: NullSpace | None = None) -> PsdProof:
        """Return the proof in the form that the independent checker reads.

        Parameters
        ----------
        null : NullSpace, optional
            Of a larger matrix, of which A is the block off the pivots; empty without.

        Notes
        -----
        A scale 2^-2b is no integer: then A - (2^b L)(2^b L)^T is diagonally dominant, which says the same.
        """
        null = null or NullSpace((), ())
        lift = max(0, -self.scale // 2)
        rows = tuple(tuple(x << lift for x in row[: i + 1]) for i, row in enumerate(self.factor.tolist()))
        m = len(rows)
        return PsdProof(m + null.nullity, null, 1 << max(0, self.scale), rows, (1,) * m)


def prove_large_psd(diagonal: Array, k: Array, radius: float, margin: float) -> LargeProof | None:
    """Prove that diag(c) - k' is positive semidefinite for every symmetric k' near k off the diagonal.

    Parameters
    ----------
    diagonal : float64 (n,)
        c, exactly.
    k : float64 (n, n), symmetric
        The diagonal is not read.
    radius : float >= 0
        |k'_ij - k_ij| for i != j.
    margin : float > 0
        The float factor is that of the matrix less ``margin`` times the identity.

    Returns
    -------
    LargeProof or None
        None where the integers do not show it: nothing is known then.

    Raises
    ------
    InputError
        Other shapes, no row, or more than 2,048 rows: a product of digits would no longer be exact.

    Examples
    --------
    >>> k = np.array([[0.0, 1.0], [1.0, 0.0]])
    >>> prove_large_psd(np.array([1.5, 1.5]), k, 0.0, 0.05) is not None
    True
    >>> prove_large_psd(np.array([0.5, 1.5]), k, 0.0, 0.05) is None
    True
    """
    n = len(diagonal)
    if k.shape != (n, n) or not 1 <= n <= LARGEST:
        raise InputError("k", f"be square, with one row per entry of the diagonal, 1 to {LARGEST}", k.shape)
    if not (np.isfinite(diagonal).all() and np.isfinite(k).all() and radius >= 0 and diagonal.min() > 0):
        return None
    a = int(np.frexp(diagonal.max())[1] + 1) // 2
    if abs(a) > _LARGEST_EXPONENT:
        return None
    B = np.ldexp(-k, -2 * a)
    np.fill_diagonal(B, np.ldexp(diagonal, -2 * a))
    try:
        C = np.linalg.cholesky(B - np.ldexp(margin, -2 * a) * np.eye(n))
    except np.linalg.LinAlgError:
        return None
    L = np.rint(np.ldexp(C, _BITS))
    if not np.diagonal(L).all() or np.abs(L).max() >= 2.0 ** (_BITS + 1):
        return None
    # floor moves an entry by less than 1, subnormal entries of k lose much less; the radius in the units of E
    reach = float(np.ldexp(radius, 2 * _BITS - 2 * a)) * (1 + 2.0**-50)
    if reach >= _LARGEST_REACH:
        return None
    entry = 2 + int(np.ceil(reach))
    if not _dominated(np.ldexp(B, 2 * _BITS), L, entry):
        return None
    return LargeProof(L.astype(np.int64), 2 * (_BITS - a))


def _digits(x: Array) -> tuple[Array, Array, Array]:
    """Return (x_2, x_1, x_0) with floor(x) = x_2 4^q + x_1 2^q + x_0 and 0 <= x_0, x_1 < 2^q."""
    whole = np.floor(x)
    high = np.floor(np.ldexp(whole, -_DIGIT))
    top = np.floor(np.ldexp(high, -_DIGIT))
    return top, high - np.ldexp(top, _DIGIT), whole - np.ldexp(high, _DIGIT)


def _dominated(T: Array, L: Array, entry: int) -> bool:
    """Say whether T - L L^T is diagonally dominant where every entry may be off by ``entry``."""
    n = len(L)
    M = np.floor(np.ldexp(L, -_DIGIT))
    N = L - np.ldexp(M, _DIGIT)
    slack = np.full(n, -entry * n, dtype=np.int64)
    for start in range(0, n, _BLOCK):
        stop = min(start + _BLOCK, n)
        # L is lower triangular: columns beyond the block are zero in its rows
        m, v = M[start:stop, :stop], N[start:stop, :stop]
        W, X = M[:stop, :stop], N[:stop, :stop]
        top, middle, low = (part.astype(np.int64) for part in _digits(T[start:stop, :stop]))
        low -= (v @ X.T).astype(np.int64)
        middle -= (m @ X.T).astype(np.int64) + (v @ W.T).astype(np.int64)
        top -= (m @ W.T).astype(np.int64)
        middle += low >> _DIGIT
        low &= (1 << _DIGIT) - 1
        top += middle >> _DIGIT
        middle &= (1 << _DIGIT) - 1
        rows = np.arange(start, stop)
        own = (rows - start, rows)
        top[own] = np.minimum(top[own], _LEADING_DIAGONAL)  # less than E_ii where that is larger
        if top[own].min() < 0:
            return False
        E = (top << 2 * _DIGIT) + (middle << _DIGIT) + low
        slack[rows] += E[own]
        top[own] = E[own] = 0
        if np.abs(top).max() >= _LEADING:
            return False
        E = np.abs(E)
        below = np.tril(E[:, start:stop])
        slack[rows] -= E[:, :start].sum(axis=1) + below.sum(axis=1) + below.sum(axis=0)
        slack[:start] -= E[:, :start].sum(axis=0)
    return bool(slack.min() >= 0)
