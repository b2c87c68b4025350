"""MathML: well-formed, escaped, with the right structure."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from verify.symbolic.mathml import mathml

NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"


@pytest.mark.parametrize(
    ("source", "tags"),
    [
        (r"\frac{1}{2} x_i", ["mfrac", "msub"]),
        (r"\sum_{i=1}^{n} i^{2}", ["munderover", "msup"]),
        (r"\int_{0}^{1} f", ["msubsup"]),
        (r"\sqrt{x} + \sqrt[3]{y}", ["msqrt", "mroot"]),
        (r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}", ["mtable", "mtr", "mtd"]),
        (r"\hat{x} \text{ if } \sup_{x} f", ["mover", "mtext", "munder"]),
    ],
)
def test_the_structure_is_that_of_the_formula(source, tags):
    """Each construction has its element."""
    root = ET.fromstring(mathml(source, block=True))
    assert root.attrib["display"] == "block"
    assert set(tags) <= {element.tag.removeprefix(NAMESPACE) for element in root.iter()}


def test_fractions_and_scripts_have_two_children():
    """Also where a child is a function's name with its invisible application sign."""
    root = ET.fromstring(mathml(r"\frac{\sin x}{\cos} + \log_{2}^{3} x + \max_{i}"))
    counts = {"mfrac": 2, "msub": 2, "msubsup": 3, "munder": 2}
    for tag, count in counts.items():
        for element in root.iter(NAMESPACE + tag):
            assert len(element) == count


def test_signs_are_escaped():
    """a < b is no tag."""
    assert "<mo>&lt;</mo>" in mathml("a < b")
    assert "&amp;" in mathml(r"a \& b")


def test_names_of_functions_stand_apart_from_arguments_without_brackets():
    """ker L, sin x, cos^2 x; but f(x) and sin(x) close."""
    apart = '<mspace width="0.17em"></mspace>'
    assert all(apart in mathml(source) for source in (r"\ker L", r"\sin x", r"\cos^2 x"))
    assert not any(apart in mathml(source) for source in (r"f(x)", r"\sin(x)", r"\sin{\left(x\right)}", r"\sup_x f"))


def test_brackets_grow_around_what_is_tall_alone():
    """Around fractions and sums; not around letters with indices."""
    assert 'stretchy="true"' in mathml(r"\left(\frac{1}{2}\right)")
    assert 'stretchy="true"' in mathml(r"\left(1 + \sum_i x_i\right)")
    assert 'stretchy="true"' not in mathml(r"\left(x_i + y_j\right)")
