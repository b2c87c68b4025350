"""Trigonometric polynomials of labels: Fourier coefficients by products of waves, against values."""

from __future__ import annotations

from fractions import Fraction
from math import cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.certificates.checker.enclosures.formulas import formula
from verify.certificates.coq.continua.trigonometric import read_waves
from verify.certificates.coq.text import NotInCoqError


def waves(text):
    """Return the coefficients of a formula on the circle."""
    return read_waves(formula(text, ["xi", "zeta"]), ["xi"], ["zeta"]).coefficients


def test_products_and_shifts_of_waves_are_sums_of_cosines():
    """Half angles, sines of one label, shifts by pi/2, powers; no zeros are kept."""
    half = Fraction(1, 2)
    assert waves("4*cos((xi - zeta)/2)**2") == {(0,): 2, (1,): 2}
    assert waves("(cos(xi) - cos(zeta))**2 + (sin(xi) - sin(zeta))**2") == {(0,): 2, (1,): -2}
    assert waves("sin(xi - zeta + pi/2)") == waves("cos(xi - zeta + 2*pi)") == {(1,): 1}
    assert waves("sin(xi - zeta)**2*cos(pi/3)") == {(0,): half / 2, (2,): -half / 2}
    assert waves("cos(xi)**2 + sin(xi)**2 - 1") == {}


@given(st.integers(0, 3), st.integers(1, 3), st.floats(-3, 3), st.floats(-3, 3))
def test_coefficients_give_the_values_of_the_formula(p, m, x, z):
    """(cos^p(d) + sin(m d/2)^2 sin(d + pi/2)) / 3 of d = xi - zeta, by its waves."""
    text = f"(cos(xi - zeta)**{p} + sin({m}*(xi - zeta)/2)**2*sin(xi - zeta + pi/2))/3"
    d = x - z
    value = (cos(d) ** p + sin(m * d / 2) ** 2 * sin(d + pi / 2)) / 3
    assert sum(c * cos(M * d) for (M,), c in waves(text).items()) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("cos(xi)*cos(zeta)", "of xi - zeta"),
        ("sin(xi - zeta)", "of xi - zeta"),
        ("cos((xi - zeta)/2)", "of xi - zeta"),
        ("cos(xi - zeta + pi/3)", "multiple of pi/2"),
        ("cos(pi/4)*cos(xi - zeta)", "rational"),
        ("cos((xi - zeta)**2)", "sum of multiples"),
        ("exp(cos(xi - zeta))", "with exp"),
    ],
)
def test_other_formulas_are_no_trigonometric_polynomials(text, reason):
    """Waves of one label alone, sines, half frequencies, shifts and coefficients that are not rational."""
    with pytest.raises(NotInCoqError, match=reason):
        waves(text)


def test_large_multiples_of_a_base_angle_are_refused():
    """cos(8 d) cos(d/2)^2 asks for the sixteenth power of cos(d/2)."""
    tree = formula("cos(8*(xi - zeta)) + cos((xi - zeta)/2)**2", ["xi", "zeta"])
    with pytest.raises(NotInCoqError, match="too large a multiple"):
        read_waves(tree, ["xi"], ["zeta"]).steps({})
