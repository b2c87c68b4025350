"""T5 by exact data: near misses on both sides, ties, and matrices of a few hundred rows."""

from __future__ import annotations

import pytest
from handmade import ACCEPTED, BEYOND, NEAR, NEGATIVE, certificate, factor, laplacian, psd

from verify.certificates.checker import check


def test_the_near_miss_is_refused_as_psd_and_accepted_as_direction():
    """k13 = -1/2 is critical; 1e-12 below, no PSD data exist, and (1, 0, -1) refutes."""
    assert check(ACCEPTED["laplacian: critical triangle"]).accepted
    assert check(NEGATIVE).accepted
    forged = certificate(factor(BEYOND), "laplacian", "all all", psd=psd(laplacian(NEAR)))
    assert not check(forged).accepted


@pytest.mark.slow
def test_a_grounded_laplacian_of_size_255_is_checked_in_seconds():
    """A cycle of 256 labels with weak negative chords."""
    n = 256
    k = [[3 if (i - j) % n in (1, n - 1) else 1 if i != j else 0 for j in range(n)] for i in range(n)]
    A = laplacian(k)
    scale = n * n  # A + (weights)/n^2 is n^2 I off the constants up to the cycle, which only adds
    data = {
        "kernel": [["1"] * n],
        "pivots": [n - 1],
        "scale": str(scale),
        "L": [["0"] * i + ["1"] for i in range(n - 1)],
        "D": ["1"] * (n - 1),
    }
    assert all(A[i][i] * scale >= n for i in range(n))
    assert check(certificate(factor(k), "laplacian", "all all", psd=data)).accepted
