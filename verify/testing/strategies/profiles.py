"""Profiles f with nonnegative Gegenbauer coefficients, and with exactly one negative one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from verify.testing.strategies.numbers import positive_rationals, texts

__all__ = ["exponential_profiles", "nonnegative_profiles", "profiles_with_a_negative_degree", "slope_at_one"]

ProfileData = str | dict[str, Any]


def exponential_profiles(largest: int = 4) -> st.SearchStrategy[ProfileData]:
    """Draw f = e^{beta t}/beta or e^{beta (t - 1)}/beta, 0 < beta <= largest: a_n > 0 for every n; shrink to usa 1."""
    kinds = st.sampled_from(["usa", "peak"])
    return st.builds(lambda kind, beta: {kind: str(beta)}, kinds, positive_rationals(largest))


def nonnegative_profiles() -> st.SearchStrategy[ProfileData]:
    """Draw profiles with a_n >= 0 for n >= 1, a_1 > 0: hence 0 < f'(1) < oo and f(t) < f(1) for t < 1."""
    tail = st.lists(st.integers(0, 3), max_size=4)
    series = st.builds(
        lambda first, rest: _series([Fraction(0), first, *map(Fraction, rest)]), positive_rationals(), tail
    )
    return st.one_of(st.just("t"), exponential_profiles(), series)


@st.composite
def profiles_with_a_negative_degree(draw: st.DrawFn, d: int) -> tuple[ProfileData, int]:
    """Draw (f, n): a_n < 0, no other negative coefficient of degree >= 1, and f'(1) > 0; a_n shrinks to -1.

    Parameters
    ----------
    d : int
        Content dimension, for which the coefficients are meant.

    Notes
    -----
    P_n'(1) = n (n + d - 2)/(d - 1), so that a_1 > |a_n| P_n'(1) keeps f'(1) > 0 for n >= 2.
    """
    n = draw(st.integers(2, 4))
    coefficients = [Fraction(a) for a in draw(st.lists(st.integers(0, 2), min_size=n + 1, max_size=n + 2))]
    coefficients[n] = -draw(positive_rationals(2, 3))
    coefficients[1] = 1 - coefficients[n] * slope_at_one(n, d)
    return _series(coefficients), n


def slope_at_one(n: int, d: int) -> Fraction:
    """Return P_n'(1) = n (n + d - 2)/(d - 1) on S^{d-1}.

    Examples
    --------
    >>> slope_at_one(1, 7), slope_at_one(2, 3)
    (Fraction(1, 1), Fraction(3, 1))
    """
    return Fraction(n * (n + d - 2), d - 1)


def _series(coefficients: list[Fraction]) -> ProfileData:
    return {"gegenbauer": texts(coefficients)}
