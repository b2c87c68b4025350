"""The name of a graph law, from invariants of its contents: collapsed, great circle, arcs, horseshoe and others.

Overview
--------
phi is the phase of a label in its order, w its weight. A law that lies in one plane has angles psi(phi) there.

    collapsed         all contents are one
    gauge orbit       Q(xi) x(xi) is one vector, and the contents are not
    great circle      planar, |sum w e^{i psi} e^{-+ i phi}| = 1
    winding m         the same with m phi, |m| >= 2; m > 0 for d >= 3, where a plane has no orientation
    latitude circle   a great circle but for a constant height
    N arcs            N tight clusters of neighbouring labels, of equal weight, on N equally spaced directions in turn
    clusters          tight clusters otherwise
    horseshoe         planar, on an open arc, monotone along the labels but for one jump: winding number 0
    other             none of these

A name is a description to the stated tolerances, and numeric evidence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse.csgraph import connected_components

from verify.optimize.nodes import LabelNodes

__all__ = ["Shape", "shape_of"]

Array = np.ndarray[Any, Any]
_SAME = 1e-4
_CIRCLE = 1e-6
_LINK = 0.05
_OPEN = 0.4
_MOST_WINDING = 12


@dataclass(frozen=True)
class Shape:
    """What a graph law looks like.

    Attributes
    ----------
    name : str
        Of the module's list.
    detail : str
        A number that belongs to the name: a height, the arc of a horseshoe in radians.
    clusters : int
        Groups of contents that chains of steps of at most 0.05 rad join.
    winding : int or None
        Of the map from labels to a plane: 0 on an open arc; None for laws off a plane, or with a jump on no open arc.
    planar : bool
        Whether the contents lie in one plane through the origin.
    resultant : float
        |sum w x|.
    """

    name: str
    detail: str
    clusters: int
    winding: int | None
    planar: bool
    resultant: float

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return dict(vars(self))


def shape_of(x: Array, nodes: LabelNodes, variables: Array | None = None) -> Shape:
    """Return the shape of a graph law.

    Parameters
    ----------
    x : ndarray, shape (n, d)
        Contents.
    nodes : LabelNodes
    variables : ndarray, shape (n, d), optional
        Q(xi) x(xi) of a gauge kernel.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> from verify.optimize.nodes import nodes_of
    >>> from verify.optimize.starts import winding
    >>> document = {"family": "factor", "d": 2, "profile": "t", "k": "1", "labels": {"kind": "circle"}}
    >>> nodes = nodes_of(read_kernel(document), 32)
    >>> [shape_of(winding(nodes.phases, 2, m), nodes).name for m in (0, 1, -3)]
    ['collapsed', 'great circle', 'winding -3']
    """
    order = np.argsort(nodes.phases, kind="stable")
    x, w, phases = x[order], nodes.weights[order], nodes.phases[order]
    mean = w @ x
    groups = _groups(x)
    angles = _angles(x)
    turns = None if angles is None else _turns(angles)
    if turns is not None and x.shape[1] > 2:
        turns = abs(turns)  # a plane in more dimensions has no orientation
    winding = turns if angles is None or _arc(angles) is None else 0

    def shape(name: str, detail: str = "") -> Shape:
        count = int(groups.max()) + 1
        return Shape(name, detail, count, winding, angles is not None, float(np.linalg.norm(mean)))

    if np.linalg.norm(x - x[0], axis=1).max() <= _SAME:
        return shape("collapsed")
    if variables is not None and np.linalg.norm(variables - variables[0], axis=1).max() <= _SAME:
        return shape("gauge orbit")
    m = None if angles is None or nodes.n < 3 else _winding_of_circle(angles, w, phases)
    if m is not None:
        return shape("great circle" if abs(m) == 1 else f"winding {m if x.shape[1] == 2 else abs(m)}")
    height = _latitude(x, w, phases)
    if height is not None:
        return shape("latitude circle", f"height {height:.6g}")
    if _tight(x, groups):
        arcs = None if angles is None else _arcs(angles, groups, w)
        return shape("clusters" if arcs is None else f"{arcs} arcs")
    arc = None if angles is None else _arc(angles)
    if arc is not None and _monotone(arc):
        return shape("horseshoe", f"arc {np.ptp(arc):.6g}")
    return shape("other")


def _groups(x: Array) -> Array:
    near = np.linalg.norm(x[:, None] - x[None], axis=-1) <= _LINK
    return np.asarray(connected_components(near, directed=False)[1])


def _angles(x: Array) -> Array | None:
    """Return angles in the plane of the contents, None where they span more than one."""
    if x.shape[1] > 2:
        _, sizes, vectors = np.linalg.svd(x, full_matrices=len(x) < 2)
        if sizes[2:].max(initial=0.0) > _CIRCLE * np.sqrt(len(x)):
            return None
        x = x @ vectors[:2].T
    return np.asarray(np.arctan2(x[:, 1], x[:, 0]))


def _turns(angles: Array) -> int | None:
    """Return the turns of the closed polygon of contents, None where a step is above a quarter turn."""
    steps = np.angle(np.exp(1j * (np.roll(angles, -1) - angles)))
    return None if np.abs(steps).max() > np.pi / 2 else round(float(steps.sum()) / (2 * np.pi))


def _winding_of_circle(angles: Array, w: Array, phases: Array) -> int | None:
    most = min(_MOST_WINDING, (len(w) - 1) // 2)
    for size in range(1, most + 1):
        for m in (size, -size):
            if abs(np.sum(w * np.exp(1j * (angles - m * phases)))) >= 1 - _CIRCLE:
                return m
    return None


def _latitude(x: Array, w: Array, phases: Array) -> float | None:
    """Return the height of a circle of latitude that turns once, None for other laws."""
    mean = w @ x
    height = float(np.linalg.norm(mean))
    if x.shape[1] < 3 or not 1e-3 < height < 1 - 1e-3:
        return None
    off = x - mean
    if np.abs(off @ mean).max() > 1e-5 or np.ptp(np.linalg.norm(off, axis=1)) > 1e-5:
        return None
    angles = _angles(off / np.linalg.norm(off, axis=1, keepdims=True))
    turns = None if angles is None else _winding_of_circle(angles, w, phases)
    return height if turns in {1, -1} else None


def _tight(x: Array, groups: Array) -> bool:
    """Whether there are at least 2 clusters, fewer than half as many as labels, each small beside its distances."""
    count = int(groups.max()) + 1
    if not 2 <= count <= max(2, len(x) // 2):
        return False
    centres = np.array([x[groups == g].mean(axis=0) for g in range(count)])
    width = max(float(np.linalg.norm(x[groups == g] - centres[g], axis=1).max()) for g in range(count))
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=-1)[~np.eye(count, dtype=bool)]
    return bool(width <= 0.1 * apart.min())


def _arcs(angles: Array, groups: Array, w: Array) -> int | None:
    """Return N for N arcs on N directions in turn, None for other clusters; labels are in order."""
    count = int(groups.max()) + 1
    changes = np.flatnonzero(groups != np.roll(groups, 1))
    if len(changes) != count:
        return None
    pieces = np.split(np.roll(np.arange(len(w)), -changes[0]), (np.diff(changes)).cumsum())
    masses = np.array([w[piece].sum() for piece in pieces])
    if np.abs(masses - 1 / count).max() > 1.01 * w.max():
        return None
    directions = np.array([np.angle(np.exp(1j * angles[piece]).sum()) for piece in pieces])
    steps = np.angle(np.exp(1j * (np.roll(directions, -1) - directions)))
    right = np.abs(np.abs(steps) - 2 * np.pi / count).max() <= 0.02
    return count if right and (count == 2 or len(set(np.sign(steps))) == 1) else None


def _arc(angles: Array) -> Array | None:
    """Return angles lifted to an open arc, None where no gap is above 0.4 rad and three times every other."""
    ordered = np.sort(angles)
    gaps = np.diff(np.append(ordered, ordered[0] + 2 * np.pi))
    widest = int(np.argmax(gaps))
    others = np.delete(gaps, widest)
    if gaps[widest] < max(_OPEN, 3 * others.max(initial=0.0)):
        return None
    start = ordered[(widest + 1) % len(ordered)]
    return np.asarray((angles - start + 1e-12) % (2 * np.pi))


def _monotone(arc: Array) -> bool:
    """Whether an arc is run through once along the cyclic order of labels, forwards or backwards."""
    steps = np.roll(arc, -1) - arc
    falls, rises = int((steps < -1e-9).sum()), int((steps > 1e-9).sum())
    return min(falls, rises) == 1 and max(falls, rises) > 2
