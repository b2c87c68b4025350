"""The shipped examples: kernel files and model configs that every run decides and that have names."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from verify.model.errors import InputError

__all__ = ["Example", "examples_folder", "find_example", "list_examples", "suggestion"]

_KERNEL_ENDINGS = (".kernel.json", ".kernel.toml")
_CONFIG_ENDINGS = (".json", ".toml")
#: The folders of shipped examples; beside them the repository holds a project that uses the package.
_SHIPPED = ("kernels", "configs")


@dataclass(frozen=True)
class Example:
    """A shipped file: a kernel (``kind`` "kernel") or a model config (``kind`` "config").

    Attributes
    ----------
    name : str
        What ``verify kernel NAME`` calls it: the file's name without its endings.
    kind : str
        ``kernel`` or ``config``.
    path : Path
        Where the file lies.
    """

    name: str
    kind: str
    path: Path


@cache
def examples_folder() -> Path | None:
    """Return the folder of the shipped examples: in the package, else in the repository."""
    package = Path(str(resources.files("verify")))
    for folder in (package / "_examples", package.parent / "examples"):
        if folder.is_dir():
            return folder
    return None


def list_examples(folder: Path | None = None) -> tuple[Example, ...]:
    """Return the examples of a folder, by default the shipped ones: kernels first, each kind by name."""
    root = folder or examples_folder()
    if root is None:
        return ()
    found = _examples_below(root)
    if folder is None:
        found = (example for example in found if example.path.relative_to(root).parts[0] in _SHIPPED)
    return tuple(sorted(found, key=lambda example: (example.kind != "kernel", example.name)))


def _examples_below(folder: Path) -> Iterator[Example]:
    for path in sorted(folder.rglob("*")):
        kernel = next((end for end in _KERNEL_ENDINGS if path.name.endswith(end)), None)
        config = (
            path.suffix if path.suffix in _CONFIG_ENDINGS and "configs" in path.relative_to(folder).parts[:-1] else None
        )
        if path.is_file() and (kernel or config):
            ending = kernel or config or ""
            yield Example(path.name[: -len(ending)], "kernel" if kernel else "config", path)


def find_example(name: str, folder: Path | None = None) -> Example:
    """Return the example of that name.

    Raises
    ------
    InputError
        No example has the name; the message names the nearest ones.
    """
    known = {example.name: example for example in list_examples(folder)}
    if name in known:
        return known[name]
    remedy = suggestion(name, folder) or "`verify list` prints all names."
    raise InputError("FILE", "be an existing file or the name of a shipped kernel or config", name, remedy=remedy)


def suggestion(name: str, folder: Path | None = None) -> str:
    """Return ``Did you mean ...?`` with the names nearest to a mistyped one, or nothing; file endings do not count."""
    ending = next((end for end in (*_KERNEL_ENDINGS, *_CONFIG_ENDINGS) if name.endswith(end)), "")
    names = [example.name for example in list_examples(folder)]
    close = difflib.get_close_matches(name.removesuffix(ending), names, n=2, cutoff=0.6)
    return f"Did you mean {' or '.join(close)}?" if close else ""
