"""Orthogonality is exact: rational, algebraic and symbolic entries, and what floats miss."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.model.errors import InputError
from verify.model.formula import parse_formula
from verify.model.kernels.orthogonal import check_orthogonal, check_orthogonal_formulas
from verify.model.numbers import Number, parse_number


def _matrix(rows: list[list[object]]) -> tuple[tuple[Number, ...], ...]:
    return tuple(tuple(parse_number(x) for x in row) for row in rows)


@pytest.mark.parametrize(
    "rows",
    [
        [["3/5", "-4/5"], ["4/5", "3/5"]],
        [[0, 1], [1, 0]],
        [["sqrt(2)/2", "-sqrt(2)/2"], ["sqrt(2)/2", "sqrt(2)/2"]],
        [["cos(1)", "-sin(1)", 0], ["sin(1)", "cos(1)", 0], [0, 0, -1]],
        [["2/3", "-1/3", "2/3"], ["2/3", "2/3", "-1/3"], ["-1/3", "2/3", "2/3"]],
    ],
)
def test_orthogonal_matrices_are_accepted(rows: list[list[object]]) -> None:
    """Q^T Q = I; reflections too."""
    check_orthogonal(_matrix(rows), "Q")


@pytest.mark.parametrize(
    "rows",
    [
        [[1, 0], [0, 2]],
        [[1, "1/10**30"], [0, 1]],
        [["3/5 + 1/10**18", "-4/5"], ["4/5", "3/5"]],
        [["sqrt(2)/2", "-sqrt(2)/2"], ["sqrt(2)/2", "sqrt(3)/2"]],
    ],
)
def test_a_matrix_that_misses_by_any_amount_is_refused(rows: list[list[object]]) -> None:
    """A defect of 10^-30 is a defect."""
    with pytest.raises(InputError, match="be orthogonal"):
        check_orthogonal(_matrix(rows), "Q[1]")


def test_floats_that_miss_by_rounding_are_told_the_nearest_exact_matrix() -> None:
    """The binary values of 0.6 and 0.8 miss by 10^-17; the matrix suggested is 3/5, 4/5."""
    with pytest.raises(InputError, match="Nearest exact matrix") as caught:
        check_orthogonal(_matrix([[0.6, -0.8], [0.8, 0.6]]), "Q[0]")
    assert "['3/5', '-4/5']" in caught.value.remedy


def test_a_reflection_in_floats_has_no_cayley_transform() -> None:
    """I + Q is singular: the remedy is to give exact entries."""
    near = Fraction(1) - Fraction(1, 2**53)
    with pytest.raises(InputError, match=r"exact|columns"):
        check_orthogonal(((-Fraction(1), Fraction(0)), (Fraction(0), near)), "Q[0]")


def test_formulas_are_orthogonal_identically_or_not_at_all() -> None:
    """A rotation in xi is; one whose angles differ agrees at xi = 0 only."""

    def read(rows: list[list[str]]) -> tuple[tuple[object, ...], ...]:
        return tuple(tuple(parse_formula(x, {"xi"}) for x in row) for row in rows)

    check_orthogonal_formulas(read([["cos(xi)", "-sin(xi)"], ["sin(xi)", "cos(xi)"]]), "Q")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="simplifies to"):
        check_orthogonal_formulas(
            read([["cos(xi)", "-sin(xi)"], ["sin(2*xi)", "cos(xi)"]]),  # type: ignore[arg-type]
            "Q",
        )
