"""Rings: identities that hold are recognised, identities with one sign changed are not."""

from __future__ import annotations

import pytest
import sympy
from sympy import besseli, cos, cosh, exp, sin, sinh, tan

from verify.symbolic.rings import BESSEL, EXPONENTIALS, RATIONAL, SUMS, difference, reduce_bessel, settle, sphere
from verify.symbolic.vectors import Projection, UnitVector, Vector

T, S = sympy.symbols("t s", real=True)
B, NU = sympy.symbols("beta nu", positive=True)
M = sympy.Symbol("m", integer=True)
X = sympy.symbols("x1:4", real=True)
Y = sympy.symbols("y1:4", real=True)

IDENTITIES = [
    (EXPONENTIALS, cos(M * T) * cos(T), (cos((M + 1) * T) + cos((M - 1) * T)) / 2),
    (EXPONENTIALS, sin(T + S), sin(T) * cos(S) + cos(T) * sin(S)),
    (EXPONENTIALS, cosh(T) ** 2 - sinh(T) ** 2, sympy.S.One),
    (EXPONENTIALS, tan(T) * cos(T), sin(T)),
    (EXPONENTIALS, 1 / (1 - cos(T) ** 2), sin(T) ** -2),
    (BESSEL, besseli(3, B), besseli(1, B) - 4 / B * besseli(2, B)),
    (BESSEL, besseli(NU + 2, B) + 2 * (NU + 1) / B * besseli(NU + 1, B), besseli(NU, B)),
    (BESSEL, sympy.Derivative(besseli(2, B), B), (besseli(1, B) + besseli(3, B)) / 2),
    (BESSEL, besseli(-2, B), besseli(2, B)),
    (BESSEL, besseli(sympy.Rational(5, 2), B), besseli(sympy.S.Half, B) - 3 / B * besseli(sympy.Rational(3, 2), B)),
    (RATIONAL, (T**3 - 1) / (T - 1), T**2 + T + 1),
    (RATIONAL, 1 / (T - 1) - 1 / (T + 1), 2 / (T**2 - 1)),
    (sphere(X), X[2] ** 4, (1 - X[0] ** 2 - X[1] ** 2) ** 2),
    (sphere(X, Y), (X[2] * Y[2]) ** 2, (1 - X[0] ** 2 - X[1] ** 2) * (1 - Y[0] ** 2 - Y[1] ** 2)),
    (SUMS, Projection(UnitVector("x"), UnitVector("x")), 0 * Vector("u")),
]


@pytest.mark.parametrize(("ring", "lhs", "rhs"), IDENTITIES)
def test_an_identity_is_recognised(ring, lhs, rhs):
    """No terms remain."""
    assert difference(lhs, rhs, ring) == {}


@pytest.mark.parametrize(("ring", "lhs", "rhs"), [case for case in IDENTITIES if case[2] != 0])
def test_the_opposite_sign_is_not(ring, lhs, rhs):
    """lhs + rhs keeps terms."""
    assert difference(lhs, -rhs, ring)


@pytest.mark.parametrize("order", range(-5, 7))
def test_the_reduction_of_bessel_functions_is_numerically_right(order):
    """I_n in terms of I_0 and I_1, at z = 3/2."""
    z = sympy.Symbol("z")
    value = reduce_bessel(besseli(order, z))
    assert all(bessel.args[0] in (0, 1) for bessel in value.atoms(besseli))
    assert abs((value - besseli(order, z)).subs(z, 1.5).evalf(30)) < 1e-12


def test_derivatives_settle_innermost_first():
    """A derivative of a substitution of a derivative."""
    inner = sympy.Subs(sympy.Derivative(exp(T * S), T), T, 2 * S)
    assert sympy.expand(settle(sympy.Derivative(inner, S))) == sympy.expand((S * exp(2 * S**2)).diff(S))
