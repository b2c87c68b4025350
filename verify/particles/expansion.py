"""Angular expansions of profiles with a stated truncation error: Fourier on the circle, Legendre on the sphere.

Overview
--------
d = 2: g(cos theta) = a_0 + sum a_m cos(m theta), a_m = 2 e^{-|beta|} I_m(beta)/beta for exponentials.
d = 3: g(t) = sum a_l P_l(t), a_l = (2 l + 1) e^{-|beta|} i_l(beta)/beta, i_l the modified spherical Bessel functions.
The degree is the first beyond which the dropped slopes, sum m |a_m| or sum |a_l| l (l + 1)/2, stay below the
tolerance times max |g'|: the error of every velocity is then below that for any particles.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.special import eval_legendre, ive

from verify.particles.scaling import ScaledProfile

__all__ = ["LARGEST_DEGREE", "Expansion", "expand"]

Array = np.ndarray[Any, Any]

#: Degrees beyond which all pairs are cheaper on any number of particles in reach.
LARGEST_DEGREE = {2: 512, 3: 96}
_NODES = 2048


@dataclass(frozen=True)
class Expansion:
    """A truncated expansion.

    Attributes
    ----------
    d : 2 or 3
    coefficients : ndarray, shape (degree + 1,)
        a_0, a_1, ... as in the module's overview.
    tolerance : float
        Bound on the truncation error of velocities, relative to max |g'|.
    """

    d: int
    coefficients: Array
    tolerance: float

    @property
    def degree(self) -> int:
        """The last degree kept."""
        return len(self.coefficients) - 1


@lru_cache(maxsize=64)
def expand(profile: ScaledProfile, tolerance: float = 1e-12) -> Expansion | None:
    """Return the shortest expansion of a profile for d = 2 or 3 within a tolerance, None where there is none.

    Examples
    --------
    >>> from verify.model.profiles import Profile
    >>> from verify.particles.scaling import scaled_profile
    >>> expand(scaled_profile(Profile.usa(4), 2)).degree
    19
    """
    if profile.d not in LARGEST_DEGREE:
        return None
    coefficients = _coefficients(profile)
    degrees = np.arange(len(coefficients))
    if not np.isfinite(coefficients).all():
        return None
    slopes = np.abs(coefficients) * (degrees if profile.d == 2 else degrees * (degrees + 1) / 2)
    tails = np.cumsum(slopes[::-1])[::-1]  # tails[m] = sum over degrees >= m
    enough = np.flatnonzero(tails <= tolerance * profile.largest_slope)
    if not len(enough) or enough[0] - 1 > LARGEST_DEGREE[profile.d]:
        return None
    return Expansion(profile.d, coefficients[: max(1, int(enough[0]))], tolerance)


def _coefficients(profile: ScaledProfile) -> Array:
    """Return twice as many coefficients as can be used: in closed form, or by a cosine transform of 2,048 values."""
    count = 2 * LARGEST_DEGREE[profile.d]
    degrees = np.arange(count)
    if profile.beta is not None:
        sizes = ive(degrees if profile.d == 2 else degrees + 0.5, abs(profile.beta))
        signs = np.where(degrees % 2 == 1, math.copysign(1.0, profile.beta), 1.0) * profile.sign / profile.beta
        if profile.d == 2:
            return np.asarray(signs * sizes * np.where(degrees == 0, 1.0, 2.0))
        return np.asarray(signs * sizes * (2 * degrees + 1) * math.sqrt(math.pi / (2 * abs(profile.beta))))
    angles = 2 * np.pi * np.arange(_NODES) / _NODES
    values = profile.value(np.cos(angles))
    chebyshev = np.fft.rfft(values).real * (2 / _NODES)
    chebyshev[0] /= 2
    chebyshev[np.abs(chebyshev) < 1e-15 * np.abs(values).max()] = 0.0  # rounding of the transform
    last = int(np.flatnonzero(chebyshev)[-1]) if chebyshev.any() else 0
    if profile.d == 2 or last >= count:
        return chebyshev[:count] if last < count else np.full(count, np.inf)
    nodes, weights = np.polynomial.legendre.leggauss(last + 1)
    values = np.polynomial.chebyshev.chebval(nodes, chebyshev[: last + 1]) * weights
    legendre = np.zeros(count)
    legendre[: last + 1] = [values @ eval_legendre(n, nodes) * (n + 0.5) for n in range(last + 1)]
    return legendre
