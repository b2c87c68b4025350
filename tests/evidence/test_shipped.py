"""Shipped certificates: rechecked in every run, made again on request, written whole or not at all."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from verify.certificates.makers import certificate
from verify.evidence import Registered, Shipped, Store, run_suite, theorem_tasks
from verify.model.errors import InputError
from verify.model.verdict import Status

PROBLEM = {
    "family": "factor",
    "d": 3,
    "profile": "exp(2*t)",
    "labels": {"kind": "atoms", "weights": ["1/2", "1/2"]},
    "k": [["1", "1"], ["1", "1"]],
}
CLAIM = {"graph_laws": "all", "all_laws": "all"}


def make(problem=PROBLEM, claim=CLAIM):
    """Return the certificate of k = 1 on two atoms."""
    return certificate("T5", problem, "sign", {}, claim)


@pytest.fixture
def shipped(tmp_path):
    """Return a shipped certificate whose file is made."""
    found = Shipped("constant", tmp_path / "certificates", PROBLEM, CLAIM, make)
    found.remake()
    return found


def test_the_file_is_read_by_the_independent_checker(shipped):
    """Exact if it is accepted; one changed digit is an error, a missing file bad input."""
    assert shipped.recheck().status is Status.EXACT
    shipped.path.write_text(shipped.path.read_text(encoding="utf-8").replace('"d": 3', '"d": 4'), encoding="utf-8")
    found = shipped.recheck()
    assert found.status is Status.ERROR
    assert "seal" in found.how
    shipped.path.unlink()
    with pytest.raises(InputError, match="constant"):
        shipped.recheck()


def test_a_certificate_of_an_easier_problem_or_claim_is_an_error(shipped):
    """The problem and the claim stand in the code, not in the file."""
    other = replace(shipped, problem=PROBLEM | {"k": [["1", "0"], ["0", "1"]]})
    assert "another problem" in other.recheck().how
    weaker = replace(shipped, claim={"graph_laws": "all"})
    assert weaker.recheck().status is Status.ERROR


def test_a_certificate_made_again_replaces_the_file_only_where_it_differs(shipped):
    """The same: the file is not touched; another one: replaced whole, nothing else left in the folder."""
    before = shipped.path.stat().st_mtime_ns
    assert "the same" in shipped.remake().how
    assert shipped.path.stat().st_mtime_ns == before
    narrower = {"graph_laws": "all"}
    found = replace(shipped, claim=narrower, make=lambda: make(claim=narrower)).remake()
    assert found.status is Status.EXACT
    assert "replaced" in found.how
    assert json.loads(shipped.path.read_text(encoding="utf-8"))["data"]["claim"] == narrower
    assert [path.name for path in shipped.folder.iterdir()] == ["constant.json"]


def test_a_maker_of_what_is_rejected_leaves_the_file(shipped):
    """A certificate of another problem is not written."""
    kept = shipped.path.read_text(encoding="utf-8")
    found = replace(shipped, make=lambda: make(PROBLEM | {"d": 5})).remake()
    assert found.status is Status.ERROR
    assert shipped.path.read_text(encoding="utf-8") == kept


def test_a_folder_that_cannot_be_made_is_bad_input(tmp_path):
    """A file stands in its place."""
    (tmp_path / "certificates").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="written"):
        Shipped("constant", tmp_path / "certificates", PROBLEM, CLAIM, make).remake()


def test_a_run_rechecks_whatever_the_store_holds_and_remakes_on_request(tmp_path, monkeypatch, inline):
    """A damaged file is found although an earlier run was accepted; remade, it is accepted again."""
    folder = tmp_path / "certificates"
    (tmp_path / "shipping.py").write_text(
        f"""
from pathlib import Path
from verify.certificates.makers import certificate
from verify.evidence import Assumption, Claim, Evidence, Shipped, Theorem
from verify.model.verdict import Status
from verify.symbolic import Cited, Derivation, Step
PROBLEM, CLAIM = {PROBLEM!r}, {CLAIM!r}
FILE = Shipped("constant", Path({str(folder)!r}), PROBLEM, CLAIM,
               lambda: certificate("T5", PROBLEM, "sign", {{}}, CLAIM))
false = Claim("false", "false", lambda: Evidence(Status.REFUTED, "1 = 1"), Status.REFUTED)
THEOREM = Theorem("X9", "x", "x", (Assumption("$x$", "x"),), Derivation("x", (Step("x", "x", Cited("x")),)),
                  (FILE.as_claim("constant", "Constant kernels collapse."),), (false,), ("x",), ("x",))
""",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    entry = Registered("X9", "shipping:THEOREM")
    store = Store(tmp_path / "store")

    def run(**options):
        assert entry.load().id == "X9"
        tasks = theorem_tasks([entry], claims=["constant"], **options)
        (line,) = run_suite(tasks, executor=inline, store=store).lines
        return line

    assert run().found == "error"
    made = run(remake=True)
    assert made.found == "exact"
    assert "made again" in made.how
    assert run().found == "exact"
    (folder / "constant.json").write_text("{}", encoding="utf-8")
    assert run().found == "error"
