"""T5 on finitely many labels: factor kernels h = k f(<x, y>) on atoms, cyclic labels, positions and nonatomic blocks.

Order of the attempts, from the one with the fewest hypotheses to the one with the most:

1. k >= 0 and f <= f(1): collapse maximises without any eigenvalue (corollary a).
2. f = c asin t: the maximum is one over sign vectors (:mod:`.cuts`).
3. The signed Laplacian L is not PSD and 0 < f'(1) < oo: no maximiser collapses; the direction is the proof.
4. L is PSD and a_n >= 0 for n >= 1: collapse maximises over graph laws; the null space of L tells the maximisers.
5. An explicit law with more energy than the collapsed ones, found by ascent and confirmed in ball arithmetic.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from verify.certificates.psd import NegativeDirection, PsdProof
from verify.model.kernels import FactorKernel
from verify.model.numbers import ball
from verify.model.profiles import ProfileFacts
from verify.model.verdict import Collapse, Energy, Hypothesis, Status, View
from verify.spectral.finite.bounds import graph_bound, slices_bound
from verify.spectral.finite.cuts import decide_cuts
from verify.spectral.finite.laws import Gain, search_law
from verify.spectral.finite.laws_in_hand import Turned, law_along, spread_law
from verify.spectral.finite.nonnegative import decide_table, exact_signs
from verify.spectral.finite.problem import FiniteProblem
from verify.spectral.finite.sign_rule import nonnegative_outcome
from verify.spectral.finite.uniqueness import UniquenessAnswer, decide_uniqueness, negative_degree
from verify.spectral.hypotheses import profile_rung
from verify.spectral.outcome import Outcome, Proof
from verify.spectral.profile_range import bound_by_range

__all__ = ["decide_finite"]


def decide_finite(kernel: FactorKernel, facts: ProfileFacts) -> Outcome:
    """Decide a factor kernel on a finite label law (its table must fit: at most 2,048 labels).

    Parameters
    ----------
    kernel : FactorKernel
        Labels with a size: atoms, blocks, cyclic, positions.
    facts : ProfileFacts
        What is known of the profile on S^{d-1}.

    Returns
    -------
    Outcome
        Both views, with the proof that the independent checker accepts.
    """
    problem = FiniteProblem(kernel, facts, kernel.k.rows(kernel.labels))
    for attempt in (_by_constant_energy, _by_sign, _by_cuts, _by_direction, _by_laplacian, _by_law):
        outcome = attempt(problem)
        if outcome is not None:
            return outcome
    return _undecided(problem)


# ---------------------------------------------------------------- 0. constant energies


def _by_constant_energy(problem: FiniteProblem) -> Outcome | None:
    """f constant, or k = 0."""
    if problem.facts.degrees == frozenset() and problem.facts.nonnegative is True:
        reason = "The profile is constant: every law has the same energy."
    elif problem.facts.bounded is not True and all(x == 0 for row in problem.rows for x in row):
        reason = "k = 0: every law has energy 0."
    else:
        return None
    single = problem.atomic and len(problem.weights) == 1
    graph = _view(problem, "all" if single else "some", problem.status, reason)
    return Outcome(graph, _view(problem, "some", problem.status, reason), problem.hypotheses())


# ---------------------------------------------------------------- 1. nonnegative factors


def _by_sign(problem: FiniteProblem) -> Outcome | None:
    if problem.facts.bounded is not True:
        return None
    support = decide_table(exact_signs(problem.lower))
    if not support.nonnegative or (not support.irreducible and not problem.known_zeros):
        return None
    return nonnegative_outcome(
        problem.kernel, problem.facts, support, problem.collapsed, problem.status, "the sign of every entry"
    )


def _by_cuts(problem: FiniteProblem) -> Outcome | None:
    """Arcsine profiles on rational tables; slices that cuts leave open may be decided by a PSD Laplacian."""
    if not problem.rational or not problem.atomic:
        return None
    outcome = decide_cuts(problem.kernel, problem.weights, problem.lower, problem.facts)
    if outcome is None or outcome.all_laws.collapse is not Collapse.UNKNOWN:
        return outcome
    other = _by_laplacian(problem)
    if other is None or Collapse.UNKNOWN in (other.graph_laws.collapse, other.all_laws.collapse):
        return outcome
    return other


# ---------------------------------------------------------------- 3. a negative direction


def _by_direction(problem: FiniteProblem) -> Outcome | None:
    if problem.facts.slope is not True or (len(problem.weights) == 1 and problem.atomic):
        return None
    laplacian = problem.upper_laplacian
    lowest = problem.negative_degree
    if not problem.atomic and lowest is not None:
        reason = f"The degree D of block {lowest} is negative: v can oscillate inside it with <v, Lv> < 0 (T5)."
        return _refuted(problem, reason, {"block": lowest}, spread_law(problem, lowest))
    found = laplacian.decision
    if not isinstance(found, NegativeDirection):
        return None
    reason = f"The signed Laplacian has a direction with <v, Lv> = {_short(found.value)} < 0, and 0 < f'(1) < oo (T5)."
    law = law_along(problem, found.v)
    return _refuted(problem, reason, {"v": [str(x) for x in found.v]}, law)


def _refuted(problem: FiniteProblem, reason: str, data: dict[str, object], law: Gain | Turned | None) -> Outcome:
    """No maximiser collapses in either view: L has a negative direction for the upper bounds of k."""
    view = _view(problem, "none", Status.weakest(problem.status, profile_rung(problem.facts, "slope")), reason, law)
    proof = Proof("T5", "direction", data, {"graph_laws": "none", "all_laws": "none"})
    hypotheses = (*problem.hypotheses(), Hypothesis("L positive semidefinite", False, reason))
    return _with_bounds(problem, Outcome(view, view, hypotheses, proof, _witness(law, data)))


# ---------------------------------------------------------------- 4. a positive semidefinite Laplacian


def _by_laplacian(problem: FiniteProblem) -> Outcome | None:
    facts = problem.facts
    if facts.nonnegative is not True:
        return None
    decision = problem.laplacian.decision
    if not isinstance(decision, PsdProof):
        return None
    answers = decide_uniqueness(
        decision.null,
        problem.laplacian.degrees,
        atomic=problem.atomic,
        peaked=facts.peaked,
        degrees=facts.degrees,
        linear=facts.linear,
        d=problem.kernel.d,
        minorant=not problem.rational,
    )
    if not problem.rational and problem.negative_degree is not None:
        answers = replace(answers, all_laws=negative_degree(problem.negative_degree))
    status = Status.weakest(problem.status, profile_rung(facts, "nonnegative"))
    graph = _answered(problem, answers.graph_laws, status, bounded=problem.atomic or problem.nonnegative_degrees)
    slices = _answered(problem, answers.all_laws, status, bounded=problem.nonnegative_degrees)
    claim = {
        name: str(view.collapse)
        for name, view in (("graph_laws", graph), ("all_laws", slices))
        if view.collapse is not Collapse.UNKNOWN
    }
    data: dict[str, object] = {"psd": decision.to_data()}
    for answer in (answers.all_laws, answers.graph_laws):
        if answer.indicator is not None:
            data["indicator"] = [str(x) for x in answer.indicator]
        if answer.moments is not None:
            data["moments"] = [[str(x) for x in row] for row in answer.moments]
    if answers.all_laws.label is not None:
        data["atom"] = answers.all_laws.label
    if not problem.rational:
        data["minorant"] = [[str(x) for x in row] for row in problem.lower]
    outcome = Outcome(
        graph,
        slices,
        (*problem.hypotheses(), *_laplacian_hypotheses(problem, decision)),
        Proof("T5", "laplacian", data, claim) if claim else None,
        next_step=_next_step(graph, slices),
    )
    if answers.all_laws.label is None:
        return outcome
    gain = spread_law(problem, answers.all_laws.label)
    slices = _view(problem, "none", status, answers.all_laws.reason, gain)
    graph = graph if problem.atomic else slices
    if facts.slope is not True and outcome.proof is not None:
        outcome = replace(outcome, proof=_without_slope(problem, outcome.proof, gain))
    witness = _witness(gain, {"atom" if problem.atomic else "block": answers.all_laws.label})
    return _with_bounds(problem, replace(outcome, graph_laws=graph, all_laws=slices, witness=witness))


def _without_slope(problem: FiniteProblem, proof: Proof, gain: Gain | None) -> Proof | None:
    """Where f'(1) is not known in (0, oo), a negative degree is proved by a law, or left out of the claim."""
    if not problem.atomic:
        return None if gain is None else _law_proof(problem, gain)
    claim = {name: answer for name, answer in proof.claim.items() if name != "all_laws"}
    return replace(proof, claim=claim) if claim else None


def _answered(problem: FiniteProblem, answer: UniquenessAnswer, status: Status, *, bounded: bool) -> View:
    """A view from its answer; ``bounded`` says that the collapsed laws are known to have the largest energy."""
    if answer.collapse is not None:
        return _view(problem, answer.collapse, status, answer.reason)
    bound = problem.collapsed if bounded else None
    return View.unknown(answer.reason, Energy(problem.collapsed, problem.collapsed, bound))


def _laplacian_hypotheses(problem: FiniteProblem, decision: PsdProof) -> tuple[Hypothesis, ...]:
    how = "exact LDL^T in integers, null space of dimension " + str(len(decision.pivots))
    lowest = min(problem.laplacian.degrees)
    return (
        Hypothesis(
            "L positive semidefinite",
            True,
            how if problem.rational else how + ", of rational lower bounds of k",
        ),
        Hypothesis(
            "D >= 0",
            lowest >= 0 if problem.rational or lowest >= 0 else None,
            f"smallest degree {_short(lowest)}",
        ),
    )


# ---------------------------------------------------------------- 5. an explicit law


def _by_law(problem: FiniteProblem) -> Outcome | None:
    gain = search_law(problem.interaction)
    if gain is None or not gain.law.graph:
        gain = search_law(problem.interaction, copies=2)
    if gain is None:
        return None
    reason = "An explicit law has more energy than every collapsed one; the energies are enclosed."
    slices = _view(problem, "none", Status.ENCLOSED, reason, gain)
    graph = (
        slices
        if gain.law.graph
        else View.unknown(
            "Only laws with spread slices were found to beat the collapsed ones.",
            Energy(problem.collapsed, problem.collapsed),
        )
    )
    if problem.atomic and len(problem.weights) == 1:
        graph = _view(problem, "all", Status.EXACT, "With one label every graph law is collapsed.")
    outcome = Outcome(
        graph,
        slices,
        problem.hypotheses(),
        _law_proof(problem, gain),
        _witness(gain, {}),
        next_step=_next_step(graph, slices),
    )
    return _with_bounds(problem, outcome)


def _law_proof(problem: FiniteProblem, gain: Gain) -> Proof:
    """The law is its own proof; ``graph`` says that it has one content per label (on blocks it may have more)."""
    claim = {"all_laws": "none"} | ({"graph_laws": "none"} if gain.law.graph else {})
    single = len(gain.law.labels) == len(problem.weights)
    return Proof("T5", "law", {"graph": single, "law": gain.law.to_data()}, claim)


# ---------------------------------------------------------------- shared


def _view(problem: FiniteProblem, collapse: str, status: Status, reason: str, law: Gain | Turned | None = None) -> View:
    """A decided view: where collapse maximises, all three energies are the collapsed one."""
    if collapse == "none":
        exact = None if problem.collapsed is None else problem.collapsed.exact
        energies = None if law is None else law.energies(exact)
        energy = Energy(problem.collapsed) if energies is None else Energy(energies.collapsed, energies.best)
    else:
        energy = Energy(problem.collapsed, problem.collapsed, problem.collapsed)
    # E is continuous on a compact set if f is; on blocks it depends on the mean slices alone, which graph laws reach
    attained = True if collapse != "none" or problem.facts.continuous is True else None
    return View(Collapse(collapse), attained, status, energy, reason)


def _with_bounds(problem: FiniteProblem, outcome: Outcome) -> Outcome:
    """Add the correlation bounds of T6 where the profile has a_n >= 0, bounds by its range where it has not."""
    if problem.facts.nonnegative is not True or problem.facts.a_0 is None:
        bound = bound_by_range(problem.kernel.profile, problem.facts, problem.weights, problem.rows)
        graph, slices = (
            replace(view, energy=replace(view.energy, bound=view.energy.bound or bound))
            for view in (outcome.graph_laws, outcome.all_laws)
        )
        return replace(outcome, graph_laws=graph, all_laws=slices)
    graph, slices = outcome.graph_laws, outcome.all_laws
    if slices.collapse is Collapse.NONE:
        bound, attained = slices_bound(problem.weights, problem.rows, problem.facts)
        best = bound if attained else slices.energy.best
        slices = replace(slices, energy=replace(slices.energy, best=best, bound=bound))
    if graph.collapse is Collapse.NONE and problem.atomic:
        bound = graph_bound(problem.weights, problem.rows, problem.facts)
        graph = replace(graph, energy=replace(graph.energy, bound=bound))
    elif graph.collapse is Collapse.NONE:
        # on nonatomic blocks graph laws average to any slices (T1): the two maxima are one number
        graph = replace(graph, energy=slices.energy)
    return replace(outcome, graph_laws=graph, all_laws=slices)


def _witness(law: Gain | Turned | None, data: dict[str, object]) -> dict[str, object] | None:
    """The witness of a verdict: the direction, and the explicit law with both energies."""
    return {**data, **(law.to_json() if law else {})} or None


def _next_step(graph: View, slices: View) -> str | None:
    if Collapse.UNKNOWN not in (graph.collapse, slices.collapse):
        return None
    return "Search the maximisers for a law that is not collapsed, or use a profile with all a_n > 0."


def _undecided(problem: FiniteProblem) -> Outcome:
    facts = problem.facts
    missing = [
        name
        for name, holds in (("a_n >= 0 for n >= 1", facts.nonnegative), ("0 < f'(1) < oo", facts.slope))
        if not holds
    ]
    reason = (
        "T5 does not decide: "
        + (
            " and ".join(missing) + " not established"
            if missing
            else "L is neither shown PSD nor indefinite at this precision"
        )
        + ", and no law with more energy than the collapsed one was found."
    )
    step = (
        "Give the entries exactly, or a profile with a nonnegative expansion."
        if missing
        else "Give rational entries of k."
    )
    view = View.unknown(reason, Energy(problem.collapsed, problem.collapsed))
    graph = view
    if problem.atomic and len(problem.weights) == 1:
        graph = _view(problem, "all", Status.EXACT, "With one label every graph law is collapsed.")
    return _with_bounds(problem, Outcome(graph, view, problem.hypotheses(), next_step=step))


def _short(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= 40 else ball(value).str(6, radius=False)
