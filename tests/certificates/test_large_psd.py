"""Integers by error-free splitting prove what rational arithmetic confirms, and nothing false."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.certificates import large_psd
from verify.certificates.large_psd import prove_large_psd
from verify.model.errors import InputError


def _table(seed, n):
    A = np.random.default_rng(seed).standard_normal((n, n))
    return (A + A.T) / 2


def _dominated(diagonal, k, radius, proof):
    """Say in rationals whether 2^scale A - L L^T is diagonally dominant for all tables within the radius."""
    n, L = len(k), proof.factor.tolist()
    scale = Fraction(2) ** proof.scale
    for i in range(n):
        slack = Fraction(0)
        for j in range(n):
            entry = Fraction(float(diagonal[i])) if i == j else -Fraction(float(k[i, j]))
            rest = scale * entry - sum(a * b for a, b in zip(L[i], L[j], strict=True))
            slack += rest if i == j else -abs(rest) - scale * Fraction(radius)
        if slack < 0:
            return False
    return True


@pytest.mark.slow
@given(st.integers(0, 2**32 - 1), st.integers(1, 9), st.integers(-20, 20), st.sampled_from([0.0, 2.0**-40]))
def test_a_proof_holds_in_rational_arithmetic(seed, n, exponent, radius):
    """Whatever is accepted is diagonally dominant exactly, at any scale, for every table within the radius."""
    k = np.ldexp(_table(seed, n), exponent)
    top = max(float(np.linalg.eigvalsh(k - np.diag(np.diagonal(k)))[-1]), 2.0 ** (exponent - 10))
    diagonal = np.full(n, top * (1 + 1e-6))
    proof = prove_large_psd(diagonal, k, radius * top, 5e-7 * top)
    assert proof is not None
    assert _dominated(diagonal, k, radius * top, proof)


@pytest.mark.parametrize("blocks", [1, 3, 64])
def test_blocks_do_not_matter(monkeypatch, blocks):
    """The residual is the same whatever the size of the blocks in which it is computed."""
    monkeypatch.setattr(large_psd, "_BLOCK", blocks)
    k = _table(1, 17)
    np.fill_diagonal(k, 0.0)
    top = float(np.linalg.eigvalsh(k)[-1])
    proof = prove_large_psd(np.full(17, top + 1e-7), k, 0.0, 5e-8)
    assert proof is not None
    assert _dominated(np.full(17, top + 1e-7), k, 0.0, proof)


def test_indefinite_and_singular_matrices_are_not_proved():
    """Below the largest eigenvalue, at it, with NaN, or with a radius that matters: None."""
    k = _table(2, 30)
    np.fill_diagonal(k, 0.0)
    top = float(np.linalg.eigvalsh(k)[-1])
    assert prove_large_psd(np.full(30, top - 1e-9), k, 0.0, 1e-12) is None
    assert prove_large_psd(np.full(30, top), k, 0.0, 1e-14) is None
    assert prove_large_psd(np.full(30, top + 1e-6), k, 1e-6, 5e-7) is None
    assert prove_large_psd(np.full(30, np.nan), k, 0.0, 1e-9) is None
    assert prove_large_psd(np.full(30, top + 1e-6), k, np.inf, 5e-7) is None


def test_a_wrong_factor_is_refused(monkeypatch):
    """A Cholesky routine that lies by one part in a million does not make a proof."""
    k = _table(3, 12)
    np.fill_diagonal(k, 0.0)
    diagonal = np.full(12, float(np.linalg.eigvalsh(k)[-1]) + 1e-8)
    cholesky = np.linalg.cholesky
    assert prove_large_psd(diagonal, k, 0.0, 5e-9) is not None
    monkeypatch.setattr(np.linalg, "cholesky", lambda A: cholesky(A) * (1 + 1e-6))
    assert prove_large_psd(diagonal, k, 0.0, 5e-9) is None


def test_the_proof_is_read_by_the_independent_checker():
    """The integers are those of a PsdProof with an empty kernel, which the checker's own arithmetic accepts."""
    from verify.certificates.checker.algebra import check_psd

    k = np.round(_table(5, 6) * 8) / 8
    np.fill_diagonal(k, 0.0)
    diagonal = np.full(6, float(np.linalg.eigvalsh(k)[-1]) + 1e-3)
    proof = prove_large_psd(diagonal, k, 0.0, 5e-4)
    A = [[Fraction(float(diagonal[i] if i == j else -k[i, j])) for j in range(6)] for i in range(6)]
    assert proof is not None
    assert check_psd(A, proof.psd_proof().to_data()) == []


@pytest.mark.parametrize("exponent", [-300, 0, 78, 300])
def test_a_proof_of_any_scale_is_read_by_the_checker(exponent):
    """2^e (2 I - J): where the scale of the proof is no integer, its factor is lifted instead."""
    from verify.certificates.checker.algebra import check_psd

    k = np.ldexp(np.array([[0.0, 1.0], [1.0, 0.0]]), exponent)
    diagonal = np.full(2, np.ldexp(1.5, exponent))
    proof = prove_large_psd(diagonal, k, 0.0, float(np.ldexp(0.25, exponent)))
    A = [[Fraction(float(diagonal[i] if i == j else -k[i, j])) for j in range(2)] for i in range(2)]
    assert check_psd(A, proof.psd_proof().to_data()) == []
    assert (proof.scale < 0) is (exponent >= 78)


def test_shapes_and_sizes_are_checked():
    """A table of another shape, or one too large for exact products, is bad input."""
    with pytest.raises(InputError, match="k must be square"):
        prove_large_psd(np.ones(3), np.zeros((2, 2)), 0.0, 1.0)
    for n in (0, 2049):
        with pytest.raises(InputError, match="1 to 2048"):
            prove_large_psd(np.ones(n), np.zeros((n, n)), 0.0, 1.0)


def test_the_largest_size_keeps_all_products_exact():
    """n 4^q and n 4^(p + 1 - q) stay within 2^53, and the row sums within int64."""
    n, p, q = large_psd.LARGEST, large_psd._BITS, large_psd._DIGIT
    assert n * 4**q <= 2**53
    assert n * 4 ** (p + 1 - q) <= 2**53
    assert n * (large_psd._LEADING + 1) * 4**q < 2**62
