"""Answers: one verdict for a kernel, one for each variant of a model config, unknown at a time limit."""

from __future__ import annotations

import time

import pytest

from verify.encodings.loading import load_kernel
from verify.evidence import answers
from verify.evidence.answers import ComputationError, answer, worst_status
from verify.model.errors import InputError

CONFIG = {"model_type": "llama", "head_dim": 4, "max_position_embeddings": 8, "rope_theta": 10000.0}


def _sleep(_kernel):
    time.sleep(60)


def _break(_kernel):
    raise RuntimeError("broken")


def _refuse(_kernel):
    raise InputError("k", "be bounded", "not")


@pytest.fixture
def kernel(constant_kernel):
    """Return k = 1 on two atoms."""
    return load_kernel(constant_kernel)


def test_a_kernel_has_one_verdict(kernel):
    """A kernel file gives a verdict without layers and heads."""
    found = answer(kernel)
    assert (found.exit_status(), len(found.parts), found.config) == (0, 1, None)
    assert found.to_json()["graph_laws"]["collapse"] == "all"


def test_a_limit_that_suffices_changes_nothing(kernel):
    """The verdict from a process of its own is the same."""
    assert answer(kernel, seconds=60).to_json() == answer(kernel).to_json()


def test_a_model_config_has_a_verdict_for_each_variant():
    """The plain data hold variants with layers, heads and verdict."""
    found = answer(load_kernel(CONFIG))
    data = found.to_json()
    assert [set(entry) for entry in data["variants"]] == [{"layers", "heads", "verdict"}]
    assert data["positions"] == [8]
    assert "read" in found.to_json(verbose=True)


def test_a_time_out_is_an_honest_unknown(kernel, monkeypatch):
    """Beyond the limit the verdict is unknown, with the reason and the next step."""
    monkeypatch.setattr(answers, "decide", _sleep)
    found = answer(kernel, seconds=0.2)
    data = found.to_json()
    assert found.exit_status() == 3
    assert data["graph_laws"]["reason"] == "time-out after 0.2 s"
    assert data["kernel"]["digest"] == kernel.digest
    assert "--timeout 0.8" in data["next_step"]


def test_a_variant_out_of_time_keeps_its_place(monkeypatch):
    """A time-out in a model config is that of the variant."""
    monkeypatch.setattr(answers, "decide_model", _sleep)
    found = answer(load_kernel(CONFIG), seconds=0.2)
    assert [part.layers for part in found.parts] == ["all"]
    assert found.exit_status() == 3


def test_an_exception_under_a_limit_is_reported(kernel, monkeypatch):
    """The message and the traceback come back from the process."""
    monkeypatch.setattr(answers, "decide", _break)
    with pytest.raises(ComputationError, match="RuntimeError: broken") as caught:
        answer(kernel, seconds=60)
    assert "_break" in caught.value.trace


def test_bad_input_under_a_limit_is_bad_input(kernel, monkeypatch):
    """What is bad input without a limit is bad input with one."""
    monkeypatch.setattr(answers, "decide", _refuse)
    with pytest.raises(InputError, match="k must be bounded"):
        answer(kernel, seconds=60)


@pytest.mark.parametrize(("statuses", "worst"), [((), 0), ((0, 3), 3), ((3, 2, 0), 2), ((2, 4, 3), 4)])
def test_the_worst_exit_status_wins(statuses, worst):
    """Bad input is worse than an unknown view, an internal error worse than both."""
    assert worst_status(*statuses) == worst
