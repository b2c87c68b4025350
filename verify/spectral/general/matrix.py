"""Matrix kernels: measured interactions over finitely many contents, decided by enumeration or by a better assignment.

Overview
--------
A graph law assigns one content to each label; it is collapsed if it is constant. A law of P_rho has a
distribution over the contents at each label.

* Graph laws: all m^n assignments are compared, ties included.
* P_rho, "none": a collapsed law is a graph law, so what beats it there beats it here.
* P_rho, otherwise: if 2 h_aa(x, y) <= h_aa(x, x) + h_aa(y, y) at every label (T1's two-point condition), E is
  convex along delta_x - delta_y in each slice. Then assignments are optimal, and a maximiser with a slice
  that charges x and y leaves the energy constant along that line: moving the other slices to assignments
  first, both ends are optimal assignments that differ at one label only. With two labels or more at least one
  of them is not constant; so "all" for graph laws gives "all" for P_rho, and "some" gives "some".
* Where that condition fails, T3 still refutes: a maximiser charges only contents where its potential is
  largest.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations

import flint
import numpy as np

from verify.model.kernels import MatrixKernel
from verify.model.numbers import Number, ball, float_value
from verify.model.verdict import Collapse, Energy, Hypothesis, Num, Status, View
from verify.spectral.energies import KnownEnergies, filled
from verify.spectral.general.assignments import Optima, assignment_energy, optimal_assignments
from verify.spectral.outcome import Outcome, Proof

__all__ = ["decide_matrix"]

_MOST_ASSIGNMENTS = 10**6
_MOST_LABELS = 20
_PRECISION = 256
_STARTS = 8
_LARGEST_BOUND = 512


def decide_matrix(kernel: MatrixKernel) -> Outcome:
    """Decide a table over finitely many contents.

    Parameters
    ----------
    kernel : MatrixKernel
        n labels and m contents: exact enumeration for m^n <= 10^6 (n <= 20), else a local search, which can
        only refute.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> h = [[0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]]
    >>> labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    >>> kernel = read_kernel({"family": "matrix", "d": 2, "h": h, "contents": 2, "labels": labels})
    >>> outcome = decide_matrix(kernel)  # the two labels prefer different contents
    >>> str(outcome.graph_laws.collapse), outcome.graph_laws.energy.best.exact
    ('none', '1/4')
    """
    decided = _decide(kernel)
    bound = _bound_by_pairs(kernel) if any(e.bound is None for e in _energies(decided)) else None
    open_ = {"best": "no law was evaluated", "bound": f"the table has more than {_LARGEST_BOUND} rows"}
    return filled(decided, KnownEnergies(Energy(None, None, None if bound is None else _num(bound)), open_))


def _energies(outcome: Outcome) -> tuple[Energy, Energy]:
    return outcome.graph_laws.energy, outcome.all_laws.energy


def _bound_by_pairs(kernel: MatrixKernel) -> Fraction | flint.arb | None:
    """E <= 1/2 sum w_a w_b max h_ab over pairs of contents, for every law; None for a large table."""
    weights, m, size = kernel.labels.weights(), kernel.contents, len(kernel.h)
    if size > _LARGEST_BOUND:
        return None
    with flint.ctx.workprec(_PRECISION):
        terms: list[Fraction | flint.arb] = []
        for i, u in enumerate(weights):
            for j, v in enumerate(weights):
                block = [x for row in kernel.h[i * m : i * m + m] for x in row[j * m : j * m + m]]
                top = _largest([x if isinstance(x, Fraction) else ball(x) for x in block])
                terms.append(u * v * top / 2 if isinstance(top, Fraction) else ball(u * v / 2) * top)
        exact = [x for x in terms if isinstance(x, Fraction)]
        return sum(exact, Fraction(0)) if len(exact) == len(terms) else sum(map(_as_ball, terms), flint.arb(0))


def _as_ball(x: Fraction | flint.arb) -> flint.arb:
    return ball(x) if isinstance(x, Fraction) else x


def _decide(kernel: MatrixKernel) -> Outcome:
    weights, m = kernel.labels.weights(), kernel.contents
    n = len(weights)
    if m == 1:
        return _single_content(kernel, weights)
    collapsed = [assignment_energy(weights, kernel.h, m, (c,) * n) for c in range(m)]
    if n <= _MOST_LABELS and m**n <= _MOST_ASSIGNMENTS:
        optima = optimal_assignments(weights, kernel.h, m)
        if optima is not None:
            return _by_enumeration(kernel, weights, optima, collapsed)
    return _by_search(kernel, weights, collapsed)


def _exact(kernel: MatrixKernel) -> bool:
    return all(isinstance(x, Fraction) for row in kernel.h for x in row)


def _status(kernel: MatrixKernel) -> Status:
    return Status.EXACT if _exact(kernel) else Status.ENCLOSED


def _num(value: Fraction | flint.arb) -> Num | None:
    with flint.ctx.workprec(_PRECISION):
        return Num.of_ball(ball(value), str(value)) if isinstance(value, Fraction) else Num.of_ball(value)


def _exceeds(a: Fraction | flint.arb, b: Fraction | flint.arb) -> bool:
    """Whether a > b for certain."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a > b
    with flint.ctx.workprec(_PRECISION):
        return bool(_as_ball(a) > _as_ball(b))


def _largest(values: Sequence[Fraction | flint.arb]) -> Fraction | flint.arb:
    exact = [x for x in values if isinstance(x, Fraction)]
    if len(exact) == len(values):
        return max(exact)
    with flint.ctx.workprec(_PRECISION):
        return reduce(flint.arb.max, map(_as_ball, values))


def _single_content(kernel: MatrixKernel, weights: Sequence[Fraction]) -> Outcome:
    energy = _num(assignment_energy(weights, kernel.h, 1, (0,) * len(weights)))
    view = View(Collapse.ALL, True, _status(kernel), Energy(energy, energy, energy), "There is one content only.")
    proof = _proof(kernel, {"graph_laws": "all", "all_laws": "all"}) if len(weights) <= _MOST_LABELS else None
    return Outcome(view, view, proof=proof)


def _by_enumeration(
    kernel: MatrixKernel, weights: Sequence[Fraction], optima: Optima, collapsed: Sequence[Fraction | flint.arb]
) -> Outcome:
    n, m = len(weights), kernel.contents
    constant = [x for x in optima.assignments if len(set(x)) == 1]
    graph = _collapse_of(len(constant), len(optima.assignments), certain=optima.certain)
    top = _num(assignment_energy(weights, kernel.h, m, optima.assignments[0]))
    best_collapsed = _num(_largest(collapsed))
    counted = Hypothesis(
        "all assignments compared",
        True,
        f"{m}^{n} = {m**n} assignments, {len(optima.assignments)} of them of largest energy.",
    )
    if graph is None:
        view = View.unknown(
            "Assignments of equal energy within the enclosures were not told apart.", Energy(best_collapsed, top)
        )
        return Outcome(view, view, (counted,), next_step="Give rational entries.")
    energy = Energy(best_collapsed, top, top)
    said = (
        f"{len(constant)} of the {len(optima.assignments)} best assignments are constant."
        if optima.certain
        else "No constant assignment has the largest energy."
        if graph == "none"
        else "Every best assignment is constant."
    )
    first = View(Collapse(graph), True, _status(kernel), energy, said)
    second, condition = _all_laws(kernel, weights, graph, constant, energy)
    claim = {"graph_laws": graph}
    if second.collapse is not Collapse.UNKNOWN:
        claim["all_laws"] = str(second.collapse)
    decisive = graph == "none" or (bool(condition) and (n > 1 or len(constant) == 1))
    proof = _proof(kernel, claim if decisive else {"graph_laws": graph})
    witness = {"assignment": list(optima.assignments[0])} if graph == "none" else None
    step = None
    if second.collapse is Collapse.UNKNOWN:
        step = "Maximise the quadratic form over the product of simplices (a copositive programme)."
    hypotheses = (
        counted,
        Hypothesis("2 h_aa(x, y) <= h_aa(x, x) + h_aa(y, y)", condition, "At every label, all pairs of contents."),
    )
    return Outcome(first, second, hypotheses, proof, witness, next_step=step)


def _collapse_of(constant: int, total: int, *, certain: bool) -> str | None:
    if constant == 0:
        return "none"
    if constant == total:
        return "all"
    return "some" if certain else None


def _proof(kernel: MatrixKernel, claim: dict[str, str]) -> Proof | None:
    """The checker enumerates rational tables; it proves P_rho from "none", or from the two-point condition."""
    return Proof("matrix", "matrix", {}, claim) if _exact(kernel) else None


def _two_point(kernel: MatrixKernel, label: int) -> list[Number | flint.arb]:
    """Return h_aa(x, x) + h_aa(y, y) - 2 h_aa(x, y) for all pairs of contents at a label."""
    m, h = kernel.contents, kernel.h
    rows = range(label * m, (label + 1) * m)
    with flint.ctx.workprec(_PRECISION):
        gaps: list[Number | flint.arb] = []
        for r, s in combinations(rows, 2):
            parts = h[r][r], h[s][s], h[r][s]
            exact = [x for x in parts if isinstance(x, Fraction)]
            gaps.append(
                exact[0] + exact[1] - 2 * exact[2]
                if len(exact) == 3
                else ball(parts[0]) + ball(parts[1]) - 2 * ball(parts[2])
            )
        return gaps


def _sign(x: Number | flint.arb) -> int | None:
    """The certain sign of an exact rational or a ball."""
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    value = x if isinstance(x, flint.arb) else ball(x)
    return 1 if value > 0 else -1 if value < 0 else 0 if value == 0 else None


def _all_laws(
    kernel: MatrixKernel, weights: Sequence[Fraction], graph: str, constant: Sequence[Sequence[int]], energy: Energy
) -> tuple[View, bool | None]:
    n = len(weights)
    gaps = [gap for label in range(n) for gap in _two_point(kernel, label)]
    signs = {_sign(gap) for gap in gaps}
    condition = False if -1 in signs else None if None in signs else True
    status = _status(kernel)
    if graph == "none":
        bound = energy.bound if condition else None
        reason = "A collapsed law is a graph law, and a graph law has more energy."
        return View(Collapse.NONE, True, status, Energy(energy.collapsed, energy.best, bound), reason), condition
    if condition and n > 1:
        reason = "The two-point condition makes assignments optimal in every slice; maximisers are as among graph laws."
        return View(Collapse(graph), True, status, energy, reason), condition
    if condition and n == 1:
        return _one_label(kernel, gaps, constant, energy), condition
    refuted = all(_gains_in_potential(kernel, weights, x[0]) for x in constant)
    if refuted:
        reason = "At every best collapsed law some slice gains by moving mass to a content of larger potential."
        return View(Collapse.NONE, True, status, Energy(energy.collapsed, energy.best, None), reason), condition
    dominant = _dominant_content(kernel)
    if dominant is not None:
        reason = f"Content {dominant} is the strict best pair by pair, so that no slice can spread."
        return View(Collapse.ALL, True, status, energy, reason), condition
    reason = "The two-point condition fails at some label, so that slices over several contents may have more energy."
    return View.unknown(reason, Energy(energy.collapsed, energy.best, None)), condition


def _one_label(
    kernel: MatrixKernel, gaps: Sequence[Number | flint.arb], constant: Sequence[Sequence[int]], energy: Energy
) -> View:
    """One label: slices on two best contents x, y with h_xy = h_xx = h_yy are maximisers that do not collapse."""
    pairs = list(combinations(range(kernel.contents), 2))
    best = {x[0] for x in constant}
    flat = [gap for (r, s), gap in zip(pairs, gaps, strict=True) if r in best and s in best]
    if all(_sign(gap) == 1 for gap in flat):
        return View(
            Collapse.ALL,
            True,
            _status(kernel),
            energy,
            "Slices over several contents have less energy than the best content.",
        )
    if any(_sign(gap) == 0 for gap in flat):
        return View(Collapse.SOME, True, _status(kernel), energy, "Two best contents may be mixed at no loss.")
    return View.unknown("Whether two best contents may be mixed at no loss was not decided.", energy)


def _gains_in_potential(kernel: MatrixKernel, weights: Sequence[Fraction], content: int) -> bool:
    """Whether at the law collapsed at a content some label has another content of certainly larger potential (T3)."""
    n, m, h = len(weights), kernel.contents, kernel.h
    with flint.ctx.workprec(_PRECISION):
        for i in range(n):
            potentials = [_potential(weights, [h[i * m + y][j * m + content] for j in range(n)]) for y in range(m)]
            if any(_exceeds(p, potentials[content]) for p in potentials):
                return True
    return False


def _potential(weights: Sequence[Fraction], row: Sequence[Number]) -> Fraction | flint.arb:
    exact = [x for x in row if isinstance(x, Fraction)]
    if len(exact) == len(row):
        return sum((w * x for w, x in zip(weights, exact, strict=True)), Fraction(0))
    return sum((ball(w) * ball(x) for w, x in zip(weights, row, strict=True)), flint.arb(0))


# ---------------------------------------------------------------- more assignments than can be enumerated


def _by_search(kernel: MatrixKernel, weights: Sequence[Fraction], collapsed: Sequence[Fraction | flint.arb]) -> Outcome:
    n, m = len(weights), kernel.contents
    top = _largest(collapsed)
    dominant = _dominant_content(kernel)
    if dominant is not None:
        energy = _num(collapsed[dominant])
        reason = f"h is largest, over all contents of any two labels, strictly at content {dominant}."
        view = View(Collapse.ALL, True, _status(kernel), Energy(energy, energy, energy), reason)
        return Outcome(view, view, (Hypothesis("one content dominates", True, reason),))
    found = _ascend(kernel, weights)
    reached = assignment_energy(weights, kernel.h, m, found)
    if _exceeds(reached, top):
        levels = Energy(_num(top), _num(reached), None)
        reason = "An assignment that is not constant has more energy than every constant one."
        view = View(Collapse.NONE, True, _status(kernel), levels, reason)
        return Outcome(view, view, witness={"assignment": found})
    view = View.unknown(
        f"{m}^{n} assignments are too many to compare, and a local search found none better than the constant ones.",
        Energy(_num(top), _num(top)),
    )
    return Outcome(
        view, view, next_step="Give fewer labels or contents, or solve the quadratic assignment by branch and bound."
    )


def _dominant_content(kernel: MatrixKernel) -> int | None:
    """A content x with h[(i, y), (j, z)] <= h[(i, x), (j, x)] throughout, and < for i = j, y = z != x."""
    if not _exact(kernel):
        return None
    m, size = kernel.contents, len(kernel.h)
    for x in range(m):
        tops = [[kernel.h[i // m * m + x][j // m * m + x] for j in range(size)] for i in range(size)]
        weak = all(kernel.h[i][j] <= tops[i][j] for i in range(size) for j in range(i + 1))  # type: ignore[operator]
        if weak and all(kernel.h[i][i] < tops[i][i] for i in range(size) if i % m != x):  # type: ignore[operator]
            return x
    return None


def _ascend(kernel: MatrixKernel, weights: Sequence[Fraction]) -> list[int]:
    """Improve assignments label by label in floats, from constant and random ones; return the best found."""
    n, m = len(weights), kernel.contents
    w = np.array([float(x) for x in weights])
    h = (
        np.array([[float_value(x) for x in row] for row in kernel.h])
        * np.repeat(w, m)[:, None]
        * np.repeat(w, m)[None, :]
    )
    rng = np.random.default_rng(0)
    starts = [np.full(n, c) for c in range(min(m, _STARTS))] + [rng.integers(m, size=n) for _ in range(_STARTS)]
    best: tuple[float, list[int]] | None = None
    offsets = np.arange(n) * m
    for x in starts:
        moved = True
        while moved:
            moved = False
            for i in range(n):
                others = offsets + x
                here = slice(i * m, (i + 1) * m)
                gain = 2 * (h[here][:, others].sum(axis=1) - h[here, others[i]]) + np.diag(h)[here]
                choice = int(np.argmax(gain))
                if gain[choice] > gain[x[i]] + 1e-15 * abs(gain[x[i]]):
                    x[i], moved = choice, True
        reached = float(h[np.ix_(offsets + x, offsets + x)].sum())
        if best is None or (reached > best[0] and len(set(x.tolist())) > 1):
            best = reached, [int(c) for c in x]
    assert best is not None
    return best[1]
