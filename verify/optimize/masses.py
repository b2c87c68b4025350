"""Masses of slices on fixed atoms: a quadratic programme on a product of simplices.

Overview
--------
For tokens (l_a, y_a) with masses m_a, E = 1/2 m^T H m, and the masses of label i sum to w_i. Moving mass g from token a
to token b of one slice changes E by g (V_b - V_a) + g^2/2 (H_aa - 2 H_ab + H_bb), V = H m: the best step is explicit.
Where H is negative semidefinite on the moves, the programme is concave, and a solver's answer is compared with what the
steps reach. Its status is kept as a word and proves nothing: the energy is computed again from the masses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["MassResult", "largest_move_curvature", "move_masses", "solve_masses"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class MassResult:
    """Masses (N,), their energy 1/2 m^T H m, and the solver's own word on its answer."""

    masses: Array
    energy: float
    solver: str
    status: str


def move_masses(H: Array, labels: Array, masses: Array, rounds: int = 200, tolerance: float = 1e-14) -> Array:
    """Return masses after pairwise steps from the worst used token of a slice to its best token.

    Parameters
    ----------
    H : ndarray, shape (N, N)
    labels : ndarray of int, shape (N,)
    masses : ndarray, shape (N,)
        At least 0.
    rounds : int
        Passes over all slices.
    tolerance : float
        On V_b - V_a, relative to max |H|.

    Examples
    --------
    One label whose two tokens repel: H = -<x, y> at antipodes; half of the mass moves.

    >>> move_masses(np.array([[-1.0, 1.0], [1.0, -1.0]]), np.zeros(2, dtype=int), np.array([1.0, 0.0])).tolist()
    [0.5, 0.5]
    """
    m = masses.astype(float).copy()
    V = H @ m
    least = tolerance * (float(np.abs(H).max()) or 1.0)
    slices = [np.flatnonzero(labels == i) for i in np.unique(labels)]
    for _ in range(rounds):
        moved = False
        for own in slices:
            for _inner in range(len(own)):
                used = own[m[own] > 0]
                a, b = used[np.argmin(V[used])], own[np.argmax(V[own])]
                slope = V[b] - V[a]
                if slope <= least:
                    break
                curvature = H[a, a] - 2 * H[a, b] + H[b, b]
                step = float(m[a]) if curvature >= 0 else min(float(m[a]), slope / -curvature)
                m[b] += step
                m[a] = 0.0 if step == m[a] else m[a] - step
                V += step * (H[b] - H[a])
                moved = True
        if not moved:
            break
    return m


def largest_move_curvature(H: Array, labels: Array) -> float:
    """Return the largest eigenvalue of H on moves: vectors that sum to 0 over each slice; 0 where there is none.

    Examples
    --------
    >>> H = np.array([[-1.0, 1.0], [1.0, -1.0]])
    >>> abs(largest_move_curvature(H, np.zeros(2, dtype=int)) + 2) < 1e-12
    True
    """
    basis = _moves(labels)
    return float(np.linalg.eigvalsh(basis.T @ H @ basis)[-1]) if basis.shape[1] else 0.0


def _moves(labels: Array) -> Array:
    """Return an orthonormal basis (N, N - slices) of vectors that sum to 0 over each slice."""
    columns = []
    for i in np.unique(labels):
        own = np.flatnonzero(labels == i)
        for size in range(1, len(own)):
            v = np.zeros(len(labels))
            v[own[:size]], v[own[size]] = 1.0, -float(size)
            columns.append(v / np.linalg.norm(v))
    return np.array(columns).T if columns else np.empty((len(labels), 0))


def solve_masses(H: Array, labels: Array, masses: Array, solver: str = "CLARABEL") -> MassResult | None:
    """Return the answer of a solver for a concave programme, cleaned to feasible masses; None where it gave none.

    Parameters
    ----------
    H, labels, masses
        As in :func:`move_masses`; the masses are a feasible point.
    solver : str
        A solver of cvxpy.

    Notes
    -----
    m = m_0 + B z over a basis B of moves, with the concave form 1/2 z^T B^T H B z. Negative masses are set to 0, and
    each slice is scaled to its weight.
    """
    import cvxpy

    cp: Any = cvxpy  # its atoms and `solve` carry no types

    basis = _moves(labels)
    if not basis.shape[1]:
        return None
    form = basis.T @ H @ basis
    scale = float(np.abs(form).max()) or 1.0
    z = cp.Variable(basis.shape[1])
    concave = cp.quad_form(z, cp.psd_wrap(-(form + form.T) / (2 * scale)))
    objective = cp.Maximize(-concave / 2 + (basis.T @ (H @ masses) / scale) @ z)
    problem = cp.Problem(objective, [masses + basis @ z >= 0])
    try:
        problem.solve(solver=solver)
    except cp.SolverError as error:
        return MassResult(masses, 0.5 * float(masses @ H @ masses), solver, f"failed: {error}".splitlines()[0])
    if z.value is None:
        return MassResult(masses, 0.5 * float(masses @ H @ masses), solver, str(problem.status))
    found = np.maximum(masses + basis @ z.value, 0.0)
    for i in np.unique(labels):
        own = labels == i
        found[own] *= masses[own].sum() / found[own].sum()
    return MassResult(found, 0.5 * float(found @ H @ found), solver, str(problem.status))
