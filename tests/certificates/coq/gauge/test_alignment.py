"""Aligned configurations: Q_i x_i = Q_j x_j where k_ij is not 0, one collapsed and one not."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from verify.certificates.coq.gauge.alignment import aligned_pair, common_vector
from verify.certificates.coq.text import NotInCoqError

ONE = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]
TURN = [[Fraction(3, 5), Fraction(-4, 5)], [Fraction(4, 5), Fraction(3, 5)]]
MIRROR = [[Fraction(-7, 25), Fraction(24, 25)], [Fraction(24, 25), Fraction(7, 25)]]  # fixes (3, 4)


def image(matrix, x):
    """Return Q x."""
    return [sum(a * b for a, b in zip(line, x, strict=True)) for line in matrix]


def test_common_vector_of_a_reflection_is_its_axis():
    """The reflection that fixes (3, 4); a rotation fixes nothing; apart they ask for nothing."""
    assert common_vector([ONE, MIRROR], [[0, 1]]) == [3, 4]
    assert common_vector([ONE, TURN], [[0, 1]]) is None
    assert common_vector([ONE, TURN], [[0], [1]]) == [1, 0]


@pytest.mark.parametrize(
    ("Q", "K"), [([ONE, MIRROR], [[1, 1], [1, 1]]), ([TURN, TURN, ONE], [[1, 1, 0]] * 2 + [[0, 0, 1]])]
)
def test_aligned_pair_is_maximal_and_only_the_first_collapses(Q, K):
    """Q_i x_i = Q_j x_j wherever k_ij > 0, all of one length."""
    X, Y = aligned_pair(Q, K)
    for table in (X, Y):
        assert len({sum(x * x for x in vector) for vector in table}) == 1
        for i, j in product(range(len(Q)), repeat=2):
            assert not K[i][j] or image(Q[i], table[i]) == image(Q[j], table[j])
    assert all(x == X[0] for x in X)
    assert any(y != Y[0] for y in Y)


def test_equal_matrices_on_two_components_are_told_apart_by_a_sign():
    """With Q_i = I the second component gets the opposite point."""
    assert aligned_pair([ONE, ONE], [[1, 0], [0, 1]])[1] == [[1, 0], [-1, 0]]


def test_no_pair_where_all_or_none_collapse():
    """A rotation leaves no common vector, equal matrices on a connected support no spread configuration."""
    with pytest.raises(NotInCoqError, match="no vector"):
        aligned_pair([ONE, TURN], [[1, 1], [1, 1]])
    with pytest.raises(NotInCoqError, match="no configuration"):
        aligned_pair([TURN, TURN], [[1, 1], [1, 1]])
