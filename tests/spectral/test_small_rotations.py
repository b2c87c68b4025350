"""Small rotations: the gain that is enclosed is the gain of the law, however small it is."""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.numbers import ball
from verify.model.profiles import Profile, analyse_profile
from verify.spectral.finite.signed_laplacian import signed_laplacian
from verify.spectral.small_rotations import (
    LawEnergies,
    curvature_bound,
    has_kinks,
    precision_beside,
    rotation_witness,
    small_rotation,
    small_rotation_of_factor,
)

PROFILES = ["exp(t)", "exp(-2*t)", "t", "t + t**3", "3*t - t**2", "exp(800*t)", "sinh(t/10**9)", "1/(3 - t)"]


def _gain(
    k: list[list[Fraction]], w: list[Fraction], v: list[Fraction], eps: Fraction, profile: Profile, d: int
) -> flint.arb:
    """1/2 sum w_i w_j k_ij (f(cos eps (v_i - v_j)) - f(1)), summed as it stands."""
    total, one = flint.arb(0), profile.value(flint.arb(1), d)
    for i in range(len(w)):
        for j in range(len(w)):
            t = ball(eps * (v[i] - v[j])).cos()
            total += ball(w[i] * w[j] * k[i][j]) * (profile.value(t, d) - one)
    return total / 2


@pytest.mark.slow
@pytest.mark.parametrize("text", PROFILES)
@given(
    entries=st.lists(st.integers(-6, 6), min_size=9, max_size=9), v=st.lists(st.integers(-5, 5), min_size=3, max_size=3)
)
def test_the_enclosed_gain_holds_the_gain_of_the_law(text: str, entries: list[int], v: list[int]) -> None:
    """Random tables of three labels: the double sum at that eps lies in the enclosure, which is positive."""
    k = [[Fraction(entries[3 * min(i, j) + max(i, j)]) for j in range(3)] for i in range(3)]
    w, direction = [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)], [Fraction(x) for x in v]
    form = signed_laplacian(w, k).dirichlet_form(direction)
    with flint.ctx.workprec(400):
        profile = Profile.read(text)
        slope = analyse_profile(profile, 3).slope_at_one
        absolute = sum((w[i] * w[j] * abs(k[i][j]) for i in range(3) for j in range(3)), Fraction(0))
        spread = max(direction) - min(direction)
        step = small_rotation_of_factor(profile, 3, slope, ball(form), ball(absolute), spread)
        assert slope is not None
        if form >= 0 or slope < 0:
            assert step is None
            return
        assert step is not None
        assert step.gain > 0
        assert step.gain.overlaps(_gain(k, w, direction, step.eps, profile, 3))


@pytest.mark.parametrize("exponent", [12, 60, 400, 2_000])
def test_a_gap_of_any_size_is_a_gain(exponent: int) -> None:
    """<v, Lv> = -10^-p: the gain is of the order 10^-2p, and the decimals of the two energies tell them apart."""
    form = -(flint.arb(10) ** -exponent)
    profile = Profile.usa(1)
    step = small_rotation_of_factor(profile, 3, flint.arb(1).exp(), form, flint.arb(1), Fraction(2))
    assert step is not None
    assert step.gain > flint.arb(10) ** (-2 * exponent - 3)
    energies = LawEnergies.of(lambda: profile.value(flint.arb(1), 3) / 4, step.gain)
    assert energies is not None
    assert Fraction(energies.best.value) > Fraction(energies.collapsed.value)
    assert Fraction(energies.gain.value) > Fraction(energies.gain.radius or "0")


def test_energies_that_differ_beyond_all_digits_are_not_written() -> None:
    """A gain of 2^(-10^6) is enclosed; its energy would take a page."""
    assert LawEnergies.of(lambda: flint.arb(1), flint.arb(2) ** -(10**6)) is None
    assert LawEnergies.of(lambda: flint.arb("nan"), flint.arb(1)) is None
    assert LawEnergies.of(lambda: flint.arb(1), flint.arb(-1)) is None


def test_energies_whose_enclosures_overlap_are_not_written() -> None:
    """A collapsed energy known to 10^-12 alone: a gain of 10^-11 is told from it, one of 10^-12 is a near-tie."""
    rough = flint.arb(1, 1e-12)
    apart = LawEnergies.of(lambda: rough, flint.arb(1e-11))
    assert apart is not None
    assert apart.collapsed.ball < apart.best.ball
    assert LawEnergies.of(lambda: rough, flint.arb(1e-12)) is None
    assert LawEnergies.of(lambda: rough, flint.arb(2e-12)) is None


@pytest.mark.parametrize("profile", ["Abs(t)", "Max(t, 0)", "Piecewise((t, t < 1/2), (2*t - 1/2, True))", "asin(t)"])
def test_kinks_and_infinite_curvature_give_no_law(profile: str) -> None:
    """Taylor's formula needs two derivatives on the whole way."""
    assert curvature_bound(Profile.read(profile), 3, flint.arb(1)) is None
    step = small_rotation_of_factor(Profile.read(profile), 3, flint.arb(1), flint.arb(-1), flint.arb(1), Fraction(2))
    assert step is None


def test_kinks_are_seen_in_the_variable_alone() -> None:
    """Abs of a constant is smooth in t."""
    tree = Profile.read("Abs(-2)*t").formula(3).tree
    assert not has_kinks(tree, "t")
    assert has_kinks(Profile.read("t*Abs(t)").formula(3).tree, "t")


def test_no_step_is_offered_where_the_second_order_is_not_positive() -> None:
    """An enclosure that holds 0 is no gain, nor is an infinite slope."""
    assert small_rotation(flint.arb(0, 1), lambda _: flint.arb(1), Fraction(1)) is None
    assert small_rotation(flint.arb(1), lambda _: None, Fraction(1)) is None
    for slope in (None, flint.arb("inf"), flint.arb(0)):
        found = small_rotation_of_factor(Profile.usa(1), 2, slope, flint.arb(-1), flint.arb(1), Fraction(1))
        assert found is None


def test_the_witness_names_the_law_its_step_and_its_gain() -> None:
    """Also where the energies are too long to be written."""
    step = small_rotation(flint.arb(1), lambda _: flint.arb(1), Fraction(1))
    assert step is not None
    assert set(rotation_witness(step, None, law="x")) == {"law", "eps", "gain"}
    energies = LawEnergies.of(lambda: flint.arb(3), step.gain)
    assert set(rotation_witness(step, energies, law="x")) == {"law", "eps", "gain", "energy", "collapsed"}
    assert precision_beside(flint.arb(1), flint.arb(2) ** -500) >= 500
