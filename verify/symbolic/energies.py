"""Energies and potentials as SymPy objects, for any number n of tokens, any dimension d, and any law.

Normalisation: E[mu] = 1/2 ∬ h dmu dmu, V_mu(z) = ∫ h(z, z') dmu(z'), and for n tokens
E_n = 1/(2 n^2) sum_{i,j} h_ij with i = j included. Time is that of xdot_i = n grad_i E_n.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from verify.symbolic._expressions import expression_of
from verify.symbolic.functions import Average, Law, Profile
from verify.symbolic.vectors import Dot, Projection, SymmetricBase, UnitVectors

__all__ = [
    "BETA", "I", "J", "L", "N", "bilinear_energy", "bound_index", "bound_label", "coordinates", "dissipation",
    "explicit", "factor_kernel", "law_energy", "particle_energy", "potential", "velocity",
]  # fmt: skip

#: Indices of tokens, and their number.
I, J, L = sympy.symbols("i j l", integer=True, positive=True)  # noqa: E741 - the index i, as a constant
N = sympy.Symbol("n", integer=True, positive=True)
BETA = sympy.Symbol("beta", positive=True)

#: ``h(a, b, x, y)``: labels a, b and contents x, y.
KernelLike = Callable[[Any, Any, Any, Any], sympy.Expr]
#: ``x(i)``: the content of a token.
Contents = Callable[[Any], sympy.Expr]


def bound_index(*used: Any) -> sympy.Symbol:
    """Return an index that does not occur in the given expressions, so that a sum over it captures none of theirs.

    Examples
    --------
    >>> bound_index(I), bound_index(I, J)
    (j, m)
    """
    names = ("j", "m", "p", "q", "r", "s")
    return _unused([sympy.Symbol(name, integer=True, positive=True) for name in names], used)


def bound_label(*used: Any) -> sympy.Symbol:
    """Return a label z', z'', ... that does not occur in the given expressions."""
    return _unused([sympy.Symbol("z" + "'" * count, real=True) for count in range(1, 7)], used)


def _unused(names: list[sympy.Symbol], used: tuple[Any, ...]) -> sympy.Symbol:
    taken = {symbol for expression in used for symbol in expression_of(expression).free_symbols}
    return next(name for name in names if name not in taken)


def factor_kernel(k: sympy.IndexedBase | SymmetricBase, f: Profile) -> KernelLike:
    """Return h((x, a), (y, b)) = k_ab f(<x, y>)."""
    return lambda a, b, x, y: k[a, b] * f(Dot(x, y))


def particle_energy(h: KernelLike, x: Contents, n: sympy.Expr = N) -> sympy.Expr:
    r"""Return E_n = 1/(2 n^2) sum_{i,j} h((x_i, i), (x_j, j)).

    Examples
    --------
    >>> x = UnitVectors("x")
    >>> E = particle_energy(factor_kernel(SymmetricBase("k"), Profile("f")), x.__getitem__)
    >>> sympy.latex(E.subs(N, 1).doit())
    '\\frac{{k}_{1,1} f\\left(\\lvert {x}_{1}\\rvert^{2}\\right)}{2}'
    """
    return sympy.Sum(h(I, J, x(I), x(J)), (I, 1, n), (J, 1, n)) / (2 * n**2)


def velocity(gradient: KernelLike, x: Contents, i: Any = I, n: sympy.Expr = N) -> sympy.Expr:
    """Return xdot_i = P_{x_i} (1/n) sum_j grad_x h((x_i, i), (x_j, j)) for a gradient given as a vector."""
    j = bound_index(i)
    return Projection(x(i), sympy.Sum(gradient(i, j, x(i), x(j)), (j, 1, n)) / n)


def dissipation(speed: Callable[[Any], sympy.Expr], n: sympy.Expr = N) -> sympy.Expr:
    """Return (1/n) sum_i |xdot_i|^2."""
    return sympy.Sum(Dot(speed(I), speed(I)), (I, 1, n)) / n


def law_energy(h: KernelLike, law: Law | sympy.Expr, x: Contents | None = None) -> sympy.Expr:
    """Return E[mu] = 1/2 ∬ h dmu dmu over bound variables z, z'; the content of z is x(z)."""
    z, other = sympy.symbols("z z'", real=True)
    content = x or UnitVectors("x").__getitem__
    return Average(Average(h(z, other, content(z), content(other)), other, law), z, law) / 2


def bilinear_energy(h: sympy.IndexedBase, first: sympy.Expr, second: sympy.Expr) -> sympy.Expr:
    """Return ∬ h(z, z') dmu(z) dnu(z') for a kernel written as a symmetric table."""
    z, other = sympy.symbols("z z'", real=True)
    return Average(Average(h[z, other], other, second), z, first)


def potential(h: sympy.IndexedBase, law: sympy.Expr, z: sympy.Expr) -> sympy.Expr:
    """Return V_mu(z) = ∫ h(z, z') dmu(z')."""
    other = bound_label(z)
    return Average(h[z, other], other, law)


def coordinates(name: str, n: int, d: int) -> list[list[sympy.Symbol]]:
    """Return n vectors of d real coordinates, for instances that are written out."""
    return [[sympy.Symbol(f"{name}{i + 1}{c + 1}", real=True) for c in range(d)] for i in range(n)]


def explicit(k: list[list[Any]], f: Callable[[Any], Any], x: list[list[Any]]) -> sympy.Expr:
    """Return E_n of a factor kernel with all coordinates written out.

    Examples
    --------
    >>> explicit([[0, 1], [1, 0]], lambda t: t, [[1, 0], [sympy.Rational(3, 5), sympy.Rational(4, 5)]])
    3/20
    """
    n = len(x)
    total = sum(
        (k[i][j] * f(sum(a * b for a, b in zip(x[i], x[j], strict=True))) for i in range(n) for j in range(n)),
        sympy.S.Zero,
    )
    return expression_of(total) / (2 * n**2)
