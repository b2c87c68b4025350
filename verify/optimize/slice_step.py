"""One slice's step: the maximum over the sphere of its potential, for a batch of laws at once.

Overview
--------
An affine potential phi(y) = a + <m, y> has the maximiser m/|m|. Otherwise candidates are compared (where the slice is,
the tokens' own directions and their opposites, points of the circle or random ones), and the best are refined by
Newton's method on the sphere: with the tangential gradient P g and the Hessian P H P - <g, y> P. For d = 2 a potential
is a trigonometric series, and where samples resolve it all its critical points are the roots of a polynomial,

    phi(theta) = sum_m c_m z^m,  z = e^{i theta}:     phi' = 0  iff  sum_m m c_m z^{m + M} = 0 and |z| = 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.model.sphere import sample_uniform
from verify.optimize.interaction import Jet, Potential

__all__ = ["FINE", "Search", "best_points", "circle_points", "critical_angles", "refine"]

Array = np.ndarray[Any, Any]
#: Dimensions up to which Newton's matrix is diagonalised; above, steps follow the gradient.
LARGEST_NEWTON = 8
_LONGEST = 0.5
_SAMPLES, _LARGEST_DEGREE = 512, 64


@dataclass(frozen=True)
class Search:
    """How finely the maximum of a potential is looked for.

    Parameters
    ----------
    circle : int
        Points of the circle, d = 2.
    random : int
        Random points, d >= 3.
    ridges : int
        Directions of tokens that are tried, and as many opposites.
    refined : int
        Candidates that are refined.
    steps : int
        Newton steps of each.
    critical : bool
        Whether, for d = 2, all critical points are enumerated.
    """

    circle: int = 32
    random: int = 12
    ridges: int = 12
    refined: int = 1
    steps: int = 2
    critical: bool = False


#: For the residual of a law in hand: the first-order condition is about the global maximum of a potential.
FINE = Search(circle=720, random=256, ridges=512, refined=8, steps=12, critical=True)


def circle_points(count: int) -> Array:
    """Return equally spaced points of the circle, (count, 2)."""
    angles = 2 * np.pi * np.arange(count) / count
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def best_points(potential: Potential, current: Array, rng: np.random.Generator, search: Search) -> tuple[Array, Array]:
    """Return the best point found of each potential of a batch, and its value; never worse than where it was.

    Parameters
    ----------
    potential : Potential
    current : ndarray, shape (b, d)
        Where the slices are.
    rng : Generator
    search : Search
    """
    here = current[:, None]
    if potential.interaction.affine:
        there = _unit(potential.jet(here).gradient, here)
        return _better(here, there, potential)
    points = np.concatenate([here, _candidates(potential, rng, search)], axis=1)
    found = potential.values(points)
    top = np.argsort(-found, axis=1, kind="stable")[:, : search.refined]
    chosen = np.take_along_axis(points, top[..., None], axis=1)
    refined = refine(potential, chosen, search.steps)
    return _better(here, np.concatenate([chosen, refined], axis=1), potential)


def _candidates(potential: Potential, rng: np.random.Generator, search: Search) -> Array:
    d = potential.interaction.d
    b = len(potential.contents)
    free = circle_points(search.circle) if d == 2 else sample_uniform(search.random, d, rng)
    parts = [np.broadcast_to(free, (b, *free.shape))]
    if d == 2 and search.critical and b == 1:
        angles = critical_angles(potential.values(circle_points(_SAMPLES)[None])[0])
        if angles is not None:
            parts.append(np.stack([np.cos(angles), np.sin(angles)], axis=1)[None])
    some = potential.ridges()
    if some.shape[1]:
        if some.shape[1] > search.ridges:
            some = some[:, rng.choice(some.shape[1], search.ridges, replace=False)]
        some = _unit(some, np.broadcast_to(np.eye(d)[0], some.shape))
        parts += [some, -some]
    return np.concatenate(parts, axis=1)


def critical_angles(samples: Array) -> Array | None:
    """Return all angles at which a trigonometric polynomial has slope 0, from its values at equally spaced angles.

    Parameters
    ----------
    samples : ndarray, shape (K,)
        phi(2 pi k/K).

    Returns
    -------
    ndarray or None
        None where phi is constant, or has a degree beyond 64 or K/4 to 14 digits.

    Examples
    --------
    >>> angles = 2 * np.pi * np.arange(32) / 32
    >>> np.round(np.sort(critical_angles(np.cos(angles - 0.5)) % np.pi), 12).tolist()
    [0.5, 0.5]
    """
    coefficients = np.fft.rfft(samples) / len(samples)
    sizes = np.abs(coefficients[1:])
    used = np.flatnonzero(sizes > 1e-14 * np.abs(samples).max(initial=0.0))
    degree = int(used[-1]) + 1 if len(used) else 0
    if not 0 < degree <= min(_LARGEST_DEGREE, len(samples) // 4):
        return None
    weighted = np.arange(1, degree + 1) * coefficients[1 : degree + 1]
    z = np.roots(np.concatenate([weighted[::-1], [0.0], -weighted.conj()]))
    return np.asarray(np.angle(z[np.abs(np.abs(z) - 1) < 1e-5]))


def _unit(v: Array, otherwise: Array) -> Array:
    """Return v/|v|, and another unit vector where v vanishes."""
    length = np.linalg.norm(v, axis=-1, keepdims=True)
    zero = length <= 1e-300
    return np.where(zero, otherwise, v / np.where(zero, 1.0, length))


def _better(here: Array, points: Array, potential: Potential) -> tuple[Array, Array]:
    """Return the best of the points and of here, which wins a tie."""
    every = np.concatenate([here, points], axis=1)
    found = potential.values(every)
    best = np.argmax(found, axis=1)
    rows = np.arange(len(every))
    return every[rows, best], found[rows, best]


def refine(potential: Potential, points: Array, steps: int) -> Array:
    """Return points (b, m, d) after Newton steps on the sphere; a step that loses is halved, and then left out.

    Notes
    -----
    The step along an eigenvector v of the tangential Hessian with eigenvalue l is <g, v>/|l|: Newton's where l < 0, and
    away from a minimum or a saddle where l > 0.
    """
    value = potential.values(points)
    for _ in range(steps):
        step = _ascent_step(potential.jet(points), points)
        accepted = np.zeros(value.shape, dtype=bool)
        for _halving in range(4):
            trial = _unit(points + step, points)
            reached = potential.values(trial)
            gains = ~accepted & (reached > value)
            points = np.where(gains[..., None], trial, points)
            value = np.where(gains, reached, value)
            accepted |= gains
            if accepted.all():
                break
            step = 0.25 * step
        if not accepted.any():
            break
    return points


def _ascent_step(jet: Jet, y: Array) -> Array:
    d = y.shape[-1]
    radial = np.sum(jet.gradient * y, axis=-1, keepdims=True)
    tangent = jet.gradient - radial * y
    if d == 2:
        e = np.stack([-y[..., 1], y[..., 0]], axis=-1)
        slope = np.sum(e * tangent, axis=-1, keepdims=True)
        curved = np.einsum("...d,...de,...e->...", e, jet.hessian, e)[..., None] - radial
        return _capped(e * slope / (np.abs(curved) + 1e-12 * np.abs(radial) + 1e-300))
    if d > LARGEST_NEWTON:
        return _capped(tangent / (np.abs(radial) + np.linalg.norm(tangent, axis=-1, keepdims=True) + 1e-300))
    projection = np.eye(d) - y[..., :, None] * y[..., None, :]
    riemannian = projection @ jet.hessian @ projection - radial[..., None] * projection
    eigenvalues, vectors = np.linalg.eigh(riemannian)
    along = np.einsum("...de,...d->...e", vectors, tangent)
    floor = 1e-12 * np.abs(eigenvalues).max(axis=-1, keepdims=True) + 1e-300
    return _capped(np.einsum("...de,...e->...d", vectors, along / (np.abs(eigenvalues) + floor)))


def _capped(step: Array) -> Array:
    length = np.linalg.norm(step, axis=-1, keepdims=True)
    return np.asarray(step * np.minimum(1.0, _LONGEST / np.maximum(length, 1e-300)))
