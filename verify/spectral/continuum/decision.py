"""T5 on a continuum of labels: factor kernels on the circle, an interval or a torus.

Order of the attempts, from the one with the fewest hypotheses to the one with the most:

1. k = 0, or a constant profile: all laws have one energy.
2. k >= 0 by structure and f <= f(1): collapse maximises; unique iff the support is connected and f peaked.
3. -k strictly positive definite: spread slices maximise (:mod:`.continuum_sign`).
4. k of the lag alone on the circle, or trigonometric on a torus: the symbol (:mod:`.continuum_symbol`).
5. Rational bounds of k on cells: L_k between the forms of a minorant and a majorant.
6. An explicit step law with more energy than the collapsed ones.

The labels are nonatomic: L is D on functions that oscillate inside a small set, so L PSD forces D >= 0 and
the two views agree wherever D > 0 (T5); and the suprema over graph laws and over P_rho are equal (T1).
"""

from __future__ import annotations

from collections.abc import Callable

from verify.model.kernels import FactorKernel
from verify.model.profiles import ProfileFacts
from verify.model.verdict import Energy, Hypothesis, Status, View
from verify.spectral.continuum.minorant import MinorantPsd, NegativeForm, OpenGap
from verify.spectral.continuum.problem import ContinuumProblem
from verify.spectral.continuum.sign_rule import decide_definite, decide_sign, decide_trivial
from verify.spectral.continuum.symbol import decide_by_symbol
from verify.spectral.hypotheses import profile_rung
from verify.spectral.outcome import Outcome

__all__ = ["decide_continuum"]


def decide_continuum(kernel: FactorKernel, facts: ProfileFacts) -> Outcome:
    """Decide a factor kernel on a continuum of labels.

    Parameters
    ----------
    kernel : FactorKernel
        Labels on the circle, an interval or a torus; k (or its bias) is a formula.
    facts : ProfileFacts
        What is known of the profile on S^{d-1}.

    Returns
    -------
    Outcome
        Both views; a proof where the independent checker accepts it.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> from verify.model.profiles import analyse_profile
    >>> document = {
    ...     "family": "factor",
    ...     "d": 3,
    ...     "profile": {"usa": 2},
    ...     "k": "cos(xi - zeta)",
    ...     "labels": {"kind": "circle"},
    ... }
    >>> kernel = read_kernel(document)
    >>> outcome = decide_continuum(kernel, analyse_profile(kernel.profile, 3))
    >>> str(outcome.graph_laws.collapse), outcome.graph_laws.reason
    ('none', 'khat(1) = 1/2 > khat(0) = 0.')
    """
    problem = ContinuumProblem(kernel, facts)
    attempts: tuple[Callable[[ContinuumProblem], Outcome | None], ...] = (
        decide_trivial,
        decide_sign,
        decide_definite,
        decide_by_symbol,
        _by_cells,
        _by_step_law,
    )
    for attempt in attempts:
        outcome = attempt(problem)
        if outcome is not None:
            return outcome
    return _undecided(problem)


# ---------------------------------------------------------------- bounds on cells


def _by_cells(problem: ContinuumProblem) -> Outcome | None:
    found, facts = problem.cells, problem.facts
    if isinstance(found, NegativeForm) and facts.slope is True:
        rung = Status.weakest(Status.ENCLOSED, profile_rung(facts, "slope"))
        what = {"block": found.block} if found.direction is None else {"v": [str(x) for x in found.direction]}
        witness: dict[str, object] = {"cells": found.bounds.per_axis, **what}
        return problem.spread_outcome(
            rung, _negative_reason(found), problem.direction_proof(), (_not_psd(found),), witness=witness
        )
    if isinstance(found, MinorantPsd) and facts.nonnegative is True:
        return _collapse_by_minorant(problem, found)
    if (
        isinstance(found, MinorantPsd)
        and facts.bounded is True
        and all(x >= 0 for row in found.bounds.lower for x in row)
    ):
        return _collapse_by_minorant(problem, found)
    return None


def _negative_reason(found: NegativeForm) -> str:
    if found.block is not None:
        return f"D < 0 on cell {found.block} of {found.bounds.size}: v can oscillate inside it with <v, Lv> < 0 (T5)."
    value = f"<v, Lv> <= {float(found.value):.6g} < 0"
    return f"A direction constant on {found.bounds.size} cells has {value}, and 0 < f'(1) < oo (T5)."


def _not_psd(found: NegativeForm) -> Hypothesis:
    return Hypothesis("L positive semidefinite", False, f"rational upper bounds of k on {found.bounds.size} cells")


def _collapse_by_minorant(problem: ContinuumProblem, found: MinorantPsd) -> Outcome:
    """L_k is PSD by a minorant with a_n >= 0, or k >= 0 by a minorant with f <= f(1)."""
    facts = problem.facts
    name, method = ("nonnegative", "laplacian") if facts.nonnegative is True else ("bounded", "sign")
    rung = Status.weakest(Status.ENCLOSED, profile_rung(facts, name))
    psd = Hypothesis(
        "L positive semidefinite",
        True,
        f"rational lower bounds of k on {found.bounds.size} cells, exact LDL^T",
    )
    if facts.peaked is False:
        rung = Status.weakest(rung, profile_rung(facts, "peaked"))
        reason = "L is PSD; f(t) = f(1) for some t < 1, so contents at that inner product maximise as well."
        return problem.collapse_outcome("some", rung, reason, problem.minorant_proof(method, "some"), (psd,))
    if facts.peaked is True and problem.unique(found):
        rung = Status.weakest(rung, profile_rung(facts, "peaked"))
        reason = "A rational minorant of k on cells has a PSD Laplacian, and ker L = constants: collapse is unique."
        return problem.collapse_outcome("all", rung, reason, problem.minorant_proof(method, "all"), (psd,))
    reason = "L is PSD, so collapse maximises; the kernel of the minorant leaves open whether others do."
    return problem.open_outcome(reason, "Refine the minorant, or give a profile with f(t) < f(1) for t < 1.", (psd,))


# ---------------------------------------------------------------- explicit laws, and the rest


def _by_step_law(problem: ContinuumProblem) -> Outcome | None:
    gain = problem.step
    if gain is None:
        return None
    reason = "An explicit law, one content per cell of labels, has more energy than every collapsed one."
    proof = problem.proof("law", gain.to_data(), "none")
    return problem.spread_outcome(Status.ENCLOSED, reason, proof, ())


def _undecided(problem: ContinuumProblem) -> Outcome:
    facts, found = problem.facts, problem.cells
    names = {"nonnegative": "a_n >= 0 for n >= 1", "slope": "0 < f'(1) < oo"}
    missing = [text for name, text in names.items() if facts.facts[name].holds is not True]
    if isinstance(found, OpenGap):
        reason = (
            f"On {found.cells} cells the least eigenvalue of L is only known to lie between {found.lower:.3g} "
            f"(minorant) and {found.upper:.3g} (majorant)."
        )
        step = "Write k as a trigonometric polynomial or a periodic function of xi - zeta, or use finitely many labels."
    elif found is None:
        reason = "k is not seen to be bounded on all pairs of labels."
        step = "Write k so that no denominator, logarithm or Piecewise can be undefined on the labels."
    else:
        reason = (
            f"T5 does not decide: {' and '.join(missing)} not established, and no law was found that beats collapse."
        )
        step = "Use a profile with a nonnegative expansion and 0 < f'(1) < oo."
    symbol = problem.symbol
    if symbol is not None and symbol.psd is None:
        reason = f"{symbol.reason} {reason}"
    view = View.unknown(reason, Energy(problem.collapsed, problem.collapsed, problem.trivial_bound))
    return Outcome(view, view, problem.hypotheses(), next_step=step)
