"""YaRN: a ramp between extrapolated and interpolated frequencies, with its attention factor."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from verify.encodings.frequencies import Frequencies, default_frequencies
from verify.model.errors import InputError

__all__ = ["Yarn", "yarn_attention_factor", "yarn_frequencies", "yarn_mscale", "yarn_ramp"]


@dataclass(frozen=True)
class Yarn:
    """The parameters of a YaRN rotation.

    Attributes
    ----------
    theta, factor : float
        Base (> 1) and scaling factor.
    rotary, original : int
        Rotated dimension r and length L0 of the first training.
    beta_fast, beta_slow : float
        Turns within L0 above which a plane is kept, and below which it is interpolated.
    truncate : bool
        Whether the ends of the ramp are rounded outwards to planes.
    """

    theta: float
    factor: float
    rotary: int
    original: int
    beta_fast: float = 32.0
    beta_slow: float = 1.0
    truncate: bool = True

    def __post_init__(self) -> None:
        if not self.theta > 1.0:
            raise InputError(
                "rope_theta", "exceed 1 for rope_type yarn", self.theta, "The ramp divides by its logarithm."
            )
        if not self.beta_fast >= self.beta_slow > 0:
            raise InputError(
                "beta_fast",
                "be at least beta_slow > 0",
                f"beta_fast {self.beta_fast:g}, beta_slow {self.beta_slow:g}",
            )


def yarn_mscale(scale: float, mscale: float = 1.0) -> float:
    """Return m(s, c) = 0.1 c ln s + 1 for s > 1, and 1 below.

    Examples
    --------
    >>> round(yarn_mscale(40, 1.0), 11)
    1.36888794541
    """
    return 1.0 if scale <= 1 else 0.1 * mscale * math.log(scale) + 1.0


def yarn_attention_factor(
    factor: float,
    given: float | None = None,
    mscale: float | None = None,
    mscale_all_dim: float | None = None,
) -> float:
    """Return the given factor, else m(f, mscale)/m(f, mscale_all_dim) where both are set, else m(f, 1)."""
    if given is not None:
        return given
    if mscale and mscale_all_dim:
        return yarn_mscale(factor, mscale) / yarn_mscale(factor, mscale_all_dim)
    return yarn_mscale(factor)


def yarn_ramp(yarn: Yarn) -> tuple[float, float]:
    """Return the ends of the ramp in planes: r ln(L0/(2 pi beta))/(2 ln theta) for both betas.

    Notes
    -----
    Rounded down and up unless ``truncate`` is false, then cut to [0, r - 1].

    Examples
    --------
    >>> yarn_ramp(Yarn(theta=1e6, factor=4.0, rotary=128, original=32768))
    (23, 40)
    """

    def plane(turns: float) -> float:
        return yarn.rotary * math.log(yarn.original / (turns * 2 * math.pi)) / (2 * math.log(yarn.theta))

    low, high = plane(yarn.beta_fast), plane(yarn.beta_slow)
    if yarn.truncate:
        low, high = math.floor(low), math.ceil(high)
    return max(low, 0), min(high, yarn.rotary - 1)


def yarn_frequencies(yarn: Yarn) -> Frequencies:
    """Return (1 - g_k) omega_k + g_k omega_k / factor, g the linear ramp cut to [0, 1].

    Returns
    -------
    ndarray of float64, shape (ceil(r/2),)

    Notes
    -----
    An empty ramp is widened by 0.001 planes, as the library does. The ramp has floor(r/2) values, so an odd
    r is refused.
    """
    if yarn.rotary % 2:
        raise InputError(
            "rotary dimension", "be even for rope_type yarn", yarn.rotary, "The ramp has one value per plane."
        )
    low, high = yarn_ramp(yarn)
    if low == high:
        high += 0.001
    ramp = np.clip((np.arange(yarn.rotary // 2, dtype=np.float64) - low) / (high - low), 0.0, 1.0)
    kept = default_frequencies(yarn.theta, yarn.rotary)
    powers = yarn.theta ** (np.arange(0, yarn.rotary, 2, dtype=np.float64) / yarn.rotary)
    stretched = 1.0 / (yarn.factor * powers)
    return stretched * ramp + kept * (1 - ramp)
