"""Isotropic kernels that are largest at t = 1, pair of labels by pair of labels: the sign rule without a factor.

If h(t; xi, zeta) <= h(1; xi, zeta) for all t, collapsed laws maximise E in both views, pair by pair, whatever
the zonal coefficients. Where the inequality is strict for t < 1, maximisers have x = y; the pairs of labels
with a strict inequality form a graph, and if it is connected every maximiser collapses. A component on its
own collapses on its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import flint

from verify.model.derivatives import NotDifferentiableError, derivative
from verify.model.formula import Formula
from verify.model.kernels import ExpressionKernel
from verify.spectral.general.ball_tape import BallTape
from verify.spectral.general.expression_laws import cells_of
from verify.spectral.general.label_cells import LabelCell

__all__ = ["Dominance", "dominates_at_one"]

_PRECISION = 64
_T_CELLS = 32
_MOST_LABELS = 64
_PER_AXIS = (24, 6, 3)


@dataclass(frozen=True)
class Dominance:
    """h(t) <= h(1) on all pairs of labels.

    Attributes
    ----------
    components : int
        Components of the graph of strict pairs.
    lone : bool
        Whether some label (or cell) is in no strict pair at all, not even with itself.
    """

    components: int
    lone: bool

    @property
    def collapse(self) -> Literal["all", "some"]:
        """Which maximisers collapse."""
        return "all" if self.components == 1 and not self.lone else "some"


def dominates_at_one(h: Formula, kernel: ExpressionKernel) -> Dominance | None:
    """Show h(t; xi, zeta) <= h(1; xi, zeta) by balls, strict or without dependence on t for each pair; else None."""
    labels = kernel.labels
    if (labels.size or 0) > _MOST_LABELS or len(labels.variables[0]) > len(_PER_AXIS):
        return None
    cells = cells_of(kernel, _PER_AXIS[len(labels.variables[0]) - 1])
    try:
        slope = derivative(h.tree, "t")
    except NotDifferentiableError:
        return None
    try:
        tape = BallTape([slope, h.tree], frozenset({"t"}))
    except TypeError:
        return None
    with flint.ctx.workprec(_PRECISION):
        strict = _strict_pairs(tape, kernel, cells)
    found = None if strict is None else _components(len(cells), strict)
    if found is None or found.collapse == "all":
        return found
    # an own component of mass 0 splits nothing
    return found if all(cell.mass > 0 for cell in cells) else None


def _strict_pairs(tape: BallTape, kernel: ExpressionKernel, cells: Sequence[LabelCell]) -> list[tuple[int, int]] | None:
    step = flint.arb(2) / _T_CELLS
    pieces = [(-1 + k * step).union(-1 + (k + 1) * step) for k in range(_T_CELLS)]
    contents = [tape.at_contents({"t": piece}) for piece in pieces]
    end = tape.at_contents({"t": flint.arb(1)})
    first, second = kernel.labels.variables
    strict = []
    for i, a in enumerate(cells):
        for j, b in enumerate(cells[: i + 1]):
            named = dict(zip(first, a.coordinates, strict=False)) | dict(zip(second, b.coordinates, strict=False))
            prepared = tape.at_labels(named)
            kind = _kind(tape, prepared, contents, end)
            if kind is None:
                return None
            if kind:
                strict.append((i, j))
    return strict


def _kind(tape: BallTape, prepared: list[object], contents: list[list[object]], end: list[object]) -> bool | None:
    """True: h(t) < h(1) for t < 1. False: h does not depend on t. None: neither is certain."""
    values = [tape.values(prepared, content) for content in contents]
    slopes = [slope for slope, _ in values]
    if all(slope == 0 for slope in slopes):
        return False
    top = tape.values(prepared, end)[1]
    if not slopes[-1] > 0:
        return None
    # from the right end, h increases as long as its slope is nonnegative; further left it must lie below h(1)
    below = len(slopes) - 1
    while below > 0 and slopes[below - 1] >= 0:
        below -= 1
    return True if all(value < top for _, value in values[:below]) else None


def _components(n: int, pairs: Sequence[tuple[int, int]]) -> Dominance:
    roots = list(range(n))

    def root(i: int) -> int:
        while roots[i] != i:
            i = roots[i]
        return i

    touched = set()
    for i, j in pairs:
        touched |= {i, j}
        roots[root(i)] = root(j)
    return Dominance(len({root(i) for i in range(n)}), lone=len(touched) < n)
