"""What the correlation bound needs of a kernel: weights, k between known errors, and f(1), a_0 of the profile.

The relaxation sees k as rationals: the entries themselves, or rationals within ``radius`` of irrational entries. If
diag(mu) - k~ is positive semidefinite and |k - k~| <= radius, then diag(mu + n radius) - k is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import fsum

import flint
import numpy as np
from numpy.typing import NDArray

from verify.certificates.large_psd import LARGEST
from verify.model.kernels import FactorKernel, GaugeKernel, Kernel
from verify.model.numbers import Number, ball, float_value
from verify.model.profiles import Profile, analyse_profile
from verify.optimize.bounds.bound import rational_above

__all__ = ["CorrelationTable", "ProfileMass", "correlation_problem", "profile_mass"]

Array = NDArray[np.float64]
_BITS, _PRECISION, _SMALL = 96, 160, 400


@dataclass(frozen=True)
class ProfileMass:
    """Balls f(1), and a lower bound of a_0, of a continuous profile with a_n >= 0 for n >= 1."""

    one: flint.arb
    mean: flint.arb

    def bound(self, multipliers: flint.arb, total: flint.arb) -> flint.arb:
        """Return ((f(1) - a_0) sum lambda + a_0 sum K) / 2, which falls as a_0 rises: sum K <= sum lambda."""
        return (self.one * multipliers - self.mean * (multipliers - total)) / 2


def profile_mass(profile: Profile, d: int) -> ProfileMass | None:
    """Return f(1) and a_0 for a profile to which T6 applies, else None.

    Examples
    --------
    >>> mass = profile_mass(Profile.read("exp(t)"), 3)
    >>> bool(abs(mass.mean - flint.arb(1).sinh()) < 1e-12)
    True
    """
    facts = analyse_profile(profile, d)
    if facts.nonnegative is not True or facts.continuous is not True or facts.a_0 is None:
        return None
    finite = facts.value_at_one.is_finite() and facts.a_0.is_finite()
    return ProfileMass(facts.value_at_one, flint.arb(facts.a_0.lower())) if finite else None


@dataclass(frozen=True, eq=False)
class CorrelationTable:
    """A factor on finitely many labels.

    Parameters
    ----------
    weights : tuple of n Fraction
    entries : n rows of n Number
    atomic : bool
        False for nonatomic blocks, where graph laws average to all laws.
    """

    weights: tuple[Fraction, ...]
    entries: list[list[Number]]
    atomic: bool

    @property
    def size(self) -> int:
        """The number of labels n."""
        return len(self.weights)

    @cached_property
    def rational(self) -> tuple[list[list[Fraction]], Fraction]:
        """Rational rows and the radius within which they hold; 0 where all entries are rational."""
        with flint.ctx.workprec(max(flint.ctx.prec, _PRECISION)):
            radius = flint.arb(0)
            rows: list[list[Fraction]] = []
            for row in self.entries:
                near = [x if isinstance(x, Fraction) else _dyadic(ball(x)) for x in row]
                for x, y in zip(row, near, strict=True):
                    radius = radius if x is y else radius.max(abs(ball(x) - ball(y)))
                rows.append(near)
            return rows, rational_above(radius)

    @cached_property
    def floats(self) -> tuple[Array, float]:
        """The float64 table and a bound of its error, entry by entry."""
        rows, radius = self.rational
        k = np.array([[float_value(x) for x in row] for row in rows])
        # to nearest: relative 2^-53, and below the normal range 2^-1075
        return k, float(np.abs(k).max(initial=0.0)) * 2.0**-52 + 2.0**-1070 + float_value(radius) * (1 + 2.0**-52)

    @cached_property
    def masses(self) -> Array:
        """The weights in float64."""
        return np.array([float(w) for w in self.weights])

    @cached_property
    def total(self) -> flint.arb:
        """Enclose sum K = sum_ij w_i w_j k_ij."""
        if self.size <= _SMALL:
            rows = zip(self.weights, self.entries, strict=True)
            parts = [v * self._row_mean(row) for v, row in ((ball(w), row) for w, row in rows)]
            return sum(parts, flint.arb(0))
        k, radius = self.floats
        products = np.outer(self.masses, self.masses) * k
        # weights and products are rounded four times, relative 2^-53 each; fsum adds exactly, then rounds once
        error = 2.0**-50 * fsum(np.abs(products).ravel()) + 2.0 * radius + 2.0**-1060
        return flint.arb(fsum(products.ravel()), error)

    def _row_mean(self, row: list[Number]) -> flint.arb:
        exact = all(isinstance(x, Fraction) for x in row)
        terms = zip(self.weights, row, strict=True)
        if exact:
            return ball(sum((w * x for w, x in terms if isinstance(x, Fraction)), Fraction(0)))
        return sum((ball(w) * ball(x) for w, x in terms), flint.arb(0))


def _dyadic(x: flint.arb) -> Fraction:
    """Return a rational near the midpoint of a ball."""
    value = x.mid().fmpq()
    exact = Fraction(int(value.p), int(value.q))
    return Fraction(round(exact * 2**_BITS), 2**_BITS)


def correlation_problem(kernel: Kernel) -> tuple[CorrelationTable, ProfileMass] | None:
    """Return the factor of a factor kernel, or beside a gauge, on at most 2,048 labels, where T6 applies; else None.

    Raises
    ------
    InputError
        An entry that is not defined.
    """
    if not isinstance(kernel, FactorKernel | GaugeKernel) or kernel.k is None:
        return None
    n, mass = kernel.labels.size, profile_mass(kernel.profile, kernel.d)
    if n is None or n > LARGEST or mass is None:
        return None
    return CorrelationTable(kernel.labels.weights(), kernel.k.rows(kernel.labels), kernel.labels.atomic), mass
