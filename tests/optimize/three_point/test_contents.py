"""The search for maximising contents, against brute force."""

from __future__ import annotations

import numpy as np
import pytest

from verify.optimize.three_point.contents import maxima, start_contents, values_at


def test_start_contents_are_triangles():
    """On the torus the third distance is the sum; on the sphere the inequalities of a triangle hold."""
    planar = start_contents(16, sphere=False)
    assert np.cos(planar[:, 2]) == pytest.approx(np.cos(planar[:, 0] + planar[:, 1]))
    inner = start_contents(16, sphere=True)[len(planar) :]
    a, b, c = inner.T
    assert len(inner) > 5
    assert (np.abs(a - b) <= c).all()
    assert (c <= np.minimum(a + b, 2 * np.pi - a - b)).all()


@pytest.mark.parametrize("seed", range(3))
def test_the_best_maximum_is_that_of_a_fine_grid(seed):
    """720 x 720 contents on the circle."""
    alpha = np.random.default_rng(seed).normal(size=(3, 6))
    grid = np.arange(720) * 2 * np.pi / 720
    u, w = (axis.ravel() for axis in np.meshgrid(grid, grid))
    brute = values_at(alpha, np.stack([u, w, u + w], axis=1)).max()
    assert maxima(alpha, 120, sphere=False)[1].max() == pytest.approx(brute, abs=5e-3)
    assert maxima(alpha, 120, sphere=False)[1].max() >= brute - 1e-9


def test_maxima_inside_the_sphere_are_found():
    """Three right angles for -cos 2s."""
    alpha = np.array([[0.0, 0.0, -1.0]] * 3)
    assert maxima(alpha, 60, sphere=True)[1].max() == pytest.approx(3.0)
    assert maxima(alpha, 60, sphere=False)[1].max() < 2.0
