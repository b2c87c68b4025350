"""Profiles with two derivatives, scaled."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.profiles import Profile
from verify.optimize.profile_jets import profile_jet

PROFILES = [
    "t**3 - t/3",
    "exp(2*t)",
    "-3*exp(-t)",
    "sin(t)",
    {"usa": 2},
    {"peak": 3},
    {"gegenbauer": [1, "1/2", "1/3"]},
]


@pytest.mark.parametrize("document", PROFILES, ids=str)
def test_a_scaled_profile_is_the_profile(document):
    """f = e^s g."""
    profile = Profile.read(document)
    jet = profile_jet(profile, 3)
    t = np.linspace(-0.95, 0.95, 7)
    assert np.allclose(np.exp(jet.log_scale) * jet.value(t), profile.array(t, 3), rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("document", PROFILES, ids=str)
def test_derivatives_are_slopes_of_values(document):
    """Central differences."""
    jet = profile_jet(Profile.read(document), 4)
    t, h = np.linspace(-0.9, 0.9, 5), 1e-5
    assert np.allclose((jet.value(t + h) - jet.value(t - h)) / (2 * h), jet.slope(t), atol=1e-8)
    assert np.allclose((jet.slope(t + h) - jet.slope(t - h)) / (2 * h), jet.curvature(t), atol=1e-8)


def test_no_exponential_overflows():
    """beta = 10^6, also beyond the sphere, where additive encodings go."""
    jet = profile_jet(Profile.usa(10**6), 2, reach=4.0)
    assert jet.log_scale == 4e6
    assert np.isfinite(jet.value(np.array([-4.0, 1.0, 4.0]))).all()


def test_affine_profiles_are_told_apart():
    """f = a + b t alone has a closed step."""
    assert profile_jet(Profile.read("3*t - 1"), 3).affine
    assert profile_jet(Profile.read({"gegenbauer": [1, 2]}), 3).affine
    assert not profile_jet(Profile.read("t**2"), 3).affine


def test_an_infinite_slope_is_left_out():
    """asin at the ends: a self-pair has no tangential force."""
    jet = profile_jet(Profile.read("asin(t)"), 3)
    assert jet.slope(np.array([1.0, 0.0])).tolist() == [0.0, 1.0]


def test_a_warmed_jet_has_the_other_temperature():
    """And the sign of the profile."""
    jet = profile_jet(Profile.read("-exp(8*t)"), 2)
    assert jet.warmed(2.0).beta == 2.0
    assert jet.warmed(2.0).value(np.array([1.0]))[0] == -0.5


@pytest.mark.parametrize("profile", PROFILES)
def test_all_three_are_value_slope_and_curvature(profile):
    """Also of an exponential, of which one is computed: g' = beta g."""
    jet, t = profile_jet(Profile.read(profile), 3), np.linspace(-1, 1, 9)
    for found, one in zip(jet.all_three(t), (jet.value, jet.slope, jet.curvature), strict=True):
        assert np.allclose(found, one(t), rtol=1e-15, atol=0)
