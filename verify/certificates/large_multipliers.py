"""Multipliers of large tables: float64 numbers c, and the proof that diag(c) minus the rest of k is PSD.

As in :mod:`verify.certificates.multipliers` the floats of a solver are shifted to feasibility and then proved, here by
error-free products of integers. What is proved is a statement about all tables within a radius of the floats: of each
of them mu_i = c_i + k_ii are multipliers, and so is every larger diagonal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from verify.certificates.large_psd import LARGEST, LargeProof, prove_large_psd
from verify.certificates.multipliers import Multipliers, row_scales, shifted_multipliers
from verify.certificates.rational_matrix import NullSpace
from verify.model.errors import InputError

__all__ = ["LargeMultipliers", "prove_large_multipliers"]

Array = NDArray[np.float64]
_WIDER = (1.0, 16.0, 4096.0)
_UNIT = 2.0**-36


@dataclass(frozen=True, eq=False)
class LargeMultipliers:
    """mu_i = c_i + k_ii on the labels that interact, 0 on the others, whose rows of k are 0.

    Parameters
    ----------
    kept : int array (m,)
        The labels that interact.
    diagonal : float64 (m,)
        c, exactly.
    proof : LargeProof
        Of diag(c) - k off the diagonal.
    """

    kept: NDArray[np.intp]
    diagonal: Array
    proof: LargeProof

    def of_table(self, k: Sequence[Sequence[Fraction]], *, nonnegative: bool) -> Multipliers | None:
        """Return the multipliers of an exact table within the radius, with their proof as the checker reads it.

        Parameters
        ----------
        k : n rows of n Fraction, symmetric
        nonnegative : bool
            Raise mu_i < 0 to 0: the diagonal of what is proved grows.

        Returns
        -------
        Multipliers or None
            None where a label left out has a row that is not zero.

        Notes
        -----
        A label i that does not interact has mu_i = 0, and e_i is in the null space of diag(mu) - k.
        """
        mu = [Fraction(0)] * len(k)
        for i, c in zip(self.kept.tolist(), self.diagonal.tolist(), strict=True):
            exact = Fraction(c) + k[i][i]
            mu[i] = max(exact, Fraction(0)) if nonnegative else exact
        others = sorted(set(range(len(k))) - set(self.kept.tolist()))
        if any(any(k[i]) for i in others):
            return None
        null = NullSpace(tuple(tuple(Fraction(int(i == j)) for j in range(len(k))) for i in others), tuple(others))
        return Multipliers(tuple(mu), self.proof.psd_proof(null))


def prove_large_multipliers(weights: Array, k: Array, radius: float, guess: Array) -> LargeMultipliers | None:
    """Return proved multipliers near a guess for every symmetric table within ``radius`` of k, or None.

    Parameters
    ----------
    weights : float64 (n,), positive
    k : float64 (n, n), symmetric; rows of zeros are exactly zero
    radius : float >= 0
    guess : float64 (n,)
        mu, of any quality.

    Returns
    -------
    LargeMultipliers or None
        None where no label interacts, where a number is not finite, and where the integers show nothing.

    Raises
    ------
    InputError
        Other shapes, no label, or more than 2,048: said before anything is computed.

    Notes
    -----
    The rounding of the integer factor costs about 0.4 n 2^-38 max c in each row, so that the shift is chosen as a
    small multiple of it, in units of the smallest sigma.

    Examples
    --------
    >>> k = np.array([[0.0, 1.0], [1.0, 0.0]])
    >>> found = prove_large_multipliers(np.array([0.5, 0.5]), k, 0.0, np.array([np.nan, 3.0]))
    >>> bool(abs(found.diagonal[0] * found.diagonal[1] - 1) < 1e-8)
    True
    """
    n = len(weights)
    if k.shape != (n, n) or guess.shape != (n,) or not 1 <= n <= LARGEST:
        why = "Products of digits are exact up to that size."
        raise InputError("k", f"have one row and one guess for each of 1 to {LARGEST} weights", k.shape, why)
    kept = np.flatnonzero(np.any(k != 0, axis=1))
    if len(kept) == 0 or not (np.isfinite(k).all() and np.isfinite(weights).all()):
        return None
    table, masses = k[np.ix_(kept, kept)], weights[kept]
    scales = row_scales(masses, table)
    feasible = shifted_multipliers(masses, table, guess[kept], 0.0)
    if not np.isfinite(feasible).all():
        return None
    largest = float((feasible - np.diagonal(table)).max())
    for wider in _WIDER:
        shift = wider * _UNIT * len(kept) * largest  # of c in every row, at least
        diagonal = feasible + shift / scales.min() * scales - np.diagonal(table)
        proof = prove_large_psd(diagonal, table, radius, shift / 4)
        if proof is not None:
            return LargeMultipliers(kept, diagonal, proof)
    return None
