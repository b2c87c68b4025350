"""Inequalities and roots: decided where they hold with a margin, refuted where they fail, else left open."""

from __future__ import annotations

import pytest
import sympy
from sympy import besseli, exp

from verify.model.verdict import Status
from verify.symbolic.functions import Average, Law
from verify.symbolic.inequalities import Inequality, Root, SumOfSquares
from verify.symbolic.rings import BESSEL
from verify.symbolic.steps import equation
from verify.symbolic.vectors import Dot, Vector, Vectors

T, S = sympy.symbols("t s", real=True)
B = sympy.Symbol("beta", positive=True)
I, N = sympy.symbols("i n", integer=True, positive=True)  # noqa: E741 - an index


@pytest.mark.parametrize(
    ("claim", "box", "status"),
    [
        (exp(T) > T, {T: (-5, 5)}, Status.ENCLOSED),
        (T * S < 1, {T: ("-9/10", "9/10"), S: (-1, 1)}, Status.ENCLOSED),
        (exp(T) > 1 + T + T**2, {T: (-3, 3)}, Status.REFUTED),
        (T**2 > 0, {T: (-1, 1)}, Status.UNKNOWN),
        (sympy.Gt(sympy.pi, sympy.Rational(22, 7), evaluate=False), {}, Status.REFUTED),
        (sympy.Lt(sympy.pi, sympy.Rational(22, 7), evaluate=False), {}, Status.ENCLOSED),
    ],
)
def test_an_inequality_on_a_box(claim, box, status):
    """Balls on pieces; a touching point stays open."""
    assert Inequality(box, pieces=500).run(claim, 0).status is status


def test_a_sum_of_squares_proves_an_inequality():
    """n sum |v_i|^2 >= |sum v_i|^2 as a sum of squares of differences."""
    v, j = Vectors("v"), sympy.Symbol("j", integer=True, positive=True)
    spread = sympy.Sum(Dot(v[I] - v[j], v[I] - v[j]), (I, 1, N), (j, 1, N)) / 2
    total = sympy.Sum(v[I], (I, 1, N))
    claim = sympy.Ge(N * sympy.Sum(Dot(v[I], v[I]), (I, 1, N)), Dot(total, total), evaluate=False)
    assert SumOfSquares(spread).run(claim, 0).status is Status.EXACT
    assert SumOfSquares(2 * spread).run(claim, 0).status is Status.NUMERIC
    assert SumOfSquares(spread).run(claim.func(claim.rhs, claim.lhs, evaluate=False), 0).status is Status.REFUTED


def test_what_may_be_negative_is_no_certificate():
    """Neither a bare variable nor a mean over a signed law."""
    z = sympy.Symbol("z", real=True)
    assert SumOfSquares(T).run(sympy.Ge(T, 0, evaluate=False), 0).status is not Status.EXACT
    signed = Average(z**2, z, Law("sigma", 0))
    assert (
        SumOfSquares(signed).run(sympy.Ge(signed + T**2 - T**2 * 1, -signed + signed, evaluate=False), 0).status
        is not Status.EXACT
    )
    positive = Average(Dot(Vector("u"), Vector("u")) * z**2, z, Law("mu"))
    assert SumOfSquares(positive).run(sympy.Ge(2 * positive, positive, evaluate=False), 0).status is Status.EXACT


@pytest.mark.parametrize(
    ("claim", "value", "alone", "status"),
    [
        (equation(T**2, 2), "1.41421356237310", (0, 2), Status.ENCLOSED),
        (equation(T**2, 2), "1.41421356237310", None, Status.ENCLOSED),
        (equation(T**2, 2), "1.4142135623732", None, Status.REFUTED),
        (equation(T**2, 2), "1.41421356237310", (-2, 2), Status.UNKNOWN),
        (equation(9 * besseli(3, T), besseli(1, T)), "1.78662667721674", None, Status.ENCLOSED),
        (equation((T - 1) ** 2, 0), "1.0000", None, Status.REFUTED),
    ],
)
def test_a_root_is_enclosed(claim, value, alone, status):
    """Within one unit of the last digit, and alone where that is asked for."""
    assert Root(T, value, alone).run(claim, 0).status is status


def test_the_wrong_direction_is_refused():
    """A sum of squares proves >= and <= alone."""
    with pytest.raises(ValueError, match="proves >="):
        SumOfSquares(T**2, BESSEL).run(T**2 > 0, 0)
