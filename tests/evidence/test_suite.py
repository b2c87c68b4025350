"""The suite: what finished is kept, what failed fails alone, what is stored is not repeated."""

from __future__ import annotations

import time
from concurrent.futures import Future
from dataclasses import replace

import pytest

from verify.evidence import suite
from verify.evidence.coq_claims import CoqTask
from verify.evidence.examples import list_examples
from verify.evidence.expectations import Outcome
from verify.evidence.store import Store
from verify.evidence.suite import Task, decide_example, run_suite
from verify.model.verdict import Status


@pytest.fixture
def tasks(example, constant_kernel):
    """Return three small tasks, of which the last expects what is false."""
    wrong = {**constant_kernel, "expect": {"graph_laws": "none", "all_laws": "none"}}
    right = {**constant_kernel, "expect": {"graph_laws": "all", "all_laws": "all", "status": "exact"}}
    documents = {"a": constant_kernel, "b": {**right, "d": 4}, "c": {**wrong, "d": 5}}
    return [Task.of(example(name, document)) for name, document in documents.items()]


def _outcomes(result):
    return {claim.id: claim.outcome for claim in result.claims}


def test_every_claim_is_compared_with_what_is_expected(tasks, inline):
    """A false expectation is found out: the suite can fail."""
    result = run_suite(tasks, executor=inline)
    assert [claim.certificate for claim in result.claims] == ["accepted"] * 6
    outcomes = list(_outcomes(result).values())
    assert outcomes == [Outcome.AS_EXPECTED] * 4 + [Outcome.UNEXPECTED] * 2
    assert result.exit_status() == 1
    assert run_suite(tasks[:2], executor=inline).exit_status() == 0


def test_a_result_is_a_function_of_the_parameters(tasks):
    """The same parameters give the same plain data."""
    assert decide_example(tasks[0].parameters) == decide_example(tasks[0].parameters)


def test_an_expectation_is_no_parameter(example, constant_kernel):
    """Another expectation needs no other decision."""
    documents = {"a": constant_kernel, "b": {**constant_kernel, "expect": {"status": "exact"}}}
    plain, expecting = (Task.of(example(name, document)) for name, document in documents.items())
    assert plain.key == expecting.key


def test_what_is_stored_is_not_computed_again(tasks, inline, tmp_path, monkeypatch):
    """A second run takes everything from the store, unless it is to be fresh."""
    store = Store(tmp_path / "store")
    first = run_suite(tasks, executor=inline, store=store)
    monkeypatch.setattr(suite, "decide_example", _broken)
    second = run_suite(tasks, executor=inline, store=store)
    assert second.resumed == {"a", "b", "c"}
    assert second.claims == first.claims
    fresh = run_suite(tasks, executor=inline, store=store, fresh=True)
    assert {claim.outcome for claim in fresh.claims} == {Outcome.ERROR}


def _broken(_parameters):
    raise ArithmeticError("broken on purpose")


def _broken_for_d_4(parameters):
    if parameters["document"]["d"] == 4:
        raise ArithmeticError("broken on purpose")
    return decide_example(parameters)


def _slow_for_d_4(parameters):
    if parameters["document"]["d"] == 4:
        time.sleep(60)
    return decide_example(parameters)


def test_an_exception_is_the_error_of_its_claims_alone(tasks, inline, monkeypatch, tmp_path):
    """The other claims are decided; an error is not stored."""
    monkeypatch.setattr(suite, "decide_example", _broken_for_d_4)
    store = Store(tmp_path / "store")
    outcomes = _outcomes(run_suite(tasks, executor=inline, store=store))
    assert outcomes["a/graph_laws"] is Outcome.AS_EXPECTED
    assert outcomes["b/graph_laws"] is Outcome.ERROR
    assert store.get(tasks[0].key) is not None
    assert store.get(tasks[1].key) is None


@pytest.mark.slow
def test_a_time_out_is_undecided_and_not_stored(tasks, inline, monkeypatch, tmp_path):
    """Exit status 3: undecided although it was expected decided."""
    monkeypatch.setattr(suite, "decide_example", _slow_for_d_4)
    store = Store(tmp_path / "store")
    result = run_suite(tasks[:2], executor=inline, limit=5, store=store)
    assert _outcomes(result)["b/all_laws"] is Outcome.UNDECIDED
    assert _outcomes(result)["a/all_laws"] is Outcome.AS_EXPECTED
    assert result.exit_status() == 3
    assert store.get(tasks[1].key) is None


def test_a_file_at_fault_fails_alone(example, constant_kernel, inline):
    """An example that does not parse is an error of its own claims."""
    tasks = [Task.of(example("bad", '{"family": ')), Task.of(example("good", constant_kernel))]
    outcomes = _outcomes(run_suite(tasks, executor=inline))
    assert outcomes["bad/graph_laws"] is Outcome.ERROR
    assert outcomes["good/graph_laws"] is Outcome.AS_EXPECTED


def test_an_interrupted_run_returns_what_is_done(tasks, inline):
    """Ctrl-C after the first task: its claims are there, and the run says that it was interrupted."""

    def interrupt(done, _total, _name):
        if done == 1:
            raise KeyboardInterrupt

    result = run_suite(tasks, executor=inline, progress=interrupt)
    assert result.interrupted
    assert len({claim.example for claim in result.claims}) == 1


def test_progress_counts_every_task(tasks, inline):
    """The callback hears of each finished task."""
    heard = []
    run_suite(tasks, executor=inline, progress=lambda *told: heard.append(told))
    assert [done for done, _, _ in heard] == [0, 1, 2, 3]
    assert {name for _, _, name in heard} == {"", "a", "b", "c"}


def test_a_rejected_certificate_is_never_a_pass(tasks, inline, monkeypatch):
    """A maker that lies about one digit is found out by the checker."""
    honest = suite.answer

    def forged(subject):
        found = honest(subject)
        certificate = found.parts[0].verdict.certificate
        certificate["data"]["claim"]["graph_laws"] = "none"
        return found

    monkeypatch.setattr(suite, "answer", forged)
    result = run_suite(tasks[:1], executor=inline)
    assert {claim.certificate for claim in result.claims} == {"rejected"}
    assert {claim.outcome for claim in result.claims} == {Outcome.UNEXPECTED}


def test_a_coq_claim_of_each_library_comes_first_and_the_others_last(tasks, inline, monkeypatch):
    """The claims that would only wait for a compilation leave the processes to the rest."""
    heard = []
    monkeypatch.setattr(inline, "submit", lambda _run, task, _limit: heard.append(task["name"]) or Future())
    monkeypatch.setattr(suite, "as_completed", lambda _futures: [])
    coq = [
        CoqTask("T5", str(n), "", Status.PROVED, {"fault": "none is run", "library": library, "name": f"{library}{n}"})
        for n, library in enumerate("aabb")
    ]
    named = [replace(task, parameters={**task.parameters, "name": task.name}) for task in tasks[:2]]
    run_suite([named[0], *coq, named[1]], executor=inline)
    assert heard == ["a0", "b2", "a", "b", "a1", "b3"]


@pytest.mark.slow
def test_processes_give_the_same_claims(tasks, inline):
    """The default executor agrees with the inline one."""
    assert run_suite(tasks, jobs=2).claims == run_suite(tasks, executor=inline).claims


@pytest.mark.slow
def test_every_shipped_example_has_its_expected_verdict():
    """What `verify run` runs holds."""
    result = run_suite([Task.of(example) for example in list_examples()])
    assert [claim.to_json() for claim in result.claims if claim.outcome is not Outcome.AS_EXPECTED] == []
