"""Quadrature: rigorous also where the integrand has cuts."""

from __future__ import annotations

import flint
import pytest
import sympy

from verify.symbolic.balls import enclose
from verify.symbolic.quadrature import crosses_cut, integrate
from verify.symbolic.samples import Sample

T = sympy.Symbol("t", real=True)
HALF = sympy.Rational(1, 2)


@pytest.mark.parametrize(
    ("integrand", "low", "high", "value"),
    [
        (sympy.sqrt(1 - T**2), 0, HALF, sympy.pi / 12 + sympy.sqrt(3) / 8),
        (sympy.log(1 + T), 0, 1, 2 * sympy.log(2) - 1),
        (1 / sympy.sqrt(1 + T), 0, 3, sympy.Integer(2)),
        (sympy.acos(T), 0, HALF, sympy.pi / 6 + 1 - sympy.sqrt(3) / 2),
        (sympy.atan(T), 0, 1, sympy.pi / 4 - sympy.log(2) / 2),
        (sympy.exp(sympy.cos(T)), 0, 2 * sympy.pi, 2 * sympy.pi * sympy.besseli(0, 1)),
    ],
)
def test_an_integral_contains_its_value(integrand, low, high, value):
    """And is tight."""
    ball = enclose(sympy.Integral(integrand, (T, low, high)), Sample(0))
    assert ball.overlaps(enclose(value, Sample(0)))
    assert ball.rad() < 1e-9


def test_a_corner_is_enclosed_not_missed():
    """|t - 1/3| is not analytic: the enclosure may be wide, and contains the value."""
    ball = enclose(sympy.Integral(sympy.Abs(T - sympy.Rational(1, 3)), (T, 0, 1)), Sample(0))
    assert ball.contains(flint.arb(5) / 18)


def test_the_cut_is_the_negative_axis():
    """Balls that touch it are found."""
    assert not crosses_cut(flint.acb(1))
    assert not crosses_cut(flint.acb(-1, 1))
    assert crosses_cut(flint.acb(0))
    assert crosses_cut(flint.acb(flint.arb(-1, 0.5), flint.arb(0, 0.1)))


def test_complex_integrands_stay_complex():
    """The mean of e^{it} over half a circle."""
    ball = integrate(sympy.I * T, lambda z, _analytic: (flint.acb(0, 1) * z).exp(), flint.acb(0), flint.acb.pi())
    assert ball.overlaps(flint.acb(0, 2))
