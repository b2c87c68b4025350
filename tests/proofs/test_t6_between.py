"""T6: between an explicit law and a rechecked bound."""

from __future__ import annotations

import pytest

from proofs.t6_between import BETWEEN, BETWEEN_MUTANTS, between
from verify.evidence.shipped import Shipped
from verify.model.verdict import Status


@pytest.mark.slow
def test_the_largest_energy_is_enclosed_at_four_temperatures():
    """The gap is at most 4 % of what is found, and the rows that are drawn hold what was compared."""
    (claim,) = BETWEEN
    found = claim.run(**claim.parameters)
    assert found.status is claim.expected is Status.ENCLOSED
    (table,) = found.details["between"]
    assert [row["beta"] for row in table["rows"]] == [2, 4, 8, 16]
    assert all(1 < row["found"] < row["bound"] < 1.04 * row["found"] for row in table["rows"])


@pytest.mark.slow
def test_a_multiple_below_a_law_in_hand_is_refuted_and_one_below_the_bound_is_open():
    """beta = 2: the horseshoe has 1.0328 times the energy, the certificate leaves 1.0629."""
    (mutant,) = BETWEEN_MUTANTS
    assert mutant.run(**mutant.parameters).status is mutant.expected is Status.REFUTED
    assert between([["2", "1", "1.05", "0.612", "0.31"]]).status is Status.UNKNOWN


@pytest.mark.slow
def test_a_certificate_that_is_rejected_is_an_error(monkeypatch):
    """Whatever the law in hand says."""
    error = between([["2", "1", "1.05", "0.612", "0.31"]])
    monkeypatch.setattr(Shipped, "recheck", lambda _: type(error)(Status.ERROR, "rejected"))
    assert between([["2", "1", "1.1", "0.612", "0.31"]]).status is Status.ERROR
