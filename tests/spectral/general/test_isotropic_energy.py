"""Energies of isotropic kernels: collapsed laws in closed form, and laws that gain at second order."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest
from scipy.special import iv

from verify.model.kernels import ExpressionKernel, read_kernel
from verify.model.verdict import Collapse, Num, Status, View
from verify.spectral.decide import decide
from verify.spectral.general.isotropic_energy import collapsed_energy, second_order_law, with_collapsed_energy
from verify.spectral.general.second_order import linearised_factor

CIRCLE = {"kind": "circle"}
ATOMS = {"kind": "atoms", "weights": ["1/4", "1/4", "1/2"], "points": ["0", "1", "3"]}
# dh/dt(1) is cos s e^{cos s} - 1/4 in the first: khat(1) = (I_0(1) + I_2(1))/2 > I_1(1) - 1/4 = khat(0)
REFUTED = [
    ("exp(dot(x, y)*cos(xi - zeta)) - dot(x, y)/4", CIRCLE),
    ("exp(dot(x, y)*cos(xi - zeta)) - dot(x, y)", ATOMS),
    pytest.param(
        "dot(x, y)*(1/2 - 1/10**12 + cos(xi - zeta)) + (1 - dot(x, y))**2*cos(xi)*cos(zeta)",
        CIRCLE,
        marks=pytest.mark.slow,
    ),
]


def _kernel(h: str, labels: object) -> ExpressionKernel:
    kernel = read_kernel({"family": "expression", "d": 3, "h": h, "labels": labels})
    assert isinstance(kernel, ExpressionKernel)
    return kernel


@pytest.mark.parametrize(("h", "labels"), REFUTED)
def test_a_refutation_at_second_order_has_a_law_with_more_energy(h: str, labels: object) -> None:
    """Both views: a law in hand whose energy exceeds the collapsed one in the decimals that are shown."""
    verdict = decide(_kernel(h, labels))
    for view in (verdict.graph_laws, verdict.all_laws):
        assert view.collapse is Collapse.NONE
        assert view.energy.best is not None
        assert view.energy.collapsed is not None
        assert Fraction(view.energy.best.value) > Fraction(view.energy.collapsed.value)
    assert verdict.witness is not None
    assert {"law", "eps", "gain"} <= set(verdict.witness)


@pytest.mark.parametrize("power", [6, 15])
def test_a_near_tie_has_energies_told_apart_or_none(power: int) -> None:
    """khat(1) - khat(0) = 10^-p beside an energy that quadrature encloses: no two decimals that overlap."""
    gap = (np.i0(1) + iv(2, 1)) / 2 - iv(1, 1)
    kernel = _kernel(f"exp(dot(x, y)*cos(xi - zeta)) + dot(x, y)*({Fraction(gap)} - 1/10**{power})", CIRCLE)
    verdict = decide(kernel)
    energy = verdict.graph_laws.energy
    assert verdict.graph_laws.collapse in {Collapse.NONE, Collapse.UNKNOWN}
    assert energy.collapsed is not None
    if verdict.graph_laws.collapse is Collapse.NONE and energy.best is not None:
        with flint.ctx.workprec(300):
            assert energy.collapsed.ball < energy.best.ball


def test_the_enclosed_gain_is_that_of_the_law_on_atoms() -> None:
    """The double sum over three atoms at the step eps lies in the enclosure."""
    kernel = _kernel(*REFUTED[1])
    h = kernel.isotropic
    assert h is not None
    slope = linearised_factor(h)
    assert slope is not None
    with flint.ctx.workprec(160):
        law = second_order_law(kernel, h, slope)
    assert law is not None
    w, xi = np.array([0.25, 0.25, 0.5]), np.array([0.0, 1.0, 3.0])
    v = float(law.step.eps) * np.array([float(Fraction(x)) for x in law.witness["v"]])
    t, c = np.cos(v[:, None] - v[None, :]), np.cos(xi[:, None] - xi[None, :])
    gain = w @ (np.exp(t * c) - t - np.exp(c) + 1) @ w / 2
    assert float(law.step.gain.lower()) - 1e-15 <= gain <= float(law.step.gain.upper()) + 1e-15


@pytest.mark.parametrize(
    ("h", "labels", "value"),
    [
        ("exp(dot(x, y)*cos(xi - zeta))", CIRCLE, float(np.i0(1)) / 2),
        ("dot(x, y)*xi*zeta + dot(x, y)**2", ATOMS, ((1 / 4 + 3 / 2) ** 2 + 1) / 2),
    ],
)
def test_the_collapsed_energy_is_half_the_mean_of_h_at_one(h: str, labels: object, value: float) -> None:
    """1/2 ∬ h(1; xi, zeta) in closed form."""
    kernel = _kernel(h, labels)
    assert kernel.isotropic is not None
    energy = collapsed_energy(kernel, kernel.isotropic)
    assert energy is not None
    assert float(energy.mid()) == pytest.approx(value, abs=1e-12)


def test_where_collapse_maximises_all_three_energies_are_the_collapsed_one() -> None:
    """h(t) <= h(1) for every pair of labels."""
    verdict = decide(_kernel("exp(dot(x, y)*(2 + cos(xi - zeta)))", CIRCLE))
    energy = verdict.graph_laws.energy
    assert verdict.graph_laws.collapse is Collapse.ALL
    assert energy.collapsed is not None
    assert energy.collapsed == energy.best == energy.bound


def test_a_refuted_view_gets_no_best_energy_from_the_collapsed_one() -> None:
    """Best is left open where no law is in hand; an open view has the collapsed law."""
    num = Num.of_ball(flint.arb(1))
    none = with_collapsed_energy(View(Collapse.NONE, None, Status.ENCLOSED, View.unknown("").energy, ""), num)
    assert none.energy.best is None
    assert none.energy.collapsed == num
    unknown = with_collapsed_energy(View.unknown("open"), num)
    assert unknown.energy.best == num
    assert unknown.energy.bound is None
