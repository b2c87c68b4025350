"""Fourier and Gegenbauer expansions against exact orthogonality."""

from __future__ import annotations

import pytest
import sympy

from verify.model.gegenbauer import harmonic_dimension
from verify.symbolic.balls import enclose
from verify.symbolic.checks import Identity
from verify.symbolic.fourier import (
    CIRCLE,
    TOP,
    M,
    P,
    Q,
    character,
    conjugate_polynomial,
    gegenbauer,
    gegenbauer_coefficient,
    gegenbauer_mean,
    over_circle,
    trigonometric_polynomial,
)
from verify.symbolic.functions import Average
from verify.symbolic.samples import Sample
from verify.symbolic.steps import Step, equation
from verify.symbolic.sums import normal_sum
from verify.symbolic.vectors import EvenBase

XI, ZETA = sympy.symbols("xi zeta", real=True)
A, B, C = sympy.IndexedBase("a"), sympy.IndexedBase("b"), EvenBase("c")


def test_parseval_for_any_degree():
    """The mean of v conj(w) is sum a_m b_m."""
    product = trigonometric_polynomial(A, XI, M) * conjugate_polynomial(B, XI, Q)
    claim = equation(over_circle(product, XI), sympy.Sum(A[M] * B[M], (M, -TOP, TOP)))
    assert Step(claim, "orthogonality", Identity(domain={TOP: [1, 2]})).run().status == "exact"


def test_characters_are_eigenvectors_of_a_convolution():
    """∫ k(xi - zeta) e^{i m zeta} dzeta = c_m e^{i m xi}: the symbol of a Toeplitz kernel."""
    convolution = over_circle(trigonometric_polynomial(C, XI - ZETA, P) * character(M, ZETA), ZETA)
    assert normal_sum(convolution - C[M] * character(M, XI)) == {}


def test_the_mean_of_a_character():
    """One for frequency zero, else zero."""
    assert normal_sum(Average(character(0, XI), XI, CIRCLE) - 1) == {}
    assert normal_sum(Average(character(3, XI), XI, CIRCLE)) == {}


@pytest.mark.parametrize("d", [2, 3, 4, 5])
def test_gegenbauer_polynomials_are_orthogonal(d):
    """The mean of P_m P_n is 1/dim(H_n) if m = n, else 0; P_n(1) = 1."""
    t = sympy.Symbol("t", real=True)
    for n in range(4):
        assert gegenbauer(n, d, 1) == 1
        for m in range(n + 1):
            s = sympy.Symbol("s", real=True)
            product = (gegenbauer(m, d, t) * gegenbauer(n, d, t)).subs(t, sympy.cos(s)) * sympy.sin(s) ** (d - 2)
            norm = sympy.Integral(sympy.sin(s) ** (d - 2), (s, 0, sympy.pi))
            mean = enclose(sympy.Integral(product, (s, 0, sympy.pi)) / norm, Sample(0))
            assert mean.overlaps(enclose(sympy.Rational(int(m == n), harmonic_dimension(n, d)), Sample(0)))
            assert mean.rad() < 1e-9


def test_the_mean_over_the_sphere_has_total_mass_one():
    """In three dimensions <x, e> is uniform on [-1, 1]: the mean of t^2 is 1/3."""
    t = sympy.Symbol("t", real=True)
    assert gegenbauer_mean(sympy.Integer(1), 3, t).doit() == 1
    assert gegenbauer_mean(t**2, 3, t).doit() == sympy.Rational(1, 3)


def test_a_gegenbauer_coefficient_is_the_one_of_the_series():
    """t^2 - t/2 on S^2: 1/3, -1/2, 2/3."""
    t = sympy.Symbol("t", real=True)
    values = [enclose(gegenbauer_coefficient(t**2 - t / 2, n, 3, t), Sample(0)) for n in range(3)]
    for value, exact in zip(values, ("1/3", "-1/2", "2/3"), strict=True):
        assert value.overlaps(enclose(sympy.Rational(exact), Sample(0)))
