"""T2: convex energies have graph maximisers, others may have none; vertices are optimal without self-interaction."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

from proofs.t1_decided import factor, rechecked
from proofs.t2_attainment import THEOREM
from proofs.t2_attainment_claims import (
    GAUSSIAN,
    attainment,
    bell_transform,
    graph_is_needed,
    turning_energy,
    turning_laws,
    vertices_average,
    without_continuity,
)
from verify.evidence.expectations import Outcome
from verify.model.verdict import Status

CITED = {1, 2, 5, 10, 12}


@pytest.mark.slow
def test_every_step_reaches_its_rung():
    """Exact but for compactness, measurable selection, Schoenberg and Schur, the Gaussian integral and injectivity."""
    result = THEOREM.derivation.run(seed=5)
    assert [r.number for r in result if not r.passed] == []
    assert result.status is Status.EXACT
    assert {r.number for r in result if r.outcome.status is Status.CITED} == CITED


@pytest.mark.slow
def test_every_claim_and_mutant_is_as_expected():
    """Claims on their rungs, mutants refuted."""
    result = THEOREM.run()
    assert set(result.outcomes.values()) == {Outcome.AS_EXPECTED}
    assert {result.evidence[claim.id].status for claim in THEOREM.necessity} == {Status.REFUTED}
    assert {claim.id for claim in THEOREM.claims if result.evidence[claim.id].status is Status.ENCLOSED} == {
        "turning-laws",
        "bell-transform",
    }


def test_the_certificate_of_the_counterexample_is_accepted():
    """It says that no maximiser collapses, in both views; attainment is the engine's own field."""
    found = rechecked(GAUSSIAN)
    assert (found.graph_laws, found.all_laws) == ("none", "none")
    assert (found.verdict.graph_laws.attained, found.verdict.all_laws.attained) == (False, True)


def test_a_wrong_answer_about_attainment_is_refuted():
    """Each of the other answers about the counterexample, and a kernel where a graph is among the maximisers."""
    wrong = [(True, True), (True, False), (False, False)]
    assert {attainment(GAUSSIAN, *answer).status for answer in wrong} == {Status.REFUTED}
    assert graph_is_needed(factor([["1"]], "exp(2*t)")).status is Status.EXACT


@pytest.mark.parametrize("turns", [1, 3, 10])
def test_the_energy_of_a_turning_law_is_its_double_integral(turns):
    """The single integral against the midpoint rule in both labels, in floating point."""
    n = 1000
    xi = (np.arange(n) + 0.5) / n
    gap = xi[:, None] - xi[None, :]
    double = -np.mean(np.cos(2 * np.pi * turns * gap) * np.exp(-(gap**2))) / 2
    assert float(turning_energy(turns).mid()) == pytest.approx(double, abs=2e-6)


def test_laws_that_turn_more_lose_less():
    """The energies times the square of the turns stay bounded; a constant law has nothing to do with it."""
    with flint.ctx.workprec(100):
        scaled = [float((turning_energy(r) * r * r).mid()) for r in (8, 16, 32)]
        still = float(turning_energy(0).mid())
    assert all(-5 / (4 * np.pi**2) < value < 0 for value in scaled)
    assert still == pytest.approx(-0.4307638533981482, rel=1e-12)
    assert turning_laws([2, 1]).status is Status.UNKNOWN


def test_a_short_cut_leaves_a_wide_tail():
    """The transform of the bell is compared up to its tail; a cut too near gives a tail that hides nothing."""
    assert bell_transform(["1"], 12).status is Status.ENCLOSED
    assert "1.48e-36" in bell_transform(["0"], 18).how


@pytest.mark.parametrize(("labels", "contents", "seed"), [(1, 4, 2), (2, 2, 3), (3, 3, 4)])
def test_a_vertex_is_optimal_without_self_interaction(labels, contents, seed):
    """Other sizes and seeds than those of the claim."""
    assert vertices_average(labels, contents, seed).status is Status.EXACT


def test_the_discontinuous_kernel_needs_many_steps():
    """Few steps do not come near enough to refute anything."""
    assert without_continuity(10).status is Status.UNKNOWN
    assert Fraction(1, 2) - (Fraction(99, 101) ** 2) / 2 > Fraction(1, 10**6)
