"""``verify derive``: a theorem's derivation, step by step, as text, LaTeX or a page of HTML."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from verify.cli._options import AsJson
from verify.cli.output import emit_json, waiting, write
from verify.evidence import find_theorem
from verify.evidence.pages import html_page, latex_document, theorem_html, theorem_latex, theorem_text
from verify.evidence.theorem import Theorem
from verify.model.files import check_target, write_file
from verify.report import plain
from verify.symbolic.render import step_html, step_latex, step_text
from verify.symbolic.steps import DerivationResult, StepResult

__all__ = ["Format", "derive_command"]


class Format(StrEnum):
    """What a derivation is written as."""

    TEXT = "text"
    LATEX = "latex"
    HTML = "html"


def derive_command(
    theorem: Annotated[str, typer.Argument(metavar="ID", help="A theorem, as T5; `verify list` has them.")],
    form: Annotated[Format, typer.Option("--format", help="What to write.")] = Format.TEXT,
    step: Annotated[int | None, typer.Option(min=1, metavar="K", help="This step alone.")] = None,
    run: Annotated[
        bool, typer.Option("--run/--no-run", help="Check every step, and write the rung that each one reached.")
    ] = True,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Of the random instances.")] = 0,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="F", help="Write to a file.")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Show a theorem: statement, hypotheses, and its derivation with the rung that each step stands on.

    Exit status: 0 every step shown reaches its rung (or none was run); 1 one does not.
    """
    if out is not None:
        check_target("--out", out, make_folder=True)
    found = find_theorem(theorem).load()
    if step is not None:
        _one_step(found, step, form, seed, out, as_json=as_json, run=run)
        return
    result: DerivationResult | None = None
    if run:
        with waiting(f"checking {len(found.derivation.steps)} steps"):
            result = found.derivation.run(seed)
    if as_json:
        steps = [] if result is None else [entry.to_json() for entry in result]
        emit_json({"schema": 1, **found.describe(), "derivation": steps, "text": theorem_text(found, result)})
    else:
        texts = {Format.TEXT: theorem_text, Format.LATEX: theorem_latex, Format.HTML: theorem_html}
        text = texts[form](found, result)
        _put(html_page(f"{found.id}. {found.title}", text) if form is Format.HTML else text, out)
    raise typer.Exit(0 if result is None or result.passed else 1)


def _one_step(
    theorem: Theorem, number: int, form: Format, seed: int, out: Path | None, *, as_json: bool, run: bool
) -> None:
    result: StepResult = theorem.derivation.run_step(number, seed)
    shown = result if run else None
    step = result.step
    if as_json:
        emit_json({"schema": 1, "theorem": theorem.id, **result.to_json(), "text": step_text(step, number, shown)})
    elif form is Format.HTML:
        body = f'<ol class="derivation">{step_html(step, number, shown)}</ol>'
        _put(html_page(f"{theorem.id}, step {number}", body), out)
    elif form is Format.LATEX:
        body = f"\\begin{{description}}\n{step_latex(step, number, shown)}\n\\end{{description}}"
        _put(latex_document(body), out)
    else:
        _put(step_text(step, number, shown) + "\n", out)
    raise typer.Exit(0 if shown is None or result.passed else 1)


def _put(text: str, out: Path | None) -> None:
    if out is not None:
        write_file(out, text.encode())
        return
    write("\n".join(map(plain, text.split("\n"))))
