"""The Coq library compiles, assumes the standard real numbers alone, and refuses a changed certificate."""

from __future__ import annotations

import re
import subprocess

import pytest

from verify.certificates.coq.compiler import build_library, forbidden_words, parse_assumptions, run_coq
from verify.certificates.coq.inequalities import INEQUALITIES
from verify.certificates.coq.libraries import ALLOWED_AXIOMS, INTERVAL, LIBRARIES, REALS
from verify.certificates.coq.theorems import stating

# What the library is for. A theorem that is missing here is found by the test of the README.
MAIN_THEOREMS = {
    "Vectors": ["cauchy_schwarz"],
    "SignedLaplacian": [
        "laplacian_psd_bound",
        "laplacian_psd_rigid",
        "laplacian_psd_maximisers",
        "laplacian_psd_bound_linear",
        "laplacian_psd_bound_polynomial",
        "laplacian_psd_bound_exp",
        "laplacian_psd_maximisers_exp",
        "laplacian_psd_bound_features",
    ],
    "Nonnegative": ["nonnegative_bound", "nondecreasing_bound", "nonnegative_rigid", "nonnegative_maximisers"],
    "Gauge": [
        "gauge_bound",
        "gauge_equality",
        "gauge_attained",
        "gauge_maximisers",
        "gauge_none",
        "gauge_all",
        "gauge_flow_conjugate",
    ],
    "GaugeSlices": ["nonnegative_slices_bound", "nonnegative_slices_rigid", "gauge_laws_all", "gauge_laws_none"],
    "Converse": ["converse", "converse_none", "dichotomy", "dichotomy_exp"],
    "Slices": ["slices_bound", "slices_rigid", "slices_bound_exp"],
    "Dichotomy": ["negative_degree", "dichotomy_all_laws", "dichotomy_all_laws_exp"],
    "MultiAffine": ["vertex_dominates", "multi_affine_vertex", "two_point_vertex"],
    "Counterexamples": [
        "T1_one_atom",
        "T2_centred_slices",
        "T5_negative_degree",
        "T5_zero_degree",
        "T5_negative_coefficient",
        "T5_even_profile",
        "T5_reducible",
        "T5_null_space_not_necessary",
    ],
    "Arcsine": ["angle_triangle", "T5_infinite_slope"],
    "PsdSound": ["psd_check_sound", "psd_check_null"],
    "PowerSeries": ["usa_rising", "usa_sloped", "peak_rising", "peak_sloped", "polynomial_rising", "polynomial_slope"],
    "Cofinal": ["from_cofinal", "cofinal_gaps", "graph_laws_all_cofinal", "all_laws_all_cofinal"],
    "TokenCofinal": ["cofinal_token_gaps", "blocks_all_cofinal", "circle_all_cofinal"],
    "GaugeEdges": ["gauge_claim_none_edges", "signed_claim_some"],
    "GaugeViews": [
        "graph_view_all",
        "graph_view_some",
        "graph_view_none",
        "all_view_never",
        "all_view_none",
        "gauge_laws_exist",
    ],
    "RealTurns": ["turns_none", "turns_all", "turns_some", "turns_some_flipped", "within_root", "apart_bounds"],
    "GaugeTransfer": ["graph_claims_transfer", "law_claims_transfer", "from_one_all", "from_one_some", "from_one_none"],
    "Connections": [
        "connection_bound",
        "connection_equality",
        "connection_attained",
        "connection_maximisers",
        "connection_law_maximisers",
        "gauge_form_cocycle",
    ],
    "ConnectionCertificate": ["connection_claim_all", "connection_claim_some", "connection_claim_none"],
    "Mixtures": ["mixture_rising", "mixture_full", "mixture_odd", "mixture_even", "mixture_slope"],
    "ArcsineSeries": ["asin_rising", "arcsine_rising", "arcsine_peaked"],
    "Peaks": ["polynomial_peaked"],
    "SeriesLimits": ["series_limit", "series_product", "series_power", "series_composition"],
    "FormulaProfiles": ["increasing_peaked", "derivative_sloped", "inside_continuous", "mirror_even"],
    "StrictClaims": ["graph_laws_all_gram", "all_laws_all_gram"],
    "BlockParts": ["parts_energy", "blocks_none_law"],
    "Shares": ["all_laws_all_shares"],
    "Gegenbauer": ["addition_theorem"],
    "Schoenberg": ["gegenbauer_gram", "zonal_gap", "zonal_null"],
    "GegenbauerPolynomials": ["zonal_polynomial", "zonal_rising_polynomial", "turned_polynomial"],
    "ZonalClaims": [
        "graph_laws_all_zonal",
        "all_laws_all_zonal",
        "graph_laws_all_zonal_peaked",
        "all_laws_all_zonal_peaked",
        "graph_laws_some_zonal",
        "all_laws_some_zonal",
        "graph_laws_turned_zonal",
        "all_laws_turned_zonal",
    ],
    "ZonalPeaks": ["zonal_one_peak", "peaked_zonal_polynomial", "plane_one_peak"],
    "ZonalContinuumClaims": [
        "blocks_all_zonal",
        "blocks_all_zonal_peaked",
        "blocks_some_zonal",
        "blocks_some_turned",
        "circle_all_zonal",
        "circle_all_zonal_peaked",
        "circle_some_zonal",
        "circle_some_turned",
    ],
    "OddClaims": ["graph_laws_all_odd", "all_laws_all_odd"],
    "Pairs": [
        "graph_laws_all_single",
        "graph_laws_all_pairs",
        "graph_laws_some_pairs",
        "graph_laws_even_pairs",
        "all_laws_some_sign",
        "all_laws_even_sign",
        "graph_laws_all_everywhere",
        "all_laws_all_everywhere",
        "graph_laws_even_everywhere",
        "all_laws_even_everywhere",
    ],
    "FactorCertificate": [
        "factor_check_exp",
        "factor_check_series",
        "factor_check_maximisers",
        "slices_check_bound",
        "slices_check_rigid",
        "direction_check_none",
        "degree_check_none",
    ],
    "GaugeCertificate": ["gauge_claim_all", "gauge_claim_none"],
    "Signs": ["graph_laws_all_sign", "all_laws_all_sign", "graph_laws_all_positive", "all_laws_all_positive"],
    "Correlations": [
        "graph_laws_all_correlation",
        "all_laws_all_correlation",
        "graph_laws_some_moments",
        "all_laws_some_moments",
    ],
    "Shears": ["moved_twice", "speeds_sum", "bends_sum"],
    "UnitMinimum": ["unit_minimum"],
    "CutCone": ["cut_cone", "slice_cut_cone"],
    "CutCheck": ["cuts_check_sound"],
    "CutClaims": [
        "graph_laws_all_angles",
        "all_laws_all_angles",
        "graph_laws_some_angles",
        "all_laws_some_angles",
        "graph_laws_none_cut",
        "all_laws_none_cut",
    ],
    "Claims": [
        "graph_laws_all",
        "all_laws_all",
        "graph_laws_none",
        "all_laws_none_direction",
        "all_laws_none_degree",
    ],
}

# The path 0 - 1 - 2 with k_01 = k_12 = 2, k_02 = -1/2 and weights 1/3: 18 L = [[3, -4, 1], [-4, 8, -4], [1, -4, 3]].
CERTIFICATE = """
From Coq Require Import Reals ZArith List.
From Collapse Require Import PsdCheck FactorCertificate.
Import ListNotations.
Local Open Scope Z_scope.
Definition data : psd_data := {|
  psd_kernel := [[1; 1; 1]]; psd_pivots := [2%nat]; psd_scale := 72;
  psd_factor := [[3]; [-5; 2]]; psd_diagonal := [1; 1] |}.
Lemma accepted :
  factor_check 3 [1; 1; 1] 3 [[0; 4; -1]; [4; 0; 4]; [-1; 4; 0]] 2 data = true.
Proof. vm_compute. reflexivity. Qed.
"""


@pytest.fixture(scope="module")
def library(coq_libraries):
    """Return the compiled library."""
    return build_library(coq_libraries)


@pytest.fixture(scope="module")
def interval(coq_libraries):
    """Return the compiled interval tier."""
    if INTERVAL.missing():
        pytest.skip(INTERVAL.missing())
    return build_library(coq_libraries, library=INTERVAL)


def _sources():
    return [path for library in LIBRARIES for path in sorted(library.sources().glob("*.v"))]


def test_coq_sources_assume_nothing_by_themselves():
    """No source contains Admitted, Axiom, Parameter or their relatives, and none is left out of the build."""
    assert {path.name: forbidden_words(path.read_text()) for path in _sources()} == {
        path.name: () for path in _sources()
    }
    listed = [name for library in LIBRARIES for name in (library.sources() / "_CoqProject").read_text().split()]
    assert sorted(name for name in listed if name.endswith(".v")) == sorted(path.name for path in _sources())


def test_coq_sources_are_documented_and_short():
    """Each file has a header with an overview, no line is longer than 110 characters, no file than 400 lines."""
    for path in _sources():
        lines = path.read_text().splitlines()
        assert lines[0].startswith("(** * ")
        assert "Overview." in path.read_text()
        assert len(lines) <= 400, path.name
        assert [n for n, line in enumerate(lines, 1) if len(line) > 110] == [], path.name


def test_coq_theorems_have_a_statement_in_words():
    """A comment stands in front of every theorem and every corollary."""
    for path in _sources():
        text = path.read_text()
        bare = re.findall(r"(?<!\*\)\n)^(?:Theorem|Corollary) (\w+)", text, re.MULTILINE)
        assert bare == [], (path.name, bare)


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_theorems_rest_on_the_real_numbers_alone(library, tmp_path):
    """Print Assumptions of the main theorems together names axioms of the real numbers only."""
    names = [f"@{module}.{name}" for module, theorems in MAIN_THEOREMS.items() for name in theorems]
    text = f"""From Collapse Require Import {" ".join(MAIN_THEOREMS)}.
Definition main_theorems := ({", ".join(names)}).
Print Assumptions main_theorems.
"""
    (tmp_path / "assumptions.v").write_text(text)
    run = run_coq(tmp_path / "assumptions.v", library, 120)
    assert run.status == 0, run.errors
    (axioms,) = parse_assumptions(run.output)
    assert axioms <= ALLOWED_AXIOMS
    assert "ClassicalDedekindReals.sig_forall_dec" in axioms


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_inequalities_rest_on_real_numbers_and_machine_integers(interval, tmp_path):
    """All of them together: no axiom about floating point, none of anybody else."""
    (tmp_path / "assumptions.v").write_text(stating(INEQUALITIES).text)
    run = run_coq(tmp_path / "assumptions.v", interval, 240, INTERVAL.name)
    assert run.status == 0, run.errors
    (axioms,) = parse_assumptions(run.output)
    assert axioms <= INTERVAL.axioms
    assert "PrimInt63.int" in axioms


@pytest.mark.optional("Coq")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1.04445686 ->", "1.0445 ->"),
        ("4 * besselI 2", "4.001 * besselI 2"),
        ("<= besselI 1", "< besselI 0 beta - besselI 1"),
    ],
)
def test_a_changed_inequality_is_refused(interval, tmp_path, old, new):
    """A longer range, a larger factor, another function: the library's theorem does not prove them."""
    (theorem,) = (t for t in INEQUALITIES if t.name == "length_bound")
    assert old in theorem.statement
    changed = stating(INEQUALITIES).text.replace(theorem.statement, theorem.statement.replace(old, new))
    (tmp_path / "changed.v").write_text(changed)
    run = run_coq(tmp_path / "changed.v", interval, 240, INTERVAL.name)
    assert run.status not in {0, None}
    assert 'The term "length_bound" has type' in run.errors
    assert "cannot unify" in run.errors


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_checker_refuses_a_flipped_sign(library, tmp_path):
    """A certificate of three labels is accepted; with one sign of L or of k flipped Coq refuses it."""
    flips = {"good": ("", ""), "factor": ("[-5; 2]", "[5; 2]"), "kernel": ("[1; 1; 1]]", "[1; 1; -1]]")}
    flips |= {"entry": ("[0; 4; -1]", "[0; 4; 1]"), "scale": ("psd_scale := 72", "psd_scale := -72")}
    flips |= {"negative": ("4; -1]; [4; 0; 4]; [-1;", "4; -3]; [4; 0; 4]; [-3;")}
    accepted = {}
    for name, (old, new) in flips.items():
        assert old in CERTIFICATE
        (tmp_path / f"{name}.v").write_text(CERTIFICATE.replace(old, new, 1) if old else CERTIFICATE)
        run = run_coq(tmp_path / f"{name}.v", library, 60)
        accepted[name] = run.status == 0
        assert name == "good" or "Unable to unify" in run.errors, run.errors
    assert accepted == {name: name == "good" for name in flips}


@pytest.mark.optional("Coq")
@pytest.mark.nightly
def test_coq_library_passes_the_independent_checker(library):
    """Coqchk reads the compiled library again and finds no axiom beyond those of the real numbers."""
    modules = [f"Collapse.{path.stem}" for path in REALS.sources().glob("*.v")]
    command = ["coqchk", "-silent", "-o", "-Q", str(library), "Collapse", *modules]
    run = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    axioms = (run.stdout + run.stderr).split("* Axioms:")[1].split("* Constants")[0].split()
    assert {name.split(".", 2)[2] if name.startswith("Coq.") else name for name in axioms} <= ALLOWED_AXIOMS
