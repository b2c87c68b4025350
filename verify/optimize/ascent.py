"""Block-coordinate ascent over slices: one label after another takes the maximum of its potential.

Overview
--------
E is w_i phi_i(x_i) plus what does not depend on x_i, so that no step loses energy. All starts of a batch move
together. Laws of the same energy up to rounding are found again and again; a sweep that gains less than a part in 10^9
ends the ascent of its batch, and a second-order method finishes (:mod:`verify.optimize.finish`).
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from verify.optimize.interaction import Interaction
from verify.optimize.slice_step import FINE, Search, best_points

__all__ = ["Clock", "ascend", "slice_gaps"]

Array = np.ndarray[Any, Any]


@dataclass
class Clock:
    """A limit of wall time in seconds, None for none."""

    seconds: float | None = None
    begin: float = field(default_factory=time.monotonic)

    @property
    def spent(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.begin

    @property
    def left(self) -> float | None:
        """Seconds that are left, at least 0; None without a limit."""
        return None if self.seconds is None else max(0.0, self.seconds - self.spent)

    @property
    def over(self) -> bool:
        """Whether the limit has passed."""
        return self.seconds is not None and self.spent > self.seconds


def ascend(
    interaction: Interaction,
    starts: Array,
    rng: np.random.Generator,
    sweeps: int = 12,
    search: Search | None = None,
    clock: Clock | None = None,
) -> Array:
    """Return contents (b, n, d) after block-coordinate ascent from starts of the same shape.

    Parameters
    ----------
    interaction : Interaction
    starts : ndarray, shape (b, n, d)
        Unit vectors.
    rng : Generator
        For the order of labels and for candidates.
    sweeps : int
        Largest number of passes over all labels.
    search : Search, optional
    clock : Clock, optional
        Looked at after each label.

    Examples
    --------
    Two labels that repel each other end at opposite points, from anywhere.

    >>> from verify.model.kernels import read_kernel
    >>> from verify.optimize.interactions import interaction_of
    >>> from verify.optimize.nodes import nodes_of
    >>> labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    >>> kernel = read_kernel({"family": "factor", "d": 2, "profile": "t", "k": [[0, -1], [-1, 0]], "labels": labels})
    >>> start = np.array([[[1.0, 0.0], [0.6, 0.8]]])
    >>> found = ascend(interaction_of(kernel, nodes_of(kernel)), start, np.random.default_rng(0))
    >>> bool(abs(found[0, 0] @ found[0, 1] + 1) < 1e-15)
    True
    """
    x = np.array(starts, dtype=float)
    search = search or Search()
    energy = interaction.energies(x)
    for _ in range(sweeps):
        for i in rng.permutation(interaction.n):
            if clock is not None and clock.over:
                return x
            x[:, i] = best_points(interaction.slice_potential(int(i), x), x[:, i], rng, search)[0]
        reached = interaction.energies(x)
        if (reached - energy <= 1e-9 * np.abs(reached)).all():
            break
        energy = reached
    return x


def slice_gaps(interaction: Interaction, x: Array, rng: np.random.Generator, search: Search = FINE) -> Array:
    """Return max_y phi_i(y) - phi_i(x_i) for each label i of a graph law with contents x (n, d): the residual of T3.

    Notes
    -----
    The maximum is looked for from many points; a gap is at least 0, and one that is missed would be a larger one.
    """
    batch = x[None]
    gaps = np.empty(interaction.n)
    for i in range(interaction.n):
        potential = interaction.slice_potential(i, batch)
        here = float(potential.values(batch[:, i : i + 1])[0, 0])
        gaps[i] = max(0.0, float(best_points(potential, x[i][None], rng, search)[1][0]) - here)
    return gaps
