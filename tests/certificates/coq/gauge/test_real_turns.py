"""Gauges by real frequencies for Coq: powers of ten thousand, roots, and planes that do not move at all."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify import decide, load_kernel
from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.coq.gauge.real_turns import rational_power
from verify.certificates.makers import certificate

SPLIT = [["1", "1", "0"], ["1", "0", "0"], ["0", "0", "1"]]
SIGNED = [["0", "2", "-1/2"], ["2", "0", "2"], ["-1/2", "2", "0"]]


def kernel(*frequencies, n=3, d=None, **given):
    """Return a gauge kernel on positions 0 .. n - 1."""
    labels = {"kind": "positions", "n": n}
    d = d or 2 * len(frequencies)
    return {"family": "gauge", "d": d, "profile": {"usa": "1"}, "labels": labels, "frequencies": [*frequencies]} | given


def certified(document):
    """Return the certificate of the engine's own verdict."""
    return decide(load_kernel(document)).certificate


@given(st.fractions(Fraction(1, 50), 10**5, max_denominator=50), st.fractions(-2, 2, max_denominator=16))
def test_bounds_of_a_rational_power_hold_in_integers(b, a):
    """low^q <= b^p <= high^q for a = p/q, with at most a millionth between them."""
    low, high, _ = rational_power(b, a)
    q, power = a.denominator, b**a.numerator
    assert low**q <= power <= high**q
    assert high - low <= low / 10**6


def test_statements_name_the_numbers_that_were_given():
    """RoPE in R^6 with base 10000: the frequencies stand there as powers."""
    file = emit_coq(certified(kernel("1", "10000**(-1/3)", "10000**(-2/3)")))
    table = "[[1%R]; [(Rpower 10000%R (-1 / 3)%R)%R]; [(Rpower 10000%R (-2 / 3)%R)%R]]"
    assert f"Definition omegas : list (list R) := {table}." in file.text
    assert {theorem.statement for theorem in file.theorems} == {
        "forall (beta : R), (0 < beta)%R -> GaugeGraphLawsNone n 6%nat w k (usa beta) (frames m turn)",
        "forall (beta : R), (0 < beta)%R -> GaugeAllLawsNone n 6%nat w k (usa beta) (frames m turn)",
    }


def test_a_false_claim_has_no_data():
    """Moving planes have no proof of "all", a connected support of planes that do not move none of "some"."""
    for document, claim in ((kernel("sqrt(2)"), "all"), (kernel("2*pi"), "some"), (kernel("sqrt(2)", d=3), "none")):
        cert = certified(document)
        forged = certificate("T4", cert["problem"], cert["method"], {}, dict.fromkeys(cert["data"]["claim"], claim))
        with pytest.raises(NotInCoqError):
            emit_coq(forged)


@pytest.mark.slow
def test_real_frequencies_are_accepted_and_full_turns_in_their_place_are_not(coq_judge):
    """None, all and some, on positions and at points; sqrt 2 turned into 2 pi, or the side of a label, is refused."""
    points = {"kind": "atoms", "weights": ["1/2", "1/3", "1/6"], "points": ["1", "sqrt(3)", "1"]}
    certificates = {
        "rope": certified(kernel("1", "10000**(-1/3)", "10000**(-2/3)")),
        "root": certified(kernel("sqrt(2)")),
        "points": certified(kernel("1/2", labels=points)),
        "polynomial": certified(kernel("1/2", labels=points, profile="t + t**3")),
        "hyperbolic": certified(kernel("sqrt(2)", profile="sinh(t)")),
        "single": certified(kernel("sqrt(2)", n=1)),
        "fixed": certified(kernel("1/sqrt(2)", d=3)),
        "signed": certified(kernel("sqrt(2)", k=SIGNED)),
        "split": certified(kernel("2*pi", k=SPLIT)),
        "later": certified(kernel("2*pi", k=[["0", "0", "1"], ["0", "0", "1"], ["1", "1", "0"]])),
        "alone": certified(kernel("sqrt(2)", k=[["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]])),
        "zero": certified(kernel("4*pi", "0", k=[["0"] * 3] * 3)),
    }
    claims = {name: cert["data"]["claim"]["graph_laws"] for name, cert in certificates.items()}
    assert set(claims.values()) == {"all", "some", "none"}
    coq_judge.accepts(certificates)
    changes = {
        "link": (
            "later",
            "Definition T : list (nat * nat) := [(2, 0)%nat",
            "Definition T : list (nat * nat) := [(1, 0)%nat",
        ),
        "linked": ("alone", "[[1; 0; 0]", "[[1; 0; 1]"),
        "turn": (
            "root",
            "Definition omegas : list (list R) := [[(sqrt 2)%R]]",
            "Definition omegas : list (list R) := [[(2 * PI)%R]]",
        ),
        "power": ("rope", "(Rpower 10000%R (-1 / 3)%R)%R]", "(2 * PI)%R]"),
        "sides": ("split", "Definition V : list bool := [true", "Definition V : list bool := [false"),
        "support": (
            "split",
            "Definition K : list (list Z) := [[1; 1; 0]",
            "Definition K : list (list Z) := [[1; 1; 1]",
        ),
    }
    coq_judge.refuses(certificates, changes)
