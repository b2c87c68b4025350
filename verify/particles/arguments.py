"""The arguments of ``simulate``, each checked before the first step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from verify.encodings.variants import ModelConfig
from verify.model.errors import InputError
from verify.model.kernels import FactorKernel, Frequencies, GaugeKernel, Kernel
from verify.model.labels import LabelLaw, Torus
from verify.model.sphere import points_on_sphere, retract
from verify.particles.backend import WORKING_STATES, available_memory, needed_memory

__all__ = [
    "asked_times", "check_memory", "count_of", "given_labels", "given_start", "horizon_of", "kernel_of", "labels_of",
]  # fmt: skip

Array = np.ndarray[Any, Any]


def labels_of(law: LabelLaw, n: int, how: str = "quantiles", rng: np.random.Generator | None = None) -> Array:
    """Return n labels of a law: at its quantiles (i + 1/2)/n, or independent samples.

    Parameters
    ----------
    law : LabelLaw
    n : int
    how : "quantiles" or "sample"
        On a torus the quantiles are a Kronecker sequence.
    rng : Generator, optional
        For ``sample``.

    Examples
    --------
    >>> from verify.model.labels import Cyclic
    >>> labels_of(Cyclic(4), 4).tolist()
    [0, 1, 2, 3]
    """
    if how not in {"quantiles", "sample"}:
        raise InputError("labels", "be quantiles, sample or an array", how)
    if how == "sample":
        assert rng is not None
        return law.sample(rng, n)
    if isinstance(law, Torus):
        ratio = 1.5  # the root of g^{dim + 1} = g + 1: no sequence of multiples is more even
        for _ in range(64):
            ratio = (1 + ratio) ** (1 / (law.dim + 1))
        steps = ratio ** -np.arange(1.0, law.dim + 1)
        return law.quantiles((0.5 + np.arange(1, n + 1)[:, None] * steps) % 1)
    return law.quantiles((np.arange(n) + 0.5) / n)


def kernel_of(subject: Kernel | ModelConfig) -> tuple[Kernel, str]:
    """Return the kernel to run: of a model config the first that it has, with a remark which.

    Raises
    ------
    InputError
        A config whose encoding is no interaction kernel.
    """
    if isinstance(subject, Kernel):
        return subject, ""
    for variant in subject.variants:
        if variant.kernel is not None:
            rest = f" (1 of {len(subject.variants)} kinds)" if len(subject.variants) > 1 else ""
            return variant.kernel, f"running layers {variant.layers}, heads {variant.heads} of {subject.name}{rest}"
    reason = subject.variants[0].not_applicable
    raise InputError("kernel", "be an interaction kernel", subject.name, reason.reason if reason else "")


def count_of(n: int | None, x: object = None) -> int:
    """Return the number of particles: n, or as many as a start has, or 256."""
    if n is None:
        n = 256 if x is None else len(np.atleast_1d(np.asarray(x)))
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
        raise InputError("n", "be a positive integer", n, "A law of no particles has no mass.")
    return int(n)


def horizon_of(tau: float) -> float:
    """Return tau as a float in [0, infinity]."""
    value = float(tau)
    if math.isnan(value) or value < 0:
        raise InputError("tau", "be at least 0", tau, "The flow of a gradient is run forwards.")
    return value


def given_labels(kernel: Kernel, labels: Array) -> Array:
    """Return given labels, checked to be of the kernel's law."""
    array = np.asarray(labels)
    size = kernel.labels.size
    if size is not None:
        if array.ndim != 1 or not np.issubdtype(array.dtype, np.integer) or ((array < 0) | (array >= size)).any():
            raise InputError("labels", f"be integers from 0 to {size - 1}", f"shape {array.shape}, dtype {array.dtype}")
        return array
    array = array.astype(float)
    dim = len(kernel.labels.variables[0])
    if array.reshape(len(array), -1).shape[1] != dim or not np.isfinite(array).all():
        raise InputError("labels", f"be finite, {dim} coordinate(s) each", f"shape {array.shape}")
    return array


def asked_times(times: Sequence[float] | int | None, tau: float) -> list[float]:
    """Return the asked times below tau, in order, from 0 on; the end is always kept."""
    if times is None:
        return [0.0]
    if isinstance(times, int):
        if times < 1 or (math.isinf(tau) and times > 1):
            raise InputError("times", "be a positive number of times below a finite tau", times)
        return [float(t) for t in np.linspace(0.0, tau, times)[:-1]] or [0.0]
    values = [float(t) for t in times]
    if any(not 0 <= t <= tau for t in values) or any(b <= a for a, b in pairwise(values)):
        raise InputError("times", "increase within [0, tau]", values)
    return [t for t in values if t < tau] or [0.0]


def check_memory(kernel: Kernel, n: int, times: Sequence[float] | int | None, memory: int | None) -> None:
    """Refuse a run that would need more bytes than it may take."""
    records = 2 if times is None else 1 + (times if isinstance(times, int) else len(times))
    factor = kernel.k if isinstance(kernel, FactorKernel | GaugeKernel) else None
    size = kernel.labels.size
    labels = 0 if factor is None else min(n, n if size is None else size)
    matrices = isinstance(kernel, GaugeKernel) and not isinstance(kernel.gauge, Frequencies)
    needed = needed_memory(n, kernel.d, records=records, gauge=matrices, labels=labels)
    allowed = available_memory() if memory is None else memory
    if needed > allowed:
        raise InputError(
            "n", f"need at most {allowed / 2**30:.3g} GiB", f"{n} particles, which need {needed / 2**30:.3g} GiB",
            f"{records} states of {n} x {kernel.d} numbers are kept besides {WORKING_STATES} in work.",
            "Keep fewer times, take fewer particles, or give memory=.",
        )  # fmt: skip


def given_start(x: object, n: int, d: int) -> Array:
    """Return a given start as unit vectors (n, d) to rounding."""
    start = retract(points_on_sphere(x))
    if start.shape != (n, d):
        raise InputError("x", f"have shape ({n}, {d})", f"shape {start.shape}")
    return start
