"""Profiles: normal form, evaluation in floats and balls, and their exponential form."""

from __future__ import annotations

import math

import flint
import numpy as np
import pytest

from verify.model.errors import InputError
from verify.model.formula import parse_formula
from verify.model.gegenbauer import exponential_coefficient, polynomial_of_series, series_of_polynomial
from verify.model.profiles import Profile, analyse_profile


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
