"""Expression kernels."""

from __future__ import annotations

import numpy as np

from verify.model.kernels import read_kernel
from verify.model.sphere import sample_uniform


def test_a_formula_of_the_inner_product_is_its_factor_kernel(cosine, interaction):
    """The same energy, gradient and Hessian on the sphere."""
    rng = np.random.default_rng(0)
    document = {"family": "expression", "d": 2, "h": "cos(xi - zeta)*exp(dot(x,y))", "labels": {"kind": "circle"}}
    formula, factor = interaction(read_kernel(document), 5), interaction(cosine(1), 5)
    x = sample_uniform(5, 2, rng)
    scale = np.exp(factor.log_scale)
    assert np.isclose(formula.gradient(x)[0], scale * factor.gradient(x)[0], rtol=1e-13)
    assert np.allclose(formula.gradient(x)[1], scale * factor.gradient(x)[1], atol=1e-13)
    assert np.allclose(formula.hessian(x), scale * factor.hessian(x), atol=1e-13)


def test_a_kink_is_crossed_without_its_jump(interaction):
    """|t| has slope sign t and no curvature off the kink."""
    document = {"family": "expression", "d": 2, "h": "Abs(dot(x,y))", "labels": {"kind": "cyclic", "n": 2}}
    found = interaction(read_kernel(document))
    x = np.array([[1.0, 0.0], [-0.6, 0.8]])
    energy, gradient = found.gradient(x)
    assert abs(energy - (2 + 2 * 0.6) / 8) < 1e-15
    assert np.allclose(gradient[0], (x[0] - x[1]) / 4)
    assert np.isfinite(found.hessian(x)).all()
