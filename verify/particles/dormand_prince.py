"""Dormand-Prince 5(4) on a product of spheres: a step with its error, and dense output of order 4.

Overview
--------
The field is extended to R^d minus 0 as F(x / |x|), which keeps |x|: each stage is projected before its evaluation, and
the end of a step is projected. The last stage of a step is the first of the next.

References
----------
J. R. Dormand, P. J. Prince, "A family of embedded Runge-Kutta formulae", J. Comput. Appl. Math. 6 (1980).
L. F. Shampine, "Some practical Runge-Kutta formulas", Math. Comp. 46 (1986), for the dense output.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Step", "dormand_prince_step", "normalised"]

Array = np.ndarray[Any, Any]

_STAGES = (
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
_ERROR = (-71 / 57600, 0.0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40)
#: Row s: coefficients of theta, ..., theta^4 by which stage s enters the dense output.
_DENSE = np.array(
    [
        [1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432],
        [0, 0, 0, 0],
        [0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799],
        [0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072],
        [0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632],
        [0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844],
        [0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423],
    ]
)


def normalised(x: Array) -> Array:
    """Return x / |x| row by row."""
    return np.asarray(x / np.sqrt(np.einsum("nc,nc->n", x, x))[:, None])


@dataclass(frozen=True)
class Step:
    """A step of length h from x.

    Attributes
    ----------
    x, end : ndarray, shape (m, d)
        Before and after, unit vectors.
    stages : tuple of ndarray
        The seven velocities; the last is that at ``end``.
    energy : float
        At ``end``.
    error : float
        Root mean square over particles of the error estimated by the embedded formula.
    h : float
    """

    x: Array
    end: Array
    stages: tuple[Array, ...]
    energy: float
    error: float
    h: float

    def at(self, theta: float) -> Array:
        """Return the state at the fraction theta in [0, 1] of the step, to order 4."""
        powers = theta ** np.arange(1, 5)
        moved = self.x.copy()
        for coefficient, stage in zip(self.h * (_DENSE @ powers), self.stages, strict=True):
            if coefficient:
                moved += _typed(self.x, coefficient) * stage
        return normalised(moved)


def _typed(x: Array, value: float) -> Any:
    """Return a number in the precision of x."""
    return x.dtype.type(value)


def dormand_prince_step(field: Callable[[Array], tuple[Array, float]], x: Array, velocity: Array, h: float) -> Step:
    """Return the step of length h from x; six evaluations of the field.

    Parameters
    ----------
    field : callable
        x (m, d) -> velocities (m, d), energy.
    x, velocity : ndarray, shape (m, d)
        The state and its velocity.
    h : float
        In the time of the field.
    """
    stages = [velocity]
    end, energy = x, 0.0
    for row in _STAGES:
        moved = x.copy()
        for coefficient, stage in zip(row, stages, strict=True):
            if coefficient:
                moved += _typed(x, h * coefficient) * stage
        end = normalised(moved)
        speed, energy = field(end)
        stages.append(speed)
    error = np.zeros_like(x)
    for coefficient, stage in zip(_ERROR, stages, strict=True):
        if coefficient:
            error += _typed(x, h * coefficient) * stage
    size = float(np.sqrt(np.einsum("nc,nc->n", error, error).mean()))
    return Step(x, end, tuple(stages), energy, size, h)
