"""Targets on the sphere, and the label laws and gauges that realise them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.model.sphere import distance, sample_uniform
from verify.testing.content_targets import (
    BlendTarget,
    CircleTarget,
    OrbitTarget,
    UniformTarget,
    exact_householder,
    orbit_kernel,
    prefix_kernel,
)
from verify.testing.strategies import orbit_targets, rational_unit_vectors
from verify.testing.targets import AtomicLaw, CantorLaw, PowerLaw

E1 = (Fraction(1), Fraction(0), Fraction(0))


@given(st.integers(2, 5).flatmap(lambda d: st.tuples(rational_unit_vectors(d), rational_unit_vectors(d))))
def test_the_exact_householder_gauge_takes_x_to_u_and_back(pair):
    """Q x = u, Q u = x, Q^T Q = 1, in fractions, also where x = u and x = -u."""
    x, u = pair
    Q = exact_householder(x, u)

    def times(v):
        return tuple(sum(a * b for a, b in zip(row, v, strict=True)) for row in Q)

    assert (times(x), times(u)) == (tuple(u), tuple(x))
    assert times(times(E1[:1] + (0,) * (len(x) - 1))) == (1, *([0] * (len(x) - 1)))


@given(orbit_targets(5))
def test_the_orbits_points_are_the_contents_of_the_kernel(target):
    """Q(xi)^T u by complex exponentials, and by the kernel's own matrices."""
    kernel = orbit_kernel(target, 16)
    x = np.einsum("nji,j->ni", kernel.matrices(np.arange(16)), target.u)
    assert target.points(16) == pytest.approx(x, abs=1e-12)


@given(orbit_targets(4), st.floats(0, 6), st.floats(0, 6))
def test_the_speed_of_an_orbit_bounds_its_distances(target, a, b):
    """Geodesic distance <= speed |xi - zeta|."""
    both = OrbitTarget(AtomicLaw((min(a, b), max(a, b)), (Fraction(1, 2),) * 2), target.frequencies, target.u)
    x, y = both.points(2)
    assert float(distance(x, y)) <= target.speed * abs(a - b) + 1e-7


def test_the_bound_of_the_uniform_law_holds():
    """Against 40,000 random points, each moved to the point of its cell: an explicit coupling."""
    K = 8
    target, x = UniformTarget(), sample_uniform(40_000, 3, np.random.default_rng(3))
    band = np.clip(np.floor((1 - x[:, 2]) / 2 * K).astype(int), 0, K - 1)
    sector = np.floor(np.mod(np.arctan2(x[:, 1], x[:, 0]), 2 * np.pi) / (2 * np.pi) * K).astype(int)
    cost = np.sqrt(np.mean(distance(x, target.points(K * K)[band * K + sector]) ** 2))
    assert 0.5 * target.bound(K * K) < cost < target.bound(K * K)
    assert [round(target.bound(n * n) * n) for n in (4, 8, 16)] == [3, 3, 3]


def test_prompts_of_a_prefix_kernel_are_the_targets_points():
    """To 2^-28, of exact length one, and taken to u exactly."""
    target = BlendTarget((CircleTarget(CantorLaw(0.0, 6.0), 3, 2), UniformTarget()))
    kernel, contents = prefix_kernel(target, E1, 18)
    assert np.array(contents, dtype=float) == pytest.approx(target.points(18), abs=2**-28)
    for matrix, x in zip(kernel.gauge.matrices, contents, strict=True):
        assert tuple(sum(a * b for a, b in zip(row, x, strict=True)) for row in matrix) == E1


def test_targets_that_cannot_be_are_bad_input():
    """Too many planes, numbers of points that do not fit, parts of two dimensions."""
    line = PowerLaw(0.0, 1.0)
    with pytest.raises(InputError, match="at most 1"):
        OrbitTarget(line, (1.0, 2.0), (1.0, 0.0, 0.0))
    with pytest.raises(InputError, match="square"):
        UniformTarget().points(7)
    with pytest.raises(InputError, match="multiple of 2"):
        BlendTarget((UniformTarget(), UniformTarget())).points(9)
    with pytest.raises(InputError, match="one content dimension"):
        BlendTarget((UniformTarget(), CircleTarget(line, 4)))
