"""Energies of expressions: the best collapsed law in closed form, and bounds above sampled laws."""

from __future__ import annotations

import flint
import numpy as np
import pytest

from verify.model.kernels import ExpressionKernel, read_kernel
from verify.model.verdict import Collapse
from verify.spectral.decide import decide
from verify.spectral.general.expression_energy import bound_by_pairs, energies_of_expression

QUARTERS = {"kind": "atoms", "weights": ["1/4"] * 4, "points": ["0", "pi/2", "pi", "3*pi/2"]}


def _kernel(h: str, labels: object = QUARTERS, d: int = 2) -> ExpressionKernel:
    kernel = read_kernel({"family": "expression", "d": d, "h": h, "labels": labels})
    assert isinstance(kernel, ExpressionKernel)
    return kernel


def test_an_anisotropic_kernel_has_all_three_energies() -> None:
    """h = <x, y> + 3 x1 y1 cos(xi - zeta), four labels: E = 1/2 at every collapsed law; bound (1 + 3/2)/2."""
    verdict = decide(_kernel("dot(x, y) + 3*x1*y1*cos(xi - zeta)"))
    energy = verdict.graph_laws.energy
    assert verdict.graph_laws.collapse is Collapse.NONE
    assert energy.collapsed is not None
    assert energy.best is not None
    assert energy.bound is not None
    assert energy.collapsed.ball.contains(flint.arb(1) / 2)
    assert energy.best.ball > energy.collapsed.ball
    assert float(energy.bound.ball.mid()) == pytest.approx(5 / 4)


def test_the_best_collapsed_law_follows_the_favoured_axis() -> None:
    """h = 2 x1 y1 + x2 y2 + x1 + y1: E = u1^2 + u2^2/2 + u1, largest at u = e1."""
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"], "points": ["0", "1"]}
    energy = decide(_kernel("2*x1*y1 + x2*y2 + x1 + y1", labels)).graph_laws.energy
    assert energy.collapsed is not None
    assert energy.collapsed.ball.contains(flint.arb(2))
    assert energy.collapsed.ball.rad() < 1e-6


@pytest.mark.parametrize("h", ["exp(dot(x, y)*cos(xi - zeta))", "x1*y1*cos(xi)*cos(zeta) - dot(x, y)**2"])
def test_no_sampled_law_is_above_the_bound(h: str) -> None:
    """Random contents on four labels."""
    kernel, rng = _kernel(h), np.random.default_rng(3)
    bound = bound_by_pairs(kernel)
    assert bound is not None
    for _ in range(50):
        x = rng.standard_normal((4, 2))
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        assert kernel.block(x, np.arange(4), x, np.arange(4)).mean() / 2 <= float(bound.upper()) + 1e-12


def test_what_is_not_bounded_or_too_large_is_open_with_a_reason() -> None:
    """A logarithm that is not finite on all contents; 200 labels."""
    known = energies_of_expression(_kernel("log(2 + x1 + y1 - dot(x, y))"), None)
    assert known.energy.bound is None
    assert "not bounded" in known.open["bound"]
    assert bound_by_pairs(_kernel("dot(x, y)*cos(i - j)", {"kind": "positions", "n": 200})) is None
