"""Signs read off structure: closed cases, and random formulas against their values."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.formula import parse_formula
from verify.model.labels import read_labels
from verify.spectral.continuum import signs
from verify.spectral.continuum.signs import Sign, label_bounds, sign_of

UNIT = {"x": (Fraction(0), Fraction(1)), "y": (Fraction(0), Fraction(1))}
LINE = {"x": (None, None), "y": (None, None)}


def sign(text, bounds=UNIT):
    """Sign of a formula in x and y."""
    return str(sign_of(parse_formula(text, {"x", "y"}), bounds))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("exp(-(x - y)**2)", "positive"),
        ("exp(exp(x))", "positive"),
        ("1 + 3*Abs(x - y)", "positive"),
        ("2 + cos(x)", "positive"),
        ("1/(1 + Abs(x - y))**(3/2)", "positive"),
        ("cosh(x - y)", "positive"),
        ("besseli(0, Abs(x))", "positive"),
        ("1 + log(1 + Abs(x - y))", "positive"),
        ("Max(1/2, x - y)", "positive"),
        ("2 - x - y/2", "positive"),
        ("3 - E", "positive"),
        ("22/7 - pi", "positive"),
        ("1 + cos(x - y)", "nonnegative"),
        ("Max(0, 1 - 2*Abs(x - y))", "nonnegative"),
        ("x*y", "nonnegative"),
        ("(x - y)**2", "nonnegative"),
        ("(x - y)*(x - y)", "nonnegative"),
        ("sqrt(x)", "nonnegative"),
        ("Piecewise((x - y, x > y), (y - x, True))", "nonnegative"),
        ("Piecewise((1 - Abs(x), Abs(x) < 1), (0, True))", "nonnegative"),
        ("x - x", "zero"),
        ("0*cos(x)", "zero"),
        ("-exp(x - y)", "negative"),
        ("-1/5 - x**2", "negative"),
        ("-Abs(x - y)", "nonpositive"),
        ("tanh(-x)", "nonpositive"),
        ("x - y", "finite"),
        ("sinh(x - y)", "finite"),
        ("exp(-x) - 1/2", "finite"),
    ],
)
def test_structure_decides_the_sign(text, answer):
    """What is certain on the unit square."""
    assert sign(text) == answer


@pytest.mark.parametrize(
    "text",
    [
        "1/(x - y)",
        "1/x",
        "log(x)",
        "sqrt(x - y)",
        "tan(x)",
        "asin(2*x)",
        "(x - y)**(1/2)",
        "x**(-1)",
        "x**(x - y)",
        "Piecewise((1, x < y))",
        "Piecewise((1/(x - y), x > y), (1, True))",
        "1/Abs(x - y)",
        "exp(1/x)",
        "acos(1 + x)",
    ],
)
def test_what_may_be_undefined_or_unbounded_is_unknown(text):
    """A positive sign is claimed of bounded formulas only."""
    assert sign(text) == "unknown"


@pytest.mark.parametrize(
    "text", ["exp(-3*Abs(x - y))", "1/(1 + Abs(x - y))", "cosh(x)", "1 + x**2", "besseli(2, x**2 + 1)"]
)
def test_positive_on_the_whole_line(text):
    """No bound of the variables is needed."""
    assert sign(text, LINE) == "positive"


def test_nested_powers_do_not_grow_without_end():
    """Bounds are cut off at a fixed length, and stay bounds."""
    tower = "(" * 12 + "x + 1" + ")**60" * 12
    assert sign(tower) == "positive"
    assert sign(f"-1/({tower})") == "negative"
    assert sign(f"1 - {tower}") == "nonpositive"
    assert sign(f"2 - {tower}") == "finite"


def test_bounds_of_constants_contain_them():
    """pi and e lie inside their rational bounds."""
    for (low, high), value in ((signs._PI, flint.arb.pi()), (signs._E, flint.arb(1).exp())):
        assert flint.fmpq(low.numerator, low.denominator) < value < flint.fmpq(high.numerator, high.denominator)


def test_labels_of_every_kind_have_bounds():
    """Bounds contain the labels; blocks have no coordinates."""
    interval = label_bounds(read_labels({"kind": "interval", "a": "-sqrt(2)", "b": "1"}))
    assert interval["xi"][0] <= Fraction(-141421356, 10**8)
    assert interval["zeta"] == interval["xi"]
    assert label_bounds(read_labels({"kind": "positions", "shape": [7, 9]}))["j2"] == (0, 8)
    assert label_bounds(read_labels({"kind": "cyclic", "n": 6}))["i"] == (0, 5)
    assert label_bounds(read_labels({"kind": "atoms", "weights": ["1/2", "1/2"], "points": ["3", "-2"]}))["xi"] == (
        -2,
        3,
    )
    assert label_bounds(read_labels({"kind": "torus", "dim": 2}))["xi2"][1] > 6.283185307179586
    assert label_bounds(read_labels({"kind": "blocks", "weights": ["1"]})) is None
    assert label_bounds(read_labels({"kind": "atoms", "weights": ["1"]})) is None


LEAVES = st.sampled_from(["x", "y", "1/2", "-1", "3", "0", "pi", "E"])


def _grow(inner):
    unary = st.tuples(
        st.sampled_from(["exp", "Abs", "cos", "sin", "cosh", "tanh", "atan", "sign", "sqrt", "log", "asin"]), inner
    )
    binary = st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), inner)
    other = st.tuples(inner, inner, inner)
    return st.one_of(
        unary.map(lambda t: f"{t[0]}({t[1]})"),
        binary.map(lambda t: f"({t[0]}) {t[1]} ({t[2]})"),
        inner.map(lambda t: f"({t})**2"),
        inner.map(lambda t: f"({t})**3"),
        st.tuples(inner, inner).map(lambda t: f"Max({t[0]}, {t[1]})"),
        other.map(lambda t: f"Piecewise(({t[0]}, {t[1]} < {t[2]}), ({t[1]} - ({t[2]}), True))"),
    )


@given(st.recursive(LEAVES, _grow, max_leaves=8), st.integers(0, 2**32 - 1))
def test_claims_hold_at_random_points(text, seed):
    """Values at 64 points of the square never contradict the claim (up to float rounding around zero)."""
    try:
        formula = parse_formula(text, {"x", "y"})
    except ValueError:
        return
    claim = sign_of(formula, UNIT)
    if claim is Sign.UNKNOWN:
        return
    points = np.random.default_rng(seed).uniform(0, 1, (2, 64))
    values = formula.array({"x": points[0], "y": points[1]})
    values = values[np.isfinite(values)]  # an overflow of floats is no undefined value
    holds = {
        Sign.POSITIVE: values >= 0,
        Sign.NONNEGATIVE: values >= -1e-9,
        Sign.ZERO: abs(values) < 1e-9,
        Sign.NONPOSITIVE: values <= 1e-9,
        Sign.NEGATIVE: values <= 0,
        Sign.FINITE: np.isfinite(values),
    }
    assert holds[claim].all()
