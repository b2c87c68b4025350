"""From a kernel and its label nodes to the interaction that is optimised."""

from __future__ import annotations

from typing import Any

import numpy as np

from verify.model.errors import InputError
from verify.model.factors import Factor, Lags
from verify.model.kernels import (
    AdditiveKernel,
    ConnectionKernel,
    ExpressionKernel,
    FactorKernel,
    GaugeKernel,
    Kernel,
)
from verify.model.labels import LabelLaw
from verify.model.numbers import float_value
from verify.optimize.formula_interaction import formula_interaction
from verify.optimize.interaction import Interaction
from verify.optimize.nodes import LabelNodes
from verify.optimize.pair_interaction import PairInteraction
from verify.optimize.profile_jets import profile_jet

__all__ = ["interaction_of"]

Array = np.ndarray[Any, Any]


def interaction_of(kernel: Kernel, nodes: LabelNodes) -> Interaction:
    """Return the interaction of a kernel at label nodes.

    Raises
    ------
    InputError
        A matrix kernel, whose contents are no sphere (its optimum is that of
        :func:`verify.optimize.vertices.maximise_vertices`); a factor that is not finite.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> from verify.optimize.nodes import nodes_of
    >>> labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    >>> kernel = read_kernel({"family": "factor", "d": 2, "profile": "t", "k": [[0, -1], [-1, 0]], "labels": labels})
    >>> interaction = interaction_of(kernel, nodes_of(kernel))
    >>> interaction.energies(np.array([[[1.0, 0.0], [-1.0, 0.0]]])).tolist()
    [0.25]
    """
    labels, weights = nodes.labels, nodes.weights
    if isinstance(kernel, FactorKernel):
        jet = profile_jet(kernel.profile, kernel.d)
        return PairInteraction(kernel.d, weights, jet.log_scale, jet, _table(kernel.k, kernel.labels, nodes))
    if isinstance(kernel, GaugeKernel):
        jet = profile_jet(kernel.profile, kernel.d)
        k = np.ones((nodes.n, nodes.n)) if kernel.k is None else _table(kernel.k, kernel.labels, nodes)
        return PairInteraction(kernel.d, weights, jet.log_scale, jet, k, gauge=kernel.matrices(labels))
    if isinstance(kernel, ConnectionKernel):
        jet = profile_jet(kernel.profile, kernel.d)
        rotations = np.array(
            [[[[float_value(v) for v in r] for r in kernel.O[int(i)][int(j)]] for j in labels] for i in labels]
        )
        return PairInteraction(kernel.d, weights, jet.log_scale, jet, np.ones((nodes.n, nodes.n)), rotations=rotations)
    if isinstance(kernel, AdditiveKernel):
        p = kernel.positions(labels)
        reach = (1 + float(np.linalg.norm(p, axis=1).max(initial=0.0))) ** 2
        jet = profile_jet(kernel.profile, kernel.d, reach)
        return PairInteraction(kernel.d, weights, jet.log_scale, jet, np.ones((nodes.n, nodes.n)), shifts=p)
    if isinstance(kernel, ExpressionKernel):
        return formula_interaction(kernel, labels, weights)
    raise InputError(
        "kernel",
        "have contents on a sphere for an ascent",
        f"a {kernel.family} kernel",
        "Its contents are finitely many points, and its optimum is a vertex problem.",
    )


def _table(factor: Factor, law: LabelLaw, nodes: LabelNodes) -> Array:
    """Return k at all pairs of nodes, averaged over their cells, exactly symmetric."""
    if nodes.cells:
        every = np.concatenate(nodes.cells)
        weights = np.array([float(w) for w in law.weights()])[every]
        starts = np.cumsum([0, *(len(cell) for cell in nodes.cells[:-1])])
        sums = np.add.reduceat(weights[:, None] * _values(factor, law, every) * weights, starts, axis=0)
        values = np.add.reduceat(sums, starts, axis=1) / (nodes.weights[:, None] * nodes.weights)
        codes = np.arange(nodes.n)
    else:
        distinct, codes = np.unique(nodes.labels, axis=0, return_inverse=True)
        values = _values(factor, law, distinct)
    if not np.isfinite(values).all():
        raise InputError("k", "be finite at all labels", "infinity or NaN", "", "A mask is k = 0.")
    codes = codes.reshape(-1)
    values = 0.5 * (values + values.T)
    return np.asarray(values[codes[:, None], codes[None, :]])


def _values(factor: Factor, law: LabelLaw, labels: Array) -> Array:
    """Return k at all pairs of labels; tables by lag without a loop over pairs."""
    if isinstance(factor.entries, Lags):
        lags = np.array([float_value(v) for v in factor.entries.values])
        values = lags[np.abs(labels[:, None] - labels[None, :])]
        return np.asarray(np.exp(values) if factor.log else values)
    return np.array(factor.array(law, labels, labels), dtype=float)
