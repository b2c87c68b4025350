"""Masks and the cap of the logits: what restricts pairs (a factor k with zeros) or bends the profile."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from verify.encodings.head import Positions
from verify.encodings.layers import LayerKind
from verify.model.errors import InputError
from verify.model.numbers import Number, number_text

__all__ = ["Mask", "band_formula", "layer_mask", "softcap_profile"]


@dataclass(frozen=True)
class Mask:
    """How a layer's mask enters the kernel.

    Attributes
    ----------
    shape : tuple of int
        Shape of the position set; chunks make it two-dimensional (chunk, place in the chunk).
    k : str or None
        Formula of the factor in the label variables; None: no restriction.
    strides : tuple of int
        Position = sum of coordinate times stride.
    scope : tuple of str
        Sentences on the mask.
    """

    shape: tuple[int, ...]
    k: str | None
    strides: tuple[int, ...]
    scope: tuple[str, ...] = ()


def band_formula(window: int) -> str:
    """Return the factor of a window: 1 where |i - j| < window, else 0.

    Examples
    --------
    >>> band_formula(4096)
    'Piecewise((1, Abs(i - j) < 4096), (0, True))'
    """
    return f"Piecewise((1, Abs(i - j) < {window}), (0, True))"


def layer_mask(kind: LayerKind, positions: Positions) -> Mask | str:
    """Return the mask of a layer, or the reason why it cannot be written.

    Notes
    -----
    The window is taken on both sides, |i - j| < W: the causal half of it is symmetrised like the rest of
    the model. A window or chunk that reaches over all positions restricts nothing and is left out. A chunk
    length C that divides n makes the positions a grid (i1, i2), i = C i1 + i2, with k = 1 where i1 = j1.
    """
    shape = positions.shape
    strides = (1,) * len(shape)
    window = kind.window if kind.window is not None and kind.window < positions.length else None
    chunk = kind.chunk if kind.chunk is not None and kind.chunk < positions.length else None
    if window is None and chunk is None:
        return Mask(shape, None, strides)
    if len(shape) > 1:
        return "A window or chunk restricts one position coordinate, and these positions have several."
    if window is not None and chunk is not None:
        return "A window inside chunks cannot be written as one factor."
    if chunk is None:
        assert window is not None
        return Mask(shape, band_formula(window), strides, (f"The window |i - j| < {window} is a factor k with zeros.",))
    if shape[0] % chunk:
        return f"{shape[0]} positions are not a whole number of chunks of {chunk}."
    return Mask(
        (shape[0] // chunk, chunk),
        "Piecewise((1, i1 == j1), (0, True))",
        (chunk, 1),
        (f"Chunks of {chunk} positions attend to themselves alone: position = {chunk} i1 + i2, k = 1 where i1 = j1.",),
    )


def softcap_profile(cap: float, beta: Number) -> str:
    """Return the profile of capped logits, exp(c tanh(beta t/c)).

    Parameters
    ----------
    cap : float
        c > 0; its exact binary value is used.
    beta : Number
        Inverse temperature, positive.

    Examples
    --------
    >>> softcap_profile(50.0, Fraction(2))
    'exp(50*tanh(1/25*t))'
    """
    if isinstance(beta, Fraction) and beta < 0:
        raise InputError(
            "beta",
            "be positive where the logits are capped",
            beta,
            "The profile exp(c tanh(beta t/c)) must increase.",
        )
    c = Fraction(cap)
    bound = str(c) if c.denominator == 1 else f"({c})"
    slope = str(beta / c) if isinstance(beta, Fraction) else f"({number_text(beta)})/{bound}"
    return f"exp({bound}*tanh({slope}*t))"
