"""The linearised factor dh/dt(1) and its signed Laplacian."""

from __future__ import annotations

import flint
import pytest

from verify.model.formula import parse_formula
from verify.model.kernels import read_kernel
from verify.spectral.general.expression import decide_expression
from verify.spectral.general.second_order import gains_at_second_order, linearised_factor

NAMES = {"t", "xi", "zeta"}


@pytest.mark.parametrize(
    ("h", "slope"),
    [
        ("exp(2*t)/2", "exp(2)"),
        ("xi*zeta*t**3 + t", "3*(xi*zeta) + 1"),
        ("cos(xi - zeta)", "0"),
        ("log(2 - t)", "-1"),
    ],
)
def test_linearised_factor_is_the_slope_at_one(h, slope):
    """dh/dt at t = 1, exact."""
    assert linearised_factor(parse_formula(h, NAMES)).expr.equals(parse_formula(slope, NAMES).expr)


@pytest.mark.parametrize("h", ["Abs(t - 1)", "Max(t, xi)", "Piecewise((t, t < 1), (1, True))"])
def test_kinks_in_t_have_no_slope(h):
    """The formal derivative of a kink at t = 1 says nothing."""
    assert linearised_factor(parse_formula(h, NAMES)) is None


def _labels(*points):
    return {"kind": "atoms", "weights": [f"1/{len(points)}"] * len(points), "points": list(points)}


def test_laplacian_that_is_not_psd_refutes_every_collapsed_law():
    """dh/dt(1) = xi zeta at labels 1, 1, -2: D = (0, 0, 0), <v, Lv> = -(sum of w xi v)^2 <= 0."""
    h = "xi*zeta*dot(x, y)**3/3 + (1 - dot(x, y))**2"
    kernel = read_kernel({"family": "expression", "d": 3, "h": h, "labels": _labels("1", "1", "-2")})
    outcome = decide_expression(kernel)
    assert (str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)) == ("none", "none")


def test_infinite_slope_is_not_linearised_into_a_refutation():
    """asin t with k12 = k23 = 3/2, k13 = -1 as a formula: f'(1) = oo, L is not PSD, and yet collapse is unique."""
    k = "Piecewise((0, Abs(xi - zeta) < 1/2), (3/2, Abs(xi - zeta) < 3/2), (-1, True))"
    kernel = read_kernel(
        {"family": "expression", "d": 3, "h": f"{k}*asin(dot(x, y))", "labels": _labels("0", "1", "2")}
    )
    outcome = decide_expression(kernel)
    assert str(outcome.graph_laws.collapse) == "all"


def test_hessian_gains_only_if_certain():
    """A top eigenvalue whose enclosure contains 0 proves nothing; nan proves nothing."""
    one = flint.arb(1)
    assert gains_at_second_order([[one]])
    assert not gains_at_second_order([[flint.arb(1e-3, 1)]])
    assert not gains_at_second_order([[-one]])
    assert not gains_at_second_order([[flint.arb("nan")]])
