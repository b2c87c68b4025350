"""Vector expressions: what they are, how they are differentiated, what is refused."""

from __future__ import annotations

import pickle

import pytest
import sympy

from verify.model.errors import InputError
from verify.symbolic.render import latex
from verify.symbolic.vectors import (
    Defined,
    Dot,
    Orthogonal,
    Projection,
    Rotation,
    Turn,
    UnitVectors,
    Vector,
    Vectors,
    inverse,
    is_unit,
    is_vector,
    norm_squared,
    split_vector,
)

X, V, U, Q = UnitVectors("x"), Vectors("v"), Vector("u"), Orthogonal("Q")
T = sympy.Symbol("t", real=True)
I, N = sympy.symbols("i n", integer=True, positive=True)  # noqa: E741 - an index


def test_what_is_a_vector():
    """Members, sums, multiples, projections and turned vectors are; inner products are not."""
    vectors = [X[I], U, 2 * U, U + V[I], sympy.Sum(V[I], (I, 1, N)), Projection(X[I], U), Turn(Q, U), Defined("a", U)]
    assert all(map(is_vector, vectors))
    assert not any(map(is_vector, [Dot(U, U), T, sympy.Sum(Dot(U, V[I]), (I, 1, N)), Defined("a", T)]))
    assert is_unit(X[I])
    assert not is_unit(V[I])


def test_derivatives_follow_the_product_rule():
    """d/dt |u + t v|^2 = 2 <u + t v, v>; turned vectors turn their slopes; P_x is differentiated as written out."""
    moving = U + T * V[I]
    assert norm_squared(moving).diff(T) == Dot(V[I], moving) + Dot(moving, V[I])
    assert Turn(Q, moving).diff(T) == Turn(Q, V[I])
    assert Projection(X[I], moving).diff(T) == V[I] - Dot(X[I], V[I]) * X[I]
    assert Defined("a", T**2).diff(T) == 2 * T


def test_inner_products_with_zero_vanish():
    """<0, v> = 0."""
    assert Dot(0, U) == Dot(U, sympy.S.Zero) == 0


def test_inverses_are_inverse():
    """(Q^T)^T = Q and R(a)^T = R(-a)."""
    assert inverse(inverse(Q)) == Q
    assert inverse(Rotation(T)) == Rotation(-T)


def test_a_product_has_one_vector():
    """Products of two vectors mean nothing."""
    assert split_vector(2 * T * U) == (2 * T, U)
    with pytest.raises(InputError, match="exactly one vector factor"):
        split_vector(sympy.Mul(U, V[I], evaluate=False))


def test_a_map_that_moves_is_refused():
    """The derivative of Q(t) v is not that of Q v."""
    with pytest.raises(InputError, match="operator that does not depend"):
        Turn(Rotation(T), U).diff(T)


def test_expressions_survive_pickling():
    """Workers send them back and forth."""
    expression = Dot(Turn(Q, X[I]), Projection(X[I], U)) + Defined("a", T)
    assert pickle.loads(pickle.dumps(expression)) == expression


def test_latex_is_the_usual_notation():
    """Brackets, norms, projections, transposes."""
    assert latex(Dot(U, V[I])) == r"\langle u, {v}_{i}\rangle"
    assert latex(Dot(U, U)) == r"\lvert u\rvert^{2}"
    assert latex(Projection(X[I], U + V[I])) == r"P_{{x}_{i}} \left(u + {v}_{i}\right)"
    assert latex(Turn(inverse(Q), U)) == r"Q^{\top} u"
    assert latex(Defined(r"\dot{x}", U) + V[I]) == r"\dot{x} + {v}_{i}"
