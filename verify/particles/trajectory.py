"""What a run is a function of, its state between two steps, and what it has computed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from verify.model.errors import InputError
from verify.particles.backend import Backend, BackendName

__all__ = ["COURSE", "Progress", "Settings", "State", "Trajectory"]

Array = np.ndarray[Any, Any]

#: What is noted after every step.
COURSE = ("time", "energy", "dissipation", "spread", "particles")


@dataclass(frozen=True)
class Settings:
    """What a run is a function of, besides its system and its start.

    Attributes
    ----------
    tolerance : float
        Bound on the estimated error of a step, of the particle where it is largest.
    delta : float or None
        Distance below which particles merge; None for max(10 tolerance, 1e-9), 0 for never.
    backend : str
        As in :func:`verify.particles.backend.choose_backend`.
    precision : "float64" or "float32"
    workers : int
        Threads.
    stationary : float or None
        An unbounded run ends where no speed exceeds this fraction of max |f'|; None for the tolerance: at the limit of
        stability a step keeps speeds of that size alive.
    evaluations : int
        A run ends after so many evaluations of the field.
    """

    tolerance: float = 1e-9
    delta: float | None = None
    backend: BackendName = "auto"
    precision: str = "float64"
    workers: int = 1
    stationary: float | None = None
    evaluations: int = 10_000_000

    def __post_init__(self) -> None:
        floor = 1e-14 if self.precision == "float64" else 1e-6
        if self.precision not in {"float64", "float32"}:
            raise InputError("precision", "be float64 or float32", self.precision)
        if not floor <= self.tolerance <= 1e-1:
            raise InputError("tolerance", f"lie between {floor:g} and 0.1 in {self.precision}", self.tolerance)
        if self.delta is not None and not (self.delta == 0 or 10 * self.tolerance <= self.delta <= 1e-2):
            why = "Below that, the noise of steps at the limit of stability keeps particles apart."
            raise InputError("delta", "be 0, or between 10 tolerances and 0.01", self.delta, why)
        if self.stationary is not None and not self.stationary >= 0:
            raise InputError("stationary", "be at least 0", self.stationary)
        if self.workers < 1:
            raise InputError("workers", "be at least 1", self.workers)
        if self.evaluations < 1:
            raise InputError("evaluations", "be at least 1", self.evaluations)

    @property
    def resting_speed(self) -> float:
        """Largest speed of a stationary state, relative to max |f'|."""
        return self.tolerance if self.stationary is None else self.stationary

    @property
    def merging_distance(self) -> float:
        """Delta."""
        return max(10 * self.tolerance, 1e-9) if self.delta is None else self.delta


@dataclass(frozen=True)
class State:
    """A run between two steps, in the solver's time, energy and variables.

    ``lost`` is what rounding has cut from the sum of steps: after an exponentially long passage the collapse itself
    takes less time than the last digit of ``time`` holds. ``before`` is the length of the
    last accepted step, 0 for none.
    """

    time: float
    lost: float
    x: Array
    w: Array
    particles: Array
    groups: Array
    velocity: Array
    energy: float
    h: float
    before: float
    error: float
    evaluations: int
    steps: int
    rejected: int
    recorded: int
    noted: int
    events: int
    backend: str
    switched: bool


@dataclass(frozen=True)
class Progress:
    """What a progress callback is told: times in the asked unit, remaining seconds as far as they can be guessed."""

    time: float
    horizon: float
    energy: float
    particles: int
    evaluations: int
    seconds: float
    remaining: float | None


@dataclass
class Trajectory:
    """What a run has computed: records in the solver's variables, its course, its events, and how it ended."""

    state: State
    records: list[Array] = field(default_factory=list)
    course: list[tuple[float, ...]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    backends: list[Backend] = field(default_factory=list)
    end: str = "horizon"

    def trim(self) -> None:
        """Drop what an interrupted step has added."""
        del self.records[self.state.recorded :]
        del self.course[self.state.noted :]
        del self.events[self.state.events :]
