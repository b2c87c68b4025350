"""Kernels as the linear programme sees them, and kernels to which the method does not apply."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.special import iv, spherical_in

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.optimize.three_point.reading import labels_for, read_invariant

CIRCLE = {"kind": "circle"}


def _kernel(k="cos(xi - zeta)", labels=CIRCLE, profile="t", d=2):
    return read_kernel({"family": "factor", "d": d, "profile": profile, "k": k, "labels": labels})


def test_lags_and_coefficients_of_the_cosine_kernel():
    """cos(2 pi s/N), 2 I_n/beta and (2n + 1) i_n/beta."""
    planar = read_invariant(_kernel(profile={"usa": 2}), 6, 5, "zonal", Fraction(0))
    assert planar.lags == pytest.approx(np.cos(2 * np.pi * np.arange(4) / 6))
    assert planar.coefficients == pytest.approx([iv(n, 2) for n in range(1, 6)])
    assert (planar.top, planar.constant) == pytest.approx((0.5, 0.0), abs=1e-15)
    assert planar.tail == pytest.approx(sum(iv(n, 2) for n in range(6, 30)))
    spatial = read_invariant(_kernel(profile={"usa": 2}, d=3), 6, 5, "zonal", Fraction(0))
    assert spatial.coefficients == pytest.approx([(2 * n + 1) * spherical_in(n, 2) / 2 for n in range(1, 6)])


def test_a_tilt_lessens_the_first_coefficient():
    """By twice itself."""
    plain, tilted = (read_invariant(_kernel(), 6, 2, "zonal", tilt) for tilt in (Fraction(0), Fraction(1, 8)))
    assert plain.coefficients - tilted.coefficients == pytest.approx([0.25, 0.0])


def test_negative_fourier_coefficients_are_dropped_on_the_circle():
    """cos s - cos(5 s)/2 is cos s for four labels."""
    problem = read_invariant(_kernel("cos(xi - zeta) - cos(5*(xi - zeta))/2"), 4, 2, "zonal", Fraction(0))
    assert problem.lags == pytest.approx([1, 0, -1], abs=1e-12)


@pytest.mark.parametrize(
    "kernel",
    [
        _kernel("cos(xi - zeta)*cos(xi + zeta)"),
        _kernel("exp(-Abs(i - j))", {"kind": "cyclic", "n": 6}),
        _kernel("cos(i - j)", {"kind": "positions", "n": 6}),
        _kernel({"toeplitz": ["0", "1"]}, {"kind": "cyclic", "n": 2}),
        read_kernel({"family": "gauge", "d": 2, "frequencies": ["1"], "profile": "t", "labels": CIRCLE}),
    ],
)
def test_other_kernels_have_no_number_of_labels(kernel):
    """No function of the lag on a circle or a cycle of at least three labels."""
    assert labels_for(kernel, 8) is None


@pytest.mark.parametrize("profile", [{"usa": -1}, "t**2 - t", "tanh(t)"])
def test_a_profile_without_a_nonnegative_expansion_has_no_problem(profile):
    """Negative coefficients, or a formula that is neither exponential nor polynomial."""
    assert read_invariant(_kernel(profile=profile), 6, 4, "zonal", Fraction(0)) is None


def test_a_degree_out_of_range_is_named():
    """0 and 41."""
    for degree in (0, 41):
        with pytest.raises(InputError, match="degree"):
            read_invariant(_kernel(), 6, degree, "zonal", Fraction(0))
