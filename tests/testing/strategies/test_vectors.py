"""Unit vectors and orthogonal matrices: exact where they are rational, near coincidence where it matters."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from verify.model.kernels.orthogonal import check_orthogonal
from verify.model.sphere import distance
from verify.testing.strategies.vectors import (
    clouds,
    orthogonal_matrices,
    orthogonal_tables,
    pairs_of_unit_vectors,
    rational_unit_vectors,
    unit_vectors,
)

DIMENSIONS = st.integers(2, 5)
FEW = max(10, settings().max_examples // 2)
QUIET = settings(database=None, derandomize=True, max_examples=200)


@given(DIMENSIONS.flatmap(rational_unit_vectors))
def test_rational_vectors_have_length_one_exactly(x):
    """|x|^2 = 1 in fractions."""
    assert sum(c * c for c in x) == 1


@given(DIMENSIONS.flatmap(pairs_of_unit_vectors))
def test_float_vectors_have_length_one_to_rounding(pair):
    """Also where a gap of 1e-16 was added."""
    assert all(abs(np.linalg.norm(x) - 1) < 1e-15 for x in pair)


@settings(max_examples=FEW)
@given(DIMENSIONS.flatmap(lambda d: orthogonal_matrices(d, special=True)), st.data())
def test_matrices_are_orthogonal_exactly(Q, data):
    """The engine's own check accepts them; det Q = 1 where that is asked."""
    check_orthogonal(Q, "Q")
    assert np.linalg.det(np.array(Q, dtype=float)) > 0
    table = data.draw(orthogonal_tables(2, len(Q)))
    assert len(table) == 2
    assert data.draw(clouds(4, len(Q))).shape == (4, len(Q))


@pytest.mark.slow
def test_vectors_and_matrices_shrink_to_the_first_axis_and_the_identity():
    """What is left of a counterexample that does not depend on them."""
    assert find(unit_vectors(3), lambda _: True, settings=QUIET).tolist() == [1, 0, 0]
    assert find(rational_unit_vectors(3), lambda _: True, settings=QUIET) == (1, 0, 0)
    identity = find(orthogonal_matrices(2), lambda _: True, settings=QUIET)
    assert identity == ((1, 0), (0, 1))
    turned = find(orthogonal_matrices(2, special=True), lambda Q: Q[0][1] != 0, settings=QUIET)
    assert turned in (((Fraction(0), Fraction(1)), (-1, 0)), ((Fraction(0), Fraction(-1)), (1, 0)))


@pytest.mark.slow
def test_coincident_antipodal_and_nearly_such_pairs_are_drawn():
    """Distances 0 and pi, and within 1e-7 of these but not there."""
    wanted = [
        lambda r: r == 0, lambda r: r == np.pi, lambda r: 0 < r < 1e-7, lambda r: 0 < np.pi - r < 1e-7,
        lambda r: 0 < abs(r - np.pi / 2) < 1e-7,
    ]  # fmt: skip
    for want in wanted:
        x, y = find(pairs_of_unit_vectors(3), lambda pair, want=want: want(float(distance(*pair))), settings=QUIET)
        assert x.tolist() == [1, 0, 0]
        assert want(float(distance(x, y)))
