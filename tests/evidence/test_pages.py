"""Pages of theorems: all parts are there, escaped, in three forms."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from verify.evidence.pages import html_page, latex_document, theorem_html, theorem_latex, theorem_text
from verify.evidence.theorem import Assumption

HEADINGS = ("Hypotheses", "Derivation", "Claims", "Necessity", "What is not proved", "References")


def test_every_part_is_shown(resultants):
    """Statement, hypotheses, steps with rungs, claims, mutants, limits, references."""
    result = resultants.derivation.run()
    for text in (theorem_text(resultants, result), theorem_latex(resultants, result), theorem_html(resultants, result)):
        assert all(heading in text for heading in HEADINGS)
        assert "commutes with squares" in text
        assert "exact" in text


def test_a_page_stands_alone(resultants):
    """Well-formed, with its style inside, readable on a phone, light and dark."""
    page = html_page("a < b", theorem_html(resultants))
    assert "<title>a &lt; b</title>" in page
    assert "prefers-color-scheme: dark" in page
    assert "width=device-width" in page
    assert not any(word in page for word in ("<script", "<link", "src=", "@import", "url("))
    ET.fromstring(page[page.index("<body>") : page.index("</html>")])


def test_hostile_text_stays_text(resultants_with):
    """No tag comes out of a theorem's words."""
    hostile = resultants_with(title="<script>alert(1)</script>", hypotheses=(Assumption("<b>", "a & b"),))
    page = html_page(hostile.title, theorem_html(hostile))
    assert "<script" not in page
    assert "&lt;b&gt;" in page


def test_a_latex_document_stands_alone():
    """It needs the packages that come with every LaTeX."""
    document = latex_document("x")
    assert document.startswith("\\documentclass{article}\n")
    packages = set(",".join(re.findall(r"\\usepackage(?:\[.*?\])?\{(.*?)\}", document)).split(","))
    assert packages == {"amsmath", "amssymb", "geometry", "graphicx", "hyperref"}
