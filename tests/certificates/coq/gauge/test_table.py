"""Matrices of a gauge at its labels: given one by one, or values of one matrix of formulas."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.certificates.checker.problem import read_labels
from verify.certificates.coq.gauge.table import gauge_table
from verify.certificates.coq.text import NotInCoqError

POSITIONS = {"kind": "positions", "n": 3}
ONE, MINUS = [[1, 0], [0, 1]], [[-1, 0], [0, -1]]


def table(labels, Q):
    """Return the matrices in dimension 2."""
    return gauge_table({"d": 2, "Q": Q}, read_labels(labels))


def test_a_matrix_of_formulas_is_taken_at_every_label():
    """R(pi i) is I and -I in turn; R(pi xi/2) at the points 0 and 1 is I and a quarter turn."""
    half = [["cos(pi*i)", "-sin(pi*i)"], ["sin(pi*i)", "cos(pi*i)"]]
    assert table(POSITIONS, half) == [ONE, MINUS, ONE]
    quarter = [["cos(pi*xi/2)", "-sin(pi*xi/2)"], ["sin(pi*xi/2)", "cos(pi*xi/2)"]]
    points = {"kind": "atoms", "weights": ["1/2", "1/2"], "points": ["0", "1"]}
    assert table(points, quarter) == [ONE, [[0, -1], [1, 0]]]


def test_matrices_that_are_given_are_read():
    """Rationals stay what they are."""
    turn = [["3/5", "-4/5"], ["4/5", "3/5"]]
    found = table({"kind": "atoms", "weights": ["1/2", "1/2"]}, [turn, turn])
    assert found == [[[Fraction(3, 5), Fraction(-4, 5)], [Fraction(4, 5), Fraction(3, 5)]]] * 2


@pytest.mark.parametrize("Q", [[["cos(i)", "-sin(i)"], ["sin(i)", "cos(i)"]], [[["1", "0"], ["0", "1"]]], [["1"]]])
def test_values_that_are_irrational_and_other_shapes_are_refused(Q):
    """R(1) is not rational; one matrix for three labels; a matrix of size 1."""
    with pytest.raises(NotInCoqError, match="rational matrices of size 2"):
        table(POSITIONS, Q)
