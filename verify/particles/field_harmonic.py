"""Harmonic fields in O(n) for d = 2 and d = 3: moments of the particles, and their evaluation, as matrix products.

Overview
--------
d = 2, z = x + i y: V(z) = Re sum_m a_m conj(c_m) z^m with moments c_m = sum_j w_j z_j^m, so that
dV/dtheta = -Im sum_m m a_m conj(c_m) z^m: no angle is ever taken. Baby and giant steps, m = q b + r: the moments are
the matrix A^T (w B) of giant powers A (n, a) and baby powers B (n, b), and the evaluation is rowsum((A C) * B).

d = 3, s = x + i y: P_l(<x, x'>) = sum_m (2 - [m = 0]) (l - m)!/(l + m)! Q_lm(z) Q_lm(z') Re(s^m conj(s')^m) with
Q_lm = d^m P_l/dz^m. Summed over l this is a polynomial G_m(z, z'), held by its Chebyshev coefficients: moments
T_p(z_j) conj(s_j)^m, an (L + 1)-square product for each m, and the evaluation of V and its derivatives, all real GEMMs.

With a factor k = sum_a s_a v_a v_a^T the moments are taken with weights w v_a.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy.fft import dct
from scipy.special import gammaln

from verify.particles._threads import run_parts, single_threaded_blas
from verify.particles.couplings import Coupling
from verify.particles.expansion import Expansion

__all__ = ["CircleField", "SphereField"]

Array = np.ndarray[Any, Any]
_CHUNK = 4096
_ROUNDING = 4e-16


def _weights(coupling: Coupling | None, w: Array, particles: Array) -> tuple[Array, Array]:
    """Return the weights of moments (n, r) and of evaluation (n, r)."""
    if coupling is None:
        return w[:, None], np.ones((len(w), 1))
    assert coupling.features is not None
    features = coupling.features[coupling.codes[particles]]
    return w[:, None] * features, features * coupling.signs


def _chunks(n: int, worker: int, workers: int) -> list[slice]:
    starts = range(0, n, _CHUNK)
    return [slice(start, min(start + _CHUNK, n)) for start in starts][worker::workers]


@dataclass(frozen=True)
class CircleField:
    """Velocity and energy on the circle by powers of z = x + i y.

    Parameters
    ----------
    expansion : Expansion
        Of the profile for d = 2.
    coupling : Coupling, optional
        A factor of low rank.
    workers : int
        Threads.
    """

    expansion: Expansion
    coupling: Coupling | None = None
    workers: int = 1

    @property
    def resolution(self) -> float:
        """Absolute error of velocities: what was cut off, and rounding."""
        degrees = np.arange(self.expansion.degree + 1)
        slopes = float(np.abs(degrees * self.expansion.coefficients).sum())
        return (self.expansion.tolerance + _ROUNDING) * slopes

    @property
    def _steps(self) -> tuple[int, int]:
        """(giant, baby): giant x baby > degree."""
        baby = max(1, math.isqrt(self.expansion.degree) + 1)
        return -(-(self.expansion.degree + 1) // baby), baby

    def __call__(self, x: Array, w: Array, particles: Array) -> tuple[Array, float]:
        """Return velocities (m, 2) and the energy; see :class:`verify.particles.field_dense.DenseField`."""
        giant, baby = self._steps
        inside, outside = _weights(self.coupling, w, particles)
        r = inside.shape[1]
        z = np.ascontiguousarray(x, dtype=float).view(complex)[:, 0]

        def moments(k: int) -> Array:
            total = np.zeros((r, giant, baby), dtype=complex)
            for rows in _chunks(len(x), k, self.workers):
                small = _geometric(1.0, z[rows], baby)
                step = small[-1] * z[rows]
                for a in range(r):
                    total[a] += _geometric(inside[rows, a], step, giant) @ small.T
            return total

        with single_threaded_blas():
            c = np.sum(run_parts(moments, self.workers), axis=0)
            coefficients = np.zeros(giant * baby)
            coefficients[: self.expansion.degree + 1] = self.expansion.coefficients
            a_m = coefficients.reshape(giant, baby)
            slopes = (np.arange(giant * baby) * coefficients).reshape(giant, baby) * c.conj()
            velocity = np.empty_like(x)

            def evaluate(k: int) -> None:
                stacked = np.concatenate([part.T for part in slopes])
                for rows in _chunks(len(x), k, self.workers):
                    small = _geometric(1.0, z[rows], baby)
                    values = (stacked @ _geometric(1.0, small[-1] * z[rows], giant)).reshape(r, baby, -1)
                    values *= small
                    falls = values.sum(axis=1).imag  # -dV/dtheta, for each feature
                    fall = falls[0] if self.coupling is None else np.einsum("an,na->n", falls, outside[rows])
                    np.multiply(x[rows, 1], fall, out=velocity[rows, 0])
                    np.multiply(x[rows, 0], -fall, out=velocity[rows, 1])

            run_parts(evaluate, self.workers)
        signs = np.ones(1) if self.coupling is None else self.coupling.signs
        energy = 0.5 * float(np.einsum("a,aqb,qb->", signs, np.abs(c) ** 2, a_m))
        return velocity, energy


def _geometric(start: float | Array, ratio: Array, count: int) -> Array:
    """Return start ratio^k for k = 0..count - 1, shape (count, n)."""
    rows = np.empty((count, len(ratio)), dtype=complex)
    rows[0] = start
    for k in range(1, count):
        np.multiply(rows[k - 1], ratio, out=rows[k])
    return rows


@dataclass(frozen=True)
class SphereField:
    """Velocity and energy on the sphere S^2 by Chebyshev polynomials of z times powers of s = x + i y.

    Parameters
    ----------
    expansion : Expansion
        Of the profile for d = 3.
    coupling : Coupling, optional
        A factor of low rank.
    workers : int
        Threads.

    Notes
    -----
    G_m grows like e^{-beta} (beta/2)^m/m! e^{beta} at the poles: about 4 digits are lost at beta = 25.
    """

    expansion: Expansion
    coupling: Coupling | None = None
    workers: int = 1

    @cached_property
    def resolution(self) -> float:
        """Absolute error of velocities: what was cut off, and rounding of the largest coefficient."""
        l = np.arange(self.expansion.degree + 1)  # noqa: E741 - the degree's own letter
        slopes = float(np.abs(l * (l + 1) / 2 * self.expansion.coefficients).sum())
        return self.expansion.tolerance * slopes + _ROUNDING * max(slopes, float(np.abs(self.tables).max()))

    @cached_property
    def tables(self) -> Array:
        """Chebyshev coefficients of (2 - [m = 0]) sum_l a_l (l - m)!/(l + m)! Q_lm(z) Q_lm(z'); (L+1, L+1, L+1)."""
        degree = self.expansion.degree
        nodes = np.cos(np.pi * (np.arange(degree + 1) + 0.5) / (degree + 1))
        tables = np.zeros((degree + 1, degree + 1, degree + 1))
        for m in range(degree + 1):
            q = _normalised_derivatives(nodes, m, degree)
            a = self.expansion.coefficients[m:] * (1.0 if m == 0 else 2.0)
            half = dct(q, type=2, axis=1) / (degree + 1)  # coefficients in T_p of each Q_lm
            half[:, 0] /= 2
            half[:, degree + 1 - m :] = 0
            tables[m] = (half.T * a) @ half
        return tables

    def _chebyshev(self, start: float | Array, z: Array) -> Array:
        """Return start T_p(z), shape (L + 1, n): the recurrence is linear."""
        T = np.empty((self.expansion.degree + 1, len(z)))
        T[0] = start
        if len(T) > 1:
            np.multiply(T[0], z, out=T[1])
        twice = 2 * z
        for p in range(2, len(T)):
            np.multiply(twice, T[p - 1], out=T[p])
            T[p] -= T[p - 2]
        return T

    def _powers(self, x: Array) -> Array:
        """Return Re s^m and Im s^m, shape (2, L + 1, n)."""
        s = x[:, 0] + 1j * x[:, 1]
        powers = np.empty((2, self.expansion.degree + 1, len(s)))
        power = np.ones(len(s), dtype=complex)
        for m in range(powers.shape[1]):
            powers[0, m], powers[1, m] = power.real, power.imag
            np.multiply(power, s, out=power)
        return powers

    def __call__(self, x: Array, w: Array, particles: Array) -> tuple[Array, float]:
        """Return velocities (m, 3) and the energy; see :class:`verify.particles.field_dense.DenseField`."""
        degree = self.expansion.degree
        size = degree + 1
        inside, outside = _weights(self.coupling, w, particles)
        r = inside.shape[1]

        def moments(k: int) -> Array:
            total = np.zeros((r, 2 * size, size))
            for rows in _chunks(len(x), k, self.workers):
                powers = self._powers(x[rows]).reshape(2 * size, -1)
                for a in range(r):
                    total[a] += powers @ self._chebyshev(inside[rows, a], x[rows, 2]).T
            return total

        with single_threaded_blas():
            c = np.sum(run_parts(moments, self.workers), axis=0).reshape(r, 2, size, size)  # a, re/im, m, p
            h = np.einsum("mpq,acmq->acmp", self.tables, c)
            signs = np.ones(1) if self.coupling is None else self.coupling.signs
            energy = 0.5 * float(np.einsum("a,acmp,acmp->", signs, h, c))
            gradient = np.empty_like(x)

            def evaluate(k: int) -> None:
                stack = _evaluation_rows(h)
                for rows in _chunks(len(x), k, self.workers):
                    values = stack @ self._chebyshev(1.0, x[rows, 2])
                    values = values.reshape(r, 2, 2, size, -1)  # a, m V_m or dV_m/dz, re/im, m, n
                    one = self.coupling is None
                    mixed = values[0] if one else np.einsum("avcmn,na->vcmn", values, outside[rows])
                    gradient[rows] = _gradient(mixed, self._powers(x[rows]))

            run_parts(evaluate, self.workers)
        return gradient - np.einsum("nc,nc->n", gradient, x)[:, None] * x, energy


def _gradient(values: Array, powers: Array) -> Array:
    """Return dV/dx, dV/dy, dV/dz of V = sum_m h_re Re s^m + h_im Im s^m, with values (m h or dh/dz, re/im, m, n)."""
    up = np.einsum("cmn,cmn->n", values[1], powers)
    real, imaginary = values[0, 0, 1:], values[0, 1, 1:]
    below_re, below_im = powers[0, :-1], powers[1, :-1]  # s^{m-1}
    # d/dx s^m = m s^{m-1}, d/dy s^m = i m s^{m-1}
    dx = np.einsum("mn,mn->n", real, below_re) + np.einsum("mn,mn->n", imaginary, below_im)
    dy = np.einsum("mn,mn->n", imaginary, below_re) - np.einsum("mn,mn->n", real, below_im)
    return np.stack([dx, dy, up], axis=1)


def _evaluation_rows(h: Array) -> Array:
    """Return the rows (a, m h or dh/dz, re/im, m) of Chebyshev coefficients, from h (a, re/im, m, p)."""
    derivative = np.moveaxis(np.polynomial.chebyshev.chebder(np.moveaxis(h, 3, 0), axis=0), 0, 3)
    slope = np.zeros_like(h)
    slope[..., : derivative.shape[3]] = derivative if h.shape[3] > 1 else 0.0
    orders = np.arange(h.shape[2])[:, None]
    return np.ascontiguousarray(np.stack([orders * h, slope], axis=1).reshape(-1, h.shape[3]))


def _normalised_derivatives(z: Array, m: int, degree: int) -> Array:
    """Return sqrt((l - m)!/(l + m)!) d^m P_l/dz^m at z for l = m..degree, shape (degree - m + 1, n).

    Notes
    -----
    Q_mm = (2 m - 1)!!, (l - m) Q_l = (2 l - 1) z Q_{l-1} - (l + m - 1) Q_{l-2}, in normalised form.
    """
    q = np.zeros((degree - m + 1, len(z)))
    double_factorial = gammaln(2 * m + 1) - m * math.log(2.0) - gammaln(m + 1)
    q[0] = math.exp(double_factorial - 0.5 * gammaln(2 * m + 1))
    for n in range(m + 1, degree + 1):
        top = math.sqrt((n - m) * (n + m))
        q[n - m] = (2 * n - 1) * z * q[n - m - 1] / top
        if n > m + 1:
            q[n - m] -= math.sqrt((n - 1 - m) * (n - 1 + m)) * q[n - m - 2] / top
    return q
