"""What is said before and after Coq: forbidden words, assumptions, the cache."""

from __future__ import annotations

import hashlib
import json
import shutil

import pytest

from verify.certificates.coq.compiler import (
    build_library,
    check_axioms,
    forbidden_words,
    is_compiled,
    library_key,
    parse_assumptions,
    run_coq,
)
from verify.certificates.coq.libraries import ALLOWED_AXIOMS, REALS

OUTPUT = """Axioms:
ClassicalDedekindReals.sig_not_dec : forall P : Prop, {~ ~ P} + {~ P}
ClassicalDedekindReals.sig_forall_dec
  : forall P : nat -> Prop,
    (forall n : nat, {P n} + {~ P n}) ->
    {n : nat | ~ P n} + {forall n : nat, P n}
"""


@pytest.fixture
def coqc():
    """Skip where there is no Coq."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed")


def test_forbidden_words_are_found_outside_comments_only():
    """Comments nest; a word in one assumes nothing."""
    assert forbidden_words("(* Axiom (* Parameter *) Admitted *) Lemma a : True.") == ()
    assert forbidden_words("(* a *) Axiom x : False. (* b *)") == ("Axiom",)
    assert forbidden_words("Section S. Variable H : False. End S.") == ("Variable",)
    assert forbidden_words("Definition parameter := 1. Lemma axiomatic : True.") == ()


def test_assumptions_are_read_over_several_lines():
    """Types may follow their name on the next lines."""
    assert parse_assumptions(OUTPUT) == [
        {"ClassicalDedekindReals.sig_not_dec", "ClassicalDedekindReals.sig_forall_dec"}
    ]
    assert check_axioms(OUTPUT) == ""
    assert check_axioms("Closed under the global context\n") == ""


def test_other_axioms_and_missing_answers_are_refused():
    """A new axiom, an axiom of another module with the same last name, no answer, two answers."""
    assert check_axioms(OUTPUT + "easy : False\n") == "the proof rests on easy"
    assert "Mine.classic" in check_axioms("Axioms:\nMine.classic : forall P : Prop, P\n")
    assert check_axioms("") != ""
    assert check_axioms(OUTPUT + OUTPUT) != ""
    assert len(ALLOWED_AXIOMS) == 4


@pytest.mark.optional("Coq")
@pytest.mark.slow
@pytest.mark.usefixtures("coqc")
def test_library_cache_notices_damage_and_changes(tmp_path):
    """An intact library is taken as it is, a damaged one is compiled again, another source has another key."""
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "_CoqProject").write_text("-Q . Collapse\nSums.v\n")
    shutil.copy(REALS.sources() / "Sums.v", sources)
    library = build_library(tmp_path / "cache", sources=sources)
    stamp = (library / "Sums.vo").stat().st_mtime_ns
    assert build_library(tmp_path / "cache", sources=sources) == library
    assert (library / "Sums.vo").stat().st_mtime_ns == stamp
    (library / "Sums.vo").write_bytes(b"damaged")
    assert build_library(tmp_path / "cache", sources=sources) == library
    assert (library / "Sums.vo").stat().st_size > 1000
    (sources / "Sums.v").write_text((sources / "Sums.v").read_text() + "\nLemma more : 1 = 1.\nProof. auto. Qed.\n")
    assert build_library(tmp_path / "cache", sources=sources) != library


def test_a_library_is_compiled_where_its_manifest_holds(tmp_path):
    """Nothing there, the files of the manifest, one of them damaged."""
    assert not is_compiled(tmp_path)
    folder = tmp_path / library_key()
    folder.mkdir()
    (folder / "A.vo").write_bytes(b"compiled")
    (folder / "manifest.json").write_text(json.dumps({"A.vo": hashlib.sha256(b"compiled").hexdigest()}))
    assert is_compiled(tmp_path)
    (folder / "A.vo").write_bytes(b"damaged")
    assert not is_compiled(tmp_path)


@pytest.mark.optional("Coq")
@pytest.mark.slow
@pytest.mark.usefixtures("coqc")
def test_library_with_an_axiom_or_an_error_is_refused(tmp_path):
    """What assumes or does not compile never enters the cache."""
    (tmp_path / "_CoqProject").write_text("-Q . Collapse\nA.v\n")
    (tmp_path / "A.v").write_text("Axiom easy : False.\n")
    with pytest.raises(RuntimeError, match="Axiom"):
        build_library(tmp_path / "cache", sources=tmp_path)
    (tmp_path / "A.v").write_text("Lemma hard : False. Proof. auto. Qed.\n")
    with pytest.raises(RuntimeError, match="does not compile"):
        build_library(tmp_path / "cache", sources=tmp_path)


@pytest.mark.optional("Coq")
@pytest.mark.slow
@pytest.mark.usefixtures("coqc")
def test_files_are_compiled_after_those_that_they_require(tmp_path):
    """Whatever their order in the project; A and B stand apart, C rests on both over two lines."""
    (tmp_path / "_CoqProject").write_text("-Q . Collapse\nC.v\nB.v\nA.v\n")
    (tmp_path / "A.v").write_text("Lemma one : 1 = 1. Proof. reflexivity. Qed.\n")
    (tmp_path / "B.v").write_text("Lemma two : 2 = 2. Proof. reflexivity. Qed.\n")
    (tmp_path / "C.v").write_text(
        "From Collapse Require Import A\n  B.\n"
        "Lemma both : 1 = 1 /\\ 2 = 2. Proof. split; [exact one | exact two]. Qed.\n"
    )
    library = build_library(tmp_path / "cache", sources=tmp_path)
    assert sorted(path.name for path in library.glob("*.vo")) == ["A.vo", "B.vo", "C.vo"]


@pytest.mark.slow
@pytest.mark.parametrize(("script", "status"), [("sleep 2; exit 7", 7), ("while :; do :; done", None)])
def test_a_time_limit_is_one_of_processor_time(tmp_path, monkeypatch, script, status):
    """A program that waits longer than its limit, as on a busy machine, ends by itself; one that computes does not."""
    program = tmp_path / "coqc"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    run = run_coq(tmp_path / "A.v", tmp_path, 1.0)
    assert run.status == status
    assert run.seconds > 0.9  # the clock of processes may be a tick ahead
