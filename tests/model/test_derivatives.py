"""Derivatives of formulas, one-sided slopes at 1, and signs of constants."""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest
import sympy as sp

from verify.model.calculus import at, sign_of
from verify.model.derivatives import derivative
from verify.model.formula import Const, formula_of, parse_formula
from verify.model.one_sided import slope_at_one


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("t**3", "finite", "3"),
        ("exp(2*t)/2", "finite", "exp(2)"),
        ("sqrt((1 + t)/2)", "finite", "1/4"),
        ("Abs(t - 1)", "finite", "-1"),
        ("-Abs(t - 1)", "finite", "1"),
        ("Min(t, t**2)", "finite", "2"),
        ("Max(t, 1)", "zero", None),
        ("(1 - t)**(3/2)", "zero", None),
        ("asin(t)", "infinite", None),
        ("sqrt(1 - t)", "infinite", None),
        ("t - sqrt(1 - t)", "infinite", None),
        ("asin(t)**2", "infinite", None),
        ("Piecewise((t, t < 1/2), (2*t - 1/2, True))", "finite", "2"),
        ("Piecewise((t, t < 1), (2*t - 1, True))", "finite", "1"),
        ("Piecewise((1, t == 1), (t, True))", "finite", "1"),
        ("Piecewise((2, t == 1), (t, True))", "infinite", None),
        ("sign(t - 1)", "infinite", None),
        ("besseli(t, 1)", "unknown", None),
    ],
)
def test_slope_at_one_is_one_sided(text, kind, value):
    """The limit of (f(1) - f(t))/(1 - t) as t increases to 1, kinks and jumps included."""
    slope = slope_at_one(parse_formula(text, {"t"}).tree)
    assert slope.kind == kind
    if value is not None:
        assert formula_of(slope.value).enclose({}).overlaps(parse_formula(value).enclose({}))


@pytest.mark.parametrize(
    "text",
    [
        "exp(-t**2)*t",
        "log(3 + t)/(2 + t)",
        "sin(t)*cos(3*t) - tan(t/2)",
        "asin(t/3) - acos(t/3)*atan(t)",
        "tanh(t)**3 + 2**t",
        "sinh(t)*cosh(t)",
        "besseli(0, t) - besseli(3, 2*t)",
        "(2 + t)**pi + (2 + t)**(-3) + sqrt(t + 2)",
        "(2 + t)**t",
    ],
)
def test_formal_derivative_agrees_with_sympy(text):
    """At five rational points, in balls."""
    formula = parse_formula(text, {"t"})
    ours = formula_of(derivative(formula.tree, "t"))
    theirs = sp.diff(formula.expr, sp.Symbol("t", real=True))
    for t in (Fraction(-9, 10), Fraction(-1, 3), Fraction(1, 7), Fraction(2, 5), Fraction(1)):
        expected = sp.N(theirs.subs(sp.Symbol("t", real=True), sp.Rational(t.numerator, t.denominator)), 30)
        ball = ours.enclose({"t": flint.arb(flint.fmpq(t.numerator, t.denominator))})
        assert abs(ball - flint.arb(str(expected))) < 1e-12


def test_sign_of_a_constant_is_never_a_guess():
    """A near-zero needs precision; an identity that no rule knows stays undecided."""
    assert sign_of(parse_formula("exp(1) - 3").tree).value == -1
    assert sign_of(parse_formula("sqrt(2)**2 - 2").tree).value is None
    tiny = parse_formula("exp(pi*sqrt(163)) - 262537412640768744")
    assert sign_of(tiny.tree).value == -1
    assert at(parse_formula("sqrt(t) - sqrt(2)", {"t"}).tree, {"t": Const(Fraction(2))}) == Const(Fraction(0))
