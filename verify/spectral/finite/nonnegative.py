"""Nonnegative factors: sign and irreducibility decide, without an eigenvalue, at any size.

T5, corollary (a): if k >= 0 and f(t) < f(1) for t < 1, collapsed laws are the maximisers, and the only ones
iff k is irreducible: its support, as a graph on the labels, is connected (and k_11 > 0 if there is one
label). Otherwise the components of the support collapse separately.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd, prod
from numbers import Rational

import numpy as np
from numpy.typing import NDArray

from verify.model.errors import InputError

__all__ = ["SignDecision", "decide_cyclic", "decide_table", "decide_toeplitz", "exact_signs"]

Signs = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class SignDecision:
    """The sign of a factor and the components of its support.

    Parameters
    ----------
    nonnegative : bool
        k >= 0 everywhere.
    negative : tuple of int, or None
        Where it is not: the first pair (i, j) of a table, or the first lag.
    components : NDArray[int32], shape (n,), or None
        The component of every label (positions in C order), numbered from 0 in order of first appearance;
        None where k is not nonnegative.
    count : int
        The number of components; 0 where k is not nonnegative.
    irreducible : bool
        k >= 0, one component, and k_11 > 0 if there is one label.
    """

    nonnegative: bool
    negative: tuple[int, ...] | None
    components: NDArray[np.int32] | None
    count: int
    irreducible: bool

    def component(self, c: int) -> tuple[int, ...]:
        """Return the labels of a component."""
        if self.components is None:
            return ()
        return tuple(int(i) for i in np.flatnonzero(self.components == c))


def exact_signs(values: object) -> Signs:
    """Return the signs -1, 0, 1 of a nested sequence of exact rationals.

    Raises
    ------
    InputError
        An entry that is no exact rational (floats, NaN and infinities are refused), or rows of different
        lengths.

    Examples
    --------
    >>> from fractions import Fraction
    >>> exact_signs([[0, Fraction(1, 3)], [Fraction(-1, 2), 2]]).tolist()
    [[0, 1], [-1, 1]]
    """
    return np.array(_signs(values, "k"), dtype=np.int8)


def _signs(values: object, place: str) -> int | list[object]:
    if isinstance(values, Rational) and not isinstance(values, bool):
        numerator = int(values.numerator)
        return (numerator > 0) - (numerator < 0)
    if isinstance(values, Iterable) and not isinstance(values, str | bytes):
        rows: list[object] = [_signs(x, f"{place}[{i}]") for i, x in enumerate(values)]
        if len({len(row) if isinstance(row, list) else -1 for row in rows}) > 1:
            raise InputError(place, "have rows of one length", "rows of different lengths")
        return rows
    raise InputError(place, "be an exact rational (int or Fraction)", values, "A float has no exact sign.")


def decide_table(signs: Signs | Sequence[Sequence[int]]) -> SignDecision:
    """Decide a symmetric table from the signs of its entries.

    Parameters
    ----------
    signs : array of -1, 0, 1, shape (n, n), symmetric, n >= 1

    Raises
    ------
    InputError
        Another shape, other values (signs that are not known are not signs), or an asymmetric table.

    Examples
    --------
    >>> decide_table([[1, 1, 0], [1, 0, 0], [0, 0, 1]]).components.tolist()
    [0, 0, 1]
    """
    table = _checked(signs, "signs")
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        raise InputError("signs", "be a square table", f"shape {table.shape}")
    if not np.array_equal(table, table.T):
        i, j = (int(x) for x in np.argwhere(table != table.T)[0])
        raise InputError("signs", "be symmetric", f"signs[{i}][{j}] = {table[i, j]}, signs[{j}][{i}] = {table[j, i]}")
    if (table < 0).any():
        return _negative(np.argwhere(table < 0)[0])
    count, components = _connected(np.nonzero(table), len(table))
    return _decision(components, count, loop=bool(table[0, 0]))


def decide_toeplitz(signs: Signs | Sequence[object], shape: Sequence[int] | None = None) -> SignDecision:
    """Decide a Toeplitz factor k(i, j) = kappa(i - j) on positions from the signs of its lags.

    Parameters
    ----------
    signs : array of -1, 0, 1
        Positions 0..n-1: the n lags 0..n-1 (kappa is even). Positions of a shape (H, W, ..): a table of
        2H-1 by 2W-1 by .., lag delta at index delta + (H-1, W-1, ..), symmetric under delta -> -delta.
    shape : sequence of int, optional
        The shape of the positions; derived from `signs` if left out.

    Raises
    ------
    InputError
        Another shape, other values, or a table that is not symmetric under delta -> -delta.

    Notes
    -----
    Labels are joined lag by lag, shortest lags first, comparing slices of the array of components. It stops
    as soon as no further lag can join anything: one component, or in one dimension as many as gcd(support)
    allows. A support with lag 1 is connected at once, at any n.

    Examples
    --------
    >>> decide_toeplitz([1, 1, 0, 0]).irreducible
    True
    >>> decide_toeplitz([1, 0, 0, 1, 0]).components.tolist()
    [0, 1, 2, 0, 1]
    """
    table = _checked(signs, "signs")
    if table.ndim == 1 and (shape is None or len(shape) == 1):
        sizes, lags, values, centre = _line(table, shape)
    else:
        sizes, lags, values, centre = _grid(table, shape)
    if (values < 0).any():
        return _negative(lags[int(np.argmax(values < 0))])
    support = lags[values > 0]
    order = np.argsort(np.abs(support).sum(axis=1), kind="stable")
    return _joined(sizes, [tuple(int(x) for x in lag) for lag in support[order]], loop=centre)


def decide_cyclic(signs: Signs | Sequence[int]) -> SignDecision:
    """Decide a circulant factor k(i, j) = kappa(i - j mod n) from the signs of its n lags.

    Parameters
    ----------
    signs : array of -1, 0, 1, shape (n,), even: signs[m] = signs[n - m]

    Notes
    -----
    The support generates the subgroup gcd(n, support) Z_n, and the components are its cosets.

    Examples
    --------
    >>> decide_cyclic([1, 0, 1, 0, 1, 0]).components.tolist()
    [0, 1, 0, 1, 0, 1]
    """
    row = _checked(signs, "signs")
    n = row.size
    if row.ndim != 1:
        raise InputError("signs", "be one row of lags", f"shape {row.shape}")
    if not np.array_equal(row[1:], row[:0:-1]):
        m = int(np.argmax(row[1:] != row[:0:-1])) + 1
        raise InputError("signs", "be even", f"signs[{m}] = {row[m]}, signs[{n - m}] = {row[n - m]}")
    if (row < 0).any():
        return _negative(np.argwhere(row < 0)[0])
    count = gcd(n, *(int(m) for m in np.flatnonzero(row)))
    return _decision(np.arange(n) % count, count, loop=bool(row[0]))


def _checked(signs: object, name: str) -> Signs:
    array = np.asarray(signs)
    if array.size == 0 or array.dtype.kind not in "iu" or not np.isin(array, (-1, 0, 1)).all():
        raise InputError(name, "hold the integers -1, 0 and 1, at least one", signs)
    return array.astype(np.int8)


def _negative(place: Iterable[int]) -> SignDecision:
    return SignDecision(
        nonnegative=False, negative=tuple(int(x) for x in place), components=None, count=0, irreducible=False
    )


def _decision(components: NDArray[np.integer], count: int, *, loop: bool) -> SignDecision:
    connected = count == 1 and (components.size > 1 or loop)
    return SignDecision(
        nonnegative=True,
        negative=None,
        components=components.astype(np.int32),
        count=count,
        irreducible=connected,
    )


_Lags = tuple[tuple[int, ...], NDArray[np.int64], Signs, bool]


def _line(table: Signs, shape: Sequence[int] | None) -> _Lags:
    """Return sizes, lags, their signs, and whether lag 0 is positive, for positions 0..n-1."""
    n = table.size
    if shape is not None and tuple(shape) != (n,):
        raise InputError("signs", f"hold the lags 0..{shape[0] - 1}", f"{n} lags")
    return (n,), np.arange(n, dtype=np.int64)[:, None], table, bool(table[0] > 0)


def _grid(table: Signs, shape: Sequence[int] | None) -> _Lags:
    """Return the same for positions of a shape: one lag of each pair delta, -delta."""
    sizes = tuple(shape) if shape is not None else tuple((m + 1) // 2 for m in table.shape)
    if table.shape != tuple(2 * m - 1 for m in sizes):
        raise InputError("signs", f"have shape {tuple(2 * m - 1 for m in sizes)}", f"shape {table.shape}")
    flat = table.ravel()
    if not np.array_equal(flat, flat[::-1]):
        raise InputError("signs", "be symmetric under delta -> -delta", "a table that is not")
    centre = np.array(sizes) - 1
    half = flat.size // 2
    lags = np.stack(np.unravel_index(np.arange(half, flat.size), table.shape), axis=1) - centre
    return sizes, lags, flat[half:], bool(flat[half] > 0)


def _joined(sizes: tuple[int, ...], support: Sequence[tuple[int, ...]], *, loop: bool) -> SignDecision:
    """Join labels along the lags of the support until no lag can join more."""
    n = prod(sizes)
    lags = [lag for lag in support if any(lag)]
    components = np.arange(n, dtype=np.int32).reshape(sizes)
    count = n
    fewest = min(n, gcd(*(lag[0] for lag in lags))) if len(sizes) == 1 and lags else 1
    for lag in lags:
        if count == fewest:
            break
        here = components[tuple(slice(max(0, -x), m - max(0, x)) for x, m in zip(lag, sizes, strict=True))]
        there = components[tuple(slice(max(0, x), m - max(0, -x)) for x, m in zip(lag, sizes, strict=True))]
        different = here != there
        if different.any():
            count, names = _connected((here[different], there[different]), count)
            components = names.astype(np.int32)[components]
    return _decision(components.ravel(), count, loop=loop)


def _connected(edges: tuple[NDArray[np.integer], ...], n: int) -> tuple[int, NDArray[np.integer]]:
    """Return the number of components of a graph on n vertices, and the component of each vertex.

    Every vertex is named by the root of its tree. An edge between two trees hooks the higher root to the lower one,
    and pointers are then shortened to roots. Roots that hook nowhere are no neighbours, so that each round at least
    halves the number of trees that an edge leaves.
    """
    names = np.arange(n)
    while True:
        low, high = np.sort(np.stack([names[edges[0]], names[edges[1]]]), axis=0)
        apart = low != high
        if not apart.any():
            break
        np.minimum.at(names, high[apart], low[apart])
        while (names != names[names]).any():
            names = names[names]
    roots, components = np.unique(names, return_inverse=True)
    return len(roots), components
