"""Multipliers mu with diag(mu) - k positive semidefinite: from floats of any origin to an exact proof.

If diag(mu) - k is positive semidefinite, so is diag(lambda) - K with K_ij = w_i w_j k_ij and lambda_i = w_i^2 mu_i. The
floats are a guess: they are made feasible by a shift along sigma_i = |k_ii| + sum_{j != i} |k_ij| w_j / w_i, the
multipliers for which diag(w) (diag(sigma) - k) diag(w) is diagonally dominant, and nothing is believed but the proof
that ends it. Where a nearby matrix of simple rationals is positive semidefinite itself, often singular, that is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from verify.certificates.psd import PsdProof, prove_psd
from verify.model.errors import InputError

__all__ = ["Multipliers", "dominant_multipliers", "prove_multipliers", "row_scales", "shifted_multipliers"]

Array = NDArray[np.float64]
Rows = Sequence[Sequence[Fraction]]

_MARGINS = (2.0**-36, 2.0**-30, 2.0**-24, 2.0**-16)
_SIMPLE = (1, 60, 10_000)
_LARGEST_SNAPPED = 48


@dataclass(frozen=True)
class Multipliers:
    """Rational mu with a proof that diag(mu) - k is positive semidefinite.

    Parameters
    ----------
    mu : tuple of n Fraction
    proof : PsdProof
        Of diag(mu) - k.
    """

    mu: tuple[Fraction, ...]
    proof: PsdProof

    def total(self, weights: Sequence[Fraction]) -> Fraction:
        """Return sum lambda = sum w_i^2 mu_i."""
        return _total(weights, self.mu)

    def to_data(self) -> dict[str, object]:
        """Plain data, as certificates carry it."""
        return {"multipliers": [str(x) for x in self.mu], "psd": self.proof.to_data()}


def dominant_multipliers(weights: Sequence[Fraction], k: Rows) -> tuple[Fraction, ...]:
    """Return mu_i = k_ii + sum_{j != i} |k_ij| w_j / w_i, for which w_i (diag(mu) - k)_ij w_j is diagonally dominant.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> [str(x) for x in dominant_multipliers([half, half], [[Fraction(-2), Fraction(1)], [Fraction(1), Fraction(3)]])]
    ['-1', '4']
    """
    return tuple(
        row[i] + sum((abs(x) * w for j, (x, w) in enumerate(zip(row, weights, strict=True)) if j != i), Fraction(0)) / v
        for i, (v, row) in enumerate(zip(weights, k, strict=True))
    )


def shifted_multipliers(weights: Array, k: Array, mu: Array, margin: float) -> Array:
    """Shift multipliers along sigma until diag(mu) - k is positive definite by about ``margin`` diag(sigma), in floats.

    Parameters
    ----------
    weights : float64 (n,), positive
    k : float64 (n, n), symmetric, no zero row
    mu : float64 (n,)
        A guess; values that are not finite are replaced by sigma, others kept between -sigma and sigma.
    margin : float > 0
        Relative to sigma.

    Returns
    -------
    float64 (n,)
        NaN where a scaled entry overflows.

    Notes
    -----
    Optimal multipliers lie between -sigma_i and sigma_i: mu_i w_i = sum_j k_ij w_j x_ij with a correlation matrix x.
    With t = margin - lambda_min(sigma^{-1/2} (diag(mu) - k) sigma^{-1/2}), mu + t sigma has the smallest eigenvalue
    ``margin`` in the scaled matrix. The guess may be too large as well as too small: t has either sign.
    """
    with np.errstate(all="ignore"):  # entries may overflow, or vanish, as floats
        sigma = row_scales(weights, k)
        guess = np.clip(np.where(np.isfinite(mu), mu, sigma), -sigma, sigma)
        root = np.sqrt(sigma)
        scaled = (np.diag(guess) - k) / root / root[:, None]
    if not np.isfinite(scaled).all():
        return np.full(len(k), np.nan)
    lowest = np.linalg.eigvalsh(scaled)[0]
    return np.asarray(guess + (margin - lowest) * sigma)


def row_scales(weights: Array, k: Array) -> Array:
    """Return sigma_i = |k_ii| + sum_{j != i} |k_ij| w_j / w_i in float64."""
    size = np.abs(k)
    own = np.diagonal(size)
    return np.asarray(own + (size @ weights - own * weights) / weights)


def prove_multipliers(weights: Sequence[Fraction], k: Rows, mu: Array, *, nonnegative: bool) -> Multipliers:
    """Return rational multipliers near a guess (or those of diagonal dominance) with a proof that they are feasible.

    Parameters
    ----------
    weights : sequence of n Fraction, positive
    k : n rows of n Fraction, symmetric
    mu : float64 (n,)
        A guess of any quality, also with entries that are not finite.
    nonnegative : bool
        Require mu >= 0, as bounds over all laws need.

    Returns
    -------
    Multipliers
        Of the smallest sum w_i^2 mu_i among those tried.

    Raises
    ------
    InputError
        ``mu`` has another length than ``k``.

    Examples
    --------
    >>> third = Fraction(1, 3)
    >>> k = [[Fraction(int(i != j)) for j in range(3)] for i in range(3)]
    >>> found = prove_multipliers([third] * 3, k, np.full(3, 1.9999999), nonnegative=True)
    >>> [str(x) for x in found.mu], found.proof.rank
    (['2', '2', '2'], 2)
    """
    mu = np.asarray(mu, dtype=float)
    if mu.shape != (len(k),):
        raise InputError("mu", f"have one entry per label ({len(k)})", mu.shape)
    best: Multipliers | None = None
    for candidate in _candidates(weights, k, mu, nonnegative=nonnegative):
        tried = [max(x, Fraction(0)) for x in candidate] if nonnegative else candidate
        if best is not None and _total(weights, tried) >= best.total(weights):
            continue
        proof = prove_psd([[-x if i != j else tried[i] - x for j, x in enumerate(row)] for i, row in enumerate(k)])
        if isinstance(proof, PsdProof):
            best = Multipliers(tuple(tried), proof)
    assert best is not None, "diagonally dominant matrices are positive semidefinite"
    return best


def _total(weights: Sequence[Fraction], mu: Sequence[Fraction]) -> Fraction:
    return sum((w * w * x for w, x in zip(weights, mu, strict=True)), Fraction(0))


def _candidates(weights: Sequence[Fraction], k: Rows, mu: Array, *, nonnegative: bool) -> Iterator[Sequence[Fraction]]:
    """Yield rational multipliers: shifted ones until one margin must do, simple ones, diagonally dominant ones."""
    kept = [i for i, row in enumerate(k) if any(row)]
    if kept:
        yield from _near(weights, k, mu, kept, nonnegative=nonnegative)
    yield dominant_multipliers(weights, k)


def _near(
    weights: Sequence[Fraction], k: Rows, mu: Array, kept: list[int], *, nonnegative: bool
) -> Iterator[Sequence[Fraction]]:
    zero = [Fraction(0)] * len(k)
    try:
        floats = np.array([[float(k[i][j]) for j in kept] for i in kept])
        masses = np.array([float(weights[i]) for i in kept])
    except OverflowError:
        return
    guess = np.maximum(mu[kept], 0) if nonnegative else mu[kept]
    for margin in _MARGINS:
        shifted = shifted_multipliers(masses, floats, guess, margin)
        if np.isfinite(shifted).all():
            yield _placed(zero, kept, [_dyadic(x) for x in shifted.tolist()])
    if len(k) <= _LARGEST_SNAPPED and np.isfinite(guess).all():
        tight = shifted_multipliers(masses, floats, guess, 0.0)
        for largest in _SIMPLE if np.isfinite(tight).all() else ():
            yield _placed(zero, kept, [Fraction(x).limit_denominator(largest) for x in tight.tolist()])


def _placed(zero: list[Fraction], kept: list[int], values: list[Fraction]) -> list[Fraction]:
    """Return the values at the labels that interact, 0 at the others."""
    full = list(zero)
    for i, value in zip(kept, values, strict=True):
        full[i] = value
    return full


def _dyadic(x: float) -> Fraction:
    """Return x to 44 significant bits: the exact proof is shorter for shorter numbers."""
    mantissa, exponent = np.frexp(x)
    return Fraction(int(np.rint(np.ldexp(mantissa, 44)))) * Fraction(2) ** (int(exponent) - 44)
