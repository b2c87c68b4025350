"""Maximisers are told from other laws by the proved bound."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.testing import KernelFailure, Law, assert_maximiser, strategies
from verify.testing.maximisers import first_order_gain

#: A fifth of the profile's examples, for what takes long.
FEW = max(10, settings().max_examples // 5)
HALVES = {"kind": "atoms", "weights": ["1/2", "1/2"]}


@given(strategies.psd_laplacians(), st.data())
def test_collapsed_laws_maximise_where_the_laplacian_is_psd(document, data):
    """In both views, at every content."""
    kernel = read_kernel(document)
    law = Law.collapsed(kernel, data.draw(strategies.unit_vectors(kernel.d)))
    assert_maximiser(kernel, law)
    assert_maximiser(kernel, law, view="graph_laws")


@settings(max_examples=FEW)
@given(strategies.indefinite_laplacians(), st.data())
def test_no_collapsed_law_maximises_where_it_is_indefinite(document, data):
    """The failure names T5 and the negative direction, down to a margin of 10^-12."""
    kernel = read_kernel(document)
    law = Law.collapsed(kernel, data.draw(strategies.unit_vectors(kernel.d)))
    with pytest.raises(KernelFailure, match=r"(?s)theorem: T5.*L positive semidefinite fails"):
        assert_maximiser(kernel, law)


@pytest.mark.slow
@settings(max_examples=FEW)
@given(strategies.prefix_kernels(), st.data())
def test_laws_of_the_gauge_maximise_and_others_do_not(document, data):
    """x = Q^T u does (T4); with one content turned to its antipode it does not."""
    kernel = read_kernel(document)
    u = data.draw(strategies.unit_vectors(kernel.d))
    Q = kernel.matrices(np.arange(kernel.labels.size))
    x = np.einsum("nji,j->ni", Q, u)
    assert_maximiser(kernel, Law.graph(kernel, x / np.linalg.norm(x, axis=1, keepdims=True)))
    x[0] = -x[0]
    with pytest.raises(KernelFailure, match="less by"):
        assert_maximiser(kernel, Law.graph(kernel, x / np.linalg.norm(x, axis=1, keepdims=True)))


def test_without_a_peak_there_are_other_maximisers():
    """f(t) < f(1) dropped: for f = t^2 contents ±Q^T u attain the maximum, for f = e^t they do not."""
    document = {"family": "gauge", "d": 2, "labels": {"kind": "positions", "n": 4}, "frequencies": ["1"]}
    angles = -np.arange(4.0) + np.pi * np.array([0, 1, 1, 0])
    x = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    even = read_kernel(document | {"profile": "t**2"})
    law = Law.graph(even, x)
    assert law.energy(even) == pytest.approx(0.5, abs=1e-15)
    peaked = read_kernel(document | {"profile": {"usa": 1}})
    with pytest.raises(KernelFailure, match="less by"):
        assert_maximiser(peaked, law)


def test_an_atom_with_a_negative_factor_tells_the_views_apart():
    """k = [[-2, 1], [1, -2]], f = e^{2t}/2: collapse is maximal among graph laws, uniform slices beat it (T5)."""
    kernel = read_kernel(
        {"family": "factor", "d": 2, "profile": {"usa": 2}, "labels": HALVES, "k": [["-2", "1"], ["1", "-2"]]}
    )
    law = Law.collapsed(kernel, np.array([1.0, 0.0]))
    assert_maximiser(kernel, law, view="graph_laws")
    with pytest.raises(KernelFailure, match=r"D >= 0 fails"):
        assert_maximiser(kernel, law, view="all_laws")
    ring = 2 * np.pi * np.arange(64) / 64
    circle = np.stack([np.cos(ring), np.sin(ring)], axis=1)
    slices = Law.slices(kernel, np.stack([circle, circle]))
    assert slices.energy(kernel) > law.energy(kernel)


def test_the_first_order_gain_is_the_closed_form():
    """Linear f: V(x) = <x, m>, so that a token opposite to the mean m gains 2 |m|."""
    kernel = read_kernel(
        {"family": "factor", "d": 3, "profile": "t", "labels": {"kind": "positions", "n": 4}, "k": [["1"] * 4] * 4}
    )
    x = np.tile([0.0, 0.0, 1.0], (4, 1))
    x[2] = -x[2]
    gain, label, content = first_order_gain(kernel, Law.graph(kernel, x))
    assert (round(gain, 9), label) == (1.0, 2)
    assert content == pytest.approx([0, 0, 1], abs=1e-6)


def test_labels_that_are_not_the_kernels_are_bad_input():
    """Another label marginal, a continuum, contents that are no sphere."""
    kernel = read_kernel({"family": "factor", "d": 2, "profile": "t", "labels": HALVES, "k": [["1", "0"], ["0", "1"]]})
    one = np.array([[1.0, 0.0]])
    with pytest.raises(InputError, match="label marginal"):
        assert_maximiser(kernel, Law(np.array([0]), one, np.array([1.0])))
    continuum = read_kernel({"family": "factor", "d": 2, "profile": "t", "labels": {"kind": "circle"}, "k": "1"})
    with pytest.raises(InputError, match="finitely many labels"):
        assert_maximiser(continuum, Law(np.array([0.0]), one, np.array([1.0])))
    table = read_kernel({"family": "matrix", "d": 2, "contents": 1, "labels": HALVES, "h": [["1", "1"], ["1", "1"]]})
    with pytest.raises(InputError, match="contents on a sphere"):
        assert_maximiser(table, Law(np.array([0]), one, np.array([1.0])))


def test_a_spread_slice_is_no_graph_law():
    """k = diag(0, 1): label 0 may have any slice among all laws, and is refused among graph laws."""
    kernel = read_kernel({"family": "factor", "d": 2, "profile": "t", "k": [["0", "0"], ["0", "1"]], "labels": HALVES})
    x = np.array([[1.0, 0.0], [-1.0, 0.0], [1.0, 0.0]])
    law = Law(np.array([0, 0, 1]), x, np.array([0.25, 0.25, 0.5]))
    assert_maximiser(kernel, law)
    with pytest.raises(InputError, match="one content at each label"):
        assert_maximiser(kernel, law, view="graph_laws")
    with pytest.raises(InputError, match="view must be one of"):
        assert_maximiser(kernel, law, view="graph")


def test_a_small_kernel_is_judged_at_its_own_scale():
    """k_01 = 1e-20: opposite contents minimise the energy, however small it is."""
    kernel = read_kernel(
        {"family": "factor", "d": 2, "profile": "t", "k": [["0", "1/10**20"], ["1/10**20", "0"]], "labels": HALVES}
    )
    opposite = Law(np.array([0, 1]), np.array([[1.0, 0.0], [-1.0, 0.0]]), np.array([0.5, 0.5]))
    with pytest.raises(KernelFailure, match="less by"):
        assert_maximiser(kernel, opposite)
