"""Indicators in null spaces: found where they exist, excluded where they do not."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import flint
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from verify.certificates.rational_matrix import NullSpace, null_space
from verify.spectral.finite.indicators import find_indicator


@st.composite
def null_spaces(draw):
    """Draw the null space of a sum of squares of rows with sum zero: it contains the constants."""
    n = draw(st.integers(1, 6))
    rows = []
    for _ in range(draw(st.integers(0, n))):
        row = [draw(st.integers(-2, 2)) for _ in range(n)]
        row[draw(st.integers(0, n - 1))] -= sum(row)
        rows.append(row)
    Z = [[sum(row[i] * row[j] for row in rows) for j in range(n)] for i in range(n)]
    return null_space(flint.fmpz_mat(Z)), Z


def vertices(null):
    """Yield all null vectors that are determined by entries 0 and 1: the vertices of every polytope."""
    r, n = null.nullity, len(null.basis[0])
    N = sp.Matrix(n, r, lambda i, c: sp.Rational(null.basis[c][i].numerator, null.basis[c][i].denominator))
    for rows in combinations(range(n), r):
        part = N[list(rows), :]
        if part.det() == 0:
            continue
        inverse = part.inv()
        for values in product((0, 1), repeat=r):
            yield [Fraction(int(x.p), int(x.q)) for x in N * inverse * sp.Matrix(values)]


def allowed(v, free):
    """Say whether a vector is an indicator with values in [0, 1] on the free labels."""
    inside = all(0 <= x <= 1 if i in free else x in (0, 1) for i, x in enumerate(v))
    return inside and any(v) and any(x != 1 for x in v)


@given(null_spaces())
def test_search_agrees_with_all_binary_vectors(case):
    """Every one of the 2^n vectors is tried against the matrix itself."""
    null, Z = case
    n = len(Z)
    exists = any(
        0 < sum(v) < n and not any(sum(z * x for z, x in zip(row, v, strict=True)) for row in Z)
        for v in product((0, 1), repeat=n)
    )
    search = find_indicator(null)
    assert search.exhaustive
    assert (search.vector is not None) is exists
    if search.vector is not None:
        assert allowed(search.vector, ())
        assert not any(sum(z * x for z, x in zip(row, search.vector, strict=True)) for row in Z)


@given(null_spaces(), st.data())
def test_search_with_free_labels_agrees_with_all_vertices(case, data):
    """A polytope in [0, 1]^n holds an admissible point iff one of its vertices is one."""
    null, Z = case
    n = len(Z)
    free = data.draw(st.lists(st.integers(0, n - 1), max_size=n - 1, unique=True))
    search = find_indicator(null, free)
    assert search.exhaustive
    assert (search.vector is not None) is any(allowed(v, free) for v in vertices(null))
    if search.vector is not None:
        assert allowed(search.vector, free)
        assert not any(sum(z * x for z, x in zip(row, search.vector, strict=True)) for row in Z)


def test_large_null_space_without_a_binary_basis_vector_is_left_open():
    """Seventeen dimensions are not enumerated."""
    r = 17
    basis = [[Fraction(i == c) for i in range(r)] for c in range(r)]
    basis = [(*row, Fraction(1, r)) for row in basis]
    search = find_indicator(NullSpace(tuple(basis), tuple(range(r))))
    assert search.vector is None
    assert not search.exhaustive


def test_many_components_are_found_at_any_nullity():
    """Thirty isolated labels: each alone is an indicator."""
    assert find_indicator(null_space(flint.fmpz_mat(30, 30))).vector is not None
