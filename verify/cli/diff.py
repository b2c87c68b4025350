"""``verify diff``: where the verdicts on two kernels differ."""

from __future__ import annotations

from typing import Annotated

import typer

from verify.cli._options import AsJson, Decisions, Positions
from verify.cli.output import emit_json, show, waiting
from verify.cli.sources import load_source
from verify.evidence import answer
from verify.report import differences, differences_report

__all__ = ["diff_command"]


def diff_command(
    first: Annotated[str, typer.Argument(metavar="A", help="A kernel file, a model config, or a name.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    *,
    positions: Positions = None,
    timeout: Decisions = None,
    as_json: AsJson = False,
) -> None:
    """Show where two kernels' verdicts differ: views, hypotheses, energies, spreads.

    Exit status: 0 the verdicts agree; 1 they differ; 2 bad input; 4 internal error.
    """
    answers = []
    for source in (first, second):
        with waiting(f"deciding {source} ..."):
            answers.append(answer(load_source(source, positions), seconds=timeout))
    found = differences(*answers)
    if as_json:
        places = [{"where": where, "first": here, "second": there} for where, here, there in found]
        emit_json({"schema": 1, "first": first, "second": second, "differences": places})
    else:
        show(differences_report(first, second, found))
    raise typer.Exit(1 if found else 0)
