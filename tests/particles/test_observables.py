"""Observables against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.particles.arguments import labels_of
from verify.particles.observables import (
    cluster_count,
    clusters,
    order_parameter,
    predicted_contents,
    resultant,
    spread,
    winding,
)
from verify.particles.system import system_of


def circle(angles):
    """Return points of the circle."""
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def test_the_spread_is_one_minus_the_squared_resultant(start):
    """And without cancellation where it is tiny."""
    x = start(50, 4)
    assert spread(x) == pytest.approx(1 - resultant(x) ** 2, rel=1e-13)
    assert spread(circle(np.array([0.0, 2e-9]))) == pytest.approx(1e-18, rel=1e-6)


def test_order_parameters_tell_degrees_apart():
    """Antipodal pairs: degree 1 vanishes, degree 2 is 1; uniform: both small."""
    pair = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]])
    assert order_parameter(pair, 1) == 0
    assert order_parameter(pair, 2) == pytest.approx(1)
    assert order_parameter(np.eye(3), 2) < 1e-7
    assert order_parameter(circle(np.arange(5) * 2 * np.pi / 5), 5) == pytest.approx(1)
    with pytest.raises(InputError, match="1 or 2"):
        order_parameter(pair, 3)


def test_clusters_are_chains_of_close_points():
    """Three groups on the circle; a chain of small steps is one."""
    angles = np.concatenate([np.linspace(0, 1e-12, 500), [2.0, 2.05], [4.0]])
    assert cluster_count(circle(angles)) == 3
    assert cluster_count(circle(np.linspace(0, 3, 60))) == 1
    assert clusters(circle(np.array([0.0, 3.0, 0.01]))).tolist() == [0, 1, 0]


@pytest.mark.parametrize("n", [1, 5, 32, 33, 200])
def test_clusters_are_those_of_a_search_through_all_pairs(n, start):
    """Few, some, many: a plain search along close pairs finds the same groups."""
    for d, angle in ((2, 0.05), (3, 0.3), (4, 0.5)):
        x = start(n, d, n)
        close = np.arccos(np.clip(x @ x.T, -1, 1)) <= angle
        left, groups = set(range(n)), 0
        while left:
            reached, groups = {left.pop()}, groups + 1
            while reached:
                i = reached.pop()
                near = {j for j in left if close[i, j]}
                left -= near
                reached |= near
        assert cluster_count(x, angle) == groups
        assert len(set(clusters(x, angle).tolist())) == groups


@pytest.mark.parametrize("turns", [-2, -1, 0, 1, 3])
def test_winding_counts_turns(turns):
    """On the circle, and on a latitude of the sphere, up to the orientation of its plane."""
    labels = np.random.default_rng(0).permutation(40) * 2 * np.pi / 40
    x = circle(turns * labels)
    assert winding(x, labels) == turns
    if turns:
        latitude = np.column_stack([0.8 * x, np.full(40, 0.6)])
        assert abs(winding(latitude - latitude.mean(axis=0), labels)) == abs(turns)


def test_the_predicted_law_of_a_gauge_kernel_is_its_nearest_orbit(rope, zoo, start):
    """Exact states are recognised; other families have no such law."""
    system = system_of(rope(), labels_of(rope().labels, 20))
    u = np.array([0.6, 0.0, 0.8])
    x = system.to_contents(np.broadcast_to(u, (20, 3)))
    found, contents = predicted_contents(system, x)
    assert np.abs(found - u).max() < 1e-15
    assert np.abs(contents - x).max() < 1e-15
    cosine = zoo["cosine"]
    assert predicted_contents(system_of(cosine, labels_of(cosine.labels, 9)), start(9, 3)) is None
