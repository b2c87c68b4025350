"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from verify.model.errors import InputError

__all__ = ["check_target", "replace_file", "write_file"]


def check_target(argument: str, path: Path, *, make_folder: bool = False) -> None:
    """Refuse, before the work is done, what could not be written.

    Parameters
    ----------
    argument : str
        The option that names the file.
    path : Path
    make_folder : bool, optional
        Whether a folder that is missing is made.

    Raises
    ------
    InputError
        No name, or one that no file can have; a folder; or a file in a folder that does not exist, or cannot be made.
    """
    if not path.name.strip():
        raise InputError(argument, "name a file", repr(str(path)))
    try:
        folder = path.is_dir()
    except OSError as error:  # a name that no file can have
        raise InputError(argument, "name a file", str(path), f"{error.strerror}.") from None
    if folder:
        raise InputError(argument, "be a file", f"the folder {path}")
    if make_folder:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(argument, "be in a folder that can be made", str(path), f"{error.strerror}.") from None
    if not path.absolute().parent.is_dir():
        raise InputError(argument, "be in a folder that exists", str(path))


def replace_file(path: Path, content: bytes) -> None:
    """Write a file beside its place and move it there: who is killed, or has no space, leaves the old one as it was.

    Parameters
    ----------
    path : Path
        In a folder that exists. Of a link the target is replaced; a file keeps its permissions; what is no file, a
        device or a pipe, is written to as it is.
    content : bytes

    Raises
    ------
    OSError
        It cannot be written; what was begun is taken away.
    """
    path = Path(os.path.realpath(path))
    mode = path.stat().st_mode if path.exists() else None
    if mode is not None and not stat.S_ISREG(mode):
        with path.open("wb") as device:
            device.write(content)
        return
    writing = path.with_name(f".writing-{secrets.token_hex(8)}")
    try:
        with writing.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            writing.chmod(stat.S_IMODE(mode))
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
