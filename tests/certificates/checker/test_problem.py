"""Factors by entries: lags, symmetry, supports, what is symmetric of a formula."""

from __future__ import annotations

from fractions import Fraction

import pytest
from handmade import ALIBI, CIRCLE, THREE, atoms, certificate, factor

from verify.certificates.checker import Refused, check
from verify.certificates.checker.problem import Factor, Problem, read_labels


def read(k, labels):
    """Return a factor."""
    return Problem(3, read_labels(labels), {"k": k}).factor()


def test_lags_of_a_grid_are_read_by_rows_and_columns():
    """k(dy, dx) stands in row dy + H - 1 and column dx + W - 1."""
    rows = [["1", "2", "3"], ["4", "9", "4"], ["3", "2", "1"]]
    k = read({"toeplitz": rows}, {"kind": "positions", "shape": [2, 2]})
    table = [[0, 4, 2, 1], [4, 0, 3, 2], [2, 3, 0, 4], [1, 2, 4, 0]]
    assert [[k.entry(i, j) for j in range(4)] for i in range(4)] == [
        [9 if i == j else table[i][j] for j in range(4)] for i in range(4)
    ]


def test_lags_agree_with_the_table_that_they_stand_for():
    """On positions by |i - j|, on a cyclic group by i - j mod n."""
    lags = ["5", "1", "-2", "1"]
    for kind in ("positions", "cyclic"):
        k = read({"toeplitz": lags}, {"kind": kind, "n": 4})
        assert k.rows() == [[Fraction(lags[abs(i - j)]) for j in range(4)] for i in range(4)]
        assert {k.entry(i, j) for i, j in k.pairs() if i != j} == {1, -2}
        assert {k.entry(i, i) for i in range(4)} == {5}


def test_a_support_falls_into_its_components():
    """Two components of lags, three of a table, one of a star."""
    assert read({"toeplitz": ["1", "0", "1"]}, THREE).support({})[0] == [[0, 2], [1]]
    table = [["0"] * 3 for _ in range(3)]
    assert read(table, atoms(3)).support({}) == ([[0], [1], [2]], True)
    star = [["-1", "1", "1"], ["1", "0", "0"], ["1", "0", "0"]]
    assert read(star, atoms(3)).support({}) == (None, False)


def test_a_formula_means_its_symmetric_part():
    """E sees (k(a, b) + k(b, a)) / 2 only."""
    k = read("i**2 + i*j + 3*j", THREE)
    assert k.rows() == [[Fraction(i * i + j * j + 2 * i * j + 3 * (i + j), 2) for j in range(3)] for i in range(3)]
    assert not check(certificate(factor("i - j", labels=THREE), "sign", "all all")).accepted
    assert check(certificate(factor("i - j", labels=THREE), "sign", "some some")).accepted


def test_a_formula_of_differences_is_looked_at_by_lags():
    """Of 131,072 labels, one pair for every lag."""
    assert read("Abs(i - j)*sin(j - i)**2", ALIBI).lagged
    assert not read("Abs(i - j)*i", ALIBI).lagged
    assert read("cos(xi - zeta)", CIRCLE).box is not None


@pytest.mark.parametrize("weights", [["1/2", "1/2", "0"], ["1"] * 3, [], ["3/2", "-1/2"], ["2/4", "1/2"], "1"])
def test_weights_are_positive_and_sum_to_one(weights):
    """Exactly, in lowest terms."""
    with pytest.raises(Refused):
        read_labels({"kind": "atoms", "weights": weights})


def test_a_table_of_another_size_or_asymmetric_is_refused():
    """Rows and columns as many as labels, k_ij = k_ji."""
    for table in ([["1"]], [["1", "0"], ["0"]], [["1", "0"], ["1", "1"]], [["0", "sqrt(2)"], ["sqrt(3)", "0"]]):
        with pytest.raises(Refused):
            Factor(read_labels(atoms(2)), table, bias=False)
