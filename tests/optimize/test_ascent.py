"""Block-coordinate ascent."""

from __future__ import annotations

import numpy as np

from verify.model.sphere import sample_uniform
from verify.optimize.ascent import Clock, ascend, slice_gaps
from verify.optimize.interactions import interaction_of
from verify.optimize.nodes import nodes_of


def starts(kernel, interaction, count, seed=0):
    """Return random starts."""
    rng = np.random.default_rng(seed)
    return sample_uniform(count * interaction.n, kernel.d, rng).reshape(count, interaction.n, kernel.d)


def test_no_sweep_loses_energy(family):
    """In every family, from random starts."""
    interaction = interaction_of(family, nodes_of(family, 6))
    x = starts(family, interaction, 3)
    energies = [interaction.energies(x)]
    for sweep in range(3):
        x = ascend(interaction, x, np.random.default_rng(sweep), sweeps=1)
        energies.append(interaction.energies(x))
    assert (np.diff(energies, axis=0) >= -1e-14).all()
    assert np.allclose(np.linalg.norm(x, axis=-1), 1, atol=1e-14)


def test_attracting_labels_meet(atoms, interaction):
    """k = 1: E = f(1)/2."""
    kernel = atoms(np.ones((5, 5)), {"usa": 1}, 4)
    found = interaction(kernel)
    x = ascend(found, starts(kernel, found, 4), np.random.default_rng(0), sweeps=60)
    assert np.allclose(np.exp(found.log_scale) * found.energies(x), np.e / 2, rtol=1e-7)


def test_a_slice_gap_vanishes_at_a_maximum_and_not_off_it(atoms, interaction):
    """T3's residual: 0 for opposite contents of repelling labels, 1 for equal ones."""
    found = interaction(atoms([[0, -2], [-2, 0]]))
    pole = np.array([1.0, 0.0, 0.0])
    rng = np.random.default_rng(0)
    assert slice_gaps(found, np.stack([pole, -pole]), rng).max() < 1e-15
    assert np.allclose(slice_gaps(found, np.stack([pole, pole]), rng), 2.0)


def test_a_clock_that_is_over_ends_the_ascent(cosine, interaction):
    """What was there is returned."""
    kernel = cosine(2)
    found = interaction(kernel, 8)
    x = starts(kernel, found, 2)
    clock = Clock(0.0)
    assert clock.over
    assert clock.left == 0.0
    assert np.array_equal(ascend(found, x, np.random.default_rng(0), clock=clock), x)
    assert Clock().left is None
