"""Certified maxima over contents: never below a brute-force maximum, and close above it; nothing leaves int64."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

from verify.certificates.checker import Refused
from verify.certificates.three_point import distances
from verify.certificates.three_point.distances import MAX_COEFFICIENTS, POINTS, maximum_on_circle, maximum_on_sphere

UNIT = 1 << 40


def _value(alpha, angles):
    return sum(a * np.cos(k * angles) for k, a in enumerate(alpha)) / UNIT


def _random_edges(rng, degree, decay=0.0):
    return [
        [int(x) for x in rng.normal(size=degree + 1) * UNIT / (1 + np.arange(degree + 1)) ** decay] for _ in range(3)
    ]


def _triangles(rng, count):
    """Distances of random triples of points on the sphere S^2."""
    x = rng.normal(size=(3, count, 3))
    x /= np.linalg.norm(x, axis=2, keepdims=True)
    return [np.arccos(np.clip((x[i] * x[j]).sum(axis=1), -1, 1)) for i, j in ((0, 1), (1, 2), (2, 0))]


def test_integer_cosines_are_off_by_less_than_one():
    """Against mpmath with 40 digits, at random places and at the ends."""
    cosines, sines = distances._cosines()
    places = [0, 1, 2, 80, 81, 82, POINTS // 3, POINTS - 1, *np.random.default_rng(1).integers(0, POINTS, 200)]
    with mpmath.workdps(40):
        for i in map(int, places):
            angle = 2 * mpmath.pi * i / POINTS
            assert abs(int(cosines[i]) - 2**32 * mpmath.cos(angle)) < 1
            assert abs(int(sines[i]) - 2**32 * mpmath.sin(angle)) < 1


@pytest.mark.parametrize("size", [1, 1 << 21, 1 << 43, MAX_COEFFICIENTS // 4])
def test_tables_are_the_exact_sums_rounded_up(size):
    """Python's integers of any length give the same numbers: nothing overflowed."""
    rng = np.random.default_rng(size % 97)
    alpha = [int(x) for x in rng.integers(-size, size + 1, size=4)]
    waves, places = distances._cosines()[0], rng.integers(0, POINTS, 50)
    table = distances._table(alpha, waves, places)
    for found, i in zip(table, places, strict=True):
        exact = sum(a * int(waves[int(i) * k % POINTS]) for k, a in enumerate(alpha))
        assert 0 <= int(found) * 2**32 - exact < 2 * 2**32


@pytest.mark.parametrize("seed", range(4))
def test_maximum_on_the_circle_is_just_above_a_brute_force_maximum(seed):
    """A grid of 720 x 720 contents never has more, and the certified number exceeds it by the grid's error at most."""
    edges = _random_edges(np.random.default_rng(seed), degree=4, decay=1.0)
    grid = np.arange(720) * 2 * np.pi / 720
    u, w = np.meshgrid(grid, grid)
    brute = (_value(edges[0], u) + _value(edges[1], w) + _value(edges[2], u + w)).max()
    top = maximum_on_circle(edges) / UNIT
    curvature = sum(k * k * abs(a) for alpha in edges for k, a in enumerate(alpha)) / UNIT
    assert brute <= top <= brute + (np.pi / 720) ** 2 * 2 * curvature


@pytest.mark.parametrize("seed", range(4))
def test_maximum_on_the_sphere_is_never_below_random_triangles(seed):
    """Triples of points of S^2, and of its great circles."""
    rng = np.random.default_rng(100 + seed)
    edges = _random_edges(rng, degree=4, decay=1.0)
    top = maximum_on_sphere(edges) / UNIT
    a, b, c = _triangles(rng, 200_000)
    brute = (_value(edges[0], a) + _value(edges[1], b) + _value(edges[2], c)).max()
    assert brute <= top <= brute + 0.2
    assert maximum_on_circle(edges) <= maximum_on_sphere(edges)


def test_three_right_angles_are_found_inside_the_sphere_and_not_on_a_circle():
    """-cos 2s is largest at right angles: three of them on the sphere, at most two on a circle."""
    edges = [[0, 0, -UNIT]] * 3
    assert 3 * UNIT <= maximum_on_sphere(edges) < 3 * UNIT + UNIT // 2**20
    assert maximum_on_circle(edges) < 2 * UNIT


def test_flat_functions_cost_little_and_lose_nothing():
    """One function alone has its own maximum; constants add up."""
    assert maximum_on_circle([[3], [4], [5, 0]]) == 12
    lone = [[0, UNIT, UNIT // 3], [0], [0]]
    assert 0 <= maximum_on_circle(lone) - (UNIT + UNIT // 3) < UNIT // 2**25
    nearly = [[0, UNIT, UNIT // 3], [0, 5, 7], [0, 11, 0]]
    assert 0 <= maximum_on_sphere(nearly) - (UNIT + UNIT // 3) < UNIT // 2**25


@pytest.mark.parametrize(
    "edges",
    [
        [[0, MAX_COEFFICIENTS]] * 3,
        [[0, float("nan")]] * 3,
        [[0, 1.0]] * 3,
        [[0, True]] * 3,
        [[0, 1]] * 2,
        [[], [0], [0]],
        [[1] * 66] * 3,
    ],
)
def test_what_int64_may_not_hold_is_refused(edges):
    """Too large, no integers, no three functions."""
    for maximum in (maximum_on_circle, maximum_on_sphere):
        with pytest.raises(Refused):
            maximum(edges)
