"""Reference integrators, for tests and benchmarks: RK4 with renormalisation, and SciPy's solvers on all particles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from verify.particles.dormand_prince import normalised

__all__ = ["rk4_reference", "scipy_reference"]

Array = np.ndarray[Any, Any]
VelocityField = Callable[[Array], tuple[Array, float]]


def rk4_reference(field: VelocityField, x: Array, horizon: float, steps: int) -> Array:
    """Return the state after equal steps of the classical Runge-Kutta method, renormalised after each.

    Parameters
    ----------
    field : callable
        x (n, d) -> velocities, energy.
    x : ndarray, shape (n, d)
    horizon : float
        In the time of the field.
    steps : int
    """
    h = horizon / steps
    for _ in range(steps):
        k1 = field(x)[0]
        k2 = field(normalised(x + h / 2 * k1))[0]
        k3 = field(normalised(x + h / 2 * k2))[0]
        k4 = field(normalised(x + h * k3))[0]
        x = normalised(x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))
    return x


def scipy_reference(
    field: VelocityField, x: Array, horizon: float, *, tolerance: float = 1e-12, method: str = "DOP853"
) -> tuple[Array, int]:
    """Return the state at the horizon by SciPy's solver, and how often it evaluated the field.

    Parameters
    ----------
    field : callable
        x (n, d) -> velocities, energy.
    x : ndarray, shape (n, d)
    horizon : float
        In the time of the field.
    tolerance : float
        Relative and absolute.
    method : str
        ``DOP853``, ``RK45`` or another of ``scipy.integrate.solve_ivp``.
    """
    shape = x.shape

    def flat(_: float, y: Array) -> Array:
        return field(normalised(y.reshape(shape)))[0].ravel()

    solved = solve_ivp(flat, (0.0, horizon), x.ravel(), method=method, rtol=tolerance, atol=tolerance, t_eval=[horizon])
    return normalised(solved.y[:, -1].reshape(shape)), int(solved.nfev)
