"""Factors k >= 0 as Coq texts: by the lag, as a table, as exponentials, with the pairs where they are positive."""

from __future__ import annotations

import pytest

from verify.certificates.checker.problem import read_labels
from verify.certificates.coq.gauge.supports import read_support, weights
from verify.certificates.coq.text import NotInCoqError


def support(labels, **fields):
    """Return the support of a factor on labels."""
    return read_support({"d": 2, **fields}, read_labels(labels))


def test_no_factor_is_positive_everywhere():
    """k = 1 where neither k nor a bias is given."""
    found = support({"kind": "positions", "n": 5})
    assert (found.term, found.support, found.definitions) == ("one", "everywhere", "")
    assert found.linked(0, 4)


def test_lags_of_positions_become_one_list():
    """(1/2)^|i - j| on 3 positions: L = [4; 2; 1], kappa = 4; a window ends where its lags are 0."""
    found = support({"kind": "positions", "n": 3}, k="(1/2)**Abs(i - j)")
    assert found.definitions == "Definition L : list Z := [4; 2; 1].\nDefinition kappa : Z := 4.\n"
    window = support({"kind": "positions", "n": 500}, k="Piecewise((1, Abs(i - j) < 2), (0, True))")
    assert window.linked(7, 8)
    assert not window.linked(7, 9)


def test_other_factors_become_tables():
    """On cyclic labels and grids, where the difference of numbers is not the lag."""
    found = support({"kind": "cyclic", "n": 3}, k={"toeplitz": ["2", "1", "1"]})
    assert "Definition K : list (list Z) := [[2; 1; 1];\n    [1; 2; 1];\n    [1; 1; 2]]." in found.definitions
    assert found.term == "(factor K kappa)"
    with pytest.raises(NotInCoqError, match="as a function of"):
        support({"kind": "cyclic", "n": 300}, k={"toeplitz": ["1"] * 300})


def test_biases_are_exponentials_of_rationals():
    """e^b is positive whatever b is; b(i, j) = i - j gives no symmetric e^b, sqrt(2) no rational b, -1 no k >= 0."""
    labels = {"kind": "positions", "n": 3}
    found = support(labels, bias="-1/8*Abs(i - j)")
    assert found.definitions == "Definition L : list Z := [0; (-1); (-2)].\nDefinition kappa : Z := 8.\n"
    assert (found.term, found.support) == ("(exponential_of (lagged L kappa))", "everywhere")
    assert support(labels, bias={"toeplitz": ["0", "1", "-2"]}).linked(0, 2)
    with pytest.raises(NotInCoqError, match=r"b\(i, j\) = b\(j, i\)"):
        support(labels, bias="i - j")
    with pytest.raises(NotInCoqError, match="rational"):
        support(labels, bias="sqrt(2)*Abs(i - j)")
    with pytest.raises(NotInCoqError, match="k >= 0"):
        support(labels, k="1 - Abs(i - j)")


def test_weights_are_uniform_or_integers_with_a_denominator():
    """Positions have 1/n each; atoms have W / omega."""
    assert weights(read_labels({"kind": "positions", "n": 3}))[1:] == ("(uniform n)", "uniform_positive n")
    text, term, _ = weights(read_labels({"kind": "atoms", "weights": ["1/3", "2/3"]}))
    assert text == "Definition W : list Z := [1; 2].\nDefinition omega : Z := 3.\n"
    assert term == "(weight W omega)"
