"""Which field is used for how many particles, and the memory that a run will take: both known before it starts.

Overview
--------
All pairs cost m^2/2 exponentials, expansions m times their degree (d = 2) or degree squared (d = 3). The measured
crossings are m = 280 for d = 2, and m = 350 + 0.6 L^2 for d = 3 with L the degree. As particles merge, m falls, and
the choice is made again. Expansions have an absolute error of rounding size in every velocity, where all pairs have a
relative one: a step longer than tolerance/rounding is refused by the integrator and taken with all pairs.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from verify.model.errors import InputError
from verify.particles.couplings import LARGEST_TABLE
from verify.particles.expansion import expand
from verify.particles.field_dense import DenseField
from verify.particles.field_harmonic import CircleField, SphereField
from verify.particles.system import Field, System
from verify.particles.tiles import largest_block

__all__ = ["WORKING_STATES", "Backend", "BackendName", "available_memory", "choose_backend", "needed_memory"]

Array = np.ndarray[Any, Any]
BackendName = Literal["auto", "dense", "harmonic", "general"]

#: Truncation error of expansions relative to max |g'|.
TRUNCATION = 1e-12
#: States of all particles that a step works with.
WORKING_STATES = 36


@dataclass(frozen=True)
class Backend:
    """The field of a run, and why.

    Attributes
    ----------
    name : "dense", "harmonic" or "general"
    particles : int
        Distinct particles for which it was chosen.
    degree : int or None
        Of the expansion, for ``harmonic``.
    truncation : float or None
        Bound on the truncation error of velocities, relative to max |f'|.
    precision : "float64" or "float32"
    workers : int
    reason : str
    """

    name: str
    particles: int
    degree: int | None
    truncation: float | None
    precision: str
    workers: int
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def choose_backend(
    system: System,
    particles: int,
    *,
    asked: BackendName = "auto",
    precision: str = "float64",
    workers: int = 1,
) -> tuple[Backend, Field]:
    """Return the backend for a number of particles, and its field.

    Parameters
    ----------
    system : System
    particles : int
        Distinct particles.
    asked : "auto", "dense", "harmonic" or "general"
        A backend that cannot serve the kernel is refused.
    precision : "float64" or "float32"
        float32 is for all pairs only.
    workers : int

    Raises
    ------
    InputError
        The backend asked for does not apply; the reason says why.
    """
    if asked not in {"auto", "dense", "harmonic", "general"}:
        raise InputError("backend", "be auto, dense, harmonic or general", asked)
    if system.general is not None:
        if asked in {"dense", "harmonic"}:
            raise InputError("backend", "be general for this kernel", asked, "It is no function of <x, y> alone.")
        if precision == "float32":
            raise InputError("precision", "be float64 for this kernel", precision)
        reason = "the kernel is no function of <x, y> alone"
        return Backend("general", particles, None, None, precision, 1, reason), system.general
    if asked == "general":
        raise InputError("backend", "be auto, dense or harmonic for this kernel", asked)
    why_not, crossing, degree = _harmonic(system, precision)
    if asked == "harmonic" and why_not:
        raise InputError("backend", "apply to this kernel", asked, why_not)
    if not why_not and (asked == "harmonic" or (asked == "auto" and particles >= crossing)):
        assert system.profile is not None
        expansion = expand(system.profile, TRUNCATION)
        assert expansion is not None
        chosen = CircleField if system.d == 2 else SphereField
        reason = "asked for" if asked == "harmonic" else f"{particles} particles, expansions pay from {crossing}"
        found = Backend("harmonic", particles, degree, TRUNCATION, precision, workers, reason)
        return found, chosen(expansion, system.coupling, workers)
    assert system.profile is not None
    reason = "asked for" if asked == "dense" else why_not or f"{particles} particles, expansions pay from {crossing}"
    field = DenseField(system.profile, system.coupling, workers)
    return Backend("dense", particles, None, None, precision, workers, reason), field


def _harmonic(system: System, precision: str) -> tuple[str, int, int]:
    """Return why expansions do not apply, or nothing with the crossing and the degree."""
    assert system.profile is not None
    if precision == "float32":
        return "Expansions are for float64.", 0, 0
    if system.d not in (2, 3):
        return f"Expansions are for d = 2 and 3, not {system.d}.", 0, 0
    if system.coupling is not None and system.coupling.features is None:
        return "The factor k has no low rank over these labels.", 0, 0
    expansion = expand(system.profile, TRUNCATION)
    if expansion is None:
        return "The profile's expansion is too long.", 0, 0
    degree = expansion.degree
    return "", 280 if system.d == 2 else int(350 + 0.6 * degree**2), degree


def available_memory() -> int:
    """Return half of the machine's memory in bytes: what a run may take unless told otherwise."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):  # not on every system
        return 2**32


def needed_memory(n: int, d: int, *, records: int, gauge: bool, labels: int, workers: int = 1) -> int:
    """Return the bytes that a run of n particles in dimension d will hold at most.

    Parameters
    ----------
    n, d : int
    records : int
        Times at which states are kept.
    gauge : bool
        Whether a d x d matrix is held for each particle.
    labels : int
        Distinct labels of a factor, 0 without.
    workers : int

    Notes
    -----
    Sixteen stages, the seven terms of dense output and their sums, start, ends, errors and what is added up:
    ``WORKING_STATES``; the recorded states; per thread a tile and sums; k over distinct labels up to 2,048.
    """
    states = 8 * n * d * (WORKING_STATES + records)
    rotations = 8 * n * d * d if gauge else 0
    table = 3 * 8 * labels**2 if labels <= LARGEST_TABLE else 8 * 64 * labels
    tiles = workers * 8 * (2 * largest_block(n, d + 1) + 4 * n * (d + 1))
    return states + rotations + table + tiles + 2**24
