"""Laws of tokens with finitely many contents: graph laws, slices, particles; their energy and its rounding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.model.errors import InputError
from verify.model.kernels import Kernel
from verify.model.sphere import points_on_sphere

__all__ = ["Law"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Law:
    """The law sum_i w_i delta(x_i, xi_i) of contents and labels.

    Attributes
    ----------
    labels : ndarray, shape (n,) or (n, dim)
        Indices of a finite law, coordinates of a continuum.
    contents : ndarray, shape (n, d)
        Unit vectors.
    weights : ndarray, shape (n,)
        Nonnegative, with the sum 1.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> kernel = read_kernel(
    ...     {
    ...         "family": "factor",
    ...         "d": 2,
    ...         "profile": "t",
    ...         "k": [["0", "1"], ["1", "0"]],
    ...         "labels": {"kind": "atoms", "weights": ["1/2", "1/2"]},
    ...     }
    ... )
    >>> Law.collapsed(kernel, np.array([0.0, 1.0])).energy(kernel)
    0.25
    """

    labels: Array
    contents: Array
    weights: Array

    def __post_init__(self) -> None:
        points_on_sphere(self.contents, "contents")
        n = len(self.contents)
        if self.weights.shape != (n,) or len(self.labels) != n:
            raise InputError("weights", f"be {n}, one for each content, as labels are", self.weights.shape)
        if (self.weights < 0).any() or abs(self.weights.sum() - 1) > 1e-12:
            raise InputError("weights", "be nonnegative with the sum 1", float(self.weights.sum()))

    @classmethod
    def graph(cls, kernel: Kernel, x: Array) -> Law:
        """Return the graph law of one content for each label of a finite law; x has the shape (labels, d)."""
        return cls.slices(kernel, np.asarray(x, dtype=float)[:, None, :])

    @classmethod
    def slices(cls, kernel: Kernel, x: Array) -> Law:
        """Return the law with m equally likely contents at each label of a finite law; x has shape (labels, m, d)."""
        masses = [float(w) for w in kernel.labels.weights()]
        x = np.asarray(x, dtype=float)
        if x.ndim != 3 or len(x) != len(masses):
            raise InputError("x", f"hold contents for {len(masses)} labels", f"shape {x.shape}")
        m = x.shape[1]
        labels = np.repeat(np.arange(len(masses)), m)
        return cls(labels, x.reshape(-1, x.shape[2]), np.repeat(masses, m) / m)

    @classmethod
    def collapsed(cls, kernel: Kernel, u: Array) -> Law:
        """Return the law with the one content u at every label of a finite law."""
        return cls.graph(kernel, np.tile(u, (len(kernel.labels.weights()), 1)))

    @classmethod
    def particles(cls, labels: Array, x: Array) -> Law:
        """Return the law of n equally weighted particles."""
        x = np.asarray(x, dtype=float)
        return cls(np.asarray(labels), x, np.full(len(x), 1 / len(x)))

    def energy(self, kernel: Kernel) -> float:
        """Return E = 1/2 sum_ij w_i w_j h((x_i, xi_i), (x_j, xi_j)), in the kernel's own unit."""
        h = kernel.block(self.contents, self.labels, self.contents, self.labels)
        return float(self.weights @ h @ self.weights) / 2

    def rounding(self, kernel: Kernel) -> float:
        """Return what rounding may do to :meth:`energy`: 64 (n + d) units in the last place of 1/2 sum w_i w_j |h_ij|.

        Notes
        -----
        A sum of n^2 products loses at most about n units of the sum of its absolute values, an inner product d, and
        e^{beta t} beta of them; 64 covers beta up to 32 twice.
        """
        h = np.abs(kernel.block(self.contents, self.labels, self.contents, self.labels))
        size = float(self.weights @ h @ self.weights) / 2
        return 64 * (len(self.weights) + self.contents.shape[1]) * float(np.finfo(float).eps) * size

    def potential(self, kernel: Kernel, x: Array, labels: Array) -> Array:
        """Return V(x_k, a_k) = sum_j w_j h((x_k, a_k), (x_j, xi_j)) at contents x (m, d) and labels a (m,)."""
        return np.asarray(kernel.block(x, labels, self.contents, self.labels) @ self.weights)
