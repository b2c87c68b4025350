"""The linear programme of the three-point bound on sampled contents, refined by the contents that violate it.

Unknowns: a_{t,e,n} for triples t, edges e, degrees n = 1..D; Y_{jn} >= 0, j = 0..N/2; v_t. For all lags s and degrees n

    sum_{(t,e): lag = s} a_{t,e,n} = w_s [k_s c_n + sum_j Y_{jn} cos(2 pi j s/N)],

v_t >= sum_{e,n} a_{t,e,n} C_n(d_e) at all contents, and sum_t v_t + (1/N) sum Y is least. Floating point throughout:
what comes out is a proposal, and solver statuses are no evidence.
"""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from verify.optimize.three_point.contents import maxima, start_contents, values_at
from verify.optimize.three_point.reading import Invariant
from verify.optimize.three_point.triples import Triple, cosine_matrix, triples

__all__ = ["Proposal", "propose"]

Array = np.ndarray[Any, Any]
_REGULARISER, _PROXIMAL = 1e-5, 0.1
#: Rounds before the multipliers are held near the best.
_FREE = 14
_GRID = 120
_KEPT = 40
_ACTIVE = 0.3
_PATIENCE = 6
_ROUNDS = 40


@dataclass(frozen=True)
class Proposal:
    """Multipliers as found, with the bound of 2 E that floating point gives them.

    Attributes
    ----------
    edges : float64 array (T, 3, D)
        a_{t,e,n} for the triples in their order.
    slack : float64 array (N // 2 + 1, D)
        Y_{jn} >= 0.
    bound : float
        Of 2 E, less the constant degree, the tail included.
    rounds : int
    """

    edges: Array
    slack: Array
    bound: float
    rounds: int


class _Samples:
    """Contents of one triple at which v_t is bounded below; what stays far from active is dropped."""

    def __init__(self, triple: Triple, contents: Array) -> None:
        self.classes = triple.classes
        self.contents = self._distinct(contents)
        self.idle = np.zeros(len(self.contents), dtype=int)

    def _distinct(self, contents: Array) -> Array:
        """Distances in [0, pi], sorted where edges share their function, without repetitions."""
        folded = np.abs((contents + np.pi) % (2 * np.pi) - np.pi)
        for e in set(self.classes):
            tied = [i for i, owner in enumerate(self.classes) if owner == e]
            folded[:, tied] = np.sort(folded[:, tied], axis=1)
        return np.unique(np.round(folded, 7), axis=0)

    def renew(self, values: Array, found: Array) -> None:
        """Add contents, and drop those that were far below the maximum in many rounds."""
        far = values < values.max() - _ACTIVE * np.ptp(values)
        self.idle = np.where(far, self.idle + 1, 0)
        kept = self.idle < _PATIENCE
        fresh = self._distinct(found)
        self.contents = np.concatenate([self.contents[kept], fresh])
        self.idle = np.concatenate([self.idle[kept], np.zeros(len(fresh), dtype=int)])


class _Programme:
    """The matrices of the programme, in units of the largest coefficient."""

    def __init__(self, problem: Invariant) -> None:
        self.problem, self.unit = problem, float(problem.coefficients.max())
        self.n, self.degree = problem.n, len(problem.coefficients)
        self.triples: tuple[Triple, ...] = triples(problem.n)
        keys = [(t, e) for t, triple in enumerate(self.triples) for e in sorted(set(triple.classes))]
        self.columns = {key: c * self.degree for c, key in enumerate(keys)}
        self.own = len(keys) * self.degree
        self.modes = problem.n // 2 + 1
        self.tops = self.own + self.modes * self.degree
        self.size = self.tops + len(self.triples)
        self.basis = cosine_matrix(problem.basis, problem.d, self.degree)[1:]  # C_n in cosines, n = 1..D
        lags = np.arange(1, problem.n // 2 + 1)
        self.waves = np.cos(2 * np.pi * np.outer(np.arange(self.modes), lags) / problem.n)
        self.diagonal = float(np.maximum(problem.lags[0] * problem.coefficients, 0).sum()) / problem.n

    def equalities(self) -> tuple[sp.csr_matrix, Array]:
        """One row for each lag and degree."""
        degree, weights = self.degree, self.problem.weights
        matrix = sp.lil_matrix((len(weights) * degree, self.size))
        for t, triple in enumerate(self.triples):
            for e, lag in zip(triple.classes, triple.lags, strict=True):
                for n in range(degree):
                    matrix[(lag - 1) * degree + n, self.columns[t, e] + n] += 1.0
        for j in range(self.modes):
            for s, weight in enumerate(weights):
                for n in range(degree):
                    matrix[s * degree + n, self.own + j * degree + n] = -weight * self.waves[j, s]
        right = np.outer(weights * self.problem.lags[1:], self.problem.coefficients / self.unit)
        return matrix.tocsr(), right.ravel()

    def rows(self, t: int, contents: Array) -> sp.csr_matrix:
        """F - v_t at contents (m, 3), one row each."""
        block = np.zeros((len(contents), self.size))
        cosines = np.cos(contents[..., None] * np.arange(self.degree + 1)) @ self.basis.T
        for e, owner in enumerate(self.triples[t].classes):
            start = self.columns[t, owner]
            block[:, start : start + self.degree] += cosines[:, e]
        block[:, self.tops + t] = -1.0
        return sp.csr_matrix(block)

    def edges(self, x: Array) -> Array:
        """a_{t,e,n} from the unknowns, with the residual of the equalities spread over the edges of each lag."""
        own = [
            [x[(c := self.columns[t, e]) : c + self.degree] for e in tr.classes] for t, tr in enumerate(self.triples)
        ]
        found: Array = np.array(own)
        slack = self.slack(x)
        weights, lags = self.problem.weights, np.array([triple.lags for triple in self.triples])
        for s, weight in enumerate(weights, start=1):
            right = weight * (
                self.problem.lags[s] * self.problem.coefficients / self.unit + self.waves[:, s - 1] @ slack
            )
            at = lags == s
            found[at] += (right - found[at].sum(axis=0)) / at.sum()
        return found

    def own_of(self, edges: Array) -> Array:
        """The unknowns a from a_{t,e,n}: those of the first edge of each class."""
        own = np.empty(self.own)
        for (t, e), start in self.columns.items():
            own[start : start + self.degree] = edges[t, e]
        return own

    def slack(self, x: Array) -> Array:
        """Y_{jn}, clipped at 0."""
        return np.maximum(x[self.own : self.tops].reshape(self.modes, self.degree), 0.0)


def propose(
    problem: Invariant, *, tolerance: float = 1e-9, deadline: float | None = None, rounds: int = _ROUNDS
) -> Proposal | None:
    """Solve the programme, adding violated contents in each round; None where none was solved in time, or in floats.

    Parameters
    ----------
    problem : Invariant
    tolerance : float
        Relative to the objective: total violation at which the rounds end.
    deadline : float or None
        Of ``time.monotonic``.
    rounds : int
        Most rounds.
    """
    if not np.isfinite(problem.coefficients).all():  # e^beta beyond floats: nothing can be proposed
        return None
    programme = _Programme(problem)
    sphere = problem.d >= 3
    start = start_contents(max(16, 3 * programme.degree), sphere=sphere)
    samples = [_Samples(triple, start) for triple in programme.triples]
    equalities, right = programme.equalities()
    best: Proposal | None = None
    for index in range(rounds):
        if deadline is not None and time.monotonic() > deadline:
            break
        matrix = sp.vstack([programme.rows(t, sample.contents) for t, sample in enumerate(samples)]).tocsr()
        centre = None if best is None or index < _FREE else programme.own_of(best.edges / programme.unit)
        x = _solve(programme, equalities, right, matrix, centre, deadline)
        if x is None:
            break
        edges, slack = programme.edges(x), programme.slack(x)
        total = violated = 0.0
        for sample, own in zip(samples, edges @ programme.basis, strict=True):
            contents, values = maxima(own, _GRID, sphere=sphere)
            sampled = values_at(own, sample.contents)
            top = max(float(values.max()), float(sampled.max()))
            total += top
            violated += max(top - float(sampled.max()), 0.0)
            sample.renew(sampled, contents[np.argsort(-values)[:_KEPT]])
        objective = total + slack.sum() / problem.n
        bound = programme.unit * (objective + programme.diagonal / programme.unit) + problem.top * problem.tail
        if best is None or bound < best.bound:
            best = Proposal(edges * programme.unit, slack * programme.unit, bound, index + 1)
        if violated <= tolerance * max(abs(objective), 1e-3):
            break
    return best


def _solve(
    programme: _Programme,
    equalities: sp.csr_matrix,
    right: Array,
    matrix: sp.csr_matrix,
    centre: Array | None,
    deadline: float | None,
) -> Array | None:
    """One convex programme by Clarabel; None where the solver gives no point.

    The multipliers are not unique. A small ridge chooses among them; later on one about the best that was found keeps
    the contents that are active where they are, and the rounds settle.
    """
    import cvxpy as cp  # slow to import, and only a search needs it
    from cvxpy.atoms.sum_squares import sum_squares

    x = cp.Variable(programme.size)
    cost = np.zeros(programme.size)
    cost[programme.own : programme.tops] = 1.0 / programme.n
    cost[programme.tops :] = 1.0
    ridge = np.tile(np.arange(1.0, programme.degree + 1), programme.own // programme.degree)
    moved = x[: programme.own] if centre is None else x[: programme.own] - centre
    ridged = sum_squares(sp.diags_array(ridge) @ moved)
    objective = cost @ x + (_REGULARISER if centre is None else _PROXIMAL) * ridged
    constraints = [equalities @ x == right, matrix @ x <= 0, x[programme.own : programme.tops] >= 0]
    limit = 1e4 if deadline is None else max(deadline - time.monotonic(), 0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            cp.Problem(cp.Minimize(objective), constraints).solve(  # type: ignore[no-untyped-call]
                solver=cp.CLARABEL, time_limit=limit
            )
        except cp.error.SolverError:
            return None
    return None if x.value is None or not np.isfinite(x.value).all() else np.asarray(x.value)
