"""The hypotheses on a profile as verdicts list them, and the rung on which they stand."""

from __future__ import annotations

import pytest

from verify.model.profiles import Profile, analyse_profile
from verify.model.verdict import Status
from verify.spectral.hypotheses import profile_hypotheses, profile_rung


@pytest.mark.parametrize(
    ("profile", "d", "expected"),
    [
        ({"usa": 1}, 3, (True, True, True)),
        ({"usa": -1}, 3, (False, True, True)),
        ("t**2", 3, (True, True, False)),
        ("t**2 - t/2", 3, (False, True, False)),
        ("2*asin(t)/pi", 4, (True, False, True)),
        ("-t", 2, (False, False, False)),
        ({"gegenbauer": ["0", "0", "1", "0", "1"]}, 2, (True, True, False)),
        ({"gegenbauer": ["0", "0", "1", "1"]}, 2, (True, True, True)),
    ],
)
def test_hypotheses_are_listed_in_order_as_they_hold(
    profile: object, d: int, expected: tuple[bool, bool, bool]
) -> None:
    """a_n >= 0; 0 < f'(1) < oo; f(t) < f(1) for t < 1. For d = 2 degrees 2, 4 have a common period, 2, 3 none."""
    listed = profile_hypotheses(analyse_profile(Profile.read(profile), d))
    assert [h.name for h in listed] == ["a_n >= 0 for n >= 1", "0 < f'(1) < oo", "f(t) < f(1) for t < 1"]
    assert tuple(h.holds for h in listed) == expected
    assert all(h.how for h in listed)


def test_the_rung_of_named_facts_is_their_weakest() -> None:
    """A fact that is not decided has no rung: unknown. Facts of e^t are exact; e^t e^-t is not seen to be 1."""
    exact = analyse_profile(Profile.read({"usa": 1}), 3)
    assert profile_rung(exact, "nonnegative", "slope", "peaked") is Status.EXACT
    open_ = analyse_profile(Profile.read("exp(t)*exp(-t)"), 3)
    assert open_.nonnegative is None
    assert profile_rung(open_, "bounded", "nonnegative") is Status.UNKNOWN
