"""The command ``verify``."""

from __future__ import annotations

import contextlib
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; the exit status is that of the command."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        from verify.cli.app import app

        app(prog_name="verify")
    except KeyboardInterrupt:
        sys.exit(130)
