r"""T4. Gauge kernels: RoPE and prefix tokens.

Statement
---------
Let h = f(<Q(xi) x, Q(zeta) y>) with Q: A -> O(d) and f continuous, f(t) < f(1) for -1 <= t < 1. Then max E = f(1)/2,
the maximisers are exactly Gamma[xi -> Q(xi)^T u], u in S^{d-1}, and with M = ∫ Q drho: the maximiser of u has the
spread 1 - |M^T u|^2; the collapsed maximisers sit at the v with |Mv| = 1, so that every maximiser is non-collapsed iff
sigma_max(M) < 1. For RoPE the singular values are |rhohat(omega_k)|. T4a to T4d: the orbits that are realised, the
Householder gauge of prefix tokens, conjugacy to the flow without gauge, connections.

Hypotheses
----------
See ``hypotheses`` below, a line for each symbol.

Derivation
----------
Bound and equality; the collapse criterion; RoPE by its symbols, with the Dirichlet kernel; orbits; prefix tokens;
conjugacy; connections. Every identity holds for every d, label law and gauge.

Claims
------
Kernels decided by the engine, their certificates rechecked; the sphere's gauges; sections for d = 2, 4, 8.

Necessity
---------
Q = -1 (no fixed vector is not the criterion), k = 1_2 (M alone does not decide with a factor), a common axis (not flat
is not enough), f = t^2, frequencies that are not commensurate, the Householder gauge for d = 3.

What is not proved
------------------
See ``not_proved``.

References
----------
Adams (1960); Kervaire (1958); Kechris (1995); Geshkovski, Letrouit, Polyanskiy, Rigollet (2025).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from proofs import t4_gauge_claims as decisions
from proofs import t4_gauge_prefix as prefix
from proofs.t4_gauge_rope import ORBITS, ROPE
from verify.evidence.claims import Claim, Evidence, checked
from verify.evidence.theorem import Assumption, Theorem
from verify.model.verdict import Status
from verify.symbolic import (
    SUMS,
    Average,
    Cited,
    Defined,
    Derivation,
    Dot,
    Identity,
    Law,
    OrthogonalMaps,
    Profile,
    Step,
    SumOfSquares,
    Turn,
    UnitVector,
    UnitVectors,
    Vector,
    Vectors,
    equation,
    inverse,
    norm_squared,
)
from verify.symbolic.energies import I, L, N, bound_index, law_energy, particle_energy, velocity
from verify.symbolic.variations import rate

__all__ = ["THEOREM"]

_F, _G, _TOP = Profile("f"), Profile("g"), sympy.Symbol("f_1", real=True)
_Q, _O = OrthogonalMaps("Q"), OrthogonalMaps("O")
_X, _V = UnitVectors("x"), Vectors("v")
_U, _v = UnitVector("u"), Vector("v")
_MU, _RHO = Law("mu"), Law("rho")
_Z, _ZZ = sympy.symbols("xi zeta", real=True)


def _means(body: sympy.Expr, law: Law = _RHO) -> sympy.Expr:
    return Average(Average(body, _ZZ, law), _Z, law)


def _gauge(f: Callable[[sympy.Expr], sympy.Expr]) -> Callable[..., sympy.Expr]:
    """h((x, a), (y, b)) = f(<Q_a x, Q_b y>)."""
    return lambda a, b, x, y: f(Dot(Turn(_Q[a], x), Turn(_Q[b], y)))


def _below_top(t: sympy.Expr) -> sympy.Expr:
    """f(t) = f(1) - g(t)^2."""
    return _TOP - _G(t) ** 2


def _orbit(z: Any) -> sympy.Expr:
    return Turn(inverse(_Q[z]), _U)


_TURNED = Turn(_Q[_Z], _X[_Z]), Turn(_Q[_ZZ], _X[_ZZ])

VALUE = (
    Step(
        sympy.Ge(_TOP / 2, law_energy(_gauge(_below_top), _MU), evaluate=False),
        "$f(t) = f(1) - g(t)^2$ with $g = \\sqrt{f(1) - f}$, $f_1 = f(1)$",
        SumOfSquares(_means(_G(Dot(*_TURNED)) ** 2, _MU) / 2),
        "No law has more energy than $f(1)/2$: the difference is a mean of $f(1) - f \\ge 0$.",
    ),
    Step(
        equation(norm_squared(_TURNED[0] - _TURNED[1]), 2 - 2 * Dot(*_TURNED)),
        "$Q$ preserves lengths",
        Identity(SUMS),
        "Equality holds iff $g(\\langle u, u'\\rangle) = 0$ for almost every pair, $u = Q(\\xi) x$, $u' = Q(\\zeta) "
        "y$. As g "
        "vanishes at 1 alone, $u = u'$ for almost every pair: u is constant, and $x = Q(\\xi)^\\top u$.",
    ),
    Step(
        equation(law_energy(_gauge(_F), _RHO, _orbit), _F(1) / 2),
        "$Q Q^\\top = 1$",
        Identity(SUMS),
        "Every $\\Gamma[Q^\\top u]$ attains it, with labels alone in place of $(x, \\xi)$:",
    ),
)


# ---------------------------------------------------------------- the criterion


def _M(v: sympy.Expr) -> sympy.Expr:
    return Defined(f"M {sympy.latex(v)}", Average(Turn(_Q[_Z], v), _Z, _RHO))


def _M_transposed(v: sympy.Expr) -> sympy.Expr:
    return Defined(f"M^{{\\top}} {sympy.latex(v)}", Average(Turn(inverse(_Q[_Z]), v), _Z, _RHO))


COLLAPSE = (
    Step(
        equation(1 - norm_squared(_M_transposed(_U)), _means(norm_squared(_orbit(_Z) - _orbit(_ZZ))) / 2),
        "$|Q^\\top u| = 1$; $M = \\int Q\\, d\\rho$",
        Identity(SUMS),
        "The content marginal of $\\Gamma[Q^\\top u]$ has the mean $M^\\top u$. Its spread is half the mean squared "
        "distance "
        "of two of its points,",
    ),
    Step(
        equation(Average(norm_squared(Turn(_Q[_Z], _v) - _U), _Z, _RHO), norm_squared(_v) + 1 - 2 * Dot(_M(_v), _U)),
        "$|Qv| = |v|$",
        Identity(SUMS),
        "and it is the Dirac at a unit vector v iff $Q(\\xi) v = u$ almost surely, iff $\\langle Mv, u\\rangle = 1$, "
        "iff "
        "$|Mv| = 1$ and $u = Mv$, since",
    ),
    Step(
        sympy.Ge(norm_squared(_v), norm_squared(_M(_v)), evaluate=False),
        "the variance of $Q(\\xi) v$",
        SumOfSquares(_means(norm_squared(Turn(_Q[_Z], _v) - Turn(_Q[_ZZ], _v))) / 2),
        "$|Mv| \\le |v|$. The v with equality are the null space of $1 - M^\\top M$, the right singular vectors of M "
        "to the "
        "singular value 1: they are the collapsing directions, and there are none iff $\\sigma_{max}(M) < 1$.",
    ),
)


# ---------------------------------------------------------------- T4c


def _turn_all(i: Any) -> sympy.Expr:
    return Turn(_Q[i], _X[i])


def _gauge_gradient(a: Any, b: Any, x: sympy.Expr, y: sympy.Expr) -> sympy.Expr:
    slope = _F.derivative()(Dot(Turn(_Q[a], x), Turn(_Q[b], y)))
    return slope * Turn(inverse(_Q[a]), Turn(_Q[b], y))


def _plain_gradient(_a: Any, _b: Any, x: sympy.Expr, y: sympy.Expr) -> sympy.Expr:
    return _F.derivative()(Dot(x, y)) * y


def _energy(x: Callable[[Any], sympy.Expr]) -> sympy.Expr:
    return particle_energy(_gauge(_F), x)


def _pull(i: Any) -> sympy.Expr:
    j = bound_index(i)
    return sympy.Sum(_gauge_gradient(i, j, _X[i], _X[j]), (j, 1, N)) / N


CONJUGACY = (
    Step(
        equation(
            rate(_energy, _X.__getitem__, _V.__getitem__, r"E_n(x + \epsilon v)"),
            sympy.Sum(Dot(_pull(I), _V[I]), (I, 1, N)) / N,
        ),
        "chain rule; $\\nabla_x f(\\langle Q_i x, Q_j y\\rangle) = f' Q_i^\\top Q_j y$",
        Identity(SUMS),
        "T4c. The gradient of the energy of n tokens with a gauge also turns the values, by $Q_i^\\top Q_j$:",
    ),
    Step(
        equation(Turn(_Q[L], velocity(_gauge_gradient, _X.__getitem__, L)), velocity(_plain_gradient, _turn_all, L)),
        "$Q P_x = P_{Qx} Q$",
        Identity(SUMS),
        "Hence $u_i = Q_i x_i$ moves exactly as tokens do without a gauge, for every n, d and f.",
    ),
    Step(
        "For $d \\ge 3$ and the profile usa almost every start of u converges to a single cluster, hence x to the law "
        "$\\Gamma[Q^\\top u]$ of an orbit.",
        "what is known of the flow without a gauge moves over",
        Cited("Criscitiello, Rebjock, McRae, Boumal, Synchronization on circles and spheres (2024), for d >= 3"),
    ),
)


# ---------------------------------------------------------------- T4d

_SECTION = Vectors("s")
_MOVED = Turn(_O[_Z, _ZZ], _SECTION[_ZZ])
_A, _B, _C = sympy.symbols("a b c", real=True)


def _from_gauge(a: Any, b: Any, v: sympy.Expr) -> sympy.Expr:
    return Turn(inverse(_Q[a]), Turn(_Q[b], v))


CONNECTIONS = (
    Step(
        equation(_from_gauge(_A, _B, _from_gauge(_B, _C, _v)), _from_gauge(_A, _C, _v)),
        "$Q Q^\\top = 1$",
        Identity(SUMS),
        "T4d. Let $h = f(\\langle x, O(\\xi, \\zeta) y\\rangle)$, $O(\\zeta, \\xi) = O(\\xi, \\zeta)^\\top$. A gauge, "
        "$O(a, b) = Q(a)^\\top Q(b)$, is a cocycle. Conversely $Q(a) = O(c, a)$ is a gauge of a cocycle, for almost "
        "every c.",
    ),
    Step(
        sympy.Ge(
            Average(norm_squared(_SECTION[_Z]), _Z, _RHO) / 2 + Average(norm_squared(_SECTION[_ZZ]), _ZZ, _RHO) / 2,
            _means(Dot(_SECTION[_Z], _MOVED)),
            evaluate=False,
        ),
        "$|O s| = |s|$; $(Ms)(a) = \\int O(a, b) s(b)\\, \\rho(db)$",
        SumOfSquares(_means(norm_squared(_SECTION[_Z] - _MOVED)) / 2),
        "For any field s, $\\langle s, (1 - M) s\\rangle \\ge 0$ on $L^2(\\rho)$: the eigenvalues of M are at most "
        "1, and 1 is "
        "one of them iff a parallel section $s(a) = O(a, b) s(b)$ exists. Its length is constant, so it can be taken "
        "1.",
    ),
    Step(
        equation(norm_squared(_X[_Z] - Turn(_O[_Z, _ZZ], _X[_ZZ])), 2 - 2 * Dot(_X[_Z], Turn(_O[_Z, _ZZ], _X[_ZZ]))),
        "lengths are one",
        Identity(SUMS),
        "By the argument of the first steps the energy $f(1)/2$ is attained iff x is a parallel unit section:",
    ),
)

DERIVATION = Derivation("Gauge kernels", VALUE + COLLAPSE + ROPE + ORBITS + prefix.PREFIX + CONJUGACY + CONNECTIONS)


# ---------------------------------------------------------------- necessity


def values_unturned() -> Evidence:
    """A transformer's RoPE: queries and keys are turned, values are not; u does not move without a gauge."""

    def gradient(a: Any, b: Any, x: sympy.Expr, y: sympy.Expr) -> sympy.Expr:
        return _F.derivative()(Dot(Turn(_Q[a], x), Turn(_Q[b], y))) * y

    claimed = velocity(_plain_gradient, _turn_all, L)
    return checked(equation(Turn(_Q[L], velocity(gradient, _X.__getitem__, L)), claimed), Identity())


def spread_by_m() -> Evidence:
    """The spread with M u in place of M^T u."""
    half = _means(norm_squared(_orbit(_Z) - _orbit(_ZZ))) / 2
    return checked(equation(1 - norm_squared(_M(_U)), half), Identity())


NECESSITY = (
    *decisions.NECESSITY,
    *prefix.NECESSITY,
    Claim(
        "values-not-turned",
        "The conjugacy holds also where values are not turned, as in a transformer.",
        values_unturned,
        Status.REFUTED,
    ),
    Claim("spread-of-m", "The spread of the maximiser u is $1 - |Mu|^2$.", spread_by_m, Status.REFUTED),
)


THEOREM = Theorem(
    id="T4",
    title="Gauge kernels: RoPE and prefix tokens",
    statement=r"""
    Let $h = f(\langle Q(\xi) x, Q(\zeta) y\rangle)$ with $Q: A \to O(d)$ measurable and f continuous, $f(t) < f(1)$ for
    $-1 \le t < 1$. Then $\max E = f(1)/2$, and the maximisers are exactly $\Gamma[\xi \mapsto Q(\xi)^\top u]$,
    $u \in S^{d-1}$. With $M = \int Q\, d\rho$ the spread of the maximiser u is $1 - |M^\top u|^2$, the dimension of
    collapsing directions is the multiplicity of the singular value 1 of M, and every maximiser is non-collapsed iff
    $\sigma_{max}(M) < 1$. For RoPE the singular values are $|\hat\rho(\omega_k)|$, each twice.

    (a) With real labels the realised content marginals are the laws on one orbit; they are all laws on its closure iff
    the active frequencies are commensurate. (b) Every law on the sphere is a maximised content marginal of a prefix
    gauge; $Q(x) x = u$ has a solution that is continuous in x iff d is 2, 4 or 8. (c) $u_i = Q_i x_i$ turns
    the flow into the one without a gauge. (d) A connection has the maximum $f(1)/2$ iff it has a parallel unit section.
    """,
    hypotheses=(
        Assumption("$f$", "continuous on [-1, 1], $f(t) < f(1)$ for $t < 1$; differentiable for (c)"),
        Assumption("$Q$", "measurable, $A \\to O(d)$, $d \\ge 2$; $Q = \\exp(\\xi\\Omega)$ for RoPE"),
        Assumption("$\\rho$", "any label law"),
        Assumption("$O$", "measurable, $O(\\zeta, \\xi) = O(\\xi, \\zeta)^\\top$, for (d)"),
        Assumption("$T$", "measurable, from a standard Borel space of prompts to the sphere, for (b)"),
    ),
    derivation=DERIVATION,
    claims=decisions.CLAIMS + prefix.CLAIMS,
    necessity=NECESSITY,
    not_proved=(
        "Nothing is said of a transformer's RoPE, which turns queries and keys but not values: its flow is another.",
        "With a factor k: where T5 says that every maximiser in $u = Qx$ collapses, M decides; else nothing is said.",
        "The rate at which integer positions fill an orbit.",
        "Which law is the best for a connection without a parallel section.",
    ),
    references=(
        "Kechris, Classical Descriptive Set Theory (1995), doi:10.1007/978-1-4612-4190-4",
        "Hardy, Wright, An Introduction to the Theory of Numbers, chapter 23",
        "Adams, On the non-existence of elements of Hopf invariant one, Ann. of Math. 72 (1960), doi:10.2307/1970147",
        (
            "Kervaire, Non-parallelizability of the n-sphere for n > 7, Proc. Nat. Acad. Sci. 44 (1958), "
            "doi:10.1073/pnas.44.3.280"
        ),
        "Criscitiello, Rebjock, McRae, Boumal, Synchronization on circles and spheres, arXiv:2405.18273 (2024)",
        (
            "Geshkovski, Letrouit, Polyanskiy, Rigollet, A mathematical perspective on transformers, "
            "Bull. AMS 62 (2025), arXiv:2312.10794"
        ),
    ),
)
