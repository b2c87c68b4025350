"""A step of Dormand-Prince on spheres."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.profiles import Profile
from verify.particles.dormand_prince import EXTRA_EVALUATIONS, dormand_prince_step
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


def test_the_step_has_order_eight(field):
    """Halving h divides the local error by 2^9, about."""
    ratios = [errors(*field, h)[1] / errors(*field, h / 2)[1] for h in (6.4, 3.2)]
    assert all(250 < ratio < 1200 for ratio in ratios)


def test_the_dense_output_has_order_seven(field):
    """Inside the step, by 2^8."""
    ratio = errors(*field, 4.8, 0.4)[0] / errors(*field, 2.4, 0.4)[0]
    assert 120 < ratio < 600


def test_the_estimate_bounds_the_error(field):
    """The embedded formulas are of lower order, hence larger."""
    for h in (0.5, 2.0, 4.0):
        _, true, estimated = errors(*field, h)
        assert true < 10 * estimated + 1e-15


def test_the_error_is_that_of_the_worst_particle(field):
    """Resting particles do not hide one that moves: the estimate is the same with a hundred of them beside it."""
    speed, x = field
    resting = np.concatenate([x, np.tile(x[:1], (100, 1))])

    def crowded(y):
        velocity, energy = speed(y[:12])
        return np.concatenate([velocity, np.zeros((100, 3))]), energy

    alone = dormand_prince_step(speed, x, speed(x)[0], 2.0)
    together = dormand_prince_step(crowded, resting, crowded(resting)[0], 2.0)
    assert together.error == pytest.approx(alone.error, rel=1e-9)


def test_dense_output_is_paid_for_when_asked(field):
    """Three evaluations, once; both ends are those of the step."""
    speed, x = field
    step = dormand_prince_step(speed, x, speed(x)[0], 2.0)
    assert step.spent == 0
    assert np.abs(step.at(0.0) - x).max() < 1e-15
    assert np.abs(step.at(1.0) - step.end).max() < 1e-15
    assert step.spent == EXTRA_EVALUATIONS


def test_all_states_are_on_the_sphere(field):
    """The end and the dense output."""
    step = dormand_prince_step(field[0], field[1], field[0](field[1])[0], 3.0)
    for state in (step.end, step.at(0.3)):
        assert np.abs(np.linalg.norm(state, axis=1) - 1).max() < 1e-15
    assert np.array_equal(step.velocity, field[0](step.end)[0])
