"""The three-point bound: never below the energy of a law, sharper than pairs, sharp where the maximum is known."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.certificates.three_point import check_three_point
from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.model.verdict import Status
from verify.optimize.three_point import bound_three_point, make_three_point

CIRCLE = {"kind": "circle"}


def _kernel(k="cos(xi - zeta)", labels=CIRCLE, profile="t", d=2):
    return read_kernel({"family": "factor", "d": d, "profile": profile, "k": k, "labels": labels})


def _energy(angles, beta):
    """E of a planar graph law of equispaced labels, k = cos, f = e^{beta t}/beta."""
    labels = 2 * np.pi * np.arange(len(angles)) / len(angles)
    table = np.cos(labels[:, None] - labels) * np.exp(beta * np.cos(angles[:, None] - angles))
    return table.mean() / (2 * beta)


def _competitors(rng, n=360):
    """Great circle, arcs, horseshoes, random Fourier series, winding 2: angles of n equispaced labels."""
    labels = -np.pi + 2 * np.pi * (np.arange(n) + 0.5) / n
    yield labels
    for arcs in (2, 3, 4, 5):
        yield 2 * np.pi / arcs * np.round(labels * arcs / (2 * np.pi))
    for winding in (0.5, 0.6, 0.7):
        yield winding * labels + (1 - winding) * np.sin(labels)
    yield 2 * labels
    for _ in range(20):
        a, c = rng.normal(size=4), rng.integers(-1, 2)
        yield c * labels + sum(s * np.sin((j + 1) * labels) for j, s in enumerate(a))


def _ascended(beta, rng, n=48):
    """A law that gradient ascent finds from a horseshoe: angles of n labels."""
    labels = -np.pi + 2 * np.pi * (np.arange(n) + 0.5) / n
    psi = 0.65 * labels + 0.35 * np.sin(labels) + 0.05 * rng.normal(size=n)
    table = np.cos(labels[:, None] - labels)
    for _ in range(300):
        gap = psi[:, None] - psi
        psi = psi - 20 / np.exp(beta) * (table * np.sin(gap) * np.exp(beta * np.cos(gap))).mean(axis=1)
    # the ascended values as steps: labels of one cell share their angle, and k is averaged over cells
    return psi, (np.sin(np.pi / n) / (np.pi / n)) ** 2


@pytest.mark.slow
@pytest.mark.parametrize("d", [2, 3])
def test_the_linear_profile_gives_the_great_circle(d):
    """E <= 1/4 to six digits, which the great circle attains, in every dimension."""
    bound = bound_three_point(_kernel(d=d), labels=4)
    assert (bound.view, bound.method, bound.num.status) == ("all_laws", "three-point", Status.ENCLOSED)
    assert 0.25 <= float(bound.num.value) < 0.25 + 1e-6


@pytest.mark.slow
@pytest.mark.parametrize("beta", ["1", "2", pytest.param("8", marks=pytest.mark.nightly)])
def test_no_law_has_more_energy_than_the_bound(beta):
    """Great circle, arcs, horseshoes, laws found by ascent and random ones, at N = 6 labels."""
    rng = np.random.default_rng(8)
    bound = bound_three_point(_kernel(profile={"usa": beta}), labels=6)
    b = float(beta)
    energies = [_energy(angles, b) for angles in _competitors(rng)]
    steps, factor = _ascended(b, rng)
    energies.append(_energy(steps, b) * factor)
    assert max(energies) <= float(bound.num.value)
    pairs = np.sinh(b) / (4 * b)
    assert float(bound.num.value) < pairs * (0.99 if b <= 4 else 1 + 1e-4)  # six labels are few at beta = 8
    assert check_three_point(bound.certificate).accepted


@pytest.mark.slow
def test_pairs_alone_give_the_hyperbolic_sine():
    """The programme without triples, solved apart: its value at N = 4 is sinh(beta)/(4 beta), and no N is better."""
    from scipy.optimize import linprog

    beta, degree = 2.0, 12
    from scipy.special import iv

    c = 2 * iv(np.arange(1, degree + 1), beta) / beta
    angles = np.linspace(0, np.pi, 241)
    for n in (4, 6, 8):
        lags = np.arange(1, n // 2 + 1)
        weights = np.where(2 * lags == n, 1.0, 2.0) / n
        modes = n // 2 + 1
        # unknowns Y_{jn} and v_s >= w_s sum_n [k_s c_n + sum_j Y_{jn} cos(2 pi j s/N)] cos(n delta)
        size = modes * degree + len(lags)
        rows, right = [], []
        for s, (lag, weight) in enumerate(zip(lags, weights, strict=True)):
            waves = np.cos(2 * np.pi * np.arange(modes) * lag / n)
            for angle in angles:
                powers = np.cos(np.arange(1, degree + 1) * angle)
                row = np.zeros(size)
                row[: modes * degree] = weight * np.outer(waves, powers).ravel()
                row[modes * degree + s] = -1.0
                rows.append(row)
                right.append(-weight * np.cos(2 * np.pi * lag / n) * (c @ powers))
        cost = np.concatenate([np.full(modes * degree, 1.0 / n), np.ones(len(lags))])
        limits = [(0, None)] * (modes * degree) + [(None, None)] * len(lags)
        found = linprog(cost, np.array(rows), np.array(right), bounds=limits)
        value = (found.fun + c.sum() / n) / 2
        pairs = np.sinh(beta) / (4 * beta)
        assert value >= pairs * (1 - 1e-3)
        if n == 4:
            assert value == pytest.approx(pairs, rel=1e-3)


def test_dropping_negative_coefficients_is_needed():
    """k = cos s - cos(5 s)/2, f = t: four labels have 1/8, the great circle 1/4; the bound is that of cos s."""
    k = "cos(xi - zeta) - cos(5*(xi - zeta))/2"
    bound = bound_three_point(_kernel(k), labels=4)
    assert 0.25 <= float(bound.num.value) < 0.25 + 1e-6
    four = {"kind": "cyclic", "n": 4}
    own = bound_three_point(_kernel({"toeplitz": ["1/2", "0", "-1/2", "0"]}, four))  # its values at four labels
    assert 0.125 <= float(own.num.value) < 0.125 + 1e-6
    # the same coefficients claimed for the circle with its own k are refused
    forged = {**own.certificate, "problem": _kernel(k).normal_form(), "digest": _kernel(k).digest}
    assert not check_three_point(forged).accepted


@pytest.mark.slow
@settings(max_examples=6)  # two seconds each
@given(
    lags=st.lists(st.integers(-3, 3), min_size=4, max_size=4),
    d=st.sampled_from([2, 3]),
    beta=st.sampled_from(["1/2", "1", "3"]),
    seed=st.integers(0, 2**16),
)
def test_random_cyclic_kernels_keep_the_bound(lags, d, beta, seed):
    """Six labels, any k: random contents and their ascent never have more."""
    k = [lags[min(s, 6 - s)] for s in range(6)]
    labels = {"kind": "cyclic", "n": 6}
    bound = bound_three_point(_kernel({"toeplitz": [str(x) for x in k]}, labels, {"usa": beta}, d), degree=4)
    assert bound is not None
    rng, b = np.random.default_rng(seed), float(Fraction(beta))
    table = np.array([[k[(i - j) % 6] for j in range(6)] for i in range(6)])
    for _ in range(20):
        x = rng.normal(size=(6, d))
        for _ in range(40):
            x /= np.linalg.norm(x, axis=1, keepdims=True)
            weights = table * np.exp(b * x @ x.T)
            assert weights.sum() / (2 * b * 36) <= float(bound.num.value)
            x = x + 0.3 * weights @ x / np.abs(weights).sum(axis=1, keepdims=True).clip(1e-9)


def test_a_time_out_keeps_what_was_proved_or_says_nothing():
    """No time for a round: no bound, and no error."""
    assert bound_three_point(_kernel(profile={"usa": 2}), timeout=1e-9) is None


def test_kernels_outside_the_method_have_no_bound():
    """Gauges, other labels, profiles with negative coefficients."""
    gauge = read_kernel({"family": "gauge", "d": 2, "frequencies": ["1"], "profile": "t", "labels": CIRCLE})
    assert bound_three_point(gauge) is None
    assert bound_three_point(_kernel(profile={"usa": -1})) is None
    assert bound_three_point(_kernel({"toeplitz": ["1", "0"]}, {"kind": "positions", "n": 2})) is None


@pytest.mark.parametrize("arguments", [{"timeout": 0}, {"labels": 2}, {"labels": 33}, {"labels": True}, {"degree": 0}])
def test_arguments_out_of_range_are_named(arguments):
    """One clear error for each."""
    with pytest.raises(InputError, match=next(iter(arguments))):
        bound_three_point(_kernel(), **arguments)
    with pytest.raises(InputError, match="divide"):
        make_three_point(_kernel("cos(2*pi*(i - j)/8)", {"kind": "cyclic", "n": 8}), labels=5)
