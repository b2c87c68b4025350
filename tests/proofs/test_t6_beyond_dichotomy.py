"""T6: steps and claims reach their rungs; constants agree with mpmath, energies with sums over tokens."""

from __future__ import annotations

import inspect
from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest
import sympy

from proofs.t6_arcs import THREE_PASS, TWO_PASS, arc_energy
from proofs.t6_beyond_dichotomy import CLAIMS, DERIVATION, NECESSITY, THEOREM
from proofs.t6_circle import CIRCLE, bessel, circle_mean
from proofs.t6_great_circle import (
    IN_PLANE_THRESHOLD,
    TRANSVERSAL_THRESHOLD,
    first_energy,
    in_plane,
    latitude_energy,
    transversal,
)
from proofs.t6_length import LENGTH_THRESHOLD
from proofs.t6_local_lemma import local_lemma_holds, neighbourhood
from proofs.t6_witnesses import CONSTANTS, constant, enclose_root, horseshoe, horseshoe_loses
from verify.model.errors import InputError
from verify.model.verdict import Status
from verify.symbolic import Identity, equation
from verify.symbolic.energies import BETA

mpmath.mp.dps = 30


def _i(n, x):
    return mpmath.besseli(n, x)


#: Equations written for mpmath, apart from the module.
EQUATIONS = {
    "in-plane": (lambda b: 9 * _i(3, b) - _i(1, b), IN_PLANE_THRESHOLD),
    "transversal": (lambda b: mpmath.diff(lambda x: _i(1, x), b) - _i(1, b), TRANSVERSAL_THRESHOLD),
    "length": (lambda b: 4 * _i(2, b) - _i(1, b), LENGTH_THRESHOLD),
    "three-arcs": (
        lambda b: mpmath.mpf(9) / 4 / mpmath.pi**2 * (mpmath.exp(b) - mpmath.exp(-b / 2)) - _i(1, b),
        THREE_PASS,
    ),
    "two-arcs": (lambda b: 4 * mpmath.sinh(b) / mpmath.pi**2 - _i(1, b), TWO_PASS),
}


def _value(expression, beta):
    return float(expression.subs(BETA, sympy.Rational(beta)).evalf(20))


def _energy(points, beta):
    """The energy of the graph law of equispaced labels, a midpoint rule in both labels."""
    n = len(points)
    labels = -np.pi + 2 * np.pi * (np.arange(n) + 0.5) / n
    k = np.cos(labels[:, None] - labels[None, :])
    return float((k * np.exp(beta * points @ points.T)).mean() / (2 * beta))


def _planar(angle, n=400):
    labels = -np.pi + 2 * np.pi * (np.arange(n) + 0.5) / n
    psi = angle(labels)
    return np.stack([np.cos(psi), np.sin(psi)], axis=1)


@pytest.mark.slow
def test_every_step_reaches_its_rung():
    """The derivation is enclosed at its weakest; classical results alone are cited."""
    result = DERIVATION.run()
    assert [(r.number, r.outcome) for r in result if not r.passed] == []
    assert result.status is Status.ENCLOSED
    assert sum(r.outcome.status is Status.CITED for r in result) == 9


@pytest.mark.slow
def test_every_claim_and_mutant_is_as_expected():
    """Claims are exact or enclosed, mutants refuted."""
    for claim in THEOREM.all_claims:
        found = claim.evidence()
        assert THEOREM.claim(claim.id) is claim
        assert (found.status, claim.id) == (claim.expected, claim.id)
    assert {claim.expected for claim in CLAIMS} == {Status.EXACT, Status.ENCLOSED, Status.NUMERIC}
    assert {claim.expected for claim in NECESSITY} == {Status.REFUTED}


def test_the_theorem_is_registered_under_its_id():
    """The entry point leads to this object."""
    from verify.evidence.registry import theorem

    assert theorem("T6") is THEOREM


@pytest.mark.parametrize("name", EQUATIONS)
def test_a_constant_agrees_with_mpmath_to_twelve_digits(name):
    """A root found by another program from an equation written anew; the decimals are those of the statement."""
    function, decimals = EQUATIONS[name]
    root = mpmath.findroot(function, mpmath.mpf(decimals[:5]))
    assert abs(root - mpmath.mpf(decimals)) < mpmath.mpf(10) ** -14
    found = constant(name)
    assert found.status is Status.ENCLOSED
    assert abs(mpmath.mpf(found.details["value"]) - root) < mpmath.mpf(10) ** -20
    assert any(decimals in paragraph for paragraph in THEOREM.paragraphs)


def test_a_constant_with_one_digit_changed_is_refuted(monkeypatch):
    """The decimals are compared with what is computed, not repeated."""
    gap, bracket, _ = CONSTANTS["in-plane"]
    monkeypatch.setitem(CONSTANTS, "in-plane", (gap, bracket, "1.78662667721684"))
    assert constant("in-plane").status is Status.REFUTED


def test_enclosing_a_root_needs_a_change_of_sign_and_a_monotone_difference():
    """Without either the bracket may hold no root, or three."""
    with pytest.raises(InputError, match="opposite signs"):
        enclose_root(BETA**2 - 2, Fraction(2), Fraction(3))
    with pytest.raises(InputError, match="slope"):
        enclose_root((BETA - 1) * (BETA - 2) * (BETA - 3), Fraction(1, 2), Fraction(7, 2))


@pytest.mark.parametrize("beta", ["1/2", "2", "5"])
def test_the_great_circle_has_the_energy_of_its_tokens(beta):
    """I_1/(2 beta) against a sum over 400 tokens, which is exact to machine precision."""
    tokens = _energy(_planar(lambda xi: xi), float(Fraction(beta)))
    assert tokens == pytest.approx(_value(first_energy(), beta), rel=1e-13)


@pytest.mark.parametrize("m", [1, 2, 3, 5])
def test_the_second_variation_in_the_plane_is_that_of_the_tokens(m):
    """Second differences of the energy along sqrt(2) cos(m xi)."""
    beta, eps = 1.5, 1e-3
    up, down, middle = (
        _energy(_planar(lambda xi, e=e: xi + e * np.sqrt(2) * np.cos(m * xi)), beta) for e in (eps, -eps, 0.0)
    )
    assert (up + down - 2 * middle) / eps**2 == pytest.approx(_value(in_plane(m), "3/2"), abs=1e-4)


@pytest.mark.parametrize("m", [0, 1, 2, 4])
def test_the_second_variation_out_of_the_plane_is_that_of_the_tokens(m):
    """Second differences along heights sqrt(2) cos(m xi), or 1 for m = 0."""
    beta, eps, n = 1.7, 1e-3, 400
    labels = -np.pi + 2 * np.pi * (np.arange(n) + 0.5) / n
    u = np.ones(n) if m == 0 else np.sqrt(2) * np.cos(m * labels)

    def energy(e):
        plane = _planar(lambda xi: xi) * np.sqrt(1 - (e * u) ** 2)[:, None]
        return _energy(np.column_stack([plane, e * u]), beta)

    assert 2 * (energy(eps) - energy(0.0)) / eps**2 == pytest.approx(_value(transversal(m), "17/10"), abs=1e-4)


def test_stability_changes_at_the_thresholds():
    """One side of each root is stable, the other not."""
    for mode, root in ((in_plane(2), IN_PLANE_THRESHOLD), (transversal(0), TRANSVERSAL_THRESHOLD)):
        at = float(root)
        assert _value(mode, str(at - 1e-3)) < 0 < _value(mode, str(at + 1e-3))


def test_the_best_latitude_circle_has_squared_radius_x_over_beta():
    """The maximum over q, by a grid."""
    beta = Fraction(5, 2)
    q = sympy.Symbol("q", positive=True)
    energy = sympy.lambdify(q, latitude_energy(q, sympy.Rational(5, 2)), "scipy")
    grid = np.linspace(0.3, 1.0, 7001)
    assert grid[np.argmax(energy(grid))] == pytest.approx(float(TRANSVERSAL_THRESHOLD) / float(beta), abs=1e-4)
    assert energy(grid).max() > _value(first_energy(), "5/2")


@pytest.mark.parametrize("arcs", [2, 3, 4, 5])
def test_arcs_have_the_energy_of_their_tokens(arcs):
    """Clusters of labels: a midpoint rule of step 2 pi/n is off by the factor (h/sin h)^2, h = pi/n, exactly."""
    n = 60 * arcs

    def cluster(xi):
        return 2 * np.pi / arcs * np.round((xi + np.pi - np.pi / arcs) / (2 * np.pi / arcs))

    h = np.pi / n
    tokens = _energy(_planar(cluster, n), 2.0) * (np.sin(h) / h) ** 2
    assert tokens == pytest.approx(_value(arc_energy(arcs), "2"), rel=1e-12)


def test_the_horseshoe_has_at_least_the_energy_enclosed():
    """The tokens of the same curve have the energy of the lower bound, up to its tail and the midpoint rule."""
    tokens = _energy(_planar(lambda xi: 0.7 * xi + 0.3 * np.sin(xi), 1200), 1.7) / _value(first_energy(), "17/10")
    ratio = float(horseshoe("17/10", "7/10", "3/10").details["ratio"])
    assert ratio == pytest.approx(tokens, abs=2e-5)
    assert ratio > 1


def test_a_curve_that_loses_refutes_nothing():
    """A lower bound below the great circle says nothing, at beta = 1; at 4000 another curve has far more energy."""
    case = ("1", "7/10", "3/10")
    assert horseshoe(*case).status is horseshoe_loses(*case).status is Status.UNKNOWN
    case = ("4000", "1/60", "0")
    assert horseshoe(*case).status is Status.ENCLOSED
    assert horseshoe_loses(*case).status is Status.REFUTED


def test_random_planar_laws_keep_the_length_bound_and_the_bound_for_every_d():
    """V <= max n^2 I_n and E <= sinh(beta)/(4 beta) for random trigonometric angles."""
    rng = np.random.default_rng(6)
    for _ in range(20):
        a, c = rng.normal(size=4), rng.integers(-2, 3)
        x = _planar(lambda xi, a=a, c=c: c * xi + sum(s * np.sin((j + 1) * xi) for j, s in enumerate(a)), 200)
        for beta in (0.5, 1.0, 2.5):
            energy = _energy(x, beta)
            top = max(float(n * n * _i(n, beta)) for n in range(1, 9))
            assert 2 * beta * energy <= top + 1e-9
            assert energy <= np.sinh(beta) / (4 * beta) + 1e-9


def test_random_correlation_matrices_keep_the_correlation_bound():
    """Random K and contents, f = e^t on the circle (a_0 = I_0), lambda = the top eigenvalue."""
    rng = np.random.default_rng(66)
    for _ in range(20):
        k = rng.normal(size=(5, 5))
        k = k + k.T
        lam = np.linalg.eigvalsh(k)[-1]
        psi = rng.uniform(0, 2 * np.pi, size=5)
        energy = (k * np.exp(np.cos(psi[:, None] - psi[None, :]))).sum() / 2
        a0 = float(_i(0, 1))
        assert energy <= ((np.e - a0) * 5 * lam + a0 * k.sum()) / 2 + 1e-9


def test_the_local_lemma_needs_a_close_competitor():
    """The condition holds nearby, is left open farther away, and Lambda exceeds 1 past the threshold of stability."""
    assert local_lemma_holds("7/5", "1/1000").status is Status.ENCLOSED
    assert local_lemma_holds("3/2", "1/500").status is Status.UNKNOWN
    for beta, above in ((flint.arb("1.78"), False), (flint.arb("1.79"), True)):
        top, _ = neighbourhood(beta, flint.arb("1e-6"))
        assert bool(top > 1) is above


def test_the_ring_of_means_leaves_alone_what_no_rule_covers():
    """A frequency that is no integer, or another interval, is not integrated."""
    s, nu = sympy.Symbol("s", real=True), sympy.Symbol("nu", real=True)
    beta = sympy.Symbol("beta", positive=True)
    open_mean = circle_mean(sympy.cos(nu * s) * sympy.exp(beta * sympy.cos(s)), s)
    assert CIRCLE.rewrite(open_mean).has(sympy.Integral)
    half = sympy.Integral(sympy.cos(s), (s, 0, sympy.pi))
    assert CIRCLE.rewrite(half).has(sympy.Integral)


@pytest.mark.parametrize("factor", [-1, 2])
def test_a_wrong_bessel_function_is_refuted(factor):
    """The balls integrate and do not use the rule of the ring."""
    s, beta = sympy.Symbol("s", real=True), sympy.Symbol("beta", positive=True)
    mean = circle_mean(sympy.cos(2 * s) * sympy.exp(beta * sympy.cos(s)), s)
    assert Identity(CIRCLE).run(equation(mean, factor * bessel(2, beta)), 0).status is Status.REFUTED
    assert Identity(CIRCLE).run(equation(mean, bessel(2, beta)), 0).status is Status.EXACT


def test_the_witnesses_hold_no_decimals_of_the_constants():
    """The decimals are defined once each; everything else takes them from there."""
    import proofs.t6_witnesses as module

    source = inspect.getsource(module)
    assert not any(
        d in source for d in (IN_PLANE_THRESHOLD, TRANSVERSAL_THRESHOLD, LENGTH_THRESHOLD, THREE_PASS, TWO_PASS)
    )
