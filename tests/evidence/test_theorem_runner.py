"""Theorems in the suite: what fails fails alone, what finished is kept, mutants must be refuted."""

from __future__ import annotations

import time

import pytest

from verify.evidence import theorem_runner as tasks_module
from verify.evidence.claims import Claim, Evidence
from verify.evidence.expectations import Outcome
from verify.evidence.registry import Registered, find_theorem
from verify.evidence.store import Store
from verify.evidence.suite import run_suite
from verify.evidence.theorem_runner import DERIVATION, run_part, theorem_tasks
from verify.model.errors import InputError
from verify.model.verdict import Status


@pytest.fixture
def entry(second_package):
    """Return X1 as it is registered by a second package."""
    assert second_package.is_dir()
    return find_theorem("X1")


def _lines(result):
    return {line.item: line for line in result.lines}


def test_each_step_and_claim_has_a_line(entry, inline):
    """Rungs, kinds, outcomes."""
    result = run_suite(theorem_tasks([entry]), executor=inline)
    lines = _lines(result)
    assert [line.kind for line in lines.values()] == ["step"] * 3 + ["claim", "mutant"]
    assert [line.found for line in lines.values()] == ["exact", "exact", "cited", "exact", "refuted"]
    assert result.exit_status() == 0
    assert result.to_json()["theorems"][0]["id"] == "X1/step 1"


def test_what_is_stored_is_not_run_again(entry, inline, tmp_path, monkeypatch):
    """Unless the run is fresh, the code has changed, or the seed is another."""
    store = Store(tmp_path / "store")
    first = run_suite(theorem_tasks([entry]), executor=inline, store=store)
    again = run_suite(theorem_tasks([entry]), executor=inline, store=store)
    assert again.resumed == {"X1/derivation", "X1/count", "X1/no-square"}
    assert again.lines == first.lines
    assert run_suite(theorem_tasks([entry], seed=1), executor=inline, store=store).resumed == frozenset()
    monkeypatch.setattr(Registered, "digest", "sha256:other")
    assert run_suite(theorem_tasks([entry]), executor=inline, store=store).resumed == frozenset()


@pytest.fixture
def claims(resultants_with, monkeypatch):
    """Return a function that gives X1 other claims and mutants, also in the workers, which run here."""

    def change(**changes):
        changed = resultants_with(**changes)
        monkeypatch.setattr(Registered, "load", lambda _entry: changed)
        monkeypatch.setattr(tasks_module, "load_entry", lambda _name, _place: changed)
        return theorem_tasks([Registered("X1", "proofs:changed")])

    return change


def _raise():
    raise ArithmeticError("broken on purpose")


def _sleep():
    time.sleep(60)


GOOD = Claim("good", "True.", lambda: Evidence(Status.EXACT, "seen"), Status.EXACT)


def test_an_exception_is_the_error_of_its_claim_alone(claims, inline, tmp_path):
    """It is not stored; the other claim is."""
    store = Store(tmp_path / "store")
    tasks = claims(claims=(GOOD, Claim("bad", "False.", _raise, Status.EXACT)))
    lines = _lines(run_suite(tasks, executor=inline, store=store))
    assert lines["bad"].outcome is Outcome.ERROR
    assert "broken on purpose" in lines["bad"].how
    assert lines["good"].outcome is Outcome.AS_EXPECTED
    again = run_suite(tasks, executor=inline, store=store)
    assert "X1/good" in again.resumed
    assert "X1/bad" not in again.resumed


def test_a_time_out_is_undecided(claims, inline):
    """By the claim's own limit; exit status 3."""
    tasks = claims(claims=(Claim("slow", "Long.", _sleep, Status.EXACT, timeout=1.0),))
    result = run_suite(tasks, executor=inline)
    assert _lines(result)["slow"].outcome is Outcome.UNDECIDED
    assert "time-out after 1 s" in _lines(result)["slow"].how
    assert result.exit_status() == 3


def test_a_mutant_that_survives_fails_the_run(claims, inline):
    """Exit status 1."""
    survivor = Claim("survivor", "False.", lambda: Evidence(Status.EXACT, "never looked"), Status.REFUTED)
    result = run_suite(claims(necessity=(survivor,)), executor=inline)
    assert _lines(result)["survivor"].outcome is Outcome.UNEXPECTED
    assert result.exit_status() == 1


def test_a_claim_that_returns_no_evidence_is_an_error(claims, inline):
    """True is no evidence."""
    tasks = claims(claims=(Claim("bool", "True.", lambda: True, Status.EXACT),))
    assert _lines(run_suite(tasks, executor=inline))["bool"].outcome is Outcome.ERROR


def test_a_theorem_that_cannot_be_imported_fails_alone(entry, inline):
    """The others run."""
    result = run_suite(theorem_tasks([Registered("X9", "no_such_module:T"), entry]), executor=inline)
    assert result.lines[0].outcome is Outcome.ERROR
    assert "importable" in result.lines[0].how
    assert {line.outcome for line in result.lines[1:]} == {Outcome.AS_EXPECTED}


def test_claims_are_chosen_by_name(entry):
    """With or without the theorem's id; unknown ones are named."""
    assert [task.item for task in theorem_tasks([entry], claims=["count", "X1/derivation"])] == [DERIVATION, "count"]
    with pytest.raises(InputError, match="nothing"):
        theorem_tasks([entry], claims=["nothing"])


def test_a_result_is_a_function_of_the_parameters(entry):
    """Times aside."""
    (task,) = theorem_tasks([entry], claims=["no-square"])
    assert run_part(task.parameters) == run_part(task.parameters)
