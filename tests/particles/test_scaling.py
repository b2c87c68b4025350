"""Units of time and energy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.model.profiles import Profile
from verify.particles.scaling import scaled_profile

T = np.linspace(-1, 1, 21)


@pytest.mark.parametrize("text", [{"usa": 3}, {"usa": -3}, {"peak": 3}, {"peak": -3}, "2*exp(3*t)", "-exp(t)", "t"])
def test_the_scaled_profile_is_the_profile(text):
    """e^s g = f and e^s g' = f', for exponentials of either sign too."""
    profile = Profile.read(text)
    scaled = scaled_profile(profile, 3)
    scale = math.exp(scaled.log_scale)
    assert np.allclose(scaled.value(T) * scale, profile.array(T, 3), rtol=1e-13)
    assert np.allclose(scaled.slope(T) * scale, profile.slope_array(T, 3), rtol=1e-13)


@given(st.floats(0.1, 100).map(lambda b: round(b, 3)))
def test_usa_time_and_peak_time_differ_by_e_to_the_beta(beta):
    """t_peak = e^beta t_usa for both kinds of profile."""
    for profile in (Profile.usa(str(beta)), Profile.peak(str(beta))):
        usa, peak = (scaled_profile(profile, 2, unit).log_scale for unit in ("usa", "peak"))
        assert usa - peak == pytest.approx(beta)


def test_the_peak_profile_never_overflows():
    """beta = 800 is evolved in peak time, and refused in usa time with the remedy."""
    scaled = scaled_profile(Profile.usa(800), 3, "peak")
    assert scaled.log_scale == 0
    assert scaled.value(np.array(1.0)) == 1 / 800
    with pytest.raises(InputError, match='unit="peak"'):
        scaled_profile(Profile.usa(800), 3)


@pytest.mark.parametrize("unit", ["usa", "peak"])
def test_a_unit_of_exponentials_is_refused_for_others(unit):
    """A formula profile has its own unit alone."""
    with pytest.raises(InputError, match="unit must be kernel"):
        scaled_profile(Profile.read("t**2"), 3, unit)


def test_an_unknown_unit_is_named():
    """With the three that exist."""
    with pytest.raises(InputError, match="kernel, usa or peak; got s"):
        scaled_profile(Profile.usa(1), 3, "s")


def test_infinite_slopes_are_left_out():
    """asin'(1) is infinite; its force between coincident particles is 0."""
    scaled = scaled_profile(Profile.read("asin(t)"), 3)
    assert scaled.slope(np.array([1.0, 0.0])).tolist() == [0.0, 1.0]
