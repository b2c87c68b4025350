"""Absolute encodings of small dimension with any differentiable profile: collapsed laws excluded cell by cell."""

from __future__ import annotations

from collections.abc import Sequence

import flint

from verify.model.formula import Apply, Formula, Name, Node, formula_of, replace_parts
from verify.model.kernels import AdditiveKernel
from verify.model.labels import Blocks
from verify.model.numbers import ball
from verify.model.verdict import Collapse, Energy, Hypothesis, Status, View
from verify.spectral.general.criticality import CellSearch, exclude_collapse
from verify.spectral.general.expansion import Expansion, is_smooth_in_contents
from verify.spectral.general.label_cells import LabelCell, label_cells, label_probes
from verify.spectral.general.rays import Line, TwoDirections, Undecided
from verify.spectral.outcome import Outcome

__all__ = ["decide_by_cells", "expand_additive"]

_LARGEST_TABLE = 128
_PROBES = 5
#: Cells per axis of a continuum of labels, coarse first.
_GRIDS = ((32, 96), (8, 16), (4,))


def decide_by_cells(kernel: AdditiveKernel, rays: TwoDirections | Line | Undecided) -> Outcome:
    """Search all directions u for a critical collapsed law, d <= 4; ``unknown`` with the next step otherwise."""
    step = "Search a law with more energy than the collapsed ones, or show that collapsed laws are maximisers."
    if isinstance(rays, Undecided):
        step = f"{rays.reason} {step}"
    graph = None
    if kernel.labels.atomic and kernel.labels.size == 1:
        graph = View(Collapse.ALL, True, Status.EXACT, Energy(), "With one label every graph law is collapsed.")
    if kernel.d > 4 or (kernel.labels.size or 0) > _LARGEST_TABLE:
        view = View.unknown(
            "The form of f and p decides nothing, and d > 4 or the labels are too many for a search over cells."
        )
        return Outcome(graph or view, view, next_step=step)
    found = CellSearch(complete=False, orders={})
    if graph is None:
        for expansion in expand_additive(kernel):
            found = exclude_collapse(expansion)
            if found.complete:
                return _excluded(kernel, found)
    where = f" A direction that was not excluded: u = {found.stopped_at}." if found.stopped_at else ""
    view = View.unknown("It was not excluded that a collapsed law is critical.")
    return Outcome(graph or view, view, next_step=step + where)


def _excluded(kernel: AdditiveKernel, found: CellSearch) -> Outcome:
    reason = f"No collapsed law is a maximiser: all directions u are excluded by ball arithmetic, {found.describe()}."
    attained = True if kernel.labels.atomic else None
    views = [View(Collapse.NONE, a, Status.ENCLOSED, Energy(), reason) for a in (attained, True)]
    hypothesis = Hypothesis("no collapsed law is a local maximum", True, reason)
    return Outcome(views[0], views[1], (hypothesis,))


def expand_additive(kernel: AdditiveKernel) -> list[Expansion]:
    """Return the expansions of an encoding at collapsed laws, on coarser and finer cells of a continuum of labels."""
    d = kernel.d
    profile = kernel.profile.formula(d).tree
    if kernel.is_formula:
        first, second = kernel.labels.variables
        p: list[Node] = [f.tree for f in kernel.p if isinstance(f, Formula)]
        rename: dict[Node, Node] = {Name(a): Name(b) for a, b in zip(first, second, strict=True)}
        q = [replace_parts(tree, rename) for tree in p]
    else:
        first, second = tuple(f"p{c}" for c in range(1, d + 1)), tuple(f"q{c}" for c in range(1, d + 1))
        p, q = [Name(a) for a in first], [Name(b) for b in second]
    # <x, y> + <x, q> + <p, y> + <p, q>: the first sum is 1 at x = y = u
    x: list[Node] = [Name(f"x{c}") for c in range(1, d + 1)]
    y: list[Node] = [Name(f"y{c}") for c in range(1, d + 1)]
    argument = _sum([_inner(x, y), _inner(x, q), _inner(p, y), _inner(p, q)])
    h = formula_of(replace_parts(profile, {Name("t"): argument}))
    if not is_smooth_in_contents(h, d):
        return []
    if not kernel.is_formula:
        cells = _table_cells(kernel)
        chosen = cells[:: max(1, len(cells) // _PROBES)]
        return [Expansion(h, d, (first, second), cells, chosen)]
    if kernel.labels.size is not None:
        cells = label_cells(kernel.labels, 1)
        return [Expansion(h, d, (first, second), cells, label_probes(kernel.labels, _PROBES))]
    grids = _GRIDS[min(len(first), len(_GRIDS)) - 1]
    return [
        Expansion(h, d, (first, second), label_cells(kernel.labels, n), label_probes(kernel.labels, _PROBES))
        for n in grids
    ]


def _inner(a: Sequence[Node], b: Sequence[Node]) -> Node:
    return _sum([Apply("*", pair) for pair in zip(a, b, strict=True)])


def _sum(terms: list[Node]) -> Node:
    total = terms[0]
    for term in terms[1:]:
        total = Apply("+", (total, term))
    return total


def _table_cells(kernel: AdditiveKernel) -> tuple[LabelCell, ...]:
    assert isinstance(kernel.labels, Blocks) or kernel.labels.size is not None
    with flint.ctx.workprec(64):
        weights = kernel.labels.weights()
        return tuple(LabelCell(tuple(ball(x) for x in kernel.vector(i)), ball(w)) for i, w in enumerate(weights))
