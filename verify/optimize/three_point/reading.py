"""A label-translation-invariant kernel as the linear programme sees it, in floating point: lags, coefficients, tail.

Nothing here is evidence: the certificate names the user's kernel, and its checker reads that kernel by itself.

For labels on the circle, and for N < n of n cyclic labels, N equispaced labels bound all (T6), once the negative
Fourier coefficients of k are dropped.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from verify.model.errors import InputError
from verify.model.factors import Lags, lag_formula
from verify.model.formula import Formula
from verify.model.gegenbauer import enclose_coefficient, exponential_coefficient, polynomial_of_series
from verify.model.kernels import FactorKernel, Kernel
from verify.model.labels import Circle, Cyclic
from verify.model.polynomials import polynomial
from verify.model.profiles import Profile
from verify.model.readings import to_ball
from verify.optimize.three_point.triples import Basis

__all__ = ["Invariant", "labels_for", "read_invariant"]

Array = np.ndarray[Any, Any]
_SAMPLES = 512
_DEGREES = 40
_SMALL = 1e-13
_PRECISION = 192


@dataclass(frozen=True)
class Invariant:
    """2 E of N cyclic labels, k and f expanded.

    Attributes
    ----------
    n : int
        N, at least 3.
    d : int
    basis : "zonal" or "powers"
    lags : float64 array (N // 2 + 1,)
        k at the distances 0, 1, ..., the negative Fourier coefficients dropped where N labels stand for more.
    coefficients : float64 array (D,)
        c_1, ..., c_D of f, less twice the tilt in c_1.
    tail : float
        Sum of the later c_n.
    top : float
        The largest eigenvalue of k, or 0 where it is negative: the later degrees have at most ``top * tail``.
    constant : float
        khat(0) c_0, what the degree 0 has in any case.
    """

    n: int
    d: int
    basis: Basis
    lags: Array
    coefficients: Array
    tail: float
    top: float
    constant: float

    @property
    def weights(self) -> Array:
        """w_s, the part of all pairs at the lag s = 1..N/2: 2/N, and 1/N at s = N/2."""
        s = np.arange(1, self.n // 2 + 1)
        return np.where(2 * s == self.n, 1.0, 2.0) / self.n


def labels_for(kernel: Kernel, most: int) -> int | None:
    """Return a number N of labels to work with: n itself, a divisor of it, or ``most`` on the circle; None: no method.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> wave = {"family": "factor", "d": 2, "profile": "t", "k": "cos(2*pi*(i - j)/32)"}
    >>> labels_for(read_kernel({**wave, "labels": {"kind": "cyclic", "n": 32}}), 12)
    8
    """
    if not isinstance(kernel, FactorKernel) or not isinstance(kernel.labels, Circle | Cyclic) or kernel.k.log:
        return None
    entries = kernel.k.entries
    toeplitz = isinstance(entries, Lags) or (
        isinstance(entries, Formula) and lag_formula(entries, kernel.labels) is not None
    )
    if not toeplitz:
        return None
    if isinstance(kernel.labels, Circle):
        return most
    lags = _values(kernel, 1)
    if not np.allclose(lags[1:], lags[:0:-1], rtol=0.0, atol=1e-12 * np.abs(lags).max()):
        return None  # a function of i - j that is none on the cyclic group
    return max((n for n in range(3, most + 1) if kernel.labels.n % n == 0), default=None)


def read_invariant(kernel: FactorKernel, n: int, degree: int, basis: Basis, tilt: Fraction) -> Invariant | None:
    """Read a kernel for N labels and degrees up to D; None where f is no nonnegative expansion that is known.

    Raises
    ------
    InputError
        D above 40.
    """
    if not 1 <= degree <= _DEGREES:
        raise InputError("degree", f"be between 1 and {_DEGREES}", degree)
    with flint.ctx.workprec(_PRECISION):
        series = _coefficients(kernel.profile, kernel.d, degree, basis)
    if series is None:
        return None
    c, tail = np.array(series[1 : degree + 1]), float(sum(series[degree + 1 :]))
    c[0] -= 2 * float(tilt)
    if min(*c, tail) < -_SMALL * max(c.max(), 1.0) or c.max() <= 0:
        return None
    lags, top, mean = _lags(kernel, n)
    return Invariant(n, kernel.d, basis, lags, c, max(tail, 0.0), max(top, 0.0), mean * series[0])


def _lags(kernel: FactorKernel, n: int) -> tuple[Array, float, float]:
    """k by lags of Z_N, its top eigenvalue max_j (1/N) sum_s k_s cos(2 pi j s/N), and khat(0) of the user's k."""
    values = _values(kernel, n)
    modes = np.real(np.fft.fft(values)) / len(values)
    mean = float(modes[0])
    if len(values) > n:  # N labels stand for more: khat >= 0, and modes fold modulo N
        modes = np.maximum(modes, 0.0).reshape(-1, n).sum(axis=0)
    lags = np.real(np.fft.ifft(modes)) * n
    return lags[: n // 2 + 1], float(modes.max()), mean


def _values(kernel: FactorKernel, n: int) -> Array:
    """k of all cyclic labels, or of enough equispaced labels of the circle, against the first of them."""
    if isinstance(kernel.labels, Cyclic):
        points = np.arange(kernel.labels.n)
        return kernel.k.array(kernel.labels, points, points[:1])[:, 0]
    size = n * max(1, _SAMPLES // n)
    angles = np.arange(size) * (2 * np.pi / size)
    return kernel.k.array(kernel.labels, angles, angles[:1])[:, 0]


def _coefficients(profile: Profile, d: int, degree: int, basis: Basis) -> list[float] | None:
    """c_0, ..., c_D, and after them the later ones, or their sum."""
    form = profile.exponential_form()
    if form is not None:
        scale, rate = (part.enclose({}) for part in form)
        if not (rate > 0 and scale > 0):
            return None
        if basis == "powers":
            balls = [scale * rate**n / flint.arb(n).fac() for n in range(degree + 1)]
        else:
            balls = [scale * exponential_coefficient(n, rate, d) for n in range(degree + 1)]
        return [*map(float, balls), float(scale * rate.exp() - sum(balls, flint.arb(0)))]
    powers = _powers(profile, d)
    if powers is None:
        return None
    if basis == "powers":
        series = list(map(float, powers))
    elif profile.kind == "gegenbauer":
        series = list(map(float, profile.coefficients))
    else:
        formula = profile.formula(d)
        series = [float(enclose_coefficient(formula, n, d)) for n in range(len(powers))]
    return [*series, *[0.0] * (degree + 1)]


def _powers(profile: Profile, d: int) -> list[Any] | None:
    if profile.kind == "gegenbauer":
        return list(polynomial_of_series(profile.coefficients, d))
    found = polynomial(profile.formula(d).tree, "t")
    if found is None:
        return None
    return [to_ball(node, {}) for node in found]
