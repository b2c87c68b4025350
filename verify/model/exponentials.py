"""Exponential profiles: Gegenbauer coefficients in closed form, hence every fact of the dichotomy."""

from __future__ import annotations

import math
from fractions import Fraction

import flint

from verify.model.calculus import at, divide, multiply, sign_of
from verify.model.formula import (
    Apply,
    Const,
    Formula,
    Name,
    Node,
    formula_of,
    free_names,
    show,
)
from verify.model.gegenbauer import (
    exponential_coefficient,
)
from verify.model.polynomials import polynomial
from verify.model.profile_facts import Fact, ProfileFacts
from verify.model.readings import to_ball

_ZERO, _ONE = Const(Fraction(0)), Const(Fraction(1))

__all__ = ["exponential_form", "exponential_mean", "facts_of_exponential", "formula_of_exponential"]


def facts_of_exponential(beta: Node, d: int, *, shift: bool) -> ProfileFacts:
    """Facts of f = e^{beta t}/beta, or of e^{beta (t - 1)}/beta with ``shift``, beta a nonzero constant.

    Notes
    -----
    a_n of e^{beta t} is a positive number times beta^n, so a_n of f has the sign of beta^{n+1}. f' = e^{beta
    t} > 0.
    """
    sign = sign_of(beta)
    positive, exact = sign.value == 1, sign.exact
    exponential = Apply("exp", (beta,))
    value = divide(_ONE if shift else exponential, beta)
    slope = _ONE if shift else exponential
    mean, mean_ball = exponential_mean(beta, d, shift=shift, positive=positive)
    increasing = Fact.of(True, "f is strictly increasing: f'(t) is an exponential.")
    slope_how = "f'(1) = 1." if shift else "f'(1) = e^beta."
    nonnegative = (
        Fact.of(
            True,
            "beta > 0: every a_n is a positive multiple of beta^(n-1) (Bessel functions I).",
            exact=exact,
        )
        if positive
        else Fact.of(False, "beta < 0: a_n has the sign of beta^(n+1), so a_2 < 0.", exact=exact)
    )
    return ProfileFacts(
        d=d,
        facts={
            "nonnegative": nonnegative,
            "slope": Fact.of(True, slope_how),
            "peaked": increasing,
            "bounded": increasing,
            "continuous": Fact.of(True, "An exponential."),
        },
        degrees="all" if positive else None,
        linear=False,
        value_at_one=to_ball(value, {}),
        slope_at_one=to_ball(slope, {}),
        a_0=mean_ball,
        exact={"value_at_one": show(value), "slope_at_one": show(slope), "a_0": show(mean)},
        tops=(math.inf, math.inf) if positive else (-1, math.inf),
    )


def exponential_mean(beta: Node, d: int, *, shift: bool, positive: bool) -> tuple[Node, flint.arb]:
    """a_0 = Gamma(d/2) (2/|beta|)^nu I_nu(|beta|) / beta, nu = (d-2)/2; sinh(beta)/beta^2 for d = 3."""
    size = beta if positive else multiply(Const(Fraction(-1)), beta)
    nu = Fraction(d - 2, 2)
    if d == 3:
        mean = divide(Apply("sinh", (beta,)), _power(beta, 2))
    else:
        scale = (
            Apply("**", (divide(Const(Fraction(2)), size), Const(nu))) if nu != 1 else divide(Const(Fraction(2)), size)
        )
        mean = divide(Apply("besseli", (Const(nu), size)), beta)
        mean = multiply(_gamma(d), multiply(scale, mean) if nu else mean)
    ball = exponential_coefficient(0, to_ball(beta, {}), d) / to_ball(beta, {})
    if shift:
        mean = multiply(Apply("exp", (multiply(Const(Fraction(-1)), beta),)), mean)
        ball = ball * (-to_ball(beta, {})).exp()
    return mean, ball


def exponential_form(node: Node) -> tuple[Node, Node] | None:
    """Return constants (c, b), b nonzero, with a tree visibly equal to c e^{b t}; None for any other tree."""
    match node:
        case Apply("neg", (a,)):
            inner = exponential_form(a)
            return inner and (multiply(Const(Fraction(-1)), inner[0]), inner[1])
        case Apply("*", (a, b)) if not free_names(a) or not free_names(b):
            constant, other = (a, b) if not free_names(a) else (b, a)
            inner = exponential_form(other)
            return inner and (multiply(constant, inner[0]), inner[1])
        case Apply("/", (a, b)) if not free_names(b):
            inner = exponential_form(a)
            return inner and (at(Apply("/", (inner[0], b)), {}), inner[1])
        case Apply("exp", (u,)):
            linear = polynomial(u, "t")
            if linear is not None and len(linear) == 2 and sign_of(linear[1]).value:
                return at(Apply("exp", (linear[0],)), {}), linear[1]
        case Apply("**", (Name("E"), u)):
            return exponential_form(Apply("exp", (u,)))
    return None


def _power(node: Node, n: int) -> Node:
    return Const(node.value**n) if isinstance(node, Const) else Apply("**", (node, Const(Fraction(n))))


def _gamma(d: int) -> Node:
    """Gamma(d/2): a factorial, or (2k)!/(4^k k!) sqrt(pi) with d = 2k + 1."""
    if d % 2 == 0:
        return Const(Fraction(math.factorial(d // 2 - 1)))
    k = d // 2
    return multiply(Const(Fraction(math.factorial(2 * k), 4**k * math.factorial(k))), Apply("sqrt", (Name("pi"),)))


def formula_of_exponential(beta: Node, *, shift: bool) -> Formula:
    """Return e^{beta t}/beta, or e^{beta (t - 1)}/beta."""
    t: Node = Name("t")
    argument = Apply("-", (t, _ONE)) if shift else t
    return formula_of(Apply("/", (Apply("exp", (Apply("*", (beta, argument)),)), beta)))
