"""Interval arithmetic whose numbers Coq compares: bounds contain the values, and what is undefined is refused."""

from __future__ import annotations

from fractions import Fraction
from math import cos, cosh, exp, log, pi, sin, sinh, sqrt, tanh

import pytest

from verify.certificates.checker.enclosures.formulas import formula
from verify.certificates.coq.bounds import admissible, enclosed, real
from verify.certificates.coq.text import NotInCoqError

RANGES = {"xi": (Fraction(-1), Fraction(1, 2)), "zeta": (Fraction(1), Fraction(2))}


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("xi + zeta - pi", lambda x, z: x + z - pi),
        ("-xi*zeta/3", lambda x, z: -x * z / 3),
        ("xi**2 - zeta**3 + xi**3", lambda x, z: x**2 - z**3 + x**3),
        ("exp(-Abs(xi - zeta))", lambda x, z: exp(-abs(x - z))),
        ("sqrt(zeta + xi**2)", lambda x, z: sqrt(z + x**2)),
        ("log(zeta)/(1 + xi**2)", lambda x, z: log(z) / (1 + x**2)),
        ("Max(xi, zeta - 2) + Min(xi, -zeta)", lambda x, z: max(x, z - 2) + min(x, -z)),
        ("2 + cos(xi)*sin(3*zeta)", lambda x, z: 2 + cos(x) * sin(3 * z)),
    ],
)
def test_bounds_contain_the_values(text, function):
    """On a grid of both ranges, and not much wider than what a sum of the parts gives."""
    found = enclosed(formula(text, RANGES), RANGES)
    grid = [(-1 + 1.5 * i / 8, 1 + j / 8) for i in range(9) for j in range(9)]
    values = [function(x, z) for x, z in grid]
    assert found.low <= min(values)
    assert max(values) <= found.high
    assert found.high - found.low < 20


def test_undefined_and_unknown_formulas_have_no_bounds():
    """Divisors, roots and logarithms that may leave their range; functions and variables that are not known."""
    for text, reason in (
        ("1/xi", "divisor"),
        ("sqrt(xi)", "root"),
        ("log(zeta - 1)", "logarithm"),
        ("exp(100*zeta)", "exponent"),
        ("atan(xi)", "atan"),
        ("t", "t outside a cosine"),
    ):
        with pytest.raises(NotInCoqError, match=reason):
            enclosed(formula(text, [*RANGES, "t"]), RANGES)


def test_powers_of_negative_numbers_are_enclosed_by_their_ends():
    """On [-1, -1/2] the square lies in [1/4, 1] and the cube in [-1, -1/8], as monotone functions do."""
    ranges = {"t": (Fraction(-1), Fraction(-1, 2))}
    square, cube = (enclosed(formula(text, ["t"]), ranges) for text in ("t**2", "t**3"))
    assert (square.low, square.high) == (Fraction(1, 4), 1)
    assert (cube.low, cube.high) == (-1, Fraction(-1, 8))


def test_numbers_stay_short_and_on_their_side():
    """Rounding goes outwards, to twelve digits at most."""
    found = enclosed(formula("exp(xi)", RANGES), RANGES)
    assert 0 < found.low < exp(-1) < exp(0.5) < found.high
    assert max(len(str(x.numerator)) for x in (found.low, found.high)) <= 14
    assert real(Fraction(-3, 7)) == "(-3 / 7)%R"


def test_admissible_functions_keep_away_from_what_is_undefined():
    """A quotient, a root and a logarithm ask for a lower bound; it has to be positive, for a root not negative."""
    tree = formula("xi/zeta", RANGES)
    assert admissible(tree, lambda name: name, lambda _: ("1%R", "proof")) == (
        "refine (pair_divide _ _ _ 1%R _ _ _ ); [zeta | xi | lra | proof]"
    )
    with pytest.raises(NotInCoqError, match="positive"):
        admissible(tree, lambda name: name, lambda _: ("0%R", "proof"))
    root = formula("sqrt(zeta)", RANGES)
    assert "pair_sqrt" in admissible(root, lambda name: name, lambda _: ("0%R", "proof"))
    with pytest.raises(NotInCoqError, match="with atan is admissible"):
        admissible(formula("atan(xi)", RANGES), lambda name: name, lambda _: ("1%R", "proof"))


def test_functions_that_coq_defines_by_exponentials_are_unfolded():
    """cosh, sinh, tanh and powers of a positive rational have the bounds of their definitions."""
    for text, value in (("cosh(xi)", cosh), ("sinh(xi)", sinh), ("tanh(xi)", tanh), ("(1/3)**xi", lambda x: 3**-x)):
        found = enclosed(formula(text, RANGES), RANGES)
        assert found.proof.startswith("(try unfold ")
        ends = sorted(value(x) for x in map(float, RANGES["xi"]))
        assert found.low <= min(*ends, value(0)) < ends[1] <= found.high < 5, text
    assert admissible(formula("2**xi", RANGES), lambda name: name, lambda _: ("1%R", "proof")) == (
        "(try unfold Rpower); apply pair_exp; [apply pair_mult; [xi | apply pair_const]]"
    )
