"""Kernels that are functions of one inner product: factor, gauge, connection and additive kernels at once.

Overview
--------
    h((x, i), (y, j)) = k_ij f(t),     t = <x + p_i, O_ij (y + p_j)>,     O_ji = O_ij^T.

Factor kernels have O = I and p = 0; so have gauge kernels in u = Q(xi) x (T4c). With z_ij = O_ij (x_j + p_j) and
c_ij = w_i w_j k_ij the energy E = 1/2 sum_ij c_ij f(t_ij) has

    grad_i E = sum_j c_ij f'(t_ij) z_ij,
    H_ij = c_ij (f''(t_ij) z_ij z_ji^T + f'(t_ij) O_ij) + [i = j] sum_l c_il f''(t_il) z_il z_il^T.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from verify.optimize.interaction import Interaction, Jet
from verify.optimize.profile_jets import ProfileJet

__all__ = ["PairInteraction"]

Array = np.ndarray[Any, Any]
#: Numbers in one block of a batch.
_BLOCK = 2**22


@dataclass(frozen=True)
class PairInteraction(Interaction):
    """A kernel k_ij f(<x + p_i, O_ij (y + p_j)>) at its label nodes.

    Parameters
    ----------
    jet : ProfileJet
        f, scaled.
    k : ndarray, shape (n, n)
    shifts : ndarray, shape (n, d), optional
        p; 0 without.
    rotations : ndarray, shape (n, n, d, d), optional
        O; the identity without.
    gauge : ndarray, shape (n, d, d), optional
        Q of a gauge kernel, whose variables are u = Q x.
    """

    jet: ProfileJet
    k: Array
    shifts: Array | None = None
    rotations: Array | None = None
    gauge: Array | None = None

    @property
    def affine(self) -> bool:
        """Affine profiles; with connections and shifts an own term may be quadratic."""
        return self.jet.affine and self.rotations is None and self.shifts is None

    @property
    def invariant(self) -> bool:
        """Factor kernels, and gauge kernels in their variables."""
        return self.rotations is None and self.shifts is None

    @property
    def size(self) -> float:
        """Largest |f'| times the mean of |k|."""
        grid = np.cos(np.linspace(0, np.pi, 513))
        return float(np.abs(self.jet.slope(grid)).max() * (self.weights @ np.abs(self.k) @ self.weights)) or 1.0

    def to_contents(self, variables: Array) -> Array:
        """x = Q^T u."""
        return variables if self.gauge is None else np.einsum("nij,...ni->...nj", self.gauge, variables)

    def to_variables(self, contents: Array) -> Array:
        """u = Q x."""
        return contents if self.gauge is None else np.einsum("nij,...nj->...ni", self.gauge, contents)

    @cached_property
    def couplings(self) -> Array:
        """c_ij = w_i w_j k_ij."""
        return np.asarray(self.weights[:, None] * self.k * self.weights)

    # -- potentials

    def _placed(self, i: int, x: Array) -> Array:
        return x if self.shifts is None else x + self.shifts[i]

    def ridges(self, i: int, labels: Array, contents: Array) -> Array:
        """z = O_il (y + p_l) of tokens (b, N, d)."""
        moved = contents if self.shifts is None else contents + self.shifts[labels]
        return moved if self.rotations is None else np.einsum("nij,bnj->bni", self.rotations[i, labels], moved)

    def _products(self, x: Array, z: Array) -> Array:
        t = x @ np.swapaxes(z, -1, -2)
        return np.clip(t, -1.0, 1.0) if self.shifts is None else t

    def potential(self, i: int, x: Array, labels: Array, contents: Array, masses: Array) -> Array:
        """sum_a m_a k f(<x + p_i, z_a>)."""
        z = self.ridges(i, labels, contents)
        return np.asarray(self.jet.value(self._products(self._placed(i, x), z)) @ (masses * self.k[i, labels]))

    def potential_jet(self, i: int, x: Array, labels: Array, contents: Array, masses: Array) -> Jet:
        """Sums of k f z and k f'' z z^T."""
        z = self.ridges(i, labels, contents)
        c = masses * self.k[i, labels]
        value, slope, curvature = self.jet.all_three(self._products(self._placed(i, x), z))
        curved = (curvature * c)[..., None] * z[:, None]
        return Jet(value @ c, (slope * c) @ z, np.swapaxes(curved, -1, -2) @ z[:, None])

    def own_jet(self, i: int, x: Array) -> Jet:
        """k_ii f(q(x)), q = <x + p_i, O_ii (x + p_i)>: grad q = 2 z, Hess q = 2 O_ii; q = 1 where O = I and p = 0."""
        if self.invariant:
            value = np.full(x.shape[:-1], float(self.k[i, i] * self.jet.value(np.array(1.0))))
            return Jet(value, np.zeros_like(x), np.zeros((*x.shape, self.d)))
        placed = self._placed(i, x)
        rotation = np.eye(self.d) if self.rotations is None else self.rotations[i, i]
        z = placed @ rotation.T
        q = np.sum(placed * z, axis=-1)
        if self.shifts is None:
            q = np.clip(q, -1.0, 1.0)
        k = float(self.k[i, i])
        slope, curvature = k * self.jet.slope(q)[..., None], k * self.jet.curvature(q)[..., None, None]
        outer = z[..., :, None] * z[..., None, :]
        return Jet(k * self.jet.value(q), 2 * slope * z, 4 * curvature * outer + 2 * slope[..., None] * rotation)

    # -- the energy

    def _moved(self, contents: Array) -> Array:
        return contents if self.shifts is None else contents + self.shifts

    def _pairs(self, placed: Array) -> Array:
        """Return t_ij (..., n, n)."""
        if self.rotations is None:
            t = placed @ np.swapaxes(placed, -1, -2)
        else:
            t = np.einsum("...id,ijde,...je->...ij", placed, self.rotations, placed, optimize=True)
        return np.clip(t, -1.0, 1.0) if self.shifts is None else t

    def energies(self, contents: Array) -> Array:
        """1/2 sum_ij c_ij f(t_ij), a part of the batch at a time."""
        c = self.couplings
        step = max(1, _BLOCK // (self.n * self.n))
        parts = []
        for start in range(0, len(contents), step):
            t = self._pairs(self._moved(contents[start : start + step]))
            parts.append(0.5 * np.einsum("bij,ij->b", self.jet.value(t), c))
        return np.concatenate(parts) if parts else np.empty(0)

    def gradient(self, contents: Array) -> tuple[float, Array]:
        """E and sum_j c_ij f'(t_ij) z_ij."""
        placed = self._moved(contents)
        c = self.couplings
        value, slope, _ = self.jet.all_three(self._pairs(placed))
        energy, slope = 0.5 * float(np.sum(c * value)), c * slope
        if self.rotations is None:
            return energy, slope @ placed
        return energy, np.einsum("ij,ijde,je->id", slope, self.rotations, placed, optimize=True)

    def hessian(self, contents: Array) -> Array:
        """The blocks of the overview."""
        placed = self._moved(contents)
        _, slope, curvature = self.jet.all_three(self._pairs(placed))
        slope, curvature = self.couplings * slope, self.couplings * curvature
        if self.rotations is None:
            result = np.einsum("ij,jd,ie->idje", curvature, placed, placed, optimize=True)
            for a in range(self.d):
                result[:, a, :, a] += slope
            diagonal = np.einsum("ij,jd,je->ide", curvature, placed, placed, optimize=True)
        else:
            z = np.einsum("ijde,je->ijd", self.rotations, placed)
            result = np.einsum("ij,ijd,jie->idje", curvature, z, z, optimize=True)
            result += np.einsum("ij,ijde->idje", slope, self.rotations)
            diagonal = np.einsum("ij,ijd,ije->ide", curvature, z, z, optimize=True)
        every = np.arange(self.n)
        for a, b in itertools.product(range(self.d), repeat=2):
            result[every, a, every, b] += diagonal[:, a, b]
        return np.asarray(result)

    def matrix(self, labels: Array, contents: Array) -> Array:
        """k f(<x_a + p, O (x_b + p)>) of tokens."""
        placed = contents if self.shifts is None else contents + self.shifts[labels]
        if self.rotations is None:
            t = placed @ placed.T
        else:
            rotations = self.rotations[labels[:, None], labels[None, :]]
            t = np.einsum("id,ijde,je->ij", placed, rotations, placed, optimize=True)
        t = np.clip(t, -1.0, 1.0) if self.shifts is None else t
        return np.asarray(self.k[labels[:, None], labels[None, :]] * self.jet.value(t))
