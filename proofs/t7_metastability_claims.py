"""Claims of T7: constants, limits at growing beta, particles.

Times are those of the profile peak, f = e^{beta (t - 1)}/beta, unless they say usa.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import flint
import numpy as np
import sympy

from proofs.t7_metastability_rates import PRECISION, ball, planar_rate, transverse_rate
from verify.evidence.claims import Claim, Evidence, measured
from verify.model.verdict import Status
from verify.symbolic.energies import BETA

__all__ = ["ASYMPTOTICS", "CONSTANTS", "EXPONENTS", "PARTICLES", "closed_form"]


def closed_form(beta: Any, c0: Any, c1: Any) -> sympy.Expr:
    """Return T = 1/2 {Ei(b(1-c0)) - Ei(b(1-c1)) + e^{2b} [E1(b(1+c0)) - E1(b(1+c1))]}.

    Examples
    --------
    >>> float(closed_form(1, sympy.S.Zero, sympy.Rational(1, 2)).evalf())
    1.161...
    """
    near = sympy.Ei(beta * (1 - c0)) - sympy.Ei(beta * (1 - c1))
    far = sympy.expint(1, beta * (1 + c0)) - sympy.expint(1, beta * (1 + c1))
    return (near + sympy.exp(2 * beta) * far) / 2


# ---------------------------------------------------------------- constants


def passage_constant(beta: int, start: str, end: str, value: str) -> Evidence:
    """Enclose T by its closed form and, apart from it, by rigorous quadrature; compare both with a decimal."""
    with flint.ctx.workprec(PRECISION):
        angles = [sympy.pi * sympy.Rational(text) for text in (start, end)]
        c0, c1 = map(sympy.cos, angles)
        exact = ball(closed_form(sympy.Integer(beta), c0, c1))
        low, high, b = ball(c0), ball(c1), flint.arb(beta)
        found = flint.acb.integral(lambda c, _: (b * (1 - c)).exp() / (1 - c * c), low, high).real
        return _compared(value, {"closed form": exact, "quadrature": found})


def rate_constant(kind: str, n: int, m: int, beta: int, value: str) -> Evidence:
    """Enclose a growth rate and compare it with a decimal."""
    rate = {"planar": planar_rate, "transverse": transverse_rate}[kind](n, m)
    with flint.ctx.workprec(PRECISION):
        return _compared(value, {"sum": ball(rate.subs(BETA, beta))})


def _compared(value: str, balls: dict[str, flint.arb]) -> Evidence:
    """Compare with a decimal of 13 digits: within one unit of its last digit, each ball much smaller than that."""
    mantissa = value.partition("e")[0]
    decimals = len(mantissa.partition(".")[2]) - int(value.partition("e")[2] or 0)
    stated = Fraction(value)
    middle = flint.arb(stated.numerator) / stated.denominator
    unit = flint.arb(10) ** -decimals
    details = {name: found.str(25) for name, found in balls.items()}
    if any(abs(found - middle) > unit for found in balls.values()):
        return Evidence(Status.REFUTED, f"not {value}", details)
    close = all(abs(found - middle) < unit and found.rad() < unit / 1000 for found in balls.values())
    how = f"{' and '.join(balls)} in balls: {value} to one unit of its last digit"
    return Evidence(Status.ENCLOSED if close else Status.UNKNOWN, how, details)


CONSTANTS = (
    Claim(
        "time-beta-4",
        "$\\beta = 4$, from $2\\pi/3$ to $\\pi/6$: $T = 115.4926238797$.",
        passage_constant,
        Status.ENCLOSED,
        {"beta": 4, "start": "2/3", "end": "1/6", "value": "115.4926238797"},
    ),
    Claim(
        "time-beta-9",
        "$\\beta = 9$, from $\\pi/2$ to $\\pi/4$: $T = 923.2752569471$.",
        passage_constant,
        Status.ENCLOSED,
        {"beta": 9, "start": "1/2", "end": "1/4", "value": "923.2752569471"},
    ),
    Claim(
        "rate-pentagon",
        "$N = 5$, $\\beta = 9$: $\\lambda_2 = 0.01128608901915$.",
        rate_constant,
        Status.ENCLOSED,
        {"kind": "planar", "n": 5, "m": 2, "beta": 9, "value": "0.01128608901915"},
    ),
    Claim(
        "rate-pentagon-across",
        "$N = 5$, $\\beta = 9$: $\\mu_0 = 0.0005505096022471$.",
        rate_constant,
        Status.ENCLOSED,
        {"kind": "transverse", "n": 5, "m": 0, "beta": 9, "value": "0.0005505096022471"},
    ),
)


# ---------------------------------------------------------------- limits

_BETAS = (10, 20, 40, 80, 160, 320, 640)


def law_of_growth(start: str, end: str) -> Evidence:
    """Enclose R = T beta sin^2 th_0 e^{-beta(1 - c_0)} at growing beta and compare |R - 1| with its proved bound."""
    with flint.ctx.workprec(4 * PRECISION):
        c0, c1 = (sympy.cos(sympy.pi * sympy.Rational(text)) for text in (start, end))
        low, high = ball(c0), ball(c1)
        gaps, details = [], {}
        for beta in _BETAS:
            R = ball(closed_form(beta, c0, c1)) * beta * (1 - low**2) * (-beta * (1 - low)).exp()
            bound = (-beta * (high - low)).exp() + 2 / (beta * (1 - (low**2).max(high**2)))
            details[str(beta)] = R.str(15)
            gaps.append(abs(R - 1))
            if gaps[-1] > bound:
                return Evidence(Status.REFUTED, f"|R - 1| exceeds its bound at beta = {beta}", details)
            if not gaps[-1] <= bound:
                return Evidence(Status.UNKNOWN, f"not decided at beta = {beta}", details)
        falling = all(after < before for before, after in pairwise(gaps))
    how = f"R at beta = {', '.join(map(str, _BETAS))} in balls, within the bound, and nearer to 1 each time"
    return Evidence(Status.ENCLOSED if falling else Status.UNKNOWN, how, details)


def exponent(start: str, end: str, clock: str) -> Evidence:
    """Enclose (1/beta) log T at growing beta; its distance from the limit is below (log beta + 3)/beta.

    Notes
    -----
    (1/beta) log T = 1 - c_0 + (log R - log(beta sin^2 th_0))/beta, and usa time is e^{-beta} T. For c_0 >= 0 usa time
    is bounded by its value at beta = 0, which is compared instead.
    """
    with flint.ctx.workprec(4 * PRECISION):
        c0, c1 = (sympy.cos(sympy.pi * sympy.Rational(text)) for text in (start, end))
        low, high = ball(c0), ball(c1)
        shift = {"peak": 0, "usa": 1}[clock]
        cap = (((1 + high) * (1 - low)) / ((1 - high) * (1 + low))).log() / 2
        details = {}
        for beta in _BETAS:
            logarithm = ball(closed_form(beta, c0, c1)).log() - beta * shift
            limit = 1 - low - shift
            details[str(beta)] = (logarithm / beta).str(15)
            if clock == "usa" and low >= 0:
                inside, outside = logarithm < cap.log(), logarithm > cap.log()
            else:
                distance, width = abs(logarithm / beta - limit), (flint.arb(beta).log() + 3) / beta
                inside, outside = distance < width, distance > width
            if not inside:
                return Evidence(Status.REFUTED if outside else Status.UNKNOWN, f"fails at beta = {beta}", details)
    how = (
        "bounded by the time at beta = 0" if clock == "usa" and c0 >= 0 else "near the limit, up to (log beta + 3)/beta"
    )
    return Evidence(
        Status.ENCLOSED, f"(1/beta) log of the time at beta = {_BETAS[0]}..{_BETAS[-1]} in balls: {how}", details
    )


ASYMPTOTICS = (
    Claim(
        "growth-obtuse",
        "From $2\\pi/3$ to $\\pi/6$: $T \\beta\\sin^2\\theta_0 e^{-\\beta(1 - c_0)} \\to 1$, within the bound of the "
        "derivation.",
        law_of_growth,
        Status.ENCLOSED,
        {"start": "2/3", "end": "1/6"},
    ),
    Claim(
        "growth-acute",
        "The same from $\\pi/3$ to $\\pi/6$.",
        law_of_growth,
        Status.ENCLOSED,
        {"start": "1/3", "end": "1/6"},
    ),
)
EXPONENTS = (
    Claim(
        "exponent-peak",
        "From $2\\pi/3$: $\\frac{1}{\\beta}\\log T \\to 3/2$.",
        exponent,
        Status.ENCLOSED,
        {"start": "2/3", "end": "1/6", "clock": "peak"},
    ),
    Claim(
        "exponent-usa",
        "From $2\\pi/3$ in usa time: $\\frac{1}{\\beta}\\log(e^{-\\beta} T) \\to 1/2$.",
        exponent,
        Status.ENCLOSED,
        {"start": "2/3", "end": "1/6", "clock": "usa"},
    ),
    Claim(
        "usa-bounded",
        "From $\\pi/3$ in usa time the passage is shorter than at $\\beta = 0$.",
        exponent,
        Status.ENCLOSED,
        {"start": "1/3", "end": "1/6", "clock": "usa"},
    ),
)


# ---------------------------------------------------------------- particles


def particles(beta: float, first: int, second: int, start: float, end: float) -> Evidence:
    """Integrate n = first + second tokens on S^2 in two clusters until their angle is ``end``; compare with T."""
    from scipy.integrate import solve_ivp

    n = first + second
    x0 = np.array([[1.0, 0.0, 0.0]] * first + [[np.cos(start), 0.6 * np.sin(start), 0.8 * np.sin(start)]] * second)

    def velocity(_t: float, y: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        x = y.reshape(n, 3)
        pull = np.exp(beta * (x @ x.T - 1)) @ x / n
        return (pull - np.sum(pull * x, axis=1, keepdims=True) * x).ravel()

    def reached(_t: float, y: np.ndarray[Any, Any]) -> float:
        x = y.reshape(n, 3)
        return float(2 * np.arctan2(np.linalg.norm(x[0] - x[-1]), np.linalg.norm(x[0] + x[-1])) - end)

    reached.terminal = True  # type: ignore[attr-defined]
    predicted = float(closed_form(beta, np.cos(start), np.cos(end)).evalf())
    run = solve_ivp(velocity, (0, 2 * predicted), x0.ravel(), "DOP853", rtol=1e-11, atol=1e-12, events=reached)
    if not run.t_events[0].size:
        return measured("the angle was not reached in twice the predicted time", agrees=False, residual="1")
    error = abs(float(run.t_events[0][0]) / predicted - 1)
    words = f"{n} tokens on the sphere: {float(run.t_events[0][0]):.9g}, closed form {predicted:.9g}"
    return measured(words, agrees=error < 1e-7, residual=f"{error:.1e}")


PARTICLES = Claim(
    "particles",
    "Five tokens on $S^2$ in clusters of two and three, $\\beta = 5$, take the time $T$ from 2 to 1/2.",
    particles,
    Status.NUMERIC,
    {"beta": 5.0, "first": 2, "second": 3, "start": 2.0, "end": 0.5},
)
