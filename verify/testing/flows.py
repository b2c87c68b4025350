"""The assertion that a flow is the gradient flow of its energy (T0)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from verify.model.kernels import GaugeKernel, Kernel
from verify.model.sphere import project, retract, sample_uniform
from verify.particles import simulate
from verify.particles.arguments import labels_of
from verify.testing.failures import KernelFailure, failure_text, kernel_document
from verify.testing.laws import Law

__all__ = ["Velocity", "assert_gradient_flow", "remainder_slope"]

Array = np.ndarray[Any, Any]
#: (contents (n, d), labels (n,)) -> velocities (n, d)
Velocity = Callable[[Array, Array], Array]

#: The remainder after the first order has the slope 2; a wrong gradient leaves one of slope 1.
SMALLEST_SLOPE = 1.7
_STEPS = 2.0 ** -np.arange(3.0, 14.0)
#: Where rounding hides the remainder, v has to agree with the gradient to this fraction of the forces.
HIDDEN = 1e-6


def assert_gradient_flow(
    kernel: Kernel, *, velocity: Velocity | None = None, n: int = 6, tau: float = 1.0, rng: int = 0
) -> None:
    """Assert x_i' = n grad_i E_n, hence dE_n/dt = (1/n) sum_i |x_i'|^2 >= 0, |x_i| = 1, and frozen labels.

    Parameters
    ----------
    kernel : Kernel
        Any family with contents on a sphere. E_n = 1/(2 n^2) sum_ij h_ij, i = j included.
    velocity : callable, optional
        The field to test, in the kernel's unit of time; by default that of the particle solver, which is also run.
    n : int
        Number of particles, labels at the quantiles of the label law.
    tau : float
        Horizon of the run, in the kernel's unit.
    rng : int
        Seed of the contents and directions.

    Raises
    ------
    KernelFailure
        The text says which of the statements fails.

    Notes
    -----
    Along great circles x_i(e) with x_i'(0) = w_i the remainder E(e) - E(0) - e (1/n) sum <v_i, w_i> is O(e^2) iff v is
    n times the gradient: the slope of its logarithm is measured, for a random w and for w = v. Energies come from the
    kernel's own values, velocities from the field. Where rounding hides the remainder, the first order itself is
    compared; where rounding hides that too, nothing was tested, and the assertion fails.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> kernel = read_kernel(
    ...     {
    ...         "family": "factor",
    ...         "d": 3,
    ...         "profile": {"usa": 2},
    ...         "k": "cos(xi - zeta)",
    ...         "labels": {"kind": "circle"},
    ...     }
    ... )
    >>> assert_gradient_flow(kernel)
    """
    generator = np.random.default_rng(rng)
    labels = labels_of(kernel.labels, n)
    x = sample_uniform(n, kernel.d, generator)
    v = np.asarray(_solver(kernel)(x, labels) if velocity is None else velocity(x, labels))
    size = float(np.abs(v).max()) + float(Law.particles(labels, x).rounding(kernel))
    if v.shape != x.shape or not np.isfinite(v).all():
        raise _failure(kernel, f"the velocity has the shape {v.shape} or is not finite", "v is a field on the spheres")
    radial = float(np.abs(np.sum(v * x, axis=1)).max())
    if radial > 1e-9 * size:
        raise _failure(
            kernel, f"the velocity leaves the sphere: |<v_i, x_i>| = {radial:.3g}", "v_i is tangential at x_i"
        )
    forces = np.abs(kernel.gradient(x, labels, x, labels))
    largest = max(float(np.abs(v).max()), float(forces[np.isfinite(forces)].max(initial=0.0)))
    for name, w in (
        ("a random direction", project(x, np.asarray(generator.standard_normal(x.shape)))),
        ("the velocity", v),
    ):
        if not w.any():
            continue  # at rest: there is no motion along v, and the random direction has told
        remainders, rounding = _remainders(kernel, labels, x, v, w)
        slope = _slope(remainders, rounding)
        if slope is None and max(remainders[0], rounding) > HIDDEN * largest * _STEPS[0]:
            raise _failure(
                kernel,
                f"undecided: along {name} rounding of energies, {rounding:.3g}, hides whether x' is n grad E",
                "energies are no larger than about 10^4 times their changes",
            )
        if slope is not None and not slope >= SMALLEST_SLOPE:
            raise _failure(
                kernel,
                f"x' is not n grad E: along {name} the Taylor remainder has the slope {slope:.3f} instead of 2",
                "h(z, z') = h(z', z), and x_i' = P_{x_i} (1/n) sum_j grad_x h_ij",
            )
    if velocity is None:
        _check_run(kernel, x, labels, tau)


def remainder_slope(kernel: Kernel, labels: Array, x: Array, v: Array, w: Array) -> float | None:
    """Return the slope of log |E(e) - E(0) - e (1/n) sum <v_i, w_i>| over log e, None where rounding hides it.

    Parameters
    ----------
    kernel : Kernel
    labels : ndarray, shape (n,)
    x, v, w : ndarray, shape (n, d)
        Contents, the field to test, and tangent vectors along which the contents move.
    """
    return _slope(*_remainders(kernel, labels, x, v, w)) if w.any() else None


def _remainders(kernel: Kernel, labels: Array, x: Array, v: Array, w: Array) -> tuple[Array, float]:
    """Return the remainders at all steps for the longest w_i of length 1, and what rounding makes of them."""
    w = w / float(np.linalg.norm(w, axis=1).max())
    law = Law.particles(labels, x)
    start, change = law.energy(kernel), float(np.mean(np.sum(v * w, axis=1)))
    energies = np.array([Law.particles(labels, _moved(x, e * w)).energy(kernel) for e in _STEPS])
    return np.abs(energies - start - _STEPS * change), 100 * law.rounding(kernel)


def _slope(remainders: Array, rounding: float) -> float | None:
    usable = np.flatnonzero(remainders > rounding)[-4:]
    if len(usable) < 3:
        return None
    return float(np.polyfit(np.log(_STEPS[usable]), np.log(remainders[usable]), 1)[0])


def _moved(x: Array, w: Array) -> Array:
    """Return exp_x(w) on the spheres."""
    length = np.linalg.norm(w, axis=1, keepdims=True)
    return retract(np.cos(length) * x + np.sinc(length / np.pi) * w)


def _solver(kernel: Kernel) -> Velocity:
    def field(x: Array, labels: Array) -> Array:
        v = simulate(kernel, x=x, labels=labels, tau=0.0).final_velocity
        if not isinstance(kernel, GaugeKernel):
            return v
        return np.asarray(np.einsum("nji,nj->ni", kernel.matrices(labels), v))  # the solver's variables are Q x

    return field


def _check_run(kernel: Kernel, x: Array, labels: Array, tau: float) -> None:
    flow = simulate(kernel, x=x, labels=labels, tau=tau)
    energy = flow.course["energy"]
    loss = float(np.maximum(energy[:-1] - energy[1:], 0).max(initial=0.0))
    if loss > Law.particles(labels, x).rounding(kernel) + 1e-12 * float(np.abs(energy).max()):
        raise _failure(kernel, f"the energy falls by {loss:.3g} in one step", "dE/dt = (1/n) sum |x_i'|^2 >= 0")
    off = float(np.abs(np.linalg.norm(flow.final, axis=1) - 1).max())
    if off > 1e-12:
        raise _failure(kernel, f"a content leaves the sphere by {off:.3g}", "|x_i| = 1")
    if not np.array_equal(flow.labels, labels):
        raise _failure(kernel, "a label has moved", "the labels are frozen")


def _failure(kernel: Kernel, statement: str, hypothesis: str) -> KernelFailure:
    document = kernel_document(kernel)
    text = failure_text(
        f"assert_gradient_flow: {statement}",
        "T0",
        document,
        hypotheses=[{"name": hypothesis, "holds": False, "how": "measured at random contents"}],
    )
    return KernelFailure(text, "T0", document)
