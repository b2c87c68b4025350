"""Blocks of pairs."""

from __future__ import annotations

import numpy as np
import pytest

from verify.particles.tiles import FEW, UNCOPIED, blocks, largest_block, strip_rows, tile_side, uncopied


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
    assert [tile_side(n, 4) for n in (513, 4096)] == [171, 256]
    assert max(largest_block(n, 4) for n in range(0, 3000, 7)) <= 256**2


@pytest.mark.parametrize("width", [3, 9, 33, 65, 128, 300])
def test_strips_grow_while_no_product_is_copied(width):
    """Rows times columns times width stay below 10^6, and rows are whole cache lines; wider ones are cut in two."""
    for n in range(1, FEW + 1, 17):
        rows = strip_rows(n, width)
        assert sum(rows) == n
        assert max(rows) <= 128
        assert all(count % 8 == 0 for count in rows[:-1])
        if uncopied(n, width):
            assert max(block.shape[0] * block.shape[1] for block in blocks(n, width)) * width <= UNCOPIED
    assert strip_rows(256, 64) == (56, 72, 64, 64)
    assert strip_rows(256, 256) == strip_rows(256, 4) == (128, 128)
    assert (uncopied(256, 64), uncopied(256, 256), uncopied(4096, 50), uncopied(4096, 65)) == (True, False, True, False)
