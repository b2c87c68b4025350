"""T3: maximisers live where their potential is largest; what the residual bounds; where graph maximisers need not."""

from __future__ import annotations

import numpy as np
import pytest

from proofs.t3_first_order import THEOREM
from proofs.t3_first_order_claims import collapsed_maximiser, gain, graph_maximiser, residuals, residuals_of
from verify.evidence.expectations import Outcome
from verify.model.verdict import Status


def test_every_step_reaches_its_rung():
    """Exact but for the measurable choice of a maximum."""
    result = THEOREM.derivation.run(seed=5)
    assert [r.number for r in result if not r.passed] == []
    assert result.status is Status.EXACT
    assert {r.number for r in result if r.outcome.status is Status.CITED} == {2}


@pytest.mark.slow
def test_every_claim_and_mutant_is_as_expected():
    """Claims are exact, mutants refuted."""
    result = THEOREM.run()
    assert set(result.outcomes.values()) == {Outcome.AS_EXPECTED}
    assert {result.evidence[claim.id].status for claim in THEOREM.claims} == {Status.EXACT}
    assert {result.evidence[claim.id].status for claim in THEOREM.necessity} == {Status.REFUTED}


def test_the_graph_maximiser_at_an_atom_has_the_residual_two():
    """The only law besides it that matters is its mirror image; a wrong number is refuted."""
    one: list = [[("1", ["3/5", "4/5"])]]
    assert residuals_of([["-1"]], one) == [2]
    assert residuals([["-1"]], one, ["1"]).status is Status.REFUTED
    assert graph_maximiser([["-1"]]).status is Status.REFUTED
    assert graph_maximiser([["1"]]).status is Status.EXACT


def test_a_kernel_whose_maximisers_do_not_collapse_says_nothing():
    """The collapsed law is no maximiser there, and no residual is asked for."""
    assert collapsed_maximiser([["-1"]]).status is Status.UNKNOWN
    assert graph_maximiser([["0", "-1"], ["-1", "0"]]).status is Status.UNKNOWN


def test_laws_are_checked():
    """Masses add up to one, points have norm one, and the bound bounds the kernel."""
    with pytest.raises(ValueError, match="add up to one"):
        residuals_of([["1"]], [[("1/2", ["1", "0"])]])
    with pytest.raises(ValueError, match="norm one"):
        residuals_of([["1"]], [[("1", ["1", "1"])]])
    with pytest.raises(ValueError, match="bound"):
        gain([["2"]], [[("1", ["1", "0"])]], "1")


@pytest.mark.parametrize("point", [["0", "1"], ["-3/5", "4/5"], ["-4/5", "3/5"]])
def test_a_step_to_the_maximum_gains_what_is_proved(point):
    """Other pairs of attracting tokens than that of the claim."""
    slices = [[("1", ["1", "0"])], [("1", point)]]
    assert gain([["0", "1"], ["1", "0"]], slices, "1").status is Status.EXACT


def test_the_best_found_law_has_no_residual():
    """Block ascent on random slices of k <x, y> in floating point ends where max V - V vanishes."""
    rng = np.random.default_rng(5)
    n = 6
    k = rng.standard_normal((n, n))
    k = (k + k.T) / 2
    np.fill_diagonal(k, 0.0)
    x = rng.standard_normal((n, 3))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    for _ in range(4000):
        for i in range(n):
            b = k[i] @ x
            x[i] = b / np.linalg.norm(b)
    fields = k @ x / n
    gaps = np.linalg.norm(fields, axis=1) - np.einsum("id,id->i", fields, x)
    assert np.all(np.abs(gaps) < 1e-10)
