"""Claims: what is asserted, and the evidence that a pure function of parameters gives for it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.evidence.expectations import Outcome
from verify.model.errors import InputError
from verify.model.verdict import Status
from verify.symbolic.checks import Check

__all__ = ["Claim", "Evidence", "checked", "judge", "measured"]

_RUNGS = list(Status)
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Evidence:
    """What a run found.

    Attributes
    ----------
    status : Status
        The rung reached; ``refuted`` where a witness stands against the claim: an exact one or, for a claim about a
        measurement, the measurement, which ``how`` then calls numerical.
    how : str
        One sentence: the method, and the witness or the bound.
    details : mapping
        Plain data for the report: numbers as strings, certificates.
    seed : int or None
        Of the random numbers, where there are any.
    residual : str or None
        The largest error, as text.
    """

    status: Status
    how: str
    details: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    residual: str | None = None

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Evidence:
        """Return the evidence that :meth:`to_json` wrote."""
        return cls(Status(data["status"]), data["how"], data["details"], data["seed"], data["residual"])

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "status": str(self.status),
            "how": self.how,
            "details": dict(self.details),
            "seed": self.seed,
            "residual": self.residual,
        }


@dataclass(frozen=True)
class Claim:
    """An assertion that a program can settle.

    Attributes
    ----------
    id : str
        Lower-case words with hyphens; unique in its theorem.
    statement : str
        One sentence; mathematics between dollar signs, in LaTeX.
    run : callable
        ``run(**parameters) -> Evidence``; a pure function, so that its result can be stored.
    expected : Status
        The rung it has to reach (a stronger one will do), or ``refuted``, which is then required.
    parameters : mapping
        Plain data.
    timeout : float
        Seconds.
    remake : callable or None
        What runs instead where ``verify run --remake`` asks for it: it makes a shipped certificate again. A claim that
        has one is run in every run, whatever the store holds.
    making : float
        Seconds for ``remake``.

    Examples
    --------
    >>> claim = Claim("two", "$1 + 1 = 2$", lambda: Evidence(Status.EXACT, "counted"), Status.EXACT)
    >>> judge(claim.expected, claim.run().status)
    <Outcome.AS_EXPECTED: 'as expected'>
    """

    id: str
    statement: str
    run: Callable[..., Evidence]
    expected: Status
    parameters: Mapping[str, Any] = field(default_factory=dict)
    timeout: float = 60.0
    remake: Callable[[], Evidence] | None = None
    making: float = 3600.0

    def __post_init__(self) -> None:
        """Refuse names that cannot be typed and limits that are none."""
        if not _ID.fullmatch(self.id):
            raise InputError("claim id", "be lower-case words with hyphens", self.id)
        for name, seconds in (("timeout", self.timeout), ("making", self.making)):
            if not (math.isfinite(seconds) and seconds > 0):
                raise InputError(name, "be a positive number of seconds", seconds)

    def evidence(self) -> Evidence:
        """Run the claim; an exception in it is its error."""
        try:
            found = self.run(**self.parameters)
        except Exception as error:  # noqa: BLE001 - an exception is data: the status error
            return Evidence(Status.ERROR, f"{type(error).__name__}: {error}")
        if not isinstance(found, Evidence):
            return Evidence(Status.ERROR, f"the claim returned {type(found).__name__}, not Evidence")
        return found


def checked(relation: Any, check: Check, seed: int = 0) -> Evidence:
    """Return the evidence of a relation under a check of steps; a false one comes out ``refuted``.

    Examples
    --------
    >>> from verify.symbolic import Identity, equation
    >>> str(checked(equation(2, 3), Identity()).status)
    'refuted'
    """
    outcome = check.run(relation, seed)
    return Evidence(outcome.status, outcome.how, seed=seed, residual=outcome.residual)


def measured(
    how: str,
    details: Mapping[str, Any] | None = None,
    *,
    agrees: bool,
    residual: str | None = None,
    seed: int | None = None,
) -> Evidence:
    """Return the evidence of a measurement in floating point: ``numeric`` if it agrees with the claim.

    Notes
    -----
    Where it disagrees, the claim is ``refuted``, and its text says that this was seen numerically: no exact witness.

    Examples
    --------
    >>> str(measured("1.25 measured", agrees=True, residual="2e-9").status)
    'numeric'
    >>> measured("1.25 measured", agrees=False, residual="3e-1").how
    '1.25 measured; numerically against the claim, without an exact witness'
    """
    words = how if agrees else f"{how}; numerically against the claim, without an exact witness"
    return Evidence(Status.NUMERIC if agrees else Status.REFUTED, words, details or {}, seed, residual)


def judge(expected: Status, found: Status, *, strict: bool = False) -> Outcome:
    """Compare a rung with the one expected.

    Notes
    -----
    ``refuted``, ``cited``, ``unknown`` and ``not_applicable`` are expected literally; of the other rungs a stronger
    one passes. A claim that is refuted against expectation, or one that must be refuted and is not, is unexpected.
    Under ``strict`` numeric evidence leaves a claim undecided.

    Examples
    --------
    >>> judge(Status.NUMERIC, Status.ENCLOSED), judge(Status.REFUTED, Status.NUMERIC)
    (<Outcome.AS_EXPECTED: 'as expected'>, <Outcome.UNEXPECTED: 'unexpected'>)
    """
    if found is Status.ERROR:
        return Outcome.ERROR
    literal = {Status.REFUTED, Status.CITED, Status.UNKNOWN, Status.NOT_APPLICABLE}
    if expected not in literal and (found is Status.UNKNOWN or (strict and found is Status.NUMERIC)):
        return Outcome.UNDECIDED
    if expected is Status.REFUTED and found is Status.UNKNOWN:
        return Outcome.UNDECIDED
    if expected in literal or found in literal:
        return Outcome.AS_EXPECTED if found is expected else Outcome.UNEXPECTED
    return Outcome.AS_EXPECTED if _RUNGS.index(found) <= _RUNGS.index(expected) else Outcome.UNEXPECTED
