r"""A small LaTeX, what SymPy prints and what statements use, read into a tree for two writers: MathML and text.

Unknown commands are refused, so that nothing is shown wrongly in silence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from verify.model.errors import InputError
from verify.symbolic._latex_tables import (
    CALLIGRAPHIC,
    DOUBLE,
    FENCES,
    FONTS,
    INTEGRALS,
    LARGE,
    MARKS,
    NAMED,
    NAMED_LARGE,
    OPERATORS,
    SPACES,
    SYMBOLS,
)

__all__ = [
    "Fenced",
    "Fraction",
    "Glyph",
    "Grid",
    "Mark",
    "Node",
    "Root",
    "Row",
    "Script",
    "Space",
    "parse_latex",
    "segments",
]

_IGNORED = frozenset(["displaystyle", "textstyle", "limits", "nolimits", "left.", "right."])
_TOKEN = re.compile(r"\\([A-Za-z]+|.)|([0-9]+(?:\.[0-9]+)?)|(\s+)|(.)", re.DOTALL)


@dataclass(frozen=True)
class Glyph:
    """A symbol: ``i`` an identifier, ``n`` a number, ``o`` an operator, ``t`` text, ``name`` or ``large``."""

    text: str
    kind: str


@dataclass(frozen=True)
class Space:
    """A space, in em."""

    width: float


@dataclass(frozen=True)
class Row:
    """Things side by side."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Fraction:
    """Numerator over denominator."""

    above: Node
    below: Node


@dataclass(frozen=True)
class Root:
    """A square root, or another with its index."""

    body: Node
    index: Node | None


@dataclass(frozen=True)
class Script:
    """Subscript and superscript."""

    base: Node
    sub: Node | None
    sup: Node | None


@dataclass(frozen=True)
class Fenced:
    """Something between fences that grow with it."""

    left: str
    body: Node
    right: str


@dataclass(frozen=True)
class Grid:
    """Rows and columns; ``cases`` has a brace on its left."""

    rows: tuple[tuple[Node, ...], ...]
    kind: str


@dataclass(frozen=True)
class Mark:
    """An accent over something."""

    body: Node
    accent: str


Node = Glyph | Space | Row | Fraction | Root | Script | Fenced | Grid | Mark


def segments(text: str) -> list[tuple[bool, str]]:
    """Split a sentence at its dollar signs: pairs of (is mathematics, piece).

    Raises
    ------
    InputError
        An odd number of dollar signs.

    Examples
    --------
    >>> segments("for $n$ tokens")
    [(False, 'for '), (True, 'n'), (False, ' tokens')]
    """
    pieces = text.split("$")
    if len(pieces) % 2 == 0:
        raise InputError("text", "close every dollar sign", text)
    return [(bool(index % 2), piece) for index, piece in enumerate(pieces) if piece]


def parse_latex(source: str) -> Node:
    r"""Read LaTeX mathematics.

    Raises
    ------
    InputError
        A command that is not known, or braces that do not match.

    Examples
    --------
    >>> parse_latex(r"\frac{1}{2}")
    Fraction(above=Glyph(text='1', kind='n'), below=Glyph(text='2', kind='n'))
    """
    return _Reader(source).all()


class _Reader:
    def __init__(self, source: str) -> None:
        self.source = source
        self.tokens = [match[0] for match in _TOKEN.finditer(source) if not match[3]]
        self.position = 0

    def refuse(self, why: str) -> InputError:
        return InputError("LaTeX", "be of the small kind that is read here", self.source, why)

    def peek(self) -> str:
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def take(self, expected: str = "") -> str:
        piece = self.peek()
        if not piece or (expected and piece != expected):
            raise self.refuse(f"{expected or 'More'} is missing.")
        self.position += 1
        return piece

    def all(self) -> Node:
        row = self.row(frozenset())
        if self.peek():
            raise self.refuse(f"{self.peek()} is not opened.")
        return row

    def row(self, ends: frozenset[str]) -> Node:
        parts: list[Node] = []
        while self.peek() and self.peek() not in ends | {"}", "\\right", "\\end", "&", "\\\\"}:
            part = self.scripted()
            if part is not None:
                parts.append(part)
        return parts[0] if len(parts) == 1 else Row(tuple(parts))

    def group(self) -> Node:
        """Read ``{...}`` or a single piece."""
        if self.peek() == "{":
            self.take()
            inner = self.row(frozenset())
            self.take("}")
            return inner
        part = self.atom()
        return Row(()) if part is None else part

    def scripted(self) -> Node | None:
        base = self.atom()
        sub: Node | None = None
        sup: Node | None = None
        while self.peek() in {"_", "^", "'", "\\limits"}:
            piece = self.take()
            if piece == "_":
                sub = self.group()
            elif piece == "^":
                sup = self.group() if sup is None else Row((sup, self.group()))
            elif piece == "'":
                marks = "′"
                while self.peek() == "'":
                    marks += "′" if self.take() else ""
                sup = Glyph(marks, "o") if sup is None else Row((sup, Glyph(marks, "o")))
        if sub is None and sup is None:
            return base
        return Script(Row(()) if base is None else base, sub, sup)

    def atom(self) -> Node | None:
        piece = self.take()
        if piece == "{":
            inner = self.row(frozenset())
            self.take("}")
            return inner
        if piece.startswith("\\"):
            return self.command(piece[1:])
        if piece[0].isdigit():
            return Glyph(piece, "n")
        if piece.isalpha():
            return Glyph(piece, "i")
        if piece == "~":
            return Space(0.25)
        return Glyph("−" if piece == "-" else piece, "o")

    def command(self, name: str) -> Node | None:
        glyph = _glyph(name)
        if glyph is not None:
            return glyph
        if name in {"frac", "tfrac", "dfrac"}:
            return Fraction(self.group(), self.group())
        if name == "sqrt":
            index = self.bracket() if self.peek() == "[" else None
            return Root(self.group(), index)
        if name == "left":
            left = self.fence()
            body = self.row(frozenset())
            self.take("\\right")
            return Fenced(left, body, self.fence())
        if name in {"operatorname", "text", "mathrm", "textbf", "emph"}:
            return self.words("name" if name in {"operatorname", "mathrm"} else "t")
        if name in FONTS:
            return _in_font(name, self.group())
        if name in MARKS:
            return Mark(self.group(), MARKS[name])
        if name == "begin":
            return self.environment()
        if name == "substack":
            self.take("{")
            return self.grid("stack", "}")
        if name in _IGNORED:
            return None
        raise self.refuse(f"\\{name} is not known.")

    def bracket(self) -> Node:
        self.take("[")
        inner = self.row(frozenset("]"))
        self.take("]")
        return inner

    def fence(self) -> str:
        piece = self.take()
        if piece == ".":
            return ""
        if piece.startswith("\\"):
            if piece[1:] not in FENCES:
                raise self.refuse(f"{piece} is no fence.")
            return FENCES[piece[1:]]
        return piece

    def words(self, kind: str) -> Node:
        """Read the raw text of a group: spaces were dropped by the tokens, so they are taken from the source."""
        self.take("{")
        depth, pieces = 1, []
        while depth:
            piece = self.take()
            depth += {"{": 1, "}": -1}.get(piece, 0)
            if depth:
                pieces.append(piece)
        text = "".join(pieces)
        spaced = re.search(r"\{(" + r"\s*".join(map(re.escape, pieces)) + r"\s*)\}", self.source) if pieces else None
        return Glyph(spaced[1] if spaced and kind == "t" else text, kind)

    def environment(self) -> Node:
        self.take("{")
        kind = ""
        while self.peek() != "}":
            kind += self.take()
        self.take("}")
        if kind not in {"cases", "matrix", "pmatrix", "bmatrix", "aligned"}:
            raise self.refuse(f"The environment {kind} is not known.")
        return self.grid(kind, "\\end")

    def grid(self, kind: str, end: str) -> Node:
        rows: list[list[Node]] = [[]]
        while True:
            rows[-1].append(self.row(frozenset()))
            piece = self.take()
            if piece == "\\\\":
                rows.append([])
            elif piece == end:
                break
            elif piece != "&":
                raise self.refuse(f"{piece} is not expected in {kind}.")
        if end == "\\end":
            self.group()
        return Grid(tuple(tuple(row) for row in rows if row != [Row(())]), kind)


def _glyph(name: str) -> Node | None:
    for table, kind in ((SYMBOLS, "i"), (OPERATORS, "o"), (LARGE, "large"), (INTEGRALS, "o"), (FENCES, "o")):
        if name in table:
            return Glyph(table[name], kind)
    if name in NAMED:
        return Glyph(name, "name")
    if name in NAMED_LARGE:
        return Glyph(name, "large")
    return Space(SPACES[name]) if name in SPACES else None


def _in_font(font: str, body: Node) -> Node:
    letters = {"mathbb": DOUBLE, "mathcal": CALLIGRAPHIC}.get(font, {})
    if isinstance(body, Glyph):
        return Glyph(letters.get(body.text, body.text), body.kind)
    return body
