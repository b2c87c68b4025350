"""T5 by exact data: near misses on both sides, ties, and matrices of a few hundred rows."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest
from handmade import BEYOND, NEAR, certificate, factor, laplacian, psd
from handmade_accepted import ACCEPTED
from handmade_rejected import NEGATIVE

from verify.certificates.checker import Refused, check
from verify.certificates.checker.dichotomy import by_direction, maximisers
from verify.certificates.checker.profiles import Profile


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


def psd_of(kernel, pivots, scale):
    """Return PSD data of a matrix of rank one."""
    return {"kernel": kernel, "pivots": pivots, "scale": scale, "L": [["1"]], "D": ["1"]}


def laplacian_certificate(k, claim, psd, profile="exp(2*t)", **data):
    """Return the certificate of the method laplacian for equal atoms."""
    return certificate(factor(k, profile), "laplacian", claim, psd=psd, **data)


def test_an_indicator_above_one_is_none():
    """ker L = {v_0 = 2 v_1 - v_2}, D_0 = 0: (2, 1, 0) is 0 or 1 at the strict labels, but splits nothing at label 0."""
    k = [[-1, 2, -1], [2, 0, 2], [-1, 2, 0]]
    psd = psd_of([["2", "1", "0"], ["-1", "0", "1"]], [1, 2], "9")
    assert check(laplacian_certificate(k, "all all", psd)).accepted
    for indicator in (["2", "1", "0"], ["-1", "0", "1"]):
        assert not check(laplacian_certificate(k, "all some", psd, indicator=indicator)).accepted
        assert not check(laplacian_certificate(k, "- some", psd, indicator=indicator)).accepted


def test_a_mean_shorter_than_one_is_no_strict_slice():
    """x_1 = (x_0 + x_2)/2 of orthogonal units has length sqrt(1/2): with Dirac slices only x_0 = x_2 remains."""
    k = [[0, 2, -1], [2, 0, 2], [-1, 2, 0]]
    psd = psd_of([["1", "1/2", "0"], ["0", "1/2", "1"]], [0, 2], "9")
    assert check(laplacian_certificate(k, "all all", psd, "t")).accepted
    moments = [["1", "0"], ["0", "1"]]
    assert not check(laplacian_certificate(k, "some some", psd, "t", moments=moments)).accepted


def test_one_negative_degree_among_positive_ones_spreads_its_slice():
    """k = [[-2, 1], [1, 0]]: L is PSD and D = (-1/2, 1/2), so that graph laws collapse and the laws of all do not."""
    k = [[-2, 1], [1, 0]]
    psd = psd_of([["1", "1"]], [1], "4")
    assert check(laplacian_certificate(k, "all none", psd)).accepted
    assert not check(laplacian_certificate(k, "all all", psd)).accepted


def test_a_direction_is_asked_of_the_upper_bounds_of_k():
    """k in [-1, 1]: <v, Lv> < 0 for the lower bound alone proves nothing."""
    half = [Fraction(1, 2)] * 2

    def between(low, high):
        kernel = SimpleNamespace(bounds=lambda _: (half, lambda *_: Fraction(low), lambda *_: Fraction(high)))
        return SimpleNamespace(sloped=lambda: None, factor=lambda: kernel)

    assert by_direction(between(-2, -1), {"v": ["1", "0"]}) == ("none", "none")
    with pytest.raises(Refused, match="not negative"):
        by_direction(between(-1, 1), {"v": ["1", "0"]})


SPLIT = [[Fraction(i == c) for i in range(3)] for c in range(3)]  # ker L of three labels that do not see each other
ZERO = [[Fraction(0)] * 3 for _ in range(3)]
UNITS = {"moments": [[str(int(a == b)) for b in range(3)] for a in range(3)]}
ANY, LINEAR = Profile(nonnegative=True, peaked=True), Profile(nonnegative=True, peaked=True, linear=True, first=True)


def test_moments_are_those_of_a_linear_profile_and_fit_into_the_dimension():
    """Three orthogonal units need d = 3, and a profile that sees first moments alone."""
    strict = [True] * 3
    assert maximisers(LINEAR, ZERO, SPLIT, strict, UNITS, 3, known=True) == "some"
    assert maximisers(LINEAR, ZERO, SPLIT, strict, UNITS, 2, known=True) is None
    assert maximisers(ANY, ZERO, SPLIT, strict, UNITS, 3, known=True) is None


def test_constants_alone_need_a_peak():
    """ker L = constants tells that all slices agree, and f < f(1) that they are one point."""
    ones, strict = [[Fraction(1)] * 3], [True] * 3
    assert maximisers(ANY, ZERO, ones, strict, {}, 3, known=True) == "all"
    assert maximisers(Profile(nonnegative=True), ZERO, ones, strict, {}, 3, known=True) is None


def test_a_minorant_never_tells_some():
    """ker L lies in the kernel of the minorant only: an indicator there proves nothing."""
    full = Profile(nonnegative=True, peaked=True, full=True, first=True)
    assert maximisers(full, ZERO, SPLIT, [True] * 3, {}, 3, known=True) == "some"
    assert maximisers(full, ZERO, SPLIT, [True] * 3, {}, 3, known=False) is None
