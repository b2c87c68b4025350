"""The elementary bounds hold for every profile and need no solver."""

from __future__ import annotations

import flint
import numpy as np
import pytest

from verify.model.kernels import read_kernel
from verify.model.profiles import Profile
from verify.optimize.bounds.elementary import elementary_bounds, profile_range


@pytest.mark.parametrize("profile", ["exp(t)", "t**2 - t/2", {"usa": -3}, {"peak": 4}, "cos(5*t)", "asin(t)"])
def test_the_range_contains_the_values(profile):
    """m <= f <= M at 401 points, and not much more than that."""
    read = Profile.read(profile)
    low, high, one = profile_range(read, 3)
    values = read.array(np.linspace(-1, 1, 401), 3)
    assert float(low.lower()) <= values.min() + 1e-12
    assert float(high.upper()) >= values.max() - 1e-12
    assert float(high.upper()) - float(low.lower()) <= 1.2 * np.ptp(values) + 0.1
    assert bool(one.overlaps(read.value(flint.arb(1), 3)))


def test_gauge_kernels_are_bounded_by_half_the_peak():
    """E <= f(1)/2, which the maximisers of T4 attain."""
    gauge = {"family": "gauge", "d": 2, "profile": {"usa": 1}, "labels": {"kind": "circle"}, "frequencies": ["1"]}
    graph, every = elementary_bounds(read_kernel(gauge))
    assert float(graph.upper) == pytest.approx(np.e / 2, rel=1e-15)
    assert graph.upper == every.upper
    assert {graph.view, every.view} == {"graph_laws", "all_laws"}


def test_one_atom_differs_in_the_two_views():
    """h = -<x, y>: the diagonal is -f(1) over graph laws, and at most 1 over all laws."""
    atom = {"family": "factor", "d": 3, "profile": "t", "labels": {"kind": "atoms", "weights": ["1"]}, "k": [["-1"]]}
    values = {bound.view: float(bound.upper) for bound in elementary_bounds(read_kernel(atom))}
    assert values == {"graph_laws": -0.5, "all_laws": 0.5}


def test_profiles_with_negative_coefficients_are_bounded_by_their_range():
    """f = t^2 - t/2, k = 1: E <= max f / 2 = 3/4, attained by opposite contents only."""
    labels = {"kind": "cyclic", "n": 2}
    kernel = read_kernel({"family": "factor", "d": 3, "profile": "t**2 - t/2", "labels": labels, "k": [[1, 1], [1, 1]]})
    values = {bound.view: float(bound.upper) for bound in elementary_bounds(kernel)}
    assert 0.75 <= values["all_laws"] <= 0.77
    assert 0.5 <= values["graph_laws"] <= 0.52
