"""Fields of kernels that are no function of <x, y> alone: connections, additive encodings, formulas.

Overview
--------
All pairs in blocks of rows of bounded memory: F_i = sum_j w_j grad_x h((x_i, xi_i), (x_j, xi_j)), the velocity is
P_{x_i} F_i, and the energy 1/2 sum_ij w_i w_j h_ij. The force of a particle on itself need not be radial: it stays.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import sympy

from verify.model.errors import InputError
from verify.model.factors import label_coordinates
from verify.model.kernels import AdditiveKernel, ConnectionKernel, ExpressionKernel, Kernel
from verify.model.numbers import float_value
from verify.model.sphere import retract, sample_uniform
from verify.particles.couplings import label_classes
from verify.particles.field_dense import tangential
from verify.particles.scaling import ScaledProfile

__all__ = ["AdditiveField", "ConnectionField", "ExpressionField", "general_field"]

Array = np.ndarray[Any, Any]
#: Numbers in one block of rows.
_BLOCK = 2**21
_SAMPLED = 16


def _row_blocks(m: int, numbers_per_row: int) -> list[slice]:
    rows = max(1, _BLOCK // max(1, numbers_per_row))
    return [slice(start, min(start + rows, m)) for start in range(0, m, rows)]


@dataclass(frozen=True)
class AdditiveField:
    """h = f(<x + p(xi), y + p(zeta)>): the plain field at the moved points, projected at the contents.

    Parameters
    ----------
    kernel : AdditiveKernel
    profile : ScaledProfile
        Of the kernel's profile; exponents are shifted down by ``shift`` more.
    positions : ndarray, shape (n, d)
        p at the labels of the particles.
    """

    kernel: AdditiveKernel
    profile: ScaledProfile
    positions: Array

    @cached_property
    def shift(self) -> float:
        """|beta| (max |x + p|^2 - 1), so that exp(beta t - |beta| - shift) is at most 1; 0 for other profiles."""
        if self.profile.beta is None:
            return 0.0
        radius = 1 + float(np.linalg.norm(self.positions, axis=1).max(initial=0.0))
        return abs(self.profile.beta) * (radius**2 - 1)

    def _tables(self, t: Array) -> tuple[Array, Array]:
        """Return g and g' at inner products of moved points."""
        beta = self.profile.beta
        if beta is None:
            return self.profile.profile.array(t, self.kernel.d), self.profile.profile.slope_array(t, self.kernel.d)
        slope = self.profile.sign * np.exp(beta * t - abs(beta) - self.shift)
        return slope / beta, slope

    def __call__(self, x: Array, w: Array, particles: Array) -> tuple[Array, float]:
        """Return velocities (m, d) and the energy."""
        moved = x + self.positions[particles]
        force, energy = np.empty_like(x), 0.0
        for rows in _row_blocks(len(x), 2 * len(x)):
            value, slope = self._tables(moved[rows] @ moved.T)
            force[rows] = slope @ (moved * w[:, None])
            energy += 0.5 * float(w[rows] @ (value @ w))
        return tangential(force, x), energy


@dataclass(frozen=True)
class ConnectionField:
    """h = f(<x, O(xi, zeta) y>) on finitely many labels.

    Parameters
    ----------
    profile : ScaledProfile
    rotations : ndarray, shape (L, L, d, d)
        O over distinct labels.
    codes : ndarray of int, shape (n,)
        Distinct label of each particle.
    """

    profile: ScaledProfile
    rotations: Array
    codes: Array

    def __call__(self, x: Array, w: Array, particles: Array) -> tuple[Array, float]:
        """Return velocities (m, d) and the energy."""
        codes = self.codes[particles]
        force, energy = np.empty_like(x), 0.0
        for rows in _row_blocks(len(x), (x.shape[1] + 1) ** 2 * len(x)):
            moved = np.einsum("nmcd,md->nmc", self.rotations[codes[rows][:, None], codes[None, :]], x)
            t = np.clip(np.einsum("nc,nmc->nm", x[rows], moved), -1.0, 1.0)
            force[rows] = np.einsum("nm,nmc->nc", self.profile.slope(t) * w, moved)
            energy += 0.5 * float(w[rows] @ (self.profile.value(t) @ w))
        return tangential(force, x), energy


@dataclass(frozen=True)
class ExpressionField:
    """h given by a formula; its gradient is derived by SymPy and compiled once.

    Parameters
    ----------
    kernel : ExpressionKernel
    labels : ndarray
        Labels of the particles.
    """

    kernel: ExpressionKernel
    labels: Array
    _gradient: Callable[..., Any] = field(repr=False)

    @classmethod
    def derive(cls, kernel: ExpressionKernel, labels: Array) -> ExpressionField:
        """Return the field, its gradient derived."""
        first, second = kernel.labels.variables
        names = [f"{letter}{c + 1}" for letter in "xy" for c in range(kernel.d)]
        symbols = [sympy.Symbol(name, real=True) for name in (*names, *first, *second)]
        parts = [sympy.diff(kernel.h.expr, symbol) for symbol in symbols[: kernel.d]]
        if any(part.has(sympy.Derivative) for part in parts):
            raise InputError("h", "have a gradient in x that can be written down", kernel.h.text)
        return cls(kernel, labels, sympy.lambdify(symbols, parts, "numpy", cse=True))

    def __call__(self, x: Array, w: Array, particles: Array) -> tuple[Array, float]:
        """Return velocities (m, d) and the energy."""
        labels = self.labels[particles]
        a = labels.reshape(len(x), -1) if self.kernel.labels.size is None else self._coordinates(labels)
        force, energy = np.empty_like(x), 0.0
        for rows in _row_blocks(len(x), (x.shape[1] + 4) * len(x)):
            values = [*x[rows].T[:, :, None], *x.T[:, None, :], *a[rows].T[:, :, None], *a.T[:, None, :]]
            shape = (rows.stop - rows.start, len(x))
            with np.errstate(divide="ignore", invalid="ignore"):
                parts = [np.broadcast_to(part, shape) @ w for part in self._gradient(*values)]
            force[rows] = np.stack(parts, axis=1)
            energy += 0.5 * float(w[rows] @ (self.kernel.block(x[rows], labels[rows], x, labels) @ w))
        return tangential(force, x), energy

    def steepest(self) -> float:
        """Return max |P_x grad_x h| over pairs of 16 contents: what speeds are measured by; 1 where it is 0.

        Notes
        -----
        The contents lie at angles pi/2^k from a random point, in random directions: a kernel of width beta^{-1/2} is
        steep between near ones only.
        """
        particles = np.linspace(0, len(self.labels) - 1, _SAMPLED).astype(int)
        angles = np.pi * 0.5 ** np.arange(_SAMPLED)[:, None]
        centre, *others = sample_uniform(_SAMPLED + 1, self.kernel.d, np.random.default_rng(0))
        across = tangential(np.array(others), np.broadcast_to(centre, (_SAMPLED, self.kernel.d)))
        x = np.cos(angles) * centre + np.sin(angles) * retract(across)
        largest = max(float(np.abs(self(x, w, particles)[0]).max()) for w in np.eye(_SAMPLED))
        return largest if 0 < largest < math.inf else 1.0

    def _coordinates(self, labels: Array) -> Array:
        """Coordinates of labels of a finite law, as the formula sees them."""
        return label_coordinates(self.kernel.labels, labels)


def general_field(
    kernel: Kernel, profile: ScaledProfile | None, labels: Array
) -> AdditiveField | ConnectionField | ExpressionField:
    """Return the field of an additive, connection or expression kernel at the labels of particles.

    Raises
    ------
    InputError
        A matrix kernel, whose contents are no sphere.
    """
    if isinstance(kernel, AdditiveKernel):
        assert profile is not None
        return AdditiveField(kernel, profile, kernel.positions(labels))
    if isinstance(kernel, ConnectionKernel):
        assert profile is not None
        distinct, codes = label_classes(labels)
        rotations = np.array(
            [[[[float_value(v) for v in r] for r in kernel.O[int(i)][int(j)]] for j in distinct] for i in distinct]
        )
        return ConnectionField(profile, rotations, codes)
    if isinstance(kernel, ExpressionKernel):
        return ExpressionField.derive(kernel, labels)
    raise InputError(
        "kernel",
        "have contents on a sphere for a flow",
        f"a {kernel.family} kernel",
        "Its contents are finitely many points.",
    )
