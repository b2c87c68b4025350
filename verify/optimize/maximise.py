"""Maximise the energy of a kernel: graph laws, slices, vertices and proved bounds in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from verify.model.errors import InputError
from verify.model.kernels import Kernel, MatrixKernel
from verify.optimize.ascent import Clock
from verify.optimize.bounds import Bound, bound_energy
from verify.optimize.interaction import Interaction
from verify.optimize.interactions import interaction_of
from verify.optimize.masses import largest_move_curvature, move_masses
from verify.optimize.nodes import LabelNodes, nodes_of
from verify.optimize.optimum import FoundLaw, FoundSlices, FoundVertex, Optimum
from verify.optimize.pair_interaction import PairInteraction
from verify.optimize.search import Progress, Told, in_unit, search_graph_laws
from verify.optimize.slices import Slices, conditional_gradient, graph_slices, uniform_slices
from verify.optimize.starts import Start, given_starts, made_starts
from verify.optimize.vertices import maximise_vertices, vertex_problem

__all__ = ["VIEWS", "maximise", "with_proved"]

Array = np.ndarray[Any, Any]
ViewName = Literal["graph_laws", "all_laws"]
VIEWS: tuple[ViewName, ...] = ("graph_laws", "all_laws")

_RANDOM_STARTS = 8
#: Label nodes up to which slices are measured by default effort.
_MOST_SLICES = 256
_LARGEST_D = 64


def maximise(
    kernel: Kernel,
    starts: int | Array | None = None,
    rng: np.random.Generator | int = 0,
    *,
    n: int | None = None,
    views: Sequence[str] = VIEWS,
    bounds: bool = True,
    timeout: float | None = None,
    progress: Told | None = None,
) -> Optimum:
    """Search for maximisers of E = 1/2 ∬ h dmu dmu with the label law fixed, and bound E from above by proof.

    Parameters
    ----------
    kernel : Kernel
        Of any family; a matrix kernel is maximised over its vertices.
    starts : int or ndarray, optional
        Number of random starts beside the structured ones (8 by default), or contents (s, n, d) that replace them all.
    rng : Generator or int
        For random starts and candidates.
    n : int, optional
        Label nodes of a continuum, or of more labels than n; see :func:`verify.optimize.nodes.nodes_of`.
    views : sequence of str
        ``graph_laws``: contents as a function of the label; ``all_laws``: slices as measures, too.
    bounds : bool
        Whether bounds are looked for.
    timeout : float, optional
        Seconds for the search, and again for the bounds; what was computed by then is returned.
    progress : callable, optional
        Takes a :class:`verify.optimize.search.Progress`.

    Returns
    -------
    Optimum
        What was found on rung ``numeric``; bounds ``exact`` or ``enclosed``. After Ctrl-C what was computed.

    Raises
    ------
    InputError
        An argument out of its range, or a kernel that is not finite at its labels.

    Examples
    --------
    Two labels that repel each other, f = t: opposite contents, E = 1/4.

    >>> from verify.model.kernels import read_kernel
    >>> labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    >>> kernel = read_kernel({"family": "factor", "d": 2, "profile": "t", "k": [[0, -1], [-1, 0]], "labels": labels})
    >>> optimum = maximise(kernel)
    >>> round(optimum.best.energy, 12), optimum.best.shape.name, optimum.bound("graph_laws").num.value
    (0.25, '2 arcs', '0.25')
    """
    _check(kernel, views, timeout)
    generator = np.random.default_rng(rng) if isinstance(rng, int | np.integer) else rng
    seed = int(rng) if isinstance(rng, int | np.integer) else None
    clock = Clock(timeout)
    if isinstance(kernel, MatrixKernel):
        optimum = _search_matrix(kernel, starts, n, views, clock)
    else:
        asked = _Asked(starts, generator, n, views, clock, progress)
        optimum = _search_sphere(kernel, asked)
    optimum = _dressed(optimum, kernel, seed, clock)
    if not bounds or optimum.end == "interrupted":
        return optimum
    try:
        proved = bound_energy(kernel, timeout=timeout)
    except KeyboardInterrupt:
        return optimum.with_bounds((), "The bounds were interrupted.")
    return with_proved(optimum, proved, views)


def with_proved(optimum: Optimum, proved: Sequence[Bound], views: Sequence[str] = VIEWS) -> Optimum:
    """Return an optimum with the bounds of the asked views, and a note for each view that has none."""
    kept = tuple(b for b in proved if b.view in views or b.view == "all_laws")
    return optimum.with_bounds(kept, *_bound_notes(optimum, kept, views))


def _check(kernel: object, views: Sequence[str], timeout: float | None) -> None:
    if not isinstance(kernel, Kernel):
        remedy = "Take one variant of a model config: config.variants[0].kernel."
        raise InputError("kernel", "be a kernel", type(kernel).__name__, remedy=remedy)
    unknown = [view for view in views if view not in VIEWS]
    if unknown or not views:
        raise InputError("views", f"be some of {', '.join(VIEWS)}", unknown or "none")
    if timeout is not None and not timeout > 0:
        raise InputError("timeout", "be a positive number of seconds", timeout)
    if kernel.d > _LARGEST_D and not isinstance(kernel, MatrixKernel):
        why = "The search holds contents of every label node in d coordinates and their second derivatives."
        raise InputError("d", f"be at most {_LARGEST_D} for a search", kernel.d, why, "Take one plane of a model.")


def _dressed(optimum: Optimum, kernel: Kernel, seed: int | None, clock: Clock) -> Optimum:
    """Return the optimum with the kernel, the seed and the time."""
    notes = list(optimum.notes)
    if kernel.symmetrize:
        notes.append("The kernel was symmetrised: this is the energy of its symmetric part.")
    return replace(optimum, seed=seed, seconds=clock.spent, notes=tuple(notes))


def _bound_notes(optimum: Optimum, proved: tuple[Bound, ...], views: Sequence[str]) -> list[str]:
    notes = []
    missing = [view for view in views if not any(b.view in {view, "all_laws"} for b in proved)]
    if missing:
        notes.append(f"No upper bound is proved over {' and '.join(v.replace('_', ' ') for v in missing)}: unknown.")
    if proved and not optimum.exact_labels:
        notes.append(
            "The bound is the kernel's own, the energy that of its quantised labels: the gap compares the two."
        )
    return notes


# ---------------------------------------------------------------- contents on a sphere


@dataclass(frozen=True)
class _Asked:
    starts: int | Array | None
    rng: np.random.Generator
    n: int | None
    views: Sequence[str]
    clock: Clock
    tell: Told | None


def _search_sphere(kernel: Kernel, asked: _Asked) -> Optimum:
    nodes = nodes_of(kernel, asked.n)
    interaction = interaction_of(kernel, nodes)
    rng, clock, tell = asked.rng, asked.clock, asked.tell
    begin = _starts(asked.starts, interaction, nodes, rng)
    laws: tuple[FoundLaw, ...] = ()
    slices: FoundSlices | None = None
    end, notes = "finished", [nodes.note[0].upper() + nodes.note[1:] + "."]
    try:
        for laws in search_graph_laws(interaction, nodes, begin, rng, clock, tell):  # noqa: B007 - kept after the loop
            pass
        if "all_laws" in asked.views and laws and nodes.n <= _MOST_SLICES:
            slices = _search_slices(interaction, laws[0], rng, clock, tell)
    except KeyboardInterrupt:
        end = "interrupted"
    if clock.over and end == "finished":
        end = "time limit"
    if "all_laws" in asked.views and nodes.n > _MOST_SLICES:
        notes.append(f"Slices as measures are not searched beyond {_MOST_SLICES} label nodes.")
    if any(np.isinf(law.energy) for law in laws):
        notes.append("Energies are beyond the range of floats: logarithms of their absolute values are given.")
    return _empty(kernel, nodes, end, notes, laws=laws, slices=slices)


def _empty(kernel: Kernel, nodes: LabelNodes, end: str, notes: Sequence[str], **found: Any) -> Optimum:
    return Optimum(
        kernel=kernel.normal_form() | ({"name": kernel.name} if kernel.name else {}),
        digest=kernel.digest,
        labels=nodes.labels,
        weights=nodes.weights,
        exact_labels=nodes.exact,
        end=end,
        notes=tuple(notes),
        **found,
    )


def _starts(
    starts: int | Array | None, interaction: Interaction, nodes: LabelNodes, rng: np.random.Generator
) -> list[Start]:
    """Return the starts in contents."""
    if starts is None or (isinstance(starts, int | np.integer) and not isinstance(starts, bool)):
        count = _RANDOM_STARTS if starts is None else int(starts)
        if count < 0:
            raise InputError("starts", "be at least 0", count)
        return made_starts(interaction, nodes, count, rng)
    return given_starts(starts, nodes.n, interaction.d)


def _search_slices(
    interaction: Interaction, law: FoundLaw, rng: np.random.Generator, clock: Clock, tell: Told | None
) -> FoundSlices:
    """Return the best of two conditional gradients: from the best graph law, and from uniform slices."""
    begins = [graph_slices(interaction, interaction.to_variables(law.contents)), uniform_slices(interaction, rng)]
    found: list[Slices] = []
    for done, begin in enumerate(begins):
        found.append(conditional_gradient(interaction, begin, rng, clock=clock))
        if tell is not None:
            tell(Progress("slices", done + 1, len(begins), max(s.energy for s in found)))
        if clock.over:
            break
    # a graph law wins a tie: slices that spread for nothing would hide a conditional Diracization
    best = max(found, key=lambda s: s.energy - (0.0 if s is found[0] else 1e-12 * abs(s.energy)))
    energy, log_energy = in_unit(interaction, best.energy)
    gap = in_unit(interaction, best.gap)[0] if np.isfinite(best.gap) else best.gap
    contents = _token_contents(interaction, best)
    diracs = int(best.diracs(interaction.n).sum())
    return FoundSlices(
        best.labels, contents, best.masses, energy, log_energy, gap, best.concave, diracs, interaction.n, best.solver
    )


def _token_contents(interaction: Interaction, law: Slices) -> Array:
    """Return contents of tokens: slices of a gauge kernel turn with their label."""
    if not isinstance(interaction, PairInteraction) or interaction.gauge is None:
        return law.contents
    return np.einsum("aij,ai->aj", interaction.gauge[law.labels], law.contents)


# ---------------------------------------------------------------- finitely many contents


def _search_matrix(
    kernel: MatrixKernel, starts: int | Array | None, n: int | None, views: Sequence[str], clock: Clock
) -> Optimum:
    if starts is not None:
        raise InputError("starts", "be left out for a matrix kernel", starts, "All its vertices are compared.")
    nodes = nodes_of(kernel, kernel.labels.size if n is None else n)
    if not nodes.exact:
        raise InputError("n", f"be at least the number of labels ({kernel.labels.size})", n)
    problem = vertex_problem(kernel)
    vertex: FoundVertex | None = None
    slices: FoundSlices | None = None
    end = "finished"
    try:
        vertex = maximise_vertices(problem, clock.left)
        if "all_laws" in views:
            slices = _matrix_slices(kernel, vertex, nodes)
    except KeyboardInterrupt:
        end = "interrupted"
    return _empty(kernel, nodes, end, [f"All {kernel.contents} contents of each label."], vertex=vertex, slices=slices)


def _matrix_slices(kernel: MatrixKernel, vertex: FoundVertex, nodes: LabelNodes) -> FoundSlices:
    """Return the slices that pairwise steps reach from a vertex, on all contents."""
    labels = np.repeat(np.arange(nodes.n), kernel.contents)
    contents = np.tile(np.arange(kernel.contents), nodes.n)
    H = kernel.block(contents, labels, contents, labels)
    masses = np.where(contents == np.repeat(vertex.choice, kernel.contents), nodes.weights[labels], 0.0)
    moved = move_masses(H, labels, masses)
    V = H @ moved
    gap = sum(nodes.weights[i] * V[labels == i].max() - moved[labels == i] @ V[labels == i] for i in range(nodes.n))
    energy = 0.5 * float(moved @ H @ moved)
    used = moved > 0
    diracs = int((np.bincount(labels[used], minlength=nodes.n) == 1).sum())
    concave = largest_move_curvature(H, labels) <= 1e-12 * len(labels) * float(np.abs(H).max() or 1.0)
    log_energy = float(np.log(abs(energy))) if energy else -np.inf
    return FoundSlices(
        labels[used], contents[used], moved[used], energy, log_energy, max(0.0, float(gap)), bool(concave), diracs,
        nodes.n, "",
    )  # fmt: skip
