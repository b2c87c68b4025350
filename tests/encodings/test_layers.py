"""Kinds of layers in one model: windows, chunks, layers without rotation, nests, temperature, sinks."""

from __future__ import annotations

import pytest

from verify.encodings import load_config
from verify.encodings.temperature import Temperature
from verify.model.errors import InputError

BASE = {"head_dim": 8, "max_position_embeddings": 64, "rope_theta": 1e4}


def variants(**keys):
    """Return the variants by their layers."""
    return {v.layers: v for v in load_config(BASE | keys).variants}


def factor_text(variant) -> object:
    """Return the factor of a variant's kernel as plain data."""
    return variant.kernel.normal_form().get("k")


def test_window_is_a_band_beside_the_gauge():
    """Mistral: |i - j| < W on every layer."""
    (only,) = variants(model_type="mistral", sliding_window=16).values()
    assert factor_text(only) == "Piecewise((1, Abs(i - j) < 16), (0, True))"
    assert only.kernel.family == "gauge"


def test_window_over_all_positions_is_left_out():
    """W >= n restricts nothing."""
    (only,) = variants(model_type="mistral", sliding_window=64).values()
    assert factor_text(only) is None


@pytest.mark.parametrize("keys", [{"use_sliding_window": False}, {"model_type": "qwen2"}])
def test_window_that_is_off_is_ignored(keys):
    """use_sliding_window false, or not said by a type that is off by default."""
    (only,) = variants(sliding_window=16, **keys).values()
    assert factor_text(only) is None


def test_window_from_a_layer_on():
    """Qwen 2 with its window: full before max_window_layers."""
    found = variants(model_type="qwen2", use_sliding_window=True, sliding_window=16, max_window_layers=2)
    assert list(found) == ["before 2", "from 2 on"]
    assert factor_text(found["before 2"]) is None
    assert factor_text(found["from 2 on"]) is not None
    listed = variants(
        model_type="qwen2",
        use_sliding_window=True,
        sliding_window=16,
        max_window_layers=2,
        num_hidden_layers=4,
    )
    assert list(listed) == ["0-1", "2-3"]


def test_gemma2_alternates_window_and_full_layers():
    """Period 2, the first with the window; the cap bends both profiles."""
    found = variants(model_type="gemma2", sliding_window=16, attn_logit_softcapping=50.0)
    assert list(found) == ["0 of every 2", "1 of every 2"]
    assert factor_text(found["0 of every 2"]) is not None
    assert factor_text(found["1 of every 2"]) is None
    assert {v.kernel.normal_form()["profile"] for v in found.values()} == {"exp(50*tanh(1/50*t))"}


def test_listed_layer_types_win():
    """layer_types says which layer is which."""
    types = ["full_attention", "sliding_attention", "sliding_attention"]
    found = variants(model_type="gemma2", sliding_window=16, layer_types=types)
    assert list(found) == ["0", "1-2"]


def test_gemma3_rotates_window_layers_by_their_own_base():
    """Version 4 (rope_local_base_freq) and version 5 (nested) agree; the scaling is the full layers'."""
    old = variants(
        model_type="gemma3_text", rope_theta=1e6, rope_local_base_freq=1e4, sliding_window=16,
        sliding_window_pattern=6,
        rope_scaling={"rope_type": "linear", "factor": 8.0}, num_hidden_layers=7,
    )  # fmt: skip
    new = variants(
        model_type="gemma3_text", rope_theta=None, sliding_window=16, num_hidden_layers=7,
        rope_parameters={
            "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1e6},
            "sliding_attention": {"rope_type": "default", "rope_theta": 1e4},
        },
    )  # fmt: skip
    assert list(old) == list(new) == ["0-4, 6", "5"]
    for layers in old:
        assert old[layers].kernel.digest == new[layers].kernel.digest
    assert old["5"].planes.inv_freq[0] == 1 / 8
    assert old["0-4, 6"].planes.inv_freq[0] == 1.0
    assert old["0-4, 6"].planes.inv_freq[1] == pytest.approx(1e4 ** (-1 / 4))


def test_null_nest_means_no_rotation():
    """A layer type whose dictionary is null does not rotate."""
    nests = {"full_attention": None, "sliding_attention": {"rope_type": "default", "rope_theta": 1e4}}
    found = variants(
        model_type="x",
        sliding_window=16,
        layer_types=["full_attention", "sliding_attention"],
        rope_parameters=nests,
    )
    assert found["0"].kernel.family == "factor"
    assert found["1"].kernel.family == "gauge"


def test_missing_nest_is_refused():
    """Every layer type needs its rotation."""
    with pytest.raises(InputError, match="full_attention"):
        variants(
            sliding_window=16, layer_types=["full_attention", "sliding_attention"],
            rope_parameters={"sliding_attention": {"rope_type": "default"}},
        )  # fmt: skip


def test_truncate_stands_beside_the_nests():
    """The library reads it from the outer dictionary alone."""
    inner = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 16}
    outer = variants(layer_types=["full_attention"], rope_parameters={"full_attention": inner, "truncate": False})
    rounded = variants(layer_types=["full_attention"], rope_parameters={"full_attention": inner})
    assert outer["all"].planes.ramp != rounded["all"].planes.ramp
    with pytest.raises(InputError, match="beside the layer types"):
        variants(layer_types=["full_attention"], rope_parameters={"full_attention": inner | {"truncate": False}})


def test_unrotated_layers_are_plain_attention():
    """no_rope_layers: 0 marks k = 1."""
    found = variants(model_type="smollm3", no_rope_layers=[1, 1, 0, 1])
    assert list(found) == ["0-1, 3", "2"]
    assert found["2"].kernel.family == "factor"
    assert factor_text(found["2"]) == "1"


def test_unrotated_layers_by_interval():
    """Every fourth layer."""
    found = variants(model_type="x", no_rope_layer_interval=4)
    assert list(found) == ["0-2 of every 4", "3 of every 4"]


def test_cohere2_rotates_inside_its_window_only():
    """Layers that attend fully have no position encoding."""
    found = variants(model_type="cohere2", sliding_window=16)
    assert found["0-2 of every 4"].kernel.family == "gauge"
    assert found["3 of every 4"].kernel.family == "factor"


def test_linear_layers_have_no_kernel():
    """Mixers without a softmax over pairs are not applicable."""
    found = variants(model_type="qwen3_next", layer_types=["linear_attention", "full_attention"])
    assert "no interaction kernel" in found["0"].not_applicable.reason
    assert found["1"].kernel is not None


def test_temperature_scales_match_the_golden_numbers(rotary):
    """s_i of Llama 4 at the listed positions."""
    golden = rotary["llama-4-scout"]["expect"][0]["nope_q_scale_at_pos"]
    scale = Temperature(8192, 0.1).scale
    for position, value in golden.items():
        assert scale(int(position)) == pytest.approx(value, rel=1e-11)


def test_tuned_layers_are_applicable_up_to_the_floor(rotary):
    """Up to position 8190 the scale is 1; from 8191 on the kernel is not symmetric."""
    config = rotary["llama-4-scout"]["v5"]
    short = load_config(config, 8191).variants
    long = load_config(config, 8192).variants
    assert all(v.kernel is not None for v in short)
    assert [v.not_applicable is None for v in long] == [True, False]
    assert "not symmetric" in long[1].not_applicable.reason


def test_unrotated_layers_match_the_golden_list(rotary):
    """Which of 48 layers rotate."""
    expect = rotary["llama-4-scout"]["expect"][0]["no_rope_layers"]
    config = rotary["llama-4-scout"]["v5"] | {"num_hidden_layers": 48}
    found = {v.layers: v for v in load_config(config, 64).variants}
    rotating = next(layers for layers, v in found.items() if v.planes is not None)
    members = set()
    for run in rotating.split(", "):
        first, _, last = run.partition("-")
        members |= set(range(int(first), int(last or first) + 1))
    assert [int(i in members) for i in range(48)] == expect


def test_chunks_make_a_grid_of_positions():
    """C divides n: position = C i1 + i2, k = 1 where i1 = j1, frequencies (C omega, omega)."""
    found = variants(model_type="llama4_text", attention_chunk_size=16, rope_theta=1e4)
    kernel = found["0-2 of every 4"].kernel
    assert kernel.labels.shape == (4, 16)
    assert kernel.normal_form()["frequencies"][0] == ["16", "1"]
    assert factor_text(found["3 of every 4"]) == "1"


def test_chunks_that_do_not_divide_are_not_applicable():
    """The remedy names a multiple."""
    found = variants(model_type="llama4_text", attention_chunk_size=24)
    assert "multiple of 24" in found["0-2 of every 4"].not_applicable.would_apply


def test_sinks_are_not_applicable_until_dropped():
    """gpt-oss: sinks act on the normaliser alone."""
    keys = {"model_type": "gpt_oss", "sliding_window": 16}
    assert all("sinks" in v.not_applicable.reason for v in variants(**keys).values())
    assert all(v.kernel is not None for v in variants(**keys, sinks="drop").values())


def test_local_attention_reaches_both_sides():
    """ModernBERT: |i - j| <= local_attention / 2, a global layer every third, its own bases."""
    found = variants(
        model_type="modernbert", rope_theta=None, global_rope_theta=160000.0, local_rope_theta=1e4,
        local_attention=32,
        global_attn_every_n_layers=3,
    )  # fmt: skip
    assert factor_text(found["1-2 of every 3"]) == "Piecewise((1, Abs(i - j) < 17), (0, True))"
    assert found["0 of every 3"].planes.inv_freq[1] == pytest.approx(160000.0 ** (-1 / 4))


def test_rotated_values_are_said_in_the_scope():
    """RoFormer's rotary_value."""
    (only,) = load_config(
        {"model_type": "roformer", "head_dim": 8, "max_position_embeddings": 8, "rotary_value": True}
    ).variants
    assert any("rotary_value" in sentence for sentence in only.scope)
