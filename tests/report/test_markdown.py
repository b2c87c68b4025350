"""The summary for CI: failures first, every theorem and example, nothing that Markdown would read as markup."""

from __future__ import annotations

import re

from verify.evidence import Finding, Line, Outcome, SuiteResult
from verify.report import markdown_summary
from verify.report.markdown import markdown_text

HOSTILE = "a|b <script>x</script> [l](http://e) `c` *d* _e_ #1 @f $g$ www.h\n\x1b[31m\ud800"


def _line(theorem, item, kind, found, *, outcome=Outcome.AS_EXPECTED, expected=None, title="Title", how="how"):
    return Line(theorem, title, item, kind, "says", expected or found, found, how, None, 0.1, outcome)


def _result(outcome=Outcome.AS_EXPECTED):
    lines = (
        _line("T0", "step 1", "step", "exact"),
        _line("T0", "step 2", "step", "cited"),
        _line("T0", "one", "claim", "numeric"),
        _line("T0", "false", "mutant", "refuted"),
        _line("T1", "two", "claim", "refuted", outcome=outcome, expected="exact", title=HOSTILE, how=HOSTILE),
    )
    claims = tuple(
        Finding(name, "", view, "all", "all", "exact", "accepted", Outcome.AS_EXPECTED, "because")
        for name in ("rope", HOSTILE)
        for view in ("graph_laws", "all_laws")
    )
    return SuiteResult(claims, {"rope": 1.0, HOSTILE: 1.0}, frozenset(), 2.0, lines=lines)


def _rows(text):
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.split("\n")
        if line.startswith("| ") and not line.startswith("| ---")
    ]


def test_every_theorem_and_example_has_a_row_of_counts():
    """Cited steps and mutants do not lower the rung; every row has as many cells as the head."""
    rows = _rows(markdown_summary(_result()))
    assert rows[1] == ["ok", "T0. Title", "2", "1", "1", "numeric"]
    assert rows[2][1].startswith("T1. a&#124;b &#60;script&#62;")
    assert rows[4] == ["ok", "rope", "all", "all", "exact", "accepted"]
    assert {len(row) for row in rows} == {6}
    assert len(rows) == 2 + 2 + 2


def test_failures_come_first():
    """The failed theorem heads its table, and its reason stands above the tables."""
    text = markdown_summary(_result(Outcome.UNEXPECTED))
    assert text.index("Not as expected") < text.index("## Theorems")
    rows = _rows(text)
    assert [row[0] for row in rows[1:3]] == ["unexpected", "ok"]
    assert rows[1][3] == "0 of 1"
    assert "Exit status 1." in text


def test_text_from_elsewhere_is_no_markup():
    """What Markdown and GitHub would read (tags, links, code, mentions, issues, mathematics) is written as entities."""
    text = markdown_text(HOSTILE)
    assert not set(re.sub(r"&#\d+;", "", text)) & set("|<>[]`*_#@$:&\n\x1b\ud800")
    assert "www." not in text
    assert len(markdown_text("x" * 1000)) < 500
