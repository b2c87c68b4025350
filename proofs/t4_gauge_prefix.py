"""T4b, prefix tokens: the Householder gauge, where it is continuous, and sections in dimensions 2, 4 and 8."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import sympy

from verify.evidence.claims import Claim, Evidence
from verify.model.errors import InputError
from verify.model.sphere import PARALLELISABLE, continuous_gauge, householder, rational_point, sample_uniform
from verify.model.verdict import Status
from verify.symbolic import EXPONENTIALS, SUMS, Cited, Dot, Identity, Step, UnitVector, Vector, equation, norm_squared

__all__ = ["CLAIMS", "NECESSITY", "PREFIX"]

_X, _U, _V, _E = UnitVector("x"), UnitVector("u"), Vector("v"), Vector("e")
_W = _X - _U
_EPS = sympy.Symbol("epsilon", positive=True)


def _scaled(v: sympy.Expr) -> sympy.Expr:
    """|w|^2 Q v = |w|^2 v - 2 <w, v> w."""
    return norm_squared(_W) * v - 2 * Dot(_W, v) * _W


PREFIX = (
    Step(
        equation(_scaled(_X), norm_squared(_W) * _U),
        "$|w|^2 = 2 - 2\\langle x, u\\rangle = 2\\langle w, x\\rangle$ for $w = x - u$",
        Identity(SUMS),
        "T4b. Given a measurable prompt map T, put $x = T(p)$ and let $Q(p) = 1 - 2 w w^\\top/|w|^2$ with $w = x - "
        "u$, and "
        "$Q(p) = 1$ where $x = u$: a measurable gauge with $Q(p) T(p) = u$, as",
    ),
    Step(
        equation(norm_squared(_scaled(_V)), norm_squared(_W) ** 2 * norm_squared(_V)),
        "a reflection",
        Identity(SUMS),
        "and Q is orthogonal. Being symmetric it takes u to T(p), so that $T_\\# \\lambda$ is the content marginal "
        "of a "
        "maximiser:",
    ),
    Step(
        "If $\\lambda$ has no atoms, every law on the sphere is $T_\\# \\lambda$ for some measurable T.",
        "a standard Borel space without atoms is [0, 1] with Lebesgue measure",
        Cited("Kechris, Classical Descriptive Set Theory (1995), 17.41"),
    ),
    Step(
        equation(
            sympy.cos(_EPS) * _U + sympy.sin(_EPS) * _E - _U,
            2 * sympy.sin(_EPS / 2) * (sympy.cos(_EPS / 2) * _E - sympy.sin(_EPS / 2) * _U),
        ),
        "half angles",
        Identity(EXPONENTIALS),
        "Q is continuous off $x = u$. Approach u along a unit tangent e: w has the direction of the bracket, which "
        "tends to "
        "e, and Q to $1 - 2 e e^\\top$. For $d \\ge 3$ that depends on e, and no extension exists; for $d = 2$ there "
        "is one "
        "tangent line, and Q extends to the reflection that fixes u.",
    ),
    Step(
        "A continuous map $s: S^{d-1} \\to SO(d)$ with $s(x) e_1 = x$, $d \\ge 2$, exists if and only if d is 2, 4 "
        "or 8; "
        "O(d) in place of SO(d) changes nothing.",
        "it would make the sphere parallelisable; on a connected sphere det s is constant, and a column can change "
        "its sign",
        Cited("Adams, Ann. of Math. 72 (1960); Kervaire, Proc. Nat. Acad. Sci. 44 (1958)"),
    ),
)


# ---------------------------------------------------------------- claims


def exact_reflections(d: int) -> Evidence:
    """Q x = u and Q^T Q = 1 in rational numbers, at pairs of rational points; the engine's gauge agrees."""
    places = [rational_point([Fraction(k + c, 3 + c) for c in range(d - 1)]) for k in range(1, 6)]
    worst = 0.0
    for x in places[1:]:
        u = places[0]
        w = [a - b for a, b in zip(x, u, strict=True)]
        square = sum(a * a for a in w)
        Q = [[Fraction(int(i == j)) - 2 * w[i] * w[j] / square for j in range(d)] for i in range(d)]
        if [_inner(row, x) for row in Q] != list(u):
            return Evidence(Status.REFUTED, f"Q x is not u at x = {x}")
        if any(_inner(Q[i], Q[j]) != int(i == j) for i in range(d) for j in range(d)):
            return Evidence(Status.REFUTED, f"Q is not orthogonal at x = {x}")
        found = householder(np.array(x, dtype=float), np.array(u, dtype=float))
        worst = max(worst, float(np.abs(found - np.array(Q, dtype=float)).max()))
    if worst > 1e-12:
        return Evidence(Status.REFUTED, "the gauge of the engine is another", residual=f"{worst:.1e}")
    return Evidence(Status.EXACT, f"{len(places) - 1} pairs of rational points", residual=f"{worst:.1e}")


def _inner(u: Sequence[Fraction], v: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(u, v, strict=True)), Fraction(0))


def product(a: Sequence[sympy.Expr], b: Sequence[sympy.Expr]) -> list[sympy.Expr]:
    """Return the product of complex numbers, quaternions or octonions: (a1 b1 - b2* a2, b2 a1 + a2 b1*)."""
    half = len(a) // 2
    if half == 0:
        return [a[0] * b[0]]
    a1, a2, b1, b2 = a[:half], a[half:], b[:half], b[half:]
    first = [p - q for p, q in zip(product(a1, b1), product(_conjugate(b2), a2), strict=True)]
    second = [p + q for p, q in zip(product(b2, a1), product(a2, _conjugate(b1)), strict=True)]
    return [*first, *second]


def _conjugate(a: Sequence[sympy.Expr]) -> list[sympy.Expr]:
    return [a[0], *(-entry for entry in a[1:])]


def composition(d: int) -> Evidence:
    """|x y|^2 = |x|^2 |y|^2 and x e_1 = x, as polynomials: y -> x y is a section into O(d)."""
    x, y = ([sympy.Symbol(f"{name}{c}", real=True) for c in range(d)] for name in "xy")
    one = [sympy.Integer(int(c == 0)) for c in range(d)]
    squares = [sum((entry**2 for entry in v), sympy.S.Zero) for v in (x, y, product(x, y))]
    if sympy.Poly(squares[0] * squares[1] - squares[2], *x, *y).is_zero and product(x, one) == x:
        return Evidence(Status.EXACT, f"polynomials in {2 * d} variables")
    return Evidence(Status.REFUTED, f"in {d} dimensions the product does not preserve lengths")


def sections(seed: int) -> Evidence:
    """The engine's continuous gauges for d = 2, 4, 8: Q x = u, determinant 1, and near points have near gauges."""
    rng = np.random.default_rng(seed)
    worst = 0.0
    for d in PARALLELISABLE:
        x = sample_uniform(200, d, rng)
        u = np.broadcast_to(sample_uniform(1, d, rng), x.shape)
        Q = continuous_gauge(x, u)
        near = x + 1e-6 * rng.standard_normal(x.shape)
        near /= np.linalg.norm(near, axis=1, keepdims=True)
        jump = np.abs(continuous_gauge(near, u) - Q).max() / np.abs(near - x).max()
        errors = [np.abs(np.einsum("nij,nj->ni", Q, x) - u).max(), np.abs(np.linalg.det(Q) - 1).max()]
        worst = max(worst, float(max(errors)))
        if worst > 1e-12 or jump > 20:
            return Evidence(Status.REFUTED, f"d = {d}: errors {errors}, quotient {jump}", seed=seed)
    return Evidence(Status.NUMERIC, "200 random points for each of d = 2, 4, 8", seed=seed, residual=f"{worst:.1e}")


def continuous_in(d: int) -> Evidence:
    """The limits of the Householder gauge along two tangents at u, in exact numbers; the engine refuses x = u."""
    tangents = [[Fraction(0)] * d for _ in range(2)]
    tangents[0][1], tangents[1][min(2, d - 1)] = Fraction(1), Fraction(1) if d > 2 else Fraction(-1)
    limits = [[[Fraction(int(i == j)) - 2 * e[i] * e[j] for j in range(d)] for i in range(d)] for e in tangents]
    u, refused = np.eye(d)[0], "extends it"
    extended = None
    try:
        extended = householder(u, u, at_target="reflection")
    except InputError as error:
        refused = str(error)
    if limits[0] != limits[1]:
        agrees = extended is None
        words = (
            f"the limits along e_2 and e_3 send e_2 to -e_2 and to e_2; the engine refuses: {refused if agrees else ''}"
        )
        return Evidence(Status.REFUTED if agrees else Status.UNKNOWN, words)
    agrees = extended is not None and bool((np.array(limits[0], dtype=float) == extended).all())
    return Evidence(
        Status.EXACT if agrees else Status.UNKNOWN, "one limit along both directions; the engine returns it"
    )


CLAIMS = (
    *(
        Claim(
            f"householder-{d}",
            f"The Householder gauge takes x to u and is orthogonal (d = {d}).",
            exact_reflections,
            Status.EXACT,
            {"d": d},
        )
        for d in (2, 3, 5)
    ),
    *(
        Claim(
            f"section-{d}",
            f"For d = {d} multiplication by x is a continuous section.",
            composition,
            Status.EXACT,
            {"d": d},
        )
        for d in PARALLELISABLE
    ),
    Claim("sections-of-the-engine", "The engine's gauges for d = 2, 4, 8.", sections, Status.NUMERIC, {"seed": 4}),
    Claim("extends-in-the-plane", "For d = 2 the Householder gauge extends.", continuous_in, Status.EXACT, {"d": 2}),
)
NECESSITY = (
    Claim(
        "extends-in-space",
        "Also for d = 3 the Householder gauge extends continuously to $x = u$.",
        continuous_in,
        Status.REFUTED,
        {"d": 3},
    ),
    Claim(
        "section-16",
        "For d = 16 the next algebra (the sedenions) gives a section too.",
        composition,
        Status.REFUTED,
        {"d": 16},
    ),
)
