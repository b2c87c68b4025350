"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from verify.model.errors import InputError

__all__ = ["replace_file", "write_file"]


def replace_file(path: Path, content: bytes) -> None:
    """Write a file beside its place and move it there: who is killed, or has no space, leaves the old one as it was.

    Parameters
    ----------
    path : Path
        In a folder that exists.
    content : bytes

    Raises
    ------
    OSError
        It cannot be written; what was begun is taken away.
    """
    writing = path.with_name(f".writing-{secrets.token_hex(8)}")
    try:
        with writing.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        writing.replace(path)
    except BaseException:
        writing.unlink(missing_ok=True)
        raise


def write_file(path: Path, content: bytes) -> None:
    """Write a file that the user named, as :func:`replace_file` does.

    Raises
    ------
    InputError
        It cannot be written.
    """
    try:
        replace_file(path, content)
    except OSError as error:
        raise InputError(str(path), "be a file that can be written", error.strerror or str(error)) from None
