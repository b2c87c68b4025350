"""The range of a profile on [-1, 1], and the bounds of the energy that follow from it alone.

2 E <= ∬ max(k inf f, k sup f) drho drho <= sup |f| ∬ |k|, whatever the signs of the a_n.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import flint

from verify.model.numbers import Number, ball
from verify.model.profiles import Profile, ProfileFacts
from verify.model.verdict import Num

__all__ = ["bound_by_range", "profile_range"]

_CELLS = 64


def profile_range(profile: Profile, facts: ProfileFacts) -> tuple[flint.arb, flint.arb] | None:
    """Return a lower bound of inf f and an upper bound of sup f on [-1, 1]; None where f is not enclosed.

    Examples
    --------
    >>> from verify.model.profiles import analyse_profile
    >>> profile = Profile.read("t**2 - t")
    >>> low, high = profile_range(profile, analyse_profile(profile, 3))
    >>> bool(low <= -0.25), bool(low > -0.3), bool(high >= 2), bool(high < 2.1)
    (True, True, True, True)
    """
    low = high = None
    for i in range(_CELLS):
        ends = (flint.arb(flint.fmpq(2 * j - _CELLS, _CELLS)) for j in (i, i + 1))
        value = profile.value(next(ends).union(next(ends)), facts.d)
        if not value.is_finite():
            return None
        low = value.lower() if low is None else low.min(value.lower())
        high = value.upper() if high is None else high.max(value.upper())
    assert low is not None
    assert high is not None
    return low, facts.value_at_one.upper() if facts.bounded is True else high


def bound_by_range(
    profile: Profile, facts: ProfileFacts, weights: Sequence[Fraction], rows: Sequence[Sequence[Number]]
) -> Num | None:
    """Return the bound 1/2 sum w_i w_j max(k_ij inf f, k_ij sup f) of E over P_rho.

    Examples
    --------
    >>> from verify.model.profiles import analyse_profile
    >>> profile = Profile.read("-t")
    >>> bound_by_range(profile, analyse_profile(profile, 2), [Fraction(1)], [[Fraction(3)]]).value[:9]
    '1.5000000'
    """
    ends = profile_range(profile, facts)
    if ends is None:
        return None
    masses, total = [ball(w) for w in weights], flint.arb(0)
    for u, row in zip(masses, rows, strict=True):
        for v, k in zip(masses, row, strict=True):
            entry = ball(k)
            total += u * v * (entry * ends[0]).max(entry * ends[1])
    return Num.of_ball(flint.arb(total.upper()) / 2)
