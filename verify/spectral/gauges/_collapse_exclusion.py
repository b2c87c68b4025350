"""No collapsed law is a maximiser of h = k_ab f(<x, O_ab y>): shown cell by cell of directions u.

A cell of directions is excluded if the tangential velocity of one label does not vanish on it,

    g_a(u) = sum_b w_b k_ab f'(<u, O_ab u>) O_ab u,

or if the energy of the law collapsed at u is below that of a graph law in hand. Both exclude collapse over
graph laws and over P_rho. Since O_ba = O_ab^T, everything is even or odd in u: half of the sphere is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from verify.model.kernels.base import Array, Kernel
from verify.model.numbers import ball
from verify.model.profiles import Profile
from verify.model.sphere import rational_point_near
from verify.model.verdict import Num
from verify.spectral.general.criticality import Face
from verify.spectral.top_direction import enclose_top

__all__ = ["MOST_LABELS", "Exclusion", "FiniteCoupling", "exclude_collapsed_laws", "top_of_collapsed"]

#: The search is cut off beyond this number of labels.
MOST_LABELS = 16
_PRECISION = 64
_PRECISIONS = (128, 512, 2_048)
_SHARP = 1e-9
_SMALLEST = 2.0**-10
_MOST_PAIRS = 60_000
_MOST_BOXES = 2_000
_LARGEST_DIMENSION = 4
_STARTS = 6
_STEPS = 300

BallMatrix = list[list[flint.arb]]


@dataclass(frozen=True)
class FiniteCoupling:
    """The kernel k_ab f(<x, O_ab y>) on labels of weights w, entries enclosed.

    Attributes
    ----------
    weights : sequence of ball
    factor : sequence of rows of balls, or None
        k; None where it is 1.
    transport : callable
        (a, b) -> O_ab as rows of balls.
    profile : Profile
    d : int
    """

    weights: Sequence[flint.arb]
    factor: Sequence[Sequence[flint.arb]] | None
    transport: Callable[[int, int], BallMatrix]
    profile: Profile
    d: int

    def scale(self, a: int, b: int) -> flint.arb:
        """w_b k_ab."""
        return self.weights[b] if self.factor is None else self.weights[b] * self.factor[a][b]

    def energy(self, points: Sequence[Sequence[flint.arb]]) -> flint.arb:
        """Enclose the energy of a graph law x_a = points[a]."""
        total = flint.arb(0)
        for a, x in enumerate(points):
            for b, y in enumerate(points):
                t = _dot(x, _apply(self.transport(a, b), y))
                total += self.weights[a] * self.scale(a, b) * self.profile.value(_in_range(t), self.d)
        return total / 2


@dataclass(frozen=True)
class Exclusion:
    """How collapsed laws were excluded: the witness has more energy than those that the velocity left.

    Attributes
    ----------
    how : str
        The reason, as a sentence.
    witness : plain data or None
        A graph law at exact rational points with its energy.
    energy : Num or None
        Energy of the graph law in hand.
    """

    how: str
    witness: dict[str, Any] | None
    energy: Num | None


@dataclass(frozen=True)
class _Collapsed:
    """The laws collapsed at u: E = 1/2 sum_ab w_a w_b k_ab f(<u, O_ab u>), grad E = sum_ab w_a w_b k_ab f' O_ab u."""

    coupling: FiniteCoupling
    table: Sequence[Sequence[BallMatrix]]

    @property
    def d(self) -> int:
        return self.coupling.d

    def energy(self, u: Sequence[flint.arb]) -> flint.arb:
        return self.coupling.energy([u] * len(self.table))

    def slope(self, u: Sequence[flint.arb]) -> list[flint.arb]:
        total = [flint.arb(0)] * self.d
        for a, row in enumerate(self.table):
            for b, O in enumerate(row):  # noqa: E741 - the letter of a connection
                moved = _apply(O, u)
                speed = self.coupling.profile.derivative(_in_range(_dot(u, moved)), self.d)
                scale = self.coupling.weights[a] * self.coupling.scale(a, b) * speed
                total = [t + scale * m for t, m in zip(total, moved, strict=True)]
        return total


def top_of_collapsed(coupling: FiniteCoupling) -> flint.arb | None:
    """Enclose the energy of the best collapsed law; None for many labels, d > 4, and where it stays too wide."""
    n = len(coupling.weights)
    if n > MOST_LABELS:
        return None
    table = [[coupling.transport(a, b) for b in range(n)] for a in range(n)]
    return enclose_top(_Collapsed(coupling, table), min(_MOST_BOXES, _MOST_PAIRS // n**2), even=True)


def exclude_collapsed_laws(kernel: Kernel, coupling: FiniteCoupling) -> Exclusion | None:
    """Show that no collapsed law is a maximiser over graph laws or P_rho; None where that does not succeed.

    Parameters
    ----------
    kernel : Kernel
        On finitely many labels; evaluated in floats by the search for a law of high energy.
    coupling : FiniteCoupling
        The same kernel in balls.
    """
    n = len(coupling.weights)
    if n > MOST_LABELS or coupling.d > _LARGEST_DIMENSION:
        return None
    with np.errstate(all="ignore"):  # floats overflow at large beta; what they find proves nothing by itself
        points = [rational_point_near(x, 40) for x in _ascent(kernel, n)]
    best = _energy_of(coupling, points)
    if best is None:
        return None
    counts = _search(coupling, best)
    if counts is None:
        return None
    energy = Num.of_ball(best)
    how = "No collapsed law is a maximiser"
    grounds = []
    if counts["velocity"]:
        grounds.append(f"on {counts['velocity']} cells of directions one label's velocity does not vanish")
    if counts["energy"]:
        grounds.append(f"on {counts['energy']} cells an explicit law has more energy")
    # floats found the law; it is a witness if it has more energy than every collapsed law for certain
    top = top_of_collapsed(coupling) if counts["velocity"] else None
    certain = not counts["velocity"] or (top is not None and best > top)
    witness = _witness(points, energy) if certain else None
    return Exclusion(f"{how}: {', '.join(grounds)}.", witness, energy)


def _energy_of(coupling: FiniteCoupling, points: Sequence[Sequence[Fraction]]) -> flint.arb | None:
    """Enclose the energy of a law at rational points, if possible so that its digits are seen; None if never finite."""
    best: flint.arb | None = None
    for precision in _PRECISIONS:
        with flint.ctx.workprec(precision):
            found = coupling.energy([[ball(x) for x in p] for p in points])
        best = found if found.is_finite() else best
        if found.is_finite() and found.rad() <= abs(found) * _SHARP:
            break
    return best


def _witness(points: Sequence[Sequence[Fraction]], energy: Num | None) -> dict[str, Any]:
    law = [{"label": a, "point": [str(x) for x in p], "mass": "1"} for a, p in enumerate(points)]
    return {"graph": True, "law": law, "energy": None if energy is None else energy.to_json()}


def _search(coupling: FiniteCoupling, best: flint.arb) -> dict[str, int] | None:
    """Exclude every cell of half of the sphere; None if one is left when it is small or the work is much."""
    d, n = coupling.d, len(coupling.weights)
    stack = [Face(axis, 1, (0.0,) * (d - 1), (1.0,) * (d - 1)) for axis in range(d)]
    counts, spent = {"velocity": 0, "energy": 0}, 0
    with flint.ctx.workprec(_PRECISION):
        table = [[coupling.transport(a, b) for b in range(n)] for a in range(n)]
        while stack:
            face = stack.pop()
            spent += n * n
            found = _excluded(coupling, table, face, best)
            if found is not None:
                counts[found] += 1
            elif face.width < _SMALLEST or spent > _MOST_PAIRS:
                return None
            else:
                stack += face.halves()
    return counts


def _excluded(
    coupling: FiniteCoupling, table: Sequence[Sequence[BallMatrix]], face: Face, best: flint.arb
) -> str | None:
    u, tangents, n = face.directions(), face.tangents(), len(coupling.weights)
    total = flint.arb(0)
    for a in range(n):
        velocity = [flint.arb(0)] * coupling.d
        for b in range(n):
            moved = _apply(table[a][b], u)
            t = _in_range(_dot(u, moved))
            speed = coupling.scale(a, b) * coupling.profile.derivative(t, coupling.d)
            velocity = [v + speed * m for v, m in zip(velocity, moved, strict=True)]
            total += coupling.weights[a] * coupling.scale(a, b) * coupling.profile.value(t, coupling.d)
        if any(_dot(velocity, tangent) != 0 for tangent in tangents):
            return "velocity"
    return "energy" if total / 2 < best else None


def _dot(x: Sequence[flint.arb], y: Sequence[flint.arb]) -> flint.arb:
    return sum((a * b for a, b in zip(x, y, strict=True)), flint.arb(0))


def _apply(O: BallMatrix, x: Sequence[flint.arb]) -> list[flint.arb]:  # noqa: E741 - the letter of a connection
    return [_dot(row, x) for row in O]


def _in_range(t: flint.arb) -> flint.arb:
    """Intersect an inner product of unit vectors with [-1, 1]."""
    return t.max(flint.arb(-1)).min(flint.arb(1))


def _ascent(kernel: Kernel, n: int) -> Array:
    """Return contents (n, d) of high energy by gradient ascent in floats from several starts; no evidence."""
    weights = np.array([float(w) for w in kernel.labels.weights()])
    labels, rng = np.arange(n), np.random.default_rng(0)

    def energy(x: Array) -> float:
        return 0.5 * float(weights @ kernel.block(x, labels, x, labels) @ weights)

    best, best_energy = np.tile(np.eye(kernel.d)[0], (n, 1)), -np.inf
    for _ in range(_STARTS):
        x = rng.standard_normal((n, kernel.d))
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        current, step = energy(x), 1.0
        for _ in range(_STEPS):
            slope = np.einsum("m,nmi->ni", weights, kernel.gradient(x, labels, x, labels))
            slope -= np.sum(slope * x, axis=1, keepdims=True) * x
            if not np.isfinite(slope).all() or np.abs(slope).max() < 1e-12:
                break
            while step > 1e-9:
                y = x + step * slope
                y /= np.linalg.norm(y, axis=1, keepdims=True)
                reached = energy(y)
                if reached > current:
                    x, current, step = y, reached, 2 * step
                    break
                step /= 2
            else:
                break
        if current > best_energy:
            best, best_energy = x, current
    return best
