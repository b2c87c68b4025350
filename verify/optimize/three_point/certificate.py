"""From multipliers in floating point to a sealed certificate: integers times a power of two, a rational bound."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from verify.certificates.makers import sealed_certificate
from verify.certificates.three_point import three_point_statement
from verify.model.kernels import FactorKernel
from verify.optimize.three_point.programme import Proposal
from verify.optimize.three_point.reading import Invariant

__all__ = ["seal_proposal"]

_BITS = 44


def seal_proposal(
    kernel: FactorKernel, problem: Invariant, proposal: Proposal, bound: Fraction, tilt: Fraction
) -> dict[str, Any]:
    """Return the certificate of E - tilt ∬ k <x, y> <= bound over all laws, as plain JSON.

    Parameters
    ----------
    kernel : FactorKernel
    problem : Invariant
        The same kernel as the programme saw it.
    proposal : Proposal
        Its multipliers; they are rounded to integers times 2^e, e = log2 c_1 - 44 or so.
    bound, tilt : Fraction
        What is claimed; whether it is proved, :func:`verify.certificates.three_point.check_three_point` says.
    """
    exponent = math.floor(math.log2(problem.coefficients.max())) - _BITS
    claim = {"view": "all_laws", "tilt": str(tilt), "bound": str(bound)}
    data = {
        "labels": problem.n,
        "degree": len(problem.coefficients),
        "basis": problem.basis,
        "exponent": exponent,
        "edges": [[_whole(edge, exponent) for edge in triple] for triple in proposal.edges],
        "slack": [_whole(row, exponent) for row in proposal.slack],
    }
    return sealed_certificate("T6", three_point_statement(claim), kernel.normal_form(), "three-point", data, claim)


def _whole(row: Any, exponent: int) -> list[str]:
    return [str(round(Fraction(float(a)) / Fraction(2) ** exponent)) for a in np.asarray(row)]
