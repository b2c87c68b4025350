"""Positive formulas of positions, in Coq: at any number of labels, on grids, by their form or by bounds."""

from __future__ import annotations

import pytest

from verify.certificates.checker.enclosures.formulas import formula
from verify.certificates.checker.problem import read_labels
from verify.certificates.coq.atoms.positions import positioned_factor
from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.makers import certificate

LINE, GRID = {"kind": "positions", "n": 4096}, {"kind": "positions", "shape": [4, 5]}


def positive(profile, claim, labels, **given):
    """Return a certificate of T5 by the sign of a positive k."""
    spec = {"family": "factor", "d": 3, "profile": profile, "labels": labels, **given}
    return certificate("T5", spec, "sign", {}, {"graph_laws": claim, "all_laws": claim})


@pytest.mark.slow
@pytest.mark.optional("Coq")
def test_coq_reads_formulas_of_positions(coq_judge):
    """By form and by bounds, on a line and on grids; another sign and another range are refused."""
    good = {
        "bounds": positive("t**2", "some", LINE, k="log(2 + Abs(i - j))"),
        "grid": positive({"usa": "1"}, "all", GRID, k="exp(-Abs(i1 - j1) - Abs(i2 - j2))"),
        "bounds on a grid": positive("t", "all", GRID, k="exp(-Abs(i1 - j1)/9 - (i2 - j2)**2/9) - 1/20"),
        "bias on a grid": positive(
            "t", "all", {"kind": "positions", "shape": [2, 2, 2]}, bias="-log(1 + Abs(i3 - j3))"
        ),
    }
    coq_judge.accepts(good)
    coq_judge.refuses(
        good,
        {
            "a negative logarithm": ("bounds", "(ln (2 +", "(ln (0 +"),
            "a wider grid": ("bounds on a grid", "mod 4)", "mod 9)"),
            "another claim": ("grid", "GraphLawsAll", "GraphLawsSome"),
        },
    )


def test_the_coordinates_of_a_grid_are_quotients_and_remainders():
    """The label i of a 4 x 5 grid stands at (i / 5 mod 4, i mod 5)."""
    text = emit_coq(positive("t", "all", GRID, k="exp(-Abs(i1 - j1) - Abs(i2 - j2))")).text
    assert "(fun i1 i2 j1 j2 : R => (exp" in text
    assert "(INR (i / 5 mod 4)%nat) (INR (i / 1 mod 5)%nat) (INR (j / 5 mod 4)%nat) (INR (j / 1 mod 5)%nat)" in text


def test_a_formula_that_may_vanish_is_refused():
    """cos has no bound above 0 over a range of positions."""
    with pytest.raises(NotInCoqError, match="nor by bounds"):
        positioned_factor(read_labels(LINE), formula("1 + cos(i - j)", ["i", "j"]))
