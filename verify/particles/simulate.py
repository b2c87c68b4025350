"""``simulate``: the flow of a kernel from random or given starts, every argument checked before the first step."""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from verify.encodings.variants import ModelConfig
from verify.model.errors import InputError
from verify.model.kernels import Kernel
from verify.model.sphere import sample_uniform
from verify.particles._threads import available_workers
from verify.particles.arguments import (
    asked_times,
    check_memory,
    count_of,
    given_labels,
    given_start,
    horizon_of,
    kernel_of,
    labels_of,
)
from verify.particles.backend import BackendName
from verify.particles.flow import Flow
from verify.particles.integrate import integrate
from verify.particles.scaling import Unit
from verify.particles.summary import flow_of
from verify.particles.system import system_of
from verify.particles.trajectory import Progress, Settings

__all__ = ["simulate"]

Array = np.ndarray[Any, Any]


def simulate(
    kernel: Kernel | ModelConfig,
    n: int | None = None,
    tau: float = 20.0,
    *,
    rng: np.random.Generator | int = 0,
    x: Array | None = None,
    labels: Array | Literal["quantiles", "sample"] = "quantiles",
    times: Sequence[float] | int | None = None,
    unit: Unit = "kernel",
    tolerance: float = 1e-9,
    delta: float | None = None,
    backend: BackendName = "auto",
    precision: str = "float64",
    workers: int | None = None,
    stationary: float | None = None,
    evaluations: int = 10_000_000,
    memory: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    checkpoint: str | Path | None = None,
    checkpoint_every: float = 30.0,
    seconds: float | None = None,
) -> Flow:
    """Return the flow x_i' = P_{x_i} (1/n) sum_j grad_x h((x_i, xi_i), (x_j, xi_j)) up to time tau.

    Parameters
    ----------
    kernel : Kernel or ModelConfig
        Any family with contents on a sphere; of a model config the first kernel, named in the flow's notes.
    n : int, optional
        Number of particles; by default as many as ``x`` has, else 256.
    tau : float
        Horizon in ``unit``; infinity runs until no speed exceeds ``stationary`` (the tolerance) times max |f'|.
    rng : Generator or int
        For the start (uniform on the sphere), and for sampled labels.
    x : ndarray, shape (n, d), optional
        A start, unit vectors to 1e-9.
    labels : ndarray, "quantiles" or "sample"
        Frozen labels: indices of a finite law, coordinates of a continuum.
    times : sequence of float or int, optional
        Times at which states are kept, or how many equal ones; by default start and end.
    unit : "kernel", "usa" or "peak"
        Of times and energies: usa is f = e^{beta t}/beta, peak f = e^{beta (t - 1)}/beta, kernel the kernel's own.
    tolerance, delta, backend, precision, workers, stationary, evaluations
        See :class:`verify.particles.trajectory.Settings`.
    memory : int, optional
        Bytes that the run may take; half of the machine's by default.
    progress, checkpoint, checkpoint_every, seconds
        See :func:`verify.particles.integrate.integrate`.

    Returns
    -------
    Flow

    Raises
    ------
    InputError
        Any argument out of its range, or a run that would need more than ``memory``: before it starts.

    Notes
    -----
    dE_n/dt = (1/n) sum_i |x_i'|^2 >= 0 for E_n = 1/(2 n^2) sum_ij h_ij; labels and |x_i| = 1 are conserved.

    Examples
    --------
    Two particles at a right angle meet: theta' = -e^{beta cos theta} sin theta.

    >>> from verify.model.kernels import read_kernel
    >>> kernel = read_kernel(
    ...     {
    ...         "family": "factor",
    ...         "d": 2,
    ...         "profile": {"usa": 1},
    ...         "k": "1",
    ...         "labels": {"kind": "circle"},
    ...     }
    ... )
    >>> flow = simulate(kernel, x=np.eye(2), tau=30)
    >>> flow.end, flow.observables["clusters"], flow.events[-1]["kind"]
    ('horizon', 1, 'clusters')
    """
    kernel, remark = kernel_of(kernel)
    generator = np.random.default_rng(rng) if isinstance(rng, int) else rng
    count = count_of(n, x)
    tau = horizon_of(tau)
    check_memory(kernel, count, times, memory)
    chosen = (
        labels_of(kernel.labels, count, labels, generator) if isinstance(labels, str) else given_labels(kernel, labels)
    )
    if len(chosen) != count:
        raise InputError("labels", f"be as many as particles ({count})", len(chosen))
    start = sample_uniform(count, kernel.d, generator) if x is None else given_start(x, count, kernel.d)
    default = available_workers() if workers is None else workers
    settings = Settings(tolerance, delta, backend, precision, default, stationary, evaluations)
    system = system_of(kernel, chosen, unit)
    if tau > 0 and not math.isinf(tau) and math.log(tau) + system.log_scale > 690:
        remedy = 'Choose unit="peak".' if system.profile is not None and system.profile.beta is not None else ""
        raise InputError("tau", "be below e^690 in the solver's time", tau, "", remedy)
    scale = math.exp(system.log_scale)
    asked = asked_times(times, tau)
    begin = time.perf_counter()
    identity = _identity([kernel.digest, unit, tau, asked, asdict(settings)], chosen, start)
    trajectory = integrate(
        system,
        system.to_solver(start),
        tau * scale,
        [t * scale for t in asked],
        settings,
        progress=progress,
        checkpoint=None if checkpoint is None else Path(checkpoint),
        checkpoint_every=checkpoint_every,
        identity=identity,
        seconds=seconds,
    )
    wall = time.perf_counter() - begin
    flow = flow_of(system, trajectory, settings, unit=unit, tau=tau, asked=asked, seconds=wall)
    return replace(flow, notes=(f"Of the model: {remark}.", *flow.notes)) if remark else flow


def _identity(parameters: Sequence[object], *arrays: Array) -> str:
    """Return the digest of all that the run is a function of."""
    hasher = hashlib.sha256(json.dumps(parameters, sort_keys=True).encode())
    for array in arrays:
        hasher.update(np.ascontiguousarray(array).tobytes())
    return f"sha256:{hasher.hexdigest()}"
