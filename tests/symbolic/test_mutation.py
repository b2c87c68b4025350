"""Flipped signs: all of them are made, those without effect are left out."""

from __future__ import annotations

import sympy

from verify.symbolic.checks import Cited, Identity
from verify.symbolic.mutation import flipped_signs, mutants
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


def test_a_sentence_has_no_mutants():
    """Nothing to flip."""
    assert list(mutants(Step("words", "rule", Cited("book")))) == []
