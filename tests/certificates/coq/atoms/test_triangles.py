"""Triangle inequalities add up to a form on metrics, exactly where no cut is negative on up to four points."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from verify.certificates.coq.atoms.cuts import least_cut
from verify.certificates.coq.atoms.triangles import LARGEST, triangle_sum, triangles_text


def tables(n, number, seed=0):
    """Yield random symmetric tables of small integers."""
    rng = np.random.default_rng(seed)
    for _ in range(number):
        c = rng.integers(-2, 5, (n, n))
        yield np.triu(c, 1) + np.triu(c, 1).T


def left(c, s, triangles):
    """Return 2 s c_ij minus the coefficients of the triangle inequalities, for i < j."""
    n = len(c)
    rest = {(i, j): 2 * s * int(c[i][j]) for i, j in combinations(range(n), 2)}
    for x, i, j, e in triangles:
        assert x > 0
        for a, b, sign in ((i, j, 1), (j, e, 1), (i, e, -1)):
            rest[min(a, b), max(a, b)] -= sign * x
    return rest


@pytest.mark.parametrize("n", [2, 3, 4])
def test_on_four_points_triangles_decide_as_cuts_do(n):
    """Every metric on four points is a sum of cuts; what is left of each distance has the sign that was asked for."""
    for c in tables(n, 60):
        least, _ = least_cut(c.tolist())
        for strict in (False, True):
            found = triangle_sum(c.tolist(), strict=strict)
            assert (found is not None) == (least > 0 if strict else least >= 0)
            if found is not None:
                s, triangles = found
                assert s > 0
                assert min(left(c, s, triangles).values()) >= int(strict)


def test_a_pentagonal_inequality_is_no_sum_of_triangle_inequalities():
    """-b_i b_j with b = (1, 1, 1, -1, -1): no cut is negative, but the distances of K_(2,3) give a negative value."""
    b = np.array([1, 1, 1, -1, -1])
    c = -np.outer(b, b)
    bipartite = np.where(np.outer(b, b) > 0, 2, 1) - 2 * np.eye(5, dtype=int)
    assert least_cut(c.tolist())[0] == 0
    assert (c * bipartite).sum() < 0
    assert triangle_sum(c.tolist(), strict=False) is None


def test_more_labels_are_not_tried():
    """Ones everywhere are a sum of distances, but a large table is passed over."""
    ones = [[1] * LARGEST for _ in range(LARGEST)]
    assert triangle_sum(ones, strict=False) is not None
    ones = [[1] * (LARGEST + 1) for _ in range(LARGEST + 1)]
    assert triangle_sum(ones, strict=False) is None


def test_triangles_are_a_list_in_coq():
    """lambda, i, j, l."""
    assert triangles_text([(2, 0, 1, 2), (1, 0, 2, 1)]) == "[Triangle 2 0 1 2;\n    Triangle 1 0 2 1]"
