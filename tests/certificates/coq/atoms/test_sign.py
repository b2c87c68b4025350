"""The sign of k in Coq: tables with a profile that is no series, formulas at any number of labels."""

from __future__ import annotations

import pytest

from verify.certificates.checker import check
from verify.certificates.coq.check import check_with_coq
from verify.certificates.coq.emit import NotInCoqError, emit_coq, emit_coq_bound
from verify.certificates.makers import certificate

ALL = {"graph_laws": "all", "all_laws": "all"}
PATH = [["1", "2", "0"], ["2", "0", "1/3"], ["0", "1/3", "0"]]
PAIRED = [["1", "0", "0"], ["0", "0", "1"], ["0", "1", "0"]]
ATOMS = {"kind": "atoms", "weights": ["1/2", "1/3", "1/6"]}
BLOCKS = {**ATOMS, "kind": "blocks"}


def sign_certificate(profile, labels=ATOMS, claim=ALL, **given):
    """Return a certificate of T5 by the sign of k."""
    spec = {"family": "factor", "d": 3, "profile": profile, "labels": labels, **given}
    return certificate("T5", spec, "sign", {}, claim)


def long_certificate(bias="-Abs(i - j)/2", n=131_072):
    """Return a certificate about 131,072 labels by a bias."""
    return sign_certificate({"usa": "1"}, {"kind": "positions", "n": n}, bias=bias)


def test_statement_of_a_formula_has_no_table():
    """131,072 labels of weight 1/131072; k is the exponential of the bias, as it is written."""
    text = emit_coq(long_certificate()).text
    assert "Definition n : nat := Z.to_nat 131072." in text
    assert "Definition w : nat -> R := uniform 131072." in text
    assert "Definition k (i j : nat) : R := (exp ((- (Rabs (INR i - INR j))) / 2))%R." in text
    assert len(text) < 4000


def test_falling_exponentials_go_by_the_sign_and_rising_ones_by_the_laplacian():
    """beta < 0 has no series; beta > 0 has one, and then the inequality is stated besides."""
    falling = emit_coq(sign_certificate({"usa": "-1/2"}, k=PATH))
    assert "(beta < 0)%R -> GraphLawsAll n w k (usa beta) d" in falling.text
    assert [t.view for t in falling.theorems] == ["graph_laws", "all_laws"]
    assert [t.view for t in emit_coq(sign_certificate({"usa": "2"}, k=PATH)).theorems] == ["", "graph_laws", "all_laws"]
    assert len(emit_coq_bound(sign_certificate({"usa": "-1/2"}, k=PATH)).theorems) == 1


def test_opposite_points_prove_some_where_k_is_reducible():
    """Two sides without k > 0 across for graph laws, one label without partner for all laws, and f(-1) = f(1)."""
    some, free = {"graph_laws": "some", "all_laws": "some"}, {"graph_laws": "all", "all_laws": "some"}
    for profile in ({"usa": "-1"}, "t - t**2/10"):
        file = emit_coq(sign_certificate(profile, claim=some, k=PAIRED))
        assert file.text.count("= [1; 0; 0]") == 2  # the first label, and the other two
        assert "graph_laws_some_pairs" in file.text
    one = {"kind": "atoms", "weights": ["1"]}
    file = emit_coq(sign_certificate({"usa": "-1"}, one, free, k=[["0"]]))
    assert "graph_laws_all_single" in file.text
    assert "V_all_laws 2" in file.text
    with pytest.raises(NotInCoqError, match="reducible"):
        emit_coq(sign_certificate({"usa": "-1"}, claim=some, k=PATH))


def test_the_diagonal_plays_no_part_for_graph_laws():
    """k_ii < 0: all graph laws collapse, no law does; a negative k_12 is left to Coq, which refuses it."""
    k = [["-4", "1", "0"], ["1", "0", "1/3"], ["0", "1/3", "0"]]
    cert = sign_certificate({"usa": "-1"}, claim={"graph_laws": "all", "all_laws": "none"}, k=k)
    assert check(cert).accepted
    text = emit_coq(cert).text
    assert "graph_laws_all_pairs" in text
    assert "all_laws_none_degree n W omega K kappa 0%nat" in text


def test_what_the_sign_does_not_show_is_not_emitted():
    """A formula whose sign is not seen, one that is not finite, a profile that has no maximum at 1."""
    long = {"kind": "positions", "n": 201}
    with pytest.raises(NotInCoqError, match="sign of k"):
        emit_coq(sign_certificate({"usa": "1"}, long, k="1 + cos(i - j)"))
    with pytest.raises(NotInCoqError):
        emit_coq(long_certificate("1/(i - j)", 8))
    with pytest.raises(NotInCoqError, match="not emitted for this profile"):
        emit_coq(sign_certificate("t + 2*t**2 - t**3", claim={"graph_laws": "all"}, k=PATH))


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_reads_the_sign_of_k(coq_judge):
    """Tables and a formula are accepted; a negative entry, another side, claim or profile are refused."""
    some, mixed = {"graph_laws": "some", "all_laws": "some"}, {"graph_laws": "all", "all_laws": "none"}
    loop = [["-4", "1", "0"], ["1", "0", "1/3"], ["0", "1/3", "0"]]
    good = {
        "table": sign_certificate({"peak": "-3"}, k=PATH),
        "formula": long_certificate(),
        "sides": sign_certificate("t - t**2/10", claim=some, k=PAIRED),
        "loop": sign_certificate("t - t**2/10", claim=mixed, k=loop),
        "even": sign_certificate({"gegenbauer": ["0", "0", "1/3", "0", "1"]}, claim=some, k=PATH),
        "zonal": sign_certificate({"gegenbauer": ["0", "0", "1/3", "0", "1"]}, BLOCKS, some, k=PATH),
    }
    coq_judge.accepts(good)
    assert "Coq refuses it" in check_with_coq(sign_certificate({"usa": "-1"}, k=PAIRED), coq_judge.libraries).reason
    changes = {
        "negative": ("table", "[[3; 6; 0]", "[[(-3); 6; 0]"),
        "beta": ("table", "(beta < 0)%R", "(0 < beta)%R"),
        "none": ("formula", "GraphLawsAll", "GraphLawsNone"),
        "side": ("sides", "[1; 0; 0]", "[0; 1; 0]"),
        "profile": ("sides", "[0; 10; (-1)]", "[0; 10; (-9)]"),
        "middle": ("even", "P : list Z := [5; 0; (-78)", "P : list Z := [5; 0; (-110)"),
        "degree": ("zonal", "[[3; 6; 0]", "[[(-9); 6; 0]"),
        "edge": ("loop", "[3; 0; 1]", "[(-3); 0; 1]"),
    }
    coq_judge.refuses(good, changes)
