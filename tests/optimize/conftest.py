"""Kernels of every family, and their interactions."""

from __future__ import annotations

import pytest

from verify.model.kernels import read_kernel
from verify.optimize.interactions import interaction_of
from verify.optimize.nodes import nodes_of

THREE = {"kind": "atoms", "weights": ["1/2", "1/4", "1/4"]}
TWO = {"kind": "atoms", "weights": ["1/3", "2/3"]}

FAMILIES = {
    "factor": {
        "family": "factor",
        "d": 3,
        "profile": "t**3 - t/3",
        "k": [[1, "1/2", "-1/3"], ["1/2", -1, "1/5"], ["-1/3", "1/5", 0]],
        "labels": THREE,
    },
    "exponential": {
        "family": "factor",
        "d": 2,
        "profile": {"usa": 2},
        "k": "cos(xi - zeta)",
        "labels": {"kind": "circle"},
    },
    "gauge": {
        "family": "gauge",
        "d": 3,
        "profile": {"gegenbauer": [0, 1, "1/2", "1/5"]},
        "frequencies": ["1"],
        "k": "cos(xi - zeta)",
        "labels": {"kind": "circle"},
    },
    "connection": {
        "family": "connection",
        "d": 2,
        "profile": {"usa": 1},
        "O": [[[[1, 0], [0, -1]], [[0, -1], [1, 0]]], [[[0, 1], [-1, 0]], [[1, 0], [0, 1]]]],
        "labels": TWO,
    },
    "additive": {
        "family": "additive",
        "d": 3,
        "profile": {"usa": 2},
        "p": [[1, 0, 0], [0, "3/10", "1/5"]],
        "labels": TWO,
    },
    "expression": {
        "family": "expression",
        "d": 2,
        "h": "dot(x,y)**2*cos(xi-zeta) + x1*y1",
        "labels": {"kind": "circle"},
    },
}


@pytest.fixture
def cosine():
    """Return a function: the kernel cos(xi - zeta) e^{beta t}/beta on the circle."""

    def make(beta, d=2):
        labels = {"kind": "circle"}
        return read_kernel(
            {"family": "factor", "d": d, "profile": {"usa": beta}, "k": "cos(xi - zeta)", "labels": labels}
        )

    return make


@pytest.fixture
def atoms():
    """Return a function: a factor kernel on equal atoms."""

    def make(k, profile="t", d=3, weights=None):
        n = len(k)
        labels = {"kind": "atoms", "weights": weights or [f"1/{n}"] * n}
        return read_kernel({"family": "factor", "d": d, "profile": profile, "k": k, "labels": labels})

    return make


@pytest.fixture
def interaction():
    """Return a function: a kernel's interaction at its label nodes."""

    def make(kernel, n=None):
        return interaction_of(kernel, nodes_of(kernel, n))

    return make


@pytest.fixture(params=sorted(FAMILIES))
def family(request):
    """Return the kernel of each family in turn."""
    return read_kernel(FAMILIES[request.param])
