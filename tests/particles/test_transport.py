"""W2 beside closed forms, linear programming and assignment."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from verify.model.errors import InputError
from verify.particles.transport import wasserstein, wasserstein_circle, wasserstein_sphere

#: A fifth of the profile's examples, for what takes long.
FEW = max(15, settings().max_examples // 5)


def by_linear_program(x, y, w, v):
    """Return W2 on the circle from the transport polytope."""
    gap = np.abs(np.angle(np.exp(1j * (x[:, None] - y[None, :]))))
    rows = [np.kron(np.eye(len(x)), np.ones(len(y))), np.kron(np.ones(len(x)), np.eye(len(y)))]
    solved = linprog((gap**2).ravel(), A_eq=np.concatenate(rows), b_eq=np.concatenate([w, v]))
    return np.sqrt(max(0.0, solved.fun))


@settings(max_examples=FEW)
@given(st.integers(1, 7), st.integers(1, 7), st.integers(0, 10**6))
def test_the_circle_agrees_with_linear_programming(n, m, seed):
    """For any numbers of atoms and any weights."""
    rng = np.random.default_rng(seed)
    x, y = rng.uniform(-10, 10, n), rng.uniform(-10, 10, m)
    w, v = rng.dirichlet(np.ones(n)), rng.dirichlet(np.ones(m))
    assert wasserstein_circle(x, y, w, v) == pytest.approx(by_linear_program(x, y, w, v), abs=1e-7)


@settings(max_examples=FEW)
@given(st.integers(2, 40), st.integers(0, 10**6))
def test_the_circle_agrees_with_assignment(n, seed):
    """Equal atoms, two algorithms."""
    x, y = np.random.default_rng(seed).uniform(0, 2 * np.pi, (2, n))
    points = [np.stack([np.cos(z), np.sin(z)], axis=1) for z in (x, y)]
    assert wasserstein_circle(x, y) == pytest.approx(wasserstein_sphere(*points), abs=1e-9)
    assert wasserstein(*points) == pytest.approx(wasserstein_sphere(*points), abs=1e-9)


def test_a_turn_costs_its_angle_at_most():
    """The law turned by a is at distance a, for few atoms; the uniform one does not notice a turn by its spacing."""
    x = np.array([0.1, 0.5, 0.7])
    assert wasserstein_circle(x, x + 0.3) == pytest.approx(0.3, abs=1e-12)
    even = np.arange(100) * 2 * np.pi / 100
    assert wasserstein_circle(even, even + 5 * 2 * np.pi / 100) < 1e-7
    assert wasserstein_circle(even, np.zeros(1)) == pytest.approx(np.pi / np.sqrt(3), rel=1e-3)


def test_antipodes_on_a_sphere_are_pi_apart():
    """Geodesic, not chordal."""
    x = np.eye(5)[:3]
    assert wasserstein_sphere(x, -x[[1, 2, 0]]) == pytest.approx(np.pi / 2)
    assert wasserstein_sphere(x[:1], -x[:1]) == pytest.approx(np.pi)


def test_sizes_that_differ_or_take_too_long_are_refused(start):
    """With the reason."""
    with pytest.raises(InputError, match="shape"):
        wasserstein_sphere(start(3, 3), start(4, 3))
    with pytest.raises(InputError, match="at most 2048"):
        wasserstein_sphere(start(2049, 3), start(2049, 3))
    assert wasserstein(start(2049, 3), start(2049, 3)) is None
