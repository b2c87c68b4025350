"""Flipped signs: all of them are made, those without effect are left out."""

from __future__ import annotations

import sympy

from verify.model.verdict import Status
from verify.symbolic.checks import Cited, Computed, Identity, Outcome
from verify.symbolic.mutation import flipped_signs, mutants, survivors
from verify.symbolic.rings import EXPONENTIALS
from verify.symbolic.steps import Step, equation
from verify.symbolic.vectors import Defined

A, B, T = sympy.symbols("a b t", real=True)


def test_signs_are_flipped_at_every_depth():
    """The expression's own, those of terms, those of exponents."""
    flips = set(flipped_signs(A - sympy.exp(-T)))
    assert {sympy.exp(-T) - A, -A - sympy.exp(-T), A + sympy.exp(-T), A - sympy.exp(T)} <= flips
    assert set(flipped_signs(Defined("c", A + B))) >= {A - B, B - A}


def test_flips_without_effect_are_left_out():
    """cos(-t) = cos(t), and zero has no sign."""
    step = Step(equation(sympy.cos(A - B) - sympy.cos(B - A), 0), "even", Identity(EXPONENTIALS))
    claims = {mutant.claim.lhs for mutant in mutants(step)}
    assert sympy.cos(A - B) + sympy.cos(B - A) in claims or claims == set()
    assert all(mutant.claim.rhs == 0 for mutant in mutants(step))


def test_every_mutant_of_a_true_identity_fails():
    """sin(a + b) in full."""
    claim = equation(sympy.sin(A + B), sympy.sin(A) * sympy.cos(B) + sympy.cos(A) * sympy.sin(B))
    step = Step(claim, "addition", Identity(EXPONENTIALS))
    found = list(mutants(step))
    assert len(found) >= 5
    assert not any(mutant.run().status == "exact" for mutant in found)
    assert survivors(step) == []


def test_a_check_that_takes_everything_lets_mutants_survive():
    """Those that are not the step itself, and no others."""
    claim = equation(sympy.cos(A - B), sympy.cos(A) * sympy.cos(B) + sympy.sin(A) * sympy.sin(B))
    step = Step(claim, "addition", Computed(lambda _seed: Outcome(Status.EXACT, "everything")))
    found = survivors(step)
    assert equation(sympy.cos(A + B), claim.rhs) in [mutant.claim for mutant in found]
    assert claim not in [mutant.claim for mutant in found]
    assert len(found) == len(list(mutants(step)))


def test_a_sentence_has_no_mutants():
    """Nothing to flip."""
    assert list(mutants(Step("words", "rule", Cited("book")))) == []
