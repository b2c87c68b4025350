"""Vectors as linear combinations of atoms; inner products expanded bilinearly."""

from __future__ import annotations

import pytest
import sympy

from verify.model.errors import InputError
from verify.symbolic.functions import Average, Law
from verify.symbolic.inner_products import expand_inner, vector_terms
from verify.symbolic.sums import normal_sum
from verify.symbolic.vectors import Dot, Orthogonal, Projection, Rotation, Turn, UnitVector, Vector, Vectors, inverse

U, W, X = Vector("u"), Vector("w"), UnitVector("x")
P, Q = Orthogonal("P"), Orthogonal("Q")
S, T = sympy.symbols("s t", real=True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Dot(Projection(X, U), W), Dot(U, W) - Dot(X, U) * Dot(X, W)),
        (Dot(Turn(Q, U), W), Dot(U, Turn(inverse(Q), W))),
        (Dot(Turn(P, Turn(Q, U)), Turn(P, W)), Dot(Turn(Q, U), W)),
        (Dot(Turn(Rotation(S), Turn(Rotation(T), U)), W), Dot(U, Turn(Rotation(-S - T), W))),
        (Dot(Turn(Q, U + 2 * W), Turn(Q, W)), Dot(U, W) + 2 * Dot(W, W)),
        (Dot(Average(S * U, S, Law("mu")), W), Average(S, S, Law("mu")) * Dot(U, W)),
    ],
)
def test_two_spellings_of_an_inner_product_agree(one, other):
    """Bilinearity, adjoints, Q^T Q = 1, R(s) R(t) = R(s + t)."""
    assert normal_sum(one - other) == {}


def test_turned_vectors_do_not_commute():
    """<P Q u, w> is not <Q P u, w>."""
    assert normal_sum(Dot(Turn(P, Turn(Q, U)), W) - Dot(Turn(Q, Turn(P, U)), W))


def test_terms_carry_their_bound_variables():
    """A sum of vectors keeps its range; a scalar factor with a sum gets its own."""
    i, n = sympy.Symbol("i", integer=True), sympy.Symbol("n", integer=True, positive=True)
    a, v = sympy.IndexedBase("a"), Vectors("v")
    ((ranges, _factor, atom),) = vector_terms(sympy.Sum(a[i], (i, 1, n)) * sympy.Sum(v[i], (i, 1, n)))
    assert len(ranges) == 2
    assert atom.base == v
    assert len(list(expand_inner(U + W, U - W))) == 4


def test_a_scalar_is_no_vector():
    """Adding a number to a vector is refused where it matters."""
    with pytest.raises(InputError, match="linear combination of vectors"):
        list(vector_terms(U + T))
