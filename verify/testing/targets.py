"""Target laws on a line, with a proved bound on how well their n quantiles stand for them.

Overview
--------
A target is the image of the uniform law on [0, 1] under a map T that increases between its cuts. Its n quantiles
q_i = T((i + 1/2)/n) have the weight 1/n each. Couple T(s) with the quantile of the cell of s: on an interval [l, r)
that lies in one half of a cell and meets no cut, T is between T(l) and T(r-), so that

    W2^2 <= sum (r - l) max(|T(l) - q|, |T(r-) - q|)^2

over these intervals. Nothing is asked of the law: it may have atoms, a density, or neither. Without cuts the sum is at
most R^2/(2n), R the length of the range: in a half of a cell the maximum is the increase of T over it, and the
increases add up to R at most. For a density it falls like 1/n^2.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from verify.model.errors import InputError

__all__ = ["AtomicLaw", "CantorLaw", "LineLaw", "MixtureLaw", "PowerLaw"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class LineLaw(ABC):
    """A law on an interval."""

    @property
    def cuts(self) -> tuple[float, ...]:
        """Places in (0, 1) between which the map increases."""
        return ()

    @property
    @abstractmethod
    def ends(self) -> tuple[float, float]:
        """An interval that carries the law."""

    @abstractmethod
    def map(self, s: Array) -> Array:
        """Return T at s in [0, 1), float64."""

    def quantiles(self, n: int) -> Array:
        """Return T((i + 1/2)/n) for i < n."""
        return self.map((np.arange(n) + 0.5) / n)

    def exact(self, n: int) -> bool:  # noqa: ARG002 - only some laws are exactly n equal atoms
        """Whether the n quantiles, equally weighted, are the law itself."""
        return False

    def bound(self, n: int) -> float:
        """Return the bound of the overview on W2 between the law and its n quantiles; 0 where they are the law.

        Notes
        -----
        In floating point; T(r-) is taken one unit in the last place before r, and 1e-12 of the range covers the rest.

        Examples
        --------
        The uniform law on [0, 1], whose distance is 1/(sqrt(12) n):

        >>> round(PowerLaw(0.0, 1.0).bound(50), 9)
        0.01
        """
        if self.exact(n):
            return 0.0
        breaks = np.unique(np.concatenate([np.arange(2 * n + 1) / (2 * n), self.cuts]))
        left, right = breaks[:-1], breaks[1:]
        q = self.map((np.floor((left + right) / 2 * n) + 0.5) / n)
        gap = np.maximum(np.abs(self.map(left) - q), np.abs(self.map(np.nextafter(right, 0)) - q))
        a, b = self.ends
        return sqrt(float((right - left) @ gap**2)) + 1e-12 * (b - a)


@dataclass(frozen=True)
class AtomicLaw(LineLaw):
    """Finitely many atoms: increasing points with exact weights."""

    points: tuple[float, ...]
    weights: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if len(self.points) != len(self.weights) or list(self.points) != sorted(self.points) or not self.points:
            raise InputError("points", "increase, one for each weight", self.points)
        if sum(self.weights) != 1 or min(self.weights) <= 0:
            raise InputError("weights", "be positive with the sum 1", [str(w) for w in self.weights])

    @property
    def cuts(self) -> tuple[float, ...]:
        """Where the atoms begin: between these the map is constant."""
        return tuple(np.cumsum([float(w) for w in self.weights[:-1]]).tolist())

    @property
    def ends(self) -> tuple[float, float]:
        """The first and the last atom."""
        return self.points[0], self.points[-1]

    def map(self, s: Array) -> Array:
        """Return the atom that holds the quantile s."""
        return np.array(self.points)[np.searchsorted(self.cuts, s, side="right")]

    def exact(self, n: int) -> bool:
        """Whether every weight is a multiple of 1/n."""
        return all((w * n).denominator == 1 for w in self.weights)


@dataclass(frozen=True)
class PowerLaw(LineLaw):
    """T(s) = a + (b - a) s^p: uniform for p = 1, an unbounded density for p > 1."""

    a: float
    b: float
    p: float = 1.0

    @property
    def ends(self) -> tuple[float, float]:
        """(a, b)."""
        return self.a, self.b

    def map(self, s: Array) -> Array:
        """Return T(s)."""
        return np.asarray(self.a + (self.b - self.a) * np.asarray(s, dtype=float) ** self.p)


@dataclass(frozen=True)
class CantorLaw(LineLaw):
    """The Cantor law on [a, b]: no atoms and no density; binary digits of s become ternary digits 0 and 2.

    Examples
    --------
    >>> CantorLaw(0.0, 1.0).map(np.array([0.25, 0.5])).round(12).tolist()
    [0.222222222222, 0.666666666667]
    """

    a: float
    b: float

    @property
    def ends(self) -> tuple[float, float]:
        """(a, b)."""
        return self.a, self.b

    def map(self, s: Array) -> Array:
        """Return T(s), from 52 binary digits: exact to 3^-52."""
        rest, value, place = np.array(s, dtype=float), np.zeros(np.shape(s)), 1.0
        for _ in range(52):
            place /= 3
            digit = rest >= 0.5
            value += 2 * place * digit
            rest = 2 * rest - digit
        return np.asarray(self.a + (self.b - self.a) * value)

    def transform(self, frequency: float) -> float:
        """Return |∫ e^{i w x}| of the law, the product of |cos(w (b - a)/3^k)| over k >= 1."""
        return float(np.abs(np.prod(np.cos(frequency * (self.b - self.a) / 3.0 ** np.arange(1, 40)))))


@dataclass(frozen=True)
class MixtureLaw(LineLaw):
    """A mixture: [0, 1] is cut into intervals as long as the weights, each mapped by one of the parts."""

    parts: tuple[LineLaw, ...]
    weights: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if len(self.parts) != len(self.weights) or sum(self.weights) != 1 or min(self.weights) <= 0:
            raise InputError("weights", "be positive with the sum 1, one for each part", [str(w) for w in self.weights])

    @property
    def cuts(self) -> tuple[float, ...]:
        """Where one part ends, and those of the parts."""
        starts = np.concatenate([[0.0], np.cumsum([float(w) for w in self.weights])])
        inside = [
            starts[k] + w * c
            for k, part in enumerate(self.parts)
            for w in [starts[k + 1] - starts[k]]
            for c in part.cuts
        ]
        return tuple(float(c) for c in (*starts[1:-1], *inside))

    @property
    def ends(self) -> tuple[float, float]:
        """An interval that carries every part."""
        every = [part.ends for part in self.parts]
        return min(a for a, _ in every), max(b for _, b in every)

    def map(self, s: Array) -> Array:
        """Return T(s): the part that holds s, at its own place inside."""
        s = np.asarray(s, dtype=float)
        value, start = np.empty(s.shape), 0.0
        for part, weight in zip(self.parts, self.weights, strict=True):
            inside = s >= start
            own = np.clip((s[inside] - start) / float(weight), 0.0, np.nextafter(1.0, 0.0))
            value[inside] = part.map(own)
            start += float(weight)
        return value

    def exact(self, n: int) -> bool:
        """Whether each part is exact in its share of the n quantiles."""
        shares = [w * n for w in self.weights]
        whole = all(share.denominator == 1 for share in shares)
        return whole and all(part.exact(int(share)) for part, share in zip(self.parts, shares, strict=True))
