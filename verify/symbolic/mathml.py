"""MathML, the mathematics of HTML, from the small LaTeX: no script, no font and no network is needed to show it."""

from __future__ import annotations

from html import escape
from itertools import zip_longest

from verify.symbolic._latex_tables import INTEGRALS
from verify.symbolic.typeset import Fenced, Fraction, Glyph, Grid, Mark, Node, Root, Row, Script, Space, parse_latex

__all__ = ["mathml"]

_NAMESPACE = "http://www.w3.org/1998/Math/MathML"


def mathml(latex: str, *, block: bool = False) -> str:
    r"""Return a ``<math>`` element.

    Examples
    --------
    >>> mathml(r"x_i \le 1").partition(">")[2]
    '<mrow><msub><mi>x</mi><mi>i</mi></msub><mo>≤</mo><mn>1</mn></mrow></math>'
    """
    display = ' display="block"' if block else ""
    return f'<math xmlns="{_NAMESPACE}"{display}>{_write(parse_latex(latex))}</math>'


def _write(node: Node) -> str:  # noqa: C901, PLR0911, PLR0912 - one case for each kind of node
    match node:
        case Glyph(text, "i"):
            return f"<mi>{escape(text)}</mi>"
        case Glyph(text, "n"):
            return f"<mn>{escape(text)}</mn>"
        case Glyph(text, "t"):
            return f"<mtext>{escape(text)}</mtext>"
        case Glyph(text, "name"):
            return f'<mi mathvariant="normal">{escape(text)}</mi><mo>&#x2061;</mo>'
        case Glyph(text, "large"):
            return f'<mo movablelimits="false">{escape(text)}</mo>'
        case Glyph(text, _):
            stretchy = ' stretchy="false"' if text in "()[]{}|‖⟨⟩⌊⌋⌈⌉" else ""
            stretchy += ' lspace="0" rspace="0"' if text in "|‖/" else ""
            return f"<mo{stretchy}>{escape(text)}</mo>"
        case Space(width):
            return f'<mspace width="{width}em"></mspace>'
        case Row(parts):
            return f"<mrow>{_row(parts)}</mrow>"
        case Fraction(above, below):
            return f"<mfrac>{_one(above)}{_one(below)}</mfrac>"
        case Root(body, None):
            return f"<msqrt>{_write(body)}</msqrt>"
        case Root(body, index):
            assert index is not None
            return f"<mroot>{_one(body)}{_one(index)}</mroot>"
        case Script():
            return _script(node)
        case Fenced(left, body, right):
            tall = _is_tall(body)
            return f"<mrow>{_fence(left, tall=tall)}{_write(body)}{_fence(right, tall=tall)}</mrow>"
        case Mark(body, accent):
            return f'<mover accent="true">{_one(body)}<mo>{escape(accent)}</mo></mover>'
        case Grid():
            return _grid(node)


def _row(parts: tuple[Node, ...]) -> str:
    """Return the elements of a row; a sign that follows no operand is a prefix and stands close."""
    texts, operand = [], False
    for part, after in zip_longest(parts, parts[1:]):
        prefix = isinstance(part, Glyph) and part.text in {"−", "-", "+", "±"} and not operand
        texts.append(_write(part).replace("<mo", '<mo form="prefix"', 1) if prefix else _write(part))
        if _is_name(part) and after is not None and not _opens(after):
            texts.append('<mspace width="0.17em"></mspace>')
        operator = isinstance(part, Glyph) and part.kind in {"o", "name", "large"} and part.text not in ")]}|‖⟩⌋⌉!′"
        operand = operand if isinstance(part, Space) else not operator
    return "".join(texts)


def _is_name(node: Node | None) -> bool:
    """Whether it is the name of a function, as sin or ker, with a power or without."""
    base = node.base if isinstance(node, Script) else node
    return isinstance(base, Glyph) and base.kind == "name"


def _opens(node: Node) -> bool:
    """Whether it begins with a bracket, to which a function's name stands close."""
    return isinstance(node, Fenced | Space) or (isinstance(node, Glyph) and node.text in "()[]{}⟨⟩|,.;=")


def _is_tall(node: Node) -> bool:
    """Whether brackets around it have to grow."""
    match node:
        case Fraction() | Grid() | Root():
            return True
        case Glyph(text, kind):
            return kind == "large" or text in INTEGRALS.values()
        case Row(parts):
            return any(map(_is_tall, parts))
        case Script(base, sub, sup):
            return _is_tall(base) or any(isinstance(part, Fraction | Script) for part in (sub, sup))
        case Fenced(_, body, _) | Mark(body, _):
            return _is_tall(body)
        case Space():
            return False


def _one(node: Node) -> str:
    """Return exactly one element."""
    return f"<mrow>{_write(node)}</mrow>" if isinstance(node, Glyph) and node.kind == "name" else _write(node)


def _script(node: Script) -> str:
    large = isinstance(node.base, Glyph) and node.base.kind == "large"
    below, above, both = ("munder", "mover", "munderover") if large else ("msub", "msup", "msubsup")
    base = node.base
    name = isinstance(base, Glyph) and base.kind == "name"
    head = f'<mi mathvariant="normal">{escape(base.text)}</mi>' if name and isinstance(base, Glyph) else _one(base)
    if node.sub is not None and node.sup is not None:
        return f"<{both}>{head}{_one(node.sub)}{_one(node.sup)}</{both}>"
    if node.sub is not None:
        return f"<{below}>{head}{_one(node.sub)}</{below}>"
    assert node.sup is not None
    return f"<{above}>{head}{_one(node.sup)}</{above}>"


def _fence(fence: str, *, tall: bool = True) -> str:
    return f'<mo fence="true" stretchy="{str(tall).lower()}">{escape(fence)}</mo>' if fence else ""


def _grid(node: Grid) -> str:
    align = ' columnalign="left left"' if node.kind in {"cases", "aligned"} else ""
    rows = "".join(f"<mtr>{''.join(f'<mtd>{_write(cell)}</mtd>' for cell in row)}</mtr>" for row in node.rows)
    table = f"<mtable{align}>{rows}</mtable>"
    left, right = {"cases": ("{", ""), "pmatrix": ("(", ")"), "bmatrix": ("[", "]")}.get(node.kind, ("", ""))
    return f"<mrow>{_fence(left)}{table}{_fence(right)}</mrow>"
