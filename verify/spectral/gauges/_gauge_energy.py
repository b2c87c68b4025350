"""Energies of collapsed laws of gauge kernels, E = 1/2 ∬ f(<Q(xi) x, Q(zeta) x>) drho drho.

Linear f = a_0 + a_1 t: a_0/2 + a_1 |M x|^2/2, at most a_0/2 + a_1 sigma_max^2/2. Otherwise the law collapsed
in the slowest plane, where <Q(xi) x, Q(zeta) x> = cos <omega, xi - zeta>; the best collapsed law if f is
convex, since the energy is then convex in the masses |x_p|^2 of the planes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import flint
import numpy as np

from verify.model import calculus
from verify.model.factors import label_point
from verify.model.formula import Const, formula_of, parse_formula
from verify.model.kernels import Frequencies, GaugeKernel
from verify.model.labels import Atoms, Circle, Cyclic, Interval, Positions
from verify.model.numbers import Number, ball, float_value
from verify.model.profiles import ProfileFacts
from verify.model.quadrature import integrate_ball
from verify.model.verdict import Num
from verify.spectral.gauges.gauge_spectrum import GaugeSpectrum

__all__ = ["collapsed_energy", "half_of"]

_PRECISION = 128
_ENCLOSED_LAGS = 4_096
_ENCLOSED_ATOMS = 96
_FLOAT_LAGS = 2**21
_FLOAT_LABELS = 512


def half_of(value: flint.arb, text: str | None) -> Num | None:
    """Return value/2, with its closed form where there is one.

    Examples
    --------
    >>> half_of(flint.arb(3), "3").exact, half_of(flint.arb(1).exp(), "exp(1)").exact
    ('3/2', 'exp(1)/2')
    """
    if text is None:
        return Num.of_ball(value / 2)
    half = calculus.divide(parse_formula(text).tree, Const(Fraction(2)))
    return Num.of_ball(value / 2, formula_of(half).text)


def collapsed_energy(kernel: GaugeKernel, facts: ProfileFacts, spectrum: GaugeSpectrum) -> Num | None:
    """Return the energy of a collapsed law of a pure gauge kernel, of the best one if that is known.

    Parameters
    ----------
    kernel : GaugeKernel
    facts : ProfileFacts
        Of its profile.
    spectrum : GaugeSpectrum
        Its singular values.
    """
    with flint.ctx.workprec(_PRECISION):
        if facts.linear and facts.slope_at_one is not None:
            return _of_linear(facts, facts.slope_at_one, spectrum)
        if isinstance(kernel.gauge, Frequencies):
            slowest = _slowest(spectrum)
            return None if slowest is None else _in_plane(kernel, kernel.gauge.planes[slowest])
        return _at_top_vector(kernel)


def _of_linear(facts: ProfileFacts, slope: flint.arb, spectrum: GaugeSpectrum) -> Num | None:
    if spectrum.spread is None:
        return None
    smallest = spectrum.spread.smallest
    spread = smallest.ball
    rounding = flint.arb(0, abs(spread) * flint.arb("1e-19"))
    known = smallest.exact is not None
    return Num.of_ball((facts.value_at_one - slope * (spread if known else spread + rounding)) / 2)


def _slowest(spectrum: GaugeSpectrum) -> int | None:
    known = [(Fraction(p.spread.value), i) for i, p in enumerate(spectrum.planes) if p.spread is not None]
    return min(known)[1] if known else None


def _in_plane(kernel: GaugeKernel, omega: Sequence[Number]) -> Num | None:
    labels = kernel.labels
    if isinstance(labels, Cyclic) or (isinstance(labels, Positions) and len(labels.shape) == 1):
        n = labels.size or 1
        return _by_lags(kernel, omega[0], n) if n <= _ENCLOSED_LAGS else _by_float_lags(kernel, omega[0], n)
    if isinstance(labels, Atoms) and labels.size <= _ENCLOSED_ATOMS:
        angles = [ball(omega[0]) * ball(label_point(labels, i)[0]) for i in range(labels.size)]
        w = [ball(x) for x in labels.weights()]
        terms = (
            u * v * kernel.profile.value((s - t).cos(), kernel.d)
            for u, s in zip(w, angles, strict=True)
            for v, t in zip(w, angles, strict=True)
        )
        return Num.of_ball(sum(terms, flint.arb(0)) / 2)
    if isinstance(labels, Circle):
        return _by_length(kernel, ball(omega[0]), 2 * flint.arb.pi())
    if isinstance(labels, Interval) and labels.density is None:
        return _by_length(kernel, ball(omega[0]), ball(labels.b) - ball(labels.a))
    return None


def _by_lags(kernel: GaugeKernel, omega: Number, n: int) -> Num | None:
    """1/(2 n^2) (n f(1) + 2 sum_s (n - s) f(cos(omega s)))."""
    w = ball(omega)
    total = n * kernel.profile.value(flint.arb(1), kernel.d)
    for s in range(1, n):
        total += 2 * (n - s) * kernel.profile.value((w * s).cos(), kernel.d)
    return Num.of_ball(total / (2 * n * n))


def _by_float_lags(kernel: GaugeKernel, omega: Number, n: int) -> Num | None:
    """Return the same in floats."""
    if n > _FLOAT_LAGS:
        return None
    lags = np.arange(n, dtype=float)
    values = kernel.profile.array(np.cos(float_value(omega) * lags), kernel.d)
    total = float(n * values[0] + 2 * np.sum((n - lags[1:]) * values[1:])) / (2 * n**2)
    return Num.of_float(total) if np.isfinite(total) else None


def _by_length(kernel: GaugeKernel, w: flint.arb, length: flint.arb) -> Num | None:
    """1/length^2 ∫_0^length (length - s) f(cos(w s)) ds, the law of |xi - zeta| of two uniform labels."""
    f, speed, whole = kernel.profile.formula(kernel.d), flint.acb(w), flint.acb(length)

    def integrand(s: flint.acb, analytic: bool) -> flint.acb:
        return (whole - s) * f.enclose_complex({"t": (speed * s).cos()}, analytic)

    return Num.of_ball(integrate_ball(integrand, flint.arb(0), length) / length**2)


def _at_top_vector(kernel: GaugeKernel) -> Num | None:
    """Return the energy of the law collapsed at the top right singular vector of M, in floats."""
    n = kernel.labels.size
    if n is None or n > _FLOAT_LABELS or not kernel.labels.weights():
        return None
    labels = np.arange(n)
    w = np.array([float(x) for x in kernel.labels.weights()])
    mean = np.einsum("n,nij->ij", w, kernel.matrices(labels))
    top = np.linalg.svd(mean)[2][0]
    energy = 0.5 * float(w @ kernel.block(np.tile(top, (n, 1)), labels, np.tile(top, (n, 1)), labels) @ w)
    return Num.of_float(energy) if np.isfinite(energy) else None
