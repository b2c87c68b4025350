"""References as links: by DOI, arXiv number and address."""

from __future__ import annotations

import pytest

from verify.evidence.pages import reference_html, theorem_latex
from verify.evidence.references import linked
from verify.evidence.registry import list_theorems


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Schur (1911), doi:10.1515/crll.1911.140.1", "https://doi.org/10.1515/crll.1911.140.1"),
        ("(arXiv:2405.18273)", "https://arxiv.org/abs/2405.18273"),
        ("DLMF, https://dlmf.nist.gov/10, chapter 10.", "https://dlmf.nist.gov/10"),
        ("doi:10.2307/1970147.", "https://doi.org/10.2307/1970147"),
    ],
)
def test_what_names_a_document_is_a_link(text, address):
    """A full stop or a comma after it is none of its signs; nothing of the line is lost."""
    pieces = linked(text)
    assert [target for _, target in pieces if target] == [address]
    assert "".join(piece for piece, _ in pieces) == text


def test_a_reference_without_an_address_stays_text():
    """And is escaped; other schemes are no links."""
    assert linked("Hardy, Wright, chapter 23") == [("Hardy, Wright, chapter 23", None)]
    assert linked("javascript:alert(1), http://x.y") == [("javascript:alert(1), http://x.y", None)]
    assert reference_html(
        'a < b, https://x.y/"z'
    ) == 'a &lt; b, <a href="https://x.y/&quot;z">https://x.y/"z</a>'.replace('/"z<', "/&quot;z<")


@pytest.mark.slow
def test_most_references_of_the_theorems_can_be_followed():
    """Every theorem has at least one that can, and LaTeX has it as a hyperlink."""
    for entry in list_theorems():
        theorem = entry.load()
        addresses = [target for text in theorem.references for _, target in linked(text) if target]
        assert addresses, entry.id
        assert all(f"\\href{{{target}" in theorem_latex(theorem) for target in addresses if "_" not in target)
