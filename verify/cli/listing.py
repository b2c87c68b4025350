"""``verify list``: the names that ``verify kernel`` knows, and the theorems that are installed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from verify.cli._options import AsJson
from verify.cli.output import emit_json, show
from verify.evidence import Example, Registered, list_examples, list_theorems
from verify.model.documents import read_document
from verify.model.errors import InputError
from verify.report import plain, plain_table

__all__ = ["list_command"]


def list_command(*, as_json: AsJson = False) -> None:
    """List the named kernels and model configs, and the theorems."""
    kernels, configs = ([_entry(e) for e in list_examples() if e.kind == kind] for kind in ("kernel", "config"))
    theorems = [_theorem(entry) for entry in list_theorems()]
    if as_json:
        emit_json({"schema": 1, "kernels": kernels, "configs": configs, "theorems": theorems})
        return
    known = plain_table("theorem", "", "steps", "claims", right=("steps", "claims"))
    for entry in theorems:
        counts = (str(entry.get("steps", "")), str(len(entry["claims"])) if "claims" in entry else "")
        known.add_row(*(Text(plain(text)) for text in (entry["id"], entry["title"], *counts)))
    tables = (_table("kernel", kernels), "", _table("model config", configs), "", known)
    show(*tables, "", "verify kernel NAME decides a kernel or a config; verify derive ID shows a theorem.")


def _theorem(entry: Registered) -> dict[str, Any]:
    try:
        return entry.load().describe()
    except InputError as error:
        return {"id": entry.id, "title": str(error)}


def _entry(example: Example) -> dict[str, Any]:
    document = read_document(example.path)
    about = next((document[key] for key in ("family", "model_type", "pos_emb") if key in document), "")
    return {
        "name": example.name,
        "about": str(about),
        "title": str(document.get("name", "")),
        "expect": document.get("expect"),
    }


def _table(heading: str, entries: list[dict[str, Any]]) -> Table:
    titled = any(entry["title"] for entry in entries)
    table = plain_table(heading, "family" if heading == "kernel" else "type", *([""] if titled else []))
    for entry in entries:
        table.add_row(*_cells(entry, titled=titled))
    return table


def _cells(entry: Mapping[str, Any], *, titled: bool) -> list[Text]:
    keys = ("name", "about", "title") if titled else ("name", "about")
    return [Text(plain(entry[key])) for key in keys]
