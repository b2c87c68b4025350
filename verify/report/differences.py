"""Where two answers differ: views, rungs, hypotheses, energies, spreads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from verify.evidence import VIEWS, Answer, part_title
from verify.model.verdict import Num, Verdict
from verify.report.terminal import number, plain, plain_table
from verify.report.verdicts import describe_kernel

__all__ = ["Difference", "differences", "differences_report"]

#: (where, what the first says, what the second says)
Difference = tuple[str, str, str]
_ABSENT = "-"


def differences(first: Answer, second: Answer) -> list[Difference]:
    """Return each place where two answers differ; the parts of model configs are paired in order."""
    found: list[Difference] = []
    for a, b in zip_longest(first.parts, second.parts):
        title = next((part_title(part) for part in (a, b) if part is not None), "")
        several = max(len(first.parts), len(second.parts)) > 1
        prefix = f"{title}: " if several and title else ""
        left, right = ({} if part is None else _facts(part.verdict) for part in (a, b))
        for place in dict.fromkeys((*left, *right)):
            here, there = left.get(place, _ABSENT), right.get(place, _ABSENT)
            if here != there:
                found.append((prefix + place, here, there))
    return found


def differences_report(first: str, second: str, found: list[Difference]) -> RenderableType:
    """Return the table of differences, or the sentence that there are none."""
    if not found:
        return Text("The verdicts agree: views, rungs, hypotheses, energies and spreads.")
    table: Table = plain_table("where", plain(first), plain(second))
    for where, here, there in found:
        table.add_row(Text(plain(where)), Text(plain(here)), Text(plain(there)))
    noun = "difference" if len(found) == 1 else "differences"
    return Group(table, Text(f"{len(found)} {noun}.", style="bold"))


def _facts(verdict: Verdict) -> dict[str, str]:
    return dict(_listed(verdict))


def _listed(verdict: Verdict) -> Iterator[tuple[str, str]]:
    yield "kernel", describe_kernel(verdict.kernel)
    for field, name in VIEWS.items():
        view = getattr(verdict, field)
        yield f"{name}: collapse", str(view.collapse)
        yield f"{name}: status", str(view.status)
        yield f"{name}: attained", {True: "yes", False: "no", None: "not known"}[view.attained]
        for which, num in vars(view.energy).items():
            yield f"{name}: E {which}", _number(num)
    for hypothesis in verdict.hypotheses:
        yield f"hypothesis {hypothesis.name}", {True: "holds", False: "fails", None: "open"}[hypothesis.holds]
    if verdict.spread is not None:
        yield "spread: least", _number(verdict.spread.smallest)
        yield "spread: greatest", _number(verdict.spread.largest)
    if verdict.planes:
        yield "rotated planes", str(len(verdict.planes))
        yield "planes that hardly turn", str(sum(plane.hardly_turns for plane in verdict.planes))
    yield "certificate", _certificate(verdict.certificate)


def _number(num: Num | None) -> str:
    if num is None:
        return _ABSENT
    return num.exact if num.exact is not None and len(num.exact) <= 24 else number(num, 12).plain


def _certificate(certificate: Mapping[str, Any] | None) -> str:
    return "none" if certificate is None else f"{certificate['theorem']}, {certificate['method']}"
