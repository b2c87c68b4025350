"""A rotary dictionary (``rope_parameters``, older ``rope_scaling``) as frequencies and a factor."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from verify.encodings import frequencies as closed
from verify.encodings.keys import refuse_unread
from verify.encodings.library import default_share, default_theta, ignores_share
from verify.encodings.longrope import longrope_attention_factor, longrope_frequencies
from verify.encodings.reading import Fields
from verify.encodings.sections import plane_axes
from verify.encodings.yarn import Yarn, yarn_attention_factor, yarn_frequencies, yarn_mscale, yarn_ramp
from verify.model.errors import InputError

__all__ = ["LARGEST_BASE", "LARGEST_FACTOR", "ROPE_TYPES", "HeadContext", "Rope", "current_name", "read_rope"]

_SHARED = ("rope_type", "type", "rope_theta", "partial_rotary_factor", "mrope_section", "mrope_interleaved")

#: Rope type -> the keys it reads beside the shared ones.
ROPE_TYPES: dict[str, tuple[str, ...]] = {
    "default": (),
    "linear": ("factor",),
    "dynamic": ("factor",),
    "yarn": (
        "factor", "original_max_position_embeddings", "attention_factor", "beta_fast", "beta_slow",
        "mscale", "mscale_all_dim", "truncate",
    ),
    "longrope": (
        "factor", "original_max_position_embeddings", "attention_factor", "short_factor", "long_factor",
        "short_mscale", "long_mscale",
    ),
    "llama3": ("factor", "original_max_position_embeddings", "low_freq_factor", "high_freq_factor"),
    "proportional": ("factor",),
    "axial": (),
}  # fmt: skip

#: Bounds that keep every frequency a normal float64.
LARGEST_BASE, LARGEST_FACTOR = 1e30, 1e9

_RENAMED = {"su": "longrope", "mrope": "default"}


@dataclass(frozen=True)
class HeadContext:
    """What a rotary dictionary needs to know of the model around it.

    Attributes
    ----------
    head_dim : int
        Dimension that the rotation acts on (a decoupled slice where there is one).
    model_type : str or None
        As in the configuration.
    length : int
        Running length S.
    declared : int or None
        ``max_position_embeddings``.
    theta, share : float or None
        Top-level ``rope_theta`` and ``partial_rotary_factor``.
    original : int or None
        Top-level ``original_max_position_embeddings``.
    fixed_rotary : int or None
        Rotated dimension given as a number of coordinates (GPT-J).
    decoupled : bool
        Whether the softmax scale carries YaRN's mscale (a decoupled slice).
    truncate : bool or None
        ``truncate`` beside nested layer types.
    """

    head_dim: int
    model_type: str | None
    length: int
    declared: int | None
    theta: float | None = None
    share: float | None = None
    original: int | None = None
    fixed_rotary: int | None = None
    decoupled: bool = False
    truncate: bool | None = None


@dataclass(frozen=True)
class Rope:
    """A rotary encoding: frequencies per plane in float64 and the factor of cosine and sine."""

    rope_type: str
    theta: float
    rotary_dim: int
    inv_freq: tuple[float, ...]
    attention_factor: float = 1.0
    softmax_mscale: float = 1.0
    ramp: tuple[float, float] | None = None
    axes: tuple[int, ...] | None = None


def read_rope(fields: Fields, head: HeadContext, *, nested: bool = False) -> Rope:
    """Read a rotary dictionary.

    Parameters
    ----------
    fields : Fields
        The dictionary, possibly empty (all values from the top level or the library's defaults).
    head : HeadContext
        The model around it.
    nested : bool
        Whether the dictionary belongs to one layer type of several.

    Returns
    -------
    Rope

    Raises
    ------
    InputError
        Unknown type, unread key, missing or impossible value.
    """
    rope_type = _rope_type(fields, head)
    theta = fields.number("rope_theta", least=1, most=LARGEST_BASE)
    if theta is None:
        theta = head.theta
    elif head.theta is not None and head.theta != theta:
        fields.record.caution(
            f"Two bases are given: {fields.where('rope_theta')} = {theta:g} wins over {head.theta:g} at the top level."
        )
    if theta is None:
        theta = default_theta(head.model_type)
        fields.record.note(f"rope_theta is not given: the library's default {theta:g}")
    rotary = _rotary(fields, head, rope_type)
    rope = _COMPUTE[rope_type](fields, head, theta, rotary, nested)
    axes = plane_axes(fields, len(rope.inv_freq), head.model_type)
    if rope_type == "axial":
        half = len(rope.inv_freq) // 2
        axes = (0,) * half + (1,) * half
    refuse_unread(fields, (*_SHARED, *ROPE_TYPES[rope_type]), f"rope_type {rope_type}", strict=True)
    return Rope(**{**rope.__dict__, "axes": axes})


def _rope_type(fields: Fields, head: HeadContext) -> str:
    spelled = fields.word("rope_type")
    legacy = fields.word("type")
    if spelled is not None and legacy is not None and current_name(spelled) != current_name(legacy):
        raise InputError(
            fields.where("type"),
            f"agree with rope_type = {spelled!r}",
            legacy,
            "Both name the same field.",
            "Keep rope_type.",
        )
    name = spelled or legacy or "default"
    key = "rope_type" if spelled is not None else "type"
    if legacy is not None and spelled is None:
        fields.record.note(f"{fields.where('type')} is the older spelling of rope_type")
    renamed = current_name(name)
    if head.model_type in {"phi3", "phi4_multimodal"} and renamed == "yarn":
        renamed = "longrope"
    if renamed != name:
        fields.record.note(f"{fields.where(key)} = {name!r} is read as {renamed!r}, as the library renames it")
    if renamed not in ROPE_TYPES:
        close = difflib.get_close_matches(renamed.lower(), ROPE_TYPES, n=1, cutoff=0.6)
        raise InputError(
            fields.where(key),
            "be a known rope type",
            name,
            "An unknown scaling would silently be left out.",
            (f"Did you mean {close[0]!r}? " if close else "") + f"Known: {', '.join(ROPE_TYPES)} (older: su, mrope).",
        )
    return renamed


def current_name(name: str) -> str:
    """Return the library's present name of a rope type: ``su`` is longrope, ``mrope`` is default."""
    return _RENAMED.get(name, name)


def _rotary(fields: Fields, head: HeadContext, rope_type: str) -> int:
    share = fields.number("partial_rotary_factor", above=0, most=1)
    if share is None:
        share = head.share
    elif head.share is not None and head.share != share:
        fields.record.note(f"{fields.where('partial_rotary_factor')} wins over the top-level partial_rotary_factor")
    if share is None and head.fixed_rotary is None:
        share = default_share(head.model_type)
        if share is not None:
            fields.record.note(
                f"partial_rotary_factor is not given: the library's default {share:g} for {head.model_type}"
            )
    if head.fixed_rotary is not None:
        if head.fixed_rotary > head.head_dim or head.fixed_rotary % 2:
            raise InputError("rotary_dim", f"be even and at most head_dim = {head.head_dim}", head.fixed_rotary)
        return head.fixed_rotary
    if share is None:
        share = 1.0
    if rope_type == "default" and share != 1.0 and ignores_share(head.model_type):
        fields.record.note(
            f"partial_rotary_factor = {share:g} is ignored: in version 5 the default rotation of "
            f"{head.model_type} turns the "
            "whole head (version 4 applied the factor)"
        )
        share = 1.0
    if rope_type == "proportional":
        if int(share * head.head_dim // 2) < 1:
            raise InputError("partial_rotary_factor", "leave at least one rotated plane", share)
        return 2 * int(share * head.head_dim // 2)
    return closed.rotary_dimension(head.head_dim, share)


def _factor(fields: Fields, rope_type: str) -> float:
    factor = fields.number("factor", above=0, most=LARGEST_FACTOR)
    fields.require("factor", factor, f"rope_type {rope_type} scales by it.", 'Add "factor": 4.0, for example.')
    if factor is not None and factor < 1:
        fields.record.note(f"{fields.where('factor')} is below 1: the library warns and computes all the same")
    return float(factor)  # type: ignore[arg-type]


def _original(fields: Fields, head: HeadContext, rope_type: str, *, nested: bool) -> int:
    key = "original_max_position_embeddings"
    inside = fields.integer(key)
    if head.original is not None and not nested:
        if inside is not None and inside != head.original:
            fields.record.note(
                f"the top-level {key} = {head.original} wins over the one in {fields.place[:-1]} (version 5)"
            )
        return head.original
    if inside is not None:
        return inside
    if head.declared is None:
        raise InputError(
            fields.where(key),
            "be given",
            "nothing",
            f"rope_type {rope_type} needs the length of the first training.",
        )
    fields.record.note(f"{fields.where(key)} is not given: max_position_embeddings = {head.declared} (version 5)")
    return head.declared


def _stretch(fields: Fields, head: HeadContext, original: int) -> float:
    """Return the factor, or max_position_embeddings / original where there is none."""
    if fields.has("factor"):
        return _factor(fields, "")
    if head.declared is None:
        raise InputError(fields.where("factor"), "be given, or follow from max_position_embeddings", "neither")
    fields.record.note("factor is not given: max_position_embeddings / original_max_position_embeddings")
    return head.declared / original


def _default(_fields: Fields, _head: HeadContext, theta: float, rotary: int, _nested: bool) -> Rope:
    return Rope("default", theta, rotary, tuple(closed.default_frequencies(theta, rotary).tolist()))


def _linear(fields: Fields, _head: HeadContext, theta: float, rotary: int, _nested: bool) -> Rope:
    inv_freq = closed.linear_frequencies(theta, rotary, _factor(fields, "linear"))
    return Rope("linear", theta, rotary, tuple(inv_freq.tolist()))


def _dynamic(fields: Fields, head: HeadContext, theta: float, rotary: int, _nested: bool) -> Rope:
    factor = _factor(fields, "dynamic")
    if head.declared is None:
        raise InputError(
            "max_position_embeddings", "be given", "nothing", "rope_type dynamic scales by length over it."
        )
    base = closed.dynamic_base(theta, rotary, factor, head.length, head.declared)
    fields.record.note(f"dynamic: frequencies at length {max(head.length, head.declared)}, base {base:.12g}")
    return Rope("dynamic", base, rotary, tuple(closed.default_frequencies(base, rotary).tolist()))


def _yarn(fields: Fields, head: HeadContext, theta: float, rotary: int, nested: bool) -> Rope:
    original = _original(fields, head, "yarn", nested=nested)
    factor = _stretch(fields, head, original)
    if nested and fields.has("truncate"):
        raise InputError(
            fields.where("truncate"),
            "stand beside the layer types, not inside one",
            fields.data["truncate"],
            "The library reads truncate from the outer dictionary alone.",
            "Move it out.",
        )
    truncate = head.truncate if nested else fields.flag("truncate")
    # The library falls back to 32 and 1 for zero as well as for null.
    fast = fields.number("beta_fast", least=0) or 32.0
    slow = fields.number("beta_slow", least=0) or 1.0
    yarn = Yarn(theta, factor, rotary, original, fast, slow, truncate is not False)
    mscale, all_dim = fields.number("mscale", least=0), fields.number("mscale_all_dim", least=0)
    attention = yarn_attention_factor(factor, fields.number("attention_factor", above=0), mscale, all_dim)
    softmax = yarn_mscale(factor, all_dim) if head.decoupled and all_dim else 1.0
    inv_freq = tuple(yarn_frequencies(yarn).tolist())
    return Rope("yarn", theta, rotary, inv_freq, attention, softmax, yarn_ramp(yarn))


def _longrope(fields: Fields, head: HeadContext, theta: float, rotary: int, nested: bool) -> Rope:
    original = _original(fields, head, "longrope", nested=nested)
    factor = _stretch(fields, head, original)
    short, long = fields.numbers("short_factor", above=0), fields.numbers("long_factor", above=0)
    for key, values in (("short_factor", short), ("long_factor", long)):
        fields.require(key, values, "Each plane has its own divisor.")
        longrope_frequencies(theta, rotary, values or (), fields.where(key))
    use_long = head.length > original
    chosen = "long_factor" if use_long else "short_factor"
    fields.record.note(f"longrope: {chosen}, length {head.length} against original {original}")
    inv_freq = longrope_frequencies(theta, rotary, (long if use_long else short) or (), fields.where(chosen))
    attention = fields.number("attention_factor", above=0)
    mscales = {key: fields.number(key, above=0) for key in ("short_mscale", "long_mscale")}
    if attention is None:
        attention = mscales["long_mscale" if use_long else "short_mscale"]
    if attention is None:
        attention = longrope_attention_factor(factor, original)
    return Rope("longrope", theta, rotary, tuple(inv_freq.tolist()), attention)


def _llama3(fields: Fields, head: HeadContext, theta: float, rotary: int, nested: bool) -> Rope:
    factor = _factor(fields, "llama3")
    original = _original(fields, head, "llama3", nested=nested)
    low, high = (
        fields.number("low_freq_factor", above=0, most=LARGEST_FACTOR),
        fields.number("high_freq_factor", above=0, most=LARGEST_FACTOR),
    )
    fields.require("low_freq_factor", low, "It bounds the long wavelengths.", 'Llama 3.1 has "low_freq_factor": 1.0.')
    fields.require(
        "high_freq_factor", high, "It bounds the short wavelengths.", 'Llama 3.1 has "high_freq_factor": 4.0.'
    )
    default = closed.default_frequencies(theta, rotary)
    inv_freq = closed.llama3_frequencies(default, factor, float(low or 0), float(high or 0), original)
    return Rope("llama3", theta, rotary, tuple(inv_freq.tolist()))


def _proportional(fields: Fields, head: HeadContext, theta: float, rotary: int, _nested: bool) -> Rope:
    factor = _factor(fields, "proportional") if fields.has("factor") else 1.0
    inv_freq = closed.proportional_frequencies(theta, head.head_dim, rotary, factor)
    return Rope("proportional", theta, rotary, tuple(inv_freq.tolist()))


def _axial(_fields: Fields, head: HeadContext, theta: float, rotary: int, _nested: bool) -> Rope:
    if rotary != head.head_dim:
        raise InputError("partial_rotary_factor", "be 1 for axial rotation", rotary / head.head_dim)
    one_axis = tuple(closed.axial_frequencies(theta, head.head_dim).tolist())
    return Rope("axial", theta, rotary, one_axis + one_axis)


_COMPUTE = {
    "default": _default,
    "linear": _linear,
    "dynamic": _dynamic,
    "yarn": _yarn,
    "longrope": _longrope,
    "llama3": _llama3,
    "proportional": _proportional,
    "axial": _axial,
}
