"""T7: passage times and growth rates against independent computations; each hypothesis is needed."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.t7_metastability import THEOREM
from proofs.t7_metastability_claims import closed_form, particles, passage_constant
from proofs.t7_metastability_rates import circulant, dominance, linearised_velocity, planar_rate, transverse_rate
from verify.evidence.expectations import Outcome
from verify.model.verdict import Status
from verify.symbolic.energies import BETA


@pytest.mark.slow
def test_every_step_reaches_its_rung():
    """The derivation is exact, step by step."""
    result = THEOREM.derivation.run()
    assert [r.number for r in result if not r.passed] == []
    assert result.status is Status.EXACT


@pytest.mark.slow
def test_every_claim_and_mutant_is_as_expected():
    """Constants and limits are enclosed, particles numeric, mutants refuted."""
    result = THEOREM.run()
    evidence = result.evidence
    assert {name for name, outcome in result.outcomes.items() if outcome is not Outcome.AS_EXPECTED} == set()
    assert {evidence[claim.id].status for claim in THEOREM.necessity} == {Status.REFUTED}
    assert evidence["particles"].status is Status.NUMERIC
    assert evidence["modes-are-eigenvectors"].status is Status.EXACT


@pytest.mark.parametrize(
    ("beta", "start", "end"), [(0.5, 3.0, 0.01), (3.0, 2.0, 1.9), (8.0, 1.0, 0.2), (25.0, 1.2, 0.1)]
)
def test_the_passage_time_is_the_integral_over_the_angle(beta, start, end):
    """Quadrature in the angle, with another library."""
    with mpmath.workdps(30):
        found = mpmath.quad(
            lambda a: mpmath.exp(beta * (1 - mpmath.cos(a))) / mpmath.sin(a), mpmath.linspace(end, start, 12)
        )
        c0, c1 = (float(mpmath.cos(a)) for a in (start, end))
        assert abs(float(closed_form(beta, c0, c1).evalf(25)) / float(found) - 1) < 1e-9


@pytest.mark.slow
@given(st.floats(0.1, 12), st.lists(st.floats(0.05, 3.0), min_size=3, max_size=3, unique=True))
def test_passage_times_are_positive_and_add_up(beta, angles):
    """Through any angle between: T(0, 2) = T(0, 1) + T(1, 2), the closed form beside another library."""
    with mpmath.workdps(40):
        c0, c1, c2 = sorted(mpmath.cos(a) for a in angles)

        def time(a, b):
            near = mpmath.ei(beta * (1 - a)) - mpmath.ei(beta * (1 - b))
            far = mpmath.e1(beta * (1 + a)) - mpmath.e1(beta * (1 + b))
            return (near + mpmath.exp(2 * beta) * far) / 2

        assert float(closed_form(beta, float(c0), float(c2)).evalf(30)) == pytest.approx(float(time(c0, c2)), rel=1e-6)
        assert time(c0, c1) > 0
        assert abs(time(c0, c2) / (time(c0, c1) + time(c1, c2)) - 1) < 1e-20


@pytest.mark.parametrize(("first", "second"), [(1, 1), (1, 6)])
def test_the_weights_do_not_change_the_passage_time(first, second):
    """Tokens in clusters of other sizes than those of the claim."""
    assert particles(3.0, first, second, 2.5, 0.3).status is Status.NUMERIC


def test_a_wrong_digit_of_a_constant_is_refuted():
    """One unit more in the twelfth digit, and one in the last is the tolerance itself."""
    right = {"beta": 4, "start": "2/3", "end": "1/6"}
    assert passage_constant(**right, value="115.492623880").status is Status.ENCLOSED
    assert passage_constant(**right, value="115.492623882").status is Status.REFUTED


@pytest.mark.parametrize(("n", "beta"), [(2, 1.5), (3, 4.0), (5, 2.0), (6, 7.0)])
def test_the_rates_are_eigenvalues_of_the_jacobian(n, beta):
    """Central differences of the velocity in coordinates; the sphere's tangent spaces have dimension two."""
    angles = 2 * np.pi * np.arange(n) / n
    points = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
    frames = np.stack([np.stack([-np.sin(angles), np.cos(angles), 0 * angles], axis=1), 0 * points], axis=1)
    frames[:, 1, 2] = 1

    def velocity(x):
        pull = np.exp(beta * (x @ x.T - 1)) @ x / n
        return pull - np.sum(pull * x, axis=1, keepdims=True) * x

    jacobian = np.empty((2 * n, 2 * n))
    for column in range(2 * n):
        token, part = divmod(column, 2)
        speeds = []
        for step in (1e-5, -1e-5):
            moved = points.copy()
            moved[token] += step * frames[token, part]
            moved /= np.linalg.norm(moved, axis=1, keepdims=True)
            speeds.append(np.einsum("npc,nc->np", frames, velocity(moved)).ravel())
        jacobian[:, column] = (speeds[0] - speeds[1]) / 2e-5
    rates = [float(rate(n, m).subs(BETA, beta)) for rate in (planar_rate, transverse_rate) for m in range(n)]
    assert np.allclose(np.sort(np.linalg.eigvals(jacobian).real), np.sort(rates), atol=1e-8)


def test_rotations_do_not_grow():
    """The rigid motions of the N-gon have rate zero: m = 0 in the plane, m = 1 across it."""
    assert [planar_rate(n, 0) for n in (2, 3, 4, 6)] == [0] * 4
    assert [transverse_rate(n, 1).equals(0) for n in (2, 3, 4, 6)] == [True] * 4


def test_modes_and_linearisation_hold_for_other_polygons():
    """Other N and beta than those of the claims."""
    assert circulant(15).status is Status.EXACT
    assert linearised_velocity(4, 6).status is Status.ENCLOSED


def test_the_wrong_mode_does_not_dominate():
    """N = 7: neither m = 1 nor m = 2; at beta = 1 nothing is claimed."""
    assert [dominance(7, 49, m).status for m in (1, 2, 3)] == [Status.REFUTED, Status.REFUTED, Status.ENCLOSED]
    assert dominance(7, 1, 3).status is Status.UNKNOWN
