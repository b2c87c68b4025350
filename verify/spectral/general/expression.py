"""Expression kernels: isotropic ones by second order, series and pairs; others by exclusion of collapsed laws.

Overview
--------
Isotropic, h = h(<x, y>; xi, zeta), in this order:

1. h = k f: the factor kernel decides (T5).
2. h(t) <= h(1) for every pair of labels: collapsed laws are maximisers (:mod:`.pointwise`).
3. L of dh/dt at t = 1 not PSD: no collapsed law is a local maximum (:mod:`.second_order`).
4. h = sum_n k_n P_n: where collapsed laws maximise each (k_n, P_n), they maximise E. E over P_rho splits as

       E[collapsed] - E[mu] = 1/2 sum_n <M_n, L_n M_n> + 1/2 ∫ ∬ (g_xi(1) - g_xi(<x, y>)) dmu_xi dmu_xi drho,

   M_n the moments of degree n and g_xi(t) = ∫ h(t; xi, zeta) rho(dzeta). With every L_n PSD, n >= 1, collapse
   maximises over P_rho iff g_xi <= g_xi(1) for almost every xi: sufficient by the formula, necessary by T3.
5. An explicit law with more energy.

Otherwise collapsed laws are excluded direction by direction (:mod:`.criticality`), for d <= 4, or the answer
is unknown.
"""

from __future__ import annotations

from dataclasses import replace

import flint

from verify.model.kernels import ExpressionKernel
from verify.model.verdict import Collapse, Energy, Hypothesis, Num, Status, View
from verify.spectral.energies import filled
from verify.spectral.general.criticality import CellSearch, exclude_collapse
from verify.spectral.general.expansion import Expansion, is_smooth_in_contents
from verify.spectral.general.expression_energy import energies_of_expression
from verify.spectral.general.expression_laws import FoundLaw, cells_of, energy_of_law, propose_law
from verify.spectral.general.isotropic_rules import decide_isotropic
from verify.spectral.general.label_cells import has_coordinates, label_probes
from verify.spectral.outcome import Outcome

__all__ = ["decide_expression"]

_LARGEST_FINITE = 128
_PROBES = 5
_GRIDS = ((32, 96), (8, 14), (4,))
_LARGEST_LAW = 12
#: Cells per axis on which a law is constant.
_LAW_CELLS = (24, 4)


def decide_expression(kernel: ExpressionKernel) -> Outcome:
    """Decide a kernel given by a formula in the contents and the labels.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> h = "exp(dot(x, y)*(2 + cos(xi - zeta)))"
    >>> kernel = read_kernel({"family": "expression", "d": 3, "h": h, "labels": {"kind": "circle"}})
    >>> str(decide_expression(kernel).graph_laws.collapse)
    'all'
    """
    isotropic = kernel.isotropic
    expansions = _expansions(kernel) if isotropic is None and _is_small(kernel) else []
    found = _anisotropic(kernel, expansions) if isotropic is None else decide_isotropic(kernel, isotropic)
    if kernel.labels.atomic and kernel.labels.size == 1:
        energy = found.graph_laws.energy if found.graph_laws.collapse is Collapse.ALL else Energy()
        graph = View(Collapse.ALL, True, Status.EXACT, energy, "With one label every graph law is collapsed.")
        found = replace(found, graph_laws=graph)
    given = (found.graph_laws.energy, found.all_laws.energy)
    if all(energy.collapsed and energy.best and energy.bound for energy in given):
        return found
    return filled(found, energies_of_expression(kernel, expansions[0] if expansions else None))


def _is_small(kernel: ExpressionKernel) -> bool:
    """Whether a search over cells of directions is made."""
    return is_smooth_in_contents(kernel.h, kernel.d) and kernel.d <= 4 and (kernel.labels.size or 0) <= _LARGEST_FINITE


def _anisotropic(kernel: ExpressionKernel, expansions: list[Expansion]) -> Outcome:
    step = "Search a law with more energy than every collapsed one, or show that some collapsed law is a maximiser."
    if not is_smooth_in_contents(kernel.h, kernel.d):
        view = View.unknown("h has branches or kinks in the contents, so that its gradient was not enclosed.")
        return Outcome(view, view, next_step="Write h without Piecewise, Min, Max or sign in the contents. " + step)
    if not expansions:
        view = View.unknown(
            "h is not a function of <x, y>, and d > 4 or the labels are too many for a search over cells of directions."
        )
        return Outcome(view, view, next_step=step)
    law = _law(kernel)
    best = None if law is None else energy_of_law(kernel, law)
    found = CellSearch(complete=False, orders={})
    for expansion in expansions:
        found = exclude_collapse(expansion, best)
        if found.complete:
            return _excluded(kernel, found, law, best)
    where = f" A direction that was not excluded: u = {found.stopped_at}." if found.stopped_at else ""
    energy = Energy(None, None if best is None else Num.of_ball(best))
    reason = "h is not a function of <x, y>, and it was not excluded that a collapsed law is a maximiser."
    view = View.unknown(reason, energy)
    return Outcome(view, view, next_step=step + where)


def _law(kernel: ExpressionKernel) -> FoundLaw | None:
    """A law in hand, for few labels or few cells: its energy may exclude directions at order zero."""
    if (kernel.labels.size or 0) > _LARGEST_LAW or len(kernel.labels.variables[0]) > len(_LAW_CELLS):
        return None
    return propose_law(kernel, _LAW_CELLS[len(kernel.labels.variables[0]) - 1])


def _expansions(kernel: ExpressionKernel) -> list[Expansion]:
    variables = kernel.labels.variables
    if kernel.labels.size is not None:
        cells = cells_of(kernel, 1)
        probes = label_probes(kernel.labels, _PROBES) if has_coordinates(kernel.labels) else cells[:_PROBES]
        return [Expansion(kernel.h, kernel.d, variables, cells, probes)]
    probes = label_probes(kernel.labels, _PROBES)
    grids = _GRIDS[min(len(variables[0]), len(_GRIDS)) - 1]
    return [Expansion(kernel.h, kernel.d, variables, cells_of(kernel, n), probes) for n in grids]


def _excluded(kernel: ExpressionKernel, found: CellSearch, law: FoundLaw | None, best: flint.arb | None) -> Outcome:
    reason = f"No collapsed law is a maximiser: all directions u are excluded by ball arithmetic, {found.describe()}."
    energy = Energy(None, None if best is None else Num.of_ball(best))
    attained = True if kernel.labels.atomic else None
    views = [View(Collapse.NONE, a, Status.ENCLOSED, energy, reason) for a in (attained, True)]
    hypothesis = Hypothesis(
        "no collapsed law is a maximiser", True, f"{sum(found.orders.values())} cells of directions."
    )
    witness = law.to_data(finite=kernel.labels.size is not None) if law is not None and "0" in found.orders else None
    return Outcome(views[0], views[1], (hypothesis,), witness=witness)
