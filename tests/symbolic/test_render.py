"""Derivations for reading: all three forms show claim, rule and rung, and escape what they show."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
import sympy

from verify.model.errors import InputError
from verify.symbolic.checks import Cited, Identity
from verify.symbolic.render import (
    claim_latex,
    derivation_html,
    derivation_latex,
    derivation_text,
    latex,
    prose_html,
    prose_latex,
    prose_text,
    step_html,
    step_latex,
    step_text,
)
from verify.symbolic.rings import EXPONENTIALS
from verify.symbolic.steps import Derivation, Step, equation

T = sympy.Symbol("t", real=True)
STEP = Step(
    equation(sympy.sin(T) ** 2, 1 - sympy.cos(T) ** 2), "$|x| = 1$ & <rule>", Identity(EXPONENTIALS), "On a circle,"
)
SAID = Step("The set $A_n$ is <bounded> & 50% closed.", "a book", Cited("somewhere"))
DERIVATION = Derivation("Title", (STEP, SAID))


def test_the_text_shows_claims_and_rungs():
    """Plain, and with results."""
    assert "sin²" in derivation_text(DERIVATION)
    assert "Aₙ is <bounded> & 50% closed" in derivation_text(DERIVATION)
    assert "exact: normal form" in derivation_text(DERIVATION, DERIVATION.run())
    assert step_text(SAID, 2).endswith("cited")


def test_the_latex_is_ascii_and_escaped():
    """Special letters of TeX are words outside of mathematics."""
    text = derivation_latex(DERIVATION, DERIVATION.run())
    assert text.isascii()
    assert r"\& 50\% closed" in text
    assert r"\fitted{\sin^{2}{\left(t \right)} = 1 - \cos^{2}{\left(t \right)}}" in step_latex(STEP, 1)
    with pytest.raises(InputError, match="ASCII outside"):
        prose_latex("∮")


def test_the_html_is_well_formed_and_escaped():
    """One item for each step, with its number."""
    root = ET.fromstring(derivation_html(DERIVATION, DERIVATION.run()).replace("&#x2061;", ""))
    assert [item.attrib["id"] for item in root.findall("li")] == ["step-1", "step-2"]
    assert "&lt;bounded&gt; &amp; 50%" in step_html(SAID, 2)
    assert "rung exact" in derivation_html(DERIVATION, DERIVATION.run())
    assert prose_html("a < $b$").startswith("a &lt; <math")


def test_sentences_mix_words_and_mathematics():
    """Formulas stand between dollar signs."""
    assert prose_text("for $x \\in S^{d-1}$ and all $n$") == "for x ∈ S^(d−1) and all n"
    assert claim_latex("words") is None


def test_sums_integrals_and_special_functions_are_written_as_in_the_field():
    """One sign for several indices; limits; E_1; deltas."""
    i, j, n = sympy.symbols("i j n")
    a = sympy.IndexedBase("a")
    assert latex(sympy.Sum(a[i, j], (i, 1, n), (j, 1, n))) == r"\sum_{i,j=1}^{n} {a}_{i,j}"
    assert latex(sympy.Sum(a[i] + 1, (i, 1, n))) == r"\sum_{i=1}^{n} \left({a}_{i} + 1\right)"
    assert latex(sympy.Integral(T, (T, 0, 1))) == r"\int_{0}^{1} t \, dt"
    assert latex(sympy.expint(1, T)) == r"E_{1}\left(t\right)"
    assert latex(sympy.KroneckerDelta(i, j)) == r"\delta_{i j}"


def test_notebooks_get_html_and_latex():
    """By the hooks that IPython calls."""
    assert DERIVATION._repr_html_() == DERIVATION.to_html()
    assert DERIVATION._repr_latex_() == DERIVATION.to_latex()
    assert DERIVATION.to_text() == derivation_text(DERIVATION)
