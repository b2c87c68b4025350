"""A witness for reading: the direction or mode that lowers collapse, the law with more energy, and by how much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from verify.report.terminal import item, plain, plain_table, short_decimal

__all__ = ["witness_lines"]

#: A witness longer than this is cut; the whole of it is in the JSON.
_MOST_ROWS = 8
_MOST_ENTRIES = 8
_DIGITS = 8


def witness_lines(witness: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Yield sentences and a table: what the witness is, its law, and its energy beside the collapsed one.

    Parameters
    ----------
    witness : mapping
        Plain data of a verdict. Fields that have no words of their own are shown as they are.
    """
    fields = dict(witness)
    yield from (item(sentence) for sentence in _sentences(fields))
    law = fields.pop("law", None)
    if isinstance(law, Sequence) and not isinstance(law, str) and all(isinstance(point, Mapping) for point in law):
        yield from _law(law, cells=fields.pop("cells", None) is not None)
    elif law is not None:
        mode = fields.pop("m", None)
        yield item(f"Law with more energy: {law}{'' if mode is None else f', m = {mode}'}.")
    yield from (item(sentence) for sentence in _energies(fields))
    fields.pop("cells", None)
    yield from (item(f"{name}: {_value(value)}.") for name, value in fields.items())


def _sentences(fields: dict[str, Any]) -> Iterator[str]:
    """Yield what the fields other than the law and its energy say, and take them out."""
    graph, cells = fields.pop("graph", None), fields.get("cells")
    if cells is not None:
        yield f"The labels are divided into {cells} cells of equal weight."
    if "mode" in fields:
        yield f"Mode of the symbol: m = {_tuple(fields.pop('mode'))}, with khat(m) > khat(0)."
    if "direction" in fields:
        yield f"Direction: {fields.pop('direction')}."
    if "v" in fields:
        yield f"Direction v with <v, Lv> < 0: {_tuple(fields.pop('v'))}."
    what = "Cell" if cells is not None else "Label"
    for name in ("atom", "block"):
        if name in fields:
            yield f"{what} {fields.pop(name)} has negative degree D: spreading its contents gains energy."
    if "assignment" in fields:
        yield f"Contents of a maximiser, label by label: {_tuple(fields.pop('assignment'))}."
    if "contents" in fields:
        yield f"Contents of a maximiser, label by label: {_tuple(fields.pop('contents'))}."
    if graph is not None and "law" in fields and not isinstance(fields["law"], str):
        yield f"A law with more energy, {_kind(fields['law'], graph=bool(graph), cells=cells is not None)}:"


def _kind(law: Sequence[Mapping[str, Any]], *, graph: bool, cells: bool) -> str:
    labels = [str(point["label"]) for point in law]
    if len(set(labels)) == len(labels):
        return f"one content for each {'cell' if cells else 'label'}"
    return "parts of a block having contents of their own" if graph else "several contents at a label"


def _law(law: Sequence[Mapping[str, Any]], *, cells: bool) -> Iterator[RenderableType]:
    masses = any(Fraction(str(point.get("mass", 1))) != 1 for point in law)
    table = plain_table("cell" if cells else "label", *(["mass"] if masses else []), "content (its exact form: --json)")
    for point in law[:_MOST_ROWS]:
        mass = [Text(plain(point.get("mass", 1)))] if masses else []
        table.add_row(Text(plain(point["label"])), *mass, Text(_tuple(point["point"])))
    if len(law) > _MOST_ROWS:
        table.add_row("...", *(["..."] if masses else []), f"({len(law) - _MOST_ROWS} more)")
    yield Padding(table, (0, 0, 0, 2))


def _energies(fields: dict[str, Any]) -> Iterator[str]:
    energy, collapsed, gain = (fields.pop(name, None) for name in ("energy", "collapsed", "gain"))
    surplus = fields.pop("surplus", None)
    if surplus is not None:
        yield f"It has at least {plain(surplus)} more energy than every collapsed law."
    if energy is None:
        return
    words = f"Its energy is {short_decimal(energy['value'])}"
    if energy.get("exact"):
        words += f" = {energy['exact']}"
    if collapsed is None:
        yield f"{words}."
        return
    difference = gain["value"] if gain else str(Decimal(energy["value"]) - Decimal(collapsed["value"]))
    of_collapsed = f"that of the best collapsed law is {short_decimal(collapsed['value'])}"
    yield f"{words}; {of_collapsed}. Gain: {short_decimal(difference, 4)}."


def _tuple(values: object) -> str:
    if not isinstance(values, Sequence) or isinstance(values, str):
        return plain(values)
    texts = [plain(value) for value in values[:_MOST_ENTRIES]]
    shown = [_short(text, 0 if any(len(text) > _DIGITS for text in texts) else _DIGITS) for text in texts]
    more = [f"... ({len(values)} in all)"] if len(values) > _MOST_ENTRIES else []
    return f"({', '.join([*shown, *more])})"


def _short(value: object, longest: int = _DIGITS) -> str:
    """Return a number as it is if no longer than that or an integer, else rounded; any other text is escaped."""
    text = plain(value)
    try:
        number = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return text
    short = len(text) <= longest or (number.denominator == 1 and len(text) <= _DIGITS)
    return text if short else short_decimal(float(number), _DIGITS)


def _value(value: object) -> str:
    return (
        _tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else plain(value).replace("'", "")
    )
