"""``verify new``: commented kernel files to start from."""

from __future__ import annotations

import difflib
import tomllib
from importlib import resources
from typing import Annotated

import typer

from verify.cli._options import AsJson
from verify.cli.output import emit_json, write
from verify.model.errors import InputError
from verify.model.kernels import FAMILIES

__all__ = ["STARTERS", "new_command", "starter"]

#: What there is a starter file for: each family of kernels, and a model config.
STARTERS = (*FAMILIES, "config")


def starter(family: str) -> str:
    """Return the commented TOML file to start from.

    Raises
    ------
    InputError
        There is none for that name.
    """
    if family not in STARTERS:
        close = difflib.get_close_matches(family, STARTERS, n=1)
        raise InputError(
            "FAMILY",
            f"be one of {', '.join(STARTERS)}",
            family,
            remedy=f"Did you mean {close[0]}?" if close else "",
        )
    return (resources.files("verify.cli") / "starters" / f"{family}.toml").read_text(encoding="utf-8")


def new_command(
    family: Annotated[str, typer.Argument(metavar="FAMILY", help=f"One of {', '.join(STARTERS)}.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Print a commented starter file, in TOML: verify new factor > my.kernel.toml."""
    text = starter(family)
    if as_json:
        emit_json(tomllib.loads(text))
    else:
        write(text)
