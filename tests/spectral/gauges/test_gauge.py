"""T4 on gauge kernels: every case of its statement from kernel files, certificates rechecked, energies compared."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.certificates.checker import check
from verify.model.documents import read_document
from verify.model.kernels import read_kernel
from verify.model.verdict import Collapse, Status
from verify.spectral.gauges.gauge import SCOPE, decide_gauge
from verify.spectral.outcome import verdict_of

CASES = sorted((Path(__file__).parents[2] / "cases" / "t4").glob("*.kernel.json"))
GAUGES = [path for path in CASES if not path.name.startswith("connection")]
# Beyond the methods of the checker: a profile that is not peaked, cells of directions.
UNCERTIFIED = {"even-profile", "indefinite-factor-not-psd"}


def _name_of(path):
    return path.name.removesuffix(".kernel.json")


def _gauge(**fields):
    return read_kernel({"family": "gauge", "d": 2, "profile": {"usa": 1}, **fields})


def _answers(outcome):
    return str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)


def _half(**points):
    return {"kind": "atoms", "weights": ["1/2", "1/2"], **points}


@pytest.mark.parametrize("path", GAUGES, ids=_name_of)
def test_kernel_file_has_its_expected_verdict(path):
    """Both views and the rung are those that the file expects, and the certificate is accepted for its digest."""
    kernel = read_kernel(read_document(path))
    outcome = decide_gauge(kernel)
    verdict = verdict_of(kernel, outcome)
    found = {
        "graph_laws": str(verdict.graph_laws.collapse),
        "all_laws": str(verdict.all_laws.collapse),
        "status": str(verdict.all_laws.status),
    }
    assert found == dict(kernel.expect)
    assert verdict.exit_status(strict=True) == 0
    assert outcome.scope == SCOPE
    assert (verdict.certificate is None) == (_name_of(path) in UNCERTIFIED)
    if verdict.certificate is not None:
        assert check(json.loads(json.dumps(verdict.certificate)), kernel.digest).accepted


@pytest.mark.slow
@pytest.mark.parametrize("path", GAUGES, ids=_name_of)
def test_certificate_of_another_claim_is_rejected(path):
    """The same proof with any other answer in either view proves nothing."""
    from verify.certificates.makers import certificate

    kernel = read_kernel(read_document(path))
    proof = decide_gauge(kernel).proof
    if proof is None:
        assert _name_of(path) in UNCERTIFIED
        return
    for view in proof.claim:
        for other in {"all", "some", "none"} - {proof.claim[view]}:
            forged = certificate(
                proof.theorem, kernel.normal_form(), proof.method, proof.data, {**proof.claim, view: other}
            )
            assert not check(forged, kernel.digest).accepted


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("frequency-two-pi", "frequency-two-pi-near"),
        ("frequency-two-pi", "frequency-two-pi-float"),
        ("rope", "partial-rotary"),
    ],
)
def test_near_misses_are_told_apart(first, second):
    """2 pi collapses; 2 pi + 10^-12 and the float 2 pi do not, and are flagged."""
    collapses = []
    for name in (first, second):
        kernel = read_kernel(read_document(CASES[0].parent / f"{name}.kernel.json"))
        outcome = decide_gauge(kernel)
        flagged = [h.name for h in outcome.hypotheses if h.name == "near_alias"]
        assert bool(flagged) == (name.startswith("frequency-two-pi-"))
        collapses.append(outcome.all_laws.collapse)
    assert collapses[0] is not collapses[1]


@pytest.mark.slow
@pytest.mark.parametrize("path", GAUGES, ids=_name_of)
def test_no_sampled_law_has_more_energy_than_the_bound(path):
    """Random graph laws stay below the proved bound, and the energy of the best law is not above it."""
    kernel = read_kernel(read_document(path))
    energy = decide_gauge(kernel).all_laws.energy
    if energy.bound is None:
        assert _name_of(path) in {"chunks", "positive-factor-on-the-circle", "one-label-zero-factor"}
        return
    n = kernel.labels.size
    rng = np.random.default_rng(0)
    if n is None or n > 64:
        return
    bound, w = float(energy.bound.value), np.array([float(x) for x in kernel.labels.weights()])
    for _ in range(20):
        x = rng.standard_normal((n, kernel.d))
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        assert 0.5 * w @ kernel.block(x, np.arange(n), x, np.arange(n)) @ w <= bound + 1e-12
    assert float(energy.best.value) <= bound * (1 + 1e-15) + 1e-15


def test_maximisers_of_rope_are_the_orbits():
    """Gamma[Q^T u] has energy f(1)/2, and its content marginal has |mean|^2 = |M^T u|^2."""
    kernel = _gauge(d=4, labels={"kind": "positions", "n": 16}, frequencies=["1", "1/7"])
    u = np.array([0.5, 0.5, -0.5, 0.5])
    labels = np.arange(16)
    Q = kernel.matrices(labels)
    x = np.einsum("nij,i->nj", Q, u)
    outcome = decide_gauge(kernel)
    assert kernel.block(x, labels, x, labels).mean() / 2 == pytest.approx(float(outcome.graph_laws.energy.best.value))
    spread = 1 - np.linalg.norm(x.mean(axis=0)) ** 2
    assert float(outcome.spread.smallest.value) <= spread <= float(outcome.spread.largest.value)


@pytest.mark.parametrize(
    ("profile", "labels", "frequencies"),
    [
        ("t", {"kind": "positions", "n": 9}, ["1", "1/3"]),
        ("2 + 3*t", {"kind": "positions", "n": 9}, ["1", "1/3"]),
        ({"usa": "2"}, {"kind": "positions", "n": 9}, ["1", "1/3"]),
        ({"usa": "2"}, {"kind": "cyclic", "n": 9}, ["1/3", "2"]),
        ({"usa": "2"}, {"kind": "atoms", "weights": ["1/4", "3/4"], "points": ["0", "2"]}, ["1", "1/3"]),
    ],
)
def test_energy_of_the_best_collapsed_law_is_that_of_the_slowest_plane(profile, labels, frequencies):
    """By brute force over planes and random directions; linear profiles: a_0/2 + a_1 sigma_max^2/2."""
    kernel = _gauge(d=4, profile=profile, labels=labels, frequencies=frequencies)
    n, w = kernel.labels.size, np.array([float(x) for x in kernel.labels.weights()])
    places = np.arange(n)
    rng = np.random.default_rng(1)
    directions = np.vstack([np.eye(4), rng.standard_normal((40, 4))])
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    energies = [0.5 * w @ kernel.block(np.tile(v, (n, 1)), places, np.tile(v, (n, 1)), places) @ w for v in directions]
    found = decide_gauge(kernel).graph_laws.energy.collapsed
    assert float(found.value) == pytest.approx(max(energies), rel=1e-12)


def test_energy_on_the_circle_is_a_bessel_function():
    """omega = 1: <Q x, Q' x> = cos(xi - zeta), so E = I_0(beta)/(2 beta)."""
    from scipy.special import iv

    outcome = decide_gauge(_gauge(profile={"usa": "2"}, labels={"kind": "circle"}, frequencies=["1"]))
    assert float(outcome.graph_laws.energy.collapsed.value) == pytest.approx(iv(0, 2.0) / 4, rel=1e-14)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"profile": "t**2", "labels": _half(), "Q": [[[1, 0], [0, 1]], [[-1, 0], [0, -1]]]}, ("unknown", "unknown")),
        ({"profile": "t**2", "labels": {"kind": "atoms", "weights": [1]}, "Q": [[[0, -1], [1, 0]]]}, ("all", "some")),
        ({"profile": "-t", "labels": _half(), "Q": [[[0, -1], [1, 0]], [[0, -1], [1, 0]]]}, ("none", "none")),
        ({"profile": "-t", "labels": {"kind": "atoms", "weights": [1]}, "Q": [[[0, -1], [1, 0]]]}, ("all", "none")),
        ({"profile": "-t", "labels": _half(points=["0", "1"]), "frequencies": ["1"]}, ("unknown", "unknown")),
    ],
)
def test_profiles_that_are_not_peaked_need_their_own_argument(fields, expected):
    """f = t^2 with Q = 1, -1: x = ±u would do, T4 does not apply; f = -t with Q constant: two antipodes win."""
    outcome = decide_gauge(_gauge(**fields))
    assert _answers(outcome) == expected
    assert (outcome.next_step is not None) == ("unknown" in expected)
    assert outcome.proof is None


@pytest.mark.parametrize(
    ("k", "expected"),
    [
        ([["1", "0"], ["0", "1"]], ("some", "some")),
        ([["1", "1"], ["1", "1"]], ("none", "none")),
        ([["1", "1/10**12"], ["1/10**12", "1"]], ("none", "none")),
        ([["0", "0"], ["0", "0"]], ("some", "some")),
        ([["-1", "1"], ["1", "-1"]], ("none", "none")),
    ],
)
def test_factor_beside_a_quarter_turn(k, expected):
    """Q = 1, R(pi/2): a factor that couples the labels excludes collapse, among all laws since among graph laws."""
    outcome = decide_gauge(_gauge(labels=_half(), Q=[[[1, 0], [0, 1]], [[0, -1], [1, 0]]], k=k))
    assert _answers(outcome) == expected
    assert outcome.all_laws.status is Status.EXACT


def test_constant_gauge_is_the_factor_kernel():
    """With Q constant a gauge kernel with a factor has the verdict of the factor alone, in both views."""
    from verify.model.kernels import FactorKernel
    from verify.spectral.factor import decide_factor

    turn = [[0, -1], [1, 0]]
    for rows in ([[-2, 1], [1, -2]], [[0, -1], [-1, 0]], [[1, 2], [2, 0]], [[-1, 1], [1, -1]]):
        k = [[str(x) for x in row] for row in rows]
        kernel = _gauge(labels=_half(), Q=[turn, turn], k=k)
        flat = FactorKernel(d=2, labels=kernel.labels, profile=kernel.profile, k=kernel.k)
        assert _answers(decide_gauge(kernel)) == _answers(decide_factor(flat))


@given(
    omega=st.sampled_from(["0", "2*pi", "pi", "1", "2*pi/3"]),
    beta=st.sampled_from(["1/3", "1", "7"]),
    c=st.sampled_from(["1/5", "1", "3"]),
    n=st.integers(2, 7),
)
def test_verdict_is_invariant_under_beta_and_positive_multiples(omega, beta, c, n):
    """Neither beta > 0 nor k -> c k changes an answer."""
    labels = {"kind": "positions", "n": n}
    plain = decide_gauge(_gauge(labels=labels, frequencies=[omega]))
    scaled = decide_gauge(_gauge(labels=labels, frequencies=[omega], profile={"usa": beta}, k=c))
    assert _answers(plain) == _answers(scaled)
    assert plain.all_laws.status is scaled.all_laws.status is Status.EXACT


def test_long_contexts_are_decided_at_once():
    """131,072 positions, 64 planes, with and without a window: exact, with a certificate."""
    frequencies = [500000.0 ** (-p / 64) for p in range(64)]
    for window in ({}, {"k": "Piecewise((1, Abs(i - j) < 4096), (0, True))"}):
        kernel = _gauge(d=128, labels={"kind": "positions", "n": 131072}, frequencies=frequencies, **window)
        outcome = decide_gauge(kernel)
        assert outcome.all_laws.collapse is Collapse.NONE
        assert outcome.all_laws.status is Status.EXACT
        assert outcome.proof is not None
        assert sum(plane.hardly_turns for plane in outcome.planes) == sum(2 * np.pi / w > 131072 for w in frequencies)


@pytest.mark.slow
def test_chunks_are_decided_at_any_length():
    """16 chunks of 8,192 positions: each chunk sees its own rotation, none collapses; one plane that is still does."""
    shape = {"kind": "positions", "shape": [16, 8192]}
    k = "Piecewise((1, i1 == j1), (0, True))"
    turning = decide_gauge(_gauge(d=4, labels=shape, frequencies=[[str(Fraction(8192, 3)), "1/3"], ["8192", "1"]], k=k))
    assert _answers(turning) == ("none", "none")
    still = decide_gauge(_gauge(d=4, labels=shape, frequencies=[["1/3", "0"], ["8192", "1"]], k=k))
    assert _answers(still) == ("some", "some")


def test_beaten_collapse_comes_with_its_witness():
    """Where u spreads and no collapsed law is critical, an explicit law at exact points is handed over."""
    kernel = read_kernel(read_document(CASES[0].parent / "indefinite-factor-not-psd.kernel.json"))
    witness = decide_gauge(kernel).witness
    points = [[Fraction(x) for x in part["point"]] for part in witness["law"]]
    assert all(sum(x * x for x in point) == 1 for point in points)
    x = np.array(points, dtype=float)
    w, places = np.full(3, 1 / 3), np.arange(3)
    assert 0.5 * w @ kernel.block(x, places, x, places) @ w == pytest.approx(float(witness["energy"]["value"]))


@pytest.mark.parametrize(
    "name", ["window-of-one", "stride-two", "decay", "bias", "reducible-factor", "prefix-two-prompts"]
)
def test_energy_of_the_maximisers_is_the_mean_of_the_factor(name):
    """max E = f(1)/2 ∬ k for k >= 0, against the mean of the table in floats."""
    kernel = read_kernel(read_document(CASES[0].parent / f"{name}.kernel.json"))
    labels, w = np.arange(kernel.labels.size), np.array([float(x) for x in kernel.labels.weights()])
    mean = 1.0 if kernel.k is None else w @ kernel.k.array(kernel.labels, labels, labels) @ w
    assert float(decide_gauge(kernel).all_laws.energy.best.value) == pytest.approx(np.e / 2 * mean, rel=1e-12)


@pytest.mark.parametrize("angle", ["xi", "xi/1000", "sin(xi)/100"])
@pytest.mark.parametrize(("d", "answer"), [(2, "none"), (3, "some")])
def test_a_matrix_of_formulas_is_certified_however_slowly_it_turns(angle, d, answer):
    """Differences of 1e-3 have a left inverse, too; an axis beside the plane stays."""
    turn = [[f"cos({angle})", f"-sin({angle})"], [f"sin({angle})", f"cos({angle})"]]
    rows = turn if d == 2 else [*([*row, "0"] for row in turn), ["0", "0", "1"]]
    kernel = _gauge(labels={"kind": "circle"}, Q=rows, d=d)
    verdict = verdict_of(kernel, decide_gauge(kernel))
    assert str(verdict.all_laws.collapse) == answer
    assert check(verdict.certificate, verdict.digest).accepted
