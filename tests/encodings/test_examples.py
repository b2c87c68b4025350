"""Every shipped configuration loads to kernels or to reasons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verify.encodings import is_model_config, load_config

FOLDER = Path(__file__).parents[2] / "examples" / "configs"
FILES = sorted(FOLDER.glob("*.json"))
NOT_APPLICABLE = {"cope", "fire", "swin-tiny", "t5", "xpos"}
PARTLY = {"llama-4-scout"}


def test_all_schemes_have_an_example():
    """At least the thirty-one schemes."""
    assert len(FILES) >= 31


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_example_loads(path):
    """A kernel per variant, or a reason and a remedy."""
    document = json.loads(path.read_text())
    assert is_model_config(document)
    model = load_config(document)
    covered = {v.kernel is not None for v in model.variants}
    assert covered == ({False} if path.stem in NOT_APPLICABLE else {True, False} if path.stem in PARTLY else {True})
    for variant in model.variants:
        if variant.not_applicable is not None:
            assert variant.not_applicable.reason
            assert variant.not_applicable.would_apply
        else:
            assert variant.kernel.digest.startswith("sha256:")
            assert variant.scope
