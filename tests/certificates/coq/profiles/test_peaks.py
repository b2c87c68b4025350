"""Polynomials of any signs that are largest at 1, or at 1 and -1: the pieces of [-1, 1] on which Coq sees it."""

from __future__ import annotations

import pytest

from verify.certificates.coq.profiles.peaks import even_pieces, pieces


@pytest.mark.parametrize(("P", "largest"), [([0, 10, -1], 1), ([3, 0, 2, 1], 64), ([0, 0, 0, 4, -1], 64)])
def test_pieces_are_found_where_the_value_at_one_is_the_largest(P, largest):
    """f(1) - f(t) = (1 - t) g(t) with g > 0 on [-1, 1], checked against a grid of rational points."""
    M = pieces(P)
    seen = all(sum(P) * 1000**4 > sum(c * t**p * 1000 ** (4 - p) for p, c in enumerate(P)) for t in range(-1000, 1000))
    assert (M is not None and largest >= M) == seen


@pytest.mark.parametrize("P", [[0, -1], [0, 0, 1], [0, 3, 0, -1], [0, 1, 1, -1]])
def test_pieces_are_missing_where_another_value_is_as_large(P):
    """-t, t^2, 3 t - t^3 (no slope at 1) and t + t^2 - t^3 with f(-1) = f(1)."""
    assert pieces(P) is None


@pytest.mark.parametrize("P", [[0, 0, -2, 0, 3], [7, 0, -1, 0, 0, 0, 2], [1, 0, -8, 0, 8], [0, 0, 3, 0, -2], [0, 1, 1]])
def test_even_polynomials_are_largest_at_both_ends(P):
    """f(t) < f(1) for |t| < 1 on a grid; 8 t^4 - 8 t^2 + 1 is as large at 0, 3 t^2 - 2 t^4 larger at 0.9."""
    even = not any(P[1::2])
    seen = all(sum(P) * 1000**6 > sum(c * t**p * 1000 ** (6 - p) for p, c in enumerate(P)) for t in range(1000))
    assert (even_pieces(P) is not None) == (even and seen)
