"""M-RoPE: which of the coordinates (t, h, w) turns each plane."""

from __future__ import annotations

from collections.abc import Sequence

from verify.encodings.library import base_type
from verify.encodings.reading import Fields
from verify.model.errors import InputError

__all__ = ["contiguous_axes", "interleaved_axes", "plane_axes"]

_ALWAYS_INTERLEAVED = frozenset({"qwen3_vl", "qwen3_vl_moe", "qwen3_5", "qwen3_5_moe", "qwen3_omni_moe"})


def contiguous_axes(sections: Sequence[int]) -> tuple[int, ...]:
    """Return axis a for a run of ``sections[a]`` planes, one run after the other.

    Examples
    --------
    >>> contiguous_axes([1, 2, 1])
    (0, 1, 1, 2)
    """
    return tuple(axis for axis, count in enumerate(sections) for _ in range(count))


def interleaved_axes(sections: Sequence[int]) -> tuple[int, ...]:
    """Return the axes in the order t h w t h w ..., a plane whose turn is used up falling to t.

    Notes
    -----
    Axis a > 0 holds the planes a, a + 3, ... below 3 sections[a]; every other plane is t.

    Examples
    --------
    >>> interleaved_axes([3, 2, 1])
    (0, 1, 2, 0, 1, 0)
    """
    axes = [0] * sum(sections)
    for axis in (1, 2):
        for plane in range(axis, 3 * sections[axis], 3):
            axes[plane] = axis
    return tuple(axes)


def plane_axes(fields: Fields, planes: int, model_type: str | None) -> tuple[int, ...] | None:
    """Read ``mrope_section`` and ``mrope_interleaved``; None where the rotation has one position coordinate.

    Raises
    ------
    InputError
        There are not three sections, or they do not add up to the number of planes.
    """
    sections = fields.integers("mrope_section")
    interleaved = fields.flag("mrope_interleaved")
    if sections is None:
        return None
    where = fields.where("mrope_section")
    if len(sections) != 3:
        raise InputError(where, "have three sections (t, h, w)", sections)
    if sum(sections) != planes:
        raise InputError(where, f"add up to the number of rotated planes, {planes}", f"{sections}, sum {sum(sections)}")
    if interleaved is None and base_type(model_type) in _ALWAYS_INTERLEAVED:
        fields.record.note(f"mrope_interleaved is not given: {model_type} interleaves its sections")
        interleaved = True
    if not interleaved:
        return contiguous_axes(sections)
    if max(3 * sections[axis] - 3 + axis for axis in (1, 2)) >= planes:
        raise InputError(where, "fit when interleaved", sections, "An axis would need planes beyond the last one.")
    return interleaved_axes(sections)
