"""Isotropic expressions as factor kernels and as series in P_n."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.formula import parse_formula
from verify.model.gegenbauer import evaluate_series
from verify.spectral.general.isotropic import series_in_labels, split_factor

NAMES = {"t", "xi", "zeta"}
CIRCLE = {"kind": "circle"}
PAIR = {"kind": "atoms", "weights": ["1/2", "1/2"], "points": ["1", "-1"]}


@pytest.mark.parametrize(
    ("h", "k", "f"),
    [
        ("-xi*zeta*(t + 1)**2", "-xi*zeta", "(t + 1)**2"),
        ("exp(2*t - (xi - zeta)**2 + 1)", "exp(-(xi - zeta)**2 + 1)", "exp(2*t)"),
        ("xi*zeta*t + 2*t**2*(xi*zeta)", "xi*zeta", "t + 2*t**2"),
        ("(xi*zeta*t)**2/(1 + xi**2*zeta**2)", "(xi*zeta)**2/(1 + xi**2*zeta**2)", "t**2"),
    ],
)
def test_factors_are_split(h, k, f):
    """h = k f, as the form shows it."""
    found = split_factor(parse_formula(h, NAMES))
    assert found is not None
    product = found[0].expr * found[1].expr
    assert (product - parse_formula(h, NAMES).expr).equals(0)
    assert found[0].variables <= {"xi", "zeta"}
    assert found[1].variables <= {"t"}
    ratio = found[0].expr / parse_formula(k, NAMES).expr
    assert ratio.simplify().is_number
    assert (found[1].expr / parse_formula(f, NAMES).expr).simplify().is_number


@pytest.mark.parametrize("h", ["exp(t*xi*zeta)", "t + xi*zeta", "xi*zeta*t + t**2", "cos(t + xi + zeta)"])
def test_sums_are_not_split(h):
    """No factor kernel."""
    assert split_factor(parse_formula(h, NAMES)) is None


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=5), st.sampled_from([2, 3, 5]))
@settings(max_examples=25)
def test_series_in_labels_is_the_polynomial(coefficients, d):
    """h = sum_n k_n P_n(t), exactly, at rational points."""
    text = " + ".join(f"({c} + xi*zeta*{k})*t**{k}" for k, c in enumerate(coefficients) if k)
    formula = parse_formula(f"{coefficients[0]} + {text}", NAMES)
    series = series_in_labels(formula, d)
    point = {"xi": Fraction(2, 3), "zeta": Fraction(-1, 5)}
    t = Fraction(3, 7)
    values = [series[n].rational(point) if n in series else Fraction(0) for n in range(max(series, default=0) + 1)]
    assert evaluate_series(values, t, d) == formula.rational({**point, "t": t})
