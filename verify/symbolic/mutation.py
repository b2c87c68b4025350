"""Steps with one sign flipped: what a check of steps has to find out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy

from verify.symbolic.rings import SUMS, Ring, difference
from verify.symbolic.steps import Step, StepResult
from verify.symbolic.vectors import Defined

__all__ = ["flipped_signs", "mutants", "survivors"]


def flipped_signs(expression: sympy.Expr) -> Iterator[sympy.Expr]:
    """Yield the expression with one sign flipped: its own, that of a term, or that of an argument or exponent.

    Examples
    --------
    >>> a, b = sympy.symbols("a b")
    >>> sorted(map(str, flipped_signs(a - b)))
    ['-a + b', '-a - b', 'a + b']
    """
    if expression != 0:
        yield -expression
    yield from _inside(expression)


def _inside(expression: sympy.Basic) -> Iterator[sympy.Basic]:
    """Yield the expression with a sign flipped somewhere below its root."""
    if isinstance(expression, Defined):
        yield from _inside(expression.definition)
        return
    for position, arg in enumerate(expression.args):
        changed: list[sympy.Basic] = list(_inside(arg))
        negative = isinstance(arg, sympy.Expr) and arg.could_extract_minus_sign() and not arg.is_Number
        if (isinstance(expression, sympy.Add) and arg != 0) or (negative and not isinstance(expression, sympy.Mul)):
            changed.append(-arg)
        for other in changed:
            args = list(expression.args)
            args[position] = other
            try:
                yield expression.func(*args)
            except (TypeError, ValueError, AttributeError):  # no expression of its kind, as a limit of a sum
                continue


def mutants(step: Step) -> Iterator[Step]:
    """Yield the step with one sign of its relation flipped; flips that give the same normal form are left out."""
    return (mutant for mutant, changed, original in _flips(step) if not _is_same(step, changed, original))


def survivors(step: Step, seed: int = 0) -> list[Step]:
    """Return the mutants that the step's check takes for true.

    Notes
    -----
    Only a flip that passes is compared with the original: most are refuted at the first random instance.
    """
    return [
        mutant
        for mutant, changed, original in _flips(step)
        if StepResult(1, mutant, mutant.run(seed), 0.0).passed and not _is_same(step, changed, original)
    ]


def _flips(step: Step) -> Iterator[tuple[Step, sympy.Expr, sympy.Expr]]:
    """Yield different steps with one sign flipped, the side that it changes, and that side as it was."""
    if not isinstance(step.claim, sympy.Rel):
        return
    lhs, rhs = step.claim.lhs, step.claim.rhs
    seen: set[sympy.Basic] = set()
    sides = [(other, lhs, other, rhs) for other in flipped_signs(lhs)]
    sides += [(other, rhs, lhs, other) for other in flipped_signs(rhs)]
    for changed, original, left, right in sides:
        claim = step.claim.func(left, right, evaluate=False)
        if claim not in seen and left != right:
            seen.add(claim)
            yield replace(step, claim=claim), changed, original


def _is_same(step: Step, changed: sympy.Expr, original: sympy.Expr) -> bool:
    """Whether two sides have one normal form in the ring of the step's check."""
    ring: Ring = getattr(step.check, "ring", SUMS)
    return not difference(changed, original, ring)
