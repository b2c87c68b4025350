"""Over all laws with the label law: slices as measures on atoms, by conditional gradient with pairwise steps.

Overview
--------
The linear subproblem of slice i is max_x V(x, i) over the sphere; its solution is a Dirac. The new atom takes mass from
the slice's worst atom by an explicit step (:mod:`verify.optimize.masses`); atoms without mass are dropped, and atoms
that meet are merged where no energy is lost. The duality gap

    G = sum_i [w_i max_x V(x, i) - sum_{a of i} m_a V_a] >= 0

is 0 exactly at laws with T3's first-order condition, and where E is concave on P_rho no law has more than E + G.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.model.sphere import sample_uniform
from verify.optimize.ascent import Clock
from verify.optimize.interaction import Interaction, Potential
from verify.optimize.masses import largest_move_curvature, move_masses, solve_masses
from verify.optimize.slice_step import Search, best_points

__all__ = ["Slices", "conditional_gradient", "graph_slices", "uniform_slices"]

Array = np.ndarray[Any, Any]
#: Tokens up to which the programme of the masses is solved as a whole.
LARGEST_PROGRAMME = 600
_TOKENS = 2048
_SEARCH = Search(circle=96, random=48, ridges=48, refined=4, steps=8)


@dataclass(frozen=True)
class Slices:
    """A law with finitely many atoms in each slice.

    Attributes
    ----------
    labels : ndarray of int, shape (N,)
        Label node of each token.
    contents : ndarray, shape (N, d)
        In the optimiser's variables.
    masses : ndarray, shape (N,)
        Positive; those of a label sum to its weight.
    energy : float
        Scaled.
    gap : float
        G of the overview, scaled; NaN before it was computed.
    concave : bool or None
        Whether E is concave in the masses on these atoms, to rounding; None where they are too many.
    solver : str
        The solver's word on the masses, where one was asked.
    """

    labels: Array
    contents: Array
    masses: Array
    energy: float
    gap: float = float("nan")
    concave: bool | None = None
    solver: str = ""

    def atoms(self, n: int) -> Array:
        """Return the number of atoms of each of n slices."""
        return np.bincount(self.labels, minlength=n)

    def diracs(self, n: int, angle: float = 1e-5) -> Array:
        """Return whether each of n slices has all its mass within an angle of its largest atom."""
        result = np.ones(n, dtype=bool)
        for i in range(n):
            own = np.flatnonzero(self.labels == i)
            top = own[np.argmax(self.masses[own])]
            far = np.linalg.norm(self.contents[own] - self.contents[top], axis=1) > angle
            result[i] = float(self.masses[own][far].sum()) <= 1e-9 * float(self.masses[own].sum())
        return result


def graph_slices(interaction: Interaction, contents: Array) -> Slices:
    """Return the slices of a graph law with contents (n, d): one atom each."""
    energy = float(interaction.energies(contents[None])[0])
    return Slices(np.arange(interaction.n), contents.copy(), interaction.weights.copy(), energy)


def uniform_slices(interaction: Interaction, rng: np.random.Generator) -> Slices:
    """Return slices that are uniform on the sphere as far as 2,048 tokens go: cubatures of one degree.

    Notes
    -----
    d = 2: equally spaced points. d = 3: Gauss-Legendre heights by equally spaced longitudes. d > 3: the points +-e_c of
    a random frame, exact to degree 3. All are centred.
    """
    atoms, weights = _cubature(interaction.d, max(2, _TOKENS // interaction.n), rng)
    labels = np.repeat(np.arange(interaction.n), len(atoms))
    contents = np.tile(atoms, (interaction.n, 1))
    masses = np.repeat(interaction.weights, len(atoms)) * np.tile(weights, interaction.n)
    return Slices(labels, contents, masses, _energy(interaction, labels, contents, masses))


def _cubature(d: int, most: int, rng: np.random.Generator) -> tuple[Array, Array]:
    if d == 2:
        count = min(64, most - most % 2)
        angles = 2 * np.pi * np.arange(count) / count
        return np.stack([np.cos(angles), np.sin(angles)], axis=1), np.full(count, 1 / count)
    side = min(10, int(np.sqrt(most / 2)))
    if d == 3 and side >= 2:
        heights, weights = np.polynomial.legendre.leggauss(side)
        angles = np.pi * np.arange(2 * side) / side
        radius = np.sqrt(1 - heights**2)[:, None]
        rings = [radius * np.cos(angles), radius * np.sin(angles), np.broadcast_to(heights[:, None], (side, 2 * side))]
        return np.stack(rings, axis=-1).reshape(-1, 3), np.repeat(weights / 2, 2 * side) / (2 * side)
    if 2 * d <= most:
        frame = np.linalg.qr(rng.standard_normal((d, d)))[0]
        return np.concatenate([frame, -frame]), np.full(2 * d, 1 / (2 * d))
    pole = sample_uniform(1, d, rng)
    return np.concatenate([pole, -pole]), np.full(2, 0.5)


def _energy(interaction: Interaction, labels: Array, contents: Array, masses: Array) -> float:
    total = 0.0
    for i in range(interaction.n):
        own = labels == i
        V = interaction.potential(i, contents[own][None], labels, contents[None], masses)[0]
        total += float(masses[own] @ V)
    return 0.5 * total


def conditional_gradient(
    interaction: Interaction,
    start: Slices,
    rng: np.random.Generator,
    rounds: int = 30,
    tolerance: float = 1e-11,
    clock: Clock | None = None,
) -> Slices:
    """Return slices of no less energy than the start's, with their duality gap.

    Parameters
    ----------
    interaction : Interaction
    start : Slices
    rng : Generator
    rounds : int
        Passes over all slices.
    tolerance : float
        On the duality gap, relative to the kernel's size.
    clock : Clock, optional
    """
    best = start
    solver = ""
    concave: bool | None = None
    for _ in range(rounds):
        if clock is not None and clock.over:
            break
        new, gap = _new_atoms(interaction, best, rng)
        if gap <= tolerance * interaction.size:
            return _with(best, gap, concave, solver)
        labels = np.concatenate([best.labels, new[0]])
        contents = np.concatenate([best.contents, new[1]])
        masses = np.concatenate([best.masses, np.zeros(len(new[0]))])
        H = interaction.matrix(labels, contents)
        moved = move_masses(H, labels, masses, rounds=20)
        if len(labels) <= LARGEST_PROGRAMME:
            size = float(np.abs(H).max()) or 1.0
            concave = largest_move_curvature(H, labels) <= 1e-12 * size * len(labels)
            if concave:
                solved = solve_masses(H, labels, moved)
                if solved is not None:
                    solver = f"{solved.solver}: {solved.status}"
                    if solved.energy > 0.5 * float(moved @ H @ moved):
                        moved = solved.masses
        candidate = _merged(interaction, H, labels, contents, moved)
        if not candidate.energy > best.energy:
            break
        best = candidate
    gap = _new_atoms(interaction, best, rng)[1]
    return _with(best, gap, concave, solver)


def _with(law: Slices, gap: float, concave: bool | None, solver: str) -> Slices:
    return Slices(law.labels, law.contents, law.masses, law.energy, gap, concave, solver)


def _new_atoms(interaction: Interaction, law: Slices, rng: np.random.Generator) -> tuple[tuple[Array, Array], float]:
    """Return the maximiser of each slice's potential, with labels, and the duality gap."""
    batch = law.contents[None]
    points, gap = [], 0.0
    for i in range(interaction.n):
        own = np.flatnonzero(law.labels == i)
        V = interaction.potential(i, batch[:, own], law.labels, batch, law.masses)[0]
        potential = Potential(interaction, i, law.labels, batch, law.masses)
        point, value = best_points(potential, law.contents[own[np.argmax(V)]][None], rng, _SEARCH)
        points.append(point[0])
        gap += float(interaction.weights[i] * value[0] - law.masses[own] @ V)
    return (np.arange(interaction.n), np.array(points)), max(0.0, gap)


def _merged(interaction: Interaction, H: Array, labels: Array, contents: Array, masses: Array) -> Slices:
    """Drop atoms without mass, and let the largest of a slice take what lies within 0.03 of it if that gains."""
    m = masses.copy()
    V = H @ m
    for i in np.unique(labels):
        own = np.flatnonzero((labels == i) & (m > 0))
        for top in own[np.argsort(-m[own], kind="stable")]:
            if m[top] == 0:
                continue
            near = own[(m[own] > 0) & (own != top)]
            near = near[np.linalg.norm(contents[near] - contents[top], axis=1) < 0.03]
            if not len(near):
                continue
            change = np.zeros_like(m)
            change[near], change[top] = -m[near], m[near].sum()
            moved = H @ change
            if change @ V + 0.5 * change @ moved >= 0:
                m, V = m + change, V + moved
                m[near] = 0.0
    kept = m > 0
    labels, contents, m = labels[kept], contents[kept], m[kept]
    return Slices(labels, contents, m, _energy(interaction, labels, contents, m))
