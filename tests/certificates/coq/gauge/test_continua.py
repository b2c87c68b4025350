"""Gauges given by frequencies on continua in Coq: a rotating frame has a short mean, whatever the tokens are."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.coq.gauge.continua import surd_number
from verify.certificates.makers import certificate

CIRCLE = {"kind": "circle"}
INTERVAL = {"kind": "interval", "a": "0", "b": "1"}


def rotary(frequencies, value, labels, d=2, profile=None, **factor):
    """Return a certificate of T4 for a gauge given by frequencies on a continuum."""
    spec = {"family": "gauge", "d": d, "profile": profile or {"usa": "2"}, "labels": labels}
    spec |= {"frequencies": frequencies, **factor}
    return certificate("T4", spec, "gauge", {}, {"graph_laws": value, "all_laws": value})


def test_frequencies_are_rational_multiples_of_one_and_pi_or_roots():
    """2 pi - 1/3 and sqrt(2); no sums of both, no other numbers."""
    assert surd_number("2*pi - 1/3") == (Fraction(-1, 3), 2, 0)
    assert surd_number("sqrt(2)") == (0, 0, 2)
    with pytest.raises(NotInCoqError):
        surd_number("sqrt(2) + 1")


def test_roots_share_the_denominator():
    """1/3 and sqrt(1/2): q = 6, and sqrt(18)/6 = sqrt(1/2)."""
    text = emit_coq(rotary(["1/3", "sqrt(1/2)"], "none", CIRCLE, d=4)).text
    assert "Definition C : list (list Z) := [[0];\n    [18]].\nDefinition q : Z := 6." in text


def test_laws_of_labels_stand_in_the_statement():
    """The circle, an interval with its ends, a density with its coefficients, the torus."""
    for labels, frequencies, law in (
        (CIRCLE, ["1"], "circle_law"),
        (INTERVAL, ["1"], "interval_law (angle 0 0 1) (angle 1 0 1) (fun _ => 1%R)"),
        ({**INTERVAL, "density": "1/2 + xi"}, ["1"], "affine_law 0 1 1 1 2 2"),
        ({"kind": "torus", "dim": 2}, [["0", "1"]], "torus_law"),
    ):
        statements = [t.statement for t in emit_coq(rotary(frequencies, "none", labels)).theorems]
        assert all(f"NoneOf ({law})" in text or f"NoneOf {law}" in text for text in statements), law
        assert "(@graph " in statements[0]
        assert "(@any " in statements[1]


def test_continua_outside_the_library_are_not_emitted():
    """Other densities, laws of labels, profiles and claims, each with its reason."""
    for cert, reason in (
        (rotary(["1"], "none", CIRCLE, d=3), "on continua"),
        (rotary(["1"], "none", {**INTERVAL, "density": "3*xi**2"}), "affine"),
        (rotary(["1"], "none", CIRCLE, k="1 + cos(xi)*cos(zeta)"), "exponentials; .* bounds of k"),
        (rotary([["1", "0"]], "none", CIRCLE), "coordinates"),
        (rotary(["1"], "none", CIRCLE, profile="t**2"), "a_1 > 0"),
        (rotary(["1"], "none", {"kind": "blocks", "weights": ["1/2", "1/2"]}), "finitely many atoms"),
    ):
        with pytest.raises(NotInCoqError, match=reason):
            emit_coq(cert)


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_gauges_on_continua(coq_judge):
    """True claims are accepted; a frequency 0, a long interval with a density, a negative density, "some" are not."""
    good = {
        "density": rotary(["1"], "none", {**INTERVAL, "density": "2*xi"}, profile="t + t**2/3"),
        "torus": rotary([["1", "0"]], "some", {"kind": "torus", "dim": 2}, d=3),
    }
    coq_judge.accepts(good)
    changes = {
        "still": ("torus", "A : list (list Z) := [[1; 0]]", "A : list (list Z) := [[0; 0]]"),
        "fast": ("density", "A : list (list Z) := [[1]]", "A : list (list Z) := [[2]]"),
        "negative": ("density", "0 1 1 0 2 1", "0 1 1 (-1) 2 1"),
        "claim": ("torus", "SomeOf torus_law", "NoneOf torus_law"),
    }
    coq_judge.refuses(good, changes)
