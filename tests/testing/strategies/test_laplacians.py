"""Signed Laplacians by construction: the engine gives the answers, an independent computation their signs."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import find, given, settings

from verify.certificates.psd import NegativeDirection, PsdProof
from verify.model.kernels import read_kernel
from verify.spectral.finite.signed_laplacian import signed_laplacian
from verify.testing.judgements import judge_kernel
from verify.testing.strategies.laplacians import (
    borderline_laplacians,
    indefinite_laplacians,
    psd_laplacians,
    signed_laplacians,
    table_of,
)

FEW = max(10, settings().max_examples // 2)
QUIET = settings(database=None, derandomize=True, max_examples=200)


def laplacian(document):
    """Return weights, the rational table, and the exact decision about L."""
    kernel = read_kernel(document)
    w = kernel.labels.weights()
    return w, kernel.k.rows(kernel.labels), signed_laplacian(w, kernel.k.rows(kernel.labels)).decision


@settings(max_examples=FEW)
@given(signed_laplacians())
def test_the_engine_gives_the_constructed_answer(document):
    """In both views, exact, with an accepted certificate."""
    judged = judge_kernel({k: v for k, v in document.items() if k != "expect"}, document["expect"])
    judged.check()
    assert judged.certificate == "accepted"


@settings(max_examples=FEW)
@given(psd_laplacians())
def test_eigenvalues_of_psd_forms_are_positive_off_constants(document):
    """diag(w) L in floats: one eigenvalue 0, the others beyond rounding."""
    w, k, decision = laplacian(document)
    assert isinstance(decision, PsdProof)
    assert decision.rank == len(w) - 1
    w, k = np.array(w, dtype=float), np.array(k, dtype=float)
    pairs = w[:, None] * w[None, :] * k
    form = np.diag(pairs.sum(axis=1)) - pairs
    assert np.linalg.eigvalsh(form)[1] > 1e-9 * np.abs(form).max()


@settings(max_examples=FEW)
@given(borderline_laplacians())
def test_borderline_forms_have_rank_one(document):
    """So that their null space is larger than the constants from three labels on."""
    w, _, decision = laplacian(document)
    assert isinstance(decision, PsdProof)
    assert decision.rank == 1 < len(w) - 1


@settings(max_examples=FEW)
@given(indefinite_laplacians())
def test_indefinite_forms_have_a_negative_direction(document):
    """Down to margins that floats do not see."""
    assert isinstance(laplacian(document)[2], NegativeDirection)


def test_the_table_has_the_form_that_it_is_read_off():
    """<v, Lv> = 1/2 sum w_i w_j k_ij (v_i - v_j)^2 = v^T A v."""
    w = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    form = [[Fraction(x) for x in row] for row in ([3, -1, -2], [-1, -1, 2], [-2, 2, 0])]
    k = table_of(form, w, [Fraction(7)] * 3)
    for v in ([1, 0, 0], [1, -2, 5]):
        dirichlet = sum(w[i] * w[j] * k[i][j] * (v[i] - v[j]) ** 2 for i in range(3) for j in range(3)) / 2
        assert dirichlet == sum(v[i] * form[i][j] * v[j] for i in range(3) for j in range(3))


@pytest.mark.slow
def test_counterexamples_are_small_kernels():
    """Two atoms, small integers: what a failing property prints."""
    shrunk = find(psd_laplacians(), lambda _: True, settings=QUIET)
    assert shrunk["labels"] == {"kind": "atoms", "weights": ["1/2", "1/2"]}
    assert shrunk["k"] == [["0", "4"], ["4", "0"]]
    attractive = find(indefinite_laplacians(), lambda doc: doc["d"] == 3, settings=QUIET)
    assert attractive["k"] == [["0", "-2"], ["-2", "0"]]
    assert attractive["profile"] == {"usa": "1"}
