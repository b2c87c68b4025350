"""Bounds by diagonally dominant multipliers: never below an energy, sharp where they should be."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.profiles import Profile, analyse_profile
from verify.spectral.finite.bounds import graph_bound, slices_bound
from verify.spectral.finite.laws import FiniteInteraction, search_law

HALF = Fraction(1, 2)


def test_the_bound_is_sharp_for_two_repelling_atoms() -> None:
    """f = t, k_12 = -1: the maximum 1/4 by antipodal contents."""
    facts = analyse_profile(Profile.read("t"), 2)
    bound = graph_bound([HALF, HALF], [[Fraction(0), Fraction(-1)], [Fraction(-1), Fraction(0)]], facts)
    assert bound is not None
    assert float(bound.value) == 0.25


def test_uniform_slices_attain_the_bound_for_a_negative_table() -> None:
    """One atom, h = -<x, y>: the supremum over P_rho is 0, by centred slices; over graph laws the bound is -1/2."""
    facts = analyse_profile(Profile.read("t"), 3)
    slices, attained = slices_bound([Fraction(1)], [[Fraction(-1)]], facts)
    graph = graph_bound([Fraction(1)], [[Fraction(-1)]], facts)
    assert slices is not None
    assert graph is not None
    assert (float(slices.value), attained, float(graph.value)) == (0.0, True, -0.5)


@settings(max_examples=25)
@given(st.lists(st.integers(-5, 5), min_size=6, max_size=6), st.sampled_from(["t", "exp(2*t)", "t**3 + t**2/2 - 1"]))
def test_no_law_exceeds_the_bound(entries: list[int], profile: str) -> None:
    """Graph laws against the graph bound, split labels against the bound over P_rho."""
    a, b, c, p, q, r = map(Fraction, entries)
    table, weights = [[a, p, q], [p, b, r], [q, r, c]], (HALF, Fraction(1, 3), Fraction(1, 6))
    interaction = FiniteInteraction(weights, table, Profile.read(profile), 2)
    facts = analyse_profile(interaction.profile, 2)
    graph, (slices, _) = graph_bound(weights, table, facts), slices_bound(weights, table, facts)
    assert graph is not None
    assert slices is not None
    for copies, bound in ((1, graph), (2, slices)):
        gain = search_law(interaction, copies=copies, starts=2)
        if gain is not None:
            assert gain.energy < float(bound.value) + 1e-9


def test_a_profile_with_an_unknown_mean_has_no_bound() -> None:
    """The a_0 term matters: without it nothing is claimed."""
    facts = analyse_profile(Profile.read("exp(t)"), 2)
    unknown = type(facts)(**{**vars(facts), "a_0": None})
    assert graph_bound([Fraction(1)], [[Fraction(1)]], unknown) is None


@pytest.mark.parametrize("shift", ["0", "-3", "5"])
def test_the_mean_term_moves_the_bound_with_the_energy(shift: str) -> None:
    """Adding a constant c to f adds c/2 sum w_i w_j k_ij to every energy and to the bound."""
    table = [[Fraction(1), Fraction(-2)], [Fraction(-2), Fraction(1)]]
    facts = analyse_profile(Profile.read(f"t + {shift}"), 2)
    bound = graph_bound([HALF, HALF], table, facts)
    assert bound is not None
    assert float(bound.value) == pytest.approx(0.75 - 0.25 * float(shift))
