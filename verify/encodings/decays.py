"""Rotations with decay: RetNet's gamma^|i - j| is a factor beside the gauge, xPos decays plane by plane."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from verify.encodings.variants import NotApplicable
from verify.model.errors import InputError

__all__ = ["retnet_decays", "retnet_frequencies", "xpos_refusal", "xpos_zeta"]


def retnet_decays(heads: int) -> tuple[Fraction, ...]:
    """Return gamma_h = 1 - 2^(-5-h), h = 0 .. H - 1, exactly.

    Examples
    --------
    >>> retnet_decays(2)
    (Fraction(31, 32), Fraction(63, 64))
    """
    if not 1 <= heads <= 256:
        raise InputError("num_attention_heads", "lie in 1 .. 256 for retnet", heads)
    return tuple(1 - Fraction(1, 2 ** (5 + head)) for head in range(heads))


def retnet_frequencies(head_dim: int, base: float = 10000.0) -> NDArray[np.float64]:
    """Return base^(-k/(d/2 - 1)), k = 0 .. d/2 - 1: exponents that end at -1, unlike the usual ones.

    Examples
    --------
    >>> retnet_frequencies(4)
    array([1.e+00, 1.e-04])
    """
    if head_dim < 4 or head_dim % 2:
        raise InputError("head_dim", "be even and at least 4 for retnet", head_dim)
    return 1.0 / base ** np.linspace(0.0, 1.0, head_dim // 2)


def xpos_zeta(head_dim: int, gamma: float = 0.4) -> NDArray[np.float64]:
    """Return the decay per plane, zeta_k = (2k/d + gamma)/(1 + gamma).

    Examples
    --------
    >>> xpos_zeta(64)[[0, -1]].round(12).tolist()
    [0.285714285714, 0.977678571429]
    """
    if head_dim % 2:
        raise InputError("head_dim", "be even for xpos", head_dim)
    return (np.arange(0, head_dim, 2, dtype=np.float64) / head_dim + gamma) / (1.0 + gamma)


def xpos_refusal(head_dim: int, scale_base: float, gamma: float) -> NotApplicable:
    """Return why xPos has no energy of its own."""
    zeta = xpos_zeta(head_dim, gamma)
    return NotApplicable(
        f"xPos multiplies plane k by zeta_k^((i - j)/{scale_base:g}), zeta from {zeta[0]:.6g} to "
        f"{zeta[-1]:.6g}: the kernel grows for i < j and decays for i > j, so it is not symmetric, and its "
        "decay differs per plane, so it is no factor beside a rotation either.",
        'Use one decay per head, k = gamma^|i - j| beside the rotation ("pos_emb": "retnet"), or the rotation '
        'alone ("pos_emb": "rotary").',
    )
