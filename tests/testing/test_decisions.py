"""Assertions about verdicts hold where the theory says so, and fail with theorem, hypothesis and kernel file."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from verify.encodings.loading import load_kernel
from verify.model.verdict import ModelVerdict, Verdict
from verify.testing import KernelFailure, assert_decides, assert_noncollapse, strategies


@given(strategies.rope_configs())
def test_a_model_config_is_decided_part_by_part(config):
    """The answer by construction; what is returned is the model's verdict."""
    expected = config["expect"]
    verdict = assert_decides({k: v for k, v in config.items() if k != "expect"}, **expected)
    assert isinstance(verdict, ModelVerdict)


def test_the_verdict_is_returned(rope):
    """For what else is to be said about it."""
    verdict = assert_decides(load_kernel(rope), graph_laws="none", all_laws="none", status="exact")
    assert isinstance(verdict, Verdict)
    assert verdict.certificate is not None


def test_a_frequency_of_zero_fails_with_theorem_hypothesis_and_file(rope):
    """T4's criterion is named, and the file repeats the failure."""
    with pytest.raises(KernelFailure) as caught:
        assert_noncollapse(rope | {"frequencies": ["0"]})
    text = str(caught.value)
    assert "expected none, found all (exact)" in text
    assert "theorem: T4" in text
    assert "hypothesis: sigma_max(∫ Q drho) < 1 fails" in text
    document = json.loads(text[text.index("{\n") :])
    assert document["frequencies"] == ["0"]
    assert document["expect"] == {"graph_laws": "none", "all_laws": "none", "status": "enclosed"}


def test_a_positive_bias_in_place_of_a_sign_change_fails(cosine):
    """k = cos does not collapse; k = e^cos > 0 does, by corollary (a) of T5."""
    assert_noncollapse(cosine)
    positive = {k: v for k, v in cosine.items() if k != "k"} | {"bias": "cos(xi - zeta)"}
    with pytest.raises(KernelFailure, match=r"(?s)theorem: T5.*hypothesis: k >= 0 holds"):
        assert_noncollapse(positive)


def test_the_spread_is_held_against_its_proved_bound(rope):
    """1 - |rhohat(1)|^2 for n = 9 positions, and just above it."""
    from math import sin

    spread = 1 - (sin(4.5) / (9 * sin(0.5))) ** 2
    assert_noncollapse(rope, spread=spread - 1e-12)
    with pytest.raises(KernelFailure, match="smallest spread of a maximiser is 0"):
        assert_noncollapse(rope, spread=spread + 1e-12)


def test_a_spread_of_a_factor_kernel_is_not_known(cosine):
    """It is defined for gauges."""
    with pytest.raises(KernelFailure, match="is not known"):
        assert_noncollapse(cosine, spread=0.1)


def test_a_rung_that_is_not_reached_fails():
    """enclosed is no exact."""
    transcendental = {
        "family": "factor", "d": 2, "profile": "t", "labels": {"kind": "atoms", "weights": ["1/2", "1/2"]},
        "k": [["0", "sqrt(2)"], ["sqrt(2)", "-1/3"]],
    }  # fmt: skip
    assert_decides(transcendental, status="enclosed")
    for rung in ("exact", "proved"):
        with pytest.raises(KernelFailure, match=f"expected the rung {rung}"):
            assert_decides(transcendental, status=rung)
