"""The low-rank method finds the value of the correlation programme, with multipliers that are feasible."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.optimize.bounds.low_rank import solve_low_rank


def _symmetric(seed, n):
    A = np.random.default_rng(seed).standard_normal((n, n))
    return (A + A.T) / 2


@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.booleans())
def test_value_is_a_correlation_matrix_and_the_multipliers_prove_it(seed, n, nonnegative):
    """X_ii = 1 (<= 1 for all laws), <K, X> = sum lambda, and diag(lambda) - K is PSD to rounding: both are optimal."""
    K = _symmetric(seed, n) - (2.0 * np.eye(n) if nonnegative else 0)
    found = solve_low_rank(K, nonnegative=nonnegative, rng=np.random.default_rng(seed))
    lengths = np.einsum("ij,ij->i", found.V, found.V)
    assert (lengths <= 1 + 1e-12).all()
    assert nonnegative or np.allclose(lengths, 1)
    assert np.isclose(found.value, np.vdot(K @ found.V, found.V), atol=1e-9)
    multipliers = np.maximum(found.multipliers, 0) if nonnegative else found.multipliers
    assert np.linalg.eigvalsh(np.diag(multipliers) - K)[0] >= -1e-5
    assert np.isclose(multipliers.sum(), found.value, atol=1e-5 * n)


def test_a_cycle_of_odd_length_is_frustrated():
    """K = minus the cycle of n = 5: <K, X> is largest for neighbours at the angle 4 pi / 5."""
    K = np.zeros((5, 5))
    for i in range(5):
        K[i, (i + 1) % 5] = K[(i + 1) % 5, i] = -1.0
    found = solve_low_rank(K, rng=np.random.default_rng(3))
    assert found.value == pytest.approx(-10 * np.cos(4 * np.pi / 5), rel=1e-9)


def test_a_negative_diagonal_is_given_up_over_all_laws():
    """K = -1: over correlation matrices the value is -1, with X_ii <= 1 it is 0, by rows that vanish."""
    K = np.array([[-1.0]])
    rng = np.random.default_rng(0)
    assert solve_low_rank(K, rng=rng).value == -1.0
    assert abs(solve_low_rank(K, nonnegative=True, rng=rng).value) < 1e-12


def test_zero_and_duplicate_labels_are_no_special_cases():
    """K = 0 has value 0; a label that is there twice changes nothing but the weights."""
    rng = np.random.default_rng(1)
    assert solve_low_rank(np.zeros((4, 4)), rng=rng).value == 0.0
    K = _symmetric(7, 4)
    split = np.repeat(np.repeat(K, 2, axis=0), 2, axis=1) / 4
    one, two = (solve_low_rank(table, rng=rng).value for table in (K, split))
    assert two >= one - 1e-9


def test_the_search_ends_when_its_time_is_up():
    """With no time, one sweep is made and no step of Newton's method."""
    found = solve_low_rank(_symmetric(0, 40), rng=np.random.default_rng(0), timeout=1e-9)
    assert (found.sweeps, found.steps) == (1, 0)
    assert found.residual > 1e-8


def test_size_does_not_matter_to_the_search():
    """Tables of size 1e-200 and 1e200 are solved like any other."""
    K = _symmetric(5, 6)
    plain, small, large = (
        solve_low_rank(scale * K, rng=np.random.default_rng(2)).value / scale for scale in (1.0, 1e-200, 1e200)
    )
    assert small == pytest.approx(plain, rel=1e-9)
    assert large == pytest.approx(plain, rel=1e-9)
