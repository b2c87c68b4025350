"""The reference integrators agree with each other and with a closed form."""

from __future__ import annotations

import numpy as np

from verify.model.profiles import Profile
from verify.particles.field_dense import DenseField
from verify.particles.references import rk4_reference, scipy_reference
from verify.particles.scaling import scaled_profile


def test_two_particles_follow_the_closed_form():
    """f = t: theta' = -sin theta, tan(theta/2) = e^{-t} tan(theta_0/2)."""
    field = DenseField(scaled_profile(Profile.read("t"), 2))
    w, every = np.full(2, 0.5), np.arange(2)
    angle = 2 * np.arctan(np.exp(-1.5) * np.tan(0.5))

    def flow(x):
        return field(x, w, every)

    start = np.array([[1.0, 0.0], [np.cos(1.0), np.sin(1.0)]])
    for end in (rk4_reference(flow, start, 1.5, 400), *(scipy_reference(flow, start, 1.5)[:1])):
        assert abs(np.arccos(end[0] @ end[1]) - angle) < 1e-10


def test_the_number_of_evaluations_is_returned(start):
    """At least one per step."""
    field = DenseField(scaled_profile(Profile.usa(1), 3))
    w, every = np.full(5, 0.2), np.arange(5)
    assert scipy_reference(lambda x: field(x, w, every), start(5, 3), 1.0, tolerance=1e-6, method="RK45")[1] > 6
