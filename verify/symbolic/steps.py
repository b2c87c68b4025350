"""Derivations: lists of steps, each a claim, the rule that justifies it, and a machine check."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy

from verify.model.errors import InputError
from verify.model.verdict import Status
from verify.symbolic._expressions import expression_of
from verify.symbolic.checks import Check, Outcome

__all__ = ["Derivation", "DerivationResult", "Step", "StepResult", "equation"]

_RUNGS = list(Status)


def equation(lhs: Any, rhs: Any) -> sympy.Eq:
    """Return lhs = rhs without SymPy deciding it.

    Examples
    --------
    >>> equation(1, 1)
    Eq(1, 1)
    """
    return sympy.Eq(expression_of(lhs), expression_of(rhs), evaluate=False)


@dataclass(frozen=True)
class Step:
    r"""One line of a proof.

    Attributes
    ----------
    claim : Rel or str
        A relation of two expressions, or a sentence; mathematics in a sentence stands between dollar signs, in LaTeX.
    rule : str
        What justifies it: a rule of calculation, an earlier step, a theorem with its reference.
    check : Check
        How a machine checks it.
    says : str
        A sentence that leads to the claim, for reading.
    """

    claim: sympy.Rel | str
    rule: str
    check: Check
    says: str = ""

    def __post_init__(self) -> None:
        """Refuse a claim that SymPy has already decided, and a step without a rule."""
        if not isinstance(self.claim, sympy.Rel | str):
            raise InputError(
                "claim", "be a relation or a sentence", self.claim, "SymPy decided it already.", "Use equation()."
            )
        if not self.rule:
            raise InputError("rule", "say what justifies the claim", repr(self.rule))

    def run(self, seed: int = 0) -> Outcome:
        """Return what the check finds; an exception in it is an error of this step."""
        try:
            return self.check.run(self.claim, seed)
        except Exception as error:  # noqa: BLE001 - an exception is data: the status error
            return Outcome(Status.ERROR, f"{type(error).__name__}: {error}")


@dataclass(frozen=True)
class StepResult:
    """A step with what its check found and how long that took."""

    number: int
    step: Step
    outcome: Outcome
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether the rung is the one that the step needs, or a stronger one; a cited step is cited."""
        found, expected = self.outcome.status, self.step.check.expected
        if Status.CITED in (found, expected):
            return found is expected
        return _RUNGS.index(found) <= _RUNGS.index(expected)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "number": self.number,
            "status": str(self.outcome.status),
            "expected": str(self.step.check.expected),
            "passed": self.passed,
            "rule": self.step.rule,
            "how": self.outcome.how,
            "residual": self.outcome.residual,
            "seconds": round(self.seconds, 4),
        }


@dataclass(frozen=True)
class DerivationResult:
    """What running a derivation found, step by step."""

    steps: tuple[StepResult, ...]

    @property
    def passed(self) -> bool:
        """Whether every step reached the rung that it needs."""
        return all(result.passed for result in self.steps)

    @property
    def status(self) -> Status:
        """The weakest rung among the computed steps; cited ones do not lower it."""
        computed = [r.outcome.status for r in self.steps if not (r.outcome.status is Status.CITED and r.passed)]
        return Status.weakest(*computed) if computed else Status.CITED

    def __iter__(self) -> Iterator[StepResult]:
        return iter(self.steps)


@dataclass(frozen=True)
class Derivation:
    """A proof as a list of steps.

    Examples
    --------
    >>> from verify.symbolic.checks import Identity
    >>> from verify.symbolic.rings import EXPONENTIALS
    >>> t = sympy.Symbol("t", real=True)
    >>> step = Step(equation(sympy.cos(t) ** 2 + sympy.sin(t) ** 2, 1), "Pythagoras", Identity(EXPONENTIALS))
    >>> result = Derivation("The circle", (step,)).run()
    >>> result.passed, str(result.status)
    (True, 'exact')
    """

    title: str
    steps: tuple[Step, ...]

    def run(self, seed: int = 0) -> DerivationResult:
        """Check every step; a step that fails does not stop the others."""
        return DerivationResult(tuple(self.run_step(number, seed) for number in range(1, len(self.steps) + 1)))

    def run_step(self, number: int, seed: int = 0) -> StepResult:
        """Check one step; the first has the number 1.

        Raises
        ------
        InputError
            There is no such step.
        """
        if not 1 <= number <= len(self.steps):
            raise InputError("step", f"be between 1 and {len(self.steps)}", number)
        begin = time.perf_counter()
        outcome = self.steps[number - 1].run(seed)
        return StepResult(number, self.steps[number - 1], outcome, time.perf_counter() - begin)

    def to_text(self) -> str:
        """Return the derivation as plain text in Unicode."""
        from verify.symbolic.render import derivation_text

        return derivation_text(self)

    def to_latex(self) -> str:
        """Return a LaTeX document fragment."""
        from verify.symbolic.render import derivation_latex

        return derivation_latex(self)

    def to_html(self) -> str:
        """Return an HTML fragment whose mathematics is MathML."""
        from verify.symbolic.render import derivation_html

        return derivation_html(self)

    def _repr_html_(self) -> str:
        return self.to_html()

    def _repr_latex_(self) -> str:
        return self.to_latex()
