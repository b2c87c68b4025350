"""T5 on finitely many labels: factor kernels h = k f(<x, y>) on atoms, cyclic labels, positions and nonatomic blocks.

Order of the attempts, from the one with the fewest hypotheses to the one with the most:

1. k >= 0 and f <= f(1): collapse maximises without any eigenvalue (corollary a).
2. f = c asin t: the maximum is one over sign vectors (:mod:`.cuts`).
3. The signed Laplacian L is not PSD and 0 < f'(1) < oo: no maximiser collapses; the direction is the proof.
4. L is PSD and a_n >= 0 for n >= 1: collapse maximises over graph laws; the null space of L tells the maximisers.
5. An explicit law with more energy than the collapsed ones, found by ascent and confirmed in ball arithmetic.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import flint

from verify.certificates.psd import NegativeDirection, PsdProof
from verify.model.kernels import FactorKernel
from verify.model.numbers import Number, ball, number_text, parse_number
from verify.model.profiles import ProfileFacts
from verify.model.verdict import Collapse, Energy, Hypothesis, Num, Status, View
from verify.spectral.bounds import graph_bound, slices_bound
from verify.spectral.cuts import decide_cuts
from verify.spectral.hypotheses import profile_hypotheses, profile_rung
from verify.spectral.laws import FiniteInteraction, Gain, law_from_direction, search_law
from verify.spectral.nonnegative import decide_table, exact_signs
from verify.spectral.outcome import Outcome, Proof
from verify.spectral.sign_rule import nonnegative_outcome
from verify.spectral.signed_laplacian import SignedLaplacian, signed_laplacian
from verify.spectral.uniqueness import UniquenessAnswer, decide_uniqueness

__all__ = ["decide_finite"]

Rows = list[list[Number]]
#: Bits after the binary point of the rational bounds of irrational entries.
_BOUND_BITS = 96


@dataclass(frozen=True)
class FiniteProblem:
    """A factor kernel on finitely many labels with everything the attempts share.

    Attributes
    ----------
    kernel, facts
        The kernel and what is known of its profile on S^{d-1}.
    rows : list of lists of Number
        The exact table of k.
    """

    kernel: FactorKernel
    facts: ProfileFacts
    rows: Rows

    @cached_property
    def rational(self) -> bool:
        """Whether every entry is rational, so that L is exact."""
        return all(isinstance(x, Fraction) for row in self.rows for x in row)

    @cached_property
    def lower(self) -> list[list[Fraction]]:
        """The table itself, or rational lower bounds of its entries."""
        return [[_bound(x, upper=False) for x in row] for row in self.rows]

    @cached_property
    def upper(self) -> list[list[Fraction]]:
        """The table itself, or rational upper bounds of its entries."""
        return self.lower if self.rational else [[_bound(x, upper=True) for x in row] for row in self.rows]

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """Masses of the labels or blocks."""
        return self.kernel.labels.weights()

    @cached_property
    def atomic(self) -> bool:
        """False for nonatomic blocks."""
        return self.kernel.labels.atomic

    @cached_property
    def laplacian(self) -> SignedLaplacian:
        """L of the lower table; L of k is at least as large, since <v, Lv> = 1/2 ∬ k (v - v')^2 is monotone in k."""
        return signed_laplacian(self.weights, self.lower)

    @cached_property
    def interaction(self) -> FiniteInteraction:
        """The interaction, for energies of explicit laws."""
        return FiniteInteraction(self.weights, self.rows, self.kernel.profile, self.kernel.d, nonatomic=not self.atomic)

    @cached_property
    def collapsed(self) -> Num | None:
        """Energy of every collapsed law, f(1)/2 sum w_i w_j k_ij."""
        return Num.of_ball(self.interaction.collapsed_energy(), self._collapsed_formula())

    def _collapsed_formula(self) -> str | None:
        top = self.facts.exact.get("value_at_one")
        if not self.rational or top is None:
            return None
        mean = sum(w * d for w, d in zip(self.weights, self.laplacian.degrees, strict=True)) / 2
        return number_text(parse_number(f"({mean})*({top})"))

    @property
    def status(self) -> Status:
        """``exact`` on rational entries, ``enclosed`` where balls bound them; the profile's own rung is mixed in."""
        return Status.EXACT if self.rational else Status.ENCLOSED

    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """What was asked of the profile."""
        return profile_hypotheses(self.facts)


def _bound(x: Number, *, upper: bool) -> Fraction:
    if isinstance(x, Fraction):
        return x
    with flint.ctx.workprec(2 * _BOUND_BITS):
        end = ball(x).upper() if upper else ball(x).lower()
        scaled = (end * flint.arb(2) ** _BOUND_BITS).ceil() if upper else (end * flint.arb(2) ** _BOUND_BITS).floor()
        whole = scaled.unique_fmpz()
    if whole is None:
        raise ArithmeticError(f"k = {x} is not enclosed tightly enough for a rational bound")
    return Fraction(int(whole), 2**_BOUND_BITS)


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
    for attempt in (_by_constant_profile, _by_sign, _by_cuts, _by_direction, _by_laplacian, _by_law):
        outcome = attempt(problem)
        if outcome is not None:
            return outcome
    return _undecided(problem)


# ---------------------------------------------------------------- 0. constant profiles


def _by_constant_profile(problem: FiniteProblem) -> Outcome | None:
    if problem.facts.degrees != frozenset() or problem.facts.nonnegative is not True:
        return None
    reason = "The profile is constant: every law has the same energy."
    single = problem.atomic and len(problem.weights) == 1
    graph = _view(problem, "all" if single else "some", problem.status, reason)
    return Outcome(graph, _view(problem, "some", problem.status, reason), problem.hypotheses())


# ---------------------------------------------------------------- 1. nonnegative factors


def _by_sign(problem: FiniteProblem) -> Outcome | None:
    if problem.facts.bounded is not True:
        return None
    support = decide_table(exact_signs(problem.lower))
    if not support.nonnegative:
        return None
    return nonnegative_outcome(
        problem.kernel, problem.facts, support, problem.collapsed, problem.status, "the sign of every entry"
    )


def _by_cuts(problem: FiniteProblem) -> Outcome | None:
    """Arcsine profiles on rational tables."""
    if not problem.rational or not problem.atomic:
        return None
    return decide_cuts(problem.kernel, problem.weights, problem.lower, problem.facts)


# ---------------------------------------------------------------- 3. a negative direction


def _by_direction(problem: FiniteProblem) -> Outcome | None:
    if problem.facts.slope is not True or (len(problem.weights) == 1 and problem.atomic):
        return None
    laplacian = problem.laplacian if problem.rational else signed_laplacian(problem.weights, problem.upper)
    lowest = min(range(len(laplacian.degrees)), key=laplacian.degrees.__getitem__)
    if not problem.atomic and laplacian.degrees[lowest] < 0:
        reason = f"The degree D of block {lowest} is negative: v can oscillate inside it with <v, Lv> < 0 (T5)."
        return _refuted(problem, reason, {"block": lowest}, search_law(problem.interaction, copies=2))
    found = laplacian.decision
    if not isinstance(found, NegativeDirection):
        return None
    reason = f"The signed Laplacian has a direction with <v, Lv> = {_short(found.value)} < 0, and 0 < f'(1) < oo (T5)."
    gain = _better(law_from_direction(problem.interaction, found.v), search_law(problem.interaction))
    return _refuted(problem, reason, {"v": [str(x) for x in found.v]}, gain)


def _refuted(problem: FiniteProblem, reason: str, data: dict[str, object], gain: Gain | None) -> Outcome:
    """No maximiser collapses in either view: L has a negative direction for the upper bounds of k."""
    view = _view(problem, "none", Status.weakest(problem.status, profile_rung(problem.facts, "slope")), reason, gain)
    proof = Proof("T5", "direction", data, {"graph_laws": "none", "all_laws": "none"})
    hypotheses = (*problem.hypotheses(), Hypothesis("L positive semidefinite", False, reason))
    return _with_bounds(problem, Outcome(view, view, hypotheses, proof, _witness(gain, data)))


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
    status = Status.weakest(problem.status, profile_rung(facts, "nonnegative"))
    graph = _answered(problem, answers.graph_laws, status)
    slices = _answered(problem, answers.all_laws, status)
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
    gain = search_law(problem.interaction, copies=2)
    slices = replace(slices, energy=replace(slices.energy, best=Num.of_ball(gain.energy) if gain else None, bound=None))
    return _with_bounds(
        problem, replace(outcome, all_laws=slices, witness=_witness(gain, {"atom": answers.all_laws.label}))
    )


def _answered(problem: FiniteProblem, answer: UniquenessAnswer, status: Status) -> View:
    if answer.collapse is not None:
        return _view(problem, answer.collapse, status, answer.reason)
    energy = Energy(problem.collapsed, problem.collapsed, problem.collapsed)
    return View.unknown(answer.reason, energy)


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
    views = {"all_laws": "none"} | ({"graph_laws": "none"} if gain.law.graph else {})
    data = {"graph": gain.law.graph, "law": gain.law.to_data()}
    slices = _view(problem, "none", Status.ENCLOSED, reason, gain)
    graph = (
        slices
        if gain.law.graph
        else View.unknown(
            "Only laws with spread slices were found to beat the collapsed ones.", Energy(problem.collapsed)
        )
    )
    if problem.atomic and len(problem.weights) == 1:
        graph = _view(problem, "all", Status.EXACT, "With one label every graph law is collapsed.")
    return Outcome(
        graph,
        slices,
        problem.hypotheses(),
        Proof("T5", "law", data, views),
        _witness(gain, {}),
        next_step=_next_step(graph, slices),
    )


# ---------------------------------------------------------------- shared


def _view(problem: FiniteProblem, collapse: str, status: Status, reason: str, gain: Gain | None = None) -> View:
    """A decided view: where collapse maximises, all three energies are the collapsed one."""
    if collapse == "none":
        best = Num.of_ball(gain.energy) if gain else None
        energy = Energy(problem.collapsed, best, None)
    else:
        energy = Energy(problem.collapsed, problem.collapsed, problem.collapsed)
    return View(Collapse(collapse), True if problem.atomic or collapse != "none" else None, status, energy, reason)


def _with_bounds(problem: FiniteProblem, outcome: Outcome) -> Outcome:
    """Add the correlation bounds of T6 where the profile has a_n >= 0."""
    if problem.facts.nonnegative is not True or problem.facts.a_0 is None:
        return outcome
    graph, slices = outcome.graph_laws, outcome.all_laws
    if slices.collapse is Collapse.NONE:
        bound, attained = slices_bound(problem.weights, problem.rows, problem.facts, rational=problem.rational)
        best = bound if attained else slices.energy.best
        slices = replace(slices, energy=replace(slices.energy, best=best, bound=bound))
    if graph.collapse is Collapse.NONE:
        # on nonatomic blocks graph laws average to any slices, so only the bound over P_rho holds
        bound = graph_bound(problem.weights, problem.rows, problem.facts) if problem.atomic else slices.energy.bound
        graph = replace(graph, energy=replace(graph.energy, bound=bound))
    return replace(outcome, graph_laws=graph, all_laws=slices)


def _better(first: Gain | None, second: Gain | None) -> Gain | None:
    """The law with more energy for certain, else the first there is."""
    if first is None or second is None:
        return first or second
    return second if second.energy > first.energy else first


def _witness(gain: Gain | None, data: dict[str, object]) -> dict[str, object] | None:
    """The witness of a verdict: the direction, and the explicit law with both energies."""
    return {**data, **(gain.to_json() if gain else {})} or None


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
    view = View.unknown(reason, Energy(problem.collapsed))
    graph = view
    if problem.atomic and len(problem.weights) == 1:
        graph = _view(problem, "all", Status.EXACT, "With one label every graph law is collapsed.")
    return Outcome(graph, view, problem.hypotheses(), next_step=step)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{float(value):.6g}"  # type: ignore[arg-type]
