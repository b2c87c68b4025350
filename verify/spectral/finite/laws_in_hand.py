"""The law that a refutation on finitely many labels has in hand, at any number of labels.

Few labels: the best of an ascent and of the rotation along the direction. Many: contents shared by labels with like
values of the direction. Where neither is seen to gain: the small rotation, whose gain follows from <v, Lv> alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from verify.model.numbers import ball
from verify.spectral.finite.laws import Gain, law_from_direction, law_spread_at, search_law
from verify.spectral.finite.merged import merged_gain
from verify.spectral.finite.problem import FiniteProblem
from verify.spectral.small_rotations import LawEnergies, SmallRotation, rotation_witness, small_rotation_of_factor

__all__ = ["Turned", "absolute_mean", "law_along", "spread_law"]

#: Beyond so many labels no energy is summed over all pairs of contents.
_MOST_PAIRED = 96


@dataclass(frozen=True)
class Turned:
    """The law x_i = (cos(eps v_i), sin(eps v_i), 0, ..) and its gain."""

    problem: FiniteProblem
    step: SmallRotation

    def energies(self, exact: str | None = None) -> LawEnergies | None:
        """Both energies and their difference; ``exact`` is the collapsed one in closed form."""
        return LawEnergies.of(self.problem.interaction.collapsed_energy, self.step.gain, exact)

    def to_json(self) -> dict[str, Any]:
        """Plain data of a witness, beside the direction v."""
        return dict(rotation_witness(self.step, self.energies(), law="x = (cos(eps*v), sin(eps*v), 0, ..)"))


def law_along(problem: FiniteProblem, v: Sequence[Fraction]) -> Gain | Turned | None:
    """Return a graph law that certainly beats the collapsed ones, given <v, Lv> < 0 for the upper table, f'(1) > 0."""
    found: Gain | None
    if len(v) <= _MOST_PAIRED:
        found = _better(law_from_direction(problem.interaction, v), search_law(problem.interaction))
    elif problem.facts.bounded is True:
        found = merged_gain(problem.interaction, problem.laplacian, problem.upper_laplacian, v)
    else:
        found = None
    return found or _turned(problem, v)


def _turned(problem: FiniteProblem, v: Sequence[Fraction]) -> Turned | None:
    ends = [table.dirichlet_form(v) for table in (problem.laplacian, problem.upper_laplacian)]
    step = small_rotation_of_factor(
        problem.kernel.profile,
        problem.kernel.d,
        problem.facts.slope_at_one,
        ball(ends[0]).union(ball(ends[1])),
        absolute_mean(problem),
        max(v) - min(v),
    )
    return None if step is None else Turned(problem, step)


def absolute_mean(problem: FiniteProblem) -> flint.arb:
    """Bound sum w_i w_j |k_ij| by the largest |k_ij|."""
    lowest, highest = min(map(min, problem.lower)), max(map(max, problem.upper))
    return ball(max(-lowest, highest))


def spread_law(problem: FiniteProblem, label: int) -> Gain | None:
    """Return a law that spreads the slice at a label of negative degree, or a better one from an ascent."""
    return _better(law_spread_at(problem.interaction, label), search_law(problem.interaction, copies=2))


def _better(first: Gain | None, second: Gain | None) -> Gain | None:
    """The law with more energy for certain, else the first there is."""
    if first is None or second is None:
        return first or second
    return second if second.gain > first.gain else first
