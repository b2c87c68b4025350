"""Null vectors by their values at labels of positive degree."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.certificates.coq_strict import strict_basis
from verify.certificates.coq_text import NotInCoqError


def test_null_vectors_are_determined_by_strict_labels():
    """T v = sum_c v(q_c) N_c for each vector of the given basis, at labels of positive degree only."""
    kernel = [["1", "1", "1", "1"], ["0", "1/2", "2", "-3"]]
    found = strict_basis({"kernel": kernel}, [False, True, False, True])
    assert found.labels == [1, 3]
    for vector in kernel:
        v = [Fraction(x) for x in vector]
        assert [found.scale * x for x in v] == [
            sum(v[q] * N[i] for q, N in zip(found.labels, found.vectors, strict=True)) for i in range(4)
        ]


def test_strict_labels_have_to_tell_null_vectors_apart():
    """A vector that vanishes where D > 0 is not determined there; nor are more vectors than are tried."""
    with pytest.raises(NotInCoqError, match="tell the null vectors"):
        strict_basis({"kernel": [["1", "1"], ["0", "1"]]}, [True, False])
    with pytest.raises(NotInCoqError, match="more than 10"):
        strict_basis({"kernel": [["1"] * 11] * 11}, [True] * 11)


def test_one_gram_matrix_is_seen_at_strict_labels():
    """|y_2|^2 = |2 y_1 - y_0|^2 = 1 leaves y_0 = y_1, unless the label 2 is free."""
    kernel = {"kernel": [["1", "1", "1"], ["0", "1", "2"]]}
    strict = [True, True, True]
    assert strict_basis(kernel, strict).pairs(strict) == [[0, 0, -1]]
    strict = [True, True, False]
    assert strict_basis(kernel, strict).pairs(strict) is None
