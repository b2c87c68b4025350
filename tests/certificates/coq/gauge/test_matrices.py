"""Gauge kernels in Coq: equal matrices collapse, a left inverse of the differences refutes collapse."""

from __future__ import annotations

import copy
from fractions import Fraction

import pytest

from verify.certificates.coq.check import check_with_coq
from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.coq.gauge.matrices import left_inverse
from verify.certificates.makers import certificate
from verify.model.canonical import digest

IDENTITY = [["1", "0"], ["0", "1"]]
ROTATION = [["3/5", "-4/5"], ["4/5", "3/5"]]
FLIP = [["1", "0"], ["0", "-1"]]
PARTS = [["1", "1", "0"], ["1", "0", "0"], ["0", "0", "2"]]


def gauge_certificate(Q, value, k=None, profile=None, **more):
    """Return a certificate of T4 for equally weighted atoms."""
    labels = {"kind": "atoms", "weights": [str(Fraction(1, len(Q)))] * len(Q)}
    spec = {"family": "gauge", "d": 2, "profile": profile or {"usa": "2"}, "labels": labels, "Q": Q}
    spec |= more | ({"k": k} if k else {})
    return certificate("T4", spec, "gauge", {}, {"graph_laws": value, "all_laws": value})


def test_problems_with_fields_that_no_statement_speaks_of_are_not_emitted():
    """Two factors, two gauges, a field of another family, a float, another method: the checker refuses them too."""
    equal = gauge_certificate([IDENTITY, IDENTITY], "all")
    zero = [["0", "0"], ["0", "0"]]
    for more, reason in (
        ({"k": [["1", "-3"], ["-3", "1"]], "bias": zero}, "k and bias are both given"),
        ({"frequencies": ["1"]}, "Q and frequencies are both given"),
        ({"O": [[IDENTITY]]}, "the keys are"),
        ({"symmetrize": False}, "symmetrize"),
        ({"k": [[1.0, 1.0], [1.0, 1.0]]}, "float"),
    ):
        spec = equal["problem"] | more
        forged = equal | {"problem": spec, "digest": digest(spec)}
        with pytest.raises(NotInCoqError, match=reason):
            emit_coq(forged)
    with pytest.raises(NotInCoqError, match="the method connection is none of T4"):
        emit_coq(equal | {"method": "connection"})


def test_left_inverse_multiplies_to_the_identity():
    """Sum B_i A_i = I exactly; none exists where the stack has a null vector."""
    A = [
        [[Fraction(1), Fraction(2)], [Fraction(0), Fraction(0)]],
        [[Fraction(3), Fraction(1, 2)], [Fraction(1), Fraction(1)]],
    ]
    B = left_inverse(A)
    product = [
        [sum(b[i][c] * a[c][j] for a, b in zip(A, B, strict=True) for c in range(2)) for j in range(2)]
        for i in range(2)
    ]
    assert product == [[1, 0], [0, 1]]
    assert left_inverse([[[Fraction(1), Fraction(1)], [Fraction(2), Fraction(2)]]]) is None


def test_none_rests_on_the_pairs_in_the_support_where_k_is_reducible():
    """Two labels that disagree suffice, whatever the third one does; arcsines and beta < 0 are peaked too."""
    for profile in ("t**3", "asin(t)", {"usa": "-2"}, "sinh(t)", {"gegenbauer": ["0", "1", "1/2"]}):
        text = emit_coq(gauge_certificate([IDENTITY, ROTATION, FLIP], "none", PARTS, profile)).text
        assert "Definition E : list (nat * nat) := [(0, 1)%nat]." in text
        assert "gauge_claim_none_edges" in text


def test_gauge_claims_outside_the_library_are_not_emitted():
    """No common vector, no pair with k > 0, k < 0, even profiles, frequencies, a bias on atoms, matrices too small."""
    with pytest.raises(NotInCoqError, match="no vector"):
        emit_coq(gauge_certificate([IDENTITY, ROTATION], "some"))
    with pytest.raises(NotInCoqError, match="connected"):
        emit_coq(gauge_certificate([IDENTITY, ROTATION], "none", [["1", "0"], ["0", "1"]]))
    with pytest.raises(NotInCoqError, match="k >= 0"):
        emit_coq(gauge_certificate([IDENTITY, ROTATION], "none", [["1", "-1"], ["-1", "1"]]))
    with pytest.raises(NotInCoqError, match="same image"):
        emit_coq(gauge_certificate([IDENTITY, FLIP], "none"))
    with pytest.raises(NotInCoqError, match="largest at t = 1"):
        emit_coq(gauge_certificate([IDENTITY, ROTATION], "none", profile="t**2"))
    cert = gauge_certificate([IDENTITY, ROTATION], "none")
    spec = {key: value for key, value in cert["problem"].items() if key != "Q"} | {"frequencies": ["1"]}
    with pytest.raises(NotInCoqError, match="no coordinates"):
        emit_coq(certificate("T4", spec, "gauge", {}, cert["data"]["claim"]))
    cert = certificate("T4", cert["problem"], "gauge *) Axiom a : False. (*", {}, cert["data"]["claim"])
    with pytest.raises(NotInCoqError, match="is none of T4"):
        emit_coq(cert)
    with pytest.raises(NotInCoqError, match="not read here"):
        emit_coq(gauge_certificate([IDENTITY, ROTATION], "none", bias="i*j"))
    with pytest.raises(NotInCoqError, match="more than 60"):
        emit_coq(gauge_certificate([IDENTITY] * 61, "all", bias=[["0"] * 61] * 61))
    with pytest.raises(NotInCoqError, match="2 rational matrices of size 2"):
        emit_coq(gauge_certificate([IDENTITY, [["1"]]], "none"))


BIASED = {
    "table": gauge_certificate([IDENTITY, ROTATION], "none", profile="t**3", bias=[["1", "-1/2"], ["-1/2", "0"]]),
    "equal": gauge_certificate([ROTATION, ROTATION], "all", bias=[["1", "2"], ["2", "-3"]]),
    "decay": gauge_certificate(
        [IDENTITY, FLIP, IDENTITY],
        "some",
        profile="sinh(t)",
        bias="-Abs(i - j)/2",
        labels={"kind": "positions", "n": 3},
    ),
    "lag": gauge_certificate(
        [IDENTITY, ROTATION], "none", "exp(-Abs(i - j))", "t - t**2/10", labels={"kind": "positions", "n": 2}
    ),
}


def test_biases_of_gauge_kernels_are_positive_factors():
    """A table, a formula of the positions and a positive formula k stand as they are; the plain kernel collapses."""
    texts = {name: emit_coq(cert).text for name, cert in BIASED.items()}
    assert "Definition k : nat -> nat -> R := exponential_table bias scale." in texts["table"]
    assert "k_ij = e^(bias_ij / scale), Q_i = M_i / den." in texts["equal"]
    assert "Definition k (i j : nat) : R := (exp " in texts["decay"]
    assert all("all_laws_all_everywhere n w k" in text for text in texts.values())


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_gauge_kernels_with_biases(coq_judge):
    """True claims are accepted; another claim, a skew matrix, a weight 0 and a negative formula are refused."""
    coq_judge.accepts(BIASED)
    changes = {
        "claim": ("decay", "GaugeGraphLawsSome n", "GaugeGraphLawsAll n"),
        "all laws": ("equal", "GaugeAllLawsAll n", "GaugeAllLawsNone n"),
        "matrix": ("table", "[[3; (-4)];", "[[3; 4];"),
        "weight": ("table", "Definition W : list Z := [1; 1].", "Definition W : list Z := [1; 0]."),
        "section": ("decay", "Definition Y : list (list Z) := [[0; 1]", "Definition Y : list (list Z) := [[1; 1]"),
        "formula": ("lag", "Definition k (i j : nat) : R := (exp", "Definition k (i j : nat) : R := (- exp"),
    }
    coq_judge.refuses(BIASED, changes)


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_gauge_kernels(coq_judge):
    """True claims are accepted with and without a factor; false ones, and matrices that miss orthogonality, refused."""
    path = [["0", "1", "0"], ["1", "0", "2"], ["0", "2", "0"]]
    good = {
        "rotation": gauge_certificate([IDENTITY, ROTATION], "none"),
        "equal": gauge_certificate([ROTATION, ROTATION], "all", profile="t + t**2/3"),
        "path": gauge_certificate([IDENTITY, ROTATION, FLIP], "none", path),
        "axis": gauge_certificate([IDENTITY, FLIP], "some"),
        "reducible": gauge_certificate([IDENTITY, ROTATION], "some", [["1", "0"], ["0", "1"]], "t + t**2"),
        "peaked": gauge_certificate([IDENTITY, ROTATION], "none", profile="t - t**2/10"),
        "falling": gauge_certificate([IDENTITY, FLIP], "some", profile={"usa": "-2"}),
        "parts": gauge_certificate([IDENTITY, ROTATION, FLIP], "none", PARTS, "sinh(t)"),
    }
    coq_judge.accepts(good)
    skew = copy.deepcopy(ROTATION)
    skew[0][0] = "4/5"
    bad = {
        "equal": gauge_certificate([IDENTITY, ROTATION], "all"),
        "skew": gauge_certificate([IDENTITY, skew], "none"),
    }
    for name, cert in bad.items():
        assert "Coq refuses it" in check_with_coq(cert, coq_judge.libraries).reason, name
    plain = "Definition K : list (list Z) := [[1; 1];\n    [1; 1]]."
    changes = {
        "reducible": ("rotation", plain, plain.replace("[1; 1];", "[1; 0];").replace("[1; 1]]", "[0; 1]]")),
        "negative": ("rotation", plain, plain.replace("[1; 1];", "[1; (-1)];").replace("[1; 1]]", "[(-1); 1]]")),
        "negative, some": ("axis", plain, plain.replace("1; 1", "(-1); (-1)")),
        "sign": ("axis", "Definition Y : list (list Z) := [[0; 1]", "Definition Y : list (list Z) := [[0; (-1)]"),
        "digit": ("axis", "Definition X : list (list Z) := [[1; 0]", "Definition X : list (list Z) := [[1; 1]"),
        "claim": ("axis", "GaugeGraphLawsSome n", "GaugeGraphLawsAll n"),
        "part": ("parts", "[(0, 1)%nat]", "[(1, 2)%nat]"),
        "profile": ("peaked", "[0; 10; (-1)]", "[0; 10; (-9)]"),
    }
    coq_judge.refuses(good, changes)
