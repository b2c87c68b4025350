"""Exact feasibility: a solution solves, and where there is none a multiplier says so."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from verify.certificates.rational_lp import nonnegative_solution


def basic_solution_exists(A, b):
    """Enumerate the basic solutions: x >= 0 with A x = b exists iff one of them is >= 0."""
    matrix, right = sp.Matrix(A), sp.Matrix(b)
    n = matrix.shape[1]
    if right.is_zero_matrix:
        return True
    for size in range(1, n + 1):
        for columns in combinations(range(n), size):
            part = matrix[:, list(columns)]
            if part.rank() < size or part.row_join(right).rank() > size:
                continue
            x = (part.T * part).LUsolve(part.T * right)
            if all(value >= 0 for value in x):
                return True
    return False


@given(st.integers(1, 3), st.integers(1, 4), st.data())
def test_feasibility_agrees_with_all_basic_solutions(m, n, data):
    """Random small integer systems, degenerate ones among them."""
    A = [[data.draw(st.integers(-2, 2)) for _ in range(n)] for _ in range(m)]
    b = [data.draw(st.integers(-2, 2)) for _ in range(m)]
    x = nonnegative_solution(A, b)
    assert (x is not None) is basic_solution_exists(A, b)
    if x is not None:
        assert all(value >= 0 for value in x)
        assert [sum(a * value for a, value in zip(row, x, strict=True)) for row in A] == b


def test_cycling_example_ends():
    """Beale's degenerate example, as a feasibility problem, ends under Bland's rule."""
    A = [
        [Fraction(1, 4), -60, Fraction(-1, 25), 9, 1, 0, 0],
        [Fraction(1, 2), -90, Fraction(-1, 50), 3, 0, 1, 0],
        [0, 0, 1, 0, 0, 0, 1],
        [Fraction(-3, 4), 150, Fraction(-1, 50), 6, 0, 0, 0],
    ]
    x = nonnegative_solution(A, [0, 0, 1, Fraction(-1, 20)])
    assert x is not None
    assert nonnegative_solution(A, [0, 0, 1, Fraction(-1, 19)]) is None


def test_ragged_table_is_refused():
    """Each row needs all unknowns and a right-hand side."""
    with pytest.raises(ValueError, match="rectangular"):
        nonnegative_solution([[1, 2], [1]], [1, 1])
    with pytest.raises(ValueError, match="rectangular"):
        nonnegative_solution([[1, 2]], [1, 1])
