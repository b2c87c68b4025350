"""Characters of label laws: rhohat(omega) = ∫ e^{i <omega, xi>} rho(dxi), and whether |rhohat| is exactly 1.

|rhohat(omega)| = 1 iff <omega, xi> is constant modulo 2 pi, rho-a.e.: then a plane that RoPE turns by <omega,
xi> is seen by no label, and it collapses (T4). The question is decided on exact numbers; floats decide
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import flint
import numpy as np

from verify.model import calculus
from verify.model.factors import label_point
from verify.model.formula import Const, Node, formula_of
from verify.model.labels import Atoms, Circle, Cyclic, Interval, LabelLaw, Positions, Torus
from verify.model.numbers import Number, ball, number_formula
from verify.model.quadrature import integrate_ball
from verify.model.verdict import Num
from verify.spectral.gauges._multiples import Multiple, decide_multiple, decide_zero

__all__ = [
    "Aliasing",
    "decide_aliasing",
    "difference_generators",
    "enclose_character",
    "enclose_modulus",
    "modulus_and_spread",
    "phase",
]

Frequency = Sequence[Number]

_PRECISIONS = (128, 256, 512, 1024)
_WANTED_BITS = 70
_LARGE = 20_000


@dataclass(frozen=True)
class Aliasing:
    """Whether <omega, xi> is constant modulo 2 pi on the labels.

    Attributes
    ----------
    constant : bool or None
        None where it was not decided.
    exact : bool
        True if the decision is exact, False if it rests on ball arithmetic.
    near : bool
        Not constant, and yet within 1e-12 of it.
    how : str
        The reason, as a clause.
    """

    constant: bool | None
    exact: bool
    near: bool
    how: str


def phase(omega: Frequency, xi: Frequency) -> Number:
    """Return <omega, xi> as an exact number.

    Examples
    --------
    >>> phase([Fraction(1, 2), Fraction(3)], [Fraction(4), Fraction(1)])
    Fraction(5, 1)
    """
    total: Node = calculus.ZERO
    for w, x in zip(omega, xi, strict=True):
        total = calculus.add(total, calculus.multiply(number_formula(w).tree, number_formula(x).tree))
    return _number(total)


def _number(tree: Node) -> Number:
    if isinstance(tree, Const):
        return tree.value
    formula = formula_of(tree)
    rational = formula.rational()
    return formula if rational is None else rational


# ---------------------------------------------------------------- label differences


def difference_generators(labels: LabelLaw, members: Sequence[int] | None = None) -> list[tuple[Number, ...]] | None:
    """Return label differences that generate all others as a group; None on a continuum.

    Parameters
    ----------
    labels : LabelLaw
    members : sequence of int, optional
        Indices of the labels meant, by default all of them.
    """
    if isinstance(labels, Atoms):
        return _atom_generators(labels, members)
    shape = labels.shape if isinstance(labels, Positions) else (labels.n,) if isinstance(labels, Cyclic) else None
    if shape is None:
        return None
    if members is None:
        axes = [a for a, n in enumerate(shape) if n > 1]
        return [tuple(Fraction(int(a == axis)) for a in range(len(shape))) for axis in axes]
    points = np.stack(np.unravel_index(np.asarray(members, dtype=int), shape), axis=1)
    differences = np.unique(points - points[0], axis=0)
    if len(shape) == 1:
        step = int(np.gcd.reduce(differences[:, 0]))
        return [(Fraction(step),)] if step else []
    basis = flint.fmpz_mat(differences.tolist()).hnf().tolist()
    return [tuple(Fraction(int(x)) for x in row) for row in basis if any(row)]


def _atom_generators(labels: Atoms, members: Sequence[int] | None) -> list[tuple[Number, ...]]:
    indices = range(labels.size) if members is None else members
    points = [label_point(labels, i)[0] for i in indices] if len(indices) > 1 else []
    if all(isinstance(p, Fraction) for p in points):
        rational = [p - points[0] for p in points]  # type: ignore[operator]
        denominator = lcm(*(p.denominator for p in rational))
        step = gcd(*(int(p * denominator) for p in rational))
        return [(Fraction(step, denominator),)] if step else []
    trees = [number_formula(p).tree for p in points]
    found = dict.fromkeys(_number(calculus.subtract(tree, trees[0])) for tree in trees[1:])
    return [(difference,) for difference in found if difference != 0]


def decide_aliasing(omega: Frequency, labels: LabelLaw, differences: Sequence[Frequency] | None = None) -> Aliasing:
    """Decide whether |rhohat(omega)| = 1, or <omega, xi> is constant modulo 2 pi on parts of a finite law.

    Parameters
    ----------
    omega : sequence of Number
        One frequency per label coordinate.
    labels : LabelLaw
        With coordinates.
    differences : sequence of label differences, optional
        Along which the phase has to be constant; by default generators of all of them
        (:func:`difference_generators`).

    Notes
    -----
    Finite laws: iff <omega, delta> is in 2 pi Z for generators delta of the label differences. Laws with a
    density: iff omega = 0, since <omega, xi> = c modulo 2 pi is a null set otherwise.

    Examples
    --------
    >>> from verify.model.numbers import parse_number
    >>> decide_aliasing([parse_number("2*pi")], Positions((8,))).constant
    True
    >>> decide_aliasing([Fraction(1)], Circle()).constant
    False
    """
    generators = difference_generators(labels) if differences is None else differences
    if generators is None:
        return _all(
            [decide_zero(w) for w in omega],
            "the frequency is 0",
            "a phase that varies is constant modulo 2 pi on a null set of a law with a density",
        )
    if not generators:
        return Aliasing(True, True, False, "the label is single")
    parts = []
    for delta in generators:
        parts.append(decide_multiple(phase(omega, delta)))
        if parts[-1].holds is False and parts[-1].exact and not parts[-1].near:
            break
    return _all(parts, "", "")


def _all(parts: Sequence[Multiple], yes: str, no: str) -> Aliasing:
    """Combine: constant iff every part is a multiple; the strongest refutation is kept."""
    refuting = [part for part in parts if part.holds is False]
    if refuting:
        best = next((part for part in refuting if part.exact), refuting[0])
        near = all(part.holds or part.near for part in parts)
        return Aliasing(False, best.exact, near, "; ".join(filter(None, (best.how, no))))
    if all(part.holds for part in parts):
        return Aliasing(True, all(part.exact for part in parts), False, yes or parts[0].how)
    return Aliasing(None, False, False, next(part.how for part in parts if part.holds is None))


# ---------------------------------------------------------------- enclosures


def enclose_character(omega: Frequency, labels: LabelLaw) -> flint.acb:
    """Enclose rhohat(omega) at the working precision of python-flint.

    Notes
    -----
    Uniform laws factor over coordinates. Positions 0..n-1: e^{i (n-1) delta/2} sinc(n delta/2)/sinc(delta/2)
    with delta = omega - 2 pi k in [-pi, pi], where the denominator is at least 2/pi: stable for omega near 2
    pi Z and for any n. Circle: e^{i pi omega} sinc(pi omega). Interval: e^{i omega (a+b)/2} sinc(omega
    (b-a)/2).

    Examples
    --------
    >>> bool(abs(enclose_character([Fraction(1)], Circle())) == 0)
    True
    """
    factors = _uniform_factors(omega, labels)
    if factors is not None:
        value = flint.acb(1)
        for angle, amplitude in factors:
            value *= flint.acb(angle.cos(), angle.sin()) * amplitude
        return value
    return _summed_character(omega, labels)


def enclose_modulus(omega: Frequency, labels: LabelLaw) -> flint.arb:
    """Enclose |rhohat(omega)|, the singular value of a plane that is turned by <omega, xi>."""
    factors = _uniform_factors(omega, labels)
    if factors is None:
        return abs(_summed_character(omega, labels))
    value = flint.arb(1)
    for _, amplitude in factors:
        value *= abs(amplitude)
    return value


def _uniform_factors(omega: Frequency, labels: LabelLaw) -> list[tuple[flint.arb, flint.arb]] | None:
    """Return (angle, real amplitude) per coordinate of a uniform product law, None for other laws."""
    match labels:
        case Positions(shape):
            return [_dirichlet(w, n) for w, n in zip(omega, shape, strict=True)]
        case Cyclic(n):
            return [_dirichlet(omega[0], n)]
        case Circle() | Torus():
            return [(ball(w) * flint.arb.pi(), ball(w).sinc_pi()) for w in omega]
        case Interval(a, b, None):
            w = ball(omega[0])
            return [(w * (ball(a) + ball(b)) / 2, (w * (ball(b) - ball(a)) / 2).sinc())]
    return None


def _dirichlet(omega: Number, n: int) -> tuple[flint.arb, flint.arb]:
    """Return angle (n-1) delta/2 and amplitude sinc(n delta/2)/sinc(delta/2) of 1/n sum_j e^{i j omega}."""
    mantissa, exponent = ball(omega).abs_upper().man_exp()
    magnitude = max(0, int(mantissa).bit_length() + int(exponent))
    with flint.ctx.workprec(flint.ctx.prec + n.bit_length() + magnitude + 64):
        w = ball(omega)
        turns = (w / (2 * flint.arb.pi())).mid() + flint.arb(1) / 2
        delta = w - 2 * flint.arb.pi() * turns.floor()
        return (n - 1) * delta / 2, (n * delta / 2).sinc() / (delta / 2).sinc()


def _summed_character(omega: Frequency, labels: LabelLaw) -> flint.acb:
    if isinstance(labels, Interval) and labels.density is not None:
        density, w, a, b = labels.density, flint.acb(ball(omega[0])), ball(labels.a), ball(labels.b)
        real = integrate_ball(lambda z, analytic: density.enclose_complex({"xi": z}, analytic) * (w * z).cos(), a, b)
        imag = integrate_ball(lambda z, analytic: density.enclose_complex({"xi": z}, analytic) * (w * z).sin(), a, b)
        return flint.acb(real, imag)
    total = flint.acb(0)
    for index, weight in enumerate(labels.weights()):
        angle = sum((ball(w) * ball(x) for w, x in zip(omega, label_point(labels, index), strict=True)), flint.arb(0))
        total += flint.acb(angle.cos(), angle.sin()) * ball(weight)
    return total


def vanishes(omega: Frequency, labels: LabelLaw) -> bool:
    """Whether rhohat(omega) = 0 is known exactly: a factor whose phases cover whole turns evenly."""
    match labels:
        case Circle() | Torus():
            return any(isinstance(w, Fraction) and w.denominator == 1 and w != 0 for w in omega)
        case Positions(shape):
            return any(_covers_turns(w, Fraction(n)) for w, n in zip(omega, shape, strict=True))
        case Cyclic(n):
            return _covers_turns(omega[0], Fraction(n))
        case Interval(a, b, None):
            length = _number(calculus.subtract(number_formula(b).tree, number_formula(a).tree))
            return decide_zero(omega[0]).holds is False and _is_multiple(phase(omega, [length]))
    return False


def _covers_turns(omega: Number, n: Fraction) -> bool:
    return decide_multiple(omega).holds is False and _is_multiple(phase([omega], [n]))


def _is_multiple(x: Number) -> bool:
    found = decide_multiple(x)
    return found.holds is True and found.exact


def modulus_and_spread(omega: Frequency, labels: LabelLaw, aliasing: Aliasing) -> tuple[Num | None, Num | None]:
    """Return sigma = |rhohat(omega)| and the spread 1 - sigma^2 to about 20 digits, None if not enclosed.

    Notes
    -----
    1 - sigma^2 loses digits near sigma = 1, where the precision is raised; sigma = 1 and sigma = 0 are stated
    exactly where they are known exactly.
    """
    if aliasing.constant and aliasing.exact:
        return Num.of_ball(flint.arb(1), "1"), Num.of_ball(flint.arb(0), "0")
    if vanishes(omega, labels):
        return Num.of_ball(flint.arb(0), "0"), Num.of_ball(flint.arb(1), "1")
    quick = isinstance(labels, Interval) or (isinstance(labels, Atoms) and labels.size > _LARGE)
    sigma = spread = flint.arb("nan")
    for precision in _PRECISIONS[:1] if quick else _PRECISIONS:
        with flint.ctx.workprec(precision):
            sigma = enclose_modulus(omega, labels)
            spread = 1 - sigma * sigma
            if spread.rel_accuracy_bits() >= _WANTED_BITS:
                break
    return Num.of_ball(sigma), Num.of_ball(spread)
