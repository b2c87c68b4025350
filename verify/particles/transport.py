"""Wasserstein distances W2 between laws on the sphere, for squared geodesic distance.

References
----------
J. Delon, J. Salomon, A. Sobolevskii, "Fast transport optimization for Monge costs on the circle", SIAM J. Appl. Math.
70 (2010).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from verify.model.errors import InputError
from verify.model.sphere import points_on_sphere

__all__ = ["LARGEST_ASSIGNMENT", "wasserstein", "wasserstein_circle", "wasserstein_sphere"]

Array = np.ndarray[Any, Any]
#: Points beyond which an assignment takes too long.
LARGEST_ASSIGNMENT = 2048


def wasserstein_circle(x: Array, y: Array, w: Array | None = None, v: Array | None = None) -> float:
    """Return W2 between two atomic laws on the circle, exact to rounding.

    Parameters
    ----------
    x, y : ndarray, shape (n,) and (m,)
        Angles.
    w, v : ndarray, optional
        Weights summing to 1; equal by default.

    Notes
    -----
    W2^2 = min over a of the integral over s in [0, 1] of (F^{-1}(s) - G^{-1}(s - a))^2, with quantile functions
    extended by F^{-1}(s + 1) = F^{-1}(s) + 2 pi. As a function of a it is convex and linear between the points where
    two jumps meet; bisection on the sign of its slope ends at the minimum.

    Examples
    --------
    >>> float(wasserstein_circle(np.array([0.1]), np.array([2 * np.pi - 0.1])).__round__(12))
    0.2
    """
    first, second = _quantiles(x, w), _quantiles(y, v)
    low, high = -1.0, 1.0
    for _ in range(110):
        third = (high - low) / 3
        if _shifted_cost(first, second, low + third) <= _shifted_cost(first, second, high - third):
            high -= third
        else:
            low += third
    return float(np.sqrt(max(0.0, min(_shifted_cost(first, second, a) for a in (low, (low + high) / 2, high)))))


def _quantiles(x: Array, w: Array | None) -> tuple[Array, Array]:
    """Return sorted angles in [0, 2 pi) and the cumulative weights 0 = s_0 < ... < s_n = 1."""
    angles = np.mod(np.asarray(x, dtype=float), 2 * np.pi)
    order = np.argsort(angles, kind="stable")
    weights = np.full(len(angles), 1 / len(angles)) if w is None else np.asarray(w, dtype=float)[order]
    levels = np.concatenate([[0.0], np.cumsum(weights)])
    return angles[order], levels / levels[-1]


def _shifted_cost(first: tuple[Array, Array], second: tuple[Array, Array], a: float) -> float:
    """Return the integral of (F^{-1}(s) - G^{-1}(s - a))^2 over s in [0, 1]."""
    x, s = first
    y, t = second
    moved = np.concatenate([t + a + turn for turn in (-1, 0, 1)])
    breaks = np.unique(np.concatenate([s, moved[(moved > 0) & (moved < 1)]]))
    middle = (breaks[1:] + breaks[:-1]) / 2
    gap = x[_index(s, middle)] - _extended(y, t, middle - a)
    return float(np.diff(breaks) @ gap**2)


def _index(levels: Array, s: Array) -> Array:
    return np.clip(np.searchsorted(levels, s, side="right") - 1, 0, len(levels) - 2)


def _extended(y: Array, levels: Array, s: Array) -> Array:
    turn = np.floor(s)
    return np.asarray(y[_index(levels, s - turn)] + 2 * np.pi * turn)


def wasserstein_sphere(x: Array, y: Array) -> float:
    """Return W2 between two laws of n equal atoms on a sphere, by an optimal assignment.

    Parameters
    ----------
    x, y : ndarray, shape (n, d)
        Unit vectors, n at most 2,048.

    Raises
    ------
    InputError
        Different numbers of points, or too many.
    """
    x, y = points_on_sphere(x), points_on_sphere(y, "y")
    if x.shape != y.shape:
        raise InputError("y", f"have shape {x.shape}", f"shape {y.shape}")
    if len(x) > LARGEST_ASSIGNMENT:
        why = "The time of an optimal assignment grows with the cube of that."
        raise InputError("x", f"have at most {LARGEST_ASSIGNMENT} points", len(x), why)
    cost = (2 * np.arctan2(_norms(x, y, -1.0), _norms(x, y, 1.0))) ** 2
    rows, columns = linear_sum_assignment(cost)
    return float(np.sqrt(cost[rows, columns].mean()))


def _norms(x: Array, y: Array, sign: float) -> Array:
    """Return |x_i + sign y_j|."""
    return np.asarray(np.linalg.norm(x[:, None, :] + sign * y[None, :, :], axis=2))


def wasserstein(x: Array, y: Array) -> float | None:
    """Return W2 between two laws of n equal atoms: on the circle by quantiles, else by assignment.

    None beyond the 2,048 points that an assignment can take.
    """
    if x.shape[1] == 2:
        return wasserstein_circle(np.arctan2(x[:, 1], x[:, 0]), np.arctan2(y[:, 1], y[:, 0]))
    return wasserstein_sphere(x, y) if len(x) <= LARGEST_ASSIGNMENT else None
