"""Model configurations have the answers of their encodings."""

from __future__ import annotations

import pytest
from hypothesis import find, given, settings

from verify.testing.judgements import judge_kernel
from verify.testing.strategies.configs import alibi_configs, model_configs, rope_configs

QUIET = settings(database=None, derandomize=True)


@given(model_configs())
def test_the_engine_gives_the_constructed_answer(config):
    """For every kind of layer and head."""
    judge_kernel({k: v for k, v in config.items() if k != "expect"}, config["expect"]).check()


@pytest.mark.slow
def test_configs_shrink_to_one_head():
    """With two coordinates, on two positions."""
    rope = find(rope_configs(), lambda _: True, settings=QUIET)
    assert (rope["hidden_size"], rope["num_attention_heads"], rope["max_position_embeddings"]) == (2, 1, 2)
    assert find(alibi_configs(), lambda _: True, settings=QUIET)["n_head"] == 1
