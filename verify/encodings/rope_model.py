"""A rotary model's configuration, flat or nested by layer type, in the spellings of versions 4 and 5."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from verify.encodings.head import (
    MOST_DIMENSIONS,
    need_positions,
    read_beta,
    read_head_count,
    read_head_dim,
    read_length,
    read_positions,
)
from verify.encodings.keys import refuse_unread
from verify.encodings.layers import CHUNKED, FULL, SLIDING, LayerGroup, read_layers
from verify.encodings.library import base_type, has_sinks, is_known, pair_layout, two_bases, unsaid
from verify.encodings.reading import Fields
from verify.encodings.refusals import SINKS
from verify.encodings.rope import LARGEST_BASE, LARGEST_FACTOR, HeadContext, Rope, read_rope
from verify.encodings.rope_keys import LOCAL_THETA, ROTARY_DIM, SHARE, SINK_KEYS, THETA
from verify.encodings.rotary import RotaryHead, rotary_variant, unrotated_variant
from verify.encodings.temperature import Temperature
from verify.encodings.variants import NotApplicable, Variant
from verify.model.errors import InputError

__all__ = ["rope_variants"]


@dataclass(frozen=True)
class _Rotations:
    """The rotation of each layer type; ``flat`` serves every type that is not named."""

    named: Mapping[str, Rope | None]
    flat: Rope | None = None

    def of(self, attention: str) -> Rope | None:
        if attention in self.named:
            return self.named[attention]
        if self.flat is None:
            raise InputError(
                "rope_parameters",
                f"have an entry for {attention}",
                sorted(self.named),
                "The model has such layers.",
            )
        return self.flat


def rope_variants(fields: Fields, name: str, override: int | None) -> list[Variant]:
    """Return one variant per kind of layer.

    Parameters
    ----------
    fields : Fields
        The configuration.
    name : str
        The model's name.
    override : int or None
        The caller's number of positions.
    """
    model_type = fields.word("model_type")
    positions = need_positions(read_positions(fields, override))
    d, context = _context(fields, model_type, positions.length)
    rotations = _rotations(fields, context)
    groups = read_layers(fields, model_type)
    for key, value in unsaid(model_type).items():
        if key not in fields.data:
            fields.record.note(f"{key} is not given and left out; the library's class would take {value}")
    head = RotaryHead(
        d=d,
        positions=positions,
        beta=read_beta(fields),
        softcap=fields.number("attn_logit_softcapping", above=0),
        layout=_layout(fields, model_type),
        temperature=_temperature(fields, model_type),
        name=name,
        scope=(*_scope(fields, model_type), *fields.record.cautions),
    )
    variants = [_variant(head, rotations, group) for group in groups]
    if _sinks(fields, model_type):
        return [replace(v, kernel=None, not_applicable=SINKS) for v in variants]
    return variants


def _variant(head: RotaryHead, rotations: _Rotations, group: LayerGroup) -> Variant:
    kind = group.kind
    if kind.attention not in {FULL, SLIDING, CHUNKED}:
        reason = f"Layers of type {kind.attention} have no softmax over pairs, hence no interaction kernel."
        return Variant(
            group.layers, "all", not_applicable=NotApplicable(reason, "Ask about the attention layers of the model.")
        )
    rope = rotations.of(kind.attention) if kind.rotates else None
    return unrotated_variant(head, group) if rope is None else rotary_variant(head, rope, group)


def _context(fields: Fields, model_type: str | None, length: int) -> tuple[int, HeadContext]:
    """Return the full head dimension and what the rotation sees of the head."""
    fields.flag("rotary")
    share_key, rotary_key = fields.first(SHARE), fields.first(ROTARY_DIM)
    share = None if share_key is None else fields.number(share_key, above=0, most=1)
    rotary = None if rotary_key is None else fields.integer(rotary_key)
    theta_key = fields.first(THETA)
    theta = None if theta_key is None else fields.number(theta_key, least=1, most=LARGEST_BASE)
    slice_dim, pass_dim = (
        fields.integer("qk_rope_head_dim", least=2, most=MOST_DIMENSIONS),
        fields.integer("qk_nope_head_dim", least=0, most=MOST_DIMENSIONS),
    )
    decoupled = slice_dim is not None
    if slice_dim is not None:
        fields.require("qk_nope_head_dim", pass_dim, "The query-key dimension is qk_nope_head_dim + qk_rope_head_dim.")
        d, head_dim = slice_dim + (pass_dim or 0), slice_dim
        stated = fields.integer("head_dim", least=2)
        if stated not in (None, d, slice_dim):
            raise InputError("head_dim", f"be {slice_dim} (rotated) or {d} (whole) beside qk_rope_head_dim", stated)
        fields.record.note(
            f"d = qk_nope_head_dim + qk_rope_head_dim = {d}; the rotation acts on {slice_dim} coordinates"
        )
        read_head_count(fields)
    else:
        d = head_dim = read_head_dim(fields)
    if base_type(model_type) == "chatglm" or fields.has("original_rope"):
        theta, share = _chatglm(fields, theta, share)
    if rotary is not None and share is not None and int(head_dim * share) != rotary:
        raise InputError(
            rotary_key or "rotary_dim",
            f"agree with int({head_dim} * {share})",
            rotary,
            "Both give the rotated dimension.",
        )
    return d, HeadContext(
        head_dim=head_dim,
        model_type=base_type(model_type) or None,
        length=length,
        declared=read_length(fields),
        theta=theta,
        share=None if rotary is not None else share,
        original=fields.integer("original_max_position_embeddings"),
        fixed_rotary=rotary,
        decoupled=decoupled,
    )


def _chatglm(fields: Fields, theta: float | None, share: float | None) -> tuple[float | None, float | None]:
    ratio = fields.number("rope_ratio", above=0, most=LARGEST_FACTOR)
    fields.flag("original_rope")
    fields.record.note("ChatGLM rotates the first half of kv_channels, base 10000 * rope_ratio")
    return (10_000.0 * ratio if ratio is not None else theta), (0.5 if share is None else share)


def _rotations(fields: Fields, context: HeadContext) -> _Rotations:
    new, old = fields.nested("rope_parameters"), fields.nested("rope_scaling")
    if new is not None and old is not None and new.data != old.data:
        raise InputError(
            "rope_scaling",
            "not stand beside rope_parameters",
            old.data,
            "They are two spellings of one field.",
            "Keep one.",
        )
    if old is not None and new is None:
        fields.record.note("rope_scaling is the version-4 spelling of rope_parameters")
    given = new or old
    local_key = fields.first(LOCAL_THETA)
    local = None if local_key is None else fields.number(local_key, least=1, most=LARGEST_BASE)
    nests = (
        {}
        if given is None
        else {
            k: v
            for k, v in given.data.items()
            if isinstance(v, Mapping) or (v is None and k in (FULL, SLIDING, CHUNKED))
        }
    )
    bases = two_bases(context.model_type)
    if given is not None and nests:
        return _nested(given, nests, context, bases, local)
    if bases is None and local is None:
        return _Rotations({}, read_rope(given or Fields({}, fields.record, "rope_parameters."), context))
    if new is not None:
        raise InputError(
            "rope_parameters",
            "be nested by layer type for this model",
            new.data,
            remedy=f'Write {{"{FULL}": ..., "{SLIDING}": ...}}.',
        )
    wide = context.theta if context.theta is not None else (bases or (10_000.0, None))[0]
    narrow = local if local is not None else (bases or (None, None))[1]
    fields.record.note(
        "the scaling applies to layers that attend fully; layers with the window rotate by their own base, unscaled"
    )
    empty = Fields({}, fields.record, "rope_parameters.")
    return _Rotations(
        {
            FULL: read_rope(given or empty, replace(context, theta=wide)),
            SLIDING: read_rope(empty, replace(context, theta=wide if narrow is None else narrow)),
        }
    )


def _nested(
    given: Fields,
    nests: Mapping[str, object],
    context: HeadContext,
    bases: tuple[float, float | None] | None,
    local: float | None,
) -> _Rotations:
    outer = given.flag("truncate")
    named: dict[str, Rope | None] = {}
    for attention in nests:
        inner = given.nested(attention)
        if inner is None:
            given.record.note(f"{given.where(attention)} is null: these layers do not rotate")
            named[attention] = None
            continue
        theta = context.theta
        if attention == SLIDING and local is not None:
            theta = local
        elif theta is None and bases is not None:
            theta = bases[0] if attention == FULL else bases[1]
        named[attention] = read_rope(inner, replace(context, theta=theta, truncate=outer), nested=True)
    refuse_unread(given, [*nests, "truncate"], "rope_parameters nested by layer type", strict=True)
    return _Rotations(named)


def _layout(fields: Fields, model_type: str | None) -> str:
    interleave = fields.flag("rope_interleave")
    layout = fields.word("layout")
    if layout is not None and layout not in {"half_split", "interleaved"}:
        raise InputError("layout", "be half_split or interleaved", layout)
    if layout is not None:
        return layout
    if interleave is not None:
        return "interleaved" if interleave else "half_split"
    return pair_layout(model_type)


def _temperature(fields: Fields, model_type: str | None) -> Temperature | None:
    value = fields.raw("attn_temperature_tuning")
    floor, scale = fields.number("floor_scale", above=0), fields.number("attn_scale", least=0)
    if value is None and base_type(model_type) == "llama4":
        fields.record.note("attn_temperature_tuning is not given: the library's default true for llama4")
        value = True
    # Released files hold a number here too, which the library takes as true.
    if not isinstance(value, bool | int | None):
        raise InputError("attn_temperature_tuning", "be true or false", value)
    if not value:
        return None
    return Temperature(8192.0 if floor is None else floor, 0.1 if scale is None else scale)


def _scope(fields: Fields, model_type: str | None) -> tuple[str, ...]:
    said: list[str] = []
    if model_type is not None and not is_known(model_type):
        said.append(
            f"The model type {model_type!r} is not known here: its keys are read as those of a rotary model, "
            "with that library's defaults for what the file leaves out."
        )
    if fields.flag("rotary_value"):
        said.append(
            "The model turns its values by Q_j as well (rotary_value), but does not turn the sum back by Q_i^T."
        )
    return tuple(said)


def _sinks(fields: Fields, model_type: str | None) -> bool:
    choice = fields.word("sinks")
    if choice not in (None, "drop"):
        raise InputError("sinks", 'be "drop", or left out', choice, "Sinks are not in the energy.")
    if choice == "drop":
        for key in SINK_KEYS:
            fields.raw(key)
        fields.record.note("sinks are dropped as asked: the kernel is judged without them")
        return False
    present = [key for key in sorted(SINK_KEYS) if fields.raw(key)]
    return bool(present) or has_sinks(model_type)
