"""Exact orthogonality of the matrices that gauges and connections are made of."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import flint

from verify.model.errors import InputError
from verify.model.formula import Formula
from verify.model.numbers import Number, ball, number_formula, number_text

if TYPE_CHECKING:
    import sympy

__all__ = ["check_orthogonal", "check_orthogonal_formulas"]

Matrix = tuple[tuple[Number, ...], ...]
_NEAR = Fraction(1, 10**12)
_LARGEST_DENOMINATOR = 10**8


def check_orthogonal(matrix: Matrix, where: str) -> None:
    """Accept a square matrix of exact numbers with Q^T Q = I.

    Raises
    ------
    InputError
        Not orthogonal; for floats that miss by less than 1e-12 the nearest exact rational matrix is suggested.
    """
    import sympy  # slow to import

    d = len(matrix)
    if all(isinstance(x, Fraction) for row in matrix for x in row):
        rows = flint.fmpq_mat(
            [[flint.fmpq(x.numerator, x.denominator) for x in row if isinstance(x, Fraction)] for row in matrix]
        )
        defect = rows.transpose() * rows - flint.fmpq_mat(
            flint.fmpz_mat(d, d, [int(i == j) for i in range(d) for j in range(d)])
        )
        worst = max(abs(Fraction(int(x.p), int(x.q))) for x in defect.entries())
        if worst == 0:
            return
        remedy = _suggestion(rows) if worst < _NEAR else "Give a matrix with orthonormal columns."
        raise InputError(
            where,
            "be orthogonal exactly",
            f"a matrix with Q^T Q - I up to {float(worst):.3g}",
            "A float means its binary value." if worst < _NEAR else "",
            remedy,
        )
    symbolic = sympy.Matrix([[number_formula(x).expr for x in row] for row in matrix])
    balls = flint.arb_mat([[ball(x) for x in row] for row in matrix])
    defect_balls = balls.transpose() * balls - flint.arb_mat(d, d, [int(i == j) for i in range(d) for j in range(d)])
    if any(not x.contains(0) for x in defect_balls.entries()):
        text = "; ".join(", ".join(number_text(x) for x in row) for row in matrix)
        raise InputError(
            where,
            "be orthogonal",
            text,
            "Q^T Q is not the identity.",
            "Give a matrix with orthonormal columns.",
        )
    _require_identity(symbolic, where)


def check_orthogonal_formulas(matrix: tuple[tuple[Formula, ...], ...], where: str) -> None:
    """Accept a square matrix of formulas with Q^T Q = I identically in the labels."""
    import sympy  # slow to import

    _require_identity(sympy.Matrix([[f.expr for f in row] for row in matrix]), where)


def _require_identity(symbolic: sympy.Matrix, where: str) -> None:
    import sympy  # slow to import

    defect = (symbolic.T * symbolic - sympy.eye(symbolic.shape[0])).applyfunc(sympy.simplify)
    if not defect.is_zero_matrix:
        text = str(symbolic.tolist())
        raise InputError(
            where,
            "be orthogonal",
            text,
            f"Q^T Q - I simplifies to {defect.tolist()}.",
            "Write it with sin and cos of one argument.",
        )


def _suggestion(rows: flint.fmpq_mat) -> str:
    """Round the Cayley transform (I - Q)(I + Q)^{-1} to a skew rational matrix and transform back."""
    d = rows.nrows()
    identity = flint.fmpq_mat(flint.fmpz_mat(d, d, [int(i == j) for i in range(d) for j in range(d)]))
    try:
        skew = (identity - rows) * (identity + rows).inv()
        rounded = [[_rounded((skew[i, j] - skew[j, i]) / 2) for j in range(d)] for i in range(d)]
        exact = (identity - flint.fmpq_mat(rounded)) * (identity + flint.fmpq_mat(rounded)).inv()
    except ZeroDivisionError:
        return "Give exact entries, or frequencies."
    return f"Nearest exact matrix: {[[str(x) for x in exact.tolist()[i]] for i in range(d)]}; or give frequencies."


def _rounded(x: flint.fmpq) -> flint.fmpq:
    near = Fraction(int(x.p), int(x.q)).limit_denominator(_LARGEST_DENOMINATOR)
    return flint.fmpq(near.numerator, near.denominator)
