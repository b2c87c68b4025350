"""Fourier coefficients of trigonometric polynomials, from any way to write them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from handmade import CIRCLE, certificate, factor

from verify.certificates.checker import Refused, check
from verify.certificates.checker.enclosures.circle import symbol
from verify.certificates.checker.problem import Problem, read_labels


def khat(k):
    """Return the coefficients of a formula."""
    return symbol(Problem(3, read_labels(CIRCLE), {"k": k}))


@pytest.mark.parametrize(
    ("text", "coefficients"),
    [
        ("1 + 2*cos(xi - zeta)", {0: 1, 1: 1}),
        ("cos(xi)*cos(zeta) + sin(xi)*sin(zeta)", {1: Fraction(1, 2)}),
        ("sin(xi - zeta)**2", {0: Fraction(1, 2), 2: Fraction(-1, 4)}),
        ("sin(xi - zeta) + 3", {0: 3}),
        ("cos((xi - zeta)*2/2 - xi + zeta + 3*(xi - zeta))/2", {3: Fraction(1, 4)}),
        ("cos(pi/3)", {0: Fraction(1, 2)}),
        ("2*sin(xi - zeta)*cos(xi - zeta)*sin(2*xi - 2*zeta)", {0: Fraction(1, 2), 4: Fraction(-1, 4)}),
    ],
)
def test_the_symbol_is_expanded_exactly(text, coefficients):
    """The symmetric part; identities of sines and cosines need no rules."""
    assert khat(text) == coefficients


@pytest.mark.parametrize(
    "text",
    [
        "cos(xi)",
        "Abs(xi - zeta)",
        "cos((xi - zeta)/2)",
        "cos(xi + zeta)",
        "exp(cos(xi - zeta))",
        "sqrt(2)*cos(xi - zeta)",
        "cos(xi*zeta)",
        "cos(xi - zeta + 1)",
        "cos(5000*(xi - zeta))",
    ],
)
def test_what_is_no_even_trigonometric_polynomial_of_the_difference_is_refused(text):
    """Other functions, other frequencies, shifts."""
    with pytest.raises(Refused):
        khat(text)


def test_a_winding_law_gains_where_khat_m_times_a_m_wins():
    """k = cos 3s, f = t^3: winding once has the energy 1/8 1/2 > 0, twice 0."""
    problem = factor("cos(3*(xi - zeta))", "t**3", CIRCLE, d=2)
    assert check(certificate(problem, "winding", "none none", m=1)).accepted
    assert not check(certificate(problem, "winding", "none none", m=2)).accepted
