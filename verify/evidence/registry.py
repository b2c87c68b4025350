"""The theorems that are installed: those of any package that declares the entry-point group ``verify.theorems``."""

from __future__ import annotations

import difflib
import importlib.util
import re
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from verify.evidence.store import code_digest
from verify.evidence.theorem import Theorem
from verify.model.errors import InputError

__all__ = ["GROUP", "Registered", "find_theorem", "list_theorems", "load_entry", "theorem"]

GROUP = "verify.theorems"


@dataclass(frozen=True)
class Registered:
    """A theorem's name and where it is: ``module:attribute``."""

    id: str
    place: str

    def load(self) -> Theorem:
        """Import the theorem.

        Raises
        ------
        InputError
            It cannot be imported, is no theorem, or calls itself otherwise.
        """
        return load_entry(self.id, self.place)

    @property
    def digest(self) -> str:
        """The digest of the code of its package, or of its module alone."""
        top = self.place.partition(":")[0].partition(".")[0]
        found = importlib.util.find_spec(top)
        if found is None or found.origin is None:
            return code_digest(top) if found is not None and found.submodule_search_locations else top
        if found.submodule_search_locations:
            return code_digest(top)
        return f"sha256:{sha256(Path(found.origin).read_bytes()).hexdigest()}"


def load_entry(name: str, place: str) -> Theorem:
    """Import ``module:attribute`` and return the theorem of that name."""
    try:
        found = EntryPoint(name, place, GROUP).load()
    except Exception as error:
        raise InputError(f"theorem {name}", "be importable", place, f"{type(error).__name__}: {error}.") from error
    if not isinstance(found, Theorem) or found.id != name:
        raise InputError(f"theorem {name}", "be a Theorem of that id", place)
    return found


def list_theorems() -> tuple[Registered, ...]:
    """Return what is registered, T2 before T10; nothing is imported.

    Raises
    ------
    InputError
        Two packages register the same id.
    """
    found = sorted({(entry.name, entry.value) for entry in entry_points(group=GROUP)}, key=_order)
    names = [name for name, _ in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        places = [place for name, place in found if name == twice]
        raise InputError(f"theorem {twice}", "be registered once", " and ".join(places))
    return tuple(Registered(name, place) for name, place in found)


def _order(entry: tuple[str, str]) -> tuple[list[tuple[int, str]], str]:
    pieces = re.findall(r"\d+|\D+", entry[0])
    return [(int(p), "") if p.isdigit() else (0, p) for p in pieces], entry[1]


def find_theorem(name: str) -> Registered:
    """Return the registered theorem of that id, in any case.

    Raises
    ------
    InputError
        There is none; the message names those that there are.
    """
    known = {entry.id.lower(): entry for entry in list_theorems()}
    if name.lower() in known:
        return known[name.lower()]
    ids = [entry.id for entry in known.values()]
    close = difflib.get_close_matches(name, ids, n=1)
    remedy = f"Did you mean {close[0]}?" if close else "`verify list` prints all of them."
    raise InputError("theorem", f"be one of {', '.join(ids) or 'those installed (none is)'}", name, remedy=remedy)


def theorem(name: str) -> Theorem:
    """Return the theorem of that id, imported."""
    return find_theorem(name).load()
