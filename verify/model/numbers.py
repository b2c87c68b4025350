"""Exact numbers: rationals as fractions, irrational constants as formulas, floats as the binary value they are."""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Integral, Real

import flint

from verify.model.errors import InputError
from verify.model.formula import Const, Formula, formula_of, parse_formula
from verify.model.parsing import MAX_BITS

__all__ = ["Number", "ball", "float_value", "number_formula", "number_text", "parse_number", "parse_rational"]

Number = Fraction | Formula
#: Working precisions, in bits, at which a constant is enclosed before it is called undefined.
_PRECISIONS = (64, 512, 4096)


def parse_number(value: object, where: str = "number") -> Number:
    """Read a JSON number or string as an exact real number.

    Parameters
    ----------
    value : int, float, Fraction, str or Formula
        A float means its exact binary value; a string is a formula without variables, its decimals exact.

    Returns
    -------
    Fraction or Formula
        A Formula only where the value is not known to be rational.

    Raises
    ------
    InputError
        Not a number, not finite, or too long.

    Examples
    --------
    >>> parse_number("0.1"), parse_number(0.5), parse_number("-1/2 - 1/10**3")
    (Fraction(1, 10), Fraction(1, 2), Fraction(-501, 1000))
    >>> parse_number("sqrt(2)").text
    'sqrt(2)'
    """
    if isinstance(value, bool) or value is None:
        raise InputError(where, "be a number", value)
    if isinstance(value, Fraction | Integral):
        number = Fraction(int(value)) if isinstance(value, Integral) else value
        if max(number.numerator.bit_length(), number.denominator.bit_length()) > MAX_BITS:
            raise InputError(where, f"have a numerator and a denominator under {MAX_BITS} bits", "a longer number")
        return number
    if isinstance(value, Real):
        binary = float(value)
        if not math.isfinite(binary):
            remedy = "Write a mask as k = 0." if binary < 0 else "Remove NaN and infinity from the input."
            raise InputError(where, "be finite", binary, "No eigenvalue is computed from it.", remedy)
        return Fraction(binary)
    if isinstance(value, Formula):
        return _constant(value, where)
    if not isinstance(value, str):
        raise InputError(
            where,
            "be a number or a string with an exact value",
            value,
            remedy='For example 2, "1/3" or "sqrt(2)".',
        )
    if value.strip().lower().lstrip("+-") in {"nan", "inf", "infinity"}:
        raise InputError(where, "be finite", value, "No eigenvalue is computed from it.", "Write a mask as k = 0.")
    return _constant(parse_formula(value, (), where), where)


def _constant(formula: Formula, where: str) -> Number:
    if formula.variables:
        raise InputError(where, "be a constant", formula.text, f"It contains {', '.join(sorted(formula.variables))}.")
    rational = formula.rational()
    if rational is not None:
        return rational
    for precision in _PRECISIONS:
        with flint.ctx.workprec(precision):
            if formula.enclose({}).is_finite():
                return formula
    raise InputError(where, "have a finite real value", formula.text, "It is undefined, or too large to enclose.")


def parse_rational(value: object, where: str = "number") -> Fraction:
    """Read a number that must be rational (label weights, lags)."""
    number = parse_number(value, where)
    if isinstance(number, Fraction):
        return number
    raise InputError(where, "be rational", number.text, "It is used in exact sums.", 'Write it as "p/q".')


def number_text(number: Number) -> str:
    """Return the text of the normal form: lowest terms, or the canonical formula."""
    return str(number) if isinstance(number, Fraction) else number.text


def number_formula(number: Number) -> Formula:
    """Return the number as a formula without variables."""
    return number if isinstance(number, Formula) else formula_of(Const(number))


def ball(number: Number) -> flint.arb:
    """Return an enclosure of the number at the current working precision of python-flint."""
    if isinstance(number, Fraction):
        return flint.arb(flint.fmpq(number.numerator, number.denominator))
    return number.enclose({})


def float_value(number: Number) -> float:
    """Return the nearest float64 (to rounding of the enclosure's midpoint for irrational constants), or an infinity."""
    if not isinstance(number, Fraction):
        return float(number.enclose({}).mid())
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf
