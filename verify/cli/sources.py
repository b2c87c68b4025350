"""What the user names on the command line: a file, a shipped example, standard input or a formula."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from verify.encodings.loading import load_kernel
from verify.encodings.variants import ModelConfig
from verify.evidence import find_example, list_examples
from verify.evidence.examples import suggestion
from verify.model.documents import decoded, parse_document, read_document
from verify.model.errors import InputError
from verify.model.kernels import Kernel

__all__ = ["formula_document", "load_source", "read_document_or_input", "read_standard_input"]

STANDARD_INPUT = "-"
_ENDINGS = (".json", ".toml")
_STDIN = "standard input"


def load_source(source: str, positions: int | None = None) -> Kernel | ModelConfig:
    """Return the kernel or model config that FILE, NAME or ``-`` stands for; an existing file beats a name.

    Raises
    ------
    InputError
        Neither a file nor a name, or any fault of the file.
    """
    if source == STANDARD_INPUT:
        return load_kernel(read_standard_input(), positions)
    if not source.strip():  # Path("") would be this folder
        raise InputError("FILE or NAME", "name a kernel", repr(source), remedy="verify list shows the names.")
    path = Path(source)
    try:
        path.exists()
    except OSError as error:  # a name that no file can have
        raise InputError(source, "be readable", error.strerror or type(error).__name__) from None
    if path.is_file() or (path.exists() and not path.is_dir()):
        return load_kernel(path, positions)
    if len(path.parts) != 1 or (path.is_dir() and not _is_name(source)):
        return load_kernel(path, positions)
    if path.suffix in _ENDINGS and not _is_name(source):
        raise InputError(source, "be readable", "No such file or directory", remedy=suggestion(source))
    return load_kernel(find_example(source).path, positions)


def _is_name(source: str) -> bool:
    return any(example.name == source for example in list_examples())


def read_standard_input(*, holding: str = "a kernel") -> dict[str, Any]:
    """Return the document on standard input: JSON, or TOML if it is not JSON; ``holding`` is what it should hold.

    Raises
    ------
    InputError
        Not UTF-8, empty, or neither.
    """
    text = decoded(sys.stdin.buffer, _STDIN)
    return parse_document(text, _STDIN, toml=_is_toml(text), holding=holding)


def read_document_or_input(source: str, *, holding: str = "a kernel") -> dict[str, Any]:
    """Return the document of a file, or of standard input for ``-``; ``holding`` is what it should hold."""
    return read_standard_input(holding=holding) if source == STANDARD_INPUT else read_document(source, holding=holding)


def _is_toml(text: str) -> bool:
    """Whether text can only be TOML; JSON that is no object is JSON, and refused later."""
    if text.lstrip().startswith("{"):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return True
    return False


def formula_document(formula: str, d: int | None, labels: str | None) -> dict[str, Any]:
    """Return the document of an expression kernel given by options.

    Parameters
    ----------
    formula : str
        h in x1..xd, y1..yd (dot(x, y) allowed) and the label variables.
    d : int
        Content dimension.
    labels : str
        A label law as JSON, or the bare name of one without fields (``circle``).

    Raises
    ------
    InputError
        A missing option, or labels that are not JSON.
    """
    if d is None:
        raise InputError("--d", "be given with --formula", "nothing", "It is the dimension of the contents x and y.")
    if labels is None:
        raise InputError("--labels", "be given with --formula", "nothing", remedy="For example --labels circle.")
    law = {"kind": labels} if labels.isalpha() else parse_document(labels, "--labels")
    return {"family": "expression", "d": d, "labels": law, "h": formula}
