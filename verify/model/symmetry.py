"""Whether a formula is symmetric under an exchange of its variables: shown by algebra, or refuted at named points."""

from __future__ import annotations

import flint
import sympy

from verify.model.errors import InputError
from verify.model.formula import Formula

__all__ = ["check_symmetric_formula"]

_POINTS = 24
_PRECISION = 256
_WHY = "The energy sees the symmetric part alone, the flow does not."
_REMEDY = 'Correct it, or add "symmetrize": true.'


def check_symmetric_formula(formula: Formula, exchanged: Formula, where: str) -> None:
    """Accept a formula that equals its exchanged form.

    Raises
    ------
    InputError
        The two differ at a point (which is named), or their equality could not be shown.
    """
    if formula == exchanged:
        return
    difference = formula.expr - exchanged.expr
    if difference == 0 or sympy.expand(difference) == 0:
        return
    names = sorted(formula.variables | exchanged.variables)
    for index in range(_POINTS):
        # points with small distinct denominators; integers too, since labels may be positions
        point = {name: flint.arb((7 * index + 3 * c * c + c) % 11) / (1 + index % 3) for c, name in enumerate(names)}
        with flint.ctx.workprec(_PRECISION):
            left, right = formula.enclose(point), exchanged.enclose(point)
        if left != right:
            place = ", ".join(f"{name} = {value.str(5, radius=False)}" for name, value in point.items())
            values = (
                f"{left.str(6, radius=False)} at {place} and {right.str(6, radius=False)} with the labels exchanged"
            )
            raise InputError(where, "be symmetric", f"{formula.text}, which is {values}", _WHY, _REMEDY)
    if sympy.simplify(difference) != 0:
        raise InputError(
            where,
            "be symmetric",
            formula.text,
            "No difference was found, but equality could not be shown.",
            'Write it symmetrically, or add "symmetrize": true.',
        )
