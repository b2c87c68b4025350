"""A bound is a proof for a view; its decimal never falls below what was proved."""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.model.verdict import Num, Status
from verify.optimize.bounds.bound import Bound, decimal_above, num_above


@given(st.fractions(), st.integers(-40, 40))
def test_decimals_are_above_and_close(value, exponent):
    """The decimal of 20 digits is at least the rational, by less than one unit of the last digit."""
    scaled = value * Fraction(10) ** exponent
    decimal = Fraction(decimal_above(scaled).value)
    assert scaled <= decimal <= scaled + abs(scaled) * Fraction(1, 10**18)


def test_a_ball_is_bounded_by_its_upper_end():
    """A ball that is not finite has no decimal; another one has one above its upper end."""
    assert num_above(flint.arb("nan")) is None
    assert num_above(flint.arb("inf")) is None
    assert Fraction(num_above(flint.arb(1, 0.5)).value) >= Fraction(3, 2)


def test_numeric_evidence_is_no_bound():
    """A float, or a view that does not exist, is refused."""
    with pytest.raises(InputError, match="num must be exact or enclosed"):
        Bound("graph_laws", Num.of_float(1.0), "elementary", None, "")
    with pytest.raises(InputError, match="view must be graph_laws or all_laws"):
        Bound("slices", Num("1", "1", None, Status.EXACT), "elementary", None, "")


def test_the_upper_end_is_value_plus_radius():
    """An enclosed bound counts with its radius."""
    bound = Bound("all_laws", Num("1.5", None, "0.25", Status.ENCLOSED), "elementary", None, "as given")
    assert bound.upper == Fraction(7, 4)
    assert bound.to_json()["num"]["radius"] == "0.25"
