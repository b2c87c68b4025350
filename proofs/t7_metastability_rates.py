"""Growth rates of the N-gon in T7, and the claims about them.

Rates are those of the profile peak, f = e^{beta (t - 1)}/beta, with xdot_i = n grad_i E_n.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import sympy

from verify.evidence.claims import Claim, Evidence
from verify.model.verdict import Status
from verify.symbolic import Sample, enclose
from verify.symbolic.energies import BETA

__all__ = [
    "CIRCULANT",
    "DOMINANCE",
    "LINEARISED",
    "NO_DOMINANCE",
    "PRECISION",
    "ball",
    "planar_rate",
    "transverse_rate",
]

PRECISION = 256


def ball(expression: sympy.Expr) -> flint.arb:
    """Return an enclosure of a constant."""
    return flint.arb(enclose(sympy.sympify(expression), Sample(0)))


def planar_rate(n: int, m: int) -> sympy.Expr:
    """Return lambda_m = 1/N sum_j e^{beta(cos th_j - 1)} (beta sin^2 th_j - cos th_j)(1 - cos m th_j), th_j = 2 pi j/N.

    Examples
    --------
    >>> planar_rate(2, 1)
    exp(-2*beta)
    """
    total = sympy.S.Zero
    for j in range(1, n):
        theta = 2 * sympy.pi * sympy.Rational(j, n)
        c, s = sympy.cos(theta), sympy.sin(theta)
        total += sympy.exp(BETA * (c - 1)) * (BETA * s**2 - c) * (1 - sympy.cos(m * theta))
    return total / n


def transverse_rate(n: int, m: int) -> sympy.Expr:
    """Return mu_m = 1/N sum_j e^{beta(cos th_j - 1)} (cos m th_j - cos th_j).

    Examples
    --------
    >>> transverse_rate(2, 0)
    exp(-2*beta)
    """
    total = sympy.S.Zero
    for j in range(n):
        theta = 2 * sympy.pi * sympy.Rational(j, n)
        total += sympy.exp(BETA * (sympy.cos(theta) - 1)) * (sympy.cos(m * theta) - sympy.cos(theta))
    return total / n


# ---------------------------------------------------------------- the N-gon


def circulant(largest: int) -> Evidence:
    """In the group algebra of Z/N: z^{mi} is an eigenvector of 1/N sum_k g_k (a_i - a_{i-k}) for any even g.

    Notes
    -----
    An element is a table (class of k under k -> N - k, exponent of z mod N) -> coefficient; z^N = 1 formally.
    """
    cases = 0
    for n in range(2, largest + 1):
        for m in range(n):
            for i in range(n):
                left: dict[tuple[int, int], Fraction] = {}
                right: dict[tuple[int, int], Fraction] = {}
                for k in range(n):
                    even = min(k, n - k)
                    for table, exponents in (
                        (left, {m * i: Fraction(1)}.items()),
                        (left, {m * (i - k): Fraction(-1)}.items()),
                        (right, {m * i: Fraction(1)}.items()),
                        (right, {m * (i + k): Fraction(-1, 2)}.items()),
                        (right, {m * (i - k): Fraction(-1, 2)}.items()),
                    ):
                        for power, coefficient in exponents:
                            key = (even, power % n)
                            table[key] = table.get(key, Fraction(0)) + coefficient
                cases += 1
                if {k: v for k, v in left.items() if v} != {k: v for k, v in right.items() if v}:
                    return Evidence(Status.REFUTED, f"N = {n}, m = {m}, i = {i}")
    return Evidence(Status.EXACT, f"{cases} rows, N = 2..{largest}, all modes, any even g: equal in the group algebra")


CIRCULANT = Claim(
    "modes-are-eigenvectors",
    "For $N \\le 12$ and any even $g$ on Z/N, $\\frac{1}{N}\\sum_k g_k (a_i - a_{i-k}) = \\lambda_m a_i$ for "
    "$a_j = e^{im\\theta_j}$.",
    circulant,
    Status.EXACT,
    {"largest": 12},
)


def linearised_velocity(n: int, beta: int) -> Evidence:
    """Differentiate the velocity itself along each mode, by power series in balls, and compare with the rates."""
    worst = flint.arb(0)
    with flint.ctx.workprec(PRECISION):
        angles = [2 * flint.arb.pi() * j / n for j in range(n)]
        for m in range(n):
            planar, transverse = (ball(rate(n, m).subs(BETA, beta)) for rate in (planar_rate, transverse_rate))
            wave = [(m * angle).cos() for angle in angles]
            for kind, rate in (("planar", planar), ("transverse", transverse)):
                speeds = _speeds(_moved(angles, wave, kind), beta)
                for angle, amplitude, speed in zip(angles, wave, speeds, strict=True):
                    frame: tuple[Any, ...] = (-angle.sin(), angle.cos(), 0) if kind == "planar" else (0, 0, 1)
                    along = sum((entry[1] * part for entry, part in zip(speed, frame, strict=True)), flint.arb(0))
                    gap = along - rate * amplitude
                    if not gap.contains(0):
                        return Evidence(Status.REFUTED, f"{kind} mode {m}: they differ by {gap.str(5)}")
                    worst = worst.max(flint.arb(abs(gap).upper()))
    status = Status.ENCLOSED if worst < flint.arb(10) ** -20 else Status.UNKNOWN
    return Evidence(status, "power series of the velocity in balls, all modes", residual=worst.str(3, radius=False))


def _moved(angles: list[flint.arb], wave: list[flint.arb], kind: str) -> list[list[flint.arb_series]]:
    """Return the points displaced by eps along a mode, to first order in eps."""
    points = []
    for angle, a in zip(angles, wave, strict=True):
        c, s = angle.cos(), angle.sin()
        place: tuple[Any, ...] = (c, s, 0)
        slopes: tuple[Any, ...] = (-s * a, c * a, 0) if kind == "planar" else (0, 0, a)
        points.append([flint.arb_series([v, w], prec=2) for v, w in zip(place, slopes, strict=True)])
    return points


def _speeds(x: list[list[flint.arb_series]], beta: int) -> list[list[flint.arb_series]]:
    """Return P_{x_i} (1/n) sum_j e^{beta(<x_i, x_j> - 1)} x_j."""
    speeds = []
    for p in x:
        pull = [flint.arb_series([0, 0], prec=2) for _ in p]
        for q in x:
            weight = ((_inner(p, q) - 1) * beta).exp()
            pull = [total + weight * entry for total, entry in zip(pull, q, strict=True)]
        along = _inner(p, pull)
        speeds.append([(total - along * entry) / len(x) for total, entry in zip(pull, p, strict=True)])
    return speeds


def _inner(u: list[Any], v: list[Any]) -> Any:
    total = u[0] * v[0]
    for a, b in zip(u[1:], v[1:], strict=True):
        total = total + a * b
    return total


LINEARISED = Claim(
    "linearised-velocity",
    "N = 7, $\\beta = 3$, d = 3: the derivative of the velocity along each mode is $\\lambda_m$ and $\\mu_m$ times "
    "the mode.",
    linearised_velocity,
    Status.ENCLOSED,
    {"n": 7, "beta": 3},
)


def law_of_rate(n: int) -> Evidence:
    """Enclose R = lambda_M N e^{beta(1 - cos th_1)} / (2 beta sin^2 th_1 (1 - cos M th_1)), M = floor(N/2).

    Notes
    -----
    R = 1 - cos th_1/(beta sin^2 th_1) + (terms with smaller exponents), so that for large beta
    |R - 1| < (|cos th_1|/sin^2 th_1 + 1)/beta, and (1/beta) log lambda_M -> -(1 - cos th_1).
    """
    m, details = n // 2, {}
    rate = planar_rate(n, m)
    with flint.ctx.workprec(8 * PRECISION):
        angle = 2 * flint.arb.pi() / n
        c, s = angle.cos(), angle.sin()
        for beta in (n * n * 2**k for k in range(7)):
            R = ball(rate.subs(BETA, beta)) * n * (beta * (1 - c)).exp() / (2 * beta * s * s * (1 - (m * angle).cos()))
            gap, bound = abs(R - 1), (abs(c) / (s * s) + 1) / beta
            details[str(beta)] = R.str(15)
            if not gap < bound:
                return Evidence(Status.REFUTED if gap > bound else Status.UNKNOWN, f"fails at beta = {beta}", details)
    return Evidence(Status.ENCLOSED, f"R at beta = {', '.join(details)} in balls, nearer to 1 than the bound", details)


RATES = tuple(
    Claim(
        f"law-of-rate-{n}",
        f"N = {n}: $\\lambda_{n // 2} \\sim \\frac{{2\\beta}}{{{n}}} e^{{-\\beta(1 - \\cos\\theta_1)}} "
        f"\\sin^2\\theta_1 (1 - \\cos {n // 2}\\theta_1)$, $\\theta_1 = 2\\pi/{n}$, at growing $\\beta$.",
        law_of_rate,
        Status.ENCLOSED,
        {"n": n},
    )
    for n in (3, 5, 8)
)


def dominance(n: int, beta: int, fastest: int) -> Evidence:
    """Whether a plane mode has the largest rate for every beta above a bound.

    Notes
    -----
    Each rate is divided by beta e^{-beta(1 - cos th_1)}; with u = 1/beta in [0, 1/beta_0] the factor of the term j is
    e^{-(cos th_1 - cos th_j)/u}, between 0 and its value at beta_0.
    """
    with flint.ctx.workprec(PRECISION):
        u = flint.arb(0).union(flint.arb(1) / beta)
        angle = 2 * flint.arb.pi() / n
        factors = {}
        for j in range(1, n):
            gap = angle.cos() - (angle * j).cos()
            factors[j] = flint.arb(1) if j in {1, n - 1} else flint.arb(0).union((-gap * beta).exp())

        def against(m: int) -> flint.arb:
            """(lambda_fastest - lambda_m) N, divided."""
            total = flint.arb(0)
            for j, factor in factors.items():
                c, s = (angle * j).cos(), (angle * j).sin()
                total += factor * (s * s - u * c) * ((m * j * angle).cos() - (fastest * j * angle).cos())
            return total

        across = flint.arb(0)
        for j, factor in factors.items():
            c, s = (angle * j).cos(), (angle * j).sin()
            across += factor * ((s * s - u * c) * (1 - (fastest * j * angle).cos()) - u * (1 - c))
        margins = {f"lambda_{m}": against(m) for m in range(n // 2 + 1) if m != fastest} | {"mu_0": across}
        details = {name: margin.str(8) for name, margin in margins.items()}
        if any(margin < 0 for margin in margins.values()):
            return Evidence(Status.REFUTED, f"another mode is faster for every beta >= {beta}", details)
        if not all(margin > 0 for margin in margins.values()):
            return Evidence(Status.UNKNOWN, f"not decided for all beta >= {beta}", details)
    return Evidence(Status.ENCLOSED, f"balls over all beta >= {beta} at once", details)


DOMINANCE = tuple(
    Claim(
        f"dominance-{n}",
        f"N = {n}: for every $\\beta \\ge {n * n}$ the fastest mode is $m = {n // 2}$ in the plane.",
        dominance,
        Status.ENCLOSED,
        {"n": n, "beta": n * n, "fastest": n // 2},
    )
    for n in range(3, 17)
)
NO_DOMINANCE = Claim(
    "longest-wave-always",
    "N = 8: for every $\\beta \\ge 64$ the fastest mode is $m = 1$ in the plane.",
    dominance,
    Status.REFUTED,
    {"n": 8, "beta": 64, "fastest": 1},
)
