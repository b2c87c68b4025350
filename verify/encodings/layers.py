"""The kinds of attention layer in one model: window, chunk, rotation or none; which layers have which."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from verify.encodings.keys import ALIASES
from verify.encodings.library import (
    base_type,
    default_nope_interval,
    default_window_period,
    rotates_in_window_only,
)
from verify.encodings.reading import Fields
from verify.model.errors import InputError

__all__ = ["FULL", "LAYER_KEYS", "SLIDING", "LayerGroup", "LayerKind", "index_text", "read_layers"]

MOST_LAYERS = 2**14
MOST_PERIOD = 2**8

FULL = "full_attention"
SLIDING = "sliding_attention"
CHUNKED = "chunked_attention"
_ATTENTION = frozenset({FULL, SLIDING, CHUNKED})
_NO_KERNEL = frozenset(
    {
        "linear_attention", "mamba", "conv", "recurrent", "moe", "hybrid",
    }
)  # fmt: skip

LAYER_KEYS = frozenset(
    {
        "layer_types", "sliding_window", "sliding_window_size", "use_sliding_window", "max_window_layers",
        "sliding_window_pattern", "no_rope_layers", "no_rope_layer_interval", "attention_chunk_size",
        "local_attention", "global_attn_every_n_layers", "use_bidirectional_attention",
    }
)  # fmt: skip


@dataclass(frozen=True)
class LayerKind:
    """One kind of layer.

    Attributes
    ----------
    attention : str
        The library's layer type.
    rotates : bool
        Whether queries and keys are rotated.
    window : int or None
        Pairs with |i - j| < window attend; None: all.
    chunk : int or None
        Pairs in the same chunk of this length attend; None: all.
    """

    attention: str = FULL
    rotates: bool = True
    window: int | None = None
    chunk: int | None = None


@dataclass(frozen=True)
class LayerGroup:
    """The layers that share a kind, in words."""

    layers: str
    kind: LayerKind


def index_text(indices: Iterable[int]) -> str:
    """Return indices as runs.

    Examples
    --------
    >>> index_text([0, 1, 2, 4, 6, 7])
    '0-2, 4, 6-7'
    """
    runs: list[list[int]] = []
    for index in indices:
        if runs and index == runs[-1][1] + 1:
            runs[-1][1] = index
        else:
            runs.append([index, index])
    return ", ".join(f"{a}-{b}" if b > a else f"{a}" for a, b in runs)


def read_layers(fields: Fields, model_type: str | None) -> tuple[LayerGroup, ...]:
    """Return the kinds of layer with the layers of each.

    Parameters
    ----------
    fields : Fields
        The configuration.
    model_type : str or None
        For the library's own layout where the file leaves it out.

    Notes
    -----
    Where the number of layers is not given, the layout is described by its period ("layers 3 of every 4").
    """
    key = fields.first(ALIASES["layers"])
    count = None if key is None else fields.integer(key, most=MOST_LAYERS)
    for listing in ("layer_types", "no_rope_layers"):
        listed = fields.data.get(listing)
        if count is None and isinstance(listed, list) and listed:
            count = len(listed)
    window = _window(fields, model_type)
    types = _types(fields, model_type, count, window)
    rotates, period_rope = _rotation(fields, model_type, count)
    chunk = fields.integer("attention_chunk_size")
    window_only = rotates_in_window_only(model_type) and window is not None

    def kind(index: int) -> LayerKind:
        attention = types.of(index)
        turning = rotates(index) and not (window_only and attention == FULL)
        chunked = chunk if (attention == CHUNKED if types.explicit else turning) else None
        if base_type(model_type) == "smollm3" and not types.explicit:
            attention = SLIDING if window is not None and not turning else FULL
        return LayerKind(attention, turning, window if attention == SLIDING else None, chunked)

    if types.switch is not None and count is None:
        before, after = (
            LayerGroup(f"before {types.switch}", kind(0)),
            LayerGroup(f"from {types.switch} on", kind(types.switch)),
        )
        return (before, after) if before.kind != after.kind else (LayerGroup("all", before.kind),)
    cycle = count if count is not None else math.lcm(types.period, period_rope)
    groups: dict[LayerKind, list[int]] = {}
    for index in range(cycle):
        groups.setdefault(kind(index), []).append(index)
    if len(groups) == 1:
        return (LayerGroup("all", next(iter(groups))),)
    suffix = "" if count is not None else f" of every {cycle}"
    return tuple(LayerGroup(f"{index_text(indices)}{suffix}", kind) for kind, indices in groups.items())


def _window(fields: Fields, model_type: str | None) -> int | None:
    use = fields.flag("use_sliding_window")
    key = fields.first(("sliding_window", "sliding_window_size"))
    window = None if key is None else fields.integer(key)
    local = fields.integer("local_attention")
    if local is not None:
        fields.record.note("local_attention = 2 w means |i - j| <= w (both sides)")
        return local // 2 + 1
    if use is False or (
        use is None and base_type(model_type) in {"qwen2", "qwen3", "qwen2_moe", "qwen3_moe", "smollm3"}
    ):
        if window is not None:
            fields.record.note("sliding_window is off: use_sliding_window is not true")
        return None
    if window is not None and fields.flag("use_bidirectional_attention"):
        fields.record.note("use_bidirectional_attention: the window is |i - j| < sliding_window // 2 + 1")
        return window // 2 + 1
    return window


@dataclass(frozen=True)
class _Types:
    of: Callable[[int], str]
    period: int = 1
    switch: int | None = None
    explicit: bool = False


def _types(fields: Fields, model_type: str | None, count: int | None, window: int | None) -> _Types:
    listed = fields.raw("layer_types")
    if listed is not None:
        names = _listed(listed, count)
        if any(name == SLIDING for name in names) and window is None:
            raise InputError("sliding_window", "be given", "nothing", "layer_types names layers with a window.")
        for unused in ("sliding_window_pattern", "max_window_layers", "global_attn_every_n_layers"):
            if fields.raw(unused) is not None:
                fields.record.note(f"{unused} is not needed: layer_types says which layer is which")
        return _Types(lambda index: names[index % len(names)], period=len(names), explicit=True)
    pattern_key = fields.first(("sliding_window_pattern", "global_attn_every_n_layers"))
    pattern = None if pattern_key is None else fields.integer(pattern_key, most=MOST_PERIOD)
    switch = fields.integer("max_window_layers", least=0)
    if window is None:
        return _Types(lambda _index: FULL)
    if base_type(model_type) in {"qwen2", "qwen3", "qwen2_moe", "qwen3_moe"} and switch is None:
        switch = 28
        fields.record.note("max_window_layers is not given: the library's default 28")
    if switch is not None and fields.flag("use_sliding_window"):
        return _Types(lambda index: SLIDING if index >= switch else FULL, switch=switch)
    if pattern is None:
        pattern = default_window_period(model_type)
        if pattern is not None:
            fields.record.note(f"layer_types is not given: in {model_type} one layer of {pattern} attends fully")
    if pattern is None:
        return _Types(lambda _index: SLIDING)
    if pattern_key == "global_attn_every_n_layers" or base_type(model_type) == "modernbert":
        return _Types(lambda index: FULL if index % pattern == 0 else SLIDING, period=pattern)
    return _Types(lambda index: FULL if (index + 1) % pattern == 0 else SLIDING, period=pattern)


def _listed(listed: object, count: int | None) -> list[str]:
    if not isinstance(listed, list) or not listed or not all(isinstance(name, str) for name in listed):
        raise InputError("layer_types", "be a list of names", listed)
    if count is not None and len(listed) != count:
        raise InputError("layer_types", f"have one name per layer ({count})", f"{len(listed)} names")
    for index, name in enumerate(listed):
        if name not in _ATTENTION | _NO_KERNEL:
            raise InputError(
                f"layer_types[{index}]",
                "be a known layer type",
                name,
                "A layer with another mask or mixer has another kernel.",
                f"Known: {', '.join(sorted(_ATTENTION | _NO_KERNEL))}.",
            )
    return listed


def _rotation(fields: Fields, model_type: str | None, count: int | None) -> tuple[Callable[[int], bool], int]:
    flags = fields.integers("no_rope_layers")
    interval = fields.integer("no_rope_layer_interval", most=MOST_PERIOD)
    if flags:
        if any(flag not in (0, 1) for flag in flags):
            raise InputError("no_rope_layers", "hold 1 (rotated) or 0 (no position encoding) per layer", flags)
        if count is not None and len(flags) < count:
            raise InputError("no_rope_layers", f"have one entry per layer ({count})", f"{len(flags)} entries")
        return (lambda index: bool(flags[index])), len(flags)
    if interval is None:
        interval = default_nope_interval(model_type)
        if interval is not None:
            fields.record.note(
                f"no_rope_layer_interval is not given: the library's default {interval} for {model_type}"
            )
    if interval is None:
        return (lambda _index: True), 1
    return (lambda index: (index + 1) % interval != 0), interval
