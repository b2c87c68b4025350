r"""T5. The spectral dichotomy: collapse maximises if and only if the signed Laplacian is positive semidefinite.

Statement
---------
h = k(xi, zeta) f(<x, y>), f with Gegenbauer coefficients a_n >= 0 for n >= 1, 0 < f'(1) < oo; D = ∫ k drho, L = D - K.
Over graph laws a collapsed law is a global maximiser iff it is a local one iff L >= 0; over all laws iff L >= 0 and
D >= 0. Neither depends on beta.

Hypotheses
----------
k bounded and symmetric; a_n >= 0; 0 < f'(1) < oo; for uniqueness f(t) < f(1) for t < 1.

Derivation
----------
From the energy to the quadratic form of L by the addition theorem; second variations for the converse; slices; then the
Fourier form of Toeplitz kernels and of RoPE.

Claims
------
Kernels decided exactly, their certificates rechecked; the same kernel at several beta.

Necessity
---------
Each hypothesis dropped with its exact counterexample; and what uniqueness does not need.

What is not proved
------------------
Which law wins where L is not positive semidefinite (T6); where the flow ends.

References
----------
Schoenberg (1942); Schur (1911); Bochner (1933).
"""

from __future__ import annotations

from typing import Any

import sympy

from proofs.t5_spectral_dichotomy_claims import CLAIMS, NECESSITY
from proofs.t5_spectral_dichotomy_symbols import CYCLIC, ROPE, TOEPLITZ
from verify.evidence.theorem import Assumption, Theorem
from verify.symbolic import (
    EXPONENTIALS,
    SUMS,
    Average,
    Cited,
    Defined,
    Derivation,
    Dot,
    Identity,
    Law,
    Profile,
    Step,
    SumOfSquares,
    SymmetricBase,
    UnitVector,
    UnitVectors,
    Vectors,
    equation,
    norm_squared,
)
from verify.symbolic.variations import EPSILON

__all__ = ["THEOREM"]

_XI, _ZETA = sympy.symbols("xi zeta", real=True)
_RHO = Law("rho")
_K, _F = SymmetricBase("k"), Profile("f")
_v, _s = sympy.IndexedBase("v"), sympy.IndexedBase("s")
_a = sympy.IndexedBase("a", nonnegative=True)
_X, _Y = UnitVectors("x"), UnitVectors("Y")
_n, _c = sympy.symbols("n c", integer=True, positive=True)
_TOP, _DIM = sympy.symbols("N d", integer=True, positive=True)


def _mean(body: Any) -> sympy.Expr:
    """∬ body rho(dzeta) rho(dxi)."""
    return Average(Average(body, _ZETA, _RHO), _XI, _RHO)


def _degrees(body: Any) -> sympy.Expr:
    """sum_n a_n body_n."""
    return sympy.Sum(_a[_n] * body, (_n, 1, _TOP))


_D = Defined(r"D(\xi)", Average(_K[_XI, _ZETA], _ZETA, _RHO))


def _laplacian(v: Any) -> sympy.Expr:
    """(Lv)(xi) = D(xi) v(xi) - ∫ k(xi, zeta) v(zeta) rho(dzeta), for v given as a function of the label."""
    return _D * v(_XI) - Average(_K[_XI, _ZETA] * v(_ZETA), _ZETA, _RHO)


def _form(v: Any) -> sympy.Expr:
    """<v, Lv> as half the mean of k (v - v')^2."""
    return _mean(_K[_XI, _ZETA] * (v(_XI) - v(_ZETA)) ** 2) / 2


FORM = (
    Step(
        equation(Average(_v[_XI] * _laplacian(_v.__getitem__), _XI, _RHO), _form(_v.__getitem__)),
        "k is symmetric; Fubini",
        Identity(SUMS),
        r"The quadratic form. Let $D(\xi) = \int k(\xi, \zeta)\, \rho(d\zeta)$ and $L = D - K$ on $L^2(\rho)$, "
        r"bounded and self-adjoint as $k$ is bounded and symmetric. Then $\langle v, L v\rangle$ is",
    ),
    Step(
        equation(
            _F(1) / 2 * _mean(_K[_XI, _ZETA]) - _mean(_K[_XI, _ZETA] * _F(Dot(_X[_XI], _X[_ZETA]))) / 2,
            _mean(_K[_XI, _ZETA] * (_F(1) - _F(Dot(_X[_XI], _X[_ZETA])))) / 2,
        ),
        "all collapsed laws have one energy",
        Identity(SUMS),
        r"A collapsed law has the energy $\frac{f(1)}{2}\iint k$, which a graph law $x(\xi)$ misses by",
    ),
)


# ---------------------------------------------------------------- a nonnegative form suffices


def _between(a: Any, b: Any) -> sympy.Expr:
    return Dot(_Y[_n, a], _Y[_n, b])


def _distance(a: Any, b: Any) -> sympy.Expr:
    return norm_squared(_Y[_n, a] - _Y[_n, b])


_COORDINATES = sympy.IndexedBase("Y")

SUFFICIENT = (
    Step(
        r"$f(t) = \sum_{n \ge 0} a_n P_n(t)$, absolutely for $|t| \le 1$, and $P_n(\langle x, y\rangle) = "
        r"\langle Y_n(x), Y_n(y)\rangle$ with a map $Y_n$ from the sphere to a unit sphere.",
        "$f$ is continuous with $a_n \\ge 0$ for $n \\ge 1$; addition theorem of spherical harmonics, $P_n(1) = 1$",
        Cited("Schoenberg, Duke Math. J. 9 (1942) 96-108; Müller, Spherical Harmonics (1966)"),
        "Expand in degrees. The degree 0 adds a constant to the energy and is left out.",
    ),
    Step(
        equation(
            _mean(_K[_XI, _ZETA] * _degrees(1 - _between(_XI, _ZETA))) / 2,
            _degrees(_mean(_K[_XI, _ZETA] * _distance(_XI, _ZETA)) / 2) / 2,
        ),
        r"$|Y_n| = 1$, so $1 - \langle Y, Y'\rangle = \frac{1}{2}|Y - Y'|^2$; any number $N$ of degrees",
        Identity(SUMS, {_TOP: [1, 2]}),
        r"With $Y_{n,\xi} = Y_n(x(\xi))$ the difference is a sum over degrees of quadratic forms,",
    ),
    Step(
        equation(
            _mean(_K[_XI, _ZETA] * sympy.Sum((_COORDINATES[_c, _XI] - _COORDINATES[_c, _ZETA]) ** 2, (_c, 1, _DIM)))
            / 2,
            sympy.Sum(
                Average(
                    _COORDINATES[_c, _XI] * _laplacian(lambda label: _COORDINATES[_c, label]),
                    _XI,
                    _RHO,
                ),
                (_c, 1, _DIM),
            ),
        ),
        "the first step, coordinate by coordinate",
        Identity(SUMS, {_DIM: [1, 2]}),
        r"and each of them is $\langle Y_n, L Y_n\rangle$, summed over the coordinates of $Y_n$:",
    ),
    Step(
        sympy.Ge(_degrees(Dot(Vectors("r")[_n], Vectors("r")[_n])) / 2, 0, evaluate=False),
        r"$a_n \ge 0$, and $\langle Y_n, L Y_n\rangle = |r_n|^2$ with $r_n = \sqrt{L}\, Y_n$ where $L \ge 0$",
        SumOfSquares(_degrees(Dot(Vectors("r")[_n], Vectors("r")[_n])) / 2, domain={_TOP: [1, 2]}),
        r"If $L \ge 0$, the difference is $\frac{1}{2}\sum_n a_n \langle Y_n, L Y_n\rangle \ge 0$, also in the limit "
        r"$N \to \infty$, as $\sum_n a_n$ converges and $k$ is bounded: a collapsed law is a global maximiser over "
        r"graph laws, for every $f$ with these signs, hence for every $\beta$.",
    ),
)


# ---------------------------------------------------------------- necessity of a nonnegative form


def _arc(label: Any) -> sympy.Expr:
    return EPSILON * _v[label]


_ARC_ENERGY = Defined(r"E(x_{\epsilon})", _mean(_K[_XI, _ZETA] * _F(sympy.cos(EPSILON * (_v[_XI] - _v[_ZETA])))) / 2)


def _at_zero(expression: sympy.Expr, order: int) -> sympy.Expr:
    return sympy.Subs(sympy.Derivative(expression, (EPSILON, order)), EPSILON, 0)


NECESSARY = (
    Step(
        equation(
            sympy.cos(_arc(_XI)) * sympy.cos(_arc(_ZETA)) + sympy.sin(_arc(_XI)) * sympy.sin(_arc(_ZETA)),
            sympy.cos(EPSILON * (_v[_XI] - _v[_ZETA])),
        ),
        "addition theorem of the cosine",
        Identity(EXPONENTIALS),
        r"Conversely, let $\langle v, L v\rangle < 0$, with $v$ bounded (such $v$ are dense, and $L$ is bounded). Move "
        r"the collapsed law along a great circle, $x_{\epsilon}(\xi) = \cos(\epsilon v(\xi)) e_1 + "
        r"\sin(\epsilon v(\xi)) e_2$, with the inner products",
    ),
    Step(
        equation(_at_zero(_ARC_ENERGY, 1), 0),
        "the cosine is even",
        Identity(SUMS),
        r"so that $E(x_{\epsilon}) = \frac{1}{2}\iint k f(\cos(\epsilon(v(\xi) - v(\zeta))))$. To first order the "
        "energy does not change,",
    ),
    Step(
        equation(_at_zero(_ARC_ENERGY, 2), -_F.derivative()(1) * _form(_v.__getitem__)),
        r"$\frac{d^2}{ds^2} f(\cos s) = -f'(1)$ at $s = 0$; for $f$ with $f'(1)$ alone, $f(\cos s) = f(1) - "
        r"\frac{1}{2} f'(1) s^2 + o(s^2)$",
        Identity(SUMS),
        r"and to second order by $-f'(1)\langle v, L v\rangle$, which is positive:",
    ),
    Step(
        r"So $x_{\epsilon}$ has more energy for small $\epsilon$, and a collapsed law is not even a local maximiser. "
        r"Over graph laws: local maximiser, global maximiser and $L \ge 0$ are the same.",
        "Taylor's theorem, uniformly in the bounded labels v",
        Cited("Rudin, Principles of Mathematical Analysis (1976), 5.15"),
    ),
)


# ---------------------------------------------------------------- all laws


def _slice(label: Any) -> Law:
    return Law("mu", 1, label)


def _moment(label: Any) -> sympy.Expr:
    """m(xi) = ∫ Y dmu_xi, of a slice carried to the sphere of Y."""
    y = UnitVector("y")
    return Defined(rf"m_{{{sympy.latex(label)}}}", Average(y, y, _slice(label)))


def _pair() -> sympy.Expr:
    y, z = UnitVector("y"), UnitVector("z")
    return Average(Average(Dot(y, z), z, _slice(_ZETA)), y, _slice(_XI))


def _spread() -> sympy.Expr:
    y = UnitVector("y")
    return Average(norm_squared(y - _moment(_XI)), y, _slice(_XI))


_TWO_POINT = Defined(
    r"E(\mu_{\epsilon})",
    _mean(
        _K[_XI, _ZETA]
        * (_F(sympy.cos(EPSILON * (_s[_XI] - _s[_ZETA]))) / 2 + _F(sympy.cos(EPSILON * (_s[_XI] + _s[_ZETA]))) / 2)
    )
    / 2,
)

SLICES = (
    Step(
        equation(
            _mean(_K[_XI, _ZETA] * (1 - _pair())) / 2,
            _mean(_K[_XI, _ZETA] * norm_squared(_moment(_XI) - _moment(_ZETA))) / 4
            + Average(_D * (1 - norm_squared(_moment(_XI))), _XI, _RHO) / 2,
        ),
        r"bilinearity in the slices; $m_\xi = \int Y_n\, d\mu_\xi$",
        Identity(SUMS),
        r"All laws. For a law with slices $\mu_\xi$ the degree $n$ sees their moments $m_\xi$, and misses the "
        r"collapsed energy by $\frac{1}{2} a_n \langle m, L m\rangle$ and a second term, with $D$ and the spread of "
        r"the slices:",
    ),
    Step(
        equation(1 - norm_squared(_moment(_XI)), _spread()),
        r"$|Y_n| = 1$",
        Identity(SUMS),
        "The spread is a variance, so it is nonnegative, and zero only where $Y_n$ is constant on the slice:",
    ),
    Step(
        sympy.Ge(1 - norm_squared(_moment(_XI)), 0, evaluate=False),
        r"the step before; in the two terms, $\langle m, L m\rangle \ge 0$ and $D \ge 0$, for every degree",
        SumOfSquares(_spread()),
        r"hence with $L \ge 0$ and $D \ge 0$ a collapsed law is a global maximiser over all laws.",
    ),
    Step(
        equation(_at_zero(_TWO_POINT, 2), -_F.derivative()(1) * Average(_D * _s[_XI] ** 2, _XI, _RHO)),
        r"$\frac{1}{2}((s - s')^2 + (s + s')^2) = s^2 + s'^2$",
        Identity(SUMS),
        r"Conversely, split every slice in two halves, at the angles $\pm\epsilon s(\xi)$ on a great circle. The "
        r"energy is even in $\epsilon$ and changes to second order by $-f'(1)\int D s^2$: if $D < 0$ on a set of "
        r"positive mass, a split there gains. (Graph laws are laws, so $L \ge 0$ is necessary as before.)",
    ),
)


# ---------------------------------------------------------------- uniqueness, and several tables


def _tables(body: Any) -> sympy.Expr:
    return sympy.Sum(sympy.IndexedBase("k")[_n, _XI, _ZETA] * body, (_n, 1, _TOP))


UNIQUENESS = (
    Step(
        r"If $L \ge 0$, a graph law is a maximiser if and only if $L Y_n(x(\cdot)) = 0$ for every $n \ge 1$ with "
        r"$a_n > 0$. If $f(t) < f(1)$ for $t < 1$ and $\ker L$ holds the constants alone, every maximiser among graph "
        r"laws is collapsed.",
        r"a nonnegative form vanishes exactly on its kernel, by Cauchy and Schwarz; constant $Y_n$ for all these $n$ "
        r"give $f(\langle x, x'\rangle) = f(1)$",
        Cited("Reed, Simon, Functional Analysis (1980), VIII.6"),
        "Uniqueness.",
    ),
    Step(
        equation(
            _mean(_tables(1 - _between(_XI, _ZETA))) / 2,
            _mean(_tables(_distance(_XI, _ZETA))) / 4,
        ),
        r"$|Y_n| = 1$, for each table $k_n$",
        Identity(SUMS, {_TOP: [1, 2]}),
        r"Several tables. For $h = \sum_n k_n P_n(\langle x, y\rangle)$ the same holds degree by degree: every "
        r"$L_{k_n} \ge 0$ is sufficient.",
    ),
)

_POSITIVE = SymmetricBase("k", nonnegative=True)

COROLLARY = (
    Step(
        sympy.Ge(_mean(_POSITIVE[_XI, _ZETA] * (_v[_XI] - _v[_ZETA]) ** 2) / 2, 0, evaluate=False),
        "a mean of squares with weights $k \\ge 0$; $D$ is a mean of $k$",
        SumOfSquares(_mean(_POSITIVE[_XI, _ZETA] * (_v[_XI] - _v[_ZETA]) ** 2) / 2),
        r"Nonnegative tables. If $k \ge 0$, then $L \ge 0$ and $D \ge 0$: collapse maximises over all laws. So it does "
        r"for every finite symmetric additive bias $b$, whose factor is $k = e^b > 0$.",
    ),
)

THEOREM = Theorem(
    id="T5",
    title="The spectral dichotomy for factor kernels",
    statement=r"""
    Let $h = k(\xi, \zeta) f(\langle x, y\rangle)$ with $k$ bounded and symmetric, $f$ continuous with Gegenbauer
    coefficients $a_n \ge 0$ for $n \ge 1$ and $0 < f'(1) < \infty$. Let $D(\xi) = \int k(\xi, \zeta)\, \rho(d\zeta)$
    and $L = D - K$, the signed Laplacian of $k$ on $L^2(\rho)$.

    Over graph laws, a collapsed law is a global maximiser of $E$ if and only if it is a local one, if and only if
    $L \ge 0$. Over all laws with label law $\rho$: if and only if $L \ge 0$ and $D \ge 0$ almost everywhere. Neither
    condition depends on $\beta$.

    If moreover $f(t) < f(1)$ for $t < 1$ and $\ker L$ holds the constants alone, all maximisers over graph laws are
    collapsed. For a Toeplitz kernel on the circle, or on the cyclic group $Z_N$, $L \ge 0$ means
    $\hat{k}(0) \ge \hat{k}(m)$ for all $m$; on the circle this gives $D \ge 0$, on $Z_N$ the condition
    $\hat{k}(0) \ge 0$ is added for all laws. For RoPE with $f = t$ collapse loses if and only if the label law aliases
    no frequency to 0.
    """,
    hypotheses=(
        Assumption("$k$", "bounded, $k(\\xi, \\zeta) = k(\\zeta, \\xi)$; of any sign"),
        Assumption("$\\rho$", "any label law, with atoms or without"),
        Assumption("$f$", "continuous on $[-1, 1]$; $a_n \\ge 0$ for $n \\ge 1$: used where $L \\ge 0$ suffices"),
        Assumption("$f'(1)$", "in $(0, \\infty)$: used where $L \\ge 0$ is necessary"),
        Assumption("$f(t) < f(1)$", "for $t < 1$: used for uniqueness alone"),
        Assumption("$d$", "any dimension at least 2"),
    ),
    derivation=Derivation(
        "From the energy to the sign of a form",
        FORM + SUFFICIENT + NECESSARY + SLICES + UNIQUENESS + COROLLARY + TOEPLITZ + CYCLIC + ROPE,
    ),
    claims=CLAIMS,
    necessity=NECESSITY,
    not_proved=(
        "Which law has the most energy where $L$ is not positive semidefinite: see T6.",
        "Where the flow ends: it may stop in local maxima, see T8.",
        "That the conditions for several tables are necessary: they are sufficient.",
    ),
    references=(
        "A. Terras, Fourier Analysis on Finite Groups and Applications (1999), doi:10.1017/CBO9780511626265",
        (
            "I. J. Schoenberg, Positive definite functions on spheres, Duke Math. J. 9 (1942) 96-108, "
            "doi:10.1215/S0012-7094-42-00908-6"
        ),
        "C. Müller, Spherical Harmonics (1966): the addition theorem, doi:10.1007/BFb0094775",
        (
            "I. Schur, Bemerkungen zur Theorie der beschränkten Bilinearformen, J. reine angew. Math. 140 (1911), "
            "doi:10.1515/crll.1911.140.1"
        ),
    ),
)
