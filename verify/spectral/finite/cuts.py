"""Arcsine profiles: the maximum over graph laws is one over sign vectors.

(2/pi) arcsin <x, y> = E[sign <g, x> sign <g, y>] for a Gaussian g (Grothendieck, Sheppard). With f = c arcsin, c > 0,
every graph law has 2 E/f(1) = E_g[s^T K s] <= max over signs s of s^T K s, K_ij = w_i w_j k_ij, and x_i = s_i u
attains it. So collapse maximises iff no cut has negative weight, and it is the only maximiser iff every cut has
positive weight: equality needs s constant for almost every g, hence all x_i equal. Here f'(1) = oo, and L need not
be PSD. proofs/coq/CutCone.v proves the inequality without a mean over g, by a minimum principle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from verify.model.formula import Apply, Const, Name, Node
from verify.model.kernels import FactorKernel
from verify.model.numbers import ball
from verify.model.profiles import ProfileFacts
from verify.model.verdict import Collapse, Energy, Hypothesis, Num, Status, View
from verify.spectral.hypotheses import profile_hypotheses
from verify.spectral.outcome import Outcome, Proof

__all__ = ["decide_cuts"]

_MOST_LABELS = 16


def decide_cuts(
    kernel: FactorKernel,
    weights: Sequence[Fraction],
    rows: Sequence[Sequence[Fraction]],
    facts: ProfileFacts,
) -> Outcome | None:
    """Decide a rational table on at most 16 atoms with profile c asin(t), c > 0; None for any other kernel."""
    n = len(weights)
    if not _is_arcsine(kernel) or not 2 <= n <= _MOST_LABELS:
        return None
    lightest = _lightest_cut(weights, rows)
    total = sum(
        (u * v * k for u, row in zip(weights, rows, strict=True) for v, k in zip(weights, row, strict=True)),
        Fraction(0),
    )
    collapsed, maximum = (
        Num.of_ball(facts.value_at_one * ball(x) / 2) for x in (total, total - 4 * min(lightest, Fraction(0)))
    )
    found = (
        *profile_hypotheses(facts),
        Hypothesis(
            "no cut of negative weight",
            lightest >= 0,
            f"all {2 ** (n - 1) - 1} cuts; the lightest weighs {lightest}",
        ),
    )
    if lightest < 0:
        reason = (
            f"f = c asin t: a cut of weight {lightest} < 0 gains energy over the collapsed laws by antipodal contents."
        )
        view = View(Collapse.NONE, True, Status.EXACT, Energy(collapsed, maximum, maximum), reason)
        claim = {"graph_laws": "none", "all_laws": "none"}
        slices = view if all(rows[i][i] >= 0 for i in range(n)) else replace(view, energy=Energy(collapsed, maximum))
        return Outcome(view, slices, found, Proof("T5", "cuts", {}, claim))
    collapse, why = ("all", "every cut has positive weight") if lightest > 0 else ("some", "a cut has weight 0")
    energy = Energy(collapsed, collapsed, collapsed)
    graph = View(Collapse(collapse), True, Status.EXACT, energy, f"f = c asin t: the maximum is over signs, and {why}.")
    claim = {"graph_laws": collapse}
    if all(rows[i][i] >= 0 for i in range(n)):
        # k_ii >= 0: the energy is convex in the mean sign of each slice, so that P_rho has the same maximum
        claim["all_laws"] = collapse
        return Outcome(graph, graph, found, Proof("T5", "cuts", {}, claim))
    slices = View.unknown("Some k_ii < 0: slices may gain by spreading.", Energy(collapsed))
    return Outcome(
        graph,
        slices,
        found,
        Proof("T5", "cuts", {}, claim),
        next_step="Maximise the quadratic form over mean signs in [-1, 1].",
    )


def _is_arcsine(kernel: FactorKernel) -> bool:
    formula = kernel.profile.formula(kernel.d)
    return formula is not None and _positive_multiple(formula.tree)


def _positive_multiple(node: Node) -> bool:
    """Whether a tree is asin(t) times positive constants."""
    match node:
        case Apply("asin", (Name("t"),)):
            return True
        case Apply("*", (a, b)):
            return (_positive_constant(a) and _positive_multiple(b)) or (
                _positive_multiple(a) and _positive_constant(b)
            )
        case Apply("/", (a, b)):
            return _positive_multiple(a) and _positive_constant(b)
    return False


def _positive_constant(node: Node) -> bool:
    match node:
        case Const(value):
            return value > 0
        case Name("pi" | "E"):
            return True
        case Apply(("*" | "/"), (a, b)):
            return _positive_constant(a) and _positive_constant(b)
    return False


def _lightest_cut(weights: Sequence[Fraction], rows: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return the smallest sum of w_i w_j k_ij over pairs that a proper subset of the labels separates, exactly."""
    n = len(weights)
    coupling = [[u * v * k for v, k in zip(weights, row, strict=True)] for u, row in zip(weights, rows, strict=True)]
    scale = int(np.lcm.reduce([x.denominator for row in coupling for x in row], dtype=object))
    table = np.array([[int(x * scale) for x in row] for row in coupling], dtype=object)
    lightest: int | None = None
    for subset in range(1, 2 ** (n - 1)):
        inside = np.array([bool(subset >> i & 1) for i in range(n)])
        weight = int(table[inside][:, ~inside].sum())
        lightest = weight if lightest is None else min(lightest, weight)
    assert lightest is not None
    return Fraction(lightest, scale)
