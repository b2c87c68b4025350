"""Null vectors by their values at labels of positive degree."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify import decide, load_kernel
from verify.certificates.coq.atoms.strict import strict_basis
from verify.certificates.coq.emit import emit_coq
from verify.certificates.coq.text import NotInCoqError

LINE = [[0, 2, -1, 0], [2, 0, 4, -1], [-1, 4, 0, 2], [0, -1, 2, -1]]  # D_3 = 0, and (0, 1, 2, 3) is a null vector
THRESHOLD = [[0, 2, -1], [2, 0, 2], [-1, 2, 0]]  # (1, 0, -1) is a null vector, D > 0


def tied(K, profile):
    """Return the certificate of equally weighted atoms."""
    labels = {"kind": "atoms", "weights": [str(Fraction(1, len(K)))] * len(K)}
    spec = {"family": "factor", "d": 3, "profile": profile, "labels": labels, "k": [list(map(str, row)) for row in K]}
    return decide(load_kernel(spec)).certificate


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
    with pytest.raises(NotInCoqError, match="more than 12"):
        strict_basis({"kernel": [["1"] * 13] * 13}, [True] * 13)


def test_one_gram_matrix_is_seen_at_strict_labels():
    """|y_2|^2 = |2 y_1 - y_0|^2 = 1 leaves y_0 = y_1, unless the label 2 is free."""
    kernel = {"kernel": [["1", "1", "1"], ["0", "1", "2"]]}
    strict = [True, True, True]
    assert strict_basis(kernel, strict).pairs(strict) == [[0, 0, -1]]
    strict = [True, True, False]
    assert strict_basis(kernel, strict).pairs(strict) is None


def test_odd_powers_are_as_good_as_the_first_one():
    """One Gram matrix: the theorem about a_1 > 0 for t + t^2, that about odd powers for t^3 and where some D = 0."""
    assert "_laws_all_gram" not in emit_coq(tied(THRESHOLD, "t + t**2")).text
    text = emit_coq(tied(THRESHOLD, "t**3")).text
    assert "graph_laws_all_gram" in text
    assert "all_laws_all_gram" in text
    assert "all_laws_all_gram" in emit_coq(tied(LINE, "t + t**2")).text


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_sees_one_gram_matrix_by_labels_of_positive_degree(coq_judge):
    """True certificates are accepted; a combination, a label of degree 0 among the strict ones, a claim refused."""
    good = {"cube": tied(THRESHOLD, "t**3"), "line": tied(LINE, "t + t**3"), "fifth": tied(LINE, "t**5/2 + t**4")}
    coq_judge.accepts(good)
    changes = {
        "rows": (
            "cube",
            "Definition M : list (list Z) := [[(-1); 0; 0]]",
            "Definition M : list (list Z) := [[0; 0; 0]]",
        ),
        "label": ("line", "strict : list nat := [0%nat; 1%nat; 2%nat]", "strict : list nat := [0%nat; 1%nat; 3%nat]"),
        "claim": ("line", "AllLawsAll n w", "AllLawsSome n w"),
        "power": ("fifth", "P : list Z := [0; 0; 0; 0; 2; 1]", "P : list Z := [0; 0; 0; 0; 2; (-1)]"),
    }
    coq_judge.refuses(good, changes)
