"""What is measured of particles: resultant, spread, order parameters, clusters, winding, and the laws of theorems."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import coo_matrix, csr_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from verify.model.errors import InputError
from verify.particles.merging import close_groups
from verify.particles.system import System

__all__ = [
    "SMALL", "cluster_count", "clusters", "order_parameter", "predicted_contents", "resultant", "spread", "winding",
]  # fmt: skip

Array = np.ndarray[Any, Any]

#: Up to so many contents clusters are read off all inner products.
SMALL = 1024
_FEW = 32


def resultant(x: Array, w: Array | None = None) -> float:
    """Return |mean x|, 1 exactly where all contents are one.

    Examples
    --------
    >>> resultant(np.array([[1.0, 0.0], [0.0, 1.0]]))
    0.7071067811865476
    """
    return float(np.linalg.norm(x.mean(axis=0) if w is None else w @ x))


def spread(x: Array, w: Array | None = None) -> float:
    """Return 1 - |mean x|^2 = mean |x - mean|^2 for unit vectors, without cancellation near 0."""
    weights = np.full(len(x), 1 / len(x)) if w is None else w
    gap = x - weights @ x
    return float(weights @ np.einsum("nc,nc->n", gap, gap))


def order_parameter(x: Array, degree: int) -> float:
    """Return (mean_ij P_l(<x_i, x_j>))^{1/2}: |mean z^l| for d = 2, the resultant for l = 1.

    Parameters
    ----------
    x : ndarray, shape (n, d)
    degree : int
        Any for d = 2; 1 or 2 for d >= 3.

    Notes
    -----
    Degree 2: P_2(t) = (d t^2 - 1)/(d - 1) and mean_ij <x_i, x_j>^2 = |mean x x^T|^2.

    Examples
    --------
    >>> cross = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])
    >>> order_parameter(cross, 2) < 1e-15, order_parameter(cross, 4)
    (True, 1.0)
    """
    d = x.shape[1]
    if d == 2:
        return float(abs(np.mean((x[:, 0] + 1j * x[:, 1]) ** degree)))
    if degree == 1:
        return resultant(x)
    if degree != 2:
        raise InputError("degree", "be 1 or 2 for d >= 3", degree)
    tensor = x.T @ x / len(x)
    return float(np.sqrt(max(0.0, (d * np.sum(tensor**2) - 1) / (d - 1))))


def clusters(x: Array, angle: float = 0.1) -> Array:
    """Return the cluster of each particle: two are in one if a chain of steps of at most ``angle`` joins them.

    Parameters
    ----------
    x : ndarray, shape (n, d)
    angle : float
        In radians.

    Notes
    -----
    Of more than 1,024 contents those closer than an eighth of the angle to one of them are taken for it.
    """
    if len(x) <= SMALL:
        near = np.asarray(x @ x.T >= np.cos(min(angle, np.pi)), dtype=np.int8)
        return np.asarray(connected_components(csr_matrix(near), directed=False)[1])
    reach = 2 * np.sin(min(angle, np.pi) / 2)
    groups = close_groups(x, np.zeros_like(x), np.zeros(len(x), dtype=int), reach / 4)
    first = np.unique(groups, return_index=True)[1]
    pairs = cKDTree(x[first]).query_pairs(reach, output_type="ndarray")
    graph = coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(first), len(first)))
    return np.asarray(connected_components(graph, directed=False)[1][groups])


def cluster_count(x: Array, angle: float = 0.1) -> int:
    """Return the number of clusters; see :func:`clusters`."""
    if not 0 < len(x) <= _FEW:
        return int(clusters(x, angle).max(initial=-1)) + 1
    joined = x @ x.T >= np.cos(min(angle, np.pi))
    for _ in range(_FEW.bit_length()):  # chains of twice the length each time
        joined = joined @ joined
    return round(float((1 / joined.sum(axis=1)).sum()))


def winding(x: Array, labels: Array) -> int | None:
    """Return how often the contents turn around their principal plane along increasing labels, and back to the first.

    Parameters
    ----------
    x : ndarray, shape (n, d)
    labels : ndarray, shape (n,)

    Returns
    -------
    int or None
        None where a step between neighbours is above a quarter turn: no curve is seen.

    Examples
    --------
    >>> angles = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    >>> winding(np.stack([np.cos(2 * angles), np.sin(2 * angles)], axis=1), angles)
    2
    """
    ordered = x[np.argsort(labels, kind="stable")]
    if x.shape[1] > 2:
        vectors = np.linalg.svd(ordered, full_matrices=False)[2]
        ordered = ordered @ vectors[:2].T
    z = ordered[:, 0] + 1j * ordered[:, 1]
    steps = np.angle(np.roll(z, -1) * z.conj())
    return None if np.abs(steps).max() > np.pi / 2 else round(float(steps.sum()) / (2 * np.pi))


def predicted_contents(system: System, x: Array) -> tuple[Array, Array] | None:
    """Return (u, the contents Q(xi_i)^T u) nearest to a state of a gauge kernel without factor, else None.

    Parameters
    ----------
    system : System
    x : ndarray, shape (n, d)
        Contents of all particles.

    Notes
    -----
    T4: the maximisers are exactly the graph laws of xi -> Q(xi)^T u. The u that minimises mean |Q x - u|^2 is the
    direction of the mean of Q x.
    """
    if system.gauge is None or system.coupling is not None:
        return None
    mean = system.to_solver(x).mean(axis=0)
    length = float(np.linalg.norm(mean))
    if length < 1e-9:
        return None
    u = mean / length
    return u, system.to_contents(np.broadcast_to(u, x.shape))
