"""Units of time and energy, and the profile that the solver evolves: exponentials scaled to at most 1.

Overview
--------
The flow of c f in time t is the flow of f in time c t. Exponential profiles are evolved as e^{beta t - |beta|}/beta,
whose slope is at most 1 on [-1, 1]; ``log_scale`` s says that the profile of the asked unit is e^s times that.

    unit      profile                    s
    usa       e^{beta t}/beta            |beta|
    peak      e^{beta (t - 1)}/beta      |beta| - beta
    kernel    the kernel's own           as its kind says

t_solver = e^s t_unit and E_unit = e^s E_solver, hence t_peak = e^beta t_usa and E_peak = e^{-beta} E_usa.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from verify.model.errors import InputError
from verify.model.numbers import float_value
from verify.model.profiles import Profile

__all__ = ["LARGEST_LOG_SCALE", "ScaledProfile", "Unit", "scaled_profile"]

Array = np.ndarray[Any, Any]
Unit = Literal["kernel", "usa", "peak"]

#: Beyond e^300 neither times nor dissipations of the unit are floats.
LARGEST_LOG_SCALE = 300.0
_GRID = np.cos(np.linspace(0, np.pi, 2049))


@dataclass(frozen=True)
class ScaledProfile:
    """The profile g that is evolved, f = e^{log_scale} g in the asked unit.

    Attributes
    ----------
    profile : Profile
        The kernel's own.
    d : int
        Content dimension.
    beta : float or None
        g = sign e^{beta t - |beta|}/beta; None where f is no exponential and g = f.
    sign : float
        1 or -1.
    log_scale : float
        s of the module's table.
    """

    profile: Profile
    d: int
    beta: float | None
    sign: float
    log_scale: float

    def value(self, t: Array) -> Array:
        """Return g(t) for t in [-1, 1]."""
        if self.beta is None:
            return self.profile.array(t, self.d)
        return np.asarray(np.exp(self.beta * t - abs(self.beta)) * (self.sign / self.beta))

    def slope(self, t: Array) -> Array:
        """Return g'(t) for t in [-1, 1]; where it is infinite (asin at the ends) the force is left out."""
        if self.beta is None:
            with np.errstate(divide="ignore", invalid="ignore"):
                slope = np.array(self.profile.slope_array(t, self.d))
            slope[~np.isfinite(slope)] = 0.0
            return slope
        return np.asarray(self.sign * np.exp(self.beta * t - abs(self.beta)))

    @property
    def largest_slope(self) -> float:
        """max |g'| over a grid of [-1, 1]: what speeds are measured by."""
        return float(np.abs(self.slope(_GRID)).max()) or 1.0

    @property
    def attractive(self) -> bool:
        """Whether coincident particles attract: g'(1) > 0."""
        return float(self.slope(np.array([1.0 - 1e-12]))[0]) > 0


def scaled_profile(profile: Profile, d: int, unit: Unit = "kernel") -> ScaledProfile:
    """Return the profile that is evolved for results in the asked unit of time and energy.

    Parameters
    ----------
    profile : Profile
    d : int
        Content dimension, at least 2.
    unit : "kernel", "usa" or "peak"
        The unit of times and energies; ``kernel`` is the profile's own.

    Raises
    ------
    InputError
        An unknown unit; usa or peak for a profile that is neither; a scale beyond e^300.

    Examples
    --------
    >>> scaled_profile(Profile.usa(9), 3).log_scale, scaled_profile(Profile.usa(9), 3, "peak").log_scale
    (9.0, 0.0)
    """
    if unit not in {"kernel", "usa", "peak"}:
        raise InputError("unit", "be kernel, usa or peak", unit)
    if profile.beta is not None:
        beta = float_value(profile.beta)
        peak = (profile.kind if unit == "kernel" else unit) == "peak"
        return ScaledProfile(profile, d, beta, 1.0, _checked(abs(beta) - (beta if peak else 0.0), peak=peak))
    if unit != "kernel":
        raise InputError("unit", "be kernel for a profile that is neither usa nor peak", unit)
    form = profile.exponential_form()
    if form is None:
        return ScaledProfile(profile, d, None, 1.0, 0.0)
    c, beta = (float(part.array({})) for part in form)
    return ScaledProfile(
        profile, d, beta, math.copysign(1.0, c * beta), _checked(abs(beta) + math.log(abs(c * beta)), peak=True)
    )


def _checked(log_scale: float, *, peak: bool) -> float:
    if log_scale > LARGEST_LOG_SCALE:
        raise InputError(
            "beta",
            f"have a profile of at most e^{LARGEST_LOG_SCALE:.0f} on [-1, 1]",
            f"e^{log_scale:.6g}",
            "Times and energies of this unit are no longer floats.",
            "" if peak else 'Choose unit="peak".',
        )
    return log_scale
