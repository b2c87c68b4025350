"""Programs agree with ball arithmetic; gradients by the slope of the Taylor remainder; Hessians are symmetric."""

from __future__ import annotations

import flint
import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.symbolic.balls import enclose
from verify.symbolic.compile import compile_energy, compile_expression
from verify.symbolic.samples import Sample

X, Y, Z = sympy.symbols("x y z", real=True)
B = sympy.Symbol("beta", positive=True)


@pytest.mark.parametrize(
    "expression",
    [
        sympy.exp(B * (X - 1)) / B,
        sympy.besseli(1, B) * sympy.cos(3 * X) - sympy.tanh(X) ** 3,
        sympy.sqrt(1 + X**2) / (2 + sympy.sin(X) ** -2),
        sympy.log(sympy.exp(X) + sympy.exp(-X)) + sympy.atan(X) * sympy.Abs(X),
        sympy.Ei(B) + sympy.expint(1, B) + sympy.gamma(B) + sympy.erf(X),
        (sympy.exp(X) - 1) / X,
        X ** B.subs(B, 4) + X**-3 + sympy.Max(X, B) - sympy.Min(X, B),
    ],
)
def test_a_program_agrees_with_balls(expression):
    """The value lies within rounding of the enclosure."""
    program = compile_expression(expression, [X, B])
    for seed in range(4):
        sample = Sample(seed)
        point = [float(sample.symbol(s).mid()) for s in (X, B)]
        ball = flint.arb(enclose(expression, sample))
        assert abs(float(program(*point)) - float(ball.mid())) <= 1e-12 * (1 + abs(float(ball.mid())))


@pytest.mark.parametrize("beta", [1.0, 30.0, 1000.0])
def test_exponentials_do_not_overflow(beta):
    """Quotients, products and logarithms of huge exponentials have the values of their limits."""
    softmax = sympy.exp(B * X) / (sympy.exp(B * X) + sympy.exp(B * Y))
    free = sympy.log(sympy.exp(B * X) + sympy.exp(B * Y)) / B
    peak = sympy.exp(B * X) * sympy.exp(-B)
    with np.errstate(all="raise", under="ignore"):
        values = compile_expression([softmax, free, peak], [X, Y, B])(1.0, 0.5, beta)
    assert values[0] == pytest.approx(1 / (1 + np.exp(-0.5 * beta)), rel=1e-14)
    assert values[1] == pytest.approx(np.logaddexp(beta, 0.5 * beta) / beta, rel=1e-14)
    assert values[2] == pytest.approx(1.0, rel=1e-12)


def test_a_branch_is_evaluated_only_where_it_applies():
    """No warning from the logarithm of a negative number; nan where no branch applies."""
    guarded = sympy.Piecewise((sympy.log(X), X > 0), (sympy.sqrt(-X), X < -1))
    with np.errstate(all="raise"):
        values = compile_expression(guarded + Y, [X, Y])(np.array([1.0, -4.0, -0.5]), 1.0)
    assert values[:2].tolist() == [1.0, 3.0]
    assert np.isnan(values[2])


def _energy(n):
    """E_n of the profile usa on the circle, factor k_ij = cos(i - j)."""
    angles = sympy.symbols(f"t0:{n}", real=True)
    pairs = [
        sympy.cos(i - j).evalf(20) * sympy.exp(2 * sympy.cos(a - b)) / 2
        for i, a in enumerate(angles)
        for j, b in enumerate(angles)
    ]
    return sum(pairs) / (2 * n**2), angles


@given(st.integers(0, 10**6))
def test_the_taylor_remainder_has_slope_three(seed):
    """E(p + h v) - E(p) - h <g, v> - h^2/2 <v, H v> = O(h^3); the Hessian is symmetric."""
    compiled = COMPILED
    rng = np.random.default_rng(seed)
    p, v = rng.uniform(-3, 3, 4), rng.normal(size=4)
    v /= np.linalg.norm(v)
    slope, curvature = compiled.gradient(*p) @ v, v @ compiled.hessian(*p) @ v
    steps = np.array([3e-2, 3e-3])
    remainders = [
        abs(compiled.value(*(p + h * v)) - compiled.value(*p) - h * slope - h**2 / 2 * curvature) for h in steps
    ]
    assert remainders[0] <= 40 * steps[0] ** 3
    assert remainders[1] <= 40 * steps[1] ** 3
    hessian = compiled.hessian(*p)
    assert np.array_equal(hessian, hessian.T)


COMPILED = compile_energy(*_energy(4))


def test_common_subexpressions_are_evaluated_once():
    """Twenty multiples of one sine need one sine: a constant and a product each, beside x y and its sine."""
    program = compile_expression([m * sympy.sin(X * Y) for m in range(2, 22)], [X, Y])
    assert program.size == 2 + 2 * 20


def test_outputs_broadcast():
    """Outputs come first; a constant is as large as the arguments."""
    assert compile_expression([X, sympy.Integer(2)], [X, Y])(np.zeros((3, 1)), np.ones(5)).shape == (2, 3, 5)


@pytest.mark.parametrize(("bad", "words"), [(Z * X, "contain the variables"), (sympy.zeta(X), "functions that NumPy")])
def test_what_has_no_program_is_refused(bad, words):
    """The error says which symbol or function."""
    with pytest.raises(InputError, match=words):
        compile_expression(bad, [X, Y])


def test_a_wrong_number_of_arguments_is_refused():
    """Arguments are named."""
    with pytest.raises(InputError, match="one for each of x, y"):
        compile_expression(X, [X, Y])(1.0)
