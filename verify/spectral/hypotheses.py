"""The hypotheses on a profile, as verdicts list them, and the rung they stand on."""

from __future__ import annotations

from verify.model.profiles import ProfileFacts
from verify.model.verdict import Hypothesis, Status

__all__ = ["profile_hypotheses", "profile_rung"]

_NAMES = {"nonnegative": "a_n >= 0 for n >= 1", "slope": "0 < f'(1) < oo", "peaked": "f(t) < f(1) for t < 1"}


def profile_hypotheses(facts: ProfileFacts) -> tuple[Hypothesis, ...]:
    """Return the hypotheses of T4 and T5 on the profile, each with how it was decided on S^{d-1}."""
    return tuple(Hypothesis(text, facts.facts[name].holds, facts.facts[name].how) for name, text in _NAMES.items())


def profile_rung(facts: ProfileFacts, *names: str) -> Status:
    """Return the weakest rung among the named facts of a profile."""
    statuses = (facts.facts[name].status for name in names)
    return Status.weakest(*(Status.UNKNOWN if status is None else Status(status) for status in statuses))
