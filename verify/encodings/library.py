"""Facts about the reference library (transformers 5) that a configuration file leaves unsaid, by model type.

Where versions 4 and 5 of the library read one file differently, the meaning of version 5 is taken.
"""

from __future__ import annotations

__all__ = [
    "base_type",
    "default_nope_interval",
    "default_share",
    "default_theta",
    "default_window_period",
    "has_sinks",
    "ignores_share",
    "is_known",
    "is_rotary",
    "pair_layout",
    "rotates_in_window_only",
    "two_bases",
    "unsaid",
]

_THETA: dict[str, float] = {
    "apertus": 12_000_000.0, "bitnet": 500_000.0, "blt": 500_000.0, "cohere": 500_000.0, "csm": 500_000.0,
    "cwm": 1_000_000.0, "emu3": 1_000_000.0, "ernie4_5": 500_000.0, "ernie4_5_moe": 500_000.0,
    "exaone": 500_000.0,
    "flex_olmo": 500_000.0, "gpt_oss": 150_000.0, "helium": 100_000.0, "lfm2": 1_000_000.0,
    "llama4": 500_000.0,
    "longcat_flash": 10_000_000.0, "minimax": 1_000_000.0, "minimax_m2": 5_000_000.0, "mixtral": 1_000_000.0,
    "mllama": 500_000.0, "nomic_bert": 1_000.0, "olmo3": 500_000.0, "phimoe": 1_000_000.0,
    "qwen2_5_vl": 1_000_000.0,
    "qwen2_vl": 1_000_000.0, "qwen3_vl": 500_000.0, "qwen3_vl_moe": 500_000.0, "smollm3": 2_000_000.0,
}  # fmt: skip

_SHARE: dict[str, float] = {
    "bamba": 0.5, "glm": 0.5, "glm4": 0.5, "glm4_moe": 0.5, "gpt_neox": 0.25, "nemotron": 0.5,
    "persimmon": 0.5,
    "phi": 0.5, "qwen3_5": 0.25, "qwen3_5_moe": 0.25, "qwen3_next": 0.25, "recurrent_gemma": 0.5,
    "stablelm": 0.25,
}  # fmt: skip

#: Model types whose own default rotation (rope_type default) turns the whole head whatever the share says.
_WHOLE_HEAD = frozenset(
    {
        "apertus", "arcee", "aria", "bitnet", "blt", "chameleon", "cohere", "cohere2", "csm", "cwm",
        "dbrx", "deepseek_v2", "deepseek_v3", "deepseek_v32", "dia", "diffllama", "doge", "dots1", "emu3",
        "ernie4_5", "ernie4_5_moe", "esm", "eurobert", "exaone4", "falcon", "falcon_h1", "flex_olmo",
        "gemma", "gemma2", "gemma3", "gpt_oss", "granite", "granitemoe", "granitemoehybrid",
        "granitemoeshared", "helium", "hunyuan_v1_dense", "hunyuan_v1_moe", "hy_v3", "jais2", "jetmoe",
        "lfm2", "lfm2_moe", "llama", "llama4", "longcat_flash", "mimi", "minicpm3", "minimax",
        "ministral", "ministral3", "mistral", "mixtral", "mllama", "moshi", "nanochat", "nomic_bert",
        "olmo", "olmo2", "olmo3", "olmoe", "phimoe", "qwen2", "qwen2_5_vl", "qwen2_moe", "qwen2_vl",
        "qwen3", "qwen3_moe", "qwen3_vl", "qwen3_vl_moe", "seed_oss", "smollm3", "starcoder2", "t5gemma",
        "vaultgemma", "youtu", "zamba2",
    }
)  # fmt: skip

#: Every P-th layer attends fully, the others through the window (the library's layout where ``layer_types``
#: is absent).
_WINDOW_PERIOD = {
    "gemma2": 2, "gemma3": 6, "gemma3n": 5, "cohere2": 4, "gpt_oss": 2, "olmo3": 4, "exaone4": 4,
    "modernbert": 3,
}  # fmt: skip

#: Types whose layers with a window rotate by their own base: bases of full and of window layers.
_TWO_BASES: dict[str, tuple[float, float | None]] = {
    "gemma3": (1_000_000.0, 10_000.0),
    "gemma3n": (1_000_000.0, 10_000.0),
    "t5gemma2": (1_000_000.0, 10_000.0),
    "modernbert": (160_000.0, 10_000.0),
    "olmo3": (500_000.0, None),
}

#: What the library's classes assume where a file is silent: left out here, and the record says so.
_UNSAID: dict[str, dict[str, object]] = {
    "llama4": {"attention_chunk_size": 8192},
    "gemma2": {"attn_logit_softcapping": 50.0, "sliding_window": 4096},
    "gemma3": {"sliding_window": 4096},
    "mistral": {"sliding_window": 4096},
    "cohere2": {"sliding_window": 4096},
    "gpt_oss": {"sliding_window": 128},
}

#: Model types with learned sinks, which no key of the file mentions.
_SINKS = frozenset(
    {
        "gpt_oss",
    }
)  # fmt: skip

#: Model types whose layers without the window do not rotate at all.
_ROTATES_IN_WINDOW_ONLY = frozenset(
    {
        "cohere2", "cohere2_moe", "exaone4", "exaone_moe",
    }
)  # fmt: skip

#: Model types that leave every fourth layer without position encoding unless the file says otherwise.
_NOPE_INTERVAL = {"llama4": 4, "smollm3": 4}

#: Model types that pair coordinates (2i, 2i+1); all others pair (i, i + r/2).
_INTERLEAVED = frozenset(
    {
        "gptj", "codegen", "chatglm", "glm", "glm4", "roformer", "llama4", "cohere", "cohere2",
        "ernie4_5", "helium", "deepseek_v2", "deepseek_v3",
    }
)  # fmt: skip


def base_type(model_type: str | None) -> str:
    """Return the library's module name for a model type: ``llama4_text`` is ``llama4``.

    Examples
    --------
    >>> base_type("qwen2_vl_text"), base_type(None)
    ('qwen2_vl', '')
    """
    return (model_type or "").removesuffix("_text")


def default_theta(model_type: str | None) -> float:
    """Return the base where a configuration gives none."""
    return _THETA.get(base_type(model_type), 10_000.0)


def default_share(model_type: str | None) -> float | None:
    """Return the partial rotary factor where a configuration gives none; None: the whole head."""
    return _SHARE.get(base_type(model_type))


def ignores_share(model_type: str | None) -> bool:
    """Whether the model type's own default rotation ignores ``partial_rotary_factor`` (version 5)."""
    return base_type(model_type) in _WHOLE_HEAD


def default_window_period(model_type: str | None) -> int | None:
    """Return P where every P-th layer attends fully, the others through the window; None: all alike."""
    return _WINDOW_PERIOD.get(base_type(model_type))


def rotates_in_window_only(model_type: str | None) -> bool:
    """Whether the layers that attend fully are left without rotation while a window is set."""
    return base_type(model_type) in _ROTATES_IN_WINDOW_ONLY


def default_nope_interval(model_type: str | None) -> int | None:
    """Return m where every m-th layer has no position encoding although the file does not say so."""
    return _NOPE_INTERVAL.get(base_type(model_type))


def pair_layout(model_type: str | None) -> str:
    """Return how coordinates are paired, ``interleaved`` or ``half_split``: a matter of basis."""
    return "interleaved" if base_type(model_type) in _INTERLEAVED else "half_split"


def is_rotary(model_type: str | None) -> bool:
    """Whether a model type rotates although its file may not say so."""
    base = base_type(model_type)
    return (
        base in _WHOLE_HEAD
        or base in _SHARE
        or base in _THETA
        or base in _INTERLEAVED
        or base in {"phi3", "phi4_multimodal"}
    )


def is_known(model_type: str | None) -> bool:
    """Whether anything here is said of a model type, so that its file is not read by the defaults alone.

    Examples
    --------
    >>> is_known("gemma3_text"), is_known("my_model")
    (True, False)
    """
    base = base_type(model_type)
    tables = (_TWO_BASES, _SINKS, _UNSAID, _WINDOW_PERIOD, _NOPE_INTERVAL, _ROTATES_IN_WINDOW_ONLY, {"chatglm"})
    return is_rotary(model_type) or any(base in table for table in tables)


def two_bases(model_type: str | None) -> tuple[float, float | None] | None:
    """Return the bases of full and window layers where a type has both; None: one base for all."""
    return _TWO_BASES.get(base_type(model_type))


def has_sinks(model_type: str | None) -> bool:
    """Whether the model type has attention sinks."""
    return base_type(model_type) in _SINKS


def unsaid(model_type: str | None) -> dict[str, object]:
    """Return what the library's class assumes where a file is silent, and what is left out here."""
    return _UNSAID.get(base_type(model_type), {})
