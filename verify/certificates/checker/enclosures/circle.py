"""T5 on the circle: K e^{im xi} = khat(m) e^{im xi} for an even trigonometric polynomial k of xi - zeta.

L e^{im xi} = (khat(0) - khat(m)) e^{im xi}, D = khat(0), and khat(m) = 0 beyond the degree of k. Products are expanded
over the terms i^r exp(i (p xi + q zeta)).
"""

from __future__ import annotations

import math
from fractions import Fraction

from ..dichotomy import Views
from ..problem import Problem
from ..reading import ZERO, Data, Refused, integer, require
from .continua import HALF, Cells
from .formulas import Terms, Tree, expand, is_constant, linear
from .shapes import coefficients_of

XI, ZETA = ("var", "xi"), ("var", "zeta")


def _wave(tree: Tree) -> Terms | None:
    """Expand sin and cos of p xi + q zeta, and rationals."""
    if tree[0] not in {"sin", "cos"} or is_constant(tree):
        return linear()(tree)
    angle = expand(tree[1], linear(XI, ZETA)) or {}
    p, q = angle.get((1, 0, 0), ZERO), angle.get((0, 1, 0), ZERO)
    whole = p.denominator == q.denominator == 1 and angle.keys() <= {(1, 0, 0), (0, 1, 0)} and angle
    require(whole and abs(p) + abs(q) <= 4096, "a frequency of k is not a moderate integer")
    r, sign = (0, HALF) if tree[0] == "cos" else (1, -HALF)  # cos = (e + 1/e)/2, sin = -i e/2 + i/(2e)
    return {(int(p), int(q), r): sign, (-int(p), -int(q), r): HALF}


def symbol(problem: Problem) -> dict[int, Fraction]:
    """Return khat(m), m >= 0."""
    k = problem.factor()
    found = expand(k.mean, _wave) if isinstance(k, Cells) and problem.labels.kind == "circle" else None
    if found is None:
        raise Refused("k is not a trigonometric polynomial on the circle")
    waves: dict[tuple[int, int], Fraction] = {}
    for (p, q, r), c in found.items():
        require(r % 2 == 0, "k is not real and even")
        waves[p, q] = waves.get((p, q), ZERO) + (c if r % 4 == 0 else -c)
    toeplitz = all(c == 0 or (p == -q and waves.get((q, p)) == c) for (p, q), c in waves.items())
    require(toeplitz, "k is not an even function of xi - zeta")
    return {p: c for (p, _), c in waves.items() if c and p >= 0}


def by_fourier(problem: Problem, data: Data) -> Views:
    """Compare khat(0) with all khat(m); L not PSD, ker L = constants, or ties."""
    f, khat = problem.profile(), symbol(problem)
    zero, top = khat.get(0, ZERO), max(khat, default=0)
    if "mode" in data:
        m = integer(data["mode"], 1, 1 << 30)
        require(khat.get(m, ZERO) > zero, "khat(mode) > khat(0) fails")
    if any(khat.get(m, ZERO) > zero for m in range(1, top + 2)):
        problem.sloped()
        return "none", "none"
    require(f.nonnegative, "a_n >= 0 is not proved for this profile")
    if zero == 0 or f.peaked is False:
        return "some", "some"  # khat(0) = 0: (cos m xi, sin m xi, 0, ..) beyond the degree of k has the maximal energy
    if all(khat.get(m) != zero for m in range(1, top + 1)):
        return ("all", "all") if f.peaked else (None, None)  # ker L = constants, D > 0
    if f.full:  # D > 0, and ker L holds trigonometric polynomials: none is the indicator of a set
        return "all", "all"
    return ("some", "some") if f.linear else (None, None)  # the great circle (cos m xi, sin m xi, 0, ..)


def by_winding(problem: Problem, data: Data) -> Views:
    """x = (cos m xi, sin m xi, 0, ..) has the energy 1/2 mean of k(s) f(cos ms), collapsed laws khat(0) f(1) / 2."""
    khat, m = symbol(problem), integer(data.get("m"), 1, 1 << 20)
    coefficients = coefficients_of(problem.spec["profile"], problem.d)
    energy = ZERO
    for n, c in enumerate(coefficients):  # cos(s)^n = 2^-n sum_j (n over j) cos((n - 2j) s)
        mean = sum((math.comb(n, j) * khat.get(abs(m * (n - 2 * j)), ZERO) for j in range(n + 1)), ZERO)
        energy += c * mean / 2**n
    require(energy > khat.get(0, ZERO) * sum(coefficients), "this law has no more energy than the collapsed laws")
    return "none", "none"
