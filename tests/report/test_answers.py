"""A printed answer: one verdict, or a model's overview with the verdicts behind it."""

from __future__ import annotations

import pytest

from verify.encodings.variants import ModelConfig, NotApplicable, Variant
from verify.evidence import Answer
from verify.model.verdict import VariantVerdict
from verify.report.answers import answer_report


@pytest.fixture
def config():
    """Return a config with hostile keys."""
    outside = Variant("all", "all", not_applicable=NotApplicable("a", "b"))
    hostile = "[red]key[/red]\x1b[0m"
    return ModelConfig(hostile, "rope/yarn", (outside,), (7, 7), ((hostile, [hostile]),), (hostile,), (hostile,))


def test_a_kernel_is_headed_by_its_source_and_name(printed, verdict):
    """The user sees which input is spoken of."""
    text = printed(answer_report(Answer("[i]name", (VariantVerdict("", "", verdict),)), "file.json"))
    assert text.startswith("file.json ([i]name)\n===")


def test_a_model_is_headed_by_its_scheme(printed, part, config):
    """Scheme, positions and the one kind of layer."""
    text = printed(answer_report(Answer("m", (part,), config), "m"))
    assert "model config, rope/yarn, 7 x 7 positions" in text
    assert "all layers and heads" in text
    assert "[red]key[/red]" not in text


def test_verbose_lists_what_was_read(printed, part, config):
    """Keys, rules and ignored keys are listed when asked for."""
    text = printed(answer_report(Answer("m", (part,), config), "m", verbose=True))
    assert text.count("[red]key[/red]\\x1b[0m") == 4
    assert "nothing to do with positions" in text


@pytest.mark.parametrize(("verbose", "shown"), [(False, 1), (True, 5)])
def test_many_variants_are_shown_by_an_overview(printed, part, config, verbose, shown):
    """An overview of all, one verdict in full, the others when asked for."""
    text = printed(answer_report(Answer("m", (part,) * 5, config), "m", verbose=verbose))
    assert text.count("Hypotheses") == shown
    assert ("(4 more verdicts: --verbose)" in text) != verbose
    assert ("... (3 more)" in text) != verbose
