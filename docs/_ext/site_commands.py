"""The reference of the commands, from their own help."""

from __future__ import annotations

import os

import typer
from typer.testing import CliRunner

from verify.cli.app import app

_WIDTH = "92"


def command_pages() -> str:
    """Return a section for each command with the help that it prints."""
    group = typer.main.get_command(app)
    return "\n\n".join(_section(name) for name in group.commands)


def _section(name: str) -> str:
    os.environ["COLUMNS"] = _WIDTH
    shown = CliRunner().invoke(app, [name, "--help"], prog_name="verify", terminal_width=int(_WIDTH))
    if shown.exit_code:
        raise RuntimeError(f"verify {name} --help: {shown.output}")
    return f"## verify {name}\n\n```text\n{shown.output.rstrip()}\n```"
