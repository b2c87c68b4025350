"""A flow that was computed: states, time course, events, observables, and how; saved and loaded as NPZ."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from verify.model.errors import InputError
from verify.particles.checkpoints import read_arrays, write_arrays
from verify.particles.trajectory import COURSE

__all__ = ["Flow"]

Array = np.ndarray[Any, Any]

SCHEMA = 1
_ARRAYS = ("labels", "times", "states", "final_velocity")


@dataclass(frozen=True)
class Flow:
    """The flow x_i' = P_{x_i} (1/n) sum_j grad h of n particles with frozen labels.

    Attributes
    ----------
    kernel : mapping
        Normal form, with the name.
    digest : str
        Of the kernel.
    unit : "kernel", "usa" or "peak"
        Unit of times and energies; t_peak = e^beta t_usa and E_peak = e^{-beta} E_usa.
    tau : float
        The horizon that was asked for.
    labels : ndarray, shape (n,) or (n, dim)
    times : ndarray, shape (k,)
        Asked times that were reached; the last is the end of the run.
    states : ndarray, shape (k, n, d)
        Contents at these times, unit vectors.
    final_velocity : ndarray, shape (n, d)
        Speeds at the end in the asked unit, in the solver's variables (for gauge kernels Q(xi) x').
    course : mapping of str to ndarray
        After each step: time, energy, dissipation sum w |x'|^2 = dE/dt, spread 1 - |mean|^2, distinct particles.
    events : tuple of mapping
        In gauge variables: ``collapse`` (1 - |mean|^2 below 1e-6), ``groups`` (another number of clusters by angle,
        chains of steps of at most 0.1, from 32 on
        and from 1,024 distinct particles on), ``clusters`` (fewer distinct particles, from 32 on).
    backends : tuple of mapping
        The fields that were used, in order, each with its reason.
    settings : mapping
    observables : mapping
        Of the final state.
    evaluations, steps, rejected : int
    seconds : float
        Wall time, not part of what is compared.
    end : str
        ``horizon``, ``stationary``, ``evaluations``, ``time limit``, ``interrupted`` or ``step too small``.
    notes : tuple of str
        What must be said beside the result.
    """

    kernel: Mapping[str, Any]
    digest: str
    unit: str
    tau: float
    labels: Array
    times: Array
    states: Array
    final_velocity: Array
    course: Mapping[str, Array]
    events: tuple[Mapping[str, Any], ...]
    backends: tuple[Mapping[str, Any], ...]
    settings: Mapping[str, Any]
    observables: Mapping[str, Any]
    evaluations: int
    steps: int
    rejected: int
    seconds: float = field(compare=False)
    end: str
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.times) != len(self.states) or not len(self.times):
            raise InputError("states", "have one entry per time, at least one", len(self.states))
        for array in (*(getattr(self, name) for name in _ARRAYS), *self.course.values()):
            array.setflags(write=False)

    @property
    def n(self) -> int:
        """Number of particles."""
        return int(self.states.shape[1])

    @property
    def d(self) -> int:
        """Content dimension."""
        return int(self.states.shape[2])

    @property
    def time_unit(self) -> str:
        """The unit by its name: usa or peak where the kernel's own is one of them."""
        profile = self.kernel.get("profile")
        own = next(iter(profile)) if self.unit == "kernel" and isinstance(profile, Mapping) else self.unit
        return own if own in {"usa", "peak"} else "kernel"

    @property
    def initial(self) -> Array:
        """The contents at the first time, (n, d)."""
        return np.asarray(self.states[0])

    @property
    def final(self) -> Array:
        """The contents at the end, (n, d)."""
        return np.asarray(self.states[-1])

    @property
    def energy(self) -> float:
        """E_n at the end, in the asked unit."""
        return float(self.course["energy"][-1])

    def to_json(self, *, states: bool = False) -> dict[str, Any]:
        """Return plain data; with ``states`` also the labels and all kept contents.

        Notes
        -----
        The course is thinned to at most 200 points, ends kept. Numbers that are not finite are null.
        """
        size = len(self.course["time"])
        kept = np.unique(np.linspace(0, size - 1, min(size, 200)).astype(int))
        data: dict[str, Any] = {
            "schema": SCHEMA,
            **self._plain(),
            "course": {name: self.course[name][kept].tolist() for name in COURSE},
            "times": self.times.tolist(),
        }
        if states:
            data |= {"labels": self.labels.tolist(), "states": self.states.tolist()}
        plain = _finite(data)
        assert isinstance(plain, dict)
        return plain

    def _plain(self) -> dict[str, Any]:
        return {
            "kernel": dict(self.kernel), "digest": self.digest, "unit": self.unit, "n": self.n, "d": self.d,
            "tau": self.tau, "end": self.end, "observables": dict(self.observables),
            "events": [dict(e) for e in self.events], "backends": [dict(b) for b in self.backends],
            "settings": dict(self.settings), "evaluations": self.evaluations, "steps": self.steps,
            "rejected": self.rejected, "seconds": self.seconds, "notes": list(self.notes),
        }  # fmt: skip

    def save(self, path: str | Path) -> None:
        """Write everything to an NPZ file, atomically."""
        arrays = {name: getattr(self, name) for name in _ARRAYS}
        arrays |= {f"course_{name}": self.course[name] for name in COURSE}
        write_arrays(Path(path), {"schema": SCHEMA, "kind": "flow", **self._plain()}, arrays)

    @classmethod
    def load(cls, path: str | Path) -> Flow:
        """Return the flow of a file written by :meth:`save`.

        Raises
        ------
        InputError
            No such file, or another kind of file.
        """
        header, arrays = read_arrays(Path(path))
        if header.get("kind") != "flow" or header.get("schema") != SCHEMA:
            raise InputError(str(path), f"be a flow of schema {SCHEMA}", header.get("kind", "something else"))
        course = {name: arrays.pop(f"course_{name}") for name in COURSE}
        for name in ("schema", "kind", "n", "d"):
            header.pop(name)
        listed = {name: tuple(header.pop(name)) for name in ("events", "backends", "notes")}
        values: dict[str, Any] = {**header, **listed, **arrays}
        return cls(course=course, **values)


def _finite(value: Any) -> Any:
    """Return plain data with None for numbers that JSON cannot hold."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, list | tuple) else value
