"""Mathematics of the pages: LaTeX as MathML by the project's own writer, and the bars and stars of docstrings."""

from __future__ import annotations

import re

from verify.symbolic.mathml import mathml

#: What reStructuredText would read as markup where mathematics is meant: |x|, x*, a_.
_MARKUP = re.compile(r"(?<!\\)[|*]|(?<=\w)_(?=\W|$)")
_LITERAL = re.compile(r"(``.+?``|:[a-z:]+:`[^`]+`|`[^`]+`)")
_BLOCK = re.compile(r"\s*(>>>|\.\. )|.*::$")


def formula_html(latex: str, *, block: bool = False) -> str:
    """Return LaTeX as a ``<math>`` element; an unknown command is an error of the build."""
    return mathml(" ".join(latex.split()), block=block)


def docstring_mathematics(lines: list[str]) -> list[str]:
    r"""Return a docstring whose bars, stars and trailing underscores mean themselves, outside of code.

    Examples
    --------
    >>> docstring_mathematics(["|x|^2 = 1, see ``a|b``", ">>> 2 | 1", "3"])
    ['\\|x\\|^2 = 1, see ``a|b``', '>>> 2 | 1', '3']
    """
    written: list[str] = []
    code: int | None = None  # the indent of the line that opened a block of code
    session = False  # whether that block is a doctest, which a blank line ends
    for line in lines:
        indent = len(line) - len(line.lstrip())
        blank = not line.strip()
        if code is not None and (not blank if session else blank or indent > code):
            written.append(line)
            continue
        code = None
        if _BLOCK.match(line):
            code, session = indent, line.lstrip().startswith(">>>")
            written.append(line)
            continue
        pieces = _LITERAL.split(line)
        written.append("".join(p if i % 2 else _MARKUP.sub(lambda m: "\\" + m[0], p) for i, p in enumerate(pieces)))
    return written
