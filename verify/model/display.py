"""Verdicts in a notebook: small tables of escaped HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verify.model.verdict import ModelVerdict, Num, Verdict

__all__ = ["model_html", "verdict_html"]

_VIEWS = {"graph_laws": "graph laws", "all_laws": "all laws"}
_HOLDS = {True: "yes", False: "no", None: "open"}


def verdict_html(verdict: Verdict) -> str:
    """Return both views with their energies and reasons, and the hypotheses."""
    views = [(name, getattr(verdict, field)) for field, name in _VIEWS.items()]
    rows = [
        (name, view.collapse, str(view.status).replace("_", " "), *map(_number, vars(view.energy).values()))
        for name, view in views
    ]
    head = ("maximisers over", "collapse", "status", "E collapsed", "E best known", "E bound")
    reasons = dict.fromkeys(view.reason for _, view in views)
    parts = [_table(head, rows), *(f"<p>{escape(reason)}</p>" for reason in reasons)]
    if verdict.hypotheses:
        listed = [(_HOLDS[h.holds], h.name, h.how) for h in verdict.hypotheses]
        parts.append(_table(("holds", "hypothesis", "how it was checked"), listed))
    if verdict.next_step:
        parts.append(f"<p>Next step: {escape(verdict.next_step)}</p>")
    name = str(verdict.kernel.get("name", ""))
    title = f"<p><strong>{escape(name)}</strong></p>" if name else ""
    return f"<div>{title}{''.join(parts)}</div>"


def model_html(model: ModelVerdict) -> str:
    """Return a line for each kind of layer and head of a model."""
    rows = [
        (part.layers, part.heads, *(getattr(part.verdict, field).collapse for field in _VIEWS), _rungs(part.verdict))
        for part in model.variants
    ]
    title = f"<p><strong>{escape(model.name)}</strong>: {escape(model.scheme)}</p>"
    return f"<div>{title}{_table(('layers', 'heads', *_VIEWS.values(), 'status'), rows)}</div>"


def _rungs(verdict: Verdict) -> str:
    return ", ".join(dict.fromkeys(str(getattr(verdict, field).status).replace("_", " ") for field in _VIEWS))


def _number(num: Num | None) -> str:
    """Return a number to eight digits, with its formula where that is short."""
    if num is None:
        return ""
    value = f"{Decimal(num.value):.8g}"
    return f"{value} ({num.exact})" if num.exact is not None and len(num.exact) <= 24 else value


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    cells = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"
