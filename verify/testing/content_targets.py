"""Target laws of contents on the sphere, and the label laws and gauges that realise them (T4a, T4b).

Overview
--------
T4a: with rotary gauges and real labels the maximisers' content marginals are the laws on an orbit {Q(xi)^T u}: the
label law is a law of the parameter. T4b: any law on the sphere is the image of prompts p under some T, and the
Householder gauge with Q(p) T(p) = u realises it. Each target gives its n points and a proved bound on W2 between them
and itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, pi, sqrt
from typing import Any

import numpy as np

from verify.model.errors import InputError
from verify.model.kernels import Frequencies, GaugeKernel, GaugeTable
from verify.model.labels import Atoms
from verify.model.numbers import parse_number
from verify.model.profiles import Profile
from verify.model.sphere import points_on_sphere, rational_point_near
from verify.testing.targets import LineLaw

__all__ = [
    "BlendTarget",
    "CircleTarget",
    "ContentTarget",
    "OrbitTarget",
    "UniformTarget",
    "exact_householder",
    "orbit_kernel",
    "prefix_kernel",
]

Array = np.ndarray[Any, Any]
Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class ContentTarget(ABC):
    """A law of contents."""

    theorem = "T4b"

    @property
    @abstractmethod
    def d(self) -> int:
        """Content dimension."""

    @abstractmethod
    def points(self, n: int) -> Array:
        """Return n points of equal weight that stand for the law, shape (n, d)."""

    @abstractmethod
    def bound(self, n: int) -> float:
        """Return a bound on W2, for geodesic distance, between the law and its n points; 0 where they are the law."""


@dataclass(frozen=True)
class OrbitTarget(ContentTarget):
    """The law of Q(xi)^T u, xi with a law on the line, Q(xi) turning plane p by omega_p xi.

    A label moves the content at the speed (sum_p omega_p^2 |u_p|^2)^{1/2}, which is a Lipschitz constant of the map.
    """

    line: LineLaw
    frequencies: tuple[float, ...]
    u: tuple[float, ...]

    theorem = "T4a"

    def __post_init__(self) -> None:
        points_on_sphere(np.array(self.u), "u")
        if 2 * len(self.frequencies) > len(self.u):
            raise InputError("frequencies", f"be at most {len(self.u) // 2}", len(self.frequencies))

    @property
    def d(self) -> int:
        """Content dimension."""
        return len(self.u)

    @property
    def speed(self) -> float:
        """Length of the orbit for each unit of the label."""
        u = np.array(self.u)
        planes = range(len(self.frequencies))
        return sqrt(sum((self.frequencies[p] * float(np.hypot(u[2 * p], u[2 * p + 1]))) ** 2 for p in planes))

    def points(self, n: int) -> Array:
        """Return e^{-i omega_p xi} u_p in each plane at the n quantiles."""
        labels = self.line.quantiles(n)
        x = np.tile(self.u, (n, 1))
        for p, omega in enumerate(self.frequencies):
            z = (self.u[2 * p] + 1j * self.u[2 * p + 1]) * np.exp(-1j * omega * labels)
            x[:, 2 * p], x[:, 2 * p + 1] = z.real, z.imag
        return x

    def bound(self, n: int) -> float:
        """Return the speed times the bound on the line."""
        return self.speed * self.line.bound(n)


@dataclass(frozen=True)
class CircleTarget(ContentTarget):
    """A law of angles on the great circle through the axes e_1 and e_axis; angles outside [0, 2 pi) wind on."""

    line: LineLaw
    dimension: int
    axis: int = 1

    @property
    def d(self) -> int:
        """Content dimension."""
        return self.dimension

    def points(self, n: int) -> Array:
        """Return the points at the n quantiles."""
        angles = self.line.quantiles(n)
        x = np.zeros((n, self.dimension))
        x[:, 0], x[:, self.axis] = np.cos(angles), np.sin(angles)
        return x

    def bound(self, n: int) -> float:
        """Return the bound on the line."""
        return self.line.bound(n)


@dataclass(frozen=True)
class UniformTarget(ContentTarget):
    """The uniform law on the sphere in three dimensions; n is a square.

    Notes
    -----
    By Archimedes (angle, height) is uniform on [0, 2 pi) x [-1, 1]. In K = sqrt(n) bands of equal height and K sectors
    the points lie in the middle. Move along the meridian to the height of the point, in squares at most the mean over
    half bands of the squared change of colatitude; then along the parallel, by an angle that is uniform in
    [-pi/K, pi/K], in squares (pi/K)^2/3 times the mean of 1 - z^2 over the heights of the points, 2/3 + 1/(3 K^2).
    """

    @property
    def d(self) -> int:
        """3."""
        return 3

    def points(self, n: int) -> Array:
        """Return the middles of K x K cells of equal area."""
        K = _side(n)
        z = 1 - (2 * np.arange(K) + 1) / K
        angle = 2 * np.pi * (np.arange(K) + 0.5) / K
        height, turn = (part.ravel() for part in np.meshgrid(z, angle, indexing="ij"))
        radius = np.sqrt(1 - height**2)
        return np.stack([radius * np.cos(turn), radius * np.sin(turn), height], axis=1)

    def bound(self, n: int) -> float:
        """Return the sum of the two square roots."""
        K = _side(n)
        colatitude = np.arccos(1 - np.arange(2 * K + 1) / K)  # edges and middles of the bands, in turn
        meridian = sqrt(float(np.mean(np.diff(colatitude) ** 2)))
        parallel = pi / (sqrt(3) * K) * sqrt(2 / 3 + 1 / (3 * K**2))
        return meridian + parallel


@dataclass(frozen=True)
class BlendTarget(ContentTarget):
    """The mean of targets, equally weighted, n/len(parts) points for each.

    W2^2 to a mean of laws is at most the mean of the W2^2: couple part by part.
    """

    parts: tuple[ContentTarget, ...]

    def __post_init__(self) -> None:
        if len({part.d for part in self.parts}) != 1:
            raise InputError("parts", "have one content dimension", [part.d for part in self.parts])

    @property
    def d(self) -> int:
        """Content dimension."""
        return self.parts[0].d

    def points(self, n: int) -> Array:
        """Return the points of all parts."""
        return np.concatenate([part.points(self._share(n)) for part in self.parts])

    def bound(self, n: int) -> float:
        """Return the root mean square of the parts' bounds."""
        share = self._share(n)
        return sqrt(sum(part.bound(share) ** 2 for part in self.parts) / len(self.parts))

    def _share(self, n: int) -> int:
        if n % len(self.parts):
            raise InputError("n", f"be a multiple of {len(self.parts)}", n)
        return n // len(self.parts)


def _side(n: int) -> int:
    if n < 1 or isqrt(n) ** 2 != n:
        raise InputError("n", "be a square", n, "The sphere is cut into K bands and K sectors.")
    return isqrt(n)


# ---------------------------------------------------------------- what realises them


def orbit_kernel(target: OrbitTarget, n: int, profile: Profile | None = None) -> GaugeKernel:
    """Return the rotary kernel whose label law is that of the target's parameter, at its n quantiles (T4a).

    Parameters
    ----------
    target : OrbitTarget
    n : int
        Number of labels, each of weight 1/n and with the exact binary value of its quantile.
    profile : Profile, optional
        e^t by default.
    """
    points = tuple(parse_number(float(label)) for label in target.line.quantiles(n))
    planes = tuple((parse_number(float(omega)),) for omega in target.frequencies)
    return GaugeKernel(
        d=target.d,
        labels=Atoms((Fraction(1, n),) * n, points),
        profile=profile or Profile.usa(1),
        gauge=Frequencies(planes),
    )


def prefix_kernel(
    target: ContentTarget, u: Sequence[Fraction], n: int, profile: Profile | None = None
) -> tuple[GaugeKernel, tuple[Vector, ...]]:
    """Return the kernel of n prompts with exact Householder gauges, and the rational contents T(p) that they take to u.

    Parameters
    ----------
    target : ContentTarget
    u : sequence of Fraction
        A rational unit vector.
    n : int
        Number of prompts, of weight 1/n each.
    profile : Profile, optional
        e^t by default.

    Notes
    -----
    T(p) is the rational point within 2^-30 sqrt(d) of the p-th point of the target; Q(p) T(p) = u holds exactly (T4b).
    """
    contents = tuple(rational_point_near(x) for x in target.points(n))
    matrices = tuple(exact_householder(x, u) for x in contents)
    kernel = GaugeKernel(
        d=target.d,
        labels=Atoms((Fraction(1, n),) * n),
        profile=profile or Profile.usa(1),
        gauge=GaugeTable(matrices),
    )
    return kernel, contents


def exact_householder(x: Sequence[Fraction], u: Sequence[Fraction]) -> tuple[Vector, ...]:
    """Return Q = 1 - 2 w w^T/|w|^2, w = x - u, in rational numbers; the identity where x = u. Q x = u and Q u = x.

    Examples
    --------
    >>> exact_householder([Fraction(3, 5), Fraction(4, 5)], [Fraction(1), Fraction(0)])[0]
    (Fraction(3, 5), Fraction(4, 5))
    """
    d = len(x)
    w = [a - b for a, b in zip(x, u, strict=True)]
    square = sum((a * a for a in w), Fraction(0)) or Fraction(1)
    return tuple(tuple(Fraction(int(i == j)) - 2 * w[i] * w[j] / square for j in range(d)) for i in range(d))
