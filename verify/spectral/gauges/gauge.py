"""T4: gauge kernels h = k(xi, zeta) f(<Q(xi) x, Q(zeta) y>), without and with a factor k.

In u = Q(xi) x the kernel is k f(<u, v>). Where every maximiser in u is collapsed, the maximisers in x are
Gamma[Q^T u], u any unit vector, and the collapsed ones are the u = Q v with Q(xi) v constant rho-a.e.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import flint

from verify.model.kernels import FactorKernel, Frequencies, GaugeFormula, GaugeKernel, GaugeTable
from verify.model.numbers import ball
from verify.model.profiles import ProfileFacts, analyse_profile
from verify.model.verdict import Collapse, Energy, Hypothesis, Num, Status, View
from verify.spectral.energies import KnownEnergies, filled
from verify.spectral.factor import decide_factor
from verify.spectral.gauges._collapse_exclusion import MOST_LABELS, FiniteCoupling, exclude_collapsed_laws
from verify.spectral.gauges._factor_support import FactorSupport, factor_mean, factor_support
from verify.spectral.gauges._formula_evidence import formula_evidence
from verify.spectral.gauges._gauge_energy import collapsed_energy, half_of
from verify.spectral.gauges._gauge_matrices import enclosed_matrices
from verify.spectral.gauges._gauge_words import consequence
from verify.spectral.gauges.gauge_spectrum import (
    CollapsingSpace,
    GaugeSpectrum,
    collapsing_space,
    describe_near,
    gauge_spectrum,
)
from verify.spectral.hypotheses import profile_rung
from verify.spectral.outcome import Outcome, Proof

__all__ = ["SCOPE", "decide_gauge"]

#: What T4 does not speak of, wherever a real model is judged by it.
SCOPE = (
    (
        "The gradient flow of a gauge kernel also rotates the values by Q_i^T Q_j; a transformer's rotary "
        "encoding rotates queries and keys only."
    ),
    (
        "Softmax-only devices (attention sinks, biases constant along a row, causal masks) are outside: they "
        "are not symmetric, or act on the normaliser only."
    ),
)

_PEAKED = "f(t) < f(1) for t < 1"
_STEP_PROFILE = (
    "T4 needs f(t) < f(1) for -1 <= t < 1: give a profile of which that can be shown, or find the maximisers "
    "of f(<u, v>) first."
)
_STEP_SPACE = "Give frequencies, rational matrices, or formulas in one label variable for Q."
_STEP_FACTOR = (
    "The factor spreads u = Q x: search a law in x with more energy than the collapsed ones (block ascent "
    "over slices), or show that no collapsed law is critical."
)
_OPEN = {
    "collapsed": (
        "it differs with the content u of the collapsed law, and the maximum over u is known for frequencies with a "
        "convex f and k >= 0 (with k, up to 40,000 labels times planes), in the plane, and on few labels"
    ),
    "best": "no law was evaluated",
    "bound": "no upper bound was proved",
}
_SINGLE = "With one label every graph law is collapsed."


def decide_gauge(kernel: GaugeKernel) -> Outcome:
    """Decide a gauge kernel (T4).

    Parameters
    ----------
    kernel : GaugeKernel
        Any label law; frequencies, a matrix per label, or a matrix of formulas; with or without a factor k.

    Returns
    -------
    Outcome
        Both views, with the singular values of M = ∫ Q drho, and for frequencies what each plane does.

    Notes
    -----
    Without a factor E <= f(1)/2, with equality iff Q(xi) x is constant. With V = {v : Q(xi) v constant}: all
    maximisers are collapsed iff V is everything, none iff V = 0. A factor k >= 0 splits the labels into the
    components of its support, and Q(xi) v has to be constant on each. Other factors: T5 decides the
    maximisers in u first.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> rope = {
    ...     "family": "gauge",
    ...     "d": 2,
    ...     "profile": {"usa": 1},
    ...     "labels": {"kind": "circle"},
    ...     "frequencies": ["1"],
    ... }
    >>> outcome = decide_gauge(read_kernel(rope))
    >>> str(outcome.graph_laws.collapse), outcome.graph_laws.energy.best.exact
    ('none', 'exp(1)/2')
    """
    facts = analyse_profile(kernel.profile, kernel.d)
    space = collapsing_space(kernel)
    spectrum = gauge_spectrum(kernel, space)
    pure = kernel.k is None
    outcome = _pure(kernel, facts, space) if pure else _with_factor(kernel, facts, space)
    outcome = _with_collapsed_energy(kernel, facts, spectrum, outcome)
    near = describe_near(kernel.gauge.planes, space, kernel.labels) if isinstance(kernel.gauge, Frequencies) else None
    flagged = (Hypothesis("near_alias", True, near),) if near else ()
    hypotheses = (*outcome.hypotheses, *flagged)
    return replace(
        outcome,
        hypotheses=hypotheses,
        scope=(*SCOPE, *outcome.scope),
        spread=spectrum.spread,
        planes=spectrum.planes,
    )


def _with_collapsed_energy(
    kernel: GaugeKernel, facts: ProfileFacts, spectrum: GaugeSpectrum, outcome: Outcome
) -> Outcome:
    """Fill in the energy of the best collapsed law where collapsed laws were not seen to be maximisers."""
    if all(view.energy.collapsed is not None for view in (outcome.graph_laws, outcome.all_laws)):
        return filled(outcome, KnownEnergies(Energy(), _OPEN))
    support = None if kernel.k is None else factor_support(kernel.k, kernel.labels)
    n = kernel.labels.size
    coupling = _coupling(kernel) if n is not None and n <= MOST_LABELS else None
    nonnegative = kernel.k is None or support is not None
    collapsed = collapsed_energy(kernel, facts, spectrum, coupling, nonnegative=nonnegative)
    return filled(outcome, KnownEnergies(Energy(collapsed), _OPEN))


def _is_single(kernel: GaugeKernel) -> bool:
    return kernel.labels.atomic and kernel.labels.size == 1


def _peaked(facts: ProfileFacts) -> Hypothesis:
    return Hypothesis(_PEAKED, facts.peaked, facts.how("peaked"))


def _criterion(space: CollapsingSpace) -> Hypothesis:
    holds = True if space.upper == 0 else False if space.lower > 0 else None
    number = f"{space.lower}" if space.dimension is not None else f"{space.lower} to {space.upper}"
    how = f"{{v : Q(xi) v constant}} has dimension {number} of {space.d}."
    return Hypothesis("sigma_max(∫ Q drho) < 1", holds, how)


def _follows(space: CollapsingSpace) -> str:
    return f"{space.how} {consequence(space.collapse, space.lower)}"


def _rung(space: CollapsingSpace, *others: Status) -> Status:
    return Status.weakest(Status.EXACT if space.exact else Status.ENCLOSED, *others)


def _proof(
    kernel: GaugeKernel,
    space: CollapsingSpace,
    claim: Mapping[str, str],
    data: Mapping[str, Any],
    parts: Sequence[Sequence[int]] | None = None,
) -> Proof | None:
    """Return what the checker can follow: frequencies, rational matrices, a matrix of formulas."""
    decided = {view: collapse for view, collapse in claim.items() if collapse != Collapse.UNKNOWN}
    match kernel.gauge:
        case GaugeTable(matrices) if not all(isinstance(x, Fraction) for M in matrices for row in M for x in row):
            return None
        case GaugeFormula() if decided:
            data = {**data, **formula_evidence(kernel.gauge, kernel.labels, space, parts)}
    return Proof("T4", "gauge", data, decided) if decided else None


# ---------------------------------------------------------------- no factor


def _pure(kernel: GaugeKernel, facts: ProfileFacts, space: CollapsingSpace) -> Outcome:
    hypotheses = (_peaked(facts), _criterion(space))
    best = half_of(facts.value_at_one, facts.exact.get("value_at_one"))
    if facts.peaked is not True:
        return replace(_not_peaked(kernel, facts, space, best), hypotheses=hypotheses)
    collapse = space.collapse
    energy = Energy(best if space.lower > 0 else None, best, best)
    reason = f"The maximisers are the laws of Q(xi)^T u (T4). {_follows(space)}"
    if collapse is Collapse.UNKNOWN:
        view = View(collapse, True, Status.UNKNOWN, energy, reason)
        return Outcome(view, view, hypotheses, next_step=_STEP_SPACE)
    view = View(collapse, True, _rung(space, profile_rung(facts, "peaked")), energy, reason)
    return Outcome(view, view, hypotheses, _proof(kernel, space, _both(collapse), {}))


def _both(collapse: Collapse) -> dict[str, str]:
    return {"graph_laws": str(collapse), "all_laws": str(collapse)}


def _not_peaked(kernel: GaugeKernel, facts: ProfileFacts, space: CollapsingSpace, best: Num | None) -> Outcome:
    """Decide the profiles for which T4 fails, where a short argument does.

    Notes
    -----
    f <= f(1) = f(t) for some t < 1: Gamma[Q^T u] is maximal, and so are the laws that put u and u' with <u,
    u'> = t in one slice, or on two sets of labels; for v in V, x = v on one set and Q^T u' on the other
    differ. f(t) > f(1) for some t: if Q is constant, the latter laws have more energy than every collapsed
    one.
    """
    single = _is_single(kernel)
    if facts.bounded is True and facts.peaked is False and space.lower > 0:
        rung = _rung(space, profile_rung(facts, "bounded", "peaked"))
        reason = "f <= f(1) = f(t) for some t < 1: some maximisers collapse, some have two contents at t."
        slices = View(Collapse.SOME, True, rung, Energy(best, best, best), reason)
        graph = replace(slices, collapse=Collapse.ALL, reason=_SINGLE) if single else slices
        return Outcome(graph, slices)
    if facts.bounded is False and space.lower == space.d:
        rung = _rung(space, profile_rung(facts, "bounded"))
        reason = "Q(xi) is constant and f(t) > f(1) for some t < 1: two contents at inner product t beat one."
        attained = True if facts.continuous and kernel.labels.atomic else None
        slices = View(Collapse.NONE, True if facts.continuous else None, rung, Energy(best), reason)
        graph = replace(slices, attained=attained)
        if single:
            graph = View(Collapse.ALL, True, rung, Energy(best, best, best), _SINGLE)
        return Outcome(graph, slices)
    failing = "fails" if facts.peaked is False else "is not shown"
    reason = f"T4 does not apply: {_PEAKED} {failing}. {facts.how('peaked')}"
    slices = View.unknown(reason)
    graph = View(Collapse.ALL, True, Status.EXACT, Energy(best, best, best), _SINGLE) if single else slices
    return Outcome(graph, slices, next_step=_STEP_PROFILE)


# ---------------------------------------------------------------- with a factor


def _with_factor(kernel: GaugeKernel, facts: ProfileFacts, space: CollapsingSpace) -> Outcome:
    assert kernel.k is not None
    support = factor_support(kernel.k, kernel.labels) if facts.peaked is True else None
    if support is not None:
        return _nonnegative(kernel, facts, space, support)
    return _excluded(kernel, _through_dichotomy(kernel, space))


def _nonnegative(kernel: GaugeKernel, facts: ProfileFacts, whole: CollapsingSpace, support: FactorSupport) -> Outcome:
    """Decide k >= 0: E <= f(1)/2 ∬ k, with equality iff Q(xi) x is one unit vector on each component.

    Notes
    -----
    A label that interacts with none, not even itself, has a free slice and counts as a component.
    """
    parts = support.components
    space = whole if parts is None else collapsing_space(kernel, parts)
    rung = _rung(space, profile_rung(facts, "peaked"), Status.EXACT if support.exact else Status.ENCLOSED)
    hypotheses = (
        _peaked(facts),
        Hypothesis("k >= 0", True, support.how),
        Hypothesis("k irreducible", parts is None, "the support of k is connected" if parts is None else support.how),
        replace(
            _criterion(space),
            name="sigma_max(∫ Q drho) < 1" if parts is None else "Q(xi) v constant on each component forces v = 0",
        ),
    )
    best = _factor_energy(kernel, facts)
    energy = Energy(best if space.lower > 0 else None, best, best)
    if parts is None:
        collapse = space.collapse
        reason = f"k >= 0 is irreducible, so Q(xi) x is one unit vector u (T5). {_follows(space)}"
    else:
        # on two components u can be chosen differently, so that never all maximisers are collapsed
        collapse = Collapse.SOME if space.lower > 0 else Collapse.NONE if space.upper == 0 else Collapse.UNKNOWN
        reason = _on_components(len(parts), space, collapse)
    if collapse is Collapse.UNKNOWN:
        view = View(collapse, True, Status.UNKNOWN, energy, reason)
        return Outcome(view, view, hypotheses, next_step=_STEP_SPACE)
    slices = View(collapse, True, rung, energy, reason)
    graph = replace(slices, collapse=Collapse.ALL, reason=_SINGLE) if _is_single(kernel) else slices
    claim = {"graph_laws": str(graph.collapse), "all_laws": str(slices.collapse)}
    return Outcome(graph, slices, hypotheses, _proof(kernel, space, claim, {}, parts))


def _on_components(count: int, space: CollapsingSpace, collapse: Collapse) -> str:
    if count == 1:
        return "k vanishes on the only label, so every law has the same energy."
    follows = {
        Collapse.SOME: "So one u for all components gives collapsed maximisers, and different ones give others.",
        Collapse.NONE: "So no maximiser is collapsed.",
    }.get(collapse, "So it is open whether some maximisers are collapsed.")
    return f"Q(xi) x is one unit vector u on each of the {count} components of the support of k. {space.how} {follows}"


def _factor_energy(kernel: GaugeKernel, facts: ProfileFacts) -> Num | None:
    """f(1)/2 ∬ k."""
    with flint.ctx.workprec(128):
        mean = factor_mean(kernel.k, kernel.labels)
        if mean is None:
            return None
        if isinstance(mean, float):
            return Num.of_float(mean * float(facts.value_at_one.mid()) / 2)
        return Num.of_ball(mean * facts.value_at_one / 2)


def _through_dichotomy(kernel: GaugeKernel, space: CollapsingSpace) -> Outcome:
    """Decide the factor kernel in u = Q x by T5, then carry each view over to x.

    Notes
    -----
    In u "all": V decides. In u "some" and V != 0: some, since rotating a maximiser with u_i != u_j by all of
    O(d) gives collapsed x = Q_i^T g u_i = Q_j^T g u_j for all g only if Q_j Q_i^T = -1, which leaves V = 0. Q
    constant: x and u are collapsed together.
    """
    assert kernel.k is not None
    flat = FactorKernel(
        d=kernel.d, labels=kernel.labels, profile=kernel.profile, k=kernel.k, symmetrize=kernel.symmetrize
    )
    inner = decide_factor(flat)
    graph = _carried(inner.graph_laws, space)
    slices = _carried(inner.all_laws, space)
    if _is_single(kernel) and graph.collapse is not Collapse.ALL:
        graph = View(Collapse.ALL, True, Status.EXACT, inner.graph_laws.energy, _SINGLE)
    hypotheses = (*inner.hypotheses, _criterion(space))
    implied = graph.collapse is Collapse.NONE and slices.collapse is Collapse.UNKNOWN
    if implied:
        energy = Energy(None, graph.energy.best, slices.energy.bound)
        slices = replace(graph, attained=True, energy=energy, reason=f"{graph.reason} A collapsed law is a graph law.")
    claim = {
        name: str(view.collapse)
        for name, view, decided in (
            ("graph_laws", graph, inner.graph_laws.collapse is Collapse.ALL),
            ("all_laws", slices, implied or inner.all_laws.collapse is Collapse.ALL),
        )
        if decided
    }
    data = inner.proof.data if inner.proof is not None and inner.proof.method == "laplacian" else None
    proof = None if data is None else _proof(kernel, space, claim, data)
    unknown = Collapse.UNKNOWN in (graph.collapse, slices.collapse)
    return Outcome(graph, slices, hypotheses, proof, next_step=(inner.next_step or _STEP_FACTOR) if unknown else None)


def _carried(inner: View, space: CollapsingSpace) -> View:
    """Carry a view of the factor kernel in u over to x."""
    rung = _rung(space, inner.status)
    if space.lower == space.d:
        return replace(inner, status=inner.status if inner.collapse is Collapse.UNKNOWN else rung)
    if inner.collapse is Collapse.ALL and space.collapse is not Collapse.UNKNOWN:
        best = inner.energy.best
        energy = Energy(best if space.lower > 0 else None, best, inner.energy.bound)
        reason = f"In u = Q x every maximiser is collapsed (T5). {inner.reason} {_follows(space)}"
        return View(space.collapse, True, rung, energy, reason)
    if inner.collapse is Collapse.SOME and space.lower > 0:
        reason = f"In u = Q x some maximisers collapse and some do not (T5). {inner.reason} {space.how}"
        return replace(inner, status=rung, reason=reason)
    answer = {Collapse.SOME: "some maximisers are collapsed", Collapse.NONE: "no maximiser is collapsed"}.get(
        inner.collapse
    )
    reason = f"In u = Q x {answer}, which leaves x open." if answer else f"In u = Q x: {inner.reason}"
    energy = replace(inner.energy, collapsed=None)
    return View(Collapse.UNKNOWN, inner.attained, Status.UNKNOWN, energy, reason)


def _excluded(kernel: GaugeKernel, outcome: Outcome) -> Outcome:
    """Show on few labels that no collapsed law in x is a maximiser, where T5 left x open."""
    views = (outcome.graph_laws, outcome.all_laws)
    n = kernel.labels.size
    if n is None or _is_single(kernel) or all(view.collapse is not Collapse.UNKNOWN for view in views):
        return outcome
    found = exclude_collapsed_laws(kernel, _coupling(kernel)) if n <= MOST_LABELS else None
    if found is None:
        return outcome
    beaten = [
        View(
            Collapse.NONE,
            True if kernel.labels.atomic or view is outcome.all_laws else None,
            Status.ENCLOSED,
            Energy(None, found.energy, view.energy.bound),
            f"{view.reason} {found.how}",
        )
        for view in views
    ]
    graph, slices = (
        new if view.collapse is Collapse.UNKNOWN else view for view, new in zip(views, beaten, strict=True)
    )
    return replace(outcome, graph_laws=graph, all_laws=slices, witness=found.witness, next_step=None)


def _coupling(kernel: GaugeKernel) -> FiniteCoupling:
    """Return h = k_ab f(<x, Q_a^T Q_b y>) in balls."""
    with flint.ctx.workprec(128):
        Q = enclosed_matrices(kernel)
        k = kernel.k
        rows = None if k is None else [[ball(x) for x in row] for row in k.rows(kernel.labels)]
        weights = [ball(w) for w in kernel.labels.weights()]
        table = [[(a.transpose() * b).tolist() for b in Q] for a in Q]
    return FiniteCoupling(weights, rows, lambda a, b: table[a][b], kernel.profile, kernel.d)
