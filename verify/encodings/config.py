"""A model configuration as Hugging Face writes it, to kernels: what ``verify kernel config.json`` reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from verify.encodings.absolute import ABSOLUTE_KEYS, learned_variant, sinusoidal_variant
from verify.encodings.biases import (
    BIAS_KEYS,
    alibi_variants,
    kerple_variants,
    retnet_variants,
    sandwich_variants,
    xpos_variants,
)
from verify.encodings.head import need_positions, read_beta, read_head_dim, read_positions
from verify.encodings.keys import plain_keys, refuse_unread
from verify.encodings.layers import LayerGroup, LayerKind
from verify.encodings.reading import Fields, Record
from verify.encodings.refusals import (
    COPE_KEYS,
    FIRE_KEYS,
    cope_refusal,
    disentangled_refusal,
    fire_refusal,
    relative_key_refusal,
)
from verify.encodings.rope import current_name
from verify.encodings.rope_keys import ROPE_KEYS
from verify.encodings.rope_model import rope_variants
from verify.encodings.rotary import RotaryHead, unrotated_variant
from verify.encodings.schemes import recognise
from verify.encodings.swin import SWIN_KEYS, swin_variants
from verify.encodings.t5 import T5_KEYS, t5_variants
from verify.encodings.variants import ModelConfig, Variant
from verify.model.errors import InputError
from verify.model.labels import Positions

__all__ = ["is_model_config", "load_config"]

_MARKS = (
    frozenset({"model_type", "pos_emb", "architectures"})
    | ROPE_KEYS
    | T5_KEYS
    | {"alibi", "attn_config", "text_config"}
)

_ACCEPTED: dict[str, frozenset[str]] = {
    **BIAS_KEYS,
    "rope": ROPE_KEYS,
    "t5": T5_KEYS,
    "swin": SWIN_KEYS,
    "swinv2": SWIN_KEYS,
    "learned": ABSOLUTE_KEYS,
    "sinusoidal": ABSOLUTE_KEYS,
    "relative_key": ABSOLUTE_KEYS,
    "fire": FIRE_KEYS,
    "cope": COPE_KEYS,
}


def is_model_config(document: object) -> bool:
    """Whether a JSON object is a model configuration rather than a kernel file (which names its ``family``).

    Examples
    --------
    >>> is_model_config({"model_type": "llama"}), is_model_config({"family": "factor", "d": 3})
    (True, False)
    """
    if not isinstance(document, Mapping) or "family" in document:
        return False
    return any(str(key).replace("-", "_") in _MARKS for key in document)


def load_config(
    document: Mapping[str, object], positions: int | None = None, *, base: Path | None = None
) -> ModelConfig:
    """Return the kernels of a model configuration.

    Parameters
    ----------
    document : mapping
        The JSON object; spellings of versions 4 and 5 of the library, hyphens read as underscores.
    positions : int, optional
        Number of positions; default ``positions`` in the document, else the length that the model declares.
        It is also the running length that dynamic and longrope scaling depend on.
    base : Path, optional
        Folder that files named in the document are relative to.

    Returns
    -------
    ModelConfig
        One variant per kind of layer and head: a kernel, or why the theory does not cover it.

    Raises
    ------
    InputError
        An unknown encoding or rope type, a key on positions that is not read, a missing or impossible value.

    Notes
    -----
    The profile is {"usa": attention_factor^2 beta} with beta = 1 by default; d is the full query-key head
    dimension.

    Examples
    --------
    >>> model = load_config({"model_type": "llama", "head_dim": 4, "max_position_embeddings": 8, "rope_theta": 10000.0})
    >>> model.variants[0].planes.inv_freq
    (1.0, 0.01)
    """
    if not isinstance(document, Mapping):
        raise InputError("configuration", "be an object", document)
    record = Record()
    fields = Fields(_flattened(document, record), record)
    scheme = recognise(fields)
    name = fields.word("name") or fields.word("model_type") or scheme
    fields.raw("expect")
    reader = _READERS.get(scheme)
    variants = [_refused(scheme, fields)] if reader is None else reader(fields, name, positions, base)
    refuse_unread(fields, _ACCEPTED.get(scheme, frozenset()), f"the scheme {scheme}")
    laws = [v.kernel.labels for v in variants if v.kernel is not None]
    shape = next((law.shape for law in laws if isinstance(law, Positions)), None)
    return ModelConfig(
        name=name,
        scheme="/".join([scheme, *sorted(set(_rope_types(record)))]),
        variants=tuple(variants),
        positions=shape,
        read=tuple(record.read),
        rules=tuple(record.rules),
        ignored=tuple(record.ignored),
    )


def _flattened(document: Mapping[str, object], record: Record) -> dict[str, object]:
    """Return one flat object: ``text_config`` and ``attn_config`` win over the level above them."""
    flat = plain_keys(document)
    for part in ("text_config", "attn_config"):
        inner = flat.pop(part, None)
        if inner is None:
            continue
        if not isinstance(inner, Mapping):
            raise InputError(part, "be an object", inner)
        record.note(f"{part} is read as the configuration itself")
        flat |= plain_keys(inner, f"{part}.")
    return flat


_Reader = Callable[[Fields, str, int | None, Path | None], list[Variant]]

_READERS: dict[str, _Reader] = {
    "rope": lambda fields, name, positions, _base: rope_variants(fields, name, positions),
    "nope": lambda fields, name, positions, _base: [_nope(fields, name, positions)],
    "alibi": lambda fields, name, positions, _base: alibi_variants(fields, name, positions),
    "t5": t5_variants,
    "swin": lambda fields, name, _positions, base: swin_variants(fields, name, base, version=1),
    "swinv2": lambda fields, name, _positions, base: swin_variants(fields, name, base, version=2),
    "kerple_log": lambda fields, name, positions, _base: kerple_variants(fields, name, positions, kind="log"),
    "kerple_power": lambda fields, name, positions, _base: kerple_variants(fields, name, positions, kind="power"),
    "sandwich": lambda fields, name, positions, _base: sandwich_variants(fields, name, positions),
    "retnet": lambda fields, name, positions, _base: retnet_variants(fields, name, positions),
    "xpos": lambda fields, _name, _positions, _base: xpos_variants(fields),
    "sinusoidal": lambda fields, name, positions, _base: [sinusoidal_variant(fields, name, positions)],
    "learned": lambda fields, name, positions, base: [learned_variant(fields, name, positions, base)],
}


def _refused(scheme: str, fields: Fields) -> Variant:
    """Return the variant of an encoding that no theorem covers."""
    if scheme == "fire":
        reason = fire_refusal(fields)
    elif scheme == "cope":
        reason = cope_refusal(fields)
    elif scheme == "disentangled":
        for key in (
            "relative_attention",
            "pos_att_type",
            "position_biased_input",
            "max_relative_positions",
            "position_buckets",
        ):
            fields.raw(key)
        reason = disentangled_refusal()
    else:
        reason = relative_key_refusal(fields.word("position_embedding_type") or "")
    return Variant("all", "all", not_applicable=reason)


def _nope(fields: Fields, name: str, override: int | None) -> Variant:
    """Return the kernel of a model without position encoding: k = 1."""
    positions = need_positions(read_positions(fields, override))
    head = RotaryHead(d=read_head_dim(fields), positions=positions, beta=read_beta(fields), name=name)
    return unrotated_variant(head, LayerGroup("all", LayerKind(rotates=False)))


def _rope_types(record: Record) -> list[str]:
    """Return the rope types that were read, by the library's present names."""
    read = [str(value) for key, value in record.read if key.endswith((".rope_type", ".type"))]
    return [current_name(name) for name in read]
