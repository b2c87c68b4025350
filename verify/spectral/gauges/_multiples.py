"""Whether an exact number is a multiple of 2 pi, or zero: rational, algebraic, polynomial in pi, or by balls.

Nonzero rationals are no multiples of 2 pi since pi is irrational (Lambert), nonzero algebraic numbers and
polynomials in pi with algebraic coefficients are none since pi is transcendental (Lindemann).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import flint

from verify.model import calculus
from verify.model.formula import Apply, Const, Formula, Name, Node, formula_of, replace_parts
from verify.model.numbers import Number, ball, number_formula, number_text
from verify.model.polynomials import polynomial

if TYPE_CHECKING:
    import sympy

__all__ = ["Multiple", "decide_multiple", "decide_zero", "is_identically_zero"]

_PRECISIONS = (64, 256, 1024, 4096)
_NEAR = flint.arb("1e-12")
_ALGEBRAIC = frozenset({"+", "-", "*", "/", "neg", "sqrt", "Abs", "Min", "Max"})
_TWO_PI = Apply("*", (Const(Fraction(2)), Name("pi")))
_PI = Name("pi_symbol")
#: Trees with more parts than this are left to ball arithmetic.
_LARGEST_TEXT = 2_000


@dataclass(frozen=True)
class Multiple:
    """Whether a number lies in 2 pi Z (or is 0), on what grounds, and whether it misses by at most 1e-12."""

    holds: bool | None
    exact: bool
    near: bool
    how: str


def decide_multiple(x: Number) -> Multiple:
    """Decide whether x is in 2 pi Z.

    Examples
    --------
    >>> from verify.model.numbers import parse_number
    >>> [decide_multiple(parse_number(text)).holds for text in ("0", "44/7", "4*pi", "sqrt(2)", "2*pi + 1/10**12")]
    [True, False, True, False, False]
    """
    if isinstance(x, Fraction):
        if x == 0:
            return Multiple(True, True, False, "the phase is 0")
        return Multiple(False, True, _is_near(x), "a nonzero rational is no multiple of 2 pi: pi is irrational")
    turns = formula_of(Apply("/", (x.tree, _TWO_PI))).rational()
    if turns is not None:
        whole = turns.denominator == 1
        return Multiple(whole, True, not whole and _is_near(x), _turns(turns))
    decided = _by_transcendence(x) or _by_balls(x) or _by_algebra(x)
    if decided is not None:
        return decided
    how = f"{number_text(x)} is too close to a multiple of 2 pi to tell them apart at {_PRECISIONS[-1]} bits"
    return Multiple(None, False, False, how)


def decide_zero(x: Number) -> Multiple:
    """Decide whether x = 0; ``near`` if 0 < |x| <= 1e-12."""
    if isinstance(x, Fraction):
        near = 0 < abs(x) <= Fraction(1, 10**12)
        return Multiple(x == 0, True, near, "the frequency is 0" if x == 0 else "the frequency is not 0")
    sign = calculus.sign_of(x.tree)
    if sign.value:
        return Multiple(False, sign.exact, bool(abs(ball(x)) < _NEAR), "the frequency is not 0")
    if sign.value == 0 or is_identically_zero(x.expr):
        return Multiple(True, True, False, "the frequency is 0")
    return Multiple(None, False, False, f"whether {number_text(x)} is 0 was not decided")


def is_identically_zero(expression: sympy.Expr) -> bool:
    """Whether SymPy's algebra shows that an expression vanishes identically; False: it did not show it."""
    import sympy  # slow to import

    if expression == 0 or sympy.simplify(expression) == 0:
        return True
    return expression.equals(0) is True


def _turns(turns: Fraction) -> str:
    if turns.denominator > 1:
        return f"the phase is {turns} of a full turn"
    return f"the phase is {turns} full {'turn' if abs(turns) == 1 else 'turns'}"


def _distance(x: Number) -> flint.arb:
    """Enclose the distance of x to 2 pi Z."""
    bits = x.numerator.bit_length() if isinstance(x, Fraction) else 64
    with flint.ctx.workprec(160 + bits):
        turns = ball(x) / (2 * flint.arb.pi())
        nearest = (turns.mid() + flint.arb(1) / 2).floor()
        return abs(turns - nearest) * 2 * flint.arb.pi()


def _is_near(x: Number) -> bool:
    return not _distance(x) > _NEAR


def _by_transcendence(x: Formula) -> Multiple | None:
    """Decide c_0 + c_1 pi + ..., all c_j algebraic: it is 2 pi k iff c_1 = 2k and the others vanish."""
    tree = replace_parts(x.tree, {Name("pi"): _PI})
    if len(x.text) > _LARGEST_TEXT or not _is_algebraic(tree):
        return None
    coefficients = polynomial(tree, _PI.id)
    if coefficients is None:
        return None
    signs = [calculus.sign_of(c) for degree, c in enumerate(coefficients) if degree != 1]
    refuting = [sign for sign in signs if sign.value]
    if refuting:
        exact = any(sign.exact for sign in refuting)
        how = (
            "a nonzero algebraic number is no multiple of 2 pi: pi is transcendental"
            if len(coefficients) == 1
            else "it is no rational multiple of pi: pi is transcendental"
        )
        return Multiple(False, exact, _is_near(x), how)
    if all(sign.value == 0 for sign in signs):
        slope = formula_of(coefficients[1]).rational() if len(coefficients) > 1 else Fraction(0)
        if slope is not None:
            whole = (slope / 2).denominator == 1
            return Multiple(whole, True, not whole and _is_near(x), _turns(slope / 2))
    return None


def _is_algebraic(node: Node) -> bool:
    match node:
        case Const():
            return True
        case Name(name):
            return name == _PI.id
        case Apply("**", (base, Const())):
            return _is_algebraic(base)
        case Apply(op, args):
            return op in _ALGEBRAIC and all(_is_algebraic(arg) for arg in args)
    return False


def _by_balls(x: Number) -> Multiple | None:
    for precision in _PRECISIONS:
        with flint.ctx.workprec(precision):
            turns = ball(x) / (2 * flint.arb.pi())
            if turns.is_finite() and not turns.contains_integer():
                return Multiple(
                    False, False, _is_near(x), "the phase is certainly not a whole number of turns, by ball arithmetic"
                )
    return None


def _by_algebra(x: Number) -> Multiple | None:
    import sympy  # slow to import

    turns = sympy.nsimplify(sympy.simplify(number_formula(x).expr / (2 * sympy.pi)))
    if turns.is_Integer and is_identically_zero(number_formula(x).expr - 2 * sympy.pi * turns):
        return Multiple(True, True, False, f"{_turns(Fraction(int(turns)))}, by algebra")
    return None
