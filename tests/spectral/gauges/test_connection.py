"""T4d on connections: sections by elimination and by the top eigenvalue of M, flatness, life without sections."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.certificates.checker import check
from verify.model.documents import read_document
from verify.model.kernels import read_kernel
from verify.model.numbers import float_value
from verify.model.verdict import Collapse, Status
from verify.spectral.gauges.connection import decide_connection, parallel_sections
from verify.spectral.gauges.gauge import decide_gauge
from verify.spectral.outcome import verdict_of

CASES = sorted((Path(__file__).parents[2] / "cases" / "t4").glob("connection*.kernel.json"))
ANGLES = [(1, 0), (Fraction(3, 5), Fraction(4, 5)), (0, 1), (Fraction(-5, 13), Fraction(12, 13)), (-1, 0)]


def _name_of(path):
    return path.name.removesuffix(".kernel.json")


def _load(name):
    return read_kernel(read_document(CASES[0].parent / f"{name}.kernel.json"))


def _rotation(angle, d=2):
    (c, s) = angle
    Q = [[Fraction(int(i == j)) for j in range(d)] for i in range(d)]
    Q[0][0] = Q[1][1] = Fraction(c)
    Q[0][1], Q[1][0] = -Fraction(s), Fraction(s)
    return Q


def _times(A, B):
    return [
        [sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0)) for column in zip(*B, strict=True)]
        for row in A
    ]


def _transposed(A):
    return [list(row) for row in zip(*A, strict=True)]


def _connection(table, profile=None):
    n = len(table)
    texts = [[[[str(x) for x in row] for row in m] for m in line] for line in table]
    labels = {"kind": "atoms", "weights": [str(Fraction(1, n))] * n}
    return read_kernel({"family": "connection", "profile": profile or {"usa": 1}, "labels": labels, "O": texts})


def _triangle(a, b, c, d=2):
    """Return the connection with O_01 = a, O_02 = b, O_12 = c and O_aa = 1."""
    one = _rotation((1, 0), d)
    return [[one, a, b], [_transposed(a), one, c], [_transposed(b), _transposed(c), one]]


def _multiplicity_of_one(kernel):
    """Return how many eigenvalues of (Mx)(a) = sum w_b O_ab x_b are 1, in floats."""
    n, d = len(kernel.O), kernel.d
    w = np.sqrt([float(x) for x in kernel.labels.weights()])
    M = np.block(
        [
            [w[a] * w[b] * np.array([[float_value(x) for x in row] for row in kernel.O[a][b]]) for b in range(n)]
            for a in range(n)
        ]
    )
    values = np.linalg.eigvalsh(M.reshape(n * d, n * d))
    assert values.max() <= 1 + 1e-12
    return int(np.sum(values > 1 - 1e-9))


@pytest.mark.parametrize("path", CASES, ids=_name_of)
def test_kernel_file_has_its_expected_verdict(path):
    """Both views and the rung are those that the file expects; exact answers carry an accepted certificate."""
    kernel = read_kernel(read_document(path))
    verdict = verdict_of(kernel, decide_connection(kernel))
    found = {
        "graph_laws": str(verdict.graph_laws.collapse),
        "all_laws": str(verdict.all_laws.collapse),
        "status": str(verdict.all_laws.status),
    }
    assert found == dict(kernel.expect)
    assert verdict.exit_status(strict=True) == 0
    sections = parallel_sections(kernel)
    assert (verdict.certificate is not None) == (sections.parallel.lower > 0)
    if verdict.certificate is not None:
        assert check(json.loads(json.dumps(verdict.certificate)), kernel.digest).accepted


@pytest.mark.parametrize("path", CASES, ids=_name_of)
def test_sections_are_counted_by_the_top_eigenvalue_too(path):
    """dim of the parallel sections = multiplicity of the eigenvalue 1 of M."""
    kernel = read_kernel(read_document(path))
    assert parallel_sections(kernel).parallel.dimension == _multiplicity_of_one(kernel)


@given(angles=st.lists(st.sampled_from(ANGLES), min_size=3, max_size=3), d=st.integers(2, 3))
def test_so2_attains_iff_it_is_flat_and_a_common_axis_always_does(angles, d):
    """Rotations of a plane: r = 2 iff flat, else 0; about a common axis of R^3 one more dimension."""
    a, b, c = (_rotation(angle, d) for angle in angles)
    kernel = _connection(_triangle(a, b, c, d))
    sections = parallel_sections(kernel)
    flat = _times(a, c) == b
    assert sections.flat is flat
    assert sections.parallel.dimension == (2 if flat else 0) + (d - 2) == _multiplicity_of_one(kernel)


@pytest.mark.slow
@settings(max_examples=10)  # a second each: best collapsed laws are enclosed
@given(angles=st.lists(st.sampled_from(ANGLES), min_size=3, max_size=3))
def test_flat_connections_are_gauges(angles):
    """O_ab = Q_a^T Q_b has the verdict of the gauge kernel Q."""
    Q = [_rotation(angle) for angle in angles]
    table = [[_times(_transposed(p), q) for q in Q] for p in Q]
    by_connection = decide_connection(_connection(table))
    labels = {"kind": "atoms", "weights": ["1/3"] * 3}
    texts = [[[str(x) for x in row] for row in m] for m in Q]
    by_gauge = decide_gauge(read_kernel({"family": "gauge", "profile": {"usa": 1}, "labels": labels, "Q": texts}))
    assert by_connection.graph_laws.collapse is by_gauge.graph_laws.collapse
    assert by_connection.all_laws.collapse is by_gauge.all_laws.collapse
    assert by_connection.all_laws.status is by_gauge.all_laws.status is Status.EXACT


def test_without_sections_the_maximum_is_lower_and_collapse_is_beaten():
    """SO(2), not flat: an explicit law between the collapsed ones and f(1)/2."""
    kernel = _load("connection-so2-not-flat")
    outcome = decide_connection(kernel)
    energy = outcome.graph_laws.energy
    assert energy.best.ball > energy.collapsed.ball
    assert float(energy.best.value) < float(energy.bound.value)
    points = np.array([[float(Fraction(x)) for x in part["point"]] for part in outcome.witness["law"]])
    labels, w = np.arange(3), np.full(3, 1 / 3)
    assert 0.5 * w @ kernel.block(points, labels, points, labels) @ w == pytest.approx(float(energy.best.value))
    for angle in np.linspace(0, np.pi, 50):
        x = np.tile([np.cos(angle), np.sin(angle)], (3, 1))
        assert 0.5 * w @ kernel.block(x, labels, x, labels) @ w < float(energy.best.value)


def test_a_small_even_holonomy_stays_open():
    """Three equal small angles around a triangle: collapsed laws are critical and best, which is not proved here."""
    c, s = Fraction(399, 401), Fraction(40, 401)
    forth = _rotation((c, s))
    kernel = _connection(_triangle(forth, _transposed(forth), forth))
    outcome = decide_connection(kernel)
    assert parallel_sections(kernel).parallel.dimension == 0
    assert outcome.graph_laws.collapse is Collapse.UNKNOWN
    assert outcome.next_step is not None


def test_irrational_flat_connections_are_confirmed_by_algebra():
    """O_01 = R(pi/4), entries sqrt(2)/2: flat, r = 2, no section is constant, on the rung of balls."""
    h = "sqrt(2)/2"
    forth, back = [[h, "-" + h], [h, h]], [[h, h], ["-" + h, h]]
    one = [[1, 0], [0, 1]]
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    kernel = read_kernel(
        {"family": "connection", "profile": {"usa": 1}, "labels": labels, "O": [[one, forth], [back, one]]}
    )
    outcome = decide_connection(kernel)
    assert parallel_sections(kernel).flat is True
    assert outcome.graph_laws.collapse is Collapse.NONE
    assert outcome.graph_laws.status is Status.ENCLOSED
    assert outcome.proof is None


def test_a_profile_that_is_not_peaked_is_not_decided():
    """f = t^2 on the trivial connection: x = ±u attains f(1)/2 too."""
    outcome = decide_connection(_connection([[_rotation((1, 0))] * 2] * 2, "t**2"))
    assert outcome.all_laws.collapse is Collapse.UNKNOWN
    assert outcome.hypotheses[0].holds is False


@pytest.mark.parametrize("entry", ["3/5", "-4/5"])
def test_certificates_speak_of_their_own_connection(entry):
    """A certificate of the flat connection is rejected for one with another entry."""
    kernel = _load("connection-flat")
    verdict = verdict_of(kernel, decide_connection(kernel))
    document = json.loads(json.dumps(verdict.certificate))
    text = json.dumps(document["problem"])
    changed = json.loads(text.replace(f'"{entry}"', '"5/13"', 1))
    assert changed != document["problem"]
    assert not check({**document, "problem": changed}, kernel.digest).accepted
