"""A theorem for reading: statement, hypotheses, derivation, claims, limits; as text, LaTeX, and one HTML page."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from verify.evidence.references import linked
from verify.symbolic.displays import PREAMBLE
from verify.symbolic.render import (
    derivation_html,
    derivation_latex,
    derivation_text,
    prose_html,
    prose_latex,
    prose_text,
)

if TYPE_CHECKING:
    from verify.evidence.theorem import Theorem
    from verify.symbolic.steps import DerivationResult

__all__ = ["html_page", "latex_document", "reference_html", "theorem_html", "theorem_latex", "theorem_text"]


def _lists(theorem: Theorem) -> list[tuple[str, list[str]]]:
    """Return the headings after the derivation with their lines."""
    return [
        ("Claims", [claim.statement for claim in theorem.claims]),
        ("Necessity: each of these is false, and refuted", [claim.statement for claim in theorem.necessity]),
        ("What is not proved", list(theorem.not_proved)),
    ]


# ---------------------------------------------------------------- text


def theorem_text(theorem: Theorem, result: DerivationResult | None = None) -> str:
    """Return a theorem as plain text."""
    hypotheses = [f"{line.symbol}: {line.says}" for line in theorem.hypotheses]
    parts = [f"{theorem.id}. {prose_text(theorem.title)}", *map(prose_text, theorem.paragraphs)]
    parts += [
        _text_list("Hypotheses", hypotheses),
        f"Derivation: {derivation_text(theorem.derivation, result)}".rstrip(),
    ]
    parts += [_text_list(heading, lines) for heading, lines in _lists(theorem) if lines]
    parts += [_text_list("References", theorem.references)] if theorem.references else []
    return "\n\n".join(parts) + "\n"


def _text_list(heading: str, lines: Iterable[str]) -> str:
    return "\n".join([heading, *(f"  - {prose_text(line)}" for line in lines)])


# ---------------------------------------------------------------- LaTeX


def theorem_latex(theorem: Theorem, result: DerivationResult | None = None) -> str:
    """Return a theorem as a LaTeX document that stands alone."""
    hypotheses = [f"{line.symbol}: {line.says}" for line in theorem.hypotheses]
    body = [rf"\section*{{{theorem.id}. {prose_latex(theorem.title)}}}"]
    body += [prose_latex(paragraph) + "\n" for paragraph in theorem.paragraphs]
    body += [_latex_list("Hypotheses", map(prose_latex, hypotheses)), r"\subsection*{Derivation}"]
    body += [derivation_latex(theorem.derivation, result)]
    body += [_latex_list(heading, map(prose_latex, lines)) for heading, lines in _lists(theorem) if lines]
    body += (
        [r"{\raggedright", _latex_list("References", map(_latex_reference, theorem.references)), "}"]
        if theorem.references
        else []
    )
    return latex_document("\n".join(body))


def _latex_list(heading: str, lines: Iterable[str]) -> str:
    items = "\n".join(rf"\item {line}" for line in lines)
    return f"\\subsection*{{{prose_latex(heading)}}}\n\\begin{{itemize}}\n{items}\n\\end{{itemize}}"


def _latex_reference(reference: str) -> str:
    return "".join(
        prose_latex(piece) if address is None else rf"\href{{{prose_latex(address)}}}{{{prose_latex(piece)}}}"
        for piece, address in linked(reference)
    )


def latex_document(body: str) -> str:
    """Return a document that needs what every LaTeX has: amsmath, graphicx, geometry, hyperref."""
    return (
        "\\documentclass{article}\n\\usepackage[a4paper,margin=25mm]{geometry}\n"
        f"{PREAMBLE}\\usepackage[hidelinks]{{hyperref}}\n"
        "\\allowdisplaybreaks\n\\emergencystretch=3em\n\\begin{document}\n"
        f"{body}\n\\end{{document}}\n"
    )


# ---------------------------------------------------------------- HTML


def theorem_html(theorem: Theorem, result: DerivationResult | None = None) -> str:
    """Return a theorem as an HTML fragment whose mathematics is MathML."""
    hypotheses = "".join(
        f"<tr><th scope='row'>{prose_html(line.symbol)}</th><td>{prose_html(line.says)}</td></tr>"
        for line in theorem.hypotheses
    )
    parts = [f"<h2>{escape(theorem.id)}. {prose_html(theorem.title)}</h2>"]
    parts += [f'<p class="statement">{prose_html(paragraph)}</p>' for paragraph in theorem.paragraphs]
    parts += [f"<h3>Hypotheses</h3><table>{hypotheses}</table>"]
    parts += [f"<h3>Derivation</h3>{derivation_html(theorem.derivation, result)}"]
    parts += [_html_list(heading, map(prose_html, lines)) for heading, lines in _lists(theorem) if lines]
    parts += [_html_list("References", map(reference_html, theorem.references))] if theorem.references else []
    return f'<section class="theorem" id="{escape(theorem.id)}">{"".join(parts)}</section>'


def _html_list(heading: str, lines: Iterable[str]) -> str:
    items = "".join(f"<li>{line}</li>" for line in lines)
    return f"<h3>{escape(heading)}</h3><ul>{items}</ul>"


def reference_html(reference: str) -> str:
    """Return a reference as HTML, escaped; what it names by DOI, arXiv number or address is a link."""
    return "".join(
        prose_html(piece) if address is None else f'<a href="{escape(address)}">{prose_html(piece)}</a>'
        for piece, address in linked(reference)
    )


_STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fdfdfb; --soft: #666; --line: #ddd; --good: #1b6e3c;
        --fair: #8a5a00; --bad: #a31515; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e6e1; --paper: #16181b; --soft: #9a9a96; --line: #3a3d42; --good: #7fd19b; --fair: #e0b060;
          --bad: #ff8a80; }
}
body { color: var(--ink); background: var(--paper); font: 1.05rem/1.55 Georgia, "Times New Roman", serif;
       max-width: 52rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
h2, h3 { line-height: 1.25; font-weight: 600; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .25rem .9rem .25rem 0; font-weight: normal; }
.statement { border-left: 3px solid var(--line); padding-left: .9rem; }
.derivation > li { margin: 1.1rem 0; }
.formula { overflow-x: auto; overflow-y: hidden; padding: .3rem 0; }
.rule { color: var(--soft); font-size: .9rem; margin: .2rem 0 0; }
.rung { border: 1px solid currentColor; border-radius: .6rem; padding: 0 .5rem; font-size: .8rem; }
.rung.proved, .rung.exact, .rung.enclosed { color: var(--good); }
.rung.cited, .rung.numeric, .rung.unknown { color: var(--fair); }
.rung.error, .rung.refuted { color: var(--bad); }
@media print { body { max-width: none; } .derivation > li { break-inside: avoid; } }
"""


def html_page(title: str, body: str) -> str:
    """Return a page that stands alone: no script, no network, light and dark, printable."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>{body}</body></html>\n"
    )
