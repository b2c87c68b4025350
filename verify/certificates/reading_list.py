"""What of the checker one certificate needs: the passages that an auditor of this certificate has to read.

The checker as a whole is longer than the part of it that any single certificate runs through. Its functions are
watched while it checks; what was not called took no part in the answer.
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
        The function or ``Class.method``; empty for the text at the head of the module, which states its mathematics.
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
        In the order of modules and lines: functions that were called, whole, and the heads of their modules. Of
        python-flint and NumPy, on which three-point bounds rest, nothing is listed.

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

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        report = recheck(certificate)
    finally:
        sys.setprofile(before)
    found: set[Passage] = set()
    for name, line in called:
        path = Path(name)
        if any(part in path.parents for part in _PARTS):
            head, *functions = _passages(path)
            found |= {head, *(p for p in functions if p.first <= line <= p.last)}
    return report, tuple(sorted(found))


@cache
def _passages(path: Path) -> list[Passage]:
    """Return the head of a module, then its functions and the methods of its classes, decorators included."""
    module, tree = path.relative_to(_ROOM).as_posix(), ast.parse(path.read_text(encoding="utf-8"))
    found = [Passage(module, 1, tree.body[0].end_lineno or 1, "")]
    for node in tree.body:
        owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for part in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(part, ast.FunctionDef):
                first = min([part.lineno, *(decorator.lineno for decorator in part.decorator_list)])
                found.append(Passage(module, first, part.end_lineno or first, owner + part.name))
    return found
