"""All theorems: every step reaches its rung, every flipped sign is found, every text can be read."""

from __future__ import annotations

import re
import sys
from xml.etree import ElementTree as ET

import pytest

from verify.evidence.pages import html_page, theorem_html, theorem_latex, theorem_text
from verify.evidence.registry import list_theorems
from verify.model.verdict import Status
from verify.symbolic.inequalities import Inequality
from verify.symbolic.mutation import survivors

ENTRIES = [entry for entry in list_theorems() if entry.place.startswith("proofs.")]
THEOREMS = [entry.load() for entry in ENTRIES]
HEADINGS = ("Statement", "Hypotheses", "Derivation", "Claims", "Necessity", "What is not proved", "References")
STEPS = [
    pytest.param(step, id=f"{theorem.id}-{number}")
    for theorem in THEOREMS
    for number, step in enumerate(theorem.derivation.steps, 1)
]


@pytest.mark.slow
@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.id)
def test_every_step_reaches_its_rung(theorem):
    """With another seed than that of `verify run`."""
    assert [(r.number, r.outcome) for r in theorem.derivation.run(seed=3) if not r.passed] == []


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
def test_a_flipped_sign_is_found(step):
    """No step with one sign flipped passes; a flipped inequality may be true and is left out."""
    if isinstance(step.check, Inequality):
        return
    assert [mutant.claim for mutant in survivors(step)] == []


@pytest.mark.slow
@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.id)
def test_a_theorem_is_readable_in_three_forms(theorem):
    """The text is plain, the LaTeX ASCII with matching braces, the HTML well-formed XML that loads nothing."""
    text = theorem_text(theorem)
    assert "\\" not in text
    assert "$" not in text
    latex = theorem_latex(theorem)
    assert latex.isascii()
    assert latex.replace(r"\{", "").replace(r"\}", "").count("{") == latex.replace(r"\{", "").replace(r"\}", "").count(
        "}"
    )
    page = html_page(theorem.title, theorem_html(theorem))
    without_links = re.sub(r'<a href="https://[^"]+">[^<]*</a>', "", page)
    assert not re.search(r"<script|https?://(?!www\.w3\.org/1998/Math)|src=", without_links)
    body = page[page.index("<body>") : page.index("</body>") + len("</body>")]
    root = ET.fromstring(body)
    assert len(root.findall(".//li[@id]")) == len(theorem.derivation.steps)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_the_module_of_a_theorem_has_its_headings(entry):
    """One template: the docstring names what the object holds."""
    entry.load()
    document = sys.modules[entry.place.partition(":")[0]].__doc__
    assert [heading for heading in HEADINGS if f"{heading}\n---" not in document] == []


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.id)
def test_a_theorem_says_what_it_does_not_prove(theorem):
    """Limits and at least one mutant; the derivation has a computed step."""
    assert theorem.not_proved
    assert theorem.necessity
    assert any(step.check.expected is not Status.CITED for step in theorem.derivation.steps)
