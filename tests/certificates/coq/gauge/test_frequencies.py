"""Gauges given by frequencies in Coq: full turns collapse, other angles refute collapse, at twenty decimals of pi."""

from __future__ import annotations

import pytest

from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.makers import certificate

POSITIONS = {"kind": "positions", "n": 8}
# 9 L = [[3, -4, 1], [-4, 8, -4], [1, -4, 3]] has the constants only; on labels 1, 2 it is [[8, -4], [-4, 3]]
STRICT = [["0", "4", "-1"], ["4", "0", "4"], ["-1", "4", "0"]]
STRICT_PSD = {
    "kernel": [["1", "1", "1"]], "pivots": [0], "scale": "18", "L": [["2"], ["-1", "1"]], "D": ["4", "2"],
}  # fmt: skip


def rotary(frequencies, value, labels=None, d=2, profile=None, psd=None, **factor):
    """Return a certificate of T4 for a gauge given by frequencies."""
    spec = {"family": "gauge", "d": d, "profile": profile or {"usa": "2"}, "labels": labels or POSITIONS}
    spec |= {"frequencies": frequencies, **factor}
    claim = value if isinstance(value, dict) else {"graph_laws": value, "all_laws": value}
    return certificate("T4", spec, "gauge", {"psd": psd} if psd else {}, claim)


def signed(frequencies, value, **more):
    """Return the same for three labels, a factor with negative entries and its Laplacian."""
    return rotary(frequencies, value, {"kind": "cyclic", "n": 3}, k=STRICT, psd=STRICT_PSD, **more)


def test_frequencies_outside_the_library_are_not_emitted():
    """Too many labels, fixed coordinates with "none", reducible factors with "all", nothing that moves."""
    for cert, reason in (
        (rotary(["1"], "none", {"kind": "positions", "n": 9000}), "more than"),
        (rotary(["1"], "all", {"kind": "positions", "n": 300}), "200 labels or fewer"),
        (rotary(["1"], "some", {"kind": "positions", "n": 300}, d=3), "200 labels or fewer"),
        (rotary(["1"], "none", d=3), "d / 2 planes"),
        (rotary(["2*pi"], "none"), "not seen to move"),
        (rotary(["2*pi"], "some", d=3), "no plane moves"),
        (rotary(["0"], "all", k={"toeplitz": ["1", "0", "1", "0", "1", "0", "1", "0"]}), "connects the labels"),
        (rotary(["1"], "none", profile="-t"), "0"),
        (rotary(["1"], "none", profile="t**2"), "largest at t = 1"),
        (rotary(["1"], "none", {"kind": "positions", "n": 3}, k=STRICT), "k >= 0"),
        (signed(["2*pi"], "none"), "not seen to move"),
        (rotary(["1"], "all", {"kind": "positions", "n": 1}, k=[["0"]]), "linked to an earlier"),
    ):
        with pytest.raises(NotInCoqError, match=reason):
            emit_coq(cert)


def test_a_pair_in_the_support_is_chosen_for_each_plane():
    """Grid 3 x 4 with k > 0 within rows only: columns move the plane; a plane that moves along rows alone does not."""
    labels = {"kind": "positions", "shape": [3, 4]}
    k = "Piecewise((1, Abs(i1 - j1) < 1), (0, True))"
    assert "E : list (nat * nat) := [(0, 1)%nat]" in emit_coq(rotary([["2/5", "1/10"]], "none", labels, k=k)).text
    with pytest.raises(NotInCoqError, match="not seen to move"):
        emit_coq(rotary([["2/5", "0"]], "none", labels, k=k))


def test_statements_speak_of_the_problem_alone():
    """One theorem per view; neither the pairs nor the coordinates that prove it occur in it."""
    file = emit_coq(rotary(["2*pi", "1"], "some", d=4))
    assert [t.view for t in file.theorems] == ["graph_laws", "all_laws"]
    assert file.theorems[0].statement == (
        "forall (beta : R), (0 < beta)%R -> GaugeGraphLawsSome n 4%nat w k (usa beta) (frames m turn)"
    )


SIGNED = {
    "none": signed(["1"], "none", profile="t**3"),
    "some": signed(["2*pi", "1"], "some", d=4),
    "all": signed(["2*pi"], "all", profile="sinh(t)"),
    "free": rotary(
        ["1"], {"graph_laws": "all", "all_laws": "some"}, {"kind": "positions", "n": 1}, k={"toeplitz": ["0"]}
    ),
}


def test_factors_of_any_signs_have_the_maximisers_of_the_factor_1():
    """The frequencies are read for k = 1; that the plain kernel collapses is T5's; one label with k = 0 is free."""
    texts = {name: emit_coq(cert).text for name, cert in SIGNED.items()}
    for name in ("none", "some", "all"):
        assert f"from_one_{name} n" in texts[name]
        assert "Lemma support_accepted : supports n one e." in texts[name]
        assert "Definition k : nat -> nat -> R := factor K kappa." in texts[name]
    assert "OddClaims" in texts["none"]
    assert texts["free"].count("(free_label 2%nat w k") == 2


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_frequencies_with_signed_factors(coq_judge):
    """True claims are accepted; another claim, a sign of L or of k, and a full turn are refused."""
    coq_judge.accepts(SIGNED)
    changes = {
        "claim": ("some", "GaugeGraphLawsSome n", "GaugeGraphLawsNone n"),
        "all laws": ("free", "GaugeAllLawsSome n", "GaugeAllLawsAll n"),
        "sign of L": ("none", "[(-1); 1]", "[1; 1]"),
        "sign of k": ("all", "[(-1); 4; 0]", "[1; 4; 0]"),
        "turn": ("none", "Definition A : list (list Z) := [[1]].", "Definition A : list (list Z) := [[0]]."),
        "free": ("free", "Definition L : list Z := [0].", "Definition L : list Z := [1]."),
    }
    coq_judge.refuses(SIGNED, changes)


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_frequencies(coq_judge):
    """True claims are accepted; another claim, a digit that makes a full turn, a negative factor are not."""
    points = {"kind": "atoms", "weights": ["1/3", "2/3"], "points": ["0", "4*pi"]}
    good = {
        "near": rotary(["2*pi + 1/10**12"], "none"),
        "points": rotary(["1/2"], "all", points, profile="t + t**2/3"),
        "window": rotary(["1"], "some", k="Piecewise((1, Abs(i - j) < 1), (0, True))"),
    }
    coq_judge.accepts(good)
    changes = {
        "full turn": ("near", "A : list (list Z) := [[1]]", "A : list (list Z) := [[0]]"),
        "digit": ("points", "D : list Z := [0; 4]", "D : list Z := [0; 3]"),
        "claim": ("near", "GaugeGraphLawsNone n", "GaugeGraphLawsAll n"),
        "negative": ("window", "L : list Z := [1; 0; ", "L : list Z := [1; (-1); "),
        "linked": ("window", "L : list Z := [1; 0; ", "L : list Z := [1; 1; "),
        "weight": ("points", "W : list Z := [1; 2]", "W : list Z := [0; 3]"),
    }
    coq_judge.refuses(good, changes)
