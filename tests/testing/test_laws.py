"""Laws of tokens: energies against closed forms, bad input refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.testing import Law, strategies


@given(strategies.factor_kernels(), st.data())
def test_a_collapsed_law_has_half_f_of_one_times_the_mean_factor(document, data):
    """E = f(1)/2 sum w_i w_j k_ij, and each content of a slice twice is the same law."""
    kernel = read_kernel(document)
    u = data.draw(strategies.unit_vectors(kernel.d))
    w = np.array([float(x) for x in kernel.labels.weights()])
    k = kernel.k.array(kernel.labels, np.arange(len(w)), np.arange(len(w)))
    expected = float(kernel.profile.array(np.array(1.0), kernel.d)) * float(w @ k @ w) / 2
    law = Law.collapsed(kernel, u)
    scale = float(np.abs(k).max()) * abs(float(kernel.profile.array(np.array(1.0), kernel.d)))
    assert law.energy(kernel) == pytest.approx(expected, abs=1e-14 * scale + law.rounding(kernel))
    twice = Law.slices(kernel, np.repeat(law.contents[:, None, :], 2, axis=1))
    assert twice.energy(kernel) == pytest.approx(law.energy(kernel), abs=law.rounding(kernel) + 1e-15)


def test_the_mean_of_the_potential_is_twice_the_energy(rope):
    """∫ V dmu = 2 E."""
    kernel = read_kernel(rope)
    x = np.linalg.qr(np.random.default_rng(1).standard_normal((9, 2, 2)))[0][:, 0]
    law = Law.graph(kernel, x)
    assert law.weights @ law.potential(kernel, law.contents, law.labels) == pytest.approx(2 * law.energy(kernel))


def test_what_is_no_law_is_bad_input(rope):
    """Contents off the sphere, weights that are none, shapes that differ, labels without masses."""
    kernel = read_kernel(rope)
    one = np.array([[1.0, 0.0]])
    for bad in (
        lambda: Law(np.array([0]), 2 * one, np.array([1.0])),
        lambda: Law(np.array([0]), one, np.array([0.5])),
        lambda: Law(np.array([0, 1]), np.tile(one, (2, 1)), np.array([1.5, -0.5])),
        lambda: Law(np.array([0, 1]), one, np.array([1.0])),
        lambda: Law.graph(kernel, one),
        lambda: Law.collapsed(read_kernel(rope | {"labels": {"kind": "circle"}}), one[0]),
    ):
        with pytest.raises(InputError):
            bad()
