"""Energies of expression kernels: the best collapsed law over all directions u, and a bound pair by pair of labels.

E = 1/2 ∬ h dmu dmu is at most half the mean over pairs of labels of the largest h(x, y; xi, zeta), where |x| = |y| = 1:
the coordinates and <x, y> lie in [-1, 1], and <x, x> = <y, y> = 1.
"""

from __future__ import annotations

import flint

from verify.model.calculus import ONE
from verify.model.formula import Name, Node, formula_of, inner_product, replace_parts
from verify.model.kernels import ExpressionKernel
from verify.model.verdict import Energy, Num
from verify.spectral.energies import KnownEnergies, open_top
from verify.spectral.general.expansion import Expansion
from verify.spectral.general.expression_laws import cells_of, label_values
from verify.spectral.top_direction import enclose_top

__all__ = ["bound_by_pairs", "energies_of_expression"]

_MOST_LABELS = 128
_MOST_PAIRS = 20_000
_MOST_BOXES = 2_000
#: Cells per axis of a continuum of labels, by its dimension.
_CELLS = (48, 6, 3)


def energies_of_expression(kernel: ExpressionKernel, expansion: Expansion | None) -> KnownEnergies:
    """Enclose the energy of the best collapsed law where an expansion is given, and bound that of every law.

    Parameters
    ----------
    kernel : ExpressionKernel
    expansion : Expansion, optional
        Of the kernel at its collapsed laws; None where it has none, or where they all have one energy.
    """
    top = None
    if expansion is not None and expansion.differentiable:
        top = enclose_top(expansion, min(_MOST_BOXES, _MOST_PAIRS // len(expansion.cells) ** 2))
    bound = bound_by_pairs(kernel)
    energy = Energy(*(None if x is None else Num.of_ball(x) for x in (top, None, bound)))
    open_ = {
        "collapsed": "the mean of h(1; xi, zeta) was not enclosed" if kernel.isotropic else open_top(kernel.d),
        "best": "no law was evaluated that has certainly more energy than the collapsed ones",
        "bound": "h was not bounded on all contents and pairs of labels",
    }
    return KnownEnergies(energy, open_)


def bound_by_pairs(kernel: ExpressionKernel) -> flint.arb | None:
    """Bound E of every law; None for very many labels, and where h is not seen to be finite.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> h = "dot(x, y)*cos(xi - zeta)"
    >>> labels = {"kind": "atoms", "weights": ["1/2", "1/2"], "points": ["0", "pi"]}
    >>> bound = bound_by_pairs(read_kernel({"family": "expression", "d": 3, "h": h, "labels": labels}))
    >>> bool(abs(bound - flint.arb(1) / 2) < 1e-8)
    True
    """
    labels = kernel.labels
    if (labels.size or 0) > _MOST_LABELS:
        return None
    cells = cells_of(kernel, _CELLS[min(len(labels.variables[0]), len(_CELLS)) - 1])
    parts: dict[Node, Node] = {inner_product(a, a, kernel.d): ONE for a in "xy"}
    parts[inner_product("x", "y", kernel.d)] = Name("t")
    h = kernel.isotropic or formula_of(replace_parts(kernel.h.tree, parts, fold=True))
    whole = flint.arb(0, 1)
    named = {"t": whole} | {f"{letter}{c}": whole for letter in "xy" for c in range(1, kernel.d + 1)}
    total = flint.arb(0)
    for i, a in enumerate(cells):
        for b in cells[: i + 1]:
            value = h.enclose(named | label_values(labels.variables, a, b)).upper()
            total += a.mass * b.mass * value * (1 if a is b else 2)
    return total / 2 if total.is_finite() else None
