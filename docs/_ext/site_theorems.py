"""A theorem as a page in Markdown: statement, hypotheses, derivation, claims, with the rungs that a run has found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from verify.evidence.claims import Claim
from verify.evidence.references import linked
from verify.evidence.theorem import Theorem
from verify.model.verdict import Status
from verify.symbolic.render import claim_latex
from verify.symbolic.steps import Step
from verify.symbolic.typeset import segments

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
_PARTS = ("step", "claim", "mutant")


def prose(text: str) -> str:
    r"""Return a sentence whose signs mean themselves, with its mathematics between dollar signs.

    Examples
    --------
    >>> prose("a*b, $x_i$")
    'a\\*b, $x_i$'
    """
    return "".join(f"${' '.join(piece.split())}$" if math else _SPECIAL.sub(r"\\\1", piece)
                   for math, piece in segments(" ".join(text.split())))  # fmt: skip


def rung(status: str, words: str = "") -> str:
    """Return a rung as a label."""
    return f"[{words or status.replace('_', ' ')}]{{.rung .rung-{status}}}"


def theorem_page(theorem: Theorem, found: Mapping[str, Any]) -> str:
    """Return the page of one theorem."""
    parts = [f"# {theorem.id}. {prose(theorem.title)}"]
    parts += [f"> {prose(paragraph)}" + "\n>" for paragraph in theorem.paragraphs]
    parts += ["## Hypotheses", _items(f"{prose(line.symbol)}: {prose(line.says)}" for line in theorem.hypotheses)]
    parts += ["## Derivation", f"{prose(theorem.derivation.title)}. {_legend(found)}"]
    steps = enumerate(theorem.derivation.steps, 1)
    parts += [_step(number, step, found.get(f"{theorem.id}/step {number}")) for number, step in steps]
    if theorem.claims:
        parts += ["## Claims", _claims(theorem.id, theorem.claims, found)]
    own = {f"step {n}" for n in range(1, len(theorem.derivation.steps) + 1)} | {c.id for c in theorem.all_claims}
    kernel_checked = [line for line in found.values() if line["theorem"] == theorem.id and line["item"] not in own]
    if kernel_checked:
        parts += ["## What Coq's kernel checks", _coq(kernel_checked)]
    parts += ["## Necessity", "Each of these drops a hypothesis. It is false and has to be refuted."]
    parts += [_claims(theorem.id, theorem.necessity, found)]
    parts += ["## What is not proved", _items(map(prose, theorem.not_proved))]
    if theorem.references:
        parts += ["## References", _items(map(_reference, theorem.references))]
    parts += ["## To run it", f"```console\n$ verify derive {theorem.id}\n$ verify run --theorem {theorem.id}\n```"]
    return "\n\n".join(parts) + "\n"


def theorem_table(theorems: Iterable[Theorem], found: Mapping[str, Any]) -> str:
    """Return the list of all theorems, with how many steps and claims stand on which rung."""
    rows = ["| theorem | steps | claims | mutants | weakest computed rung |", "|---|---|---|---|---|"]
    for theorem in theorems:
        lines = [line for line in found.values() if line["theorem"] == theorem.id]
        computed = [Status(x["found"]) for x in lines if x["kind"] != "mutant" and x["found"] != "cited"]
        weakest = rung(str(Status.weakest(*computed))) if computed else "not run"
        title = f"[{theorem.id}. {prose(theorem.title)}]({stem(theorem.id)}.md)"
        counts = len(theorem.derivation.steps), len(theorem.claims), len(theorem.necessity)
        rows.append(f"| {title} | {counts[0]} | {counts[1]} | {counts[2]} | {weakest} |")
    return "\n".join(rows)


def stem(name: str) -> str:
    """Return the file name of a theorem's page: that of its module in ``proofs``."""
    from verify.evidence.registry import find_theorem

    return find_theorem(name).place.partition(":")[0].rpartition(".")[2]


def _items(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _legend(found: Mapping[str, Any]) -> str:
    if found:
        return "Each step shows its reason, and the rung that its check reached in the run that this page shows."
    return "This page was made without a run: each step shows the rung that it is expected to reach."


def _step(number: int, step: Step, line: Mapping[str, Any] | None) -> str:
    formula = claim_latex(step.claim)
    parts = [f"(step-{number})=\n**({number})** {prose(step.says)}".rstrip()]
    parts.append(prose(str(step.claim)) if formula is None else f"```{{math}}\n{formula}\n```")
    parts.append(f"{{.rule}}\n{prose(step.rule)} {_reached(line, str(step.check.expected))}")
    return "\n\n".join(parts)


def _reached(line: Mapping[str, Any] | None, expected: str) -> str:
    if line is None:
        return rung(expected, f"expected: {expected}")
    label = rung(line["found"])
    how = prose(line["how"]).rstrip(".")
    residual = "" if line["residual"] is None else f"; residual {prose(str(line['residual']))}"
    unexpected = "" if line["outcome"] == "as expected" else f" **{line['outcome']}**"
    return f"{label}{unexpected} [{how}{residual}]{{.how}}"


def _claims(theorem: str, claims: Iterable[Claim], found: Mapping[str, Any]) -> str:
    return _items(f"{prose(c.statement)} {_reached(found.get(f'{theorem}/{c.id}'), str(c.expected))}" for c in claims)


def _coq(lines: Iterable[Mapping[str, Any]]) -> str:
    return _items(f"{prose(line['statement'])} {_reached(line, line['expected'])}" for line in lines)


def _reference(text: str) -> str:
    pieces = linked(text)
    return "".join(prose(piece) if address is None else f"[{prose(piece)}]({address})" for piece, address in pieces)
