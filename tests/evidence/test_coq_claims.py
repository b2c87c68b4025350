"""Claims that Coq settles: proved, mutants refused, not run without Coq, and kept only under their content."""

from __future__ import annotations

import pytest

from verify.certificates.coq.check import CoqOutcome, CoqReport
from verify.certificates.coq.compiler import coq_version
from verify.certificates.coq.libraries import INTERVAL, REALS, CoqLibrary
from verify.evidence import CoqMode, Outcome, run_suite
from verify.evidence.coq_claims import CoqClaim, CoqTask, coq_claims, coq_tasks, run_coq_claim
from verify.model.verdict import Status


@pytest.fixture
def no_coq(monkeypatch, tmp_path):
    """Hide coqc."""
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture
def answering(monkeypatch):
    """Return a function that puts one claim with a given answer of Coq in place of all others."""

    def put(report, expected=Status.PROVED):
        claim = CoqClaim("T5", "coq-x", "It is so.", lambda _cache: report, expected)
        monkeypatch.setattr("verify.evidence.coq_claims.coq_claims", lambda: (claim,))
        return {"coq": "T5/coq-x", "cache": "."}

    return put


def test_the_cores_of_t1_t4_t5_and_the_inequalities_of_t6_are_on_the_list():
    """Each theorem has claims to be proved, T5 has mutants; names are unique."""
    claims = coq_claims()
    assert {c.theorem for c in claims if c.expected is Status.PROVED} == {"T1", "T4", "T5", "T6"}
    assert sum(c.expected is Status.REFUTED for c in claims) >= 2
    assert len({(c.theorem, c.item) for c in claims}) == len(claims)


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_a_claim_of_each_theorem_is_proved_and_every_mutant_refused(coq_libraries):
    """By Coq's kernel in this run; `verify run` has the whole list. The details hold statements and axioms."""
    claims = [task for task in coq_tasks(CoqMode.REQUIRE, coq_libraries) if task.expected is Status.PROVED]
    mutants = [task for task in coq_tasks(CoqMode.REQUIRE, coq_libraries) if task.expected is Status.REFUTED]
    result = run_suite([*{task.id: task for task in claims}.values(), *mutants], jobs=2)
    assert {line.theorem for line in result.lines if line.kind != "mutant"} == {"T1", "T4", "T5", "T6"}
    assert result.exit_status() == 0, [(line.id, line.found, line.how) for line in result.lines]
    for line in result.lines:
        if line.kind == "mutant":
            assert line.found == "refuted"
            continue
        details = line.details["coq"]
        assert line.found == "proved"
        assert details["version"] == coq_version()
        allowed = INTERVAL.axioms if line.theorem == "T6" else REALS.axioms
        assert set(details["assumptions"]) <= allowed
        assert all(theorem["statement"] for theorem in details["theorems"])
        assert ("63-bit machine integers" in line.how) == (line.theorem == "T6")


@pytest.mark.slow
@pytest.mark.usefixtures("no_coq")
def test_without_coq_auto_says_unknown_and_does_not_fail(tmp_path):
    """The claims are listed, not run, and the run passes."""
    result = run_suite(coq_tasks(CoqMode.AUTO, tmp_path), jobs=1)
    assert result.exit_status() == 0
    assert {line.found for line in result.lines} == {"unknown"}
    assert all("Not run: coqc is not installed" in line.how for line in result.lines)


@pytest.mark.slow
@pytest.mark.usefixtures("no_coq")
def test_without_coq_require_fails_and_says_what_is_missing(tmp_path):
    """A skip is a failure here."""
    result = run_suite(coq_tasks(CoqMode.REQUIRE, tmp_path), jobs=1)
    assert result.exit_status() == 1
    assert {line.outcome for line in result.lines} == {Outcome.ERROR}
    assert all("apt install coq" in line.how for line in result.lines)


def test_without_its_package_the_interval_tier_alone_is_missing(monkeypatch, tmp_path):
    """Coq without coq-interval: its claims say what to install, all others run."""
    monkeypatch.setattr(CoqLibrary, "missing", lambda library: library.install if library.needs else "")
    monkeypatch.setattr("verify.evidence.coq_claims.coq_version", lambda: "8.16.1")
    tasks = coq_tasks(CoqMode.REQUIRE, tmp_path)
    assert {task.id for task in tasks if "fault" in task.parameters} == {"T6"}
    assert all("libcoq-interval" in task.parameters["fault"] for task in tasks if task.id == "T6")


def test_off_has_no_tasks(tmp_path):
    """Nothing is asked."""
    assert coq_tasks(CoqMode.OFF, tmp_path) == []


def test_a_library_that_is_not_installed_is_missing(monkeypatch, tmp_path):
    """Without the sources there is nothing to prove with."""

    def gone(_library):
        raise FileNotFoundError("the Coq library is not installed")

    monkeypatch.setattr(CoqLibrary, "missing", lambda _library: "")
    monkeypatch.setattr("verify.evidence.coq_claims.coq_version", lambda: "8.16.1")
    monkeypatch.setattr("verify.evidence.coq_claims.library_key", gone)
    tasks = coq_tasks(CoqMode.REQUIRE, tmp_path)
    assert {task.parameters["fault"] for task in tasks} == {"the Coq library is not installed"}


@pytest.mark.parametrize("outcome", [CoqOutcome.REFUSED, CoqOutcome.NOT_COVERED, CoqOutcome.MISSING])
@pytest.mark.parametrize("expected", [Status.PROVED, Status.REFUTED])
def test_what_coq_does_not_accept_is_an_error(answering, outcome, expected):
    """A refusal refutes no statement; a mutant that is refused for another reason has not done its work."""
    parameters = answering(CoqReport(outcome, "", (), "for some reason", 0.1), expected)
    with pytest.raises(RuntimeError, match="for some reason"):
        run_coq_claim(parameters)


def test_time_that_runs_out_is_undecided_and_not_kept(answering):
    """A time-out is neither a proof nor a finished result."""
    found = run_coq_claim(answering(CoqReport(CoqOutcome.TIME_OUT, "", (), "too long", 60.0)))
    task = CoqTask("T5", "coq-x", "It is so.", Status.PROVED, {})
    assert set(found) == {"timeout"}
    assert task.lines({**found, "seconds": 60.0})[0].outcome is Outcome.UNDECIDED


def test_an_accepted_mutant_fails_the_run(answering, monkeypatch):
    """Where Coq accepts what it must refuse, the claim is unexpected."""
    monkeypatch.setattr("verify.evidence.coq_claims.library_key", lambda _library: "0" * 32)
    found = run_coq_claim(answering(CoqReport(CoqOutcome.ACCEPTED, "", (), "", 1.0), Status.REFUTED))
    task = CoqTask("T5", "coq-x", "It is so.", Status.REFUTED, {})
    assert task.lines({**found, "seconds": 1.0})[0].outcome is Outcome.UNEXPECTED


def test_results_are_kept_under_the_library_and_the_version_of_coq():
    """Another library is another key; where it is compiled does not matter."""
    one, moved, other = (
        CoqTask("T5", "x", "", Status.PROVED, {"coq": "T5/x", "library": library, "cache": cache})
        for library, cache in (("a", "here"), ("a", "there"), ("b", "here"))
    )
    assert one.key == moved.key != other.key
