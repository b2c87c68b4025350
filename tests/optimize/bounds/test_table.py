"""The relaxation's table holds the exact one within its radius; its sums are enclosed."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

from verify.model.kernels import read_kernel
from verify.model.numbers import ball
from verify.model.profiles import Profile
from verify.optimize.bounds import table as module
from verify.optimize.bounds.table import correlation_problem, profile_mass


def _kernel(k, **fields):
    n = len(k)
    given = {"family": "factor", "d": 3, "profile": "t", "labels": {"kind": "cyclic", "n": n}, "k": k}
    return read_kernel(given | fields)


def test_rational_tables_are_taken_as_they_are():
    """No radius, and the very fractions of the kernel."""
    table, _ = correlation_problem(_kernel([["1/3", "-1"], ["-1", "2"]]))
    rows, radius = table.rational
    assert rows == [[Fraction(1, 3), -1], [-1, 2]]
    assert radius == 0
    assert bool(table.total.overlaps(flint.arb(flint.fmpq(1, 12))))


def test_irrational_entries_lie_within_the_radius():
    """sqrt(2) and pi are known to 2^-90, and the radius says so."""
    table, _ = correlation_problem(_kernel([["sqrt(2)", "-pi"], ["-pi", "1"]]))
    with flint.ctx.workprec(200):
        rows, radius = table.rational
        assert 0 < radius < Fraction(1, 2**90)
        for exact, near in zip(table.entries[0], rows[0], strict=True):
            assert bool(abs(ball(exact) - ball(near)) <= ball(radius))
    k, error = table.floats
    assert abs(k[0, 0] - np.sqrt(2)) <= error < 1e-15


def test_the_total_of_a_large_table_is_enclosed(monkeypatch):
    """The float sum with its error contains the exact sum, for weights that are no floats."""
    weights = [Fraction(1, 3), Fraction(2, 7), Fraction(8, 21)]
    k = [["1/3", "-7/5", "2"], ["-7/5", "1/9", "0"], ["2", "0", "-3"]]
    labels = {"kind": "atoms", "weights": [str(w) for w in weights]}
    exact, _ = correlation_problem(_kernel(k, labels=labels))
    value = sum(
        u * v * Fraction(x) for u, row in zip(weights, k, strict=True) for v, x in zip(weights, row, strict=True)
    )
    assert bool(exact.total.contains(flint.fmpq(value.numerator, value.denominator)))
    monkeypatch.setattr(module, "_SMALL", 0)
    large, _ = correlation_problem(_kernel(k, labels=labels))
    assert bool(large.total.contains(flint.fmpq(value.numerator, value.denominator)))
    assert float(large.total.rad()) < 1e-14


@pytest.mark.parametrize(
    ("profile", "applies"), [("exp(t)", True), ("t**3", True), ("t**2 - t/2", False), ({"usa": -1}, False)]
)
def test_the_theorem_applies_to_nonnegative_profiles(profile, applies):
    """a_n >= 0 for n >= 1 is asked; a_n < 0 for one n is refused."""
    assert (profile_mass(Profile.read(profile), 3) is not None) == applies


def test_the_bound_falls_as_a_0_rises():
    """With sum K <= sum lambda a lower bound of a_0 is enough."""
    mass = profile_mass(Profile.read("t**2"), 3)
    assert 0.333333 < float(mass.mean) <= 1 / 3
    assert bool(mass.bound(flint.arb(2), flint.arb(1)) <= flint.arb(1))
    assert bool(mass.bound(flint.arb(2), flint.arb(1)).contains(flint.fmpq(5, 6)))


def test_other_families_have_no_table():
    """A gauge without factor, a continuum, and more than 2,048 labels are left to other methods."""
    gauge = {"family": "gauge", "d": 2, "profile": "t", "labels": {"kind": "circle"}, "frequencies": ["1"]}
    assert correlation_problem(read_kernel(gauge)) is None
    circle = {"family": "factor", "d": 2, "profile": "t", "labels": {"kind": "circle"}, "k": "cos(xi - zeta)"}
    assert correlation_problem(read_kernel(circle)) is None
    many = {"family": "factor", "d": 2, "profile": "t", "labels": {"kind": "positions", "n": 3000}, "k": "cos(i - j)"}
    assert correlation_problem(read_kernel(many)) is None
