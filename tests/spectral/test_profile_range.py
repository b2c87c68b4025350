"""Bounds of the energy by the range of the profile: no random law exceeds them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from verify.model.profiles import Profile, analyse_profile
from verify.spectral.profile_range import bound_by_range, profile_range


@pytest.mark.parametrize("text", ["t**2 - t/2", "-exp(3*t)", "exp(-2*t)", "cos(3*t)", "Abs(t) - 1/2"])
def test_the_range_holds_every_value(text: str) -> None:
    """1,001 values of t between the two ends, which are not far off."""
    profile = Profile.read(text)
    ends = profile_range(profile, analyse_profile(profile, 3))
    assert ends is not None
    values = profile.array(np.linspace(-1, 1, 1001), 3)
    assert float(ends[0]) <= values.min() + 1e-12
    assert values.max() - 1e-12 <= float(ends[1])
    assert float(ends[1]) - float(ends[0]) < 1.2 * (values.max() - values.min()) + 0.05


@pytest.mark.parametrize("text", ["t**2 - t/2", "exp(-2*t)", "-t"])
def test_no_law_exceeds_the_bound(text: str) -> None:
    """Random tables and contents of five labels."""
    rng = np.random.default_rng(7)
    profile = Profile.read(text)
    facts = analyse_profile(profile, 3)
    for _ in range(20):
        half = rng.integers(-4, 5, (5, 5))
        table = half + half.T
        rows = [[Fraction(int(x)) for x in row] for row in table]
        bound = bound_by_range(profile, facts, [Fraction(1, 5)] * 5, rows)
        assert bound is not None
        x = rng.standard_normal((5, 3))
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        energy = np.mean(table * profile.array(np.clip(x @ x.T, -1, 1), 3)) / 2
        assert energy <= float(bound.value) + 1e-9
