"""Expansions at collapsed laws against floats and Taylor remainders."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

from verify.model.formula import parse_formula
from verify.model.kernels import read_kernel
from verify.model.labels import Atoms
from verify.spectral.general.criticality import exclude_collapse
from verify.spectral.general.expansion import Expansion, is_smooth_in_contents
from verify.spectral.general.label_cells import label_cells, label_probes

TWO = Atoms((Fraction(1, 3), Fraction(2, 3)), (Fraction(1), Fraction(-1, 2)))
H = "exp(dot(x, y)*(1 + xi*zeta)) + sin(x1*xi + y1*zeta) + x2*y2*(xi + zeta)"


def _expansion(h: str, d: int, labels, per_axis: int = 24) -> Expansion:
    formula = parse_formula(h, {"xi", "zeta"}, "h", {"x": d, "y": d})
    return Expansion(formula, d, labels.variables, label_cells(labels, per_axis), label_probes(labels, 4))


def _balls(u) -> list[flint.arb]:
    return [flint.arb(float(c)) for c in u]


def _kernel(h: str, d: int):
    labels = {"kind": "atoms", "weights": ["1/3", "2/3"], "points": ["1", "-1/2"]}
    return read_kernel({"family": "expression", "h": h, "d": d, "labels": labels})


def _energy(kernel, x: np.ndarray) -> float:
    w = np.array([1 / 3, 2 / 3])
    return 0.5 * float(w @ kernel.block(x, np.arange(2), x, np.arange(2)) @ w)


@pytest.mark.parametrize("d", [2, 3])
def test_expansion_matches_the_energy_to_second_order(d):
    """E(exp_u(eps v)) = E + eps <g, v> + eps^2/2 B(v) + O(eps^3), by the slope of the remainder."""
    kernel, expansion = _kernel(H, d), _expansion(H, d, TWO)
    rng = np.random.default_rng(d)
    u = rng.standard_normal(d)
    u /= np.linalg.norm(u)
    v = rng.standard_normal((2, d))
    v -= np.outer(v @ u, u)
    sizes = np.linalg.norm(v, axis=1, keepdims=True)
    w = [1 / 3, 2 / 3]
    first = sum(
        w[i] * float(np.dot([float(g.mid()) for g in expansion.gradient(_balls(u), i)], v[i])) for i in range(2)
    )
    tangents = [[flint.arb(float(c)) for c in row] for row in np.linalg.svd(u[None, :])[2][1:]]
    form = np.array([[float(x.mid()) for x in row] for row in expansion.hessian(_balls(u), tangents)])
    basis = np.array([[float(c.mid()) for c in row] for row in tangents])
    fields = (v @ basis.T).ravel()
    second = float(fields @ form @ fields)
    assert np.allclose(form, form.T)
    remainders = []
    for eps in (1e-2, 5e-3):
        x = np.cos(eps * sizes) * u + np.sin(eps * sizes) * v / sizes
        predicted = _energy(kernel, np.tile(u, (2, 1))) + eps * first + eps**2 / 2 * second
        remainders.append(abs(_energy(kernel, x) - predicted))
    assert 6 < remainders[0] / remainders[1] < 10  # third order


def test_energy_of_a_collapsed_law_is_enclosed():
    """Against floats."""
    u = np.array([0.6, 0.8])
    value = _expansion(H, 2, TWO).energy(_balls(u))
    assert float(value.mid()) == pytest.approx(_energy(_kernel(H, 2), np.tile(u, (2, 1))), rel=1e-12)


def test_kinks_in_the_contents_are_not_differentiated():
    """|x1 - y1| has its kink exactly at collapsed laws: nothing is excluded there by the gradient."""
    expansion = _expansion("Abs(x1 - y1)", 2, TWO)
    assert not all(g.is_finite() for g in expansion.gradient(_balls([0.6, 0.8]), 0))
    assert not exclude_collapse(expansion).complete


@pytest.mark.parametrize(
    ("h", "smooth"),
    [
        ("Max(x1, y1)", False),
        ("Piecewise((x1*y1, x1 < y1), (1, True))", False),
        ("sign(x1)*sign(y1)", False),
        ("Abs(xi - zeta)*x1*y1", True),
        ("Piecewise((1, xi < zeta), (2, True))*x1*y1", True),
        ("Piecewise((x1*y1, xi < zeta), (x2*y2, True))", True),
    ],
)
def test_branches_in_the_labels_alone_are_allowed(h, smooth):
    """Branches in the contents are refused."""
    assert is_smooth_in_contents(parse_formula(h, {"xi", "zeta"}, "h", {"x": 2, "y": 2}), 2) is smooth


def test_branches_in_the_labels_are_expanded():
    """Labels of unequal sign are coupled along the first axis, others along the second."""
    h = "Piecewise((x1*y1/3, xi*zeta < 0), (exp(x2*y2), True))"
    kernel, expansion = _kernel(h, 2), _expansion(h, 2, TWO)
    u = np.array([0.6, 0.8])
    assert float(expansion.energy(_balls(u)).mid()) == pytest.approx(_energy(kernel, np.tile(u, (2, 1))), rel=1e-12)
    gradient = [float(g.mid()) for g in expansion.gradient(_balls(u), 0)]
    assert gradient == pytest.approx([2 / 3 * 0.6 / 3, 0.8 * np.exp(0.64) / 3])
