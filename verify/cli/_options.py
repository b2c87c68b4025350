"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["AsJson", "Decisions", "Positions", "Strict"]

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON, and nothing else.")]

Decisions = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        min=0.001,
        metavar="S",
        help="Seconds for each decision; beyond it the verdict is an honest unknown.",
    ),
]

Positions = Annotated[
    int | None,
    typer.Option(
        "--positions",
        min=1,
        metavar="N",
        help="Number of positions a model config is judged on; default: its own.",
    ),
]

Strict = Annotated[bool, typer.Option("--strict", help="Numeric evidence does not count as decided.")]
