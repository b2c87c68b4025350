"""T6: which law the search finds best along beta, d = 2 and 3: numeric, with the places where the winner changes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from verify.evidence.claims import Claim, Evidence, measured
from verify.model.kernels import FactorKernel, read_kernel
from verify.model.verdict import Status
from verify.optimize.continuation import Phases, phase_diagram

__all__ = ["PHASES", "PHASE_MUTANTS", "ordered_phases"]

#: Label nodes: the transitions move up with n (1.5989, 1.6010, 1.6032 for n = 48, 64, 128 at d = 2).
_NODES = 64
_BETAS = (0.5, 1.0, 1.5, 1.58, 1.65, 2.0, 3.0, 4.0)
_TOLERANCE = 1e-3
#: Seconds for a search over beta, which takes about five of a processor.
_PATIENCE = 240.0


def ordered_phases(d: int, names: str, changes: Sequence[Sequence[str]], betas: Sequence[float] = _BETAS) -> Evidence:
    """Search at each beta and say whether the winners come in this order, each change inside its bracket.

    Parameters
    ----------
    d : int
    names : str
        Names in the order of beta, separated by commas.
    changes : sequence of (low, high)
        Where the second and each later one takes over.
    betas : sequence of float
        Where the search runs.
    """
    kernel = read_kernel(
        {"family": "factor", "d": d, "profile": {"usa": 1}, "k": "cos(xi - zeta)", "labels": {"kind": "circle"}}
    )
    assert isinstance(kernel, FactorKernel)
    phases = phase_diagram(kernel, betas, _NODES, tolerance=_TOLERANCE)
    found = [name for name, _ in groupby(name for _, name, _ in phases.winners)]
    how = (
        f"Best of all starts at {len(betas)} values of beta, {_NODES} label nodes, seed 0: {', '.join(found)}; "
        f"changes at {', '.join(f'{beta:.4g}' for beta in phases.transitions) or 'none'}, to {_TOLERANCE:g}."
    )
    details = {"phases": [_plain(phases)]}
    if not phases.transitions:  # a search that sees one law alone speaks neither for nor against
        return Evidence(Status.UNKNOWN, how, details)
    holds = found == names.split(", ") and len(changes) == len(phases.transitions)
    holds = holds and all(
        float(low) < beta < float(high) for beta, (low, high) in zip(phases.transitions, changes, strict=True)
    )
    return measured(how, details, agrees=holds)


def _plain(phases: Phases) -> dict[str, Any]:
    """Return what the picture needs."""
    winners = [{"beta": beta, "name": name} for beta, name, _ in phases.winners]
    return {"d": phases.d, "winners": winners, "transitions": list(phases.transitions)}


PHASES = (
    Claim(
        "phases-plane",
        "$d = 2$: along $\\beta$ the best law found is the great circle, then, from about $1.60$ on, the horseshoe.",
        ordered_phases,
        Status.NUMERIC,
        {"d": 2, "names": "great circle, horseshoe", "changes": [["1.59", "1.61"]]},
        timeout=_PATIENCE,
    ),
    Claim(
        "phases-space",
        "$d = 3$: it is the great circle, a latitude circle from about $1.545$ on, the horseshoe from about $1.61$ on.",
        ordered_phases,
        Status.NUMERIC,
        {"d": 3, "names": "great circle, latitude circle, horseshoe", "changes": [["1.54", "1.55"], ["1.60", "1.62"]]},
        timeout=_PATIENCE,
    ),
)

PHASE_MUTANTS = (
    Claim(
        "great-circle-to-the-threshold",
        "$d = 2$: the great circle is the best law found up to $1.78$, where it ceases to be a local maximum.",
        ordered_phases,
        Status.REFUTED,
        {"d": 2, "names": "great circle, horseshoe", "changes": [["1.78", "1.79"]], "betas": [1.5, 1.7, 1.9]},
        timeout=_PATIENCE,
    ),
)
