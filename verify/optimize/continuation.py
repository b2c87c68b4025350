"""Continuation in beta: branches of critical laws, the transitions between them, and the winner at each beta.

Overview
--------
A branch is followed by taking the law at one beta as the start at the next. Two branches exchange their order where
the difference of their energies changes sign, which is bisected: a first-order transition, numeric evidence throughout.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from verify.model.errors import InputError
from verify.model.kernels import Kernel
from verify.model.profiles import Profile
from verify.optimize.finish import finish
from verify.optimize.interactions import interaction_of
from verify.optimize.maximise import maximise
from verify.optimize.nodes import nodes_of
from verify.optimize.optimum import Optimum, energy_number
from verify.optimize.pair_interaction import PairInteraction
from verify.optimize.search import in_unit, search_graph_laws
from verify.optimize.shapes import Shape, shape_of
from verify.optimize.starts import Start, made_starts

__all__ = [
    "Branch",
    "Phases",
    "Transition",
    "at_beta",
    "follow_branch",
    "locate_transition",
    "phase_diagram",
    "sweep_beta",
]

Array = np.ndarray[Any, Any]
SomeKernel = TypeVar("SomeKernel", bound=Kernel)
_ROUNDING = 1e-12
#: Narrowest bracket, relative to beta.
_FINEST = 1e-14


def at_beta(kernel: SomeKernel, beta: float) -> SomeKernel:
    """Return a kernel with another inverse temperature of its usa or peak profile.

    Raises
    ------
    InputError
        A profile that has none.
    """
    profile = getattr(kernel, "profile", None)
    if not isinstance(profile, Profile) or profile.kind not in {"usa", "peak"}:
        raise InputError("kernel", "have a usa or peak profile for another beta", kernel.family)
    changed = Profile.usa(beta) if profile.kind == "usa" else Profile.peak(beta)
    return replace(kernel, profile=changed)  # type: ignore[call-arg]  # the families with a profile


def _check_sweep(betas: Sequence[float], tolerance: float = 1.0) -> None:
    """Refuse values of beta that are none or do not increase, and a bracket that could never be narrow enough."""
    if not len(betas) or not all(math.isfinite(b) for b in betas) or any(a >= b for a, b in pairwise(betas)):
        raise InputError("betas", "be increasing numbers, at least one", list(betas))
    if not (math.isfinite(tolerance) and tolerance >= _FINEST * max(abs(b) for b in betas)):
        why = "Floats are no finer."
        raise InputError("tolerance", f"be at least {_FINEST:g} of the largest beta", tolerance, why)


@dataclass(frozen=True)
class Branch:
    """A critical law at one beta: contents (n, d), energy in the scaled unit e^{-|beta|} E, and its shape."""

    beta: float
    contents: Array
    energy: float
    shape: Shape


def follow_branch(
    kernel: Kernel, start: Array, betas: Sequence[float], n: int | None = None, seed: int = 0
) -> tuple[Branch, ...]:
    """Return the critical laws that a law leads to along a list of beta, each the start of the next.

    Parameters
    ----------
    kernel : Kernel
        With a usa or peak profile.
    start : ndarray, shape (n, d)
        Contents at the label nodes.
    betas : sequence of float
        In the order in which they are visited.
    n : int, optional
        Label nodes.
    """
    rng = np.random.default_rng(seed)
    found: list[Branch] = []
    contents = start
    for beta in betas:
        here = at_beta(kernel, beta)
        nodes = nodes_of(here, n)
        interaction = interaction_of(here, nodes)
        law = finish(interaction, interaction.to_variables(contents), rng)
        contents = interaction.to_contents(law.contents)
        gauged = isinstance(interaction, PairInteraction) and interaction.gauge is not None
        found.append(Branch(beta, contents, law.energy, shape_of(contents, nodes, law.contents if gauged else None)))
    return tuple(found)


@dataclass(frozen=True)
class Transition:
    """Two branches of equal energy between low and high: below, ``first`` has more energy, above, ``second``."""

    low: float
    high: float
    first: str
    second: str

    @property
    def beta(self) -> float:
        """The middle of the bracket."""
        return (self.low + self.high) / 2


def locate_transition(
    kernel: Kernel,
    starts: tuple[Array, Array],
    bracket: tuple[float, float],
    n: int | None = None,
    tolerance: float = 1e-4,
    tell: Callable[[float, float], None] | None = None,
) -> Transition:
    """Return the bracket, no wider than a tolerance, in which two branches exchange their order.

    Where the second branch has ended and its start falls to the first, the energies are equal: the first still wins.

    Parameters
    ----------
    kernel : Kernel
    starts : pair of ndarray, shape (n, d)
        Laws on the branch that wins at the lower end, and on the one that wins at the upper end.
    bracket : pair of float
        Lower and upper end in beta.
    n : int, optional
        Label nodes.
    tolerance : float
        Greatest width.
    tell : callable, optional
        Takes (beta, difference of energies) at each step.

    Raises
    ------
    InputError
        The order is the same at both ends: no transition is bracketed.
    """
    low, high = bracket
    _check_sweep(bracket, tolerance)
    laws = list(starts)

    def difference(beta: float) -> tuple[float, list[Branch]]:
        ends = [follow_branch(kernel, law, [beta], n)[0] for law in laws]
        gap = ends[0].energy - ends[1].energy + _ROUNDING * abs(ends[0].energy)
        if tell is not None:
            tell(beta, gap)
        return gap, ends

    below, first_ends = difference(low)
    above, second_ends = difference(high)
    if not below > 0 > above:
        raise InputError("bracket", "hold a change of order", bracket, f"E1 - E2 is {below:.3g} and {above:.3g}.")
    names = first_ends[0].shape.name, second_ends[1].shape.name
    laws = [first_ends[0].contents, second_ends[1].contents]
    while high - low > tolerance:
        middle = (low + high) / 2
        gap, _ = difference(middle)
        low, high = (middle, high) if gap > 0 else (low, middle)
    return Transition(low, high, *names)


def sweep_beta(
    kernel: Kernel,
    betas: Sequence[float],
    *,
    n: int | None = None,
    starts: int = 2,
    rng: np.random.Generator | int = 0,
    bounds: bool = True,
    timeout: float | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> tuple[Optimum, ...]:
    """Return the best graph laws and bounds of a kernel at each beta; after Ctrl-C at those that were begun.

    Parameters
    ----------
    kernel : Kernel
        With a usa or peak profile.
    betas : sequence of float
    n : int, optional
        Label nodes.
    starts : int
        Random starts at each beta, beside the structured ones.
    rng : Generator or int
    bounds : bool
        Whether bounds are looked for, too.
    timeout : float, optional
        Seconds at each beta.
    tell : callable, optional
        Takes (done, total).
    """
    _check_sweep(betas)
    generator = np.random.default_rng(rng)  # a generator stays itself
    found = []
    for done, beta in enumerate(betas):
        here = at_beta(kernel, beta)
        found.append(maximise(here, starts, generator, n=n, views=("graph_laws",), bounds=bounds, timeout=timeout))
        if tell is not None:
            tell(done + 1, len(betas))
        if found[-1].end == "interrupted":
            break
    return tuple(found)


@dataclass(frozen=True)
class Phases:
    """The winners of a kernel along beta: (beta, name, energy), and the values of beta where the name changes."""

    d: int
    winners: tuple[tuple[float, str, float], ...]
    transitions: tuple[float, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        winners = [{"beta": beta, "name": name, "energy": energy_number(energy)} for beta, name, energy in self.winners]
        return {"d": self.d, "winners": winners, "transitions": list(self.transitions)}


def phase_diagram(
    kernel: Kernel, betas: Sequence[float], n: int | None = None, seed: int = 0, tolerance: float = 1e-3
) -> Phases:
    """Return the names of the best graph laws along beta, and where they change.

    Parameters
    ----------
    kernel : Kernel
        With a usa or peak profile.
    betas : sequence of float
        Increasing.
    n : int, optional
        Label nodes.
    tolerance : float
        Greatest width of the bracket of a transition.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C: half a diagram is none.

    Notes
    -----
    At each beta the search begins from the structured starts and the best law at the value before; a last pass down
    follows the best law at each value to the one before it, so that no branch is lost between neighbours. Between two
    values of beta with different names both laws are followed, and the name of the better one is bisected: this finds
    transitions of first order, and those where a branch turns into another.
    """
    _check_sweep(betas, tolerance)
    best = _best_along(kernel, betas, n, seed)
    transitions = []
    for left in range(len(betas) - 1):
        if best[left].shape.name == best[left + 1].shape.name:
            continue
        low, high = betas[left], betas[left + 1]
        while high - low > tolerance:
            middle = (low + high) / 2
            ends = [follow_branch(kernel, law.contents, [middle], n, seed)[0] for law in best[left : left + 2]]
            winner = max(ends, key=lambda branch: branch.energy * (1 + _ROUNDING * (branch is ends[0])))
            low, high = (middle, high) if winner.shape.name == best[left].shape.name else (low, middle)
        transitions.append((low + high) / 2)
    winners = tuple((law.beta, law.shape.name, _in_unit(kernel, law, n)) for law in best)
    return Phases(kernel.d, winners, tuple(transitions))


def _best_along(kernel: Kernel, betas: Sequence[float], n: int | None, seed: int) -> list[Branch]:
    """Return the best law found at each beta."""
    rng = np.random.default_rng(seed)
    best: list[Branch] = []
    for beta in betas:
        here = at_beta(kernel, beta)
        nodes = nodes_of(here, n)
        interaction = interaction_of(here, nodes)
        begin = made_starts(interaction, nodes, 0, rng)
        begin += [Start(f"beta = {law.beta:g}", law.contents) for law in best[-1:]]
        *_, laws = search_graph_laws(interaction, nodes, begin, rng, warm=False, fine=False)
        best += follow_branch(kernel, laws[0].contents, [beta], n, seed)
    for left in reversed(range(len(betas) - 1)):
        (below,) = follow_branch(kernel, best[left + 1].contents, [betas[left]], n, seed)
        if below.energy - best[left].energy > _ROUNDING * abs(best[left].energy):
            best[left] = below
    return best


def _in_unit(kernel: Kernel, law: Branch, n: int | None) -> float:
    """Return the energy of a law in the kernel's own unit at its beta, infinite where it is no float."""
    here = at_beta(kernel, law.beta)
    return in_unit(interaction_of(here, nodes_of(here, n)), law.energy)[0]
