"""Power series with nonnegative coefficients for Coq: which degrees occur, held against Taylor coefficients."""

from __future__ import annotations

import pytest
import sympy

from verify.certificates.checker.enclosures.formulas import formula
from verify.certificates.coq.profiles.series import read_series
from verify.certificates.coq.profiles.slopes import Lemmas, plain

FORMULAS = [
    *("t*exp(t)", "exp(t**2/2 + t)", "(1 + t)**2*exp(t)", "exp(exp(t))", "sinh(t)*cosh(t)", "t*asin(t/2)"),
    *("cosh(t + t**2)", "sinh(t)**3*cosh(t**2)", "exp(t**2) - 3", "(exp(t) - 1)/3", "asin(2*t/3)**2", "exp(asin(t))"),
    *("exp(t**2 + t**3)", "sinh(1 + t)", "2*t**3 + t**2*exp(t**2)", "(t + t**2)**3*sinh(t)", "cosh(1 + t)"),
]
T = sympy.Symbol("t")


def series_of(text):
    """Return the series of a formula with a free constant, or None."""
    return read_series(plain(formula(text, ["t"])), 1, Lemmas())


@pytest.mark.parametrize("text", FORMULAS)
def test_degrees_of_a_series_are_among_those_of_its_taylor_coefficients(text):
    """Each degree 1 to 8 that is named has a positive coefficient; a_1, the first odd degree and all of them agree."""
    found = series_of(text)
    expanded = sympy.series(sympy.sympify(text, locals={"t": T}), T, 0, 9).removeO()
    coefficients = [sympy.N(expanded.coeff(T, p)) for p in range(9)]
    named = {m + s * k for m, s in found.degrees for k in range(9 if s else 1)}
    assert all(coefficients[p] > 0 for p in named & set(range(1, 9)))
    assert found.rising == (coefficients[1] > 0)
    assert found.full == all(x > 0 for x in coefficients[1:])
    assert found.odd_degree == next((p for p in range(1, 9, 2) if coefficients[p] > 0), None)


def test_powers_of_both_parities_without_end_are_known_from_the_progressions():
    """3 N + 2 N takes both parities beyond every bound; odd powers alone, or finitely many even ones, do not."""
    for text in ("exp(t**2 + t**3)", "exp(t**3)", "sinh(t**3) + cosh(t)", "exp(t**2)*(t + t**2)", "t*exp(t)"):
        assert series_of(text).cofinal
    for text in ("sinh(t) + t**2", "exp(t**2) + t**9", "t**3 + t**4", "asin(t/2)"):
        assert not series_of(text).cofinal


def test_few_degrees_keep_the_progressions_that_have_no_end():
    """Behind six lower degrees the steps 2 and 9 of exp(t^2 + t^9) still show both parities."""
    found = series_of("t + t**2 + t**3 + t**4 + t**6 + t**8 + exp(t**2 + t**9)")
    assert len(found.degrees) <= 9
    assert found.cofinal


def test_other_signs_have_no_series():
    """A negative coefficient, a negative constant inside a product, and functions without a rule are not taken."""
    for text in ("-t*exp(t)", "exp(t) - 2*t", "t*(exp(t) - 3)", "tanh(t)", "exp(-t)", "sinh(t - 1)", "asin(t + t**2)"):
        assert series_of(text) is None
    assert series_of("exp(t - 3)").full  # e^(-3) e^t


def test_few_degrees_are_kept():
    """Of many degrees the lowest ones stay, one odd among them: those of (1 + t)^30 e^(t^2) are told in a few pairs."""
    found = series_of("exp(t)*(exp(t) + t + 1)**5")
    assert len(found.degrees) <= 7
    assert found.full
