"""Profiles have the signs of coefficients that they are drawn for."""

from __future__ import annotations

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from verify.model.profiles import Profile, analyse_profile
from verify.testing.strategies.profiles import (
    exponential_profiles,
    nonnegative_profiles,
    profiles_with_a_negative_degree,
    slope_at_one,
)

DIMENSIONS = st.integers(2, 6)
QUIET = settings(database=None, derandomize=True, max_examples=200)


@given(nonnegative_profiles(), DIMENSIONS)
def test_nonnegative_profiles_satisfy_the_hypotheses_of_the_dichotomy(profile, d):
    """a_n >= 0, 0 < f'(1) < oo and f(t) < f(1), as the engine decides them."""
    facts = analyse_profile(Profile.read(profile), d)
    assert (facts.nonnegative, facts.slope, facts.peaked) == (True, True, True)


@given(exponential_profiles(), DIMENSIONS)
def test_exponentials_have_every_degree(profile, d):
    """a_n > 0 for all n."""
    assert analyse_profile(Profile.read(profile), d).degrees == "all"


@given(st.data(), DIMENSIONS)
def test_exactly_one_coefficient_is_negative(data, d):
    """That of the degree named, while the slope stays positive."""
    profile, n = data.draw(profiles_with_a_negative_degree(d))
    signs = [a.startswith("-") for a in profile["gegenbauer"]]
    assert signs.index(True) == n
    assert sum(signs) == 1
    facts = analyse_profile(Profile.read(profile), d)
    assert (facts.nonnegative, facts.slope) == (False, True)


def test_profiles_shrink_to_short_series():
    """The plain ones, and the smallest series with a negative coefficient of degree 2."""
    assert find(exponential_profiles(), lambda _: True, settings=QUIET) == {"usa": "1"}
    assert find(nonnegative_profiles(), lambda _: True, settings=QUIET) == "t"
    shrunk = find(profiles_with_a_negative_degree(3), lambda _: True, settings=QUIET)
    assert shrunk == ({"gegenbauer": ["0", "4", "-1"]}, 2)


@pytest.mark.parametrize("d", [2, 3, 5])
def test_the_slope_at_one_is_the_engines(d):
    """P_n'(1) = n (n + d - 2)/(d - 1)."""
    for n in range(1, 6):
        series = Profile.gegenbauer([0] * n + [1])
        assert float(slope_at_one(n, d)) == pytest.approx(float(series.derivative(1, d)))
