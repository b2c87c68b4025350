"""What a configuration becomes: a kernel per kind of layer and head, or the reason why there is none."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from verify.model.kernels import Kernel

__all__ = ["ModelConfig", "NotApplicable", "Planes", "Variant"]


@dataclass(frozen=True)
class NotApplicable:
    """Why no verdict can be given, and what would be covered.

    Attributes
    ----------
    reason : str
        One sentence on the hypothesis that fails.
    would_apply : str
        One sentence on the nearest kernel to which a theorem applies.
    """

    reason: str
    would_apply: str


@dataclass(frozen=True)
class Planes:
    """The rotated planes of a head.

    Attributes
    ----------
    inv_freq : tuple of float
        Radians per position of each plane, float64, in the library's order; a zero does not turn.
    head_dim, rotary_dim : int
        Query-key head dimension d, and how many of its coordinates lie in rotated planes.
    attention_factor : float
        Factor of cosine and sine; logits carry its square.
    axes : tuple of int or None
        Which position coordinate turns each plane, where positions have several.
    softmax_mscale : float
        Further factor m of the softmax scale (m^2), where the library applies one (DeepSeek).
    ramp : tuple of float or None
        Ends of YaRN's ramp in planes.
    layout : str
        ``half_split`` or ``interleaved``: the library's pairing. The kernel's own order is plane after plane.
    """

    inv_freq: tuple[float, ...]
    head_dim: int
    rotary_dim: int
    attention_factor: float = 1.0
    axes: tuple[int, ...] | None = None
    softmax_mscale: float = 1.0
    ramp: tuple[float, float] | None = None
    layout: str = "half_split"

    @property
    def wavelength(self) -> tuple[float, ...]:
        """Positions per full turn, 2 pi / omega; infinite where a plane does not turn."""
        return tuple(2 * math.pi / w if w else math.inf for w in self.inv_freq)


@dataclass(frozen=True)
class Variant:
    """One kernel of a model: its layers, its heads, and either a kernel or why there is none.

    Attributes
    ----------
    layers, heads : str
        Which layers and heads share it, in words (``all``).
    kernel : Kernel or None
        The kernel; None exactly where ``not_applicable`` is set.
    not_applicable : NotApplicable or None
        The reason.
    planes : Planes or None
        The rotated planes, for gauge kernels of a rotary encoding.
    scope : tuple of str
        Sentences that a verdict on this kernel must print.
    """

    layers: str
    heads: str
    kernel: Kernel | None = None
    not_applicable: NotApplicable | None = None
    planes: Planes | None = None
    scope: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.kernel is None) == (self.not_applicable is None):
            raise ValueError("a variant has either a kernel or a reason why there is none")


@dataclass(frozen=True)
class ModelConfig:
    """A model configuration as kernels.

    Attributes
    ----------
    name, scheme : str
        The model's name and the encoding in words (``rope/yarn``, ``alibi``).
    variants : tuple of Variant
        At least one.
    positions : tuple of int or None
        Shape of the position set that the kernels are judged on.
    read : tuple of (str, object)
        Every key that was read with its value, in reading order.
    rules : tuple of str
        Renames, defaults and library rules that were applied.
    ignored : tuple of str
        Keys that have nothing to do with positions.
    """

    name: str
    scheme: str
    variants: tuple[Variant, ...]
    positions: tuple[int, ...] | None = None
    read: tuple[tuple[str, object], ...] = field(default=())
    rules: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
