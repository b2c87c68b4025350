"""A step of Dormand-Prince on spheres."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.profiles import Profile
from verify.particles.dormand_prince import dormand_prince_step
from verify.particles.field_dense import DenseField
from verify.particles.references import scipy_reference
from verify.particles.scaling import scaled_profile


@pytest.fixture
def field(start):
    """Return a field of 12 particles and a start."""
    dense = DenseField(scaled_profile(Profile.usa(2), 3))
    w, every = np.full(12, 1 / 12), np.arange(12)
    return lambda x: dense(x, w, every), start(12, 3)


def errors(field, x, h, theta=1.0):
    """Return the true error at a fraction of one step, and the estimated one."""
    step = dormand_prince_step(field, x, field(x)[0], h)
    exact = scipy_reference(field, x, theta * h, tolerance=1e-13)[0]
    return np.abs(step.at(theta) - exact).max(), np.abs(step.end - exact).max(), step.error


def test_the_step_has_order_five(field):
    """Halving h divides the local error by 2^6, about."""
    ratios = [errors(*field, h)[1] / errors(*field, h / 2)[1] for h in (1.6, 0.8)]
    assert all(40 < ratio < 100 for ratio in ratios)


def test_the_dense_output_has_order_four(field):
    """Inside the step, by 2^5."""
    ratio = errors(*field, 1.6, 0.5)[0] / errors(*field, 0.8, 0.5)[0]
    assert 22 < ratio < 60


def test_the_estimate_bounds_the_error(field):
    """The embedded formula is of lower order, hence larger."""
    _, true, estimated = errors(*field, 0.5)
    assert true < 10 * estimated


def test_all_states_are_on_the_sphere(field):
    """The end and the dense output."""
    step = dormand_prince_step(field[0], field[1], field[0](field[1])[0], 3.0)
    for state in (step.end, step.at(0.3)):
        assert np.abs(np.linalg.norm(state, axis=1) - 1).max() < 1e-15
    assert np.array_equal(step.stages[-1], field[0](step.end)[0])
