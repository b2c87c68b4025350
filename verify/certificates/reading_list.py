"""What of the checker one certificate needs: the passages that an auditor of this certificate has to read.

The checker as a whole is longer than the part of it that any single certificate runs through. Its functions are
watched while it checks; what was not called took no part in the answer. What the modules of the others hold besides
functions, their heads with the mathematics, tables and constants, is read too.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from verify.certificates.checker import Report
from verify.certificates.recheck import recheck

__all__ = ["Passage", "reading_list"]

_ROOM = Path(__file__).parent
_PARTS = (_ROOM / "checker", _ROOM / "three_point")


@dataclass(frozen=True, order=True)
class Passage:
    """Some lines of a module of the checker.

    Parameters
    ----------
    module : str
        Path below ``verify/certificates``.
    first, last : int
        Lines, both included.
    name : str
        The function or ``Class.method``; empty for text outside of functions.
    """

    module: str
    first: int
    last: int
    name: str

    @property
    def lines(self) -> int:
        """How many lines these are."""
        return self.last - self.first + 1


def reading_list(certificate: Mapping[str, Any]) -> tuple[Report, tuple[Passage, ...]]:
    """Check a certificate; return the answer and the passages of the checker that it rests on.

    Parameters
    ----------
    certificate : mapping
        Plain JSON.

    Returns
    -------
    report : Report
        As of :func:`verify.certificates.recheck.recheck`.
    passages : tuple of Passage
        In the order of modules and lines: functions that were called, whole, and all that their modules hold outside
        of functions. Of python-flint and NumPy, on which three-point bounds rest, nothing is listed.

    Notes
    -----
    Values that functions keep are forgotten before: a function whose value was kept would not be called.

    Examples
    --------
    >>> report, passages = reading_list({"schema": 1})
    >>> report.accepted
    False
    >>> [passage.name for passage in passages if passage.module.endswith("certificate.py") and passage.name]
    ['_proved', 'check']
    """
    called: set[tuple[str, int]] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    _forget()
    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        report = recheck(certificate)
    finally:
        sys.setprofile(before)
    found: set[Passage] = set()
    makers: set[str] = set()
    for name, line in called:
        path = Path(name)
        if any(part in path.parents for part in _PARTS):
            found |= {p for p in _passages(path) if not p.name or p.first <= line <= p.last}
            makers |= _makers(path)
    sources = (path for part in _PARTS for path in part.rglob("*.py"))
    found |= {p for path in sources for p in _passages(path) if p.name.removesuffix(".__init__") in makers}
    return report, tuple(sorted(found))


def _forget() -> None:
    """Clear what the checker's functions keep between certificates."""
    for module in list(sys.modules.values()):
        if any(part in Path(getattr(module, "__file__", None) or "").parents for part in _PARTS):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


@cache
def _makers(path: Path) -> frozenset[str]:
    """Return the functions and classes that make the constants of a module: they were called when it was loaded."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    outside: list[ast.AST] = [node for node in body if not isinstance(node, ast.FunctionDef)]
    found: set[str] = set()
    while outside:
        node = outside.pop()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found.add(node.func.id)
        outside += [x for x in ast.iter_child_nodes(node) if not isinstance(x, ast.Lambda | ast.FunctionDef)]
    return frozenset(found)


@cache
def _passages(path: Path) -> list[Passage]:
    """Return the functions of a module and the methods of its classes, and the text between them without imports."""
    module, text = path.relative_to(_ROOM).as_posix(), path.read_text(encoding="utf-8")
    found: list[Passage] = []
    rest: list[Passage] = []
    for node in ast.parse(text).body:
        owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for part in node.body if isinstance(node, ast.ClassDef) else [node]:
            first = min([part.lineno, *(d.lineno for d in getattr(part, "decorator_list", []))])
            last = part.end_lineno or first
            if isinstance(part, ast.FunctionDef):
                found.append(Passage(module, first, last, owner + part.name))
            elif not isinstance(part, ast.Import | ast.ImportFrom):
                rest.append(Passage(module, first, last, ""))
    return found + _joined(rest, text.splitlines())


def _joined(passages: list[Passage], lines: list[str]) -> list[Passage]:
    """Return the passages with those joined between which there are blank lines alone."""
    joined: list[Passage] = []
    for p in passages:
        if joined and not any(line.strip() for line in lines[joined[-1].last : p.first - 1]):
            p = Passage(p.module, joined.pop().first, p.last, "")  # noqa: PLW2901 - it grows to the front
        joined.append(p)
    return joined
