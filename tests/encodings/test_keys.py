"""Keys and values that are refused, by name and with a remedy; keys that are ignored."""

from __future__ import annotations

import pytest

from verify.encodings import is_model_config, load_config
from verify.encodings.keys import speaks_of_positions
from verify.model.errors import InputError

BASE = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 8, "max_position_embeddings": 64}
NAN, INF = float("nan"), float("inf")
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 16}
LONG = {"rope_type": "longrope", "original_max_position_embeddings": 16}
LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0}


def refused(config: dict, positions: int | None = None) -> str:
    """Return the message of the error that a configuration must raise."""
    with pytest.raises(InputError) as caught:
        load_config(config, positions)
    return str(caught.value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("rope_scalling", {"type": "linear", "factor": 2.0}),
        ("rope_percentage", 0.5),
        ("rotary_percentage", 0.5),
        ("use_scaled_rope", True),
        ("attn_logit_softcap", 30.0),
        ("alibi_slopes", [0.5]),
        ("attention_bias_matrix", [[0]]),
        ("prefix_mask", "causal"),
        ("attention_window", 128),
        ("relative_attention_num_bucket", 32),
        ("nope_layer_interval", 4),
        ("position_offset", 2),
        ("xpos_scale", 512),
        ("logit_cap", 50),
        ("sink_tokens", 4),
    ],
)
def test_unread_position_keys_are_refused_by_name(key, value):
    """A key on positions, biases, masks or caps that is not read is an error that names it."""
    message = refused(BASE | {"rope_theta": 1e4, key: value})
    assert key in message
    assert "Accepted" in message


def test_a_near_spelling_is_suggested():
    """Did you mean."""
    assert "Did you mean rope_scaling?" in refused(BASE | {"rope_scalling": {"type": "linear", "factor": 2.0}})
    assert "Did you mean factor?" in refused(
        BASE | {"rope_parameters": {"rope_type": "linear", "factor": 2, "facctor": 3}}
    )


def test_a_misspelt_geometry_key_is_refused():
    """head_dims would silently fall back to the quotient."""
    assert "head_dim" in refused(BASE | {"rope_theta": 1e4, "head_dims": 64})


@pytest.mark.parametrize("rope_type", ["ntk-aware", "yarm", "llama4", "linear ", "dynamik"])
@pytest.mark.parametrize("spelling", ["rope_type", "type"])
def test_unknown_rope_types_are_refused(rope_type, spelling):
    """Never silently default; the message lists what is known."""
    message = refused(BASE | {"rope_scaling": {spelling: rope_type, "factor": 2.0}})
    assert rope_type in message
    assert "llama3" in message


@pytest.mark.parametrize(
    ("rope", "key"),
    [
        ({"rope_type": "default", "factor": 2.0}, "factor"),
        ({"rope_type": "linear", "factor": 2.0, "beta_fast": 32}, "beta_fast"),
        ({"rope_type": "dynamic", "factor": 2.0, "alpha": 1000.0}, "alpha"),
        (LLAMA3 | {"original_max_position_embeddings": 8, "attention_factor": 1.0}, "attention_factor"),
        (YARN | {"finetuned": "yes"}, "finetuned"),
        ({"rope_type": "default", "xdrope_section": [1, 2]}, "xdrope_section"),
    ],
)
def test_keys_that_a_rope_type_does_not_read_are_refused(rope, key):
    """Inside the dictionary every unread key is an error."""
    message = refused(BASE | {"rope_parameters": rope})
    assert key in message
    assert "rope_type" in message


@pytest.mark.parametrize(
    "extra",
    [
        {"attention_bias": True},
        {"mlp_bias": True, "vocab_size": 32000, "torch_dtype": "bfloat16", "bos_token_id": 1},
        {"final_logit_softcapping": 30.0},
        {"mask_token_id": 4},
        {"alibi": False, "sliding_window": None, "rope_scaling": None},
        {"quantization_config": {"bits": 4}, "num_key_value_heads": 2, "v_head_dim": 128},
    ],
)
def test_keys_on_other_things_are_ignored(extra):
    """Vocabulary, precision, linear biases, the output's cap: same kernel."""
    plain = load_config(BASE | {"rope_theta": 1e4})
    assert load_config(BASE | {"rope_theta": 1e4} | extra).variants[0].kernel.digest == plain.variants[0].kernel.digest


def test_what_was_read_and_ignored_is_recorded():
    """The record for --verbose."""
    model = load_config(BASE | {"rope_scaling": {"type": "linear", "factor": 2.0}, "vocab_size": 7})
    assert ("rope_scaling.factor", 2.0) in model.read
    assert "vocab_size" in model.ignored
    assert any("older spelling" in rule for rule in model.rules)
    assert model.scheme == "rope/linear"
    assert model.positions == (64,)


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ({"rope_theta": NAN}, "rope_theta"),
        ({"rope_theta": INF}, "rope_theta"),
        ({"rope_theta": 0}, "rope_theta"),
        ({"rope_theta": -1e4}, "rope_theta"),
        ({"rope_theta": "10000"}, "rope_theta"),
        ({"rope_theta": True}, "rope_theta"),
        ({"rope_theta": 10**400}, "rope_theta"),
        ({"rope_parameters": {"rope_theta": NAN}}, "rope_parameters.rope_theta"),
        ({"rope_parameters": []}, "rope_parameters"),
        ({"rope_parameters": {"rope_type": 3}}, "rope_type"),
        ({"rope_theta": 1e4, "head_dim": 63}, "head_dim"),
        ({"rope_theta": 1e4, "head_dim": 1}, "head_dim"),
        ({"rope_theta": 1e4, "head_dim": 64.5}, "head_dim"),
        ({"rope_theta": 1e4, "num_attention_heads": 0}, "num_attention_heads"),
        ({"rope_theta": 1e4, "hidden_size": 4}, "head_dim"),
        ({"rope_theta": 1e4, "positions": 0}, "positions"),
        ({"rope_theta": 1e4, "positions": -3}, "positions"),
        ({"rope_theta": 1e4, "positions": 2.5}, "positions"),
        ({"rope_theta": 1e4, "positions": {"shape": []}}, "positions"),
        ({"rope_theta": 1e4, "positions": {"shape": [2, 0, 2]}}, "positions.shape[1]"),
        ({"rope_theta": 1e4, "positions": {"shape": [2, 2]}}, "positions"),
        ({"rope_theta": 1e4, "beta": 0}, "beta"),
        ({"rope_theta": 1e4, "beta": "import os"}, "beta"),
        ({"rope_theta": 1e4, "beta": NAN}, "beta"),
        ({"rope_theta": 1e4, "partial_rotary_factor": 0}, "partial_rotary_factor"),
        ({"rope_theta": 1e4, "partial_rotary_factor": 1.5}, "partial_rotary_factor"),
        ({"rope_scaling": {"type": "linear"}}, "factor"),
        ({"rope_scaling": {"type": "linear", "factor": 0}}, "factor"),
        ({"rope_scaling": {"type": "linear", "factor": -2}}, "factor"),
        ({"rope_scaling": {"type": "linear", "rope_type": "yarn", "factor": 2}}, "type"),
        ({"rope_parameters": LONG | {"short_factor": [1.0] * 31, "long_factor": [1.0] * 32}}, "short_factor"),
        ({"rope_parameters": LONG | {"short_factor": [1.0] * 32, "long_factor": [1.0] * 33}}, "long_factor"),
        ({"rope_parameters": LONG | {"short_factor": [1.0] * 31 + [0.0]}}, "short_factor[31]"),
        ({"rope_parameters": LONG | {"short_factor": [1.0] * 32}}, "long_factor"),
        ({"rope_parameters": LONG | {"short_factor": 1.0, "long_factor": [1.0] * 32}}, "short_factor"),
        ({"rope_parameters": YARN | {"attention_factor": 0}}, "attention_factor"),
        ({"rope_parameters": YARN | {"beta_fast": 1, "beta_slow": 2}}, "beta_fast"),
        ({"rope_parameters": YARN | {"truncate": "no"}}, "truncate"),
        ({"rope_parameters": YARN | {"rope_theta": 1.0}}, "rope_theta"),
        ({"rope_parameters": YARN | {"original_max_position_embeddings": 0}},
         "original_max_position_embeddings"),
        ({"rope_parameters": LLAMA3 | {"low_freq_factor": 5.0}}, "low_freq_factor"),
        ({"rope_parameters": LLAMA3 | {"high_freq_factor": None}}, "high_freq_factor"),
        ({"rope_parameters": {"rope_type": "default", "mrope_section": [16, 8, 9]}}, "mrope_section"),
        ({"rope_parameters": {"rope_type": "default", "mrope_section": [16, 16]}}, "mrope_section"),
        ({"rope_parameters": {"mrope_section": [1, 1, 30], "mrope_interleaved": True}}, "mrope_section"),
        ({"rope_parameters": {"rope_theta": 1e4}, "rope_scaling": {"type": "linear"}}, "rope_scaling"),
        ({"rope_theta": 1e4, "rotary_emb_base": 2e4}, "rotary_emb_base"),
        ({"rope_theta": 1e4, "rotary_dim": 130}, "rotary_dim"),
        ({"rope_theta": 1e4, "rotary_dim": 32, "rotary_pct": 0.25}, "rotary_dim"),
        ({"rope_theta": 1e4, "sliding_window": 0}, "sliding_window"),
        ({"rope_theta": 1e4, "sliding_window": True}, "sliding_window"),
        ({"rope_theta": 1e4, "attn_logit_softcapping": 0}, "attn_logit_softcapping"),
        ({"rope_theta": 1e4, "attn_logit_softcapping": 50.0, "beta": -1}, "beta"),
        ({"rope_theta": 1e4, "layer_types": ["full"]}, "layer_types[0]"),
        ({"rope_theta": 1e4, "layer_types": ["sliding_attention"]}, "sliding_window"),
        ({"rope_theta": 1e4, "num_hidden_layers": 3, "layer_types": ["full_attention"]}, "layer_types"),
        ({"rope_theta": 1e4, "no_rope_layers": [1, 2]}, "no_rope_layers"),
        ({"rope_theta": 1e4, "num_hidden_layers": 3, "no_rope_layers": [1, 0]}, "no_rope_layers"),
        ({"rope_theta": 1e4, "no_rope_layer_interval": 0}, "no_rope_layer_interval"),
        ({"rope_theta": 1e4, "qk_rope_head_dim": 64}, "qk_nope_head_dim"),
        ({"rope_theta": 1e4, "layout": "zigzag"}, "layout"),
        ({"rope_theta": 1e4, "sinks": "keep"}, "sinks"),
        ({"rope_theta": 1e4, "text_config": [1]}, "text_config"),
    ],
)  # fmt: skip
def test_impossible_values_are_refused_by_name(keys, named):
    """Every bad field names itself."""
    assert named in refused(BASE | keys).split(" must ")[0]


def test_missing_length_is_asked_for():
    """No max_position_embeddings and no positions: an error that asks."""
    message = refused({"rope_theta": 1e4, "head_dim": 64})
    assert message.startswith("positions must be given")
    assert '"positions": 2048' in message
    assert load_config({"rope_theta": 1e4, "head_dim": 64}, 32).positions == (32,)


def test_the_callers_positions_win():
    """Argument before document before declared length."""
    config = BASE | {"rope_theta": 1e4, "positions": 48}
    assert load_config(config).positions == (48,)
    assert load_config(config, 32).positions == (32,)


def test_missing_geometry_is_asked_for():
    """Neither head_dim nor its quotient."""
    assert "head_dim" in refused({"rope_theta": 1e4, "max_position_embeddings": 8})


def test_configuration_without_an_encoding_is_refused():
    """No guess."""
    message = refused({"model_type": "mystery", "hidden_size": 8})
    assert "pos_emb" in message
    assert "Did you mean 'rotary'" in refused({"pos_emb": "rotery", "head_dim": 8})


@pytest.mark.parametrize("document", [[], "llama", None, 3])
def test_documents_that_are_no_objects_are_refused(document):
    """Not a mapping."""
    assert not is_model_config(document)
    with pytest.raises(InputError):
        load_config(document)


def test_kernel_files_are_no_configurations():
    """A family makes a kernel file."""
    assert not is_model_config({"family": "gauge", "rope_theta": 1})
    assert is_model_config({"rope_parameters": {}})
    assert is_model_config({"pos-emb": "kerple_log"})


def test_hyphens_and_underscores_are_one_key():
    """Two spellings of one key are refused."""
    assert "be given once" in refused({"pos_emb": "none", "pos-emb": "none"})


def test_text_configuration_is_read_in_place():
    """A vision-language file nests its text model."""
    inner = BASE | {"rope_theta": 1e4}
    nested = load_config({"model_type": "some_vl", "vision_config": {"depth": 3}, "text_config": inner})
    assert nested.variants[0].kernel.digest == load_config(inner).variants[0].kernel.digest


def test_speech_of_positions_is_recognised():
    """Look-alikes that have nothing to do with positions."""
    assert not any(map(speaks_of_positions, ("qkv_bias", "hidden_act", "mask_time_prob", "vocab_size", "rms_norm_eps")))
    assert all(map(speaks_of_positions, ("rope_theta", "local_attention", "relative_attention", "n_positions_x")))
