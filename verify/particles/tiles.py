"""Blocks of pairs that cover every pair of particles once, small enough that what is made of them stays in cache.

Overview
--------
A symmetric table T_ij is made in blocks: rows a <= i < b against columns c <= j < e with c >= a. What lies beyond the
rows, j >= b, is not made again: its transpose serves the pairs (j, i).

Few particles are cut into strips, rows against all columns from the diagonal on: a table of 512 particles fits into the
cache of one core, and each block costs some calls from Python. Many are cut into square tiles. Either way a block is no
larger than what OpenBLAS multiplies where it lies, unless calls would then cost more than copies.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

__all__ = ["FEW", "LARGEST_SIDE", "UNCOPIED", "Block", "blocks", "largest_block", "strip_rows", "tile_side", "uncopied"]

#: Particles up to which rows are taken against all columns at once.
FEW = 512
#: Products of entries up to which OpenBLAS multiplies matrices where they lie; the operands of more it copies first.
UNCOPIED = 10**6
#: Rows of the largest tile, which stays in cache.
LARGEST_SIDE = 256
#: The most rows of a strip, the least that are worth the calls of a tile, and those of a strip.
_MOST, _LEAST_SIDE, _LEAST_ROWS = 128, 128, 24
#: Entries in a cache line.
_LINE = 8


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


def uncopied(n: int, width: int) -> bool:
    """Return whether blocks of n particles, for operands of the given number of columns, are multiplied without copies.

    Notes
    -----
    Where tiles of side 128, or a first strip of 24 rows, would be copied, smaller ones cost more than copies do.
    """
    return width * (_LEAST_ROWS * n if n <= FEW else _LEAST_SIDE**2) <= UNCOPIED


def tile_side(n: int, width: int) -> int:
    """Return the number of rows of equal tiles of many particles, for operands of the given number of columns.

    Notes
    -----
    (10^6/width)^{1/2} is the largest side without copies.
    """
    side = min(LARGEST_SIDE, math.isqrt(UNCOPIED // max(1, width))) if uncopied(n, width) else LARGEST_SIDE
    return max(1, -(-n // max(1, -(-n // side))))


def strip_rows(n: int, width: int) -> tuple[int, ...]:
    """Return the numbers of rows of strips of few particles, for operands of the given number of columns.

    Notes
    -----
    Two strips leave out a quarter of the table, and more of them gain less than their calls cost, unless they save
    copies: a strip of c columns has at most 10^6/(c width) rows, and the next, with fewer columns, may have more.
    Multiples of 8 rows let the columns of all strips begin at a cache line.
    """
    rows: list[int] = []
    while (left := n - sum(rows)) > 0:
        most = min(_MOST, UNCOPIED // (width * left) // _LINE * _LINE) if uncopied(n, width) else _MOST
        strips = -(-left // most)
        rows.append(min(left, -(-left // (strips * _LINE)) * _LINE))
    return tuple(rows)


@lru_cache(maxsize=64)
def largest_block(n: int, width: int) -> int:
    """Return how many entries the largest of :func:`blocks` has."""
    if n > FEW:
        return tile_side(n, width) ** 2
    return max((math.prod(block.shape) for block in blocks(n, width)), default=0)


@lru_cache(maxsize=64)
def blocks(n: int, width: int) -> tuple[Block, ...]:
    """Return blocks that hold each pair i <= j of n particles once, for operands of the given number of columns.

    Examples
    --------
    >>> [block.shape for block in blocks(256, 4)]
    [(128, 256), (128, 128)]
    >>> [block.shape for block in blocks(256, 64)]
    [(56, 256), (72, 200), (64, 128), (64, 64)]
    """
    if n <= FEW:
        bottoms = accumulate(strip_rows(n, width))
        return tuple(_block(top, bottom, top, n) for top, bottom in pairwise((0, *bottoms)))
    side = tile_side(n, width)
    return tuple(
        _block(top, min(top + side, n), left, min(left + side, n))
        for top in range(0, n, side)
        for left in range(top, n, side)
    )
