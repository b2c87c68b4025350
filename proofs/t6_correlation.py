r"""T6, the correlation bound: a dual certificate for max <K, X> bounds the energy of every profile with a_n >= 0.

Finitely many labels, K_ij = w_i w_j k_ij, and a certificate diag(lambda) - K = C C^T. Contents enter through unit
vectors Y_n(x) with <Y_n(x), Y_n(y)> = P_n(<x, y>), one for each degree n >= 1.
"""

from __future__ import annotations

from typing import Any

import sympy

from verify.evidence.claims import Evidence, checked
from verify.model.verdict import Status
from verify.symbolic import Average, Cited, Dot, Identity, Law, Step, SumOfSquares, UnitVectors, equation, norm_squared
from verify.symbolic.energies import I, J, N

__all__ = ["CORRELATION", "missing_constant", "negative_degree", "negative_multiplier", "rank_too_large"]

_DEGREE, _ROW = sympy.symbols("l r", integer=True, positive=True)
_TOP = sympy.Symbol("M", integer=True, positive=True)
_A = sympy.IndexedBase("a", nonnegative=True)
_A0 = sympy.Symbol("a_0", real=True)
_LAMBDA = sympy.IndexedBase("lambda", nonnegative=True)
_C = sympy.IndexedBase("c", real=True)
_Y = UnitVectors("Y")
_Z, _Z2 = sympy.symbols("z z'", real=True)
_DOMAIN: dict[Any, tuple[Any, Any] | list[Any]] = {_A: (0, 2), _LAMBDA: (0, 2), N: [1, 2, 3], _TOP: [1, 2]}


def _entry(i: Any, j: Any) -> sympy.Expr:
    """K_ij = lambda_i delta_ij - (C C^T)_ij."""
    square = sympy.Sum(_C[_ROW, i] * _C[_ROW, j], (_ROW, 1, N))
    return _LAMBDA[i] * sympy.KroneckerDelta(i, j) - square


def _series(first: Any, second: Any) -> sympy.Expr:
    """f(<x, y>) = a_0 + sum_n a_n <Y_n(x), Y_n(y)>."""
    return _A0 + sympy.Sum(_A[_DEGREE] * Dot(_Y[_DEGREE, first], _Y[_DEGREE, second]), (_DEGREE, 1, _TOP))


def _at_one() -> sympy.Expr:
    """f(1) - a_0, the sum of the coefficients."""
    return sympy.Sum(_A[_DEGREE], (_DEGREE, 1, _TOP))


def _bound() -> sympy.Expr:
    """((f(1) - a_0) sum lambda + a_0 sum K) / 2."""
    total = sympy.Sum(_entry(I, J), (I, 1, N), (J, 1, N))
    return (_at_one() * sympy.Sum(_LAMBDA[I], (I, 1, N)) + _A0 * total) / 2


def _graph_energy() -> sympy.Expr:
    return sympy.Sum(_entry(I, J) * _series(I, J), (I, 1, N), (J, 1, N)) / 2


def _slice(i: Any) -> Law:
    return Law("mu", 1, i)


def _moment(i: Any, degree: Any = _DEGREE, variable: sympy.Symbol = _Z) -> sympy.Expr:
    """The mean of Y_n over the slice at label i."""
    return Average(_Y[degree, variable], variable, _slice(i))


def _slice_energy() -> sympy.Expr:
    pair = Average(Average(_series(_Z, _Z2), _Z2, _slice(J)), _Z, _slice(I))
    return sympy.Sum(_entry(I, J) * pair, (I, 1, N), (J, 1, N)) / 2


def _squares(moment: Any) -> sympy.Expr:
    """sum_n a_n sum_r |sum_i c_ri m_n,i|^2."""
    combination = sympy.Sum(_C[_ROW, I] * moment(I), (I, 1, N))
    return sympy.Sum(_A[_DEGREE] * norm_squared(combination), (_DEGREE, 1, _TOP), (_ROW, 1, N))


def _variances() -> sympy.Expr:
    """sum_n a_n sum_i lambda_i Var_i Y_n."""
    spread = norm_squared(_Y[_DEGREE, _Z2] - _moment(I))
    return sympy.Sum(_A[_DEGREE] * _LAMBDA[I] * Average(spread, _Z2, _slice(I)), (_DEGREE, 1, _TOP), (I, 1, N))


CORRELATION = (
    Step(
        "For every degree $n \\ge 1$ there are unit vectors $Y_n(x)$ with "
        "$\\langle Y_n(x), Y_n(y)\\rangle = P_n(\\langle x, y\\rangle)$; hence $(f(T) - a_0)/(f(1) - a_0)$ is a "
        "correlation matrix whenever $T$ is a Gram matrix of unit vectors.",
        "the addition theorem for spherical harmonics; Schoenberg's theorem",
        Cited("Schoenberg, Positive definite functions on spheres, Duke Math. J. 9 (1942), theorem 1"),
        "The correlation bound. Let labels be finite, $K_{ij} = w_i w_j k_{ij}$, and $f = \\sum_n a_n P_n$ with "
        "$a_n \\ge 0$ for $n \\ge 1$.",
    ),
    Step(
        sympy.Le(_graph_energy(), _bound(), evaluate=False),
        "$\\mathrm{diag}(\\lambda) - K = C C^\\top$ and $|Y_n(x)| = 1$",
        SumOfSquares(_squares(lambda i: _Y[_DEGREE, i]) / 2, domain=_DOMAIN),
        "Suppose $\\mathrm{diag}(\\lambda) - K$ is positive semidefinite, $\\mathrm{diag}(\\lambda) - K = C C^\\top$. "
        "Then the energy of every graph law is at most "
        "$\\frac{1}{2} [(f(1) - a_0) \\sum_i \\lambda_i + a_0 \\sum_{ij} K_{ij}]$. Degrees up to $M$ are shown, and "
        "$M \\to \\infty$ because $\\sum_n a_n$ converges; the sign of $\\lambda_i$ is not used,",
    ),
    Step(
        equation(_bound() - _slice_energy(), (_squares(_moment) + _variances()) / 2),
        "the same with the means of $Y_n$ over the slices",
        Identity(domain=_DOMAIN, points=2),
        "For laws with slices $\\mu_i$ in place of points a second square appears, with the factor $\\lambda_i$,",
    ),
    Step(
        sympy.Le(_slice_energy(), _bound(), evaluate=False),
        "$\\lambda_i \\ge 0$",
        SumOfSquares((_squares(_moment) + _variances()) / 2, domain=_DOMAIN, points=2),
        "so that over $P_\\rho$ the bound holds if also $\\lambda_i \\ge 0$ for all $i$.",
    ),
    Step(
        "If $f = t$ and the semidefinite programme $\\max \\langle K, X\\rangle$, $X \\succeq 0$, $X_{ii} = 1$ has a "
        "solution of rank at most $d$, then the bound is attained by a graph law; there is one of rank $r$ with "
        "$r(r+1)/2 \\le n$, so this holds whenever $(d+1)(d+2)/2 > n$.",
        "$X$ of rank $r$ is the Gram matrix of unit vectors in $R^r$; strong duality (the identity matrix is interior)",
        Cited("Barvinok, Discrete Comput. Geom. 13 (1995); Pataki, Math. Oper. Res. 23 (1998)"),
    ),
)


# ---------------------------------------------------------------- what is dropped


def _difference(energy: sympy.Expr, bound: sympy.Expr, words: str) -> Evidence:
    """Refute energy <= bound by exact rational numbers."""
    status = Status.REFUTED if energy > bound else Status.EXACT
    return Evidence(status, f"{words}: energy {energy}, bound {bound}", {"energy": str(energy), "bound": str(bound)})


def _two_labels(k: list[list[int]], f: Any, t: Any, lam: Any, a0: Any) -> tuple[sympy.Expr, sympy.Expr]:
    """Energy at <x_1, x_2> = t of two labels of weight 1/2, and the bound without its second term."""
    gap = sympy.Matrix([[lam - sympy.Rational(k[i][j], 4) if i == j else -sympy.Rational(k[i][j], 4)
                         for j in range(2)] for i in range(2)])  # fmt: skip
    assert gap.is_positive_semidefinite
    energy = sum((sympy.Rational(k[i][j], 8) * f(1 if i == j else t) for i in range(2) for j in range(2)), sympy.S.Zero)
    return energy, (f(1) - a0) * 2 * lam / 2


def negative_multiplier() -> Evidence:
    """w = 1/2, k = [[-2, 1], [1, -2]], f = t, lambda = -1/4: uniform slices have energy 0, the bound is -1/4."""
    k = [[-2, 1], [1, -2]]
    _, bound = _two_labels(k, lambda t: t, 1, -sympy.Rational(1, 4), 0)
    return _difference(sympy.S.Zero, bound, f"w = 1/2, k = {k}, f = t, lambda = -1/4, slices with mean 0")


def missing_constant() -> Evidence:
    """w = 1/2, k = [[0, -1], [-1, 0]], f = t - 1, x_2 = -x_1, against f(1) sum lambda / 2."""
    k = [[0, -1], [-1, 0]]
    energy, bound = _two_labels(k, lambda t: t - 1, -1, sympy.Rational(1, 4), 0)
    return _difference(energy, bound, f"w = 1/2, k = {k}, f = t - 1, lambda = 1/4, x_2 = -x_1")


def negative_degree() -> Evidence:
    """w = 1/2, k = [[0, 1], [1, 0]], f = -t, x_2 = -x_1: energy 1/4, the bound is -1/4."""
    k = [[0, 1], [1, 0]]
    energy, bound = _two_labels(k, lambda t: -t, -1, sympy.Rational(1, 4), 0)
    return _difference(energy, bound, f"w = 1/2, k = {k}, f = -t, lambda = 1/4, x_2 = -x_1")


def rank_too_large() -> Evidence:
    """Six labels whose only optimal X has rank 3: for d = 2 the bound of the linear profile is not attained.

    Notes
    -----
    The gap sum lambda - <K, X> is the sum over the pairs p < q of {1, 2, 3} of |sqrt(2) y_pq - y_p - y_q|^2. It
    vanishes only if all <y_p, y_q> = 0, and three such unit vectors have a Gram determinant of 1, not 0 as in R^2.
    """
    y = [sympy.Symbol(f"y{i}") for i in range(6)]
    pairs = ((0, 1, 3), (0, 2, 4), (1, 2, 5))
    form = sympy.expand(sum((sympy.sqrt(2) * y[s] - y[p] - y[q]) ** 2 for p, q, s in pairs))
    matrix = sympy.hessian(form, y) / 2
    singular = len(matrix.nullspace())
    family = UnitVectors("y")
    p, q, s = (family[i] for i in (1, 2, 3))
    overlap = checked(
        equation(norm_squared(sympy.sqrt(2) * s - p - q) - 2 * sympy.sqrt(2) * Dot(s, sympy.sqrt(2) * s - p - q),
                 2 * Dot(p, q)),
        Identity(),
    )  # fmt: skip
    if overlap.status is not Status.EXACT:
        return overlap
    a, b, c = (sympy.Matrix(2, 1, sympy.symbols(f"{name}1 {name}2", real=True)) for name in "abc")
    determinant = sympy.expand(sympy.Matrix(3, 3, lambda i, j: (a, b, c)[i].dot((a, b, c)[j])).det())
    if determinant == 0 and singular == 3:
        trace = sympy.trace(matrix)
        words = f"6 labels, sum lambda = {trace}, kernel of dimension {singular}: attained for d = 3, never for d = 2"
        return Evidence(Status.REFUTED, words, {"gap": str(form)})
    return Evidence(Status.UNKNOWN, "the certificate does not have the kernel expected")
