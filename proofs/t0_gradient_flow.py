r"""T0. The flow is a gradient flow; labels stay frozen.

Statement
---------
For a symmetric kernel h, differentiable in the contents, and n tokens with frozen labels, the velocity
xdot_i = P_{x_i} (1/n) sum_j grad_x h((x_i, xi_i), (x_j, xj_j)) is n times the gradient of
E_n = 1/(2 n^2) sum_ij h_ij on the product of spheres, dE_n/dt = (1/n) sum_i |xdot_i|^2 >= 0, and |x_i| = 1 and the label
law are conserved. The same holds for laws. Factor kernels are O(d)-equivariant, RoPE is invariant under translations of
the labels, and the two profiles usa and peak differ by a change of time alone.

Hypotheses
----------
h symmetric: without it the energy can fall. |x_i| = 1 and the projection P_x: without it the norms move. See
``hypotheses`` below, a line for each symbol.

Derivation
----------
First variation in any direction; its tangential part; the rate of the energy along the flow; the same for laws; the
symmetries. Every step holds for every n, d, label law and kernel of the family named.

Claims
------
The same gradient with all coordinates written out, for small n and d, as polynomials.

Necessity
---------
Each hypothesis dropped: an asymmetric k whose flow lowers the energy, a flow without projection, an absolute encoding
under a rotation, a bias of absolute labels under a translation.

What is not proved
------------------
Existence and convergence of the flow; see ``not_proved``.

References
----------
Geshkovski, Letrouit, Polyanskiy, Rigollet (2025); Ambrosio, Gigli, Savare (2008).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from verify.evidence.claims import Claim, Evidence, checked
from verify.evidence.theorem import Assumption, Theorem
from verify.model.verdict import Status
from verify.symbolic import (
    SUMS,
    Average,
    Cited,
    Derivation,
    Dot,
    Identity,
    Kernel,
    Law,
    Orthogonal,
    Profile,
    Projection,
    Rotation,
    Step,
    SumOfSquares,
    SymmetricBase,
    Turn,
    UnitVectors,
    Vector,
    Vectors,
    equation,
    norm_squared,
    sphere,
)
from verify.symbolic.energies import (
    BETA,
    I,
    J,
    L,
    N,
    bilinear_energy,
    bound_index,
    bound_label,
    coordinates,
    dissipation,
    explicit,
    factor_kernel,
    law_energy,
    particle_energy,
    potential,
    velocity,
)
from verify.symbolic.variations import along_law, rate, single

__all__ = ["THEOREM"]

_X, _V, _W = UnitVectors("x"), Vectors("v"), Vector("w")
_x, _v = _X.__getitem__, _V.__getitem__
_H, _F, _K = Kernel("h"), Profile("f"), SymmetricBase("k")
_Q = Orthogonal("Q")


# ---------------------------------------------------------------- any kernel, n tokens


def _energy(x: Callable[[Any], sympy.Expr]) -> sympy.Expr:
    return particle_energy(_H, x)


def _pull(i: Any) -> sympy.Expr:
    """(1/n) sum_j grad_x h((x_i, i), (x_j, j))."""
    j = bound_index(i)
    return sympy.Sum(_H.gradient(i, j, _X[i], _X[j]), (j, 1, N)) / N


def _speed(i: Any) -> sympy.Expr:
    return velocity(_H.gradient, _x, i)


TOKENS = (
    Step(
        equation(rate(_energy, _x, _v), sympy.Sum(Dot(_pull(I), _V[I]), (I, 1, N)) / N),
        "chain rule; h is symmetric, so both contents contribute alike",
        Identity(SUMS),
        "Move every token in an arbitrary direction $v_i$.",
    ),
    Step(
        equation(N * rate(_energy, _x, single(L, _W)), Dot(_pull(L), _W)),
        "the first variation for $v_i = \\delta_{il} w$",
        Identity(SUMS, {N: [4]}),
        "Moving one token alone gives its gradient: $n$ times the gradient of the energy in $x_l$.",
    ),
    Step(
        equation(Dot(_X[L], _speed(L)), 0),
        "$|x_l| = 1$",
        Identity(SUMS),
        "The velocity is the tangential part of that gradient; it is orthogonal to $x_l$.",
    ),
    Step(
        equation(rate(lambda x: norm_squared(x(L)), _x, _speed), 0),
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
        equation(rate(_energy, _x, _speed), dissipation(_speed)),
        "the first variation for $v_i = \\dot x_i$; $P_x$ is a self-adjoint projection",
        Identity(SUMS),
        "Along the flow the energy changes at the rate",
    ),
    Step(
        sympy.Ge(rate(_energy, _x, _speed), 0, evaluate=False),
        "a mean of squares",
        SumOfSquares(dissipation(_speed)),
        "The energy never falls.",
    ),
)


# ---------------------------------------------------------------- labels


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
    return Projection(_X[z], _mean_pull(z))


LAWS = (
    Step(
        equation(along_law(_energy_of_law, _MU, _SIGMA), Average(potential(_TABLE, _MU, _Z), _Z, _SIGMA)),
        "E is quadratic in the law; Fubini for bounded h",
        Identity(SUMS),
        "For laws the first variation is the potential $V_\\mu(z) = \\int h(z, z')\\, \\mu(dz')$.",
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
        equation(
            rate(lambda x: law_energy(_H, _MU, x), _x, _mean_speed),
            Average(Dot(_mean_speed(_Z), _mean_speed(_Z)), _Z, _MU),
        ),
        "as for tokens, with the mean over the law in place of the mean over tokens",
        Identity(SUMS),
        "Transport every point $z = (x, \\xi)$ of an arbitrary law by $P_x \\nabla_x V_\\mu$, its label fixed. "
        "The rate of the energy is the mean of the squared speed,",
    ),
    Step(
        sympy.Ge(rate(lambda x: law_energy(_H, _MU, x), _x, _mean_speed), 0, evaluate=False),
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


# ---------------------------------------------------------------- symmetries

_factor = factor_kernel(_K, _F)


def _factor_gradient(a: Any, b: Any, x: sympy.Expr, y: sympy.Expr) -> sympy.Expr:
    return _K[a, b] * _F.derivative()(Dot(x, y)) * y


def _turned(i: Any) -> sympy.Expr:
    return Turn(_Q, _X[i])


_XI, _SHIFT = sympy.IndexedBase("xi"), sympy.Symbol("s", real=True)


def _rope(shift: sympy.Expr | int) -> Callable[..., sympy.Expr]:
    """Return f(<R(xi_a + s) x, R(xi_b + s) y>)."""
    return lambda a, b, x, y: _F(Dot(Turn(Rotation(_XI[a] + shift), x), Turn(Rotation(_XI[b] + shift), y)))


SYMMETRIES = (
    Step(
        equation(particle_energy(_factor, _turned), particle_energy(_factor, _x)),
        "$\\langle Qx, Qy\\rangle = \\langle x, y\\rangle$",
        Identity(SUMS),
        "For a factor kernel $h = k(\\xi, \\zeta) f(\\langle x, y\\rangle)$ the energy is the same after any "
        "$Q \\in O(d)$ that turns all contents,",
    ),
    Step(
        equation(velocity(_factor_gradient, _turned), Turn(_Q, velocity(_factor_gradient, _x))),
        "$P_{Qx} Q = Q P_x$",
        Identity(SUMS),
        "and the velocity turns with them: the flow is $O(d)$-equivariant.",
    ),
    Step(
        equation(particle_energy(_rope(_SHIFT), _x), particle_energy(_rope(0), _x)),
        "$R(a)^\\top R(b) = R(b - a)$",
        Identity(SUMS),
        "For RoPE, $h = f(\\langle R(\\xi) x, R(\\zeta) y\\rangle)$ with $R(\\xi) = \\exp(\\xi\\Omega)$, a shift of all "
        "labels changes nothing.",
    ),
)


# ---------------------------------------------------------------- profiles and their times

_FACTORS = sympy.IndexedBase("k")


def _usa(t: sympy.Expr) -> sympy.Expr:
    return sympy.exp(BETA * t) / BETA


def _peak(t: sympy.Expr) -> sympy.Expr:
    return sympy.exp(BETA * (t - 1)) / BETA


def _with(profile: Callable[[sympy.Expr], sympy.Expr]) -> Callable[..., sympy.Expr]:
    return lambda _a, _b, x, y: profile(Dot(x, y))


TIMES = (
    Step(
        equation(
            N * rate(lambda x: particle_energy(_with(_usa), x), _x, single(L, _W)),
            Dot(sympy.Sum(sympy.exp(BETA * Dot(_X[L], _X[J])) * _X[J], (J, 1, N)) / N, _W),
        ),
        "the profile usa, $f(t) = e^{\\beta t}/\\beta$, has $f'(t) = e^{\\beta t}$",
        Identity(SUMS, {N: [4]}),
        "With $f(t) = e^{\\beta t}/\\beta$ the gradient has exactly the weights $e^{\\beta\\langle x_l, x_j\\rangle}$ "
        "of unnormalised self-attention.",
    ),
    Step(
        equation(particle_energy(_with(_peak), _x), sympy.exp(-BETA) * particle_energy(_with(_usa), _x)),
        "$e^{\\beta(t - 1)} = e^{-\\beta} e^{\\beta t}$",
        Identity(SUMS),
        "The profile peak, $f(t) = e^{\\beta(t-1)}/\\beta$, has the energy $e^{-\\beta}$ times as large, hence the same "
        "flow, slower by that factor: $t_{peak} = e^{\\beta} t_{usa}$.",
    ),
)

DERIVATION = Derivation("The flow is a gradient flow", TOKENS + LABELS + LAWS + SYMMETRIES + TIMES)


# ---------------------------------------------------------------- claims


def written_out(n: int, d: int) -> Evidence:
    """The gradient of E_n in coordinates, f = t + t^2, against the formula; polynomials modulo |x_i|^2 = 1."""
    x = coordinates("x", n, d)
    k = [[sympy.Symbol(f"k{min(i, j)}{max(i, j)}", real=True) for j in range(n)] for i in range(n)]
    energy = explicit(k, lambda t: t + t**2, x)
    ring = sphere(*x)
    for i in range(n):
        inner = [sum(a * b for a, b in zip(x[i], x[j], strict=True)) for j in range(n)]
        pull = [sum(k[i][j] * (1 + 2 * inner[j]) * x[j][c] for j in range(n)) / n for c in range(d)]
        along = sum(a * b for a, b in zip(x[i], pull, strict=True))
        slope = [n * energy.diff(x[i][c]) for c in range(d)]
        normal = sum(a * b for a, b in zip(x[i], slope, strict=True))
        for c in range(d):
            relation = equation(slope[c] - normal * x[i][c], pull[c] - along * x[i][c])
            found = checked(relation, Identity(ring, _on_spheres(x), points=1))
            if found.status is not Status.EXACT:
                return found
    return Evidence(Status.EXACT, f"n = {n}, d = {d}: {n * d} components agree as polynomials on the spheres")


def _on_spheres(x: list[list[sympy.Symbol]]) -> dict[sympy.Symbol, list[Any]]:
    """Return the coordinates of rational points of the sphere, by stereographic projection."""
    domain: dict[sympy.Symbol, list[Any]] = {}
    for row, point in enumerate(x):
        plane = [sympy.Rational(row + c + 1, c + 2) for c in range(len(point) - 1)]
        square = sum((p**2 for p in plane), sympy.S.Zero)
        values = [*(2 * p / (1 + square) for p in plane), (square - 1) / (1 + square)]
        domain |= {symbol: [value] for symbol, value in zip(point, values, strict=True)}
    return domain


CLAIMS = (
    Claim(
        "coordinates-n3-d2",
        "In coordinates, $n = 3$, $d = 2$, $f = t + t^2$: the tangential gradient of $nE_n$ is the velocity.",
        written_out,
        Status.EXACT,
        {"n": 3, "d": 2},
    ),
    Claim(
        "coordinates-n2-d3",
        "The same for $n = 2$, $d = 3$.",
        written_out,
        Status.EXACT,
        {"n": 2, "d": 3},
    ),
)


# ---------------------------------------------------------------- necessity


def asymmetric() -> Evidence:
    """An asymmetric k >= 0 on three tokens, f = t, d = 2, at rational points: the flow lowers the energy."""
    k = [[0, 2, 2], [2, 0, 1], [0, 0, 0]]
    fifth = sympy.Rational(1, 5)
    x = [[-4 * fifth, 3 * fifth], [3 * fifth, -4 * fifth], [sympy.S.One, sympy.S.Zero]]
    slopes = [
        [(a + b) / sympy.Integer(2) for a, b in zip(row, column, strict=True)]
        for row, column in zip(k, zip(*k, strict=True), strict=True)
    ]
    value = (
        sum((a * b for i in range(3) for a, b in zip(_flow(k, x, i), _flow(slopes, x, i), strict=True)), sympy.S.Zero)
        / 3
    )
    words = f"k = {k}, x = {x}: dE/dt = {value}"
    return Evidence(Status.REFUTED if value < 0 else Status.EXACT, words, {"rate": str(value)})


def _flow(k: list[list[Any]], x: list[list[sympy.Expr]], i: int) -> list[sympy.Expr]:
    """Return P_{x_i} (1/n) sum_j k_ij x_j."""
    n, d = len(x), len(x[0])
    pull = [sum((k[i][j] * x[j][c] for j in range(n)), sympy.S.Zero) / n for c in range(d)]
    along = sum((a * b for a, b in zip(x[i], pull, strict=True)), sympy.S.Zero)
    return [b - along * a for a, b in zip(x[i], pull, strict=True)]


def unprojected() -> Evidence:
    """Without the projection the norm of a token moves."""
    return checked(equation(rate(lambda x: norm_squared(x(L)), _x, _pull), 0), Identity())


def falling() -> Evidence:
    """The sign of the dissipation identity flipped."""
    return checked(equation(rate(_energy, _x, _speed), -dissipation(_speed)), Identity())


def absolute_encoding() -> Evidence:
    """An absolute encoding h = f(<x + p, y + q>) is not O(d)-equivariant."""
    p = Vectors("p")

    def h(a: Any, b: Any, x: sympy.Expr, y: sympy.Expr) -> sympy.Expr:
        return _F(Dot(x + p[a], y + p[b]))

    return checked(equation(particle_energy(h, _turned), particle_energy(h, _x)), Identity())


def absolute_bias() -> Evidence:
    """A factor cos(xi) cos(zeta) beside RoPE is not invariant under a shift of the labels."""

    def with_bias(shift: sympy.Expr | int) -> Callable[..., sympy.Expr]:
        return lambda a, b, x, y: sympy.cos(_XI[a] + shift) * sympy.cos(_XI[b] + shift) * _rope(shift)(a, b, x, y)

    return checked(equation(particle_energy(with_bias(_SHIFT), _x), particle_energy(with_bias(0), _x)), Identity())


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
    statement=(
        "Let $h$ be a symmetric kernel, differentiable in the contents, and let $n$ tokens $(x_i, \\xi_i)$ with frozen "
        "labels move by $\\dot x_i = P_{x_i} \\frac{1}{n} \\sum_j \\nabla_x h((x_i, \\xi_i), (x_j, \\xi_j))$. Then "
        "$\\dot x_i$ is $n$ times the gradient of $E_n = \\frac{1}{2 n^2} \\sum_{i,j} h_{ij}$ in $x_i$ on the sphere, "
        "$\\frac{dE_n}{dt} = \\frac{1}{n} \\sum_i |\\dot x_i|^2 \\ge 0$, and $|x_i| = 1$ and the label law are conserved.",
        "The same holds for every law $\\mu$ with the velocity $P_x \\nabla_x V_\\mu$. The flow of a factor kernel is "
        "$O(d)$-equivariant; RoPE is invariant under translations of the labels; "
        "$E_{peak} = e^{-\\beta} E_{usa}$ and $t_{peak} = e^{\\beta} t_{usa}$.",
    ),
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
        "That the flow exists for all time: it does where $\\nabla_x h$ is Lipschitz, by Picard and Lindelöf and "
        "compactness of the sphere.",
        "That the flow converges, and to what.",
    ),
    references=(
        "B. Geshkovski, C. Letrouit, Y. Polyanskiy, P. Rigollet, A mathematical perspective on transformers, "
        "Bull. Amer. Math. Soc. 62 (2025).",
        "L. Ambrosio, N. Gigli, G. Savare, Gradient Flows in Metric Spaces and in the Space of Probability Measures, "
        "Birkhäuser (2008).",
    ),
)
