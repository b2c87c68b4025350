"""Numbers are exact: rationals as fractions, floats as their binary value, irrationals as formulas."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import flint
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.model.formula import Formula, parse_formula
from verify.model.numbers import ball, float_value, number_formula, number_text, parse_number, parse_rational


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, Fraction(3)),
        (np.int64(-2), Fraction(-2)),
        (0.1, Fraction(0.1)),
        (np.float32(0.5), Fraction(1, 2)),
        (Fraction(2, 4), Fraction(1, 2)),
        ("1/3", Fraction(1, 3)),
        ("0.1", Fraction(1, 10)),
        (" -1e-3 ", Fraction(-1, 1000)),
        ("-1/2 - 1/10**12", Fraction(-1, 2) - Fraction(1, 10**12)),
        ("sqrt(4/9)", Fraction(2, 3)),
        ("8**(1/3)*0 + 1", None),
        ("cos(pi/3)", Fraction(1, 2)),
        ("sin(7*pi/6)", Fraction(-1, 2)),
        ("asin(1)*2/pi", Fraction(1)),
        ("acos(-1/2)/pi", Fraction(2, 3)),
        ("atan(-1)/pi", Fraction(-1, 4)),
        ("0*pi", Fraction(0)),
        ("log(1)", Fraction(0)),
        ("Piecewise((1, 2 < 1), (5, True))", Fraction(5)),
    ],
)
def test_rational_values_are_found(value, expected):
    """A value that the rules know to be rational is a Fraction; what they do not know stays a formula."""
    number = parse_number(value)
    assert (number == expected) if expected is not None else isinstance(number, Formula)


@pytest.mark.parametrize(
    "value",
    [
        True,
        np.True_,
        None,
        1j,
        b"1",
        [1],
        {"a": 1},
        Decimal("0.1"),
        math.nan,
        math.inf,
        -math.inf,
        np.float64("nan"),
        "nan",
        "-inf",
        "Infinity",
        "",
        "one",
        "1/0",
        "sqrt(-1)",
        "log(0)",
        "tan(pi/2)",
        "1+1j",
        "t",
        "١",
        "1,5",
        10**5000,
        Fraction(1, 10**5000),
        "1" * 4400,
    ],
    ids=lambda v: str(type(v).__name__) if isinstance(v, int | Fraction) else repr(v)[:20],
)
def test_what_is_no_finite_real_number_is_refused(value):
    """NaN, infinities, Booleans, complex numbers, words and endless numbers are input errors."""
    with pytest.raises(InputError):
        parse_number(value)


def test_a_formula_with_variables_is_no_number():
    """The free variable is named."""
    with pytest.raises(InputError, match="contains t"):
        parse_number(parse_formula("t", {"t"}))


def test_irrational_weights_are_refused():
    """Label weights must be rational."""
    with pytest.raises(InputError, match="be rational"):
        parse_rational("sqrt(2)", "labels.weights[0]")


def test_a_constant_that_needs_precision_is_enclosed():
    """tan(10^20) has no finite enclosure at 53 bits, but a finite value."""
    assert number_text(parse_number("tan(10**20)")) == "tan(100000000000000000000)"


@given(st.fractions())
def test_text_of_a_rational_reads_back(value):
    """number_text and parse_number are inverse on rationals."""
    assert parse_number(number_text(value)) == value
    assert number_formula(value).rational() == value


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_means_its_binary_value(value):
    """No decimal rounding happens to a JSON number."""
    assert float_value(parse_number(value)) == value


@pytest.mark.slow
@given(st.fractions(max_denominator=10**6))
def test_ball_contains_the_number(value):
    """The enclosure of p/q contains p/q."""
    assert ball(value).contains(flint.fmpq(value.numerator, value.denominator))


def test_ball_of_an_irrational_follows_the_working_precision():
    """sqrt(2) at 200 bits has about 60 digits."""
    with flint.ctx.workprec(200):
        assert ball(parse_number("sqrt(2)")).rel_accuracy_bits() > 190


@pytest.mark.parametrize(
    "text",
    [
        "2**(2**(2**sqrt(1600)))",
        "9**9**9**sqrt(81)",
        "2**2**2**2**2**sqrt(1600)",
        "sqrt(2)**sqrt(10**16)",
        "exp(log(2)*10**12)",
        "exp(exp(exp(exp(100))))",
        "besseli(10**300, 10**300)",
        "(2**sqrt(1600))**2**sqrt(3600)",
    ],
)
def test_no_reading_writes_a_giant_number_out(text):
    """Numbers with more bits than memory answer in every reading: as a ball, unevaluated, or as infinity."""
    formula = parse_formula(text)
    assert formula.rational() is None
    assert isinstance(formula.enclose({}), flint.arb)
    assert isinstance(formula.enclose_complex({}, analytic=True), flint.acb)
    assert formula.expr is not None
    assert formula.array({}) == math.inf or np.isnan(formula.array({}))


def test_rationals_beyond_float64_are_infinite_there():
    """10^400 and -10^400 have no float but an infinity of their sign."""
    huge = Fraction(10) ** 400
    assert (float_value(huge), float_value(-huge)) == (math.inf, -math.inf)
