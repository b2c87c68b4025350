"""Sphinx extension: MathML in place of MathJax, and pages written from the theorems and the commands themselves.

A page that holds the comment ``<!-- theorem T5 -->``, ``<!-- commands -->`` or ``<!-- benchmarks dense -->`` has it
replaced when it is read.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from site_benchmarks import benchmark_part
from site_commands import command_pages
from site_mathematics import docstring_mathematics, formula_html
from site_theorems import theorem_page, theorem_table
from sphinx.application import Sphinx

from verify.evidence.registry import list_theorems, theorem

_COMMENT = re.compile(r"^<!-- (theorem (?P<id>\S+)|benchmarks (?P<part>\S+)|theorems|commands) -->$", re.MULTILINE)


def _found(app: Sphinx) -> dict[str, Any]:
    """Return the lines of the last run by their ids, ``T5/step 3``."""
    path = Path(app.config.verify_run)
    if not path.is_file():
        return {}
    return {line["id"]: line for line in json.loads(path.read_text(encoding="utf-8"))["theorems"]}


def _write_in(app: Sphinx, _name: str, source: list[str]) -> None:
    """Replace the comment of a page by what is generated."""

    def generated(match: re.Match[str]) -> str:
        if match["id"]:
            return theorem_page(theorem(match["id"]), _found(app))
        if match["part"]:
            results = json.loads(Path(app.config.verify_benchmarks).read_text(encoding="utf-8"))
            return benchmark_part(match["part"], results)
        if match[1] == "theorems":
            return theorem_table([entry.load() for entry in list_theorems()], _found(app))
        return command_pages()

    source[0] = _COMMENT.sub(generated, source[0])


def _inline(self: Any, node: nodes.Node) -> None:
    self.body.append(formula_html(node.astext()))
    raise nodes.SkipNode


def _block(self: Any, node: nodes.Node) -> None:
    self.body.append(f'<div class="formula" tabindex="0">{formula_html(node.astext(), block=True)}</div>')
    raise nodes.SkipNode


def _docstring(_app: Sphinx, _what: str, _name: str, _object: Any, _options: Any, lines: list[str]) -> None:
    lines[:] = docstring_mathematics(lines)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect renderer and pages."""
    app.add_config_value("verify_run", "", "env")
    app.add_config_value("verify_benchmarks", "", "env")
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    app.connect("source-read", _write_in)
    # Before napoleon, which turns sections into fields.
    app.connect("autodoc-process-docstring", _docstring, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
