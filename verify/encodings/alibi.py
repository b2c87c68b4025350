"""ALiBi: a slope per head, the two-sided bias -m |i - j|, and the form m j that a causal softmax equates."""

from __future__ import annotations

import math
from fractions import Fraction

from verify.model.errors import InputError

__all__ = ["alibi_formula", "alibi_slopes", "paper_slopes"]


def alibi_slopes(heads: int, bias_max: float = 8.0) -> tuple[float, ...]:
    """Return llm-foundry's slopes: 2^(-i b/N), N = 2^ceil(log2 n), even i first where N > n.

    Parameters
    ----------
    heads : int
        Number n of heads.
    bias_max : float
        b; 8 in the paper.

    Returns
    -------
    tuple of float
        In head order. With b = 8 the same set as the paper's and BLOOM's.

    Examples
    --------
    >>> alibi_slopes(6)
    (0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125)
    """
    _check(heads)
    if not bias_max > 0:
        raise InputError("alibi_bias_max", "be positive", bias_max)
    power = 2 ** math.ceil(math.log2(heads))
    slopes = [2.0 ** (-i * (bias_max / power)) for i in range(1, power + 1)]
    if power != heads:
        slopes = (slopes[1::2] + slopes[0::2])[:heads]
    return tuple(slopes)


def paper_slopes(heads: int) -> tuple[float, ...]:
    """Return the slopes of the paper's code: 2^(-8h/n), else those of the power c below n, then some of 2c's.

    Examples
    --------
    >>> paper_slopes(8)[:3]
    (0.5, 0.25, 0.125)
    >>> sorted(paper_slopes(6)) == sorted(alibi_slopes(6))
    True
    """
    _check(heads)
    closest = 2 ** math.floor(math.log2(heads))
    slopes = [2.0 ** (-8.0 * h / closest) for h in range(1, closest + 1)]
    if closest != heads:
        slopes += list(paper_slopes(2 * closest))[0::2][: heads - closest]
    return tuple(slopes)


def alibi_formula(slope: float, form: str = "symmetric") -> str:
    """Return the factor e^bias of one head as a formula in i and j, the slope as its exact binary value.

    Parameters
    ----------
    slope : float
        m > 0.
    form : str
        ``symmetric``: e^{-m |i - j|}. ``key_index``: e^{m j}, what the library adds before a causal softmax.
        ``key_index_symmetrised``: its symmetric part, (e^{m i} + e^{m j})/2.

    Examples
    --------
    >>> alibi_formula(0.5)
    'exp(-1/2*Abs(i - j))'
    """
    m = Fraction(slope)
    if form == "symmetric":
        return f"exp(-{m}*Abs(i - j))"
    if form == "key_index":
        return f"exp({m}*j)"
    return f"(exp({m}*i) + exp({m}*j))/2"


def _check(heads: int) -> None:
    if heads < 1:
        raise InputError("number of heads", "be at least 1", heads)
