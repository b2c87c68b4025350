r"""Means over the circle: a ring in which trigonometric polynomials times e^{b cos s} integrate to Bessel functions.

The one fact about Bessel functions that the proofs use beside recurrences is

    1/(2 pi) ∫ e^{i k s} e^{b cos(s - c)} ds = e^{i k c} I_k(b),   k an integer                      (DLMF 10.32.3),

and for b = 0 the orthogonality of e^{i k s}. The balls do not use it: they integrate.
"""

from __future__ import annotations

from typing import Any

import sympy

from verify.symbolic import BESSEL, Ring

__all__ = ["CIRCLE", "bessel", "circle_mean"]


def bessel(order: Any, argument: Any) -> sympy.Expr:
    """Return I_order(argument)."""
    return sympy.besseli(order, argument)


def circle_mean(body: Any, *variables: sympy.Symbol) -> sympy.Expr:
    """Return the mean of a body over [-pi, pi] in each of the variables, not carried out.

    Examples
    --------
    >>> s = sympy.Symbol("s", real=True)
    >>> CIRCLE.rewrite(circle_mean(sympy.cos(s) ** 2, s))
    1/2
    """
    limits = [(variable, -sympy.pi, sympy.pi) for variable in variables]
    return sympy.Integral(body, *limits) / (2 * sympy.pi) ** len(variables)


def _rewrite(expression: sympy.Expr) -> sympy.Expr:
    """Carry out every mean that the two rules cover, and reduce what is left as Bessel functions."""
    done = expression.replace(lambda e: isinstance(e, sympy.Integral), _integrated)
    return BESSEL.rewrite(done)


def _integrated(integral: sympy.Integral) -> sympy.Expr:
    body = integral.function
    for variable, low, high in integral.limits:
        if (low, high) != (-sympy.pi, sympy.pi):
            return integral
        total = sympy.S.Zero
        for term in _exponential_terms(body):
            value = _mean_of_term(term, variable)
            if value is None:
                return integral
            total += 2 * sympy.pi * value
        body = total
    return body


def _exponential_terms(body: sympy.Expr) -> tuple[sympy.Expr, ...]:
    """Return a sum of products of powers of e, with cosines outside of exponents written as exponentials."""
    kept: dict[sympy.Expr, sympy.Expr] = {}
    for power in body.atoms(sympy.exp):
        if power.args[0].has(sympy.cos):
            kept[power] = sympy.Dummy("e")
    outside = body.xreplace(kept).rewrite([sympy.sin, sympy.cos], sympy.exp)
    expanded = sympy.expand(outside, power_exp=False)
    back = {dummy: power for power, dummy in kept.items()}
    return tuple(term.xreplace(back) for term in sympy.Add.make_args(expanded))


def _mean_of_term(term: sympy.Expr, s: sympy.Symbol) -> sympy.Expr | None:
    """Return the mean of c e^{i k s} e^{b cos(s - shift)} over a period, None where no rule applies."""
    factors, exponent = [], sympy.S.Zero
    for factor in sympy.Mul.make_args(term):
        base, power = factor.as_base_exp()
        if base is sympy.E:
            exponent += power
        else:
            factors.append(factor)
    constant = sympy.Mul(*factors)
    if constant.has(s):
        return None
    wave, free, height, shift = sympy.S.Zero, sympy.S.Zero, sympy.S.Zero, sympy.S.Zero
    for part in sympy.Add.make_args(sympy.expand(exponent)):
        if not part.has(s):
            free += part
        elif part.has(sympy.cos):
            factor, cosine = part.as_independent(s, as_Add=False)
            if height != 0 or not isinstance(cosine, sympy.cos):
                return None
            slope = cosine.args[0].coeff(s)
            if slope not in (1, -1):
                return None
            height, shift = factor, sympy.expand(s - slope * cosine.args[0])
        else:
            wave += part
    k = sympy.expand(wave / (sympy.I * s))
    if k.has(s) or k.is_integer is not True or shift.has(s):
        return None
    if height == 0:
        if k.is_zero is None:
            return None
        return constant * sympy.exp(free) if k == 0 else sympy.S.Zero
    return constant * sympy.exp(free + sympy.I * k * shift) * bessel(k, height)


#: I_{-k} = I_k for the integers k that occur is used by the reduction to the orders 0 and 1 where k is a number.
CIRCLE = Ring("means over the circle: Fourier coefficients, as I_n", _rewrite)
