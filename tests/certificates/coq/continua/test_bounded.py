"""Continua in Coq by bounds of k: away from 0 any law of labels collapses or uniform ones never do."""

from __future__ import annotations

import pytest

from verify.certificates.coq.continua.bounded import emit_bounded
from verify.certificates.coq.emit import emit_coq
from verify.certificates.coq.text import NotInCoqError
from verify.certificates.makers import certificate

INTERVAL = {"kind": "interval", "a": "-1", "b": "pi"}
CIRCLE = {"kind": "circle"}
TORUS = {"kind": "torus", "dim": 2}


def bounded_certificate(labels, k, value, profile, method="sign", data=None, *, d=3):
    """Return a certificate of T5 by the sign of a formula k on a continuum."""
    spec = {"family": "factor", "d": d, "profile": profile, "labels": labels, "k": k}
    return certificate("T5", spec, method, data or {"cells": 1}, {"graph_laws": value, "all_laws": value})


def test_the_statement_names_labels_and_their_law():
    """Any labels in the interval for "all", with an admissible set for "some", uniform ones for "none"."""
    for labels, k, value, profile, statement in (
        (INTERVAL, "4 + xi", "all", "t", "interval ((- 1))%R (PI)%R) T -> (1 <= d)%nat -> AllOf (labels_of (interval"),
        (CIRCLE, "2 + cos(xi)*cos(zeta)", "some", "t**2", "(interval (0)%R ((2 * PI))%R) T -> splits T -> "),
        (TORUS, "-1", "none", "t", "(2 <= d)%nat -> NoneOf (uniform_torus 2%nat) (@graph (nat -> R)) d "),
        (CIRCLE, "-2 - sin(xi)", "none", "t", "NoneOf circle_law (@graph R) d (factor_kernel d k "),
    ):
        assert statement in emit_bounded(bounded_certificate(labels, k, value, profile)).theorems[0].statement


def test_arcsines_bring_the_proof_that_they_are_continuous():
    """On continua, blocks and circles alike; for other profiles that module is not loaded."""
    file = emit_coq(bounded_certificate(CIRCLE, "1 + cos(xi - zeta)", "all", "asin(t)", data={"cells": 4}))
    assert "(arcsine_continuous c a)" in file.text
    assert " ArcsineContinuous.\n" in file.text
    assert "ArcsineContinuous" not in emit_coq(bounded_certificate(CIRCLE, "1", "all", "t")).text


def test_bounds_that_do_not_decide_are_a_reason():
    """k that vanishes, another claim, weights that are not uniform, a table instead of a formula."""
    density = {"kind": "interval", "a": "0", "b": "1", "density": "2*xi"}
    for labels, k, value, profile in (
        (INTERVAL, "1 + xi", "all", "t"),
        (INTERVAL, "4 + xi", "some", "t"),
        (density, "-1", "none", "t"),
        (INTERVAL, [["1"]], "all", "t"),
    ):
        with pytest.raises(NotInCoqError, match=r"not emitted|uniform labels|is a formula"):
            emit_coq(bounded_certificate(labels, k, value, profile))


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_continua_by_bounds(coq_judge):
    """True claims are accepted; another bound, another sign and another law of labels are refused."""
    quotient = "1/(1 + (xi - zeta)**2) + exp(-Abs(xi))*sqrt(4 + zeta)"
    good = {
        "quotient": bounded_certificate(INTERVAL, quotient, "all", {"usa": "-1"}),
        "arcsine": bounded_certificate({"kind": "interval", "a": "0", "b": "1"}, "1 + xi*zeta", "all", "asin(t)"),
        "split": bounded_certificate(CIRCLE, "exp(cos(xi - zeta))", "some", "t**2"),
        "torus": bounded_certificate(TORUS, "-1 - cos(xi1)**2", "none", "t", "direction", {"cells": 1, "block": 0}),
    }
    coq_judge.accepts(good)
    changes = {
        "sign": ("quotient", "+ ((xi - zeta) ^ 2)", "- ((xi - zeta) ^ 2)"),
        "unsplit": ("split", "splits T -> ", ""),
        "claim": ("torus", "NoneOf", "SomeOf"),
        "bound": ("torus", "(-1)%R)%R.", "(-2)%R)%R."),
    }
    coq_judge.refuses(good, changes)


PLANE = {"gegenbauer": ["0", "0", "0", "1"]}


def test_values_at_120_degrees_leave_other_maximisers():
    """f = cos(3 s) in the plane, k > 0: f(-1/2) = f(1), two points for two parts of the labels."""
    file = emit_coq(bounded_certificate(INTERVAL, "4 + xi", "some", PLANE, d=2))
    assert "splits T -> (2 <= d)%nat -> SomeOf" in file.theorems[0].statement
    assert "exact (some_above_turned " in file.text


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_reads_values_at_120_degrees(coq_judge):
    """On an interval; the claim in every d >= 1, or for "all", is refused."""
    good = {"turned": bounded_certificate(INTERVAL, "4 + xi", "some", PLANE, d=2)}
    coq_judge.accepts(good)
    changes = {
        "line": ("turned", "(2 <= d)%nat -> SomeOf", "(1 <= d)%nat -> SomeOf"),
        "all": ("turned", "(2 <= d)%nat -> SomeOf", "(2 <= d)%nat -> AllOf"),
    }
    coq_judge.refuses(good, changes)
