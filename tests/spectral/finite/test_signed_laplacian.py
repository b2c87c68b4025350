"""The signed Laplacian of T5: its exact values, its inertia, and the near-misses of the triangle."""

from __future__ import annotations

from fractions import Fraction
from math import nan

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from verify.certificates.psd import NegativeDirection, PsdProof
from verify.spectral.finite.signed_laplacian import Inertia, exact_inertia, signed_laplacian

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def triangle(weight):
    """Return the adjacency of the triangle with edges 1, 1 and a given weight between labels 0 and 2."""
    return [[0, 1, weight], [1, 0, 1], [weight, 1, 0]]


@st.composite
def weighted_tables(draw):
    """Draw weights, a symmetric table and a vector."""
    n = draw(st.integers(1, 5))
    number = st.fractions(min_value=-3, max_value=3, max_denominator=4)
    weights = [draw(st.fractions(min_value=Fraction(1, 9), max_value=1, max_denominator=9)) for _ in range(n)]
    lower = [[draw(number) for _ in range(i + 1)] for i in range(n)]
    k = [[lower[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
    return weights, k, [draw(number) for _ in range(n)]


@given(weighted_tables())
def test_dirichlet_form_is_the_weighted_sum_of_squared_differences(case):
    """<v, L v> = 1/2 sum_ij w_i w_j k_ij (v_i - v_j)^2, whatever the diagonal of k."""
    w, k, v = case
    n = len(w)
    expected = sum(w[i] * w[j] * k[i][j] * (v[i] - v[j]) ** 2 for i in range(n) for j in range(n)) / 2
    assert signed_laplacian(w, k).dirichlet_form(v) == expected


@given(weighted_tables())
def test_inertia_agrees_with_the_eigenvalues_of_an_exact_characteristic_polynomial(case):
    """Sturm sequences count the roots of the characteristic polynomial."""
    w, k, _ = case
    laplacian = signed_laplacian(w, k)
    rows = [[sp.Rational(int(x.p), int(x.q)) for x in row] for row in laplacian.form.tolist()]
    _, factors = sp.Matrix(rows).charpoly().sqf_list()
    zero = sum(m for f, m in factors if f.eval(0) == 0)
    negative = sum(m * (f.count_roots(None, 0) - (f.eval(0) == 0)) for f, m in factors)
    expected = Inertia(len(w) - zero - negative, zero, negative)
    assert laplacian.inertia == expected
    assert isinstance(laplacian.decision, PsdProof) is (expected.negative == 0)
    assert exact_inertia(rows_of_fractions(rows)) == expected


def rows_of_fractions(rows):
    """Return SymPy rationals as fractions."""
    return [[Fraction(int(x.p), int(x.q)) for x in row] for row in rows]


def test_triangle_at_the_critical_weight_has_a_kernel_of_dimension_two():
    """k12 = k23 = 1, k13 = -1/2: one positive eigenvalue."""
    laplacian = signed_laplacian([1, 1, 1], triangle(-HALF))
    assert laplacian.inertia == Inertia(1, 2, 0)
    assert isinstance(laplacian.decision, PsdProof)


def test_triangle_past_the_critical_weight_is_refuted_by_a_value_of_minus_four_parts_in_a_trillion():
    """k13 = -1/2 - 10^-12 and v = (1, 0, -1)."""
    laplacian = signed_laplacian([1, 1, 1], triangle(-HALF - Fraction(1, 10**12)))
    assert laplacian.inertia == Inertia(1, 1, 1)
    assert isinstance(laplacian.decision, NegativeDirection)
    assert laplacian.decision.v == (1, 0, -1)
    assert laplacian.dirichlet_form((1, 0, -1)) == laplacian.decision.value == Fraction(-4, 10**12)


def test_pair_with_degree_zero_is_positive_semidefinite():
    """Weights 1/2, k = [[-1, 1], [1, -1]]: D = 0, L PSD."""
    laplacian = signed_laplacian([HALF, HALF], [[-1, 1], [1, -1]])
    assert laplacian.degrees == (0, 0)
    assert laplacian.inertia == Inertia(1, 1, 0)


def test_pair_with_negative_degree_is_positive_semidefinite():
    """Weights 1/2, k = [[-2, 1], [1, -2]]: D = -1/2, L PSD."""
    laplacian = signed_laplacian([HALF, HALF], [[-2, 1], [1, -2]])
    assert laplacian.degrees == (-HALF, -HALF)
    assert laplacian.inertia == Inertia(1, 1, 0)


def test_sharpness_case_of_an_infinite_slope_is_not_positive_semidefinite():
    """k12 = k23 = 3/2, k13 = -1: a graph maximum for arcsin that L does not see."""
    k = [[0, Fraction(3, 2), -1], [Fraction(3, 2), 0, Fraction(3, 2)], [-1, Fraction(3, 2), 0]]
    assert signed_laplacian([THIRD] * 3, k).inertia == Inertia(1, 1, 1)


@pytest.mark.parametrize("n", [40, 90])
def test_inertia_of_a_product_with_known_signs_is_found(n):
    """B^T diag(s) B with B unitriangular has the signs s; the congruence and the polynomial agree on it."""
    rng = np.random.default_rng(7)
    B = np.tril(rng.integers(-1, 2, size=(n, n)), -1) + np.eye(n, dtype=int)
    B[np.abs(np.subtract.outer(range(n), range(n))) > 3] = 0
    signs = rng.integers(-1, 2, size=n)
    A = B.T @ np.diag(signs) @ B
    expected = Inertia(*(int((signs == s).sum()) for s in (1, 0, -1)))
    assert exact_inertia(A) == expected


def test_inertia_is_exact_where_floats_see_zero():
    """A direct sum of 40 eigenvalues +-10^-k with one block that is 10^-60 from singular."""
    tiny = Fraction(1, 10**60)
    n = 41
    A = [[Fraction(0)] * n for _ in range(n)]
    for i in range(n - 2):
        A[i][i] = Fraction((-1) ** i, 10**i)
    A[n - 2][n - 2] = A[n - 1][n - 1] = Fraction(1)
    A[n - 2][n - 1] = A[n - 1][n - 2] = 1 + tiny
    assert exact_inertia(A) == Inertia(21, 0, 20)


@pytest.mark.parametrize(
    ("weights", "k"),
    [
        ([HALF, HALF], [[0, nan], [nan, 0]]),
        ([0.5, 0.5], [[0, 1], [1, 0]]),
        ([HALF, nan], [[0, 1], [1, 0]]),
        ([HALF, HALF], [[0, 1], [2, 0]]),
        ([1], [[0, 1], [1, 0]]),
        ([0, 1], [[0, 1], [1, 0]]),
        ([-1, 2], [[0, 1], [1, 0]]),
        (None, [[0, 1], [1, 0]]),
    ],
)
def test_bad_weights_and_tables_are_refused(weights, k):
    """NaN, floats, asymmetry, other sizes and weights that are not positive."""
    with pytest.raises(ValueError, match="must"):
        signed_laplacian(weights, k)
