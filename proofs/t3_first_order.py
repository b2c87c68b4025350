r"""T3. First order: a maximiser lives where its potential is largest.

Statement
---------
A maximiser mu over P_rho has supp mu_xi inside argmax_x V_mu(x, xi) for rho-almost every xi. For any law the residual
R = ∫(max_x V - V) dmu is nonnegative, and some law has at least the energy E[mu] + R^2/(8 |h|); if E is concave along
P_rho, none has more than E[mu] + R. A maximiser among graph laws satisfies the same condition off the atoms, and at an
atom with the two-point condition of T1; at other atoms it need not.

Hypotheses
----------
h symmetric, |h| bounded, measurable in the labels and continuous in the contents.

Derivation
----------
From the energy identity of T1: the rate of the energy on the way to another law; the other law chosen as a graph in
argmax V; the best step. Then a step that keeps a graph a graph: on a small set of labels, and at an atom.

Claims
------
Residuals of small laws as exact numbers; a step of the proved length and its gain; decided kernels.

Necessity
---------
One atom and h = -<x, y>; residual 0 is not sufficient; a flow at rest has residuals; the term of second order at an
atom; the upper bound without concavity.

What is not proved
------------------
See ``not_proved``.

References
----------
Aliprantis, Border (2006), theorem 18.19.
"""

from __future__ import annotations

from typing import Any

import sympy

from proofs.t1_value import at_point
from proofs.t3_first_order_claims import CLAIMS, DECIDED_NECESSITY
from verify.evidence.claims import Claim, Evidence, checked
from verify.evidence.theorem import Assumption, Theorem
from verify.model.verdict import Status
from verify.symbolic import (
    RATIONAL,
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
    Vectors,
    equation,
    norm_squared,
)
from verify.symbolic.energies import bilinear_energy, potential
from verify.symbolic.variations import EPSILON, along_law

__all__ = ["THEOREM"]

_MU, _NU = Law("mu"), Law("nu")
_Z = sympy.Symbol("z", real=True)
_H = SymmetricBase("h")
_TOP, _DELTA = sympy.symbols("H delta", positive=True)
_RESIDUAL = sympy.Symbol("R", nonnegative=True)


def _energy(law: sympy.Expr, h: Any = _H) -> sympy.Expr:
    return bilinear_energy(h, law, law) / 2


def _mean_potential(law: sympy.Expr, h: Any = _H) -> sympy.Expr:
    """∫ V_mu d law."""
    return Average(potential(h, _MU, _Z), _Z, law)


# ---------------------------------------------------------------- maximisers over P_rho

_PEAK, _GAP = sympy.IndexedBase("m"), sympy.IndexedBase("g")
_STEP = _RESIDUAL / (4 * _TOP)

FIRST_ORDER = (
    Step(
        equation(
            along_law(_energy, _MU, _NU - _MU, r"E[\mu + \epsilon (\nu - \mu)]"),
            _mean_potential(_NU) - _mean_potential(_MU),
        ),
        "the energy identity of T1 with $\\sigma = \\epsilon (\\nu - \\mu)$",
        Identity(SUMS),
        "Move from $\\mu$ towards another law $\\nu$ in $P_\\rho$; the laws between are in $P_\\rho$ too. The energy "
        "starts to change at the rate",
    ),
    Step(
        "There is a measurable $x^*$ with $x^*(\\xi)$ in $\\operatorname{argmax}_x V_\\mu(x, \\xi)$ for every label.",
        "$V_\\mu$ is measurable in the label and continuous in the content; measurable maximum theorem",
        Cited("Aliprantis, Border, Infinite Dimensional Analysis (2006), theorem 18.19"),
    ),
    Step(
        sympy.Ge(Average(_PEAK[_Z], _Z, _MU), Average(_PEAK[_Z] - _GAP[_Z] ** 2, _Z, _MU), evaluate=False),
        "$V = m - g^2$ with $m(\\xi) = \\max_x V(x, \\xi)$",
        SumOfSquares(Average(_GAP[_Z] ** 2, _Z, _MU)),
        "Take $\\nu = \\Gamma[x^*]$, so that $\\int V\\, d\\nu = \\int m\\, d\\mu$, as the label laws agree. The rate "
        "is the residual $R = \\int (m - V)\\, d\\mu$, a mean of something nonnegative. At a maximiser the rate is not "
        "positive: $g = 0$ almost everywhere, and as V is continuous in x, the support of almost every slice lies in "
        "$\\operatorname{argmax} V$.",
    ),
    Step(
        equation(
            _energy(_MU + EPSILON * (_NU - _MU)),
            _energy(_MU) + EPSILON * (_mean_potential(_NU) - _mean_potential(_MU)) + EPSILON**2 * _energy(_NU - _MU),
        ),
        "E is quadratic",
        Identity(SUMS),
        "The residual also bounds what was missed. The way ends with the second order,",
    ),
    Step(
        equation(
            EPSILON * _RESIDUAL - 2 * _TOP * EPSILON**2,
            _RESIDUAL**2 / (8 * _TOP) - 2 * _TOP * (EPSILON - _STEP) ** 2,
        ),
        "T1: $\\iint h\\, d\\sigma\\, d\\sigma \\ge -4H$ for the difference of two laws, $|h| \\le H$; the square is "
        "completed",
        Identity(RATIONAL),
        "hence $E[\\mu + \\epsilon (\\Gamma[x^*] - \\mu)] \\ge E[\\mu] + \\epsilon R - 2H\\epsilon^2$, and the best "
        "share $\\epsilon = \\frac{R}{4H}$, at most $\\frac{1}{2}$ as $R \\le 2H$, gains at least $\\frac{R^2}{8H}$:",
    ),
)


# ---------------------------------------------------------------- an upper bound

_FEATURE = Vectors("phi")


class _Features:
    """The kernel sign <phi(z), phi(z')>."""

    def __init__(self, sign: int) -> None:
        self.sign = sign

    def __getitem__(self, pair: tuple[Any, Any]) -> sympy.Expr:
        return self.sign * Dot(_FEATURE[pair[0]], _FEATURE[pair[1]])


def _above(sign: int) -> sympy.Rel:
    """E[mu] + ∫V d(nu - mu) >= E[nu] for h = sign <phi, phi>."""
    h = _Features(sign)
    tangent = _energy(_MU, h) + _mean_potential(_NU, h) - _mean_potential(_MU, h)
    return sympy.Ge(tangent, _energy(_NU, h), evaluate=False)


_TANGENT = SumOfSquares(norm_squared(Average(_FEATURE[_Z], _Z, _NU) - Average(_FEATURE[_Z], _Z, _MU)) / 2)

CONCAVE = (
    Step(
        _above(-1),
        "$h = -\\langle\\phi(z), \\phi(z')\\rangle$, the second order is $-\\frac{1}{2} |\\int\\phi\\, d(\\nu - "
        "\\mu)|^2$",
        _TANGENT,
        "If E is concave along $P_\\rho$ the second order is not positive, and $E[\\nu] \\le E[\\mu] + R$ for every "
        "$\\nu$: then the residual 0 is also sufficient. The case of a negative semidefinite kernel:",
    ),
)


# ---------------------------------------------------------------- maximisers among graph laws

_W = sympy.Symbol("w", positive=True)
_X, _Y = sympy.symbols("x y", real=True)
_S = sympy.Symbol("s", real=True)


class _TwoPoint:
    """h with 2 h(x, y) = h(x, x) + h(y, y) - s^2 at the two points of the atom."""

    def __getitem__(self, pair: tuple[Any, Any]) -> sympy.Expr:
        if set(pair) == {_X, _Y}:
            return (_H[_X, _X] + _H[_Y, _Y] - _S**2) / 2
        return _H[pair]


def _change(h: Any) -> sympy.Expr:
    """E with the atom at y minus E with the atom at x."""
    return at_point(h, _NU, _W, _Y) - at_point(h, _NU, _W, _X)


def _rise(h: Any) -> sympy.Expr:
    """V(y) - V(x) for the law with the atom at x."""
    there, here = ((1 - _W) * potential(h, _NU, z) + _W * h[z, _X] for z in (_Y, _X))
    return there - here


_SECOND = _W**2 * (_H[_X, _X] + _H[_Y, _Y] - 2 * _H[_X, _Y]) / 2
_SMALL = sympy.Symbol("r", positive=True)
_U = UnitVector("u")

GRAPHS = (
    Step(
        equation(_DELTA * _SMALL - 2 * _TOP * _SMALL**2, 2 * _TOP * _SMALL * (_DELTA / (2 * _TOP) - _SMALL)),
        "T1: sets B of labels off the atoms have every small mass r; the last term is at least $-2Hr^2$",
        Identity(RATIONAL),
        "Among graph laws: if $\\max_x V - V(x(\\xi)) \\ge \\delta > 0$ on labels of positive mass off the atoms, put "
        "$x = x^*$ on a part B of them with the mass r. It is still a graph, and gains at least $\\delta r - 2Hr^2$, "
        "positive for $0 < r < \\frac{\\delta}{2H}$. So a maximiser among graphs has $g = 0$ there:",
    ),
    Step(
        equation(_change(_H), _W * _rise(_H) + _SECOND),
        "E is quadratic; $\\sigma = w (\\delta_y - \\delta_x)$",
        Identity(SUMS),
        "An atom of mass w can only be moved as a whole. From x to y (points with the label of the atom, $\\nu$ for "
        "all else, V for the law with the atom at x) the energy changes by $w (V(y) - V(x))$ and a term of second "
        "order,",
    ),
    Step(
        sympy.Ge(_change(_TwoPoint()), _W * _rise(_TwoPoint()), evaluate=False),
        "$2 h_{aa}(x, y) = h_{aa}(x, x) + h_{aa}(y, y) - s^2$",
        SumOfSquares(_W**2 * _S**2 / 2),
        "which is nonnegative under the two-point condition of T1: a maximiser among graphs then has $V(y) \\le V(x)$ "
        "for every y.",
    ),
    Step(
        equation(-Dot(-_U, _U) + Dot(_U, _U), 2),
        "$|u| = 1$",
        Identity(SUMS),
        "Without it the condition fails. One atom, $h = -\\langle x, y\\rangle$: all graph laws have the energy "
        "$-\\frac{1}{2}$, each is a maximiser among them, and $V(-u) - V(u)$ is",
    ),
)

DERIVATION = Derivation("The first-order condition", FIRST_ORDER + CONCAVE + GRAPHS)


# ---------------------------------------------------------------- necessity


def first_order_at_an_atom() -> Evidence:
    """The change of energy at an atom without its term of second order."""
    return checked(equation(_change(_H), _W * _rise(_H)), Identity())


def convex_upper_bound() -> Evidence:
    """The bound by the residual for a convex energy."""
    return checked(_above(1), _TANGENT)


NECESSITY = (
    *DECIDED_NECESSITY,
    Claim(
        "second-order",
        "Moving an atom from x to y changes the energy by $w (V(y) - V(x))$.",
        first_order_at_an_atom,
        Status.REFUTED,
    ),
    Claim(
        "convex-bound",
        "$E[\\nu] \\le E[\\mu] + \\int V\\, d(\\nu - \\mu)$ also for a convex energy.",
        convex_upper_bound,
        Status.REFUTED,
    ),
)


THEOREM = Theorem(
    id="T3",
    title="The first-order condition",
    statement=r"""
    Let h be symmetric, $|h| \le H$, measurable in the labels and continuous in the contents. If $\mu$ maximises E over
    $P_\rho$, then the support of $\mu_\xi$ lies in $\operatorname{argmax}_x V_\mu(x, \xi)$ for $\rho$-almost every
    $\xi$. For any law the residual $R = \int (\max_x V - V)\, d\mu$ is nonnegative, and some law in $P_\rho$ has at
    least the energy $E[\mu] + \frac{R^2}{8H}$. If E is concave along $P_\rho$, no law has more than $E[\mu] + R$.

    If a graph law $\Gamma[x]$ maximises E among graph laws, then $V(x(\xi), \xi) = \max_x V$ for almost every label off
    the atoms, and at every atom with $2 h_{aa}(x, y) \le h_{aa}(x, x) + h_{aa}(y, y)$. At other atoms this may fail:
    one atom, $h = -\langle x, y\rangle$, has the residual 2 at every graph law.
    """,
    hypotheses=(
        Assumption("$h$", "symmetric, $|h| \\le H$, measurable in the labels, continuous in the contents"),
        Assumption("$\\mu$", "a law with the label law $\\rho$; a maximiser where that is said"),
        Assumption("$V_\\mu$", "$V_\\mu(x, \\xi) = \\int h((x, \\xi), z)\\, \\mu(dz)$"),
    ),
    derivation=DERIVATION,
    claims=CLAIMS,
    necessity=NECESSITY,
    not_proved=(
        "The condition is necessary, and sufficient only where E is concave along $P_\\rho$.",
        "The gain $R^2/(8H)$ may be far from what is missing; it bounds it from below.",
        "Nothing is said of how fast a solver makes its residual small.",
    ),
    references=(
        (
            "Aliprantis, Border, Infinite Dimensional Analysis, third edition (2006), theorem 18.19, "
            "doi:10.1007/3-540-29587-9"
        ),
    ),
)
