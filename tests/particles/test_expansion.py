"""Angular expansions and their truncation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import eval_legendre

from verify.model.profiles import Profile
from verify.particles.expansion import expand
from verify.particles.scaling import scaled_profile

ANGLES = np.linspace(0, np.pi, 101)


def summed(expansion, angles):
    """Return the truncated series at angles."""
    rows = enumerate(expansion.coefficients)
    if expansion.d == 2:
        return sum(a * np.cos(m * angles) for m, a in rows)
    return sum(a * eval_legendre(m, np.cos(angles)) for m, a in rows)


@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("text", [{"usa": 1}, {"usa": 25}, {"usa": -3}, {"peak": 100}, "2*exp(t)", "cosh(2*t)", "t"])
def test_the_series_is_the_profile(text, d):
    """Within the stated tolerance, for closed forms and for quadrature."""
    scaled = scaled_profile(Profile.read(text), d)
    expansion = expand(scaled, 1e-12)
    error = np.abs(summed(expansion, ANGLES) - scaled.value(np.cos(ANGLES))).max()
    assert error < 1e-11 * scaled.largest_slope


@pytest.mark.parametrize(("d", "beta", "degree"), [(2, 4, 19), (2, 25, 38), (3, 4, 20), (3, 25, 42)])
def test_degrees_grow_slowly_with_beta(d, beta, degree):
    """Like sqrt(beta) at fixed tolerance."""
    assert expand(scaled_profile(Profile.usa(beta), d), 1e-12).degree == degree


def test_a_looser_tolerance_needs_fewer_degrees():
    """The degree is the first that suffices."""
    scaled = scaled_profile(Profile.usa(9), 2)
    degrees = [expand(scaled, tolerance).degree for tolerance in (1e-4, 1e-8, 1e-12)]
    assert degrees == sorted(set(degrees))


def test_polynomials_end_at_their_degree():
    """f = t**3 has degree 3, f = t degree 1."""
    for text, degree in (("t", 1), ("t**3 + t", 3)):
        assert expand(scaled_profile(Profile.read(text), 3)).degree == degree


@pytest.mark.parametrize(("text", "d"), [("Abs(t)", 2), ("asin(t)", 3), ({"usa": 1}, 4)])
def test_no_expansion_where_it_is_too_long(text, d):
    """Kinks decay slowly, and d >= 4 has none."""
    assert expand(scaled_profile(Profile.read(text), d)) is None
