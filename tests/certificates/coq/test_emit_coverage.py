"""Which certificates of the shipped cases Coq covers: the tables of the library's README, made anew."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import proofs
from verify import decide, load_kernel
from verify.certificates.coq.check import CoqOutcome, check_with_coq
from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.model.verdict import Status

CASES = Path(__file__).parents[2] / "cases"
README = Path(proofs.__file__).parent / "coq" / "README.md"
HEAD = "| theorem | method | Coq file | cases |\n|---|---|---|---|\n"


def verdicts():
    """Return the verdicts that carry a certificate of T4, T4d or T5, by the cases' names."""
    found = ((path.stem, decide(load_kernel(path))) for path in sorted(CASES.glob("t*/*.kernel.json")))
    theorems = {"T4", "T4d", "T5"}
    return {name: verdict for name, verdict in found if (verdict.certificate or {}).get("theorem") in theorems}


def answer(cert):
    """Return "yes", or "no" with the reason."""
    try:
        return "yes" if emit_coq(cert).theorems else "no"
    except NotInCoqError as error:
        return f"no: {error}"


def coverage():
    """Count certificates by theorem, method and what becomes of them: exact verdicts, and enclosed ones."""
    counts = {Status.EXACT: Counter(), Status.ENCLOSED: Counter()}
    for verdict in verdicts().values():
        cert, rung = verdict.certificate, Status.weakest(verdict.graph_laws.status, verdict.all_laws.status)
        counts[rung][cert["theorem"], cert["method"], answer(cert)] += 1
    return tuple(counts.values())


def covered(counts):
    """Return how many become a Coq file, and how many there are."""
    return sum(count for key, count in counts.items() if key[2] == "yes"), counts.total()


def tables(exact, enclosed):
    """Return the section of the README that this file keeps true: two sentences with their numbers, two tables."""

    def table(counts):
        return HEAD + "".join(f"| {' | '.join(key)} | {count} |\n" for key, count in sorted(counts.items()))

    (e, m), (o, r) = covered(exact), covered(enclosed)
    return (
        f"Both views on the rung `exact`: {e} of {m}.\n\n{table(exact)}\n"
        f"Out of scope: a verdict on the rung `enclosed`, which rests on intervals: {o} of {r} all the same.\n\n"
        f"{table(enclosed)}"
    )


@pytest.mark.slow
def test_coverage_tables_of_the_library_are_the_ones_counted():
    """Every row of the two tables, and no other, with the numbers above them."""
    assert tables(*coverage()) + "\n## " in README.read_text(encoding="utf-8")


@pytest.mark.optional("Coq")
@pytest.mark.nightly
def test_coq_accepts_every_case_that_is_covered(coq_libraries):
    """What is emitted for a shipped case is accepted: the word "yes" in the table means that."""
    reports = {name: check_with_coq(verdict.certificate, coq_libraries) for name, verdict in verdicts().items()}
    judged = {name: report for name, report in reports.items() if report.outcome is not CoqOutcome.NOT_COVERED}
    assert len(judged) == sum(covered(counts)[0] for counts in coverage()) > 0
    assert {name: report.reason for name, report in judged.items() if not report.accepted} == {}
