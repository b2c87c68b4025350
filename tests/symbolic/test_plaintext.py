"""Plain text: what a terminal shows of a formula."""

from __future__ import annotations

import pytest

from verify.symbolic.plaintext import plain_math


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"\frac{1}{2} \sum_{i=1}^{n} x_{i}^{2}", "1/2 ∑ᵢ₌₁ⁿ xᵢ²"),
        (r"\frac{a + b}{c d}", "(a + b)/(c d)"),
        (r"e^{-\beta (1 - c)}", "e^(−β(1−c))"),
        (r"\langle v, L v\rangle \ge 0", "⟨v, L v⟩ ≥ 0"),
        (r"\left. f \right|_{x=0}", "[f]ₓ₌₀"),
        (r"\sup_{m} \hat{k}(m)", "supₘ k̂(m)"),
        (r"I_{1}(\beta)/(2 \beta)", "I₁(β)/(2 β)"),
        (r"x \in S^{d-1}", "x ∈ S^(d−1)"),
        (r"\exp(x) \sin x", "exp(x) sin x"),
        (r"\begin{cases} 1 & x > 0 \\ 0 & x \le 0 \end{cases}", "{1 x > 0; 0 x ≤ 0}"),
    ],
)
def test_a_formula_reads_on_one_line(source, text):
    """In Unicode, with brackets where the height of a fraction is lost."""
    assert plain_math(source) == text
