"""Harmonic fields beside all pairs."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.kernels import read_kernel
from verify.model.profiles import Profile
from verify.particles.arguments import labels_of
from verify.particles.couplings import coupling_of
from verify.particles.expansion import expand
from verify.particles.field_dense import DenseField
from verify.particles.field_harmonic import CircleField, SphereField
from verify.particles.scaling import scaled_profile

FIELDS = {2: CircleField, 3: SphereField}


@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("text", [{"usa": 1}, {"usa": 4}, {"usa": 25}, {"usa": -3}, "t", "t**3 - t**2", "-exp(2*t)"])
def test_harmonic_agrees_with_all_pairs(text, d, start):
    """Relative to the fastest particle: 1e-11, and 1e-10 for d = 3 at beta = 25 as its docstring warns."""
    scaled = scaled_profile(Profile.read(text), d)
    x, w = start(700, d), np.random.default_rng(3).dirichlet(np.ones(700))
    dense, energy = DenseField(scaled)(x, w, np.arange(700))
    for workers in (1, 2):
        field = FIELDS[d](expand(scaled), workers=workers)
        velocity, value = field(x, w, np.arange(700))
        bound = 1e-10 if d == 3 and text == {"usa": 25} else 1e-11
        assert np.abs(velocity - dense).max() < bound * np.abs(dense).max()
        assert np.abs(velocity - dense).max() < 10 * field.resolution
        assert value == pytest.approx(energy, rel=1e-11)


@pytest.mark.parametrize("d", [2, 3])
def test_factors_of_low_rank_are_stacked(d, start):
    """k = cos, and k with a negative eigenvalue."""
    for k in ("cos(xi - zeta)", "1/2 - cos(xi - zeta)"):
        fields = {"profile": {"usa": 3}, "labels": {"kind": "circle"}, "k": k}
        kernel = read_kernel({"family": "factor", "d": d, **fields})
        labels = labels_of(kernel.labels, 500)
        coupling = coupling_of(kernel.k, kernel.labels, labels)
        scaled = scaled_profile(kernel.profile, d)
        x, w, every = start(500, d), np.full(500, 1 / 500), np.arange(500)
        dense, energy = DenseField(scaled, coupling)(x, w, every)
        velocity, value = FIELDS[d](expand(scaled), coupling)(x, w, every)
        assert np.abs(velocity - dense).max() < 1e-11 * np.abs(dense).max()
        assert value == pytest.approx(energy, abs=1e-14)


def test_a_large_sample_agrees_with_all_pairs(start):
    """n = 50,000: velocities of 200 particles beside their own sums."""
    for d in (2, 3):
        scaled = scaled_profile(Profile.usa(4), d)
        x = start(50_000, d)
        velocity = FIELDS[d](expand(scaled))(x, np.full(50_000, 1 / 50_000), np.arange(50_000))[0]
        some = x[:200]
        force = np.exp(4 * (some @ x.T) - 4) @ x / 50_000
        exact = force - np.sum(force * some, axis=1)[:, None] * some
        assert np.abs(velocity[:200] - exact).max() < 1e-11 * np.abs(exact).max()


def test_poles_and_coincident_points_are_ordinary(start):
    """s = 0 at the poles."""
    scaled = scaled_profile(Profile.usa(4), 3)
    x = np.concatenate([start(50, 3), [[0, 0, 1.0], [0, 0, -1.0], [0, 0, 1.0]]])
    w, every = np.full(53, 1 / 53), np.arange(53)
    dense = DenseField(scaled)(x, w, every)[0]
    assert np.abs(SphereField(expand(scaled))(x, w, every)[0] - dense).max() < 1e-12
