"""From kernels to interactions."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.optimize.interactions import interaction_of
from verify.optimize.nodes import nodes_of


def test_cells_average_the_factor(interaction):
    """The mean of k over two cells, and so the collapsed energy of the kernel itself."""
    labels = {"kind": "positions", "n": 600}
    kernel = read_kernel({"family": "factor", "d": 2, "profile": "t", "k": "exp(-Abs(i - j)/10)", "labels": labels})
    found = interaction(kernel, 7)
    i = np.arange(600)
    k = np.exp(-np.abs(i[:, None] - i) / 10)
    collapsed = np.tile([1.0, 0.0], (7, 1))
    assert abs(found.energies(collapsed[None])[0] - k.mean() / 2) < 1e-14
    cell = nodes_of(kernel, 7).cells[0]
    assert abs(found.k[0, 0] - k[np.ix_(cell, cell)].mean()) < 1e-14


def test_lag_tables_are_the_same_with_and_without_cells(interaction):
    """A Toeplitz table by lag, as a formula would give it."""
    labels = {"kind": "positions", "n": 600}
    shared = {"family": "factor", "d": 2, "profile": "t", "labels": labels}
    lags = interaction(read_kernel(shared | {"k": {"toeplitz": [1.0 / (1 + s) for s in range(600)]}}), 5)
    formula = interaction(read_kernel(shared | {"k": "1/(1 + Abs(i - j))"}), 5)
    assert np.allclose(lags.k, formula.k, rtol=1e-12)


def test_a_matrix_kernel_has_no_sphere():
    """Its optimum is a vertex problem."""
    document = {"family": "matrix", "d": 2, "h": [[0, 1], [1, 0]], "contents": 2}
    kernel = read_kernel(document | {"labels": {"kind": "atoms", "weights": [1]}})
    with pytest.raises(InputError, match="contents on a sphere"):
        interaction_of(kernel, nodes_of(kernel))
