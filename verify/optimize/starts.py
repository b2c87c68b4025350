"""Starts of an ascent: windings, arcs, latitude circles, open arcs, sign cuts of k, and random contents.

Overview
--------
A planar start is an angle psi(phi) of the label's phase phi in [0, 2 pi), the place of the label in its order:

    winding m      psi = m phi                       (m = 0: collapsed)
    N arcs         psi = 2 pi floor(N phi/2 pi)/N
    open arc r     psi = r phi/(2 pi), with a jump at one label; the horseshoe has r between 1 and 5
    latitude h     (sqrt(1 - h^2) e^{i phi}, h), d >= 3
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.model.errors import InputError
from verify.model.sphere import points_on_sphere, retract, sample_uniform
from verify.optimize.interaction import Interaction
from verify.optimize.nodes import LabelNodes
from verify.optimize.pair_interaction import PairInteraction

__all__ = [
    "Start",
    "arcs",
    "given_starts",
    "latitude",
    "made_starts",
    "open_arc",
    "planar",
    "random_start",
    "structured",
    "winding",
]

Array = np.ndarray[Any, Any]
_WINDINGS = (0, 1, 2, 3)
_ARCS = (2, 3, 4, 5)
_RANGES = (0.8, 1.2, 1.6, 2.2, 3.0, 3.8)
_HEIGHTS = (0.3, 0.6, 0.8)


@dataclass(frozen=True)
class Start:
    """Contents (n, d) from which an ascent begins, with the name of where they come from."""

    origin: str
    contents: Array


def planar(angles: Array, d: int) -> Array:
    """Return contents (n, d) in the first plane at angles (n,)."""
    x = np.zeros((len(angles), d))
    x[:, 0], x[:, 1] = np.cos(angles), np.sin(angles)
    return x


def winding(phases: Array, d: int, m: int) -> Array:
    """Return the contents of e^{i m phi}."""
    return planar(m * phases, d)


def arcs(phases: Array, d: int, count: int) -> Array:
    """Return N equal arcs of labels on N equally spaced directions.

    Examples
    --------
    >>> phases = 2 * np.pi * np.arange(4) / 4
    >>> bool(np.abs(arcs(phases, 2, 2) - [[1, 0], [1, 0], [-1, 0], [-1, 0]]).max() < 1e-15)
    True
    """
    return planar(2 * np.pi * np.floor(count * phases / (2 * np.pi) + 1e-9) / count, d)


def open_arc(phases: Array, d: int, angle: float) -> Array:
    """Return contents that run once along an arc of the given angle, and jump back."""
    return planar(angle * phases / (2 * np.pi), d)


def latitude(phases: Array, d: int, height: float) -> Array:
    """Return contents on the circle of latitude at a height, d >= 3."""
    x = np.sqrt(1 - height**2) * planar(phases, d)
    x[:, 2] = height
    return x


def random_start(n: int, d: int, rng: np.random.Generator) -> Array:
    """Return independent uniform contents."""
    return sample_uniform(n, d, rng)


def structured(nodes: LabelNodes, d: int, k: Array | None, rng: np.random.Generator) -> list[Start]:
    """Return the starts that are no chance: windings, arcs, open arcs, latitudes, and cuts and maps of k.

    Parameters
    ----------
    nodes : LabelNodes
    d : int
    k : ndarray, shape (n, n), optional
        Table of a factor: its leading eigenvectors v of D k D, D = diag(sqrt w), give the cuts sign v, and the maps
        (v_1, ..., v_d)/|.|.
    rng : Generator
        For directions where all of a map's eigenvectors vanish.
    """
    phases = nodes.phases
    found = [Start("collapsed" if m == 0 else f"winding {m}", winding(phases, d, m)) for m in _WINDINGS]
    found += [Start(f"{count} arcs", arcs(phases, d, count)) for count in _ARCS if count < nodes.n]
    found += [Start(f"open arc {angle:g}", open_arc(phases, d, angle)) for angle in _RANGES]
    if d >= 3:
        found += [Start(f"latitude {height:g}", latitude(phases, d, height)) for height in _HEIGHTS]
    if k is not None:
        found += _of_eigenvectors(k, nodes.weights, d, rng)
    return found


def _of_eigenvectors(k: Array, weights: Array, d: int, rng: np.random.Generator) -> list[Start]:
    root = np.sqrt(weights)
    vectors = np.linalg.eigh(root[:, None] * k * root)[1][:, ::-1] / root[:, None]
    found = []
    for index in range(min(3, vectors.shape[1])):
        signs = np.where(vectors[:, index] >= 0, 1.0, -1.0)
        if np.abs(signs.sum()) < len(signs):
            found.append(Start(f"cut {index + 1} of k", planar(np.where(signs > 0, 0.0, np.pi), d)))
    leading = np.zeros((len(k), d))
    leading[:, : min(d, vectors.shape[1])] = vectors[:, :d]
    vanishing = np.linalg.norm(leading, axis=1) < 1e-12
    leading[vanishing] = sample_uniform(int(vanishing.sum()), d, rng)
    return [*found, Start("eigenvectors of k", retract(leading))]


def made_starts(interaction: Interaction, nodes: LabelNodes, random: int, rng: np.random.Generator) -> list[Start]:
    """Return the structured starts of an interaction and some random ones, as contents.

    Notes
    -----
    In the variables of a gauge the kernel is a factor kernel: there a winding is a winding.
    """
    n, d = nodes.n, interaction.d
    pair = interaction if isinstance(interaction, PairInteraction) else None
    made = structured(nodes, d, None if pair is None else pair.k, rng)
    made += [Start(f"random {index}", random_start(n, d, rng)) for index in range(random)]
    if pair is None or pair.gauge is None:
        return made
    return [Start(f"{start.origin} in the gauge", pair.to_contents(start.contents)) for start in made]


def given_starts(starts: object, n: int, d: int) -> list[Start]:
    """Return starts given as one array of contents (s, n, d) or (n, d), checked.

    Raises
    ------
    InputError
        Another shape, or contents off the sphere.
    """
    array = points_on_sphere(starts, "starts")
    if array.shape[-2:] != (n, d) or array.ndim not in {2, 3}:
        raise InputError("starts", f"have shape (s, {n}, {d})", f"shape {array.shape}", "One content for each label.")
    return [Start(f"given {index}", retract(x)) for index, x in enumerate(array.reshape(-1, n, d))]
