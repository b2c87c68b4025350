"""What the null space of a signed Laplacian says to Coq: shares of two opposite points, and no indicator at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from verify.certificates.checker.dichotomy import indicates
from verify.certificates.coq.text import NotInCoqError, cleared

__all__ = ["LARGEST_NULLITY", "find_shares", "unit_pivots"]

#: Among 2^r vectors Coq looks for the indicators in a null space of r dimensions.
LARGEST_NULLITY = 12


def unit_pivots(psd: Mapping[str, Any]) -> tuple[list[list[int]], int]:
    """Return the null vectors as integers with one common entry T at their own pivots, and T.

    Parameters
    ----------
    psd : mapping
        With "kernel", r vectors of n rationals, and "pivots", r labels.

    Raises
    ------
    NotInCoqError
        More than `LARGEST_NULLITY` vectors, or not one pivot for each of them.

    Examples
    --------
    >>> unit_pivots({"kernel": [["1", "0", "1/2"], ["0", "2", "1"]], "pivots": [0, 1]})
    ([[2, 0, 1], [0, 2, 1]], 2)
    """
    basis = _basis(psd)
    T = lcm(*(x.denominator for vector in basis for x in vector))
    return [[int(x * T) for x in vector] for vector in basis], T


def find_shares(psd: Mapping[str, Any], strict: list[bool], given: object) -> tuple[list[int], int] | None:
    """Return V, q: shares v = V/q in the null space, 0 or 1 at the strict labels, in [0, 1] at the others.

    Parameters
    ----------
    psd : mapping
        As for :func:`unit_pivots`.
    strict : list of n bool
        Labels whose slice has to be one point.
    given : list of str, or None
        The certificate's own shares, tried first.

    Returns
    -------
    tuple of (list of int, int), or None
        None where no shares are found that are not constant 0 or 1. Coq checks them again.

    Examples
    --------
    >>> two = {"kernel": [["1", "1", "0"], ["0", "0", "1"]], "pivots": [0, 2]}
    >>> find_shares(two, [True] * 3, None)
    ([0, 0, 1], 1)
    >>> find_shares({"kernel": [["1", "1"]], "pivots": [0]}, [False, False], None)
    ([1, 1], 2)
    """
    for v in _candidates(psd, strict, given):
        if indicates(v, strict):
            return cleared(v)
    return None


def _candidates(psd: Mapping[str, Any], strict: list[bool], given: object) -> Iterator[list[Fraction]]:
    """Yield the given shares, one half everywhere (of use where no label is strict), all sums of null vectors."""
    n = len(strict)
    if isinstance(given, list) and len(given) == n:
        yield [Fraction(x) for x in given]
    yield [Fraction(1, 2)] * n
    basis = _basis(psd)
    for chosen in product((0, 1), repeat=len(basis)):
        yield [
            sum((x for x, c in zip(column, chosen, strict=True) if c), Fraction(0))
            for column in zip(*basis, strict=True)
        ]


def _basis(psd: Mapping[str, Any]) -> list[list[Fraction]]:
    """Return the null vectors with entry 1 at their own pivots."""
    kernel, pivots = psd["kernel"], psd["pivots"]
    if len(kernel) > LARGEST_NULLITY:
        raise NotInCoqError(f"the null space has more than {LARGEST_NULLITY} dimensions")
    if len(kernel) != len(pivots):
        raise NotInCoqError("the null space needs one pivot for each of its vectors")
    scales = [Fraction(vector[int(t)]) for vector, t in zip(kernel, pivots, strict=True)]
    return [[Fraction(x) / scale for x in vector] for vector, scale in zip(kernel, scales, strict=True)]
