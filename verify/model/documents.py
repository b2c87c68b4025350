"""Kernel files and other documents: JSON and TOML read strictly, each fault named."""

from __future__ import annotations

import csv
import json
import math
import os
import tomllib
import zipfile
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from verify.model.errors import InputError

__all__ = ["decoded", "parse_document", "read_document", "read_table"]

MAX_BYTES = 256 * 2**20


#: What an empty file is asked to hold, and where such a thing comes from.
_SOURCES = {
    "a kernel": "`verify new factor` prints a starter file.",
    "a certificate": "`verify kernel NAME --json` prints a verdict that carries one.",
}


def parse_document(text: str, where: str, *, toml: bool = False, holding: str = "a kernel") -> dict[str, Any]:
    """Parse one JSON (or TOML) object; duplicate keys, NaN and infinity are errors.

    Parameters
    ----------
    text : str
        The document.
    where : str
        How it is called in messages.
    toml : bool
        Whether it is TOML.
    holding : str
        "a kernel" or "a certificate": what it should hold.

    Raises
    ------
    InputError
        Empty text, text that does not parse, a document that is not an object, a duplicate key, a non-finite number.
    """
    if not text.strip():
        raise InputError(where, f"hold {holding}", "an empty file", remedy=_SOURCES[holding])

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise InputError(
                    f"{where}: {key}", "occur once", "a duplicate key", "Only one of the two would be read."
                )
            found[key] = value
        return found

    def refuse(token: str) -> float:
        raise InputError(
            where,
            "hold finite numbers",
            token,
            "No eigenvalue is computed from it.",
            "Write a mask as k = 0.",
        )

    def finite(token: str) -> float:
        return float(token) if math.isfinite(float(token)) else refuse(token)

    try:
        if toml:
            document: Any = tomllib.loads(text, parse_float=finite)
        else:
            document = json.loads(text, object_pairs_hook=unique, parse_constant=refuse, parse_float=finite)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(where, f"be valid {'TOML' if toml else 'JSON'}", str(error)) from None
    except RecursionError:
        raise InputError(where, "be nested less deeply", "a document nested beyond the parser's limit") from None
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(where, "hold numbers of reasonable length", "an integer of more than 4300 digits") from error
    if not isinstance(document, dict):
        raise InputError(where, "hold one object {...}", type(document).__name__)
    return document


def read_document(path: str | Path, *, holding: str = "a kernel") -> dict[str, Any]:
    """Read a JSON file (or TOML, by its ending) as one object; ``holding`` as in :func:`parse_document`.

    Raises
    ------
    InputError
        A missing file, a directory, an unreadable encoding, or any fault of :func:`parse_document`.
    """
    path = Path(path)
    return parse_document(_text(path), str(path), toml=path.suffix == ".toml", holding=holding)


def _text(path: Path) -> str:
    try:
        if path.is_dir():
            raise InputError(str(path), "be a file", "a directory")
        # Without waiting, a pipe that nobody writes to is an empty file; one that is written to is read to its end.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            if hasattr(os, "set_blocking"):
                os.set_blocking(handle, True)
            return decoded(file, str(path))
    except OSError as error:
        raise InputError(str(path), "be readable", error.strerror or type(error).__name__) from None


def decoded(file: BinaryIO, where: str) -> str:
    """Return the text of an open file, read as far as a document may be long: a device has no end.

    Raises
    ------
    InputError
        More than ``MAX_BYTES``, or not UTF-8.
    """
    content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise InputError(where, f"be at most {MAX_BYTES // 2**20} MiB", "more")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = f"byte {error.object[error.start]:#x} at offset {error.start}"
        raise InputError(where, "be UTF-8 text", place) from None


def read_table(path: str | Path, array: str | None = None) -> list[Any]:
    """Read a table from a CSV file (exact strings) or one array of an NPZ file (exact binary values).

    Raises
    ------
    InputError
        An unreadable file, a missing or ambiguous array name, an array of objects.
    """
    path = Path(path)
    if path.suffix == ".csv":
        rows = [row for row in csv.reader(_text(path).splitlines()) if row]
        return [[cell.strip() for cell in row] for row in rows]
    if path.suffix != ".npz":
        raise InputError(str(path), "end in .csv or .npz", path.suffix or "no ending")
    try:
        with np.load(path, allow_pickle=False) as archive:
            names = list(archive.files)
            if array is None and len(names) != 1:
                raise InputError(
                    str(path),
                    "hold one array, or be named with one",
                    names,
                    remedy='Give {"file": ..., "array": ...}.',
                )
            table = archive[array or names[0]]
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(str(path), "be a readable NPZ archive", str(error)) from None
    if table.dtype.kind not in "iuf":
        raise InputError(str(path), "hold numbers", f"dtype {table.dtype}")
    values: list[Any] = table.tolist()
    return values
