"""Merging: particles with equal labels closer than delta, and coming closer, become one of their joint weight.

Overview
--------
Once clusters form the flow is stiff by the ratio of their forces to those between them. Two particles of one label that
attract each other at a distance below delta never part; as one particle they no longer limit the step. The map from
particles to clusters is kept, so that every state can be given for all particles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["close_groups", "merged"]

Array = np.ndarray[Any, Any]


def close_groups(x: Array, v: Array, classes: Array, delta: float) -> Array:
    """Return the group of each of m particles, numbered by first members; groups have a diameter below delta.

    Parameters
    ----------
    x, v : ndarray, shape (m, d)
        Unit vectors and their velocities.
    classes : ndarray of int, shape (m,)
        Only equal classes group; -1 never does.
    delta : float

    Notes
    -----
    Points are sorted by class and by the projection on a fixed direction, which moves no two points apart. The first
    point of a run takes along what lies within delta/2 of it and approaches it, the next that is left the same.

    Examples
    --------
    >>> x = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1e-9]])
    >>> close_groups(x, np.zeros((3, 2)), np.zeros(3, dtype=int), 1e-7).tolist()
    [0, 1, 0]
    """
    m, d = x.shape
    direction = np.cos(1.0 + np.arange(d) ** 1.5)
    key = x @ (direction / np.linalg.norm(direction))
    order = np.lexsort((key, classes))
    sorted_key, sorted_class = key[order], classes[order]
    radius = delta / 2
    together = (np.diff(sorted_key) <= radius) & (np.diff(sorted_class) == 0) & (sorted_class[1:] >= 0)
    leader = np.arange(m)
    if together.any():
        edges = np.flatnonzero(np.diff(np.concatenate([[False], together, [False]]).astype(int)))
        for start, stop in zip(edges[::2], edges[1::2], strict=True):  # positions start..stop, stop included
            _lead(order[start : stop + 1], sorted_key[start : stop + 1], x, v, leader, radius)
    return np.unique(leader, return_inverse=True)[1].reshape(-1)


def _lead(run: Array, key: Array, x: Array, v: Array, leader: Array, radius: float) -> None:
    """Group one run of candidates, sorted by key, writing the smallest member of each group as its leader."""
    free = np.ones(len(run), dtype=bool)
    for position in range(len(run)):
        if not free[position]:
            continue
        end = int(np.searchsorted(key, key[position] + radius, side="right"))
        window = np.flatnonzero(free[position:end]) + position
        if len(window) == 1:
            free[position] = False
            continue
        members, first = run[window], run[position]
        gap = x[members] - x[first]
        near = np.einsum("nc,nc->n", gap, gap) <= radius**2
        near &= np.einsum("nc,nc->n", gap, v[members] - v[first]) <= 0
        free[window[near]] = False
        leader[members[near]] = members[near].min()


def merged(x: Array, w: Array, groups: Array) -> tuple[Array, Array, Array]:
    """Return contents, weights and first members of groups: weighted means on the sphere.

    Parameters
    ----------
    x : ndarray, shape (m, d)
    w : ndarray, shape (m,)
    groups : ndarray of int, shape (m,)
        As :func:`close_groups` numbers them.
    """
    count = int(groups.max()) + 1
    first = np.full(count, len(x))
    np.minimum.at(first, groups, np.arange(len(x)))
    weights = np.bincount(groups, weights=w, minlength=count)
    sums = np.stack([np.bincount(groups, weights=w * x[:, c], minlength=count) for c in range(x.shape[1])], axis=1)
    alone = np.bincount(groups, minlength=count) == 1
    means = sums / np.linalg.norm(sums, axis=1, keepdims=True)
    means[alone] = x[first[alone]]
    return means, weights, first
