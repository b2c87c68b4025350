"""Laws near a collapsed one that certainly have more energy: contents turned by the angle eps v(xi) in a plane.

For x(xi) = cos(eps v) e1 + sin(eps v) e2 and h = k f(<x, y>), with delta = v(xi) - v(zeta),

    E(eps) - E(0) = 1/2 ∬ k (f(cos(eps delta)) - f(1)) = -eps^2 f'(1)/2 <v, Lv> + R,

    |R| <= eps^4/2 (|f'(1)|/24 + M/8) ∬ |k| delta^4,        M = sup |f''| on [cos(eps max |delta|), 1],

since 0 <= cos a - 1 + a^2/2 <= a^4/24 and (1 - cos a)^2 <= a^4/4. Where <v, Lv> < 0 the gain is positive for small
eps, however close L is to a positive semidefinite one: nothing is evaluated but f'(1), M and two integrals.

Spread slices gain in the same way: with half of a slice turned by +eps and half by -eps, for the labels of a set B,
delta is 0, ±1 or ±2 and -D takes the place of L: <v, Lv> is ∫_B D.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from verify.model.derivatives import NotDifferentiableError, derivative
from verify.model.formula import Apply, Cases, Formula, Node, children, formula_of, free_names
from verify.model.profiles import Profile
from verify.model.verdict import Num

__all__ = [
    "LawEnergies",
    "SmallRotation",
    "curvature_bound",
    "has_kinks",
    "precision_beside",
    "rotation_witness",
    "second_derivative",
    "small_rotation",
    "small_rotation_of_factor",
]

#: Largest angles eps max |delta| that are tried.
_ANGLES = tuple(Fraction(1, 4**j) for j in range(12))
_ROUNDING = 64
#: Energies that differ first beyond so many bits are not written out: Python reads no integer of more than 4300 digits.
_MOST_BITS = 14_000


@dataclass(frozen=True)
class SmallRotation:
    """The step eps and the gain in energy over the collapsed laws, enclosed away from 0."""

    eps: Fraction
    gain: flint.arb


@dataclass(frozen=True)
class LawEnergies:
    """The energy of the collapsed laws, that of a law that beats them, and the gain, in digits that tell them apart."""

    collapsed: Num
    best: Num
    gain: Num

    @classmethod
    def of(cls, collapsed: Callable[[], flint.arb], gain: flint.arb, exact: str | None = None) -> LawEnergies | None:
        """Return both energies; None where they are not told apart, or only by more digits than are written.

        Parameters
        ----------
        collapsed : callable
            Encloses the collapsed energy at the working precision, or as well as it is known.
        gain : flint.arb > 0
        exact : str, optional
            The collapsed energy in closed form.

        Examples
        --------
        >>> tiny = flint.arb(2) ** -100
        >>> energies = LawEnergies.of(lambda: flint.arb(1) / 3, tiny)
        >>> energies.best.value > energies.collapsed.value, len(energies.best.value) > 45
        (True, True)
        """
        if not (gain > 0 and collapsed().is_finite()):
            return None
        precision = precision_beside(collapsed(), gain)
        if precision > _MOST_BITS:
            return None
        with flint.ctx.workprec(precision):
            base = collapsed()
            digits = 20 + _bits_apart(base, gain) * 3 // 10
            level, best = Num.of_ball(base, exact, digits=digits), Num.of_ball(base + gain, digits=digits)
            surplus = Num.of_ball(gain)
            if level is None or best is None or surplus is None or not level.ball < best.ball:
                return None
        return cls(level, best, surplus)

    def to_json(self) -> dict[str, Any]:
        """Plain data of a witness."""
        return {"energy": self.best.to_json(), "collapsed": self.collapsed.to_json(), "gain": self.gain.to_json()}


def precision_beside(energy: flint.arb, gain: flint.arb) -> int:
    """Return a working precision at which energy + gain differs from energy, at least the present one."""
    return max(flint.ctx.prec, _bits_apart(energy, gain) + _ROUNDING)


def _bits_apart(energy: flint.arb, gain: flint.arb) -> int:
    return max(0, _magnitude(energy) - _magnitude(gain))


def _magnitude(x: flint.arb) -> int:
    """Return n with |x| about 2^n, 0 for 0."""
    mantissa, exponent = (int(part) for part in x.mid().man_exp())
    return abs(mantissa).bit_length() + exponent if mantissa else 0


def small_rotation(
    second: flint.arb, fourth: Callable[[flint.arb], flint.arb | None], spread: Fraction
) -> SmallRotation | None:
    """Return a step with gain second eps^2 - fourth(angle) eps^4 > 0, for eps spread <= angle; None if there is none.

    Parameters
    ----------
    second : flint.arb
        The coefficient of eps^2.
    fourth : callable
        Given the largest angle, an upper bound of the remainder over eps^4; None where there is no bound.
    spread : Fraction > 0
        An upper bound of |delta|.

    Examples
    --------
    >>> step = small_rotation(flint.arb(1) / 1000, lambda _: flint.arb(1), Fraction(2))
    >>> bool(step.gain > 0), step.eps
    (True, Fraction(1, 45))
    """
    if not second > 0:
        return None
    best: SmallRotation | None = None
    for angle in _ANGLES:
        bound = fourth(flint.arb(flint.fmpq(angle.numerator, angle.denominator)))
        if bound is None or not bound.is_finite() or not bound >= 0:
            continue
        # second eps^2 - fourth eps^4 is largest at eps^2 = second/(2 fourth)
        least = (
            (2 * bound / second)
            .sqrt()
            .max(flint.arb(flint.fmpq((spread / angle).numerator, (spread / angle).denominator)))
        )
        steps = least.upper().ceil().unique_fmpz()
        if steps is None:
            continue
        eps = Fraction(1, max(1, int(steps)))
        e = flint.arb(1) / max(1, int(steps))
        remainder = bound * e**4
        gain = second * e**2 + flint.arb(0).union(remainder).union(-remainder)
        if gain > 0 and (best is None or gain.lower() > best.gain.lower()):
            best = SmallRotation(eps, gain)
    return best


def small_rotation_of_factor(
    profile: Profile, d: int, slope: flint.arb | None, form: flint.arb, absolute: flint.arb, spread: Fraction
) -> SmallRotation | None:
    """Return a small rotation of a factor kernel k f that gains energy.

    Parameters
    ----------
    profile, d
        f on S^{d-1}.
    slope : flint.arb
        f'(1) in (0, oo).
    form : flint.arb < 0
        <v, Lv>, or ∫_B D for spread slices.
    absolute : flint.arb
        An upper bound of ∬ |k|.
    spread : Fraction
        An upper bound of |v(xi) - v(zeta)|.

    Examples
    --------
    >>> profile, beta_e = Profile.usa(1), flint.arb(1).exp()
    >>> form = -(flint.arb(10) ** -12)
    >>> step = small_rotation_of_factor(profile, 3, beta_e, form, flint.arb(1), Fraction(2))
    >>> bool(step.gain > 0), bool(step.gain < 1e-23)
    (True, True)
    """
    if slope is None or not slope > 0 or not slope.is_finite():
        return None
    moment = absolute * (flint.arb(spread.numerator) / spread.denominator) ** 4

    def fourth(angle: flint.arb) -> flint.arb | None:
        curvature = curvature_bound(profile, d, angle)
        return None if curvature is None else moment * (slope / 24 + curvature / 8) / 2

    return small_rotation(-slope * form / 2, fourth, spread)


def curvature_bound(profile: Profile, d: int, angle: flint.arb) -> flint.arb | None:
    """Return an upper bound of |f''| on [cos(angle), 1]; None where f has kinks or no second derivative is enclosed.

    Examples
    --------
    >>> bool(abs(curvature_bound(Profile.read("t**2"), 3, flint.arb(1)) - 2) < 1e-30)
    True
    >>> curvature_bound(Profile.read("Abs(t)"), 3, flint.arb(1)) is None
    True
    """
    second = second_derivative(profile, d)
    value = flint.arb("nan") if second is None else second.enclose({"t": angle.cos().union(flint.arb(1))})
    return flint.arb(abs(value).upper()) if value.is_finite() else None


def second_derivative(profile: Profile, d: int) -> Formula | None:
    """Return f'' as a formula in t; None where f has kinks, or no derivative in closed form.

    Examples
    --------
    >>> second_derivative(Profile.read("t**2"), 3).text, second_derivative(Profile.read("Abs(t)"), 3)
    ('2', None)
    """
    tree = profile.formula(d).tree
    if has_kinks(tree, "t"):
        return None
    try:
        return formula_of(derivative(derivative(tree, "t"), "t"))
    except NotDifferentiableError:
        return None


def has_kinks(node: Node, variable: str) -> bool:
    """Return whether a variable occurs inside Abs, sign, Min, Max or Piecewise."""
    if variable not in free_names(node):
        return False
    if isinstance(node, Cases) or (isinstance(node, Apply) and node.op in {"Abs", "sign", "Min", "Max"}):
        return True
    return any(has_kinks(part, variable) for part in children(node))


def rotation_witness(step: SmallRotation, energies: LawEnergies | None, **law: Any) -> Mapping[str, Any]:
    """Return the law of a small rotation as plain data: its words, eps, and the energies."""
    gain = Num.of_ball(step.gain)
    rest = energies.to_json() if energies is not None else {"gain": gain and gain.to_json()}
    return {**law, "eps": str(step.eps), **rest}
