"""Shapes of functions read off their formulas: power series with nonnegative coefficients, and monotone functions."""

from __future__ import annotations

import math
from itertools import pairwise

import flint
import pytest
import sympy as sp

from verify.model.formula import parse_formula
from verify.model.monotone import monotone
from verify.model.positivity import nonnegative_series

POSITIVE = [
    "exp(t)",
    "cosh(2*t)",
    "sinh(t)*t",
    "asin(t/2)",
    "tan(t)",
    "-log(1 - t/3)",
    "(1 - t/2)**(-3/2)",
    "-acos(t)",
]
POSITIVE += [
    "2 - sqrt(1 - t)",
    "besseli(1, 3*t)",
    "2**t",
    "(1/2)**(-t)",
    "exp(sinh(t)) - 9",
    "-1/(t - 2)",
    "(t - 2)**(-2)",
]


@pytest.mark.slow
@pytest.mark.parametrize("text", POSITIVE)
def test_recognised_power_series_have_the_support_claimed(text):
    """Taylor coefficients by SymPy up to t^9: nonnegative, and of the parities claimed."""
    formula = parse_formula(text, {"t"})
    series = nonnegative_series(formula.tree)
    t = sp.Symbol("t", real=True)
    polynomial = sp.series(formula.expr, t, 0, 10).removeO()
    coefficients = [sp.N(polynomial.coeff(t, k), 30) for k in range(10)]
    assert all(c >= 0 for c in coefficients[1:])
    for p, top in ((0, series.even), (1, series.odd)):
        assert (top == math.inf) == any(c > 0 for k, c in enumerate(coefficients) if k and k % 2 == p)


@pytest.mark.parametrize(
    "text", ["exp(-t)", "tanh(t)", "sin(t)", "-log(1 - t)", "tan(2*t)", "asin(t + 1/2 - 1/2 + 0*t) - t*2"]
)
def test_other_functions_are_not_recognised(text):
    """No rule claims a series with negative coefficients or too small a radius."""
    assert nonnegative_series(parse_formula(text, {"t"}).tree) is None


@pytest.mark.parametrize(
    "text",
    [*POSITIVE, "sqrt((1+t)/2)", "exp(50*tanh(t/50))", "Min(t, 1/2)", "Abs(t + 1)*2**t", "cos((1 - t)/2)"],
)
def test_claimed_monotonicity_holds_on_a_grid(text):
    """Balls at neighbouring grid points never contradict the direction."""
    formula = parse_formula(text, {"t"})
    shape = monotone(formula.tree)
    if shape is None:
        return
    values = [formula.enclose({"t": flint.arb(flint.fmpq(k, 20))}) for k in range(-20, 21)]
    for a, b in pairwise(values):
        assert not (b - a) * shape.direction < 0
        assert not (shape.strict and a == b)
