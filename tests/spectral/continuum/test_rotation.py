"""The law that a negative direction on a continuum has in hand, against sums that know nothing of it."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

from verify.model.kernels import FactorKernel, read_kernel
from verify.model.profiles import analyse_profile
from verify.model.verdict import Collapse, Verdict
from verify.spectral.continuum.problem import ContinuumProblem
from verify.spectral.continuum.rotation import rotation_of
from verify.spectral.decide import decide

CIRCLE = {"kind": "circle"}
NEAR_MISSES = [
    ("1/2 - 1/10**12 + cos(xi - zeta)", CIRCLE),
    ("1/2 - 1/10**40 + cos(3*(xi - zeta))", CIRCLE),
    ("1/2 - 1/10**9 + cos(xi1 - zeta1 - 2*(xi2 - zeta2))", {"kind": "torus", "dim": 2}),
    ("-1/10**12", CIRCLE),
    ("-1/10**12 + Abs(xi - zeta)/10**20", {"kind": "interval", "a": "0", "b": "1"}),
    ("2 - 5*Abs(xi - zeta)", {"kind": "interval", "a": "0", "b": "1"}),
    ("1/4 - Abs(xi - zeta)", {"kind": "interval", "a": "0", "b": "1", "density": "2*xi"}),
]


def _decide(k: str, labels: object, profile: object, d: int = 3) -> Verdict:
    return decide(read_kernel({"family": "factor", "d": d, "profile": profile, "k": k, "labels": labels}))


@pytest.mark.slow
@pytest.mark.parametrize(("k", "labels"), NEAR_MISSES)
@pytest.mark.parametrize("profile", [{"usa": 1}, {"peak": 800}, {"usa": "1/10**9"}])
def test_a_refuted_collapse_has_a_law_with_more_energy(k: str, labels: object, profile: object) -> None:
    """Both views: E collapsed < E best as decimals, by more than the radius of the best, and best <= bound."""
    verdict = _decide(k, labels, profile)
    for view in (verdict.graph_laws, verdict.all_laws):
        assert view.collapse is Collapse.NONE
        best, collapsed = view.energy.best, view.energy.collapsed
        assert best is not None
        assert collapsed is not None
        assert Fraction(best.value) > Fraction(collapsed.value)
        bound = view.energy.bound
        if bound is not None:
            radii = sum(Fraction(num.radius or "0") for num in (best, bound))
            assert Fraction(best.value) <= Fraction(bound.value) + radii
    assert verdict.witness is not None
    assert "law" in verdict.witness
    assert Fraction(verdict.graph_laws.energy.best.value) <= Fraction(verdict.all_laws.energy.best.value)


def test_the_enclosed_gain_is_that_of_the_law() -> None:
    """k = 2/5 + cos s, v = cos xi: the mean over a grid of 64 x 64 labels, exact to rounding, lies in the enclosure."""
    document = {"family": "factor", "d": 3, "profile": {"usa": 1}, "k": "2/5 + cos(xi - zeta)", "labels": CIRCLE}
    kernel = read_kernel(document)
    assert isinstance(kernel, FactorKernel)
    with flint.ctx.workprec(160):
        found = rotation_of(ContinuumProblem(kernel, analyse_profile(kernel.profile, 3)))
    assert found is not None
    assert found.witness["v"] == "cos(xi)"
    xi = 2 * np.pi * np.arange(64) / 64
    delta = float(found.step.eps) * (np.cos(xi)[:, None] - np.cos(xi)[None, :])
    gain = np.mean((0.4 + np.cos(xi[:, None] - xi[None, :])) * (np.exp(np.cos(delta)) - np.e)) / 2
    assert abs(gain - float(found.step.gain.mid())) <= float(found.step.gain.rad()) + 1e-12
    assert float(found.step.gain.lower()) > 0


def test_a_direction_on_cells_is_enclosed_between_minorant_and_majorant() -> None:
    """k = 2 - 5 |s| on [0, 1]: the gain of the law, summed on a fine grid, lies in the enclosure."""
    labels = {"kind": "interval", "a": "0", "b": "1"}
    kernel = read_kernel(
        {"family": "factor", "d": 2, "profile": "t + t**3/3", "k": "2 - 5*Abs(xi - zeta)", "labels": labels}
    )
    assert isinstance(kernel, FactorKernel)
    with flint.ctx.workprec(160):
        found = rotation_of(ContinuumProblem(kernel, analyse_profile(kernel.profile, 2)))
    assert found is not None
    v = np.array([float(Fraction(x)) for x in found.witness["v"]])
    xi = (np.arange(1024) + 0.5) / 1024
    turned = float(found.step.eps) * v[(xi * len(v)).astype(int)]
    t = np.cos(turned[:, None] - turned[None, :])
    gain = np.mean((2 - 5 * np.abs(xi[:, None] - xi[None, :])) * (t + t**3 / 3 - 4 / 3)) / 2
    assert float(found.step.gain.lower()) - 1e-6 <= gain <= float(found.step.gain.upper()) + 1e-6
    assert found.step.gain > 0


def test_where_the_second_derivative_is_infinite_no_law_is_invented() -> None:
    """f = t - (1 - t)^(3/2) has f'' = -oo at 1: no small rotation is offered."""
    verdict = _decide("1/2 - 1/10**12 + cos(xi - zeta)", CIRCLE, "t - (1 - t)**(3/2)")
    assert verdict.graph_laws.collapse in {Collapse.NONE, Collapse.UNKNOWN}
    assert verdict.witness is None or "eps" not in verdict.witness
