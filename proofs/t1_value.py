r"""T1. Value: graph laws reach the supremum.

Statement
---------
Let h be bounded and jointly measurable. If rho is nonatomic, the supremum of E over P_rho is its supremum over graph
laws Gamma[x] alone. With atoms it still is if h_aa(x, y) <= (h_aa(x, x) + h_aa(y, y))/2 at every atom a. Otherwise it
may not be: for one atom and h = -<x, y> the two suprema are 0 and -1/2.

Hypotheses
----------
Labels A standard Borel with their law rho; h symmetric and bounded by |h|; nothing is asked of its continuity.

Derivation
----------
The energy is quadratic, E(mu + sigma) = E(mu) + ∫V dsigma + 1/2 ∬h dsigma dsigma, with a last term of at most
2 |h| rho(B)^2 if sigma lives on the labels in B. Write mu_xi as the law of F(xi, U). Cut A into cells, draw one seed
for each cell: the mean energy of the graph laws x(xi) = F(xi, u_cell) misses E[mu] by the diagonal cells alone, which
is at most |h| sum rho(A_i)^2 and nonnegative on atoms with the two-point condition. For h continuous in the contents
the seeds U = r xi + omega (mod 1) do the same with one random number.

Claims
------
Seeds of three cells written out; all graph laws on n cells enumerated; decided kernels with and without the condition.

Necessity
---------
One atom; two atoms with a strong self-repulsion; the constant 2; slices are not affine at atoms; a measurable kernel
that defeats the seeds r xi + omega.

What is not proved
------------------
See ``not_proved``.

References
----------
Kallenberg (2021), lemma 4.22; Sierpinski (1922); Kechris (1995), theorem 17.41.
"""

from __future__ import annotations

from typing import Any

import sympy

from proofs.t1_value_claims import CLAIMS, DECIDED_NECESSITY
from proofs.t1_value_seeds import SEEDS
from verify.evidence.claims import Claim, Evidence, checked
from verify.evidence.theorem import Assumption, Theorem
from verify.model.verdict import Status
from verify.symbolic import (
    EXPONENTIALS,
    SUMS,
    Average,
    Cited,
    Derivation,
    Dot,
    Identity,
    Law,
    Step,
    SumOfSquares,
    SymmetricBase,
    UnitVector,
    UnitVectors,
    equation,
    norm_squared,
)
from verify.symbolic.energies import I, J, N, bilinear_energy, potential

__all__ = ["THEOREM", "at_point"]

_MU, _NU, _SIGMA = Law("mu"), Law("nu"), Law("sigma", 0)
_Z, _ZZ = sympy.symbols("z z'", real=True)
_H, _THETA = SymmetricBase("h"), SymmetricBase("theta")
_TOP = sympy.Symbol("H", positive=True)
_R = sympy.Symbol("r", nonnegative=True)


def _energy(law: sympy.Expr, h: Any = _H) -> sympy.Expr:
    return bilinear_energy(h, law, law) / 2


class _Bounded:
    """The kernel H cos theta(z, z'): any kernel with |h| <= H."""

    def __getitem__(self, pair: tuple[Any, Any]) -> sympy.Expr:
        return _TOP * sympy.cos(_THETA[pair])


def _double(body: sympy.Expr, first: sympy.Expr, second: sympy.Expr) -> sympy.Expr:
    return Average(Average(body, _ZZ, second), _Z, first)


# ---------------------------------------------------------------- the energy is quadratic

_S2 = sympy.sin(_THETA[_Z, _ZZ] / 2) ** 2
_C2 = sympy.cos(_THETA[_Z, _ZZ] / 2) ** 2
_U = UnitVector("u")


def _opposite(sign: int) -> sympy.Expr:
    """1/2 ∬ <x, y> dsigma dsigma for sigma = r (delta_u - delta_{sign u}), times sign: sharp at sign = -1."""
    v = sign * _U
    return _R**2 * (Dot(_U, _U) + Dot(v, v) - 2 * Dot(_U, v)) / 2


QUADRATIC = (
    Step(
        equation(_energy(_MU + _SIGMA), _energy(_MU) + Average(potential(_H, _MU, _Z), _Z, _SIGMA) + _energy(_SIGMA)),
        "h is symmetric and bounded; Fubini",
        Identity(SUMS),
        "The energy $E[\\mu] = \\frac{1}{2} \\iint h\\, d\\mu\\, d\\mu$ is quadratic in the law, with the potential "
        "$V_\\mu(z) = \\int h(z, z')\\, \\mu(dz')$. For every signed measure $\\sigma$ of zero label marginal",
    ),
    Step(
        sympy.Ge(2 * _TOP * _R**2, _energy(_R * _NU - _R * _MU, _Bounded()), evaluate=False),
        "$H - h = 2H \\sin^2\\frac{\\theta}{2}$, $H + h = 2H \\cos^2\\frac{\\theta}{2}$",
        SumOfSquares(
            _R**2 * _TOP * (_double(_S2, _NU, _NU) + _double(_S2, _MU, _MU) + 2 * _double(_C2, _MU, _NU)), EXPONENTIALS
        ),
        "Let $|h| \\le H$ and write $h = H \\cos\\theta(z, z')$. If the slices of two laws differ on labels in B "
        "alone, then $\\sigma = r (\\nu - \\mu)$ with $r = \\rho(B)$ and two probability laws on B, and the last "
        "term is at most $2 H \\rho(B)^2$,",
    ),
    Step(
        sympy.Ge(_energy(_R * _NU - _R * _MU, _Bounded()), -2 * _TOP * _R**2, evaluate=False),
        "the same with $-h$",
        SumOfSquares(
            _R**2 * _TOP * (_double(_C2, _NU, _NU) + _double(_C2, _MU, _MU) + 2 * _double(_S2, _MU, _NU)), EXPONENTIALS
        ),
        "and at least its negative: E is affine in the slices over B up to $2 H \\rho(B)^2$.",
    ),
    Step(
        equation(_opposite(-1), 2 * _R**2),
        "$|u| = 1$",
        Identity(SUMS),
        "The constant is sharp: $h = \\langle x, y\\rangle$, H = 1, the slices over B moved from $u$ to $-u$.",
    ),
)


# ---------------------------------------------------------------- one seed for each cell

_LAMBDA = Law("lambda")
_W, _G, _P = sympy.IndexedBase("w"), sympy.IndexedBase("g"), sympy.IndexedBase("theta")
_u, _v = sympy.symbols("u v", real=True)
_SAME = sympy.KroneckerDelta(I, J)


def _pair(i: Any, j: Any, g: Any = _G) -> sympy.Expr:
    """∬ g_ij(u, v) du dv, two independent seeds."""
    return Average(Average(g[i, j, _u, _v], _v, _LAMBDA), _u, _LAMBDA)


def _one(i: Any, g: Any = _G) -> sympy.Expr:
    """∫ g_ii(u, u) du, the same seed twice."""
    return Average(g[i, i, _u, _u], _u, _LAMBDA)


class _BoundedCells:
    """The table H cos theta_ij(u, v)."""

    def __getitem__(self, place: tuple[Any, ...]) -> sympy.Expr:
        return _TOP * sympy.cos(_P[place])


def _of_slices(g: Any = _G) -> sympy.Expr:
    """E[mu] = 1/2 sum_ij w_i w_j ∬ g_ij."""
    return sympy.Sum(_W[I] * _W[J] * _pair(I, J, g), (I, 1, N), (J, 1, N)) / 2


def _of_graphs(g: Any = _G) -> sympy.Expr:
    """The mean energy of the graph laws: independent seeds for different cells, one for each."""
    mean = (1 - _SAME) * _pair(I, J, g) + _SAME * _one(I, g)
    return sympy.Sum(_W[I] * _W[J] * mean, (I, 1, N), (J, 1, N)) / 2


def _half(function: Any, *place: Any) -> sympy.Expr:
    return function(_P[place] / 2) ** 2


_DIAGONAL = _TOP * sympy.Sum(
    _W[I] ** 2
    * (
        Average(_half(sympy.cos, I, I, _u, _u), _u, _LAMBDA)
        + Average(Average(_half(sympy.sin, I, I, _u, _v), _v, _LAMBDA), _u, _LAMBDA)
    ),
    (I, 1, N),
)

CELLS = (
    Step(
        "Every law in $P_\\rho$ has slices $\\mu_\\xi$ = law of $F(\\xi, U)$, with $F$ jointly measurable and U "
        "uniform on $[0, 1]$.",
        "the sphere is standard Borel: a kernel from A to it is a randomised function",
        Cited("Kallenberg, Foundations of Modern Probability (2021), lemma 4.22"),
    ),
    Step(
        equation(_of_graphs(), _of_slices() + sympy.Sum(_W[I] ** 2 * (_one(I) - _pair(I, I)) / 2, (I, 1, N))),
        "seeds of different cells are independent, the seed of one cell occurs twice",
        Identity(SUMS),
        "Cut A into cells $A_i$ of mass $w_i$, draw independent seeds $u_i$, and let $x(\\xi) = F(\\xi, u_i)$ on "
        "$A_i$: measurable in $\\xi$, hence a graph law. With $g_{ij}(u, v)$ for the mean of $h((F(\\xi, u), \\xi), "
        "(F(\\zeta, v), \\zeta))$ over $A_i \\times A_j$ the mean of its energy over the seeds is $E[\\mu]$ but for "
        "the diagonal cells:",
    ),
    Step(
        sympy.Ge(
            _of_graphs(_BoundedCells()),
            _of_slices(_BoundedCells()) - _TOP * sympy.Sum(_W[I] ** 2, (I, 1, N)),
            evaluate=False,
        ),
        "$|g| \\le H$, written $g = H \\cos\\theta$; the step before",
        SumOfSquares(_DIAGONAL, EXPONENTIALS),
        "Hence some choice of the seeds has at least the energy",
    ),
    Step(
        "A nonatomic law has cells of mass $w_i = \\frac{1}{n}$ for every n.",
        "the masses of measurable sets fill an interval",
        Cited("Sierpinski, Sur les fonctions d'ensemble additives et continues, Fund. Math. 3 (1922)"),
    ),
    Step(
        equation(sympy.Sum(1 / N**2, (I, 1, N)), 1 / N),
        "n equal terms",
        Identity(SUMS),
        "Then the loss is at most H/n, for every n: graph laws reach the supremum over $P_\\rho$, for any bounded and "
        "measurable h.",
    ),
)


# ---------------------------------------------------------------- atoms

_A, _B = Law("alpha"), Law("beta")
_WEIGHT = sympy.Symbol("w", positive=True)
_Q, _S = sympy.IndexedBase("q"), SymmetricBase("s")


def at_point(h: Any, rest: sympy.Expr, w: sympy.Expr, z: sympy.Expr) -> sympy.Expr:
    """Return E[(1 - w) rest + w delta_z], the slice of an atom of mass w put at the point z."""
    far = (1 - w) ** 2 * bilinear_energy(h, rest, rest) / 2
    return far + w * (1 - w) * potential(h, rest, z) + w**2 * h[z, z] / 2


_POINTS = _WEIGHT**2 * _double(_H[_Z, _Z] + _H[_ZZ, _ZZ] - 2 * _H[_Z, _ZZ], _A, _A) / 4

ATOMS = (
    Step(
        equation(
            Average(at_point(_H, _NU, _WEIGHT, _Z), _Z, _A), _energy((1 - _WEIGHT) * _NU + _WEIGHT * _A) + _POINTS
        ),
        "the diagonal term of the cell {a}, symmetrised",
        Identity(SUMS),
        "Let a be an atom of mass w with the slice $\\alpha$, and $\\nu$ the law of all else. Put the slice at a "
        "random point z of itself. In the mean the energy changes by",
    ),
    Step(
        sympy.Ge(
            Average(_Q[_Z], _Z, _A),
            _double((_Q[_Z] + _Q[_ZZ] - _S[_Z, _ZZ] ** 2) / 2, _A, _A),
            evaluate=False,
        ),
        "$2 h_{aa}(x, y) = q(x) + q(y) - s(x, y)^2$, $q(x) = h_{aa}(x, x)$",
        SumOfSquares(_double(_S[_Z, _ZZ] ** 2, _A, _A) / 2),
        "which is nonnegative under the two-point condition $2 h_{aa}(x, y) \\le h_{aa}(x, x) + h_{aa}(y, y)$, as "
        "then $\\int h_{aa}(x, x)\\, d\\alpha \\ge \\iint h_{aa}\\, d\\alpha\\, d\\alpha$. With the atoms as cells of "
        "their own only the nonatomic cells lose energy, at most $H \\sum w_i^2$, and the supremum is reached again:",
    ),
)


# ---------------------------------------------------------------- where it fails

_X = UnitVectors("x")
_MEAN = Average(_X[_Z], _Z, _MU)

FAILURE = (
    Step(
        sympy.Ge(0, -_double(Dot(_X[_Z], _X[_ZZ]), _MU, _MU) / 2, evaluate=False),
        "$\\iint \\langle x, y\\rangle\\, d\\mu\\, d\\mu = |\\int x\\, d\\mu|^2$",
        SumOfSquares(norm_squared(_MEAN) / 2),
        "One atom and $h = -\\langle x, y\\rangle$: no law has positive energy, and those with $\\int x\\, d\\mu = 0$ "
        "attain 0.",
    ),
    Step(
        equation(-Dot(_U, _U) / 2, sympy.Rational(-1, 2)),
        "$|u| = 1$",
        Identity(SUMS),
        "A graph law is a Dirac at some u, and has the energy",
    ),
)

DERIVATION = Derivation("Graph laws reach the supremum", QUADRATIC + CELLS + ATOMS + SEEDS + FAILURE)


# ---------------------------------------------------------------- necessity


def affine_at_an_atom() -> Evidence:
    """E as an affine function of the slice of an atom of mass w."""
    first, second = ((1 - _WEIGHT) * _NU + _WEIGHT * law for law in (_A, _B))
    half = sympy.Rational(1, 2)
    return checked(
        equation(_energy(half * first + half * second), half * _energy(first) + half * _energy(second)), Identity()
    )


def half_the_constant() -> Evidence:
    """The last term at most H rho(B)^2: at u and -u it is twice that."""
    return checked(equation(_opposite(-1), _R**2), Identity())


NECESSITY = (
    *DECIDED_NECESSITY,
    Claim("affine-atoms", "E is affine in the slice of an atom.", affine_at_an_atom, Status.REFUTED),
    Claim(
        "constant-one",
        "The last term for $\\langle x, y\\rangle$ and slices moved from u to $-u$ is $\\rho(B)^2$.",
        half_the_constant,
        Status.REFUTED,
    ),
)


THEOREM = Theorem(
    id="T1",
    title="Value: graph laws reach the supremum",
    statement=r"""
    Let h be symmetric, bounded and jointly measurable. If $\rho$ is nonatomic, then $\sup_{P_\rho} E$ is the supremum
    over graph laws $\Gamma[x]$. With atoms this holds if $2 h_{aa}(x, y) \le h_{aa}(x, x) + h_{aa}(y, y)$ for all
    $x, y$ at every atom a. Without that it may fail: for one atom and $h = -\langle x, y\rangle$ the two suprema are 0
    and $-1/2$.

    In either case, for a label law with atoms and cells of masses $w_i$, graph laws come within $|h| \sum w_i^2$ of
    every $E[\mu]$, the sum taken over all cells where the two-point condition does not hold.
    """,
    hypotheses=(
        Assumption(
            "$h$",
            "symmetric, $|h|$ bounded, jointly measurable; for the seeds $r\\xi + \\omega$ also "
            "continuous in the contents",
        ),
        Assumption("$\\rho$", "a law on a standard Borel space A of labels; nonatomic, or the condition at its atoms"),
        Assumption("$\\mu$", "a law with the label law $\\rho$ and the slices $\\mu_\\xi$ on the sphere"),
    ),
    derivation=DERIVATION,
    claims=CLAIMS,
    necessity=NECESSITY,
    not_proved=(
        "The supremum need not be attained by a graph law, also for nonatomic laws (T2).",
        "The two-point condition is sufficient at an atom, not necessary.",
        "How many cells or turns a given accuracy needs beyond the bound $|h|/n$.",
    ),
    references=(
        (
            "Kallenberg, Foundations of Modern Probability, third edition (2021), lemma 4.22, "
            "doi:10.1007/978-3-030-61871-1"
        ),
        (
            "Sierpinski, Sur les fonctions d'ensemble additives et continues, Fund. Math. 3 (1922), "
            "doi:10.4064/fm-3-1-240-246"
        ),
        "Kechris, Classical Descriptive Set Theory (1995), theorem 17.41, doi:10.1007/978-1-4612-4190-4",
        "Katznelson, An Introduction to Harmonic Analysis, third edition (2004), doi:10.1017/CBO9781139165372",
    ),
)
