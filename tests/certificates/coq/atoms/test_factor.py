"""Emitted Coq files: the statement is a function of problem and claim, and only what the library proves is emitted."""

from __future__ import annotations

import copy
from fractions import Fraction

import pytest

from verify.certificates.checker import check
from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.makers import certificate
from verify.certificates.psd import prove_psd

BOTH = {"graph_laws": "all", "all_laws": "all"}


def factor_problem(k, profile=None, labels=None):
    """Return the normal form of a factor kernel on equally weighted atoms."""
    labels = labels or {"kind": "atoms", "weights": [str(Fraction(1, len(k)))] * len(k)}
    rows = [[str(Fraction(x)) for x in row] for row in k]
    return {"family": "factor", "d": 3, "profile": profile or {"usa": "2"}, "labels": labels, "k": rows}


def laplacian_certificate(k, claim=None, profile=None):
    """Return a certificate by the signed Laplacian of equally weighted atoms."""
    n = len(k)
    A = [[-Fraction(x) / n**2 for x in row] for row in k]
    for i in range(n):
        A[i][i] -= sum(A[i])
    return certificate("T5", factor_problem(k, profile), "laplacian", {"psd": prove_psd(A).to_data()}, claim or BOTH)


THRESHOLD = [[0, 2, -1], [2, 0, 2], [-1, 2, 0]]
PATH = [[0, 2, Fraction(-1, 2)], [2, 0, 2], [Fraction(-1, 2), 2, 0]]


def test_coq_file_of_a_signed_laplacian_states_both_views_and_the_inequality():
    """The three theorems stand in a module named after the digest, with integers over common denominators."""
    cert = laplacian_certificate(PATH)
    assert check(cert).accepted
    file = emit_coq(cert)
    assert file.digest == cert["digest"]
    assert [t.name.split(".")[1] for t in file.theorems] == [
        "inequality",
        "proved_graph_laws_all",
        "proved_all_laws_all",
    ]
    assert {t.name.split(".")[0] for t in file.theorems} == {"Problem_" + cert["digest"].removeprefix("sha256:")}
    assert "Definition W : list Z := [1; 1; 1]." in file.text
    assert "Definition K : list (list Z) := [[0; 4; (-1)];\n    [4; 0; 4];\n    [(-1); 4; 0]]." in file.text


def test_coq_statement_does_not_depend_on_the_data():
    """Two certificates with other data for the same claim have the same statements."""
    cert = laplacian_certificate(PATH)
    other = copy.deepcopy(cert)
    other["data"]["psd"]["L"][0][0] = "1"
    assert emit_coq(cert).theorems == emit_coq(other).theorems
    assert emit_coq(cert).text != emit_coq(other).text


@pytest.mark.parametrize(
    ("profile", "term"),
    [
        ({"usa": "1/2"}, "(usa beta)"),
        ({"peak": "3"}, "(peak beta)"),
        ("3*exp(2*t)", "(exponential c beta)"),
        ("t + t**3/2 - 7", "(polynomial P pi)"),
        ("t", "(polynomial P pi)"),
        ("t**3", "(polynomial P pi)"),
        ("sinh(t)", "(mixture waves gamma delta P pi)"),
        ({"gegenbauer": ["0", "1", "1/2"]}, "(polynomial P pi)"),
    ],
)
def test_coq_statement_names_the_profile(profile, term):
    """Exponentials are stated for every beta > 0, polynomials with their coefficients."""
    assert all(term in t.statement for t in emit_coq(laplacian_certificate(PATH, profile=profile)).theorems[1:])


@pytest.mark.parametrize(
    "profile", [{"usa": "-1"}, {"gegenbauer": ["0", "-1", "0", "1"]}, "t**2", "t - t**3/9", "sin(t)"]
)
def test_coq_file_is_refused_for_profiles_outside_the_library(profile):
    """No theorem is emitted for a profile that the library does not know."""
    with pytest.raises(NotInCoqError):
        emit_coq(laplacian_certificate(PATH, profile=profile))


def test_coq_file_of_a_direction_and_of_a_negative_degree_refutes_collapse():
    """A negative direction refutes both views, a negative degree that of all laws."""
    k = [[0, 1, -2], [1, 0, 1], [-2, 1, 0]]
    cert = certificate(
        "T5", factor_problem(k), "direction", {"v": ["1", "0", "-1"]}, {"graph_laws": "none", "all_laws": "none"}
    )
    assert check(cert).accepted
    assert [t.view for t in emit_coq(cert).theorems] == ["graph_laws", "all_laws"]
    k = [[-2, 1], [1, -2]]
    cert = laplacian_certificate(k, {"graph_laws": "all", "all_laws": "none"})
    assert check(cert).accepted
    assert "all_laws_none_degree n W omega K kappa 0%nat" in emit_coq(cert).text


def test_coq_file_of_a_nonnegative_factor_makes_its_own_laplacian():
    """The method "sign" has no data; the Laplacian of its factor is certified instead."""
    cert = certificate("T5", factor_problem([[1, 2, 0], [2, 1, 3], [0, 3, 1]]), "sign", {}, BOTH)
    assert check(cert).accepted
    assert len(emit_coq(cert).theorems) == 3


def test_coq_file_is_refused_for_claims_outside_the_library():
    """ "Some", a continuum, another theorem, another digest, another statement: each with its reason."""  # noqa: D210
    with pytest.raises(NotInCoqError, match='"some"'):
        emit_coq(laplacian_certificate(PATH, {"all_laws": "some"}))
    path = laplacian_certificate(PATH)
    problem = factor_problem(PATH, labels={"kind": "circle"})
    with pytest.raises(NotInCoqError, match="atoms"):
        emit_coq(certificate("T5", problem, "laplacian", path["data"] | {"claim": BOTH}, BOTH))
    with pytest.raises(NotInCoqError, match="T4"):
        emit_coq(certificate("T4", factor_problem(PATH), "gauge", {}, BOTH))
    with pytest.raises(NotInCoqError, match="digest"):
        emit_coq(laplacian_certificate(PATH) | {"digest": "sha256:" + "0" * 64})
    with pytest.raises(NotInCoqError, match="statement"):
        emit_coq(laplacian_certificate(PATH) | {"statement": "all is well"})
    with pytest.raises(NotInCoqError, match="Gram matrix"):
        emit_coq(laplacian_certificate([[1, 0], [0, 1]], profile="t"))


def test_coq_file_at_the_threshold_looks_for_indicators():
    """A null space of two dimensions: its vectors get one entry T at their pivots, and every power takes part."""
    cert = laplacian_certificate(THRESHOLD)
    assert check(cert).accepted
    text = emit_coq(cert).text
    assert "graph_laws_all_full n W omega K kappa data 1" in text
    assert "all_laws_all_full n W omega K kappa data 1" in text
    assert "exact (usa_full beta Hbeta)" in text


def test_coq_file_at_the_threshold_of_a_linear_profile_solves_for_one_gram_matrix():
    """The equations |x_i|^2 = 1 leave one inner product: "all" by a_1 > 0 alone."""
    cert = laplacian_certificate(THRESHOLD, profile="t + t**3")
    assert check(cert).accepted
    text = emit_coq(cert).text
    assert "Definition M : list (list Z) := [[(-1); 0; 0]]." in text
    assert "all_laws_all_correlation n W omega K kappa data 1 M" in text


def test_coq_file_of_some_names_shares_or_an_even_profile():
    """A reducible factor has an indicator, a label of degree zero two halves, t^2 neither needs."""
    some = {"graph_laws": "some", "all_laws": "some"}
    split = [[1, 0, 0], [0, 1, 1], [0, 1, 1]]
    cert = certificate("T5", factor_problem(split), "sign", {}, some)
    assert check(cert).accepted
    text = emit_coq(cert).text
    assert "Definition V_graph_laws : list Z := [0; 1; 1]." in text
    assert "rising_ascending _ (usa_rising beta Hbeta)" in text
    zero = certificate("T5", factor_problem([[0]]), "sign", {}, {"graph_laws": "all", "all_laws": "some"})
    assert check(zero).accepted
    assert "all_laws_some n W omega K kappa data V_all_laws 2" in emit_coq(zero).text
    even = certificate("T5", factor_problem([[1, 1], [1, 1]], "t**2 + t**4"), "sign", {}, some)
    assert check(even).accepted
    assert "graph_laws_even n W omega K kappa data" in emit_coq(even).text
    for profile, word in (("t + t**3 - t**2/9", "reducible"), ("t", "indicator")):
        wrong = certificate("T5", factor_problem([[1, 1], [1, 1]], profile), "sign", {}, some)
        with pytest.raises(NotInCoqError, match=word):
            emit_coq(wrong)


def test_coq_file_takes_nothing_but_numbers_from_the_data():
    """Data that are no integers never reach the file."""
    cert = laplacian_certificate(PATH)
    cert["data"]["psd"]["scale"] = "1. Axiom false : False. Definition s := 1"
    with pytest.raises(NotInCoqError, match="malformed"):
        emit_coq(cert)
