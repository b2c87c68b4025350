"""Ball readings: they contain the value, they are tight, and they say what they cannot read."""

from __future__ import annotations

import flint
import mpmath
import pytest
import sympy
from sympy import (
    Ei,
    Integral,
    Max,
    Min,
    Piecewise,
    Sum,
    acos,
    besseli,
    besselj,
    binomial,
    cosh,
    erf,
    exp,
    expint,
    factorial,
    gamma,
    log,
    sqrt,
    tanh,
)

from verify.symbolic.balls import EvaluationError, enclose
from verify.symbolic.functions import Average, Kernel, Law, Profile
from verify.symbolic.samples import Sample
from verify.symbolic.vectors import Dot, Orthogonal, Projection, Rotation, Turn, UnitVector, Vector, inverse

T = sympy.Symbol("t", positive=True)
M, N = sympy.symbols("m n", integer=True, positive=True)
X, U, W = UnitVector("x"), Vector("u"), Vector("w")


@pytest.mark.parametrize(
    "expression",
    [
        besseli(2, T) + besselj(1, T),
        Ei(T) - expint(1, T) * gamma(T) ** 2,
        erf(T) + tanh(T) - cosh(T),
        sqrt(T) + T ** sympy.Rational(1, 3) - 1 / sqrt(1 + T),
        log(1 + T) * sympy.atan(T) + acos(T / 3),
        Max(T, 1) - Min(T, 2) + abs(T - 5) * sympy.sign(-T),
        Sum(T**M / factorial(M), (M, 1, 6)) + binomial(5, 2),
        Piecewise((T**2, T > 3), (T, T > 0)),
        sympy.Subs(sympy.Derivative(exp(M * T) / T, T), T, T**2),
        sympy.pi + sympy.E - sympy.EulerGamma,
    ],
)
def test_a_ball_contains_the_value_and_is_tight(expression):
    """Against SymPy's own evaluation in mpmath, to forty digits."""
    sample = Sample(5, {T: [sympy.Rational(3, 7)], M: [2]})
    with flint.ctx.workprec(200):
        ball = flint.arb(enclose(expression, sample))
        assert ball.rad() < flint.arb(10) ** -45
        value = expression.subs({T: sympy.Rational(3, 7)}).subs(M, 2).doit().evalf(60)
        with mpmath.workdps(60):
            digits = mpmath.nstr(mpmath.mpf(value), 50)
        assert abs(ball - flint.arb(digits)) < flint.arb(10) ** -40


def test_coordinates_satisfy_the_rules_of_vectors():
    """P_x is a projection, maps are orthogonal, rotations add up: seen in coordinates."""
    q = Orthogonal("Q")
    zeros = [
        Dot(X, Projection(X, U)),
        Dot(Turn(q, U), Turn(q, W)) - Dot(U, W),
        Dot(Turn(q, U), W) - Dot(U, Turn(inverse(q), W)),
        Dot(Turn(Rotation(T), Turn(Rotation(2 * T), U)), W) - Dot(Turn(Rotation(3 * T), U), W),
        Dot(X, X) - 1,
    ]
    for expression in zeros:
        ball = enclose(expression, Sample(2))
        assert ball.contains(0)
        assert ball.rad() < 1e-10


def test_derivatives_come_from_power_series():
    """d/dt f(t^2) = 2 t f'(t^2); the derivative of a kernel is its gradient."""
    f, h = Profile("f"), Kernel("h")
    slope = sympy.Derivative(f(T**2), T) - 2 * T * f.derivative()(T**2)
    moving = sympy.Derivative(h(1, 2, U + T * W, X), T) - Dot(h.gradient(1, 2, U + T * W, X), W)
    for expression in (slope, moving):
        ball = enclose(expression, Sample(3))
        assert ball.contains(0)
        assert ball.rad() < 1e-9


def test_a_mean_is_a_finite_sum():
    """The mean of 1 is the mass; that of a vector is a vector."""
    assert enclose(Average(T, M, Law("mu")), Sample(1)).overlaps(enclose(T, Sample(1)))
    assert enclose(Average(T, M, Law("sigma", 0)), Sample(1)).contains(0)
    assert len(enclose(Average(U, M, Law("mu")), Sample(1, dimension=4))) == 4


def test_an_infinite_series_has_an_error_of_its_last_terms():
    """e = sum 1/m!; a series that converges too slowly is refused."""
    ball = enclose(Sum(1 / factorial(M), (M, 0, sympy.oo)), Sample(0))
    assert ball.contains(flint.arb(1).exp())
    with pytest.raises(EvaluationError, match="too slowly"):
        enclose(Sum(1 / M**2, (M, 1, sympy.oo)), Sample(0))


def test_integrals_are_enclosed():
    """∫_0^1 e^{t} dt = e - 1; iterated; a parameter in the limit."""
    s = sympy.Symbol("s", real=True)
    assert enclose(Integral(exp(s), (s, 0, 1)), Sample(0)).overlaps(flint.arb(1).exp() - 1)
    double = Integral(s * M, (s, 0, M), (M, 0, 1))
    assert enclose(double, Sample(0)).overlaps(flint.arb(1) / 8)


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (sympy.zeta(T), "no ball arithmetic for zeta"),
        (Piecewise((1, sympy.Rational(1, 10**9) > T)), "no branch"),
        (Sum(M, (M, 1, T)), "limits"),
        (sympy.Float(0.5), "no ball arithmetic for Float"),
    ],
)
def test_what_cannot_be_read_is_named(bad, words):
    """Floats are refused as well: they would hide their error."""
    with pytest.raises(EvaluationError, match=words):
        enclose(bad, Sample(0))
