"""Finished results on disk, keyed by the code and the parameters that made them, written atomically."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from verify.model.canonical import canonical_json, digest
from verify.model.errors import InputError
from verify.model.files import replace_file

__all__ = ["Store", "code_digest", "key_of"]

#: Distributions whose version can change a result.
_ENGINES = ("cvxpy", "numpy", "python-flint", "scipy", "sympy")


@cache
def code_digest(package: str = "verify") -> str:
    """Return ``sha256:<hex>`` of a package's code (not its examples) and of the versions it uses."""
    root = Path(str(resources.files(package)))
    hasher = sha256()
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        if path.suffix in {".py", ".json"} and path.is_file() and inside.parts[0] != "_examples":
            hasher.update(f"{inside.as_posix()}\0{path.stat().st_size}\0".encode())
            hasher.update(path.read_bytes())
    for name in _ENGINES:
        with contextlib.suppress(PackageNotFoundError):
            hasher.update(f"{name}\0{version(name)}\0".encode())
    hasher.update(f"python\0{sys.version_info[:3]}".encode())
    return f"sha256:{hasher.hexdigest()}"


def key_of(parameters: Mapping[str, Any], code: str | None = None) -> str:
    """Return the key of a result: the digest of the code and of the parameters that it is a function of.

    Examples
    --------
    >>> key_of({"n": 1}, "code") == key_of({"n": 1}, "code") != key_of({"n": 2}, "code")
    True
    """
    return digest({"code": code or code_digest(), "parameters": dict(parameters)})


class Store:
    """A folder of finished results.

    Parameters
    ----------
    folder : Path
        Made if it does not exist. A new one ignores itself in git.

    Raises
    ------
    InputError
        The folder cannot be made or written.

    Notes
    -----
    A result is written to a temporary file, forced to disk and renamed: whoever is killed leaves whole files
    only. Each file holds the digest of its result; a damaged one counts as missing.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not any(folder.iterdir()):  # a folder of other things is not hidden from git
                (folder / ".gitignore").write_text("*\n", encoding="utf-8")
        except OSError as error:
            raise InputError("--store", "be a folder that can be written", str(folder), error.strerror or "") from None

    def _path(self, key: str) -> Path:
        return self.folder / f"{key.removeprefix('sha256:')}.json"

    def get(self, key: str) -> dict[str, Any] | None:
        """Return the finished result of a key; None if there is none, or if its file is damaged."""
        try:
            entry = json.loads(self._path(key).read_text(encoding="utf-8"))
            result = entry["result"]
            intact = entry["key"] == key and entry["digest"] == digest(result)
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return result if intact and isinstance(result, dict) else None

    def put(self, key: str, result: Mapping[str, Any]) -> None:
        """Keep a finished result; it replaces an earlier one of the same key at once or not at all.

        Raises
        ------
        InputError
            The result cannot be written (a full disk); earlier results stay.
        """
        text = canonical_json({"key": key, "digest": digest(result), "result": result})
        try:
            replace_file(self._path(key), text.encode())
        except OSError as error:
            why = f"{error.strerror or type(error).__name__}."
            remedy = "What was finished before is kept; free space and run again."
            raise InputError("--store", "be a folder that can be written", str(self.folder), why, remedy) from None
