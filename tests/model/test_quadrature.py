"""Rigorous integrals against closed forms: the ball holds the value and is narrow."""

from __future__ import annotations

import flint
import pytest

from verify.model.formula import parse_formula
from verify.model.quadrature import integrate_ball, integrate_formula


@pytest.mark.parametrize(
    ("integrand", "a", "b", "value"),
    [
        ("1/(1 + x**2)", "0", "1", "pi/4"),
        ("sin(x)", "0", "pi", "2"),
        ("exp(cos(x))", "0", "2*pi", "2*pi*besseli(0, 1)"),
        ("cos(50*x)", "0", "1", "sin(50)/50"),
        ("x**3", "-1", "1", "0"),
        ("sqrt(1 - x**2)", "-1", "1", "pi/2"),
    ],
)
def test_an_integral_encloses_its_closed_form(integrand: str, a: str, b: str, value: str) -> None:
    """Analytic integrands, an oscillating one, one with branch points at the ends."""
    ends = (parse_formula(text, ()).enclose({}) for text in (a, b))
    integral = integrate_formula(parse_formula(integrand, {"x"}), "x", *ends)
    assert integral.overlaps(parse_formula(value, ()).enclose({}))
    assert integral.rad() < 1e-6


def test_an_integral_of_a_positive_function_is_positive() -> None:
    """∫ (y^2 + C)^(-3/2) over [-w/2, w/2] = w/(C sqrt(C + w^2/4)), not 0; C = 2, w = 3."""
    with flint.ctx.workprec(160):
        w = flint.arb(3)
        integral = integrate_formula(parse_formula("(y**2 + 2)**(-3/2)", {"y"}), "y", -w / 2, w / 2)
        assert integral > 0
        assert abs(integral - 3 / (2 * (flint.arb(17) / 4).sqrt())) < 1e-20


@pytest.mark.slow
@pytest.mark.parametrize("integrand", ["1/x", "1/x**2", "log(x - 2)", "sqrt(x - 2)", "asin(x - 3)"])
def test_an_integral_that_does_not_exist_is_not_finite(integrand: str) -> None:
    """A pole inside, or an integrand undefined on the interval, gives no finite ball."""
    integral = integrate_formula(parse_formula(integrand, {"x"}), "x", flint.arb(-1), flint.arb(1))
    assert not integral.is_finite()


def test_the_interval_is_oriented() -> None:
    """∫_1^0 = -∫_0^1."""
    zero, one = flint.arb(0), flint.arb(1)
    forward, back = (integrate_ball(lambda z, _: z.exp(), a, b) for a, b in ((zero, one), (one, zero)))
    assert (forward + back).contains(0)
    assert forward > 1
    assert back < -1
