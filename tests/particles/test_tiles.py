"""Blocks of pairs."""

from __future__ import annotations

import numpy as np
import pytest

from verify.particles.tiles import blocks, largest_block, tile_side


@pytest.mark.parametrize("n", [0, 1, 2, 127, 128, 129, 256, 257, 512, 513, 700])
@pytest.mark.parametrize("width", [3, 65, 10**6])
def test_every_pair_is_in_one_block(n, width):
    """Entries in the rows and columns of a block, and in its transpose beyond them, count each (i, j) once."""
    seen = np.zeros((n, n), dtype=int)
    for block in blocks(n, width):
        tile = np.zeros(block.shape, dtype=int)
        tile.reshape(-1)[block.diagonal] = 1
        own = np.arange(n)[block.rows][:, None] == np.arange(n)[block.columns]
        assert np.array_equal(tile == 1, own)
        assert tile.size <= largest_block(n, width)
        seen[block.rows, block.columns] += 1
        seen[block.beyond, block.rows] += np.ones_like(tile)[:, block.transposed].T
    assert (seen == 1).all()


def test_tiles_stay_in_cache():
    """Sides fall with the number of columns, while products that small are cheap; blocks of a field are equal."""
    assert [tile_side(10**6, width) for width in (3, 25, 50, 65, 10**6)] == [256, 200, 141, 256, 256]
    assert [tile_side(n, 4) for n in (0, 1, 150, 256, 513, 4096)] == [1, 1, 75, 128, 171, 256]
    assert tile_side(256, 65) == 86
    assert max(largest_block(n, 4) for n in range(0, 3000, 7)) <= 256**2
