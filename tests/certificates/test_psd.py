"""Exact positive semidefiniteness: proofs hold in integers, directions are negative, near-misses differ."""

from __future__ import annotations

from fractions import Fraction
from math import nan

import flint
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.certificates.psd import NegativeDirection, PsdProof, prove_psd, quadratic_form

TINY = Fraction(1, 10**12)


def triangle(weight):
    """Return the Laplacian of the triangle with edges 1, 1 and the given weight between vertices 0 and 2."""
    return [[1 + weight, -1, -weight], [-1, 2, -1], [-weight, -1, 1 + weight]]


def inertia(A):
    """Count signs by symmetric elimination over the rationals: an independent decision."""
    M = [[Fraction(x) for x in row] for row in A]
    signs = []
    while M:
        n = len(M)
        i = next((i for i in range(n) if M[i][i]), None)
        if i is None:
            pair = next(((i, j) for i in range(n) for j in range(i) if M[i][j]), None)
            if pair is None:
                return signs.count(1), n, signs.count(-1)
            i, j = pair  # add row and column j to i: the diagonal entry becomes 2 M_ij
            M[i] = [a + b for a, b in zip(M[i], M[j], strict=True)]
            for row in M:
                row[i] += row[j]
        pivot = M[i][i]
        signs.append(1 if pivot > 0 else -1)
        kept = [k for k in range(n) if k != i]
        M = [[M[a][b] - M[a][i] * M[i][b] / pivot for b in kept] for a in kept]
    return signs.count(1), 0, signs.count(-1)


def accepted(A, data):
    """Check plain PSD data against the matrix with fractions alone, as a checker does."""
    n = len(A)
    kernel = [[Fraction(x) for x in vector] for vector in data["kernel"]]
    pivots = data["pivots"]
    for c, vector in enumerate(kernel):
        if any(sum(A[i][j] * vector[j] for j in range(n)) for i in range(n)):
            return False
        if any(vector[t] != (b == c) for b, t in enumerate(pivots)):
            return False
    S = [i for i in range(n) if i not in pivots]
    L = [[int(x) for x in row] for row in data["L"]]
    D = [int(x) for x in data["D"]]
    s = int(data["scale"])
    if s < 1 or any(x < 1 for x in D) or any(row[i] == 0 for i, row in enumerate(L)) or len(L) != len(S):
        return False
    for a in range(len(S)):
        E = []
        for b in range(len(S)):
            product = sum(L[a][k] * D[k] * L[b][k] for k in range(min(a, b) + 1))
            E.append(s * A[S[a]][S[b]] - product)
        if 2 * E[a] < sum(map(abs, E)):
            return False
    return True


def agrees(A):
    """Say whether the decision, its evidence and the dimensions agree with exact elimination."""
    positive, zero, negative = inertia(A)
    result = prove_psd(A)
    if isinstance(result, NegativeDirection):
        return negative > 0 and quadratic_form(A, result.v) == result.value < 0
    dimensions = (result.rank, len(result.kernel), 0)
    return dimensions == (positive, zero, negative) and accepted(A, result.to_data())


integers = st.integers(-4, 4)


@st.composite
def symmetric_matrices(draw, entries=integers, largest=6):
    """Draw a symmetric matrix of small size."""
    n = draw(st.integers(1, largest))
    lower = [[draw(entries) for _ in range(i + 1)] for i in range(n)]
    return [[lower[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]


@st.composite
def singular_psd_matrices(draw):
    """Draw B^T B with fewer rows than columns."""
    n = draw(st.integers(2, 6))
    m = draw(st.integers(1, n - 1))
    B = [[draw(integers) for _ in range(n)] for _ in range(m)]
    return [[sum(row[i] * row[j] for row in B) for j in range(n)] for i in range(n)]


def test_indefinite_matrix_with_nonnegative_leading_minors_is_refuted():
    """The leading minors 0, 0, 0 say nothing: (0, 1, -1) has the value -2."""
    result = prove_psd([[0, 0, 0], [0, 1, 2], [0, 2, 1]])
    assert result == NegativeDirection((Fraction(0), Fraction(1), Fraction(-1)), Fraction(-2))


def test_singular_matrix_of_rank_one_is_proved():
    """A float eigenvalue of -6e-16 does not hide that (1, 2, 3)(1, 2, 3)^T is PSD of rank 1."""
    A = [[1, 2, 3], [2, 4, 6], [3, 6, 9]]
    proof = prove_psd(A)
    assert isinstance(proof, PsdProof)
    assert proof.rank == 1
    assert accepted(A, proof.to_data())


def test_triangle_at_the_critical_weight_is_proved_with_a_kernel_of_dimension_two():
    """At -1/2 the Laplacian is (1/2) u u^T, u = (1, -2, 1)."""
    A = triangle(Fraction(-1, 2))
    proof = prove_psd(A)
    assert isinstance(proof, PsdProof)
    assert len(proof.kernel) == 2
    assert all(v[0] - 2 * v[1] + v[2] == 0 for v in proof.kernel)
    assert accepted(A, proof.to_data())


@pytest.mark.parametrize("exponent", [12, 30, 200])
def test_triangle_past_the_critical_weight_is_refuted_at_any_distance(exponent):
    """At -1/2 - 10^-k some rational direction is negative, and for k = 12 it is (1, 0, -1) with -4/10^12."""
    result = prove_psd(triangle(Fraction(-1, 2) - Fraction(1, 10**exponent)))
    assert isinstance(result, NegativeDirection)
    if exponent == 12:
        assert result.v == (1, 0, -1)
        assert result.value == Fraction(-4, 10**12)


@pytest.mark.parametrize("exponent", [12, 30, 200])
def test_triangle_before_the_critical_weight_is_proved_at_any_distance(exponent):
    """At -1/2 + 10^-k the kernel is the constants."""
    A = triangle(Fraction(-1, 2) + Fraction(1, 10**exponent))
    proof = prove_psd(A)
    assert isinstance(proof, PsdProof)
    assert proof.kernel == ((1, 1, 1),)
    assert accepted(A, proof.to_data())


def test_gap_of_a_circulant_is_told_from_its_negative():
    """The circulant with eigenvalues khat(0) - khat(m) in {0, +-10^-12} on Z_2 is decided by its sign."""
    assert isinstance(prove_psd([[TINY, -TINY], [-TINY, TINY]]), PsdProof)
    assert isinstance(prove_psd([[-TINY, TINY], [TINY, -TINY]]), NegativeDirection)


@pytest.mark.parametrize(
    ("A", "positive"),
    [
        ([[1, 10**200], [10**200, 10**400]], True),
        ([[1, 10**200], [10**200, 10**400 + 1]], True),
        ([[1, 10**200], [10**200, 10**400 - 1]], False),
        ([[Fraction(1, 10**400), 1], [1, 10**400]], True),
        ([[Fraction(1, 10**400), 1], [1, 10**400 - 1]], False),
        ([[10**400, 0], [0, Fraction(1, 10**400)]], True),
    ],
)
def test_matrices_beyond_the_range_of_floats_are_decided(A, positive):
    """Entries that overflow or underflow float64 take the integer route."""
    result = prove_psd(A)
    assert isinstance(result, PsdProof) is positive
    if isinstance(result, PsdProof):
        assert accepted(A, result.to_data())


@pytest.mark.parametrize(
    "A",
    [
        [[1, 1, 1], [1, 1, 2], [1, 2, 1]],  # a leading pivot that is 0 exactly
        [[1, 1, 0], [1, 1, 10**30], [0, 10**30, 10**90]],  # the same, far from what floats see
        [[0, 1], [1, 10**50]],
    ],
)
def test_zero_pivot_of_an_indefinite_matrix_is_refuted(A):
    """Elimination without pivoting would divide by zero."""
    assert isinstance(prove_psd(A), NegativeDirection)
    assert agrees(A)


def test_zero_matrix_is_its_own_kernel():
    """Rank 0: nothing is left to factor."""
    proof = prove_psd([[0, 0], [0, 0]])
    unit_vectors = [["1", "0"], ["0", "1"]]
    assert proof.to_data() == {"kernel": unit_vectors, "pivots": [0, 1], "scale": "1", "L": [], "D": []}


@given(symmetric_matrices())
def test_decision_agrees_with_exact_elimination(A):
    """Random integer matrices."""
    assert agrees(A)


@given(symmetric_matrices(st.fractions(min_value=-2, max_value=2, max_denominator=7), largest=4))
def test_decision_agrees_with_exact_elimination_for_fractions(A):
    """Random rational matrices."""
    assert agrees(A)


@given(singular_psd_matrices(), st.integers(0, 5), st.sampled_from([6, 13, 40]))
def test_singular_matrix_is_told_from_its_neighbours(A, place, exponent):
    """B^T B is proved; less 10^-k times the identity it is refuted, plus that it is proved of full rank."""
    assert isinstance(prove_psd(A), PsdProof)
    assert agrees(A)
    step = Fraction(1, 10**exponent)
    n = len(A)
    for sign in (-1, 1):
        moved = [[A[i][j] + sign * step * (i == j) for j in range(n)] for i in range(n)]
        assert isinstance(prove_psd(moved), PsdProof) is (sign > 0)
        assert agrees(moved)
    one = [[A[i][j] - step * (i == j == place % n) for j in range(n)] for i in range(n)]
    assert agrees(one)


def test_grounded_signed_laplacian_of_size_255_is_proved():
    """A complete signed graph on 256 vertices, grounded: short integers suffice."""
    rng = np.random.default_rng(20260101)
    K = np.triu(rng.integers(-3, 9, size=(256, 256)), 1)
    K = K + K.T
    A = (np.diag(K.sum(axis=1)) - K)[:255, :255]
    proof = prove_psd(A.tolist())
    assert isinstance(proof, PsdProof)
    assert proof.rank == 255
    L = np.array([[*row, *[0] * (255 - len(row))] for row in proof.factor], dtype=object)
    E = proof.scale * A.astype(object) - L @ L.T
    assert (2 * np.diag(E) >= np.abs(E).sum(axis=1)).all()


def test_forms_of_the_input_agree():
    """Nested integers, fractions and flint matrices are the same matrix."""
    rows = [[2, 1], [1, 2]]
    expected = prove_psd(rows)
    assert prove_psd([[Fraction(x) for x in row] for row in rows]) == expected
    assert prove_psd(flint.fmpz_mat(rows)) == expected
    assert prove_psd(flint.fmpq_mat(rows)) == expected
    assert prove_psd(np.array(rows)) == expected


@pytest.mark.parametrize(
    "A",
    [
        [[nan, 0], [0, 1]],
        [[float("inf"), 0], [0, 1]],
        [[1.0, 0], [0, 1]],
        [[True, 0], [0, 1]],
        [["1", 0], [0, 1]],
        [[1, 2], [3, 1]],
        [[1, 2]],
        [[1, 2], [2]],
        [],
        [1, 2],
        "12",
        None,
        np.eye(2),
    ],
)
def test_input_that_is_no_symmetric_rational_matrix_is_refused(A):
    """NaN, infinities, floats, booleans, text, asymmetry and wrong shapes never reach a decision."""
    with pytest.raises(ValueError, match="must"):
        prove_psd(A)


def test_direction_that_proves_nothing_is_refused():
    """A value that is not negative refutes nothing."""
    with pytest.raises(ValueError, match="negative"):
        NegativeDirection((Fraction(1),), Fraction(0))
