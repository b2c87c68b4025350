"""Vectors in normal form: linear combinations of atoms, and inner products expanded bilinearly."""

from __future__ import annotations

from collections.abc import Iterator

import sympy

from verify.model.errors import InputError
from verify.symbolic.functions import Average
from verify.symbolic.sums import (
    Range,
    expand_average,
    expand_terms,
    fresh_variable,
    multiply_terms,
    normal_atom,
    open_sum,
)
from verify.symbolic.vectors import Defined, Dot, Projection, Rotation, Turn, inverse, is_unit, is_vector, split_vector

__all__ = ["expand_inner", "vector_terms"]

_Terms = Iterator[tuple[tuple[Range, ...], sympy.Expr, sympy.Expr]]


def vector_terms(v: sympy.Expr) -> _Terms:
    """Yield bound variables, scalar coefficient and vector atom of each term of a linear combination.

    Examples
    --------
    >>> from verify.symbolic.vectors import Vector
    >>> x, y = Vector("x"), Vector("y")
    >>> sorted((int(c), str(atom)) for _, c, atom in vector_terms(2 * x - y))
    [(-1, 'y'), (2, 'x')]
    """
    match v:
        case sympy.Integer() if v == 0:
            return
        case sympy.Add():
            for arg in v.args:
                yield from vector_terms(arg)
        case sympy.Mul():
            yield from _scaled(v)
        case sympy.Sum():
            outer, body = open_sum(v.args[0], v.limits)
            for ranges, factor, atom in vector_terms(body):
                yield outer + ranges, factor, atom
        case Average():
            yield from _averaged(v)
        case Turn():
            for ranges, factor, atom in vector_terms(v.args[1]):
                yield ranges, factor, _turned(v.args[0], atom)
        case Projection() | sympy.Derivative() | sympy.Subs():
            yield from vector_terms(v.doit())
        case Defined():
            yield from vector_terms(v.definition)
        case _ if is_vector(v):
            yield (), sympy.S.One, v
        case _:
            raise InputError("vector", "be a linear combination of vectors", v)


def _scaled(v: sympy.Mul) -> _Terms:
    scalar, vector = split_vector(v)
    for ranges, factor, atom in vector_terms(vector):
        # the bound variables of the scalar are renamed apart, so the atom keeps its own
        for more, product in multiply_terms([[(ranges, factor)], list(expand_terms(scalar))]):
            yield more, product, atom


def _averaged(v: Average) -> _Terms:
    body, variable, law = v.args
    fresh = fresh_variable(variable)
    for part, inner in expand_average(Average(sympy.S.One, variable, law)):
        for more, factor, atom in vector_terms(body.xreplace({variable: fresh})):
            yield (Range(fresh, None, part[0].upper), *part[1:], *more), inner * factor, atom


def _turned(operator: sympy.Expr, atom: sympy.Expr) -> sympy.Expr:
    """Return Q v with Q Q^T = 1 and R(a) R(b) = R(a + b) used; v is a bare vector or a turned one."""
    if isinstance(operator, Rotation):
        angle = sympy.expand(operator.angle)
        if isinstance(atom, Turn) and isinstance(atom.args[0], Rotation):
            return _turned(Rotation(angle + atom.args[0].angle), atom.args[1])
        return atom if angle == 0 else Turn(Rotation(angle), atom)
    if isinstance(atom, Turn) and atom.args[0] == inverse(operator):
        return atom.args[1]
    return Turn(operator, atom)


def expand_inner(u: sympy.Expr, v: sympy.Expr) -> Iterator[tuple[tuple[Range, ...], sympy.Expr]]:
    """Expand <u, v> bilinearly: yield bound variables and scalar products of atoms."""
    for ranges, factor, first in vector_terms(u):
        for others, rest, second in vector_terms(v):
            fresh = {r.variable: fresh_variable(r.variable) for r in others}
            renamed = tuple(r.replaced(fresh) for r in others)
            product = factor * rest.xreplace(fresh) * _inner_of_atoms(first, second.xreplace(fresh))
            yield ranges + renamed, product


def _inner_of_atoms(u: sympy.Expr, v: sympy.Expr) -> sympy.Expr:
    """Return <u, v> of turned vectors: all maps on one side, |x|^2 = 1, the smaller of the two spellings."""
    while isinstance(u, Turn):
        u, v = u.args[1], _turned(inverse(u.args[0]), v)
    u, v = normal_atom(u), _turned_atom(v)
    if u == v and is_unit(u):
        return sympy.S.One
    word, bare = [], v
    while isinstance(bare, Turn):
        word.append(bare.args[0])
        bare = bare.args[1]
    other = u
    for operator in word:
        other = _turned(inverse(operator), other)
    spellings = [Dot(u, v), Dot(bare, other)]
    return min(spellings, key=sympy.default_sort_key)


def _turned_atom(v: sympy.Expr) -> sympy.Expr:
    return Turn(v.args[0], _turned_atom(v.args[1])) if isinstance(v, Turn) else normal_atom(v)
