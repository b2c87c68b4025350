"""Cuts in Coq: the least of them, claims where none is negative, refutations where one is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from verify.certificates.coq.atoms.cuts import least_cut
from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.makers import certificate

TRIANGLE = [[0, 3, -2], [3, 0, 3], [-2, 3, 0]]
LEVEL = [[1, 2, -2], [2, 0, 3], [-2, 3, 0]]  # the cut of label 0 costs nothing
FOUR = [[0, 3, 2, -2], [3, 0, 2, 2], [2, 2, 0, 3], [-2, 2, 3, 0]]
TIED = [[1, 1, 0, -1], [1, 0, 1, 0], [0, 1, 0, 1], [-1, 0, 1, 2]]  # t_01 + t_12 + t_23 - t_03 >= 0
FIVE = [[0, 2, 2, -1, 1], [2, 0, 2, 2, 1], [2, 2, 0, 2, 1], [-1, 2, 2, 0, 2], [1, 1, 1, 2, 0]]
SIGNS = (1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1)  # on eleven points, no sum of triangle inequalities
HYPERMETRIC = [[-x * y * (i != j) for j, x in enumerate(SIGNS)] for i, y in enumerate(SIGNS)]
HEAVY = [[0, 1, -2, 0], [1, 0, 3, 1], [-2, 3, 0, 1], [0, 1, 1, 0]]


def cuts_certificate(k, value, profile="2/pi*asin(t)"):
    """Return a certificate of T5 by cuts, for equally weighted atoms."""
    labels = {"kind": "atoms", "weights": [str(Fraction(1, len(k)))] * len(k)}
    spec = {"family": "factor", "d": 3, "profile": profile, "labels": labels, "k": [list(map(str, row)) for row in k]}
    return certificate("T5", spec, "cuts", {}, {"graph_laws": value, "all_laws": value})


def test_least_cut_is_the_least_of_all():
    """Six labels: the 31 cuts one by one."""
    rng = np.random.default_rng(5)
    c = rng.integers(-5, 6, (6, 6))
    table = (c + c.T).tolist()

    def value(v):
        return sum(
            x * (a + b - 2 * a * b) for row, a in zip(table, v, strict=True) for x, b in zip(row, v, strict=True)
        )

    best, v = least_cut(table)
    assert value(v) == best == min(value(u) for u in product((0, 1), repeat=6) if 0 < sum(u) < 6)
    assert 0 < sum(v) < 6


def test_claims_that_the_cuts_do_not_show_are_not_emitted():
    """A claim in reverse, uniqueness where a cut costs nothing, one label, another profile."""
    with pytest.raises(NotInCoqError, match="not what the cuts say"):
        emit_coq(cuts_certificate(TRIANGLE, "none"))
    with pytest.raises(NotInCoqError, match="not what the cuts say"):
        emit_coq(cuts_certificate(HYPERMETRIC, "all"))
    with pytest.raises(NotInCoqError, match="no cut"):
        emit_coq(cuts_certificate([[1]], "all"))
    with pytest.raises(NotInCoqError, match="asin"):
        emit_coq(cuts_certificate(TRIANGLE, "all", "t"))


def test_a_multiple_of_the_table_leaves_every_pair_a_share():
    """With s >= n^2 / 2 over the least cut no cut of s c_ij - 1 is negative, i != j: 8 over 6 for FOUR."""
    least, _ = least_cut(FOUR)
    assert least == 6
    assert "cuts_check n W omega K kappa 2 1 = true" in emit_coq(cuts_certificate(FOUR, "all")).text
    assert least_cut([[0 if i == j else 2 * x - 1 for j, x in enumerate(row)] for i, row in enumerate(FOUR)])[0] >= 0


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_by_cuts(coq_judge):
    """All, some and none are accepted for f = c asin t + a; a digit, multiple, cut or claim changed is refused."""
    good = {
        "all": cuts_certificate(TRIANGLE, "all", "asin(t)/7 - 3"),
        "some": cuts_certificate(LEVEL, "some"),
        "none": cuts_certificate(HEAVY, "none"),
        "four": cuts_certificate(FOUR, "all"),
        "tied": cuts_certificate(TIED, "some"),
        "five": cuts_certificate(FIVE, "all"),
        "hypermetric": cuts_certificate(HYPERMETRIC, "some"),
    }
    coq_judge.accepts(good)
    changes = {
        "digit": ("all", "[3; 0; 3]", "[3; 0; (-9)]"),
        "multiple": ("four", "kappa 2 1", "kappa (-2) 1"),
        "share": ("hypermetric", "kappa 1 0", "kappa 1 1"),
        "negative share": ("five", "kappa 2 1", "kappa 2 (-1)"),
        "own": ("tied", "[[1; 1; 0; (-1)]", "[[(-1); 1; 0; (-1)]"),
        "unique": ("tied", "LawsSome", "LawsAll"),
        "level": ("some", "V : list Z := [1; 0; 0]", "V : list Z := [0; 1; 0]"),
        "cut": ("none", "V : list Z := [1; 0; 0; 0]", "V : list Z := [0; 1; 0; 0]"),
        "claim": ("none", "GraphLawsNone", "GraphLawsAll"),
        "tighter": ("hypermetric", "[[0; (-1)", "[[0; (-2)"),
    }
    coq_judge.refuses(good, changes)
