"""The rings in which two sides of an identity are brought to one normal form.

Each ring is a rewriting by identities, after which :func:`verify.symbolic.sums.normal_sum` collects terms: cosines
become exponentials, Bessel functions are reduced to two orders, the last coordinate of a unit vector loses its square.
A difference whose terms all cancel is zero; nothing is concluded from terms that remain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import sympy

from verify.symbolic.functions import Average
from verify.symbolic.sums import Term, normal_sum
from verify.symbolic.vectors import Dot, Vector, is_vector

__all__ = ["BESSEL", "EXPONENTIALS", "RATIONAL", "SUMS", "Ring", "difference", "reduce_bessel", "settle", "sphere"]


@dataclass(frozen=True)
class Ring:
    """A name for reading, and a rewriting by identities that hold everywhere on the domain."""

    name: str
    rewrite: Callable[[sympy.Expr], sympy.Expr] = field(repr=False)


def settle(expression: sympy.Expr) -> sympy.Expr:
    """Return an expression with its derivatives and substitutions carried out, innermost first."""
    while True:
        open_nodes = [
            node
            for node in expression.atoms(sympy.Derivative, sympy.Subs)
            if not any(arg.has(sympy.Derivative, sympy.Subs) for arg in node.args)
        ]
        done = {node: node.doit() for node in open_nodes}
        done = {node: value for node, value in done.items() if value != node}
        if not done:
            return expression
        expression = expression.xreplace(done)


def _to_exponentials(expression: sympy.Expr) -> sympy.Expr:
    kinds = (sympy.sin, sympy.cos, sympy.tan, sympy.sinh, sympy.cosh, sympy.tanh, sympy.cot)
    return expression.rewrite(list(kinds), sympy.exp) if expression.has(*kinds) else expression


def reduce_bessel(expression: sympy.Expr) -> sympy.Expr:
    """Return an expression with all I_{nu + n}(z) reduced to the two orders nu, nu + 1.

    Notes
    -----
    I_{nu+1} = I_{nu-1} - (2 nu / z) I_nu (DLMF 10.29.1), and I_{-n} = I_n for integers n (DLMF 10.27.1).

    Examples
    --------
    >>> z = sympy.Symbol("z")
    >>> sympy.expand(reduce_bessel(sympy.besseli(2, z) - sympy.besseli(0, z)) * z)
    -2*besseli(1, z)
    """
    return expression.replace(sympy.besseli, _reduced)


def _reduced(order: sympy.Expr, z: sympy.Expr) -> sympy.Expr:
    constant, symbolic = sympy.expand(order).as_coeff_Add()
    if not constant.is_Rational:
        return sympy.besseli(order, z)
    steps = int(sympy.floor(constant))
    nu = constant - steps + symbolic
    if nu == 0:
        steps = abs(steps)
    low, high = sympy.besseli(nu, z), sympy.besseli(nu + 1, z)
    if steps >= 0:
        for n in range(steps):
            low, high = high, low - 2 * (nu + n + 1) / z * high
        return low
    for n in range(0, steps, -1):
        low, high = high + 2 * (nu + n) / z * low, low
    return low


SUMS = Ring("formal sums of inner products, with |x|² = 1", lambda e: e)
RATIONAL = Ring("rational functions", lambda e: e)
EXPONENTIALS = Ring("linear combinations of exponentials (trigonometric polynomials)", _to_exponentials)
BESSEL = Ring("linear combinations of I_ν and I_{ν+1} and exponentials", lambda e: _to_exponentials(reduce_bessel(e)))


def sphere(*vectors: Sequence[sympy.Symbol]) -> Ring:
    """Return the ring of polynomials in the coordinates of unit vectors, modulo |x|^2 = 1 for each.

    Examples
    --------
    >>> x = sympy.symbols("x1:4")
    >>> difference(x[0] ** 2 + x[1] ** 2, 1 - x[2] ** 2, sphere(x))
    {}
    """

    def rewrite(expression: sympy.Expr) -> sympy.Expr:
        expression = sympy.expand(expression)
        for coordinates in vectors:
            *others, last = coordinates
            square = 1 - sum((c**2 for c in others), sympy.S.Zero)
            expression = sympy.expand(
                expression.replace(
                    lambda e, last=last: e.is_Pow and e.base == last and e.exp.is_Integer and e.exp >= 2,
                    lambda e, last=last, square=square: square ** (e.exp // 2) * last ** (e.exp % 2),
                )
            )
        return expression

    return Ring("polynomials on the sphere, modulo |x|² = 1", rewrite)


def difference(lhs: sympy.Expr, rhs: sympy.Expr, ring: Ring = SUMS) -> dict[Term, sympy.Expr]:
    """Return the terms of lhs - rhs in a ring; none if the two sides are equal.

    Notes
    -----
    Vectors u = v are compared as <u, w> = <v, w> with an arbitrary w. Where terms remain that have sums as
    denominators, they are brought to a common denominator and the numerator is taken.

    Examples
    --------
    >>> t = sympy.Symbol("t")
    >>> difference(sympy.cos(t) ** 2, (1 + sympy.cos(2 * t)) / 2, EXPONENTIALS)
    {}
    """
    if is_vector(lhs) or is_vector(rhs):
        w = Vector("w_arbitrary")
        lhs, rhs = Dot(lhs, w), Dot(rhs, w)
    expression = ring.rewrite(settle(lhs - rhs))
    terms = normal_sum(expression)
    if not terms or not any(_has_sum_below(term.body) for term in terms):
        return terms
    if any(term.ranges for term in terms) or expression.has(sympy.Sum, Average):
        return terms
    whole = sum((c * term.body for term, c in terms.items()), sympy.S.Zero)
    numerator, _ = sympy.fraction(sympy.together(whole))
    return normal_sum(ring.rewrite(numerator))


def _has_sum_below(body: sympy.Expr) -> bool:
    return any(
        isinstance(base, sympy.Add) and exponent.is_negative
        for base, exponent in (factor.as_base_exp() for factor in sympy.Mul.make_args(body))
    )
