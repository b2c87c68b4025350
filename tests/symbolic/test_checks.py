"""Checks of steps: true claims pass on their rung, false ones are refuted, none can only succeed."""

from __future__ import annotations

import pytest
import sympy
from sympy import besseli, cos, exp, sin

from verify.model.verdict import Status
from verify.symbolic.checks import Cited, Computed, Identity, IntegralIdentity, Outcome
from verify.symbolic.rings import BESSEL, EXPONENTIALS
from verify.symbolic.steps import equation

T = sympy.Symbol("t", real=True)
B = sympy.Symbol("beta", positive=True)
INTEGRAL = sympy.Integral(exp(B * T), (T, 0, 1))


@pytest.mark.parametrize(
    ("claim", "check", "status"),
    [
        (equation(sin(2 * T), 2 * sin(T) * cos(T)), Identity(EXPONENTIALS), Status.EXACT),
        (equation(sin(2 * T), 2 * sin(T)), Identity(EXPONENTIALS), Status.REFUTED),
        (equation(besseli(0, B), besseli(2, B) + 2 / B * besseli(1, B)), Identity(BESSEL), Status.EXACT),
        (equation(INTEGRAL, (exp(B) - 1) / B), IntegralIdentity(exp(B * T) / B), Status.EXACT),
        (equation(INTEGRAL, (exp(B) - 1) / B), IntegralIdentity(exp(B * T)), Status.NUMERIC),
        (equation(INTEGRAL, (exp(B) + 1) / B), IntegralIdentity(exp(B * T) / B), Status.REFUTED),
        (equation(besseli(0, B), besseli(1, B)), Cited("a book"), Status.REFUTED),
        (equation(besseli(0, B), besseli(2, B) + 2 / B * besseli(1, B)), Cited("a book"), Status.CITED),
        (sympy.Ge(exp(T), 1 + T, evaluate=False), Cited("a book"), Status.CITED),
        (sympy.Ge(1 + T, exp(T), evaluate=False), Cited("a book"), Status.REFUTED),
        ("A sentence.", Cited("a book"), Status.CITED),
        ("A sentence.", Computed(lambda seed: Outcome(Status.NUMERIC, f"seed {seed}")), Status.NUMERIC),
    ],
)
def test_a_check_reaches_the_rung_of_the_claim(claim, check, status):
    """Exact only where the normal form and the balls agree."""
    assert check.run(claim, 0).status is status


def test_an_identity_beyond_the_ring_is_numeric_and_no_more():
    """The ring of plain sums does not know cos^2 + sin^2 = 1."""
    assert Identity().run(equation(cos(T) ** 2 + sin(T) ** 2, 1), 0).status is Status.NUMERIC


def test_an_integral_check_needs_one_integral():
    """Otherwise it could not say what F stands for."""
    with pytest.raises(ValueError, match="exactly one integral"):
        IntegralIdentity(T).run(equation(T, 2 * T), 0)


def test_the_residual_is_reported():
    """The size of what is left, or the ball that excludes zero."""
    assert float(Identity(EXPONENTIALS).run(equation(sin(T) ** 2, 1 - cos(T) ** 2), 0).residual) < 1e-40
    assert Identity().run(equation(T, T + 1), 0).residual == "-1.0000"
