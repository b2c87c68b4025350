"""Merging of particles."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.sphere import retract
from verify.particles.merging import close_groups, merged


def around(centre, count, size, seed):
    """Return points within about size of a centre."""
    return retract(centre + size * np.random.default_rng(seed).standard_normal((count, len(centre))))


@settings(max_examples=max(25, settings().max_examples // 3))
@given(st.integers(2, 6), st.integers(1, 60), st.integers(0, 10**6))
def test_groups_are_small_and_of_one_label(d, count, seed):
    """No group is wider than delta, holds two classes, or holds a class -1."""
    rng = np.random.default_rng(seed)
    x = around(np.eye(d)[0], count, 3e-7, seed)
    classes = rng.integers(-1, 3, count)
    groups = close_groups(x, np.zeros_like(x), classes, 1e-6)
    for group in range(groups.max() + 1):
        members = np.flatnonzero(groups == group)
        gaps = np.linalg.norm(x[members][:, None] - x[members][None, :], axis=2)
        assert gaps.max() <= 1e-6
        assert len(set(classes[members].tolist())) == 1
        assert len(members) == 1 or classes[members[0]] >= 0


def test_what_is_much_closer_than_delta_is_one():
    """A tight cloud is one particle, two clouds are two."""
    x = np.concatenate([around(np.eye(3)[0], 500, 1e-9, 1), around(np.eye(3)[1], 300, 1e-9, 2)])
    groups = close_groups(x, np.zeros_like(x), np.zeros(800, dtype=int), 1e-6)
    assert groups.max() == 1
    assert (groups[:500] == 0).all()
    assert (groups[500:] == 1).all()


def test_particles_that_part_are_left_alone():
    """Closer than delta, but moving away from each other."""
    x = np.array([[1.0, 0.0], [np.cos(1e-8), np.sin(1e-8)]])
    apart = np.array([[0.0, -1.0], [0.0, 1.0]])
    assert close_groups(x, apart, np.zeros(2, dtype=int), 1e-6).tolist() == [0, 1]
    assert close_groups(x, -apart, np.zeros(2, dtype=int), 1e-6).tolist() == [0, 0]


def test_a_merged_particle_is_the_weighted_mean():
    """Weights add, the first member gives the label, singles stay bit by bit."""
    x = np.array([[0.6, 0.8], [1.0, 0.0], [np.cos(3e-8), np.sin(3e-8)]])
    means, weights, first = merged(x, np.array([0.5, 0.125, 0.375]), np.array([0, 1, 1]))
    assert weights.tolist() == [0.5, 0.5]
    assert first.tolist() == [0, 1]
    assert np.array_equal(means[0], x[0])
    assert abs(means[1, 1] - 0.75 * 3e-8) < 1e-20
