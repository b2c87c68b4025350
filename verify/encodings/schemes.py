"""Which encoding a configuration describes: by ``pos_emb``, else by its keys and its model type."""

from __future__ import annotations

import difflib

from verify.encodings.library import base_type, is_rotary
from verify.encodings.reading import Fields
from verify.encodings.rope_keys import ROPE_KEYS, WEAK_KEYS
from verify.model.errors import InputError

__all__ = ["POS_EMB", "SCHEMES", "recognise"]

#: Spellings of ``pos_emb`` -> scheme.
POS_EMB = {
    "none": "nope", "nope": "nope", "rotary": "rope", "rope": "rope", "learned": "learned",
    "absolute": "learned", "sinusoidal": "sinusoidal", "alibi": "alibi", "t5": "t5", "rpe": "t5",
    "swin": "swin", "swinv2": "swinv2", "kerple_log": "kerple_log", "kerple_power": "kerple_power",
    "sandwich": "sandwich", "fire": "fire", "cope": "cope", "xpos": "xpos", "retnet": "retnet",
}  # fmt: skip

SCHEMES = tuple(dict.fromkeys(POS_EMB.values()))

_BY_TYPE = {
    "bloom": "alibi", "mpt": "alibi", "swin": "swin", "swinv2": "swinv2", "retnet": "retnet",
    "deberta": "disentangled", "deberta-v2": "disentangled", "marian": "sinusoidal", "pegasus": "sinusoidal",
    **dict.fromkeys(("t5", "mt5", "umt5", "switch_transformers", "mpnet"), "t5"),
    **dict.fromkeys(
        ("bert", "roberta", "distilbert", "electra", "albert", "camembert", "xlm-roberta", "xlm", "gpt2",
         "gpt_neo", "openai-gpt", "opt", "bart", "biogpt", "gpt_bigcode", "layoutlm"),
        "learned",
    ),
}  # fmt: skip


def recognise(fields: Fields) -> str:
    """Return the scheme of a configuration.

    Raises
    ------
    InputError
        Nothing in it names an encoding: a default would be a guess.
    """
    for key in ("pos_emb", "pe"):
        named = fields.word(key)
        if named is not None:
            return _named(key, named)
    model_type = fields.word("model_type")
    known = _BY_TYPE.get(model_type or "") or _BY_TYPE.get(base_type(model_type))
    alibi = fields.flag("alibi")
    if alibi or (known == "alibi" and alibi is None):
        return "alibi"
    kind = fields.word("position_embedding_type")
    if kind is not None and kind not in {"absolute", "learned"}:
        return {"rotary": "rope", "rope": "rope", "alibi": "alibi", "sinusoidal": "sinusoidal"}.get(
            kind, "relative_key"
        )
    if fields.flag("sinusoidal_pos_embds"):
        return "sinusoidal"
    if fields.has("relative_attention_num_buckets"):
        return "t5"
    if known not in (None, "alibi"):
        return str(known)
    rotary = any(fields.has(key) for key in ROPE_KEYS - WEAK_KEYS)
    if rotary or is_rotary(model_type):
        return "rope"
    if kind is not None:
        return "learned"
    raise InputError(
        "configuration",
        "say which position encoding it has",
        f"model_type {model_type!r} with keys {sorted(fields.data)[:12]}",
        "No key of a rotation, bias or table was found, and a guessed default could be wrong.",
        f'Add "pos_emb": one of {", ".join(sorted(POS_EMB))}.',
    )


def _named(key: str, named: str) -> str:
    spelled = named.lower().replace("-", "_")
    if spelled in POS_EMB:
        return POS_EMB[spelled]
    close = difflib.get_close_matches(spelled, POS_EMB, n=1, cutoff=0.6)
    raise InputError(
        key,
        "be a known encoding",
        named,
        remedy=(f"Did you mean {close[0]!r}? " if close else "") + f"Known: {', '.join(sorted(POS_EMB))}.",
    )
