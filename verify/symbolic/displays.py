r"""Displayed formulas in LaTeX that stay on the page: broken at the relation, then between the terms of a sum.

A line that is still a little too wide is scaled (``\fitted`` of :data:`PREAMBLE` sets it as it is where it fits); one
that is much too wide gets brackets of one size, between which TeX breaks it as it does in running text (``\broken``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import sympy

from verify.symbolic.plaintext import plain_math

__all__ = ["PREAMBLE", "display_latex"]

#: What a document needs for :func:`display_latex`.
PREAMBLE = r"""\usepackage{amsmath,amssymb,graphicx}
\newsavebox{\formula}
\newcommand{\fitted}[1]{\sbox{\formula}{$\displaystyle #1$}%
  \ifdim\wd\formula>0.94\linewidth\resizebox{0.94\linewidth}{!}{\usebox{\formula}}\else\usebox{\formula}\fi}
\newcommand{\broken}[1]{\parbox{0.9\linewidth}{\raggedright$\displaystyle #1$}}
"""

#: Signs of a line in running text, roughly: what fits between the margins.
_WIDTH = 72
#: Scaled further than this, a line could not be read.
_MOST = 1.6
_GROWING = re.compile(r"\\(left|right)\b(\.)?")

_SIGNS = {
    sympy.Eq: "=", sympy.Ne: r"\neq", sympy.Le: r"\leq", sympy.Ge: r"\geq", sympy.Lt: "<", sympy.Gt: ">",
}  # fmt: skip


def display_latex(relation: sympy.Rel, latex: Callable[[Any], str]) -> str:
    r"""Return a relation as a display of one or more lines.

    Parameters
    ----------
    relation : Rel
        Two sides and a sign.
    latex : callable
        The printer of expressions.

    Examples
    --------
    >>> a, b = sympy.symbols("a b")
    >>> print(display_latex(sympy.Le(a, b), sympy.latex))
    \[
    \fitted{a \leq b}
    \]
    """
    sign = _SIGNS[type(relation)]
    whole = f"{latex(relation.lhs)} {sign} {latex(relation.rhs)}"
    if _width(whole) <= _WIDTH:
        return f"\\[\n{_set(whole)}\n\\]"
    left, right = list(_lines(relation.lhs, latex)), list(_lines(relation.rhs, latex))
    first = [f"& {_set(line)}" for line in left]
    second = [rf"&\quad {_set(line)}" for line in [f"{sign} {right[0]}", *right[1:]]]
    return "\\begin{align*}\n" + " \\\\\n".join(first + second) + "\n\\end{align*}"


def _set(line: str) -> str:
    """Return a line that is set as it is, scaled, or broken by TeX."""
    if _width(line) <= _MOST * _WIDTH:
        return rf"\fitted{{{line}}}"
    return rf"\broken{{{_GROWING.sub('', line)}}}"


def _lines(expression: sympy.Expr, latex: Callable[[Any], str]) -> Iterator[str]:
    """Yield a side in lines: as many terms on each as fit."""
    line = ""
    for number, term in enumerate(_terms(expression)):
        minus = term.could_extract_minus_sign()
        text = latex(-term if minus else term)
        sign = "-" if minus else "+" if number else ""
        piece = f"{sign} {text}".strip()
        if line and _width(f"{line} {piece}") > _WIDTH:
            yield line
            line = piece
        else:
            line = f"{line} {piece}".strip()
    yield line


def _terms(expression: sympy.Expr) -> list[sympy.Expr]:
    """Return the terms of a sum in SymPy's order, or the whole of what is none."""
    if not isinstance(expression, sympy.Add):
        return [expression]
    return list(expression.as_ordered_terms())


def _width(latex: str) -> int:
    """Return about how many signs stand beside each other; of a fraction, those of its longer part."""
    return len(plain_math(latex))
