"""Displayed formulas: what is broken is the same formula, and no line is far too wide."""

from __future__ import annotations

import re

import pytest
import sympy

from verify.evidence.registry import list_theorems
from verify.symbolic.displays import display_latex
from verify.symbolic.plaintext import plain_math
from verify.symbolic.render import latex
from verify.symbolic.steps import equation

A, B, C = sympy.symbols("a b c", positive=True)
_SET = re.compile(r"\\(?:fitted|broken)\{(.*)\}(?: \\\\)?$")


def _lines(display):
    """Return the formulas of a display, line by line."""
    found = [_SET.search(line) for line in display.splitlines()[1:-1]]
    assert all(found)
    return [match[1] for match in found]


def _signs(text):
    """Return the signs of a formula without brackets that grow, spaces and grouping."""
    return re.sub(r"\\(left|right)\b\.?|\s|\\quad", "", text)


def test_a_short_relation_stands_on_one_line():
    """As it is."""
    assert _lines(display_latex(equation(A, B + C), latex)) == ["a = b + c"]


@pytest.mark.parametrize("relation", [sympy.Eq, sympy.Le, sympy.Ge, sympy.Lt, sympy.Gt, sympy.Ne])
def test_a_long_relation_is_broken_at_its_sign_and_between_terms(relation):
    """The sign begins the second side; the lines of each side together are that side."""
    left = sum((sympy.Symbol(f"x_{n}") for n in range(40)), sympy.S.Zero) - sympy.Symbol("y")
    claim = relation(left, A**2 - B, evaluate=False)
    lines = _lines(display_latex(claim, latex))
    assert len(lines) > 3
    assert all(len(plain_math(line)) <= 72 for line in lines)
    assert _signs("".join(lines[:-1])) == _signs(latex(left))
    assert re.match(r"(=|\\leq|\\geq|<|>|\\neq) ", lines[-1])


def test_a_factor_that_is_far_too_wide_gets_brackets_of_one_size():
    """TeX breaks a formula in running text where no bracket grows."""
    inner = sum((sympy.sin(sympy.Symbol(f"x_{n}")) for n in range(40)), sympy.S.Zero)
    (first, second) = display_latex(equation(A * inner, B), latex).splitlines()[1:-1]
    assert "\\broken{" in first
    assert "\\left" not in first
    assert "\\fitted{= b}" in second


@pytest.mark.slow
@pytest.mark.parametrize("entry", list_theorems(), ids=lambda entry: entry.id)
def test_the_displays_of_a_theorem_hold_its_claims(entry):
    """For each step, the lines together have exactly the signs of the formula on one line."""
    for step in entry.load().derivation.steps:
        if isinstance(step.claim, str):
            continue
        shown = _signs("".join(_lines(display_latex(step.claim, latex))))
        whole = _signs(latex(step.claim))
        assert sorted(shown.replace("+", "")) == sorted(whole.replace("+", "")), latex(step.claim)
        assert shown.count("{") == shown.count("}")
