"""Vertices: one of finitely many contents for each of finitely many labels, by enumeration and by integer programming.

Overview
--------
E = 1/2 sum_ij w_i w_j h((i, c_i), (j, c_j)) over choices c. Few choices are enumerated in exact rationals. More are a
mixed-integer programme with z_{ic} in {0, 1}, sum_c z_{ic} = 1, and pair variables y in [0, 1] of the local polytope,

    sum_{c'} y_{ic,jc'} = z_{ic}     for all i != j and c,        max sum_{i<j} w_i w_j h y + 1/2 sum_i w_i^2 h_ii z:

at integer z the pairs are products. The energy of the choice is computed again, exactly; that no choice has more is the
solver's word alone. Without self-interaction E is affine in each slice, and over P_rho, too, a vertex is optimal (T2).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import coo_matrix

from verify.model.errors import InputError
from verify.model.kernels import MatrixKernel
from verify.model.numbers import Number, float_value
from verify.model.verdict import Num, Status
from verify.optimize.optimum import FoundVertex

__all__ = ["MOST_CHOICES", "VertexProblem", "enumerate_vertices", "maximise_vertices", "vertex_problem"]

Array = np.ndarray[Any, Any]

#: Choices that are compared one by one.
MOST_CHOICES = 200_000
_MOST_PAIRS = 250_000


@dataclass(frozen=True)
class VertexProblem:
    """A finite kernel: weights w (n), and h as rows of exact numbers over (label, content), label-major.

    Raises
    ------
    InputError
        A table that does not fit.
    """

    weights: tuple[Fraction, ...]
    h: tuple[tuple[Number, ...], ...]
    contents: int

    def __post_init__(self) -> None:
        size = len(self.weights) * self.contents
        if len(self.h) != size or any(len(row) != size for row in self.h):
            raise InputError("h", f"be a table of {size} x {size} numbers", f"{len(self.h)} rows")

    @property
    def n(self) -> int:
        """Number of labels."""
        return len(self.weights)

    @property
    def rational(self) -> bool:
        """Whether every entry is rational."""
        return all(isinstance(v, Fraction) for row in self.h for v in row)

    def energy(self, choice: Sequence[int]) -> Num:
        """Return the energy of a choice: exact for rational entries, else a float."""
        rows = [i * self.contents + int(c) for i, c in enumerate(choice)]
        pairs = [(a, b, i, j) for i, a in enumerate(rows) for j, b in enumerate(rows)]
        if self.rational:
            terms = (self.weights[i] * self.weights[j] * Fraction(self.h[a][b]) for a, b, i, j in pairs)  # type: ignore[arg-type]
            total = sum(terms, Fraction(0)) / 2
            return Num(repr(float(total)), str(total), None, Status.EXACT)
        weights = [float(w) for w in self.weights]
        value = sum(weights[i] * weights[j] * float_value(self.h[a][b]) for a, b, i, j in pairs) / 2
        return Num.of_float(value)

    def table(self) -> Array:
        """Return w_i w_j h as float64 over (label, content) pairs."""
        w = np.repeat([float(w) for w in self.weights], self.contents)
        return w[:, None] * np.array([[float_value(v) for v in row] for row in self.h]) * w


def vertex_problem(kernel: MatrixKernel) -> VertexProblem:
    """Return the vertex problem of a matrix kernel."""
    return VertexProblem(kernel.labels.weights(), kernel.h, kernel.contents)


def maximise_vertices(problem: VertexProblem, seconds: float | None = None) -> FoundVertex:
    """Return the best choice: by enumeration of at most 200,000, else by HiGHS.

    Parameters
    ----------
    problem : VertexProblem
    seconds : float, optional
        Time limit of the solver.

    Raises
    ------
    InputError
        More pairs than an integer programme takes, or no choice within the time limit.

    Examples
    --------
    Two labels, two contents, h = -1 for equal contents of different labels.

    >>> h = [[0, 0, -1, 0], [0, 0, 0, -1], [-1, 0, 0, 0], [0, -1, 0, 0]]
    >>> exact = tuple(tuple(Fraction(v) for v in row) for row in h)
    >>> found = maximise_vertices(VertexProblem((Fraction(1, 2), Fraction(1, 2)), exact, 2))
    >>> found.choice, found.energy.exact, found.status
    ((0, 1), '0', 'exact')
    """
    if problem.contents**problem.n <= MOST_CHOICES:
        return enumerate_vertices(problem)
    pairs = (problem.n * problem.contents) ** 2 // 2
    if pairs > _MOST_PAIRS:
        why = "The integer programme has one variable for each pair of (label, content)."
        raise InputError("kernel", f"have at most {_MOST_PAIRS} pairs for an exact optimum", pairs, why)
    return _by_milp(problem, seconds)


def enumerate_vertices(problem: VertexProblem) -> FoundVertex:
    """Return the best of all choices: floats sort them, and those within rounding of the best are compared exactly."""
    table, n, m = problem.table(), problem.n, problem.contents
    if m == 1:  # one choice, at any number of labels
        only = (0,) * n
        return FoundVertex(only, problem.energy(only), "enumeration", "exact" if problem.rational else "numeric")
    energies = np.zeros((m,) * n)
    for i, j in itertools.product(range(n), repeat=2):
        block = table[i * m : (i + 1) * m, j * m : (j + 1) * m] / 2
        shape = [m if axis in {i, j} else 1 for axis in range(n)]
        part = np.diag(block) if i == j else (block if i < j else block.T)
        energies = energies + np.reshape(part, shape)
    slack = 1e-12 * float(np.abs(table).sum())
    near = np.argwhere(energies >= energies.max() - slack)
    choices = [tuple(int(c) for c in row) for row in near[:1000]]
    numbers = [(problem.energy(choice), choice) for choice in choices]
    exact = problem.rational and len(near) <= len(choices)
    if problem.rational:
        best = max(numbers, key=lambda pair: Fraction(str(pair[0].exact)))
    else:
        best = max(numbers, key=lambda pair: float(pair[0].value))
    return FoundVertex(best[1], best[0], "enumeration", "exact" if exact else "numeric")


def _by_milp(problem: VertexProblem, seconds: float | None) -> FoundVertex:
    n, m = problem.n, problem.contents
    size = n * m
    table = problem.table()
    pairs = list(itertools.combinations(range(n), 2))
    offsets = {pair: size + index * m * m for index, pair in enumerate(pairs)}
    total = size + len(pairs) * m * m
    gain = np.zeros(total)
    gain[:size] = np.diag(table) / 2
    for (i, j), start in offsets.items():
        gain[start : start + m * m] = table[i * m : (i + 1) * m, j * m : (j + 1) * m].ravel()
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    right: list[float] = []
    row = 0
    for i in range(n):
        rows += [row] * m
        columns += range(i * m, (i + 1) * m)
        values += [1.0] * m
        right.append(1.0)
        row += 1
    for (i, j), start in offsets.items():
        grid = start + np.arange(m * m).reshape(m, m)
        for label, sums in ((i, grid), (j, grid.T)):
            for c in range(m):
                rows += [row] * (m + 1)
                columns += [*sums[c].tolist(), label * m + c]
                values += [*[1.0] * m, -1.0]
                right.append(0.0)
                row += 1
    matrix = coo_matrix((values, (rows, columns)), shape=(row, total)).tocsr()
    integral = np.concatenate([np.ones(size), np.zeros(total - size)])
    options = {} if seconds is None else {"time_limit": float(seconds)}
    result = milp(
        -gain, constraints=LinearConstraint(matrix, right, right), integrality=integral, bounds=(0, 1), options=options
    )
    if result.x is None:
        raise InputError(
            "kernel", "have an optimum that the solver finds", str(result.message), "", "Give it more time."
        )
    choice = tuple(int(c) for c in np.argmax(result.x[:size].reshape(n, m), axis=1))
    return FoundVertex(choice, problem.energy(choice), "milp", f"HiGHS: {result.message}")
