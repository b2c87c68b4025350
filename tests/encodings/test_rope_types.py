"""Rope types, library rules and renames, one fact per test."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from verify.encodings import load_config
from verify.encodings.frequencies import (
    default_frequencies,
    dynamic_base,
    llama3_frequencies,
    proportional_frequencies,
    rotary_dimension,
)
from verify.encodings.longrope import longrope_attention_factor, longrope_frequencies
from verify.encodings.yarn import Yarn, yarn_attention_factor, yarn_frequencies, yarn_ramp
from verify.model.errors import InputError

BASE = {"model_type": "llama", "head_dim": 128, "max_position_embeddings": 4096}


def load(**keys):
    """Return the planes of a small rotary configuration and the model."""
    model = load_config(BASE | keys)
    return model.variants[0].planes, model


def rope(**keys):
    """Return the planes for given rope parameters."""
    return load(rope_parameters=keys)[0]


def test_rotary_dimension_is_the_truncated_float64_product():
    """int(h * p) in float64, as the library computes it, also where the real product is an integer."""
    assert rotary_dimension(100, 0.29) == int(100 * 0.29) == 28
    assert rotary_dimension(80, 0.4) == 32


def test_odd_rotary_dimension_rounds_up_to_a_plane():
    """A rotated dimension of 31 gives 16 planes with denominator 31."""
    assert len(default_frequencies(1e4, 31)) == 16
    assert default_frequencies(1e4, 31)[1] == 1.0 / 1e4 ** (2 / 31)


def test_linear_divides_every_frequency():
    """Position interpolation."""
    np.testing.assert_array_equal(rope(rope_type="linear", factor=4.0).inv_freq, default_frequencies(1e4, 128) / 4)


def test_dynamic_is_default_up_to_the_declared_length():
    """No stretch at or below max_position_embeddings."""
    assert dynamic_base(1e4, 128, 2.0, 100, 4096) == 1e4


def test_proportional_and_partial_differ_in_the_exponent():
    """Same share, denominators head_dim and r."""
    share = rope(rope_type="proportional", partial_rotary_factor=0.25)
    assert len(share.inv_freq) == 64
    assert share.inv_freq[16:] == (0.0,) * 48
    assert share.inv_freq[1] == pytest.approx(1e4 ** (-2 / 128))
    partial = load_config(
        {"model_type": "phi", "head_dim": 128, "max_position_embeddings": 8, "partial_rotary_factor": 0.25}
    ).variants[0]
    assert partial.planes.inv_freq[1] == pytest.approx(1e4 ** (-2 / 32))


def test_proportional_planes_that_do_not_turn_are_unrotated_in_the_kernel():
    """Zeros are left out of the kernel's frequencies, d stays."""
    model = load_config(BASE | {"rope_parameters": {"rope_type": "proportional", "partial_rotary_factor": 0.25}})
    kernel = model.variants[0].kernel
    assert kernel.d == 128
    assert len(kernel.normal_form()["frequencies"]) == 16


def test_proportional_divides_by_its_factor():
    """The factor scales the turned planes."""
    np.testing.assert_array_equal(proportional_frequencies(1e4, 8, 8, 2.0), default_frequencies(1e4, 8) / 2)


def test_llama3_equal_bounds_switch_without_dividing_by_zero():
    """At low = high: kept below the wavelength, divided above, nothing between."""
    omega = default_frequencies(5e5, 128)
    with np.errstate(all="raise"):
        bands = llama3_frequencies(omega, 16.0, 1.0, 1.0, 8192)
    kept = 2 * np.pi / omega <= 8192
    np.testing.assert_array_equal(bands[kept], omega[kept])
    np.testing.assert_array_equal(bands[~kept], omega[~kept] / 16)


def test_llama3_ramp_joins_its_bands_continuously():
    """At the short end the ramp keeps, at the long end it divides."""
    wavelength = np.array([8192 / 4, 8192 / 1])
    omega = 2 * np.pi / wavelength
    np.testing.assert_allclose(llama3_frequencies(omega, 8.0, 1.0, 4.0, 8192), [omega[0], omega[1] / 8], rtol=1e-12)


def test_yarn_without_truncation_keeps_fractional_ends():
    """With truncate false: the ends are not rounded, and the frequencies change."""
    yarn = Yarn(150000.0, 32.0, 64, 4096, truncate=False)
    low, high = yarn_ramp(yarn)
    assert low != int(low)
    assert high != int(high)
    rounded = yarn_frequencies(Yarn(150000.0, 32.0, 64, 4096))
    assert not np.array_equal(yarn_frequencies(yarn), rounded)


def test_yarn_attention_factor_prefers_the_given_one():
    """Given, then the quotient of both mscales, then 0.1 ln f + 1."""
    assert yarn_attention_factor(40.0, 1.5, 1.0, 0.5) == 1.5
    assert yarn_attention_factor(40.0, None, 1.0, 1.0) == 1.0
    assert yarn_attention_factor(4.0) == pytest.approx(1.13862943611, rel=1e-11)
    assert yarn_attention_factor(4.0, None, 1.0, None) == yarn_attention_factor(4.0)


def test_yarn_factor_follows_from_the_lengths():
    """With factor null: max_position_embeddings over the original length."""
    a = rope(rope_type="yarn", factor=None, original_max_position_embeddings=1024)
    b = rope(rope_type="yarn", factor=4.0, original_max_position_embeddings=1024)
    assert a.inv_freq == b.inv_freq
    assert a.attention_factor == b.attention_factor


def test_longrope_has_no_attention_factor_without_stretch():
    """A factor up to 1 gives 1."""
    assert longrope_attention_factor(1.0, 4096) == 1.0
    np.testing.assert_array_equal(longrope_frequencies(1e4, 8, [1.0] * 4), default_frequencies(1e4, 8))


def test_longrope_explicit_factor_wins_over_the_lengths():
    """Version 5: the given factor sets the attention factor."""
    keys = {"rope_type": "longrope", "short_factor": [1.0] * 64, "long_factor": [2.0] * 64}
    planes = rope(**keys, factor=2.0, original_max_position_embeddings=64)
    assert planes.attention_factor == longrope_attention_factor(2.0, 64)


@pytest.mark.parametrize("spelling", [{"type": "su"}, {"rope_type": "su"}, {"type": "longrope"}])
def test_older_names_of_longrope_are_renamed(spelling):
    """The name su is longrope."""
    keys = {"short_factor": [1.0] * 64, "long_factor": [2.0] * 64, "original_max_position_embeddings": 64}
    planes, model = load(rope_scaling=spelling | keys)
    assert planes.inv_freq[0] == 0.5
    assert any("rope_scaling is the version-4 spelling" in rule for rule in model.rules)


def test_phi3_reads_yarn_as_longrope():
    """The library renames Phi-3's yarn."""
    keys = {"type": "yarn", "short_factor": [1.0] * 64, "long_factor": [2.0] * 64}
    model = load_config(BASE | {"model_type": "phi3", "original_max_position_embeddings": 64, "rope_scaling": keys})
    assert model.variants[0].planes.inv_freq[0] == 0.5


def test_top_level_original_length_overrides_the_nested_one():
    """Version 5's rule for flat dictionaries, said in the record."""
    scaling = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 2048}
    a, model = load(rope_parameters=scaling, original_max_position_embeddings=1024)
    b = rope(rope_type="yarn", factor=4.0, original_max_position_embeddings=1024)
    assert a.inv_freq == b.inv_freq
    assert any("wins over" in rule for rule in model.rules)


def test_default_rotation_of_llama_ignores_the_share():
    """Version 5 turns the whole head, version 4 half of it: 64 planes, and the record says so."""
    planes, model = load(partial_rotary_factor=0.5)
    assert len(planes.inv_freq) == 64
    assert any("ignored" in rule and "version 4" in rule for rule in model.rules)


def test_linear_rotation_of_llama_applies_the_share():
    """Both versions: 32 planes."""
    planes, _ = load(partial_rotary_factor=0.5, rope_scaling={"type": "linear", "factor": 2.0})
    assert len(planes.inv_freq) == 32


def test_unknown_model_types_apply_the_share():
    """Without a library class the share means what it says."""
    model = load_config(BASE | {"model_type": "my_model", "rope_theta": 1e4, "partial_rotary_factor": 0.5})
    assert len(model.variants[0].planes.inv_freq) == 32


def test_library_defaults_fill_missing_base_and_share():
    """Phi's share 0.5 and SmolLM3's base 2e6, each noted."""
    phi = load_config({"model_type": "phi", "head_dim": 64, "max_position_embeddings": 8})
    assert phi.variants[0].planes.rotary_dim == 32
    assert any("default 0.5" in rule for rule in phi.rules)
    smol = load_config({"model_type": "smollm3", "head_dim": 64, "max_position_embeddings": 8})
    assert smol.variants[0].planes.inv_freq[1] == pytest.approx(2e6 ** (-2 / 64))


def test_explicit_head_dim_wins_over_the_quotient():
    """Gemma 2: 256, not 3584 / 16 = 224."""
    model = load_config(
        {
            "model_type": "gemma2",
            "hidden_size": 3584,
            "num_attention_heads": 16,
            "head_dim": 256,
            "max_position_embeddings": 8,
        }
    )
    assert model.variants[0].kernel.d == 256
    assert any("wins over" in rule for rule in model.rules)


def test_a_quotient_that_is_rounded_down_is_noted():
    """1064 / 25 = 42.56 gives 42, as the library computes it, and the record says so; 1050 / 25 = 42 needs no word."""
    sizes = {"model_type": "llama", "num_attention_heads": 25, "max_position_embeddings": 8}
    rounded = load_config(sizes | {"hidden_size": 1064})
    assert rounded.variants[0].kernel.d == 42
    assert "head_dim = 42 is hidden_size / heads = 1064 / 25, rounded down" in rounded.rules
    exact = load_config(sizes | {"hidden_size": 1050})
    assert exact.variants[0].kernel.d == 42
    assert not any("rounded down" in rule for rule in exact.rules)


def test_rotary_dim_is_a_number_of_coordinates():
    """GPT-J's field equals the share rotary_dim / head_dim."""
    a = load_config({"model_type": "gptj", "n_embd": 4096, "n_head": 16, "n_positions": 8, "rotary_dim": 64})
    b = load_config({"model_type": "phi", "head_dim": 256, "max_position_embeddings": 8, "partial_rotary_factor": 0.25})
    assert a.variants[0].kernel.digest == b.variants[0].kernel.digest


def test_chatglm_rotates_half_of_its_channels_by_its_ratio():
    """Base 10000 * rope_ratio on kv_channels / 2 coordinates."""
    config = {
        "model_type": "chatglm",
        "kv_channels": 128,
        "seq_length": 8,
        "original_rope": True,
        "rope_ratio": 50,
    }
    planes = load_config(config).variants[0].planes
    assert planes.rotary_dim == 64
    assert planes.inv_freq[1] == pytest.approx(5e5 ** (-2 / 64))


def test_axial_rotation_needs_a_grid_and_splits_its_planes():
    """Half of the planes turn with each coordinate, with the frequencies of half a head."""
    config = {"rope_parameters": {"rope_type": "axial", "rope_theta": 100.0}, "head_dim": 16}
    with pytest.raises(InputError, match="grid"):
        load_config(config, 64)
    variant = load_config(config | {"positions": {"shape": [4, 6]}}).variants[0]
    assert variant.planes.axes == (0,) * 4 + (1,) * 4
    frequencies = variant.kernel.normal_form()["frequencies"]
    assert frequencies[0] == ["1", "0"]
    assert frequencies[4] == ["0", "1"]
    assert [Fraction(w) for w, _ in frequencies[:4]] == [Fraction(w) for w in default_frequencies(100.0, 8)]


def test_text_positions_make_sections_ordinary():
    """With t = h = w the kernel is that of the plain rotation."""
    plain = {"model_type": "qwen2_vl", "head_dim": 128, "max_position_embeddings": 64, "rope_theta": 1e6}
    sections = plain | {"rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]}}
    a, b = (load_config(c).variants[0].kernel.digest for c in (plain, sections))
    assert a == b


def test_grid_positions_turn_each_section_by_its_coordinate():
    """One frequency vector per plane."""
    config = {
        "model_type": "qwen2_vl", "head_dim": 8, "rope_theta": 1e4, "positions": {"shape": [1, 4, 6]},
        "rope_scaling": {"type": "mrope", "mrope_section": [1, 1, 2]},
    }  # fmt: skip
    variant = load_config(config).variants[0]
    assert variant.kernel.labels.shape == (1, 4, 6)
    rows = variant.kernel.normal_form()["frequencies"]
    assert [[x != "0" for x in row] for row in rows] == [
        [True, False, False], [False, True, False], [False, False, True], [False, False, True],
    ]  # fmt: skip


def test_attention_factor_on_part_of_a_head_confines_the_maximisers():
    """A factor on rotated coordinates alone: above 1 the rotated sphere wins, below 1 the other one."""
    keys = {
        "rope_type": "yarn",
        "factor": 4.0,
        "original_max_position_embeddings": 1024,
        "partial_rotary_factor": 0.5,
    }
    large = load_config(BASE | {"model_type": "phi", "rope_parameters": keys}).variants[0]
    assert large.kernel.d == 64
    assert len(large.kernel.normal_form()["frequencies"]) == 32
    assert any("maximiser lies in the 64 rotated" in s for s in large.scope)
    small = load_config(BASE | {"model_type": "phi", "rope_parameters": keys | {"attention_factor": 0.5}}).variants[0]
    assert small.kernel.family == "factor"
    assert small.kernel.d == 64
    assert small.kernel.normal_form()["profile"] == {"usa": "1"}


def test_what_may_not_be_meant_is_said_in_the_scope_of_every_variant():
    """A model type that is not known, two bases that differ; nothing of a known type with one base."""
    two = {"rope_type": "default", "rope_theta": 500.0}
    odd = load_config(BASE | {"model_type": "my_model", "rope_theta": 10000.0, "rope_parameters": two})
    for variant in odd.variants:
        assert any("'my_model' is not known here" in sentence for sentence in variant.scope)
        assert any("500 wins over 10000" in sentence for sentence in variant.scope)
    usual = load_config(BASE | {"model_type": "llama", "rope_theta": 500.0, "rope_parameters": two})
    assert not any("known here" in s or "wins over" in s for variant in usual.variants for s in variant.scope)
