"""The spectrum of a gauge: which contents v have Q(xi) v constant, and the singular values of M = ∫ Q drho.

T4: the maximisers are Gamma[Q^T u]; the collapsed ones are the u = Q v with v in the collapsing subspace,
whose dimension is the multiplicity of the singular value 1 of M. The spread of the maximiser u is 1 - |M^T
u|^2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt

import flint

from verify.model.kernels import Frequencies, GaugeKernel, GaugeTable
from verify.model.labels import Atoms, Cyclic, Interval, LabelLaw, Positions
from verify.model.numbers import Number, ball, float_value, number_text
from verify.model.verdict import Collapse, Num, Plane, Spread
from verify.spectral.gauges._common_null_space import Vector
from verify.spectral.gauges._eigenvalues import enclose_eigenvalues, enclose_rational_eigenvalues
from verify.spectral.gauges._gauge_matrices import formula_space, mean_matrix, table_space
from verify.spectral.gauges._gauge_words import frequency_sentence, matrix_sentence
from verify.spectral.gauges._multiples import decide_multiple, decide_zero
from verify.spectral.gauges.characters import (
    Aliasing,
    decide_aliasing,
    difference_generators,
    modulus_and_spread,
    phase,
)

__all__ = ["CollapsingSpace", "GaugeSpectrum", "collapsing_space", "gauge_spectrum"]

_LARGEST_RATIONAL = 40
_LARGEST_ENCLOSED = 256
_PRECISION = 192


@dataclass(frozen=True)
class CollapsingSpace:
    """Bounds on the dimension of {v : Q(xi) v constant rho-a.e.}, on each component of the labels.

    Attributes
    ----------
    d : int
        Content dimension.
    lower, upper : int
        lower <= dimension <= upper.
    exact : bool
        True if the decision is exact, False if it rests on ball arithmetic.
    how : str
        The reason, as a sentence.
    aliasing : tuple of Aliasing
        One for each rotated plane of a gauge given by frequencies.
    basis : tuple of vectors
        Collapsing vectors in hand, for gauges given by matrices.
    """

    d: int
    lower: int
    upper: int
    exact: bool
    how: str
    aliasing: tuple[Aliasing, ...] = ()
    basis: tuple[Vector, ...] = ()

    @property
    def dimension(self) -> int | None:
        """The dimension, None where it is not decided."""
        return self.lower if self.lower == self.upper else None

    @property
    def collapse(self) -> Collapse:
        """Which of the maximisers Gamma[Q^T u] are collapsed."""
        if self.lower == self.d:
            return Collapse.ALL
        if self.upper == 0:
            return Collapse.NONE
        return Collapse.SOME if self.lower > 0 and self.upper < self.d else Collapse.UNKNOWN


@dataclass(frozen=True)
class GaugeSpectrum:
    """The spread of the maximisers, and what each rotated plane does; None where M was not enclosed."""

    spread: Spread | None
    planes: tuple[Plane, ...] = ()


def collapsing_space(kernel: GaugeKernel, components: Sequence[Sequence[int]] | None = None) -> CollapsingSpace:
    """Decide the dimension of the contents v with Q(xi) v constant.

    Parameters
    ----------
    kernel : GaugeKernel
    components : sequence of index sequences, optional
        Parts of a finite law on each of which Q(xi) v has to be constant; by default all labels are one part.

    Notes
    -----
    Frequencies: the sum of the planes that turn by multiples of 2 pi between any two labels, and of the
    coordinates that are not turned; planes with equal or close frequencies add nothing, since R(theta) v = v
    for v != 0 forces theta in 2 pi Z. Rational tables: exact elimination. Other matrices: bounds that meet,
    or an open dimension.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> labels = {"kind": "positions", "n": 8}
    >>> rope = {
    ...     "family": "gauge",
    ...     "d": 6,
    ...     "profile": {"usa": 1},
    ...     "labels": labels,
    ...     "frequencies": ["1", "2*pi"],
    ... }
    >>> collapsing_space(read_kernel(rope)).dimension
    4
    """
    gauge = kernel.gauge
    if isinstance(gauge, Frequencies):
        return _frequency_space(gauge.planes, kernel.labels, kernel.d, components)
    if isinstance(gauge, GaugeTable):
        found = table_space(gauge.matrices, components or [range(len(gauge.matrices))])
    else:
        found = formula_space(gauge, kernel.labels, components)
    return CollapsingSpace(kernel.d, found.lower, found.upper, found.exact, matrix_sentence(found), basis=found.basis)


def _frequency_space(
    planes: Sequence[Sequence[Number]], labels: LabelLaw, d: int, components: Sequence[Sequence[int]] | None
) -> CollapsingSpace:
    differences = None
    if components is not None:
        found = dict.fromkeys(delta for part in components for delta in difference_generators(labels, part) or ())
        differences = list(found)
    aliasing = tuple(decide_aliasing(omega, labels, differences) for omega in planes)
    fixed = d - 2 * len(planes)
    constant = sum(a.constant is True for a in aliasing)
    undecided = sum(a.constant is None for a in aliasing)
    lower, upper = fixed + 2 * constant, fixed + 2 * (constant + undecided)
    how = frequency_sentence(aliasing, fixed, parts=components is not None)
    return CollapsingSpace(d, lower, upper, all(a.exact for a in aliasing), how, aliasing)


# ---------------------------------------------------------------- singular values


def gauge_spectrum(kernel: GaugeKernel, space: CollapsingSpace) -> GaugeSpectrum:
    """Enclose the singular values of M = ∫ Q drho and the range of 1 - |M^T u|^2.

    Parameters
    ----------
    kernel : GaugeKernel
    space : CollapsingSpace
        Of the whole label law: what is known exactly of it is stated exactly.

    Notes
    -----
    Frequencies: |rhohat(omega_p)| twice for each plane, and 1 for each unrotated coordinate. Otherwise the
    roots of the eigenvalues of M^T M.
    """
    with flint.ctx.workprec(_PRECISION):
        return _spectrum(kernel, space)


def _spectrum(kernel: GaugeKernel, space: CollapsingSpace) -> GaugeSpectrum:
    if isinstance(kernel.gauge, Frequencies):
        planes = tuple(_plane(w, kernel.labels, a) for w, a in zip(kernel.gauge.planes, space.aliasing, strict=True))
        pairs = [(p.sigma, p.spread) for p in planes for _ in range(2)]
        pairs += [(Num.of_ball(flint.arb(1), "1"), Num.of_ball(flint.arb(0), "0"))] * (kernel.d - 2 * len(planes))
        return GaugeSpectrum(_spread(pairs), planes)
    mean = mean_matrix(kernel.gauge, kernel.labels)
    if mean is None or kernel.d > _LARGEST_ENCLOSED:
        return GaugeSpectrum(None)
    if isinstance(mean, flint.fmpq_mat):
        square = mean.transpose() * mean
        if kernel.d <= _LARGEST_RATIONAL:
            return GaugeSpectrum(_spread([_root(*pair) for pair in enclose_rational_eigenvalues(square)]))
        mean = flint.arb_mat(mean)
    known = [_root(flint.arb(1), Fraction(1))] * space.lower
    values = enclose_eigenvalues(mean.transpose() * mean)
    others = [_root(value, None) for value in values[: kernel.d - len(known)]]
    return GaugeSpectrum(_spread(others + known))


def _root(value: flint.arb, exact: Fraction | None) -> tuple[Num | None, Num | None]:
    """Return sigma and 1 - sigma^2 of an eigenvalue of M^T M, which lies in [0, 1]."""
    if exact is None:
        inside = value.nonnegative_part().min(flint.arb(1))
        return Num.of_ball(inside.sqrt()), Num.of_ball(1 - inside)
    p, q = isqrt(exact.numerator), isqrt(exact.denominator)
    rational = p * p == exact.numerator and q * q == exact.denominator
    sigma = Num.of_ball(ball(exact).sqrt(), str(Fraction(p, q)) if rational else f"sqrt({exact})")
    return sigma, Num.of_ball(ball(1 - exact), str(1 - exact))


def _spread(pairs: Sequence[tuple[Num | None, Num | None]]) -> Spread | None:
    known = [(sigma, spread) for sigma, spread in pairs if sigma is not None and spread is not None]
    if len(known) < len(pairs):
        return None
    known.sort(key=lambda pair: Fraction(pair[1].value))
    spreads = [spread for _, spread in known]
    # the ends of the enclosures, not their midpoints, say how small and how large the spread can be
    return Spread(
        tuple(sigma for sigma, _ in known),
        min(spreads, key=lambda s: Fraction(s.value) - Fraction(s.radius or 0)),
        max(spreads, key=lambda s: Fraction(s.value) + Fraction(s.radius or 0)),
    )


# ---------------------------------------------------------------- planes


def _plane(omega: Sequence[Number], labels: LabelLaw, aliasing: Aliasing) -> Plane:
    sigma, spread = modulus_and_spread(omega, labels, aliasing)
    turning = [abs(float_value(w)) for w in omega if w != 0]
    slowest = min(turning, default=0.0)
    wavelength = 2 * float(flint.arb.pi().mid()) / slowest if slowest else float("inf")
    signed = float_value(omega[0]) if len(omega) == 1 else slowest
    hardly = bool(_range_of_phase(omega, labels) < 2 * flint.arb.pi())
    return Plane(signed, wavelength, sigma, spread, hardly)


def _range_of_phase(omega: Sequence[Number], labels: LabelLaw) -> flint.arb:
    """Enclose the range of <omega, xi>, on positions one step more: it is < 2 pi iff wavelength > n."""
    speeds = [abs(ball(w)) for w in omega]
    step = flint.arb(0)
    match labels:
        case Positions(shape):
            lengths = [flint.arb(n - 1) for n in shape]
            moving = [s for s, w in zip(speeds, omega, strict=True) if w != 0]
            step = min(moving, key=lambda s: float(s.mid())) if moving else step
        case Interval(a, b, _):
            lengths = [ball(b) - ball(a)]
        case Atoms(_, points):
            ends = sorted(points or (Fraction(0),), key=float_value)
            lengths = [ball(ends[-1]) - ball(ends[0])]
        case _ if labels.size is not None:
            lengths, step = [flint.arb(labels.size - 1)], speeds[0]
        case _:
            lengths = [2 * flint.arb.pi()] * len(speeds)
    return sum((s * length for s, length in zip(speeds, lengths, strict=True)), step)


def describe_near(planes: Sequence[Sequence[Number]], space: CollapsingSpace, labels: LabelLaw) -> str | None:
    """Name planes within 1e-12 of being constant on the labels, or of turning like another one."""
    near = [i for i, a in enumerate(space.aliasing) if a.near and a.constant is False]
    parts = []
    if near:
        named = ", ".join(f"{i} ({' '.join(number_text(w) for w in planes[i])})" for i in near[:4])
        parts.append(f"Plane {named}: within 1e-12 of a frequency that no label sees; decided as written.")
    close = _close_pairs(planes, labels)
    if close:
        named = ", ".join(f"{i} and {j}" for i, j in close[:4])
        parts.append(f"Planes {named}: frequencies within 1e-12 of each other; M acts on each plane by itself.")
    return " ".join(parts) or None


def _close_pairs(planes: Sequence[Sequence[Number]], labels: LabelLaw) -> list[tuple[int, int]]:
    """Return planes that turn by nearly, and not exactly, the same angle at each label (in either sense)."""
    if any(len(plane) != 1 for plane in planes):
        return []
    turn = 2 * float(flint.arb.pi().mid())
    periodic = isinstance(labels, Positions | Cyclic)
    folded = [abs(float_value(w)) for (w,) in planes]
    if periodic:
        folded = [min(x % turn, turn - x % turn) for x in folded]
    order = sorted(range(len(planes)), key=folded.__getitem__)
    found = []
    for i, j in pairwise(order):
        if folded[j] - folded[i] > 2e-12 * (1 + folded[j]):
            continue
        for sign in (-1, 1):
            gap = phase([*planes[i], *planes[j]], [Fraction(1), Fraction(sign)])
            decided = decide_multiple(gap) if periodic else decide_zero(gap)
            if decided.near and decided.holds is False:
                found.append((min(i, j), max(i, j)))
    return list(dict.fromkeys(found))
