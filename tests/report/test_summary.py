"""The printed suite: a line for each example, a paragraph for what went wrong, the counts."""

from __future__ import annotations

import pytest

from verify.evidence import Finding, Outcome, SuiteResult
from verify.report.summary import suite_report, suite_sentence

HOSTILE = "[red]x[/]\x1b[31m\n" + "w" * 100


def _claim(example, view, outcome=Outcome.AS_EXPECTED, reason="fine"):
    return Finding(example, "", view, "decided", "all", "not_applicable", "accepted", outcome, reason)


@pytest.fixture
def result():
    """Return a run in which each outcome occurs."""
    claims = [_claim("a" * 60, view) for view in ("graph_laws", "all_laws")]
    for outcome in (Outcome.UNEXPECTED, Outcome.UNDECIDED, Outcome.ERROR):
        claims += [_claim(str(outcome), "graph_laws", outcome, HOSTILE), _claim(str(outcome), "all_laws")]
    names = {claim.example for claim in claims}
    return SuiteResult(tuple(claims), dict.fromkeys(names, 1.25), frozenset({"error"}), 3.0, interrupted=True)


def test_every_outcome_is_shown(printed, result):
    """Marks for each example, reasons for what went wrong, in 80 columns."""
    text = printed(suite_report(result))
    for mark in ("ok", "FAILED", "undecided", "ERROR", "stored", "1.2 s"):
        assert mark in text
    assert text.count("[red]x[/]\\x1b[31m\\n") == 3


def test_the_sentence_counts(result):
    """Counts of outcomes, certificates and stored results."""
    assert suite_sentence(result) == (
        "Interrupted. 8 claims: 5 as expected, 1 unexpected, 1 undecided, 1 error; "
        "8 with a rechecked certificate, 1 results from the store; 3.0 s."
    )
