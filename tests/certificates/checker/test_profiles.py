"""Facts of profiles: signs of zonal coefficients, slope, peaks."""

from __future__ import annotations

import pytest

from verify.certificates.checker.profiles import read_profile

# (profile, d) -> nonnegative, slope, peaked, full, first, linear
FACTS = {
    ("exp(2*t)", 3): (True, True, True, True, True, False),
    ("exp(2*(t - 1))/2", 3): (True, True, True, True, True, False),
    ("cosh(t)", 3): (True, True, False, False, False, False),
    ("sinh(t)", 3): (True, True, True, False, True, False),
    ("exp(t**2)", 3): (True, True, False, False, False, False),
    ("exp(t**3)", 3): (True, True, True, True, True, False),
    ("cosh(t + 1)", 2): (True, True, True, True, True, False),
    ("t*cosh(t) + t**2", 3): (True, True, True, False, True, False),
    ("asin(t)", 3): (True, False, True, False, True, False),
    ("asin(t/2) + t**2 - 7", 3): (True, True, True, False, True, False),
    ("exp(asin(t))", 3): (True, False, True, True, True, False),
    ("t", 2): (True, True, True, False, True, True),
    ("3 + t/7", 5): (True, True, True, False, True, True),
    ("t**2", 2): (True, True, False, False, False, False),
    ("t**2", 3): (True, True, False, False, False, False),
    ("t**3", 3): (True, True, True, False, True, False),
    ("4*t**3 - 3*t", 2): (True, True, False, False, False, False),
    ("t**2 - t/2", 3): (False, True, None, False, False, False),
    ("t - t**2/10", 3): (False, True, True, False, False, False),
    ("(1 + exp(t))**3", 3): (True, True, True, True, True, False),
    ("(1 + t)**64", 3): (True, True, True, False, True, False),
    ("t**200", 3): (True, True, False, False, False, False),
    ("5", 3): (True, False, False, False, False, False),
    ("exp(50*tanh(t/50))", 3): (False, True, True, False, False, False),
    ("exp(-t)", 3): (False, False, None, False, False, False),
    ("-exp(-2*t)", 3): (False, True, True, False, False, False),
    ("Abs(t)", 3): (False, False, None, False, False, False),
    ("log(2 + t)", 3): (False, True, True, False, False, False),
}


@pytest.mark.parametrize(("text", "d"), FACTS)
def test_the_facts_of_a_profile_are_those_of_theory(text, d):
    """Nonnegative, slope, peaked, all degrees, first degree, linear."""
    f = read_profile(text, d)
    assert (f.nonnegative, f.slope, f.peaked, f.full, f.first, f.linear) == FACTS[text, d]


def test_series_in_degrees_two_and_three_tell_the_circle_from_the_sphere():
    """a_2, a_3 > 0: gcd 1 on the circle, an odd degree on the sphere; a_3 alone is peaked on the sphere only."""
    assert read_profile({"gegenbauer": ["0", "0", "1", "1"]}, 2).peaked
    assert read_profile({"gegenbauer": ["0", "0", "0", "1"]}, 2).peaked is False
    assert read_profile({"gegenbauer": ["0", "0", "0", "1"]}, 3).peaked
    assert read_profile({"gegenbauer": ["-5", "0", "1"]}, 3).peaked is False


def test_a_negative_exponent_rises_and_has_coefficients_of_both_signs():
    """e^{-t}/(-1) has a_1 > 0 > a_2: increasing, with f'(1) > 0, and not nonnegative."""
    for name in ("usa", "peak"):
        found = read_profile({name: "-1"}, 3)
        assert found.slope
        assert found.increasing
        assert not any((found.nonnegative, found.full, found.first, found.exponential))


def test_the_slope_of_a_series_weighs_its_degrees_by_the_dimension():
    """P_n'(1) = n (n + d - 2)/(d - 1): P_1 - 2/5 P_2 has the slope 1 - 4/5 d/(d - 1), below 0 iff d < 5."""
    assert [read_profile({"gegenbauer": ["0", "1", "-2/5"]}, d).slope for d in (3, 5, 6)] == [False, False, True]
