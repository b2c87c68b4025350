"""The hypotheses of the spectral dichotomy decided on profiles: a table of cases, and properties of all series."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.model.formula import parse_formula
from verify.model.gegenbauer import enclose_coefficient
from verify.model.peaks import enclose_peak, peak_of_polynomial
from verify.model.profiles import Profile, analyse_profile

ONE = flint.arb(1)
FEW = max(20, settings().max_examples // 2)


def facts(value, d=3):
    """Read and analyse."""
    return analyse_profile(Profile.read(value), d)


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


@pytest.mark.slow
@settings(max_examples=FEW)
@given(SERIES, st.sampled_from([2, 3, 7]))
def test_series_agree_with_their_polynomial_as_a_formula(series, d):
    """Reading sum a_n P_n as a series or as a polynomial in t gives the same facts."""
    profile = Profile.gegenbauer(series)
    one, two = analyse_profile(profile, d), analyse_profile(Profile.of_formula(profile.formula(d)), d)
    assert {k: v.holds for k, v in one.facts.items()} == {k: v.holds for k, v in two.facts.items()}
    assert one.degrees == two.degrees
    assert one.linear == two.linear
    assert one.exact == two.exact


@pytest.mark.slow
@settings(max_examples=FEW)
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


@pytest.mark.slow
@settings(max_examples=FEW)
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


@pytest.mark.slow
@settings(max_examples=FEW)
@given(st.lists(RATIONALS, min_size=2, max_size=7))
def test_sturm_and_balls_never_disagree(coefficients):
    """A peak proved by ball arithmetic is a peak by Sturm sequences."""
    text = " + ".join(f"({c})*t**{k}" for k, c in enumerate(coefficients))
    enclosed = enclose_peak(parse_formula(text, {"t"}).tree)
    if enclosed.peaked:
        assert peak_of_polynomial(coefficients).peaked


@pytest.mark.slow
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
