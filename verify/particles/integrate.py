"""The flow of a system: adaptive steps, merging, energy that never falls, records, events, checkpoints.

Overview
--------
A step is accepted if its estimated error is below the tolerance and the energy has not fallen beyond rounding: along
the exact flow dE/dt = sum_i w_i |x_i'|^2 >= 0. After it, particles that can never part again become one. States at
asked times come from dense output. All of a run's state is one frozen value, replaced at the end of a step: an
interruption or a checkpoint sees whole steps only, and a resumed run takes the same steps bit by bit.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from verify.model.errors import InputError
from verify.particles.backend import Backend, BackendName, choose_backend
from verify.particles.checkpoints import read_arrays, write_arrays
from verify.particles.dormand_prince import EVALUATIONS, Step, dormand_prince_step
from verify.particles.merging import close_groups, merged
from verify.particles.observables import SMALL, cluster_count
from verify.particles.system import Field, System
from verify.particles.trajectory import Progress, Settings, State, Trajectory

__all__ = ["integrate"]

Array = np.ndarray[Any, Any]

_LARGEST_CLUSTER_EVENTS = 32
_MERGE_OFTEN = 4096
_AFFORDABLE = 20_000
#: 1 - |mean|^2 in the solver's variables below which the particles count as one cluster.
COLLAPSED = 1e-6
#: Particles that chains of steps of at most this angle join are one group, in the solver's variables.
GROUP_ANGLE = 0.1


class _Run:
    """One run; its trajectory is valid after every step."""

    def __init__(self, system: System, settings: Settings, horizon: float, times: Sequence[float]) -> None:
        self.system, self.settings, self.horizon, self.times = system, settings, horizon, times
        self.scale = math.exp(system.log_scale)
        self.speed_scale = system.steepest
        self.field: Field
        self.backend: Backend
        self.trajectory: Trajectory

    def choose(self, particles: int, asked: BackendName | None = None, why: str = "") -> None:
        """Choose the field for a number of particles; keep it where the choice is the same."""
        settings = self.settings
        backend, found = choose_backend(
            self.system,
            particles,
            asked=asked or settings.backend,
            precision=settings.precision,
            workers=settings.workers,
        )
        if not hasattr(self, "backend") or backend.name != self.backend.name:
            self.backend, self.field = (replace(backend, reason=why) if why else backend), found
            if hasattr(self, "trajectory"):
                self.trajectory.backends.append(self.backend)

    def start(self, x: Array) -> None:
        """Set the state at time 0 with equal weights."""
        n = len(x)
        self.choose(n)
        x = np.array(x, dtype=self.settings.precision)
        w, particles = np.full(n, 1 / n), np.arange(n)
        velocity, energy = self.field(x, w, particles)
        if not (np.isfinite(velocity).all() and math.isfinite(energy)):
            raise InputError("kernel", "have finite velocities and energy at the start", "infinity or NaN")
        fastest = float(np.abs(velocity).max(initial=0.0))
        h = min(0.01 / fastest if fastest > 0 else math.inf, self.horizon, 1e300)
        name = self.backend.name
        state = State(
            0.0, 0.0, x, w, particles, np.arange(n), velocity, energy, h, 0.0, 1e-4, 1, 0, 0, 0, 0, 0, name, False
        )
        self.trajectory = Trajectory(state, backends=[self.backend])
        self.note(state, 0.0)
        self.record(state, None)
        self.trajectory.state = replace(state, recorded=len(self.trajectory.records), noted=1)

    # -- one step

    def advance(self) -> bool:
        """Try one step; return whether the run goes on."""
        state, settings = self.trajectory.state, self.settings
        if state.time >= self.horizon:
            return self.stop("horizon")
        fastest = float(np.abs(state.velocity).max(initial=0.0))
        if math.isinf(self.horizon) and fastest <= settings.resting_speed * self.speed_scale:
            return self.stop("stationary")
        if state.evaluations >= settings.evaluations:
            return self.stop("evaluations")
        h = min(state.h, self.horizon - state.time)
        if not state.switched and self.noisy(h, len(state.x)):
            self.choose(len(state.x), "dense", "a step times the error of expansions exceeds the tolerance")
            velocity, energy = self.field(state.x, state.w, state.particles)
            self.trajectory.state = replace(
                state,
                velocity=velocity,
                energy=energy,
                evaluations=state.evaluations + 1,
                backend="dense",
                switched=True,
            )
            return True
        if h < 1e-300:
            return self.stop("step too small")
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):
            step = dormand_prince_step(lambda y: self.field(y, state.w, state.particles), state.x, state.velocity, h)
        self.judge(state, step)
        return True

    def noisy(self, h: float, m: int) -> bool:
        """Whether a step of length h cannot be taken with expansions, and can be with all pairs."""
        resolution = getattr(self.field, "resolution", 0.0)
        return bool(h * resolution > self.settings.tolerance and m <= _AFFORDABLE and self.settings.backend == "auto")

    def judge(self, state: State, step: Step) -> None:
        """Accept or reject a step."""
        ratio = step.error / self.settings.tolerance
        evaluations = state.evaluations + EVALUATIONS
        finite = math.isfinite(ratio) and math.isfinite(step.energy)
        falls = finite and step.energy < state.energy - self.slack(state, step)
        if not finite or ratio > 1 or falls:
            factor = 0.1 if not finite else 0.25 if ratio <= 1 else max(0.2, 0.9 * ratio**-0.125)
            self.trajectory.state = replace(
                state, h=step.h * factor, evaluations=evaluations, rejected=state.rejected + 1
            )
            return
        # PI control (Hairer, Norsett, Wanner II.4): h_new = h 0.9 err^{-0.7/8} err_before^{0.4/8}
        ratio = max(ratio, 1e-10)
        factor = 0.9 * ratio**-0.0875 * state.error**0.05
        if state.before > 0:
            # predictive (the same, IV.8): where steps shrink towards an encounter, the next one is shorter still
            factor = min(factor, 0.9 * (state.error / ratio**2) ** 0.125 * step.h / state.before)
        factor = min(10.0, max(0.2, factor))
        ahead = state.time + (step.h - state.lost)  # compensated summation
        ends = step.h >= self.horizon - state.time
        new = replace(
            state,
            time=self.horizon if ends else min(ahead, self.horizon),
            lost=(ahead - state.time) - (step.h - state.lost),
            x=step.end,
            velocity=step.velocity.copy(),
            energy=step.energy,
            h=step.h * factor,
            before=step.h,
            error=max(ratio, 1e-4),
            evaluations=evaluations,
            steps=state.steps + 1,
        )
        self.commit(state, step, new)

    def slack(self, state: State, step: Step) -> float:
        """By how much rounding may lower the energy: terms of several signs may cancel, exponentials alone do not."""
        scale = max(abs(state.energy), abs(step.energy))
        profile, coupling = self.system.profile, self.system.coupling
        if profile is None or profile.beta is None or coupling is not None:
            own = 1.0 if coupling is None else float(np.abs(coupling.diagonal).max(initial=0.0))
            scale = max(scale, self.speed_scale * own)
        return scale * (1e-13 if self.settings.precision == "float64" else 1e-4)

    def commit(self, state: State, step: Step, new: State) -> None:
        """Make an accepted step the state of the run, with all that is noted of it."""
        self.events(state, step, new)
        self.record(new, step, state)
        new = replace(new, evaluations=new.evaluations + step.spent)
        often = len(new.x) <= _MERGE_OFTEN or new.steps % 8 == 0
        if self.settings.merging_distance and often and len(new.x) > 1:
            new = self.merge(new)
        trajectory = self.trajectory
        self.note(new, new.time)
        trajectory.state = replace(
            new,
            recorded=len(trajectory.records),
            noted=len(trajectory.course),
            events=len(trajectory.events),
            backend=self.backend.name,
        )

    def merge(self, state: State) -> State:
        """Return the state with particles that never part again as one."""
        classes = self.system.classes[state.particles]
        groups = close_groups(state.x, state.velocity, classes, self.settings.merging_distance)
        if int(groups.max()) + 1 == len(state.x):
            return state
        x, w, first = merged(state.x, state.w, groups)
        particles = state.particles[first]
        if not state.switched:
            self.choose(len(x))
        velocity, energy = self.field(x, w, particles)
        if len(x) <= _LARGEST_CLUSTER_EVENTS:
            self.event("clusters", state.time, count=len(x))
        return replace(
            state,
            x=x.astype(state.x.dtype),
            w=w,
            particles=particles,
            groups=groups[state.groups],
            velocity=velocity,
            energy=energy,
            evaluations=state.evaluations + 1,
        )

    # -- what is kept

    def event(self, kind: str, when: float, **data: Any) -> None:
        """Note an event, its time in the asked unit."""
        self.trajectory.events.append({"kind": kind, "time": when / self.scale, **data})

    def events(self, state: State, step: Step, new: State) -> None:
        """Note the moments of collapse and of fewer groups by angle, located on the dense output by bisection."""
        if _spread(new.x, new.w) < COLLAPSED <= _spread(state.x, state.w):
            self.event("collapse", self.moment(state, step, lambda x: _spread(x, state.w) < COLLAPSED, 40))
        if len(new.x) > SMALL:
            return
        count, last = cluster_count(new.x, GROUP_ANGLE), self.groups_before()
        if count > _LARGEST_CLUSTER_EVENTS or count == last:
            return
        sign = 1 if last is None or count < last else -1  # a chain may also part
        when = self.moment(state, step, lambda x: sign * cluster_count(x, GROUP_ANGLE) <= sign * count, 20)
        self.event("groups", when, count=count, angle=GROUP_ANGLE)

    def groups_before(self) -> int | None:
        """Return the number of groups by angle that was noted last."""
        noted = (event["count"] for event in reversed(self.trajectory.events) if event["kind"] == "groups")
        return next(noted, None)

    def moment(self, state: State, step: Step, reached: Callable[[Array], bool], halvings: int) -> float:
        """Return a time within the step from which on a state is reached."""
        low, high = 0.0, 1.0
        for _ in range(halvings):
            middle = (low + high) / 2
            low, high = (low, middle) if reached(step.at(middle)) else (middle, high)
        return state.time + high * step.h

    def note(self, state: State, when: float) -> None:
        """Note time, energy, dissipation, spread of contents and number of distinct particles."""
        square = np.einsum("nc,nc->n", state.velocity, state.velocity, dtype=float)
        dissipation = float(state.w @ square)
        if self.system.gauge is None:
            spread = _spread(state.x, state.w)
        else:
            contents = self.system.to_contents(state.x[state.groups].astype(float))
            spread = _spread(contents, np.full(len(contents), 1 / len(contents)))
        with np.errstate(over="ignore"):
            row = (when / self.scale, state.energy * self.scale, float(np.float64(dissipation) * self.scale**2))
        self.trajectory.course.append((*row, spread, float(len(state.x))))

    def record(self, state: State, step: Step | None, before: State | None = None) -> None:
        """Keep the states at asked times up to the state's."""
        trajectory = self.trajectory
        while len(trajectory.records) < len(self.times) and self.times[len(trajectory.records)] <= state.time:
            when = self.times[len(trajectory.records)]
            x = state.x
            if step is not None and before is not None and when < state.time:
                x = step.at((when - before.time) / step.h)
            trajectory.records.append(x[state.groups].astype(float))

    def stop(self, reason: str) -> bool:
        """End the run."""
        self.trajectory.end = reason
        return False

    # -- checkpoints

    def save(self, identity: str, path: Path) -> None:
        """Write the whole state of the run."""
        trajectory, state = self.trajectory, self.trajectory.state
        plain = {name: value for name, value in vars(state).items() if not isinstance(value, np.ndarray)}
        header = {
            "identity": identity,
            "state": plain,
            "events": trajectory.events,
            "backends": [b.to_json() for b in trajectory.backends],
        }
        arrays = {name: value for name, value in vars(state).items() if isinstance(value, np.ndarray)}
        empty = np.empty((0, *self.system.labels.shape[:1], self.system.d))
        arrays["records"] = np.array(trajectory.records) if trajectory.records else empty
        arrays["course"] = np.array(trajectory.course)
        write_arrays(path, header, arrays)

    def resume(self, identity: str, path: Path) -> None:
        """Continue from a checkpoint of the same run."""
        header, arrays = read_arrays(path)
        if header.get("identity") != identity:
            raise InputError(
                str(path), "be a checkpoint of this run", "one of another kernel, start or setting",
                remedy="Name another file, or delete it.",
            )  # fmt: skip
        records, course = arrays.pop("records"), arrays.pop("course")
        values: dict[str, Any] = {**header["state"], **arrays}
        state = State(**values)
        self.choose(len(state.x), asked=state.backend)  # type: ignore[arg-type]
        self.trajectory = Trajectory(
            state,
            list(records),
            [tuple(row) for row in course.tolist()],
            header["events"],
            [Backend(**b) for b in header["backends"]],
        )


def _spread(x: Array, w: Array) -> float:
    """Return 1 - |sum w x|^2 without cancellation near 0: sum_i w_i |x_i - mean|^2 for unit vectors."""
    mean = w @ x
    gap = x - mean
    return float(w @ np.einsum("nc,nc->n", gap, gap, dtype=float))


def integrate(
    system: System,
    x: Array,
    horizon: float,
    times: Sequence[float] = (),
    settings: Settings | None = None,
    *,
    progress: Callable[[Progress], None] | None = None,
    checkpoint: Path | None = None,
    checkpoint_every: float = 30.0,
    identity: str = "",
    seconds: float | None = None,
) -> Trajectory:
    """Return the trajectory of a system from contents x up to a horizon.

    Parameters
    ----------
    system : System
    x : ndarray, shape (n, d)
        The start in the solver's variables, unit vectors.
    horizon : float
        In the solver's time; infinity: until stationary.
    times : sequence of float
        Increasing times in [0, horizon] at which states are kept, in the solver's time.
    settings : Settings, optional
    progress : callable, optional
        Told about the run about five times a second.
    checkpoint : Path, optional
        File that the run is saved to, and resumed from where it exists.
    checkpoint_every : float
        Seconds between two savings.
    identity : str
        What the run is a function of; a checkpoint of another is refused.
    seconds : float, optional
        Time limit.

    Returns
    -------
    Trajectory
        Ended by ``horizon``, ``stationary``, ``evaluations``, ``step too small``, ``time limit`` or ``interrupted``
        (Ctrl-C): what was computed is there in every case.
    """
    run = _Run(system, settings or Settings(), float(horizon), [float(t) for t in times])
    if checkpoint is not None and checkpoint.exists():
        run.resume(identity, checkpoint)
    else:
        run.start(x)
    begin = told = saved = time.perf_counter()
    try:
        while run.advance():
            now = time.perf_counter()
            if progress is not None and now - told > 0.2:
                told = now
                progress(_progress(run, now - begin))
            if checkpoint is not None and now - saved >= checkpoint_every:
                run.save(identity, checkpoint)
                saved = time.perf_counter()
            if seconds is not None and now - begin > seconds:
                run.stop("time limit")
                break
    except KeyboardInterrupt:
        run.stop("interrupted")
    run.trajectory.trim()
    if checkpoint is not None:
        run.save(identity, checkpoint)
    return run.trajectory


def _progress(run: _Run, seconds: float) -> Progress:
    state = run.trajectory.state
    done = state.time / run.horizon if math.isfinite(run.horizon) and run.horizon else 0.0
    remaining = seconds * (1 - done) / done if done > 0 else None
    return Progress(
        state.time / run.scale,
        run.horizon / run.scale,
        state.energy * run.scale,
        len(state.x),
        state.evaluations,
        seconds,
        remaining,
    )
