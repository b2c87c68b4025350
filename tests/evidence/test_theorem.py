"""Theorems: validated when they are made, run step by step and claim by claim, shown in three forms."""

from __future__ import annotations

import pytest

from verify.evidence.claims import Claim, Evidence
from verify.evidence.expectations import Outcome
from verify.evidence.theorem import Theorem
from verify.model.errors import InputError
from verify.model.verdict import Status

TRUE = Claim("true", "True.", lambda: Evidence(Status.EXACT, "seen"), Status.EXACT)
FALSE = Claim("false", "False.", lambda: Evidence(Status.REFUTED, "seen"), Status.REFUTED)


def test_a_theorem_passes_as_a_whole(resultants):
    """Steps on their rungs, claims as expected, the mutant refuted."""
    result = resultants.run()
    assert result.passed
    assert result.status is Status.EXACT
    assert result.outcomes == {"count": Outcome.AS_EXPECTED, "no-square": Outcome.AS_EXPECTED}


def test_a_mutant_that_survives_fails_the_theorem(resultants_with):
    """A false statement that is not refuted is a defect of the check."""
    survivor = Claim("survivor", "False.", lambda: Evidence(Status.EXACT, "never looked"), Status.REFUTED)
    assert not resultants_with(necessity=(survivor,)).run().passed


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"id": "t 1"}, "theorem id"),
        ({"necessity": ()}, "at least one claim that must be refuted"),
        ({"necessity": (TRUE,)}, "claims that expect refuted"),
        ({"claims": (FALSE,), "necessity": (FALSE,)}, "different ids"),
        ({"claims": (FALSE,)}, "not expect refuted"),
        ({"not_proved": ()}, "at least one line"),
        ({"not_proved": "a sentence"}, "tuple of at least one line"),
        ({"statement": "  \n "}, "say something"),
    ],
)
def test_what_could_not_fail_is_refused(resultants_with, changes, words):
    """At construction."""
    with pytest.raises(InputError, match=words):
        resultants_with(**changes)


def test_claims_are_found_by_name(resultants):
    """Unknown names are answered with the known ones."""
    assert resultants.claim("count").parameters == {"n": 3}
    with pytest.raises(InputError, match="count, no-square"):
        resultants.claim("nothing")


def test_paragraphs_are_separated_by_blank_lines(resultants_with):
    """Line breaks inside of them are spaces."""
    assert resultants_with(statement="a\n b\n\n  c ").paragraphs == ("a b", "c")


def test_a_theorem_describes_itself(resultants):
    """As plain data."""
    data = resultants.describe()
    assert (data["id"], data["steps"], len(data["claims"])) == ("X1", 3, 2)
    assert isinstance(resultants, Theorem)
    assert resultants._repr_html_() == resultants.to_html()
