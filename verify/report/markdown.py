"""The suite's result as a short summary in Markdown, for the page of a CI job: what failed first, then tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from verify.evidence import VIEWS, Finding, Line, Outcome, SuiteResult
from verify.model.errors import InputError
from verify.report.sections import weakest_rung, worst
from verify.report.summary import suite_sentence
from verify.report.terminal import plain
from verify.report.theorems import WORST_FIRST
from verify.symbolic.render import prose_text

__all__ = ["markdown_summary", "markdown_text"]

#: What may stand in Markdown unescaped beside letters and digits.
_HARMLESS = frozenset(" ,;.=/%?'()-+")
#: Failures that are told in words; the others are in the tables.
_MOST_FAILURES = 50
_LONGEST = 400
_BUT_EXPECTED = WORST_FIRST[:-1]


def markdown_text(text: object) -> str:
    """Return text that Markdown shows as it is: no markup, no HTML, no mention, no link, no cell that ends early.

    Examples
    --------
    >>> markdown_text("a|b <i>*x*</i>")
    'a&#124;b &#60;i&#62;&#42;x&#42;&#60;/i&#62;'
    """
    clean = plain(text)
    if len(clean) > _LONGEST:
        clean = f"{clean[:_LONGEST]} ..."
    safe = (c if c in _HARMLESS or c.isalnum() or not c.isascii() else f"&#{ord(c)};" for c in clean)
    return "".join(safe).replace("&#58; ", ": ").replace("www.", "www&#46;")


def markdown_summary(result: SuiteResult) -> str:
    """Return the summary: counts, failures, a line for each theorem and for each example, failures first."""
    lines = ["# verify run", "", markdown_text(suite_sentence(result)), ""]
    lines += [f"Exit status {result.exit_status()}.", ""]
    lines += _failures(result)
    if result.lines:
        columns = ("", "theorem", "steps", "claims", "mutants refuted", "weakest rung")
        lines += ["## Theorems", "", *_table(columns, _sorted(_theorems(result)))]
    if result.claims:
        head = ("", "example", *VIEWS.values(), "rung", "certificate")
        lines += ["## Examples", "", *_table(head, _sorted(_examples(result)))]
    return "\n".join(lines)


def _sorted(rows: Iterator[tuple[Outcome, Sequence[str]]]) -> list[tuple[Outcome, Sequence[str]]]:
    return sorted(rows, key=lambda row: WORST_FIRST.index(row[0]))


def _table(head: Sequence[str], rows: Sequence[tuple[Outcome, Sequence[str]]]) -> list[str]:
    body = [(outcome if outcome is not Outcome.AS_EXPECTED else "ok", *cells) for outcome, cells in rows]
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    return [*lines, *(f"| {' | '.join(map(markdown_text, row))} |" for row in body), ""]


def _failures(result: SuiteResult) -> list[str]:
    items: list[Line | Finding] = [*result.lines, *result.claims]
    failed = [entry for outcome in _BUT_EXPECTED for entry in items if entry.outcome is outcome]
    if not failed:
        return []
    lines = ["## Not as expected", ""]
    for entry in failed[:_MOST_FAILURES]:
        why = entry.how if isinstance(entry, Line) else entry.reason
        words = f"expected {entry.expected}, found {entry.found}. {why}"
        lines.append(f"- **{markdown_text(entry.id)}** {entry.outcome}: {markdown_text(words)}")
    if len(failed) > _MOST_FAILURES:
        lines.append(f"- {len(failed) - _MOST_FAILURES} more")
    return [*lines, ""]


def _theorems(result: SuiteResult) -> Iterator[tuple[Outcome, Sequence[str]]]:
    for theorem, group in groupby(result.lines, key=lambda line: line.theorem):
        lines = list(group)
        counts = [_passed(lines, kind) for kind in ("step", "claim", "mutant")]
        name = f"{theorem}. {_title(lines[0].title)}"
        yield worst(line.outcome for line in lines), (name, *counts, weakest_rung(lines))


def _title(text: str) -> str:
    try:
        return prose_text(text)
    except InputError:
        return text


def _passed(lines: Sequence[Line], kind: str) -> str:
    """Return how many are as expected, and of how many where that differs."""
    outcomes = [line.outcome for line in lines if line.kind == kind]
    passed = outcomes.count(Outcome.AS_EXPECTED)
    return str(passed) if passed == len(outcomes) else f"{passed} of {len(outcomes)}"


def _examples(result: SuiteResult) -> Iterator[tuple[Outcome, Sequence[str]]]:
    for example, group in groupby(result.claims, key=lambda finding: finding.example):
        findings = list(group)
        answers = [_each(f.found for f in findings if f.view == view) for view in VIEWS]
        outcome = worst(finding.outcome for finding in findings)
        yield outcome, (example, *answers, _each(f.status for f in findings), _each(f.certificate for f in findings))


def _each(words: Iterator[str]) -> str:
    return ", ".join(dict.fromkeys(word.replace("_", " ") for word in words))
