"""Absolute encodings and enumerations: exact rows, many of them, all assignments and all cuts."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from handmade import additive, certificate, contents, factor

from verify.certificates.checker import check
from verify.certificates.checker.contents import _shares


def test_multiples_have_the_signs_of_their_scales():
    """p = s q: the s up to one positive factor; None for independent vectors."""
    rows = [[Fraction(x) for x in row] for row in ([0, 0], [2, -4], [-1, 2])]
    assert _shares(rows) == [0, 4, -2]
    assert _shares([*rows, [Fraction(1), Fraction(1)]]) is None


@pytest.mark.slow
def test_a_table_of_the_size_of_bert_is_within_the_limits():
    """512 x 768 dyadic numbers, of which two rows matter."""
    rng = random.Random(0)
    p = [[str(Fraction(rng.randrange(-4096, 4096), 65536)) for _ in range(768)] for _ in range(512)]
    problem = additive(p, labels={"kind": "positions", "n": 512}) | {"d": 768}
    cert = certificate(problem, "absolute", "none none", "absolute", rows=[0, 1])
    assert check(cert).accepted


@pytest.mark.parametrize("entry", ["1/0", "1,2", "x", "", "0.5"])
def test_one_entry_that_is_no_number_spoils_a_table(entry):
    """Rows that are not named are read, too."""
    p = [["1", "0", "0"], ["0", "1", "0"], ["0", entry, "0"]]
    assert not check(certificate(additive(p), "absolute", "none none", "absolute", rows=[0, 1])).accepted


def test_an_irrational_row_is_enclosed():
    """Independent of a rational one, beside one that is parallel to it."""
    p = [["sqrt(2)", "1", "0"], ["1", "1", "0"], ["2", "sqrt(2)", "0"]]
    accepted = [
        check(certificate(additive(p), "absolute", "none none", "absolute", rows=rows)).accepted
        for rows in ([0, 1], [1, 2], [0, 2])
    ]
    assert accepted == [True, True, False]


@pytest.mark.parametrize("seed", range(12))
def test_cuts_agree_with_the_definition(seed):
    """f = asin: the maximum of s^T k s over signs, constant ones or not."""
    rng, n = random.Random(seed), 4
    k = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            k[i][j] = k[j][i] = rng.choice([-1, 0, 1, 1, 2])
    values = {s: sum(s[i] * s[j] * k[i][j] for i in range(n) for j in range(n)) for s in product((1, -1), repeat=n)}
    best = max(values.values())
    constant = [len(set(s)) == 1 for s, value in values.items() if value == best]
    view = "all" if all(constant) else "some" if any(constant) else "none"
    for claim in ("all", "some", "none"):
        cert = certificate(factor(k, "2/pi*asin(t)"), "cuts", f"{claim} {claim}")
        assert check(cert).accepted == (claim == view)


def test_an_interaction_counts_twice_beside_the_own_terms():
    """Collapsed: 3 + 0 + 2 * 2 = 7, split: 3 + 3 = 6; counted once, the interaction would lose."""
    h = [[3, 0, 2, 0], [0, 0, 0, 2], [2, 0, 0, 0], [0, 2, 0, 3]]
    assert check(certificate(contents(h, 2), "matrix", "all all", "matrix")).accepted
    assert not check(certificate(contents(h, 2), "matrix", "none none", "matrix")).accepted


def test_laws_of_all_are_bounded_by_assignments_only_if_mixing_loses():
    """h_00 + h_11 = 4 < 2 h_01 = 6 at label 0: its slice may gain by spreading."""
    h = [[2, 3, 10, 0], [3, 2, 0, 10], [10, 0, 0, 0], [0, 10, 0, 0]]
    assert check(certificate(contents(h, 2), "matrix", "all -", "matrix")).accepted
    assert not check(certificate(contents(h, 2), "matrix", "all all", "matrix")).accepted
