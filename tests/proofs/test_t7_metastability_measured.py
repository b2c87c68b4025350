"""T7 measured: what the flow shows stands beside the closed forms, and a wrong form is seen."""

from __future__ import annotations

import math

import numpy as np
import pytest

from proofs.t7_metastability_claims import closed_form
from proofs.t7_metastability_measured import (
    MEASURED,
    MEASURED_MUTANTS,
    measured_rates,
    measured_times,
    passage_time,
    staircase,
)
from verify.evidence.claims import judge
from verify.evidence.expectations import Outcome
from verify.model.verdict import Status


@pytest.mark.slow
@pytest.mark.parametrize("claim", [*MEASURED, *MEASURED_MUTANTS], ids=lambda claim: claim.id)
def test_every_measured_claim_is_as_expected(claim):
    """Numeric where the theory holds, refuted where a hypothesis or a form is dropped."""
    found = claim.evidence()
    assert judge(claim.expected, found.status) is Outcome.AS_EXPECTED, found
    assert ("numerically against" in found.how) is (found.status is Status.REFUTED)


@pytest.mark.parametrize(("beta", "start", "end"), [(1, 3.0, 0.2), (9, 2.0, 1e-3), (30, 1.0, 0.5)])
def test_the_floating_passage_time_is_the_closed_form(beta, start, end):
    """SciPy's exponential integrals beside SymPy's."""
    exact = float(closed_form(beta, math.cos(start), math.cos(end)).evalf(30))
    assert passage_time(beta, start, end) == pytest.approx(exact, rel=1e-11)


def test_a_pair_on_the_sphere_takes_the_time_of_the_circle():
    """Any dimension; 8 digits."""
    found = measured_times([6], 2.5, 0.3, 1, 4, 4)
    assert found.status is Status.NUMERIC
    assert float(found.residual) < 1e-9


def test_growth_rates_of_a_square_are_measured():
    """Another polygon than those of the claims."""
    assert measured_rates(4, 6, [1, 2]).status is Status.NUMERIC


def test_the_staircase_has_a_step_for_each_cluster_but_one():
    """Energies climb by w_a w_b/beta; the last level is that of one cluster, 1/(2 beta)."""
    flow, steps = staircase(30, [0.0, 0.8, 2.2], [1, 2, 3])
    assert len(steps) == 2
    assert steps[-1][1] == pytest.approx(1 / 60)
    assert steps[0][1] - flow.course["energy"][0] == pytest.approx(1 / 6 * 2 / 6 / 30, rel=1e-3)
    assert flow.energy == pytest.approx(1 / 60, rel=1e-9)
    assert (np.diff(flow.course["energy"]) > -1e-16).all()
