"""T5 in Fourier form: Toeplitz kernels on the circle and on Z_N, linear profiles, the sign condition of RoPE."""

from __future__ import annotations

import sympy

from verify.symbolic import (
    EXPONENTIALS,
    SUMS,
    Average,
    Cited,
    Defined,
    Dot,
    EvenBase,
    Identity,
    Law,
    Rotation,
    Step,
    SumOfSquares,
    Turn,
    Vector,
    equation,
    norm_squared,
)
from verify.symbolic.fourier import (
    TOP,
    M,
    P,
    Q,
    character,
    conjugate_polynomial,
    over_circle,
    trigonometric_polynomial,
)

__all__ = ["CYCLIC", "ROPE", "TOEPLITZ"]

XI, ZETA = sympy.symbols("xi zeta", real=True)
OMEGA, A, B = sympy.symbols("omega v_1 v_2", real=True)
RHO = Law("rho")
_SYMBOL = EvenBase(r"\hat{k}")
_V, _CONJUGATE = sympy.IndexedBase(r"\hat{v}"), sympy.IndexedBase(r"\bar{v}")
_SMALL = {TOP: [1, 2]}


def _kernel(angle: sympy.Expr) -> sympy.Expr:
    """k(theta) = sum khat(p) e^{i p theta}."""
    return trigonometric_polynomial(_SYMBOL, angle, P)


def _convolution(m: sympy.Expr) -> sympy.Expr:
    """∫ k(xi - zeta) e^{i m zeta} dzeta / 2 pi."""
    return over_circle(_kernel(XI - ZETA) * character(m, ZETA), ZETA)


def _form() -> sympy.Expr:
    """1/2 ∬ k(xi - zeta) |v(xi) - v(zeta)|^2."""
    v, w = (trigonometric_polynomial(_V, angle, M) for angle in (XI, ZETA))
    vbar, wbar = (conjugate_polynomial(_CONJUGATE, angle, Q) for angle in (XI, ZETA))
    return over_circle(_kernel(XI - ZETA) * (v - w) * (vbar - wbar), ZETA, XI) / 2


def _vectors(base: str, sign: int, angle: sympy.Expr, frequency: sympy.Symbol, c: sympy.Symbol) -> sympy.Expr:
    """A coordinate x_c(xi) = sum_m u_{cm} e^{i m xi} of a curve, or its conjugate."""
    family = sympy.IndexedBase(base)
    return sympy.Sum(family[c, frequency] * character(sign * frequency, angle), (frequency, -TOP, TOP))


def _linear_energy() -> sympy.Expr:
    """1/2 ∬ k(xi - zeta) sum_c x_c(xi) conj(x_c(zeta))."""
    c, d = sympy.symbols("c d", integer=True, positive=True)
    product = _vectors(r"\hat{x}", 1, XI, M, c) * _vectors(r"\bar{x}", -1, ZETA, Q, c)
    return over_circle(_kernel(XI - ZETA) * sympy.Sum(product, (c, 1, d)), ZETA, XI) / 2


def _linear_symbol() -> sympy.Expr:
    c, d = sympy.symbols("c d", integer=True, positive=True)
    squares = sympy.Sum(sympy.IndexedBase(r"\hat{x}")[c, M] * sympy.IndexedBase(r"\bar{x}")[c, M], (c, 1, d))
    return sympy.Sum(_SYMBOL[M] * squares, (M, -TOP, TOP)) / 2


def _winding(m: sympy.Expr) -> sympy.Expr:
    """Energy of x(xi) = (cos m xi, sin m xi, 0, ...), f = t."""
    inner = sympy.cos(m * XI) * sympy.cos(m * ZETA) + sympy.sin(m * XI) * sympy.sin(m * ZETA)
    return over_circle(_kernel(XI - ZETA) * inner, ZETA, XI) / 2


TOEPLITZ = (
    Step(
        equation(_convolution(M), _SYMBOL[M] * character(M, XI)),
        "characters are orthogonal on the circle",
        Identity(SUMS, _SMALL | {M: [-1, 0, 1]}),
        r"Toeplitz kernels. Let the labels be uniform on the circle and $k(\xi, \zeta) = k(\xi - \zeta)$ even with the "
        r"symbol $\hat{k}(m) = \frac{1}{2\pi}\int k(\theta) e^{-im\theta} d\theta$; first a polynomial of any degree "
        r"$M$. A character is an eigenvector of $K$ with eigenvalue $\hat{k}(m)$; for $m = 0$ this is "
        r"$D = \hat{k}(0)$, a constant.",
    ),
    Step(
        equation(_form(), sympy.Sum((_SYMBOL[0] - _SYMBOL[M]) * _V[M] * _CONJUGATE[M], (M, -TOP, TOP))),
        r"the step before; $v = \sum_m \hat{v}_m e^{im\xi}$, $\bar{v}_m$ is the conjugate of $\hat{v}_m$",
        Identity(SUMS, _SMALL, points=2),
        r"So $L$ is diagonal with the eigenvalues $\hat{k}(0) - \hat{k}(m)$:",
    ),
    Step(
        r"$L$ is positive semidefinite if and only if $\hat{k}(0) \ge \hat{k}(m)$ for all $m$, for every bounded even "
        r"$k$; then $D = \hat{k}(0) \ge \lim_m \hat{k}(m) = 0$, so both views agree.",
        "trigonometric polynomials are dense; Riemann and Lebesgue",
        Cited("Katznelson, An Introduction to Harmonic Analysis (2004), I.2 and I.5"),
        "The sign condition of the symbol.",
    ),
    Step(
        equation(_linear_energy(), _linear_symbol()),
        "orthogonality of characters, coordinate by coordinate",
        Identity(SUMS, _SMALL | {sympy.Symbol("d", integer=True, positive=True): [2]}, points=2),
        r"A linear profile. For $f = t$ the energy of a curve $x(\xi) = \sum_m \hat{x}_m e^{im\xi}$ is the symbol "
        r"weighted by the shares $|\hat{x}_m|^2$, whose sum is $|x|^2 = 1$; hence $E \le \frac{1}{2}\sup_m\hat{k}(m)$.",
    ),
    Step(
        equation(_winding(M), _SYMBOL[M] / 2),
        r"$\cos m\xi\cos m\zeta + \sin m\xi\sin m\zeta = \frac{1}{2}(e^{im(\xi - \zeta)} + e^{-im(\xi - \zeta)})$",
        Identity(EXPONENTIALS, _SMALL | {M: [-1, 0, 1]}),
        r"A uniform great circle wound $m$ times reaches its share of the bound:",
    ),
)


# ---------------------------------------------------------------- the cyclic group

_N = sympy.Symbol("N", integer=True, positive=True)
_j, _r = sympy.symbols("j r", integer=True)
_BY_LAG = sympy.IndexedBase("k")
_FEW = {_N: [2, 3, 5], M: [0, 1, 2], _j: [0, 1, 2]}


def _root(power: sympy.Expr) -> sympy.Expr:
    """e^{2 pi i power / N}: the characters of Z_N."""
    return character(2 * sympy.pi / _N, power)


def _over_lags(body: sympy.Expr) -> sympy.Expr:
    """(1/N) sum over the lags r of k_r body."""
    return sympy.Sum(_BY_LAG[_r] * body, (_r, 0, _N - 1)) / _N


def _cyclic_form() -> sympy.Expr:
    """1/2 (1/N^2) sum_{j, r} k_r |v_j - v_{j-r}|^2 for the character v_j = e^{2 pi i m j / N}."""
    change = _root(M * _j) - _root(M * (_j - _r))
    conjugate = _root(-M * _j) - _root(-M * (_j - _r))
    return sympy.Sum(_over_lags(change * conjugate), (_j, 0, _N - 1)) / (2 * _N)


CYCLIC = (
    Step(
        equation(_over_lags(_root(M * (_j - _r))), _root(M * _j) * _over_lags(_root(-M * _r))),
        r"$r = j - l$ runs through $Z_N$ as $l$ does",
        Identity(SUMS, _FEW),
        r"The cyclic group. Let the labels be uniform on $Z_N$ and $k(j, l) = k_{j - l}$, indices modulo $N$, "
        r"$k_{-r} = k_r$, with the symbol $\hat{k}(m) = \frac{1}{N}\sum_r k_r e^{-2\pi i m r/N}$. A character is an "
        r"eigenvector of $K$ with eigenvalue $\hat{k}(m)$, and $D = \hat{k}(0)$:",
    ),
    Step(
        equation(_cyclic_form(), _over_lags(1 - sympy.cos(2 * sympy.pi * M * _r / _N))),
        r"$|e^{i a} - e^{i b}|^2 = 2 - 2\cos(a - b)$; $k_{-r} = k_r$, so $\hat{k}(m) = \frac{1}{N}\sum_r k_r "
        r"\cos(2\pi m r/N)$",
        Identity(EXPONENTIALS, _FEW),
        r"On this character, of norm 1, the form of $L$ is $\hat{k}(0) - \hat{k}(m)$:",
    ),
    Step(
        r"Over graph laws a collapsed law is a maximiser if and only if $\hat{k}(0) \ge \hat{k}(m)$ for all $m$ in "
        r"$Z_N$; over all laws if and only if moreover $\hat{k}(0) \ge 0$.",
        "the $N$ characters are an orthogonal basis; $D$ is the constant $\\hat{k}(0)$",
        Cited("Terras, Fourier Analysis on Finite Groups and Applications (1999), chapter 2"),
        r"The sign condition on $Z_N$. Here the second condition does not follow from the first, as it does on the "
        r"circle, where $\hat{k}(m) \to 0$: for $N = 2$, $k_0 = -2$, $k_1 = 1$ the symbol is $-\frac{1}{2}$, "
        r"$-\frac{3}{2}$.",
    ),
)

# ---------------------------------------------------------------- RoPE

_PLANE = Vector("v")


def _turned(angle: sympy.Expr) -> sympy.Expr:
    return Turn(Rotation(angle), _PLANE)


def _mean_turned() -> sympy.Expr:
    return Defined("M v", Average(_turned(XI), XI, RHO))


def _plane(angle: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    """R(omega xi) applied to (v_1, v_2)."""
    c, s = sympy.cos(OMEGA * angle), sympy.sin(OMEGA * angle)
    return c * A - s * B, s * A + c * B


def _plane_energy() -> sympy.Expr:
    first, second = _plane(XI), _plane(ZETA)
    return first[0] * second[0] + first[1] * second[1]


def _transform(sign: int) -> sympy.Expr:
    """∫ e^{± i omega xi} rho(dxi): the transform of the label law at omega, and its conjugate."""
    name = r"\hat{\rho}(\omega)" if sign > 0 else r"\overline{\hat{\rho}(\omega)}"
    return Defined(name, Average(character(sign * OMEGA, XI), XI, RHO))


ROPE = (
    Step(
        equation(_plane_energy(), (A**2 + B**2) * sympy.cos(OMEGA * (XI - ZETA))),
        r"$R(\omega\xi)^\top R(\omega\zeta) = R(\omega(\zeta - \xi))$",
        Identity(EXPONENTIALS),
        r"RoPE in the same form. For $f = t$ the kernel $\langle x, R(\zeta - \xi) y\rangle$ is Toeplitz with matrix "
        r"values. In a plane rotated by $\omega$ its symbol lives on the frequencies $\pm\omega$; coordinates that are "
        r"not rotated have $\omega = 0$. On one vector $v$ of the plane it is",
    ),
    Step(
        equation(
            Average(Average(Dot(_turned(XI), _turned(ZETA)), ZETA, RHO), XI, RHO) / 2,
            norm_squared(_mean_turned()) / 2,
        ),
        r"bilinearity; $M = \int R(\xi)\, \rho(d\xi)$",
        Identity(SUMS),
        r"A law collapsed at $v$ sees the mean $M$ alone, for any number of planes:",
    ),
    Step(
        equation(
            Average(Average(_plane_energy(), ZETA, RHO), XI, RHO) / 2,
            (A**2 + B**2) / 2 * _transform(1) * _transform(-1),
        ),
        "the two steps before",
        Identity(EXPONENTIALS),
        r"and in one plane this is its symbol, weighted by what the label law leaves of the frequency:",
    ),
    Step(
        sympy.Ge(1 - _transform(1) * _transform(-1), 0, evaluate=False),
        r"a mean of squares: $1 - |\hat{\rho}(\omega)|^2 = \frac{1}{2}\iint |e^{i\omega\xi} - e^{i\omega\zeta}|^2$",
        SumOfSquares(
            Average(
                Average(2 * sympy.sin(OMEGA * (XI - ZETA) / 2) ** 2, ZETA, RHO),
                XI,
                RHO,
            ),
            EXPONENTIALS,
        ),
        r"A plane loses energy by collapse exactly if its frequency is not aliased to 0 by the labels:",
    ),
    Step(
        r"So every collapsed law has less than $\frac{1}{2}$, the maximum, if and only if $|\hat{\rho}(\omega_k)| < 1$ "
        r"for every plane and no coordinate is unrotated. The singular values of $M$ are $|\hat{\rho}(\omega_k)|$, "
        r"twice each, and 1 for an unrotated coordinate, so this is $\sigma_{\max}(M) < 1$, the criterion of T4.",
        r"$M$ is a rotation by $\arg\hat{\rho}(\omega_k)$ times $|\hat{\rho}(\omega_k)|$ in each plane",
        Cited("Horn, Johnson, Matrix Analysis (2013), 7.3"),
        "Both derivations agree.",
    ),
)
