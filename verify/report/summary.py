"""The suite's result for reading: theorems, examples, a paragraph for each claim that went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from verify.evidence import VIEWS, Finding, Outcome, SuiteResult
from verify.report.terminal import item, plain, plain_table, styled
from verify.report.theorems import MARKS, WORST_FIRST, coq_note, line_failures, theorems_table

__all__ = ["suite_report", "suite_sentence"]


def suite_report(result: SuiteResult) -> RenderableType:
    """Return the tables of theorems and examples, what went wrong in words, and the closing sentence."""
    tables: list[RenderableType] = []
    if result.lines:
        tables += [theorems_table(result), Text()]
    if result.claims or not result.lines:
        tables += [_table(result)]
    failures = (*line_failures(result.lines), *_failures(result))
    return Group(*tables, *failures, *coq_note(result.lines), Text(), Text(suite_sentence(result), style="bold"))


def suite_sentence(result: SuiteResult) -> str:
    """Return the counts of a run in one sentence."""
    counts = [(result.outcomes.count(outcome), outcome) for outcome in Outcome]
    words = ", ".join(f"{count} {outcome}" for count, outcome in counts if count or outcome is Outcome.AS_EXPECTED)
    accepted = sum(claim.certificate == "accepted" for claim in result.claims)
    resumed = f", {len(result.resumed)} results from the store" if result.resumed else ""
    stopped = "Interrupted. " if result.interrupted else ""
    rechecked = f"{accepted} with a rechecked certificate{resumed}"
    steps = sum(line.kind == "step" for line in result.lines)
    of_these = f" ({steps} of them steps of derivations)" if steps else ""
    return f"{stopped}{len(result.outcomes)} claims{of_these}: {words}; {rechecked}; {result.elapsed:.1f} s."


def _table(result: SuiteResult) -> Table:
    table = plain_table("", "example", *VIEWS.values(), "status", "checked", "time", right=("time",))
    table.columns[0].no_wrap = table.columns[-1].no_wrap = True
    for example, group in groupby(result.claims, key=lambda claim: claim.example):
        claims = list(group)
        parts = len({claim.part for claim in claims})
        worst = next(o for o in WORST_FIRST if any(claim.outcome is o for claim in claims))
        table.add_row(
            Text(MARKS[worst], style=styled(worst).style),
            Text(plain(example if parts == 1 else f"{example} ({parts} parts)")),
            *(_each(claim.found for claim in claims if claim.view == view) for view in VIEWS),
            _each(claim.status for claim in claims),
            _each(claim.certificate for claim in claims),
            "stored" if example in result.resumed else f"{result.seconds[example]:.1f} s",
        )
    return table


def _each(words: Iterable[str]) -> Text:
    """Return the different words in their colours, one below the other."""
    return Text("\n").join(styled(word) for word in dict.fromkeys(words))


def _failures(result: SuiteResult) -> Iterator[RenderableType]:
    for claim in result.claims:
        if claim.outcome is not Outcome.AS_EXPECTED:
            yield Text()
            yield Text(f"{plain(claim.id)}: ", style="bold").append_text(styled(claim.outcome))
            yield item(_words(claim))


def _words(claim: Finding) -> str:
    return f"expected {claim.expected}, found {claim.found} ({claim.status}). {claim.reason}"
