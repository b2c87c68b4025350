"""Laws in Coq: rational points and masses with more energy than the collapsed laws, and none that have not."""

from __future__ import annotations

import pytest

from verify.certificates.checker import check
from verify.certificates.coq.check import check_with_coq
from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.makers import certificate

OPPOSITE = [
    {"label": 0, "point": ["3/5", "4/5"], "mass": "1"},
    {"label": 1, "point": ["-3/5", "-4/5"], "mass": "1"},
]
SPREAD = [
    {"label": 0, "point": ["3/5", "4/5"], "mass": "1/2"},
    {"label": 0, "point": ["-3/5", "-4/5"], "mass": "1/2"},
    {"label": 1, "point": ["0", "1"], "mass": "1"},
]
BOTH = {"graph_laws": "none", "all_laws": "none"}


def law_certificate(law, claim=BOTH, profile="t**2 - t/2", k=None, kind="atoms"):
    """Return a certificate by a law on two equally weighted atoms, or blocks, in the plane."""
    spec = {"family": "factor", "d": 2, "profile": profile, "k": k or [["1", "1"], ["1", "1"]]}
    spec |= {"labels": {"kind": kind, "weights": ["1/2", "1/2"]}}
    return certificate("T5", spec, "law", {"law": law}, claim)


def test_law_certificates_become_integers_over_common_denominators():
    """Points over 5; for a spread slice, masses over 2 and the other slice filled up with mass 0."""
    text = emit_coq(law_certificate(OPPOSITE)).text
    assert "Definition P : list Z := [0; (-1); 2].\nDefinition pi : Z := 2." in text
    assert "Definition X : list (list (list Z)) := [[[3; 4]];\n[[(-3); (-4)]]]." in text
    assert "Definition Q : list (list Z) := [[1; 1];\n    [2; 0]]." in emit_coq(
        law_certificate(SPREAD, {"all_laws": "none"}, "t", [["-4", "1"], ["1", "1"]])
    ).text  # fmt: skip


def test_gegenbauer_profile_is_the_polynomial_of_its_dimension():
    """P_2 = 2 t^2 - 1 in the plane."""
    text = emit_coq(law_certificate(OPPOSITE, profile={"gegenbauer": ["0", "-1/2", "1"]})).text
    assert "Definition P : list Z := [(-2); (-1); 4]." in text


def test_on_blocks_each_point_has_a_part_of_its_block():
    """Halves of block 0, a graph law too, and its module; without a law where k <= 0 and f is largest at 1."""
    text = emit_coq(law_certificate(SPREAD, k=[["-4", "1"], ["1", "1"]], kind="blocks")).text
    assert "NoneOf (divided_blocks n w 2) (@graph (nat * R)) 2%nat" in text
    assert "NoneOf (divided_blocks n w 2) (@any (nat * R)) 2%nat" in text
    text = emit_coq(law_certificate(OPPOSITE, profile="t", k=[["-1", "-1"], ["-1", "-1"]], kind="blocks")).text
    assert "NoneOf (block_law n w)" in text


def test_laws_outside_the_library_are_not_emitted():
    """Exponentials, a label without a point, another dimension, graph laws from a spread slice, other claims."""
    with pytest.raises(NotInCoqError, match="polynomial"):
        emit_coq(law_certificate(OPPOSITE, profile={"usa": "-1"}))
    with pytest.raises(NotInCoqError, match="without a point"):
        emit_coq(law_certificate(OPPOSITE[:1]))
    with pytest.raises(NotInCoqError, match="dimension"):
        emit_coq(law_certificate([*OPPOSITE, {"label": 0, "point": ["1"], "mass": "0"}]))
    with pytest.raises(NotInCoqError, match="graph laws"):
        emit_coq(law_certificate(SPREAD))
    with pytest.raises(NotInCoqError, match='"all"'):
        emit_coq(law_certificate(OPPOSITE, {"graph_laws": "all"}))


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_compares_the_energies(coq_judge):
    """1/2 against 1/4 for t^2 - t/2; a spread slice where D < 0; a flipped sign, a changed digit, a tie are refused."""
    good = {
        "opposite": law_certificate(OPPOSITE),
        "spread": law_certificate(SPREAD, {"all_laws": "none"}, "t**3", [["-4", "1"], ["1", "1"]]),
        "parts": law_certificate(SPREAD, BOTH, "t**3 - t/9", [["-4", "1"], ["1", "1"]], "blocks"),
    }
    coq_judge.accepts(good)
    tie = law_certificate(OPPOSITE, profile="t**2 + t**4")
    assert not check(tie).accepted
    assert "Coq refuses it" in check_with_coq(tie, coq_judge.libraries).reason
    changes = {
        "sign": ("opposite", "P : list Z := [0; (-1); 2]", "P : list Z := [0; 1; 2]"),
        "digit": ("opposite", "[[[3; 4]]", "[[[3; 5]]"),
        "mass": ("opposite", "mu : Z := 1", "mu : Z := 2"),
        "claim": ("opposite", "GraphLawsNone n", "GraphLawsAll n"),
        "part": ("parts", "Definition Q : list (list Z) := [[1; 1]", "Definition Q : list (list Z) := [[2; 0]"),
        "whole": ("parts", "NoneOf (divided_blocks n w 2)", "NoneOf (block_law n w)"),
        "profile": ("parts", "P : list Z := [0; (-1); 0; 9]", "P : list Z := [0; (-1); 0; (-9)]"),
        "dimension": ("opposite", "(polynomial P pi) 2%nat", "(polynomial P pi) 3%nat"),
    }
    coq_judge.refuses(good, changes)
