"""Positive factors that are not rational, in Coq: formulas and exponentials of tables of biases."""

from __future__ import annotations

import pytest

from verify.certificates.coq.atoms.positive import is_positive
from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.makers import certificate

ALL = {"graph_laws": "all", "all_laws": "all"}
SOME = {"graph_laws": "some", "all_laws": "some"}
ATOMS = {"kind": "atoms", "weights": ["1/2", "1/3", "1/6"]}
LINE = {"kind": "positions", "n": 4}
BIAS = [["0", "-1/2", "3"], ["-1/2", "1", "0"], ["3", "0", "-2"]]


def positive(profile, claim=ALL, labels=ATOMS, **given):
    """Return a certificate of T5 by the sign of a positive k."""
    spec = {"family": "factor", "d": 3, "profile": profile, "labels": labels, **given}
    return certificate("T5", spec, "sign", {}, claim)


def test_factors_that_are_rational_tables_are_left_to_the_laplacian():
    """A bias, and a formula with irrational entries or too many labels, stand as they are."""
    spec = {"d": 3, "labels": LINE}
    assert is_positive({**spec, "bias": BIAS}, 200)
    assert is_positive({**spec, "k": "exp(-Abs(i - j))"}, 200)
    assert not is_positive({**spec, "k": "2**(-Abs(i - j))"}, 200)
    assert is_positive({**spec, "k": "2**(-Abs(i - j))"}, 3)


def test_biases_are_stated_as_exponentials_of_their_table():
    """k = e^b with b = bias / 2; even profiles prove "some"."""
    text = emit_coq(positive({"usa": "-1"}, bias=BIAS)).text
    assert "Definition k : nat -> nat -> R := exponential_table bias scale." in text
    assert "Definition scale : Z := 2." in text
    assert "graph_laws_even_everywhere" in emit_coq(positive("cosh(t)", SOME, bias=BIAS)).text
    with pytest.raises(NotInCoqError, match="peaked"):
        emit_coq(positive("t**2", bias=BIAS))


SKEW = [["0", "1", "0"], ["2", "0", "0"], ["0", "0", "0"]]


@pytest.mark.parametrize("bias", [SKEW, [["0", "1"], ["1", "0"]], [["0"], ["1", "0", "0"], []]])
def test_tables_of_biases_are_symmetric_and_square(bias):
    """Another shape has no rows that a file could state."""
    with pytest.raises(NotInCoqError, match=r"symmetric|malformed"):
        emit_coq(positive({"usa": "1"}, bias=bias))


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_reads_positive_factors(coq_judge):
    """Biases and a formula, peaked and even profiles; a weight of 0, another claim and another sign are refused."""
    good = {
        "bias": positive("t - t**2/10", bias=BIAS),
        "even": positive("cosh(t)", SOME, bias=BIAS),
        "formula": positive("t**2", SOME, LINE, k="exp(-Abs(i - j))"),
    }
    coq_judge.accepts(good)
    changes = {
        "weight": ("bias", "[3; 2; 1]", "[3; 2; 0]"),
        "claim": ("even", "GraphLawsSome", "GraphLawsNone"),
        "sign": ("formula", "R := (exp", "R := (- exp"),
    }
    coq_judge.refuses(good, changes)
