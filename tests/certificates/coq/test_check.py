"""Coq accepts true certificates, and each of them changed in one place is refused with its reason."""

from __future__ import annotations

import copy
import dataclasses
from fractions import Fraction

import pytest

from verify.certificates.checker import check
from verify.certificates.coq.check import check_with_coq
from verify.certificates.coq.emit import emit_coq
from verify.certificates.makers import certificate
from verify.certificates.psd import prove_psd

pytestmark = [pytest.mark.optional("Coq"), pytest.mark.slow]

K = [[0, 2, -1], [2, 0, 3], [-1, 3, 0]]  # v^T L v = (2 (a - b)^2 + 3 (b - c)^2 - (a - c)^2) / 9
BOTH = {"graph_laws": "all", "all_laws": "all"}


def problem(k, profile=None):
    """Return the normal form of a factor kernel on three atoms."""
    labels = {"kind": "atoms", "weights": ["1/3"] * 3}
    rows = [[str(x) for x in row] for row in k]
    return {"family": "factor", "d": 3, "profile": profile or {"usa": "2"}, "labels": labels, "k": rows}


@pytest.fixture
def cert():
    """Return a certificate of collapse for three atoms with a negative factor."""
    A = [[(sum(row) if i == j else 0) - row[j] for j in range(3)] for i, row in enumerate(K)]
    psd = prove_psd(A).to_data()
    psd["scale"] = str(9 * int(psd["scale"]))  # the Laplacian with weights 1/3 is A/9
    return certificate("T5", problem(K), "laplacian", {"psd": psd}, BOTH)


def test_coq_accepts_a_signed_laplacian(coq_libraries, cert):
    """The inequality and both views are proved, and the report carries the digest of the problem."""
    report = check_with_coq(cert, coq_libraries, problem_digest=cert["digest"])
    assert report.accepted, report.reason
    assert report.digest == cert["digest"]
    assert [t.view for t in report.theorems] == ["", "graph_laws", "all_laws"]


def test_coq_accepts_other_profiles(coq_judge, cert):
    """The same data prove the claim for polynomials, general exponentials and the peak normalisation."""
    psd = {"psd": cert["data"]["psd"]}
    profiles = ("t/2 + t**3", "2*exp(t/3)", {"peak": "3"})
    good = {str(f): certificate("T5", problem(K, f), "laplacian", psd, BOTH) for f in profiles}
    coq_judge.accepts(good)


def test_coq_accepts_refutations_of_collapse(coq_judge):
    """A negative direction, and a negative degree at one atom."""
    none = {"graph_laws": "none", "all_laws": "none"}
    k = [[0, 1, -2], [1, 0, 1], [-2, 1, 0]]
    good = {
        str(profile): certificate("T5", problem(k, profile), "direction", {"v": ["1/2", "0", "-1/2"]}, none)
        for profile in ({"usa": "1"}, "t + t**2", "t**3 - t**2/2")
    }
    k = [[-4, 1, 1], [1, 1, 1], [1, 1, 1]]
    good["degree"] = certificate("T5", problem(k), "negative_degree", {"atom": 0}, {"all_laws": "none"})
    coq_judge.accepts(good)
    cert = certificate("T5", problem(K), "direction", {"v": ["1", "0", "-1"]}, none)
    assert "Coq refuses it" in check_with_coq(cert, coq_judge.libraries).reason


THRESHOLD = [[0, 2, -1], [2, 0, 2], [-1, 2, 0]]
SOME = {"graph_laws": "some", "all_laws": "some"}


def at_the_threshold(claim, k=THRESHOLD, profile=None):
    """Return a certificate by the Laplacian of three equally weighted atoms, whose null space may be larger."""
    A = [[Fraction((sum(row) if i == j else 0) - row[j], 9) for j in range(3)] for i, row in enumerate(k)]
    return certificate("T5", problem(k, profile), "laplacian", {"psd": prove_psd(A).to_data()}, claim)


def test_coq_proves_uniqueness_with_a_larger_null_space(coq_judge):
    """The null space at the threshold holds no indicator: exponentials collapse; with one it must not be accepted."""
    good = {"threshold": at_the_threshold(BOTH)}
    coq_judge.accepts(good)
    split = [[1, 0, 0], [0, 1, 1], [0, 1, 1]]
    assert not check(at_the_threshold(BOTH, split)).accepted
    assert "Coq refuses it" in check_with_coq(at_the_threshold(BOTH, split), coq_judge.libraries).reason
    changes = {
        "place": ("threshold", "data 1);", "data 2);"),
        "vector": ("threshold", "psd_kernel := [[2; 1; 0]", "psd_kernel := [[2; 1; 1]"),
    }
    coq_judge.refuses(good, changes)


def test_coq_proves_that_some_maximisers_collapse(coq_judge):
    """By an indicator, by halves at a label of degree zero, by f(-1) = f(1); changed shares are refused."""
    zero = {"family": "factor", "d": 2, "profile": {"usa": "1"}, "k": [["0"]]}
    zero |= {"labels": {"kind": "atoms", "weights": ["1"]}}
    good = {
        "split": at_the_threshold(SOME, [[1, 0, 0], [0, 1, 1], [0, 1, 1]]),
        "even": certificate("T5", problem([[0, 1, 2], [1, 0, 1], [2, 1, 0]], "t**2/3 + t**4"), "sign", {}, SOME),
        "free": certificate("T5", zero, "sign", {}, {"graph_laws": "all", "all_laws": "some"}),
    }
    coq_judge.accepts(good)
    changes = {
        "digit": ("split", "V_graph_laws : list Z := [0; 1; 1]", "V_graph_laws : list Z := [0; 1; 0]"),
        "sign": ("split", "V_all_laws : list Z := [0; 1; 1]", "V_all_laws : list Z := [0; (-1); 1]"),
        "constant": ("split", "V_graph_laws : list Z := [0; 1; 1]", "V_graph_laws : list Z := [1; 1; 1]"),
        "claim": ("split", "GraphLawsSome n", "GraphLawsAll n"),
        "negative": ("split", "[[1; 0; 0]", "[[(-1); 0; 0]"),  # D < 0 at the first label: the bound for all laws fails
        "odd": ("even", "[0; 0; 1; 0; 3]", "[0; 1; 1; 0; 3]"),
    }
    coq_judge.refuses(good, changes)


def test_coq_refuses_changed_data(coq_libraries, cert):
    """A flipped sign or a changed digit of L, of D, of the scale, of the kernel: Coq's computation says no."""
    rows = cert["data"]["psd"]["L"]
    changes = {
        "sign": lambda psd: psd["L"][1].__setitem__(0, str(-int(rows[1][0]))),
        "digit": lambda psd: psd["L"][1].__setitem__(0, rows[1][0] + "1"),
        "diagonal": lambda psd: psd["D"].__setitem__(0, "-1"),
        "scale": lambda psd: psd.__setitem__("scale", "1"),
        "kernel": lambda psd: psd.__setitem__("kernel", [["2", "2", "2"], ["1", "1", "1"]]),
        "pivots": lambda psd: psd.__setitem__("pivots", [7]),
    }
    for name, change in changes.items():
        changed = copy.deepcopy(cert)
        change(changed["data"]["psd"])
        report = check_with_coq(changed, coq_libraries)
        assert not report.accepted, name
        assert "Coq refuses it" in report.reason or "null space" in report.reason, (name, report.reason)


def test_coq_refuses_another_problem(coq_libraries, cert):
    """A swapped digest, the user's own digest, and the same data for another factor."""
    assert "digest" in check_with_coq(cert | {"digest": "sha256:" + "1" * 64}, coq_libraries).reason
    assert "another problem" in check_with_coq(cert, coq_libraries, problem_digest="sha256:" + "1" * 64).reason
    other = [[0, 2, -2], [2, 0, 3], [-2, 3, 0]]
    swapped = certificate("T5", problem(other), "laplacian", {"psd": cert["data"]["psd"]}, BOTH)
    assert "Coq refuses it" in check_with_coq(swapped, coq_libraries).reason


def test_coq_files_that_assume_something_are_refused(coq_libraries, cert):
    """An added axiom, an admitted proof, an assumption hidden in a section: before or after Coq."""
    file = emit_coq(cert)
    proof = "Proof.\n  exact (factor_check_exp n W omega K kappa data accepted).\nQed."
    assert proof in file.text

    def changed(old, new):
        return lambda _: dataclasses.replace(file, text=file.text.replace(old, new))

    for text in ("Axiom easy : False.", "Parameter easy : False.", "Conjecture easy : False."):
        report = check_with_coq(cert, coq_libraries, emit=changed("Module", f"{text}\nModule"))
        assert not report.accepted
        assert "the file contains" in report.reason
    assert "Admitted" in check_with_coq(cert, coq_libraries, emit=changed(proof, "Admitted.")).reason
    choice = (
        "From Coq Require Import ClassicalEpsilon.\n"
        "Definition more := (theorems, constructive_indefinite_description).\nPrint Assumptions more."
    )
    report = check_with_coq(cert, coq_libraries, emit=changed("Print Assumptions theorems.", choice))
    assert "rests on" in report.reason
    assert "constructive_indefinite_description" in report.reason
    silent = changed("Print Assumptions theorems.", "")
    assert "of 0 terms" in check_with_coq(cert, coq_libraries, emit=silent).reason


def test_coq_files_that_take_too_long_are_stopped(coq_libraries, cert):
    """A computation without an end is killed at the time-out."""
    file = emit_coq(cert)
    endless = "Definition endless := Eval vm_compute in Z.pow 3 (Z.pow 10 9).\nModule"
    report = check_with_coq(
        cert,
        coq_libraries,
        timeout=5,
        emit=lambda _: dataclasses.replace(file, text=file.text.replace("Module", endless)),
    )
    assert not report.accepted
    assert report.reason == "Coq took longer than 5 s"
