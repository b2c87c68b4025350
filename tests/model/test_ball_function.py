"""A compiled formula encloses what the tree encloses."""

from __future__ import annotations

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.ball_function import ball_function
from verify.model.formula import parse_formula

FORMULAS = [
    "3", "pi*E", "s", "-s", "exp(-Abs(s)/3)", "(s + 2)**(-1/2)", "cos(s*10000**(-1/2)) + cos(s)*sqrt(2)",
    "Min(s, 3, 1/2) + Max(1, s)", "Piecewise((1, Abs(s) < 4), (0, True))", "Piecewise((s, s < 0), (s**2, s < 3))",
    "Piecewise((1/s, 0 < s < 2), (sign(s), s >= 2), (log(2), True))", "besseli(1, s)", "log(s)", "sqrt(s)",
]  # fmt: skip


def _same(a, b):
    return (not a.is_finite() and not b.is_finite()) or (a.mid() == b.mid() and a.rad() == b.rad())


@pytest.mark.parametrize("text", FORMULAS)
@given(middle=st.integers(-6, 6), radius=st.sampled_from([0, 0.25, 3]))
def test_the_enclosures_are_those_of_the_tree(text, middle, radius):
    """Equal balls, wide ones and undefined ones included."""
    formula = parse_formula(text, {"s"})
    values = {"s": flint.arb(middle, radius)}
    assert _same(ball_function(formula.tree)(values), formula.enclose(values))
