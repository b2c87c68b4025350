"""Profiles: normal form, evaluation, and the hypotheses of the spectral dichotomy decided on each."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import flint
import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from verify.model.calculus import at, sign_of
from verify.model.derivatives import derivative
from verify.model.errors import InputError
from verify.model.formula import Const, formula_of, parse_formula
from verify.model.gegenbauer import (
    enclose_coefficient,
    exponential_coefficient,
    polynomial_of_series,
    series_of_polynomial,
)
from verify.model.monotone import monotone
from verify.model.one_sided import slope_at_one
from verify.model.peaks import enclose_peak, peak_of_polynomial
from verify.model.positivity import nonnegative_series
from verify.model.profiles import Profile, analyse_profile

ONE = flint.arb(1)


def facts(value, d=3):
    """Read and analyse."""
    return analyse_profile(Profile.read(value), d)


# ---------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("value", "normal"),
    [
        ("exp(2*t)", "exp(2*t)"),
        ("exp( 2.0 *t)", "exp(2*t)"),
        ({"usa": 2}, {"usa": "2"}),
        ({"usa": 0.5}, {"usa": "1/2"}),
        ({"peak": "sqrt(2)"}, {"peak": "sqrt(2)"}),
        ({"usa": "-1"}, {"usa": "-1"}),
        ({"gegenbauer": ["0", "1", "1/2"]}, {"gegenbauer": ["0", "1", "1/2"]}),
        ({"gegenbauer": [0, 1, 0.5, 0, "0"]}, {"gegenbauer": ["0", "1", "1/2"]}),
        ({"gegenbauer": [1]}, {"gegenbauer": ["1"]}),
    ],
)
def test_normal_form_reads_back(value, normal):
    """Numbers become strings, trailing zeros go, and the normal form is a fixed point."""
    profile = Profile.read(value)
    assert profile.to_json() == normal
    assert Profile.read(normal) == profile
    assert hash(Profile.read(normal)) == hash(profile)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"usa": 0}, "nonzero"),
        ({"peak": "0"}, "nonzero"),
        ({"usa": "sqrt(2) - sqrt(2)"}, "nonzero"),
        ({"usa": "nan"}, "finite"),
        ({"usa": float("inf")}, "finite"),
        ({"usa": True}, "number"),
        ({"usa": None}, "number"),
        ({"usa": [1]}, "number"),
        ({"beta": 1}, "key usa, peak or gegenbauer"),
        ({"usa": 1, "peak": 1}, "one key"),
        ({}, "one key"),
        (None, "formula in t"),
        (3, "formula in t"),
        (["t"], "formula in t"),
        ({"gegenbauer": []}, "at least one"),
        ({"gegenbauer": [0, "0"]}, "not zero"),
        ({"gegenbauer": "1"}, "list"),
        ({"gegenbauer": {"1": 1}}, "list"),
        ({"gegenbauer": [0, "sqrt(2)"]}, "rational"),
        ({"gegenbauer": [0, "x"]}, "known names"),
        ({"gegenbauer": [1] * 200}, "degree"),
        ("s", "known names"),
        ("exp(x1)", "known names"),
        ("sqrt(t - 2)", "real and finite"),
        ("log(t)", "real and finite"),
        ("1/t", "real and finite"),
        ("1/(1 - t)", "real and finite"),
        ("sinh(t)/t", "real and finite"),
        ("asin(2*t)", "real and finite"),
        ("t**(1/2)", "real and finite"),
        ("Piecewise((1, t < 0))", "real and finite"),
        ("", "empty"),
    ],
    ids=str,
)
def test_bad_profiles_are_named(value, message):
    """Each fault is an input error that says what is wrong."""
    with pytest.raises(InputError, match=message):
        Profile.read(value)


@pytest.mark.parametrize("d", [1, 0, True, 2.0])
def test_dimension_must_be_at_least_two(d):
    """S^0 has no flow."""
    with pytest.raises(InputError, match="at least 2"):
        analyse_profile(Profile.read("t"), d)


# ---------------------------------------------------------------- the table of cases

T, F = True, False
CASES = [
    # profile, d: (nonnegative, slope, peaked, bounded), degrees
    ("t", 3, (T, T, T, T), {1}),
    ("t**2", 3, (T, T, F, T), {2}),
    ("t**2", 2, (T, T, F, T), {2}),
    ("t**2 - t/2", 3, (F, T, F, F), {2}),
    ("t**3", 3, (T, T, T, T), {1, 3}),
    ("4*t**3 - 3*t", 2, (T, T, F, T), {3}),
    ("4*t**3 - 3*t", 3, (F, T, F, T), {3}),
    ({"gegenbauer": [0, 0, 0, 1]}, 2, (T, T, F, T), {3}),
    ({"gegenbauer": [0, 0, 0, 1]}, 3, (T, T, T, T), {3}),
    ({"gegenbauer": [0, 0, 1, 1]}, 2, (T, T, T, T), {2, 3}),
    ({"gegenbauer": [0, 0, 0, 0, 1, 0, 1]}, 2, (T, T, F, T), {4, 6}),
    ({"gegenbauer": ["0", "1", "-1/2"]}, 3, (F, F, F, F), {1}),
    ({"gegenbauer": ["-9", "1", "1/2"]}, 3, (T, T, T, T), {1, 2}),
    ("5", 3, (T, F, F, T), set()),
    ("exp(2*t)", 3, (T, T, T, T), "all"),
    ("exp(800*t)", 2, (T, T, T, T), "all"),
    ({"usa": "2"}, 3, (T, T, T, T), "all"),
    ({"peak": "sqrt(2)"}, 2, (T, T, T, T), "all"),
    ({"usa": "-1"}, 3, (F, T, T, T), None),
    ({"peak": "-1"}, 2, (F, T, T, T), None),
    ("asin(t)*2/pi", 3, (T, F, T, T), None),
    ("cosh(t)", 3, (T, T, F, T), None),
    ("1/(2 - t)", 3, (T, T, T, T), "all"),
    ("-log(1 - t/2)", 2, (T, T, T, T), "all"),
    ("2 - sqrt(1 - t)", 3, (T, F, T, T), "all"),
    ("tan(3*t/2)", 3, (T, T, T, T), None),
    ("besseli(0, 2*t)", 3, (T, T, F, T), None),
    ("sqrt(2)*t", 3, (T, T, T, T), {1}),
    ("(1 + t)**1000", 3, (T, T, T, T), set(range(1, 1001))),
    ("exp(50*tanh(t/50))", 3, (None, T, T, T), None),
    ("sqrt((1 + t)/2)", 3, (F, T, T, T), None),
    ("tanh(t)", 3, (F, T, T, T), None),
    ("exp(-t)", 3, (F, F, F, F), None),
    ("exp(-(1 - t)**2)", 3, (F, F, T, T), None),
    ("Min(t, 1/2)", 3, (F, F, F, T), None),
    ("Abs(t)", 3, (F, T, F, None), None),
    ("Piecewise((t, t < 1/2), (2*t - 1/2, True))", 3, (F, T, T, T), None),
    ("Piecewise((2, t == 1), (t, True))", 3, (None, F, None, None), None),
    ("t - t**3/4", 3, (F, T, T, T), {1}),
    ("sin(3*t)", 3, (F, F, F, F), None),
]


@pytest.mark.parametrize(("profile", "d", "expected", "degrees"), CASES, ids=lambda x: str(x)[:40])
def test_hypotheses_are_decided(profile, d, expected, degrees):
    """a_n >= 0, 0 < f'(1) < oo, f < f(1), f <= f(1), and the degrees with a_n > 0."""
    found = facts(profile, d)
    assert (found.nonnegative, found.slope, found.peaked, found.bounded) == expected
    assert found.degrees == (degrees if degrees is None or degrees == "all" else frozenset(degrees))
    for name in ("nonnegative", "slope", "peaked", "bounded", "continuous"):
        assert found.how(name)
        assert (found.status(name) is None) == (found.facts[name].holds is None)


def test_reasons_say_what_was_found():
    """The sentence names the coefficient, the slope or the point."""
    assert facts("t**2 - t/2").how("nonnegative") == "a_1 = -1/2 < 0."
    assert facts("asin(t)*2/pi").how("slope") == "f'(1) is infinite."
    assert facts("5").how("slope").startswith("f'(1) = 0")
    assert facts({"usa": "-1"}).how("nonnegative") == "beta < 0: a_n has the sign of beta^(n+1), so a_2 < 0."
    assert "a_2" in facts("sqrt((1+t)/2)").how("nonnegative")
    assert facts("sqrt((1+t)/2)").status("nonnegative") == "enclosed"
    assert facts("t**2").how("peaked") == "Only even n have a_n > 0, so f(-1) = f(1)."


def test_linear_profiles_are_recognised():
    """a_0 + a_1 t with a_1 > 0, and nothing else."""
    for value in ("t", "3*t - 7", "sqrt(2)*t + pi", {"gegenbauer": [-1, 2]}, "(1+t)**2 - (t**2 + 1)"):
        assert facts(value).linear
    for value in ("-t", "t**2", "5", {"usa": 1}, "t**3", {"gegenbauer": [0, 1, 1]}, "Abs(t)"):
        assert not facts(value).linear


def test_degrees_of_infinite_series_of_one_parity_are_answered_one_by_one():
    """Cosh has the even degrees, asin the odd ones, e^{-t}/(-1) the odd ones too."""
    assert [facts("cosh(t)").has_degree(n) for n in range(1, 5)] == [False, True, False, True]
    assert [facts("asin(t)").has_degree(n) for n in range(1, 5)] == [True, False, True, False]
    assert [facts({"usa": -1}).has_degree(n) for n in range(1, 5)] == [True, False, True, False]
    assert facts("exp(t)").has_degree(17) is True
    assert facts("exp(50*tanh(t/50))").has_degree(1) is None
    assert facts("t**3").has_degree(3) is True
    assert facts("t**3").has_degree(2) is False


@pytest.mark.parametrize("d", [2, 3, 4, 5, 7, 64])
@pytest.mark.parametrize(
    "value",
    [{"usa": "3"}, {"usa": "-3/2"}, {"peak": "2"}, {"peak": "-1"}, "3*exp(2*t)/5", "exp(t*sqrt(2) - 1)"],
)
def test_exact_texts_lie_in_the_balls(value, d):
    """f(1), f'(1) and a_0 in closed form agree with enclosures and with quadrature."""
    profile = Profile.read(value)
    found = analyse_profile(profile, d)
    balls = {"value_at_one": found.value_at_one, "slope_at_one": found.slope_at_one, "a_0": found.a_0}
    assert set(found.exact) == set(balls)
    for name, text in found.exact.items():
        assert parse_formula(text).enclose({}).overlaps(balls[name])
    assert found.value_at_one.overlaps(profile.value(ONE, d))
    assert found.slope_at_one.overlaps(profile.derivative(ONE, d))
    assert found.a_0.overlaps(enclose_coefficient(profile.formula(d), 0, d))


def test_mean_of_the_named_profile():
    """a_0 of e^{2t}/2 on S^2 is sinh(2)/4."""
    assert facts({"usa": 2}).exact["a_0"] == "sinh(2)/4"
    assert facts("t**2").exact["a_0"] == "1/3"
    assert facts("asin(t)*2/pi").exact == {"value_at_one": "1", "a_0": "0"}


# ---------------------------------------------------------------- properties

RATIONALS = st.fractions(min_value=-2, max_value=2, max_denominator=6)
SERIES = st.lists(RATIONALS, min_size=1, max_size=6).filter(any)


@given(SERIES, st.sampled_from([2, 3, 7]))
def test_series_agree_with_their_polynomial_as_a_formula(series, d):
    """Reading sum a_n P_n as a series or as a polynomial in t gives the same facts."""
    profile = Profile.gegenbauer(series)
    one, two = analyse_profile(profile, d), analyse_profile(Profile.of_formula(profile.formula(d)), d)
    assert {k: v.holds for k, v in one.facts.items()} == {k: v.holds for k, v in two.facts.items()}
    assert one.degrees == two.degrees
    assert one.linear == two.linear
    assert one.exact == two.exact


@given(SERIES, st.sampled_from([2, 3, 5]))
def test_decided_peaks_agree_with_dense_sampling(series, d):
    """On 4,001 points f - f(1) is nowhere positive if bounded, and zero only at 1 if peaked."""
    found = analyse_profile(Profile.gegenbauer(series), d)
    t = np.linspace(-1, 1, 4001)
    excess = Profile.gegenbauer(series).array(t, d) - float(sum(series))
    if found.bounded:
        assert excess.max() < 1e-9
    if found.peaked:
        assert excess[:-40].max() < 0
    if found.nonnegative:
        assert found.bounded


@given(SERIES, st.sampled_from([2, 3, 5]), st.fractions(min_value=Fraction(1, 5), max_value=5))
def test_facts_do_not_depend_on_a_positive_factor_or_on_the_constant(series, d, factor):
    """F and c f + const have the same facts."""
    moved = [factor * a for a in series]
    moved[0] += 3
    if not any(moved):
        return
    one, two = analyse_profile(Profile.gegenbauer(series), d), analyse_profile(Profile.gegenbauer(moved), d)
    assert {k: v.holds for k, v in one.facts.items()} == {k: v.holds for k, v in two.facts.items()}
    assert one.degrees == two.degrees


@given(st.lists(RATIONALS, min_size=2, max_size=7))
def test_sturm_and_balls_never_disagree(coefficients):
    """A peak proved by ball arithmetic is a peak by Sturm sequences."""
    text = " + ".join(f"({c})*t**{k}" for k, c in enumerate(coefficients))
    enclosed = enclose_peak(parse_formula(text, {"t"}).tree)
    if enclosed.peaked:
        assert peak_of_polynomial(coefficients).peaked


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


# ---------------------------------------------------------------- slopes at 1


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("t**3", "finite", "3"),
        ("exp(2*t)/2", "finite", "exp(2)"),
        ("sqrt((1 + t)/2)", "finite", "1/4"),
        ("Abs(t - 1)", "finite", "-1"),
        ("-Abs(t - 1)", "finite", "1"),
        ("Min(t, t**2)", "finite", "2"),
        ("Max(t, 1)", "zero", None),
        ("(1 - t)**(3/2)", "zero", None),
        ("asin(t)", "infinite", None),
        ("sqrt(1 - t)", "infinite", None),
        ("t - sqrt(1 - t)", "infinite", None),
        ("asin(t)**2", "infinite", None),
        ("Piecewise((t, t < 1/2), (2*t - 1/2, True))", "finite", "2"),
        ("Piecewise((t, t < 1), (2*t - 1, True))", "finite", "1"),
        ("Piecewise((1, t == 1), (t, True))", "finite", "1"),
        ("Piecewise((2, t == 1), (t, True))", "infinite", None),
        ("sign(t - 1)", "infinite", None),
        ("besseli(t, 1)", "unknown", None),
    ],
)
def test_slope_at_one_is_one_sided(text, kind, value):
    """The limit of (f(1) - f(t))/(1 - t) as t increases to 1, kinks and jumps included."""
    slope = slope_at_one(parse_formula(text, {"t"}).tree)
    assert slope.kind == kind
    if value is not None:
        assert formula_of(slope.value).enclose({}).overlaps(parse_formula(value).enclose({}))


@pytest.mark.parametrize(
    "text",
    [
        "exp(-t**2)*t",
        "log(3 + t)/(2 + t)",
        "sin(t)*cos(3*t) - tan(t/2)",
        "asin(t/3) - acos(t/3)*atan(t)",
        "tanh(t)**3 + 2**t",
        "sinh(t)*cosh(t)",
        "besseli(0, t) - besseli(3, 2*t)",
        "(2 + t)**pi + (2 + t)**(-3) + sqrt(t + 2)",
        "(2 + t)**t",
    ],
)
def test_formal_derivative_agrees_with_sympy(text):
    """At five rational points, in balls."""
    formula = parse_formula(text, {"t"})
    ours = formula_of(derivative(formula.tree, "t"))
    theirs = sp.diff(formula.expr, sp.Symbol("t", real=True))
    for t in (Fraction(-9, 10), Fraction(-1, 3), Fraction(1, 7), Fraction(2, 5), Fraction(1)):
        expected = sp.N(theirs.subs(sp.Symbol("t", real=True), sp.Rational(t.numerator, t.denominator)), 30)
        ball = ours.enclose({"t": flint.arb(flint.fmpq(t.numerator, t.denominator))})
        assert abs(ball - flint.arb(str(expected))) < 1e-12


def test_sign_of_a_constant_is_never_a_guess():
    """A near-zero needs precision; an identity that no rule knows stays undecided."""
    assert sign_of(parse_formula("exp(1) - 3").tree).value == -1
    assert sign_of(parse_formula("sqrt(2)**2 - 2").tree).value is None
    tiny = parse_formula("exp(pi*sqrt(163)) - 262537412640768744")
    assert sign_of(tiny.tree).value == -1
    assert at(parse_formula("sqrt(t) - sqrt(2)", {"t"}).tree, {"t": Const(Fraction(2))}) == Const(Fraction(0))


# ---------------------------------------------------------------- evaluation

PROFILES = [
    {"usa": "3"},
    {"usa": "-2"},
    {"peak": "5/2"},
    {"peak": "-2"},
    {"gegenbauer": ["1", "-1", "0", "1/2"]},
    "exp(t)*t",
]


@pytest.mark.parametrize("value", PROFILES, ids=str)
@pytest.mark.parametrize("d", [2, 5])
def test_arrays_balls_and_formulas_agree(value, d):
    """Three evaluations of f and two of f'."""
    profile = Profile.read(value)
    t = np.linspace(-1, 1, 21)
    for x, f, slope in zip(t, profile.array(t, d), profile.slope_array(t, d), strict=True):
        ball = profile.value(flint.arb(float(x)), d)
        assert abs(ball - float(f)) < 1e-12
        assert ball.overlaps(profile.formula(d).enclose({"t": flint.arb(float(x))}))
        assert abs(profile.derivative(flint.arb(float(x)), d) - float(slope)) < 1e-12
    values, log_scale = profile.scaled_array(t, d)
    assert values * math.exp(log_scale) == pytest.approx(profile.array(t, d), rel=1e-13)


@pytest.mark.parametrize("value", PROFILES, ids=str)
def test_slope_is_the_derivative_by_its_taylor_remainder(value):
    """f(t + h) - f(t) - h f'(t) is of second order in h."""
    profile, t = Profile.read(value), np.linspace(-0.9, 0.9, 13)
    remainder = [
        np.abs(profile.array(t + h, 3) - profile.array(t, 3) - h * profile.slope_array(t, 3)) for h in (1e-2, 1e-3)
    ]
    assert (remainder[1] <= remainder[0] / 80 + 1e-12).all()


def test_peak_never_overflows_and_usa_overflows_in_its_scale_alone():
    """Beta = 10^6: peak is within 1/beta; log f of usa is exact in (g, s)."""
    t = np.array([-1.0, 0.0, 1.0])
    peak = Profile.peak(10**6)
    assert peak.array(t, 3) == pytest.approx([0, 0, 1e-6])
    assert peak.slope_array(t, 3) == pytest.approx([0, 0, 1])
    values, log_scale = Profile.usa(10**6).scaled_array(t, 3)
    assert values[-1] == 1e-6
    assert log_scale == 1e6
    assert Profile.usa(10**6).array(t, 3).tolist()[-1] == math.inf
    assert analyse_profile(Profile.usa(10**6), 3).value_at_one.is_finite()


def test_array_of_usa_is_exact_where_the_exponential_overflows_only_at_one():
    """e^{800 t} at t = 1/2 is e^400, although e^800 overflows."""
    assert Profile.usa(800).array(np.array([0.5]), 2) == pytest.approx([math.exp(400) / 800], rel=1e-12)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"usa": 2}, ("1/2", "2")),
        ("exp(2*t)", ("1", "2")),
        ("-3*exp(1 - t)/2", ("-3/2*exp(1)", "-1")),
        ("E**(t/2)", ("1", "1/2")),
        ({"peak": 1}, ("exp(-1)", "1")),
        ("exp(t**2)", None),
        ("exp(t) + 1", None),
        ("t*exp(t)", None),
        ({"gegenbauer": [0, 1]}, None),
    ],
)
def test_exponential_form_is_found(value, expected):
    """C e^{b t} from every spelling of it, and from nothing else."""
    found = Profile.read(value).exponential_form()
    if expected is None:
        assert found is None
        return
    for part, text in zip(found, expected, strict=True):
        assert part.enclose({}).overlaps(parse_formula(text).enclose({}))


def test_gegenbauer_formula_depends_on_the_dimension():
    """P_2 is (3 t^2 - 1)/2 for d = 3 and 2 t^2 - 1 for d = 2."""
    profile = Profile.gegenbauer([0, 0, 1])
    assert profile.formula(3).text == "-1/2 + 3/2*t**2"
    assert profile.formula(2).text == "-1 + 2*t**2"
    assert series_of_polynomial(polynomial_of_series(profile.coefficients, 9), 9) == profile.coefficients


def test_coefficients_of_usa_have_the_signs_claimed():
    """a_n of e^{beta t}/beta: the sign of beta^{n+1}, by Bessel functions."""
    for beta in (2, -2):
        signs = [exponential_coefficient(n, flint.arb(beta), 4) / beta > 0 for n in range(6)]
        assert signs == [beta > 0 or n % 2 == 1 for n in range(6)]


@pytest.mark.parametrize(
    "text",
    [
        "*".join(f"(2 - sin({k}*t))" for k in range(1, 40)),
        "Max(" + ", ".join(f"t**{k} - {k}" for k in range(1, 60)) + ")",
        "tanh(" * 60 + "t" + ")" * 60,
        "+".join(f"exp({k}*t)" for k in range(1, 60)),
    ],
    ids=["product", "maximum", "nest", "sum"],
)
def test_long_formulas_are_analysed(text):
    """No rule tries both signs of both factors again at every level: this would never end."""
    assert facts(text).slope is True or "sin" in text
