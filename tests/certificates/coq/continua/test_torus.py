"""Tori in Coq: Fourier coefficients of k of two or more angles, k >= 0 with zeros among them."""

from __future__ import annotations

import pytest

from verify import decide, load_kernel
from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.makers import certificate

PRODUCT = "(1 + cos(xi1 - zeta1))*(1 + cos(xi2 - zeta2))"


def torus_certificate(k, value, profile=None, d=3, n=2):
    """Return a certificate of T5 on a torus."""
    labels = {"kind": "torus", "dim": n}
    spec = {"family": "factor", "d": d, "profile": profile or {"usa": "2"}, "labels": labels, "k": k}
    return certificate("T5", spec, "sign", {"cells": 8}, {"graph_laws": value, "all_laws": value})


def test_coefficients_of_a_torus_stand_as_integers():
    """(1 + cos a)(1 + cos b) = 1 + cos a + cos b + cos(a + b)/2 + cos(a - b)/2."""
    file = emit_coq(torus_certificate(PRODUCT, "all"))
    assert "Definition c0 : Z := 2.\nDefinition kappa : Z := 2.\n" in file.text
    assert "Definition Cs : list Z := [2; 1; 2; 1]." in file.text
    assert "[[0; 1];\n    [1; (-1)];\n    [1; 0];\n    [1; 1]]" in file.text
    assert "AllOf (independent_angles 2%nat) (@any (nat -> R)) d (factor_kernel d k (usa beta))" in (
        file.theorems[1].statement
    )


def test_each_kind_of_profile_has_its_theorem_on_the_torus():
    """a_1 > 0; an odd power; k >= 0 and a peak; a slope where one coefficient is larger."""
    for k, value, profile, theorem in (
        (PRODUCT, "all", "t", "torus_all {view}"),
        (PRODUCT, "all", "t**3", "torus_all_odd"),
        (PRODUCT, "all", "t - t**2/10", "torus_all_peaked"),
        ("cos(xi1 - zeta1)", "none", "t**2", "torus_none"),
    ):
        assert theorem.removesuffix(" {view}") in emit_coq(torus_certificate(k, value, profile)).text


def test_torus_claims_outside_the_library_are_not_emitted():
    """A claim that the coefficients do not give; a factor that is no trigonometric polynomial of xi - zeta."""
    for cert, reason in (
        (torus_certificate("cos(xi1 - zeta1)", "all"), "on the torus is not emitted"),
        (torus_certificate(PRODUCT, "none"), "on the torus is not emitted"),
        (torus_certificate("1/2 + cos(xi1 - zeta1)*3/4", "all", "t - t**2/10"), "on the torus is not emitted"),
        (torus_certificate("1 + cos(xi1)*cos(zeta1)", "all"), "no trigonometric polynomial"),
        (torus_certificate("1 + cos(sqrt(2)*(xi1 - zeta1))", "all"), "not seen to be rational"),
    ):
        with pytest.raises(NotInCoqError, match=reason):
            emit_coq(cert)


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_tori(coq_judge):
    """True claims are accepted; another claim, coefficient, wave or factor is refused."""
    good = {
        "all": torus_certificate("1 + cos(xi1 - zeta1)*cos(xi2 - zeta2)", "all", "t**3"),
        "peaked": torus_certificate(PRODUCT, "all", "t - t**2/10"),
        "none": decide(load_kernel(torus_certificate("cos(xi1 - zeta1)", "none")["problem"])).certificate,
    }
    coq_judge.accepts(good)
    changes = {
        "claim": ("none", "NoneOf", "AllOf"),
        "digit": ("peaked", "c0 : Z := 2", "c0 : Z := 1"),
        "wave": ("all", "[[1; (-1)];", "[[1; 1];"),
        "factor": ("all", ":= (1 + ((cos", ":= (0 + ((cos"),
        "angles": ("none", "NoneOf (independent_angles 2%nat)", "NoneOf (uniform_torus 2%nat)"),
    }
    coq_judge.refuses(good, changes)
