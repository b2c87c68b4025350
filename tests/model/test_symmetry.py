"""Symmetry of formulas: shown by algebra, or refuted at a named point, and nothing in between passes."""

from __future__ import annotations

import pytest

from verify.model.errors import InputError
from verify.model.formula import Formula, Name, formula_of, parse_formula, replace_parts
from verify.model.symmetry import check_symmetric_formula


def _pair(text: str) -> tuple[Formula, Formula]:
    formula = parse_formula(text, {"xi", "zeta"})
    return formula, formula_of(replace_parts(formula.tree, {Name("xi"): Name("zeta"), Name("zeta"): Name("xi")}))


@pytest.mark.parametrize(
    "text",
    [
        "exp(-Abs(xi - zeta))", "cos(xi - zeta)", "(xi - zeta)**2", "xi*zeta", "cos(xi)*cos(zeta) + sin(xi)*sin(zeta)",
        "Max(xi, zeta)", "besseli(0, xi*zeta)", "1",
    ],
)  # fmt: skip
def test_symmetric_formulas_are_accepted(text: str) -> None:
    """Even in the difference, or symmetric term by term."""
    check_symmetric_formula(*_pair(text), "k")


@pytest.mark.parametrize(
    "text",
    [
        "xi - zeta", "exp(xi)", "sin(xi - zeta)", "xi*zeta**2", "exp(-xi**2 + xi*zeta)", "(xi - zeta)**3",
        "xi/(2 + zeta)", "cos(xi - 2*zeta)", "Abs(xi - zeta)*tanh(xi - zeta)",
    ],
)  # fmt: skip
def test_a_difference_is_named_with_its_point(text: str) -> None:
    """Both values stand in the message."""
    with pytest.raises(InputError, match="with the arguments exchanged") as caught:
        check_symmetric_formula(*_pair(text), "k")
    assert caught.value.argument == "k"
    assert "symmetrize" in caught.value.remedy


def test_a_difference_far_below_any_tolerance_is_found() -> None:
    """10^-40 xi is asymmetric: points are compared in balls of 256 bits, not in floats."""
    with pytest.raises(InputError, match="at xi = "):
        check_symmetric_formula(*_pair("cos(xi - zeta) + xi/10**40"), "k")


def test_agreement_at_points_alone_is_not_enough() -> None:
    """sin(66 pi xi) vanishes at every point tried (denominators 1, 2, 3) and is asymmetric."""
    with pytest.raises(InputError, match="be symmetric"):
        check_symmetric_formula(*_pair("sin(66*pi*xi)"), "k")
