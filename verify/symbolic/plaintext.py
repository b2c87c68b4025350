"""Unicode text on one line, for terminals, from the small LaTeX."""

from __future__ import annotations

import re
import unicodedata

from verify.symbolic.typeset import Fenced, Fraction, Glyph, Grid, Mark, Node, Root, Row, Script, Space, parse_latex

__all__ = ["plain_math"]

_SUB = dict(zip("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_SUP = dict(zip("0123456789+-−=()in⊤′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿᵀ′", strict=True))
_RELATIONS = "=≤≥≠<>≈∼∈∉→↦⇔⇒≡⊂⪰⪯≪≫+−±∪∩×"
_COMPACT = re.compile(r"\s*([=,−+])\s*")
_COMBINING = {"¯": "\u0304", "^": "\u0302", "~": "\u0303", "˙": "\u0307", "¨": "\u0308", "→": "\u20d7"}


def plain_math(latex: str) -> str:
    r"""Return mathematics as text.

    Examples
    --------
    >>> plain_math(r"\frac{1}{2 n^{2}} \sum_{i,j=1}^{n} f(\langle x_{i}, x_{j}\rangle) \ge 0")
    '1/(2 n²) ∑_(i,j=1)ⁿ f(⟨xᵢ, xⱼ⟩) ≥ 0'
    """
    text = unicodedata.normalize("NFC", _write(parse_latex(latex)))
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"([(⟨\[]) | ([)⟩\],;])", lambda match: match[1] or match[2], text)
    return re.sub(r"\b([a-z]{2,}) \(", r"\1(", text)


def _write(node: Node) -> str:
    match node:
        case Glyph(text, "o") if text in {",", ";"}:
            return f"{text} "
        case Glyph(text, "o") if text in _RELATIONS:
            return f" {text} "
        case Glyph(text, "name" | "large"):
            return text if text in "∑∏⋃⋂⨁" else f"{text} "
        case Glyph(text, _):
            return text
        case Space(width):
            return " " if width > 0 else ""
        case Row(parts):
            return _row(parts)
        case Fraction(above, below):
            return f"{_grouped(_write(above), product=True)}/{_grouped(_write(below), product=False)}"
        case Root(body, index):
            sign = "√" if index is None else f"{_raised(_write(index), _SUP, '')}√"
            return sign + _grouped(_write(body), product=False)
        case Script(base, sub, sup):
            text = _write(base).rstrip() if _is_word(base) else _write(base)
            if isinstance(base, Row | Fraction) and len(text) > 1:
                text = _grouped(text, product=False)
            text += "" if sub is None else _raised(_write(sub), _SUB, "_")
            text += "" if sup is None else _raised(_write(sup), _SUP, "^")
            return f"{text} " if _is_word(base) else text
        case Fenced(left, body, right):
            return f"{left}{_write(body)}{right}" if left or right != "|" else f"[{_write(body)}]"
        case Mark(body, accent):
            inner = _write(body)
            return inner + _COMBINING[accent] if len(inner) == 1 else f"{inner}{accent}"
        case Grid(rows, kind):
            lines = [" ".join(_write(cell) for cell in row) for row in rows]
            return ", ".join(lines) if kind == "stack" else "{" + "; ".join(lines) + "}"


def _row(parts: tuple[Node, ...]) -> str:
    """Join factors with spaces between, where two stand side by side that would run together."""
    text = ""
    for part in parts:
        piece = _write(part)
        if text and piece and _needs_space(text[-1], piece[0], part):
            text += " "
        text += piece
    return text


def _needs_space(left: str, right: str, part: Node) -> bool:
    if isinstance(part, Fenced) and part.left in {"(", "["}:
        return False
    word = left.isalnum() or left in ")⟩²³ⁿ⁾₎ᵢⱼₖₗ′ᵀ"
    return word and (right.isalnum() or right in "⟨∑∏∫∬∂∇√\\")


def _is_word(base: Node) -> bool:
    return isinstance(base, Glyph) and base.kind in {"name", "large"}


def _grouped(text: str, *, product: bool) -> str:
    """Return text in brackets unless it is one factor (or, where that will do, one product)."""
    text = text.strip()
    simple = re.fullmatch(r"[^\s+−=±]+", text) is not None and "/" not in text
    whole = text.startswith("(") and text.endswith(")") and text.count("(") == 1
    if simple or whole or (product and not re.search(r"[+−=±/]", text)):
        return text
    return f"({text})"


def _raised(text: str, letters: dict[str, str], sign: str) -> str:
    compact = text.replace(" ", "")
    if all(letter in letters for letter in compact):
        return "".join(letters[letter] for letter in compact)
    text = text.strip()
    if len(compact) == 1:
        return sign + compact
    return f"{sign}({_COMPACT.sub(lambda match: match[1], text)})"
