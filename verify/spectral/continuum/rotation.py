"""The small rotation of a continuum of labels that a negative direction of L gives, in words and with its energy.

A direction is a mode of the symbol, v = cos(m.xi) with <v, Lv> = (khat(0) - khat(m))/2; a function v constant on
cells; or a set of labels on which D < 0, whose slices are split (graph laws come as near as one likes, T1).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import flint

from verify.model.labels import Interval
from verify.model.numbers import ball
from verify.spectral.continuum.energy import bound_absolute_mean
from verify.spectral.continuum.minorant import NegativeForm
from verify.spectral.continuum.toeplitz import EnclosedSymbol
from verify.spectral.small_rotations import LawEnergies, SmallRotation, rotation_witness, small_rotation_of_factor

if TYPE_CHECKING:
    from verify.spectral.continuum.problem import ContinuumProblem

__all__ = ["Direction", "Rotation", "absolute_mean", "direction_of", "rotation_of"]

_PRECISION = 320
_TURNED = "x = (cos(eps*v), sin(eps*v), 0, ..)"
_SPLIT = "half of every slice at (cos(eps), sin(eps), 0, ..), half at (cos(eps), -sin(eps), 0, ..)"


@dataclass(frozen=True)
class Direction:
    """A direction in words, with an enclosure of <v, Lv> < 0 and the bound of |v - v'|."""

    words: Mapping[str, Any]
    form: flint.arb
    spread: Fraction


@dataclass(frozen=True)
class Rotation:
    """A law that certainly beats the collapsed ones; its energies where they are written out."""

    step: SmallRotation
    energies: LawEnergies | None
    witness: Mapping[str, Any]


def rotation_of(problem: ContinuumProblem) -> Rotation | None:
    """Return the small rotation along a direction in which L is negative; None without one, or with f'' unbounded."""
    direction, absolute = direction_of(problem), absolute_mean(problem)
    if direction is None or absolute is None or problem.mean is None:
        return None
    kernel, facts = problem.kernel, problem.facts
    step = small_rotation_of_factor(
        kernel.profile, kernel.d, facts.slope_at_one, direction.form, absolute, direction.spread
    )
    if step is None:
        return None
    mean, exact = problem.mean

    def collapsed() -> flint.arb:
        half = mean if exact is None else ball(exact)
        return kernel.profile.value(flint.arb(1), kernel.d) * half / 2

    formula = None if problem.collapsed is None else problem.collapsed.exact
    energies = LawEnergies.of(collapsed, step.gain, formula)
    return Rotation(step, energies, rotation_witness(step, energies, **direction.words))


def direction_of(problem: ContinuumProblem) -> Direction | None:
    """Return a direction in which L is negative, by the symbol or on cells."""
    return _of_symbol(problem) or _of_cells(problem)


def _of_symbol(problem: ContinuumProblem) -> Direction | None:
    symbol = problem.symbol
    if symbol is None or symbol.psd is not False:
        return None
    if symbol.mode is None:  # khat(0) < 0, and D = khat(0)
        return Direction({"law": _SPLIT}, symbol.mean, Fraction(2))
    names, mode = problem.kernel.labels.variables[0], symbol.mode
    phase = " + ".join(f"{m}*{name}" for m, name in zip(mode, names, strict=True) if m)
    phase = re.sub(r"\b1\*", "", phase).replace("+ -", "- ")
    words = {"law": _TURNED, "v": f"cos({phase})"}
    if symbol.mean_exact is not None and problem.coefficients is not None:
        gap = ball((symbol.mean_exact - problem.coefficients.get(mode, Fraction(0))) / 2)
    elif problem.lag is not None:
        wave = EnclosedSymbol(problem.lag)
        gap = (wave.coefficient(0, _PRECISION) - wave.coefficient(mode[0], _PRECISION)) / 2
    else:
        return None
    return Direction(words, gap, Fraction(2))


def _of_cells(problem: ContinuumProblem) -> Direction | None:
    """<v, Lv> between minorant and majorant on cells of equal uniform mass, or D on a cell."""
    found, labels = problem.cells, problem.kernel.labels
    if not isinstance(found, NegativeForm):
        return None
    bounds, words = found.bounds, {"cells": found.bounds.per_axis}
    if found.block is not None:
        ends = [sum(rows[found.block], Fraction(0)) / bounds.size**2 for rows in (bounds.lower, bounds.upper)]
        law, spread = _SPLIT.replace("every slice", f"every slice of cell {found.block}"), Fraction(2)
        direction: dict[str, Any] = {"law": law}
    else:
        assert found.direction is not None
        v = found.direction
        ends = [_form(rows, v) for rows in (bounds.lower, bounds.upper)]
        spread = max(v) - min(v)
        direction = {"law": _TURNED, "v": [str(x) for x in v]}
    form = ball(ends[0]).union(ball(ends[1]))
    if isinstance(labels, Interval) and labels.density is not None:
        form *= (ball(labels.b) - ball(labels.a)) ** 2
    return Direction({**direction, **words}, form, spread)


def _form(rows: Sequence[Sequence[Fraction]], v: Sequence[Fraction]) -> Fraction:
    """<v, Lv> of a table on cells of equal mass."""
    pairs = ((i, j) for i in range(len(v)) for j in range(i))
    return sum((rows[i][j] * (v[i] - v[j]) ** 2 for i, j in pairs), Fraction(0)) / len(v) ** 2


def absolute_mean(problem: ContinuumProblem) -> flint.arb | None:
    """Bound ∬ |k| by (∬ k^2)^(1/2), which Parseval's identity gives, or on cells."""
    if problem.coefficients is not None:
        return ball(sum((c * c for c in problem.coefficients.values()), Fraction(0))).sqrt()
    bound = bound_absolute_mean(problem.formula, problem.kernel.labels)
    if bound is None and problem.symbol is not None and problem.lag is not None:
        return EnclosedSymbol(problem.lag).energy().sqrt()
    return bound
