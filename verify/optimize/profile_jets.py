"""A profile with its first two derivatives as arrays, scaled so that no exponential overflows.

Overview
--------
f = e^s g with |g'| <= 1 for exponentials: f = c e^{beta t} is held as g = sign(c beta) e^{beta t - |beta| r}/beta,
where r bounds |t| (1 on the sphere, more for additive encodings). Energies of g are floats at every beta; those of f
are e^s times them, and may be floats only as logarithms.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from verify.model.errors import InputError
from verify.model.gegenbauer import evaluate_series
from verify.model.kernels.base import profile_variable
from verify.model.numbers import float_value
from verify.model.profiles import Profile
from verify.symbolic.compile import compile_expression

__all__ = ["ProfileJet", "profile_jet", "smooth_derivative"]

Array = np.ndarray[Any, Any]
Function = Callable[[Array], Array]


@dataclass(frozen=True)
class ProfileJet:
    """g, g' and g'' of f = e^{log_scale} g.

    Attributes
    ----------
    value, slope, curvature : callable
        float64 arrays of t in [-reach, reach] to arrays of the same shape; a derivative that is infinite at an end is
        left out as 0.
    log_scale : float
        s.
    affine : bool
        Whether f = a + b t: then a slice's step has a closed form.
    beta : float or None
        Of an exponential.
    warmed : callable or None
        beta' to the jet of e^{beta' t}/beta' with the sign of f, for a continuation in beta; None where f is no
        exponential.
    """

    value: Function
    slope: Function
    curvature: Function
    log_scale: float
    affine: bool
    beta: float | None = None
    warmed: Callable[[float], ProfileJet] | None = None

    def all_three(self, t: Array) -> tuple[Array, Array, Array]:
        """Return g, g' and g''; of an exponential g' = beta g is computed alone."""
        slope = self.slope(t)
        if self.beta is None:
            return self.value(t), slope, self.curvature(t)
        return slope / self.beta, slope, slope * self.beta


def profile_jet(profile: Profile, d: int, reach: float = 1.0) -> ProfileJet:
    """Return the jet of a profile.

    Parameters
    ----------
    profile : Profile
    d : int
        Content dimension.
    reach : float
        Largest |t| that occurs, at least 1.

    Raises
    ------
    InputError
        A formula whose derivative cannot be written down.

    Examples
    --------
    >>> jet = profile_jet(Profile.usa(1000), 3)
    >>> jet.log_scale, jet.value(np.array([1.0, -1.0])).tolist()
    (1000.0, [0.001, 0.0])
    """
    form = _exponential(profile)
    if form is not None:
        beta, sign, log_scale = form
        return _exponential_jet(beta, sign, log_scale + abs(beta) * reach, reach)
    if profile.kind == "gegenbauer":
        return _series_jet(profile, d)
    return _formula_jet(profile, d)


def smooth_derivative(expression: sympy.Expr, variable: sympy.Symbol) -> sympy.Expr:
    """Return a derivative off the kinks of Abs, sign and Piecewise, whose jumps are left out.

    Examples
    --------
    >>> t = sympy.Symbol("t", real=True)
    >>> smooth_derivative(smooth_derivative(sympy.Abs(t), t), t)
    0
    """
    return expression.diff(variable).replace(sympy.DiracDelta, lambda *_: sympy.Integer(0))


def _exponential(profile: Profile) -> tuple[float, float, float] | None:
    """Return (beta, sign, s) with f = sign e^{beta t + s}/beta."""
    if profile.beta is not None:
        beta = float_value(profile.beta)
        return beta, 1.0, -beta if profile.kind == "peak" else 0.0
    form = profile.exponential_form()
    if form is None:
        return None
    c, beta = (float(part.array({})) for part in form)
    return beta, math.copysign(1.0, c * beta), math.log(abs(c * beta))


def _exponential_jet(beta: float, sign: float, log_scale: float, reach: float) -> ProfileJet:
    top = abs(beta) * reach

    def slope(t: Array) -> Array:
        return np.asarray(sign * np.exp(np.minimum(beta * t - top, 0.0)))

    def warmed(other: float) -> ProfileJet:
        return _exponential_jet(other, sign, abs(other) * reach, reach)

    return ProfileJet(
        lambda t: slope(t) / beta, slope, lambda t: slope(t) * beta, log_scale, affine=False, beta=beta, warmed=warmed
    )


def _series_jet(profile: Profile, d: int) -> ProfileJet:
    """Return the jet of sum a_n P_n^{(d)}: P_n^{(d)}' = n (n + d - 2)/(d - 1) P_{n-1}^{(d+2)}."""
    values = [float(a) for a in profile.coefficients]
    slopes = [float(a * n * (n + d - 2) / Fraction(d - 1)) for n, a in enumerate(profile.coefficients)][1:] or [0.0]
    return ProfileJet(
        lambda t: np.asarray(evaluate_series(values, t, d)),
        lambda t: np.asarray(evaluate_series(slopes, t, d + 2)),
        lambda t: np.asarray(evaluate_series(slopes, t, d + 2, derivative=True)),
        0.0,
        affine=len(values) <= 2,
    )


def _formula_jet(profile: Profile, d: int) -> ProfileJet:
    t = profile_variable()
    slope = smooth_derivative(profile.formula(d).expr, t)
    derivatives = [slope, smooth_derivative(slope, t)]
    if any(part.has(sympy.Derivative) for part in derivatives):
        raise InputError("profile", "have derivatives that can be written down", profile.to_json())
    compiled = [compile_expression(part, [t]) for part in derivatives]

    def finite(program: Function) -> Function:
        def evaluate(values: Array) -> Array:
            with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
                result = program(values)
            return np.where(np.isfinite(result), result, 0.0)

        return evaluate

    affine = not slope.has(t)
    return ProfileJet(lambda values: profile.array(values, d), finite(compiled[0]), finite(compiled[1]), 0.0, affine)
