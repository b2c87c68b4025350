"""Explicit laws: energies in closed form, gains that are certain."""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest

from verify.model.profiles import Profile
from verify.spectral.finite.laws import FiniteInteraction, FiniteLaw, law_from_direction, law_spread_at, search_law

HALF = Fraction(1, 2)
E1, E2, MINUS = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (Fraction(-1), Fraction(0))


def _pair(profile: str, *, nonatomic: bool = False, k: int = -1) -> FiniteInteraction:
    """Two equal labels with k_11 = k_22 = 0 and k_12 = k."""
    zero, coupling = Fraction(0), Fraction(k)
    return FiniteInteraction((HALF, HALF), [[zero, coupling], [coupling, zero]], Profile.read(profile), 2, nonatomic)


def test_the_energy_of_a_law_is_its_double_sum() -> None:
    """f = t, contents e1 and -e1 at coupling -1: E = 1/2 * 2 * 1/4 * (-1)(-1) = 1/4."""
    law = FiniteLaw((0, 1), (E1, MINUS), (Fraction(1), Fraction(1)), graph=True)
    assert _pair("t").energy(law) == flint.arb(1) / 4
    assert _pair("t").collapsed_energy() == -flint.arb(1) / 4


def test_spread_slices_average_the_interaction() -> None:
    """A slice half at e1 and half at -e1 has mean zero, so that the linear energy vanishes."""
    law = FiniteLaw((0, 0, 1), (E1, MINUS, E2), (HALF, HALF, Fraction(1)), graph=False)
    assert _pair("t").energy(law) == 0


@pytest.mark.parametrize("profile", ["t", "exp(t)", "exp(40*t)", "t + t**3"])
def test_a_negative_direction_gives_a_law_with_more_energy(profile: str) -> None:
    """<v, Lv> < 0 for v = (1, -1): a small rotation gains, whatever the profile with f'(1) > 0."""
    gain = law_from_direction(_pair(profile), [Fraction(1), Fraction(-1)])
    assert gain is not None
    assert gain.energy > gain.collapsed
    assert all(sum(x * x for x in point) == 1 for point in gain.law.points)


def test_no_law_is_claimed_where_collapse_maximises() -> None:
    """k_12 = 1: neither the direction nor the search finds a gain."""
    attractive = _pair("exp(t)", k=1)
    assert law_from_direction(attractive, [Fraction(1), Fraction(-1)]) is None
    assert search_law(attractive) is None
    assert law_from_direction(attractive, [Fraction(0), Fraction(0)]) is None


def test_a_gain_of_a_picoscale_direction_is_still_certain() -> None:
    """Coupling 10^-12 below zero: the gain is of order 10^-24 and has a sign."""
    tiny = Fraction(-1, 10**12)
    table = [[Fraction(1), tiny], [tiny, Fraction(1)]]
    interaction = FiniteInteraction((HALF, HALF), table, Profile.usa(1), 3)
    gain = law_from_direction(interaction, [Fraction(1), Fraction(-1)])
    assert gain is not None
    assert gain.energy - gain.collapsed > 0


def test_the_search_finds_the_antipodal_pair() -> None:
    """f = t, k_12 = -1: the maximum 1/4 is attained by x_2 = -x_1."""
    gain = search_law(_pair("t"))
    assert gain is not None
    assert abs(gain.energy - flint.arb(1) / 4) < 1e-9


def test_copies_of_a_label_are_graph_laws_only_on_blocks() -> None:
    """An atom carries one content in a graph law; a nonatomic block carries any law of contents."""
    for nonatomic in (False, True):
        gain = search_law(_pair("t", nonatomic=nonatomic), copies=2)
        assert gain is not None
        assert gain.law.graph is nonatomic


def test_a_slice_spreads_where_the_degree_is_negative() -> None:
    """k = [[-2, 1], [1, -2]], w = 1/2: D = -1/2, so that half of a slice at each of c u ± s e gains energy."""
    table = [[Fraction(-2), Fraction(1)], [Fraction(1), Fraction(-2)]]
    gain = law_spread_at(FiniteInteraction((HALF, HALF), table, Profile.read("t"), 2), 0)
    assert gain is not None
    assert not gain.law.graph
    assert gain.energy > gain.collapsed
    assert law_spread_at(_pair("t", k=1), 0) is None


def test_a_share_of_a_slice_moves_where_the_slope_is_infinite() -> None:
    """f = asin t, k = [[-9, 8], [8, 0]], w = 1/2: D = -1/2; halves at angles ±s lose 8 s and win back 9 s/2."""
    table = [[Fraction(-9), Fraction(8)], [Fraction(8), Fraction(0)]]
    gain = law_spread_at(FiniteInteraction((HALF, HALF), table, Profile.read("asin(t)"), 3), 0)
    assert gain is not None
    assert gain.energy > gain.collapsed


def test_the_search_does_not_depend_on_the_scale_of_the_factor() -> None:
    """k_12 = -10^400: the antipodal pair again, found in scaled floats and confirmed in balls."""
    gain = search_law(_pair("t", k=-(10**400)))
    assert gain is not None
    assert abs(gain.energy / flint.arb(10) ** 400 - flint.arb(1) / 4) < 1e-9


def test_the_gain_of_a_spread_slice_is_the_difference_of_its_energies() -> None:
    """The formula that selects the law against the double sums, own interaction k_ii included."""
    table = [[Fraction(-2), Fraction(1)], [Fraction(1), Fraction(-2)]]
    interaction = FiniteInteraction((HALF, HALF), table, Profile.read("t"), 2)
    gain = law_spread_at(interaction, 0)
    assert gain is not None
    assert gain.gain.overlaps(interaction.energy(gain.law) - interaction.collapsed_energy())
    assert float(gain.gain.rad()) < 1e-20
