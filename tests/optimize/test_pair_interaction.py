"""Kernels of one inner product."""

from __future__ import annotations

import numpy as np

from verify.model.kernels import read_kernel
from verify.model.sphere import sample_uniform
from verify.optimize.nodes import nodes_of


def test_a_factor_is_invariant_under_frames(atoms, interaction):
    """One rotation of all contents leaves the energy."""
    rng = np.random.default_rng(0)
    found = interaction(atoms([[0, -1, 2], [-1, 1, 0], [2, 0, -1]], {"usa": 3}))
    x = sample_uniform(3, 3, rng)
    frame = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    first, second = found.energies(np.stack([x, x @ frame]))
    assert found.invariant
    assert abs(first - second) < 1e-15


def test_a_gauge_is_undone_in_its_variables(interaction):
    """x = Q^T u gives every pair the inner product <u, v>."""
    document = {"family": "gauge", "d": 4, "profile": {"usa": 1}, "frequencies": ["1", "1/3"]}
    kernel = read_kernel(document | {"labels": {"kind": "positions", "n": 5}})
    found = interaction(kernel)
    u = np.broadcast_to(sample_uniform(1, 4, np.random.default_rng(1)), (5, 4))
    x = found.to_contents(u)
    labels = nodes_of(kernel).labels
    assert np.allclose(kernel.block(x, labels, x, labels), np.e, atol=1e-13)


def test_a_connection_may_have_an_own_term_that_moves(interaction):
    """O_ii = diag(1, -1): h((x, i), (x, i)) = f(x1^2 - x2^2)."""
    reflection = [[1, 0], [0, -1]]
    labels = {"kind": "atoms", "weights": [1]}
    found = interaction(
        read_kernel({"family": "connection", "d": 2, "profile": "t", "O": [[reflection]], "labels": labels})
    )
    assert not found.affine
    assert np.allclose(found.own_jet(0, np.array([[0.6, 0.8]])).value, [0.36 - 0.64])
