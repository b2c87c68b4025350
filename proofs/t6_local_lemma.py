r"""T6, the local lemma for d = 2: a competitor close to the great circle has no more energy than it.

m_k = mean of e^{i xi} e^{-i k psi}, V = sum_{k != 0} I_|k| |m_k|^2; gauge m_1 > 0, m_1 >= |m_{-1}|.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import sympy

from proofs.t6_circle import CIRCLE, circle_mean
from verify.evidence.claims import Evidence
from verify.model.verdict import Status
from verify.symbolic import (
    RATIONAL,
    SUMS,
    Cited,
    Dot,
    Identity,
    Step,
    SumOfSquares,
    Vector,
    equation,
    norm_squared,
)

__all__ = ["LOCAL", "local_lemma_holds", "neighbourhood"]

_A, _B = sympy.symbols("c b", real=True)
_PHI = sympy.Symbol("phi", real=True)
_J, _P = sympy.symbols("j p", integer=True, positive=True)
_KAPPA_ROOM, _T, _I1 = sympy.symbols("delta t I_1", positive=True)
_HIGH, _LOW = sympy.symbols("A B", positive=True)
_PN, _QN = sympy.symbols("p q", real=True)
_U, _W = Vector("u"), Vector("w")
_Z = sympy.symbols("u_1 u_2 w_1 w_2 v_1 v_2 y_1 y_2", real=True)


def _imaginary(parts: Any, j: Any) -> sympy.Expr:
    """Im(u e^{i j phi} + w e^{-i j phi})."""
    u1, u2, w1, w2 = parts
    return u1 * sympy.sin(j * _PHI) + u2 * sympy.cos(j * _PHI) - w1 * sympy.sin(j * _PHI) + w2 * sympy.cos(j * _PHI)


def _conjugate_gap(parts: Any) -> sympy.Expr:
    """|u - conj w|^2."""
    u1, u2, w1, w2 = parts
    return (u1 - w1) ** 2 + (u2 + w2) ** 2


def _pairing() -> sympy.Expr:
    """<w, r> for w in the modes 1 and -1, and r in the modes 3, -3 and p + 3."""
    a, b, high, low = (_Z[i] + sympy.I * _Z[i + 1] for i in (0, 2, 4, 6))
    w = _planar((a, 1), (b, -1))
    r = _planar((high, 3), (low, -3), (sympy.Rational(2, 3) - sympy.I, _P + 3))
    return w[0] * r[0] + w[1] * r[1]


def _planar(*terms: tuple[sympy.Expr, Any]) -> tuple[sympy.Expr, sympy.Expr]:
    """Real and imaginary part of sum c e^{i k phi}."""
    parts = [(sympy.re(c), sympy.im(c), k * _PHI) for c, k in terms]
    real = sympy.Add(*(x * sympy.cos(angle) - y * sympy.sin(angle) for x, y, angle in parts))
    imaginary = sympy.Add(*(x * sympy.sin(angle) + y * sympy.cos(angle) for x, y, angle in parts))
    return real, imaginary


_KAPPA = 1 / (2 * (1 + _KAPPA_ROOM))
_ROOM = _KAPPA_ROOM / (1 + _KAPPA_ROOM)

LOCAL = (
    Step(
        sympy.Ge((_A + _B**2 / (2 * _A)) ** 2, _A**2 + _B**2, evaluate=False),
        "the difference is a square",
        SumOfSquares((_B**2 / (2 * _A)) ** 2, RATIONAL, {_A: (sympy.Rational(1, 10), 2)}),
        "The local lemma, $d = 2$. Choose the origin and the orientation of the angles so that $m_1 > 0$ and "
        "$m_1 \\ge |m_{-1}|$, and write $|G'| = I_1 m_1 |1 + z|$, $z = \\sum_{k \\ne 1} k I_{|k|} m_k "
        "e^{i(k-1)\\phi}/(I_1 m_1)$ and $r = \\sum_{k \\ne 1} |k| I_{|k|} |m_k|/(I_1 m_1)$. If $r < "
        "1$, then $c = 1 + \\mathrm{Re}\\, z \\ge 1 - r > 0$, and $|1 + z| \\le c + \\frac{(\\mathrm{Im}\\, "
        "z)^2}{2c} \\le 1 + \\mathrm{Re}\\, z + \\frac{(\\mathrm{Im}\\, z)^2}{2 (1 - r)}$; for $b = "
        "\\mathrm{Im}\\, z$,",
    ),
    Step(
        equation(
            circle_mean((_imaginary(_Z[:4], _J) + _imaginary(_Z[4:], _J + _P)) ** 2, _PHI),
            (_conjugate_gap(_Z[:4]) + _conjugate_gap(_Z[4:])) / 2,
        ),
        "orthogonality of $e^{ij\\phi}$",
        Identity(CIRCLE),
        "The mean of $\\mathrm{Re}\\, z$ over $\\phi$ is 0, because $k = 1$ is left out. With $z = \\sum_{j \\ge 1} "
        "(u_j e^{ij\\phi} + w_j e^{-ij\\phi})$ the mean of $(\\mathrm{Im}\\, z)^2$ is $\\frac{1}{2} \\sum_j |u_j - "
        "\\bar w_j|^2$; for two values of $j$,",
    ),
    Step(
        sympy.Ge(
            (_PN**2 * _HIGH + _QN**2 * _LOW) * (_HIGH * norm_squared(_U) + _LOW * norm_squared(_W)),
            norm_squared(_PN * _HIGH * _U + _QN * _LOW * _W),
            evaluate=False,
        ),
        "Cauchy and Schwarz, as a square",
        SumOfSquares(_HIGH * _LOW * norm_squared(_QN * _U - _PN * _W), SUMS),
        "Here $I_1 m_1 (u_j - \\bar w_j) = p A m_{j+1} + q B \\bar m_{1-j}$ with $p = j + 1$, $q = j - 1$, $A = "
        "I_{j+1}$, $B = I_{j-1}$, and",
    ),
    Step(
        sympy.Le(
            _I1 / (1 + _T) + _KAPPA * (_I1 - _I1 / (1 + _T) ** 2),
            _I1,
            evaluate=False,
        ),
        "$m_1 = 1/(1 + t)$ with $t \\ge 0$; $\\kappa = 1/(2 (1 + \\delta)) < \\frac{1}{2}$",
        SumOfSquares(
            _I1 * _T * (_KAPPA_ROOM + _T * (sympy.Rational(1, 2) + _KAPPA_ROOM)) / ((1 + _KAPPA_ROOM) * (1 + _T) ** 2),
            RATIONAL,
        ),
        "so that with $\\Lambda = \\max(2 I_2, \\max_{k \\ge 2} \\frac{1}{2} [(k+1)^2 I_{k+1} + (k-1)^2 "
        "I_{k-1}])/I_1$ the mean of $(\\mathrm{Im}\\, z)^2$ is at most $\\Lambda (V - I_1 m_1^2)/(I_1 m_1^2)$, and "
        "the length bound becomes $V \\le I_1 m_1 + \\kappa (V - I_1 m_1^2)$, $\\kappa = \\Lambda/(2 (1 - r) "
        "m_1)$. If $\\Lambda < (1 - r) m_1$, then $\\kappa < \\frac{1}{2}$ and $V (1 - \\kappa) \\le I_1 m_1 "
        "- \\kappa I_1 m_1^2 \\le I_1 (1 - \\kappa)$: $V \\le I_1$, with equality only for $m_1 = 1$, the great "
        "circle. The last inequality:",
    ),
    Step(
        equation(
            norm_squared(_U) - norm_squared(_W),
            2 * Dot(_W, _U - _W) + norm_squared(_U - _W),
        ),
        "bilinearity, with $u = x(\\xi)$ and $w$ its projection on the modes $\\pm 1$",
        Identity(SUMS),
        "How close is close? Let $1 - P_1 \\le \\eta$, let $w = a e^{i\\xi} + b e^{-i\\xi}$ be the part of $x$ in "
        "the modes $\\pm 1$, $|a| = m_1$, $|b| = |m_{-1}|$, and $r = x - w$: the mean of $|w|^2$ is $P_1$, that of "
        "$|r|^2$ is $1 - P_1$. The mode 2 of $|x|^2 = 1$ is 0, that of $|w|^2$ is $m_1 |m_{-1}|$ in modulus, that of "
        "$|r|^2$ at most its mean, and",
    ),
    Step(
        equation(
            circle_mean(2 * _pairing() * sympy.cos(2 * _PHI), _PHI),
            _Z[0] * _Z[4] + _Z[1] * _Z[5] + _Z[2] * _Z[6] + _Z[3] * _Z[7],
        ),
        "only the modes $\\pm 3$ of $r$ meet those of $w$ in the mode 2",
        Identity(CIRCLE, points=1),
        "that of $2 \\langle w, r\\rangle$ is $\\bar a r_3 + b \\bar r_{-3}$, because $r_{\\pm 1} = 0$; it is at "
        "most $\\sqrt{P_1} \\sqrt{1 - P_1} \\le \\sqrt{\\eta}$. Hence $m_1 |m_{-1}| \\le \\sqrt{\\eta} + \\eta$. For "
        "$a = u_1 + i u_2$, $b = w_1 + i w_2$, $r_3 = v_1 + i v_2$, $r_{-3} = y_1 + i y_2$ and one more mode of $r$, "
        "the real part is",
    ),
    Step(
        "$m_1^2 \\ge 1 - \\eta - |m_{-1}|^2$ and $r \\le [|m_{-1}| + \\sqrt{2\\eta}\\, (\\sum_{n \\ge 2} n^4 "
        "I_n^2)^{1/2}/I_1]/m_1$.",
        "$\\sum_n n^{-2} P_n \\le 1$ gives $\\sum_{n \\ge 2} n^{-2} P_n \\le \\eta$; $|m_n| + |m_{-n}| \\le \\sqrt{2 "
        "P_n}$; Cauchy and Schwarz over $n$",
        Cited("the length bound above, with $c_n = n^{-2}$"),
    ),
)


# ---------------------------------------------------------------- in balls


def neighbourhood(beta: flint.arb, eta: flint.arb) -> tuple[flint.arb, flint.arb]:
    """Return Lambda and a lower bound of (1 - rho) m_1 for all competitors with 1 - P_1 <= eta.

    Parameters
    ----------
    beta : arb
        In (0, 8/3], where n^2 I_n falls from n = 2 on.
    eta : arb
        In (0, 1/100].

    Notes
    -----
    |m_{-1}|^2 = y <= P_1/2 solves y (P_1 - y) <= (sqrt(eta) + eta)^2, so it is at most the smaller root at
    P_1 = 1 - eta. The tail of sum n^4 I_n^2 beyond n = 30 is below the term 30 (the ratio of terms is below 1/2).
    """
    bessel = [beta.bessel_i(n) for n in range(32)]
    pairs = [((k + 1) ** 2 * bessel[k + 1] + (k - 1) ** 2 * bessel[k - 1]) / 2 for k in (2, 3)]
    top = (2 * bessel[2]).max(pairs[0]).max(pairs[1]) / bessel[1]
    product = eta.sqrt() + eta
    power = 1 - eta
    small = (power - (power**2 - 4 * product**2).sqrt()) / 2
    m1 = (power - small).sqrt()
    modes = sum((n**4 * bessel[n] ** 2 for n in range(2, 31)), flint.arb(0)) + 30**4 * bessel[30] ** 2
    spread = (small.sqrt() + (2 * eta * modes).sqrt() / bessel[1]) / m1
    return top, (1 - spread) * m1


def local_lemma_holds(beta: str, eta: str) -> Evidence:
    """Whether Lambda < (1 - rho) m_1 for all competitors with P_1 >= 1 - eta, in balls."""
    with flint.ctx.workprec(128):
        values = [flint.arb(Fraction(text).numerator) / Fraction(text).denominator for text in (beta, eta)]
        top, room = neighbourhood(*values)
        numbers = [ball.str(6, radius=False) for ball in (top, room)]
        words = f"beta = {beta}, eta = {eta}: Lambda = {numbers[0]}, (1 - rho) m_1 >= {numbers[1]}"
        status = Status.ENCLOSED if top < room else Status.UNKNOWN
    return Evidence(status, words, {"beta": beta, "eta": eta})
