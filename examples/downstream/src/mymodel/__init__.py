"""A model with two positional kernels of its own."""

from __future__ import annotations

from mymodel.attention import KERNELS, rotary_velocity

__all__ = ["KERNELS", "rotary_velocity"]
