"""Corollary (a) of T5: k >= 0 and f <= f(1), decided by sign and connectedness, without any eigenvalue, at any size.

E = 1/2 ∬ k f(<x, y>) <= f(1)/2 ∬ k, attained by every collapsed law. If f(t) < f(1) for t < 1, equality forces x = y on
the support of k, hence one content on each connected component of the support.
"""

from __future__ import annotations

from verify.model.kernels import FactorKernel
from verify.model.profiles import ProfileFacts
from verify.model.verdict import Hypothesis, Num, Status
from verify.spectral.finite.nonnegative import SignDecision
from verify.spectral.hypotheses import profile_hypotheses, profile_rung
from verify.spectral.outcome import Outcome, Proof, maximised_by_collapse

__all__ = ["nonnegative_outcome"]


def nonnegative_outcome(
    kernel: FactorKernel,
    facts: ProfileFacts,
    support: SignDecision,
    collapsed: Num | None,
    status: Status,
    how: str,
) -> Outcome | None:
    """Return the outcome of a factor k >= 0 on finite labels, None where the profile's facts are not established.

    Parameters
    ----------
    support : SignDecision
        Connected components of the support of k; one atom with k = 0 is reducible.
    collapsed : Num or None
        f(1)/2 ∬ k.
    status, how : Status, str
        The rung on which the signs of k stand, and how they were decided.
    """
    if facts.bounded is not True or facts.peaked is None:
        return None
    if not facts.peaked:
        collapse = "some"
        reason = (
            "k >= 0 and f <= f(1): collapse maximises, and so do contents at an inner product t < 1 with f(t) = f(1)."
        )
    elif support.irreducible:
        collapse = "all"
        reason = "k >= 0 is irreducible and f(t) < f(1) for t < 1: all contents coincide (T5, corollary a)."
    elif support.count == 1:
        collapse, reason = "some", "k = 0: every law has energy 0."
    else:
        collapse = "some"
        reason = f"k >= 0 splits into {support.count} components that do not see each other: each collapses by itself."
    rung = Status.weakest(status, profile_rung(facts, "bounded", "peaked"))
    slices = maximised_by_collapse(collapse, rung, collapsed, reason)
    single = kernel.labels.atomic and kernel.labels.size == 1
    graph = (
        maximised_by_collapse("all", rung, collapsed, "With one label every graph law is collapsed.")
        if single
        else slices
    )
    data = {} if support.irreducible else {"component": list(support.component(0))}
    claim = {"graph_laws": str(graph.collapse), "all_laws": str(slices.collapse)}
    hypotheses = (
        *profile_hypotheses(facts),
        Hypothesis("k >= 0", True, how),
        Hypothesis("k irreducible", support.irreducible, _components(support.count)),
    )
    return Outcome(graph, slices, hypotheses, Proof("T5", "sign", data, claim))


def _components(count: int) -> str:
    return "the support of k is connected" if count == 1 else f"the support of k has {count} connected components"
