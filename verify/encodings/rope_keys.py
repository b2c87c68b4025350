"""The top-level keys of a rotary model, aliases included."""

from __future__ import annotations

from verify.encodings.layers import LAYER_KEYS

__all__ = ["LOCAL_THETA", "ROPE_KEYS", "ROTARY_DIM", "SHARE", "SINK_KEYS", "THETA", "WEAK_KEYS"]

#: Spellings of one field each, the present one first.
THETA = ("rope_theta", "rotary_emb_base", "global_rope_theta")
LOCAL_THETA = ("rope_local_base_freq", "local_rope_theta")
SHARE = ("partial_rotary_factor", "rotary_pct", "rope_pct", "rotary_emb_fraction")
ROTARY_DIM = ("rotary_dim", "rotary_ndims", "pe_rotary_dims")

SINK_KEYS = frozenset(
    {
        "attention_sinks", "use_attention_sinks", "learnable_sink_init", "add_full_attention_sink_bias",
        "add_swa_attention_sink_bias",
    }
)  # fmt: skip

ROPE_KEYS = frozenset(
    {
        "rope_parameters", "rope_scaling", "original_max_position_embeddings", "qk_rope_head_dim",
        "qk_nope_head_dim", "rope_interleave", "layout", "rotary_value", "original_rope", "rope_ratio",
        "attn_logit_softcapping", "attn_temperature_tuning", "floor_scale", "attn_scale", "pe", "rotary",
        *THETA, *LOCAL_THETA, *SHARE, *ROTARY_DIM, *LAYER_KEYS, *SINK_KEYS,
    }
)  # fmt: skip

#: Keys that models without a rotation carry too: they do not tell the scheme.
WEAK_KEYS = SINK_KEYS | frozenset(
    {
        "sliding_window", "sliding_window_size", "use_sliding_window", "max_window_layers", "layer_types",
        "layout", "pe", "attn_scale", "floor_scale", "attn_logit_softcapping",
    }
)  # fmt: skip
