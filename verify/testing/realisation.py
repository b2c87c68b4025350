"""The assertion that the flow of a gauge kernel ends at a target law of contents (T4, T4a, T4b)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.model.errors import InputError
from verify.model.kernels import GaugeKernel
from verify.model.sphere import distance, points_on_sphere, retract, sample_uniform
from verify.particles import Flow, simulate
from verify.particles.arguments import labels_of
from verify.particles.transport import wasserstein_circle, wasserstein_sphere
from verify.testing.content_targets import ContentTarget
from verify.testing.failures import KernelFailure, failure_text, kernel_document

__all__ = ["Realisation", "assert_realises", "mirrored_start"]

Array = np.ndarray[Any, Any]
#: Root mean square angle between the end of a run and the orbit law, beyond which the run has not arrived.
ARRIVED = 1e-6
_LARGEST_FINE = 1024


@dataclass(frozen=True)
class Realisation:
    """What was measured.

    Attributes
    ----------
    flow : Flow
        The run.
    residual : float
        W2 at most between its end and the law of Q(xi)^T u: the root mean square angle, particle by particle.
    w2 : float
        W2 between its end and the target's points, a finer set where the target allows it.
    bound : float
        What W2 may be: the residual, the target's bounds for the number of labels and for the finer set, and rounding.
    """

    flow: Flow
    residual: float
    w2: float
    bound: float


def assert_realises(
    kernel: GaugeKernel, target: ContentTarget, u: Array, *, n: int | None = None, rng: int = 0
) -> Realisation:
    """Assert that the flow ends at the law of Q(xi)^T u, and that this is the target within a proved finite-n bound.

    Parameters
    ----------
    kernel : GaugeKernel
        Without a factor; its label law or its gauges are the ones that are claimed to realise the target.
    target : ContentTarget
    u : ndarray, shape (d,)
        The direction at which the gauge variables Q(xi) x are to meet.
    n : int, optional
        Number of particles, at the quantiles of the label law; by default one for each label, or 256.
    rng : int
        Seed of the start.

    Returns
    -------
    Realisation

    Raises
    ------
    KernelFailure
        The run does not arrive, or its end is further from the target than the bound.
    InputError
        Another family of kernels, or a factor.

    Notes
    -----
    In u_i = Q(xi_i) x_i the flow is that of plain self-attention (T4c). The start is mirrored: u_i in the open half
    space of u, in pairs y, 2 <y, u> u - y. The mirror commutes with the flow and fixes u and -u alone, and for f' > 0
    contents in an open half space meet there: the run ends at u, for every start of this kind. The end and the target's
    points are compared by W2 for squared angles, and the bound is the residual of the run plus the target's own bounds,
    plus what rounding in the weights can do: a mass of m eps out of place by pi, for m points.

    Examples
    --------
    >>> from verify.testing.content_targets import OrbitTarget, orbit_kernel
    >>> from verify.testing.targets import CantorLaw
    >>> target = OrbitTarget(CantorLaw(0.0, 6.0), (1.0,), (1.0, 0.0))
    >>> found = assert_realises(orbit_kernel(target, 32), target, np.array([1.0, 0.0]))
    >>> found.residual < 1e-6, found.w2 < found.bound
    (True, True)
    """
    if not isinstance(kernel, GaugeKernel) or kernel.k is not None:
        raise InputError("kernel", "be a gauge kernel without a factor", kernel.family)
    u = points_on_sphere(u, "u")
    size = kernel.labels.size
    count = n or size or 256
    labels = labels_of(kernel.labels, count)
    Q = kernel.matrices(labels)
    start = mirrored_start(count, u, np.random.default_rng(rng))
    flow = simulate(kernel, x=retract(np.einsum("nji,nj->ni", Q, start)), labels=labels, tau=float("inf"))
    orbit = np.einsum("nji,j->ni", Q, u)
    residual = float(np.sqrt(np.mean(distance(flow.final, retract(orbit)) ** 2)))
    if residual > ARRIVED:
        how = f"the run ended ({flow.end}) at a root mean square angle of {residual:.6g} from it"
        raise _failure(kernel, target, "the flow does not end at the law of Q(xi)^T u", "f(t) < f(1) for t < 1", how)
    quantised = target.bound(min(count, size or count))
    w2, fine = _compared(flow.final, target)
    rounding = float(np.pi * np.sqrt(fine * np.finfo(float).eps))  # sums of weights misplace that mass by a half turn
    bound = residual + quantised + target.bound(fine) + rounding
    if w2 > bound:
        how = f"W2 = {w2:.6g} between the end of the run and {fine} points of {target}, allowed are {bound:.6g}"
        name = "the law of Q(xi)^T u is the target"
        raise _failure(kernel, target, "the end of the flow is not the target", name, how)
    return Realisation(flow, residual, w2, bound)


def mirrored_start(n: int, u: Array, rng: np.random.Generator) -> Array:
    """Return n unit vectors y with <y, u> > 0 in pairs that mirror each other at u; u itself once where n is odd."""
    half = sample_uniform(n // 2, len(u), rng)
    height = half @ u
    half = retract(half + (np.abs(height) + 0.05 - height)[:, None] * u) if len(half) else half
    mirrored = 2 * (half @ u)[:, None] * u - half
    return np.concatenate([half, mirrored, *([u[None, :]] if n % 2 else [])])


def _compared(x: Array, target: ContentTarget) -> tuple[float, int]:
    """Return (W2 between x and the target's m points, m), with m = 4 len(x) where that is not too many."""
    if x.shape[1] == 2:
        fine = 16 * len(x)
        y = target.points(fine)
        return wasserstein_circle(np.arctan2(x[:, 1], x[:, 0]), np.arctan2(y[:, 1], y[:, 0])), fine
    times = 4 if 4 * len(x) <= _LARGEST_FINE else 1
    fine = times * len(x)
    return wasserstein_sphere(np.repeat(x, times, axis=0), target.points(fine)), fine


def _failure(kernel: GaugeKernel, target: ContentTarget, statement: str, name: str, how: str) -> KernelFailure:
    document = kernel_document(kernel)
    hypotheses = [{"name": name, "holds": False, "how": how}]
    text = failure_text(f"assert_realises: {statement}", target.theorem, document, hypotheses=hypotheses)
    return KernelFailure(text, target.theorem, document)
