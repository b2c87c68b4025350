"""T1: graph laws reach the supremum over all laws; each hypothesis is needed."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.t1_decided import factor, rechecked
from proofs.t1_value import THEOREM
from proofs.t1_value_claims import ONE_ATOM, enumerated, same_value, written_out
from proofs.t1_value_seeds import measurable_seeds
from verify.evidence.expectations import Outcome
from verify.model.verdict import Status

CITED = {5, 8, 12, 14}


@pytest.mark.slow
def test_every_step_reaches_its_rung():
    """Exact but for measurable selection, cells of equal mass, the isomorphism theorem and Riemann-Lebesgue."""
    result = THEOREM.derivation.run(seed=5)
    assert [r.number for r in result if not r.passed] == []
    assert result.status is Status.EXACT
    assert {r.number for r in result if r.outcome.status is Status.CITED} == CITED


@pytest.mark.slow
def test_every_claim_and_mutant_is_as_expected():
    """Claims are exact, mutants refuted."""
    evidence = {claim.id: claim.evidence() for claim in THEOREM.all_claims}
    assert {evidence[claim.id].status for claim in THEOREM.claims} == {Status.EXACT}
    assert {evidence[claim.id].status for claim in THEOREM.necessity} == {Status.REFUTED}
    assert set(THEOREM.run().outcomes.values()) == {Outcome.AS_EXPECTED}


def test_one_atom_has_the_suprema_zero_and_minus_one_half():
    """The energies of the verdict beside the certificate that refutes their equality."""
    found = rechecked(ONE_ATOM)
    assert found.verdict.graph_laws.energy.best.exact == "-1/2"
    assert float(found.verdict.all_laws.energy.best.value) == 0
    assert (found.graph_laws, found.all_laws) == ("all", "none")
    assert same_value(ONE_ATOM).status is Status.REFUTED


def test_a_kernel_that_is_not_decided_by_collapse_says_nothing_of_the_value():
    """No maximiser of either view collapses: the suprema may agree or not."""
    assert same_value(factor([["0", "-1"], ["-1", "0"]])).status is Status.UNKNOWN


@pytest.mark.parametrize("cells", [1, 2, 4])
def test_the_diagonal_cells_alone_change_the_mean(cells):
    """Other numbers of cells than that of the claim."""
    assert written_out(cells).status is Status.EXACT


@pytest.mark.parametrize("cells", [1, 5, 6])
def test_the_best_graph_law_on_an_even_number_of_cells_has_the_energy_of_the_slices(cells):
    """An odd number of cells leaves one over: -1/(2 n^2)."""
    best = "0" if cells % 2 == 0 else f"-1/{2 * cells**2}"
    found = enumerated(cells)
    assert found.status is Status.EXACT
    assert f"best {best}," in found.how


@given(st.integers(1, 6), st.integers(0, 10**6))
def test_the_mean_over_seeds_loses_at_most_the_bound(n, seed):
    """Random slices of two points each and random interactions on n cells, by enumeration in floating point."""
    rng = np.random.default_rng(seed)
    w = rng.dirichlet(np.ones(n))
    g = rng.uniform(-1, 1, (n, n, 2, 2))
    g = (g + g.transpose(1, 0, 3, 2)) / 2
    energies = [
        sum(w[i] * w[j] * g[i, j, s[i], s[j]] for i in range(n) for j in range(n)) / 2
        for s in product((0, 1), repeat=n)
    ]
    slices = np.einsum("i,j,ijab->", w, w, g) / 8
    assert abs(np.mean(energies) - slices) <= np.sum(w**2) + 1e-12
    assert max(energies) >= slices - np.sum(w**2) - 1e-12


def test_one_random_number_fails_for_a_kernel_that_is_not_continuous():
    """The witness is the same for every number of turns."""
    assert measurable_seeds().status is Status.REFUTED
