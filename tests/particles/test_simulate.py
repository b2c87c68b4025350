"""The flow against the theory: T0, T4, T4c, T5, and the faults a user can make."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ortho_group

from verify.encodings.loading import load_kernel
from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.model.sphere import householder, rational_point_near, sample_uniform
from verify.particles.arguments import labels_of
from verify.particles.simulate import simulate
from verify.particles.system import system_of
from verify.particles.transport import wasserstein

INFINITY = float("inf")


def circle(angles, height=0.0):
    """Return points of a latitude of the sphere."""
    radius = math.sqrt(1 - height**2)
    return np.stack([radius * np.cos(angles), radius * np.sin(angles), np.full(len(angles), height)], axis=1)


# ---------------------------------------------------------------- T0


def test_energy_grows_at_the_rate_of_dissipation(zoo, family):
    """dE/dt = (1/n) sum |x'|^2: the integral of dissipation along the run is the gain of energy."""
    flow = simulate(zoo[family], n=10, tau=0.4, tolerance=1e-11, rng=3)
    time, energy, dissipation = (flow.course[name] for name in ("time", "energy", "dissipation"))
    assert (np.diff(energy) >= -1e-13 * np.abs(energy[1:])).all()
    gain = np.sum(np.diff(time) * (dissipation[1:] + dissipation[:-1]) / 2)
    assert gain == pytest.approx(energy[-1] - energy[0], rel=2e-2)
    slope = np.gradient(energy, time)[1:-1]
    assert np.abs(slope - dissipation[1:-1]).max() < 0.05 * dissipation.max()


def test_the_derivative_of_the_energy_is_the_dissipation(zoo, family):
    """dE/dt = (1/n) sum |x'|^2 at a state: central differences of the energy along the exact curve, to 6 digits."""
    kernel = zoo[family]
    labels = labels_of(kernel.labels, 10)
    x = sample_uniform(10, kernel.d, np.random.default_rng(2))
    steps = [simulate(kernel, x=x, labels=labels, tau=2e-4 * k, tolerance=1e-13) for k in range(5)]
    energy = [flow.energy for flow in steps]
    slope = (energy[0] - 8 * energy[1] + 8 * energy[3] - energy[4]) / (12 * 2e-4)
    assert slope == pytest.approx(steps[2].course["dissipation"][-1], rel=1e-6)


@pytest.mark.slow
def test_contents_stay_on_the_sphere_and_labels_are_frozen(zoo, family):
    """|x| = 1 to 1e-12 at every kept time, labels bit by bit."""
    kernel = zoo[family]
    labels = labels_of(kernel.labels, 10)
    flow = simulate(kernel, n=10, tau=3, times=20, labels=labels)
    assert np.abs(np.linalg.norm(flow.states, axis=2) - 1).max() < 1e-12
    assert np.array_equal(flow.labels, labels)


@pytest.mark.parametrize("name", ["cosine", "distance", "series", "formula profile"])
def test_factor_flows_commute_with_rotations(zoo, name):
    """x -> R x for R in O(d)."""
    kernel = zoo[name]
    x = sample_uniform(20, kernel.d, np.random.default_rng(0))
    R = ortho_group.rvs(kernel.d, random_state=1)
    one, other = simulate(kernel, x=x, tau=2), simulate(kernel, x=x @ R.T, tau=2)
    assert np.abs(one.final @ R.T - other.final).max() < 1e-7
    assert one.energy == pytest.approx(other.energy, rel=1e-9)


def test_rope_flows_do_not_see_a_shift_of_labels(rope):
    """xi -> xi + c, with contents turned along."""
    kernel = rope(2)
    x, labels = sample_uniform(20, 3, np.random.default_rng(0)), labels_of(kernel.labels, 20)
    shifted = (labels + 1.25) % (2 * np.pi)
    one = simulate(kernel, x=x, labels=labels, tau=2)
    turned = system_of(kernel, np.full(20, 1.25)).gauge.backward(x)
    moved = simulate(kernel, x=turned, labels=shifted, tau=2)
    assert moved.energy == pytest.approx(one.energy, rel=1e-9)


# ---------------------------------------------------------------- T4


@settings(max_examples=10)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_gauge_flows_are_conjugate_to_the_plain_flow(d, seed):
    """T4c: u = Q x follows the plain USA flow, to the solver's tolerance."""
    labels = {"kind": "circle"}
    frequencies = ["1", "sqrt(2)", "3"][: d // 2]
    gauge = {"family": "gauge", "d": d, "profile": {"usa": 2}, "labels": labels, "frequencies": frequencies}
    plain = {"family": "factor", "d": d, "profile": {"usa": 2}, "labels": labels, "k": "1"}
    kernel = read_kernel(gauge)
    x = sample_uniform(12, d, np.random.default_rng(seed))
    system = system_of(kernel, labels_of(kernel.labels, 12))
    one = simulate(kernel, x=x, tau=1.0)
    other = simulate(read_kernel(plain), x=system.to_solver(x), tau=1.0)
    assert np.abs(system.to_solver(one.final) - other.final).max() < 1e-8
    assert one.energy == pytest.approx(other.energy, rel=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize(("d", "n"), [(2, 64), (3, 64), (4, 64), (3, 128)])
def test_rope_ends_on_one_orbit(rope, d, n):
    """T8 at beta = 1: final contents are R(xi)^T u for one u, in W2 and particle by particle."""
    flow = simulate(rope(1, d), n=n, tau=20, rng=n)
    assert flow.observables["consensus"] == pytest.approx(1, abs=1e-6)
    assert flow.observables["w2_to_predicted"] < 1e-3
    assert flow.energy == pytest.approx(flow.observables["collapsed_energy"], rel=1e-6)
    assert flow.observables["clusters"] > 1 or flow.observables["spread"] > 0


def test_prefix_tokens_end_at_the_given_cloud():
    """Householder gauges of a target cloud T: the contents end as the cloud seen from u, the law T up to a rotation."""
    rng = np.random.default_rng(4)
    n, d = 24, 3
    target, u = sample_uniform(n, d, rng), np.eye(d)[0]
    points = [rational_point_near(t) for t in target]
    gauges = []
    for t in points:
        w = [a - b for a, b in zip(t, (1, 0, 0), strict=True)]
        square = sum(c * c for c in w)
        gauges.append([[str((r == c) - 2 * w[r] * w[c] / square) for c in range(d)] for r in range(d)])
    labels = {"kind": "atoms", "weights": [f"1/{n}"] * n}
    kernel = read_kernel({"family": "gauge", "profile": {"usa": 1}, "labels": labels, "Q": gauges})
    cloud = np.array([[float(c) for c in t] for t in points])
    assert np.abs(householder(cloud, u) - kernel.matrices(np.arange(n))).max() < 1e-12
    stationary = simulate(kernel, x=cloud, tau=20)
    assert np.abs(stationary.final - cloud).max() < 1e-12
    flow = simulate(kernel, n=n, tau=30, rng=5)
    ends = system_of(kernel, flow.labels).to_solver(flow.final)
    assert np.abs(ends - ends[0]).max() < 1e-6
    assert flow.observables["w2_to_predicted"] < 1e-6
    # started near u in gauge variables, the end is near the cloud itself
    near = system_of(kernel, flow.labels).to_contents(np.tile(u, (n, 1)) + 1e-3 * rng.standard_normal((n, d)))
    near /= np.linalg.norm(near, axis=1)[:, None]
    assert wasserstein(simulate(kernel, x=near, tau=20).final, cloud) < 2e-3


# ---------------------------------------------------------------- T5 and stationary laws


@pytest.mark.parametrize("d", [2, 3, 8])
def test_the_baseline_collapses_at_beta_one(plain, d):
    """T8: resultant 1 to 6 digits at tau = 20."""
    flow = simulate(plain(1, d), n=64, tau=20, rng=d)
    assert flow.observables["resultant"] == pytest.approx(1, abs=1e-6)


def test_a_distance_bias_on_the_interval_collapses(zoo):
    """k = e^{-|xi - zeta|} on [0, 1], to stationarity."""
    flow = simulate(zoo["distance"], n=32, tau=INFINITY, rng=1, stationary=1e-9)
    assert flow.end == "stationary"
    assert flow.observables["spread"] < 1e-6
    assert flow.energy == pytest.approx(flow.observables["collapsed_energy"], rel=1e-6)


STATIONARY = [
    ("cosine", circle), ("cosine", lambda a: circle(a + 1)), ("cosine", lambda a: circle(0 * a)),
    ("rope", lambda a: circle(-a, 0.6)), ("rope", lambda a: circle(0 * a, 1.0)),
    ("formula profile", lambda a: np.eye(4)[np.zeros(len(a), dtype=int)]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "law"), STATIONARY)
def test_a_stationary_law_of_a_theorem_does_not_move(zoo, name, law):
    """Great circles, orbits, points: for 5 units of time."""
    kernel = zoo[name]
    x = law(labels_of(kernel.labels, 64))
    flow = simulate(kernel, x=x, tau=0.5)
    assert np.abs(flow.final - x).max() < 1e-9
    assert flow.observables["residual"] < 1e-13


@pytest.mark.parametrize("seed", range(8))
def test_a_flow_whose_energy_cancels_comes_to_rest(seed):
    """f = -t: E = -|mean|^2/2 ends at 0, where rounding of terms of size 1 is all that is left of it."""
    kernel = read_kernel(
        {"family": "factor", "d": 2, "labels": {"kind": "positions", "n": 12}, "k": "1", "profile": "-t"}
    )
    flow = simulate(kernel, x=sample_uniform(12, 2, np.random.default_rng(seed)), tau=INFINITY)
    assert flow.end == "stationary"
    assert flow.evaluations < 2000
    assert abs(flow.energy) < 1e-15


@pytest.mark.parametrize("seed", range(5))
def test_a_factor_of_a_formula_scales_time_alone(seed):
    """h = -c <x, y> comes to rest in as many evaluations for every c, at a time divided by c."""
    runs = []
    for c in (1, 1000, "10**(-6)"):
        fields = {"labels": {"kind": "positions", "n": 12}, "h": f"-{c}*dot(x,y)"}
        kernel = read_kernel({"family": "expression", "d": 2, **fields})
        runs.append(simulate(kernel, x=sample_uniform(12, 2, np.random.default_rng(seed)), tau=INFINITY))
    assert {flow.end for flow in runs} == {"stationary"}
    assert len({flow.evaluations for flow in runs}) == 1
    ends = [flow.times[-1] * c for flow, c in zip(runs, (1, 1e3, 1e-6), strict=True)]
    assert ends == pytest.approx([ends[0]] * 3, rel=1e-3)  # steps differ by rounding


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cosine", "distance", "table", "lags", "series", "formula profile", "rope",
                                  "gauge table", "gauge with factor", "connection"])  # fmt: skip
def test_unbounded_runs_end_stationary(zoo, name):
    """Every final state is critical: no speed above the threshold, by the kernel's own gradient too."""
    kernel = zoo[name]
    flow = simulate(kernel, n=16, tau=INFINITY, rng=7, stationary=1e-8)
    assert flow.end == "stationary"
    force = kernel.gradient(flow.final, flow.labels, flow.final, flow.labels).mean(axis=1)
    velocity = force - np.sum(force * flow.final, axis=1)[:, None] * flow.final
    assert np.abs(velocity).max() < 1e-6


def test_the_cosine_kernel_reaches_the_great_circle():
    """d = 3, beta = 1: E of the great circle, I_1(1)/2, winding 1."""
    fields = {"profile": {"usa": 1}, "labels": {"kind": "circle"}, "k": "cos(xi - zeta)"}
    kernel = read_kernel({"family": "factor", "d": 3, **fields})
    flow = simulate(kernel, n=64, tau=INFINITY, rng=2, stationary=1e-8)
    assert flow.energy == pytest.approx(0.5651591039924851 / 2, rel=1e-7)
    assert abs(flow.observables["winding"]) == 1


# ---------------------------------------------------------------- faults


def test_one_particle_does_not_move(zoo, family):
    """n = 1 for kernels whose self-force is radial; others follow their own potential."""
    kernel = zoo[family]
    flow = simulate(kernel, n=1, tau=2)
    if family not in ("additive", "expression"):
        assert np.abs(flow.final - flow.initial).max() < 1e-15
    assert flow.energy >= flow.course["energy"][0]


def test_no_dimension_one():
    """S^0 is two points."""
    with pytest.raises(InputError, match="d must"):
        read_kernel({"family": "factor", "d": 1, "profile": {"usa": 1}, "labels": {"kind": "circle"}, "k": "1"})


def test_zero_time_is_the_start(plain):
    """tau = 0."""
    flow = simulate(plain(), n=5, tau=0)
    assert flow.times.tolist() == [0.0]
    assert np.array_equal(flow.initial, flow.final)


def test_antipodal_pairs_are_an_equilibrium(plain):
    """Unstable, but exact: rounding alone would move them, and has no e^{beta} of time to do it."""
    x = np.array([[0.6, 0.8, 0.0], [-0.6, -0.8, 0.0]])
    assert np.abs(simulate(plain(4), x=x, tau=2).final - x).max() < 1e-9


def test_coincident_particles_are_one(plain):
    """Merged at once; the map gives all of them back."""
    x = np.concatenate([np.tile([1.0, 0.0], (5, 1)), np.tile([0.0, 1.0], (3, 1))])
    flow = simulate(plain(1, 2), x=x, tau=1)
    assert flow.course["particles"][-1] == 2
    assert np.abs(flow.final[:5] - flow.final[0]).max() == 0


@pytest.mark.parametrize(("beta", "resultant"), [(-1, 0.9999), (-3, 0.98)])
def test_negative_beta_still_attracts(plain, beta, resultant):
    """f' = e^{beta t} > 0, strongest between antipodes."""
    flow = simulate(plain(beta, 3), n=16, tau=20, rng=1)
    assert flow.observables["resultant"] > resultant
    assert (np.diff(flow.course["energy"]) >= -1e-12 * np.abs(flow.course["energy"][1:])).all()


def test_beta_zero_and_beta_800(plain):
    """0 is refused by the profile, 800 in usa time with the remedy, and runs in peak time."""
    with pytest.raises(InputError, match="nonzero"):
        plain(0)
    with pytest.raises(InputError, match='unit="peak"'):
        simulate(plain(800))
    flow = simulate(plain(800), n=32, tau=1e6, unit="peak")
    assert flow.end == "horizon"
    assert np.isfinite(flow.states).all()


def test_an_asymmetric_kernel_is_refused_or_symmetrised():
    """By name; symmetrised, the result says whose flow it is."""
    fields = {"family": "factor", "d": 2, "profile": {"usa": 1}, "k": [[1, 2], [0, 1]]}
    fields["labels"] = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    with pytest.raises(InputError, match="symmetric"):
        read_kernel(fields)
    flow = simulate(read_kernel(fields | {"symmetrize": True}), n=4, tau=1)
    assert "symmetric part" in flow.notes[0]


def test_a_model_config_runs_its_first_kernel():
    """What is run is said in the notes, and is the kernel's own flow; no kernel is a clear error."""
    config = {"model_type": "llama", "hidden_size": 32, "num_attention_heads": 8, "max_position_embeddings": 64}
    model = load_kernel(config)
    flow = simulate(model, n=8, tau=0.5)
    alone = simulate(model.variants[0].kernel, n=8, tau=0.5)
    assert np.array_equal(flow.final, alone.final)
    assert flow.notes[0].startswith("Of the model: running layers")
    assert flow.notes[1:] == alone.notes


def test_gauges_given_as_matrices_are_conjugate_too(zoo):
    """T4c for a table of orthogonal maps, and for a gauge with a factor: u follows the factor's flow."""
    for name, plain in (("gauge table", None), ("gauge with factor", "2 + cos(xi - zeta)")):
        kernel = zoo[name]
        labels = labels_of(kernel.labels, 12)
        fields = {"family": "factor", "d": kernel.d, "profile": {"usa": 2}, "labels": {"kind": "circle"}, "k": "1"}
        if plain is not None:
            fields["k"] = plain
        x = sample_uniform(12, kernel.d, np.random.default_rng(1))
        system = system_of(kernel, labels)
        other = simulate(read_kernel(fields), x=system.to_solver(x), labels=labels.astype(float), tau=1.0)
        one = simulate(kernel, x=x, labels=labels, tau=1.0)
        assert np.abs(system.to_solver(one.final) - other.final).max() < 1e-8


def test_runs_are_functions_of_their_seed(plain):
    """Bit by bit; a Generator and its seed are the same."""
    one, again, other = (simulate(plain(), n=9, tau=2, rng=seed) for seed in (5, np.random.default_rng(5), 6))
    assert np.array_equal(one.final, again.final)
    assert not np.array_equal(one.final, other.final)
    assert one.digest == plain().digest


def test_float32_follows_float64(plain):
    """To its precision."""
    one = simulate(plain(2), n=50, tau=2)
    single = simulate(plain(2), n=50, tau=2, precision="float32", tolerance=1e-5)
    assert np.abs(one.final - single.final).max() < 1e-2
    assert single.energy == pytest.approx(one.energy, rel=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("n", [10_000, pytest.param(100_000, marks=pytest.mark.nightly)])
def test_many_particles_flow_on_the_circle(plain, n):
    """d = 2, tau = 20, by expansions."""
    flow = simulate(plain(1, 2), n=n, tolerance=1e-6)
    assert flow.end == "horizon"
    assert flow.observables["resultant"] > 0.99
    assert flow.backends[0]["name"] == "harmonic"
