"""Checkpoints: arrays and plain data in one NPZ file, written whole or not at all."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from verify.model.errors import InputError
from verify.model.files import write_file

__all__ = ["read_arrays", "write_arrays"]

Array = np.ndarray[Any, Any]
_HEADER = "header"


def write_arrays(path: Path, header: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Write plain data and arrays to an NPZ file, atomically: who is killed leaves the old file or the new one.

    Parameters
    ----------
    path : Path
    header : mapping
        Plain data (JSON; NaN and infinity allowed).
    arrays : mapping of str to ndarray
        Numbers only.

    Raises
    ------
    InputError
        The file cannot be written.
    """
    text = np.frombuffer(json.dumps(dict(header)).encode(), dtype=np.uint8)
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **{_HEADER: text, **arrays})
    write_file(path, buffer.getvalue())


def read_arrays(path: Path) -> tuple[dict[str, Any], dict[str, Array]]:
    """Return the plain data and the arrays of a file of :func:`write_arrays`.

    Raises
    ------
    InputError
        No such file, or not such a file.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        header = json.loads(arrays.pop(_HEADER).tobytes().decode())
    except OSError as error:
        raise InputError(str(path), "be a file that can be read", error.strerror or str(error)) from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise InputError(
            str(path), "be a whole NPZ file of a flow", type(error).__name__, "", "Delete it, and run again."
        ) from None
    return header, arrays
