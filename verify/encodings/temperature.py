"""Attention temperature tuning (Llama 4): queries on layers without rotation grow with their position."""

from __future__ import annotations

import math
from dataclasses import dataclass

from verify.encodings.variants import NotApplicable

__all__ = ["Temperature"]


@dataclass(frozen=True)
class Temperature:
    """The scale s_i = a ln(floor((i + 1)/F) + 1) + 1 of the query at position i.

    Attributes
    ----------
    floor_scale : float
        F, the length up to which nothing changes.
    attn_scale : float
        a.

    Examples
    --------
    >>> t = Temperature(8192, 0.1)
    >>> t.scale(8190), round(t.scale(8191), 12), t.varies(8191), t.varies(8192)
    (1.0, 1.069314718056, False, True)
    """

    floor_scale: float
    attn_scale: float

    def scale(self, position: int) -> float:
        """Return s_i in float64."""
        return math.log(math.floor((position + 1) / self.floor_scale) + 1) * self.attn_scale + 1.0

    def varies(self, length: int) -> bool:
        """Whether the scale is not constant on positions 0 .. length - 1."""
        return length >= self.floor_scale and self.attn_scale != 0

    def refusal(self) -> NotApplicable:
        """Return why h_ij = f(s_i <x, y>) is outside, and what holds for its symmetric part."""
        return NotApplicable(
            "Attention temperature tuning scales the query by its position, so h_ij = f(s_i <x_i, x_j>) is "
            f"not symmetric from position {math.ceil(self.floor_scale) - 1} on.",
            f"Ask for at most {math.ceil(self.floor_scale) - 1} positions, where s_i = 1. The energy of the "
            "symmetric part (e^{s_i beta t} + e^{s_j beta t})/2 increases in t for every pair, so the collapsed "
            "laws alone maximise it.",
        )
