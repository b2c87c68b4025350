"""Slices as measures: where they diracise, and where not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import verify.optimize.slices as module
from verify.model.kernels import read_kernel
from verify.model.sphere import sample_uniform
from verify.optimize.slices import conditional_gradient, graph_slices, uniform_slices


def random_graph(interaction, seed=0):
    """Return the slices of a random graph law."""
    return graph_slices(interaction, sample_uniform(interaction.n, interaction.d, np.random.default_rng(seed)))


def test_one_repelling_atom_spreads(atoms, interaction):
    """T1: h = -<x, y> on one atom: -1/2 over graph laws, 0 over all laws."""
    found = interaction(atoms([[-1]]))
    start = random_graph(found)
    law = conditional_gradient(found, start, np.random.default_rng(0))
    assert abs(start.energy + 0.5) < 1e-15
    assert abs(law.energy) < 1e-10
    assert law.gap < 1e-10
    assert not law.diracs(1).any()
    assert law.concave


@pytest.mark.parametrize("d", [2, 3])
def test_uniform_slices_are_centred_and_stationary_for_linear_profiles(d, atoms, interaction):
    """Every potential vanishes: energy 0 and gap 0."""
    found = interaction(atoms([[-1, "-1/2"], ["-1/2", -1]], d=d))
    law = conditional_gradient(found, uniform_slices(found, np.random.default_rng(0)), np.random.default_rng(0))
    assert abs(law.energy) < 1e-15
    assert law.gap < 1e-14


def test_two_atoms_of_t5_have_uniform_slices(atoms, interaction):
    """k = [[-2, 1], [1, -2]], f = e^{2t}, d = 3: -sinh(2)/8, to 10 digits."""
    found = interaction(atoms([[-2, 1], [1, -2]], "exp(2*t)"))
    scale = np.exp(found.log_scale)
    uniform = conditional_gradient(found, uniform_slices(found, np.random.default_rng(0)), np.random.default_rng(0))
    assert abs(scale * uniform.energy + np.sinh(2) / 8) < 1e-12
    assert scale * uniform.gap < 1e-12
    # and from a graph law the conditional gradient climbs there, never above
    climbed = conditional_gradient(found, random_graph(found), np.random.default_rng(1), rounds=8)
    assert -np.sinh(2) / 8 - 0.05 < scale * climbed.energy <= -np.sinh(2) / 8 + 1e-12
    assert climbed.concave
    assert scale * (climbed.energy + climbed.gap) >= -np.sinh(2) / 8 - 1e-9


def test_convex_energies_diracise(interaction):
    """T2: k strictly positive definite and a_n > 0: slices that are spread, and not critical, all end as Diracs."""
    labels = {"kind": "atoms", "weights": ["1/4"] * 4, "points": ["0", "1/2", "1", "2"]}
    kernel = read_kernel(
        {"family": "factor", "d": 2, "profile": {"usa": 1}, "k": "exp(-(xi - zeta)**2)", "labels": labels}
    )
    found = interaction(kernel)
    k = np.exp(-(np.subtract.outer([0, 0.5, 1, 2], [0, 0.5, 1, 2]) ** 2))
    assert np.linalg.eigvalsh(k)[0] > 0
    rng = np.random.default_rng(3)
    uniform = uniform_slices(found, rng)  # critical by symmetry: its masses are changed
    masses = uniform.masses * rng.uniform(0.5, 1.5, len(uniform.masses))
    masses *= (found.weights / np.bincount(uniform.labels, masses))[uniform.labels]
    start = replace(uniform, masses=masses, energy=module._energy(found, uniform.labels, uniform.contents, masses))
    assert not start.diracs(4).any()
    law = conditional_gradient(found, start, rng)
    assert law.energy > start.energy
    assert law.diracs(4).all()
    assert law.gap < 1e-9
    assert law.concave is not True


def test_no_step_loses_energy(family, interaction):
    """In every family, from a graph law; masses keep the label law."""
    found = interaction(family, 5)
    start = random_graph(found)
    law = conditional_gradient(found, start, np.random.default_rng(0), rounds=4)
    assert law.energy >= start.energy - 1e-14
    assert np.allclose(np.bincount(law.labels, law.masses, minlength=found.n), found.weights, atol=1e-12)
    assert law.gap >= 0


@pytest.mark.parametrize("d", [2, 3, 5, 9])
def test_uniform_slices_are_centred_laws(d, interaction):
    """First moment 0, second moment I/d."""
    labels = {"kind": "atoms", "weights": ["1/3", "2/3"]}
    kernel = read_kernel({"family": "factor", "d": d, "profile": "t", "k": [[1, 0], [0, 1]], "labels": labels})
    law = uniform_slices(interaction(kernel), np.random.default_rng(0))
    own = law.labels == 0
    x, m = law.contents[own], law.masses[own] * 3
    assert abs(m.sum() - 1) < 1e-14
    assert np.allclose(m @ x, 0, atol=1e-15)
    assert np.allclose((x * m[:, None]).T @ x, np.eye(d) / d, atol=1e-14)
