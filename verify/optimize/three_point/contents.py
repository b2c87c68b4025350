"""Contents of three labels that maximise a sum of functions of their distances, by search in floating point.

F = g_1(d_01) + g_2(d_12) + g_3(d_20), each g an even trigonometric polynomial sum_k alpha_k cos(k s). On a circle the
distances are u, w, u + w, so that F lives on a torus. On a sphere of dimension two or more they fill the tetrahedron
|A - B| <= C <= min(A + B, 2 pi - A - B), whose faces are the triples on great circles; inside it a maximum has each
distance at a local maximum of its own function.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

__all__ = ["Array", "maxima", "start_contents", "values_at"]

Array = np.ndarray[Any, Any]
_NEWTON, _HALVES = 12, 4
_LINE = 2_000


def _waves(angles: Array, degree: int) -> Array:
    """cos(k s) for k = 0..degree, as the last axis."""
    return np.cos(angles[..., None] * np.arange(degree + 1))


def values_at(alpha: Array, contents: Array) -> Array:
    """Return F at contents given by their three distances.

    Parameters
    ----------
    alpha : float64 array (3, D + 1)
    contents : float64 array (m, 3)

    Examples
    --------
    >>> values_at(np.array([[0.0, 1.0]] * 3), np.array([[0.0, np.pi, np.pi]]))
    array([-1.])
    """
    return np.asarray(np.einsum("mek,ek->m", _waves(contents, alpha.shape[1] - 1), alpha))


def start_contents(points: int, *, sphere: bool) -> Array:
    """Return a grid of contents (m, 3) to start from: the torus up to reflection, and the inside of the tetrahedron."""
    step = 2 * np.pi / points
    u, w = np.meshgrid(np.arange(points // 2 + 1) * step, np.arange(points) * step, indexing="ij")
    planar = np.stack([u.ravel(), w.ravel(), (u + w).ravel()], axis=1)
    if not sphere:
        return planar
    line = np.linspace(0, np.pi, max(points // 3, 4))
    a, b, c = (axis.ravel() for axis in np.meshgrid(line, line, line, indexing="ij"))
    inside = (np.abs(a - b) < c) & (c < np.minimum(a + b, 2 * np.pi - a - b))
    return np.concatenate([planar, np.stack([a, b, c], axis=1)[inside]])


def maxima(alpha: Array, points: int, *, sphere: bool) -> tuple[Array, Array]:
    """Return local maxima of F (m, 3) and their values (m,), improved by ascent.

    Parameters
    ----------
    alpha : float64 array (3, D + 1)
    points : int
        Grid points of a full turn.
    sphere : bool
        Contents on S^{d-1} with d >= 3; else on the circle.
    """
    planar = _polish(alpha, _peaks_of_torus(alpha, points))
    inside = _inner(alpha) if sphere else np.empty((0, 3))
    contents = np.concatenate([planar, inside])
    return contents, values_at(alpha, contents)


def _peaks_of_torus(alpha: Array, points: int) -> Array:
    """Grid points of the torus, up to reflection, whose eight neighbours are not higher; the pairs (u, w)."""
    angles = np.arange(points) * (2 * np.pi / points)
    tables = _waves(angles, alpha.shape[1] - 1) @ alpha.T
    i, j = np.meshgrid(np.arange(points), np.arange(points), indexing="ij")
    table = tables[i, 0] + tables[j, 1] + tables[(i + j) % points, 2]
    peak = np.ones_like(table, dtype=bool)
    for shift in product((-1, 0, 1), repeat=2):
        if shift != (0, 0):
            peak &= table >= np.roll(table, shift, axis=(0, 1)) - 1e-15
    peak &= i <= points // 2
    return np.stack([angles[i[peak]], angles[j[peak]]], axis=1)


def _polish(alpha: Array, pairs: Array) -> Array:
    """Ascent in (u, w) by Newton steps; then all three distances.

    Notes
    -----
    The eigenvalues of the Hessian are taken as negative, so that each step goes uphill; it is halved until F rises.
    """
    k = np.arange(alpha.shape[1])

    def slopes(e: int, s: Array) -> tuple[Array, Array]:
        phases = s[:, None] * k
        return -(np.sin(phases) * k) @ alpha[e], -(np.cos(phases) * k**2) @ alpha[e]

    def spread(uw: Array) -> Array:
        return np.column_stack([uw, uw.sum(axis=1)])

    floor = 1e-9 * max(float((np.abs(alpha) * k**2).sum()), 1e-300)
    value = values_at(alpha, spread(pairs))
    for _ in range(_NEWTON):
        (f1, h1), (f2, h2), (f3, h3) = (slopes(e, spread(pairs)[:, e]) for e in range(3))
        hessian = np.stack([np.stack([h1 + h3, h3], axis=1), np.stack([h3, h2 + h3], axis=1)], axis=1)
        eigenvalues, vectors = np.linalg.eigh(hessian)
        along = np.einsum("mij,mi->mj", vectors, np.column_stack([f1 + f3, f2 + f3]))
        step = np.einsum("mij,mj->mi", vectors, along / np.maximum(np.abs(eigenvalues), floor))
        step *= np.minimum(1.0, 0.3 / np.maximum(np.abs(step).max(axis=1), 1e-300))[:, None]
        for _ in range(_HALVES):
            there = values_at(alpha, spread(pairs + step))
            better = there > value
            pairs, value = np.where(better[:, None], pairs + step, pairs), np.where(better, there, value)
            step = np.where(better[:, None], 0.0, step / 2)
    return spread(pairs)


def _inner(alpha: Array) -> Array:
    """Triples of local maxima of the three functions that satisfy the inequalities of a spherical triangle."""
    line = np.linspace(0, np.pi, _LINE + 1)
    waves = _waves(line, alpha.shape[1] - 1)
    tops = []
    for row in alpha:
        values = waves @ row
        inner = (values[1:-1] >= values[:-2]) & (values[1:-1] >= values[2:])
        tops.append(line[1:-1][inner])
    if np.prod([len(top) for top in tops]) > 4 * _LINE:
        return np.empty((0, 3))
    found = np.array(list(product(*tops))).reshape(-1, 3)
    a, b, c = found.T
    return found[(np.abs(a - b) <= c) & (c <= np.minimum(a + b, 2 * np.pi - a - b))]
