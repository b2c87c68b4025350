"""Sandwich: inner products of sinusoids as a bias, b_h(s) = (sum_k cos(s/base^(2k/d)) - d/2) H/(8h)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from verify.model.errors import InputError

__all__ = ["sandwich_bias", "sandwich_formula"]


def sandwich_bias(
    lags: NDArray[np.float64], d: int, heads: int, head: int, base: float = 10000.0
) -> NDArray[np.float64]:
    """Return the bias of a head at lags in float64.

    Parameters
    ----------
    lags : ndarray of float64
        i - j.
    d : int
        Head dimension, even; k runs from 1 to d/2, so that the frequency 1 of a rotation is absent.
    heads, head : int
        H, and h in 1 .. H.
    base : float
        Positive.

    Examples
    --------
    >>> sandwich_bias(np.array([0.0, 1.0]), 8, 1, 1).round(15).tolist()
    [0.0, -0.000630792413158]
    """
    k = np.arange(1, d // 2 + 1, dtype=np.float64)
    cosines = np.cos(np.asarray(lags, dtype=np.float64)[..., None] / base ** (2 * k / d))
    return np.asarray((cosines.sum(axis=-1) - d / 2) * heads / (8.0 * head))


def sandwich_formula(d: int, heads: int, head: int, base: float = 10000.0) -> str:
    """Return the factor e^bias of a head as a formula in i and j, the frequencies base^(-2k/d) exactly.

    Examples
    --------
    >>> sandwich_formula(4, 1, 1)
    'exp((cos((i - j)*10000**(-1/2)) + cos((i - j)*10000**(-1)) - 2)*1/8)'
    """
    if d < 2 or d % 2:
        raise InputError("head_dim", "be even and at least 2 for sandwich", d, "It holds d/2 frequencies.")
    number = Fraction(base)
    text = str(number) if number.denominator == 1 else f"({number})"
    terms = [f"cos((i - j)*{text}**({-Fraction(2 * k, d)}))" for k in range(1, d // 2 + 1)]
    return f"exp(({_balanced(terms)} - {d // 2})*{Fraction(heads, 8 * head)})"


def _balanced(terms: list[str]) -> str:
    """Join a sum with parentheses that keep its tree shallow."""
    if len(terms) <= 8:
        return " + ".join(terms)
    half = len(terms) // 2
    return f"({_balanced(terms[:half])}) + ({_balanced(terms[half:])})"
