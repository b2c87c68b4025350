"""The theorems of a run for reading: a line for each derivation and each claim with the rung that it stands on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from verify.certificates.coq.libraries import INTEGER_AXIOMS
from verify.evidence import Line, Outcome, SuiteResult
from verify.model.verdict import Status
from verify.report.terminal import item, plain, plain_table, styled

__all__ = ["MARKS", "WORST_FIRST", "coq_note", "line_failures", "theorems_table"]

MARKS = {
    Outcome.AS_EXPECTED: "ok",
    Outcome.UNEXPECTED: "FAILED",
    Outcome.UNDECIDED: "undecided",
    Outcome.ERROR: "ERROR",
}
WORST_FIRST = (Outcome.ERROR, Outcome.UNEXPECTED, Outcome.UNDECIDED, Outcome.AS_EXPECTED)


def theorems_table(result: SuiteResult) -> Table:
    """Return the table of all theorems of a run; the steps of a derivation share a line, with their weakest rung."""
    table = plain_table("", "theorem", "claim", "rung", "time", right=("time",))
    table.columns[0].no_wrap = table.columns[-1].no_wrap = True
    for theorem, group in groupby(result.lines, key=lambda line: line.theorem):
        first = True
        for lines in _rows(group):
            worst = next(o for o in WORST_FIRST if any(line.outcome is o for line in lines))
            table.add_row(
                Text(MARKS[worst], style=styled(worst).style),
                Text(theorem if first else ""),
                Text(_what(lines)),
                _rung(lines),
                _time(lines, result),
            )
            first = False
    return table


def _rows(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield the steps of a derivation together, and each claim alone."""
    for steps, group in groupby(lines, key=lambda line: line.kind == "step"):
        if steps:
            yield list(group)
        else:
            yield from ([line] for line in group)


def _what(lines: list[Line]) -> str:
    line = lines[0]
    if line.kind == "step":
        return plain(f"{line.title} (derivation, {len(lines)} step{'s' * (len(lines) != 1)})".strip())
    text = plain(line.item) + (" (must fail)" if line.kind == "mutant" else "")
    return f"{text}\n{_theorem_of_coq(line.details['coq'])}" if "coq" in line.details else text


def _theorem_of_coq(details: Mapping[str, Any]) -> str:
    """Return the last of the theorems by name, and how many axioms it rests on."""
    name = str(details["theorems"][-1]["name"]).rpartition(".")[2]
    return plain(f"Coq: {name}, {len(details['assumptions'])} axioms")


def coq_note(lines: Iterable[Line]) -> Iterator[RenderableType]:
    """Yield a paragraph on what Coq's kernel proved and the axioms by name; nothing where it proved nothing."""
    proved = [line.details["coq"] for line in lines if "coq" in line.details]
    if proved:
        axioms = sorted({axiom for details in proved for axiom in details["assumptions"]})
        version = plain(proved[0]["version"])
        yield Text()
        yield Text(f"Proved by the kernel of Coq {version}: {len(proved)} claims (their statements: --json).")
        integers = [axiom for axiom in axioms if axiom in INTEGER_AXIOMS]
        reals = ", ".join(axiom for axiom in axioms if axiom not in INTEGER_AXIOMS)
        yield item(f"Axioms, those of the standard real numbers: {reals}.")
        if integers:
            yield item(f"The interval tier (T6) rests on {len(integers)} more, about machine integers: --json.")


def _rung(lines: list[Line]) -> Text:
    """Return the weakest rung among the computed steps, and how many are cited."""
    rungs = [Status(line.found) for line in lines]
    computed = [rung for rung in rungs if rung is not Status.CITED]
    cited = len(rungs) - len(computed)
    if not computed:
        return styled(Status.CITED)
    text = styled(Status.weakest(*computed))
    return text.append(f" ({cited} cited)", style="not bold default") if cited else text


def _time(lines: list[Line], result: SuiteResult) -> str:
    task = f"{lines[0].theorem}/{'derivation' if lines[0].kind == 'step' else lines[0].item}"
    return "stored" if task in result.resumed else f"{sum(line.seconds for line in lines):.1f} s"


def line_failures(lines: Iterable[Line]) -> Iterator[RenderableType]:
    """Yield a paragraph for each line that is not as expected."""
    for line in lines:
        if line.outcome is not Outcome.AS_EXPECTED:
            yield Text()
            yield Text(f"{plain(line.id)}: ", style="bold").append_text(styled(line.outcome))
            yield item(f"expected {line.expected}, found {line.found}. {line.how}")
