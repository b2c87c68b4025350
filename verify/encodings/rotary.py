"""Rotary encodings: one gauge kernel per kind of layer, h = k(i, j) f(<R(omega i) x, R(omega j) y>)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from verify.encodings.build import build_kernel, scaled_beta, usa_profile
from verify.encodings.head import BETA, Positions
from verify.encodings.layers import LayerGroup
from verify.encodings.masks import Mask, layer_mask, softcap_profile
from verify.encodings.rope import Rope
from verify.encodings.temperature import Temperature
from verify.encodings.variants import NotApplicable, Planes, Variant
from verify.model.errors import InputError
from verify.model.numbers import Number

__all__ = ["RotaryHead", "rotary_variant", "unrotated_variant"]

CAUSAL = "The causal mask is left out: every pair of positions interacts."
EXACT = "Frequencies are the float64 values of the library's formula, taken as the exact binary rationals they are."


@dataclass(frozen=True)
class RotaryHead:
    """What all layers of a rotary model share.

    Attributes
    ----------
    d : int
        Full query-key head dimension.
    positions : Positions
        The position set.
    beta : Number
        Inverse temperature before the attention factor.
    softcap : float or None
        Cap c of the logits.
    layout : str
        The library's pairing of coordinates.
    temperature : Temperature or None
        Position-dependent scale of the queries on layers without rotation.
    name : str
        The model's name.
    scope : tuple of str
        Sentences that hold for every layer.
    """

    d: int
    positions: Positions
    beta: Number
    softcap: float | None = None
    layout: str = "half_split"
    temperature: Temperature | None = None
    name: str = ""
    scope: tuple[str, ...] = ()

    def profile(self, attention_factor: float = 1.0) -> str | dict[str, str]:
        """Return the profile, the attention factor squared in its beta."""
        beta = scaled_beta(self.beta, attention_factor)
        return usa_profile(beta) if self.softcap is None else softcap_profile(self.softcap, beta)


def rotary_variant(head: RotaryHead, rope: Rope, group: LayerGroup) -> Variant:
    """Return the kernel of the layers that rotate.

    Notes
    -----
    Where the attention factor a is not 1 and some coordinates are not rotated, a multiplies the rotated
    ones alone: h = k f(a^2 <R x', R y'> + <x'', y''>). As f increases, h <= k f(max(a^2, 1)), with equality
    only where the part of the smaller weight vanishes. So the maximisers lie in the rotated coordinates if
    a > 1, in the others if a < 1, and the kernel is given on that smaller sphere.
    """
    mask = layer_mask(group.kind, head.positions)
    if isinstance(mask, str):
        return Variant(group.layers, "all", not_applicable=NotApplicable(mask, _mask_remedy(group)))
    planes = Planes(
        inv_freq=rope.inv_freq,
        head_dim=head.d,
        rotary_dim=rope.rotary_dim,
        attention_factor=rope.attention_factor,
        axes=rope.axes,
        softmax_mscale=rope.softmax_mscale,
        ramp=rope.ramp,
        layout=head.layout,
    )
    frequencies = _plane_frequencies(rope, mask, len(head.positions.shape))
    turned = 2 * len(frequencies)
    d = head.d
    # Causal masks, and values that a gauge flow turns as well, are in the scope of every gauge kernel (T4).
    scope = [EXACT, BETA, *head.scope, *mask.scope]
    if head.softcap is not None:
        scope.append(f"Logits are capped: f(t) = exp(c tanh(beta t/c)), c = {head.softcap:g}.")
    factor = rope.attention_factor
    if factor != 1.0:
        scope.append(f"The attention_factor {factor:.12g} enters beta as its square.")
    if factor != 1.0 and turned < head.d:
        kept = turned if factor > 1 else head.d - turned
        side = "rotated" if factor > 1 else "unrotated"
        if kept < 2:
            reason = f"The attention_factor {factor:.6g} confines the maximisers to {kept} coordinates: too few."
            return Variant(
                group.layers, "all", not_applicable=NotApplicable(reason, "Set attention_factor to 1."), planes=planes
            )
        scope.append(
            "The attention factor multiplies the rotated coordinates alone, so every maximiser lies in the "
            f"{kept} {side} coordinates of {head.d}: the kernel is given on S^{kept - 1}."
        )
        d = kept
        frequencies = frequencies if factor > 1 else []
        factor = factor if factor > 1 else 1.0
    if rope.softmax_mscale != 1.0:
        scope.append(
            f"The model multiplies its softmax scale by {rope.softmax_mscale:.12g}^2 as well; like the scale, "
            "it belongs to beta."
        )
    if rope.rope_type == "dynamic":
        scope.append(
            "Dynamic scaling changes the frequencies with the running length: this is the kernel at this length."
        )
    if not frequencies:
        scope.insert(0, CAUSAL)
    kernel = build_kernel(
        "gauge" if frequencies else "factor",
        d=d,
        profile=head.profile(factor),
        shape=mask.shape,
        name=_name(head, group),
        frequencies=frequencies or None,
        k=mask.k if frequencies else mask.k or "1",
    )
    return Variant(group.layers, "all", kernel=kernel, planes=planes, scope=tuple(scope))


def unrotated_variant(head: RotaryHead, group: LayerGroup) -> Variant:
    """Return the kernel of layers without position encoding: h = f(<x, y>), but for the mask."""
    if head.temperature is not None and head.temperature.varies(head.positions.length):
        return Variant(group.layers, "all", not_applicable=head.temperature.refusal())
    mask = layer_mask(group.kind, head.positions)
    if isinstance(mask, str):
        return Variant(group.layers, "all", not_applicable=NotApplicable(mask, _mask_remedy(group)))
    kernel = build_kernel(
        "factor", d=head.d, profile=head.profile(), shape=mask.shape, name=_name(head, group), k=mask.k or "1"
    )
    scope = (CAUSAL, "These layers have no position encoding.", BETA, *head.scope, *mask.scope)
    return Variant(group.layers, "all", kernel=kernel, scope=scope)


def _plane_frequencies(rope: Rope, mask: Mask, rank: int) -> list[object]:
    """Return one exact frequency, or vector of them, per plane that turns; the others are left out."""
    exact = [Fraction(w) for w in rope.inv_freq]
    if len(mask.strides) > rank:
        return [[w * stride for stride in mask.strides] for w in exact if w]
    if rank == 1:
        if rope.rope_type == "axial":
            raise InputError("positions", 'be a grid {"shape": [h, w]} for axial rotation', "one number")
        return [w for w in exact if w]
    if rope.axes is None:
        raise InputError("positions", "be one number for a rotation with one position coordinate", f"{rank} sides")
    if max(rope.axes) + 1 > rank or rank != (2 if rope.rope_type == "axial" else 3):
        raise InputError(
            "positions.shape",
            f"have {2 if rope.rope_type == 'axial' else 3} sides for this rotation",
            f"{rank} sides",
        )
    return [
        [w if axis == a else Fraction(0) for axis in range(rank)] for w, a in zip(exact, rope.axes, strict=True) if w
    ]


def _mask_remedy(group: LayerGroup) -> str:
    if group.kind.chunk is not None:
        return f"Ask for positions that are a multiple of {group.kind.chunk}, or at most {group.kind.chunk}."
    return "Ask for positions that are one number."


def _name(head: RotaryHead, group: LayerGroup) -> str:
    return head.name if group.layers == "all" else f"{head.name} layers {group.layers}".strip()
