"""LongRoPE: one divisor per plane, chosen by the running length, with the attention factor of the stretch."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from verify.encodings.frequencies import Frequencies
from verify.model.errors import InputError

__all__ = ["longrope_attention_factor", "longrope_frequencies"]


def longrope_frequencies(
    theta: float, rotary: int, divisors: Sequence[float], where: str = "long_factor"
) -> Frequencies:
    """Return 1/(e_k theta^(2k/r)).

    Parameters
    ----------
    theta : float
        Base, positive.
    rotary : int
        Rotated dimension r.
    divisors : sequence of float
        e_k > 0, one per plane: ``long_factor`` where the length exceeds the original one, else
        ``short_factor``.
    where : str
        The key's name for messages.

    Raises
    ------
    InputError
        The list has not one value per plane.

    Examples
    --------
    >>> longrope_frequencies(10000.0, 4, [2.0, 4.0])
    array([0.5   , 0.0025])
    """
    planes = (rotary + 1) // 2
    if len(divisors) != planes:
        raise InputError(
            where,
            f"have one value per rotated plane ({planes} of them)",
            f"{len(divisors)} values",
            "Each plane has its own divisor.",
        )
    exponents = np.arange(0, rotary, 2, dtype=np.float64) / rotary
    return 1.0 / (np.asarray(divisors, dtype=np.float64) * theta**exponents)


def longrope_attention_factor(factor: float, original: int) -> float:
    """Return sqrt(1 + ln f / ln L0) for f > 1, and 1 below.

    Examples
    --------
    >>> round(longrope_attention_factor(32.0, 4096), 11)
    1.19023807142
    """
    if original < 2:
        raise InputError(
            "original_max_position_embeddings",
            "be at least 2 for rope_type longrope",
            original,
            "Its logarithm divides.",
        )
    return 1.0 if factor <= 1.0 else math.sqrt(1 + math.log(factor) / math.log(original))
