"""The readings of a formula: SymPy, real balls, complex balls, exact rationals, float64 arrays; all walk one tree."""

from __future__ import annotations

from verify.model.readings.algebra import to_sympy
from verify.model.readings.arrays import to_array
from verify.model.readings.balls import ball_operation, certainly_holds, to_ball
from verify.model.readings.complex_balls import to_complex_ball
from verify.model.readings.rationals import to_rational

__all__ = [
    "ball_operation",
    "certainly_holds",
    "to_array",
    "to_ball",
    "to_complex_ball",
    "to_rational",
    "to_sympy",
]
