"""What a page says of a run, section by section: theorems, examples, counts; plain objects for a template."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from markupsafe import Markup

from verify.evidence import VIEWS, Finding, Line, Outcome, SuiteResult, Theorem
from verify.evidence.pages import reference_html
from verify.model.errors import InputError
from verify.model.verdict import Status
from verify.report.downloads import Download, Shelf
from verify.report.experiments import RunTable, flow_picture, run_table
from verify.report.gaps import gap_picture
from verify.report.phases import phase_picture
from verify.report.spectra import Picture, pictures
from verify.report.terminal import console_for, plain
from verify.report.theorems import WORST_FIRST
from verify.report.verdicts import describe_kernel
from verify.report.witnesses import witness_lines
from verify.symbolic.mathml import mathml
from verify.symbolic.render import claim_latex, prose_html
from verify.symbolic.steps import Step

__all__ = [
    "ClaimSection", "ExampleSection", "PartSection", "StepSection", "TheoremSection", "example_sections", "prose",
    "rung_counts", "theorem_sections", "weakest_rung", "worst",
]  # fmt: skip

#: Parts of a model (layers, heads) that are shown whole, with pictures; the others have a line of the overview.
_WHOLE_PARTS = 2
_LONGEST_DETAIL = 300


def prose(text: str) -> Markup:
    """Return a sentence with its mathematics as MathML; one whose mathematics cannot be read stands as it is."""
    clean = plain(text)
    try:
        return Markup(prose_html(clean))  # noqa: S704 - prose_html escapes
    except InputError:
        return Markup.escape(clean)


def _reference(text: str) -> Markup:
    """Return a reference with its links; one whose mathematics cannot be read stands as it is."""
    clean = plain(text)
    try:
        return Markup(reference_html(clean))  # noqa: S704 - reference_html escapes
    except InputError:
        return Markup.escape(clean)


def worst(outcomes: Iterable[Outcome]) -> Outcome:
    """Return the worst outcome, "as expected" where there is none."""
    found = set(outcomes)
    return next((outcome for outcome in WORST_FIRST if outcome in found), Outcome.AS_EXPECTED)


def weakest_rung(lines: Sequence[Line]) -> str:
    """Return the weakest rung that steps and claims reached; cited steps and mutants do not lower it."""
    rungs = [Status(x.found) for x in lines if x.kind != "mutant" and not x.found == x.expected == Status.CITED]
    return str(Status.weakest(*rungs)) if rungs else ""


def rung_counts(result: SuiteResult) -> list[tuple[str, dict[str, int]]]:
    """Return how many steps, claims, mutants and views of examples stand on each rung."""
    rows = [
        (name, Counter(line.found for line in result.lines if line.kind == kind))
        for kind, name in (("step", "steps of derivations"), ("claim", "claims"), ("mutant", "mutants"))
    ]
    rows.append(("views of examples", Counter(finding.status for finding in result.claims)))
    return [(name, {str(rung): counts[str(rung)] for rung in Status}) for name, counts in rows if counts]


# ---------------------------------------------------------------- theorems


@dataclass(frozen=True)
class StepSection:
    """A step of a derivation: what it says, its formula or sentence, its rule, and the line of the run.

    ``glyphs`` counts the symbols of the formula: on paper, where nothing scrolls, a long one is set smaller.
    """

    number: int
    says: Markup
    formula: Markup
    sentence: Markup
    rule: Markup
    line: Line | None
    cited: bool

    @property
    def glyphs(self) -> int:
        """Number of symbols in the formula, at least 1."""
        return max(1, sum(self.formula.count(f"</{tag}>") for tag in ("mi", "mn", "mo", "mtext")))


@dataclass(frozen=True)
class ClaimSection:
    """A claim or a mutant with the line of the run, its parameters and the data of its evidence."""

    id: str
    statement: Markup
    line: Line | None
    details: tuple[tuple[str, str], ...]
    certificate: Download | None
    table: RunTable | None = None
    picture: Picture | None = None


@dataclass(frozen=True)
class TheoremSection:
    """A theorem and what a run found of it; ``theorem`` is None where it could not be imported."""

    id: str
    title: Markup
    theorem: Theorem | None
    paragraphs: tuple[Markup, ...]
    hypotheses: tuple[tuple[Markup, Markup], ...]
    steps: tuple[StepSection, ...]
    claims: tuple[ClaimSection, ...]
    necessity: tuple[ClaimSection, ...]
    not_proved: tuple[Markup, ...]
    references: tuple[Markup, ...]
    faults: tuple[Line, ...]
    outcome: Outcome
    rung: str
    seconds: float


def theorem_sections(result: SuiteResult, theorems: Mapping[str, Theorem], shelf: Shelf) -> tuple[TheoremSection, ...]:
    """Return a section for each theorem that was run, in the order of the run."""
    grouped: dict[str, list[Line]] = {}
    for line in result.lines:
        grouped.setdefault(line.theorem, []).append(line)
    return tuple(_theorem(name, lines, theorems.get(name), shelf) for name, lines in grouped.items())


def _theorem(name: str, lines: Sequence[Line], theorem: Theorem | None, shelf: Shelf) -> TheoremSection:
    found = {line.item: line for line in lines}
    steps = () if theorem is None else theorem.derivation.steps
    claims, necessity = ((), ()) if theorem is None else (theorem.claims, theorem.necessity)
    shown = {f"step {number}" for number in range(1, len(steps) + 1)} | {c.id for c in (*claims, *necessity)}
    return TheoremSection(
        name,
        prose(theorem.title if theorem else lines[0].title),
        theorem,
        tuple(map(prose, theorem.paragraphs if theorem else ())),
        tuple((prose(h.symbol), prose(h.says)) for h in (theorem.hypotheses if theorem else ())),
        tuple(_step(number, step, found.get(f"step {number}")) for number, step in enumerate(steps, 1)),
        (
            *(_claim(name, claim, found.get(claim.id), shelf) for claim in claims),
            *(_lone(line) for line in lines if theorem and line.item not in shown and line.kind != "step"),
        ),
        tuple(_claim(name, claim, found.get(claim.id), shelf) for claim in necessity),
        tuple(map(prose, theorem.not_proved if theorem else ())),
        tuple(map(_reference, theorem.references if theorem else ())),
        tuple(line for line in lines if line.item not in shown and (line.kind == "step" or not theorem)),
        worst(line.outcome for line in lines),
        weakest_rung(lines),
        sum(line.seconds for line in lines),
    )


def _step(number: int, step: Step, line: Line | None) -> StepSection:
    formula = claim_latex(step.claim)
    return StepSection(
        number,
        prose(step.says),
        Markup("" if formula is None else mathml(formula, block=True)),  # noqa: S704 - mathml escapes
        prose(str(step.claim)) if formula is None else Markup(),
        prose(step.rule),
        line,
        step.check.expected is Status.CITED,
    )


def _claim(theorem: str, claim: Any, line: Line | None, shelf: Shelf) -> ClaimSection:
    data = dict(line.details) if line else {}
    certificate = data.pop("certificate", None)
    link = shelf.put(certificate, f"{theorem}-{claim.id}") if isinstance(certificate, Mapping) else None
    title = f"{theorem}, {claim.id}"
    table, flow, phases, between = (
        run_table(data.get("table")),
        flow_picture(data.get("flow"), title),
        phase_picture(data.get("phases"), title),
        gap_picture(data.get("between"), title),
    )
    shown = {"table": table, "flow": flow, "phases": phases, "between": between}
    data = {key: value for key, value in data.items() if shown.get(key) is None}
    details = [(str(key), _short(value)) for key, value in (*claim.parameters.items(), *data.items())]
    return ClaimSection(claim.id, prose(claim.statement), line, tuple(details), link, table, flow or phases or between)


def _lone(line: Line) -> ClaimSection:
    """Return a line of the run that is no claim of the theorem's own, as what Coq's kernel proves of it."""
    details = tuple((str(key), _short(value)) for key, value in line.details.items())
    return ClaimSection(line.item, prose(line.statement), line, details, None)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= _LONGEST_DETAIL else f"{text[:_LONGEST_DETAIL]} ... ({len(text)} characters)"


# ---------------------------------------------------------------- examples


@dataclass(frozen=True)
class PartSection:
    """The verdict on a kernel, or on some layers and heads of a model; ``whole`` if it is shown at length."""

    title: str
    kernel: str
    verdict: Mapping[str, Any]
    findings: tuple[Finding, ...]
    outcome: Outcome
    certificate: Download | None
    witness: str
    pictures: tuple[Picture, ...]
    whole: bool


@dataclass(frozen=True)
class ExampleSection:
    """A shipped example; without parts where it was not decided."""

    anchor: str
    name: str
    title: str
    parts: tuple[PartSection, ...]
    findings: tuple[Finding, ...]
    outcome: Outcome
    answers: Mapping[str, str]
    seconds: float
    resumed: bool


def example_sections(result: SuiteResult, shelf: Shelf) -> tuple[ExampleSection, ...]:
    """Return a section for each example, in the order of the run."""
    sections = []
    for number, (name, group) in enumerate(groupby(result.claims, key=lambda finding: finding.example)):
        findings, anchor = tuple(group), f"example-{number}"
        kept = result.verdicts.get(name, ())
        parts = tuple(_part(entry, index, findings, name, anchor, shelf) for index, entry in enumerate(kept))
        title = kept[0]["verdict"]["kernel"].get("name", "") if len(kept) == 1 else ""
        answers = {
            label: ", ".join(dict.fromkeys(f.found for f in findings if f.view == view))
            for view, label in VIEWS.items()
        }
        outcome = worst(finding.outcome for finding in findings)
        seconds, resumed = result.seconds.get(name, 0.0), name in result.resumed
        sections.append(ExampleSection(anchor, name, title, parts, findings, outcome, answers, seconds, resumed))
    return tuple(sections)


def _part(
    entry: Mapping[str, Any], index: int, findings: Sequence[Finding], name: str, anchor: str, shelf: Shelf
) -> PartSection:
    verdict, own = entry["verdict"], tuple(findings[2 * index : 2 * index + 2])
    whole = index < _WHOLE_PARTS
    file = name if len(findings) == 2 else f"{name}-{index + 1}"
    certificate = verdict["certificate"]
    return PartSection(
        entry["title"],
        describe_kernel(verdict["kernel"]),
        verdict,
        own,
        worst(finding.outcome for finding in own),
        None if certificate is None else shelf.put(certificate, file),
        _witness(verdict["witness"]) if whole else "",
        pictures(verdict, f"{anchor}-{index}") if whole else (),
        whole,
    )


def _witness(witness: Mapping[str, Any] | None) -> str:
    """Return a witness as lines of text; control characters are escaped in them already."""
    if witness is None:
        return ""
    file = io.StringIO()
    console = console_for(file)
    for line in witness_lines(witness):
        console.print(line)
    return "\n".join(line.rstrip() for line in file.getvalue().split("\n")).strip("\n")
