"""How a step is checked: by a normal form and, apart from it, in balls at random instances.

A check returns an outcome; none of them can only succeed. An identity compares two sides that were built apart, and is
refused where both are the same expression.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import sympy

from verify.model.verdict import Status
from verify.symbolic.instances import Claim, Outcome, equal_instances, joined, ordered_instances, sides_of
from verify.symbolic.rings import SUMS, Ring, difference
from verify.symbolic.samples import Domain

__all__ = ["Check", "Cited", "Computed", "Identity", "IntegralIdentity", "Outcome"]


class Check(Protocol):
    """A machine check of a claim; ``expected`` is the rung that it has to reach."""

    @property
    def expected(self) -> Status:
        """The rung that the step needs."""
        ...

    def run(self, claim: Claim, seed: int) -> Outcome:
        """Check the claim."""
        ...


@dataclass(frozen=True)
class Identity:
    """An equality: zero in the normal form of a ring, and zero in balls at random instances.

    Parameters
    ----------
    ring : Ring
        Where the normal form lives.
    domain : mapping, optional
        Intervals or lists of values for symbols; see :class:`verify.symbolic.samples.Sample`.
    points : int
        Number of random instances.
    """

    ring: Ring = SUMS
    domain: Mapping[Any, Domain] = field(default_factory=dict)
    points: int = 3

    @property
    def expected(self) -> Status:
        """Exact."""
        return Status.EXACT

    def run(self, claim: Claim, seed: int) -> Outcome:
        """Compare both sides twice."""
        lhs, rhs = sides_of(claim)
        found = equal_instances(claim, self.domain, self.points, seed)
        return joined(lambda: not difference(lhs, rhs, self.ring), f"normal form in {self.ring.name}", found)


@dataclass(frozen=True)
class IntegralIdentity:
    """An equality with one integral: its antiderivative is differentiated, and the integral enclosed by quadrature.

    Parameters
    ----------
    antiderivative : Expr
        F with F' equal to the integrand, in the variable of integration.
    ring : Ring
        Where F' and F(b) - F(a) are compared.
    """

    antiderivative: sympy.Expr
    ring: Ring = SUMS
    domain: Mapping[Any, Domain] = field(default_factory=dict)
    points: int = 3

    @property
    def expected(self) -> Status:
        """Exact."""
        return Status.EXACT

    def run(self, claim: Claim, seed: int) -> Outcome:
        """Differentiate the antiderivative, take it at the ends, and integrate in balls."""
        lhs, rhs = sides_of(claim)
        integrals = list(lhs.atoms(sympy.Integral))
        if len(integrals) != 1 or len(integrals[0].limits) != 1:
            raise ValueError("the left side must hold exactly one integral over one variable")
        ((variable, low, high),) = integrals[0].limits
        found = equal_instances(claim, self.domain, self.points, seed)

        def exact() -> bool:
            slope = difference(self.antiderivative.diff(variable), integrals[0].function, self.ring)
            ends = self.antiderivative.subs(variable, high) - self.antiderivative.subs(variable, low)
            return not slope and not difference(lhs.xreplace({integrals[0]: ends}), rhs, self.ring)

        return joined(exact, f"antiderivative in {self.ring.name}; rigorous quadrature", found)


@dataclass(frozen=True)
class Cited:
    """A classical result with its reference; a relation is still tried in balls at random instances.

    Parameters
    ----------
    reference : str
        Where it is proved.
    """

    reference: str
    domain: Mapping[Any, Domain] = field(default_factory=dict)
    points: int = 3

    @property
    def expected(self) -> Status:
        """Cited, and no more."""
        return Status.CITED

    def run(self, claim: Claim, seed: int) -> Outcome:
        """Return ``cited``, or ``refuted`` where an instance contradicts the claim."""
        if not isinstance(claim, sympy.Rel):
            return Outcome(Status.CITED, self.reference)
        if not isinstance(claim, sympy.Eq):
            found = ordered_instances(claim, self.domain, self.points, seed)
        else:
            found = equal_instances(claim, self.domain, self.points, seed)
        if found.verdict is False:
            return Outcome(Status.REFUTED, found.words, found.residual)
        return Outcome(Status.CITED, f"{self.reference}; {found.words}", found.residual)


@dataclass(frozen=True)
class Computed:
    """A claim checked by a function of the seed that returns its outcome; for what is no identity.

    Parameters
    ----------
    function : callable
        ``function(seed) -> Outcome``; pure.
    rung : Status
        What it has to reach.
    """

    function: Callable[[int], Outcome]
    rung: Status = Status.EXACT

    @property
    def expected(self) -> Status:
        """The rung that was asked for."""
        return self.rung

    def run(self, claim: Claim, seed: int) -> Outcome:  # noqa: ARG002 - the claim is in words
        """Call the function."""
        return self.function(seed)
