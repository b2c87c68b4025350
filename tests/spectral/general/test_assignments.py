"""Assignments of contents to labels: energies and all optima, exactly."""

from __future__ import annotations

from fractions import Fraction

from verify.spectral.general.assignments import assignment_energy, optimal_assignments

HALF = ["1/2", "1/2"]


def test_energy_is_half_the_weighted_sum():
    """E = 1/2 sum w w h, diagonal included."""
    w = [Fraction(1, 4), Fraction(3, 4)]
    assert (
        assignment_energy(w, [[Fraction(2), Fraction(1)], [Fraction(1), Fraction(4)]], 1, (0, 0))
        == (Fraction(2, 16) + 2 * Fraction(3, 16) + Fraction(36, 16)) / 2
    )


def test_optima_are_exactly_the_maximisers():
    """All four assignments of a constant table."""
    half = Fraction(1, 2)
    found = optimal_assignments([half, half], [[Fraction(1)] * 4 for _ in range(4)], 2)
    assert found.certain
    assert len(found.assignments) == 4
