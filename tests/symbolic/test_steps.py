"""Steps and derivations: rungs, failures that stay alone, what a passing result means."""

from __future__ import annotations

import pytest
import sympy

from verify.model.errors import InputError
from verify.model.verdict import Status
from verify.symbolic.checks import Cited, Computed, Identity, Outcome
from verify.symbolic.rings import EXPONENTIALS
from verify.symbolic.steps import Derivation, Step, StepResult, equation

T = sympy.Symbol("t", real=True)
TRUE = Step(equation(sympy.sin(T) ** 2, 1 - sympy.cos(T) ** 2), "Pythagoras", Identity(EXPONENTIALS), "On the circle,")
FALSE = Step(equation(sympy.sin(T), T), "small angles", Identity(EXPONENTIALS))
SAID = Step("Compact sets are bounded.", "Heine, Borel", Cited("a book"))


def _raise(_seed):
    raise ArithmeticError("broken on purpose")


BROKEN = Step("Nothing.", "none", Computed(_raise))


def test_the_rung_is_the_weakest_of_the_computed_steps():
    """A cited step does not lower it; a failing one does."""
    assert Derivation("a", (TRUE, SAID)).run().status is Status.EXACT
    assert Derivation("a", (TRUE, FALSE)).run().status is Status.REFUTED
    assert Derivation("a", (SAID,)).run().status is Status.CITED


def test_an_exception_is_the_error_of_its_step_alone():
    """The others are checked."""
    result = Derivation("a", (BROKEN, TRUE)).run()
    assert [r.outcome.status for r in result] == [Status.ERROR, Status.EXACT]
    assert [r.passed for r in result] == [False, True]
    assert "broken on purpose" in result.steps[0].outcome.how


@pytest.mark.parametrize(
    ("found", "rung", "passed"),
    [
        (Status.EXACT, Status.ENCLOSED, True),
        (Status.NUMERIC, Status.ENCLOSED, False),
        (Status.CITED, Status.NUMERIC, False),
        (Status.PROVED, Status.EXACT, True),
        (Status.UNKNOWN, Status.NUMERIC, False),
        (Status.REFUTED, Status.NUMERIC, False),
    ],
)
def test_a_step_passes_on_its_rung_or_a_stronger_one(found, rung, passed):
    """A citation is no computation."""
    step = Step("a", "b", Computed(lambda _seed: Outcome(found, "c"), rung))
    assert StepResult(1, step, step.run(), 0.0).passed is passed


def test_one_step_can_be_run_alone():
    """Counted from one."""
    derivation = Derivation("a", (TRUE, FALSE))
    assert derivation.run_step(2).outcome.status is Status.REFUTED
    with pytest.raises(InputError, match="between 1 and 2"):
        derivation.run_step(3)


def test_a_claim_that_sympy_has_decided_is_refused():
    """sympy.Eq(1, 1) is True and shows nothing; a step needs a rule."""
    with pytest.raises(InputError, match="relation or a sentence"):
        Step(sympy.Eq(1, 1), "rule", Identity())
    with pytest.raises(InputError, match="justifies"):
        Step("a", "", Cited("b"))


def test_equal_sides_are_an_error_not_a_pass():
    """A check that cannot fail is a defect."""
    assert Step(equation(T, T), "reflexivity", Identity()).run().status is Status.ERROR
