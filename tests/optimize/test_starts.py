"""Starts of an ascent."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.optimize.nodes import nodes_of
from verify.optimize.starts import given_starts, latitude, random_start, structured


def test_every_structured_start_is_on_the_sphere(cosine):
    """Unit vectors, in each dimension."""
    rng = np.random.default_rng(0)
    for d in (2, 3, 5):
        nodes = nodes_of(cosine(1, d), 12)
        k = np.cos(nodes.labels[:, None] - nodes.labels)
        starts = structured(nodes, d, k, rng)
        assert len(starts) > 12
        assert all(np.allclose(np.linalg.norm(s.contents, axis=1), 1) for s in starts)
        assert len({s.origin for s in starts}) == len(starts)


def test_a_latitude_has_its_height(cosine):
    """The third coordinate."""
    x = latitude(nodes_of(cosine(1, 3), 8).phases, 3, 0.6)
    assert np.allclose(x[:, 2], 0.6)
    assert np.allclose(np.linalg.norm(x, axis=1), 1)


def test_random_starts_are_those_of_their_generator():
    """The same seed, the same start."""
    first, second = (random_start(4, 3, np.random.default_rng(7)) for _ in range(2))
    assert np.array_equal(first, second)


@pytest.mark.parametrize("shape", [(3, 2), (2, 4, 3), (1, 2, 4, 2)])
def test_given_starts_of_another_shape_are_refused(shape):
    """One content for each label."""
    x = np.zeros(shape)
    x[..., 0] = 1
    with pytest.raises(InputError, match="starts must have shape"):
        given_starts(x, 4, 2)


def test_given_starts_off_the_sphere_are_refused():
    """No silent normalisation."""
    with pytest.raises(InputError, match="unit sphere"):
        given_starts(np.full((4, 2), 0.5), 4, 2)
