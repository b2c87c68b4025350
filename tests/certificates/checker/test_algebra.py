"""Linear algebra over Q: ranks, small PSD tests, components."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.certificates.checker import Refused
from verify.certificates.checker.algebra import check_psd, echelon, psd_rank


def test_ranks_and_small_psd_tests_are_exact():
    """Elimination over the rationals."""
    q = [[Fraction(x) for x in row] for row in [[1, 2, 3], [2, 4, 6], [1, 0, 1]]]
    assert len(echelon(q, range(3))) == 2
    assert psd_rank([[Fraction(2), Fraction(1)], [Fraction(1), Fraction(1, 2)]]) == 1
    assert psd_rank([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(5)]]) is None
    assert psd_rank([[Fraction(1), Fraction(2)], [Fraction(2), Fraction(3)]]) is None
    basis = echelon([[Fraction(1), Fraction(1), Fraction(1)], [Fraction(0), Fraction(1), Fraction(2)]], [2, 0])
    assert basis == [[0, Fraction(1, 2), 1], [1, Fraction(1, 2), 0]]


@pytest.mark.parametrize("A", [[[1, 2], [2, 3]], [[3, 2], [2, 1]]])
def test_the_residual_dominates_in_every_row(A):
    """A - I has the rows (0, 2), (2, 2) or (2, 2), (2, 0): one row dominates, the other not, and det A = -1."""
    data = {"kernel": [], "pivots": [], "scale": "1", "L": [["1"], ["0", "1"]], "D": ["1", "1"]}
    check_psd([[Fraction(x) for x in row] for row in ([2, 1], [1, 2])], data)
    with pytest.raises(Refused, match="diagonally dominant"):
        check_psd([[Fraction(x) for x in row] for row in A], data)
