"""``verify schema``: the JSON Schemas of kernel files, verdicts, certificates and optima."""

from __future__ import annotations

from typing import Annotated

import typer

from verify.cli._options import remember_json
from verify.cli.output import emit_json
from verify.model.errors import InputError
from verify.model.schemas import SCHEMAS, load_schema

__all__ = ["schema_command"]


def schema_command(
    which: Annotated[str, typer.Argument(metavar="WHICH", help=f"One of {', '.join(SCHEMAS)}.")],
    _as_json: Annotated[
        bool, typer.Option("--json", callback=remember_json, help="Accepted as everywhere: a schema is JSON.")
    ] = False,
) -> None:
    """Print a JSON Schema (draft 2020-12)."""
    if which not in SCHEMAS:
        raise InputError("WHICH", f"be one of {', '.join(SCHEMAS)}", which)
    emit_json(load_schema(which))
