"""Explicit laws of expression kernels."""

from __future__ import annotations

from verify.model.kernels import read_kernel
from verify.spectral.general.expression import decide_expression
from verify.spectral.general.expression_laws import energy_of_law, propose_law

NAMES = {"t", "xi", "zeta"}
CIRCLE = {"kind": "circle"}
PAIR = {"kind": "atoms", "weights": ["1/2", "1/2"], "points": ["1", "-1"]}


def _kernel(h: str, labels=CIRCLE, d: int = 3):
    return read_kernel({"family": "expression", "d": d, "h": h, "labels": labels})


def test_anisotropic_expressions_are_excluded_by_a_law_in_hand():
    """dot(x, y) + 3 x1 y1 cos(xi - zeta) on Z_4: collapse has 1/2, x1 = sign cos more."""
    labels = {"kind": "atoms", "weights": ["1/4"] * 4, "points": ["0", "pi/2", "pi", "3*pi/2"]}
    kernel = _kernel("dot(x, y) + 3*x1*y1*cos(xi - zeta)", labels, 2)
    law = propose_law(kernel, 1)
    assert energy_of_law(kernel, law) > 1 / 2
    outcome = decide_expression(kernel)
    assert str(outcome.all_laws.collapse) == "none"
    assert outcome.witness["law"]
