"""Explicit laws with finitely many contents: their energy enclosed, and the ones that beat every collapsed law.

Normalisation: E = 1/2 sum_ab W_a W_b k_ab f(<x_a, x_b>), W_a = (mass of the label)(share of it), a = b included.
All points are exact unit vectors over the rationals, so that an energy is known to any precision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from verify.model.numbers import Number, ball, float_value
from verify.model.profiles import Profile
from verify.model.sphere import rational_point, rational_point_near
from verify.spectral.small_rotations import LawEnergies, precision_beside

__all__ = ["FiniteInteraction", "FiniteLaw", "Gain", "law_from_direction", "law_spread_at", "search_law"]

Array = np.ndarray[Any, Any]
Point = tuple[Fraction, ...]
_Reading = Callable[[Array], Array]

_PRECISIONS = (96, 192, 384, 768, 1536)
_MAX_SUPPORT = 600
_SEARCH_LABELS = 96
_POINT_BITS = 24


@dataclass(frozen=True)
class FiniteLaw:
    """Contents at labels of a finite law.

    Attributes
    ----------
    labels : tuple of int
        Label (or block) of each support point.
    points : tuple of rational unit vectors
        Exactly |x| = 1.
    masses : tuple of Fraction
        Share of the label at this point; the shares of a label sum to 1.
    graph : bool
        True if it is a graph law: one point per atom, any number per nonatomic block.
    """

    labels: tuple[int, ...]
    points: tuple[Point, ...]
    masses: tuple[Fraction, ...]
    graph: bool

    def to_data(self) -> list[dict[str, Any]]:
        """Plain data of a certificate or witness."""
        rows = zip(self.labels, self.points, self.masses, strict=True)
        return [{"label": label, "point": [str(x) for x in point], "mass": str(mass)} for label, point, mass in rows]


@dataclass(frozen=True)
class Gain:
    """A law with E(law) - E(collapsed) = gain > 0 for certain: the energies enclosed."""

    law: FiniteLaw
    gain: flint.arb
    collapsed: flint.arb

    @property
    def energy(self) -> flint.arb:
        """The energy of the law, at a precision that tells it from the collapsed one."""
        with flint.ctx.workprec(precision_beside(self.collapsed, self.gain)):
            return self.collapsed + self.gain

    def to_json(self) -> dict[str, Any]:
        """Plain data of a witness: the law, both energies and their difference, each enclosed."""
        energies = self.energies()
        return {
            "graph": self.law.graph,
            "law": self.law.to_data(),
            **({} if energies is None else energies.to_json()),
        }

    def energies(self, exact: str | None = None) -> LawEnergies | None:
        """Both energies and their difference; ``exact`` is the collapsed one in closed form."""
        return LawEnergies.of(lambda: self.collapsed, self.gain, exact)


@dataclass(frozen=True)
class FiniteInteraction:
    """A factor kernel on a finite label law (or on nonatomic blocks): weights, table k, profile f on S^{d-1}."""

    weights: tuple[Fraction, ...]
    table: Sequence[Sequence[Number]]
    profile: Profile
    d: int
    nonatomic: bool = False
    #: sum w_i w_j k_ij where it is known exactly
    mean: Fraction | None = None

    def collapsed_energy(self) -> flint.arb:
        """Enclose f(1)/2 sum w_i w_j k_ij, the energy of every collapsed law."""
        if self.mean is not None:
            return ball(self.mean) * self.profile.value(flint.arb(1), self.d) / 2
        pairs = zip(self.weights, self.table, strict=True)
        total = sum((ball(w) * ball_sum(self.weights, row) for w, row in pairs), flint.arb(0))
        return total * self.profile.value(flint.arb(1), self.d) / 2

    def energy(self, law: FiniteLaw) -> flint.arb:
        """Enclose the energy of a finite law at the working precision."""
        masses = [ball(self.weights[label] * mass) for label, mass in zip(law.labels, law.masses, strict=True)]
        total = flint.arb(0)
        for a, (label, x) in enumerate(zip(law.labels, law.points, strict=True)):
            row = self.table[label]
            for b in range(a + 1):
                k = row[law.labels[b]]
                if k == 0:
                    continue
                t = (
                    Fraction(1)
                    if x == law.points[b]
                    else sum((p * q for p, q in zip(x, law.points[b], strict=True)), Fraction(0))
                )
                term = masses[a] * masses[b] * ball(k) * self.profile.value(ball(t), self.d)
                total += term if a == b else 2 * term
        return total / 2

    def gain_of(self, law: FiniteLaw, gain: flint.arb) -> Gain:
        """Return a law whose gain is known, beside the collapsed energy at a precision that sees the gain."""
        with flint.ctx.workprec(precision_beside(self.collapsed_energy(), gain)):
            return Gain(law, gain, self.collapsed_energy())

    def certain_gain(self, law: FiniteLaw) -> Gain | None:
        """Return the law with both energies if it certainly beats the collapsed ones, raising the precision."""
        if len(law.labels) > _MAX_SUPPORT:
            return None
        for precision in _PRECISIONS:
            with flint.ctx.workprec(precision):
                energy, collapsed = self.energy(law), self.collapsed_energy()
                if energy > collapsed:
                    return Gain(law, energy - collapsed, collapsed)
                if energy <= collapsed:
                    return None
        return None


def ball_sum(weights: Sequence[Fraction], row: Sequence[Number]) -> flint.arb:
    """Enclose sum_j w_j k_j."""
    return sum((ball(w) * ball(k) for w, k in zip(weights, row, strict=True)), flint.arb(0))


def law_from_direction(interaction: FiniteInteraction, v: Sequence[Fraction]) -> Gain | None:
    """Return the explicit law x_i = cos(eps v_i) e1 + sin(eps v_i) e2 with more energy, for <v, Lv> < 0.

    Notes
    -----
    E(eps) - E(0) = -f'(1) eps^2 <v, Lv>/2 + O(eps^4), so a small eps gains whenever f'(1) is in (0, oo). The rotation
    by the angle 2 arctan(s_i), s_i = eps v_i/2 rational, has the rational point ((1 - s^2)/(1 + s^2), 2 s/(1 + s^2)).
    """
    largest = max(abs(x) for x in v)
    if largest == 0:
        return None
    halvings = range(0, 80, 2)
    if len(v) > 24:
        halvings = range(0, 80, 8)
    for halving in halvings:
        eps = Fraction(2, 2**halving) / largest
        gain = interaction.certain_gain(_circle_law(v, eps, interaction.d, graph=True))
        if gain is not None:
            return gain
    return None


def law_spread_at(interaction: FiniteInteraction, label: int) -> Gain | None:
    """Return a law that spreads the slice at one label, with more energy, for D < 0 there.

    Notes
    -----
    All else at u. With half of the slice at each of cos(eps) u ± sin(eps) e, moments change by O(eps^2), and
    E(eps) - E(0) = -f'(1) eps^2 w_i D_i/2 + O(eps^4). With a share eps of it at v (also where f'(1) is infinite),
    E(eps) - E(0) = -eps w_i D_i (f(1) - f(<u, v>)) + O(eps^2).
    """
    n, d = len(interaction.weights), interaction.d
    zeros, half = (Fraction(0),) * (d - 2), Fraction(1, 2)
    pole, across = (rational_point([s]) + zeros for s in (Fraction(0), Fraction(1)))
    opposite = tuple(-x for x in pole)
    others = tuple(j for j in range(n) if j != label)
    for halving in range(0, 40, 2):
        s = Fraction(1, 2**halving)
        left, right = (rational_point([x]) + zeros for x in (s, -s))
        for points, share in (((left, right), half), ((opposite, pole), s / 2), ((across, pole), s / 2)):
            gain = _certain_spread_gain(interaction, label, points, share)
            if gain is None:
                continue
            law = FiniteLaw(
                (*others, label, label),
                (*(pole for _ in others), *points),
                (*(Fraction(1) for _ in others), share, 1 - share),
                graph=interaction.nonatomic,
            )
            return interaction.gain_of(law, gain)
    return None


def _certain_spread_gain(
    interaction: FiniteInteraction, label: int, points: tuple[Point, Point], share: Fraction
) -> flint.arb | None:
    """The gain of a slice on two points if it is positive for certain, raising the precision."""
    for precision in _PRECISIONS:
        with flint.ctx.workprec(precision):
            gain = _spread_gain(interaction, label, points, share)
        if not gain.contains(0):
            return gain if gain > 0 else None
    return None


def _spread_gain(interaction: FiniteInteraction, label: int, points: tuple[Point, Point], share: Fraction) -> flint.arb:
    """Enclose the gain of a slice a delta_p + b delta_q at label i, all else at u = e1.

    w_i (D_i - w_i k_ii)(a f(<p, u>) + b f(<q, u>) - f(1)) + w_i^2 k_ii a b (f(<p, q>) - f(1)): it selects the law.
    """
    (p, q), w, row = points, interaction.weights[label], interaction.table[label]

    def drop(t: Fraction) -> flint.arb:
        return interaction.profile.value(ball(t), interaction.d) - interaction.profile.value(
            flint.arb(1), interaction.d
        )

    own = ball(w) * ball(row[label])
    outer = ball_sum(interaction.weights, row) - own
    inner = sum((x * y for x, y in zip(p, q, strict=True)), Fraction(0))
    moved = ball(share) * drop(p[0]) + ball(1 - share) * drop(q[0])
    return ball(w) * (outer * moved + own * ball(share * (1 - share)) * drop(inner))


def _circle_law(v: Sequence[Fraction], eps: Fraction, d: int, *, graph: bool) -> FiniteLaw:
    points = tuple(rational_point([eps * x / 2]) + (Fraction(0),) * (d - 2) for x in v)
    n = len(v)
    return FiniteLaw(tuple(range(n)), points, (Fraction(1),) * n, graph)


def search_law(interaction: FiniteInteraction, *, copies: int = 1, starts: int = 6, seed: int = 0) -> Gain | None:
    """Search a law with more energy than the collapsed ones by ascent; keep it only if exact points confirm it.

    Parameters
    ----------
    copies : int
        Equal parts into which each label is split; more than one gives slices that are spread (or, on nonatomic
        blocks, finer graph laws).
    starts, seed : int
        Random starts of the ascent.

    Notes
    -----
    The ascent is floating point and proves nothing; the law that it ends in is rounded to rational unit vectors and its
    energy enclosed. None means that nothing was found, not that nothing exists.
    """
    n = len(interaction.weights)
    if n * copies > _SEARCH_LABELS:
        return None
    labels = np.repeat(np.arange(n), copies)
    table = _scaled_table(interaction.table)
    w = np.array([float(x) for x in interaction.weights])[labels] / copies
    coupling = table[labels][:, labels] * w[:, None] * w[None, :]
    rng = np.random.default_rng(seed)
    best: tuple[float, Array] | None = None
    for _ in range(starts):
        energy, x = _ascend(interaction, coupling, rng.standard_normal((len(labels), interaction.d)))
        if best is None or energy > best[0]:
            best = energy, x
    if best is None:
        return None
    points = tuple(rational_point_near(row, _POINT_BITS) for row in best[1])
    shares = (Fraction(1, copies),) * len(labels)
    law = FiniteLaw(tuple(int(a) for a in labels), points, shares, graph=copies == 1 or interaction.nonatomic)
    return interaction.certain_gain(law)


def _scaled_table(table: Sequence[Sequence[Number]]) -> Array:
    """Return k/max|k| in float64: neither huge nor tiny entries leave the range."""
    balls = [[ball(k) for k in row] for row in table]
    largest = max((abs(x).mid() for row in balls for x in row), default=flint.arb(0))
    scale = largest if largest > 0 else flint.arb(1)
    return np.array([[float((x / scale).mid()) for x in row] for row in balls])


def _scaled_profile(profile: Profile, d: int) -> tuple[_Reading, _Reading]:
    """Return f and f' in float64, up to one positive factor; central differences where f' cannot be written down."""

    def value(t: Array) -> Array:
        return profile.scaled_array(t, d)[0]

    if profile.kind == "gegenbauer":
        return value, lambda t: profile.slope_array(t, d)
    if profile.beta is not None:
        beta = float_value(profile.beta)
        return value, lambda t: beta * value(t)
    h = 1e-6
    return value, lambda t: (value(np.minimum(t + h, 1)) - value(np.maximum(t - h, -1))) / (2 * h)


def _ascend(interaction: FiniteInteraction, coupling: Array, x: Array, iterations: int = 400) -> tuple[float, Array]:
    """Riemannian gradient ascent with step halving; returns the energy reached and the points."""
    value, slope_at = _scaled_profile(interaction.profile, interaction.d)
    x = x / np.linalg.norm(x, axis=1, keepdims=True)

    def energy(y: Array) -> float:
        return 0.5 * float(np.sum(coupling * value(np.clip(y @ y.T, -1, 1))))

    current, step = energy(x), 1.0
    for _ in range(iterations):
        slope = slope_at(np.clip(x @ x.T, -1 + 1e-9, 1 - 1e-9))
        gradient = (coupling * np.nan_to_num(slope)) @ x
        gradient -= np.sum(gradient * x, axis=1, keepdims=True) * x
        size = float(np.abs(gradient).max())
        if not np.isfinite(size) or size < 1e-12:
            break
        while step > 1e-12:
            y = x + step / size * gradient
            y /= np.linalg.norm(y, axis=1, keepdims=True)
            reached = energy(y)
            if reached > current:
                x, current, step = y, reached, 2 * step
                break
            step /= 2
        else:
            break
    return current, x
