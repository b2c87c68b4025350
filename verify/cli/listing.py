"""``verify list``: the names that ``verify kernel`` knows, and the theorems it decides by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from verify.cli._options import AsJson
from verify.cli.output import emit_json, show
from verify.evidence import Example, list_examples
from verify.model.documents import read_document
from verify.report import plain, plain_table

__all__ = ["THEOREMS", "list_command"]

THEOREMS = {
    "T4": "Gauge kernels f(<Q(xi) x, Q(zeta) y>): the maximisers are the laws of Q(xi)^T u; they collapse "
    "along the singular value 1 of the mean of Q.",
    "T4d": "Connections f(<x, O(a, b) y>): the maximum f(1)/2 is reached by the parallel unit sections.",
    "T5": "Factor kernels k(xi, zeta) f(<x, y>): collapse maximises iff the signed Laplacian of k is "
    "positive semidefinite (over all laws: and D >= 0).",
}


def list_command(*, as_json: AsJson = False) -> None:
    """List the named kernels and model configs, and the theorems in scope."""
    kernels, configs = ([_entry(e) for e in list_examples() if e.kind == kind] for kind in ("kernel", "config"))
    if as_json:
        theorems = [{"id": key, "title": title} for key, title in THEOREMS.items()]
        emit_json({"schema": 1, "kernels": kernels, "configs": configs, "theorems": theorems})
        return
    known = plain_table("theorem", "")
    for key, title in THEOREMS.items():
        known.add_row(key, title)
    tables = (_table("kernel", kernels), "", _table("model config", configs), "", known)
    show(*tables, "", "verify kernel NAME decides any of them.")


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
