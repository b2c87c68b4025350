"""T6: the winners along beta, found by search, come in the order that the claims state."""

from __future__ import annotations

import pytest

from proofs.t6_phases import PHASE_MUTANTS, PHASES, ordered_phases
from verify.model.verdict import Status


def test_claims_say_numeric_and_the_mutant_is_to_be_refuted():
    """A search proves nothing about laws that it did not find."""
    assert {claim.expected for claim in PHASES} == {Status.NUMERIC}
    assert {claim.expected for claim in PHASE_MUTANTS} == {Status.REFUTED}


@pytest.mark.slow
def test_in_space_a_latitude_circle_wins_before_the_horseshoe():
    """d = 3: three laws, the changes at 1.545 (the root of I_1' = I_1) and near 1.61; another order is refuted."""
    found = ordered_phases(3, "great circle, latitude circle, horseshoe", [["1.54", "1.55"], ["1.60", "1.62"]])
    assert found.status is Status.NUMERIC
    (row,) = found.details["phases"]
    assert row["transitions"][0] == pytest.approx(1.545127, abs=2e-3)
    other = ordered_phases(3, "great circle, horseshoe", [["1.60", "1.62"]], [1.5, 1.58, 1.7])
    assert other.status is Status.REFUTED
