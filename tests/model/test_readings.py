"""The readings of one formula agree, and balls contain the true values."""

from __future__ import annotations

import math
from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given
from hypothesis import strategies as st

from verify.model.formula import Apply, Const, Name, formula_of, parse_formula

T = sp.Symbol("t", real=True)

FORMULAS = [
    "exp(-t**2)",
    "sqrt(t + 3)",
    "log(3 + t)",
    "sin(3*t)*cos(t) - tan(t/2)",
    "asin(t/4) + acos(t/4)*atan(t)",
    "sinh(t)/cosh(t) - tanh(t)",
    "Abs(t - 1/3) + sign(t - 1/5)",
    "Min(t, t**2, 1/2) + Max(t, -t)",
    "besseli(2, 3*t) + besseli(1/2, t + 4)",
    "t**3 - t**2 + t**(-2) + (t + 4)**(1/3) + (t + 4)**pi",
    "Piecewise((t, t < 1/3), (1 - t**2, t <= 1), (exp(t), True))",
    "Piecewise((1/t, 0 < t < 1), (pi, t == 1), (E**t, True))",
]


def _mp(formula, t):
    return sp.lambdify(T, formula.expr, "mpmath")(mpmath.mpf(t.numerator) / t.denominator)


@pytest.mark.slow
@pytest.mark.parametrize("text", FORMULAS)
@given(t=st.fractions(min_value=-2, max_value=2, max_denominator=97))
def test_point_ball_contains_the_value_at_60_digits(text, t):
    """At a rational point the ball contains the value that mpmath computes with 60 digits."""
    formula = parse_formula(text, {"t"})
    assume(t != 0)
    with mpmath.workdps(60):
        value = _mp(formula, t)
        ball = formula.enclose({"t": flint.arb(flint.fmpq(t.numerator, t.denominator))})
        assert ball.is_finite()
        assert ball.overlaps(flint.arb(mpmath.nstr(value, 50)))
        assert ball.rad() < 1e-10


@pytest.mark.slow
@pytest.mark.parametrize("text", FORMULAS)
@given(
    middle=st.fractions(min_value=-2, max_value=2, max_denominator=30),
    radius=st.fractions(min_value=0, max_value=1, max_denominator=30),
    place=st.fractions(min_value=-1, max_value=1, max_denominator=50),
)
def test_wide_ball_contains_every_value_inside(text, middle, radius, place):
    """On a wide ball the enclosure is not finite or contains the value at each point of the ball."""
    formula = parse_formula(text, {"t"})
    t = middle + place * radius
    assume(t != 0)
    wide = flint.arb(flint.arb(flint.fmpq(middle.numerator, middle.denominator)), float(radius) * (1 + 1e-12))
    ball = formula.enclose({"t": wide})
    with mpmath.workdps(40):
        value = flint.arb(mpmath.nstr(_mp(formula, t), 35))
    assert not ball.is_finite() or ball.overlaps(value)


@pytest.mark.parametrize("text", FORMULAS)
@given(t=st.fractions(min_value=-2, max_value=2, max_denominator=97))
def test_complex_ball_contains_the_real_value(text, t):
    """On the real axis the complex reading agrees with the real one, or claims nothing."""
    formula = parse_formula(text, {"t"})
    assume(t != 0)
    real = formula.enclose({"t": flint.arb(flint.fmpq(t.numerator, t.denominator))})
    for analytic in (False, True):
        value = formula.enclose_complex({"t": flint.acb(flint.fmpq(t.numerator, t.denominator))}, analytic)
        assert not value.is_finite() or (value.real.overlaps(real) and value.imag.contains(0))
        assert value.is_finite() or analytic or "Piecewise" in text


@pytest.mark.parametrize("text", FORMULAS)
def test_array_reading_agrees_with_balls(text):
    """float64 values lie within rounding of the balls."""
    formula = parse_formula(text, {"t"})
    points = [Fraction(k, 23) for k in range(-46, 47) if k]
    values = formula.array({"t": np.array([float(t) for t in points])})
    for t, value in zip(points, values, strict=True):
        ball = formula.enclose({"t": flint.arb(float(t))})
        assert abs(ball - float(value)) < 1e-12 * (1 + abs(ball))


# ---------------------------------------------------------------- rationals

_SMALL = st.fractions(min_value=-4, max_value=4, max_denominator=6)
_RATIONAL_TREES = st.recursive(
    _SMALL.map(Const) | st.just(Name("t")),
    lambda parts: st.one_of(
        st.builds(
            lambda op, a, b: Apply(op, (a, b)),
            st.sampled_from(["+", "-", "*", "/", "Min", "Max"]),
            parts,
            parts,
        ),
        st.builds(lambda a, n: Apply("**", (a, Const(Fraction(n)))), parts, st.integers(-3, 3)),
        st.builds(lambda name, a: Apply(name, (a,)), st.sampled_from(["neg", "Abs", "sign"]), parts),
        parts.map(lambda a: Apply("sqrt", (Apply("*", (a, a)),))),
    ),
    max_leaves=7,
)


@given(_RATIONAL_TREES, _SMALL)
def test_rational_reading_agrees_with_sympy(tree, t):
    """Where the exact reading gives a value, SymPy gives the same one."""
    formula = formula_of(tree)
    value = formula.rational({"t": t})
    other = formula.expr.subs(T, sp.Rational(t.numerator, t.denominator))
    if value is not None and other.is_finite:
        assert other == sp.Rational(value.numerator, value.denominator)


@pytest.mark.parametrize("m", range(13))
def test_cosine_of_rational_multiples_of_pi_is_rational_only_by_niven(m):
    """cos(2 pi m/12) is rational exactly at 0, +-1/2, +-1."""
    value = parse_formula(f"cos(2*pi*{m}/12)").rational()
    exact = sp.cos(2 * sp.pi * sp.Rational(m, 12))
    assert value == (Fraction(int(exact.p), int(exact.q)) if exact.is_Rational else None)


def test_exact_pi_does_not_become_a_float():
    """tan(pi/2) is undefined and sin(pi) is zero; in floats neither is."""
    assert not parse_formula("tan(pi/2)").enclose({}).is_finite()
    assert parse_formula("sin(pi)").rational() == 0
    assert parse_formula("sin(pi)").enclose({}).contains(0)
    assert not parse_formula("1/cos(pi/2)").enclose({}).is_finite()


# ---------------------------------------------------------------- Piecewise


def test_piecewise_on_a_ball_across_a_break_is_the_union():
    """A ball that meets both branches encloses both."""
    formula = parse_formula("Piecewise((0, t < 1), (10, True))", {"t"})
    ball = formula.enclose({"t": flint.arb(1, 0.5)})
    assert ball.contains(0)
    assert ball.contains(10)
    assert formula.enclose({"t": flint.arb(0.5)}) == 0
    assert formula.enclose({"t": flint.arb(1)}) == 10


def test_piecewise_without_a_branch_is_undefined():
    """Where no comparison holds, or perhaps none, there is no value."""
    formula = parse_formula("Piecewise((1, t < 0), (2, t > 1))", {"t"})
    assert formula.enclose({"t": flint.arb(0.5)}).is_nan()
    assert formula.enclose({"t": flint.arb(1, 0.5)}).is_nan()
    assert formula.rational({"t": Fraction(1, 2)}) is None
    assert np.isnan(formula.array({"t": np.array([0.5])})[0])
    assert formula.enclose_complex({"t": flint.acb(0.5)}, analytic=False).real.is_nan()


def test_array_branches_are_evaluated_where_they_apply_only():
    """theta/sin(theta) at 0 takes the value of its guard, without a warning."""
    formula = parse_formula("Piecewise((1, t == 0), (t/sin(t), True))", {"t"})
    assert formula.array({"t": np.array([0.0, 1.0])}) == pytest.approx([1, 1 / math.sin(1)])
    assert formula.array({"t": np.array(0.0)}) == 1
    assert formula.rational({"t": Fraction(0)}) == 1
    assert formula.enclose({"t": flint.arb(0)}) == 1
    assert not parse_formula("t/sin(t)", {"t"}).enclose({"t": flint.arb(0)}).is_finite()


def test_array_broadcasts_and_keeps_the_shape():
    """Two variables of shapes (3, 1) and (4,) give shape (3, 4); constants give a scalar."""
    formula = parse_formula("i - 2*j", {"i", "j"})
    assert formula.array({"i": np.arange(3)[:, None], "j": np.arange(4)}).shape == (3, 4)
    assert parse_formula("3", {"i"}).array({"i": np.arange(3)}).tolist() == [3, 3, 3]
    assert parse_formula("1/2").array({}).shape == ()
    assert parse_formula("1e400*t", {"t"}).array({"t": np.array([1.0, -1.0])}).tolist() == [
        math.inf,
        -math.inf,
    ]


# ---------------------------------------------------------------- soundness at the edges


def test_powers_of_balls_around_zero_are_finite_and_tight():
    """[-1, 1]^2 is [0, 1], [-1, 1]^3 is [-1, 1], and a negative power is undefined."""
    around = {"t": flint.arb(0, 1)}
    square = parse_formula("t**2", {"t"}).enclose(around)
    cube = parse_formula("t**3", {"t"}).enclose(around)
    assert square.contains(0)
    assert square.contains(1)
    assert square > -0.01
    assert cube.contains(-1)
    assert cube.contains(1)
    assert not parse_formula("t**(-2)", {"t"}).enclose(around).is_finite()


def test_sign_of_an_undefined_value_is_undefined():
    """sign(log(-1)) is no number between -1 and 1."""
    assert parse_formula("sign(log(-1))").enclose({}).is_nan()


@pytest.mark.parametrize(
    ("text", "centre"),
    [
        ("sqrt(t)", -1),
        ("log(t)", -1),
        ("asin(t)", 2),
        ("acos(t)", -2),
        ("Abs(t)", 0),
        ("sign(t)", 0),
        ("Max(t, 0)", 0),
        ("t**(1/3)", -1),
        ("besseli(1/2, t)", -1),
        ("Piecewise((0, t < 0), (t, True))", 0),
    ],
)
def test_nothing_analytic_is_claimed_across_a_cut_or_kink(text, centre):
    """A complex ball that meets a cut or kink is not finite when analyticity is asked for."""
    z = flint.acb(flint.arb(centre, 0.25), flint.arb(0, 0.25))
    assert not parse_formula(text, {"t"}).enclose_complex({"t": z}, analytic=True).is_finite()


def test_atan_claims_nothing_on_its_cuts():
    """The cuts of atan lie on the imaginary axis beyond +-i."""
    z = flint.acb(flint.arb(0, 0.25), flint.arb(2, 0.25))
    assert not parse_formula("atan(t)", {"t"}).enclose_complex({"t": z}, analytic=True).is_finite()


def test_bessel_functions_of_integer_order_are_entire():
    """I_2 is analytic across the negative axis."""
    z = flint.acb(flint.arb(-1, 0.25), flint.arb(0, 0.25))
    assert parse_formula("besseli(2, t)", {"t"}).enclose_complex({"t": z}, analytic=True).is_finite()


def test_bessel_functions_of_subnormal_arguments_are_those_of_zero():
    """I_1(0) = 0 and I_0(0) = 1; the library's own value at 5e-324 is nan."""
    tiny = np.array([5e-324, -1e-310, 0.0])
    for order, value in ((0, 1.0), (1, 0.0)):
        formula = parse_formula(f"besseli({order}, x)", {"x"})
        np.testing.assert_array_equal(formula.array({"x": tiny}), value)
