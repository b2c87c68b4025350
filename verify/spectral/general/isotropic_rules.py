"""The rules for isotropic expressions h(<x, y>; xi, zeta), in the order that :mod:`.expression` states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd

import flint

from verify.model.calculus import ZERO, add, multiply
from verify.model.errors import InputError
from verify.model.factors import label_point
from verify.model.formula import Const, Formula, Name, Node, formula_of, replace_parts
from verify.model.kernels import ExpressionKernel
from verify.model.numbers import number_formula
from verify.model.profiles import Profile, analyse_profile
from verify.model.verdict import Collapse, Energy, Hypothesis, Num, Status, View
from verify.spectral.factor import decide_factor
from verify.spectral.general.expression_laws import FoundLaw, propose_law, surplus_of_isotropic
from verify.spectral.general.isotropic import as_factor_kernel, series_in_labels, split_factor
from verify.spectral.general.isotropic_energy import (
    collapsed_energy,
    energies_beside,
    second_order_law,
    with_collapsed_energy,
)
from verify.spectral.general.label_cells import has_coordinates
from verify.spectral.general.pointwise import dominates_at_one
from verify.spectral.general.second_order import linearised_factor
from verify.spectral.outcome import Outcome

__all__ = ["decide_isotropic"]

_MOST_POTENTIALS = 48
_CELLS = 16
_KNOWN = {Collapse.ALL, Collapse.SOME}


def decide_isotropic(kernel: ExpressionKernel, h: Formula) -> Outcome:
    """Decide h(t; xi, zeta), t = <x, y>."""
    found = _decide(kernel, h)
    views = (found.graph_laws, found.all_laws)
    if all(view.energy.collapsed is not None for view in views):
        return found
    base = collapsed_energy(kernel, h)
    graph, slices = (with_collapsed_energy(view, None if base is None else Num.of_ball(base)) for view in views)
    return replace(found, graph_laws=graph, all_laws=slices)


def _decide(kernel: ExpressionKernel, h: Formula) -> Outcome:
    if "t" not in h.variables:
        view = View(
            Collapse.SOME,
            True,
            Status.EXACT,
            Energy(),
            "h does not depend on the contents: every law has the same energy.",
        )
        return Outcome(view, view)
    split = split_factor(h)
    if split is not None:
        return _as_factor(kernel, *split)
    dominance = dominates_at_one(h, kernel)
    if dominance is not None:
        reason = "h(t) <= h(1) for every pair of labels; the pairs with strict inequality " + (
            "connect all labels." if dominance.collapse == "all" else "do not connect all labels."
        )
        view = View(Collapse(dominance.collapse), True, Status.ENCLOSED, Energy(), reason)
        return Outcome(
            view,
            view,
            (Hypothesis("h(t; xi, zeta) <= h(1; xi, zeta)", True, "Ball arithmetic over t and pairs of labels."),),
        )
    refuted = _at_second_order(kernel, h)
    if refuted is not None:
        return refuted
    decided = _by_series(kernel, h)
    if decided is not None and Collapse.UNKNOWN not in {decided.graph_laws.collapse, decided.all_laws.collapse}:
        return decided
    return _by_law(kernel, h, decided)


def _as_factor(kernel: ExpressionKernel, k: Formula, f: Formula) -> Outcome:
    decided = decide_factor(as_factor_kernel(kernel, k, Profile.of_formula(f)))
    hypothesis = Hypothesis("h = k f(<x, y>)", True, f"k = {k.text}, f = {f.text}: a factor kernel.")
    data = {"factor": {"k": k.text, "profile": f.text}}  # the checker sees again that h = k f
    proof = decided.proof and replace(decided.proof, data={**decided.proof.data, **data}, accepted=None)
    return replace(decided, hypotheses=(hypothesis, *decided.hypotheses), proof=proof)


def _at_second_order(kernel: ExpressionKernel, h: Formula) -> Outcome | None:
    """No collapsed law is a local maximum if L of dh/dt at t = 1 is not PSD: linear profile, graph laws."""
    slope = linearised_factor(h)
    if slope is None:
        return None
    try:
        linear = decide_factor(as_factor_kernel(kernel, slope, Profile.of_formula("t")))
    except InputError:  # dh/dt is not finite at t = 1
        return None
    if linear.graph_laws.collapse is not Collapse.NONE:
        return None
    reason = "The signed Laplacian of dh/dt at t = 1 is not positive semidefinite: no collapsed law is a local maximum."
    status = Status.weakest(linear.graph_laws.status, Status.EXACT)
    attained = True if kernel.labels.atomic else None
    law = second_order_law(kernel, h, slope)
    energies = None if law is None else law.energies
    energy = Energy() if energies is None else Energy(energies.collapsed, energies.best)
    views = [View(Collapse.NONE, a, status, energy, reason) for a in (attained, True)]
    hypothesis = Hypothesis("L of dh/dt(1) is PSD", False, linear.graph_laws.reason)
    return Outcome(views[0], views[1], (hypothesis,), witness=None if law is None else dict(law.witness))


# ---------------------------------------------------------------- series in P_n


@dataclass(frozen=True)
class _Degree:
    n: int
    k: Formula
    outcome: Outcome


def _by_series(kernel: ExpressionKernel, h: Formula) -> Outcome | None:
    """Combine the verdicts of (k_n, P_n), n >= 1; a view that they do not decide is unknown."""
    series = series_in_labels(h, kernel.d)
    if series is None:
        return None
    degrees: list[_Degree] = []
    for n, k in series.items():
        if n == 0:
            continue
        profile = Profile.gegenbauer([Fraction(0)] * n + [Fraction(1)])
        degrees.append(_Degree(n, k, decide_factor(as_factor_kernel(kernel, k, profile))))
    hypotheses = tuple(
        Hypothesis(f"collapse maximises k_{e.n} P_{e.n}", _maximal(e.outcome.graph_laws), e.outcome.graph_laws.reason)
        for e in degrees
    )
    graph = _combined(kernel, degrees, [e.outcome.graph_laws for e in degrees])
    slices = _combined(kernel, degrees, [e.outcome.all_laws for e in degrees])
    if slices.collapse is Collapse.UNKNOWN and graph.collapse in _KNOWN:
        slices = _by_potentials(kernel, h, graph)
    return Outcome(graph, slices, hypotheses)


def _maximal(view: View) -> bool | None:
    return None if view.collapse is Collapse.UNKNOWN else view.collapse in _KNOWN


def _combined(kernel: ExpressionKernel, degrees: Sequence[_Degree], views: Sequence[View]) -> View:
    if any(view.collapse not in _KNOWN for view in views):
        return View.unknown("Collapsed laws were not shown to maximise each degree of h by itself.")
    status = Status.weakest(*(view.status for view in views))
    unique = next((e.n for e, view in zip(degrees, views, strict=True) if view.collapse is Collapse.ALL), None)
    if unique is not None:
        reason = f"Collapsed laws maximise k_n P_n for every n, and only they maximise that of degree {unique}."
        return View(Collapse.ALL, True, status, Energy(), reason)
    orders = [e.n for e in degrees]
    common = gcd(*orders) if kernel.d == 2 else 1 + all(n % 2 == 0 for n in orders)
    if len(degrees) == 1 or common > 1:
        reason = (
            "Collapsed laws maximise k_n P_n for every n, and so do laws on two directions that no degree tells apart."
        )
        return View(Collapse.SOME, True, status, Energy(), views[0].reason if len(degrees) == 1 else reason)
    together: Node = ZERO
    for e in degrees:
        together = add(together, e.k.tree)
    joint = decide_factor(as_factor_kernel(kernel, formula_of(together), Profile.usa(1)))
    if (joint.graph_laws if views[0] is degrees[0].outcome.graph_laws else joint.all_laws).collapse is Collapse.SOME:
        reason = "Collapsed laws maximise k_n P_n for every n, and so do laws split along a common null vector."
        return View(Collapse.SOME, True, Status.weakest(status, joint.graph_laws.status), Energy(), reason)
    return View.unknown("Collapsed laws are maximisers; whether others maximise every degree at once was not decided.")


def _by_potentials(kernel: ExpressionKernel, h: Formula, graph: View) -> View:
    """P_rho where every L_n is PSD: g_xi(t) = ∫ h(t; xi, zeta) rho(dzeta) must be largest at t = 1, for every label."""
    if not kernel.labels.atomic or (kernel.labels.size or 0) > _MOST_POTENTIALS:
        return View.unknown("Whether slices gain by spreading was not decided.")
    facts = [analyse_profile(Profile.of_formula(g), kernel.d) for g in _potentials(kernel, h)]
    if any(fact.bounded is False for fact in facts):
        reason = "At a collapsed law some label has a larger potential away from u: that slice gains by moving (T3)."
        return View(Collapse.NONE, True, graph.status, Energy(), reason)
    if all(fact.peaked for fact in facts):
        reason = (
            "Each label's potential is largest at u alone, so that slices of maximisers are Dirac: as among graph laws."
        )
        return View(graph.collapse, True, graph.status, Energy(), reason)
    return View.unknown("Whether slices gain by spreading was not decided.")


def _potentials(kernel: ExpressionKernel, h: Formula) -> list[Formula]:
    n, weights = kernel.labels.size, kernel.labels.weights()
    assert n is not None
    first, second = kernel.labels.variables
    points = [label_point(kernel.labels, i) if has_coordinates(kernel.labels) else () for i in range(n)]
    found = []
    for i in range(n):
        total: Node = ZERO
        for j, w in enumerate(weights):
            parts: dict[Node, Node] = {Name(a): number_formula(v).tree for a, v in zip(first, points[i], strict=False)}
            parts |= {Name(b): number_formula(v).tree for b, v in zip(second, points[j], strict=False)}
            total = add(total, multiply(Const(w), replace_parts(h.tree, parts, fold=True)))
        found.append(formula_of(total))
    return found


# ---------------------------------------------------------------- explicit laws


def _by_law(kernel: ExpressionKernel, h: Formula, decided: Outcome | None) -> Outcome:
    law = propose_law(kernel, _CELLS)
    surplus = None if law is None else surplus_of_isotropic(h, kernel, law)
    hypotheses = () if decided is None else decided.hypotheses
    if law is not None and surplus is not None and surplus > 0:
        gain = Num.of_ball(surplus)
        reason = (
            f"An explicit graph law has more energy than every collapsed law, by {gain.value[:10] if gain else '> 0'}."
        )
        attained = True if kernel.labels.atomic else None
        energy, witness = _beside_collapsed(kernel, h, law, surplus)
        views = [View(Collapse.NONE, a, Status.ENCLOSED, energy, reason) for a in (attained, True)]
        return Outcome(views[0], views[1], hypotheses, witness=witness)
    graph = (
        View.unknown("Collapsed laws were neither shown to be maximisers nor beaten.")
        if decided is None
        else decided.graph_laws
    )
    slices, spread = _by_slices(kernel, h, graph if decided is None else decided.all_laws)
    step = "Bound E from above (correlation bound), or search a law with more energy than the collapsed ones."
    return Outcome(graph, slices, hypotheses, witness=spread, next_step=step)


def _by_slices(kernel: ExpressionKernel, h: Formula, otherwise: View) -> tuple[View, dict[str, object] | None]:
    """Refute P_rho alone: labels in two halves, or a potential that is larger away from u."""
    if otherwise.collapse is not Collapse.UNKNOWN or not kernel.labels.atomic:
        return otherwise, None
    law: FoundLaw | None = propose_law(kernel, 1, copies=2)
    surplus = None if law is None else surplus_of_isotropic(h, kernel, law)
    if law is not None and surplus is not None and surplus > 0:
        reason = "A law with slices on two points has more energy than every collapsed law."
        energy, witness = _beside_collapsed(kernel, h, law, surplus)
        return View(Collapse.NONE, True, Status.ENCLOSED, energy, reason), witness
    if (kernel.labels.size or 0) <= _MOST_POTENTIALS and any(_is_larger_away(g) for g in _potentials(kernel, h)):
        reason = "At a collapsed law some label has a larger potential away from u: that slice gains by moving (T3)."
        return View(Collapse.NONE, True, Status.ENCLOSED, Energy(), reason), None
    return otherwise, None


def _beside_collapsed(
    kernel: ExpressionKernel, h: Formula, law: FoundLaw, surplus: flint.arb
) -> tuple[Energy, dict[str, object]]:
    """The energies of an explicit law and of the collapsed ones, and the law as a witness."""
    energies = energies_beside(kernel, h, surplus)
    data = {"graph": law.graph, **law.to_data(finite=kernel.labels.size is not None)}
    if energies is None:
        return Energy(), data
    return Energy(energies.collapsed, energies.best), {**data, **energies.to_json()}


def _is_larger_away(g: Formula) -> bool:
    top = g.enclose({"t": flint.arb(1)})
    return any(g.enclose({"t": flint.arb(k) / 16}) > top for k in range(-16, 16))
