r"""T7. Metastability: two clusters, and the regular N-gon.

Statement
---------
Two clusters at the angle theta, of any weights with sum one, move by thetadot = -f'(cos theta) sin theta, for the
profile peak thetadot = -e^{-beta (1 - cos theta)} sin theta. With c_i = cos theta_i and 0 < theta_1 < theta_0 < pi the
time from theta_0 to theta_1 is

    T = 1/2 { Ei(beta (1 - c_0)) - Ei(beta (1 - c_1)) + e^{2 beta} [E_1(beta (1 + c_0)) - E_1(beta (1 + c_1))] },

T ~ e^{beta (1 - c_0)} / (beta sin^2 theta_0), and (1/beta) log T -> 1 - cos theta_0. In the time of usa the exponent is
-cos theta_0: long for theta_0 > pi/2 only. N equal clusters at the corners of a regular N-gon are critical, and a small
displacement with m periods grows in the plane at the rate lambda_m and across it at the rate mu_m; for N >= 3 and large
beta the plane mode m = floor(N/2) is the fastest.

Hypotheses
----------
See ``hypotheses`` below, a line for each symbol. Time is that of xdot_i = n grad_i E_n with f = e^{beta (t - 1)}/beta.

Derivation
----------
The angle from the energy; the time as an integral, its antiderivative, its behaviour for large beta with an explicit
error; the second variation of the energy around any planar configuration; its Fourier modes on the N-gon; dominance.

Claims
------
Constants to 12 digits, limits as enclosures at growing beta, the linearised velocity beside the second variation, the
group algebra of Z/N, dominance for every beta above N^2, and the particles: passage times to 8 digits, the slope of
log T, growth rates to 4 digits, the staircase of the energy.

Necessity
---------
The weights do not matter but their sum does; usa time is not exponentially long from theta_0 <= pi/2; N >= 3 and beta
large are needed for dominance in the plane.

What is not proved
------------------
See ``not_proved``.

References
----------
Geshkovski, Koubbi, Polyanskiy, Rigollet (2024); DLMF chapter 6.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from proofs.t7_metastability_claims import ASYMPTOTICS, CONSTANTS, EXPONENTS, PARTICLES, closed_form
from proofs.t7_metastability_measured import MEASURED, MEASURED_MUTANTS
from proofs.t7_metastability_polygon import DOMINANT, MODES, VARIATION, peak
from proofs.t7_metastability_rates import (
    CIRCULANT,
    DOMINANCE,
    LINEARISED,
    NO_DOMINANCE,
    RATES,
    planar_rate,
    transverse_rate,
)
from verify.evidence.claims import Claim, Evidence, checked
from verify.evidence.theorem import Assumption, Theorem
from verify.model.verdict import Status
from verify.symbolic import (
    EXPONENTIALS,
    RATIONAL,
    SUMS,
    Derivation,
    Dot,
    Identity,
    Inequality,
    IntegralIdentity,
    Profile,
    Projection,
    Step,
    SumOfSquares,
    UnitVectors,
    Vectors,
    equation,
)
from verify.symbolic.energies import BETA
from verify.symbolic.variations import rate

__all__ = ["THEOREM"]

_F, _X, _V = Profile("f"), UnitVectors("x"), Vectors("v")
_F1 = _F.derivative()
_x, _v = _X.__getitem__, _V.__getitem__


# ---------------------------------------------------------------- two clusters

_W = sympy.IndexedBase("w")
_THETA = sympy.Symbol("theta", positive=True)
_C = sympy.Symbol("c", real=True)
_COSINE = Dot(_X[1], _X[2])


def _energy(x: Callable[[Any], sympy.Expr]) -> sympy.Expr:
    """1/2 sum_ab w_a w_b f(<x_a, x_b>), a, b in {1, 2}."""
    pairs = ((a, b) for a in (1, 2) for b in (1, 2))
    return sum((_W[a] * _W[b] * _F(Dot(x(a), x(b))) for a, b in pairs), sympy.S.Zero) / 2


def _speed(a: int) -> sympy.Expr:
    """P_{x_a} sum_b w_b f'(<x_a, x_b>) x_b."""
    return Projection(_x(a), sum((_W[b] * _F1(Dot(_x(a), _x(b))) * _x(b) for b in (1, 2)), sympy.S.Zero))


def _closing() -> sympy.Expr:
    return rate(
        lambda x: Dot(x(1), x(2)), _x, _speed, r"\langle x_1 + \epsilon \dot x_1, x_2 + \epsilon \dot x_2\rangle"
    )


CLUSTERS = (
    Step(
        equation(
            rate(_energy, _x, _v, r"E(x + \epsilon v)"),
            sum((_W[a] * Dot(sum(_W[b] * _F1(Dot(_X[a], _X[b])) * _X[b] for b in (1, 2)), _V[a]) for a in (1, 2)), 0),
        ),
        "chain rule",
        Identity(SUMS),
        "Two clusters of weights $w_1, w_2$ have the energy $\\frac{1}{2} \\sum_{ab} w_a w_b f(\\langle x_a, "
        "x_b\\rangle)$; "
        "its gradient in $x_a$, divided by $w_a$, is the pull on every token of the cluster.",
    ),
    Step(
        equation(_speed(1), _W[2] * _F1(_COSINE) * (_X[2] - _COSINE * _X[1])),
        "$P_x x = 0$: a cluster does not pull itself",
        Identity(SUMS),
        "Its tangential part is the velocity (T0):",
    ),
    Step(
        equation(_closing(), (_W[1] + _W[2]) * _F1(_COSINE) * (1 - _COSINE**2)),
        "the step before, for both clusters",
        Identity(SUMS),
        "The cosine of the angle moves at a rate that depends on the weights through their sum alone, which is 1:",
    ),
    Step(
        equation(
            sympy.Derivative(sympy.cos(_THETA), _THETA) * (-_F1(sympy.cos(_THETA)) * sympy.sin(_THETA)),
            _F1(sympy.cos(_THETA)) * (1 - sympy.cos(_THETA) ** 2),
        ),
        "chain rule, $c = \\cos\\theta$",
        Identity(EXPONENTIALS),
        "hence $\\dot\\theta = -f'(\\cos\\theta) \\sin\\theta$, in every dimension:",
    ),
    Step(
        equation(sympy.Derivative(peak(_C), _C), sympy.exp(-BETA * (1 - _C))),
        "$f(t) = e^{\\beta(t-1)}/\\beta$",
        Identity(SUMS),
        "For the profile peak this is $\\dot\\theta = -e^{-\\beta(1 - \\cos\\theta)} \\sin\\theta$, since",
    ),
)


# ---------------------------------------------------------------- the passage time

_C0, _C1 = sympy.symbols("c_0 c_1", real=True)
_RANGE = {_C0: ("-9/10", "0"), _C1: ("1/10", "9/10"), BETA: ("1/2", 8)}
_S, _UPPER = sympy.symbols("s S", positive=True)


def _integrand(c: sympy.Expr) -> sympy.Expr:
    return sympy.exp(BETA * (1 - c)) / (1 - c**2)


_PASSAGE = sympy.Integral(_integrand(_C), (_C, _C0, _C1))
_ANTIDERIVATIVE = -(sympy.Ei(BETA * (1 - _C)) + sympy.exp(2 * BETA) * sympy.expint(1, BETA * (1 + _C))) / 2

TIME = (
    Step(
        equation(
            sympy.exp(BETA * (1 - sympy.cos(_THETA))) / sympy.sin(_THETA),
            -_integrand(sympy.cos(_THETA)) * sympy.Derivative(sympy.cos(_THETA), _THETA),
        ),
        "$c = \\cos\\theta$, $dc = -\\sin\\theta\\, d\\theta$",
        Identity(EXPONENTIALS),
        "The angle falls for $0 < \\theta < \\pi$, so the time is $T = \\int_{\\theta_1}^{\\theta_0} "
        "d\\theta/|\\dot\\theta| = "
        "\\int_{c_0}^{c_1} e^{\\beta(1 - c)}/(1 - c^2)\\, dc$:",
    ),
    Step(
        equation(1 / (1 - _C**2), (1 / (1 - _C) + 1 / (1 + _C)) / 2),
        "partial fractions",
        Identity(RATIONAL),
        "Each part is an exponential integral.",
    ),
    Step(
        equation(_PASSAGE, closed_form(BETA, _C0, _C1)),
        "$\\mathrm{Ei}'(x) = e^x/x$, $E_1'(x) = -e^{-x}/x$ (DLMF 6.2)",
        IntegralIdentity(_ANTIDERIVATIVE, RATIONAL, _RANGE),
        "The passage time:",
    ),
)


# ---------------------------------------------------------------- large beta

_P, _P0, _GAP, _R = sympy.symbols("p p_0 e r", positive=True)
_FINITE = sympy.log(1 + _C1) - sympy.log(1 - _C1) - sympy.log(1 + _C0) + sympy.log(1 - _C0)

LARGE_BETA = (
    Step(
        equation(
            (1 - _C0**2) * sympy.exp(-BETA * (1 - _C0)) * _integrand(_C0 + _S / BETA),
            sympy.exp(-_S) * (1 - _C0**2) / (1 - (_C0 + _S / BETA) ** 2),
        ),
        "$c = c_0 + s/\\beta$, $dc = ds/\\beta$",
        Identity(RATIONAL, {_C0: ("-1/2", "1/2"), _S: (0, "1/4"), BETA: (1, 4)}),
        "Let $R = T \\beta \\sin^2\\theta_0\\, e^{-\\beta(1 - c_0)}$. It is the integral over $0 < s < S = "
        "\\beta(c_1 - c_0)$ of",
    ),
    Step(
        equation((1 - _C0**2) / (1 - _C**2), 1 + (_C - _C0) * (_C + _C0) / (1 - _C**2)),
        "algebra",
        Identity(RATIONAL, {_C: ("-9/10", "9/10")}),
        "With $c - c_0 = s/\\beta$, the last factor is one up to an error of order $s/\\beta$,",
    ),
    Step(
        sympy.Ge(2 * (_GAP + _R**2), (2 - _P - _P0) * _GAP, evaluate=False),
        "$1 - c = p$, $1 - c_0 = p_0$, $1 - C^2 = e$, $C^2 - c^2 = r^2$; the same with $1 + c = p$, $1 + c_0 = p_0$",
        SumOfSquares(_GAP * (_P + _P0) + 2 * _R**2),
        "and $|c + c_0| (1 - C^2) \\le 2 (1 - c^2)$ on the whole way, where $C^2 = \\max(c_0^2, c_1^2)$:",
    ),
    Step(
        equation(sympy.Integral(sympy.exp(-_S), (_S, 0, _UPPER)), 1 - sympy.exp(-_UPPER)),
        "calculus",
        IntegralIdentity(-sympy.exp(-_S)),
        "The leading term integrates to",
    ),
    Step(
        equation(sympy.Integral(_S * sympy.exp(-_S), (_S, 0, _UPPER)), 1 - (1 + _UPPER) * sympy.exp(-_UPPER)),
        "by parts",
        IntegralIdentity(-(1 + _S) * sympy.exp(-_S)),
        "and $s e^{-s}$ to at most one. Together, for every $\\beta$, $|R - 1| \\le e^{-\\beta(c_1 - c_0)} + "
        "\\frac{2}{\\beta(1 - C^2)}$, whence $T \\sim e^{\\beta(1 - c_0)}/(\\beta \\sin^2\\theta_0)$ and "
        "$\\frac{1}{\\beta} \\log T \\to 1 - \\cos\\theta_0$.",
    ),
    Step(
        equation(sympy.exp(-BETA) * _integrand(_C), sympy.exp(-BETA * _C) / (1 - _C**2)),
        "$t_{peak} = e^{\\beta} t_{usa}$ (T0)",
        Identity(RATIONAL, {_C: ("-9/10", "9/10")}),
        "In the time of usa, $e^{-\\beta} T$, the exponent is $-\\cos\\theta_0$, positive for $\\theta_0 > \\pi/2$ "
        "only:",
    ),
    Step(
        equation(sympy.Integral(1 / (1 - _C**2), (_C, _C0, _C1)), _FINITE / 2),
        "partial fractions",
        IntegralIdentity((sympy.log(1 + _C) - sympy.log(1 - _C)) / 2, RATIONAL, _RANGE),
        "for $0 \\le c_0$ the factor $e^{-\\beta c}$ is at most one, and that time is bounded, for all $\\beta$, by",
    ),
)


DERIVATION = Derivation("Two clusters and the N-gon", CLUSTERS + TIME + LARGE_BETA + VARIATION + MODES + DOMINANT)


# ---------------------------------------------------------------- necessity


def ratio_of_weights() -> Evidence:
    """The rate of the cosine with w_1 w_2 in place of w_1 + w_2."""
    return checked(equation(_closing(), _W[1] * _W[2] * _F1(_COSINE) * (1 - _COSINE**2)), Identity())


def any_mass() -> Evidence:
    """The rate of the cosine without the total weight."""
    return checked(equation(_closing(), _F1(_COSINE) * (1 - _COSINE**2)), Identity())


def without_far_part() -> Evidence:
    """The closed form without the part of E_1."""
    short = (sympy.Ei(BETA * (1 - _C0)) - sympy.Ei(BETA * (1 - _C1))) / 2
    return checked(equation(_PASSAGE, short), IntegralIdentity(_ANTIDERIVATIVE, RATIONAL, _RANGE))


def usa_long() -> Evidence:
    """In usa time from pi/3 to pi/6 at beta = 40: more than half the law of growth of peak time."""
    beta, c0, c1 = sympy.Integer(40), sympy.Rational(1, 2), sympy.sqrt(3) / 2
    usa = sympy.exp(-beta) * closed_form(beta, c0, c1)
    return checked(sympy.Gt(usa, sympy.exp(beta * (1 - c0)) / (2 * beta * (1 - c0**2)), evaluate=False), Inequality())


def usa_long_at_right_angle() -> Evidence:
    """In usa time from pi/2 to pi/6 at beta = 40: more than the bound that holds for beta = 0."""
    beta, c1 = sympy.Integer(40), sympy.sqrt(3) / 2
    usa = sympy.exp(-beta) * closed_form(beta, sympy.S.Zero, c1)
    return checked(sympy.Gt(usa, sympy.log((1 + c1) / (1 - c1)) / 2, evaluate=False), Inequality())


def two_clusters_in_the_plane() -> Evidence:
    """N = 2: the plane rate is not above the transverse one; they are equal."""
    gap = sympy.simplify(planar_rate(2, 1) - transverse_rate(2, 0))
    status = Status.REFUTED if gap == 0 else Status.UNKNOWN
    return Evidence(status, f"lambda_1 = {planar_rate(2, 1)}, mu_0 = {transverse_rate(2, 0)}: difference {gap}")


def small_beta() -> Evidence:
    """N = 3, beta = 1/2: the plane rate above the transverse one."""
    at = {BETA: sympy.Rational(1, 2)}
    relation = sympy.Gt(planar_rate(3, 1).subs(at), transverse_rate(3, 0).subs(at), evaluate=False)
    return checked(relation, Inequality())


def longest_wave() -> Evidence:
    """N = 5, beta = 25: the mode m = 1 above m = 2."""
    at = {BETA: sympy.Integer(25)}
    return checked(sympy.Gt(planar_rate(5, 1).subs(at), planar_rate(5, 2).subs(at), evaluate=False), Inequality())


NECESSITY = (
    Claim("ratio-of-weights", "The speed depends on the ratio of the weights.", ratio_of_weights, Status.REFUTED),
    Claim("any-mass", "Without $w_1 + w_2 = 1$ the speed is the same.", any_mass, Status.REFUTED),
    Claim("no-far-part", "$T$ has no part with $E_1$.", without_far_part, Status.REFUTED),
    Claim(
        "usa-from-sixty-degrees",
        "In usa time the passage from $\\pi/3$ grows like $e^{\\beta(1 - \\cos\\theta_0)}$.",
        usa_long,
        Status.REFUTED,
    ),
    Claim(
        "usa-from-ninety-degrees",
        "In usa time the passage from $\\pi/2$ to $\\pi/6$ is longer for $\\beta = 40$ than for $\\beta = 0$.",
        usa_long_at_right_angle,
        Status.REFUTED,
    ),
    Claim(
        "two-clusters",
        "Also for N = 2 the displacement in the plane grows faster than the one across it.",
        two_clusters_in_the_plane,
        Status.REFUTED,
    ),
    Claim("small-beta", "For N = 3 the plane mode dominates at every $\\beta$.", small_beta, Status.REFUTED),
    Claim("longest-wave", "For N = 5, $\\beta = 25$, the mode $m = 1$ dominates.", longest_wave, Status.REFUTED),
    NO_DOMINANCE,
    *MEASURED_MUTANTS,
)


THEOREM = Theorem(
    id="T7",
    title="Metastability: two clusters and the N-gon",
    statement=r"""
        Two clusters of any weights with sum one, at the angle $\theta$, move with the profile peak by
        $\dot\theta = -e^{-\beta(1 - \cos\theta)} \sin\theta$. With $c_i = \cos\theta_i$ and
        $0 < \theta_1 < \theta_0 < \pi$ the time from $\theta_0$ to $\theta_1$ is
        $T = \frac{1}{2} \{\mathrm{Ei}(\beta(1 - c_0)) - \mathrm{Ei}(\beta(1 - c_1)) + e^{2\beta}
        [E_1(\beta(1 + c_0)) - E_1(\beta(1 + c_1))]\}$.

        For large $\beta$, $T \sim e^{\beta(1 - c_0)}/(\beta \sin^2\theta_0)$ and
        $\frac{1}{\beta} \log T \to 1 - \cos\theta_0$. In usa time, $e^{-\beta} T$, the exponent is $-\cos\theta_0$ for
        $\theta_0 > \pi/2$, and the time is bounded in $\beta$ for $\theta_0 \le \pi/2$.

        N equal clusters at $\theta_j = 2\pi j/N$ are critical. The mode m grows in the plane at the rate
        $\lambda_m = \frac{1}{N} \sum_j e^{\beta(\cos\theta_j - 1)} (\beta\sin^2\theta_j - \cos\theta_j)
        (1 - \cos m\theta_j)$ and across it at the rate
        $\mu_m = \frac{1}{N} \sum_j e^{\beta(\cos\theta_j - 1)} (\cos m\theta_j - \cos\theta_j)$, largest for $m = 0$.
        For $N \ge 3$ and large $\beta$ the plane mode $m = \lfloor N/2\rfloor$ is the fastest, with the exponent
        $-(1 - \cos(2\pi/N))$.
        """,
    hypotheses=(
        Assumption(
            "$f$", "$e^{\\beta(t-1)}/\\beta$ (peak), $\\beta > 0$; time is that of $\\dot x_i = n \\nabla_i E_n$"
        ),
        Assumption("$w_1, w_2$", "positive, with sum 1; the clusters are points of $S^{d-1}$, $d \\ge 2$"),
        Assumption("$\\theta_0, \\theta_1$", "$0 < \\theta_1 < \\theta_0 < \\pi$; at $\\theta_0 = \\pi$ nothing moves"),
        Assumption("$N$", "any number of clusters of weight 1/N; at least 3 for the dominance in the plane"),
        Assumption("$m$", "an integer mod N; the rates $\\mu_m$ need $d \\ge 3$"),
    ),
    derivation=DERIVATION,
    claims=(*CONSTANTS, *ASYMPTOTICS, *EXPONENTS, CIRCULANT, LINEARISED, *RATES, *DOMINANCE, PARTICLES, *MEASURED),
    necessity=NECESSITY,
    not_proved=(
        "The time to full merging: it is infinite, the last angle falls like $e^{-t}$.",
        "Beyond the linearisation: what the N-gon turns into, and when.",
        "How long a random start takes to reach a cluster state; the metastable states of the mean field.",
        "A $\\beta$ for the dominance, explicit for all N at once; $\\beta \\ge N^2$ is enough for N from 3 to 16.",
    ),
    references=(
        (
            "Geshkovski, Koubbi, Polyanskiy, Rigollet, Dynamic metastability in the self-attention model (2024), "
            "arXiv:2410.06833"
        ),
        "NIST Digital Library of Mathematical Functions, chapter 6, https://dlmf.nist.gov/6",
    ),
)
