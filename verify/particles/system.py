"""A kernel as the solver sees it: particles with frozen labels, in variables in which the flow is simplest.

Overview
--------
Gauge kernels evolve u_i = Q(xi_i) x_i, which follows the flow without gauge exactly (T4c); the contents come back as
x_i = Q(xi_i)^T u_i. A factor is held as a coupling over distinct labels. Two particles may become one only if their
labels are the same to the flow and they attract each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.model.errors import InputError
from verify.model.factors import label_coordinates
from verify.model.kernels import (
    AdditiveKernel,
    ConnectionKernel,
    ExpressionKernel,
    FactorKernel,
    Frequencies,
    GaugeKernel,
    Kernel,
)
from verify.model.numbers import float_value
from verify.particles.couplings import Coupling, coupling_of, label_classes
from verify.particles.field_general import AdditiveField, ExpressionField, general_field
from verify.particles.scaling import LARGEST_LOG_SCALE, ScaledProfile, Unit, scaled_profile

__all__ = ["Field", "Gauge", "System", "gauge_of", "system_of"]

Array = np.ndarray[Any, Any]
#: (x, w, particles) -> (velocities, energy), in the solver's time.
Field = Callable[[Array, Array, Array], tuple[Array, float]]


@dataclass(frozen=True)
class Gauge:
    """The orthogonal maps u = Q(xi_i) x of n particles: cosines and sines of rotated planes, or matrices."""

    cosines: Array | None = None
    sines: Array | None = None
    matrices: Array | None = None

    def forward(self, x: Array) -> Array:
        """Return u_i = Q_i x_i."""
        if self.matrices is not None:
            return np.asarray(np.einsum("nij,nj->ni", self.matrices, x))
        return self._rotated(x, 1.0)

    def backward(self, u: Array) -> Array:
        """Return x_i = Q_i^T u_i."""
        if self.matrices is not None:
            return np.asarray(np.einsum("nji,nj->ni", self.matrices, u))
        return self._rotated(u, -1.0)

    def _rotated(self, x: Array, sign: float) -> Array:
        assert self.cosines is not None
        assert self.sines is not None
        rotated = np.array(x, dtype=float)
        end = 2 * self.cosines.shape[1]
        even, odd = x[:, 0:end:2], x[:, 1:end:2]
        rotated[:, 0:end:2] = self.cosines * even - sign * self.sines * odd
        rotated[:, 1:end:2] = sign * self.sines * even + self.cosines * odd
        return rotated


def gauge_of(kernel: GaugeKernel, labels: Array) -> Gauge:
    """Return the maps of a gauge kernel at the labels of particles."""
    if isinstance(kernel.gauge, Frequencies):
        omega = np.array([[float_value(w) for w in plane] for plane in kernel.gauge.planes])
        phase = label_coordinates(kernel.labels, labels) @ omega.T
        return Gauge(cosines=np.cos(phase), sines=np.sin(phase))
    return Gauge(matrices=kernel.matrices(labels))


@dataclass(frozen=True)
class System:
    """The particles of a kernel.

    Attributes
    ----------
    kernel : Kernel
    labels : ndarray, shape (n,) or (n, dim)
        Frozen labels.
    profile : ScaledProfile or None
        g; None for formulas in x and y.
    coupling : Coupling or None
        The factor k, None where it is 1.
    gauge : Gauge or None
    general : Field or None
        The field of a kernel that is no function of <x, y>.
    log_scale : float
        t_solver = e^s t_unit, E_unit = e^s E_solver.
    classes : ndarray of int, shape (n,)
        Equal where labels are the same to the flow; -1 where a particle never merges.
    """

    kernel: Kernel
    labels: Array
    profile: ScaledProfile | None
    coupling: Coupling | None
    gauge: Gauge | None
    general: Field | None
    log_scale: float
    classes: Array

    @property
    def n(self) -> int:
        """Number of particles."""
        return len(self.labels)

    @property
    def d(self) -> int:
        """Content dimension."""
        return self.kernel.d

    @property
    def steepest(self) -> float:
        """What speeds are measured by: max |g'|, or the largest gradient of a formula among random contents."""
        if isinstance(self.general, ExpressionField):
            return self.general.steepest()
        return 1.0 if self.profile is None else self.profile.largest_slope

    def to_solver(self, x: Array) -> Array:
        """Return the solver's variables of all contents (n, d)."""
        return x if self.gauge is None else self.gauge.forward(x)

    def to_contents(self, u: Array) -> Array:
        """Return the contents of all particles from the solver's variables (n, d)."""
        return u if self.gauge is None else self.gauge.backward(u)


def system_of(kernel: Kernel, labels: Array, unit: Unit = "kernel") -> System:
    """Return the system of a kernel at the labels of n particles, for results in the asked unit.

    Raises
    ------
    InputError
        A matrix kernel; a unit that is not the profile's; a scale beyond floats; a factor that is not finite.
    """
    n = len(labels)
    if isinstance(kernel, FactorKernel | GaugeKernel):
        profile = scaled_profile(kernel.profile, kernel.d, unit)
        coupling = None if kernel.k is None else coupling_of(kernel.k, kernel.labels, labels)
        if coupling is not None and coupling.constant == 1.0:
            coupling = None
        gauge = gauge_of(kernel, labels) if isinstance(kernel, GaugeKernel) else None
        attracts = np.full(n, profile.attractive)
        if coupling is not None:
            sign = coupling.diagonal[coupling.codes]
            attracts = sign > 0 if profile.attractive else sign < 0
            classes = coupling.classes[coupling.codes]
        else:
            classes = np.zeros(n, dtype=int)
        return System(
            kernel, labels, profile, coupling, gauge, None, profile.log_scale, np.where(attracts, classes, -1)
        )
    if unit != "kernel" and isinstance(kernel, ExpressionKernel):
        raise InputError("unit", "be kernel for an expression kernel", unit)
    own: ScaledProfile | None = None
    if isinstance(kernel, AdditiveKernel | ConnectionKernel):
        own = scaled_profile(kernel.profile, kernel.d, unit)
    general = general_field(kernel, own, labels)
    log_scale = 0.0 if own is None else own.log_scale
    if isinstance(general, AdditiveField):
        log_scale += general.shift
        if log_scale > LARGEST_LOG_SCALE:
            why = "Energies of h = f(<x + p, y + p>) grow like e^{beta |x + p|^2}."
            raise InputError("p", f"have logits of at most {LARGEST_LOG_SCALE:.0f}", f"{log_scale:.6g}", why)
    mergeable = own is not None and own.beta is not None and own.sign > 0
    classes = label_classes(labels)[1] if mergeable else np.full(n, -1)
    return System(kernel, labels, own, None, None, general, log_scale, classes)
