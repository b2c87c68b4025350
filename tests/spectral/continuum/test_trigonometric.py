"""Trigonometric expansions against closed forms and against sums that were written down by coefficients."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.formula import parse_formula
from verify.model.labels import Circle, Interval, Torus
from verify.spectral.continuum.trigonometric import expand_trigonometric, linear_form, toeplitz_coefficients

ANGLES = ("xi", "zeta")
RATIONALS = st.fractions(min_value=-3, max_value=3, max_denominator=7)


def khat(text):
    """Exact coefficients of a formula on the circle."""
    return toeplitz_coefficients(parse_formula(text, ANGLES), Circle())


def test_cosine_has_two_halves():
    """cos(xi - zeta): khat(1) = khat(-1) = 1/2."""
    assert khat("cos(xi - zeta)") == {(1,): Fraction(1, 2), (-1,): Fraction(1, 2)}


@pytest.mark.parametrize(
    "text",
    [
        "cos(xi)*cos(zeta) + sin(xi)*sin(zeta)",
        "1 - 2*sin((xi - zeta)/2)**2",
        "sin(xi - zeta + pi/2)",
        "-cos(xi - zeta + pi)",
        "cos(zeta - xi)",
        "(cos(2*(xi - zeta)) + 1)/(2*cos(0)) - cos(xi - zeta)**2 + cos(xi - zeta)",
    ],
)
def test_every_spelling_of_the_cosine_is_recognised(text):
    """Identities are found by the expansion, not by patterns."""
    assert khat(text) == khat("cos(xi - zeta)")


@pytest.mark.parametrize(
    "text",
    [
        "cos(xi + zeta)",
        "cos(xi)*cos(zeta)",
        "cos((xi - zeta)/2)",
        "exp(cos(xi - zeta))",
        "Abs(xi - zeta)",
        "sqrt(2)*cos(xi - zeta)",
        "cos(xi - zeta + 1)",
        "1/(2 + cos(xi - zeta))",
        "sin(xi - zeta)",
        "cos(xi - zeta)**(1/2)",
    ],
)
def test_what_is_no_rational_polynomial_of_the_lag_is_none(text):
    """Sums of angles, half frequencies, other functions, irrational or imaginary coefficients."""
    assert khat(text) is None


def test_only_the_circle_and_the_torus_have_modes():
    """An interval has no Fourier modes."""
    assert toeplitz_coefficients(parse_formula("cos(xi - zeta)", ANGLES), Interval(Fraction(0), Fraction(1))) is None


def test_torus_product_has_four_modes():
    """cos a cos b: 1/4 at (±1, ±1)."""
    names = {"xi1", "xi2", "zeta1", "zeta2"}
    found = toeplitz_coefficients(parse_formula("cos(xi1 - zeta1)*cos(xi2 - zeta2)", names), Torus(2))
    assert found == {(a, b): Fraction(1, 4) for a in (1, -1) for b in (1, -1)}


def test_huge_powers_are_given_up():
    """A limit on terms keeps the expansion small."""
    assert khat("(1 + cos(xi - zeta) + cos(7*(xi - zeta)))**200") is None
    assert khat("cos(1000*(xi - zeta))**3") is not None


def test_power_of_a_cosine_has_binomial_coefficients():
    """cos^4 s = (3 + 4 cos 2s + cos 4s)/8."""
    assert khat("cos(xi - zeta)**4") == {
        (0,): Fraction(3, 8),
        (2,): Fraction(1, 4),
        (-2,): Fraction(1, 4),
        (4,): Fraction(1, 16),
        (-4,): Fraction(1, 16),
    }


@pytest.mark.slow
@given(st.lists(RATIONALS, min_size=1, max_size=6), st.lists(RATIONALS, min_size=1, max_size=4))
def test_product_of_random_polynomials_convolves(a, b):
    """The expansion of a product of cosine sums is the convolution of their coefficients."""

    def text(c):
        return " + ".join(f"({x})*cos({m}*(xi - zeta))" for m, x in enumerate(c))

    def spectrum(c):
        return {m: Fraction(c[abs(m)]) / (2 if m else 1) for m in range(1 - len(c), len(c))}

    expected: dict[tuple[int], Fraction] = {}
    for p, x in spectrum(a).items():
        for q, y in spectrum(b).items():
            expected[p + q,] = expected.get((p + q,), Fraction(0)) + x * y
    assert khat(f"({text(a)})*({text(b)})") == {m: c for m, c in expected.items() if c}


@given(st.integers(0, 2**32 - 1))
def test_expansion_agrees_with_values(seed):
    """Values of the formula and of its expansion coincide at random angles."""
    rng = np.random.default_rng(seed)
    formula = parse_formula("(sin(2*xi) - cos(zeta + pi/2)/3)**2*cos(xi - zeta) + 1/5", ANGLES)
    expansion = expand_trigonometric(formula, ANGLES)
    xi, zeta = rng.uniform(0, 7, 2)
    value = sum(
        (float(x) + 1j * float(y)) * np.exp(1j * (float(p) * xi + float(q) * zeta))
        for (p, q), (x, y) in expansion.terms.items()
    )
    assert abs(value - formula.array({"xi": np.array([xi]), "zeta": np.array([zeta])})[0]) < 1e-12


def test_linear_forms_read_rational_combinations_and_pi():
    """Slopes, rational part and multiple of pi; a product of variables is not linear."""
    form = linear_form(parse_formula("(3*xi - 1)/2 + pi/4", ANGLES).tree)
    assert (form.slopes, form.rational, form.pi) == ({"xi": Fraction(3, 2)}, Fraction(-1, 2), Fraction(1, 4))
    assert linear_form(parse_formula("xi*zeta", ANGLES).tree) is None
    assert linear_form(parse_formula("sqrt(2)*xi", ANGLES).tree) is None
