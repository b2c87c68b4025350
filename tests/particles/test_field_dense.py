"""All pairs in tiles."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from verify.model.kernels import read_kernel
from verify.model.profiles import Profile
from verify.particles._threads import workspace
from verify.particles.arguments import labels_of
from verify.particles.couplings import coupling_of
from verify.particles.field_dense import DenseField, dense_batch
from verify.particles.scaling import scaled_profile


def naive_field(x, beta):
    """Return velocity and energy of e^{beta t - |beta|}/beta."""
    table = np.exp(beta * (x @ x.T) - abs(beta))
    force = table @ x / len(x)
    return force - np.sum(force * x, axis=1)[:, None] * x, table.mean() / (2 * beta)


@pytest.mark.parametrize("beta", [4.0, -4.0])
def test_energies_have_the_sign_of_beta(beta, start):
    """e^{beta t}/beta is negative for beta < 0."""
    x = start(30, 3)
    velocity, energy = DenseField(scaled_profile(Profile.usa(int(beta)), 3))(x, np.full(30, 1 / 30), np.arange(30))
    expected, value = naive_field(x, beta)
    assert np.abs(velocity - expected).max() < 1e-15
    assert energy == pytest.approx(value, rel=1e-13)
    assert np.sign(energy) == np.sign(beta)


@pytest.mark.parametrize("n", [1, 2, 255, 256, 257, 1100])
@pytest.mark.parametrize("d", [2, 3, 64])
def test_tiles_agree_with_all_pairs_at_once(n, d, start):
    """For sizes around the tile, threads and one thread."""
    x = start(n, d)
    expected, value = naive_field(x, 4.0)
    for workers in (1, 2):
        field = DenseField(scaled_profile(Profile.usa(4), d), workers=workers)
        velocity, energy = field(x, np.full(n, 1 / n), np.arange(n))
        assert np.abs(velocity - expected).max() < 1e-15
        assert energy == pytest.approx(value, rel=1e-13)


def test_a_repeated_evaluation_is_the_same_bit_by_bit(start):
    """Threads are given fixed tiles and summed in a fixed order."""
    x, w = start(1500, 3), np.full(1500, 1 / 1500)
    field = DenseField(scaled_profile(Profile.usa(4), 3), workers=2)
    first, again = field(x, w, np.arange(1500)), field(x.copy(), w, np.arange(1500))
    assert np.array_equal(first[0], again[0])
    assert first[1] == again[1]


def test_float32_agrees_to_its_precision(start):
    """All work is done in float32."""
    x = start(600, 3)
    field = DenseField(scaled_profile(Profile.usa(4), 3))
    w, every = np.full(600, 1 / 600), np.arange(600)
    velocity, energy = field(x.astype(np.float32), w, every)
    expected, value = field(x, w, every)
    assert velocity.dtype == np.float32
    assert np.abs(velocity - expected).max() < 1e-6
    assert energy == pytest.approx(value, rel=1e-5)


def test_weights_stand_for_repeated_particles(start):
    """A particle of weight 2/n is two coincident ones."""
    x = start(40, 3)
    field = DenseField(scaled_profile(Profile.usa(2), 3))
    twice = np.concatenate([x, x[:10]])
    velocity, energy = field(twice, np.full(50, 1 / 50), np.arange(50))
    w = np.where(np.arange(40) < 10, 2 / 50, 1 / 50)
    merged, value = field(x, w, np.arange(40))
    assert np.abs(velocity[:40] - merged).max() < 1e-16
    assert energy == pytest.approx(value, rel=1e-14)


def test_stacked_features_agree_with_the_table(zoo, start):
    """Rank 2 in one product, or k entry by entry."""
    kernel = zoo["cosine"]
    labels = labels_of(kernel.labels, 300)
    coupling = coupling_of(kernel.k, kernel.labels, labels)
    assert coupling.rank == 2
    profile = scaled_profile(kernel.profile, 3)
    x, w, every = start(300, 3), np.full(300, 1 / 300), np.arange(300)
    stacked = DenseField(profile, coupling)(x, w, every)
    by_table = DenseField(profile, type(coupling)(**{**vars(coupling), "features": None}))(x, w, every)
    assert np.abs(stacked[0] - by_table[0]).max() < 1e-15
    assert stacked[1] == pytest.approx(by_table[1], abs=1e-15)


@pytest.mark.parametrize("k", ["1/2", "2", "xi*zeta"])
def test_a_factor_of_rank_one_acts_once(k, naive, start):
    """A constant other than 1, and a product of two functions, against all pairs by the kernel's own values."""
    labels = {"kind": "interval", "a": "1", "b": "2"}
    kernel = read_kernel({"family": "factor", "d": 3, "profile": {"usa": 2}, "labels": labels, "k": k})
    given = labels_of(kernel.labels, 40)
    x, w, every = start(40, 3), np.full(40, 1 / 40), np.arange(40)
    coupling = coupling_of(kernel.k, kernel.labels, given)
    assert coupling.rank == 1
    profile = scaled_profile(kernel.profile, 3)
    velocity, energy = DenseField(profile, coupling)(x, w, every)
    expected, value = naive(kernel, x, given)
    scale = np.exp(profile.log_scale)
    assert np.abs(velocity * scale - expected).max() < 1e-13 * np.abs(expected).max()
    assert energy * scale == pytest.approx(value, rel=1e-13)


@pytest.mark.parametrize("text", [{"usa": 3}, "t**3 + t"])
def test_a_batch_is_its_systems_one_by_one(text, start):
    """Also with more systems than are taken at a time."""
    profile = scaled_profile(Profile.read(text), 3)
    x = start(70 * 32, 3).reshape(70, 32, 3)
    velocity, energy = dense_batch(profile, x)
    field = DenseField(profile)
    for b in (0, 69):
        one = field(x[b], np.full(32, 1 / 32), np.arange(32))
        assert np.abs(velocity[b] - one[0]).max() < 1e-15
        assert energy[b] == pytest.approx(one[1], rel=1e-13)


@pytest.mark.parametrize("beta", [-2, 340, 360, 1000])
def test_exponents_are_shifted_where_they_leave_the_floats(beta, start):
    """Particles in a cap of angle 1/|beta|^{1/2}: velocities and energy on both sides of the change, relative."""
    x = np.array([0.0, 0.0, 1.0]) + start(300, 3) / abs(beta) ** 0.5
    x /= np.linalg.norm(x, axis=1)[:, None]
    velocity, energy = DenseField(scaled_profile(Profile.peak(beta), 3))(x, np.full(300, 1 / 300), np.arange(300))
    expected, value = naive_field(x, beta)
    assert np.abs(velocity - expected).max() < 1e-12 * np.abs(expected).max()
    assert energy == pytest.approx(value, rel=1e-12)


def test_an_evaluation_leaves_the_results_of_another_alone(start):
    """Velocities are the caller's, not the workspace's."""
    field, w, every = DenseField(scaled_profile(Profile.usa(4), 3)), np.full(40, 1 / 40), np.arange(40)
    velocity, _ = field(start(40, 3), w, every)
    kept = velocity.copy()
    field(start(40, 3, 1), w, every)
    assert np.array_equal(velocity, kept)


def test_threads_share_no_workspace():
    """The same memory at each call by one name from one thread; other memory by another, or from another thread."""
    size, double = (8, 8), np.dtype(float)
    first, again = workspace("a", size, double), workspace("a", (16,), np.dtype(np.float32))
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(workspace, "a", size, double).result()
    assert np.shares_memory(first, again)
    assert not np.shares_memory(first, other)
    assert not np.shares_memory(first, workspace("b", size, double))
    assert workspace("a", (10**6,), double).size == 10**6
    assert all(workspace(name, (n,), double).ctypes.data % 64 == 0 for name in "abc" for n in (3, 1000, 10**6))


@pytest.mark.parametrize("profile", ["-exp(2*t)", "-exp(-t/2)", "3*exp(-t)"])
def test_exponentials_of_either_sign_act_as_they_stand(profile, naive, start):
    """f = c e^{beta t} with c and beta of all signs, against all pairs by the kernel's own values."""
    document = {"family": "factor", "d": 3, "profile": profile, "labels": {"kind": "circle"}, "k": "1"}
    kernel = read_kernel(document)
    x, labels = start(30, 3), labels_of(kernel.labels, 30)
    scaled = scaled_profile(kernel.profile, 3)
    velocity, energy = DenseField(scaled)(x, np.full(30, 1 / 30), np.arange(30))
    expected, value = naive(kernel, x, labels)
    assert np.abs(velocity * np.exp(scaled.log_scale) - expected).max() < 1e-13 * np.abs(expected).max()
    assert energy * np.exp(scaled.log_scale) == pytest.approx(value, rel=1e-13)
