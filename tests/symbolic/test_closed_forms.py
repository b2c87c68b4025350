"""Closed forms: each identity against rigorous quadrature, passage times also exactly."""

from __future__ import annotations

import flint
import pytest
import sympy

from verify.symbolic.balls import enclose
from verify.symbolic.checks import Cited, IntegralIdentity
from verify.symbolic.closed_forms import (
    THETA,
    arcs_energy,
    bessel_mean,
    circle_mean,
    exponential_mean,
    passage_antiderivative,
    passage_time,
    sphere_mean,
)
from verify.symbolic.rings import EXPONENTIALS
from verify.symbolic.samples import Sample

B = sympy.Symbol("beta", positive=True)


@pytest.mark.parametrize("m", [0, 1, 2, 5])
def test_bessel_functions_are_means_over_the_circle(m):
    """At random beta."""
    outcome = Cited("DLMF").run(bessel_mean(m, B), 0)
    assert outcome.status == "cited"
    assert float(outcome.residual) < 1e-30


@pytest.mark.parametrize("d", [2, 3, 4, 5, 8])
def test_means_of_exponentials_over_spheres(d):
    """Bessel functions of order d/2 - 1."""
    assert float(Cited("DLMF").run(sphere_mean(B, d), 0).residual) < 1e-30


def test_the_sphere_in_three_dimensions_has_an_elementary_mean():
    """sinh(beta)/beta, exactly."""
    t = sympy.Symbol("t", real=True)
    assert IntegralIdentity(sympy.exp(B * t) / B, EXPONENTIALS).run(exponential_mean(B), 0).status == "exact"


def test_the_passage_time_is_a_difference_of_exponential_integrals():
    """The antiderivative is differentiated, the integral enclosed."""
    start, end = sympy.symbols("theta_0 theta_1", positive=True)
    antiderivative = passage_antiderivative(B).subs(sympy.Symbol("c", real=True), sympy.cos(THETA))
    check = IntegralIdentity(antiderivative, EXPONENTIALS, {start: ("3/2", 3), end: ("1/5", "7/5")})
    assert check.run(passage_time(B, start, end), 0).status == "exact"
    assert check.run(passage_time(B, start, end).reversed.reversed, 1).status == "exact"


def test_arcs_have_the_energy_of_their_labels():
    """E_N against the double integral over arcs, N = 3 and 4, beta = 2: ∬ cos(xi - zeta) f(<x, y>)."""
    u = sympy.Symbol("u", real=True)
    for n in (3, 4):
        width = 2 * sympy.pi / n
        # two points of arcs at distance theta differ by theta + u, u in (-width, width) with density (width - |u|)
        mean = 2 * sympy.Integral((width - u) * sympy.cos(u), (u, 0, width)) / width**2
        total = flint.arb(0)
        for j in range(n):
            cosine = sympy.cos(2 * sympy.pi * j / n)
            total += enclose(mean * cosine * sympy.exp(2 * cosine) / (4 * sympy.Integer(n)), Sample(0))
        assert total.overlaps(enclose(arcs_energy(n, 2), Sample(0)))
        assert total.rad() < 1e-9


def test_the_mean_of_one_is_one():
    """Normalisation of the circle."""
    assert circle_mean(sympy.Integer(1)).doit() == 1
