"""The integrator: cost, accuracy, monotone energy, events, ends."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy.special import exp1, expi

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.model.sphere import distance
from verify.particles import integrate as module
from verify.particles.arguments import labels_of
from verify.particles.backend import choose_backend
from verify.particles.integrate import integrate
from verify.particles.observables import cluster_count
from verify.particles.references import rk4_reference, scipy_reference
from verify.particles.simulate import simulate
from verify.particles.system import system_of
from verify.particles.trajectory import Settings


def pair(theta, d=2):
    """Return two particles at an angle."""
    x = np.zeros((2, d))
    x[:, 0], x[1, 0], x[1, 1] = 1, math.cos(theta), math.sin(theta)
    return x


def passage_time(beta, theta0, theta1):
    """Return T of T7, peak profile, angles falling from theta0 to theta1."""
    c0, c1 = math.cos(theta0), math.cos(theta1)
    plus = math.exp(2 * beta) * (exp1(beta * (1 + c0)) - exp1(beta * (1 + c1)))
    return 0.5 * (expi(beta * (1 - c0)) - expi(beta * (1 - c1)) + plus)


@pytest.mark.parametrize("beta", [1, 4, 9, 16])
@pytest.mark.parametrize(("theta0", "theta1"), [(1.0, 0.2), (2.0, 0.5)])
def test_two_clusters_take_the_passage_time_of_the_closed_form(plain, beta, theta0, theta1):
    """T7 to 8 digits: at the time T the angle is theta1."""
    time = passage_time(beta, theta0, theta1)
    flow = simulate(plain(beta, 2, "peak"), x=pair(theta0), tau=time, tolerance=1e-12, delta=0)
    angle = float(distance(flow.final[0], flow.final[1]))
    speed = math.exp(-beta * (1 - math.cos(theta1))) * math.sin(theta1)
    assert abs(angle - theta1) / speed < 1e-8 * time


def test_passage_times_grow_exponentially(plain):
    """(1/beta) log T tends to 1 - cos theta0: the slope between beta = 20 and 40, corrected for the factor beta."""
    theta0 = 2.0
    times = {}
    for beta in (20, 40):
        flow = simulate(plain(beta, 2, "peak"), x=pair(theta0), tau=float("inf"), stationary=1e-300)
        times[beta] = next(e["time"] for e in flow.events if e["kind"] == "collapse")
        assert times[beta] == pytest.approx(passage_time(beta, theta0, 2e-3), rel=1e-6)
    slope = math.log(40 * times[40] / (20 * times[20])) / 20
    assert slope == pytest.approx(1 - math.cos(theta0), rel=2e-3)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("beta", "seed"),
    [(9, 0), *(pytest.param(*case, marks=pytest.mark.nightly) for case in ((9, 1), (9, 2), (4, 0), (4, 1)))],
)
def test_a_stiff_flow_costs_few_evaluations(plain, start, beta, seed):
    """n = 256, tau = 20: at most 5,000 for a final error below 1e-9, against a tolerance a thousandth as large."""
    kernel, x = plain(beta), start(256, 3, seed)
    flow = simulate(kernel, x=x, tolerance=1e-9)
    assert flow.evaluations <= 5000
    tight = simulate(kernel, x=x, tolerance=1e-12)
    assert np.abs(flow.final - tight.final).max() < 1e-9


@pytest.mark.slow
def test_the_tolerance_bounds_the_error_at_the_end(plain, start):
    """beta = 4, a start whose flow passes a saddle: the error is of the size of the tolerance."""
    x = start(48, 3, 1)
    tight = simulate(plain(4), x=x, tau=10, tolerance=1e-13)
    for tolerance in (1e-6, 1e-8):
        flow = simulate(plain(4), x=x, tau=10, tolerance=tolerance)
        assert np.abs(flow.final - tight.final).max() < 10 * tolerance


@pytest.mark.slow
def test_an_exponential_horizon_costs_few_evaluations(plain, start):
    """Peak beta = 25 to T = e^25 in under 10,000."""
    assert simulate(plain(25, 3, "peak"), x=start(256, 3), tau=math.exp(25)).evaluations < 10_000


@pytest.mark.slow
def test_the_flow_agrees_with_two_references(zoo, family, start):
    """RK4 with renormalisation, and SciPy's DOP853, on every family."""
    kernel = zoo[family]
    labels = labels_of(kernel.labels, 16)
    system = system_of(kernel, labels)
    field = choose_backend(system, 16)[1]
    w, every = np.full(16, 1 / 16), np.arange(16)
    x = start(16, kernel.d)
    horizon = 0.5 * math.exp(system.log_scale)
    flow = simulate(kernel, x=x, labels=labels, tau=0.5, tolerance=1e-11)
    u = system.to_solver(x)
    ends = [scipy_reference(lambda y: field(y, w, every), u, horizon)[0]]
    steps = 1500 if family == "additive" else 600  # its logits reach 9
    ends.append(rk4_reference(lambda y: field(y, w, every), u, horizon, steps))
    for end in ends:
        assert np.abs(system.to_contents(end) - flow.final).max() < 1e-8


def test_dense_output_agrees_with_runs_that_end_there(plain, start):
    """States at asked times, before and after mergings."""
    x = start(24, 3)
    times = [0.0, 0.3, 4.0, 9.1]
    flow = simulate(plain(4), x=x, tau=12, times=times, tolerance=1e-10)
    assert flow.times.tolist() == [*times, 12.0]
    assert np.abs(flow.initial - x).max() < 1e-15
    for time, state in zip(times[1:], flow.states[1:], strict=False):
        end = simulate(plain(4), x=x, tau=time, tolerance=1e-10).final
        assert np.abs(end - state).max() < 3e-8


@pytest.mark.slow
def test_merging_leaves_the_flow_unchanged(plain, start):
    """With and without, to the merging distance; without it costs several times as much."""
    x = start(24, 3)
    merging = simulate(plain(9), x=x, tau=0.5)
    never = simulate(plain(9), x=x, tau=0.5, delta=0)
    assert np.abs(merging.final - never.final).max() < 1e-8
    assert never.course["particles"][-1] == 24
    assert merging.course["particles"][-1] < 8
    assert never.evaluations > 2 * merging.evaluations


def test_a_falling_energy_is_rejected(plain, start, monkeypatch):
    """A field that reports a falling energy makes no step."""
    kernel = plain(1)
    system = system_of(kernel, labels_of(kernel.labels, 8))
    calls = []

    def falling(*arguments, **options):
        backend, field = choose_backend(*arguments, **options)

        def lower(x, w, particles):
            calls.append(1)
            return field(x, w, particles)[0], -1e-3 * len(calls)

        return backend, lower

    monkeypatch.setattr(module, "choose_backend", falling)
    trajectory = integrate(system, start(8, 3), 5.0, settings=Settings(evaluations=200))
    assert trajectory.state.steps == 0
    assert trajectory.state.rejected > 10
    assert trajectory.end == "evaluations"


def test_an_unbounded_run_ends_where_nothing_moves(plain, start):
    """tau = infinity ends stationary, at one cluster for d = 3."""
    flow = simulate(plain(1), x=start(64, 3), tau=float("inf"))
    assert flow.end == "stationary"
    assert flow.observables["clusters"] == 1
    assert flow.observables["residual"] <= 1e-9


def test_collapse_is_an_event_with_its_time(plain, start):
    """1 - |mean|^2 is 1e-6 at the time that is noted."""
    flow = simulate(plain(1), x=start(32, 3), tolerance=1e-10)
    time = next(e["time"] for e in flow.events if e["kind"] == "collapse")
    there = simulate(plain(1), x=start(32, 3), tolerance=1e-10, tau=time)
    assert there.observables["spread"] == pytest.approx(1e-6, rel=1e-4)


@pytest.mark.slow
def test_groups_by_angle_are_events_with_their_times(plain, start):
    """At the time of an event there are so many groups, and just before there are more."""
    x = start(32, 3, 2)
    flow = simulate(plain(4), x=x, tolerance=1e-10)
    groups = [event for event in flow.events if event["kind"] == "groups"]
    counts = [event["count"] for event in groups]
    assert all(a != b for a, b in pairwise(counts))
    assert [event["time"] for event in groups] == sorted(event["time"] for event in groups)
    assert groups[-1]["count"] == flow.observables["clusters"]
    assert {event["angle"] for event in groups} == {0.1}
    time = groups[-1]["time"]
    before, after = (simulate(plain(4), x=x, tolerance=1e-10, tau=time * f).final for f in (1 - 1e-4, 1 + 1e-4))
    assert cluster_count(after) == groups[-1]["count"] < cluster_count(before)


def test_interruption_returns_what_was_computed(plain, start):
    """Ctrl-C inside the callback, as inside any line."""

    def interrupt(progress):
        assert 0 < progress.time < progress.horizon == 20
        raise KeyboardInterrupt

    flow = simulate(plain(25), x=start(400, 3), progress=interrupt, times=2000)
    assert flow.end == "interrupted"
    assert 0 < flow.times[-1] < 20
    assert len(flow.course["time"]) == flow.steps + 1


def test_limits_of_time_and_evaluations_end_a_run(plain, start):
    """And say so."""
    assert simulate(plain(9), x=start(64, 3), seconds=1e-9).end == "time limit"
    flow = simulate(plain(9), x=start(64, 3), evaluations=100)
    assert flow.end == "evaluations"
    assert 100 <= flow.evaluations < 110


@pytest.mark.slow
def test_expansions_give_way_where_they_cannot_resolve_a_step(start):
    """A long step of a slow flow is taken with all pairs, and the report says why."""
    fields = {"profile": {"usa": 4}, "labels": {"kind": "circle"}, "k": "cos(xi - zeta)"}
    kernel = read_kernel({"family": "factor", "d": 2, **fields})
    flow = simulate(kernel, x=start(300, 2), tau=float("inf"), stationary=1e-7, tolerance=1e-10, seconds=5)
    names = [b["name"] for b in flow.backends]
    assert names[0] == "harmonic"
    if len(names) > 1:
        assert "error of expansions" in flow.backends[1]["reason"]


def test_a_field_that_is_not_finite_is_refused_at_the_start(start):
    """log of a negative inner product."""
    fields = {"labels": {"kind": "circle"}, "h": "log(2 + 1/10**9 + x1*y1 + x2*y2 - 1)"}
    kernel = read_kernel({"family": "expression", "d": 2, **fields})
    simulate(kernel, x=start(5, 2), tau=0.1)
    fields["h"] = "log(x1*y1)"
    with pytest.raises(InputError, match="finite velocities"):
        simulate(read_kernel({"family": "expression", "d": 2, **fields}), x=start(5, 2), tau=0.1)
