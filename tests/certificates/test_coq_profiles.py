"""Profiles in Coq: what a statement says about f, and which facts are proved of it."""

from __future__ import annotations

import pytest

from verify.certificates.coq_profiles import read_profile
from verify.certificates.coq_text import NotInCoqError


def test_profiles_are_read_by_kind():
    """Exponentials bind their parameters, polynomials define their coefficients."""
    assert read_profile({"usa": "2"}).term == "(usa beta)"
    assert read_profile("exp(2*t - 1)/3").term == "(exponential c beta)"
    assert "Definition P : list Z := [4; 3; 0; 6]." in read_profile("t**3 + t/2 + 2/3").definitions
    for text in ("-exp(t)", "exp(-t)", "exp(t)*t", "2"):
        with pytest.raises(NotInCoqError):
            read_profile(text)


def test_squares_are_even_and_not_rising():
    """t^2 has the same value at -1 and 1, and no linear term; e^(2t) is the other way round."""
    square, exponential = read_profile("t**2"), read_profile({"usa": "2"})
    assert square.even
    assert square.ascending
    assert not square.rising
    assert exponential.rising
    assert not exponential.even


def test_continuity_is_proved_by_the_name_of_the_profile():
    """The library's lemma for the profile and its parameters; it has none for arcsines."""
    assert read_profile({"peak": "1"}).continuous == "(peak_continuous beta)"
    assert read_profile("t**2").continuous == "(polynomial_continuous P pi)"
    with pytest.raises(NotInCoqError, match="arcsines"):
        _ = read_profile("asin(t)").continuous
