"""Label nodes: the finitely many labels, with weights, on which slices are chosen.

Overview
--------
A finite label law of at most n labels is taken as it is, with its exact weights. A block is replaced by nodes of equal
weight inside it, on which the kernel is the same; more labels than n by n cells of neighbours, over which a factor k is
averaged: contents that are constant on cells (in the variables of a gauge) are laws of the kernel itself. A continuum
is replaced by n nodes of equal weight at its quantiles, and so are many labels of a kernel that has no factor to
average: what is then optimised is the energy of the *quantised* kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.model.errors import InputError
from verify.model.kernels import FactorKernel, GaugeKernel, Kernel
from verify.model.labels import Blocks, Circle, Cyclic, LabelLaw, Torus

__all__ = ["DEFAULT_NODES", "LARGEST_NODES", "LabelNodes", "nodes_of"]

Array = np.ndarray[Any, Any]

DEFAULT_NODES = 128
#: Beyond it the table k of all pairs of nodes is larger than 128 MB.
LARGEST_NODES = 4096


@dataclass(frozen=True)
class LabelNodes:
    """Labels that stand for a label law.

    Attributes
    ----------
    labels : ndarray, shape (n,) or (n, dim)
        Indices of a finite law, coordinates of a continuum.
    weights : ndarray, shape (n,)
        Summing to 1.
    exact : bool
        Whether a law on the nodes is a law of the kernel itself.
    phases : ndarray, shape (n,)
        Increasing in [0, 2 pi): where each label stands in the order of the first coordinate.
    cyclic : bool
        Whether the last label is a neighbour of the first.
    note : str
        What the nodes are, in words.
    cells : tuple of ndarray
        Labels of each node where it stands for several; empty where each stands for itself.
    """

    labels: Array
    weights: Array
    exact: bool
    phases: Array
    cyclic: bool
    note: str
    cells: tuple[Array, ...] = ()

    @property
    def n(self) -> int:
        """Number of nodes."""
        return len(self.weights)


def nodes_of(kernel: Kernel, n: int | None = None) -> LabelNodes:
    """Return the label nodes of a kernel.

    Parameters
    ----------
    kernel : Kernel
    n : int, optional
        Number of nodes of a continuum, and the most labels of a finite law that are all taken; 128 by default, and 512
        for finite laws.

    Raises
    ------
    InputError
        n is not an integer from 1 to 4,096, or below the number of blocks.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> document = {"family": "factor", "d": 2, "profile": "t", "k": "1", "labels": {"kind": "circle"}}
    >>> nodes = nodes_of(read_kernel(document), 4)
    >>> nodes.weights.tolist(), nodes.exact
    ([0.25, 0.25, 0.25, 0.25], False)
    """
    if n is not None and (isinstance(n, bool) or not isinstance(n, int | np.integer) or not 1 <= n <= LARGEST_NODES):
        why = "Slices are chosen at n labels, and every pair of them is held."
        raise InputError("n", f"be an integer from 1 to {LARGEST_NODES}", n, why)
    law = kernel.labels
    if isinstance(law, Blocks):
        return _of_blocks(law, DEFAULT_NODES if n is None else int(n))
    size = law.size
    if size is not None and size <= (4 * DEFAULT_NODES if n is None else n):
        labels, weights, note = np.arange(size), _weights(law), f"all {size} labels"
        return LabelNodes(labels, weights, True, _phases(labels, weights), isinstance(law, Cyclic), note)
    count = DEFAULT_NODES if n is None else int(n)
    if size is not None and size <= LARGEST_NODES and isinstance(kernel, FactorKernel | GaugeKernel):
        return _of_cells(kernel, size, count)
    labels = _quantiles(law, count)
    weights = np.full(len(labels), 1 / len(labels))
    what = law.kind if size is None else f"{size} {law.kind}"
    note = f"{len(labels)} label nodes of equal weight for the {what}: energies are those of the quantised kernel"
    cyclic = isinstance(law, Circle | Cyclic)
    return LabelNodes(labels, weights, False, _phases(labels, weights), cyclic, note)


def _of_blocks(law: Blocks, n: int) -> LabelNodes:
    masses = _weights(law)
    if n < len(masses):
        raise InputError("n", f"be at least the number of blocks ({len(masses)})", n, "Each block needs a node.")
    counts = np.maximum(1, np.floor(n * masses)).astype(int)
    labels = np.repeat(np.arange(len(masses)), counts)
    weights = np.repeat(masses / counts, counts)
    note = f"{len(labels)} label nodes inside {len(masses)} blocks, on which the kernel is constant"
    return LabelNodes(labels, weights, True, _phases(labels, weights), cyclic=False, note=note)


def _of_cells(kernel: FactorKernel | GaugeKernel, size: int, n: int) -> LabelNodes:
    cells = tuple(np.array_split(np.arange(size), n))
    masses = _weights(kernel.labels)
    weights = np.array([masses[cell].sum() for cell in cells])
    labels = np.array([cell[len(cell) // 2] for cell in cells])
    constant = "Q(xi) x is constant" if isinstance(kernel, GaugeKernel) else "contents are constant"
    note = f"{n} cells of {size} {kernel.labels.kind}, on which {constant}: laws of the kernel itself"
    cyclic = isinstance(kernel.labels, Cyclic)
    return LabelNodes(labels, weights, True, _phases(labels, weights), cyclic, note, cells)


def _weights(law: LabelLaw) -> Array:
    return np.array([float(w) for w in law.weights()])


def _quantiles(law: LabelLaw, n: int) -> Array:
    if not isinstance(law, Torus):
        start = 0.0 if isinstance(law, Circle) else 0.5
        return np.asarray(law.quantiles((np.arange(n) + start) / n))
    side = max(1, round(n ** (1 / law.dim)))
    axis = (np.arange(side)) / side
    grid = np.stack(np.meshgrid(*[axis] * law.dim, indexing="ij"), axis=-1).reshape(-1, law.dim)
    return np.asarray(law.quantiles(grid))


def _phases(labels: Array, weights: Array) -> Array:
    """Return 2 pi times the weight of all labels before, in the order of the first coordinate."""
    order = np.argsort(labels.reshape(len(labels), -1)[:, 0], kind="stable")
    before = np.concatenate([[0.0], np.cumsum(weights[order])[:-1]])
    phases = np.empty(len(labels))
    phases[order] = 2 * np.pi * before
    return phases
