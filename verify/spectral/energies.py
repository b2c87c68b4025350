"""Energies that a decision left open, filled in from what is known of every law of a kernel; why others stay open.

``collapsed`` is the energy of the best collapsed law, ``best`` that of a law in hand, ``bound`` an upper bound over all
laws. Where collapse maximises all three are the collapsed energy; where nothing is decided a collapsed law is a law in
hand; where it is refuted a law in hand has more energy, or none is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from verify.model.verdict import Collapse, Energy, Num, View
from verify.spectral.outcome import Outcome
from verify.spectral.top_direction import LARGEST_DIMENSION

__all__ = ["KnownEnergies", "filled", "open_top", "unknown_energies"]

_MAXIMAL = {Collapse.ALL, Collapse.SOME}


@dataclass(frozen=True)
class KnownEnergies:
    """What is known of a kernel's laws, whatever was decided.

    Attributes
    ----------
    energy : Energy
        Of the best collapsed law, of a graph law in hand, and an upper bound over all laws.
    open : mapping of str
        For each of ``collapsed``, ``best``, ``bound`` that may be missing, why: the end of a sentence.
    """

    energy: Energy
    open: Mapping[str, str] = field(default_factory=dict)


def open_top(d: int, labels: int | None = None) -> str:
    """Say why the energy of the best collapsed law is open, as the end of a sentence; at most so many labels."""
    few = "" if labels is None else f", or more than {labels} labels"
    why = f"d > {LARGEST_DIMENSION}" if d > LARGEST_DIMENSION else f"the enclosure stayed too wide{few}"
    return f"it differs with the direction u of the collapsed law, and the maximum over u was not enclosed ({why})"


def unknown_energies(why: str) -> KnownEnergies:
    """Return that nothing is known, and why."""
    return KnownEnergies(Energy(), dict.fromkeys(vars(Energy()), why))


def filled(outcome: Outcome, known: KnownEnergies) -> Outcome:
    """Return an outcome with the energies that were open, and a sentence in its scope for each that still is.

    Examples
    --------
    >>> view = View.unknown("open")
    >>> found = filled(Outcome(view, view), KnownEnergies(Energy(), {"bound": "h is not bounded"}))
    >>> found.scope
    ('E bound is not given: h is not bounded.',)
    """
    views = [_filled(view, known.energy) for view in (outcome.graph_laws, outcome.all_laws)]
    missing = [name for name in vars(Energy()) if any(getattr(view.energy, name) is None for view in views)]
    sentences = tuple(f"E {name} is not given: {known.open[name]}." for name in missing if name in known.open)
    return replace(outcome, graph_laws=views[0], all_laws=views[1], scope=(*outcome.scope, *sentences))


def _filled(view: View, known: Energy) -> View:
    given = view.energy
    collapsed = given.collapsed or known.collapsed
    if view.collapse in _MAXIMAL:
        return replace(view, energy=Energy(collapsed, given.best or collapsed, given.bound or collapsed))
    best = given.best or known.best
    if view.collapse is Collapse.UNKNOWN:
        best = _larger(_larger(given.best, known.best), collapsed)
    elif given.best is None and best is not None and collapsed is not None and not best.ball > collapsed.ball:
        best = None  # the refutation found no such law by itself
    return replace(view, energy=Energy(collapsed, best, given.bound or known.bound))


def _larger(a: Num | None, b: Num | None) -> Num | None:
    """Return the number that is surely as large, a unless that is b."""
    if a is None or b is None:
        return a or b
    return b if b.ball > a.ball else a
