"""T8: predicted laws against independent computations, names of ends, every claim, every mutant."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import j0

from proofs.t8_experiments import THEOREM
from proofs.t8_experiments_baseline import remaining_time
from proofs.t8_experiments_ends import (
    fine_labels,
    great_circle_frame,
    mean_distance,
    name_of_end,
    picture_of,
    to_fine_law,
    wave,
)
from proofs.t8_experiments_factors import circle_energy, ring_rates, twisted
from proofs.t8_experiments_gauges import gap_bounds, prompts, rotary
from proofs.t8_experiments_systems import (
    BASE,
    baseline,
    chain,
    cosine,
    generalised_rope,
    prefixes,
    prompt_cloud,
    ring,
)
from verify.evidence.claims import judge
from verify.evidence.expectations import Outcome
from verify.model.kernels import read_kernel
from verify.model.sphere import householder
from verify.model.verdict import Status
from verify.particles import simulate

EXAMPLES = Path(__file__).parents[2] / "examples" / "kernels"

#: `verify run` follows all systems; here those that settle slowly, after their shorter kin, wait for the night.
SLOW = {
    "ring",
    "chain",
    "cosine-plane",
    "cosine-beyond-plane",
    "cosine-beyond-sphere",
    "baseline-plane",
    "baseline-metastable",
    "baseline-metastable-sphere",
}
CLAIMS = [
    pytest.param(claim, id=claim.id, marks=[pytest.mark.nightly] if claim.id in SLOW else [])
    for claim in THEOREM.all_claims
]


def still(kernel, x):
    """Return a flow that does not move."""
    return simulate(kernel, x=x, tau=0)


@pytest.mark.slow
@pytest.mark.parametrize("claim", CLAIMS)
def test_every_claim_and_mutant_is_as_expected(claim):
    """The systems at n = 64, 128, 256 with all their seeds; what is false is refuted."""
    found = claim.evidence()
    assert judge(claim.expected, found.status) is Outcome.AS_EXPECTED, found
    json.dumps(found.to_json(), allow_nan=False)


# ---------------------------------------------------------------- laws


@pytest.mark.slow
@pytest.mark.parametrize(("a", "m"), [("1/2", 2), ("1", 3), ("2", 2)])
def test_the_mean_of_the_tilting_rotation_is_a_bessel_function(a, m):
    """The mean of Q at fine labels: J_0(a) in the last place, nothing else."""
    mean = generalised_rope(a, m).matrices(fine_labels()).mean(axis=0)
    expected = np.zeros((3, 3))
    expected[2, 2] = j0(float(a) if "/" not in a else 0.5)
    assert np.abs(mean - expected).max() < 1e-13


def test_a_tilt_with_the_frequency_of_the_turn_has_another_mean():
    """m = 1: sin(a sin xi) has the frequency 1, and the step asks for m >= 2."""
    mean = generalised_rope("1", 1).matrices(fine_labels()).mean(axis=0)
    assert abs(mean[0, 2]) > 0.2


@given(st.integers(1, 6), st.integers(2, 12), st.integers(2, 4), st.integers(0, 10**6), st.floats(0, 3))
def test_energy_and_spread_bound_each_other(beta, n, d, seed, drift):
    """sinh(beta)/(2 beta) s <= f(1)/2 - E <= e^beta/2 s for any tokens on any sphere."""
    x = np.random.default_rng(seed).standard_normal((n, d)) + drift * np.eye(d)[0]
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    gap = float(np.mean(math.exp(beta) - np.exp(beta * (x @ x.T)))) / (2 * beta)
    low, high = gap_bounds(beta, 1 - float(np.sum(x.mean(axis=0) ** 2)))
    assert low - 1e-12 * math.exp(beta) <= gap <= high + 1e-12 * math.exp(beta)


@pytest.mark.parametrize("n", [8, 64])
def test_equal_steps_are_a_known_distance_from_the_uniform_circle(n):
    """W2 between n points at equal distances and the uniform circle is pi/(sqrt(3) n): the bound is attained."""
    x = wave(2 * np.pi * np.arange(n) / n)
    fine = wave(fine_labels())
    assert to_fine_law(x, fine) == pytest.approx(math.pi / math.sqrt(3) / n, rel=0.1 * n / 64)


@pytest.mark.slow
def test_the_kernel_file_is_the_kernel_of_the_experiment():
    """The shipped example has the digest of R_z(xi) R_x(sin(2 xi)/2)."""
    document = json.loads((EXAMPLES / "generalised-rope.kernel.json").read_text(encoding="utf-8"))
    document.pop("expect")
    assert read_kernel(document).digest == generalised_rope("1/2", 2).digest


def test_prefix_gauges_are_the_reflections_of_their_prompts():
    """Q T = u, by the library's own Householder maps."""
    points = prompt_cloud(5)
    cloud = np.array([[float(c) for c in point] for point in points])
    matrices = prefixes(points, ["1/5"] * 5).matrices(np.arange(5))
    assert np.abs(matrices - householder(cloud, np.array(BASE, dtype=float))).max() < 1e-12
    assert np.abs(np.einsum("nij,nj->ni", matrices, cloud) - BASE).max() < 1e-12


def test_without_frequency_there_is_no_circle():
    """Refuted, and with a frequency at the same size not."""
    assert rotary(3, "0", [[16, 0]]).status is Status.REFUTED
    assert rotary(3, "1", [[16, 0]]).status is Status.NUMERIC


def test_weights_of_prompts_are_weights_of_clusters():
    """Two prompts of weights 3/4 and 1/4, eight tokens."""
    found = prompts(["3/4", "1/4"], [[8, 0]])
    assert found.status is Status.NUMERIC
    assert found.details["table"]["rows"][0][8] == "2 clusters"


# ---------------------------------------------------------------- rings


@pytest.mark.parametrize("winding", [1, 3])
def test_rates_of_rings_are_eigenvalues_of_the_jacobian(winding):
    """Central differences of the kernel's own gradient, at the winding state of 12 labels, d = 2."""
    n, kernel = 12, ring(12, 2)
    angles, labels = 2 * np.pi * winding * np.arange(n) / n, np.arange(n)

    def speed(phi):
        x = wave(phi)
        force = kernel.gradient(x, labels, x, labels).mean(axis=1)
        return force[:, 1] * x[:, 0] - force[:, 0] * x[:, 1]

    columns = [(speed(angles + 1e-5 * e) - speed(angles - 1e-5 * e)) / 2e-5 for e in np.eye(n)]
    values = np.sort(np.linalg.eigvals(np.array(columns)).real)
    largest = max(v for v in values if abs(v) > 1e-7)
    found = ring_rates([n], winding, 1)
    assert found.status is (Status.ENCLOSED if largest < 0 else Status.REFUTED)
    text = found.details[str(n)].removeprefix("largest rate ").strip("[]").split(" ")[0]
    assert float(text) == pytest.approx(largest, abs=1e-8)


def test_winding_one_is_critical():
    """The exact state of winding 1 does not move in 5 units of time, d = 2 and 3."""
    for d in (2, 3):
        x = twisted(24, d, 1, 0.0, 0)
        assert np.abs(simulate(ring(24, d), x=x, tau=5).final - x).max() < 1e-10


# ---------------------------------------------------------------- names and times


def test_ends_are_called_by_what_they_are():
    """Points, clusters, circles, winding, open arcs, moving states."""
    labels = 2 * np.pi * (np.arange(32) + 0.5) / 32
    point = np.tile([0.6, 0.8, 0.0], (32, 1))
    pair = np.where(np.arange(32)[:, None] % 2 == 0, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
    circle = np.column_stack([wave(labels), np.zeros(32)])
    twice = np.column_stack([wave(2 * labels), np.zeros(32)])
    kernel = cosine(3)
    assert name_of_end(still(kernel, point)) == "collapsed"
    assert name_of_end(still(kernel, pair)) == "2 clusters"
    assert name_of_end(still(kernel, circle)) == "great circle"
    assert name_of_end(still(kernel, twice)).startswith("winding 2")
    random = np.random.default_rng(0).standard_normal((32, 3))
    assert name_of_end(still(kernel, random / np.linalg.norm(random, axis=1)[:, None])).endswith("still moving")
    arc = simulate(cosine(3, "2"), n=64, tau=math.inf, rng=1, stationary=1e-8)
    assert name_of_end(arc) == "horseshoe"
    assert arc.energy > circle_energy(2.0)


def test_the_frame_of_a_great_circle_is_found():
    """Up to rounding, in any dimension."""
    rng = np.random.default_rng(3)
    frame = np.linalg.qr(rng.standard_normal((5, 2)))[0]
    angles = rng.uniform(0, 2 * np.pi, 20)
    x = wave(angles) @ frame.T
    assert np.abs(great_circle_frame(x, angles) - frame).max() < 1e-12
    assert mean_distance(x, x) < 1e-7


def test_no_closed_form_for_three_clusters():
    """Two clusters have a remaining time, three or spread ones have none."""
    two = np.repeat(wave(np.array([0.0, 2.0])), [3, 5], axis=0)
    assert remaining_time(two, 4) > 0
    assert remaining_time(np.repeat(wave(np.array([0.0, 2.0, 4.0])), 2, axis=0), 4) is None
    assert remaining_time(np.tile([1.0, 0.0], (4, 1)), 4) is None


def test_pictures_are_plain_data():
    """Of d = 2, 3 and above; ranks order the labels."""
    for kernel in (baseline(2), baseline(3), baseline(8), chain(6, 2)):
        flow = simulate(kernel, n=6, tau=1)
        picture = picture_of(flow, flow.final, math.inf)
        json.dumps(picture, allow_nan=False)
        assert picture["ranks"] == list(range(6))
        assert picture["projected"] is (kernel.d > 3)
        assert picture["level"] is None
