"""The best collapsed law of gauges and connections beside sums in floats over a grid of directions."""

from __future__ import annotations

import math
import warnings

import flint
import numpy as np
import pytest
from scipy.special import iv

from verify.model.kernels import Kernel, read_kernel
from verify.model.profiles import Profile
from verify.model.verdict import Status
from verify.spectral.decide import decide
from verify.spectral.gauges._gauge_energy import is_convex

THREE = {"kind": "positions", "n": 3}
TURN, BACK = [["0", "-1"], ["1", "0"]], [["0", "1"], ["-1", "0"]]


def _gauge(**fields: object) -> Kernel:
    return read_kernel({"family": "gauge", "profile": {"usa": 1}} | fields)


def _top(kernel: Kernel, directions: np.ndarray) -> float:
    """The largest energy of a law collapsed at one of the directions."""
    n = kernel.labels.size
    assert n is not None
    w, labels = np.array([float(x) for x in kernel.labels.weights()]), np.arange(n)
    tiles = (np.tile(v, (n, 1)) for v in directions)
    return max(0.5 * float(w @ kernel.block(x, labels, x, labels) @ w) for x in tiles)


def _sphere(d: int, count: int = 1_000) -> np.ndarray:
    x = np.random.default_rng(0).standard_normal((count, d))
    return np.vstack([np.eye(d), x / np.linalg.norm(x, axis=1, keepdims=True)])


@pytest.mark.parametrize(
    "kernel",
    [
        _gauge(d=4, frequencies=["1", "2"], labels=THREE),
        _gauge(d=4, frequencies=["3", "1/2"], labels={"kind": "positions", "n": 9}),
        _gauge(d=4, frequencies=["3", "1/2"], labels=THREE, profile="t + t**2"),
        _gauge(d=4, frequencies=["2", "1"], labels=THREE, bias="-Abs(i - j)"),
        _gauge(d=2, frequencies=["1"], labels=THREE, profile="t**3 - t"),
        _gauge(d=2, frequencies=["1"], labels=THREE, k=[["1", "-1", "0"], ["-1", "2", "0"], ["0", "0", "1"]]),
        _gauge(d=3, frequencies=["1"], labels=THREE, k=[["1", "-1", "0"], ["-1", "2", "0"], ["0", "0", "1"]]),
        _gauge(labels={"kind": "positions", "n": 2}, Q=[[["1", "0"], ["0", "1"]], TURN], profile="t**2 + t**3"),
        read_kernel(
            {
                "family": "connection",
                "profile": {"usa": 1},
                "labels": {"kind": "atoms", "weights": ["1/3", "2/3"]},
                "O": [[[["1", "0"], ["0", "1"]], TURN], [BACK, [["1", "0"], ["0", "-1"]]]],
            }
        ),
    ],
)
def test_the_best_collapsed_law_is_the_top_of_a_grid_of_directions(kernel: Kernel) -> None:
    """Planes by characters and by pairs, factors of both signs, tables, connections: enclosed from above and below."""
    found = decide(kernel).all_laws.energy.collapsed
    assert found is not None
    assert found.status in {Status.ENCLOSED, Status.EXACT}
    grid = _top(kernel, _sphere(kernel.d))
    assert grid <= float(found.ball.upper()) + 1e-12
    assert grid >= float(found.ball.lower()) - 5e-2 * abs(grid)


def test_the_slowest_plane_need_not_be_the_best() -> None:
    """On 0, 2 the plane that turns by 3 is nearer to a full turn than that which turns by 1."""
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"], "points": ["0", "2"]}
    found = decide(_gauge(d=4, frequencies=["1", "3"], labels=labels)).all_laws.energy.collapsed
    assert found is not None
    assert float(found.ball.mid()) == pytest.approx((np.e + np.exp(np.cos(6))) / 4, rel=1e-12)


def test_the_energy_at_the_length_of_a_model_is_enclosed() -> None:
    """131,072 positions, 64 planes: by characters, beside the sum over all lags in floats."""
    n = 131_072
    frequencies = [str(10_000.0 ** (-p / 64)) for p in range(64)]
    found = decide(_gauge(d=128, frequencies=frequencies, labels={"kind": "positions", "n": n})).all_laws.energy
    assert found.collapsed is not None
    assert found.collapsed.status is Status.ENCLOSED
    lags = np.arange(n)
    weight = np.where(lags, 2.0, 1.0) * (n - lags) / n**2
    slow = float(weight @ np.exp(np.cos(float(frequencies[-1]) * lags))) / 2
    assert float(found.collapsed.ball.mid()) >= slow - 1e-9


def test_on_the_circle_the_energy_is_a_bessel_function_at_every_beta() -> None:
    """1/2 I_0(beta)/beta, beta large included."""
    for beta in (1, 20, 200):
        kernel = _gauge(d=2, frequencies=["1"], labels={"kind": "circle"}, profile={"peak": beta})
        found = decide(kernel).all_laws.energy.collapsed
        assert found is not None
        assert float(found.ball.mid()) == pytest.approx(iv(0, beta) * np.exp(-beta) / beta / 2, rel=1e-9)


def test_paths_of_matrices_on_a_continuum_are_numeric() -> None:
    """Floats at quantiles are no enclosure, and are not shown as one."""
    path = [["cos(xi)", "-sin(xi)*cos(xi**2)", "sin(xi)*sin(xi**2)"], ["sin(xi)", "cos(xi)*cos(xi**2)", "-cos(xi)*sin(xi**2)"], ["0", "sin(xi**2)", "cos(xi**2)"]]  # fmt: skip # noqa: E501 - R_z(xi) R_x(xi^2)
    found = decide(_gauge(d=3, Q=path, labels={"kind": "interval", "a": "0", "b": "1"})).all_laws.energy.collapsed
    assert found is not None
    assert found.status is Status.NUMERIC


def test_a_sum_of_signs_that_is_no_maximum_is_open_with_a_reason() -> None:
    """Forty labels, d = 6, f not convex: nothing is enclosed and floats may stop early."""
    kernel = _gauge(d=6, frequencies=["1", "2", "3"], labels={"kind": "interval", "a": "0", "b": "1"}, profile="t**3")
    verdict = decide(kernel)
    collapsed = verdict.all_laws.energy.collapsed
    assert (collapsed is None) == any(sentence.startswith("E collapsed is not given") for sentence in verdict.scope)
    assert collapsed is None or collapsed.status is Status.NUMERIC


def test_convexity_is_seen_on_the_whole_interval() -> None:
    """f'' >= 0 everywhere, or not claimed."""
    assert is_convex(Profile.read("t"), 2)
    assert is_convex(Profile.read("t + t**2"), 2)
    assert not is_convex(Profile.read("-Abs(t)"), 2)
    assert not is_convex(Profile.read("Piecewise((t, t < 0), (-t, True))"), 2)
    assert not is_convex(Profile.read("t**2 - t**4"), 2)


def test_one_label_with_minus_identity_has_the_energy_of_its_spread_slice() -> None:
    """O = -1: x alone has f(-1)/2, x and -x in equal parts (f(-1) + f(1))/4."""
    document = {"family": "connection", "profile": {"usa": 1}, "labels": {"kind": "atoms", "weights": ["1"]}}
    energy = decide(read_kernel(document | {"O": [[[["-1", "0"], ["0", "-1"]]]]})).all_laws.energy
    assert energy.best is not None
    with flint.ctx.workprec(40):
        assert energy.best.ball.overlaps((flint.arb(-1).exp() + flint.arb(1).exp()) / 4)


CANCELLING = {
    "family": "gauge",
    "d": 2,
    "labels": {"kind": "atoms", "weights": ["1/3"] * 3},
    "Q": [[["1", "0"], ["0", "1"]], [["3/5", "4/5"], ["-4/5", "3/5"]], [["0", "-1"], ["1", "0"]]],
    "k": [["1", "-1", "2"], ["-1", "0", "1/2"], ["2", "1/2", "-1"]],
}


@pytest.mark.slow
@pytest.mark.parametrize("beta", [20, 70, 85, 200, 800])
def test_a_collapsed_energy_in_floats_is_shown_where_its_terms_do_not_cancel(beta: int) -> None:
    """Rotations, sum k_ii = 0: every collapsed law has E = (-2 e^{3b/5} + 4 + e^{-4b/5})/(18 b), below terms e^b/b."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        verdict = decide(read_kernel(CANCELLING | {"profile": {"usa": beta}}))
    found = verdict.graph_laws.energy.collapsed
    if beta == 20:
        assert found is not None
    if found is not None:
        true = (-2 * math.exp(0.6 * beta) + 4 + math.exp(-0.8 * beta)) / (18 * beta)
        assert float(found.value) == pytest.approx(true, rel=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("beta", [1, 20, 800])
def test_a_witness_has_more_energy_than_every_collapsed_law(beta: int) -> None:
    """At b = 800 floats overflow and the search ends where it began, at a collapsed law: that is no witness."""
    quarters = [[["1", "0"], ["0", "1"]], [["0", "1"], ["-1", "0"]], [["0", "-1"], ["1", "0"]]]
    verdict = decide(read_kernel(CANCELLING | {"Q": quarters, "profile": {"usa": beta}}))
    assert str(verdict.graph_laws.collapse) == "none"
    if verdict.witness is None:
        assert beta == 800
        return
    points = {tuple(part["point"]) for part in verdict.witness["law"]}
    assert len(points) > 1
    # rotations by quarters: sum_ij k_ij f(cos a_ij) with k_ii adding up to 0, and cos a = 0, 0, -1 for the pairs
    collapsed = (2 * (-1 + 2) + 2 * 0.5 * math.exp(-beta)) / (18 * beta)
    assert float(verdict.witness["energy"]["value"]) > collapsed
