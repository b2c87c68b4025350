"""Derivatives, signs by bounds on pieces, and f(-1) = f(1), by syntax, held against sympy."""

from __future__ import annotations

import pytest
import sympy

from verify.certificates.checker.enclosures.formulas import formula
from verify.certificates.coq.profiles.slopes import (
    AT_ONE,
    EVERYWHERE,
    Lemmas,
    continuity,
    derivative,
    mirror,
    plain,
    term,
)
from verify.certificates.coq.text import NotInCoqError

T = sympy.Symbol("t")


def tree_of(text):
    """Return a formula in t as Coq has it."""
    return plain(formula(text, ["t"]))


def value_at(tree, t):
    """Return the value of a formula in floats."""
    head, *parts = tree
    if head == "num":
        return float(parts[0])
    if head == "var":
        return t
    x, *rest = (value_at(part, t) for part in parts)
    y = rest[0] if rest else None
    functions = {"neg": lambda: -x, "+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "/": lambda: x / y}
    functions["**"] = lambda: x**y
    return functions[head]() if head in functions else float(getattr(sympy, head)(x))


@pytest.mark.parametrize(
    "text",
    ["t*exp(t)", "tanh(2*t)", "log(2 + t)*sqrt(3 + t)", "asin(t/2)/(3 - t)", "(2 - t)**(-3)", "cosh(t)**2 - sinh(t)/3"],
)
def test_derivatives_are_those_of_sympy(text):
    """At -0.7 and 0.4 the formula of the derivative has sympy's value."""
    slope, _ = derivative(tree_of(text), EVERYWHERE, Lemmas())
    exact = sympy.diff(sympy.sympify(text, locals={"t": T}), T)
    for t in (-0.7, 0.4):
        assert value_at(slope, t) == pytest.approx(float(exact.subs(T, t)), rel=1e-12)


def test_powers_are_written_with_natural_exponents():
    """Inverses and roots of powers; other exponents are refused."""
    assert term(tree_of("(2 + t)**(-2)")) == "(1 / ((2 + t) ^ 2))%R"
    assert term(tree_of("(2 + t)**(3/2)")) == "((sqrt (2 + t)) ^ 3)%R"
    assert term(tree_of("E*t**0")) == "((exp 1) * 1)%R"
    with pytest.raises(NotInCoqError, match="multiple of 1/2"):
        tree_of("(2 + t)**(1/3)")


def test_signs_are_seen_on_pieces_or_refused():
    """2 - e^t/2 > 0 on [-1, 1] needs no pieces; e^t - t needs some; e^t - 2t changes its sign, at 1 it is positive."""
    lemmas = Lemmas()
    lemmas.positive(tree_of("2 - exp(t)/2"))
    assert "destruct" not in lemmas.texts[-1]
    lemmas.positive(tree_of("exp(t) - t"))
    assert "destruct" in lemmas.texts[-1]
    assert lemmas.positive(tree_of("exp(t) - t")) == "positive_1"  # once
    with pytest.raises(NotInCoqError, match="not seen from bounds"):
        lemmas.positive(tree_of("exp(t) - 2"))
    assert lemmas.positive(tree_of("exp(t) - 2"), AT_ONE) == "positive_2"


def test_functions_that_may_be_undefined_have_conditions():
    """log and quotients ask for a positive argument, asin for one inside (-1, 1); what has no rule is refused."""
    assert "positive_0" in derivative(tree_of("log(2 + t)"), EVERYWHERE, Lemmas())[1]
    for text in ("log(1 + t)", "asin(t)", "sqrt(1 + t)", "1/(1 - t)", "cos(t)", "atan(t)"):
        with pytest.raises(NotInCoqError):
            derivative(tree_of(text), EVERYWHERE, Lemmas())
    assert "cont_asin" in continuity(tree_of("asin(t)"), Lemmas())
    assert "cont_sqrt" in continuity(tree_of("sqrt(1 + t)"), Lemmas())
    with pytest.raises(NotInCoqError, match="continuous"):
        continuity(tree_of("Abs(t)"), Lemmas())


def test_even_formulas_have_the_same_value_at_both_ends():
    """Parities of sums, products and compositions; e^t has none."""
    even = ("t*asin(t/2)", "cosh(t**3 - t)", "exp(t**2)/(2)", "t*sinh(t) + 3", "sinh(t)**2", "-t**2")
    odd = ("sinh(t)", "t*exp(t**2)", "-t/2", "t**3 - t")
    assert all(mirror(tree_of(text))[0] is False for text in even)
    assert all(mirror(tree_of(text))[0] is True for text in odd)
    assert all(mirror(tree_of(text)) is None for text in ("exp(t)", "t + 1", "tanh(t)", "sqrt(2 + t)"))
