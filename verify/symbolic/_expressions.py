"""Numbers and expressions as SymPy objects; text is never run: a string is read as a rational number or refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy
from sympy.core.sympify import _sympify

from verify.model.errors import InputError

__all__ = ["expression_of", "rational_of"]


def expression_of(value: Any) -> sympy.Expr:
    """Return a SymPy expression of a number or an expression.

    Raises
    ------
    InputError
        A string, or what SymPy has no object for.
    """
    try:
        return _sympify(value)
    except sympy.SympifyError:
        raise InputError("expression", "be a number or a SymPy expression", repr(value)) from None


def rational_of(value: Any) -> Fraction:
    """Return the exact value of a rational number, of a string like "3/2", or of a float.

    Examples
    --------
    >>> rational_of("3/2"), rational_of(0.25), rational_of(sympy.Rational(1, 3))
    (Fraction(3, 2), Fraction(1, 4), Fraction(1, 3))
    """
    if isinstance(value, sympy.Rational):
        return Fraction(int(value.p), int(value.q))
    try:
        return Fraction(value)
    except (TypeError, ValueError, ZeroDivisionError):
        raise InputError("number", "be rational", repr(value)) from None
