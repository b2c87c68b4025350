"""The small LaTeX: what is read, what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.symbolic.mathml import mathml
from verify.symbolic.plaintext import plain_math
from verify.symbolic.typeset import Fenced, Fraction, Glyph, Grid, Mark, Root, Row, Script, parse_latex, segments


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (r"\frac{a}{b}", Fraction),
        (r"\sqrt[3]{x}", Root),
        ("x_i^2", Script),
        (r"\left(x\right)", Fenced),
        (r"\begin{cases} 1 & \text{for}\: x > 0 \\ 0 & \text{otherwise} \end{cases}", Grid),
        (r"\dot{x}", Mark),
        ("a b", Row),
        (r"\beta", Glyph),
    ],
)
def test_each_construction_is_read(source, kind):
    """By the kind of its node."""
    assert isinstance(parse_latex(source), kind)


@pytest.mark.parametrize(
    "source",
    [r"\unknown x", "{x", "x}", r"\left(x", r"\begin{tabular} x \end{tabular}", r"\frac{a}", r"\left\foo x\right."],
)
def test_what_is_not_known_is_refused(source):
    """Nothing is shown wrongly in silence."""
    with pytest.raises(InputError, match="LaTeX must be"):
        parse_latex(source)


def test_sentences_are_split_at_dollar_signs():
    """An odd number of them is an error."""
    assert segments("$a$ and $b$") == [(True, "a"), (False, " and "), (True, "b")]
    with pytest.raises(InputError, match="dollar"):
        segments("a $b")


def test_text_keeps_its_spaces():
    """Inside of text alone."""
    assert parse_latex(r"\text{for all } x").parts[0] == Glyph("for all ", "t")


@given(st.text(alphabet="abx12+-={}_^\\frac ()[]|<>&'\"", max_size=30))
def test_any_text_is_read_or_refused(source):
    """No other error, and neither writer fails on what was read."""
    try:
        parse_latex(source)
    except InputError:
        return
    assert mathml(source).startswith("<math")
    plain_math(source)
