"""Continua in Coq by the sign of an exponential: any law of labels collapses if k > 0, uniform ones never if k < 0."""

from __future__ import annotations

import pytest

from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.makers import certificate

INTERVAL = {"kind": "interval", "a": "0", "b": "1"}
TORUS = {"kind": "torus", "dim": 2}


def continuum_certificate(labels, value, method="sign", profile=None, data=None, **factor):
    """Return a certificate of T5 by the sign of k or by a direction."""
    spec = {"family": "factor", "d": 3, "profile": profile or {"usa": "2"}, "labels": labels, **factor}
    return certificate("T5", spec, method, data or {}, {"graph_laws": value, "all_laws": value})


def minus_gaussian():
    """Return the refutation of collapse for -exp(-(xi - zeta)^2) and f = t, on two cells."""
    data = {"cells": 2, "v": ["1", "-1"]}
    return continuum_certificate(INTERVAL, "none", "direction", "t", data, k="-exp(-(xi - zeta)**2)")


def test_the_exponent_stands_as_the_formula_of_the_user():
    """A bias on the torus: its coordinates are those of the label."""
    cert = continuum_certificate(TORUS, "all", bias="cos(xi1 - zeta1) + cos(xi2 - zeta2)")
    file = emit_coq(cert)
    assert "(xi1 xi2 zeta1 zeta2 : R) : R := ((cos (xi1 - zeta1)) + (cos (xi2 - zeta2)))%R." in file.text
    assert "exponent (xi 0%nat) (xi 1%nat) (zeta 0%nat) (zeta 1%nat)." in file.text
    assert "torus 2%nat T -> " in file.theorems[0].statement
    assert "NoneOf (uniform_interval (0)%R (1)%R) (@any R)" in emit_coq(minus_gaussian()).theorems[1].statement


def test_other_factors_and_profiles_go_by_bounds():
    """Formulas that are not exponentials, profiles that are only peaked or even, waves that are not whole."""
    for cert, theorem in (
        (continuum_certificate(INTERVAL, "all", k="1 + xi*zeta"), "all_above"),
        (continuum_certificate(INTERVAL, "all", profile={"usa": "-1"}, bias="-Abs(xi - zeta)"), "all_above"),
        (continuum_certificate(INTERVAL, "some", profile="t**2", k="exp(-Abs(xi - zeta))"), "some_above"),
        (continuum_certificate({"kind": "circle"}, "all", k="exp(cos(xi + zeta))"), "all_above"),
        (continuum_certificate(TORUS, "none", "direction", "t", {"cells": 2, "block": 0}, k="-1"), "none_below"),
    ):
        assert theorem in emit_coq(cert).text, theorem


@pytest.mark.parametrize("theorem", ["T4", "T5"])
@pytest.mark.parametrize("labels", [{"kind": "circle"}, {"kind": "blocks", "weights": ["1/2", "1/2"]}])
def test_a_gauge_kernel_is_not_taken_for_its_factor(theorem, labels):
    """Its factor alone would collapse, its rotations do not: no file by the sign of k, whatever it calls itself."""
    k = "exp(cos(xi - zeta))" if labels["kind"] == "circle" else [["1", "1"], ["1", "1"]]
    kernel = {"family": "gauge", "d": 2, "labels": labels, "profile": "exp(t)", "frequencies": ["1"], "k": k}
    for spec in (kernel, kernel | {"family": "none"}):
        forged = certificate(theorem, spec, "sign", {}, {"graph_laws": "all", "all_laws": "all"})
        with pytest.raises(NotInCoqError):
            emit_coq(forged)


@pytest.mark.parametrize("d", [-1, 0, 1, True, "3", "-0", 2.0, None])
def test_dimensions_are_integers_from_two_on(d):
    """As in kernel files."""
    spec = {"family": "factor", "d": d, "labels": {"kind": "circle"}, "profile": {"usa": "1"}, "k": "1"}
    with pytest.raises(NotInCoqError, match="dimension"):
        emit_coq(certificate("T5", spec, "sign", {}, {"graph_laws": "all"}))


def test_continua_outside_the_library_are_not_emitted():
    """Another claim, functions that are not translated, with the reasons of both ways."""
    with pytest.raises(NotInCoqError, match='claim "some"'):
        emit_coq(continuum_certificate(INTERVAL, "some", k="exp(-Abs(xi - zeta))"))
    with pytest.raises(NotInCoqError, match="with atan"):
        emit_coq(continuum_certificate(INTERVAL, "all", k="exp(atan(xi*zeta))"))
    both = "not emitted for this profile and this k; the claim .* not emitted for this profile and these bounds"
    with pytest.raises(NotInCoqError, match=both):
        emit_coq(continuum_certificate({"kind": "circle"}, "some", profile="t + t**2", k="1"))


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_continua_by_the_sign(coq_judge):
    """True claims are accepted; another claim, another sign and another formula are refused."""
    good = {
        "torus": continuum_certificate(TORUS, "all", bias="cos(xi1 - zeta1) + cos(xi2 - zeta2)"),
        "negative": minus_gaussian(),
    }
    coq_judge.accepts(good)
    changes = {
        "claim": ("torus", "AllOf", "SomeOf"),
        "sign": ("negative", "(- exp", "(exp"),
        "formula": ("torus", "(cos (xi1 - zeta1))", "(tan (xi1 - zeta1))"),
    }
    coq_judge.refuses(good, changes)
