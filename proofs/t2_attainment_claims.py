"""Claims of T2: energies of explicit laws in balls, vertices enumerated exactly, kernels decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import flint
import numpy as np
import sympy

from proofs.t1_decided import factor, rechecked
from verify.evidence.claims import Claim, Evidence
from verify.model.verdict import Collapse, Status

__all__ = [
    "CLAIMS", "DECIDED_NECESSITY", "GAUSSIAN", "attainment", "bell_transform", "graph_is_needed", "mean_of_graphs",
    "not_strictly_convex", "turning_energy", "turning_laws", "vertices_average", "without_continuity",
]  # fmt: skip

_PRECISION = 160
GAUSSIAN = {
    "family": "factor",
    "d": 3,
    "profile": "t",
    "labels": {"kind": "interval", "a": "0", "b": "1"},
    "k": "-exp(-(xi - zeta)**2)",
}


# ---------------------------------------------------------------- the counterexample


def turning_energy(turns: int) -> flint.arb:
    """Enclose E of x(xi) = (cos 2 pi r xi, sin 2 pi r xi, 0...) for h = -<x, y> exp(-(xi - zeta)^2), r = turns."""
    rate = 2 * flint.acb.pi() * turns

    def integrand(s: flint.acb, _analytic: bool) -> flint.acb:
        return (1 - s) * (-s * s).exp() * (rate * s).cos()

    return -flint.acb.integral(integrand, 0, 1).real


def turning_laws(turns: list[int]) -> Evidence:
    """Their energies are negative, grow with r, and stay above -5/(2 pi r)^2."""
    with flint.ctx.workprec(_PRECISION):
        energies = [turning_energy(r) for r in turns]
        floors = [-5 / (2 * flint.arb.pi() * r) ** 2 for r in turns]
        signed = all(floor < energy < 0 for floor, energy in zip(floors, energies, strict=True))
        growing = all(a < b for a, b in pairwise(energies))
        values = {str(r): energy.str(15) for r, energy in zip(turns, energies, strict=True)}
        wrong = any(energy >= 0 for energy in energies)
    status = Status.ENCLOSED if signed and growing else Status.REFUTED if wrong else Status.UNKNOWN
    return Evidence(status, f"E at r = {turns[-1]} turns: {values[str(turns[-1])]}, all negative and growing", values)


def _bell_at(t: flint.arb) -> Callable[[flint.acb, bool], flint.acb]:
    """Return w -> e^{-w^2/4} cos(w t)."""
    return lambda w, _analytic: (-w * w / 4).exp() * (w * t).cos()


def bell_transform(times: list[str], cut: int) -> Evidence:
    """Enclose ∫ e^{-w^2/4} cos(w t) dw by quadrature on [-T, T] and a tail below 2 (2/T) e^{-T^2/4}; compare."""
    with flint.ctx.workprec(_PRECISION):
        tail = 4 * (-(flint.arb(cut) ** 2) / 4).exp() / cut
        worst = flint.arb(0)
        for text in times:
            t = flint.arb(Fraction(text).numerator) / Fraction(text).denominator
            inside = 2 * flint.acb.integral(_bell_at(t), 0, cut).real
            gap = abs(inside - 2 * flint.arb.pi().sqrt() * (-t * t).exp())
            if gap > tail:
                return Evidence(Status.REFUTED, f"at t = {text} the sides differ by {gap.str(5)}")
            worst = worst.max(gap)
        near = bool(worst <= tail)
        words = f"agree within the tail {tail.str(3, radius=False)} at t = {', '.join(times)}"
    return Evidence(Status.ENCLOSED if near else Status.UNKNOWN, words, residual=worst.str(3, radius=False))


def attainment(document: Mapping[str, Any], graph_laws: bool, all_laws: bool) -> Evidence:
    """Compare where the engine says that a maximum is attained; its certificate is about collapse and is rechecked."""
    found = rechecked(document)
    views = found.verdict.graph_laws, found.verdict.all_laws
    reached = tuple(view.attained for view in views)
    how = f"attained: graph laws {reached[0]}, all laws {reached[1]}; {views[0].reason} {found.words}"
    if None in reached or any(view.collapse is Collapse.UNKNOWN for view in views):
        return Evidence(Status.UNKNOWN, how, found.details)
    return Evidence(found.rung if reached == (graph_laws, all_laws) else Status.REFUTED, how, found.details)


def graph_is_needed(document: Mapping[str, Any]) -> Evidence:
    """Whether a graph law is among the maximisers: refuted where all laws attain the maximum and no graph law does."""
    return attainment(document, graph_laws=True, all_laws=True)


# ---------------------------------------------------------------- finite labels


def vertices_average(labels: int, contents: int, seed: int) -> Evidence:
    """Without self-interaction E at any slices is the mean of E at the vertices, each with its product weight."""
    rng = np.random.default_rng(seed)
    size = labels * contents
    raw = rng.integers(-9, 10, (size, size))
    h = [[Fraction(int(raw[min(a, b)][max(a, b)])) for b in range(size)] for a in range(size)]
    for a, b in product(range(size), repeat=2):
        if a // contents == b // contents:
            h[a][b] = Fraction(0)
    counts = [[int(c) for c in rng.integers(1, 9, contents)] for _ in range(labels)]
    slices = [[Fraction(c, sum(row)) for c in row] for row in counts]
    masses = [int(c) for c in rng.integers(1, 9, labels)]
    weights = [Fraction(c, sum(masses)) for c in masses]

    def energy(p: list[list[Fraction]]) -> Fraction:
        law = [weights[i] * p[i][c] for i in range(labels) for c in range(contents)]
        return sum((law[a] * law[b] * h[a][b] for a in range(size) for b in range(size)), Fraction(0)) / 2

    mean, best = Fraction(0), None
    for choice in product(range(contents), repeat=labels):
        vertex = energy([[Fraction(int(c == chosen)) for c in range(contents)] for chosen in choice])
        share = Fraction(1)
        for i, chosen in enumerate(choice):
            share *= slices[i][chosen]
        mean += share * vertex
        best = vertex if best is None else max(best, vertex)
    here = energy(slices)
    words = f"E = {here}, mean of {contents**labels} vertices {mean}, best vertex {best}"
    ok = mean == here and best is not None and best >= here
    return Evidence(Status.EXACT if ok else Status.REFUTED, words, seed=seed)


def mean_of_graphs() -> Evidence:
    """Two labels, slices of two points, h = <x, y>: the mean over graphs exceeds E[mu] by 1/8 ∬h dsigma dsigma."""
    first = [sympy.Matrix([1, 0]), sympy.Matrix([0, 1])]
    second = [sympy.Matrix([sympy.Rational(3, 5), sympy.Rational(4, 5)]), sympy.Matrix([-1, 0])]

    def energy(x: list[sympy.Matrix]) -> sympy.Expr:
        mean = (x[0] + x[1]) / 2
        return mean.dot(mean) / 2

    of_graphs = (energy(first) + energy(second)) / 2
    of_slices = energy([(a + b) / 2 for a, b in zip(first, second, strict=True)])
    apart = sum((a - b for a, b in zip(first, second, strict=True)), sympy.zeros(2, 1)) / 2
    gap = apart.dot(apart) / 8
    ok = of_graphs - of_slices == gap and gap > 0
    return Evidence(Status.EXACT if ok else Status.REFUTED, f"{of_graphs} - {of_slices} = {gap}")


# ---------------------------------------------------------------- necessity


def not_strictly_convex() -> Evidence:
    """One atom, f = t^2: convex, and the law of ±u, no graph, has the energy f(1)/2."""
    u = sympy.Matrix([sympy.Rational(3, 5), sympy.Rational(4, 5)])
    energy = sum((a.dot(b) ** 2 for a in (u, -u) for b in (u, -u)), sympy.S.Zero) / 8
    status = Status.REFUTED if energy == sympy.Rational(1, 2) else Status.EXACT
    return Evidence(status, f"E = {energy} at the law of u and -u, u = (3/5, 4/5); no law has more than f(1)/2 = 1/2")


def without_continuity(steps: int) -> Evidence:
    """One atom, h = g(x) g(y), g = <x, e> but 0 at x = e: |g| < 1 everywhere, and E comes as near to 1/2 as one likes.

    Notes
    -----
    E[mu] = (∫g dmu)^2/2 < 1/2 for every law, since |g| < 1 but at -e; at x = (1 - t^2, 2t)/(1 + t^2) it is
    (1 - t^2)^2/(2 (1 + t^2)^2). At -e we put g = 0 as well.
    """
    t = Fraction(1, steps)
    value = (1 - t * t) / (1 + t * t)
    energy = value * value / 2
    status = Status.REFUTED if Fraction(1, 2) - energy < Fraction(1, 10**6) and value < 1 else Status.UNKNOWN
    return Evidence(status, f"E = {energy} at t = {t}; the supremum 1/2 is not attained")


CLAIMS = (
    Claim(
        "attained",
        "$h = -\\langle x, y\\rangle e^{-(\\xi - \\zeta)^2}$ on $[0, 1]$: the supremum is attained in $P_\\rho$, by no "
        "graph law.",
        attainment,
        Status.EXACT,
        {"document": GAUSSIAN, "graph_laws": False, "all_laws": True},
    ),
    Claim(
        "turning-laws",
        "$x_r$ with $r = 1, 2, 4, \\ldots, 64$ turns: the energies are negative, grow, and stay above "
        "$-5/(2\\pi r)^2$.",
        turning_laws,
        Status.ENCLOSED,
        {"turns": [1, 2, 4, 8, 16, 32, 64]},
    ),
    Claim(
        "bell-transform",
        "$\\int e^{-\\omega^2/4} \\cos\\omega t\\, d\\omega = 2 \\sqrt{\\pi} e^{-t^2}$, by quadrature and a tail.",
        bell_transform,
        Status.ENCLOSED,
        {"times": ["0", "1/2", "1", "2"], "cut": 18},
    ),
    Claim(
        "vertices-average",
        "Four labels with three contents each, no self-interaction: E is the mean of its values at the 81 vertices.",
        vertices_average,
        Status.EXACT,
        {"labels": 4, "contents": 3, "seed": 1},
    ),
    Claim(
        "mean-of-graphs",
        "$h = \\langle x, y\\rangle$, two labels: the mean over graphs exceeds the energy of the slices as derived.",
        mean_of_graphs,
        Status.EXACT,
    ),
    Claim(
        "strictly-convex",
        "One atom, $f = e^{2t}$, strictly convex: the maximum is attained by graph laws, and in $P_\\rho$.",
        attainment,
        Status.EXACT,
        {"document": factor([["1"]], "exp(2*t)"), "graph_laws": True, "all_laws": True},
    ),
)

DECIDED_NECESSITY = (
    Claim(
        "nonatomic",
        "Where $\\rho$ is nonatomic some maximiser is a graph, convex or not.",
        graph_is_needed,
        Status.REFUTED,
        {"document": GAUSSIAN},
    ),
    Claim(
        "not-strict",
        "Where E is convex every maximiser is a graph, strictly or not.",
        not_strictly_convex,
        Status.REFUTED,
    ),
    Claim(
        "without-continuity",
        "A bounded measurable h has a maximiser, continuous or not.",
        without_continuity,
        Status.REFUTED,
        {"steps": 2000},
    ),
)
