"""What the spectral dichotomy asks of a profile f on S^{d-1}.

Overview
--------
nonnegative : a_n >= 0 for every n >= 1, where f = sum a_n P_n, P_n(1) = 1
slope : 0 < f'(1) < oo
peaked : f(t) < f(1) for -1 <= t < 1
bounded : f(t) <= f(1) for -1 <= t <= 1

Each is True, False or None (not decided), never from floats. For a nonnegative profile f(1) - f(t) = sum a_n
(1 - P_n(t)), so it is bounded; for d >= 3 it is peaked iff some odd n has a_n > 0, because |P_n(t)| < 1
inside and P_n(-1) = (-1)^n; for d = 2, where P_n(cos s) = cos(n s), iff the n with a_n > 0 have no common
divisor.

References
----------
I. J. Schoenberg, "Positive definite functions on spheres", Duke Math. J. 9 (1942).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import flint

__all__ = ["Fact", "ProfileFacts"]

Trit = bool | None


@dataclass(frozen=True)
class Fact:
    """One hypothesis: whether it holds, how that is known, and its rung (``exact``, ``enclosed``, None)."""

    holds: Trit
    how: str
    status: str | None

    @classmethod
    def of(cls, holds: Trit, how: str, *, exact: bool = True) -> Fact:
        """Return a fact; one that is not decided stands on no rung."""
        return cls(holds, how, None if holds is None else "exact" if exact else "enclosed")


@dataclass(frozen=True)
class ProfileFacts:
    """The hypotheses of the spectral dichotomy on one profile in one dimension.

    Attributes
    ----------
    facts : mapping of str to Fact
        Keys ``nonnegative``, ``slope``, ``peaked``, ``bounded``, ``continuous``.
    degrees : "all", frozenset of int, or None
        The n >= 1 with a_n > 0; None where they are not known or not all but infinitely many. See
        :meth:`has_degree`.
    linear : bool
        Whether f = a_0 + a_1 t with a_1 > 0 is known.
    value_at_one, slope_at_one, a_0 : flint.arb
        f(1), f'(1), a_0; None where not enclosed.
    exact : mapping of str to str
        Formula texts of those of ``value_at_one``, ``slope_at_one``, ``a_0`` that are known in closed form.
    """

    d: int
    facts: Mapping[str, Fact]
    degrees: Literal["all"] | frozenset[int] | None
    linear: bool
    value_at_one: flint.arb
    slope_at_one: flint.arb | None
    a_0: flint.arb | None
    exact: Mapping[str, str] = field(default_factory=dict)
    tops: tuple[float, float] | None = None

    @property
    def nonnegative(self) -> Trit:
        """a_n >= 0 for every n >= 1."""
        return self.facts["nonnegative"].holds

    @property
    def slope(self) -> Trit:
        """0 < f'(1) < oo."""
        return self.facts["slope"].holds

    @property
    def peaked(self) -> Trit:
        """f(t) < f(1) for -1 <= t < 1."""
        return self.facts["peaked"].holds

    @property
    def bounded(self) -> Trit:
        """f(t) <= f(1) for -1 <= t <= 1."""
        return self.facts["bounded"].holds

    @property
    def continuous(self) -> Trit:
        """Continuity of f on [-1, 1]: never False, None where a Piecewise or sign leaves it open."""
        return self.facts["continuous"].holds

    def how(self, name: str) -> str:
        """Return the sentence that says how a fact is known."""
        return self.facts[name].how

    def status(self, name: str) -> str | None:
        """Return the rung of a fact: ``exact``, ``enclosed``, or None where undecided."""
        return self.facts[name].status

    def has_degree(self, n: int) -> Trit:
        """Whether a_n > 0, for n >= 1; None where not known."""
        if self.degrees == "all":
            return True
        if isinstance(self.degrees, frozenset):
            return n in self.degrees
        return None if self.tops is None else n <= self.tops[n % 2]
