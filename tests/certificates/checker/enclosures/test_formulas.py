"""Formulas: exact values, Niven's cosines, expansions."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from verify.certificates.checker import Refused
from verify.certificates.checker.enclosures.formulas import exact, formula, multiple_of_pi, polynomial

HALF = Fraction(1, 2)


@pytest.mark.parametrize("k", range(-12, 25))
def test_cosines_are_exact_where_they_are_rational(k):
    """cos and sin of k pi/6: 0, 1/2 or 1 up to sign, or irrational."""
    for name, value in (("cos", math.cos(k * math.pi / 6)), ("sin", math.sin(k * math.pi / 6))):
        known = exact(formula(f"{name}({k}*pi/6)" if k >= 0 else f"{name}(-{-k}*pi/6)"), {})
        rational = min(abs(value - x / 2) for x in range(-2, 3)) < 1e-9
        assert (known is not None) == rational
        assert known is None or abs(known - value) < 1e-9


@pytest.mark.parametrize("text", ["cos(1)", "cos(pi/5)", "cos(pi**2)", "cos(pi*sqrt(2))", "sin(pi/4)", "cos(pi + 1)"])
def test_other_cosines_are_not_exact(text):
    """Irrational, or not seen to be rational."""
    assert exact(formula(text), {}) is None


def test_multiples_of_pi_are_recognised():
    """Sums, products with rationals, variables with rational values."""
    i, j = ({"i": ("num", Fraction(5)), "j": ("num", Fraction(2))}[name] for name in "ij")
    assert multiple_of_pi(formula("2*pi*(i - j)/6", "ij"), {"i": i, "j": j}) == 1
    assert multiple_of_pi(formula("0*pi"), {}) == 0
    assert [multiple_of_pi(formula(text), {}) for text in ("pi + 1", "pi*pi", "1", "E", "pi/pi")] == [None] * 5


@pytest.mark.parametrize(
    ("text", "coefficients"),
    [("(1 + t)**3", [1, 3, 3, 1]), ("t - t**2/2", [0, 1, -HALF]), ("-(t*t)/3 + 2", [2, 0, -Fraction(1, 3)]),
     ("7", [7]), ("t - t", [0]), ("2**3*t", [0, 8]), ("t**0", [1])],
)  # fmt: skip
def test_polynomials_are_expanded(text, coefficients):
    """Coefficients in t."""
    assert polynomial(formula(text, ["t"])) == coefficients


@pytest.mark.parametrize(
    "text", ["1/t", "t**(1/2)", "0*log(t)", "sqrt(2)*t", "exp(t)", "t/0", "2**t", "t**201", "t**-1"]
)
def test_what_is_no_rational_polynomial_is_not_expanded(text):
    """Neither poles nor roots hide behind a zero."""
    assert polynomial(formula(text, ["t"])) is None


def test_long_coefficients_are_refused():
    """A power of a long number is not waited for."""
    with pytest.raises(Refused):
        polynomial(formula(f"({'7' * 4000} + t)**200", ["t"]))
