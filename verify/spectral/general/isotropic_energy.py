"""Energies of isotropic kernels h(<x, y>; xi, zeta): of the collapsed laws, and of a law that gains at second order.

Collapsed laws all have the energy 1/2 ∬ h(1; xi, zeta). Along x = (cos(eps v), sin(eps v), 0, ..), with k = dh/dt at
t = 1 and delta = v(xi) - v(zeta),

    E(eps) - E(0) = -eps^2/2 <v, L_k v> + R,        |R| <= eps^4/2 max |delta|^4 (∬ |k|/24 + ∬ M/8),

M(xi, zeta) = sup |d^2h/dt^2| on [cos(eps max |delta|), 1], as for one profile (:mod:`..small_rotations`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import flint

from verify.certificates.psd import NegativeDirection
from verify.model.calculus import ONE, at
from verify.model.derivatives import NotDifferentiableError, derivative
from verify.model.errors import InputError
from verify.model.formula import Formula, formula_of
from verify.model.kernels import ExpressionKernel, FactorKernel
from verify.model.numbers import ball
from verify.model.profiles import Profile, analyse_profile
from verify.model.verdict import Collapse, Energy, Num, View
from verify.spectral.continuum.problem import ContinuumProblem
from verify.spectral.continuum.rotation import Rotation, direction_of
from verify.spectral.continuum.rotation import absolute_mean as continuous_mean
from verify.spectral.finite.laws_in_hand import absolute_mean as finite_mean
from verify.spectral.finite.problem import FiniteProblem
from verify.spectral.general.expression_laws import cells_of
from verify.spectral.general.isotropic import as_factor_kernel
from verify.spectral.small_rotations import LawEnergies, has_kinks, rotation_witness, small_rotation

__all__ = ["collapsed_energy", "energies_beside", "second_order_law", "with_collapsed_energy"]

_LINEAR = "t"
_MOST_LABELS = 128
#: Cells per axis on which |d^2h/dt^2| is bounded.
_CELLS = (16, 4)


def collapsed_energy(kernel: ExpressionKernel, h: Formula) -> flint.arb | None:
    """Enclose 1/2 ∬ h(1; xi, zeta), None where it is not enclosed.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> h = "exp(dot(x, y)*(2 + cos(xi - zeta)))"
    >>> kernel = read_kernel({"family": "expression", "d": 3, "h": h, "labels": {"kind": "circle"}})
    >>> value = collapsed_energy(kernel, kernel.isotropic)
    >>> bool(abs(value - flint.arb(2).exp() * flint.arb(1).bessel_i(0) / 2) < 1e-10)
    True
    """
    try:
        problem = _problem(as_factor_kernel(kernel, formula_of(at(h.tree, {"t": ONE})), Profile.of_formula(_LINEAR)))
    except InputError:
        return None
    if isinstance(problem, FiniteProblem):
        energy = problem.interaction.collapsed_energy()
    elif problem.mean is None:
        return None
    else:
        energy = problem.mean[0] / 2
    return energy if energy.is_finite() else None


def energies_beside(kernel: ExpressionKernel, h: Formula, gain: flint.arb) -> LawEnergies | None:
    """Return the energies of the collapsed laws and of a law that gains; None where they are not told apart.

    Parameters
    ----------
    h : Formula
        h(t; labels).
    gain : flint.arb > 0
    """

    def collapsed() -> flint.arb:
        energy = collapsed_energy(kernel, h)
        return flint.arb("nan") if energy is None else energy

    return LawEnergies.of(collapsed, gain)


def _problem(kernel: FactorKernel) -> ContinuumProblem | FiniteProblem:
    facts = analyse_profile(kernel.profile, kernel.d)
    if kernel.labels.size is None:
        return ContinuumProblem(kernel, facts)
    return FiniteProblem(kernel, facts, kernel.k.rows(kernel.labels))


def with_collapsed_energy(view: View, collapsed: Num | None) -> View:
    """Return a view with what follows from the energy of the collapsed laws: all three where collapse maximises."""
    energy = view.energy
    if collapsed is None or energy.collapsed is not None:
        return view
    if view.collapse in {Collapse.ALL, Collapse.SOME}:
        return replace(view, energy=Energy(collapsed, collapsed, collapsed))
    best = collapsed if view.collapse is Collapse.UNKNOWN else None
    return replace(view, energy=Energy(collapsed, energy.best or best, energy.bound))


def second_order_law(kernel: ExpressionKernel, h: Formula, slope: Formula) -> Rotation | None:
    """Return a small rotation with more energy than every collapsed law, where L of dh/dt(1) has a negative direction.

    Parameters
    ----------
    h, slope : Formula
        h(t; labels), and dh/dt at t = 1.
    """
    if (kernel.labels.size or 0) > _MOST_LABELS or has_kinks(h.tree, "t"):
        return None
    problem = _problem(as_factor_kernel(kernel, slope, Profile.of_formula(_LINEAR)))
    found = _direction(problem)
    try:
        second = formula_of(derivative(derivative(h.tree, "t"), "t"))
    except NotDifferentiableError:
        return None
    if found is None:
        return None
    words, form, spread, absolute = found
    power = ball(spread) ** 4 / 2

    def fourth(angle: flint.arb) -> flint.arb | None:
        return power * (absolute / 24 + _mean_curvature(kernel, second, angle) / 8)

    step = small_rotation(-form / 2, fourth, spread)
    if step is None:
        return None
    energies = energies_beside(kernel, h, step.gain)
    return Rotation(step, energies, rotation_witness(step, energies, **words))


def _direction(
    problem: ContinuumProblem | FiniteProblem,
) -> tuple[Mapping[str, Any], flint.arb, Fraction, flint.arb] | None:
    """Words, an enclosure of <v, Lv>, the spread of v and a bound of ∬ |k|."""
    if isinstance(problem, ContinuumProblem):
        direction, absolute = direction_of(problem), continuous_mean(problem)
        if direction is None or absolute is None:
            return None
        return direction.words, direction.form, direction.spread, absolute
    decision = problem.upper_laplacian.decision
    if not isinstance(decision, NegativeDirection):
        return None
    v = decision.v
    ends = [table.dirichlet_form(v) for table in (problem.laplacian, problem.upper_laplacian)]
    words = {"v": [str(x) for x in v], "law": "x = (cos(eps*v), sin(eps*v), 0, ..)"}
    return words, ball(ends[0]).union(ball(ends[1])), max(v) - min(v), finite_mean(problem)


def _mean_curvature(kernel: ExpressionKernel, second: Formula, angle: flint.arb) -> flint.arb:
    """Bound ∬ sup |d^2h/dt^2| over pairs of labels, or of cells of labels."""
    first, other = kernel.labels.variables
    per_axis = _CELLS[min(len(first), len(_CELLS)) - 1]
    cells, total = cells_of(kernel, per_axis), flint.arb(0)
    near = {"t": angle.cos().union(flint.arb(1))}
    for a in cells:
        for b in cells:
            named = dict(zip(first, a.coordinates, strict=False)) | dict(zip(other, b.coordinates, strict=False))
            total += a.mass * b.mass * abs(second.enclose({**near, **named}))
    return flint.arb(total.upper()) if total.is_finite() else total
