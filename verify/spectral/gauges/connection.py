"""T4d: connection kernels h = f(<x, O(a, b) y>) on finitely many labels.

f(t) < f(1) for t < 1: E <= f(1)/2, with equality exactly at the parallel unit sections x(a) = O(a, b) x(b).
They form a linear space of some dimension r, the multiplicity of the eigenvalue 1 of (Mx)(a) = sum_b w_b O(a,
b) x(b); the collapsed ones are the constant sections, a subspace of dimension c.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import flint

from verify.model import calculus
from verify.model.formula import Node, formula_of
from verify.model.kernels import ConnectionKernel
from verify.model.numbers import Number, ball, number_formula
from verify.model.profiles import ProfileFacts, analyse_profile
from verify.model.verdict import Collapse, Energy, Hypothesis, Num, Status, View
from verify.spectral.energies import KnownEnergies, filled, open_top
from verify.spectral.gauges._collapse_exclusion import (
    MOST_LABELS,
    FiniteCoupling,
    exclude_collapsed_laws,
    top_of_collapsed,
)
from verify.spectral.gauges._common_null_space import CommonNullSpace, as_fmpq, rational_null_space
from verify.spectral.gauges._gauge_energy import half_of
from verify.spectral.gauges._gauge_matrices import null_space_of
from verify.spectral.gauges._multiples import is_identically_zero
from verify.spectral.hypotheses import profile_rung
from verify.spectral.outcome import Outcome, Proof

__all__ = ["SCOPE", "Sections", "decide_connection", "parallel_sections"]

Matrix = Sequence[Sequence[Number]]

#: What T4d does not speak of, wherever a real model is judged by it.
SCOPE = ("The gradient flow of a connection kernel moves the values by O(i, j) too, not queries and keys alone.",)

_PEAKED = "f(t) < f(1) for t < 1"
_SINGLE = "With one label every graph law is collapsed."
_STEP = (
    "There is no parallel section, so max E < f(1)/2: search the maximiser (block ascent over contents), and "
    "compare it with the collapsed laws, or show that none of those is critical."
)
_STEP_PROFILE = "T4d needs f(t) < f(1) for -1 <= t < 1: give a profile of which that can be shown."
_STEP_EXACT = "Give the matrices O with rational entries."


@dataclass(frozen=True)
class Sections:
    """The parallel sections of a connection, by their value at the first label, and the constant ones.

    Attributes
    ----------
    parallel : CommonNullSpace
        {v : O_ab O_b0 v = O_a0 v for all a, b}; the section is x_a = O_a0 v.
    constant : CommonNullSpace
        {v : O_ab v = v for all a, b}.
    flat : bool or None
        Whether O_ab O_bc = O_ac for all a, b, c: then O is a gauge, O_ab = Q_a^T Q_b.
    """

    parallel: CommonNullSpace
    constant: CommonNullSpace
    flat: bool | None

    @property
    def exact(self) -> bool:
        """Whether nothing rests on ball arithmetic."""
        return self.parallel.exact and self.constant.exact


def parallel_sections(kernel: ConnectionKernel) -> Sections:
    """Return the spaces of parallel and of constant sections of a connection.

    Notes
    -----
    x_a = O_a0 x_0 for all a, so a parallel section is its value at label 0. Flat connections with O_aa = 1
    have r = d: since O_ba = O_ab^T, the cocycle identity O_ab O_b0 = O_a0 gives it for all triples.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> I, R, T = [[1, 0], [0, 1]], [[0, -1], [1, 0]], [[0, 1], [-1, 0]]
    >>> turn = {"family": "connection", "profile": {"usa": 1}, "O": [[I, R], [T, I]]}
    >>> kernel = read_kernel(turn | {"labels": {"kind": "atoms", "weights": ["1/2", "1/2"]}})
    >>> sections = parallel_sections(kernel)
    >>> sections.parallel.dimension, sections.constant.dimension, sections.flat
    (2, 0, True)
    """
    n, d, O = len(kernel.O), kernel.d, kernel.O  # noqa: E741 - the field's own letter for a connection
    pairs = [(a, b) for a in range(n) for b in range(n)]
    if all(isinstance(x, Fraction) for row in O for m in row for r in m for x in r):
        exact = [[as_fmpq(m) for m in row] for row in O]
        one = as_fmpq(_identity(d))
        parallel = rational_null_space((exact[a][b] * exact[b][0] - exact[a][0] for a, b in pairs), d)
        constant = rational_null_space((exact[a][b] - one for a, b in pairs), d)
        # x_a = O_a0 v is parallel for all v iff O_ab O_b0 = O_a0: the cocycle identity, as O_0b = O_b0^T
        return Sections(parallel, constant, parallel.lower == d)
    blocks = [[[_minus(p, q) for p, q in zip(*rows, strict=True)] for rows in _moved(O, a, b)] for a, b in pairs]
    constant_blocks = [
        [[_minus(_tree(x), _tree(Fraction(int(i == j)))) for j, x in enumerate(row)] for i, row in enumerate(O[a][b])]
        for a, b in pairs
    ]
    parallel, constant = null_space_of(blocks, d), null_space_of(constant_blocks, d)
    return Sections(parallel, constant, _is_flat(blocks, parallel))


def _identity(d: int) -> list[list[Fraction]]:
    return [[Fraction(int(i == j)) for j in range(d)] for i in range(d)]


def _tree(x: Number) -> Node:
    return number_formula(x).tree


def _minus(p: Node, q: Node) -> Number:
    formula = formula_of(calculus.subtract(p, q))
    rational = formula.rational()
    return formula if rational is None else rational


def _moved(O: Sequence[Sequence[Matrix]], a: int, b: int) -> Iterator[tuple[list[Node], list[Node]]]:  # noqa: E741 - as above
    """Yield the rows of O_ab O_b0 with those of O_a0."""
    for i, row in enumerate(O[a][b]):
        product = []
        for j in range(len(row)):
            total: Node = calculus.ZERO
            for c, x in enumerate(row):
                total = calculus.add(total, calculus.multiply(_tree(x), _tree(O[b][0][c][j])))
            product.append(total)
        yield product, [_tree(x) for x in O[a][0][i]]


def _is_flat(blocks: Sequence[Matrix], parallel: CommonNullSpace) -> bool | None:
    if parallel.upper < parallel.size:
        return False
    entries = (x for block in blocks for row in block for x in row)
    shown = all(x == 0 if isinstance(x, Fraction) else is_identically_zero(x.expr) for x in entries)
    return True if shown else None


# ---------------------------------------------------------------- the decision


def decide_connection(kernel: ConnectionKernel) -> Outcome:
    """Decide a connection kernel (T4d).

    Parameters
    ----------
    kernel : ConnectionKernel
        On finitely many labels.

    Returns
    -------
    Outcome
        With r > 0 parallel sections: all, some or none by the constant ones. With r = 0 the maximum is below
        f(1)/2, and "none" only where every collapsed law is excluded (not critical, or beaten by an explicit
        law), else unknown.

    Notes
    -----
    Not flat does not imply r = 0 for d >= 3: rotations about one axis keep it. It does for SO(2), where O_ab
    O_b0 O_0a - 1 is 0 or invertible.
    """
    facts = analyse_profile(kernel.profile, kernel.d)
    sections = parallel_sections(kernel)
    hypotheses = (Hypothesis(_PEAKED, facts.peaked, facts.how("peaked")), *_section_hypotheses(sections))
    best = half_of(facts.value_at_one, facts.exact.get("value_at_one"))
    outcome = _decided(kernel, facts, sections, best)
    if outcome.graph_laws.energy.collapsed is None or outcome.all_laws.energy.collapsed is None:
        top = top_of_collapsed(_coupling(kernel))
        known = KnownEnergies(
            Energy(None if top is None else Num.of_ball(top)),
            {"collapsed": open_top(kernel.d, MOST_LABELS), "best": "no law was evaluated"},
        )
        outcome = filled(outcome, known)
    return replace(outcome, hypotheses=hypotheses, scope=(*SCOPE, *outcome.scope))


def _coupling(kernel: ConnectionKernel) -> FiniteCoupling:
    with flint.ctx.workprec(128):
        table = [[[[ball(x) for x in row] for row in m] for m in line] for line in kernel.O]
        weights = [ball(w) for w in kernel.labels.weights()]
    return FiniteCoupling(weights, None, lambda a, b: table[a][b], kernel.profile, kernel.d)


def _section_hypotheses(sections: Sections) -> tuple[Hypothesis, ...]:
    ground = "exact elimination" if sections.exact else "balls, and identities confirmed by algebra"
    r, c = sections.parallel, sections.constant
    flat = {True: "O_ab O_bc = O_ac for all labels", False: "O_ab O_bc = O_ac fails", None: "not decided"}
    attained = True if r.lower > 0 else False if r.upper == 0 else None
    moving = True if c.upper == 0 else False if c.lower > 0 else None
    return (
        Hypothesis("flat (cocycle)", sections.flat, f"{flat[sections.flat]} ({ground})"),
        Hypothesis("a parallel unit section exists", attained, f"r = {_dimension(r)} of {r.size} ({ground})"),
        Hypothesis("no section is constant", moving, f"c = {_dimension(c)} of {c.size} ({ground})"),
    )


def _dimension(space: CommonNullSpace) -> str:
    return str(space.lower) if space.dimension is not None else f"{space.lower}..{space.upper}"


def _decided(kernel: ConnectionKernel, facts: ProfileFacts, sections: Sections, best: Num | None) -> Outcome:
    single = kernel.labels.size == 1
    if facts.peaked is not True:
        failing = "fails" if facts.peaked is False else "is not shown"
        view = View.unknown(f"T4d does not apply: {_PEAKED} {failing}. {facts.how('peaked')}")
        return Outcome(_graph_of(single, view), view, next_step=_STEP_PROFILE)
    if sections.parallel.upper == 0:
        return _without_sections(kernel, facts, best)
    energy = Energy(best if sections.constant.lower > 0 else None, best, best)
    collapse = _collapse(sections)
    r, c = _dimension(sections.parallel), _dimension(sections.constant)
    dimensions = "1 dimension" if r == "1" else f"{r} dimensions"
    reason = f"The maximisers are the parallel unit sections: {dimensions}, of which {c} constant."
    if sections.parallel.lower == 0 or collapse is Collapse.UNKNOWN:
        view = View(Collapse.UNKNOWN, True, Status.UNKNOWN, Energy(None, None, best), reason)
        return Outcome(_graph_of(single, view), view, next_step=_STEP_EXACT)
    rung = Status.weakest(Status.EXACT if sections.exact else Status.ENCLOSED, profile_rung(facts, "peaked"))
    slices = View(collapse, True, rung, energy, reason)
    claim = {"graph_laws": str(collapse), "all_laws": str(collapse)}
    # the checker reads rational matrices
    proof = Proof("T4d", "connection", {}, claim) if sections.exact else None
    return Outcome(slices, slices, proof=proof)


def _collapse(sections: Sections) -> Collapse:
    """Compare the dimensions of the constant sections and of the parallel ones, which contain them."""
    r, c = sections.parallel, sections.constant
    if c.upper == 0:
        return Collapse.NONE
    if c.lower > 0 and c.lower >= r.upper:
        return Collapse.ALL
    return Collapse.SOME if c.lower > 0 and c.upper < r.lower else Collapse.UNKNOWN


def _graph_of(single: bool, view: View) -> View:
    return View(Collapse.ALL, True, Status.EXACT, view.energy, _SINGLE) if single else view


def _without_sections(kernel: ConnectionKernel, facts: ProfileFacts, bound: Num | None) -> Outcome:
    """Exclude collapse cell by cell where there is no parallel section, so that the maximum is below f(1)/2.

    Notes
    -----
    One label: O = O^T has no fixed vector, so O = -1, and the slice (delta_x + delta_{-x})/2 has energy
    (f(-1) + f(1))/4, more than f(-1)/2.
    """
    if kernel.labels.size == 1:
        ends = [kernel.profile.value(flint.arb(t), kernel.d) for t in (-1, 1)]
        collapsed, best = Num.of_ball(ends[0] / 2), Num.of_ball((ends[0] + ends[1]) / 4)
        reason = "O = -1 at the only label: the slice at x and -x in equal parts has more energy than x alone."
        rung = profile_rung(facts, "peaked")
        slices = View(Collapse.NONE, True, rung, Energy(collapsed, best, bound), reason)
        graph = View(Collapse.ALL, True, rung, Energy(collapsed, collapsed, collapsed), _SINGLE)
        return Outcome(graph, slices)
    found = exclude_collapsed_laws(kernel, _coupling(kernel))
    if found is None:
        reason = "There is no parallel section, so max E < f(1)/2; whether it is collapsed was not decided."
        view = View(Collapse.UNKNOWN, True, Status.UNKNOWN, Energy(None, None, bound), reason)
        return Outcome(view, view, next_step=_STEP)
    reason = f"There is no parallel section, so max E < f(1)/2. {found.how}"
    view = View(Collapse.NONE, True, Status.ENCLOSED, Energy(None, found.energy, bound), reason)
    return Outcome(view, view, witness=found.witness)
