"""Dense fields: every pair once, in blocks of a symmetric table, field and energy from one matrix product.

Overview
--------
F_i = sum_j w_j k_ij g'(<x_i, x_j>) x_j and e_i = sum_j w_j k_ij g(<x_i, x_j>): the velocity of particle i is
F_i - <F_i, x_i> x_i, the energy is 1/2 sum_i w_i e_i. For exponentials g = g'/beta, hence a block
T = exp(beta <x_i, x_j>) gives both through T [w x, w] e^{-|beta|}, and T^T serves the transposed pair; where e^{|beta|}
is not well within floats, exponents are shifted by -|beta| instead. A thin product hardly notices the column w; beside
wide w x, whose rows would no longer be aligned by it, it is a product of its own.
The diagonal is left out of the field: the force of a particle on itself is radial, and only its rounding would stay.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from verify.particles._threads import run_parts, single_threaded_blas, workspace
from verify.particles.couplings import Coupling
from verify.particles.scaling import ScaledProfile
from verify.particles.tiles import FEW, Block, blocks, largest_block

__all__ = ["DenseField", "dense_batch"]

Array = np.ndarray[Any, Any]

#: Particles from which on blocks are spread over threads.
SPREAD_FROM = 1024
#: Dimension below which products are faster with x^T as an array of its own, and with w as a column beside w x.
THIN = 32


@lru_cache(maxsize=64)
def exponent_shift(beta: float | None, dtype: np.dtype[Any]) -> tuple[float, Any]:
    """Return s and e^{s - |beta|}: exponents are beta t - s, and s is 0 while e^{2 |beta|} is a float."""
    if beta is None:
        return 0.0, dtype.type(1.0)
    shift = abs(beta) if 2 * abs(beta) > math.log(np.finfo(dtype).max) else 0.0
    return shift, dtype.type(math.exp(shift - abs(beta)))


def tangential(force: Array, x: Array) -> Array:
    """Return F - <F, x> x row by row."""
    radial = np.vecdot(force, x)[:, None] * x
    return np.asarray(np.subtract(force, radial, out=radial))


class _Operands(NamedTuple):
    """Factors of the table of exponents, what is subtracted from it, what it is applied to, and the labels of k."""

    left: Array
    right: Array
    shift: float
    applied: tuple[Array, ...]
    codes: Array | None


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
        w = w.astype(x.dtype, copy=False)
        shift, rest = exponent_shift(self.profile.beta, x.dtype)
        weights = w if rest == 1.0 else w * rest
        applied: tuple[Array, ...]
        if features is not None:  # they hold the factor: no block is to be multiplied by it again
            y = features[:, :, None] * _beside(x, weights)[:, None, :]
            applied, factor_of = (y.reshape(len(x), -1),), None
        else:
            joined = self.profile.beta is not None and x.shape[1] < THIN
            applied, factor_of = (_beside(x, weights),) if joined else (_times(x, weights), weights), codes
        operands = _Operands(*self._factors(x), shift, applied, factor_of)
        part = self._general_part if self.profile.beta is None else self._exponential_part
        workers = self.workers if len(x) >= SPREAD_FROM else 1
        pairs = blocks(len(x), applied[0].shape[1])
        sums = [workspace(f"sums {i}", (workers, *y.shape), x.dtype) for i, y in enumerate(applied)]
        if len(x) > FEW:
            for each in sums:
                each.fill(0.0)
        with single_threaded_blas():
            run_parts(lambda k: part(operands, pairs[k::workers], [each[k] for each in sums]), workers)
        totals = [each[0] if workers == 1 else each.sum(axis=0) for each in sums]
        if features is not None:
            assert self.coupling is not None
            weighted = features * self.coupling.signs.astype(x.dtype)
            totals = [np.einsum("na,nac->nc", weighted, totals[0].reshape(len(x), features.shape[1], -1))]
        return self._finish(x, w, codes, totals)

    def _features(self, codes: Array | None, dtype: Any) -> Array | None:
        """Return features of the clusters where they are used instead of the table."""
        if codes is None or self.coupling is None or self.coupling.features is None or self.profile.beta is None:
            return None
        return self.coupling.features[codes].astype(dtype)

    def _factors(self, x: Array) -> tuple[Array, Array]:
        """Return factors of the table beta <x_i, x_j>, or of <x_i, x_j> for a profile that is no exponential."""
        right = x.T
        if x.shape[1] < THIN:
            right = workspace("right", right.shape, x.dtype)
            right[:] = x.T
        if self.profile.beta is None:
            return x, right
        return np.multiply(x, self.profile.beta, out=workspace("left", x.shape, x.dtype)), right

    def _coupled(self, codes: Array | None, block: Block) -> Array | None:
        """Return k over a block, None where it is 1 or features hold it."""
        if codes is None or self.coupling is None:
            return None
        return self.coupling.evaluate(codes[block.rows], codes[block.columns])

    def _exponential_part(self, operands: _Operands, pairs: Sequence[Block], sums: Sequence[Array]) -> None:
        """Add T y over blocks, T = exp(beta <x_i, x_j> - shift), diagonal entries left out."""
        left, right, shift, applied, codes = operands
        entries = workspace("block", (largest_block(*applied[0].shape),), left.dtype)
        for block in pairs:
            rows, columns = block.shape
            tile = entries[: rows * columns].reshape(rows, columns)
            np.matmul(left[block.rows], right[:, block.columns], out=tile)
            if shift:
                tile -= shift
            np.exp(tile, out=tile)
            k = self._coupled(codes, block)
            if k is not None:
                tile *= k
            entries[block.diagonal] = 0.0
            for out, y in zip(sums, applied, strict=True):
                _add(out, block, tile, y)

    def _general_part(self, operands: _Operands, pairs: Sequence[Block], sums: Sequence[Array]) -> None:
        """Add g' to the field and g to the energy for a profile that is no exponential."""
        left, right, _, applied, codes = operands
        for block in pairs:
            t = np.clip(left[block.rows] @ right[:, block.columns], -1.0, 1.0)
            k = self._coupled(codes, block)
            for table, out, y in zip((self.profile.slope(t), self.profile.value(t)), sums, applied, strict=True):
                tile = np.array(table, dtype=y.dtype, order="C")
                if k is not None:
                    tile *= k
                tile.reshape(-1)[block.diagonal] = 0.0
                _add(out, block, tile, y)

    @cached_property
    def _own(self) -> float:
        """g(1): what a particle contributes to its own energy."""
        return float(self.profile.value(np.array(1.0)))

    def _finish(self, x: Array, w: Array, codes: Array | None, totals: Sequence[Array]) -> tuple[Array, float]:
        """Return the tangential part of the sums, and the energy with the pairs (i, i)."""
        d = x.shape[1]
        force, energies = totals if len(totals) > 1 else (totals[0][:, :d], totals[0][:, d])
        w = w.astype(float, copy=False)
        diagonal = w if codes is None or self.coupling is None else w * self.coupling.diagonal[codes]
        scale = 1.0 if self.profile.beta is None else self.profile.sign / self.profile.beta
        pairs = scale * float(np.dot(w, energies.astype(float, copy=False)))
        energy = 0.5 * (pairs + self._own * float(np.dot(w, diagonal)))
        return tangential(force if self.profile.sign > 0 else -force, x), energy


def _add(out: Array, block: Block, tile: Array, y: Array) -> None:
    """Add T y to the rows of a block, and T^T y to the columns beyond them.

    The first strip of few particles has all columns: it sets every sum, which nothing was added to before.
    """
    beyond = block.beyond if block.beyond.start < block.beyond.stop else None
    if block.shape[1] == len(out):
        np.matmul(tile, y, out=out[block.rows])
        if beyond:
            np.matmul(tile[:, block.transposed].T, y[block.rows], out=out[beyond])
        return
    out[block.rows] += tile @ y[block.columns]
    if beyond:
        out[beyond] += tile[:, block.transposed].T @ y[block.rows]


def _times(x: Array, w: Array) -> Array:
    """Return w x."""
    return np.multiply(x, w[:, None], out=workspace("weighted", x.shape, x.dtype))


def _beside(x: Array, w: Array) -> Array:
    """Return [w x, w]."""
    y = workspace("weighted", (len(x), x.shape[1] + 1), x.dtype)
    np.multiply(x, w[:, None], out=y[:, :-1])
    y[:, -1] = w
    return y


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
