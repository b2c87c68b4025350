"""Every kernel's velocity and energy in the solver's variables, beside its own gradient and block."""

from __future__ import annotations

import math

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.particles.arguments import labels_of
from verify.particles.backend import choose_backend
from verify.particles.system import system_of


@pytest.mark.parametrize("how", ["quantiles", "sample"])
def test_the_field_is_the_kernels_own_gradient(zoo, family, how, start, naive):
    """Velocity and energy agree with grad h and h, in the kernel's unit and in the contents."""
    kernel = zoo[family]
    labels = labels_of(kernel.labels, 23, how, np.random.default_rng(1))
    x = start(23, kernel.d)
    w = np.random.default_rng(2).dirichlet(np.ones(23))
    system = system_of(kernel, labels)
    velocity, energy = choose_backend(system, 23)[1](system.to_solver(x), w, np.arange(23))
    expected, value = naive(kernel, x, labels, w)
    scale = math.exp(system.log_scale)
    assert np.abs(system.to_contents(velocity) * scale - expected).max() < 1e-12 * (1 + np.abs(expected).max())
    assert energy * scale == pytest.approx(value, rel=1e-12)


def test_gauge_variables_come_back_as_contents(zoo, start):
    """Q^T Q x = x."""
    for name in ("rope", "gauge table", "gauge with factor"):
        kernel = zoo[name]
        system = system_of(kernel, labels_of(kernel.labels, 9))
        x = start(9, kernel.d)
        assert np.abs(system.to_contents(system.to_solver(x)) - x).max() < 1e-15


def test_labels_with_negative_self_interaction_never_merge():
    """k(xi, xi) < 0 repels: class -1; labels with equal rows of k are one class."""
    labels = {"kind": "atoms", "weights": ["1/3", "1/3", "1/3"]}
    k = [["-1", "1", "1"], ["1", "2", "2"], ["1", "2", "2"]]
    kernel = read_kernel({"family": "factor", "d": 3, "profile": {"usa": 1}, "labels": labels, "k": k})
    classes = system_of(kernel, np.array([0, 1, 2])).classes
    assert classes[0] == -1
    assert classes[1] == classes[2] >= 0


def test_a_matrix_kernel_has_no_flow():
    """Its contents are finitely many points."""
    labels = {"kind": "atoms", "weights": ["1"]}
    kernel = read_kernel({"family": "matrix", "labels": labels, "h": [["1", "0"], ["0", "1"]], "contents": 2, "d": 2})
    with pytest.raises(InputError, match="contents on a sphere"):
        system_of(kernel, np.zeros(3, dtype=int))
