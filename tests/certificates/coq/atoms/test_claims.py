"""Which theorem of the Coq library proves a view: by the null space, by degrees, by a direction."""

from __future__ import annotations

from fractions import Fraction

from verify.certificates.coq.atoms.claims import Case, Rule, constant_null
from verify.certificates.coq.profiles.profile import read_profile
from verify.certificates.coq.text import Writer
from verify.certificates.makers import certificate
from verify.certificates.psd import prove_psd

EDGE = [[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]]
EMPTY = [[Fraction(0)] * 2 for _ in range(2)]


def case(value, A=None, degrees=(1, 1), profile=None, **data):
    """Return the case of two labels, with the profile e^(beta t)/beta unless another one is given."""
    claim = {"graph_laws": value, "all_laws": value}
    writer = Writer(certificate("T5", {"family": "factor"}, "laplacian", data, claim))
    psd = prove_psd(A).to_data() if A else None
    return Case(writer, {**data, "claim": claim}, list(degrees), psd, read_profile(profile or {"usa": "1"}), 3)


def test_the_null_space_of_an_edge_is_constant_and_of_no_edge_is_not():
    """One vector with equal entries, against two."""
    assert constant_null(prove_psd(EDGE).to_data())
    assert not constant_null(prove_psd(EMPTY).to_data())


def test_theorems_follow_from_the_null_space_and_from_degrees():
    """ "All" and "some" by null vectors, "none" by a direction or a negative degree."""  # noqa: D210
    assert case("all", EDGE).rule("graph_laws").lemma == "graph_laws_all"
    assert case("all", EMPTY).rule("all_laws").lemma == "all_laws_all_full"
    assert case("some", EMPTY).rule("graph_laws").lemma == "graph_laws_some"
    assert case("none", v=["1", "-1"]).rule("graph_laws").lemma == "graph_laws_none"
    assert case("none", degrees=(1, -1)).rule("all_laws").arguments == "1%nat"


def test_missing_powers_ask_for_powers_of_both_parities_without_end():
    """exp(t^2 + t^3) has no t, so that it goes by other theorems than exp(t), for laws by strict labels."""
    profile = "exp(t**2 + t**3)"
    assert case("all", EMPTY, profile=profile).rule("graph_laws").lemma == "graph_laws_all_cofinal"
    assert case("all", EMPTY, profile=profile).rule("all_laws").lemma == "all_laws_all_cofinal"


def test_a_rule_is_applied_to_the_integers_of_the_problem():
    """The theorem, its data, what it asks, and the dimension last."""
    rule = Rule("graph_laws_all", "data", "exact accepted | ", "rising", low=1)
    assert rule.proof() == (
        "apply (graph_laws_all n W omega K kappa data);\n    [exact accepted | exact rising | exact Hd]"
    )
