"""Positive tables that are not rational, in Coq: formulas at points, real powers, biases such as log 3."""

from __future__ import annotations

import pytest

from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.makers import certificate

ALL = {"graph_laws": "all", "all_laws": "all"}
SOME = {"graph_laws": "some", "all_laws": "some"}
POINTS = {"kind": "atoms", "weights": ["1/2", "1/3", "1/6"], "points": ["0", "sqrt(2)", "2"]}
LINE = {"kind": "positions", "n": 5}
TURN = [["3/5", "-4/5"], ["4/5", "3/5"]]


def positive(profile, claim=ALL, labels=POINTS, **given):
    """Return a certificate of T5 by the sign of a positive k."""
    spec = {"family": "factor", "d": 3, "profile": profile, "labels": labels, **given}
    return certificate("T5", spec, "sign", {}, claim)


def gauge(**given):
    """Return a certificate of T4 in the plane, one label turned."""
    one = [["1", "0"], ["0", "1"]]
    spec = {"family": "gauge", "d": 2, "profile": {"usa": "1"}, "labels": POINTS, "Q": [one, one, TURN], **given}
    return certificate("T4", spec, "gauge", {}, {"graph_laws": "none", "all_laws": "none"})


@pytest.mark.slow
@pytest.mark.optional("Coq")
def test_coq_reads_positive_tables_of_real_numbers(coq_judge):
    """Positive by their form, entry by entry, with and without a gauge; another sign or point is refused."""
    good = {
        "points": positive({"usa": "1"}, k="exp(-Abs(xi - zeta))"),
        "entries": positive("t", k="exp(-Abs(xi - zeta)) - 1/20"),
        "positions": positive("t**2", SOME, LINE, k="exp(-Abs(i - j)) - 1/100"),
        "power": positive({"peak": "2"}, labels={"kind": "positions", "n": 4096}, k="(1 + Abs(i - j)/3)**(-7/10)"),
        "root": positive("t**3", labels=LINE, k="sqrt(1 + Abs(i - j))"),
        "biases": positive(
            "cosh(t)", SOME, {"kind": "atoms", "weights": ["1/2", "1/2"]}, bias=[["log(3)", "pi"], ["pi", "-sqrt(2)"]]
        ),
        "gauge": gauge(k="exp(-Abs(xi - zeta)) - 1/20"),
    }
    coq_judge.accepts(good)
    coq_judge.refuses(
        good,
        {
            "a negative entry": ("entries", "- (1 / 20)))%R (nth", "- (1 / 5)))%R (nth"),
            "another point": ("entries", "points : list R := [0; (sqrt 2); 2]", "points : list R := [0; (sqrt 2); 9]"),
            "a weight of 0": ("points", "W : list Z := [3; 2; 1]", "W : list Z := [3; 2; 0]"),
            "another claim": ("biases", "GraphLawsSome", "GraphLawsNone"),
            "a negative power": ("power", "(1 + ((Rabs", "((-1) + ((Rabs"),
        },
    )


def test_signs_that_are_not_seen_are_refused():
    """An entry below 0, and too many entries to look at one by one."""
    with pytest.raises(NotInCoqError, match="not seen to be positive"):
        emit_coq(positive("t", k="exp(-Abs(xi - zeta)) - 1/2"))
    points = {"kind": "atoms", "weights": ["1/13"] * 13, "points": [str(x) for x in range(13)]}
    with pytest.raises(NotInCoqError, match="not seen from its formula"):
        emit_coq(positive("t", labels=points, k="exp(-Abs(xi - zeta)) - 1/10**6"))
