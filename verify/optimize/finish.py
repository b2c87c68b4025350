"""The end of an ascent: a quasi-Newton method, then Newton's on the product of spheres, and the Hessian's test.

Overview
--------
With tangent bases B_i and tangential velocities scaled by sqrt(w_i), the Riemannian Hessian of E at x is

    S (B^T H B - diag(<G_i, x_i> I)) S,     S = diag(w_i^{-1/2}),

H and G the ambient Hessian and gradient. At a maximum no eigenvalue is positive; the rotations that leave E unchanged
have eigenvalue 0. A positive one is a saddle, which is left along its eigenvector, and the ascent goes on.

Many starts of a search pass the same saddles and end at the same few laws. Laws of the same energy, to a part in 10^10,
are taken for one: :class:`Seen` keeps the end of each, and what reaches it again is not finished again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

from verify.optimize.ascent import Clock
from verify.optimize.interaction import Interaction

__all__ = ["SAME", "Finished", "Seen", "finish", "riemannian_hessian", "tangent_bases"]

Array = np.ndarray[Any, Any]
#: Tangent coordinates up to which the Hessian is a matrix.
LARGEST_HESSIAN = 1200
#: Eigenvalues within this part of the largest are 0.
_FLAT = 1e-8
_ESCAPES = 6
_SMALLEST = 1e-200
#: Energies that differ by less than this part are those of one law.
SAME = 1e-10


@dataclass(frozen=True)
class Finished:
    """A critical law.

    Attributes
    ----------
    contents : ndarray, shape (n, d)
        In the optimiser's variables.
    energy : float
        Scaled.
    residual : float
        Largest tangential gradient of the potential over labels, |P_i grad_i E|/w_i, scaled.
    curvature : float or None
        Largest eigenvalue of the Riemannian Hessian, relative to the largest in absolute value; None where it was not
        computed. Beyond the flat directions it is negative at a strict maximum.
    flat : int or None
        Number of directions along which the Hessian vanishes to rounding.
    saddles : int
        Saddles that were left on the way.
    """

    contents: Array
    energy: float
    residual: float
    curvature: float | None
    flat: int | None
    saddles: int

    @property
    def maximum(self) -> bool | None:
        """Whether no direction of the second order gains energy; None where that was not computed."""
        return None if self.curvature is None else self.curvature <= _FLAT


class Seen:
    """Critical laws of one interaction by their energies, saddles on the way with the law at the end of it."""

    def __init__(self) -> None:
        self._ends: list[tuple[float, Finished]] = []

    def end(self, energy: float) -> Finished | None:
        """Return the law at which an ascent through a critical law of this energy has ended; None for a new one."""
        fitting = (law for other, law in self._ends if abs(other - energy) <= SAME * max(abs(energy), _SMALLEST))
        return next(fitting, None)

    def keep(self, passed: list[float], law: Finished) -> None:
        """Keep a law under its own energy and those of the saddles that were left for it."""
        self._ends += [(energy, law) for energy in (*passed, law.energy)]


def tangent_bases(x: Array) -> Array:
    """Return orthonormal bases (n, d, d - 1) of the tangent spaces at unit vectors x (n, d): Householder columns.

    Examples
    --------
    >>> tangent_bases(np.array([[1.0, 0.0]]))[0].T.tolist()
    [[0.0, 1.0]]
    """
    sign = np.where(x[:, :1] >= 0, 1.0, -1.0)
    v = x.copy()
    v[:, :1] += sign
    reflections = np.eye(x.shape[1]) - 2 * v[:, :, None] * v[:, None, :] / np.sum(v * v, axis=1)[:, None, None]
    return np.asarray(reflections[:, :, 1:])


def riemannian_hessian(interaction: Interaction, x: Array) -> tuple[Array, Array, Array]:
    """Return the scaled Riemannian Hessian, the scaled tangential gradient, and the tangent bases at contents x."""
    n, d = x.shape
    bases = tangent_bases(x)
    scale = np.repeat(interaction.weights**-0.5, d - 1)
    gradient = interaction.gradient(x)[1]
    hessian = np.einsum("idje,idp,jeq->ipjq", interaction.hessian(x), bases, bases, optimize=True)
    matrix = hessian.reshape(n * (d - 1), n * (d - 1))
    matrix[np.diag_indices(len(matrix))] -= np.repeat(np.sum(gradient * x, axis=1), d - 1)
    slope = np.einsum("id,idp->ip", gradient, bases).reshape(-1)
    return scale[:, None] * matrix * scale, scale * slope, bases


def finish(
    interaction: Interaction,
    x: Array,
    rng: np.random.Generator,
    clock: Clock | None = None,
    seen: Seen | None = None,
) -> Finished:
    """Return the critical law that an ascent from contents x (n, d) ends at; its energy is not below that of x (SAME).

    Parameters
    ----------
    interaction : Interaction
    x : ndarray, shape (n, d)
    rng : Generator
        For the start of an iteration for eigenvalues.
    clock : Clock, optional
    seen : Seen, optional
        Of the same interaction, and changed: an ascent that comes to a law of an energy there ends as that one did.
    """
    seen = seen or Seen()
    passed: list[float] = []
    curvature: float | None = None
    flat: int | None = None
    small = interaction.n * (interaction.d - 1) <= LARGEST_HESSIAN
    for _ in range(_ESCAPES):
        x = _quasi_newton(interaction, x, clock)
        if clock is not None and clock.over:
            break
        known = seen.end(interaction.gradient(x)[0])
        if known is not None:
            seen.keep(passed, known)
            return known
        if small:
            x, curvature, flat, direction = _newton(interaction, x)
        else:
            curvature, direction = _largest_curvature(interaction, x, rng)
        if curvature is None or curvature <= _FLAT or direction is None:
            break
        left = _leave(interaction, x, direction)
        if left is None:
            break
        passed.append(interaction.gradient(x)[0])
        x = left
    energy, gradient = interaction.gradient(x)
    tangent = gradient - np.sum(gradient * x, axis=1, keepdims=True) * x
    residual = float(np.max(np.linalg.norm(tangent, axis=1) / interaction.weights))
    law = Finished(x, energy, residual, curvature, flat, len(passed))
    if clock is None or not clock.over:
        seen.keep(passed, law)
    return law


def _quasi_newton(interaction: Interaction, x: Array, clock: Clock | None) -> Array:
    """Return contents after L-BFGS in z, x = z/|z|, whose gradient is P_x G/|z|."""
    shape = x.shape
    unit = interaction.size
    scale = np.sqrt(interaction.weights)[:, None]  # z = x + y/sqrt(w): the metric of the label law

    def objective(flat: Array) -> tuple[float, Array]:
        z = x + flat.reshape(shape) / scale
        length = np.linalg.norm(z, axis=1, keepdims=True)
        u = z / length
        energy, gradient = interaction.gradient(u)
        slope = (gradient - np.sum(gradient * u, axis=1, keepdims=True) * u) / length / scale
        return -energy / unit, -slope.ravel() / unit

    def stop(_: Array) -> None:
        if clock is not None and clock.over:
            raise StopIteration

    options = {"maxiter": 500, "maxfun": 800, "ftol": 1e-16, "gtol": 1e-12, "maxcor": 20}
    before = interaction.gradient(x)[0]
    found = minimize(objective, np.zeros(x.size), jac=True, method="L-BFGS-B", options=options, callback=stop)
    z = x + found.x.reshape(shape) / scale
    reached = z / np.linalg.norm(z, axis=1, keepdims=True)
    return reached if interaction.gradient(reached)[0] >= before else x


def _newton(interaction: Interaction, x: Array) -> tuple[Array, float, int, Array | None]:
    """Return contents after Newton steps off the flat directions, largest curvature, their number, and a way up.

    Notes
    -----
    Steps go up in every direction, <g, v>/|l| along v, so that at a saddle the gradient is small when it is judged.
    """
    energy = interaction.gradient(x)[0]
    steps = 8
    while True:
        matrix, slope, bases = riemannian_hessian(interaction, x)
        eigenvalues, vectors = np.linalg.eigh(matrix)
        size = float(np.abs(eigenvalues).max())
        size = size if size > _SMALLEST else 1.0  # a Hessian that vanishes is flat
        flat = np.abs(eigenvalues) <= _FLAT * size
        inverse = np.where(flat, 0.0, 1 / np.where(flat, 1.0, np.abs(eigenvalues)))
        step = vectors @ (inverse * (slope @ vectors))
        steps -= 1
        if steps < 0 or not 1e-15 < np.linalg.norm(step) < 0.3 * np.sqrt(interaction.d):
            break
        trial = x + _tangent(interaction, bases, step)
        trial /= np.linalg.norm(trial, axis=1, keepdims=True)
        reached = interaction.gradient(trial)[0]
        if not reached >= energy - 4e-16 * abs(energy):
            break
        x, energy = trial, reached
    upward = eigenvalues[-1] > _FLAT * size
    direction = _tangent(interaction, bases, vectors[:, -1]) if upward else None
    return x, float(eigenvalues[-1]) / size, int(flat.sum()), direction


def _tangent(interaction: Interaction, bases: Array, step: Array) -> Array:
    """Return the displacement (n, d) of scaled tangent coordinates."""
    coordinates = step.reshape(interaction.n, interaction.d - 1) / np.sqrt(interaction.weights)[:, None]
    return np.asarray(np.einsum("idp,ip->id", bases, coordinates))


def _leave(interaction: Interaction, x: Array, direction: Array) -> Array | None:
    """Return contents of more energy along a direction, or None where no step gains."""
    energy = interaction.gradient(x)[0]
    direction = direction / np.abs(direction).max()
    best, best_energy = None, energy * (1 + 1e-14) if energy > 0 else energy * (1 - 1e-14)
    for length in (0.5, 0.2, 0.05, 0.01, 0.002):
        for sign in (1.0, -1.0):
            trial = x + sign * length * direction
            trial /= np.linalg.norm(trial, axis=1, keepdims=True)
            reached = interaction.gradient(trial)[0]
            if reached > best_energy:
                best, best_energy = trial, reached
    return best


def _largest_curvature(
    interaction: Interaction, x: Array, rng: np.random.Generator
) -> tuple[float | None, Array | None]:
    """Return the largest eigenvalue of the Hessian, by differences of gradients, and its direction.

    Notes
    -----
    H v = (grad E(x + h v) - grad E(x - h v))/(2 h) with tangential gradients at retracted points, h = 1e-5.
    """
    n, d = x.shape
    bases, h = tangent_bases(x), 1e-5
    scale = interaction.weights[:, None] ** -0.5

    def slope(displacement: Array) -> Array:
        moved = x + displacement
        moved /= np.linalg.norm(moved, axis=1, keepdims=True)
        gradient = interaction.gradient(moved)[1]
        gradient -= np.sum(gradient * moved, axis=1, keepdims=True) * moved
        return np.einsum("id,idp->ip", gradient, bases) * scale

    def product(v: Array) -> Array:
        step = _tangent(interaction, bases, v / np.linalg.norm(v)) * h
        return np.asarray((slope(step) - slope(-step)).ravel() * np.linalg.norm(v) / (2 * h))

    size = n * (d - 1)
    operator = LinearOperator((size, size), matvec=product, dtype=float)
    try:
        start = rng.standard_normal(size)
        low = float(eigsh(operator, k=1, which="LM", tol=1e-2, v0=start, return_eigenvectors=False, maxiter=300)[0])
        values, vectors = eigsh(operator, k=1, which="LA", tol=1e-3, v0=start, maxiter=300)
    except ArpackError:
        return None, None
    relative = float(values[0]) / (abs(low) or 1.0)
    if relative <= 1e-5:  # what differences of step 1e-5 tell from 0
        return min(relative, _FLAT), None
    return relative, _tangent(interaction, bases, vectors[:, 0])
