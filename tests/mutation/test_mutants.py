"""Errors put into a copy of the decision core are noticed by its quick tests, and the list of them does not rot."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys

import pytest
import trials

MUTANTS = trials.declared()
# One of each kind, all of them over in seconds.
FIVE = (
    "laplacian-coupling-sign",
    "merged-one-weight",
    "inertia-exchanged",
    "checked-circle-as-sphere",
    "mean-zero-is-negative",
)


def test_the_list_is_long_and_every_mutant_has_its_own_name():
    """At least a hundred errors, of every kind that the page names."""
    assert len(MUTANTS) >= 100
    assert len({m.name for m in MUTANTS}) == len(MUTANTS)
    assert {m.kind for m in MUTANTS} == set(trials.KINDS)


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: m.name)
def test_a_mutant_still_applies_and_changes_the_program(mutant):
    """Its text occurs once in its module, the change is one of the code and not of words, and its tests exist."""
    text = (trials.ROOT / mutant.file).read_text(encoding="utf-8")
    changed = ast.parse(mutant.applied(text))
    assert _code(changed) != _code(ast.parse(text))
    for test in mutant.tests:
        path, *names = test.split("::")
        source = (trials.ROOT / path).read_text(encoding="utf-8")
        assert all(f"def {name}(" in source for name in names), test


def _code(tree):
    """Return a tree without its docstrings, as text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.dump(tree)


def test_the_page_shows_the_outcomes_of_this_list():
    """docs/mutation.md is what the trials found of the mutants that are declared now; no outcome is of another one."""
    outcomes = json.loads(trials.OUTCOMES.read_text(encoding="utf-8"))
    assert trials.recorded(MUTANTS) == outcomes
    assert trials.PAGE.read_text(encoding="utf-8") == trials.page(MUTANTS, outcomes)


def test_no_mutant_that_was_tried_survives_without_a_word():
    """What is not killed computes the same or is a gap that the list names; nothing that was killed is excused."""
    outcomes = json.loads(trials.OUTCOMES.read_text(encoding="utf-8"))
    survivors = {m.name for m in MUTANTS if outcomes[m.name]["outcome"] not in {"killed", "untried"}}
    assert survivors == {m.name for m in MUTANTS if m.equivalent or m.gap}


def _tried(*names):
    return subprocess.run(
        [sys.executable, str(trials.ROOT / "tests" / "mutation" / "trials.py"), *names],
        cwd=trials.ROOT,
        env={**os.environ, "HYPOTHESIS_PROFILE": "dev"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_five_mutants_are_killed():
    """The trial runs, and its copy is what the tests see: each of five errors makes a test fail."""
    run = _tried(*FIVE)
    assert run.returncode == 0, run.stderr
    assert sum(line.startswith("killed") for line in run.stderr.splitlines()) == len(FIVE), run.stderr


@pytest.mark.nightly
def test_all_mutants_are_killed_again():
    """Every error of the list that is no mere rewriting makes a test fail."""
    run = _tried(*(m.name for m in MUTANTS))
    assert run.returncode == 0, run.stderr
