r"""T6: constants computed in balls, and explicit laws that beat the great circle where a hypothesis is dropped."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint
import sympy

from proofs.t6_arcs import THREE_PASS, TWO_PASS, arc_energy
from proofs.t6_circle import bessel
from proofs.t6_great_circle import (
    IN_PLANE_THRESHOLD,
    TRANSVERSAL_THRESHOLD,
    first_energy,
    in_plane,
    latitude_energy,
    transversal,
)
from proofs.t6_length import LENGTH_THRESHOLD
from verify.evidence.claims import Evidence
from verify.model.errors import InputError
from verify.model.verdict import Status
from verify.symbolic import Sample, enclose
from verify.symbolic.energies import BETA

__all__ = [
    "CONSTANTS", "constant", "enclose_root", "horseshoe", "horseshoe_energy", "horseshoe_loses", "mercedes",
    "past_in_plane", "past_transversal", "single_label", "sinh_over_circle",
]  # fmt: skip

_DIGITS = 12

#: Name: the difference whose root it is, a bracket, and the decimals that the statement gives.
CONSTANTS: dict[str, tuple[sympy.Expr, tuple[str, str], str]] = {
    "in-plane": (in_plane(2) * BETA, ("3/2", "2"), IN_PLANE_THRESHOLD),
    "transversal": (transversal(0), ("3/2", "2"), TRANSVERSAL_THRESHOLD),
    "length": (4 * bessel(2, BETA) - bessel(1, BETA), ("1", "3/2"), LENGTH_THRESHOLD),
    "three-arcs": (BETA * (arc_energy(3) - first_energy()), ("7/4", "9/4"), THREE_PASS),
    "two-arcs": (BETA * (arc_energy(2) - first_energy()), ("5/2", "3"), TWO_PASS),
}


def _reader(expression: sympy.Expr) -> Callable[[flint.arb], flint.arb]:
    sample = Sample(0)
    return lambda beta: flint.arb(enclose(expression, sample, {BETA: beta}))


def enclose_root(gap: sympy.Expr, low: Any, high: Any) -> flint.arb:
    """Return a ball that contains the only root of an expression in beta on a bracket, by interval Newton steps.

    Parameters
    ----------
    gap : Expr
        In beta, with opposite signs at the ends.
    low, high : Fraction
        The bracket. The slope must have one sign on it.

    Raises
    ------
    InputError
        No change of sign, or the sign of the slope is not decided on sixteen pieces of the bracket.

    Examples
    --------
    >>> with flint.ctx.workprec(128):
    ...     root = enclose_root(BETA**2 - 2, Fraction(1), Fraction(2))
    >>> root.str(12, radius=False)
    '1.41421356237'
    """
    value, slope = _reader(gap), _reader(sympy.diff(gap, BETA))
    low, high = Fraction(low), Fraction(high)
    ends = [value(_ball(end)) for end in (low, high)]
    if not ends[0] * ends[1] < 0:
        raise InputError("bracket", "have values of opposite signs", (str(low), str(high)))
    width = (high - low) / 16
    parts = [slope(_ball(low + width * k).union(_ball(low + width * (k + 1)))) for k in range(16)]
    if not (all(part > 0 for part in parts) or all(part < 0 for part in parts)):
        raise InputError("bracket", "have a slope of one sign", (str(low), str(high)))
    rising = bool(parts[0] > 0)
    for _ in range(10):  # halves, until Newton's step contracts
        middle = (low + high) / 2
        here = value(_ball(middle))
        if (here > 0) is rising:
            high = middle
        else:
            low = middle
    box = _ball(low).union(_ball(high))
    for _ in range(8):
        centre = flint.arb(box.mid())
        box = box.intersection(centre - value(centre) / slope(box))
    return box


def _ball(number: Fraction) -> flint.arb:
    return flint.arb(number.numerator) / number.denominator


def constant(name: str) -> Evidence:
    """Compute a constant in balls and compare it with the decimals of the statement."""
    gap, bracket, decimals = CONSTANTS[name]
    with flint.ctx.workprec(192):
        root = enclose_root(gap, *map(Fraction, bracket))
        unit = flint.arb(10) ** -len(decimals.partition(".")[2])
        known = abs(root - _ball(Fraction(decimals)))
        digits = root.str(30, radius=False)
        sharp = flint.arb(root.rad()) < flint.arb(10) ** (-2 * _DIGITS)
        status = Status.REFUTED if known > unit else Status.ENCLOSED if known < unit and sharp else Status.UNKNOWN
    return Evidence(status, f"interval Newton: {digits}, the only root in {list(bracket)}", {"value": digits})


# ---------------------------------------------------------------- the great circle is beaten


def _first_energy(beta: Fraction) -> flint.arb:
    b = _ball(beta)
    return b.bessel_i(1) / (2 * b)


def horseshoe_energy(beta: Fraction, winding: Fraction, bend: Fraction, degrees: int = 24) -> flint.arb:
    """Return a lower bound of the energy of the open curve psi = winding xi + bend sin xi, -pi < xi < pi, d = 2.

    Notes
    -----
    2 beta E = sum_k I_|k| m_k^2 with all terms nonnegative, m_k = 1/pi ∫_0^pi cos(xi - k psi) d xi.
    """
    a, c, b = _ball(winding), _ball(bend), _ball(beta)

    def moment(k: int) -> flint.arb:
        def wave(xi: flint.acb, _analytic: bool) -> flint.acb:
            return (xi - k * (a * xi + c * xi.sin())).cos()

        return flint.arb((flint.acb.integral(wave, 0, flint.acb.pi()) / flint.acb.pi()).real)

    total = sum((b.bessel_i(n) * (moment(n) ** 2 + moment(-n) ** 2) for n in range(1, degrees + 1)), flint.arb(0))
    return total / (2 * b)


def horseshoe(beta: str, winding: str, bend: str) -> Evidence:
    """Whether the horseshoe has more energy than the great circle; a lower bound of its energy cannot refute that."""
    with flint.ctx.workprec(128):
        curve = horseshoe_energy(Fraction(beta), Fraction(winding), Fraction(bend))
        circle = _first_energy(Fraction(beta))
        ratio = (curve / circle).str(8, radius=False)
        status = Status.ENCLOSED if curve > circle else Status.UNKNOWN
    words = f"beta = {beta}, psi = {winding} xi + {bend} sin xi on (-pi, pi): at least {ratio} times the great circle"
    return Evidence(status, words, {"ratio": ratio})


def horseshoe_loses(beta: str, winding: str, bend: str) -> Evidence:
    """The opposite claim: it is refuted where the horseshoe has more energy."""
    found = horseshoe(beta, winding, bend)
    status = Status.REFUTED if found.status is Status.ENCLOSED else Status.UNKNOWN
    return Evidence(status, found.how, found.details)


def _refuted_if_positive(value: flint.arb, words: str) -> Evidence:
    status = Status.REFUTED if value > 0 else Status.ENCLOSED if value <= 0 else Status.UNKNOWN
    return Evidence(status, f"{words} {value.str(8, radius=False)}", {"value": value.str(12)})


def past_in_plane(beta: str) -> Evidence:
    """The second variation in the mode 2 is not positive."""
    with flint.ctx.workprec(128):
        value = _reader(in_plane(2))(_ball(Fraction(beta)))
        return _refuted_if_positive(value, f"beta = {beta}: the mode 2 in the plane has")


def past_transversal(beta: str) -> Evidence:
    """The latitude circle of squared radius 1.545/beta has no more energy than the great circle."""
    q = sympy.Rational(1545, 1000) / sympy.Rational(beta)
    with flint.ctx.workprec(128):
        value = _reader(latitude_energy(q) - first_energy())(_ball(Fraction(beta)))
        return _refuted_if_positive(value, f"beta = {beta}: the latitude circle of squared radius {q} gains")


def single_label(beta: str) -> Evidence:
    """All labels at one place, x constant: V = e^beta against max n^2 I_n over n <= 2, for beta <= 8/3."""
    with flint.ctx.workprec(128):
        b = _ball(Fraction(beta))
        value = b.exp() - b.bessel_i(1).max(4 * b.bessel_i(2))
        return _refuted_if_positive(value, f"beta = {beta}: e^beta exceeds max n^2 I_n by")


# ---------------------------------------------------------------- what is attained


def sinh_over_circle(beta: str, decimals: str) -> Evidence:
    """The bound sinh(beta)/(4 beta) over the energy of the great circle, to the decimals given."""
    with flint.ctx.workprec(128):
        b = _ball(Fraction(beta))
        ratio = (b.exp() - (-b).exp()) / (4 * b.bessel_i(1))
        near = abs(ratio - _ball(Fraction(decimals)))
        unit = flint.arb(10) ** -len(decimals.partition(".")[2]) / 2
        status = Status.ENCLOSED if near <= unit else Status.REFUTED if near > unit else Status.UNKNOWN
        return Evidence(status, f"beta = {beta}: {ratio.str(12, radius=False)}", {"ratio": ratio.str(12, radius=False)})


def mercedes() -> Evidence:
    """w = 1/3, k = -1 off the diagonal, f = t: lambda = 1/9 gives the bound 1/6, which three directions attain."""
    third = sympy.Rational(1, 3)
    x = [sympy.Matrix([sympy.cos(2 * sympy.pi * j * third), sympy.sin(2 * sympy.pi * j * third)]) for j in range(3)]
    energy = -sum((x[i].dot(x[j]) for i in range(3) for j in range(3) if i != j), sympy.S.Zero) / 18
    certificate = sympy.Matrix(3, 3, lambda _i, _j: third**2)  # diag(lambda) - K
    bound = 3 * third**2 / 2
    attained = certificate.is_positive_semidefinite and sympy.simplify(energy - bound) == 0
    status = Status.EXACT if attained else Status.REFUTED
    return Evidence(status, f"energy {sympy.simplify(energy)}, bound {bound}", {"bound": str(bound)})
