"""Null vectors by their values at labels of positive degree, for Coq: T v = sum_c v(q_c) N_c, in integers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from verify.certificates.coq.atoms.correlations import pair_rows
from verify.certificates.coq.atoms.null_space import LARGEST_NULLITY
from verify.certificates.coq.text import NotInCoqError

__all__ = ["StrictBasis", "strict_basis"]


@dataclass(frozen=True)
class StrictBasis:
    """Labels q_c of positive degree, and vectors N_c with the entry T at q_c and 0 at the other q's."""

    labels: list[int]
    vectors: list[list[int]]
    scale: int

    def pairs(self, strict: list[bool]) -> list[list[int]] | None:
        """Return combinations of the equations |y_i|^2 = 1 at the strict labels, as for :func:`pair_rows`."""
        return pair_rows([[x for x, s in zip(vector, strict, strict=True) if s] for vector in self.vectors])


def strict_basis(psd: Mapping[str, Any], strict: list[bool]) -> StrictBasis:
    """Return the null vectors by their values at strict labels.

    Parameters
    ----------
    psd : mapping
        With "kernel", r vectors of n rationals.
    strict : list of n bool
        Labels of positive degree.

    Raises
    ------
    NotInCoqError
        The strict labels do not tell the null vectors apart, or there are more than `LARGEST_NULLITY` of these.

    Examples
    --------
    >>> strict_basis({"kernel": [["1", "1", "1"], ["0", "1", "2"]]}, [True, False, True])
    StrictBasis(labels=[0, 2], vectors=[[2, 1, 0], [0, 1, 2]], scale=2)
    """
    rows = [[Fraction(x) for x in vector] for vector in psd["kernel"]]
    if len(rows) > LARGEST_NULLITY:
        raise NotInCoqError(f"the null space has more than {LARGEST_NULLITY} dimensions")
    labels: list[int] = []
    for i in (i for i, s in enumerate(strict) if s):
        c = len(labels)
        pivot = next((b for b in range(c, len(rows)) if rows[b][i]), None)
        if pivot is None:
            continue
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [x / rows[c][i] for x in rows[c]]
        rows = [
            row if b == c else [x - row[i] * y for x, y in zip(row, rows[c], strict=True)] for b, row in enumerate(rows)
        ]
        labels.append(i)
    if len(labels) < len(rows):
        raise NotInCoqError("labels with D > 0 do not tell the null vectors of L apart")
    T = lcm(*(x.denominator for row in rows for x in row))
    return StrictBasis(labels, [[int(x * T) for x in row] for row in rows], T)
