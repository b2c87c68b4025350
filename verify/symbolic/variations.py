"""Variations: of an energy along moving tokens, along graphs, and along laws with a fixed label marginal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from verify.symbolic.vectors import Defined

__all__ = ["EPSILON", "along_law", "moved", "rate", "second_rate", "single"]

#: The parameter of a variation; derivatives are taken at 0.
EPSILON = sympy.Symbol("epsilon", real=True)

Contents = Callable[[Any], sympy.Expr]


def moved(x: Contents, v: Contents) -> Contents:
    """Return i -> x_i + eps v_i."""
    return lambda i: x(i) + EPSILON * v(i)


def rate(functional: Callable[[Contents], sympy.Expr], x: Contents, v: Contents, name: str | None = None) -> sympy.Expr:
    r"""Return d/deps F(x + eps v) at eps = 0, not carried out.

    Parameters
    ----------
    functional : callable
        F, a function of the contents ``i -> x_i``.
    x, v : callable
        Contents and their velocities.
    name : str, optional
        LaTeX by which F(x + eps v) is shown, as ``E_n(x + \epsilon v)``; written out by default.

    Examples
    --------
    >>> from verify.symbolic.vectors import Dot, Vectors
    >>> x, v = Vectors("x"), Vectors("v")
    >>> i = sympy.Symbol("i")
    >>> rate(lambda y: Dot(y(i), y(i)), x.__getitem__, v.__getitem__).doit()
    Dot(v[i], x[i]) + Dot(x[i], v[i])
    """
    return _at_zero(_shown(functional(moved(x, v)), name), 1)


def second_rate(
    functional: Callable[[Contents], sympy.Expr], x: Contents, v: Contents, name: str | None = None
) -> sympy.Expr:
    """Return d^2/deps^2 F(x + eps v) at eps = 0, not carried out; see :func:`rate`."""
    return _at_zero(_shown(functional(moved(x, v)), name), 2)


def _shown(expression: sympy.Expr, name: str | None) -> sympy.Expr:
    return expression if name is None else Defined(name, expression)


def _at_zero(expression: sympy.Expr, order: int) -> sympy.Expr:
    return sympy.Subs(sympy.Derivative(expression, (EPSILON, order)), EPSILON, 0)


def single(m: sympy.Expr, w: sympy.Expr) -> Contents:
    """Return the velocities that move the token m alone: i -> delta_im w."""
    return lambda i: sympy.KroneckerDelta(i, m) * w


def along_law(
    functional: Callable[[sympy.Expr], sympy.Expr], mu: sympy.Expr, sigma: sympy.Expr, name: str | None = None
) -> sympy.Expr:
    """Return d/deps F(mu + eps sigma) at eps = 0, not carried out; see :func:`rate`."""
    return _at_zero(_shown(functional(mu + EPSILON * sigma), name), 1)
