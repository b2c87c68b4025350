"""T4: maximisers of gauge kernels against independent computations; each hypothesis is needed."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy

from proofs.t4_gauge import THEOREM
from proofs.t4_gauge_claims import certified, closed_orbit, criterion, decided, holonomy, symbols
from proofs.t4_gauge_prefix import composition, continuous_in, exact_reflections, product
from verify.evidence.expectations import Outcome
from verify.model.verdict import Status

CITED = {14, 18, 21, 23, 26}


@pytest.mark.slow
def test_every_step_reaches_its_rung():
    """The derivation is exact but for the classical theorems, which say that they are cited."""
    result = THEOREM.derivation.run()
    assert [r.number for r in result if not r.passed] == []
    assert result.status is Status.EXACT
    assert {r.number for r in result if r.outcome.status is Status.CITED} == CITED


@pytest.mark.slow
def test_every_claim_and_mutant_is_as_expected():
    """Decisions are exact with accepted certificates, mutants refuted."""
    result = THEOREM.run()
    assert {name for name, outcome in result.outcomes.items() if outcome is not Outcome.AS_EXPECTED} == set()
    assert {result.evidence[claim.id].status for claim in THEOREM.necessity} == {Status.REFUTED}


def test_counterexamples_stand_on_certificates():
    """The mutants that the engine refutes carry certificates that the independent checker accepts."""
    for name in ("minus-identity", "reducible-factor", "rope-collapses"):
        claim = THEOREM.claim(name)
        assert certified(claim.parameters["document"])[2].startswith("certificate accepted"), name


def test_a_wrong_answer_about_a_kernel_is_refuted():
    """The same kernel with each answer: one is exact, two are refuted."""
    document = THEOREM.claim("partial-rotary").parameters["document"]
    found = {answer: decided(document, answer).status for answer in ("all", "some", "none")}
    assert found == {"all": Status.REFUTED, "some": Status.EXACT, "none": Status.REFUTED}


@pytest.mark.parametrize("n", [1, 2, 17])
def test_the_singular_values_are_the_dirichlet_kernel(n):
    """Singular values of the mean of rotation matrices, in floating point."""
    frequencies = [0.3, 2.0]
    mean = np.zeros((4, 4))
    for position in range(n):
        for plane, frequency in enumerate(frequencies):
            c, s = np.cos(frequency * position), np.sin(frequency * position)
            mean[2 * plane : 2 * plane + 2, 2 * plane : 2 * plane + 2] += np.array([[c, -s], [s, c]]) / n
    expected = [abs(np.sin(n * w / 2) / (n * np.sin(w / 2))) for w in frequencies for _ in range(2)]
    assert np.allclose(np.sort(np.linalg.svd(mean)[1]), np.sort(expected), atol=1e-12)
    assert symbols(n, ["3/10", "2"]).status is Status.ENCLOSED


def test_no_other_law_has_as_much_energy_as_an_orbit():
    """Random graph laws and random slices of a random gauge stay below f(1)/2; the orbit attains it."""
    rng = np.random.default_rng(11)
    Q = np.linalg.qr(rng.standard_normal((5, 3, 3)))[0]

    def energy(x):
        u = np.einsum("aij,aj->ai", Q, x)
        return float(np.exp(2 * (u @ u.T)).mean() / 4)

    orbit = np.einsum("aji,j->ai", Q, np.array([0.6, 0.0, 0.8]))
    assert energy(orbit) == pytest.approx(np.exp(2) / 4, rel=1e-12)
    for _ in range(50):
        x = rng.standard_normal((5, 3))
        assert energy(x / np.linalg.norm(x, axis=1, keepdims=True)) < np.exp(2) / 4


def test_the_criterion_counts_the_collapsing_directions():
    """Gauges diag(1, 1, s): two of three directions collapse, though no gauge is the identity."""
    flip = [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "-1"]]
    turn = [["0", "-1", "0"], ["1", "0", "0"], ["0", "0", "1"]]
    assert "nullity 3" in criterion([flip]).how
    assert "nullity 1" in criterion([turn, [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]]]).how
    assert {criterion([flip]).status, criterion([turn, flip]).status} == {Status.EXACT}


def test_a_flat_turn_in_the_plane_has_no_parallel_section():
    """d = 2 without, d = 3 with the axis."""
    assert holonomy(2).status is Status.EXACT
    assert holonomy(3).status is Status.REFUTED


def test_the_orbit_comes_near_in_many_steps_only():
    """Few steps do not come near enough to refute anything."""
    assert closed_orbit(2).status is Status.UNKNOWN
    assert closed_orbit(12).status is Status.REFUTED
    p, q = 3, 2
    for _ in range(6):
        assert abs(Fraction(p, q) ** 2 - 2) == Fraction(1, q * q)
        p, q = 3 * p + 4 * q, 2 * p + 3 * q


def test_sections_exist_in_dimensions_two_four_and_eight():
    """The products of complex numbers and quaternions, by their tables; sixteen dimensions fail."""
    i, j = [0, 1, 0, 0], [0, 0, 1, 0]
    quaternions = [[sympy.Integer(c) for c in v] for v in (i, j)]
    assert product(*quaternions) == [0, 0, 0, 1]
    assert product(*quaternions[::-1]) == [0, 0, 0, -1]
    assert [composition(d).status for d in (2, 4, 8)] == [Status.EXACT] * 3


def test_the_reflection_is_exact_and_extends_only_in_the_plane():
    """Other dimensions than those of the claims."""
    assert exact_reflections(4).status is Status.EXACT
    assert [continuous_in(d).status for d in (2, 3, 4)] == [Status.EXACT, Status.REFUTED, Status.REFUTED]
