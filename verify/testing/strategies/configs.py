"""Model configurations as Hugging Face writes them, with the answers that their position encodings have."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

__all__ = ["alibi_configs", "model_configs", "rope_configs"]

Config = dict[str, Any]


@st.composite
def rope_configs(draw: st.DrawFn) -> Config:
    """Draw rotary models, full (``none``) and partial (``some``), in the spellings of both major versions.

    They shrink to one head with two coordinates, both turned.
    """
    pairs = draw(st.sampled_from([1, 2, 4, 8]))
    heads = draw(st.sampled_from([1, 2, 4]))
    partial = draw(st.booleans()) if pairs > 1 else False
    theta = draw(st.sampled_from([10000.0, 500000.0, 1000000.0]))
    config: Config = {
        "model_type": "gpt_neox" if partial else "llama",
        "hidden_size": 2 * pairs * heads,
        "num_attention_heads": heads,
        "max_position_embeddings": draw(st.integers(2, 64)),
        "expect": dict.fromkeys(("graph_laws", "all_laws"), "some" if partial else "none") | {"status": "exact"},
    }
    parameters = {"rope_type": "default", "rope_theta": theta}
    if partial:
        return config | {"rope_parameters": parameters | {"partial_rotary_factor": 0.5}}
    return config | ({"rope_theta": theta} if draw(st.booleans()) else {"rope_parameters": parameters})


@st.composite
def alibi_configs(draw: st.DrawFn) -> Config:
    """Draw models with two-sided ALiBi on 1 to 8 heads: e^{-m |i - j|} > 0, so that every maximiser is collapsed."""
    heads = draw(st.sampled_from([1, 2, 4, 8]))
    return {
        "model_type": "bloom",
        "hidden_size": 4 * heads,
        "n_head": heads,
        "positions": draw(st.integers(2, 64)),
        "expect": {"graph_laws": "all", "all_laws": "all", "status": "exact"},
    }


def model_configs() -> st.SearchStrategy[Config]:
    """Draw model configurations; the field "expect" holds the answer."""
    return rope_configs() | alibi_configs()
