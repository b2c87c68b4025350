"""From a trajectory in the solver's variables to a flow in the asked unit, with the observables of its end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from verify.model.kernels import ExpressionKernel, GaugeKernel, Kernel
from verify.model.labels import Circle, Cyclic
from verify.particles.flow import Flow
from verify.particles.observables import (
    cluster_count,
    order_parameter,
    predicted_contents,
    resultant,
    spread,
    winding,
)
from verify.particles.system import System
from verify.particles.trajectory import COURSE, Settings, Trajectory
from verify.particles.transport import wasserstein

__all__ = ["collapsed_energy", "flow_of", "observables_of"]

Array = np.ndarray[Any, Any]
_PAIRS = 4096


def flow_of(
    system: System,
    trajectory: Trajectory,
    settings: Settings,
    *,
    unit: str,
    tau: float,
    asked: Sequence[float],
    seconds: float,
) -> Flow:
    """Return the flow of a trajectory.

    Parameters
    ----------
    system : System
    trajectory : Trajectory
    settings : Settings
    unit : str
        Of times and energies.
    tau : float
        The horizon that was asked for.
    asked : sequence of float
        Times of the trajectory's records, in the unit.
    seconds : float
        Wall time.
    """
    state = trajectory.state
    scale = math.exp(system.log_scale)
    reached = tau if trajectory.end == "horizon" else state.time / scale
    contents = [system.to_contents(u) for u in trajectory.records]
    kept = list(asked[: len(contents)])
    if not kept or kept[-1] < reached:
        contents.append(system.to_contents(state.x[state.groups].astype(float)))
        kept.append(reached)
    course = {name: np.array([row[c] for row in trajectory.course]) for c, name in enumerate(COURSE)}
    course["time"][-1] = reached
    velocity = state.velocity[state.groups].astype(float)
    kernel = system.kernel
    return Flow(
        kernel=kernel.normal_form() | ({"name": kernel.name} if kernel.name else {}),
        digest=kernel.digest,
        unit=unit,
        tau=tau,
        labels=system.labels.copy(),
        times=np.array(kept),
        states=np.array(contents),
        final_velocity=velocity * scale,
        course=course,
        events=tuple(trajectory.events),
        backends=tuple(b.to_json() for b in trajectory.backends),
        settings=asdict(settings),
        observables=observables_of(system, contents[-1], course, velocity),
        evaluations=state.evaluations,
        steps=state.steps,
        rejected=state.rejected,
        seconds=seconds,
        end=trajectory.end,
        notes=_notes(kernel, system.n),
    )


def observables_of(system: System, x: Array, course: dict[str, Array], velocity: Array) -> dict[str, Any]:
    """Return what is measured at the end: contents x, solver's velocities."""
    predicted = predicted_contents(system, x)
    speed = float(np.sqrt(np.einsum("nc,nc->n", velocity, velocity).max(initial=0.0)))
    largest = system.profile.largest_slope if system.profile is not None else 1.0
    ordered = isinstance(system.kernel.labels, Circle | Cyclic) and system.labels.ndim == 1
    return {
        "energy": float(course["energy"][-1]),
        "collapsed_energy": collapsed_energy(system),
        "dissipation": float(course["dissipation"][-1]),
        "residual": speed / largest,
        "resultant": resultant(x),
        "spread": spread(x),
        "consensus": resultant(system.to_solver(x)),
        "order_2": order_parameter(x, 2),
        "clusters": cluster_count(x),
        "winding": winding(x, system.labels) if ordered and len(x) > 2 else None,
        "predicted_u": None if predicted is None else predicted[0].tolist(),
        "w2_to_predicted": None if predicted is None else wasserstein(x, predicted[1]),
    }


def collapsed_energy(system: System) -> float | None:
    """Return f(1)/2 mean k over the particles' labels: of u_i = u for gauge kernels; None where u matters."""
    if system.general is not None or system.profile is None:
        return None
    top = float(system.profile.value(np.array(1.0))) * math.exp(system.log_scale) / 2
    if system.coupling is None:
        return top
    counts = np.bincount(system.coupling.codes) / system.n
    if len(counts) > _PAIRS:
        return None
    every = np.arange(len(counts))
    table = system.coupling.evaluate(every, every) if system.coupling.table is None else system.coupling.table
    mean = float(counts @ table @ counts)
    return 0.0 if abs(mean) < 1e-15 * float(np.abs(table).max()) else top * mean


def _notes(kernel: Kernel, n: int) -> tuple[str, ...]:
    notes = []
    size = kernel.labels.size
    if size is not None and kernel.labels.kind == "positions" and size > n:
        notes.append(f"{n} of {size} positions carry a particle: neighbours are {size / n:.4g} positions apart.")
    if kernel.symmetrize:
        notes.append("The kernel was symmetrised: this is the gradient flow of its symmetric part.")
    if isinstance(kernel, GaugeKernel):
        notes.append("The gradient flow of a gauge kernel also rotates the values by Q_i^T Q_j; RoPE does not.")
    if isinstance(kernel, ExpressionKernel):
        notes.append("Particles of a formula in x and y do not merge.")
    return tuple(notes)
