"""Theorems of the Coq library are pinned to their statements, not to their names."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from verify.certificates.coq.check import CoqOutcome, compile_file
from verify.certificates.coq.theorems import LIBRARY


@pytest.mark.parametrize("theorem", LIBRARY, ids=lambda t: f"{t.theorem}-{t.item}")
def test_a_pinned_theorem_is_one_of_the_library(theorem):
    """The module holds a theorem of that name, and the file states it anew before it uses it."""
    source = (theorem.library.sources() / f"{theorem.module}.v").read_text(encoding="utf-8")
    assert re.search(rf"^(Theorem|Corollary) {theorem.name}\b", source, re.MULTILINE)
    text = theorem.file().text
    assert text.index(theorem.statement) < text.index(f"exact {theorem.module}.{theorem.name}")


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_a_statement_that_is_not_the_theorem_is_no_proof(coq_libraries):
    """The pinned statement with one hypothesis dropped: Coq refuses it, so that the name alone proves nothing."""
    (theorem,) = (t for t in LIBRARY if t.name == "dichotomy_exp")
    stronger = replace(theorem, statement=theorem.statement.replace("0 < beta ->", ""))
    report = compile_file(stronger.file(), coq_libraries)
    assert report.outcome is CoqOutcome.REFUSED
