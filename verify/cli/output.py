"""Where the commands write: results to standard output, messages to standard error, each in one piece."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import RenderableType

from verify.model.errors import InputError
from verify.report import console_for, plain

__all__ = ["BROKEN_PIPE", "complain", "emit_json", "fault", "internal_error", "note", "show", "waiting", "write"]

#: The exit status of who writes into a pipe that nobody reads, as the shell counts it.
BROKEN_PIPE = 141


def write(text: str) -> None:
    """Write text to standard output; a reader that has gone ends the command quietly.

    Raises
    ------
    typer.Exit
        With status 141 where the pipe is broken.
    """
    with _writable_output():
        sys.stdout.write(text)
        sys.stdout.flush()


@contextmanager
def _writable_output() -> Iterator[None]:
    """End the command where standard output takes nothing more; what is still buffered goes nowhere."""
    try:
        yield
    except OSError as error:
        with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123 - a device, not a path of the user's
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(BROKEN_PIPE) from None
        raise InputError("standard output", "be writable", error.strerror or type(error).__name__) from None


def show(*renderables: RenderableType) -> None:
    """Write tables and texts to standard output, without trailing spaces."""
    console = console_for(sys.stdout)
    with _writable_output(), console.capture() as captured:
        for renderable in renderables:
            console.print(renderable)
    lines = captured.get().split("\n")
    write("\n".join(lines if console.is_terminal else (line.rstrip() for line in lines)))


def emit_json(data: object) -> None:
    """Write plain data to standard output as JSON in ASCII."""
    write(json.dumps(data, indent=1, allow_nan=False) + "\n")


def fault(error: object, message: str = "") -> dict[str, str]:
    """Return a fault as plain data: its sentence, and of bad input argument, condition, value, reason and remedy."""
    parts = ("argument", "condition", "got", "why", "remedy") if isinstance(error, InputError) else ()
    return {"error": message or str(error), **{part: getattr(error, part) for part in parts}}


def complain(message: object) -> None:
    """Write one line about a fault to standard error."""
    note(f"verify: {plain(message)}")


def note(message: object) -> None:
    """Write one line to standard error."""
    typer.echo(plain(message), err=True)


def internal_error(error: BaseException, *, debug: bool, trace: str = "") -> None:
    """Report an internal error on standard error: one line, or the whole traceback for debugging."""
    if debug:
        typer.echo(trace or "".join(traceback.format_exception(error)), err=True)
    complain(
        f"internal error: {type(error).__name__}: {error}. This is a defect of the program, not of the "
        "input: please report it with the input file and the output of `verify --debug ...`."
    )


@contextmanager
def waiting(message: str) -> Iterator[None]:
    """Show a spinner on standard error while a computation runs, on a terminal only."""
    if not sys.stderr.isatty():
        yield
        return
    with console_for(sys.stderr).status(plain(message)):
        yield
