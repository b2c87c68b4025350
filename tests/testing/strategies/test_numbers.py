"""Numbers shrink to what a person would write."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import find, given, settings
from hypothesis import strategies as st

from verify.testing.strategies.numbers import matrix_texts, positive_rationals, rationals, texts, weights

QUIET = settings(database=None, derandomize=True, max_examples=200)


@given(st.integers(1, 6).flatmap(weights))
def test_weights_are_positive_with_the_sum_one(w):
    """Exactly."""
    assert sum(w) == 1
    assert min(w) > 0


def test_numbers_shrink_to_integers():
    """0, 1, and the least integer that fails."""
    assert find(rationals(), lambda _: True, settings=QUIET) == 0
    assert find(positive_rationals(), lambda _: True, settings=QUIET) == 1
    assert find(rationals(), lambda x: x > Fraction(3, 2), settings=QUIET) == 2
    assert find(weights(3), lambda _: True, settings=QUIET) == (Fraction(1, 3),) * 3


def test_texts_are_those_of_kernel_files():
    """Lowest terms."""
    assert texts([Fraction(2, 4), Fraction(-3)]) == ["1/2", "-3"]
    assert matrix_texts([[Fraction(0)], [Fraction(1, 3)]]) == [["0"], ["1/3"]]
