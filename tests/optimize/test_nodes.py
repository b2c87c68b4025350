"""Label nodes."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.optimize.nodes import nodes_of


def kernel_on(labels, k="1"):
    """Return a factor kernel on a label law."""
    return read_kernel({"family": "factor", "d": 2, "profile": "t", "k": k, "labels": labels})


def test_finite_laws_are_taken_as_they_are(atoms):
    """With their exact weights."""
    nodes = nodes_of(atoms([[1, 0], [0, 1]], weights=["1/3", "2/3"]))
    assert nodes.exact
    assert np.allclose(nodes.weights, [1 / 3, 2 / 3], atol=1e-16)


def test_a_circle_is_quantised_and_says_so():
    """n equal nodes, cyclic."""
    nodes = nodes_of(kernel_on({"kind": "circle"}), 8)
    assert (nodes.n, nodes.exact, nodes.cyclic) == (8, False, True)
    assert np.allclose(nodes.labels, 2 * np.pi * np.arange(8) / 8)
    assert "quantised" in nodes.note


def test_blocks_are_divided_in_proportion():
    """The kernel is constant there: a law on the nodes is a law of the kernel."""
    nodes = nodes_of(kernel_on({"kind": "blocks", "weights": ["3/4", "1/4"]}, [[1, 0], [0, 1]]), 8)
    assert nodes.exact
    assert nodes.labels.tolist() == [0] * 6 + [1] * 2
    assert abs(nodes.weights.sum() - 1) < 1e-15


def test_many_positions_become_cells_of_the_kernel_itself():
    """Contents constant on cells are laws of the kernel."""
    nodes = nodes_of(kernel_on({"kind": "positions", "n": 1000}, "exp(-Abs(i - j))"), 16)
    assert nodes.exact
    assert sum(len(cell) for cell in nodes.cells) == 1000
    assert abs(nodes.weights.sum() - 1) < 1e-12


def test_a_torus_has_a_grid():
    """Of about n nodes."""
    document = {
        "family": "factor",
        "d": 2,
        "profile": "t",
        "k": "cos(xi1 - zeta1)",
        "labels": {"kind": "torus", "dim": 2},
    }
    assert nodes_of(read_kernel(document), 16).labels.shape == (16, 2)


@pytest.mark.parametrize("n", [0, -1, 5000, 2.5, True])
def test_a_bad_number_of_nodes_is_refused(n):
    """One clear error."""
    with pytest.raises(InputError, match="n must be an integer from 1 to 4096"):
        nodes_of(kernel_on({"kind": "circle"}), n)


def test_fewer_nodes_than_blocks_are_refused():
    """Each block needs one."""
    with pytest.raises(InputError, match="at least the number of blocks"):
        nodes_of(kernel_on({"kind": "blocks", "weights": ["1/2", "1/2"]}, [[1, 0], [0, 1]]), 1)
