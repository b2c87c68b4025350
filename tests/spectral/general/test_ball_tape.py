"""The shared evaluation agrees with each formula read by itself."""

from __future__ import annotations

import flint
import pytest

from verify.model.formula import parse_formula
from verify.spectral.general.ball_tape import BallTape

TEXTS = [
    "exp(x*y + 1)*cos(xi - zeta) + sqrt(2)",
    "Piecewise((x**3, xi < zeta), (besseli(0, y)*x, True))",
    "Max(xi, zeta)*Abs(x) - pi",
    "sin(x)",
    "xi**2/(1 + zeta**2)",
    "3",
]
NAMES = {"x", "y", "xi", "zeta"}


def test_tape_agrees_with_the_formulas():
    """All outputs at once, at several labels and contents."""
    formulas = [parse_formula(text, NAMES) for text in TEXTS]
    tape = BallTape([f.tree for f in formulas], frozenset({"x", "y"}))
    for k in range(4):
        labels = {"xi": flint.arb(k) / 3, "zeta": flint.arb(1) / 2}
        prepared = tape.at_labels(labels)
        for m in range(3):
            contents = {"x": flint.arb(m) / 5 + 1, "y": flint.arb(0.25, 0.01)}
            values = tape.values(prepared, tape.at_contents(contents))
            expected = [f.enclose({**labels, **contents}) for f in formulas]
            assert all(a.overlaps(b) and abs(a.rad() - b.rad()) < 1e-9 for a, b in zip(values, expected, strict=True))


def test_undecided_branches_are_united():
    """xi = zeta in balls: both branches may hold."""
    tape = BallTape([parse_formula("Piecewise((x, xi < zeta), (2*x, True))", NAMES).tree], frozenset({"x", "y"}))
    wide = flint.arb(0, 1)
    (value,) = tape.values(tape.at_labels({"xi": wide, "zeta": wide}), tape.at_contents({"x": flint.arb(1)}))
    assert value.contains(1)
    assert value.contains(2)


def test_branches_in_the_contents_are_refused():
    """They are no part of a smooth kernel."""
    with pytest.raises(TypeError, match="conditions"):
        BallTape([parse_formula("Piecewise((1, x < xi), (2, True))", NAMES).tree], frozenset({"x", "y"}))
