"""The elementary bounds hold for every profile and need no solver."""

from __future__ import annotations

import flint
import numpy as np
import pytest

from verify.model.kernels import read_kernel
from verify.model.profiles import Profile
from verify.optimize.bounds import elementary as module
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


@pytest.mark.parametrize("kind", ["positions", "cyclic"])
def test_functions_of_the_lag_are_added_by_lag(kind):
    """k = cos(2 pi (i - j)/6) as a formula of the lag and as a table: the same bounds, f = e^t."""
    labels = {"kind": kind, "n": 6}
    given = {"family": "factor", "d": 3, "profile": "exp(t)", "labels": labels}
    table = [[f"cos(2*pi*({i - j})/6)" for j in range(6)] for i in range(6)]
    by_lag, by_entry = (
        [float(bound.upper) for bound in elementary_bounds(read_kernel({**given, "k": k}))]
        for k in ("cos(2*pi*(i - j)/6)", table)
    )
    assert by_lag == pytest.approx(by_entry, rel=1e-14)


def test_many_positions_are_bounded_by_lag_and_other_large_laws_are_left_open():
    """4,096 positions: k = 1/2 gives f(1)/4; a formula that is none of the lag has no bound, and no error."""
    given = {"family": "factor", "d": 3, "profile": "t", "labels": {"kind": "positions", "n": 4096}}
    flat = {"toeplitz": ["1/2"] * 4096}
    assert [float(bound.upper) for bound in elementary_bounds(read_kernel({**given, "k": flat}))] == [0.25, 0.25]
    assert elementary_bounds(read_kernel({**given, "k": "i*j - 1"})) == ()


def test_large_tables_are_added_in_floats(monkeypatch):
    """The float sums with their error lie just above those in balls."""
    k = np.random.default_rng(2).integers(-9, 10, (12, 12))
    labels = {"kind": "atoms", "weights": [f"{i + 1}/78" for i in range(12)]}
    given = {"family": "factor", "d": 3, "profile": "exp(t)", "labels": labels, "k": (k + k.T).tolist()}
    balls = [float(bound.upper) for bound in elementary_bounds(read_kernel(given))]
    monkeypatch.setattr(module, "_SMALL", 0)
    floats = [float(bound.upper) for bound in elementary_bounds(read_kernel(given))]
    assert floats == pytest.approx(balls, rel=1e-13)
    assert all(b <= f for b, f in zip(balls, floats, strict=True))


def test_a_repelling_pair_gains_from_the_least_value_of_the_profile():
    """k_12 = -1, f = t: E = -f(<x, y>)/4 <= 1/4, attained by opposite contents; f = t on its own labels is 0."""
    labels = {"kind": "cyclic", "n": 2}
    kernel = read_kernel({"family": "factor", "d": 3, "profile": "t", "labels": labels, "k": [[0, -1], [-1, 0]]})
    assert {float(bound.upper) for bound in elementary_bounds(kernel)} == {0.25}


def test_a_negative_mean_lowers_the_least_value():
    """f = P_1 - 1 has the values [-2, 0]: 2 a_0 - f(1) = -2."""
    low, high, one = profile_range(Profile.read({"gegenbauer": ["-1", "1"]}), 3)
    assert float(low.lower()) <= -2 <= float(low.upper()) + 1e-9
    assert float(high) == float(one) == 0
