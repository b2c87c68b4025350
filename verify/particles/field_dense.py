"""Dense fields: every pair once, in symmetric tiles, field and energy from one matrix product.

Overview
--------
F_i = sum_j w_j k_ij g'(<x_i, x_j>) x_j and e_i = sum_j w_j k_ij g(<x_i, x_j>): the velocity of particle i is
F_i - <F_i, x_i> x_i, the energy is 1/2 sum_i w_i e_i. For exponentials g = g'/beta, hence a tile
T = exp(beta <x_i, x_j> - |beta|) gives both through T [w x, w], and T^T serves the transposed pair.
The diagonal is left out of the field: the force of a particle on itself is radial, and only its rounding would stay.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from verify.particles._threads import run_parts, single_threaded_blas, workspace
from verify.particles.couplings import Coupling
from verify.particles.scaling import ScaledProfile

__all__ = ["DenseField", "dense_batch", "tile_side"]

Array = np.ndarray[Any, Any]

#: Particles from which on tiles are spread over threads.
SPREAD_FROM = 1024
#: Particles from which on the symmetry of a tile saves more than another tile costs.
HALVED_FROM = 192
#: Particles up to which tiles may be smaller than 128.
FEW = 512


def tile_side(n: int, width: int) -> int:
    """Return the side of equal tiles of n particles, for operands of the given number of columns.

    Notes
    -----
    A tile of side 256 stays in cache. OpenBLAS multiplies up to 10^6 products of entries without copying its operands:
    tiles of side (10^6/width)^{1/2} are used where they are no smaller than 128, and for few particles.
    """
    uncopied = min(256, max(64, math.isqrt(10**6 // max(1, width))))
    side = uncopied if uncopied >= 128 or n <= FEW else 256
    parts = max(-(-n // side), 2 if n >= HALVED_FROM else 1)
    return max(1, -(-n // parts))


def tangential(force: Array, x: Array) -> Array:
    """Return F - <F, x> x row by row."""
    radial = np.vecdot(force, x)[:, None] * x
    return np.asarray(np.subtract(force, radial, out=radial))


@dataclass(frozen=True)
class DenseField:
    """Velocity and energy of weighted particles by all pairs.

    Parameters
    ----------
    profile : ScaledProfile
        g of :mod:`verify.particles.scaling`: times and energies are the solver's.
    coupling : Coupling, optional
        The factor k; 1 without.
    workers : int
        Threads for at least 1,024 particles.

    Examples
    --------
    Two particles at an angle theta: theta' = -e^{-beta (1 - cos theta)} sin theta.

    >>> from verify.model.profiles import Profile
    >>> from verify.particles.scaling import scaled_profile
    >>> field = DenseField(scaled_profile(Profile.peak(2), 2))
    >>> velocity, energy = field(np.eye(2), np.array([0.5, 0.5]), np.arange(2))
    >>> bool(abs(velocity[0, 1] - np.exp(-2) / 2) < 1e-16), bool(abs(energy - (1 + np.exp(-2)) / 8) < 1e-16)
    (True, True)
    """

    profile: ScaledProfile
    coupling: Coupling | None = None
    workers: int = 1

    def __call__(self, x: Array, w: Array, particles: Array) -> tuple[Array, float]:
        """Return velocities (m, d) and the energy.

        Parameters
        ----------
        x : ndarray, shape (m, d)
            Unit vectors, float64 or float32.
        w : ndarray, shape (m,)
            Weights, summing to 1.
        particles : ndarray of int, shape (m,)
            A particle of each cluster, which carries its label.
        """
        codes = None if self.coupling is None else self.coupling.codes[particles]
        features = self._features(codes, x.dtype)
        workers = self.workers if len(x) >= SPREAD_FROM else 1
        width = (x.shape[1] + 1) * (1 if features is None else features.shape[1])
        side = tile_side(len(x), width)
        starts = range(0, len(x), side)
        tiles = [(i, j) for i in starts for j in starts if i <= j]
        w = w.astype(x.dtype, copy=False)
        part = self._exponential_part if self.profile.beta is not None else self._general_part
        y = _extended(x, w[:, None], w)
        if features is not None:
            y = np.ascontiguousarray((features[:, :, None] * y[:, None, :]).reshape(len(x), -1))
        tabled = (
            codes if features is None else None
        )  # features hold the factor: no tile is to be multiplied by it again
        with single_threaded_blas():
            sums = run_parts(lambda k: part(x, y, tabled, side, tiles[k::workers]), workers)
        total = sums[0]
        for other in sums[1:]:
            total += other
        if features is not None:
            assert self.coupling is not None
            weighted = features * self.coupling.signs.astype(x.dtype)
            total = np.einsum("na,nac->nc", weighted, total.reshape(len(x), features.shape[1], -1))
        return self._finish(x, w, codes, total)

    def _features(self, codes: Array | None, dtype: Any) -> Array | None:
        """Return features of the clusters where they are used instead of the table."""
        if codes is None or self.coupling is None or self.coupling.features is None or self.profile.beta is None:
            return None
        return self.coupling.features[codes].astype(dtype)

    def _factor(self, codes: Array | None, rows: slice, columns: slice) -> Array | None:
        if codes is None or self.coupling is None:
            return None
        return self.coupling.evaluate(codes[rows], codes[columns])

    def _exponential_part(
        self, x: Array, y: Array, codes: Array | None, side: int, tiles: list[tuple[int, int]]
    ) -> Array:
        """Sum T y over tiles, T = exp(beta <x_i, x_j> - |beta|), diagonal entries left out."""
        beta = self.profile.beta
        assert beta is not None
        left = _extended(x, beta, -abs(beta))
        right = np.ones((x.shape[1] + 1, len(x)), dtype=x.dtype)  # thin products are faster with it than transposed
        right[:-1] = x.T
        out = np.zeros_like(y)
        buffer = workspace(side * side, x.dtype)
        for i, j in tiles:
            rows, columns = slice(i, min(i + side, len(x))), slice(j, min(j + side, len(x)))
            shape = rows.stop - i, columns.stop - j
            tile = buffer[: shape[0] * shape[1]].reshape(shape)
            np.matmul(left[rows], right[:, columns], out=tile)
            np.exp(tile, out=tile)
            factor = self._factor(codes, rows, columns)
            if factor is not None:
                tile *= factor
            if i == j:
                buffer[: tile.size : shape[0] + 1] = 0.0
            out[rows] += tile @ y[columns]
            if i != j:
                out[columns] += tile.T @ y[rows]
        return out

    def _general_part(self, x: Array, y: Array, codes: Array | None, side: int, tiles: list[tuple[int, int]]) -> Array:
        """Sum g' and g over tiles for a profile that is no exponential."""
        d = x.shape[1]
        out = np.zeros_like(y)
        for i, j in tiles:
            rows, columns = slice(i, min(i + side, len(x))), slice(j, min(j + side, len(x)))
            t = np.clip(x[rows] @ x[columns].T, -1.0, 1.0)
            slope, value = (part.astype(x.dtype) for part in (self.profile.slope(t), self.profile.value(t)))
            factor = self._factor(codes, rows, columns)
            if factor is not None:
                slope *= factor
                value *= factor
            if i == j:
                np.fill_diagonal(slope, 0.0)
                np.fill_diagonal(value, 0.0)
            out[rows, :d] += slope @ y[columns, :d]
            out[rows, d] += value @ y[columns, d]
            if i != j:
                out[columns, :d] += slope.T @ y[rows, :d]
                out[columns, d] += value.T @ y[rows, d]
        return out

    @cached_property
    def _own(self) -> float:
        """g(1): what a particle contributes to its own energy."""
        return float(self.profile.value(np.array(1.0)))

    def _finish(self, x: Array, w: Array, codes: Array | None, total: Array) -> tuple[Array, float]:
        """Return the tangential part of the sums, and the energy with the pairs (i, i)."""
        d = x.shape[1]
        w = w.astype(float, copy=False)
        diagonal = w if codes is None or self.coupling is None else w * self.coupling.diagonal[codes]
        scale = 1.0 if self.profile.beta is None else self.profile.sign / self.profile.beta
        pairs = scale * float(np.dot(w, total[:, d].astype(float, copy=False)))
        energy = 0.5 * (pairs + self._own * float(np.dot(w, diagonal)))
        force = total[:, :d] if self.profile.sign > 0 else -total[:, :d]
        return tangential(force, x), energy


def _extended(x: Array, scale: float | Array, last: float | Array) -> Array:
    """Return the rows scale x with one more column."""
    extended = np.empty((len(x), x.shape[1] + 1), dtype=x.dtype)
    np.multiply(x, scale, out=extended[:, :-1])
    extended[:, -1] = last
    return extended


def dense_batch(profile: ScaledProfile, x: Array, w: Array | None = None) -> tuple[Array, Array]:
    """Return velocities (b, n, d) and energies (b,) of b independent systems of n particles without factor.

    Parameters
    ----------
    profile : ScaledProfile
    x : ndarray, shape (b, n, d)
        Unit vectors, float64 or float32.
    w : ndarray, shape (n,) or (b, n), optional
        Weights; equal by default.

    Notes
    -----
    Batched products of whole n x n tables, as many systems at a time as stay in 16 MB: for small n.
    """
    b, n = x.shape[:2]
    w = np.broadcast_to(np.full(n, 1 / n) if w is None else w, (b, n)).astype(x.dtype)
    velocity, energy = np.empty_like(x), np.empty(b)
    chunk = max(1, 2**21 // max(1, n * n))
    own = float(profile.value(np.array(1.0)))
    diagonal = np.arange(n)
    for start in range(0, b, chunk):
        part = slice(start, start + chunk)
        y, weights = x[part], w[part]
        t = y @ y.transpose(0, 2, 1)
        np.clip(t, -1.0, 1.0, out=t)
        slope = profile.slope(t)
        value = slope / profile.beta if profile.beta is not None else profile.value(t)
        slope[:, diagonal, diagonal] = 0
        value[:, diagonal, diagonal] = own
        force = slope.astype(x.dtype) @ (y * weights[:, :, None])
        velocity[part] = force - np.sum(force * y, axis=2, keepdims=True) * y
        energy[part] = 0.5 * np.einsum("bi,bij,bj->b", weights, value, weights)
    return velocity, energy
