"""Gauge kernels with a signed factor in Coq: a positive semidefinite Laplacian collapses u = Q x."""

from __future__ import annotations

import pytest

from verify import decide, load_kernel
from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.coq.gauge.signed import plain_collapse
from verify.certificates.coq.profiles.profile import read_profile
from verify.certificates.coq.text import Writer
from verify.certificates.makers import certificate

IDENTITY, QUARTER, HALF = [["1", "0"], ["0", "1"]], [["0", "-1"], ["1", "0"]], [["-1", "0"], ["0", "-1"]]
FLIP = [["1", "0"], ["0", "-1"]]
# L = diag(D) - K has the null vectors (1, 1, 1) and (-1, 0, 1): with 9 L for the weights 1/3
TIE = [["0", "2", "-1"], ["2", "0", "2"], ["-1", "2", "0"]]
TIE_PSD = {"kernel": [["2", "1", "0"], ["-1", "0", "1"]], "pivots": [1, 2], "scale": "9", "L": [["1"]], "D": ["1"]}
# 9 L = [[3, -4, 1], [-4, 8, -4], [1, -4, 3]] has the constants only; on labels 1, 2 it is [[8, -4], [-4, 3]]
STRICT = [["0", "4", "-1"], ["4", "0", "4"], ["-1", "4", "0"]]
STRICT_PSD = {
    "kernel": [["1", "1", "1"]], "pivots": [0], "scale": "18", "L": [["2"], ["-1", "1"]], "D": ["4", "2"],
}  # fmt: skip


def gauge(Q, value, k, psd, profile=None):
    """Return a certificate of T4 for equally weighted atoms, by a Laplacian."""
    labels = {"kind": "atoms", "weights": [f"1/{len(Q)}"] * len(Q) if len(Q) > 1 else ["1"]}
    spec = {"family": "gauge", "d": 2, "profile": profile or {"usa": "2"}, "labels": labels, "Q": Q, "k": k}
    claim = value if isinstance(value, dict) else {"graph_laws": value, "all_laws": value}
    return certificate("T4", spec, "gauge", {"psd": psd} if psd else {}, claim)


def test_null_spaces_choose_the_theorem():
    """The plain kernel collapses by the theorem of T5 that its factor kernel has, in a module of its own."""
    tie = emit_coq(gauge([IDENTITY, QUARTER, HALF], "none", TIE, TIE_PSD)).text
    assert "apply (graph_laws_all_full n W" in tie
    assert "signed_claim_none" in tie
    strict = emit_coq(gauge([QUARTER] * 3, "all", STRICT, STRICT_PSD, "t + t**2")).text
    assert "apply (all_laws_all n W" in strict
    assert "signed_claim_all" in strict
    some = emit_coq(gauge([IDENTITY, FLIP, IDENTITY], "some", STRICT, STRICT_PSD, "t**3")).text
    assert "apply (graph_laws_all_odd n W" in some
    assert "signed_claim_some" in some
    assert "graph_laws_all_correlation" in emit_coq(gauge([QUARTER] * 3, "all", TIE, TIE_PSD, "t + t**2")).text
    assert "graph_laws_all_gram" in emit_coq(gauge([QUARTER] * 3, "all", TIE, TIE_PSD, "t**3")).text
    with pytest.raises(NotInCoqError, match="some odd a_p > 0"):
        emit_coq(gauge([QUARTER] * 3, "all", TIE, TIE_PSD, "t - t**2/10"))


def test_slices_that_spread_at_labels_of_degree_zero_are_no_collapse():
    """Null vectors (1, 1, 1) and (0, 2, 1), D = (1, 1, 0): laws may share the third label, graph laws not."""
    psd = {"kernel": [["1", "1", "1"], ["0", "2", "1"]], "pivots": [0, 1], "L": [["1"]], "D": ["1"], "scale": "1"}
    writer = Writer(gauge([QUARTER], "all", [["1"]], None))
    plain = plain_collapse(writer, psd, [1, 1, 0], read_profile({"usa": "1"}), 2)
    assert plain.graph_laws.startswith("(Plain.graph_laws 2%nat")
    assert not plain.all_laws
    assert "degrees_accepted" in plain.exist


def test_a_negative_degree_leaves_graph_laws_alone():
    """One label with k = -1: all graph laws are collapsed, and slices spread; "none" of all laws does not follow."""
    psd = {"kernel": [["1"]], "pivots": [0], "L": [], "D": [], "scale": "1"}
    file = emit_coq(gauge([QUARTER], {"graph_laws": "all"}, [["-1"]], psd))
    assert [theorem.view for theorem in file.theorems] == ["graph_laws"]
    for value in ("all", "none"):
        with pytest.raises(NotInCoqError):
            emit_coq(gauge([QUARTER], {"all_laws": value}, [["-1"]], psd))


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_graph_laws_where_slices_spread(coq_judge):
    """9 L with the null vectors (1, 1, 1), (0, 1, 2), D = (0, 1, 0) and less: graph laws, and "none" beyond them."""
    table = [[-9, 18, -9], [18, -36, 18], [-9, 18, -9]]
    labels = {"kind": "atoms", "weights": ["1/3"] * 3}
    spec = {"family": "gauge", "d": 2, "profile": {"usa": "1"}, "labels": labels, "Q": [IDENTITY, QUARTER, IDENTITY]}
    certificates = {}
    for name, degrees in (("zero", (0, 0, 0)), ("one", (0, 1, 0)), ("less", (-1, 1, 0)), ("free", (1, 0, 1))):
        k = [[str(x + (degrees[i] if i == j else 0)) for j, x in enumerate(row)] for i, row in enumerate(table)]
        certificates[name] = decide(load_kernel(spec | {"k": k})).certificate
    claims = [cert["data"]["claim"] for cert in certificates.values()]
    assert claims == [{"graph_laws": "none", "all_laws": "none"}] * 4
    never = {name: "GaugeAllLawsNever n 2%nat" in emit_coq(cert).text for name, cert in certificates.items()}
    assert never == {"zero": False, "one": False, "less": True, "free": False}
    certificates["label"] = decide(
        load_kernel(spec | {"labels": {"kind": "atoms", "weights": ["1"]}, "Q": [QUARTER], "k": [["-1"]]})
    ).certificate
    coq_judge.accepts(certificates)
    changes = {
        "indicator": (
            "zero",
            "Definition K : list (list Z) := [[(-9); 18; (-9)]",
            "Definition K : list (list Z) := [[(-9); 9; 0]",
        ),
        "degree": ("one", "[18; (-35); 18]", "[18; (-37); 18]"),
        "equal": ("less", "Definition den : Z := 1", "Definition den : Z := 2"),
        "exists": ("less", "GaugeAllLawsNever", "GaugeAllLawsNone"),
    }
    coq_judge.refuses(certificates, changes)


def test_one_label_with_factor_zero_has_a_free_slice():
    """Graph laws "all", all laws "some"; another claim is not emitted."""
    file = emit_coq(gauge([QUARTER], {"graph_laws": "all", "all_laws": "some"}, [["0"]], None))
    assert file.text.count("free_label") == 2
    with pytest.raises(NotInCoqError, match="connected"):
        emit_coq(gauge([QUARTER], "all", [["0"]], None))


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_signed_gauges(coq_judge):
    """True claims are accepted; a flipped sign of k, a skew matrix, another claim are refused."""
    good = {
        "tie": gauge([IDENTITY, QUARTER, HALF], "none", TIE, TIE_PSD),
        "strict": gauge([QUARTER] * 3, "all", STRICT, STRICT_PSD, "t + t**2"),
        "free": gauge([QUARTER], {"graph_laws": "all", "all_laws": "some"}, [["0"]], None),
        "axis": gauge([IDENTITY, FLIP, IDENTITY], "some", STRICT, STRICT_PSD, "t**3"),
        "gram": gauge([IDENTITY, QUARTER, HALF], "none", TIE, TIE_PSD, "t + t**2"),
        "odd": gauge([QUARTER, HALF, QUARTER], "none", TIE, TIE_PSD, "t**3"),
    }
    coq_judge.accepts(good)
    changes = {
        "sign": ("tie", "[0; 2; (-1)];", "[0; 2; (-2)];"),
        "null": ("strict", "psd_kernel := [[1; 1; 1]]", "psd_kernel := [[1; 1; 2]]"),
        "skew": ("strict", "M : list (list (list Z)) := [[[0; (-1)]", "M : list (list (list Z)) := [[[0; 1]"),
        "axis": ("axis", "Definition X : list (list Z) := [[1; 0]", "Definition X : list (list Z) := [[0; 1]"),
        "power": ("axis", "[0; 0; 0; 1]", "[0; 0; 1; 0]"),
        "claim": ("free", "GaugeAllLawsSome n", "GaugeAllLawsAll n"),
        "factor": ("free", "K : list (list Z) := [[0]]", "K : list (list Z) := [[1]]"),
    }
    coq_judge.refuses(good, changes)
