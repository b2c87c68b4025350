"""Pairs of labels that all prefer t = 1."""

from __future__ import annotations

from general_kernels import NAMES, PAIR, expression, expression_views

from verify.model.formula import parse_formula
from verify.spectral.general.pointwise import dominates_at_one


def test_pairs_of_labels_that_all_prefer_t_equal_one():
    """A temperature per pair; with a mask the blocks collapse separately."""
    h = parse_formula("exp(t*(2 + cos(xi - zeta)))", NAMES)
    assert dominates_at_one(h, expression("exp(dot(x, y)*(2 + cos(xi - zeta)))")).collapse == "all"
    labels = {"kind": "atoms", "weights": ["1/4"] * 4, "points": ["0", "0", "1", "1"]}
    masked = "Piecewise((exp(t*(2 + xi*zeta)), xi == zeta), (0, True))"
    kernel = expression(masked.replace("exp(t*", "exp(dot(x, y)*"), labels)
    assert dominates_at_one(parse_formula(masked, NAMES), kernel).collapse == "some"
    assert expression_views(kernel) == ("some", "some")


def test_kernels_that_prefer_another_t_are_not_dominated():
    """h(-1) = h(1) for t^2; h = -t."""
    for h in ("t**2", "-t", "t**2 - t/2", "xi*zeta*t"):
        assert dominates_at_one(parse_formula(h, NAMES), expression("dot(x, y)", PAIR)) is None
