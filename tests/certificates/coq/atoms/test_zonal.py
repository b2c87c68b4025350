"""T5 in Coq for sums of Gegenbauer polynomials with coefficients >= 0, some power coefficients being negative."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify import decide, load_kernel
from verify.certificates.coq.atoms.zonal import ABSOLUTE, absolute
from verify.certificates.coq.emit import emit_coq
from verify.certificates.coq.profiles.profile import read_profile
from verify.certificates.coq.text import NotInCoqError

STRICT = [[1, 3, -1], [3, 1, 3], [-1, 3, 1]]  # L has constant null vectors, D > 0
TIED = [[0, 2, -1], [2, 0, 2], [-1, 2, 0]]  # (1, 0, -1) is a null vector, D > 0
SPLIT = [[-1, 2, -1], [2, -1, 2], [-1, 2, 2]]  # the same null vector, D_1 = 0
FREE = [[1, -1], [-1, 1]]
THIRD = {"gegenbauer": ["0", "0", "0", "1"]}
FIRST = {"gegenbauer": ["1/2", "1/9", "0", "1", "0", "2"]}
EVEN = {"gegenbauer": ["0", "0", "1/3", "0", "1"]}


def series_certificate(k, profile, d=3):
    """Return the engine's certificate about equally weighted atoms."""
    labels = {"kind": "atoms", "weights": [str(Fraction(1, len(k)))] * len(k)}
    spec = {"family": "factor", "d": d, "profile": profile, "labels": labels, "k": [list(map(str, row)) for row in k]}
    return decide(load_kernel(spec)).certificate


def test_a_statement_about_a_gegenbauer_series_is_about_its_dimension_alone():
    """P_3 = (5 t^3 - 3 t)/2 in R^3 is another polynomial in R^4: no "for every d" stands there."""
    file = emit_coq(series_certificate(STRICT, THIRD))
    assert "Definition P : list Z := [0; (-3); 0; 5]." in file.text
    views = [theorem.statement for theorem in file.theorems if theorem.view]
    assert views == [f"{view}LawsAll n w k (polynomial P pi) 3%nat" for view in ("Graph", "All")]


@pytest.mark.parametrize(
    ("k", "profile", "d", "theorems"),
    [
        (STRICT, THIRD, 3, "graph_laws_all_zonal_peaked all_laws_all_zonal_peaked"),
        (STRICT, FIRST, 3, "graph_laws_all_zonal all_laws_all_zonal"),
        (TIED, FIRST, 4, "graph_laws_all_zonal all_laws_all_zonal"),
        (STRICT, EVEN, 3, "graph_laws_some_zonal all_laws_some_zonal"),
        (STRICT, THIRD, 2, "graph_laws_turned_zonal all_laws_turned_zonal"),
        (STRICT, "(5*t**3 - 3*t)/2 + t", 3, "graph_laws_all_zonal all_laws_all_zonal"),
    ],
)
def test_each_claim_about_a_gegenbauer_series_has_its_theorem(k, profile, d, theorems):
    """By one peak and constant null vectors, by the linear profile, by |f|, by 120 degrees in the plane."""
    text = emit_coq(series_certificate(k, profile, d)).text
    assert all(f"apply ({theorem} n W omega K kappa" in text for theorem in theorems.split())


def test_absolute_values_keep_that_opposite_values_agree():
    """|f| is even where f is, and then "some" needs no null vector."""
    assert absolute(read_profile(EVEN, 3)).even
    assert absolute(read_profile(THIRD, 3)) == ABSOLUTE


def test_a_larger_null_space_without_a_linear_term_has_no_theorem():
    """P_3 with the null vector (1, 0, -1): another configuration may do, and the engine says nothing either."""
    cert = series_certificate(TIED, FIRST)
    cert = {**cert, "problem": {**cert["problem"], "profile": THIRD}}
    with pytest.raises(NotInCoqError):
        emit_coq(cert)


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_reads_gegenbauer_series_with_negative_power_coefficients(coq_judge):
    """True claims pass in R^2, R^3 and R^5; another degree, sign, dimension, claim or null vector is refused."""
    good = {
        "peak": series_certificate(STRICT, THIRD),
        "first": series_certificate(STRICT, FIRST),
        "tied": series_certificate(TIED, FIRST, 5),
        "even": series_certificate(STRICT, EVEN),
        "free": series_certificate(FREE, THIRD),
        "turned": series_certificate(STRICT, THIRD, 2),
        "plane": series_certificate(STRICT, {"gegenbauer": ["0", "0", "1/2", "1"]}, 2),
        "formula": series_certificate(STRICT, "(5*t**3 - 3*t)/2 + t"),
        "high": series_certificate(STRICT, {"gegenbauer": ["0"] * 33 + ["1"]}, 4),
    }
    coq_judge.accepts(good)
    changes = {
        "power": ("peak", "[0; (-3); 0; 5]", "[0; (-4); 0; 5]"),
        "coefficient": ("first", "_series : list Z := [", "_series : list Z := [1; "),
        "sign": ("formula", "P : list Z := [0; (-1); 0; 5]", "P : list Z := [0; (-1); 0; (-5)]"),
        "dimension": ("peak", "3%nat", "4%nat"),
        "claim": ("peak", "LawsAll n w k (polynomial P pi)", "LawsSome n w k (polynomial P pi)"),
        "all": ("even", "LawsSome n w k (polynomial P pi) 3", "LawsAll n w k (polynomial P pi) 3"),
        "turn": ("turned", "turned_polynomial 3%nat", "turned_polynomial 2%nat"),
        "factor": ("tied", "(-1)", "(-2)"),
    }
    coq_judge.refuses(good, changes)
