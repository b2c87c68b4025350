"""Whatever is installed computes the same field; what does not is refused before it is timed."""

from __future__ import annotations

import numpy as np
import peers
import pytest

from verify.model.sphere import sample_uniform


@pytest.mark.parametrize(("n", "d"), [(12, 2), (300, 3), (60, 7)])
def test_all_installed_rivals_compute_the_same_field(n, d):
    """Velocities and energy to 1e-12 of the naive formula: of NumPy always, of torch, jax and KeOps where they are."""
    runs = peers.evaluations(sample_uniform(n, d, np.random.default_rng(d)), 4.0)
    assert {"ours", "naive NumPy", "in-place NumPy"} <= set(runs)
    assert peers.require_agreement(runs) <= peers.AGREEMENT


def test_the_naive_formula_is_the_gradient_of_its_energy():
    """v_i = n grad_i E, projected, by central differences along tangents."""
    n, d, beta, h = 6, 3, 2.0, 1e-5
    rng = np.random.default_rng(5)
    x = sample_uniform(n, d, rng)
    v = rng.standard_normal((n, d))
    v -= np.sum(v * x, axis=1)[:, None] * x

    def energy(y):
        return peers.naive_numpy(y / np.linalg.norm(y, axis=1)[:, None], beta)()[1]

    velocity, _ = peers.naive_numpy(x, beta)()
    slope = (energy(x + h * v) - energy(x - h * v)) / (2 * h)
    assert np.sum(velocity * v) / n == pytest.approx(slope, rel=1e-8)


@pytest.mark.parametrize("part", [0, 1])
def test_a_rival_that_differs_is_refused(part):
    """A relative error of 1e-11 in velocity or energy; a NaN is no agreement."""
    x = sample_uniform(20, 3, np.random.default_rng(1))
    right = peers.naive_numpy(x, 1.0)
    for factor in (1 + 1e-11, np.nan):
        wrong = tuple(value * (factor if i == part else 1.0) for i, value in enumerate(right()))
        with pytest.raises(RuntimeError, match="agree to 1e-12"):
            peers.require_agreement({"naive NumPy": right, "wrong": lambda wrong=wrong: wrong})
