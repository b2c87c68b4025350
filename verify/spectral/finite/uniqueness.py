"""Uniqueness in T5: which maximisers collapse once the signed Laplacian is positive semidefinite.

Let f have zonal coefficients a_n >= 0 (n >= 1) and L be positive semidefinite. For a law mu with moments
M_Y(i) = ∫ Y dmu_i over the spherical harmonics Y of degree n,

    E[collapsed] - E[mu] = 1/2 sum_{n >= 1} a_n ( sum_Y c_n <M_Y, Lw M_Y> + sum_i w_i D_i (1 - q_n(i)) ),

with q_n(i) = ∬ P_n(<x,y>) dmu_i dmu_i <= 1. Graph laws have q_n = 1, and the degrees D drop out; over P_rho
the maximum is the collapsed one iff D >= 0 as well. The maximisers are then the laws with moments in ker L
and q_n(i) = 1 where D_i > 0, for every n with a_n > 0. On nonatomic blocks graph laws average to any
slices, so both views follow P_rho.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd
from typing import Literal

from verify.certificates.rational_matrix import NullSpace, fraction_vector
from verify.model.errors import InputError
from verify.spectral.finite.indicators import find_indicator
from verify.spectral.finite.moments import find_moments

__all__ = ["Degrees", "UniquenessAnswer", "UniquenessAnswers", "decide_uniqueness", "negative_degree"]

Degrees = Literal["all"] | frozenset[int] | None
"""The n >= 1 with a_n > 0; None where they are not known."""


@dataclass(frozen=True)
class UniquenessAnswer:
    """Which maximisers of one view have a collapsed content marginal.

    Parameters
    ----------
    collapse : "all", "some", "none" or None
        None: not decided by these rules.
    rule : str
        The rule that decided, one word or two.
    reason : str
        One sentence.
    indicator : tuple of n Fraction, or None
        A null vector that splits a maximiser: share v_i of label i at e1 and 1 - v_i at e2.
    moments : tuple of r tuples of r Fraction, or None
        For linear profiles, the Gram matrix of the points of a maximiser, in the coordinates of the pivots.
    label : int, or None
        A label of negative degree.
    """

    collapse: Literal["all", "some", "none"] | None
    rule: str
    reason: str
    indicator: tuple[Fraction, ...] | None = None
    moments: tuple[tuple[Fraction, ...], ...] | None = None
    label: int | None = None


@dataclass(frozen=True)
class UniquenessAnswers:
    """The answers of both views."""

    graph_laws: UniquenessAnswer
    all_laws: UniquenessAnswer


@dataclass(frozen=True)
class _Facts:
    """What the rules read of the profile."""

    peaked: bool | None
    degrees: Degrees
    linear: bool
    d: int

    @property
    def first_degree(self) -> bool:
        return self.linear or self.degrees == "all" or (self.degrees is not None and 1 in self.degrees)


def decide_uniqueness(
    null: NullSpace,
    D: Sequence[Fraction | int],
    *,
    atomic: bool,
    peaked: bool | None,
    degrees: Degrees,
    linear: bool,
    d: int,
    minorant: bool = False,
) -> UniquenessAnswers:
    """Decide which maximisers collapse, given that L is positive semidefinite and a_n >= 0 for all n >= 1.

    Parameters
    ----------
    null : NullSpace
        ker L; it contains the constants.
    D : n Fraction
        Degrees D_i = sum_j k_ij w_j.
    atomic : bool
        True for atoms; False for nonatomic blocks on which k is constant.
    peaked : bool or None
        f(t) < f(1) for -1 <= t < 1; derived from `degrees` where None.
    degrees : "all", frozenset of int, or None
        The n >= 1 with a_n > 0.
    linear : bool
        f = a_0 + a_1 t with a_1 > 0.
    d : int >= 2
        Content dimension.
    minorant : bool
        `null` and `D` belong to a table below the factor. Then ker L is contained in `null` and the degrees
        are at least D, so that "all" carries over; what rests on an element of `null` or on D_i <= 0 does
        not, and becomes None.

    Returns
    -------
    UniquenessAnswers

    Raises
    ------
    InputError
        Sizes that differ, a null space without the constants, d < 2, or degrees that are not positive.

    Notes
    -----
    "Free" labels have D_i = 0 (none in the graph view of atoms). The first rule that applies decides.

    1. One atom: every graph law is collapsed.
    2. D_i < 0: a slice at i gains by spreading, to first order: no maximiser of P_rho collapses.
    3. Not peaked, f(t) = f(1): two directions at inner product t are indistinguishable: some.
    4. All labels free: slices that do not depend on the label have no energy of their own: some.
    5. ker L = constants, f peaked, a label that is not free: its slice is Dirac at some u, all moments are
       those of u, so q_n = 1 at every label, and every slice is Dirac at u: all.
    6. An indicator in ker L (values in [0, 1] on free labels): the law that splits along it has moments in
       ker L, and q_n(i) = 1 where D_i > 0: some.
    7. All a_n > 0 and no indicator: for a Borel set C the vector mu_i(C) is one, unless constant 0 or 1: all.
    8. a_1 > 0 and first moments that are forced: all. f linear and another admissible Gram matrix: some.

    Examples
    --------
    w = 1/2, k = [[-1, 1], [1, -1]]: ker L = constants and D = 0.

    >>> one = Fraction(1)
    >>> answers = decide_uniqueness(
    ...     NullSpace(((one, one),), (1,)), [0, 0], atomic=True, peaked=True, degrees="all", linear=False, d=3
    ... )
    >>> answers.graph_laws.collapse, answers.all_laws.collapse
    ('all', 'some')
    """
    values = fraction_vector(D, "D")
    _check(null, values, degrees, d)
    facts = _Facts(_peaked(peaked, degrees, linear, d), degrees, linear, d)
    slices = _slices(null, values, facts)
    graph = _graph(null, facts) if atomic else slices
    graph, slices = _reconciled(graph, slices)
    if minorant:
        graph, slices = _of_minorant(graph), _of_minorant(slices)
    return UniquenessAnswers(graph, slices)


def _check(null: NullSpace, D: tuple[Fraction, ...], degrees: Degrees, d: int) -> None:
    n = len(D)
    if n == 0 or not null.basis or any(len(vector) != n for vector in null.basis):
        raise InputError("null", "hold vectors of the length of D, at least one", f"nullity {null.nullity}")
    if any(sum(column) != 1 for column in zip(*null.basis, strict=True)):
        raise InputError("null", "contain the constants", "a basis that does not sum to 1", "L 1 = 0.")
    if d < 2:
        raise InputError("d", "be at least 2", d)
    if isinstance(degrees, frozenset) and any(n < 1 for n in degrees):
        raise InputError("degrees", "be positive", sorted(degrees))


def _peaked(given: bool | None, degrees: Degrees, linear: bool, d: int) -> bool | None:
    """Decide whether f(t) < f(1) off t = 1 from the degrees.

    |P_n(t)| < 1 for |t| < 1 if d >= 3, and P_n(-1) = (-1)^n: peaked iff some degree is odd. For d = 2,
    P_n(cos s) = cos(n s): peaked iff the degrees have no common divisor.
    """
    if given is not None or degrees is None:
        return True if given is None and linear else given
    if degrees == "all" or linear:
        return True
    return gcd(*degrees) == 1 if d == 2 else any(n % 2 for n in degrees)


_NOT_PEAKED = UniquenessAnswer(
    "some",
    "not peaked",
    "L is positive semidefinite, and f(t) = f(1) for some t < 1: laws on two directions at that inner "
    "product have the energy of the collapsed ones.",
)


def _graph(null: NullSpace, facts: _Facts) -> UniquenessAnswer:
    """Answer for graph laws on atoms."""
    if len(null.basis[0]) == 1:
        return UniquenessAnswer("all", "single label", "With one label every graph law is collapsed.")
    return _without_signs(null, (), facts)


def _slices(null: NullSpace, D: tuple[Fraction, ...], facts: _Facts) -> UniquenessAnswer:
    """Answer for P_rho, and for graph laws on nonatomic blocks, which average to the same slices."""
    lowest = min(range(len(D)), key=D.__getitem__)
    if D[lowest] < 0:
        return negative_degree(lowest)
    return _without_signs(null, tuple(i for i, x in enumerate(D) if x == 0), facts)


def negative_degree(label: int) -> UniquenessAnswer:
    """Return the answer for P_rho where D < 0 at a label and f is not constant."""
    reason = f"The degree D of label {label} is negative: a slice that spreads there gains energy."
    return UniquenessAnswer("none", "negative degree", reason, label=label)


def _without_signs(null: NullSpace, free: tuple[int, ...], facts: _Facts) -> UniquenessAnswer:
    """Apply rules 3 to 8 for L positive semidefinite and D >= 0, D = 0 on the free labels."""
    if facts.peaked is False:
        return _NOT_PEAKED
    if len(free) == len(null.basis[0]):
        half = find_indicator(null, free).vector
        reason = "All degrees D are 0, so that slices which do not depend on the label all have the same energy."
        return UniquenessAnswer("some", "indicator", reason, indicator=half)
    if null.nullity == 1 and facts.peaked:
        return UniquenessAnswer(
            "all",
            "constants",
            "L is positive semidefinite, its null space is the constants, and f is peaked.",
        )
    search = find_indicator(null, free)
    if search.vector is not None:
        reason = "The null space of L holds an indicator: the law that splits along it has the maximal energy."
        return UniquenessAnswer("some", "indicator", reason, indicator=search.vector)
    if search.exhaustive and facts.degrees == "all":
        reason = "All zonal coefficients are positive, and the null space of L holds no indicator but constants."
        return UniquenessAnswer("all", "no indicator", reason)
    if facts.first_degree:
        return _by_moments(null, free, facts)
    return _UNDECIDED


_UNDECIDED = UniquenessAnswer(
    None,
    "undecided",
    "These rules do not decide whether laws that do not collapse are maximisers.",
)


def _by_moments(null: NullSpace, free: tuple[int, ...], facts: _Facts) -> UniquenessAnswer:
    found = find_moments(null, facts.d, free)
    if found.unique:
        reason = "a_1 > 0, and unit vectors with coordinates in the null space of L are equal at all labels."
        return UniquenessAnswer("all", "moments", reason)
    if facts.linear and found.matrix is not None:
        reason = "f is linear, and the null space of L holds the coordinates of moments that are not all equal."
        return UniquenessAnswer("some", "moments", reason, moments=found.matrix)
    return _UNDECIDED


def _of_minorant(answer: UniquenessAnswer) -> UniquenessAnswer:
    """Keep what a table below the factor proves of the factor."""
    return answer if answer.collapse == "all" or answer.rule == "not peaked" else _UNDECIDED


def _reconciled(graph: UniquenessAnswer, slices: UniquenessAnswer) -> tuple[UniquenessAnswer, UniquenessAnswer]:
    """Graph laws are laws of P_rho with the same maximum: "all" goes down, "some" goes up."""
    if graph.collapse is None and slices.collapse == "all":
        graph = replace(slices, reason="Graph laws are among the laws of P_rho: " + slices.reason)
    if slices.collapse is None and slices.label is None and graph.collapse == "some":
        slices = graph
    return graph, slices
