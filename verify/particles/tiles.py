"""Blocks of pairs that cover every pair of particles once, small enough that what is made of them stays in cache.

Overview
--------
A symmetric table T_ij is made in blocks: rows a <= i < b against columns c <= j < e with c >= a. What lies beyond the
rows, j >= b, is not made again: its transpose serves the pairs (j, i).

Few particles are cut into strips, rows against all columns from the diagonal on: a table of 512 particles fits into the
cache of one core, and each block costs some calls from Python. Many are cut into square tiles.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["FEW", "Block", "blocks", "largest_block", "tile_side"]

#: Particles up to which rows are taken against all columns at once.
FEW = 512
_TILE = 256


@dataclass(frozen=True)
class Block:
    """Rows against columns.

    Attributes
    ----------
    rows, columns : slice
        The first column is the first row where the diagonal passes through.
    shape : (int, int)
        Numbers of rows and columns.
    diagonal : slice
        The entries (i, i) in the memory of the block, empty where the diagonal does not pass through.
    beyond : slice
        The columns that are no rows of the block: there its transpose counts.
    transposed : slice
        The same, counted within the block.
    """

    rows: slice
    columns: slice
    shape: tuple[int, int]
    diagonal: slice
    beyond: slice
    transposed: slice


def _block(top: int, bottom: int, left: int, right: int) -> Block:
    """Return the rows from top to bottom against the columns from left to right."""
    rows, columns, beyond = bottom - top, right - left, max(left, bottom)
    return Block(
        slice(top, bottom),
        slice(left, right),
        (rows, columns),
        slice(0, rows * (columns + 1) if left == top else 0, columns + 1),
        slice(beyond, right),
        slice(beyond - left, columns),
    )


def tile_side(n: int, width: int) -> int:
    """Return the number of rows of equal blocks of n particles, for operands of the given number of columns.

    Notes
    -----
    A tile of side 256 stays in cache. OpenBLAS multiplies up to 10^6 products of entries without copying its operands:
    tiles of side (10^6/width)^{1/2} are used where they are no smaller than 128, and for few particles. Two strips
    leave out a quarter of the table, and more of them gain less than their calls cost.
    """
    uncopied = math.isqrt(10**6 // max(1, width))
    side = min(_TILE // 2, uncopied) if n <= FEW else _TILE if uncopied < _TILE // 2 else min(_TILE, uncopied)
    return max(1, -(-n // max(1, -(-n // side))))


@lru_cache(maxsize=64)
def largest_block(n: int, width: int) -> int:
    """Return how many entries the largest of :func:`blocks` has."""
    side = tile_side(n, width)
    return side * (n if n <= FEW else side)


@lru_cache(maxsize=64)
def blocks(n: int, width: int) -> tuple[Block, ...]:
    """Return blocks that hold each pair i <= j of n particles once, for operands of the given number of columns.

    Examples
    --------
    >>> [block.shape for block in blocks(256, 4)]
    [(128, 256), (128, 128)]
    """
    side = tile_side(n, width)
    across = max(1, n if n <= FEW else side)
    return tuple(
        _block(top, min(top + side, n), left, min(left + across, n))
        for top in range(0, n, side)
        for left in range(top, n, across)
    )
