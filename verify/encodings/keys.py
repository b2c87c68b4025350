"""Which keys of a configuration speak of positions: they are read or refused by name, others ignored."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping

from verify.encodings.reading import Fields
from verify.model.errors import InputError

__all__ = ["ALIASES", "COMMON_KEYS", "plain_keys", "refuse_unread", "speaks_of_positions"]

#: Field -> its spellings, the first being the one that messages use.
ALIASES: dict[str, tuple[str, ...]] = {
    "hidden": ("hidden_size", "n_embd", "d_model", "dim", "embed_dim", "decoder_embed_dim"),
    "heads": (
        "num_attention_heads",
        "n_head",
        "num_heads",
        "n_heads",
        "heads",
        "decoder_attention_heads",
        "encoder_attention_heads",
        "decoder_retention_heads",
    ),
    "head_dim": ("head_dim", "d_kv", "kv_channels"),
    "length": (
        "max_position_embeddings",
        "n_positions",
        "seq_length",
        "max_seq_len",
        "max_sequence_length",
        "n_ctx",
    ),
    "layers": ("num_hidden_layers", "n_layer", "n_layers", "num_layers"),
}

#: Keys that every scheme reads.
COMMON_KEYS = frozenset(
    {
        "model_type", "positions", "beta", "symmetrize", "name", "expect", "seed", "pos_emb", "sinks",
        "text_config", *(spelling for spellings in ALIASES.values() for spelling in spellings),
    }
)  # fmt: skip

_POSITION_LIKE = re.compile(
    r"rope|rotary|yarn|ntk|alibi|slope|(^|_)pos(_|$)|posit|relative|(^|_)rel(_|$)|bucket|bias|mask|soft_?cap"
    r"|logit_cap|window|sink|temperature_tuning|floor_scale|attn_scale|chunk|layer_types|theta|base_freq"
    r"|xpos|sinusoid|mscale|local_att|global_att|(^|_)local$|decay|attention_factor|freq_factor|nope"
)

#: Keys that look like the above and have nothing to do with positions.
_HARMLESS = frozenset(
    {
        "attention_bias", "mlp_bias", "qkv_bias", "use_bias", "bias", "use_qkv_bias", "qkv_proj_bias",
        "use_attention_bias", "attention_out_bias", "add_bias_linear", "add_qkv_bias",
        "bias_dropout_fusion", "no_bias", "conv_bias", "use_conv_bias", "mamba_conv_bias",
        "mamba_proj_bias", "lm_head_bias", "classifier_bias", "token_classification_bias",
        "projector_bias", "multimodal_projector_bias", "multi_modal_projector_bias", "proj_bias",
        "norm_bias", "decoder_bias", "embedding_bias", "query_bias", "key_bias", "value_bias",
        "router_bias", "use_expert_bias", "masked_softmax_fusion", "skip_bias_add", "skip_bias_add_qkv",
        "enable_bias", "convolution_bias", "o_bias", "out_bias", "ff_bias", "mlp_use_bias",
        "use_mlp_bias", "moe_router_bias", "attn_qkv_bias", "use_bias_in_fusion_residual",
        "initializer_bias_prior_prob", "bias_update_factor", "use_lm_head_bias", "mask_token",
        "mask_token_id", "mask_token_index", "use_mask_token", "mask_time_prob", "mask_time_length",
        "mask_time_min_masks", "mask_feature_prob", "mask_feature_length", "mask_feature_min_masks",
        "mask_ratio", "mlm_mask_ratio", "attention_mask_dtype", "final_logit_softcapping",
        "output_logit_soft_cap", "moe_router_logit_softcapping", "mlp_up_softcap", "mlp_gate_softcap",
        "chunk_size", "chunk_size_feed_forward", "chunk_size_lm_head", "mamba_chunk_size",
        "chunkwise_kernel", "max_inference_chunksize", "leaky_relu_slope", "negative_slope",
        "mlp_layer_types", "weight_decay", "dropout_positions", "num_local_experts",
        "skip_unmasked_multimodal_encoder", "hc_sinkhorn_iters", "sinkhorn_iterations",
    }
)  # fmt: skip


def speaks_of_positions(key: str) -> bool:
    """Whether a key looks like one that changes the position encoding, a bias, a mask or the logits' cap.

    Examples
    --------
    >>> [speaks_of_positions(k) for k in ("rope_scaling", "attn_logit_softcapping", "attention_bias", "vocab_size")]
    [True, True, False, False]
    """
    return key not in _HARMLESS and _POSITION_LIKE.search(key) is not None


def plain_keys(document: Mapping[str, object], place: str = "") -> dict[str, object]:
    """Return the document with hyphens in its keys written as underscores (YAML's spelling).

    Raises
    ------
    InputError
        Both spellings of one key are present.
    """
    plain: dict[str, object] = {}
    for key, value in document.items():
        if not isinstance(key, str):
            raise InputError(f"{place}key", "be a string", key)
        spelled = key.replace("-", "_")
        if spelled in plain:
            raise InputError(f"{place}{key}", "be given once", f"{key} and {spelled}", remedy="Keep one spelling.")
        plain[spelled] = value
    return plain


def refuse_unread(fields: Fields, accepted: Iterable[str], scheme: str, *, strict: bool = False) -> None:
    """Refuse keys that speak of positions and were not read; note the others as ignored.

    Parameters
    ----------
    fields : Fields
        The object after the scheme has read it.
    accepted : iterable of str
        The keys that the scheme reads, for the remedy.
    scheme : str
        The scheme's name, for the message.
    strict : bool
        Refuse every unread key (inside ``rope_parameters`` each key speaks of positions).

    Raises
    ------
    InputError
        Names the key, what is accepted, and a near spelling.

    Notes
    -----
    A key that is ``null`` or ``false`` switches something off and is never refused. A key that is nearly
    spelled like an accepted one is refused even if it does not look like positions: a misspelt ``head_dim``
    must not be ignored.
    """
    known = sorted({*accepted, *(() if strict else COMMON_KEYS)} - {"name", "expect"})
    for key in fields.unread():
        if fields.data[key] is False:
            fields.record.note(f"{fields.where(key)} is false: off")
            continue
        if not strict and key in COMMON_KEYS:
            fields.record.note(f"{key} does not enter {scheme}")
            continue
        close = difflib.get_close_matches(key, known, n=1, cutoff=0.75 if strict or speaks_of_positions(key) else 0.9)
        misspelt = bool(close) and close[0] not in fields.data and key not in _HARMLESS and key not in COMMON_KEYS
        if strict or speaks_of_positions(key) or (misspelt and close[0] not in _ALIASED):
            shown = sorted(accepted) if strict or not close else sorted(accepted)[:24]
            raise InputError(
                fields.where(key),
                f"be a key that {scheme} reads",
                fields.data[key],
                "A key on positions that is not read would change the kernel silently.",
                (f"Did you mean {close[0]}? " if close else "")
                + f"Accepted: {', '.join(shown)}. Remove the key if it does not apply.",
            )
        fields.record.ignored.append(fields.where(key))


_ALIASED = frozenset(
    {
        "dim", "heads", "name", "seed", "beta",
    }
)  # fmt: skip
