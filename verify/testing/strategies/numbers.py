"""Small exact numbers, weights that sum to one, and their texts in kernel files."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

__all__ = ["matrix_texts", "positive_rationals", "rationals", "texts", "weights"]


def rationals(largest: int = 4, denominator: int = 6) -> st.SearchStrategy[Fraction]:
    """Draw rationals p/q with |p/q| <= largest and q <= denominator; they shrink to integers, and to 0.

    Parameters
    ----------
    largest, denominator : int
        At least 1.
    """
    return st.fractions(-largest, largest, max_denominator=denominator)


def positive_rationals(largest: int = 4, denominator: int = 6) -> st.SearchStrategy[Fraction]:
    """Draw rationals p/q > 0, p <= largest and q <= denominator; they shrink to 1."""
    numerators = st.integers(1, largest)
    return st.builds(Fraction, numerators, st.integers(1, denominator))


def weights(n: int, largest: int = 5) -> st.SearchStrategy[tuple[Fraction, ...]]:
    """Draw n exact weights > 0 with the sum 1, ratios at most ``largest``; they shrink to equal ones."""
    return st.lists(st.integers(1, largest), min_size=n, max_size=n).map(
        lambda parts: tuple(Fraction(part, sum(parts)) for part in parts)
    )


def texts(numbers: Sequence[Fraction]) -> list[str]:
    """Return numbers as kernel files write them.

    Examples
    --------
    >>> texts([Fraction(1, 2), Fraction(3)])
    ['1/2', '3']
    """
    return [str(number) for number in numbers]


def matrix_texts(rows: Sequence[Sequence[Fraction]]) -> list[list[str]]:
    """Return a matrix as kernel files write it."""
    return [texts(row) for row in rows]
