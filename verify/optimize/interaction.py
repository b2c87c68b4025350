"""What a kernel is to the optimiser: the potential of weighted tokens, and the energy with two derivatives.

Overview
--------
Labels are codes 0..n-1 of the label nodes. For tokens (l_a, y_a) of mass m_a,

    V(x, i) = sum_a m_a h((x, i), (y_a, l_a)),          E = 1/2 sum_ij w_i w_j h((x_i, i), (x_j, j)) for a graph law.

As a function of x_i = x alone, E is w_i phi_i(x) plus a constant, where

    phi_i(x) = sum_{j != i} w_j h((x, i), (x_j, j)) + w_i/2 h((x, i), (x, i)).

All values are those of the scaled kernel: h = e^{log_scale} times it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Interaction", "Jet", "Potential"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Jet:
    """Values (...,), ambient gradients (..., d) and ambient Hessians (..., d, d) of a function of one content."""

    value: Array
    gradient: Array
    hessian: Array

    def __add__(self, other: Jet) -> Jet:
        return Jet(self.value + other.value, self.gradient + other.gradient, self.hessian + other.hessian)

    def scaled(self, c: float) -> Jet:
        """Return c times the function."""
        return Jet(c * self.value, c * self.gradient, c * self.hessian)


@dataclass(frozen=True)
class Interaction(ABC):
    """A kernel at its label nodes.

    Parameters
    ----------
    d : int
        Content dimension.
    weights : ndarray, shape (n,)
        Of the nodes.
    log_scale : float
        s of h = e^s times the scaled kernel.
    """

    d: int
    weights: Array
    log_scale: float

    @property
    def n(self) -> int:
        """Number of label nodes."""
        return len(self.weights)

    @property
    def affine(self) -> bool:
        """Whether the kernel is affine in each content on the sphere, so that a potential has one maximum."""
        return False

    @property
    def invariant(self) -> bool:
        """Whether the energy is invariant under one rotation of all contents."""
        return False

    @property
    def size(self) -> float:
        """A scale of the kernel's gradients, by which residuals are measured."""
        return 1.0

    # -- the potential of tokens

    @abstractmethod
    def potential(self, i: int, x: Array, labels: Array, contents: Array, masses: Array) -> Array:
        """Return V(x, i) of tokens, batch by batch.

        Parameters
        ----------
        i : int
            Label of the argument.
        x : ndarray, shape (b, m, d)
        labels : ndarray of int, shape (N,)
        contents : ndarray, shape (b, N, d)
        masses : ndarray, shape (N,)

        Returns
        -------
        ndarray, shape (b, m)
        """

    @abstractmethod
    def potential_jet(self, i: int, x: Array, labels: Array, contents: Array, masses: Array) -> Jet:
        """Return V(x, i) with its ambient derivatives in x; shapes as in :meth:`potential`."""

    @abstractmethod
    def own_jet(self, i: int, x: Array) -> Jet:
        """Return h((x, i), (x, i)) as a function of x (..., d), with derivatives of an extension off the sphere."""

    # -- the energy of a graph law

    @abstractmethod
    def energies(self, contents: Array) -> Array:
        """Return the energies (b,) of contents (b, n, d)."""

    @abstractmethod
    def gradient(self, contents: Array) -> tuple[float, Array]:
        """Return the energy of contents (n, d) and its ambient gradient (n, d)."""

    @abstractmethod
    def hessian(self, contents: Array) -> Array:
        """Return the ambient Hessian (n, d, n, d) of the energy at contents (n, d)."""

    @abstractmethod
    def matrix(self, labels: Array, contents: Array) -> Array:
        """Return h between all pairs of tokens (N, N)."""

    def ridges(self, i: int, labels: Array, contents: Array) -> Array:  # noqa: ARG002 - families that have them
        """Return directions (b, N, d) of which a potential may have its maxima near; empty where none are known."""
        return np.empty((len(contents), 0, self.d))

    # -- coordinates

    def to_contents(self, variables: Array) -> Array:
        """Return contents (..., n, d) from the optimiser's variables; the same unless the kernel has a gauge."""
        return variables

    def to_variables(self, contents: Array) -> Array:
        """Return the optimiser's variables of contents (..., n, d)."""
        return contents

    # -- slices

    def slice_potential(self, i: int, contents: Array) -> Potential:
        """Return phi_i beside contents (b, n, d) of a graph law."""
        masses = self.weights.copy()
        masses[i] = 0.0
        return Potential(self, i, np.arange(self.n), contents, masses, 0.5 * float(self.weights[i]))


@dataclass(frozen=True)
class Potential:
    """A function of one content, for a batch: the potential of tokens at a label, with c times the own term.

    Parameters
    ----------
    interaction : Interaction
    i : int
        The label.
    labels, contents, masses
        Tokens, as of :meth:`Interaction.potential`.
    own : float
        c: w_i/2 for phi_i of a graph law, 0 for V.
    """

    interaction: Interaction
    i: int
    labels: Array
    contents: Array
    masses: Array
    own: float = 0.0

    def values(self, x: Array) -> Array:
        """Return values (b, m) at points (b, m, d)."""
        found = self.interaction.potential(self.i, x, self.labels, self.contents, self.masses)
        return found + self.own * self.interaction.own_jet(self.i, x).value if self.own else found

    def jet(self, x: Array) -> Jet:
        """Return values, ambient gradients and Hessians at points (b, m, d)."""
        found = self.interaction.potential_jet(self.i, x, self.labels, self.contents, self.masses)
        return found + self.interaction.own_jet(self.i, x).scaled(self.own) if self.own else found

    def ridges(self) -> Array:
        """Return directions (b, N, d) near which there may be maxima."""
        return self.interaction.ridges(self.i, self.labels, self.contents)
