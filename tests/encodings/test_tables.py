"""T5 buckets and Swin tables: exact buckets; symmetric tables are kernels, asymmetric ones are refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

from verify.encodings import load_config
from verify.encodings.swin import log_spaced_lags, table_index
from verify.encodings.t5_buckets import t5_bucket, t5_buckets
from verify.model.errors import InputError

T5 = {
    "model_type": "t5", "d_model": 64, "num_heads": 2, "d_kv": 8, "relative_attention_num_buckets": 8,
    "relative_attention_max_distance": 16, "positions": 24,
}  # fmt: skip
EVEN = [0.5, 0.25, -0.25, -1.0] * 2
SWIN = {"model_type": "swin", "embed_dim": 8, "num_heads": [2], "window_size": 2}


@pytest.mark.parametrize(
    ("table", "bidirectional"),
    [
        ("bidirectional_rel_negative", True),
        ("bidirectional_rel_positive", True),
        ("causal_rel_negative", False),
    ],
)
def test_buckets_match_the_golden_numbers(biases, table, bidirectional):
    """Exact integers at every listed relative position."""
    for relative, bucket in biases["t5_buckets"][table].items():
        assert t5_bucket(int(relative), bidirectional=bidirectional) == bucket


def test_bucket_case_of_the_field():
    """Nine bidirectional positions, and the causal ones that ports got wrong."""
    found = [t5_bucket(r) for r in (-128, -91, -90, -16, -8, -7, 0, 7, 8)]
    assert found == [15, 15, 14, 10, 8, 7, 0, 23, 24]
    assert [t5_bucket(r, bidirectional=False) for r in (5, -16, -113, -112)] == [0, 16, 31, 30]


@pytest.mark.parametrize(("buckets", "distance"), [(32, 128), (64, 256), (16, 64), (128, 800)])
def test_integer_buckets_agree_with_the_logarithm_off_its_jumps(buckets, distance):
    """The float formula, wherever its argument is not within rounding of an integer."""
    half, exact = buckets // 2, buckets // 4
    for d in range(exact, 3 * distance):
        level = math.log(d / exact) / math.log(distance / exact) * (half - exact)
        if abs(level - round(level)) > 1e-9:
            assert t5_bucket(-d, buckets, distance) == min(half - 1, exact + math.floor(level))


@pytest.mark.parametrize("bidirectional", [True, False])
@pytest.mark.parametrize("sign", [1, -1])
def test_bucket_arrays_are_the_single_buckets(bidirectional, sign):
    """Both directions, both kinds of stack."""
    single = [t5_bucket(sign * s, 16, 64, bidirectional=bidirectional) for s in range(300)]
    assert t5_buckets(sign * 300, 16, 64, bidirectional=bidirectional) == single


@pytest.mark.parametrize(
    ("buckets", "distance", "bidirectional"),
    [(3, 16, True), (2, 16, True), (1, 16, False), (32, 8, True), (4096, 10**7, True)],
)
def test_impossible_bucket_layouts_are_refused(buckets, distance, bidirectional):
    """Odd, too few, too short, too large."""
    with pytest.raises(InputError):
        t5_bucket(0, buckets, distance, bidirectional=bidirectional)


def test_symmetric_table_is_a_lag_table():
    """Equal halves: bias by |i - j|."""
    (only,) = load_config(T5 | {"relative_attention_bias": EVEN}).variants
    lags = only.kernel.normal_form()["bias"]["toeplitz"]
    assert lags[:5] == ["1/2", "1/4", "-1/4", "-1/4", "-1/4"] or len(lags) == 24
    assert lags == [str(v) for v in lags]
    assert lags[-1] == "-1"
    assert only.layers == "encoder"
    assert only.kernel.d == 8


def test_table_per_head_gives_a_variant_per_head():
    """Two columns, two kernels; an asymmetric one is refused by its first unequal lag."""
    rows = [[a, b] for a, b in zip(EVEN, [0, 1, 2, 3, 0, 1, 2, 4], strict=True)]
    first, second = load_config(T5 | {"relative_attention_bias": rows}).variants
    assert first.kernel is not None
    assert "b(+" in second.not_applicable.reason
    assert "symmetrize" in second.not_applicable.would_apply


def test_symmetrised_table_has_a_positive_factor():
    """The mean of both exponentials."""
    bias = [0, 1, 2, 3, 0, 1, 2, 4]
    (only,) = load_config(T5 | {"relative_attention_bias": bias, "symmetrize": True}).variants
    form = only.kernel.normal_form()
    assert form["symmetrize"] is True
    assert form["k"]["toeplitz"][0] in {"1", "exp(0)"}
    assert form["k"]["toeplitz"][-1] == "(exp(4) + exp(3))/2"


def test_drawn_tables_are_not_applicable_in_both_stacks():
    """Without a table the configuration is drawn by seed: asymmetric; no positions are needed to say so."""
    config = {k: v for k, v in T5.items() if k != "positions"}
    encoder, decoder = load_config(config).variants
    assert (encoder.layers, decoder.layers) == ("encoder", "decoder")
    assert "two directions" in encoder.not_applicable.reason
    assert "bucket 0" in decoder.not_applicable.reason


def test_drawn_tables_apply_when_symmetrised_and_say_that_they_were_drawn():
    """The seed is in the scope."""
    encoder, _ = load_config(T5 | {"symmetrize": True, "seed": 3}).variants
    assert any("seed 3" in sentence for sentence in encoder.scope)
    assert encoder.kernel.symmetrize


def test_symmetric_table_needs_positions():
    """A kernel speaks of definite positions."""
    config = {k: v for k, v in T5.items() if k != "positions"}
    with pytest.raises(InputError, match="positions must be given"):
        load_config(config | {"relative_attention_bias": EVEN})


@pytest.mark.parametrize(
    ("table", "named"),
    [
        ([1.0] * 7, "relative_attention_bias"),
        ([[1.0, 2.0, 3.0]] * 8, "relative_attention_bias"),
        ([[1.0, 2.0]] * 7 + [[1.0]], "relative_attention_bias[7]"),
        ([float("nan")] * 8, "relative_attention_bias[0][0]"),
        ([float("-inf")] * 8, "relative_attention_bias[0][0]"),
        ("bias.npz", "relative_attention_bias"),
        ({"path": "bias.npz"}, "relative_attention_bias"),
    ],
)
def test_bad_tables_are_refused_by_place(table, named):
    """Rows, columns, entries."""
    with pytest.raises(InputError) as caught:
        load_config(T5 | {"relative_attention_bias": table})
    assert caught.value.argument == named


def test_tables_come_from_files(tmp_path):
    """NPZ and CSV beside the configuration."""
    np.savez(tmp_path / "bias.npz", table=np.array(EVEN)[:, None])
    (tmp_path / "bias.csv").write_text("\n".join(map(str, EVEN)) + "\n")
    inline = load_config(T5 | {"relative_attention_bias": EVEN}).variants[0].kernel.digest
    for source in ({"file": "bias.npz", "array": "table"}, {"file": "bias.csv"}):
        config = T5 | {"relative_attention_bias": source}
        assert load_config(config, base=tmp_path).variants[0].kernel.digest == inline


def test_swin_index_matches_the_golden_numbers(biases):
    """Row of the table for three lags."""
    golden = biases["swin_index"]
    assert table_index(0, 0, 7, 7) == golden["index_same_token"]
    assert table_index(1, 0, 7, 7) == golden["index_dy1_dx0"]
    assert table_index(0, 1, 7, 7) == golden["index_dy0_dx1"]


def test_symmetric_swin_table_is_a_grid_lag_table():
    """Nine rows for a window of two, equal at opposite lags."""
    table = [[v, 1.0] for v in (1, 2, 3, 4, 9, 4, 3, 2, 1)]
    first, second = load_config(SWIN | {"relative_position_bias_table": table}).variants
    assert first.kernel.normal_form()["bias"] == {"toeplitz": [["1", "2", "3"], ["4", "9", "4"], ["3", "2", "1"]]}
    assert first.kernel.labels.shape == (2, 2)
    assert first.kernel.d == 4
    assert second.kernel.normal_form()["bias"]["toeplitz"][0] == ["1", "1", "1"]


def test_asymmetric_swin_table_is_refused_or_symmetrised():
    """One unequal pair of lags."""
    table = [1, 2, 3, 4, 9, 4, 3, 2, 0]
    (refused,) = load_config(SWIN | {"relative_position_bias_table": table}).variants
    assert "(-1, -1)" in refused.not_applicable.reason
    (kept,) = load_config(SWIN | {"relative_position_bias_table": table, "symmetrize": True}).variants
    corners = kept.kernel.normal_form()["k"]["toeplitz"]
    assert corners[0][0] == corners[2][2]
    assert kept.kernel.symmetrize


def test_drawn_swin_tables_have_a_variant_per_stage():
    """Swin-T: four stages, all asymmetric."""
    config = {"model_type": "swin", "embed_dim": 96, "num_heads": [3, 6, 12, 24], "window_size": 7}
    variants = load_config(config).variants
    assert [v.layers for v in variants] == [f"stage {s}" for s in range(1, 5)]
    assert all(v.not_applicable is not None for v in variants)
    symmetrised = load_config(config | {"symmetrize": True}).variants
    assert all(v.kernel.d == 32 and v.kernel.labels.shape == (7, 7) for v in symmetrised)


def test_second_version_bounds_its_bias_by_a_sigmoid():
    """16 sigmoid(table), and log-spaced lags that are odd and increasing."""
    table = [0, 0, 0, 0, 1, 0, 0, 0, 0]
    (only,) = load_config(SWIN | {"model_type": "swinv2", "relative_position_bias_table": table}).variants
    rows = only.kernel.normal_form()["bias"]["toeplitz"]
    assert rows[1][1].startswith("16/(1 + exp(")
    lags = log_spaced_lags(7)
    assert np.all(np.diff(lags) > 0)
    assert np.allclose(lags, -lags[::-1])
    assert lags[-1] == pytest.approx(math.log2(9) / 3)


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ({"window_size": None}, "window_size"),
        ({"window_size": [2, 2, 2]}, "window_size"),
        ({"window_size": 0}, "window_size"),
        ({"embed_dim": None}, "embed_dim"),
        ({"relative_position_bias_table": [1.0] * 8}, "relative_position_bias_table"),
        ({"stage": 2}, "stage"),
    ],
)
def test_bad_swin_configurations_are_refused(keys, named):
    """By name."""
    with pytest.raises(InputError) as caught:
        load_config(SWIN | keys)
    assert caught.value.argument == named
