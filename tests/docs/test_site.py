"""The pages that are written from theorems and commands: complete, escaped, honest about what was not run."""

from __future__ import annotations

import doctest
import re
import sys

import pytest
from pages import PAGES, ROOT

from verify.evidence.registry import list_theorems
from verify.symbolic.mathml import mathml

sys.path.insert(0, str(ROOT / "docs" / "_ext"))

import site_commands
import site_mathematics
import site_theorems

OURS = [entry for entry in list_theorems() if entry.place.startswith("proofs.")]


def test_every_theorem_has_its_page_under_the_stem_of_its_module():
    """And there is no page of a theorem that is gone."""
    wanted = {f"{site_theorems.stem(entry.id)}.md": f"<!-- theorem {entry.id} -->\n" for entry in OURS}
    found = {page.name: page.read_text(encoding="utf-8") for page in (ROOT / "docs/theorems").glob("t*.md")}
    assert found == wanted


@pytest.mark.parametrize("entry", OURS, ids=lambda entry: entry.id)
def test_a_page_holds_everything_that_the_theorem_says(entry):
    """Paragraphs, hypotheses, steps, claims, mutants, limits, references; without a run it says so."""
    theorem = entry.load()
    page = site_theorems.theorem_page(theorem, {})
    assert "made without a run" in page
    assert page.count("\n(step-") == len(theorem.derivation.steps)
    assert page.count("{math}") == sum(not isinstance(step.claim, str) for step in theorem.derivation.steps)
    assert page.count("expected: refuted") == len(theorem.necessity)
    for line in (*theorem.paragraphs, *theorem.not_proved):
        assert site_theorems.prose(line) in page
    for formula in re.findall(r"```\{math\}\n(.*?)\n```", page, re.DOTALL):
        assert mathml(formula, block=True).endswith("</math>")


def test_a_page_shows_what_the_run_found_and_marks_what_was_not_expected():
    """The rung of the line, not the one that was hoped for."""
    theorem = OURS[0].load()
    line = {"theorem": theorem.id, "found": "error", "outcome": "error", "how": "a < b", "residual": None}
    page = site_theorems.theorem_page(theorem, {f"{theorem.id}/step 1": {**line, "item": "step 1"}})
    assert "[error]{.rung .rung-error} **error** [a \\< b]{.how}" in page


def test_signs_of_markdown_in_a_sentence_mean_themselves():
    """Outside of mathematics."""
    assert site_theorems.prose("[a](b) *c* <d> $x_*$") == r"\[a\](b) \*c\* \<d\> $x_*$"


def test_every_command_has_its_section():
    """With the help that it prints."""
    text = site_commands.command_pages()
    named = re.findall(r"^## verify (\w+)$", text, re.MULTILINE)
    assert {"kernel", "recheck", "run", "derive", "simulate", "maximise"} <= set(named)
    assert text.count("Usage: verify") == len(named)


def test_the_rows_of_a_table_have_as_many_cells_as_its_head():
    """A bar of mathematics would end a cell."""
    for page in PAGES:
        table: list[int] = []
        for line in page.read_text(encoding="utf-8").splitlines():
            table = [*table, line.count("|")] if line.startswith("|") else []
            assert len(set(table)) <= 1, f"{page.name}: {line}"


@pytest.mark.parametrize("module", [site_mathematics, site_theorems])
def test_the_examples_in_the_extension_hold(module):
    """Its doctests."""
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
