"""Symbolic mathematics: vectors without coordinates, normal forms, ball arithmetic, derivations of checked steps."""

from __future__ import annotations

from verify.symbolic.balls import EvaluationError, enclose
from verify.symbolic.checks import Check, Cited, Computed, Identity, IntegralIdentity, Outcome
from verify.symbolic.functions import Average, Kernel, Law, Profile
from verify.symbolic.inequalities import Inequality, Root, SumOfSquares
from verify.symbolic.rings import BESSEL, EXPONENTIALS, RATIONAL, SUMS, Ring, difference, sphere
from verify.symbolic.samples import Sample
from verify.symbolic.steps import Derivation, DerivationResult, Step, StepResult, equation
from verify.symbolic.vectors import (
    Defined,
    Dot,
    EvenBase,
    Orthogonal,
    OrthogonalMaps,
    Projection,
    Rotation,
    SymmetricBase,
    Turn,
    UnitVector,
    UnitVectors,
    Vector,
    Vectors,
    inverse,
    norm_squared,
)

__all__ = [
    "BESSEL",
    "EXPONENTIALS",
    "RATIONAL",
    "SUMS",
    "Average",
    "Check",
    "Cited",
    "Computed",
    "Defined",
    "Derivation",
    "DerivationResult",
    "Dot",
    "EvaluationError",
    "EvenBase",
    "Identity",
    "Inequality",
    "IntegralIdentity",
    "Kernel",
    "Law",
    "Orthogonal",
    "OrthogonalMaps",
    "Outcome",
    "Profile",
    "Projection",
    "Ring",
    "Root",
    "Rotation",
    "Sample",
    "Step",
    "StepResult",
    "SumOfSquares",
    "SymmetricBase",
    "Turn",
    "UnitVector",
    "UnitVectors",
    "Vector",
    "Vectors",
    "difference",
    "enclose",
    "equation",
    "inverse",
    "norm_squared",
    "sphere",
]
