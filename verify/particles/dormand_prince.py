"""Dormand-Prince 8(5,3) on a product of spheres: a step with its error, and dense output of order 7.

Overview
--------
The field is extended to R^d minus 0 as F(x / |x|), which keeps |x|: each stage is projected before its evaluation, and
the end of a step is projected. The velocity at the end of a step is the first stage of the next. Of order 8 because a
flow of tokens is limited by accuracy and not by stability: at a tolerance of 1e-9 it takes a third of the evaluations
that order 5 takes.

References
----------
J. R. Dormand, P. J. Prince, "A family of embedded Runge-Kutta formulae", J. Comput. Appl. Math. 6 (1980).
E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I (1993), II.5 and II.6.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from verify.particles.dop853 import DENSE, ERROR_3, ERROR_5, EXTRA, STAGES, WEIGHTS

__all__ = ["EVALUATIONS", "EXTRA_EVALUATIONS", "Step", "dormand_prince_step", "normalised"]

Array = np.ndarray[Any, Any]
VelocityField = Callable[[Array], tuple[Array, float]]

#: Of the field in one step, and in its dense output if that is asked for.
EVALUATIONS, EXTRA_EVALUATIONS = 12, 3
_COUNT = 13


def _row(coefficients: Mapping[int, float], length: int) -> Array:
    row = np.zeros(length)
    row[list(coefficients)] = list(coefficients.values())
    return row


_STAGE_ROWS = tuple(_row(row, s) for s, row in enumerate(STAGES, 1))
_WEIGHT_ROW = _row(WEIGHTS, _COUNT - 1)
_EXTRA_ROWS = tuple(_row(row, s) for s, row in enumerate(EXTRA, _COUNT))
_ERRORS = np.stack([_row(ERROR_5, _COUNT - 1), _row(ERROR_3, _COUNT - 1)])
_DENSE_ROWS = np.stack([_row(row, _COUNT + len(EXTRA)) for row in DENSE])


def normalised(x: Array) -> Array:
    """Return x / |x| row by row."""
    return np.asarray(x / np.sqrt(np.einsum("nc,nc->n", x, x))[:, None])


def _combined(rows: Array, stages: Array) -> Array:
    """Return sum_s c_s k_s for a row of coefficients, or for each of several, in the precision of the stages."""
    flat = stages[: rows.shape[-1]].reshape(rows.shape[-1], -1)
    return np.asarray(rows.astype(stages.dtype) @ flat).reshape(*rows.shape[:-1], *stages.shape[1:])


@dataclass(frozen=True)
class Step:
    """A step of length h from x.

    Attributes
    ----------
    x, end : ndarray, shape (m, d)
        Before and after, unit vectors.
    change : ndarray, shape (m, d)
        What was added to x before the end was projected.
    stages : ndarray, shape (16, m, d)
        The velocities of the stages; number 12 is that at ``end``, the last three wait for the dense output.
    energy : float
        At ``end``.
    error : float
        Largest error of a particle, estimated by the embedded formulas.
    h : float
    field : callable
        x (m, d) -> velocities (m, d), energy.
    """

    x: Array
    end: Array
    change: Array
    stages: Array
    energy: float
    error: float
    h: float
    field: VelocityField

    @cached_property
    def _terms(self) -> Array:
        """The seven terms of the dense output, by three more evaluations of the field."""
        stages = self.stages
        for s, row in enumerate(_EXTRA_ROWS, _COUNT):
            stages[s] = self.field(normalised(self.x + self.h * _combined(row, stages)))[0]
        terms = np.empty((3 + len(DENSE), *self.x.shape), self.x.dtype)
        terms[0] = self.change
        terms[1] = self.h * stages[0] - self.change
        terms[2] = 2 * self.change - self.h * (self.velocity + stages[0])
        terms[3:] = self.h * _combined(_DENSE_ROWS, stages)
        return terms

    @property
    def velocity(self) -> Array:
        """At ``end``, (m, d)."""
        return np.asarray(self.stages[_COUNT - 1])

    @property
    def spent(self) -> int:
        """Evaluations of the field that the dense output has taken: 0 until it is asked for."""
        return EXTRA_EVALUATIONS if "_terms" in vars(self) else 0

    def at(self, theta: float) -> Array:
        """Return the state at the fraction theta in [0, 1] of the step, to order 7.

        Notes
        -----
        x + theta (F_0 + (1 - theta) (F_1 + theta (F_2 + (1 - theta) (F_3 + ...)))).
        """
        moved = np.zeros_like(self.x)
        for place, term in reversed(list(enumerate(self._terms))):
            moved = (moved + term) * self.x.dtype.type(1 - theta if place % 2 else theta)
        return normalised(self.x + moved)


def dormand_prince_step(field: VelocityField, x: Array, velocity: Array, h: float) -> Step:
    """Return the step of length h from x; twelve evaluations of the field.

    Parameters
    ----------
    field : callable
        x (m, d) -> velocities (m, d), energy.
    x, velocity : ndarray, shape (m, d)
        The state and its velocity.
    h : float
        In the time of the field.

    Notes
    -----
    The error is h e_5^2 / sqrt(e_5^2 + e_3^2/100) with the norms of the two embedded differences, of a particle.
    """
    stages = np.empty((_COUNT + len(EXTRA), *x.shape), x.dtype)
    stages[0] = velocity
    for s, row in enumerate(_STAGE_ROWS, 1):
        stages[s] = field(normalised(x + h * _combined(row, stages)))[0]
    change = h * _combined(_WEIGHT_ROW, stages)
    end = normalised(x + change)
    stages[_COUNT - 1], energy = field(end)
    fifth, third = np.einsum("enc,enc->en", *(2 * [_combined(_ERRORS, stages)]), dtype=float)
    both = np.sqrt(fifth + 0.01 * third)
    sizes = np.divide(fifth, both, out=np.zeros_like(both), where=both != 0)
    return Step(x, end, change, stages, energy, float(h * sizes.max(initial=0.0)), h, field)
