"""What a variant says in words: sentences, each said once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from verify.encodings.loading import load_kernel
from verify.model.kernels import GaugeKernel
from verify.spectral.gauges.gauge import SCOPE

CONFIGS = sorted((Path(__file__).parents[2] / "examples" / "configs").glob("*.json"))
SENTENCE = re.compile(r"[A-Z].*[.]", re.DOTALL)


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_scope_and_refusals_are_sentences(path):
    """A capital, a full stop, no sentence twice, no two spaces in a row."""
    for variant in load_kernel(path).variants:
        refusal = variant.not_applicable
        said = [*variant.scope, *((refusal.reason, refusal.would_apply) if refusal else ())]
        assert len(set(said)) == len(said)
        for sentence in said:
            assert SENTENCE.fullmatch(sentence) or sentence.startswith("xPos")
            assert "  " not in sentence


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_scope_of_gauge_kernels_leaves_masks_and_values_to_the_theorem(path):
    """T4 names causal masks and turned values itself; every other softmax kernel names its mask."""
    assert "causal masks" in SCOPE[1]
    assert "values" in SCOPE[0]
    for variant in load_kernel(path).variants:
        if isinstance(variant.kernel, GaugeKernel):
            assert not any("causal mask" in s or "Q_i^T Q_j" in s for s in variant.scope)
