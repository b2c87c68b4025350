"""Sinusoids and learned tables as additive kernels."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from verify.encodings import load_config
from verify.encodings.absolute import sinusoid_formulas, sinusoid_frequencies
from verify.model.errors import InputError

SINUSOIDAL = {
    "model_type": "distilbert",
    "dim": 8,
    "n_heads": 2,
    "max_position_embeddings": 16,
    "sinusoidal_pos_embds": True,
}
BERT = {"model_type": "bert", "hidden_size": 6, "num_attention_heads": 2, "max_position_embeddings": 5}


def test_sinusoid_frequencies_match_the_golden_numbers(biases):
    """At d = 512: count, first, last, sum, mean cosines and their minimum."""
    golden, omega = biases["sinusoidal_512"], sinusoid_frequencies(512)
    assert len(omega) == golden["n_freq"]
    np.testing.assert_allclose(omega[:3], golden["inv_freq_first3"], rtol=1e-12)
    np.testing.assert_allclose([omega[-1], omega.sum()], [golden["inv_freq_last"], golden["sum_inv_freq"]], rtol=1e-12)
    for lag, value in golden["mean_cos_kernel"].items():
        assert np.cos(int(lag) * omega).mean() == pytest.approx(value, abs=6e-11)
    curve = np.cos(np.outer(np.arange(4096), omega)).mean(axis=1)
    assert int(curve.argmin()) == golden["min_mean_cos_kernel"]["at"]


def test_inner_products_of_sinusoids_depend_on_the_lag():
    """<p(i), p(j)> = sum of cos((i - j) omega)."""
    kernel = load_config(SINUSOIDAL).variants[0].kernel
    p = kernel.positions(np.arange(16))
    omega = sinusoid_frequencies(8)
    assert p[9] @ p[4] == pytest.approx(np.cos(5 * omega).sum(), rel=1e-13)


def test_sinusoids_are_formulas_with_exact_frequencies():
    """10000^(-2k/d) as a power of rationals."""
    assert load_config(SINUSOIDAL).variants[0].kernel.normal_form()["p"] == sinusoid_formulas(8)
    assert sinusoid_formulas(8)[2] == "sin(i*10000**(-1/4))"


def test_full_size_sinusoids_load():
    """The paper's d = 512 on 512 positions."""
    config = SINUSOIDAL | {"dim": 512, "n_heads": 8, "max_position_embeddings": 512}
    kernel = load_config(config).variants[0].kernel
    assert kernel.family == "additive"
    assert kernel.d == 512


def test_learned_table_is_read_exactly():
    """Decimals in strings are exact, floats their binary value."""
    table = [[0, 1, 0, 0, 0, "1/3"]] * 4 + [[0.5, 0, 0, 0, 0, 0]]
    kernel = load_config(BERT | {"position_embedding_table": table}).variants[0].kernel
    assert kernel.normal_form()["p"][0] == ["0", "1", "0", "0", "0", "1/3"]
    assert kernel.normal_form()["p"][4][0] == "1/2"


def test_drawn_table_is_reproducible_and_said():
    """By seed, on a lattice of 1/4096, with the library's deviation."""
    a, b, c = (load_config(BERT | {"seed": s}).variants[0] for s in (1, 1, 2))
    assert a.kernel.digest == b.kernel.digest != c.kernel.digest
    assert "drawn by seed 1" in a.scope[-1]
    entries = [Fraction(x) for row in a.kernel.normal_form()["p"] for x in row]
    assert all(4096 % x.denominator == 0 for x in entries)
    big = load_config(BERT | {"hidden_size": 64, "max_position_embeddings": 64}).variants[0].kernel
    assert np.std([[float(Fraction(x)) for x in row] for row in big.normal_form()["p"]]) == pytest.approx(
        0.02, rel=0.05
    )


@pytest.mark.parametrize(
    "config",
    [
        {"model_type": "gpt2", "n_embd": 8, "n_head": 2, "n_positions": 4},
        {
            "model_type": "distilbert",
            "dim": 8,
            "n_heads": 2,
            "max_position_embeddings": 4,
            "sinusoidal_pos_embds": False,
        },
        {"pos_emb": "learned", "hidden_size": 8, "positions": 4},
        {
            "model_type": "bert",
            "hidden_size": 8,
            "max_position_embeddings": 4,
            "position_embedding_type": "absolute",
        },
    ],
)
def test_learned_spellings_are_one_scheme(config):
    """GPT-2, DistilBERT, gpt-neox and BERT keys."""
    model = load_config(config)
    assert model.scheme == "learned"
    assert model.variants[0].kernel.family == "additive"


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ({"position_embedding_table": [[0] * 6] * 4}, "position_embedding_table"),
        ({"position_embedding_table": [[0] * 5] * 5}, "position_embedding_table[0]"),
        ({"max_position_embeddings": 2**22, "hidden_size": 64}, "positions"),
        ({"max_position_embeddings": None}, "positions"),
        ({"hidden_size": None}, "hidden_size"),
        ({"rope_scaling": {"type": "linear"}}, "rope_scaling"),
        ({"position_embedding_table": [[math.inf] * 6] * 5}, "position_embedding_table[0][0]"),
    ],
)
def test_bad_tables_are_refused(keys, named):
    """By name and place."""
    with pytest.raises(InputError) as caught:
        load_config(BERT | keys)
    assert caught.value.argument == named


def test_odd_width_has_no_sinusoids():
    """Sine and cosine come in pairs."""
    with pytest.raises(InputError, match="even"):
        load_config(SINUSOIDAL | {"dim": 7})
