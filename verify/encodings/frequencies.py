"""Rotary frequencies in closed form: default, linear, proportional, dynamic, axial, Llama 3's bands.

Each function returns float64 arrays by the formula of the reference library, which computes the same in
float32. The frequency of plane k turns its two coordinates by ``position * inv_freq[k]``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from verify.model.errors import InputError

__all__ = [
    "axial_frequencies",
    "default_frequencies",
    "dynamic_base",
    "linear_frequencies",
    "llama3_frequencies",
    "proportional_frequencies",
    "rotary_dimension",
]

Frequencies = NDArray[np.float64]


def rotary_dimension(head_dim: int, factor: float = 1.0) -> int:
    """Return the rotated dimension r = int(head_dim * factor), the product in float64 as in the library.

    Parameters
    ----------
    head_dim : int
        Query-key head dimension, at least 2.
    factor : float
        Partial rotary factor in (0, 1].

    Returns
    -------
    int
        r; the product truncates, so that int(192 * 0.334) = 64.

    Raises
    ------
    InputError
        No plane is left (r < 1), or r exceeds the head.

    Examples
    --------
    >>> rotary_dimension(80, 0.4), rotary_dimension(96, 0.25), rotary_dimension(192, 0.334)
    (32, 24, 64)
    """
    if not 0.0 < factor <= 1.0:
        raise InputError(
            "partial_rotary_factor",
            "lie in (0, 1]",
            factor,
            "It is the rotated share of the head.",
            "Leave it out for 1.",
        )
    rotary = int(head_dim * factor)
    if rotary < 1:
        raise InputError(
            "partial_rotary_factor",
            "leave at least one rotated coordinate",
            f"int({head_dim} * {factor}) = {rotary}",
            remedy='For no rotation at all say "pos_emb": "none".',
        )
    if 2 * ((rotary + 1) // 2) > head_dim:
        raise InputError(
            "head_dim",
            "be even where the whole head is rotated",
            head_dim,
            "Coordinates turn in pairs.",
            "Give an even head_dim, or a partial_rotary_factor below 1.",
        )
    return rotary


def default_frequencies(theta: float, rotary: int, denominator: int | None = None) -> Frequencies:
    """Return theta^(-2k/r), k = 0 .. ceil(r/2) - 1.

    Parameters
    ----------
    theta : float
        Base, positive.
    rotary : int
        Rotated dimension r.
    denominator : int, optional
        Denominator of the exponent where it is not r (``head_dim`` for proportional rotation).

    Returns
    -------
    ndarray of float64, shape (ceil(r/2),)

    Examples
    --------
    >>> default_frequencies(10000.0, 4)
    array([1.  , 0.01])
    >>> default_frequencies(10000.0, 4, denominator=8)
    array([1. , 0.1])
    """
    exponents = np.arange(0, rotary, 2, dtype=np.float64) / (rotary if denominator is None else denominator)
    return 1.0 / theta**exponents


def linear_frequencies(theta: float, rotary: int, factor: float) -> Frequencies:
    """Return the default frequencies divided by the factor (position interpolation)."""
    return default_frequencies(theta, rotary) / factor


def proportional_frequencies(theta: float, head_dim: int, rotary: int, factor: float = 1.0) -> Frequencies:
    """Return theta^(-2k/head_dim)/factor for the first r/2 planes, then zeros up to head_dim/2.

    Parameters
    ----------
    theta, factor : float
        Base and scaling factor, positive.
    head_dim, rotary : int
        Head dimension, and the even number r = 2 int(share * head_dim // 2) of turned coordinates.

    Notes
    -----
    The exponent's denominator is the whole head, which is what tells this scheme from a partial rotation by
    r.

    Examples
    --------
    >>> proportional_frequencies(10000.0, 8, 4)
    array([1. , 0.1, 0. , 0. ])
    """
    frequencies = np.zeros(head_dim // 2)
    frequencies[: rotary // 2] = default_frequencies(theta, rotary, head_dim)
    return frequencies / factor


def axial_frequencies(theta: float, head_dim: int) -> Frequencies:
    """Return the frequencies of one axis of two: theta^(-2k/s), s = head_dim/2, for s/2 planes."""
    if head_dim % 4:
        raise InputError(
            "head_dim",
            "be a multiple of 4 for axial rotation",
            head_dim,
            "Two axes share the planes equally.",
        )
    return default_frequencies(theta, head_dim // 2)


def dynamic_base(theta: float, rotary: int, factor: float, length: int, trained: int) -> float:
    """Return the base of dynamic NTK scaling, theta * (f S/L - (f - 1))^(r/(r-2)), S = max(length, L).

    Parameters
    ----------
    theta, factor : float
        Base and scaling factor f, positive.
    rotary : int
        Rotated dimension r, at least 3.
    length, trained : int
        Running length and the length L = max_position_embeddings.

    Examples
    --------
    >>> dynamic_base(10000.0, 128, 2.0, 4096, 4096)
    10000.0
    >>> round(dynamic_base(10000.0, 128, 2.0, 16384, 4096), 7)
    72195.8600865
    """
    if rotary <= 2:
        raise InputError("rotary dimension", "exceed 2 for rope_type dynamic", rotary, "The exponent is r/(r - 2).")
    stretch = factor * max(length, trained) / trained - (factor - 1)
    return float(theta * stretch ** (rotary / (rotary - 2)))


def llama3_frequencies(inv_freq: Frequencies, factor: float, low: float, high: float, original: int) -> Frequencies:
    """Return Llama 3's bands: short wavelengths kept, long ones divided by the factor, a ramp between.

    Parameters
    ----------
    inv_freq : ndarray of float64
        Default frequencies.
    factor, low, high : float
        Scaling factor, ``low_freq_factor`` and ``high_freq_factor``, positive, low <= high.
    original : int
        Length L0 of the first training.

    Notes
    -----
    With wavelength w = 2 pi / omega: kept where w < L0/high, divided where w > L0/low, and between, with
    s = (L0/w - low)/(high - low), the value (1 - s) omega/factor + s omega. Where low = high the ramp is
    empty: a hard switch, whose quotient is never formed; a wavelength exactly at the switch is kept.

    Examples
    --------
    >>> llama3_frequencies(np.array([1.0, 1e-3]), 8.0, 1.0, 1.0, 1024)
    array([1.00e+00, 1.25e-04])
    """
    if low > high:
        raise InputError("low_freq_factor", f"be at most high_freq_factor = {high:g}", low, "The bands would overlap.")
    wavelength = 2 * math.pi / inv_freq
    bands = np.where(wavelength > original / low, inv_freq / factor, inv_freq)
    if low < high:
        ramp = ~(wavelength < original / high) & ~(wavelength > original / low)
        smooth = (original / wavelength - low) / (high - low)
        bands = np.where(ramp, (1 - smooth) * inv_freq / factor + smooth * inv_freq, bands)
    return bands
