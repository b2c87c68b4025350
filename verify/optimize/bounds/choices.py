"""Bounds over finitely many contents: all choices compared, or messages between labels that no law can beat.

A law gives to each label i a distribution p_i over the contents, and with theta_ij(x, y) = w_i w_j h((i, x), (j, y))

    2 E = sum_i <p_i, theta_ii p_i> + 2 sum_{i<j} <p_i, theta_ij p_j>.

* Own terms. Let a_i(x) + a_i(y) >= 2 theta_ii(x, y) for all x, y; then <p, theta_ii p> <= <p, a_i>. Row maxima do, and
  the diagonal does where 2 h_ii(x, y) <= h_ii(x, x) + h_ii(y, y) (T1). Graph laws have the diagonal itself.
* Pairs. For any messages m_ij(x), what label j says to content x of label i, the sums over marginals agree, so that

      2 E <= sum_i max_x [a_i(x) + sum_j m_ij(x)] + sum_{i<j} max_{x,y} [2 theta_ij(x, y) - m_ij(x) - m_ji(y)].

This is the dual of the local polytope: weak duality, whatever the messages. They are found by block descent in floats
(max-product linear programming), and the right-hand side is evaluated in balls. Few choices are compared exactly; with
T1's condition at every label the best of them bounds all laws, because E is then largest at a choice.

References
----------
A. Globerson, T. Jaakkola, "Fixing max-product: convergent message passing algorithms for MAP LP-relaxations", NIPS 20
(2007).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import flint
import numpy as np
from numpy.typing import NDArray

from verify.model.kernels import Kernel, MatrixKernel
from verify.model.numbers import Number, ball
from verify.optimize.bounds.bound import VIEWS, Bound, BoundView, decimal_above, num_above
from verify.optimize.vertices import MOST_CHOICES, VertexProblem, enumerate_vertices, vertex_problem

__all__ = ["choice_bounds"]

Array = NDArray[np.float64]
_MOST_ENTRIES = 250_000
_MOST_SWEEPS, _SMALL_GAIN = 60, 1e-9
_COMPARED = "All choices of one content for each label were compared in exact arithmetic."
_MESSAGES = (
    "Messages between labels, found in floats, in an inequality evaluated in balls (dual of the local polytope)."
)


def choice_bounds(kernel: Kernel) -> tuple[Bound, ...]:
    """Bound the energy of a kernel on finitely many contents, in both views.

    Examples
    --------
    Two labels that prefer different contents, h = 1: E = 1/4.

    >>> from verify.model.kernels import read_kernel
    >>> h = [[0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]]
    >>> labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    >>> kernel = read_kernel({"family": "matrix", "d": 2, "h": h, "contents": 2, "labels": labels})
    >>> [(bound.view, bound.num.value) for bound in choice_bounds(kernel)]
    [('graph_laws', '0.25'), ('all_laws', '0.25')]
    """
    if not isinstance(kernel, MatrixKernel) or len(kernel.h) ** 2 > _MOST_ENTRIES:
        return ()
    problem = vertex_problem(kernel)
    convex = [_two_point(problem, i) for i in range(problem.n)]
    compared = _compared(problem)
    found: list[Bound] = []
    for view in VIEWS:
        linear = [view == "graph_laws" or certain for certain in convex]
        if compared is not None and all(linear):
            found.append(Bound(view, decimal_above(compared), "choices", None, _COMPARED))
        else:
            own = [_own(problem, i, diagonal=certain) for i, certain in enumerate(linear)]
            found += _by_messages(problem, own, view)
    return tuple(found)


def _two_point(problem: VertexProblem, i: int) -> bool:
    """Say whether T1's condition is certain at a label: E is then convex along differences of its contents."""
    h, m = problem.h, problem.contents
    rows = range(i * m, (i + 1) * m)
    return all(_at_least(h[x][x], h[y][y], h[x][y]) for x, y in combinations(rows, 2))


def _at_least(a: Number, b: Number, c: Number) -> bool:
    """Say whether a + b >= 2 c is certain."""
    if isinstance(a, Fraction) and isinstance(b, Fraction) and isinstance(c, Fraction):
        return a + b >= 2 * c
    return bool(ball(a) + ball(b) >= 2 * ball(c))


def _compared(problem: VertexProblem) -> Fraction | None:
    """Return the largest energy of a choice where all are compared exactly."""
    if problem.contents**problem.n > MOST_CHOICES:
        return None
    best = enumerate_vertices(problem)
    return Fraction(str(best.energy.exact)) if best.status == "exact" else None


def _entry(problem: VertexProblem, i: int, x: int, j: int, y: int) -> flint.arb:
    """Return theta_ij(x, y)."""
    m = problem.contents
    return ball(problem.weights[i] * problem.weights[j]) * ball(problem.h[i * m + x][j * m + y])


def _own(problem: VertexProblem, i: int, *, diagonal: bool) -> list[flint.arb]:
    """Return a_i: the diagonal of the own term, or its row maxima."""
    contents = range(problem.contents)
    if diagonal:
        return [_entry(problem, i, x, i, x) for x in contents]
    return [_largest([_entry(problem, i, x, i, y) for y in contents]) for x in contents]


def _largest(values: list[flint.arb]) -> flint.arb:
    top = values[0]
    for value in values[1:]:
        top = top.max(value)
    return top


def _by_messages(problem: VertexProblem, own: list[list[flint.arb]], view: BoundView) -> list[Bound]:
    n, m = problem.n, problem.contents
    messages = _descend(problem, np.array([[float(x.mid()) for x in row] for row in own]))
    total = flint.arb(0)
    for i in range(n):
        said = [sum((flint.arb(messages[i, j, x]) for j in range(n) if j != i), own[i][x]) for x in range(m)]
        total += _largest(said)
    for i, j in combinations(range(n), 2):
        rest = [
            2 * _entry(problem, i, x, j, y) - flint.arb(messages[i, j, x]) - flint.arb(messages[j, i, y])
            for x in range(m)
            for y in range(m)
        ]
        total += _largest(rest)
    num = num_above(total / 2)
    return [] if num is None else [Bound(view, num, "messages", None, _MESSAGES)]


def _descend(problem: VertexProblem, own: Array) -> Array:
    """Return messages m[i, j, x] after block descent; zero where a number is not finite.

    Notes
    -----
    For one pair of labels, with b_i = a_i + sum_{k != j} m_ik, the right-hand side is least at

        m_ij(x) = (max_y [2 theta_ij(x, y) + b_j(y)] - b_i(x)) / 2,

    where max_x [b_i + m_ij] + max_y [b_j + m_ji] = max_{x,y} [b_i + 2 theta_ij + b_j], and no less is possible.
    """
    n, m = own.shape
    table = 2 * problem.table().reshape(n, m, n, m)
    messages = np.zeros((n, n, m))
    if not (np.isfinite(table).all() and np.isfinite(own).all()):
        return messages
    belief = own.copy()
    last = np.inf
    for _ in range(_MOST_SWEEPS):
        for i, j in combinations(range(n), 2):
            theta = table[i, :, j, :]
            b, c = belief[i] - messages[i, j], belief[j] - messages[j, i]
            messages[i, j] = (np.max(theta + c, axis=1) - b) / 2
            messages[j, i] = (np.max(theta + b[:, None], axis=0) - c) / 2
            belief[i], belief[j] = b + messages[i, j], c + messages[j, i]
        value = float(belief.max(axis=1).sum())  # after an update a pair's own maximum is at most 0
        if last - value <= _SMALL_GAIN * abs(value):
            break
        last = value
    return messages
