"""Geometry of the content sphere: gauges and their discontinuity, exact points, stable distances."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.model.sphere import (
    continuous_gauge,
    continuous_section,
    distance,
    householder,
    points_on_sphere,
    project,
    rational_point,
    rational_point_near,
    rational_rotation_near,
    retract,
    sample_uniform,
)

SEEDS = st.integers(0, 2**32 - 1)
DIMENSIONS = st.integers(2, 9)


def _points(seed, n, d):
    return sample_uniform(n, d, np.random.default_rng(seed))


def _apply(Q, x):
    return np.einsum("...ij,...j->...i", Q, x)


@given(SEEDS, DIMENSIONS)
def test_projection_is_tangential_idempotent_and_kills_the_normal(seed, d):
    """P_x = I - x x^T."""
    x, v = _points(seed, 2, d)
    once = project(x, 3 * v)
    assert abs(once @ x) < 1e-14
    assert project(x, once) == pytest.approx(once, abs=1e-14)
    assert project(x, x) == pytest.approx(np.zeros(d), abs=1e-15)


@pytest.mark.parametrize("scale", [1e-320, 1e-160, 1.0, 1e160, 1e308])
def test_retraction_has_unit_length_at_every_scale(scale):
    """No overflow or underflow of |x|."""
    x = retract(np.array([[0.75, -1.0]]) * scale)
    assert x == pytest.approx(np.array([[0.6, -0.8]]), abs=1e-3 if scale < 1e-300 else 1e-15)


@pytest.mark.parametrize(
    "x", [[0.0, 0.0], [[1.0, 0.0], [0.0, 0.0]], [math.nan, 1.0], [math.inf, 1.0], [1.0], 2.0], ids=str
)
def test_retraction_refuses_what_has_no_direction(x):
    """Zero vectors, NaN, infinity and single numbers."""
    with pytest.raises(InputError):
        retract(x)


def test_points_off_the_sphere_are_refused():
    """The remedy is named."""
    with pytest.raises(InputError, match="retract"):
        points_on_sphere([1.0, 1e-3])


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-9, 1e-5, 1.0, math.pi - 1e-5, math.pi - 1e-9, math.pi])
def test_distance_is_accurate_near_both_ends(angle):
    """The relative error stays at rounding where arccos <x, y> has none left."""
    x = np.array([1.0, 0.0, 0.0])
    y = np.array([math.cos(angle), math.sin(angle), 0.0])
    assert float(distance(x, y)) == pytest.approx(angle, rel=1e-7, abs=1e-15)


@given(SEEDS, DIMENSIONS)
def test_distance_is_a_metric(seed, d):
    """Symmetry and the triangle inequality."""
    x, y, z = _points(seed, 3, d)
    assert distance(x, y) == distance(y, x)
    assert distance(x, z) <= distance(x, y) + distance(y, z) + 1e-14


def test_samples_are_uniform_and_reproducible():
    """Mean 0, second moments 1/d, fourth moment 3/(d (d + 2)) within five standard errors."""
    n, d = 40_000, 4
    x = sample_uniform(n, d, np.random.default_rng(7))
    assert np.array_equal(x, sample_uniform(n, d, np.random.default_rng(7)))
    assert np.abs(x.mean(axis=0)).max() < 5 / math.sqrt(d * n)
    assert np.abs(x.T @ x / n - np.eye(d) / d).max() < 5 / math.sqrt(n)
    assert (x**4).mean() == pytest.approx(3 / (d * (d + 2)), abs=5 / math.sqrt(n))
    assert sample_uniform(0, 3, np.random.default_rng(7)).shape == (0, 3)
    with pytest.raises(InputError):
        sample_uniform(5, 1, np.random.default_rng(7))


# ---------------------------------------------------------------- Householder


@given(SEEDS, DIMENSIONS, st.sampled_from([1.0, 1e-4, 1e-8, 1e-12, 1e-15]))
def test_householder_takes_x_to_u_however_close(seed, d, gap):
    """Q x = u, Q orthogonal, det Q = -1 off x = u, with no loss near u."""
    u, v = _points(seed, 2, d)
    x = retract(u + gap * v)
    Q = householder(x, u, at_target="identity")
    assert _apply(Q, x) == pytest.approx(u, abs=2e-15)
    assert pytest.approx(np.eye(d), abs=1e-14) == Q @ Q.T
    assert gap < 1e-14 or np.linalg.det(Q) == pytest.approx(-1, abs=1e-12)


def test_householder_takes_the_antipode_to_u():
    """X = -u reflects in the hyperplane orthogonal to u."""
    u = retract([1.0, 2.0, -2.0])
    assert householder(-u, u) == pytest.approx(np.eye(3) - 2 * np.outer(u, u), abs=1e-15)


@pytest.mark.parametrize("d", [3, 4, 8])
def test_householder_does_not_extend_to_the_target_for_d_at_least_3(d):
    """Two directions of approach give limits that differ by 2 in norm: I - 2 e e^T depends on e."""
    u, e, f = np.eye(d)[:3]
    limits = [householder(retract(u + 1e-7 * v), u) for v in (e, f)]
    for limit, v in zip(limits, (e, f), strict=True):
        assert limit == pytest.approx(np.eye(d) - 2 * np.outer(v, v), abs=1e-6)
    assert np.linalg.norm(limits[0] - limits[1], 2) == pytest.approx(2, abs=1e-6)
    with pytest.raises(InputError, match="no continuous extension"):
        householder(u, u)
    with pytest.raises(InputError, match="depends on the direction"):
        householder(u, u, at_target="reflection")
    assert np.array_equal(householder(u, u, at_target="identity"), np.eye(d))


def test_householder_extends_to_the_target_in_the_plane():
    """For d = 2 both sides tend to the reflection that fixes u."""
    u = retract([3.0, 1.0])
    at_u = householder(u, u, at_target="reflection")
    assert at_u @ u == pytest.approx(u, abs=1e-15)
    assert np.linalg.det(at_u) == pytest.approx(-1)
    for side in (1e-9, -1e-9):
        x = retract(u + side * np.array([-u[1], u[0]]))
        assert householder(x, u) == pytest.approx(at_u, abs=1e-8)


def test_householder_works_on_batches_with_some_points_at_the_target():
    """Only the rows at the target take the chosen value."""
    x = np.eye(3)
    Q = householder(x, x[0], at_target="identity")
    assert np.array_equal(Q[0], np.eye(3))
    assert _apply(Q, x) == pytest.approx(np.tile(x[0], (3, 1)), abs=1e-15)


# ---------------------------------------------------------------- continuous sections


@pytest.mark.parametrize("d", [2, 4, 8])
def test_continuous_section_is_a_rotation_that_takes_e1_to_x(d):
    """s(x) in SO(d), s(x) e_1 = x, linear in x, hence continuous everywhere."""
    x, y = sample_uniform(50, d, np.random.default_rng(d)), np.eye(d)[0]
    s = continuous_section(x)
    assert s[..., 0] == pytest.approx(x, abs=1e-15)
    assert s @ np.swapaxes(s, -1, -2) == pytest.approx(np.tile(np.eye(d), (50, 1, 1)), abs=1e-14)
    assert np.linalg.det(s) == pytest.approx(np.ones(50))
    z = retract(x + 2 * y)
    expected = (s + 2 * continuous_section(y)) / np.linalg.norm(x + 2 * y, axis=1)[:, None, None]
    assert continuous_section(z) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("d", [2, 4, 8])
def test_continuous_gauge_takes_x_to_u_also_at_the_target(d):
    """Q(x) x = u, and Q(u) = I without a case distinction."""
    x = sample_uniform(20, d, np.random.default_rng(d))
    u = x[0]
    assert _apply(continuous_gauge(x, u), x) == pytest.approx(np.tile(u, (20, 1)), abs=1e-14)
    assert continuous_gauge(u, u) == pytest.approx(np.eye(d), abs=1e-14)


def test_quaternion_section_multiplies_as_hamilton_did():
    """I j = k, j k = i, k i = j, and i i = -1."""
    one, i, j, k = np.eye(4)
    for a, b, c in ((i, j, k), (j, k, i), (k, i, j), (i, i, -one), (one, j, j)):
        assert np.array_equal(continuous_section(a) @ b, c)


@pytest.mark.parametrize("d", [3, 5, 6, 7, 16])
def test_no_continuous_section_in_other_dimensions(d):
    """D = 2, 4, 8 are the only dimensions; the error says so."""
    with pytest.raises(InputError, match="2, 4 or 8"):
        continuous_section(np.eye(d)[0])


# ---------------------------------------------------------------- exact points


@given(st.lists(st.fractions(max_denominator=10**6), min_size=1, max_size=6))
def test_stereographic_points_have_exact_unit_length(parameters):
    """Sum of squares is 1 in rational arithmetic."""
    point = rational_point(parameters)
    assert sum(c * c for c in point) == 1
    assert all(isinstance(c, Fraction) for c in point)
    assert len(point) == len(parameters) + 1


@given(SEEDS, DIMENSIONS, st.sampled_from([8, 20, 40]))
def test_rational_points_are_dense_at_the_stated_rate(seed, d, bits):
    """Exact unit length, within 2^(2 - bits) sqrt(d)."""
    x = _points(seed, 1, d)[0]
    point = rational_point_near(x, bits)
    assert sum(c * c for c in point) == 1
    assert np.linalg.norm(np.array([float(c) for c in point]) - x) <= 2.0 ** (2 - bits) * math.sqrt(d)


@given(st.floats(-10, 10))
def test_rational_rotations_are_exact_and_near(angle):
    """c^2 + s^2 = 1 and (c, s) near (cos, sin)."""
    c, s = rational_rotation_near(angle)
    assert c * c + s * s == 1
    assert abs(float(c) - math.cos(angle)) + abs(float(s) - math.sin(angle)) < 2.0**-29
