"""The coefficients satisfy the order conditions that a step rests on."""

from __future__ import annotations

import numpy as np
import pytest

from verify.particles.dop853 import DENSE, ERROR_3, ERROR_5, EXTRA, STAGES, WEIGHTS


@pytest.fixture(scope="module")
def nodes():
    """Return the matrix of all stages and its row sums, the times of the stages."""
    rows = [{}, *STAGES, WEIGHTS, *EXTRA]
    A = np.zeros((16, 16))
    for s, row in enumerate(rows):
        A[s, list(row)] = list(row.values())
    return A, A.sum(axis=1)


def test_stages_are_explicit():
    """A stage uses earlier ones alone."""
    assert all(max(row) < s for s, row in enumerate(STAGES, 1))
    assert all(max(row) < s for s, row in enumerate(EXTRA, 13))


@pytest.mark.parametrize("power", range(8))
def test_weights_integrate_polynomials_of_degree_seven(nodes, power):
    """sum b c^p = 1/(p + 1) for p < 8: order 8 for quadrature, and the embedded formulas orders 5 and 3."""
    _, c = nodes
    for row, order in ((WEIGHTS, 8), (ERROR_5, 5), (ERROR_3, 3)):
        found = sum(b * c[s] ** power for s, b in row.items())
        exact = 1 / (power + 1) if row is WEIGHTS else 0.0
        if power < order:
            assert found == pytest.approx(exact, abs=2e-14)
        elif power == order:
            assert abs(found) > 1e-6


def test_weights_satisfy_the_conditions_of_trees(nodes):
    """b A c^p = 1/((p + 1)(p + 2)), b (c * A c^p) and b A A c^p: the bushy trees up to order 8."""
    A, c = nodes
    b = A[12, :12]
    A, c = A[:12, :12], c[:12]
    for p in range(1, 7):
        assert b @ A @ c**p == pytest.approx(1 / ((p + 1) * (p + 2)), abs=1e-13)
    for p in range(1, 6):
        assert b @ (c * (A @ c**p)) == pytest.approx(1 / ((p + 1) * (p + 3)), abs=1e-13)
        assert b @ A @ A @ c**p == pytest.approx(1 / ((p + 1) * (p + 2) * (p + 3)), abs=1e-13)


def test_dense_output_starts_with_the_velocity():
    """The last terms see no constant velocity: their rows sum to zero."""
    assert all(sum(row.values()) == pytest.approx(0, abs=1e-10) for row in DENSE)
