"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["JSON_ASKED", "AsJson", "Decisions", "Positions", "Strict", "remember_json"]

#: Where a context remembers that standard output is to be JSON, a fault included.
JSON_ASKED = "verify.json"


def remember_json(context: typer.Context, value: bool | str | None) -> bool | str | None:
    """Tell the group of all commands, which reports faults, that JSON goes to standard output."""
    context.meta[JSON_ASKED] = value is True or value == "-"
    return value


AsJson = Annotated[
    bool, typer.Option("--json", callback=remember_json, help="Print the result as JSON, and nothing else.")
]

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
