"""One slice's step against independent maxima."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.kernels import read_kernel
from verify.model.sphere import sample_uniform
from verify.optimize.interactions import interaction_of
from verify.optimize.nodes import nodes_of
from verify.optimize.slice_step import FINE, Search, best_points, circle_points, critical_angles, refine


def critical_values_on_circle(weights, angles, coefficients):
    """Return all critical values of sum_j w_j f(cos(theta - theta_j)), f = sum c_m cos(m .), by polynomial roots."""
    degree = len(coefficients) - 1
    moments = [np.sum(weights * np.exp(-1j * m * angles)) for m in range(degree + 1)]
    # phi = Re sum c_m moment_m z^m; phi' = 0 is a polynomial in z of degree 2 M on |z| = 1
    derivative = np.zeros(2 * degree + 1, dtype=complex)
    for m in range(1, degree + 1):
        derivative[degree + m] += 1j * m * coefficients[m] * moments[m]
        derivative[degree - m] += np.conj(1j * m * coefficients[m] * moments[m])
    roots = np.roots(derivative[::-1])
    z = roots[np.abs(np.abs(roots) - 1) < 1e-6]
    return [
        float(np.real(sum(c * mu * w**m for m, (c, mu) in enumerate(zip(coefficients, moments, strict=True)))))
        for w in z
    ]


@pytest.mark.parametrize("seed", range(6))
def test_the_step_on_the_circle_is_the_largest_critical_value(seed):
    """f = t^3 - t/3: four modes at most, all critical points as roots of a polynomial."""
    rng = np.random.default_rng(seed)
    k = rng.standard_normal((7, 7))
    k = np.round(k + k.T, 3)
    np.fill_diagonal(k, 0.0)
    labels = {"kind": "atoms", "weights": ["1/7"] * 7}
    kernel = read_kernel({"family": "factor", "d": 2, "profile": "t**3 - t/3", "k": k, "labels": labels})
    interaction = interaction_of(kernel, nodes_of(kernel))
    x = sample_uniform(7, 2, rng)
    _, value = best_points(interaction.slice_potential(2, x[None]), x[2][None], rng, Search(steps=8))
    angles = np.arctan2(x[:, 1], x[:, 0])
    # cos^3 = (3 cos + cos 3.)/4
    critical = critical_values_on_circle(k[2] / 7, angles, [0.0, 3 / 4 - 1 / 3, 0.0, 1 / 4])
    assert abs(value[0] - max(critical)) < 1e-12


def test_a_linear_potential_has_the_closed_form(atoms, interaction):
    """The maximiser of <m, x> is m/|m|, in one step."""
    found = interaction(atoms([[0, 1, -2], [1, 0, 0], [-2, 0, 0]], d=4))
    rng = np.random.default_rng(0)
    x = sample_uniform(3, 4, rng)
    point, value = best_points(found.slice_potential(0, x[None]), x[0][None], rng, Search())
    m = (x[1] - 2 * x[2]) / 3
    assert np.allclose(point[0], m / np.linalg.norm(m), atol=1e-15)
    assert abs(value[0] - np.linalg.norm(m)) < 1e-15


@pytest.mark.parametrize("d", [3, 5, 12])
def test_refinement_reaches_a_critical_point(d, atoms, interaction):
    """A small tangential gradient; never a loss."""
    rng = np.random.default_rng(d)
    k = rng.standard_normal((6, 6))
    found = interaction(atoms(np.round(k + k.T, 3), {"usa": 2}, d))
    x = sample_uniform(6, d, rng)
    potential = found.slice_potential(0, x[None])
    points = sample_uniform(5, d, rng)[None]
    ends = refine(potential, points, 200)
    gradient = potential.jet(ends).gradient
    tangent = gradient - np.sum(gradient * ends, axis=-1, keepdims=True) * ends
    assert (potential.values(ends) >= potential.values(points)).all()
    assert np.abs(tangent).max() < 1e-7


def test_no_grid_of_points_beats_a_fine_search(atoms, interaction):
    """10,000 points of the circle."""
    rng = np.random.default_rng(1)
    k = rng.standard_normal((9, 9))
    found = interaction(atoms(np.round(k + k.T, 3), {"usa": 6}, 2))
    x = sample_uniform(9, 2, rng)
    potential = found.slice_potential(0, x[None])
    _, value = best_points(potential, x[0][None], rng, FINE)
    assert value[0] >= potential.values(circle_points(10_000)[None]).max() - 1e-15


def test_a_slice_without_force_stays(atoms, interaction):
    """All-zero k: a tie is won by where the slice is."""
    found = interaction(atoms([[0, 0], [0, 0]]))
    x = sample_uniform(2, 3, np.random.default_rng(0))
    point, value = best_points(found.slice_potential(0, x[None]), x[0][None], np.random.default_rng(0), Search())
    assert np.array_equal(point[0], x[0])
    assert value[0] == 0.0


@pytest.mark.parametrize("m", [1, 2, 7, 40])
def test_a_cosine_has_twice_its_degree_of_critical_points(m):
    """cos(m theta - 1) at (1 + k pi)/m."""
    angles = 2 * np.pi * np.arange(512) / 512
    found = np.sort(critical_angles(np.cos(m * angles - 1)) % (2 * np.pi))
    expected = np.sort(((1 + np.pi * np.arange(2 * m)) / m) % (2 * np.pi))
    assert np.allclose(found, expected, atol=1e-9)


def test_critical_points_of_a_sum_of_exponentials_change_the_sign_of_its_slope(atoms, interaction):
    """As many as a fine grid sees, each with slope 0."""
    rng = np.random.default_rng(5)
    k = rng.standard_normal((12, 12))
    found = interaction(atoms(np.round(k + k.T, 3), {"usa": 9}, 2))
    potential = found.slice_potential(0, sample_uniform(12, 2, rng)[None])
    angles = critical_angles(potential.values(circle_points(512)[None])[0])
    grid = potential.values(circle_points(20_000)[None])[0]
    changes = np.sign(np.diff(grid, append=grid[0])) != np.sign(np.diff(np.roll(grid, 1), append=grid[-1]))
    assert len(angles) == int(changes.sum())
    points = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    gradient = potential.jet(points[None]).gradient[0]
    slopes = gradient[:, 1] * points[:, 0] - gradient[:, 0] * points[:, 1]
    assert np.abs(slopes).max() < 1e-10 * np.abs(grid).max()


def test_what_samples_do_not_resolve_is_not_enumerated():
    """A constant, and a degree beyond a quarter of the samples."""
    angles = 2 * np.pi * np.arange(64) / 64
    assert critical_angles(np.ones(64)) is None
    assert critical_angles(np.cos(20 * angles)) is None
