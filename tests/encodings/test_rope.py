"""Every golden number of the rotary models, in both spellings of their configurations."""

from __future__ import annotations

import copy
import json
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from verify.encodings import load_config

ROTARY = json.loads((Path(__file__).parent / "data" / "rotary.json").read_text())
CASES = [
    pytest.param(item[spelling], expect, id=f"{name}-{spelling}-{index}")
    for name, item in ROTARY.items()
    for spelling in ("v4", "v5")
    if item[spelling] is not None
    for index, expect in enumerate(item["expect"])
]
BOTH = [name for name, item in ROTARY.items() if item["v5"] is not None and item["v4"] is not None]


def rotating(config: dict, positions: int | None = None):
    """Return the planes and kernel of the first variant that rotates."""
    model = load_config(config, positions)
    return next(v for v in model.variants if v.planes is not None)


@pytest.mark.parametrize(("config", "expect"), CASES)
def test_frequencies_match_the_golden_numbers(config, expect):
    """First, last and sum of the frequencies, their count and the rotated dimension."""
    planes = rotating(config, expect.get("positions")).planes
    inv_freq = np.array(planes.inv_freq)
    assert len(inv_freq) == expect["n_freq"]
    assert planes.rotary_dim == expect["rotary_dim"]
    np.testing.assert_allclose(inv_freq[:3], expect["inv_freq_first3"], rtol=1e-12)
    np.testing.assert_allclose(inv_freq[-1], expect["inv_freq_last"], rtol=1e-12)
    np.testing.assert_allclose(inv_freq.sum(), expect["sum_inv_freq"], rtol=1e-12)
    assert planes.attention_factor == pytest.approx(expect["attention_factor"], rel=1e-11)


@pytest.mark.parametrize(("config", "expect"), CASES)
def test_mean_cosine_kernel_matches_the_golden_numbers(config, expect):
    """Mean over planes of cos(lag omega) at the listed lags, and its minimum over 4096 lags."""
    inv_freq = np.array(rotating(config, expect.get("positions")).planes.inv_freq)
    for lag, value in expect["mean_cos_kernel"].items():
        assert np.cos(int(lag) * inv_freq).mean() == pytest.approx(value, abs=6e-11)
    if "min_mean_cos_kernel" in expect:
        curve = np.cos(np.outer(np.arange(4096), inv_freq)).mean(axis=1)
        assert curve.min() == pytest.approx(expect["min_mean_cos_kernel"]["value"], abs=6e-10)
        assert int(curve.argmin()) == expect["min_mean_cos_kernel"]["at"]


@pytest.mark.parametrize(("config", "expect"), [c for c in CASES if "ramp" in c.values[1]])
def test_yarn_ramp_matches_the_golden_planes(config, expect):
    """The ramp's ends in planes."""
    assert list(rotating(config).planes.ramp) == expect["ramp"]


@pytest.mark.parametrize(("config", "expect"), [c for c in CASES if "pass_through" in c.values[1]])
def test_unrotated_coordinates_fill_the_head(config, expect):
    """The dimension d is the whole query-key head: rotated plus unrotated coordinates."""
    variant = rotating(config)
    assert variant.planes.head_dim - variant.planes.rotary_dim == expect["pass_through"]
    assert variant.kernel.d == variant.planes.head_dim


@pytest.mark.parametrize(("config", "expect"), [c for c in CASES if "pair_layout" in c.values[1]])
def test_pair_layout_is_the_librarys(config, expect):
    """Interleaved or half-split, a matter of basis only."""
    assert rotating(config).planes.layout == expect["pair_layout"]


@pytest.mark.parametrize(("config", "expect"), [c for c in CASES if "mrope_axis_per_frequency" in c.values[1]])
def test_sections_turn_each_plane_by_its_axis(config, expect):
    """Contiguous and interleaved sections."""
    assert list(rotating(config).planes.axes) == expect["mrope_axis_per_frequency"]


@pytest.mark.parametrize("name", BOTH)
def test_both_spellings_give_one_kernel(name):
    """Version 4 and version 5 of the same file have equal digests, variant by variant."""
    old, new = (load_config(ROTARY[name][spelling]) for spelling in ("v4", "v5"))
    assert [v.layers for v in old.variants] == [v.layers for v in new.variants]
    for a, b in zip(old.variants, new.variants, strict=True):
        assert a.not_applicable == b.not_applicable
        if a.kernel is not None:
            assert a.kernel.digest == b.kernel.digest


def test_deepseek_softmax_scale_is_kept_beside_the_planes():
    """The decoupled slice: d = 192, rotated 64, mscale squared in the softmax scale."""
    expect = ROTARY["deepseek-v3"]["expect"][0]
    variant = rotating(ROTARY["deepseek-v3"]["v5"])
    assert variant.kernel.d == 192
    m = variant.planes.softmax_mscale
    assert m == pytest.approx(expect["softmax_mscale"], rel=1e-11)
    assert 192**-0.5 * m**2 == pytest.approx(expect["softmax_scale"], rel=1e-11)
    assert any("softmax scale" in sentence for sentence in variant.scope)


def test_dynamic_base_matches_the_golden_number():
    """At four times the declared length the base is 72195.86."""
    model = load_config(ROTARY["dynamic-ntk"]["v5"], 16384)
    assert any("72195.8600865" in rule for rule in model.rules)


def test_frequencies_enter_as_exact_binary_rationals():
    """The kernel's frequencies are the float64 values, exactly."""
    variant = rotating(ROTARY["phi-2"]["v5"])
    texts = variant.kernel.normal_form()["frequencies"]
    assert [Fraction(t) for t in texts] == [Fraction(w) for w in variant.planes.inv_freq]


def test_attention_factor_enters_beta_as_its_square():
    """YaRN on a whole head: beta = a^2, a the exact float64 value."""
    variant = rotating(ROTARY["qwen2.5-7b-yarn"]["v5"])
    assert variant.kernel.normal_form()["profile"] == {"usa": str(Fraction(variant.planes.attention_factor) ** 2)}


def test_beta_of_the_configuration_multiplies_the_square():
    """A given beta scales the profile's."""
    config = ROTARY["qwen2.5-7b-yarn"]["v5"] | {"beta": "1/3"}
    variant = rotating(config)
    expected = Fraction(variant.planes.attention_factor) ** 2 / 3
    assert variant.kernel.normal_form()["profile"] == {"usa": str(expected)}


def test_config_key_case_reads_scaling_in_either_spelling():
    """Only rope_parameters and head_dim: the frequencies of the older spelling, never silently default."""
    scaling = {
        "rope_type": "yarn",
        "rope_theta": 1e6,
        "factor": 4.0,
        "original_max_position_embeddings": 32768,
    }
    new = rotating({"rope_parameters": scaling, "head_dim": 128}, 4096).planes
    legacy = {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}
    old = rotating({"rope_scaling": legacy, "rope_theta": 1e6, "head_dim": 128}, 4096).planes
    assert new.inv_freq == old.inv_freq
    assert new.inv_freq[-1] == pytest.approx(3.102344401879e-07, rel=1e-12)


def test_layouts_differ_by_the_permutation_alone():
    """Interleaved pairs of x[P] are half-split pairs of x, P = (0,4,1,5,2,6,3,7): equal logits."""
    a, b = (
        rotating({"pos_emb": "rotary", "layout": layout, "head_dim": 8, "rope_theta": 10000}, 64)
        for layout in ("interleaved", "half_split")
    )
    assert a.kernel.digest == b.kernel.digest
    assert (a.planes.layout, b.planes.layout) == ("interleaved", "half_split")
    permutation = [0, 4, 1, 5, 2, 6, 3, 7]
    omega = np.array(a.planes.inv_freq)
    rng = np.random.default_rng(7)
    q, k = rng.normal(size=(2, 8))

    def interleaved(x, position):
        z = (x[0::2] + 1j * x[1::2]) * np.exp(1j * position * omega)
        return np.stack([z.real, z.imag], axis=1).ravel()

    def half_split(x, position):
        z = (x[:4] + 1j * x[4:]) * np.exp(1j * position * omega)
        return np.concatenate([z.real, z.imag])

    split = half_split(q, 3) @ half_split(k, 11)
    assert interleaved(q[permutation], 3) @ interleaved(k[permutation], 11) == pytest.approx(split, rel=1e-13)
    assert interleaved(q, 3) @ interleaved(k, 11) != pytest.approx(split, rel=1e-3)


def test_wavelengths_are_turns_of_the_frequencies():
    """2 pi over omega."""
    planes = rotating(ROTARY["gpt-j-6b"]["v4"]).planes
    assert planes.wavelength[0] == 2 * math.pi


def test_reading_leaves_the_document_alone():
    """The caller's object is not changed."""
    config = copy.deepcopy(ROTARY["gemma-2-9b"]["v5"])
    load_config(config)
    assert config == ROTARY["gemma-2-9b"]["v5"]
