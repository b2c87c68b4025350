"""Profiles in Coq: what a statement says about f, and which facts are proved of it."""

from __future__ import annotations

import pytest

from verify.certificates.coq.profiles.profile import read_profile
from verify.certificates.coq.text import NotInCoqError


def test_profiles_are_read_by_kind():
    """Exponentials bind their parameters, polynomials define their coefficients."""
    assert read_profile({"usa": "2"}).term == "(usa beta)"
    assert read_profile("exp(2*t - 1)/3").term == "(exponential c beta)"
    assert "Definition P : list Z := [4; 3; 0; 6]." in read_profile("t**3 + t/2 + 2/3").definitions
    for text in ("-exp(t)", "exp(-t)", "-exp(t)*t", "2"):
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


def test_arcsines_have_a_series_and_falling_exponentials_a_peak_only():
    """All powers of asin are odd with a_p >= 0; e^(beta t)/beta with beta < 0 is known to be largest at 1 alone."""
    arcsine, falling = read_profile("2*asin(t)/pi + 1"), read_profile({"usa": "-2"})
    assert (arcsine.rising, arcsine.full, arcsine.even) == ("(arcsine_rising c a Hc)", "", "")
    assert not falling.ascending
    assert falling.summit == (falling.peaked, "Signs Cuts ")
    assert falling.bounded == f"(peaked_bounded _ {falling.peaked})"
    assert read_profile("t**2").bounded.startswith("(ascending_bounded _ ")
    with pytest.raises(NotInCoqError, match="largest at t = 1"):
        _ = read_profile("t**2").summit


def test_gegenbauer_series_are_polynomials_in_their_dimension():
    """P_2 = (d t^2 - 1) / (d - 1): without a dimension no polynomial is meant."""
    assert "Definition P : list Z := [(-1); 0; 3]." in read_profile({"gegenbauer": ["0", "0", "1"]}, 3).definitions
    assert "Definition P : list Z := [(-1); 0; 2]." in read_profile({"gegenbauer": ["0", "0", "1"]}, 2).definitions
    with pytest.raises(NotInCoqError, match="Gegenbauer"):
        read_profile({"gegenbauer": ["0", "0", "1"]})


def test_continuity_is_proved_by_the_name_of_the_profile():
    """The library's lemma for the profile and its parameters; that of arcsines stands in a module of its own."""
    assert read_profile({"peak": "1"}).continuous == "(peak_continuous beta)"
    assert read_profile("t**2").continuous == "(polynomial_continuous P pi)"
    arcsine = read_profile("asin(t)")
    assert (arcsine.continuous, arcsine.modules) == ("(arcsine_continuous c a)", " ArcsineContinuous")
    assert read_profile("t**2").modules == ""


def test_no_statement_speaks_of_beta_zero():
    """f would be 1/0; theorems are about beta > 0 or beta < 0."""
    for name in ("usa", "peak"):
        with pytest.raises(NotInCoqError, match="beta is zero"):
            read_profile({name: "0"})
