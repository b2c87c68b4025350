"""The printed theorems: a line for each derivation and claim, a paragraph for what went wrong."""

from __future__ import annotations

import pytest

from verify.evidence import Line, Outcome, SuiteResult
from verify.report.junit import junit_xml
from verify.report.summary import suite_report, suite_sentence
from verify.report.theorems import line_failures, theorems_table

HOSTILE = "[red]x[/]\x1b[31m\n" + "w" * 100


def _line(item, kind, found, outcome=Outcome.AS_EXPECTED, expected="exact"):
    return Line("T9", "A title", item, kind, HOSTILE, expected, found, HOSTILE, None, 0.25, outcome)


@pytest.fixture
def result():
    """Return a run of a theorem with a cited step, a claim in error and a mutant that survived."""
    lines = (
        _line("step 1", "step", "exact"),
        _line("step 2", "step", "enclosed", expected="enclosed"),
        _line("step 3", "step", "cited", expected="cited"),
        _line("a-claim", "claim", "error", Outcome.ERROR),
        _line("mutant", "mutant", "exact", Outcome.UNEXPECTED, "refuted"),
        _line("slow", "claim", "unknown", Outcome.UNDECIDED),
    )
    return SuiteResult((), {}, frozenset({"T9/slow"}), 2.0, lines=lines)


def test_a_derivation_has_one_line_with_its_weakest_rung(printed, result):
    """Cited steps are counted beside it."""
    text = printed(theorems_table(result))
    assert "A title (derivation, 3 steps)" in text
    assert "enclosed (2 cited)" not in text
    assert "enclosed (1 cited)" in text
    assert "mutant (must fail)" in text
    assert "stored" in text
    assert "0.8 s" in text


def test_what_went_wrong_is_said(printed, result):
    """Expected, found, and why; hostile text stays text."""
    text = printed(*line_failures(result.lines))
    assert text.count("[red]x[/]\\x1b[31m\\n") == 3
    assert "T9/mutant: unexpected" in text
    assert "expected refuted, found exact" in text


def test_the_report_and_the_sentence_count_everything(printed, result):
    """Theorems stand first; without examples there is no table of them."""
    assert "example" not in printed(suite_report(result))
    assert suite_sentence(result).startswith(
        "6 claims (3 of them steps of derivations): 3 as expected, 1 unexpected, 1 undecided, 1 error;"
    )
    assert result.exit_status() == 1


def test_junit_has_a_case_for_each_line(result):
    """Failures and errors with their reasons."""
    text = junit_xml(result)
    assert text.count("<testcase") == 6
    assert 'tests="6" failures="2" errors="1"' in text
    assert 'classname="T9" name="step 2"' in text
