"""A search over graph laws: starts, block ascent, a continuation in beta, second-order ends, distinct laws with names.

Overview
--------
Each start is taken twice: through a few sweeps of block ascent, whose steps may jump to another maximum of a slice, and
straight to the critical law in its own basin, so that winding and latitude laws are seen beside what beats them. For
exponential profiles the best laws at smaller beta are starts at beta: at large beta potentials are flat off narrow
peaks, and chance finds little.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from verify.optimize.ascent import Clock, ascend, slice_gaps
from verify.optimize.finish import SAME, Finished, Seen, finish
from verify.optimize.interaction import Interaction
from verify.optimize.nodes import LabelNodes
from verify.optimize.optimum import FoundLaw
from verify.optimize.pair_interaction import PairInteraction
from verify.optimize.shapes import shape_of
from verify.optimize.starts import Start

__all__ = ["Progress", "described", "in_unit", "search_graph_laws"]

Array = np.ndarray[Any, Any]
#: e to this power is still a float.
_LARGEST = 709.7

_SWEEPS = 2
_KEPT = 8
#: Inverse temperature from which a continuation is worth its time, and the ratio of its steps.
_WARM, _RATIO = 3.0, 2.0


@dataclass(frozen=True)
class Progress:
    """What a progress bar shows: a stage, the part of it that is done, and the largest energy so far (scaled)."""

    stage: str
    done: int
    total: int
    energy: float


Told = Callable[[Progress], None]


@dataclass
class _Pool:
    """Critical laws that were reached, with the origin of the first start of each and the number of its starts."""

    laws: list[tuple[Finished, str, int]]

    def add(self, law: Finished, origin: str) -> None:
        for index, (other, first, times) in enumerate(self.laws):
            if abs(other.energy - law.energy) <= SAME * max(abs(law.energy), 1e-300):
                self.laws[index] = (max(other, law, key=lambda f: -f.residual), first, times + 1)
                return
        self.laws.append((law, origin, 1))
        self.laws.sort(key=lambda entry: -entry[0].energy)
        del self.laws[_KEPT:]

    @property
    def best(self) -> float:
        return self.laws[0][0].energy if self.laws else -math.inf


def search_graph_laws(
    interaction: Interaction,
    nodes: LabelNodes,
    starts: Sequence[Start],
    rng: np.random.Generator,
    clock: Clock | None = None,
    tell: Told | None = None,
    *,
    warm: bool = True,
    fine: bool = True,
) -> Iterator[tuple[FoundLaw, ...]]:
    """Yield the distinct laws found so far, best first, after each part of the search; at least once.

    Parameters
    ----------
    interaction : Interaction
    nodes : LabelNodes
    starts : sequence of Start
        At least one, in contents.
    rng : Generator
    clock : Clock, optional
    tell : callable, optional
        Takes a :class:`Progress`.
    warm : bool
        Whether laws at smaller beta are looked for, as starts; for those who bring them as starts.
    fine : bool
        Whether the slice gaps of the best laws are computed at the end; NaN without.
    """
    pool, seen = _Pool([]), Seen()
    clock = clock or Clock()
    batch = interaction.to_variables(np.stack([start.contents for start in starts]))
    if not interaction.invariant:
        batch = np.concatenate([batch, _turned(batch, rng)])
    origins = [start.origin for start in starts] * (len(batch) // len(starts))
    first = int(np.argmax(np.nan_to_num(interaction.energies(batch), nan=-np.inf)))
    pool.add(finish(interaction, batch[first], rng, clock, seen), origins[first])
    yield described(interaction, nodes, pool.laws, rng, fine=False)  # a law in hand before the long part
    if clock.over:
        return
    softer = list(_warmed(interaction, batch, rng, clock)) if warm else []
    origins += [f"continuation in beta {index + 1}" for index in range(len(softer))]
    batch = np.concatenate([batch, *[law[None] for law in softer]])
    risen = ascend(interaction, batch, rng, sweeps=_SWEEPS, clock=clock)
    ends = np.concatenate([risen, batch])
    energies = interaction.energies(ends)
    order = _distinct(energies)
    for done, index in enumerate(order):
        law = finish(interaction, ends[index], rng, clock, seen)
        pool.add(law, origins[index % len(batch)])
        if tell is not None:
            tell(Progress("graph laws", done + 1, len(order), pool.best))
        if clock.over:
            break
        if done % 4 == 3:
            yield described(interaction, nodes, pool.laws, rng, fine=False)
    yield described(interaction, nodes, pool.laws, rng, fine=fine and not clock.over)


def _turned(batch: Array, rng: np.random.Generator) -> Array:
    """Return the same laws, each in a random frame."""
    b, _, d = batch.shape
    frames = np.linalg.qr(rng.standard_normal((b, d, d)))[0]
    return np.einsum("bnd,bde->bne", batch, frames)


def _distinct(energies: Array) -> list[int]:
    """Return indices by falling energy, one of each energy; those that are no number are left out."""
    order = [int(i) for i in np.argsort(-energies, kind="stable") if np.isfinite(energies[i])]
    kept: list[int] = []
    for i in order:
        if not kept or abs(energies[i] - energies[kept[-1]]) > 1e-13 * abs(energies[i]):
            kept.append(i)
    return kept


def _warmed(interaction: Interaction, batch: Array, rng: np.random.Generator, clock: Clock) -> Iterator[Array]:
    """Yield the best laws at smaller beta, each followed to the next larger one."""
    jet = interaction.jet if isinstance(interaction, PairInteraction) else None
    if jet is None or jet.warmed is None or jet.beta is None or abs(jet.beta) < _WARM:
        return
    steps = min(8, math.ceil(math.log(abs(jet.beta) / 1.5, _RATIO)))
    path = [jet.beta / _RATIO ** (steps - s) for s in range(steps)]
    laws = batch
    for beta in path:
        assert isinstance(interaction, PairInteraction)
        softer = replace(interaction, jet=jet.warmed(beta))
        if laws is batch:
            laws = ascend(softer, laws, rng, sweeps=_SWEEPS, clock=clock)
        ends, seen = list[Finished](), Seen()
        for index in _distinct(softer.energies(laws))[: 2 * _KEPT]:
            if clock.over:
                break
            law = finish(softer, laws[index], rng, clock, seen)
            if all(abs(law.energy - other.energy) > SAME * abs(law.energy) for other in ends):
                ends.append(law)
        if not ends:
            return
        ends.sort(key=lambda law: -law.energy)
        laws = np.stack([law.contents for law in ends[:_KEPT]])
    yield from laws


def described(
    interaction: Interaction,
    nodes: LabelNodes,
    laws: Sequence[tuple[Finished, str, int]],
    rng: np.random.Generator,
    *,
    fine: bool = True,
) -> tuple[FoundLaw, ...]:
    """Return critical laws in the kernel's own unit, with names; the slice gap of the first alone unless few.

    Parameters
    ----------
    laws : sequence of (Finished, origin, times)
    fine : bool
        Whether slice gaps are computed; NaN without.
    """
    gauged = isinstance(interaction, PairInteraction) and interaction.gauge is not None
    size = interaction.size
    found = []
    for rank, (law, origin, times) in enumerate(laws):
        contents = interaction.to_contents(law.contents)
        gap = float("nan")
        if fine and rank < 3:
            gap = float(slice_gaps(interaction, law.contents, rng).max()) / size
        energy, log_energy = in_unit(interaction, law.energy)
        shape = shape_of(contents, nodes, law.contents if gauged else None)
        found.append(
            FoundLaw(
                contents, energy, log_energy, law.residual / size, gap, law.curvature, law.flat, shape, origin, times
            )
        )
    return tuple(found)


def in_unit(interaction: Interaction, energy: float) -> tuple[float, float]:
    """Return e^s times a scaled energy, infinite where it is no float, and the logarithm of its absolute value."""
    if energy == 0:
        return 0.0, -math.inf
    log_energy = math.log(abs(energy)) + interaction.log_scale
    if log_energy > _LARGEST:
        value = math.inf
    elif interaction.log_scale > _LARGEST:  # e^s is no float, though the energy is one
        value = math.exp(log_energy)
    else:
        value = abs(energy) * math.exp(interaction.log_scale)
    return math.copysign(value, energy), log_energy
