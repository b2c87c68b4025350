"""Kernels judged against what is expected of them."""

from __future__ import annotations

import pytest

from verify.encodings.loading import load_kernel
from verify.evidence.expectations import Outcome
from verify.model.errors import InputError
from verify.testing.failures import KernelFailure
from verify.testing.judgements import judge_file, judge_kernel

PARTIAL = {
    "model_type": "llama", "hidden_size": 8, "num_attention_heads": 2, "max_position_embeddings": 8,
    "rope_theta": 10000.0,
}  # fmt: skip


def test_kernels_documents_and_files_are_judged_alike(rope, tmp_path, write):
    """One digest, one answer."""
    path = write(tmp_path / "rope.kernel.json", rope)
    judged = [judge_kernel(s) for s in (rope, load_kernel(rope), path, str(path))]
    assert {j.answer.parts[0].verdict.digest for j in judged} == {load_kernel(rope).digest}
    assert {(j.view("graph_laws"), j.view("all_laws"), j.certificate) for j in judged} == {
        ("none (exact)", "none (exact)", "accepted")
    }


def test_each_view_is_held_against_its_own_expectation(rope):
    """A wrong one of two views fails alone."""
    judged = judge_kernel(rope, {"graph_laws": "none", "all_laws": "some"})
    assert [(f.view, f.outcome) for f in judged.failed] == [("all_laws", Outcome.UNEXPECTED)]
    with pytest.raises(KernelFailure, match="all laws: expected some, found none"):
        judged.check()


def test_a_file_without_expectation_has_to_be_decided(rope, tmp_path, write):
    """A rung that is too low, or an unknown view, is not as expected; an expected unknown is."""
    assert not judge_file(write(tmp_path / "a.kernel.json", rope)).failed
    contextual = {"pos_emb": "cope", "hidden_size": 64, "num_attention_heads": 2, "positions": 16}
    judged = judge_file(write(tmp_path / "b.kernel.json", contextual))
    assert [f.outcome for f in judged.failed] == [Outcome.UNDECIDED] * 2
    expected = contextual | {"expect": {"graph_laws": "unknown", "all_laws": "unknown", "status": "not_applicable"}}
    assert not judge_file(write(tmp_path / "c.kernel.json", expected)).failed


def test_every_part_of_a_model_config_is_judged(tmp_path, write):
    """Two findings for each kind of layer and head; a failure names the part that fails."""
    config = PARTIAL | {"model_type": "smollm3", "num_hidden_layers": 4, "no_rope_layers": [1, 1, 1, 0]}
    judged = judge_kernel(config, {"all_laws": "none"})
    assert len(judged.findings) == 4
    with pytest.raises(KernelFailure, match=r"layers 3.* expected none, found all"):
        judged.check()
    expects = [{"all_laws": "none"}, {"all_laws": "all"}]
    assert not judge_file(write(tmp_path / "model.kernel.json", config | {"expect": expects})).failed


def test_a_time_limit_leaves_a_kernel_undecided(rope):
    """The verdict is an honest unknown."""
    judged = judge_kernel(rope, seconds=1e-9)
    assert {f.outcome for f in judged.failed} == {Outcome.UNDECIDED}
    with pytest.raises(KernelFailure, match="time-out"):
        judged.check()


def test_an_expectation_that_is_no_answer_is_bad_input(rope):
    """So is a field that is no view."""
    with pytest.raises(InputError, match=r"expect\.all_laws must be one of"):
        judge_kernel(rope, {"all_laws": "maybe"})
    with pytest.raises(InputError, match="have the fields"):
        judge_kernel(rope, {"both": "none"})


def test_a_rejected_certificate_fails_a_right_answer(rope, monkeypatch):
    """The rung is nothing without the checker."""
    from verify.certificates.checker import Report
    from verify.evidence import suite

    monkeypatch.setattr(suite, "check", lambda _: Report(accepted=False, statement="", reason="forged"))
    judged = judge_kernel(rope, {"all_laws": "none"})
    assert judged.certificate == "rejected"
    with pytest.raises(KernelFailure, match="the checker rejects its certificate: forged"):
        judged.check()
