"""Encodings of small dimension, excluded cell by cell; b < 0 needs it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from verify.model.kernels import AdditiveKernel, read_kernel
from verify.spectral.general.additive_cells import expand_additive
from verify.spectral.general.criticality import exclude_collapse
from verify.spectral.general.rays import TwoDirections, find_rays

HALF = ["1/2", "1/2"]


def _kernel(p, profile={"usa": 1}, labels=None, **more) -> AdditiveKernel:  # noqa: B006 - never changed
    labels = labels or {"kind": "atoms", "weights": [f"1/{len(p)}"] * len(p)}
    return read_kernel({"family": "additive", "profile": profile, "p": p, "labels": labels, **more})


def test_negative_b_needs_its_own_argument():
    """For b < 0 distinct p do not suffice: a singular matrix e^{-<a, a'>} makes a collapsed law critical off the line.

    Three points a = u + p of an obtuse triangle: det(e^{|a_i - a_j|^2/2}) changes sign with the scale. With weights
    from the null vector, u = (1, 0) is critical although p_1 and p_2 are not parallel; the search over cells must
    not exclude it.
    """
    triangle = np.array([[-1.0, 0.6], [0.0, 0.0], [1.0, 0.6]])

    def matrix(points: np.ndarray) -> np.ndarray:
        return np.exp(-points @ points.T)

    def null_vector(points: np.ndarray) -> np.ndarray:
        values, vectors = np.linalg.eigh(matrix(points))
        return vectors[:, np.argmin(np.abs(values))]

    low, high = 0.2, 2.5
    sign = np.sign(np.linalg.det(matrix(low * triangle)))
    assert sign != np.sign(np.linalg.det(matrix(high * triangle)))
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if np.sign(np.linalg.det(matrix(middle * triangle))) == sign else (low, middle)
    # a translation keeps the matrix singular: take one where null vector and transverse coordinate have equal signs
    shifted = [low * triangle + np.array([0.5, c]) for c in np.linspace(-5, 5, 2001)]
    b = next(x for x in shifted if (ratio := null_vector(x) / x[:, 1]).min() * ratio.max() > 1e-3)
    w = np.abs(null_vector(b) / b[:, 1])
    w /= w.sum()
    assert np.abs(matrix(b) @ (w * b[:, 1])).max() < 1e-9 * matrix(b).max()
    p = b - np.array([1.0, 0.0])
    weights = [Fraction(x).limit_denominator(10**12) for x in w[:2]]
    weights = [*weights, 1 - sum(weights)]
    labels = {"kind": "atoms", "weights": [str(x) for x in weights]}
    kernel = _kernel(p.tolist(), {"usa": -1}, labels)
    assert isinstance(find_rays(kernel), TwoDirections)
    (expansion,) = expand_additive(kernel)
    found = exclude_collapse(expansion, second=False)
    assert not found.complete
    assert np.allclose(found.stopped_at, [1, 0], atol=1e-2)
