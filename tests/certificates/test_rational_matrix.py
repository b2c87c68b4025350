"""Exact null spaces of symmetric integer matrices, also where residues alone do not give them."""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from verify.certificates.rational_matrix import NullSpace, fraction_rows, null_space, symmetric_matrix


@given(st.integers(1, 5), st.integers(0, 4), st.data())
def test_null_space_agrees_with_elimination_over_the_rationals(n, rank, data):
    """B^T B has the null space of B, up to a choice of basis: same dimension, every vector annihilated."""
    B = [[data.draw(st.integers(-9, 9)) for _ in range(n)] for _ in range(rank)]
    A = sp.Matrix(n, n, lambda i, j: sum(row[i] * row[j] for row in B))
    found = null_space(flint.fmpz_mat(n, n, [int(x) for x in A]))
    assert found.nullity == len(A.nullspace())
    for vector in found.basis:
        assert A * sp.Matrix([sp.Rational(x.numerator, x.denominator) for x in vector]) == sp.zeros(n, 1)


def test_null_vector_with_long_entries_is_solved_for():
    """A fraction too long for one prime is not guessed but solved for."""
    p, q = 10**40 + 1, 10**41 + 7
    Z = flint.fmpz_mat([[p * p, -p * q], [-p * q, q * q]])
    assert null_space(Z).basis == ((Fraction(q, p), Fraction(1)),)


def test_unlucky_prime_is_recognised():
    """A multiple of the first prime tried is not mistaken for zero."""
    prime = 2**62 - 57
    assert null_space(flint.fmpz_mat([[prime]])) == NullSpace((), ())
    assert null_space(flint.fmpz_mat([[prime, 0], [0, 1]])).nullity == 0
    assert null_space(flint.fmpz_mat([[prime, -prime], [-prime, prime]])).basis == ((1, 1),)


def test_first_asymmetric_pair_is_named():
    """The error says where."""
    with pytest.raises(ValueError, match=r"k\[0\]\[2\] = 3, k\[2\]\[0\] = 4"):
        symmetric_matrix([[1, 2, 3], [2, 1, 1], [4, 1, 1]], "k")


def test_basis_that_is_not_the_identity_on_its_pivots_is_refused():
    """The pivots read off the coordinates of a null vector."""
    with pytest.raises(ValueError, match="identity"):
        NullSpace(((Fraction(2), Fraction(1)),), (0,))


def test_rows_come_back_as_fractions():
    """The way in and the way out are inverse."""
    assert fraction_rows(symmetric_matrix([[Fraction(1, 3)]])) == ((Fraction(1, 3),),)
