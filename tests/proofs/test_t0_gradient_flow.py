"""T0: the derivation holds step by step; the gradient agrees with the flow; each hypothesis is needed."""

from __future__ import annotations

import pytest

from proofs.t0_gradient_flow import THEOREM
from proofs.t0_gradient_flow_instances import asymmetric, written_out
from verify.evidence.expectations import Outcome
from verify.model.verdict import Status


@pytest.mark.slow
def test_every_step_reaches_its_rung():
    """The derivation is exact; the metric statement is cited; the random instances are no part of the result."""
    result = THEOREM.derivation.run(seed=7)
    assert [r.number for r in result if not r.passed] == []
    assert result.status is Status.EXACT
    assert [r.number for r in result if r.outcome.status is Status.CITED] == [14]


@pytest.mark.slow
def test_every_claim_and_mutant_is_as_expected():
    """Claims are exact; mutants are refuted."""
    result = THEOREM.run()
    assert set(result.outcomes.values()) == {Outcome.AS_EXPECTED}
    assert {result.evidence[claim.id].status for claim in THEOREM.necessity} == {Status.REFUTED}


@pytest.mark.parametrize(("n", "d"), [(1, 2), (2, 2), (2, 4)])
def test_the_gradient_in_coordinates_is_the_velocity(n, d):
    """Other small instances than those of the claims."""
    assert written_out(n, d).status is Status.EXACT


def test_an_asymmetric_kernel_lowers_the_energy():
    """The rate is the rational number that the witness names."""
    assert asymmetric().details["rate"] == "-8/16875"
