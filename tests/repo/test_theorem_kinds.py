"""Every theorem has its six kinds of test, or says in one line why a kind does not apply.

The table names tests by their place. That each is collected, and is of its kind where that can be seen from its text
(a property is drawn by Hypothesis), is checked here.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import dataclass

import pytest

from verify.evidence.registry import list_theorems

#: It agrees with a closed form or an independent computation; it holds on its whole domain; it fails outside a
#: hypothesis; its certificates are accepted by the checker; certificates of false statements are not; particles agree.
KINDS = ("closed form", "property", "outside a hypothesis", "certificate", "forgery", "particles")


@dataclass(frozen=True)
class Without:
    """Why a kind does not apply."""

    reason: str


_NO_PROBLEM = Without(
    "The steps are identities for every kernel: there is no problem that a certificate could be about."
)
_OF_T5 = Without("Its claims stand on certificates of T5 and T4; their forgeries are those of T5 and T4.")

TABLE: dict[str, dict[str, str | Without]] = {
    "T0": {
        "closed form": "proofs/test_t0_gradient_flow.py::test_the_gradient_in_coordinates_is_the_velocity",
        "property": "testing/test_flows.py::test_the_solvers_field_is_n_times_the_gradient",
        "outside a hypothesis": "proofs/test_t0_gradient_flow.py::test_an_asymmetric_kernel_lowers_the_energy",
        "certificate": _NO_PROBLEM,
        "forgery": _NO_PROBLEM,
        "particles": "particles/test_simulate.py::test_energy_grows_at_the_rate_of_dissipation",
    },
    "T1": {
        "closed form": "proofs/test_t1_value.py::test_one_atom_has_the_suprema_zero_and_minus_one_half",
        "property": "proofs/test_t1_value.py::test_the_mean_over_seeds_loses_at_most_the_bound",
        "outside a hypothesis": "proofs/test_t1_value.py::"
        "test_one_random_number_fails_for_a_kernel_that_is_not_continuous",
        "certificate": "proofs/test_t1_value.py::test_every_claim_and_mutant_is_as_expected",
        "forgery": _OF_T5,
        "particles": Without("It compares two suprema; a flow of finitely many labels reaches neither in general."),
    },
    "T2": {
        "closed form": "proofs/test_t2_attainment.py::test_the_energy_of_a_turning_law_is_its_double_integral",
        "property": "proofs/test_realisation_diracs.py::test_the_energy_of_a_slice_is_convex_exactly",
        "outside a hypothesis": "proofs/test_realisation_diracs.py::test_the_counterexamples_energy_is_concave_exactly",
        "certificate": "proofs/test_t2_attainment.py::test_the_certificate_of_the_counterexample_is_accepted",
        "forgery": _OF_T5,
        "particles": "proofs/test_realisation_diracs.py::"
        "test_slices_of_a_strictly_positive_definite_kernel_become_diracs",
    },
    "T3": {
        "closed form": "proofs/test_t3_first_order.py::test_the_graph_maximiser_at_an_atom_has_the_residual_two",
        "property": "testing/test_maximisers.py::test_laws_of_the_gauge_maximise_and_others_do_not",
        "outside a hypothesis": "proofs/test_t3_first_order.py::test_every_claim_and_mutant_is_as_expected",
        "certificate": "proofs/test_t3_first_order.py::test_every_claim_and_mutant_is_as_expected",
        "forgery": _OF_T5,
        "particles": "proofs/test_realisation_diracs.py::"
        "test_the_ends_of_runs_satisfy_the_first_order_condition_locally",
    },
    "T4": {
        "closed form": "proofs/test_t4_gauge.py::test_the_singular_values_are_the_dirichlet_kernel",
        "property": "testing/strategies/test_gauges.py::test_the_engine_gives_the_constructed_answer",
        "outside a hypothesis": "spectral/gauges/test_gauge.py::"
        "test_profiles_that_are_not_peaked_need_their_own_argument",
        "certificate": "proofs/test_t4_gauge.py::test_counterexamples_stand_on_certificates",
        "forgery": "spectral/gauges/test_gauge.py::test_certificate_of_another_claim_is_rejected",
        "particles": "particles/test_simulate.py::test_rope_ends_on_one_orbit",
    },
    "T5": {
        "closed form": "spectral/finite/test_decision.py::test_the_exact_verdict_agrees_with_a_brute_force_maximiser",
        "property": "proofs/test_t5_spectral_dichotomy.py::test_a_nonnegative_form_bounds_every_graph_law",
        "outside a hypothesis": "proofs/test_t5_spectral_dichotomy.py::test_the_energies_of_the_self_repelling_pair",
        "certificate": "spectral/finite/test_decision.py::"
        "test_every_certificate_is_accepted_by_the_independent_checker",
        "forgery": "certificates/checker/test_forgeries.py::test_no_mutation_makes_a_false_statement_accepted",
        "particles": "particles/test_simulate.py::test_a_distance_bias_on_the_interval_collapses",
    },
    "T6": {
        "closed form": "proofs/test_t6_beyond_dichotomy.py::test_a_constant_agrees_with_mpmath_to_twelve_digits",
        "property": "optimize/bounds/test_energy.py::test_no_energy_is_above_the_bound",
        "outside a hypothesis": "optimize/bounds/test_correlation.py::"
        "test_profiles_outside_the_hypothesis_get_no_bound",
        "certificate": "certificates/three_point/test_check.py::"
        "test_square_and_triangle_prove_the_energies_that_are_attained",
        "forgery": "certificates/three_point/test_check.py::test_a_forgery_sealed_again_is_rejected",
        "particles": "particles/test_simulate.py::test_the_cosine_kernel_reaches_the_great_circle",
    },
    "T7": {
        "closed form": "proofs/test_t7_metastability.py::test_the_passage_time_is_the_integral_over_the_angle",
        "property": "proofs/test_t7_metastability.py::test_passage_times_are_positive_and_add_up",
        "outside a hypothesis": "proofs/test_t7_metastability.py::test_the_wrong_mode_does_not_dominate",
        "certificate": Without("Its constants are enclosed anew in every run; no file is written about them."),
        "forgery": "proofs/test_t7_metastability.py::test_a_wrong_digit_of_a_constant_is_refuted",
        "particles": "proofs/test_t7_metastability_measured.py::test_a_pair_on_the_sphere_takes_the_time_of_the_circle",
    },
    "T8": {
        "closed form": "proofs/test_t8_experiments.py::test_the_mean_of_the_tilting_rotation_is_a_bessel_function",
        "property": "proofs/test_t8_experiments.py::test_energy_and_spread_bound_each_other",
        "outside a hypothesis": "proofs/test_t8_experiments.py::test_without_frequency_there_is_no_circle",
        "certificate": Without("Its evidence is numeric: runs of particles with their seeds."),
        "forgery": Without("No certificate of it can be forged; the mutants are its false statements."),
        "particles": "proofs/test_t8_experiments.py::test_every_claim_and_mutant_is_as_expected",
    },
}
PLACES = sorted({place for row in TABLE.values() for place in row.values() if isinstance(place, str)})


def test_every_theorem_of_the_project_has_its_row():
    """All six kinds, in their order; a new theorem comes with its tests."""
    ours = {entry.id for entry in list_theorems() if entry.place.startswith("proofs.")}
    assert set(TABLE) == ours
    assert all(tuple(row) == KINDS for row in TABLE.values())


def test_what_does_not_apply_is_said_in_one_sentence():
    """And each theorem has at least four of the six."""
    for theorem, row in TABLE.items():
        missing = [entry.reason for entry in row.values() if isinstance(entry, Without)]
        assert len(missing) <= 2, theorem
        assert all(reason.endswith(".") and len(reason) < 120 for reason in missing)


def _function(repo, place):
    file, _, name = place.partition("::")
    tree = repo.tree(repo.root / "tests" / file)
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name]
    assert found, place
    return found[0]


@pytest.mark.parametrize("place", PLACES)
def test_a_named_test_exists_and_is_no_search_of_the_night(repo, place):
    """It has a docstring, asserts something or expects an error, and runs in the full tier."""
    function = _function(repo, place)
    assert ast.get_docstring(function)
    text = ast.unparse(function)
    assert "assert" in text or "raises" in text
    assert not any("nightly" in ast.unparse(decorator) for decorator in function.decorator_list)


def test_properties_are_drawn(repo):
    """Hypothesis draws them, from the whole domain."""
    for row in TABLE.values():
        if isinstance(place := row["property"], str):
            decorators = [ast.unparse(decorator) for decorator in _function(repo, place).decorator_list]
            assert any(decorator.startswith("given(") for decorator in decorators), place


@pytest.mark.slow
def test_the_named_tests_are_collected(repo):
    """By pytest itself, under these names."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    files = sorted({f"tests/{place.partition('::')[0]}" for place in PLACES})
    run = subprocess.run([*command, *files], cwd=repo.root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    collected = {line.partition("[")[0] for line in run.stdout.splitlines()}
    assert [place for place in PLACES if f"tests/{place}" not in collected] == []
