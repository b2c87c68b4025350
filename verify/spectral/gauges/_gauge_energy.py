"""The best collapsed law of a gauge kernel: max over v of E = 1/2 ∬ k f(<Q(xi) v, Q(zeta) v>) drho drho.

Linear f = a_0 + a_1 t without k: a_0/2 + a_1 sigma_max^2/2, by the top of the compression M. Frequencies: with the
masses m_p = |v_p|^2 of the planes, <Q(xi) v, Q(zeta) v> = sum_p m_p cos <omega_p, xi - zeta> is linear in m. So E is
convex in m if f is convex and k >= 0, and is largest where v lies in one plane: 1/2 ∬ k f(cos <omega_p, xi - zeta>).
For f = c e^{bt}, c, b > 0, and no k, the Jacobi-Anger expansion sums that over the characters of the label law,

    E = c/2 (I_0(b) + 2 sum_{m >= 1} I_m(b) |rhohat(m omega)|^2),

whose tail lies between 0 and the rest of c e^b/2. Other gauges: boxes of directions on few labels, or floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

import flint
import numpy as np

from verify.model import calculus
from verify.model.factors import Factor
from verify.model.formula import Apply, Const, Formula, Name, Node, formula_of, parse_formula, replace_parts
from verify.model.kernels import Frequencies, GaugeKernel
from verify.model.kernels.base import Array, Kernel
from verify.model.numbers import Number, ball, number_formula
from verify.model.profiles import Profile, ProfileFacts
from verify.model.verdict import Num
from verify.spectral.gauges._collapse_exclusion import FiniteCoupling, top_of_collapsed
from verify.spectral.gauges._factor_support import factor_mean
from verify.spectral.gauges.characters import enclose_modulus, phase
from verify.spectral.gauges.gauge_spectrum import GaugeSpectrum
from verify.spectral.general.expression_laws import ascend_from
from verify.spectral.small_rotations import second_derivative

__all__ = ["collapsed_energy", "half_of", "is_convex"]

_PRECISION = 128
_MOST_WAVES = 400
_MOST_LAGS = 40_000
_MOST_LABELS = 512
_PIECES = 64
_QUANTILES = 128
_MOST_ENTRIES = 2**22
_OFF_AXIS = 0.1
#: An energy in floats is shown if it is at least this share of the absolute values of its terms.
_LEAST_SHARE = 1e-4
#: A tail of the expansion that is longer, relatively, is not accepted.
_LONGEST_TAIL = 1e-12


def half_of(value: flint.arb, text: str | None) -> Num | None:
    """Return value/2, with its closed form where there is one.

    Examples
    --------
    >>> half_of(flint.arb(3), "3").exact, half_of(flint.arb(1).exp(), "exp(1)").exact
    ('3/2', 'exp(1)/2')
    """
    if text is None:
        return Num.of_ball(value / 2)
    half = calculus.divide(parse_formula(text).tree, Const(Fraction(2)))
    return Num.of_ball(value / 2, formula_of(half).text)


def collapsed_energy(
    kernel: GaugeKernel,
    facts: ProfileFacts,
    spectrum: GaugeSpectrum,
    coupling: FiniteCoupling | None,
    *,
    nonnegative: bool,
) -> Num | None:
    """Return the energy of the best collapsed law, None where it is not known.

    Parameters
    ----------
    kernel : GaugeKernel
    facts : ProfileFacts
        Of its profile.
    spectrum : GaugeSpectrum
        Its singular values.
    coupling : FiniteCoupling or None
        The kernel on few labels, in balls.
    nonnegative : bool
        Whether there is no k, or k >= 0 is known.
    """
    with flint.ctx.workprec(_PRECISION):
        if kernel.k is None and facts.linear and facts.slope_at_one is not None:
            return _of_linear(facts, facts.slope_at_one, spectrum)
        if isinstance(kernel.gauge, Frequencies):
            fixed = kernel.d - 2 * len(kernel.gauge.planes)
            single = len(kernel.gauge.planes) == 1 and fixed == 0
            if single or (nonnegative and is_convex(kernel.profile, kernel.d)):
                still = [(Fraction(0),) * len(kernel.labels.variables[0])] if fixed else []
                return _best_plane(kernel, [*kernel.gauge.planes, *still])
    top = None if coupling is None else top_of_collapsed(coupling)
    return _in_floats(kernel) if top is None else Num.of_ball(top)


def _of_linear(facts: ProfileFacts, slope: flint.arb, spectrum: GaugeSpectrum) -> Num | None:
    if spectrum.spread is None:
        return None
    return Num.of_ball((facts.value_at_one - slope * spectrum.spread.smallest.ball) / 2)


def is_convex(profile: Profile, d: int) -> bool:
    """Whether f has no kinks and f'' >= 0 is seen on [-1, 1].

    Examples
    --------
    >>> is_convex(Profile.usa(1), 3), is_convex(Profile.usa(-1), 3), is_convex(Profile.read("t**3"), 3)
    (True, False, False)
    """
    second = second_derivative(profile, d)
    if second is None:
        return False
    pieces = (flint.arb(flint.fmpq(2 * k + 1 - _PIECES, _PIECES), flint.arb(1) / _PIECES) for k in range(_PIECES))
    return all(second.enclose({"t": piece}) >= 0 for piece in pieces)


# ---------------------------------------------------------------- planes


def _best_plane(kernel: GaugeKernel, planes: Sequence[Sequence[Number]]) -> Num | None:
    if kernel.k is None and (waves := _waves(kernel.profile)) is not None:
        return Num.of_ball(reduce(flint.arb.max, (_by_characters(kernel, waves, omega) for omega in planes)))
    if (kernel.labels.size or 0) * len(planes) > _MOST_LAGS:
        return None
    found = [_by_pairs(kernel, omega) for omega in planes]
    balls = [x for x in found if isinstance(x, flint.arb)]
    return Num.of_ball(reduce(flint.arb.max, balls) / 2) if len(balls) == len(planes) else None


@dataclass(frozen=True)
class _Waves:
    """f(cos s) = sum a_m cos(m s), a_m >= 0: the first a_m, and a bound of the sum of the others."""

    a: tuple[flint.arb, ...]
    tail: flint.arb


def _waves(profile: Profile) -> _Waves | None:
    """Return the Jacobi-Anger expansion of c e^{bt}, c, b > 0: a_0 = c I_0(b), a_m = 2 c I_m(b)."""
    form = profile.exponential_form()
    if form is None:
        return None
    c, b = (part.enclose({}) for part in form)
    if not (c > 0 and b > 0):
        return None
    top = c * b.exp()
    a, rest = [c * b.bessel_i(0)], top - c * b.bessel_i(0)
    while not rest < top * _LONGEST_TAIL * _LONGEST_TAIL and len(a) < _MOST_WAVES:
        a.append(2 * c * b.bessel_i(len(a)))
        rest -= a[-1]
    tail = flint.arb(rest.upper()).max(flint.arb(0))
    return _Waves(tuple(a), tail) if tail <= top * _LONGEST_TAIL else None


def _by_characters(kernel: GaugeKernel, waves: _Waves, omega: Sequence[Number]) -> flint.arb:
    """1/2 sum_m a_m |rhohat(m omega)|^2."""
    total = flint.arb(0).union(waves.tail)
    for m, a in enumerate(waves.a):
        turned = [phase([w], [Fraction(m)]) for w in omega]
        total += a * enclose_modulus(turned, kernel.labels) ** 2
    return total / 2


def _by_pairs(kernel: GaugeKernel, omega: Sequence[Number]) -> flint.arb | float | None:
    """∬ k f(cos <omega, xi - zeta>)."""
    labels = kernel.labels
    first, second = labels.variables
    angle: Node = calculus.ZERO
    for w, a, b in zip(omega, first, second, strict=True):
        turn = calculus.multiply(number_formula(w).tree, Apply("-", (Name(a), Name(b))))
        angle = calculus.add(angle, turn)
    wave = replace_parts(kernel.profile.formula(kernel.d).tree, {Name("t"): Apply("cos", (angle,))}, fold=True)
    if kernel.k is None:
        return factor_mean(Factor(formula_of(wave)), labels)
    if isinstance(kernel.k.entries, Formula):
        given = kernel.k.entries.tree
        k = Apply("exp", (given,)) if kernel.k.log else given
        return factor_mean(Factor(formula_of(calculus.multiply(k, wave))), labels)
    n = labels.size or 0
    if not 0 < n <= _MOST_LABELS:
        return None
    weights = [ball(x) for x in labels.weights()]
    total = flint.arb(0)
    for i, rows in enumerate(zip(kernel.k.rows(labels), Factor(formula_of(wave)).rows(labels), strict=True)):
        for j, (x, y) in enumerate(zip(*rows, strict=True)):
            total += weights[i] * weights[j] * ball(x) * ball(y)
    return total


# ---------------------------------------------------------------- in floats


@dataclass(frozen=True)
class _OneContent:
    """The energy of the law collapsed at x[0], in floats."""

    kernel: Kernel
    labels: Array
    masses: Array

    def energy(self, _: Array, x: Array) -> float:
        return 0.5 * float(self.masses @ self._table(x) @ self.masses)

    def is_sharp(self, x: Array) -> bool:
        """Whether the terms do not cancel: an energy far below their absolute values is mostly rounding."""
        largest = 0.5 * float(self.masses @ np.abs(self._table(x)) @ self.masses)
        return bool(np.isfinite(largest)) and abs(self.energy(self.masses, x)) >= _LEAST_SHARE * largest

    def _table(self, x: Array) -> Array:
        same = np.tile(x[0], (len(self.masses), 1))
        return self.kernel.block(same, self.labels, same, self.labels)

    def ascent(self, _: Array, x: Array) -> Array:
        same = np.tile(x[0], (len(self.masses), 1))
        gradient = self.kernel.gradient(same, self.labels, same, self.labels)
        slope = np.einsum("a,b,abi->i", self.masses, self.masses, gradient)
        return np.asarray((slope - slope @ x[0] * x[0])[None, :])


def _in_floats(kernel: GaugeKernel) -> Num | None:
    """Return the largest energy of a collapsed law that ascents in floats reach from near the axes: numeric evidence.

    None where the terms overflow or cancel.

    A continuum of labels with one variable is taken at its quantiles.
    """
    n = kernel.labels.size
    if (n or 0) > _MOST_LABELS or (n or _QUANTILES) ** 2 * kernel.d > _MOST_ENTRIES:
        return None
    if n is not None:
        law = _OneContent(kernel, np.arange(n), np.array([float(x) for x in kernel.labels.weights()]))
    elif len(kernel.labels.variables[0]) == 1:
        places = (np.arange(_QUANTILES) + 0.5) / _QUANTILES
        law = _OneContent(kernel, kernel.labels.quantiles(places), np.full(_QUANTILES, 1 / _QUANTILES))
    else:
        return None
    found = [ascend_from(law, np.ones(1), row[None, :]) for row in np.eye(kernel.d) + _OFF_AXIS]
    best = max((reached for reached in found if reached is not None), key=lambda reached: reached[0], default=None)
    return Num.of_float(best[0]) if best is not None and law.is_sharp(best[1]) else None
