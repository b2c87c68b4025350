"""The command ``verify``."""

from __future__ import annotations

import contextlib
import os
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; the exit status is that of the command."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - for the whole process
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    if sys.argv[1:2] == ["maximise"]:  # its products are small: two threads wait for each other
        from verify.evidence.threads import one_thread

        one_thread()
    try:
        from verify.cli.app import app

        app(prog_name="verify")
    except KeyboardInterrupt:
        sys.exit(130)
