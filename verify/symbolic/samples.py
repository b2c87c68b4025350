"""Random instances of everything that a symbolic identity leaves open: numbers, vectors, profiles, kernels, laws.

Values are drawn by name, so that one sample gives one value to each symbol wherever it occurs. They are exact dyadic
rationals, or balls made of such, and depend on the seed alone.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import flint
import numpy as np
import sympy

from verify.symbolic._expressions import rational_of
from verify.symbolic.functions import Law, UniformCircle
from verify.symbolic.vectors import (
    EvenBase,
    Orthogonal,
    OrthogonalMaps,
    SymmetricBase,
    UnitVector,
    UnitVectors,
    Vector,
    Vectors,
)

__all__ = ["Domain", "Sample"]

#: A symbol's values: an open interval, or a tuple of possible values.
Domain = tuple[Any, Any] | list[Any]
_BITS = 30
#: Number of equally spaced points in place of the uniform circle.
CIRCLE = 24


class Sample:
    """One instance: reproducible values for symbols, families, profiles, kernels, maps and laws.

    Parameters
    ----------
    seed : int
        Where the random numbers start.
    domain : mapping of Symbol to (low, high) or list
        An open interval for a real symbol, or a list of exact values; symbols that are not named get values from their
        assumptions: positive ones in (1/4, 2), integers in 1..4, others in (-2, 2).
    dimension : int, optional
        The d of all vectors; drawn from 2..4 by default.
    """

    def __init__(
        self, seed: int, domain: Mapping[sympy.Symbol, Domain] | None = None, dimension: int | None = None
    ) -> None:
        self.seed = seed
        self.domain = {symbol.name: values for symbol, values in (domain or {}).items()}
        self.dimension = dimension or int(self._rng("dimension").integers(2, 5))
        self.atoms = 3
        self._known: dict[tuple[Any, ...], Any] = {}

    def _rng(self, *name: Any) -> np.random.Generator:
        return np.random.default_rng([self.seed, zlib.crc32(repr(name).encode())])

    def _once(self, key: tuple[Any, ...], make: Any) -> Any:
        # the key holds the precision: a ball is made again where more digits are asked for
        key = (flint.ctx.prec, *key)
        if key not in self._known:
            self._known[key] = make(self._rng(*key[1:]))
        return self._known[key]

    def symbol(self, symbol: sympy.Symbol) -> Any:
        """Return the value of a symbol: an int for an integer, a list for a vector, else an exact ball."""
        if isinstance(symbol, Vector):
            return self.vector(symbol.name, unit=isinstance(symbol, UnitVector))
        if symbol.name in self.domain:
            return self._from_domain(symbol)
        if symbol.is_integer:
            return self._once(("integer", symbol.name), lambda rng: int(rng.integers(1, 5)))
        low, high = (0.25, 2.0) if symbol.is_positive else (-2.0, 2.0)
        return self._once(("real", symbol.name), lambda rng: _dyadic(rng, low, high))

    def _from_domain(self, symbol: sympy.Symbol) -> Any:
        values = self.domain[symbol.name]
        if isinstance(values, list):
            chosen = self._once(("choice", symbol.name), lambda rng: values[int(rng.integers(len(values)))])
            return _exact(chosen, symbol)
        low, high = map(_end, values)
        if symbol.is_integer:
            return self._once(("integer", symbol.name), lambda rng: int(rng.integers(int(low), int(high) + 1)))
        return self._once(("real", symbol.name), lambda rng: _dyadic(rng, low, high))

    def vector(self, *name: Any, unit: bool = False) -> list[flint.arb]:
        """Return a random vector; a unit vector has norm one within rounding."""

        def make(rng: np.random.Generator) -> list[flint.arb]:
            entries = [_dyadic(rng, -1.0, 1.0) for _ in range(self.dimension)]
            if not unit:
                return entries
            norm = sum((entry * entry for entry in entries), flint.arb(0)).sqrt()
            return [entry / norm for entry in entries]

        return self._once(("vector", unit, *name), make)

    def member(self, base: sympy.IndexedBase, indices: tuple[str, ...]) -> Any:
        """Return the member of a family with these indices, spelt as strings."""
        name = str(base.label)
        if isinstance(base, UnitVectors):
            return self.vector(name, indices, unit=True)
        if isinstance(base, Vectors):
            return self.vector(name, indices)
        if isinstance(base, OrthogonalMaps):
            return self.rotation(name, indices)
        if isinstance(base, SymmetricBase):
            indices = tuple(sorted(indices))
        if isinstance(base, EvenBase):
            indices = tuple(index.removeprefix("-") for index in indices)
        default = (0.25, 2.0) if base.is_nonnegative else (-2.0, 2.0)
        values = self.domain.get(name, default)
        return self._once(("member", name, indices), lambda rng: _dyadic(rng, *map(_end, values)))

    def rotation(self, *name: Any) -> list[list[flint.arb]]:
        """Return a random element of O(d): a product of two reflections, or one."""

        def make(rng: np.random.Generator) -> list[list[flint.arb]]:
            matrix = _identity(self.dimension)
            for part in range(int(rng.integers(1, 3))):
                matrix = _reflect(matrix, self.vector("mirror", part, *name, unit=True))
            return matrix

        return self._once(("map", *name), make)

    def operator(self, symbol: Orthogonal) -> list[list[flint.arb]]:
        """Return the matrix of an orthogonal map."""
        return self.rotation(symbol.name)

    def frequencies(self) -> list[flint.arb]:
        """Return the frequencies of :class:`Rotation`, one for each pair of coordinates."""
        return self._once(("frequencies",), lambda rng: [_dyadic(rng, 0.5, 2.0) for _ in range(self.dimension // 2)])

    def profile(self, name: str, order: int, t: Any) -> Any:
        """Return f^(m)(t) of a random profile: a polynomial of degree 5 and an exponential."""
        coefficients, rate = self._once(
            ("profile", name),
            lambda rng: ([_dyadic(rng, -1.0, 1.0) for _ in range(6)], _dyadic(rng, 0.5, 1.5)),
        )
        total = (t * rate).exp() * rate**order
        for degree in range(order, 6):
            falling = flint.arb(1)
            for step in range(order):
                falling *= degree - step
            total += (
                t ** (degree - order) * (coefficients[degree] * falling)
                if degree > order
                else (coefficients[degree] * falling)
            )
        return total

    def kernel(self, name: str, a: str, b: str) -> tuple[Any, Any]:
        """Return value and gradient of h_ab(x, y) = exp(<Q_a x, Q_b y>) + <p_a, x><p_b, y>."""
        first, second = self.rotation(name, a), self.rotation(name, b)
        p, q = self.vector(name, "p", a), self.vector(name, "p", b)

        def value(x: list[Any], y: list[Any]) -> Any:
            return inner(times(first, x), times(second, y)).exp() + inner(p, x) * inner(q, y)

        def gradient(x: list[Any], y: list[Any]) -> list[Any]:
            pulled = times(transpose(first), times(second, y))
            weight, other = inner(x, pulled).exp(), inner(q, y)
            return [weight * u + other * v for u, v in zip(pulled, p, strict=True)]

        return value, gradient

    def law(self, law: Law, label: str, *, vector: bool) -> list[tuple[flint.arb, Any]]:
        """Return weights and atoms of a finite law of the right mass; weights of mass 1 are positive."""
        if isinstance(law, UniformCircle):
            # exact for all trigonometric polynomials of degree below CIRCLE
            return [(flint.arb(1) / CIRCLE, 2 * flint.arb.pi() * j / CIRCLE) for j in range(CIRCLE)]
        name = str(law.args[0])

        def make(rng: np.random.Generator) -> list[tuple[flint.arb, Any]]:
            places = [
                self.vector(name, label, index, unit=True) if vector else _dyadic(rng, -2.0, 2.0)
                for index in range(self.atoms)
            ]
            weights = [_dyadic(rng, 0.25, 1.0) for _ in places]
            total = sum(weights, flint.arb(0))
            if law.mass == 0:
                weights[-1] = weights[-1] - total
            else:
                weights = [weight / total * int(law.mass) for weight in weights]
            return list(zip(weights, places, strict=True))

        return self._once(("law", name, str(law.mass), label, vector), make)


def _dyadic(rng: np.random.Generator, low: Fraction | float, high: Fraction | float) -> flint.arb:
    """Return an exact dyadic number strictly inside the interval."""
    share = int(rng.integers(1, 2**_BITS))
    span = Fraction(high) - Fraction(low)
    value = Fraction(low) + span * Fraction(share, 2**_BITS)
    return flint.arb(value.numerator) / value.denominator


def _end(value: Any) -> Fraction:
    """Return an end of an interval; that of an irrational one may be any number near it."""
    return Fraction(float(value)) if isinstance(value, sympy.Expr) and not value.is_Rational else rational_of(value)


def _exact(value: Any, symbol: sympy.Symbol) -> Any:
    number = rational_of(value)
    if number.denominator == 1 and symbol.is_integer:
        return int(number)
    return flint.arb(number.numerator) / number.denominator


def inner(u: list[Any], v: list[Any]) -> Any:
    """Return the sum of products."""
    total = u[0] * v[0]
    for a, b in zip(u[1:], v[1:], strict=True):
        total = total + a * b
    return total


def times(matrix: list[list[Any]], v: list[Any]) -> list[Any]:
    """Return the product of a matrix and a vector."""
    return [inner(row, v) for row in matrix]


def transpose(matrix: list[list[Any]]) -> list[list[Any]]:
    """Return the transpose."""
    return [list(column) for column in zip(*matrix, strict=True)]


def rotate(v: list[Any], angle: Any, frequencies: list[Any], sine_cosine: Any) -> list[Any]:
    """Return R(angle) v: each pair of coordinates turned by its frequency times the angle."""
    turned = list(v)
    for plane, frequency in enumerate(frequencies):
        s, c = sine_cosine(angle * frequency)
        a, b = v[2 * plane], v[2 * plane + 1]
        turned[2 * plane], turned[2 * plane + 1] = c * a - s * b, s * a + c * b
    return turned


def _identity(size: int) -> list[list[flint.arb]]:
    return [[flint.arb(int(i == j)) for j in range(size)] for i in range(size)]


def _reflect(matrix: list[list[flint.arb]], mirror: list[flint.arb]) -> list[list[flint.arb]]:
    """Return (1 - 2 u u^T) M."""
    rows = []
    for i, row in enumerate(matrix):
        rows.append(
            [entry - 2 * mirror[i] * inner(mirror, [line[j] for line in matrix]) for j, entry in enumerate(row)]
        )
    return rows
