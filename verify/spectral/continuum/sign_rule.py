"""Continua of labels on which the sign, or the definiteness, of k decides: no eigenvalue is needed."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from verify.model.labels import Circle, Interval
from verify.model.numbers import ball
from verify.model.quadrature import integrate_formula
from verify.model.verdict import Collapse, Energy, Hypothesis, Status, View
from verify.spectral.continuum.cells import bound_on_cells, work_of
from verify.spectral.continuum.problem import ContinuumProblem
from verify.spectral.continuum.signs import Sign, label_bounds, sign_of
from verify.spectral.continuum.spectrum import negative_definite_on_line, negative_everywhere
from verify.spectral.finite.nonnegative import decide_table
from verify.spectral.hypotheses import profile_rung
from verify.spectral.outcome import Outcome

__all__ = ["decide_definite", "decide_sign", "decide_trivial"]

_GRIDS = (1, 2, 4, 8, 16, 32, 64)
_MOST_WORK = 60_000


def _sign(problem: ContinuumProblem) -> Sign:
    bounds = label_bounds(problem.kernel.labels)
    assert bounds is not None
    return sign_of(problem.formula, bounds)


def decide_trivial(problem: ContinuumProblem) -> Outcome | None:
    """Decide k = 0 and constant profiles: every law has the same energy."""
    facts = problem.facts
    if _sign(problem) is Sign.ZERO or (problem.coefficients is not None and not problem.coefficients):
        reason, rung = "k = 0: every law has the energy 0.", Status.EXACT
    elif facts.degrees == frozenset() and facts.nonnegative is True:
        reason, rung = (
            "The profile is constant: every law has the same energy.",
            profile_rung(facts, "nonnegative"),
        )
    else:
        return None
    proof = problem.proof("fourier", {}, "some") if problem.coefficients is not None else None
    return problem.collapse_outcome("some", rung, reason, proof)


def decide_sign(problem: ContinuumProblem) -> Outcome | None:
    """Decide k >= 0 with f <= f(1): E <= f(1)/2 ∬ k, with equality iff f(<x, x'>) = f(1) wherever k > 0."""
    facts = problem.facts
    if facts.bounded is not True or facts.peaked is None:
        return None
    sign = _sign(problem)
    if sign not in (Sign.POSITIVE, Sign.NONNEGATIVE):
        return None
    rung = profile_rung(facts, "bounded", "peaked")
    nonnegative = Hypothesis("k >= 0", True, f"the structure of {problem.formula.text}")
    if facts.peaked is False:
        reason = (
            "k >= 0 and f <= f(1), so collapse maximises; f(t) = f(1) for some t < 1, and so do contents at that t."
        )
        return problem.collapse_outcome(
            "some", rung, reason, problem.proof("sign", {"cells": 1}, "some"), (nonnegative,)
        )
    if sign is Sign.POSITIVE:
        connected, cells = Status.EXACT, 1
    else:
        found = _connected(problem)
        if found is None:
            return None
        connected, cells = found
    rung = Status.weakest(rung, connected)
    reason = "k >= 0 is irreducible and f(t) < f(1) for t < 1: all contents coincide (T5, corollary a)."
    how = "k > 0 everywhere" if sign is Sign.POSITIVE else f"cells on which k > 0 connect all {cells} cells"
    if connected is Status.EXACT and sign is Sign.NONNEGATIVE:
        how = "a nonnegative trigonometric polynomial of the lag vanishes at finitely many lags only"
    extra = (nonnegative, Hypothesis("k irreducible", True, how))
    return problem.collapse_outcome("all", rung, reason, problem.proof("sign", {"cells": cells}, "all"), extra)


def _connected(problem: ContinuumProblem) -> tuple[Status, int] | None:
    """Return how the support of k >= 0 is seen to be connected, and on how many cells per axis.

    If B and its complement both had mass, a cell that both meet (or two linked cells) would have k > 0
    between them: linked cells of positive mass lie in B, or in its complement, together.
    """
    labels, formula = problem.kernel.labels, problem.formula
    dim = len(labels.variables[0])
    for per_axis in _GRIDS:
        if per_axis > 1 and (per_axis**dim > 128 or work_of(formula, labels, per_axis) > _MOST_WORK):
            break
        bounds = bound_on_cells(formula, labels, per_axis)
        if bounds is None:
            continue
        links = np.array([[x > 0 for x in row] for row in bounds.lower])
        if decide_table(links.astype(np.int8)).irreducible and _cells_have_mass(problem, per_axis):
            return (Status.EXACT if problem.coefficients is not None else Status.ENCLOSED), per_axis
    if problem.coefficients is not None:
        return Status.EXACT, 1
    return None


def _cells_have_mass(problem: ContinuumProblem, per_axis: int) -> bool:
    labels = problem.kernel.labels
    if not isinstance(labels, Interval) or labels.density is None:
        return True
    start, length = ball(labels.a), ball(labels.b) - ball(labels.a)
    edges = [start + length * c / per_axis for c in range(per_axis + 1)]
    return all(integrate_formula(labels.density, "xi", a, b) > 0 for a, b in pairwise(edges))


def decide_definite(problem: ContinuumProblem) -> Outcome | None:
    """Decide -k strictly positive definite and a_n >= 0: spread slices maximise, no graph law does.

    2 E - a_0 ∬ k = sum_{n >= 1} a_n ∬ k P_n <= 0, with equality iff the moments of all degrees with a_n > 0
    vanish: uniform slices do that, and no unit vector does.
    """
    facts, lag, labels = problem.facts, problem.lag, problem.kernel.labels
    if facts.nonnegative is not True or facts.degrees == frozenset() or lag is None or facts.slope is not True:
        return None
    if isinstance(labels, Circle) and problem.symbol is not None:
        definite = negative_everywhere(lag)
    else:
        definite = isinstance(labels, Interval | Circle) and negative_definite_on_line(lag)
    if not definite:
        return None
    rung = profile_rung(facts, "nonnegative", "slope")
    reason = "-k is strictly positive definite: uniform slices attain the supremum a_0/2 ∬ k, no graph law does (T2)."
    energy = Energy(problem.collapsed, problem.centred, problem.centred)
    graph = View(Collapse.NONE, False, rung, energy, reason)
    how = (
        "every Fourier coefficient is negative"
        if isinstance(labels, Circle)
        else "its spectral density on the line is positive"
    )
    extra = Hypothesis("-k strictly positive definite", True, how)
    proof = problem.direction_proof()
    witness = {"law": "every slice uniform on the sphere"}
    return Outcome(graph, replace(graph, attained=True), (*problem.hypotheses(), extra), proof, witness)
