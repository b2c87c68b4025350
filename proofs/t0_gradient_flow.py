r"""T0. The flow is a gradient flow; labels stay frozen.

Statement
---------
The velocity xdot_i = P_{x_i} (1/n) sum_j grad_x h((x_i, xi_i), (x_j, xi_j)) is n times the gradient of
E_n = 1/(2 n^2) sum_ij h_ij on the product of spheres, dE_n/dt = (1/n) sum_i |xdot_i|^2 >= 0, |x_i| = 1 and the label
law are conserved; the same holds for laws. Factor kernels are O(d)-equivariant, RoPE is invariant under translations of
the labels, and the profiles usa and peak differ by a change of time alone.

Hypotheses
----------
h is symmetric and differentiable in the contents, |x_i| = 1, labels do not move.

Derivation
----------
First variation; its tangential part; the rate of the energy along the flow; the same for laws; the symmetries. Every
step holds for every n, d, label law and kernel of the family named.

Claims
------
The same gradient with all coordinates written out, for small n and d, as polynomials.

Necessity
---------
An asymmetric k >= 0 whose flow lowers the energy, a flow without projection, the wrong sign, an absolute encoding under
a rotation, a bias of absolute labels under a translation.

What is not proved
------------------
Existence for all time, and convergence.

References
----------
Geshkovski, Letrouit, Polyanskiy, Rigollet (2025); Ambrosio, Gigli, Savare (2008).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from proofs.t0_gradient_flow_instances import asymmetric, written_out
from proofs.t0_gradient_flow_symmetries import SYMMETRIES, TIMES, absolute_bias, absolute_encoding
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
    Kernel,
    Law,
    Profile,
    Projection,
    Step,
    SumOfSquares,
    SymmetricBase,
    UnitVectors,
    Vector,
    Vectors,
    equation,
    norm_squared,
)  # fmt: skip
from verify.symbolic.energies import (
    I,
    L,
    N,
    bilinear_energy,
    bound_index,
    bound_label,
    dissipation,
    law_energy,
    particle_energy,
    potential,
    velocity,
)  # fmt: skip
from verify.symbolic.variations import along_law, rate, single

__all__ = ["THEOREM"]

_X, _V, _W = UnitVectors("x"), Vectors("v"), Vector("w")
_x, _v = _X.__getitem__, _V.__getitem__
_H = Kernel("h")


# ---------------------------------------------------------------- any kernel, n tokens


def _energy(x: Callable[[Any], sympy.Expr]) -> sympy.Expr:
    return particle_energy(_H, x)


def _pull(i: Any) -> sympy.Expr:
    """(1/n) sum_j grad_x h((x_i, i), (x_j, j))."""
    j = bound_index(i)
    return sympy.Sum(_H.gradient(i, j, _X[i], _X[j]), (j, 1, N)) / N


def _speed(i: Any) -> sympy.Expr:
    return Defined(rf"\dot{{x}}_{{{i}}}", velocity(_H.gradient, _x, i))


def _rate(v: Callable[[Any], sympy.Expr]) -> sympy.Expr:
    """The rate of E_n when the tokens move with the velocities v."""
    name = r"E_n(x + \epsilon \dot{x})" if v is _speed else r"E_n(x + \epsilon v)"
    return rate(_energy, _x, v, name)


TOKENS = (
    Step(
        equation(_rate(_v), sympy.Sum(Dot(_pull(I), _V[I]), (I, 1, N)) / N),
        "chain rule; h is symmetric, so both contents contribute alike",
        Identity(SUMS),
        "Let $E_n(x) = \\frac{1}{2 n^2} \\sum_{i,j=1}^n h_{ij}(x_i, x_j)$, with $h_{ij}$ for $h$ at the labels "
        "$\\xi_i$, $\\xi_j$ and $\\nabla_1$ its gradient in the first content. Move every token in an arbitrary "
        "direction $v_i$.",
    ),
    Step(
        equation(N * rate(_energy, _x, single(L, _W), r"E_n(x + \epsilon w e_l)"), Dot(_pull(L), _W)),
        "the first variation for $v_i = \\delta_{il} w$",
        Identity(SUMS, {N: [4]}),
        "Moving one token $x_l$ alone, in a direction $w$, gives $n$ times the gradient of the energy in $x_l$.",
    ),
    Step(
        equation(Dot(_X[L], velocity(_H.gradient, _x, L)), 0),
        "$|x_l| = 1$",
        Identity(SUMS),
        "The velocity $\\dot{x}_l$ is the tangential part of that gradient; it is orthogonal to $x_l$.",
    ),
    Step(
        equation(rate(lambda x: norm_squared(x(L)), _x, _speed, r"|x_l + \epsilon \dot{x}_l|^2"), 0),
        "the step before",
        Identity(SUMS),
        "Hence the norm of a token does not change to first order, and $|x_l(t)| = 1$ for all time.",
    ),
    Step(
        equation(Dot(Projection(_X[L], _W), _V[L]), Dot(_W, Projection(_X[L], _V[L]))),
        "definition of $P_x$",
        Identity(SUMS),
        "The projection is self-adjoint,",
    ),
    Step(
        equation(Projection(_X[L], Projection(_X[L], _W)), Projection(_X[L], _W)),
        "$|x_l| = 1$",
        Identity(SUMS),
        "and it is a projection, so that the velocity is $n$ times the gradient on the product of spheres.",
    ),
    Step(
        equation(_rate(_speed), dissipation(_speed)),
        "the first variation for $v_i = \\dot x_i$; $P_x$ is a self-adjoint projection",
        Identity(SUMS),
        "Along the flow the energy changes at the rate",
    ),
    Step(
        sympy.Ge(_rate(_speed), 0, evaluate=False),
        "a mean of squares",
        SumOfSquares(dissipation(_speed)),
        "The energy never falls.",
    ),
)


def _observable(x: Callable[[Any], sympy.Expr]) -> sympy.Expr:
    """(1/n) sum_i (a(xi_i) + c(xi_i) g(<x_i, w>))."""
    a, c = sympy.IndexedBase("a"), sympy.IndexedBase("c")
    return sympy.Sum(a[I] + c[I] * Profile("g")(Dot(x(I), _W)), (I, 1, N)) / N


LABELS = (
    Step(
        equation(
            rate(_observable, _x, _speed),
            sympy.Sum(
                sympy.IndexedBase("c")[I] * Profile("g").derivative()(Dot(_X[I], _W)) * Dot(_W, _speed(I)), (I, 1, N)
            )
            / N,
        ),
        "chain rule; a label does not depend on time",
        Identity(SUMS),
        "A mean of test functions $a(\\xi) + c(\\xi) g(\\langle x, w\\rangle)$ changes through the contents alone; "
        "with $c = 0$ the mean of $a(\\xi)$ is constant for every $a$: the label law is conserved.",
    ),
)


# ---------------------------------------------------------------- laws

_MU, _SIGMA = Law("mu"), Law("sigma", 0)
_Z = sympy.Symbol("z", real=True)
_TABLE = SymmetricBase("h")


def _energy_of_law(law: sympy.Expr) -> sympy.Expr:
    return bilinear_energy(_TABLE, law, law) / 2


def _mean_pull(z: Any) -> sympy.Expr:
    other = bound_label(z)
    return Average(_H.gradient(z, other, _X[z], _X[other]), other, _MU)


def _mean_speed(z: Any) -> sympy.Expr:
    return Defined(rf"\dot{{x}}_{{{z}}}", Projection(_X[z], _mean_pull(z)))


def _mean_rate() -> sympy.Expr:
    return rate(lambda x: law_energy(_H, _MU, x), _x, _mean_speed, r"E[(x + \epsilon \dot{x}, \xi)_{\#} \mu]")


LAWS = (
    Step(
        equation(
            along_law(_energy_of_law, _MU, _SIGMA, r"E[\mu + \epsilon \sigma]"),
            Average(potential(_TABLE, _MU, _Z), _Z, _SIGMA),
        ),
        "E is quadratic in the law; Fubini for bounded h",
        Identity(SUMS),
        "For laws, $E[\\mu] = \\frac{1}{2} \\iint h\\, d\\mu\\, d\\mu$, the first variation is the potential "
        "$V_\\mu(z) = \\int h(z, z')\\, \\mu(dz')$.",
    ),
    Step(
        equation(
            _energy_of_law(_MU + _SIGMA),
            _energy_of_law(_MU) + Average(potential(_TABLE, _MU, _Z), _Z, _SIGMA) + _energy_of_law(_SIGMA),
        ),
        "E is quadratic in the law",
        Identity(SUMS),
        "The expansion ends with the second order.",
    ),
    Step(
        equation(_mean_rate(), Average(Dot(_mean_speed(_Z), _mean_speed(_Z)), _Z, _MU)),
        "as for tokens, with the mean over the law in place of the mean over tokens",
        Identity(SUMS),
        "Transport every point $z = (x_z, \\xi)$ of any law by $\\dot{x}_z = P_{x_z} \\nabla_x V_\\mu(z)$, its "
        "label fixed. "
        "The rate of the energy is the mean of the squared speed,",
    ),
    Step(
        sympy.Ge(_mean_rate(), 0, evaluate=False),
        "a mean of squares",
        SumOfSquares(Average(Dot(_mean_speed(_Z), _mean_speed(_Z)), _Z, _MU)),
        "which is nonnegative.",
    ),
    Step(
        "The curve of laws so transported is the gradient flow of $E$ for the Wasserstein distance in the contents, "
        "label by label.",
        "the metric slope of E is the norm of the tangential gradient of its first variation",
        Cited("Ambrosio, Gigli, Savare, Gradient Flows (2008), chapters 8, 10 and 11"),
    ),
)


DERIVATION = Derivation("The flow is a gradient flow", TOKENS + LABELS + LAWS + SYMMETRIES + TIMES)


CLAIMS = tuple(
    Claim(
        f"coordinates-n{n}-d{d}",
        f"In coordinates, $n = {n}$, $d = {d}$, $f = t + t^2$: the tangential gradient of $nE_n$ is the velocity.",
        written_out,
        Status.EXACT,
        {"n": n, "d": d},
    )
    for n, d in ((3, 2), (2, 3))
)


# ---------------------------------------------------------------- necessity


def unprojected() -> Evidence:
    """Without the projection the norm of a token moves."""
    return checked(equation(rate(lambda x: norm_squared(x(L)), _x, _pull), 0), Identity())


def falling() -> Evidence:
    """The sign of the dissipation identity flipped."""
    return checked(equation(_rate(_speed), -dissipation(_speed)), Identity())


NECESSITY = (
    Claim(
        "asymmetric-kernel", "Without $h(z, z') = h(z', z)$ the flow never lowers $E_n$.", asymmetric, Status.REFUTED
    ),
    Claim("no-projection", "Without $P_x$ the norms are conserved.", unprojected, Status.REFUTED),
    Claim("opposite-sign", "$dE_n/dt = -\\frac{1}{n}\\sum_i |\\dot x_i|^2$.", falling, Status.REFUTED),
    Claim("absolute-encoding", "An absolute encoding is $O(d)$-equivariant.", absolute_encoding, Status.REFUTED),
    Claim(
        "absolute-bias", "RoPE with a bias of absolute labels is invariant under shifts.", absolute_bias, Status.REFUTED
    ),
)


THEOREM = Theorem(
    id="T0",
    title="The flow is a gradient flow; labels stay frozen",
    statement=r"""
    Let $h$ be a symmetric kernel, differentiable in the contents, and let $n$ tokens $(x_i, \xi_i)$ with frozen labels
    move by $\dot x_i = P_{x_i} \frac{1}{n} \sum_j \nabla_x h((x_i, \xi_i), (x_j, \xi_j))$. Then $\dot x_i$ is $n$ times
    the gradient of $E_n = \frac{1}{2 n^2} \sum_{i,j} h_{ij}$ in $x_i$ on the sphere,
    $\frac{dE_n}{dt} = \frac{1}{n} \sum_i |\dot x_i|^2 \ge 0$, and $|x_i| = 1$ and the label law are conserved.

    The same holds for every law $\mu$ with the velocity $P_x \nabla_x V_\mu$. The flow of a factor kernel is
    $O(d)$-equivariant; RoPE is invariant under translations of the labels; $E_{peak} = e^{-\beta} E_{usa}$ and
    $t_{peak} = e^{\beta} t_{usa}$.
    """,
    hypotheses=(
        Assumption("$h$", "symmetric, $h(z, z') = h(z', z)$, bounded, differentiable in the contents"),
        Assumption("$x_i$", "in $S^{d-1}$, $d \\ge 2$; $P_x = 1 - x x^\\top$"),
        Assumption("$\\xi_i$", "labels, which do not move; $i = j$ is included in $E_n$"),
        Assumption("$n$", "any number of tokens; or any law $\\mu$ in place of them"),
        Assumption("$f, k$", "for the symmetries: $h = k(\\xi, \\zeta) f(\\langle x, y\\rangle)$, $k$ symmetric"),
    ),
    derivation=DERIVATION,
    claims=CLAIMS,
    necessity=NECESSITY,
    not_proved=(
        "That the flow exists for all time: it does where $\\nabla_x h$ is Lipschitz, by the theorem of Picard.",
        "That the flow converges, and to what.",
    ),
    references=(
        (
            "Geshkovski, Letrouit, Polyanskiy, Rigollet, A mathematical perspective on transformers, "
            "Bull. AMS 62 (2025), arXiv:2312.10794"
        ),
        (
            "Ambrosio, Gigli, Savaré, Gradient Flows in Metric Spaces and in the Space of Probability Measures (2008), "
            "doi:10.1007/978-3-7643-8722-8"
        ),
    ),
)
