"""Polynomials as Gegenbauer series for Coq: the integers that it compares, and which facts are proved."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.certificates.checker.enclosures.shapes import coefficients_of
from verify.certificates.coq.profiles.profile import read_profile
from verify.certificates.coq.profiles.zonal import read_zonal


def integers(text, name):
    """Return a list of integers, or an integer, that stands in definitions."""
    value = text.split(f"Definition {name} : ")[1].split(":= ")[1].split(".\n")[0]
    return [int(x.strip("()")) for x in value.strip("[]").split("; ")]


@pytest.mark.parametrize("d", [2, 3, 4, 7])
def test_the_integers_are_coefficients_of_multiples_of_gegenbauer_polynomials(d):
    """sum C_m G_m / sigma = f with G_0 = 1, G_1 = t, G_2 = d t^2 - 1, G_{m+1} = (2m+D) t G_m - m (m-1+D) G_{m-1}."""
    P = coefficients_of({"gegenbauer": ["-1", "1/2", "0", "1/3", "2"]}, d)
    text = read_zonal(P, d)["definitions"]
    C, (sigma,), D = integers(text, "zonal_series"), integers(text, "zonal_scale"), d - 2
    G = [[1], [0, 1], [-1, 0, d]]
    for m in (2, 3):
        new = [0, *((2 * m + D) * x for x in G[m])]
        for p, x in enumerate(G[m - 1]):
            new[p] -= m * (m - 1 + D) * x
        G.append(new)
    assert [sum(Fraction(c * g[p], sigma) for c, g in zip(C, G, strict=True) if p < len(g)) for p in range(5)] == P


def test_a_negative_gegenbauer_coefficient_leaves_no_series():
    """t^2 - t in every R^d; t^3 - t/2 = 2/5 P_3 + P_1/10 in R^3, in R^9 3/11 - 1/2 < 0."""
    assert read_zonal([Fraction(0), Fraction(-1), Fraction(1)], 3) == {}
    cube = [Fraction(0), Fraction(-1, 2), Fraction(0), Fraction(1)]
    assert "zonal_rising" in read_zonal(cube, 3)
    assert read_zonal(cube, 9) == {}


def test_facts_of_a_profile_depend_on_the_dimension_where_power_coefficients_are_negative():
    """P_3: in the plane equal values at 120 degrees; in R^3 one peak; with a_1 > 0 the peak follows from it."""
    third, first = {"gegenbauer": ["0", "0", "0", "1"]}, {"gegenbauer": ["0", "1/9", "0", "1"]}
    assert read_profile(third, 2).turned.startswith("(turned_polynomial 3%nat ")
    assert not read_profile(third, 2).peaked
    assert read_profile(third, 3).peaked.startswith("(peaked_zonal_polynomial 3%nat ")
    assert read_profile({"gegenbauer": ["0", "0", "1/2", "1"]}, 2).peaked.startswith("(plane_one_peak ")
    assert not read_profile({"gegenbauer": ["0", "0", "1/2", "0", "1"]}, 3).peaked
    assert read_profile(first, 3).peaked.startswith("(zonal_peaked 3%nat ")
    assert read_profile(first, 3).bounded == f"(peaked_bounded _ {read_profile(first, 3).peaked})"
    assert not read_profile("t**3 + t", 3).zonal  # a power series says the same in every dimension
