"""Descending polynomials and positive factors on continua in Coq: k f = (-k)(-f), no law is needed."""

from __future__ import annotations

import pytest

from verify import decide, load_kernel
from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.makers import certificate

TORUS, CIRCLE = {"kind": "torus", "dim": 2}, {"kind": "circle"}


def law_certificate(k, profile, labels, claim="none", d=3):
    """Return a certificate of T5 with the method "law" and no law."""
    spec = {"family": "factor", "d": d, "profile": profile, "labels": labels, "k": k}
    return certificate("T5", spec, "law", {}, {"graph_laws": claim, "all_laws": claim})


def test_the_statement_is_about_the_factor_and_the_profile_of_the_problem():
    """k0 = 2 + cos(xi - zeta), f = t - 2 t^3; what is proved first is about -k0 and -f."""
    file = emit_coq(law_certificate("2 + cos(xi - zeta)", "t - 2*t**3", CIRCLE))
    assert "Definition k0 (xi zeta : R) : R := (2 + (cos (xi - zeta)))%R." in file.text
    assert "Definition P0 : list Z := [0; 1; 0; (-2)]." in file.text
    assert "Definition P : list Z := [0; (-1); 0; 2]." in file.text
    assert all("(factor_kernel d k0 (polynomial P0 pi0))" in theorem.statement for theorem in file.theorems)


def test_ascending_polynomials_other_profiles_and_claims_are_not_emitted():
    """f'(1) > 0 needs the law itself; e^t is no polynomial; "all" is not what a law proves."""
    for cert, reason in (
        (law_certificate("2 + cos(xi - zeta)", "t", CIRCLE), r"f'\(1\) > 0"),
        (law_certificate("2 + cos(xi - zeta)", "-exp(t)", CIRCLE), "polynomial"),
        (law_certificate("2 + cos(xi - zeta)", "-t", CIRCLE, "all"), 'claim "none"'),
        (law_certificate("-2 - cos(xi - zeta)", "-t", CIRCLE), "not emitted for this profile|refuse|claim"),
    ):
        with pytest.raises(NotInCoqError, match=reason):
            emit_coq(cert)


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_descending_polynomials(coq_judge):
    """True claims are accepted; another sign of the factor or of the profile is refused."""
    problems = {
        "torus": law_certificate("3 + cos(xi1 - zeta1)*cos(xi2 - zeta2)", "-t**2", TORUS)["problem"],
        "waves": law_certificate("(1 + cos(xi1 - zeta1))*(1 + cos(xi2 - zeta2))", "-t", TORUS)["problem"],
    }
    good = {name: decide(load_kernel(problem)).certificate for name, problem in problems.items()}
    assert {cert["method"] for cert in good.values()} == {"law"}
    coq_judge.accepts(good)
    changes = {
        "factor": (
            "torus",
            "formula0 (xi1 xi2 zeta1 zeta2 : R) : R := (3",
            "formula0 (xi1 xi2 zeta1 zeta2 : R) : R := (4",
        ),
        "profile": ("waves", "P0 : list Z := [0; (-1)]", "P0 : list Z := [0; 1]"),
        "claim": ("torus", "NoneOf", "AllOf"),
    }
    coq_judge.refuses(good, changes)
