"""Which exact certificates of the shipped cases Coq covers: the table of the library's README, made anew."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

import proofs
from verify import decide, load_kernel
from verify.certificates.coq import NotInCoqError, emit_coq
from verify.certificates.coq_check import CoqOutcome, check_with_coq

CASES = Path(__file__).parents[1] / "cases"
README = Path(proofs.__file__).parent / "coq" / "README.md"
HEAD = "| theorem | method | Coq file | cases |\n|---|---|---|---|\n"


def certificates():
    """Return the certificates of T4 and T5 by the cases' names."""
    found = ((path.stem, decide(load_kernel(path)).certificate) for path in sorted(CASES.glob("t*/*.kernel.json")))
    return {name: cert for name, cert in found if cert is not None and cert["theorem"] in {"T4", "T5"}}


def coverage():
    """Count the certificates by theorem, method and what becomes of them."""
    counts = Counter()
    for cert in certificates().values():
        try:
            answer = "yes" if emit_coq(cert).theorems else "no"
        except NotInCoqError as error:
            answer = f"no: {error}"
        counts[cert["theorem"], cert["method"], answer] += 1
    return counts


@pytest.mark.slow
def test_coverage_table_of_the_library_is_the_one_counted():
    """Every row of the table, and no other."""
    counts = coverage()
    rows = [f"| {' | '.join(key)} | {count} |\n" for key, count in sorted(counts.items())]
    text = README.read_text(encoding="utf-8")
    assert HEAD in text
    assert text.partition(HEAD)[2].partition("\n\n")[0] + "\n" == "".join(rows)


@pytest.mark.optional("Coq")
@pytest.mark.nightly
def test_coq_accepts_every_case_that_is_covered(tmp_path_factory):
    """What is emitted for a shipped case is accepted: the word "yes" in the table means that."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed")
    cache = tmp_path_factory.getbasetemp().parent / "coq-library"  # shared by modules and workers
    reports = {name: check_with_coq(cert, cache) for name, cert in certificates().items()}
    judged = {name: report for name, report in reports.items() if report.outcome is not CoqOutcome.NOT_COVERED}
    assert len(judged) == sum(count for key, count in coverage().items() if key[2] == "yes") > 0
    assert {name: report.reason for name, report in judged.items() if not report.accepted} == {}
