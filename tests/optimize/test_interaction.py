"""The potential of a slice, and the energy with its derivatives, in every family."""

from __future__ import annotations

import numpy as np

from verify.model.sphere import sample_uniform
from verify.optimize.interactions import interaction_of
from verify.optimize.nodes import nodes_of


def setting(kernel, seed=0, n=6):
    """Return nodes, interaction, random variables and the generator."""
    rng = np.random.default_rng(seed)
    nodes = nodes_of(kernel, n)
    return nodes, interaction_of(kernel, nodes), sample_uniform(nodes.n, kernel.d, rng), rng


def test_the_energy_is_half_the_double_sum(family):
    """As the kernel's own blocks give it, in the kernel's unit."""
    nodes, interaction, u, _ = setting(family)
    x = interaction.to_contents(u)
    expected = 0.5 * nodes.weights @ family.block(x, nodes.labels, x, nodes.labels) @ nodes.weights
    scale = np.exp(interaction.log_scale)
    assert abs(scale * interaction.energies(u[None])[0] - expected) <= 1e-13 * (1 + abs(expected))
    assert abs(scale * interaction.gradient(u)[0] - expected) <= 1e-13 * (1 + abs(expected))
    assert np.allclose(interaction.to_variables(x), u, atol=1e-14)


def test_the_gradient_is_the_slope_of_the_energy(family):
    """Central differences inside the ball, where nothing is clipped."""
    _, interaction, u, rng = setting(family)
    x, v, h = 0.8 * u, rng.standard_normal(u.shape), 1e-5
    slope = (interaction.gradient(x + h * v)[0] - interaction.gradient(x - h * v)[0]) / (2 * h)
    assert abs(slope - np.sum(interaction.gradient(x)[1] * v)) < 1e-8


def test_the_hessian_is_symmetric_and_the_slope_of_the_gradient(family):
    """For i = j and i != j at once."""
    _, interaction, u, rng = setting(family, 1)
    x, v, h = 0.8 * u, rng.standard_normal(u.shape), 1e-5
    slope = (interaction.gradient(x + h * v)[1] - interaction.gradient(x - h * v)[1]) / (2 * h)
    hessian = interaction.hessian(x)
    assert np.allclose(np.einsum("idje,je->id", hessian, v), slope, atol=1e-7)
    assert np.allclose(hessian, hessian.transpose(2, 3, 0, 1), atol=1e-13)


def test_a_slice_moves_the_energy_by_its_potential(family):
    """E is w_i phi_i(x_i) plus what does not depend on x_i."""
    nodes, interaction, u, rng = setting(family, 2)
    points = sample_uniform(2, family.d, rng)
    moved = np.stack([u, u])
    moved[:, 1] = points
    energies = interaction.energies(moved)
    values = interaction.slice_potential(1, u[None]).values(points[None])[0]
    assert abs(energies[1] - energies[0] - nodes.weights[1] * (values[1] - values[0])) < 1e-14


def test_a_slice_has_the_derivatives_of_its_potential_along_the_sphere(family):
    """First and second along geodesics: <g, v> and <v, H v> - <g, x>."""
    _, interaction, u, rng = setting(family, 3)
    potential = interaction.slice_potential(1, u[None])
    x = u[0]
    v = rng.standard_normal(family.d)
    v -= (v @ x) * x
    v /= np.linalg.norm(v)
    h = 1e-4
    values = [float(potential.values((np.cos(s) * x + np.sin(s) * v)[None, None])[0, 0]) for s in (-h, 0.0, h)]
    jet = potential.jet(x[None, None])
    gradient, hessian = jet.gradient[0, 0], jet.hessian[0, 0]
    assert abs(jet.value[0, 0] - values[1]) < 1e-14
    assert abs((values[2] - values[0]) / (2 * h) - gradient @ v) < 1e-7
    assert abs((values[2] - 2 * values[1] + values[0]) / h**2 - (v @ hessian @ v - gradient @ x)) < 1e-5


def test_the_matrix_of_tokens_holds_every_pair(family):
    """Its mean under the weights is twice the energy."""
    nodes, interaction, u, _ = setting(family, 4)
    H = interaction.matrix(np.arange(nodes.n), u)
    assert np.allclose(H, H.T, atol=1e-14)
    assert abs(nodes.weights @ H @ nodes.weights / 2 - interaction.energies(u[None])[0]) < 1e-14
