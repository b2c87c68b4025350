"""Dense fields: every pair once, in blocks of a symmetric table, field and energy from one matrix product.

Overview
--------
F_i = sum_j w_j k_ij g'(<x_i, x_j>) x_j and e_i = sum_j w_j k_ij g(<x_i, x_j>): the velocity of particle i is
F_i - <F_i, x_i> x_i, the energy is 1/2 sum_i w_i e_i. For exponentials g = g'/beta, hence a block
T = exp(beta <x_i, x_j>) gives both through T [w x, w] e^{-|beta|}, and T^T serves the transposed pair; where e^{|beta|}
is not well within floats, exponents are shifted by -|beta| instead. A thin product hardly notices the column w; beside
wide w x, whose rows would no longer be aligned by it, the sums over pairs w^T T w are products of their own.
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
from verify.particles.tiles import FEW, LARGEST_SIDE, Block, blocks, largest_block, uncopied

__all__ = ["DenseField", "dense_batch"]

Array = np.ndarray[Any, Any]

#: Particles from which on blocks are spread over threads.
SPREAD_FROM = 1024
#: Dimension below which products are faster with w as a column beside w x.
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
    """Factors of the table of exponents, what is subtracted from it, what it is applied to, and the labels of k.

    The weights, once more as float64, are there unless they are a column of what the table is applied to.
    """

    left: Array
    right: Array
    shift: float
    applied: Array
    weights: tuple[Array, Array] | None
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
        w = w.astype(float, copy=False)
        shift, rest = exponent_shift(self.profile.beta, x.dtype)
        weights = (w if rest == 1.0 else w * rest).astype(x.dtype, copy=False)
        joined = self.profile.beta is not None and (x.shape[1] < THIN or features is not None)
        y = _beside(x, weights) if joined else _times(x, weights)
        factor_of = codes
        if features is not None:  # they hold the factor: no block is to be multiplied by it again
            y, factor_of = (features[:, :, None] * y[:, None, :]).reshape(len(x), -1), None
        right = self._right(x, y.shape[1])
        operands = _Operands(x, right, shift, y, None if joined else (weights, w), factor_of)
        with single_threaded_blas():
            sums, pairs = self._sums(operands)
        if features is not None:
            assert self.coupling is not None
            weighted = features * self.coupling.signs.astype(x.dtype)
            sums = np.einsum("na,nac->nc", weighted, sums.reshape(len(x), features.shape[1], -1))
        if joined:
            sums, pairs = sums[:, :-1], float(np.dot(w, sums[:, -1]))
        return self._finish(x, w, codes, sums, pairs)

    def _features(self, codes: Array | None, dtype: Any) -> Array | None:
        """Return features of the clusters where they are used instead of the table."""
        if codes is None or self.coupling is None or self.coupling.features is None or self.profile.beta is None:
            return None
        return self.coupling.features[codes].astype(dtype)

    def _right(self, x: Array, width: int) -> Array:
        """Return beta x^T, or x^T for a profile that is no exponential: x times it is the table of exponents.

        Products that need no copy do so for rows of its own alone; others copy it anyway.
        """
        if uncopied(len(x), width):
            right = workspace("right", x.shape[::-1], x.dtype)
        else:
            right = workspace("right", x.shape, x.dtype).T
        return np.multiply(x.T, 1.0 if self.profile.beta is None else self.profile.beta, out=right)

    def _sums(self, operands: _Operands) -> tuple[Array, float]:
        """Return T y, and w^T T w unless w is a column of y, by as many threads as pay."""
        y = operands.applied
        part = self._general_part if self.profile.beta is None else self._exponential_part
        pairs = blocks(*y.shape)
        workers = self.workers if len(y) >= SPREAD_FROM else 1
        sums = workspace("sums", (workers, *y.shape), y.dtype)
        if len(y) > FEW:
            sums.fill(0.0)
        energies = run_parts(lambda k: part(operands, pairs[k::workers], sums[k]), workers)
        return (sums[0], energies[0]) if workers == 1 else (sums.sum(axis=0), sum(energies))

    def _coupled(self, codes: Array | None, block: Block) -> Array | None:
        """Return k over a block, None where it is 1 or features hold it."""
        if codes is None or self.coupling is None:
            return None
        return self.coupling.evaluate(codes[block.rows], codes[block.columns])

    def _exponential_part(self, operands: _Operands, pairs: Sequence[Block], sums: Array) -> float:
        """Add T y over blocks, T = exp(beta <x_i, x_j> - shift) without diagonal entries, and return w^T T w."""
        left, right, shift, y, weights, codes = operands
        entries, spare = workspace("block", (largest_block(*y.shape),), y.dtype), _spare(y)
        energy = 0.0
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
            if weights is not None:
                energy += _energy(block, tile, *weights)
            _add(sums, spare, block, tile, y)
        return energy

    def _general_part(self, operands: _Operands, pairs: Sequence[Block], sums: Array) -> float:
        """Add g' y over blocks and return w^T g w for a profile that is no exponential, without diagonal entries."""
        left, right, _, y, weights, codes = operands
        assert weights is not None
        spare, energy = _spare(y), 0.0
        for block in pairs:
            t = np.clip(left[block.rows] @ right[:, block.columns], -1.0, 1.0)
            k = self._coupled(codes, block)
            slope, value = (
                np.array(table, dtype=y.dtype, order="C") for table in (self.profile.slope(t), self.profile.value(t))
            )
            for tile in (slope, value):
                if k is not None:
                    np.multiply(tile, k, out=tile)
                tile.reshape(-1)[block.diagonal] = 0.0
            energy += _energy(block, value, *weights)
            _add(sums, spare, block, slope, y)
        return energy

    @cached_property
    def _own(self) -> float:
        """g(1): what a particle contributes to its own energy."""
        return float(self.profile.value(np.array(1.0)))

    def _finish(self, x: Array, w: Array, codes: Array | None, force: Array, pairs: float) -> tuple[Array, float]:
        """Return the tangential part of the force, and the energy with the pairs (i, i)."""
        diagonal = w if codes is None or self.coupling is None else w * self.coupling.diagonal[codes]
        scale = 1.0 if self.profile.beta is None else self.profile.sign / self.profile.beta
        energy = 0.5 * (scale * pairs + self._own * float(np.dot(w, diagonal)))
        return tangential(force if self.profile.sign > 0 else -force, x), energy


def _spare(y: Array) -> Array:
    """Return room for the products of one block: of all particles, or of the two sides of a tile."""
    return workspace("products", (min(len(y), 2 * LARGEST_SIDE), y.shape[1]), y.dtype)


def _add(sums: Array, spare: Array, block: Block, tile: Array, y: Array) -> None:
    """Add T y to the rows of a block, and T^T y to the columns beyond them.

    The first strip of few particles has all columns: it sets every sum, which nothing was added to before.
    """
    rows = block.shape[0]
    first = block.shape[1] == len(sums)
    products = sums if first else spare
    own = np.matmul(tile, y[block.columns], out=products[:rows])
    if not first:
        sums[block.rows] += own
    beyond = block.beyond.stop - block.beyond.start
    if beyond:
        other = np.matmul(tile[:, block.transposed].T, y[block.rows], out=products[rows : rows + beyond])
        if not first:
            sums[block.beyond] += other


def _energy(block: Block, tile: Array, weights: Array, w: Array) -> float:
    """Return w^T T w over a block, and over its transpose for the columns beyond its rows."""
    potentials = weights[block.rows] @ tile
    return float(np.dot(potentials, w[block.columns]) + np.dot(potentials[block.transposed], w[block.beyond]))


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
