"""A factor kernel on finitely many labels with all that its decision shares: exact rows, bounds, L, D, energies.

Irrational entries stand between rational bounds. Since <v, Lv> = 1/2 ∬ k (v - v')^2 and D = ∫ k drho are monotone in
k, lower bounds of k prove L >= 0 and D >= 0, upper bounds a negative direction and a negative degree.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import flint

from verify.model.errors import InputError
from verify.model.kernels import FactorKernel
from verify.model.numbers import Number, ball, number_text, parse_number
from verify.model.profiles import ProfileFacts
from verify.model.verdict import Hypothesis, Num, Status
from verify.spectral.finite.laws import FiniteInteraction
from verify.spectral.finite.signed_laplacian import SignedLaplacian, signed_laplacian
from verify.spectral.hypotheses import profile_hypotheses

__all__ = ["FiniteProblem", "rational_bound"]

Rows = list[list[Number]]
#: Significant bits of the rational bounds of irrational entries.
_BOUND_BITS = 96
_PRECISIONS = (192, 768, 3_072)
_LARGEST_EXPONENT = 10**6


@dataclass(frozen=True)
class FiniteProblem:
    """A factor kernel on finitely many labels with everything the attempts share.

    Attributes
    ----------
    kernel, facts
        The kernel and what is known of its profile on S^{d-1}.
    rows : list of lists of Number
        The exact table of k.
    """

    kernel: FactorKernel
    facts: ProfileFacts
    rows: Rows

    @cached_property
    def rational(self) -> bool:
        """Whether every entry is rational, so that L is exact."""
        return all(isinstance(x, Fraction) for row in self.rows for x in row)

    @cached_property
    def lower(self) -> list[list[Fraction]]:
        """The table itself, or rational lower bounds of its entries."""
        if self.rational:
            return [[x for x in row if isinstance(x, Fraction)] for row in self.rows]
        return self._bounds(upper=False)

    @cached_property
    def upper(self) -> list[list[Fraction]]:
        """The table itself, or rational upper bounds of its entries."""
        return self.lower if self.rational else self._bounds(upper=True)

    def _bounds(self, *, upper: bool) -> list[list[Fraction]]:
        """Bound every distinct entry once."""
        known = {x: rational_bound(x, upper=upper) for x in {x for row in self.rows for x in row}}
        return [[known[x] for x in row] for row in self.rows]

    @cached_property
    def known_zeros(self) -> bool:
        """Whether every entry whose lower bound is 0 is 0, so that the support is known."""
        pairs = zip(self.lower, self.upper, strict=True)
        return all(high == 0 for a, b in pairs for low, high in zip(a, b, strict=True) if low == 0)

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """Masses of the labels or blocks."""
        return self.kernel.labels.weights()

    @cached_property
    def atomic(self) -> bool:
        """False for nonatomic blocks."""
        return self.kernel.labels.atomic

    @cached_property
    def laplacian(self) -> SignedLaplacian:
        """L of the lower table; L of k is at least as large, since <v, Lv> = 1/2 ∬ k (v - v')^2 is monotone in k."""
        return signed_laplacian(self.weights, self.lower)

    @cached_property
    def nonnegative_degrees(self) -> bool:
        """Whether D >= 0 for certain: from the lower bounds of k."""
        return min(self.laplacian.degrees) >= 0

    @cached_property
    def negative_degree(self) -> int | None:
        """The label of the lowest degree D if that is certainly negative: from the upper bounds of k."""
        degrees = self.upper_laplacian.degrees
        lowest = min(range(len(degrees)), key=degrees.__getitem__)
        return lowest if degrees[lowest] < 0 else None

    @cached_property
    def interaction(self) -> FiniteInteraction:
        """The interaction, for energies of explicit laws."""
        mean = self.mean if self.rational else None
        return FiniteInteraction(self.weights, self.rows, self.kernel.profile, self.kernel.d, not self.atomic, mean)

    @cached_property
    def mean(self) -> Fraction:
        """sum w_i w_j k_ij of the lower table."""
        return sum((w * d for w, d in zip(self.weights, self.laplacian.degrees, strict=True)), Fraction(0))

    @cached_property
    def upper_laplacian(self) -> SignedLaplacian:
        """L of the upper table, which is the table itself where that is rational."""
        return self.laplacian if self.rational else signed_laplacian(self.weights, self.upper)

    @cached_property
    def collapsed(self) -> Num | None:
        """Energy of every collapsed law, f(1)/2 sum w_i w_j k_ij."""
        if not self.rational:
            return Num.of_ball(self.interaction.collapsed_energy())
        mean = self.mean / 2
        top = self.facts.exact.get("value_at_one")
        formula = "0" if mean == 0 else None if top is None else number_text(parse_number(f"({mean})*({top})"))
        return Num.of_ball(ball(mean) * self.facts.value_at_one, formula)

    @property
    def status(self) -> Status:
        """``exact`` on rational entries, ``enclosed`` where balls bound them; the profile's own rung is mixed in."""
        return Status.EXACT if self.rational else Status.ENCLOSED

    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """What was asked of the profile."""
        return profile_hypotheses(self.facts)


def rational_bound(x: Number, *, upper: bool) -> Fraction:
    """Return a rational bound of relative accuracy 2^-96, so that a tiny number keeps its sign.

    Raises
    ------
    InputError
        A number beyond 2^(10^6), or one that is not enclosed at 3,072 bits.

    Examples
    --------
    >>> root = parse_number("sqrt(2)/10**40")
    >>> 0 < rational_bound(root, upper=False) < rational_bound(root, upper=True)
    True
    """
    if isinstance(x, Fraction):
        return x
    for precision in _PRECISIONS:
        with flint.ctx.workprec(precision):
            enclosure = ball(x)
        with flint.ctx.workprec(_BOUND_BITS):
            end = enclosure.upper() if upper else enclosure.lower()
        if end.is_finite():
            break
    else:
        raise InputError("k", "have entries that can be enclosed", number_text(x), remedy="Give rational entries.")
    mantissa, exponent = (int(part) for part in end.man_exp())
    if exponent > _LARGEST_EXPONENT:
        raise InputError("k", f"have entries below 2^{_LARGEST_EXPONENT} in size", number_text(x))
    if exponent < -_LARGEST_EXPONENT:  # towards 0 where that is outward, else a power of 2 beyond
        outward = (mantissa > 0) is upper
        return Fraction(1 if mantissa > 0 else -1, 2 ** (_LARGEST_EXPONENT - _BOUND_BITS)) if outward else Fraction(0)
    return mantissa * Fraction(2) ** exponent
