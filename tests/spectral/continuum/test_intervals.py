"""Ranges over boxes: tight for monotone functions, sound at random points, undefined where a formula is."""

from __future__ import annotations

import flint
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.formula import parse_formula
from verify.spectral.continuum.intervals import range_on_box

TEXTS = [
    "x*y",
    "cos(3*x - y)",
    "sin(x*y)",
    "exp(-(x - y)**2)",
    "x**3 - y**2",
    "Abs(x) - Abs(y)",
    "Max(x, y, 0)",
    "Min(x, 1/2)*y",
    "Piecewise((x, x < y), (2*y, True))",
    "atan(x) + tanh(y)",
    "cosh(x) - sinh(y)",
    "acos(cos(x))",
    "besseli(1, x) + besseli(2, y)",
    "sqrt(1 + x**2)",
    "log(3 + x)",
    "(4 + x)**(y/2)",
    "1/(3 + x)",
    "tan(x/2)",
    "sign(x)",
    "asin(x/4)",
]


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
@given(st.floats(-2, 2), st.floats(-2, 2), st.floats(0, 1), st.floats(0, 1), st.integers(0, 2**32 - 1))
def test_range_contains_values(text, x, y, dx, dy, seed):
    """Values at random points of a random box lie in the range."""
    formula = parse_formula(text, {"x", "y"})
    found = range_on_box(formula.tree, {"x": (flint.arb(x), flint.arb(x + dx)), "y": (flint.arb(y), flint.arb(y + dy))})
    assert found is not None
    rng = np.random.default_rng(seed)
    values = formula.array({"x": x + dx * rng.uniform(0, 1, 32), "y": y + dy * rng.uniform(0, 1, 32)})
    low, high = (float(end) for end in found)
    slack = 1e-9 * (1 + abs(values).max())
    assert (values >= low - slack).all()
    assert (values <= high + slack).all()


def test_sign_of_a_wide_exponential_is_kept():
    """exp on a wide interval stays positive, where a ball would contain 0."""
    low, _ = range_on_box(parse_formula("exp(-50*x)", {"x"}).tree, {"x": (flint.arb(0), flint.arb(10))})
    assert low > 0


def test_cosine_reaches_its_extrema_inside():
    """Multiples of pi inside an interval are seen, those outside are not."""
    cosine = parse_formula("cos(x)", {"x"}).tree
    low, high = range_on_box(cosine, {"x": (flint.arb(3), flint.arb(4))})
    assert low == -1
    assert high < -0.6
    low, high = range_on_box(cosine, {"x": (flint.arb(6), flint.arb(7))})
    assert high == 1
    assert low > 0.7


@pytest.mark.parametrize(
    "text",
    ["1/x", "log(x)", "sqrt(x)", "asin(2*x)", "tan(2*x)", "Piecewise((1, x < 0))", "x**(1/2)", "exp(exp(100*x))"],
)
def test_undefined_or_too_large_is_none(text):
    """On [-1, 1] each of these may be undefined, or is beyond all bounds."""
    found = range_on_box(parse_formula(text, {"x"}).tree, {"x": (flint.arb(-1), flint.arb(1))})
    assert found is None or text.startswith("exp")
