"""Zonal polynomials and coefficients of profiles against closed forms and independent computations."""

from __future__ import annotations

import math
from fractions import Fraction

import flint
import numpy as np
import pytest
import scipy.special
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.model.formula import parse_formula
from verify.model.gegenbauer import (
    enclose_coefficient,
    evaluate_series,
    exponential_coefficient,
    gegenbauer_polynomial,
    harmonic_dimension,
    polynomial_of_series,
    series_of_polynomial,
    slope_of_polynomial,
)
from verify.model.numbers import ball

T = sp.Symbol("t")
DIMENSIONS = (2, 3, 4, 5, 8, 64)
RATIONALS = st.fractions(min_value=-5, max_value=5, max_denominator=12)


@pytest.mark.parametrize("n", range(9))
def test_dimension_two_is_chebyshev_and_three_is_legendre(n):
    """P_n is T_n for d = 2, the Legendre polynomial for d = 3."""
    for d, expected in ((2, sp.chebyshevt(n, T)), (3, sp.legendre(n, T))):
        ours = sum(sp.Rational(c.numerator, c.denominator) * T**k for k, c in enumerate(gegenbauer_polynomial(n, d)))
        assert sp.expand(ours - expected) == 0


@pytest.mark.parametrize("d", DIMENSIONS[2:])
@pytest.mark.parametrize("n", [0, 1, 2, 5, 8])
def test_polynomial_is_the_normalised_gegenbauer_polynomial(n, d):
    """P_n = C_n^nu / C_n^nu(1) with nu = (d - 2)/2."""
    nu = sp.Rational(d - 2, 2)
    classical = sp.gegenbauer(n, nu, T) / sp.gegenbauer(n, nu, 1)
    ours = sum(sp.Rational(c.numerator, c.denominator) * T**k for k, c in enumerate(gegenbauer_polynomial(n, d)))
    assert sp.expand(ours - classical) == 0


@pytest.mark.parametrize("d", DIMENSIONS)
@pytest.mark.parametrize("n", range(8))
def test_value_parity_and_slope_at_the_ends(n, d):
    """P_n(1) = 1, P_n(-1) = (-1)^n, P_n'(1) = n (n + d - 2)/(d - 1)."""
    series = [Fraction(0)] * n + [Fraction(1)]
    assert evaluate_series(series, Fraction(1), d) == 1
    assert evaluate_series(series, Fraction(-1), d) == (-1) ** n
    assert evaluate_series(series, Fraction(1), d, derivative=True) == slope_of_polynomial(n, d)


@pytest.mark.parametrize("d", DIMENSIONS)
def test_harmonics_up_to_a_degree_fill_the_polynomials_on_the_sphere(d):
    """Dim H_0 + ... + dim H_n = binom(n+d-1, n) + binom(n+d-2, n-1)."""
    for n in range(1, 7):
        total = sum(harmonic_dimension(m, d) for m in range(n + 1))
        assert total == math.comb(n + d - 1, n) + math.comb(n + d - 2, n - 1)


@given(st.lists(RATIONALS, min_size=1, max_size=8), st.sampled_from(DIMENSIONS))
def test_change_of_basis_is_a_bijection(polynomial, d):
    """From powers of t to P_n and back."""
    assert polynomial_of_series(series_of_polynomial(polynomial, d), d) == tuple(polynomial)


@given(st.lists(RATIONALS, min_size=1, max_size=6), RATIONALS, st.sampled_from(DIMENSIONS))
def test_series_and_derivative_take_the_values_of_the_polynomial(series, t, d):
    """Exact values at rational points, inside and outside [-1, 1]."""
    polynomial = polynomial_of_series(series, d)
    assert evaluate_series(series, t, d) == sum(c * t**k for k, c in enumerate(polynomial))
    slope = sum(k * c * t ** (k - 1) for k, c in enumerate(polynomial) if k)
    assert evaluate_series(series, t, d, derivative=True) == slope


@pytest.mark.parametrize("d", DIMENSIONS)
@pytest.mark.parametrize("k", range(7))
def test_powers_of_t_are_positive_sums_of_zonal_polynomials(k, d):
    """t^k has positive coefficients exactly at k, k - 2, ..., which the positivity rules use."""
    series = series_of_polynomial([Fraction(0)] * k + [Fraction(1)], d)
    assert all((a > 0) == ((n - k) % 2 == 0) and a >= 0 for n, a in enumerate(series))


def test_balls_and_arrays_agree_with_fractions():
    """One recurrence, three number systems."""
    series = [Fraction(1, 3), Fraction(-2), Fraction(0), Fraction(5, 7)]
    t = Fraction(2, 5)
    exact = evaluate_series(series, t, 5)
    assert evaluate_series(series, ball(t), 5).overlaps(ball(exact))
    assert evaluate_series([float(a) for a in series], np.array([0.4]), 5) == pytest.approx([float(exact)], abs=1e-15)


# ---------------------------------------------------------------- exponentials


@pytest.mark.parametrize("beta", [0.5, 2.0, 30.0])
@pytest.mark.parametrize("d", [3, 4, 7, 32])
@pytest.mark.parametrize("n", [0, 1, 2, 9])
def test_exponential_coefficient_is_the_plane_wave_formula(n, d, beta):
    """a_n = Gamma(nu) (2/beta)^nu (n + nu) I_{n+nu}(beta) binom(n + 2 nu - 1, n)."""
    nu = flint.arb(d - 2) / 2
    b = flint.arb(beta)
    classical = nu.gamma() * (2 / b) ** nu * (n + nu) * b.bessel_i(n + nu) * math.comb(n + d - 3, n)
    assert exponential_coefficient(n, b, d).overlaps(classical)


@pytest.mark.parametrize("n", range(5))
def test_exponential_coefficient_in_the_plane_is_a_bessel_function(n):
    """I_0 and 2 I_n for d = 2."""
    expected = flint.arb(3).bessel_i(n) * (2 if n else 1)
    assert exponential_coefficient(n, flint.arb(3), 2).overlaps(expected)


@pytest.mark.parametrize("d", [2, 3, 16])
def test_exponential_coefficients_sum_to_the_exponential(d):
    """Sum a_n = e^beta, also for negative beta with alternating signs."""
    for beta in (2, -2):
        terms = [exponential_coefficient(n, flint.arb(beta), d) for n in range(40)]
        assert abs(sum(terms) - flint.arb(beta).exp()) < 1e-12
        assert all((a > 0) == (beta > 0 or n % 2 == 0) for n, a in enumerate(terms))


@pytest.mark.parametrize(("beta", "d"), [(800, 2), (800, 576), (10**6, 128), (1e-6, 3)])
def test_exponential_coefficient_is_sharp_for_extreme_parameters(beta, d):
    """At least 35 correct bits and a certain sign."""
    a = exponential_coefficient(3, flint.arb(beta), d)
    assert a > 0
    assert a.rel_accuracy_bits() > 35


# ---------------------------------------------------------------- quadrature


@pytest.mark.parametrize("d", [2, 3, 9, 64])
@pytest.mark.parametrize("n", [0, 1, 2, 7])
def test_quadrature_agrees_with_the_closed_form(n, d):
    """e^{2t} by quadrature and by Bessel functions."""
    enclosed = enclose_coefficient(parse_formula("exp(2*t)", {"t"}), n, d)
    assert enclosed.overlaps(exponential_coefficient(n, flint.arb(2), d))
    assert enclosed.rad() < 1e-9


@pytest.mark.slow
@given(st.lists(RATIONALS, min_size=3, max_size=5), st.sampled_from([2, 3, 6]))
def test_quadrature_of_a_polynomial_contains_the_exact_coefficient(polynomial, d):
    """The enclosure of a_n contains the rational a_n."""
    text = " + ".join(f"({c})*t**{k}" for k, c in enumerate(polynomial))
    exact = series_of_polynomial(polynomial, d)
    for n in range(5):
        a = exact[n] if n < len(exact) else Fraction(0)
        assert enclose_coefficient(parse_formula(text, {"t"}), n, d).overlaps(ball(a))


@pytest.mark.parametrize(
    ("text", "n", "d", "expected"),
    [
        ("asin(t)*2/pi", 1, 3, "3/4"),
        ("asin(t)*2/pi", 3, 2, "8/(9*pi**2)"),
        ("sqrt((1 + t)/2)", 1, 2, "4/(3*pi)"),
        ("sqrt((1 + t)/2)", 2, 2, "-4/(15*pi)"),
        ("sqrt((1 + t)/2)", 2, 3, "-2/21"),
        ("Abs(t)", 2, 3, "5/8"),
        ("Abs(t)", 1, 3, "0"),
        ("1/(2 - t)", 0, 2, "1/sqrt(3)"),
        ("Piecewise((0, t < 0), (1, True))", 1, 3, "3/4"),
    ],
)
def test_quadrature_with_kinks_and_end_points_is_sharp(text, n, d, expected):
    """Square roots, arcs, kinks and jumps: known coefficients, enclosed to 1e-7."""
    a = enclose_coefficient(parse_formula(text, {"t"}), n, d)
    assert a.overlaps(parse_formula(expected).enclose({}))
    assert a.rad() < 1e-7


def test_quadrature_agrees_with_gauss_jacobi():
    """An independent float64 rule: SciPy's Gauss-Gegenbauer nodes for 1/(3/2 - t), d = 5."""
    d, n = 5, 4
    nodes, weights = scipy.special.roots_gegenbauer(60, (d - 2) / 2)
    values = evaluate_series([0.0] * n + [1.0], nodes, d)
    expected = harmonic_dimension(n, d) * np.sum(weights * values / (1.5 - nodes)) / np.sum(weights)
    assert abs(enclose_coefficient(parse_formula("1/(3/2 - t)", {"t"}), n, d) - float(expected)) < 1e-12


def test_quadrature_of_a_pole_claims_nothing():
    """1/t has no coefficients; the enclosure is not finite."""
    assert not enclose_coefficient(parse_formula("1/t", {"t"}), 1, 3).is_finite()


@pytest.mark.parametrize("d", [1, 0, -3, 2.5, True, "3"])
def test_dimension_below_two_is_refused(d):
    """S^0 is two points."""
    with pytest.raises(InputError, match="at least 2"):
        gegenbauer_polynomial(2, d)
