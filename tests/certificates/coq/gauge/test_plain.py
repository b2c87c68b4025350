"""Gauges by frequencies on continua in Coq where T5 is known: any factor and profile of the plain kernel."""

from __future__ import annotations

import pytest

from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.makers import certificate

CIRCLE, TORUS = {"kind": "circle"}, {"kind": "torus", "dim": 2}
INTERVAL = {"kind": "interval", "a": "0", "b": "sqrt(2)"}
DENSITY = {"kind": "interval", "a": "0", "b": "1", "density": "2*xi"}


def rotary(frequencies, value, labels, d=2, profile="log(2 + t)", **factor):
    """Return a certificate of T4 for a gauge given by frequencies on a continuum."""
    spec = {"family": "gauge", "d": d, "profile": profile, "labels": labels, "frequencies": frequencies, **factor}
    cells = {"cells": 8} if "k" in factor else {}  # by which the checker sees that k >= 0 connects the labels
    return certificate("T4", spec, "gauge", cells, {"graph_laws": value, "all_laws": value})


def test_the_theorem_of_the_plain_kernel_becomes_a_lemma():
    """k of both signs with khat(m) < khat(0): "all" about k f(<x, y>) stands in front of "none" about the gauge."""
    file = emit_coq(rotary(["1"], "none", CIRCLE, k="1/2 - cos(2*(xi - zeta))", profile="t + t**3"))
    assert "Lemma plain_graph_laws_all :\n  forall (d : nat), (1 <= d)%nat -> AllOf circle_law (@graph R)" in file.text
    assert [theorem.statement.split()[0] for theorem in file.theorems] == ["NoneOf", "NoneOf"]
    assert "(gauge_kernel 2%nat k (polynomial P pi) (rotary_gauge m (line_angle" in file.theorems[0].statement


def test_a_gegenbauer_series_has_a_plain_theorem_in_its_dimension():
    """P_3 in R^3 for k = 1, as for every law of labels of that name."""
    file = emit_coq(rotary(["1"], "some", CIRCLE, d=3, profile={"gegenbauer": ["0", "0", "0", "1"]}))
    assert "Lemma plain_graph_laws_all :\n  AllOf circle_law (@graph R) 3%nat (factor_kernel 3%nat k" in file.text
    assert "SomeOf (labels_of circle_law T0) (@any R) 3%nat" in file.theorems[1].statement


def test_planes_tell_the_claim():
    """All planes move and fill the space: "none"; a coordinate or a plane that stays: "some"; nothing moves: "all"."""
    for frequencies, d, value in (
        ([["1"], ["0"]], 4, "some"),
        (["1/2"], 3, "some"),
        (["0", "0"], 5, "all"),
        (["1", "2"], 4, "none"),
    ):
        for other in ("all", "some", "none"):
            cert = rotary(frequencies, other, CIRCLE, d=d)
            if other == value:
                assert f"{value.capitalize()}Of" in emit_coq(cert).theorems[0].statement
            else:
                with pytest.raises(NotInCoqError, match="is not what the planes give"):
                    emit_coq(cert)


def test_gauges_whose_plain_kernel_has_no_file_are_not_emitted():
    """No "all" about k f(<x, y>), other densities, ends that are not seen to be in order."""
    for cert, reason in (
        (rotary(["1"], "none", CIRCLE, profile="t**2"), "not emitted for this profile and this k"),
        (rotary(["1"], "none", CIRCLE, k="cos(xi - zeta)"), "not emitted for this profile and this k"),
        (rotary(["1"], "none", {**DENSITY, "density": "3*xi**2"}), "affine"),
        (rotary(["1"], "none", {**INTERVAL, "a": "2"}), "order|empty|a < b"),
        (rotary([["1"]], "none", TORUS), "coordinates"),
    ):
        with pytest.raises(NotInCoqError, match=reason):
            emit_coq(cert)


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_gauges_by_their_plain_kernels(coq_judge):
    """True claims are accepted; another claim, frequency, factor or density is refused."""
    good = {
        "none": rotary(["1"], "none", CIRCLE, profile="t**3", k="2 + sin(xi - zeta)**2"),
        "torus": rotary([["0", "1"]], "none", TORUS, k="(1 + cos(xi1 - zeta1))*(1 + cos(xi2 - zeta2))"),
        "stays": rotary([["1"], ["0"]], "some", INTERVAL, d=4, profile="t**3", bias="-Abs(xi - zeta)"),
        "density": rotary(["3"], "some", DENSITY, d=3, profile={"peak": "2"}),
        "series": rotary(["1"], "some", CIRCLE, d=3, profile={"gegenbauer": ["0", "0", "0", "1"]}),
        "all": rotary([["0", "0"]], "all", TORUS, d=3, profile="t + t**3", bias="cos(xi1 - zeta1)"),
    }
    coq_judge.accepts(good)
    changes = {
        "claim": (
            "all",
            "SomeOf" if "SomeOf" in emit_coq(good["all"]).text else "AllOf (labels_of",
            "SomeOf (labels_of",
        ),
        "still": ("none", "A : list (list Z) := [[1]]", "A : list (list Z) := [[0]]"),
        "moves": ("stays", "[[1];\n    [0]]", "[[1];\n    [1]]"),
        "factor": ("torus", ":= ((1 + (cos", ":= ((2 + (cos"),
        "density": ("density", "(fun xi => (2 * xi))", "(fun xi => (2 * xi - 1))"),
    }
    coq_judge.refuses(good, changes)
