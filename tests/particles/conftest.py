"""Kernels of every family, starts, and the naive field that all others are compared with."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.kernels import read_kernel
from verify.model.sphere import sample_uniform

CIRCLE = {"kind": "circle"}
UNIT = {"kind": "interval", "a": "0", "b": "1"}
TWO = {"kind": "atoms", "weights": ["1/2", "1/2"], "points": ["0", "1"]}
QUARTER = [["0", "-1"], ["1", "0"]]


@pytest.fixture(scope="session")
def plain():
    """Return a function that makes the kernel e^{beta <x, y>}/beta without labels' influence."""

    def make(beta=1, d=3, kind="usa"):
        fields = {"profile": {kind: beta}, "labels": CIRCLE, "k": "1"}
        return read_kernel({"family": "factor", "d": d, **fields})

    return make


@pytest.fixture(scope="session")
def rope():
    """Return a function that makes a rotary kernel of one plane on the circle."""

    def make(beta=1, d=3, omega=1):
        fields = {"profile": {"usa": beta}, "labels": CIRCLE, "frequencies": [omega]}
        return read_kernel({"family": "gauge", "d": d, **fields})

    return make


@pytest.fixture(scope="session")
def zoo():
    """Return one kernel of every family that flows."""
    usa = {"profile": {"usa": 2}}
    documents = {
        "cosine": {"family": "factor", "d": 3, **usa, "labels": CIRCLE, "k": "cos(xi - zeta)"},
        "distance": {"family": "factor", "d": 2, **usa, "labels": UNIT, "k": "exp(-Abs(xi - zeta))"},
        "table": {"family": "factor", "d": 3, **usa, "labels": TWO, "k": [["1", "-1/2"], ["-1/2", "2"]]},
        "lags": {"family": "factor", "d": 2, **usa, "labels": {"kind": "positions", "n": 5},
                 "bias": {"toeplitz": ["0", "-1/2", "-1", "-3/2", "-2"]}},
        "series": {"family": "factor", "d": 3, "profile": {"gegenbauer": ["0", "1", "-1/2", "1/3"]},
                   "labels": CIRCLE, "k": "cos(xi - zeta)"},
        "formula profile": {"family": "factor", "d": 4, "profile": "cosh(t) + t", "labels": CIRCLE, "k": "1"},
        "rope": {"family": "gauge", "d": 3, **usa, "labels": CIRCLE, "frequencies": ["1"]},
        "gauge table": {"family": "gauge", **usa, "labels": TWO, "Q": [[["1", "0"], ["0", "1"]], QUARTER]},
        "gauge with factor": {"family": "gauge", "d": 4, **usa, "labels": CIRCLE, "frequencies": ["1", "2"],
                              "k": "2 + cos(xi - zeta)"},
        "connection": {"family": "connection", **usa, "labels": TWO,
                       "O": [[[["1", "0"], ["0", "1"]], QUARTER],
                             [[["0", "1"], ["-1", "0"]], [["1", "0"], ["0", "1"]]]]},
        "additive": {"family": "additive", "d": 3, **usa, "labels": UNIT, "p": ["xi/2", "1/3", "xi**2"]},
        "expression": {"family": "expression", "d": 3, "labels": CIRCLE,
                       "h": "exp(dot(x, y)*cos(xi - zeta)) + x1*y1"},
    }  # fmt: skip
    return {name: read_kernel(document) for name, document in documents.items()}


@pytest.fixture(scope="session")
def start():
    """Return a function that draws unit vectors (n, d)."""
    return lambda n, d, seed=0: sample_uniform(n, d, np.random.default_rng(seed))


@pytest.fixture(scope="session")
def naive():
    """Return the velocity and energy of a kernel by its own block and gradient, in the kernel's unit."""

    def field(kernel, x, labels, w=None):
        w = np.full(len(x), 1 / len(x)) if w is None else w
        force = np.einsum("nmc,m->nc", kernel.gradient(x, labels, x, labels), w)
        velocity = force - np.sum(force * x, axis=1)[:, None] * x
        return velocity, 0.5 * w @ kernel.block(x, labels, x, labels) @ w

    return field


#: The families of the fixture `zoo`, for parametrisation.
ZOO = ["cosine", "distance", "table", "lags", "series", "formula profile", "rope", "gauge table", "gauge with factor",
       "connection", "additive", "expression"]  # fmt: skip


def pytest_generate_tests(metafunc):
    if "family" in metafunc.fixturenames:
        metafunc.parametrize("family", ZOO)
