"""ALiBi, KERPLE, Sandwich, RetNet and xPos: slopes, formulas, golden numbers."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from verify.encodings import load_config
from verify.encodings.alibi import alibi_formula, alibi_slopes, paper_slopes
from verify.encodings.decays import retnet_decays, retnet_frequencies, xpos_zeta
from verify.encodings.kerple import kerple_formula
from verify.encodings.sandwich import sandwich_bias, sandwich_formula
from verify.model.errors import InputError
from verify.model.formula import parse_formula

BLOOM = {"model_type": "bloom", "hidden_size": 512, "n_head": 8, "positions": 32}


def values(text: str, lags: list[int]) -> list[float]:
    """Return a factor's float values at i = lag, j = 0."""
    formula = parse_formula(text, {"i", "j"})
    i = np.array(lags, dtype=float)
    return np.broadcast_to(formula.array({"i": i, "j": np.zeros_like(i)}), i.shape).tolist()


def test_slopes_match_the_golden_numbers(biases):
    """Eight, thirty-two and six heads."""
    assert list(alibi_slopes(8)) == biases["alibi_slopes_8"] == list(paper_slopes(8))
    np.testing.assert_allclose(alibi_slopes(32), biases["alibi_slopes_32"], rtol=1e-12)
    assert list(alibi_slopes(6)) == biases["alibi_slopes_6"]


@pytest.mark.parametrize("heads", range(1, 130))
def test_both_implementations_have_one_set_of_slopes(heads):
    """llm-foundry's order and the paper's differ, their sets agree."""
    np.testing.assert_allclose(sorted(alibi_slopes(heads)), sorted(paper_slopes(heads)), rtol=1e-14)


def test_alibi_has_one_variant_per_slope():
    """Eight kernels exp(-m |i - j|), m exact."""
    variants = load_config(BLOOM).variants
    assert [v.kernel.normal_form()["k"] for v in variants] == [alibi_formula(2.0**-h) for h in range(1, 9)]
    assert all(v.kernel.d == 64 for v in variants)


def test_slopes_enter_as_exact_binary_values():
    """An irrational slope is its float64 value."""
    assert alibi_formula(2**-0.25) == f"exp(-{Fraction(2**-0.25)}*Abs(i - j))"


def test_mpt_reads_its_nested_attention_block():
    """attn_config.alibi and alibi_bias_max; mpt without alibi is refused rather than guessed."""
    config = {
        "model_type": "mpt", "d_model": 4096, "n_heads": 32, "max_seq_len": 64,
        "attn_config": {"alibi": True, "alibi_bias_max": 8, "attn_pdrop": 0.0},
    }  # fmt: skip
    assert len(load_config(config).variants) == 32
    with pytest.raises(InputError, match="pos_emb"):
        load_config(config | {"attn_config": {"alibi": False}})


def test_falcon_divides_its_slopes_by_the_root_of_the_head():
    """The library scales bias and logits together."""
    config = {
        "model_type": "falcon",
        "alibi": True,
        "head_dim": 64,
        "num_attention_heads": 8,
        "positions": 32,
    }
    assert load_config(config).variants[0].kernel.normal_form()["k"] == alibi_formula(0.5 / 8)
    assert load_config(config | {"alibi": False}).variants[0].planes is not None


def test_key_index_form_is_not_applicable():
    """e^{m j} is another interaction than e^{-m |i - j|}, unless symmetrised."""
    refused = load_config(BLOOM | {"alibi_form": "key_index"}).variants
    assert "not symmetric" in refused[0].not_applicable.reason
    kernel = load_config(BLOOM | {"alibi_form": "key_index", "symmetrize": True}).variants[0].kernel
    assert kernel.symmetrize
    assert "symmetrize" in kernel.normal_form()
    assert values(kernel.normal_form()["k"], [0, 2]) == pytest.approx([1.0, (math.e + 1) / 2])


def test_row_constant_case_tells_the_forms_apart():
    """Equal after row normalisation under a causal mask, different as interactions and without the mask."""
    m, n = 0.5, 4
    i, j = np.mgrid[:n, :n]
    key, two_sided, causal = np.exp(m * j), np.exp(-m * abs(i - j)), j <= i
    for mask, same in ((causal, True), (np.ones_like(causal), False)):
        rows = [(k * mask) / (k * mask).sum(axis=1, keepdims=True) for k in (key, two_sided)]
        assert np.allclose(*rows) == same
    assert not np.allclose(key, two_sided)


def test_kerple_log_matches_the_golden_numbers(biases):
    """(1 + a d)^(-p) at p = 1, a = 1/2."""
    golden = biases["kerple_log_p1_a_half"]
    text = kerple_formula("log", Fraction(1), Fraction(1, 2))
    assert values(text, [int(d) for d in golden]) == pytest.approx(list(golden.values()), rel=1e-11)


def test_kerple_power_is_one_on_the_diagonal():
    """exp(-a d^p), also where p is no integer."""
    text = kerple_formula("power", Fraction(1, 2), Fraction(2))
    assert values(text, [0, 4]) == pytest.approx([1.0, math.exp(-4)])


def test_kerple_reads_hyphens_and_one_value_for_all_heads():
    """Twelve equal heads are one variant."""
    config = {
        "pos_emb": "kerple_log",
        "num-attention-heads": 12,
        "hidden-size": 768,
        "seq-length": 64,
        "bias_p": 1,
        "bias_a": "1/2",
    }
    (only,) = load_config(config).variants
    assert only.heads.startswith("0, 1, 2")
    assert only.kernel.labels.shape == (64,)


def test_kerple_draws_its_parameters_by_seed():
    """Absent parameters are drawn, reproducibly, and the scope says so."""
    config = {
        "pos_emb": "kerple_power",
        "num_attention_heads": 3,
        "hidden_size": 24,
        "positions": 8,
        "seed": 5,
    }
    a, b, c = load_config(config), load_config(config), load_config(config | {"seed": 6})
    assert [v.kernel.digest for v in a.variants] == [v.kernel.digest for v in b.variants]
    assert [v.kernel.digest for v in a.variants] != [v.kernel.digest for v in c.variants]
    assert all("drawn by seed 5" in v.scope[-1] for v in a.variants)


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ({"bias_p": 0, "bias_a": 1}, "bias_p[0]"),
        ({"bias_p": 1, "bias_a": -1}, "bias_a[0]"),
        ({"bias_p": 1}, "bias_p"),
        ({"bias_p": [1], "bias_a": 1}, "bias_p"),
        ({"bias_p": 3, "bias_a": 1, "pos_emb": "kerple_power"}, "bias_p[0]"),
        ({"bias_p": float("nan"), "bias_a": 1}, "bias_p"),
        ({"num_attention_heads": None, "head_dim": 4}, "num_attention_heads"),
        ({"positions": {"shape": [2, 2]}, "bias_p": 1, "bias_a": 1}, "positions"),
    ],
)
def test_kerple_refuses_impossible_parameters(keys, named):
    """By name."""
    config = {"pos_emb": "kerple_log", "num_attention_heads": 3, "hidden_size": 24, "positions": 8}
    with pytest.raises(InputError) as caught:
        load_config(config | keys)
    assert caught.value.argument == named


def test_sandwich_matches_the_golden_numbers(biases):
    """At d = 8, one head: array and formula."""
    golden = biases["sandwich_d8_H1_h1"]
    lags = [int(s) for s in golden]
    np.testing.assert_allclose(sandwich_bias(np.array(lags, float), 8, 1, 1), list(golden.values()), atol=1e-14)
    np.testing.assert_allclose(np.log(values(sandwich_formula(8, 1, 1), lags)), list(golden.values()), atol=1e-14)


@pytest.mark.parametrize("d", [2, 16, 64, 256])
def test_sandwich_formula_is_its_array(d):
    """The balanced sum is the same bias, also for large heads."""
    lags = [0, 1, 7, 100]
    bias = sandwich_bias(np.array(lags, float), d, 4, 3)
    np.testing.assert_allclose(np.log(values(sandwich_formula(d, 4, 3), lags)), bias, atol=1e-10)


def test_sandwich_heads_are_variants():
    """One per head, the steepest first."""
    variants = load_config(
        {"pos_emb": "sandwich", "hidden_size": 32, "num_attention_heads": 4, "positions": 16}
    ).variants
    assert [v.heads for v in variants] == ["0", "1", "2", "3"]


def test_retnet_is_a_rotation_with_a_factor():
    """gamma_h = 1 - 2^(-5-h) exactly, linear profile."""
    variants = load_config({"pos_emb": "retnet", "hidden_size": 16, "num_attention_heads": 2, "positions": 8}).variants
    form = variants[1].kernel.normal_form()
    assert form["family"] == "gauge"
    assert form["k"] == "(63/64)**Abs(i - j)"
    assert form["profile"] == "t"
    assert retnet_decays(3)[2] == Fraction(127, 128)
    np.testing.assert_allclose(retnet_frequencies(8), [1, 1e4 ** (-1 / 3), 1e4 ** (-2 / 3), 1e-4])


def test_xpos_matches_the_golden_numbers_and_is_not_applicable(biases):
    """Decay per plane: not symmetric, no factor."""
    zeta = xpos_zeta(64)
    assert zeta[0] == pytest.approx(biases["xpos_zeta"]["zeta_first"], rel=1e-11)
    assert zeta[-1] == pytest.approx(biases["xpos_zeta"]["zeta_last"], rel=1e-11)
    (only,) = load_config({"pos_emb": "xpos", "head_dim": 64, "scale_base": 512, "gamma": 0.4}).variants
    assert "not symmetric" in only.not_applicable.reason
    assert "retnet" in only.not_applicable.would_apply


@pytest.mark.parametrize(
    ("config", "reason", "remedy"),
    [
        ({"pos_emb": "fire", "num_heads": 12, "mlp_width": 32, "init_c": 0.1, "init_L": 512.0, "eps": 1e-6},
         "query's position", "KERPLE"),
        ({"pos_emb": "cope", "dim": 64, "heads": 8, "max_pos": 16}, "function of the content", "ALiBi"),
        ({"model_type": "bert", "hidden_size": 64, "position_embedding_type": "relative_key"},
         "not symmetric", "absolute"),
        ({"model_type": "deberta", "hidden_size": 64, "relative_attention": True, "pos_att_type": "c2p"},
         "not symmetric", "absolute"),
    ],
)  # fmt: skip
def test_encodings_outside_the_theory_say_why(config, reason, remedy):
    """A reason and what would apply."""
    (only,) = load_config(config).variants
    assert only.kernel is None
    assert reason in only.not_applicable.reason
    assert remedy in only.not_applicable.would_apply


def test_no_encoding_is_the_constant_kernel():
    """The factor k = 1."""
    (only,) = load_config({"pos_emb": "none", "hidden_size": 64, "num_attention_heads": 2, "positions": 16}).variants
    assert only.kernel.normal_form()["k"] == "1"
    assert only.kernel.family == "factor"
