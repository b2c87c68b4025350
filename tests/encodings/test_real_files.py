"""Whole files as they are published: every other key in them is ignored, none is refused."""

from __future__ import annotations

import pytest

from verify.encodings import load_config
from verify.model.errors import InputError

SHARED = {
    "architectures": ["X"], "bos_token_id": 1, "eos_token_id": 2, "initializer_range": 0.02,
    "torch_dtype": "bfloat16",
    "tie_word_embeddings": False, "transformers_version": "4.40.0", "use_cache": True, "vocab_size": 32000,
    "attention_dropout": 0.0, "hidden_act": "silu", "rms_norm_eps": 1e-6,
}  # fmt: skip
FILES = {
    "bloom": {
        "model_type": "bloom", "n_head": 16, "hidden_size": 1024, "n_layer": 24, "seq_length": 2048,
        "offset_alibi": 100,
        "masked_softmax_fusion": True, "bias_dropout_fusion": True, "skip_bias_add": True,
        "skip_bias_add_qkv": False,
        "attention_softmax_in_fp32": True, "apply_residual_connection_post_layernorm": False, "n_inner": None,
    },
    "mpt": {
        "model_type": "mpt", "d_model": 512, "n_heads": 8, "n_layers": 2, "max_seq_len": 2048,
        "expansion_ratio": 4,
        "learned_pos_emb": True, "no_bias": True, "logit_scale": None, "norm_type": "low_precision_layernorm",
        "attn_config": {
            "alibi": True, "alibi_bias_max": 8, "attn_impl": "torch", "attn_pdrop": 0,
            "attn_type": "multihead_attention",
            "attn_uses_sequence_id": False, "clip_qkv": None, "prefix_lm": False, "qk_ln": False,
            "softmax_scale": None,
        },
    },
    "gptj": {
        "model_type": "gptj", "n_embd": 512, "n_head": 8, "n_layer": 2, "n_positions": 2048, "rotary": True,
        "rotary_dim": 32, "scale_attn_weights": True, "attn_pdrop": 0.0, "gradient_checkpointing": False,
    },
    "gemma2": {
        "model_type": "gemma2", "hidden_size": 512, "num_attention_heads": 8, "head_dim": 64,
        "num_hidden_layers": 4,
        "max_position_embeddings": 8192, "rope_theta": 10000.0, "sliding_window": 4096,
        "sliding_window_size": 4096,
        "attn_logit_softcapping": 50.0, "final_logit_softcapping": 30.0, "query_pre_attn_scalar": 64,
        "cache_implementation": "hybrid", "attention_bias": False,
    },
    "llama4": {
        "model_type": "llama4_text", "hidden_size": 512, "num_attention_heads": 8, "head_dim": 64,
        "num_hidden_layers": 8,
        "max_position_embeddings": 16384, "attention_chunk_size": 8192, "attn_temperature_tuning": 4,
        "floor_scale": 8192,
        "attn_scale": 0.1, "no_rope_layers": [], "rope_theta": 500000.0, "use_qk_norm": True,
        "num_local_experts": 16,
        "rope_scaling": {
            "factor": 16.0, "high_freq_factor": 1.0, "low_freq_factor": 1.0, "rope_type": "llama3",
            "original_max_position_embeddings": 8192,
        },
    },
    "qwen2_vl": {
        "model_type": "qwen2_vl", "hidden_size": 512, "num_attention_heads": 8,
        "max_position_embeddings": 32768,
        "max_window_layers": 28, "sliding_window": 32768, "use_sliding_window": False,
        "rope_theta": 1000000.0,
        "vision_start_token_id": 151652, "vision_config": {"depth": 32, "embed_dim": 1280, "patch_size": 14},
        "rope_scaling": {"type": "mrope", "mrope_section": [8, 12, 12]},
    },
    "chatglm": {
        "model_type": "chatglm", "hidden_size": 512, "num_attention_heads": 8, "kv_channels": 64,
        "num_layers": 2,
        "seq_length": 32768, "original_rope": True, "add_bias_linear": False, "add_qkv_bias": True,
        "bias_dropout_fusion": True, "multi_query_attention": True, "rmsnorm": True,
        "padded_vocab_size": 65024,
    },
    "deepseek_v3": {
        "model_type": "deepseek_v3", "hidden_size": 512, "num_attention_heads": 8, "qk_nope_head_dim": 32,
        "qk_rope_head_dim": 16, "v_head_dim": 32, "kv_lora_rank": 64, "q_lora_rank": 128,
        "n_routed_experts": 8,
        "first_k_dense_replace": 1, "max_position_embeddings": 163840, "num_nextn_predict_layers": 1,
        "rope_theta": 10000,
        "scoring_func": "sigmoid", "attention_bias": False,
        "rope_scaling": {
            "beta_fast": 32, "beta_slow": 1, "factor": 40, "mscale": 1.0, "mscale_all_dim": 1.0,
            "original_max_position_embeddings": 4096, "type": "yarn",
        },
    },
    "bert": {
        "model_type": "bert", "hidden_size": 16, "num_attention_heads": 2, "max_position_embeddings": 32,
        "position_embedding_type": "absolute", "type_vocab_size": 2, "intermediate_size": 64,
        "layer_norm_eps": 1e-12,
    },
    "early llama": {
        "model_type": "llama", "hidden_size": 512, "num_attention_heads": 8, "max_position_embeddings": 4096,
        "max_sequence_length": 2048, "pretraining_tp": 1, "rope_scaling": None,
    },
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_published_files_load(name):
    """All keys of a published file, with and without positions of one's own."""
    model = load_config(SHARED | FILES[name])
    assert model.variants
    assert all(v.kernel is not None or "temperature" in v.not_applicable.reason for v in model.variants)
    assert load_config(SHARED | FILES[name] | {"positions": 32}).positions == (32,)


def test_silence_of_a_file_is_recorded():
    """What the library's class would assume is left out, and said."""
    config = {k: v for k, v in FILES["llama4"].items() if k != "attention_chunk_size"}
    assert any("attention_chunk_size is not given" in rule for rule in load_config(config, 32).rules)
    off = load_config(config | {"attention_chunk_size": None}, 32)
    assert not any("attention_chunk_size" in rule for rule in off.rules)


def test_two_declared_lengths_keep_the_present_spelling():
    """max_position_embeddings before its older aliases."""
    assert load_config(FILES["early llama"]).positions == (4096,)


def test_positions_beyond_a_learned_table_are_refused():
    """A table has no row beyond its length."""
    with pytest.raises(InputError, match="no row beyond"):
        load_config(FILES["bert"], 64)


def test_number_for_a_switch_is_read_as_the_library_reads_it():
    """attn_temperature_tuning: 4 is on, 0 is off."""
    on, off = (load_config(FILES["llama4"] | {"attn_temperature_tuning": v}) for v in (4, 0))
    assert any(v.not_applicable is not None for v in on.variants)
    assert all(v.kernel is not None for v in off.variants)


def test_declared_sinks_are_not_applicable():
    """A key for learned sinks means sinks."""
    config = FILES["early llama"] | {"learnable_sink_init": 0.0, "add_swa_attention_sink_bias": True}
    assert all("sinks" in v.not_applicable.reason for v in load_config(config).variants)


def test_irrational_beta_is_kept_exactly():
    """Beta = sqrt(2) stays a formula; with an attention factor it is multiplied by its square."""
    plain = load_config(FILES["early llama"] | {"beta": "sqrt(2)"}).variants[0].kernel
    assert plain.normal_form()["profile"] == {"usa": "sqrt(2)"}
    yarn = {
        "rope_type": "yarn",
        "factor": 2.0,
        "original_max_position_embeddings": 2048,
        "attention_factor": 1.5,
    }
    scaled = load_config(
        {"head_dim": 8, "max_position_embeddings": 4096, "rope_parameters": yarn, "beta": "sqrt(2)"}
    ).variants[0]
    assert scaled.kernel.normal_form()["profile"] == {"usa": "9/4*sqrt(2)"}
