"""A flow on the terminal: its course, its end, what theory predicts, and how it was computed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from verify.particles import Flow
from verify.report.terminal import item, plain, plain_table, short_decimal

__all__ = ["flow_report"]

_ROWS = 9
_ENDS = {
    "horizon": "The horizon was reached.",
    "stationary": "Stationary: no particle moves faster than the threshold (a metastable state looks the same).",
    "evaluations": "Ended at the greatest number of field evaluations.",
    "time limit": "Ended at the time limit.",
    "interrupted": "Interrupted; this is what was computed.",
    "step too small": "Ended: no step is small enough, the field is not smooth there.",
}


def flow_report(flow: Flow, source: str, theory: Mapping[str, Any] | None = None) -> RenderableType:
    """Return a flow as a table of its course and lines on its end.

    Parameters
    ----------
    flow : Flow
    source : str
        How the user named the kernel.
    theory : mapping, optional
        ``sentence``: what is proved of the maximisers; ``w2``: distance of the end to the predicted law, or None.
    """
    name = flow.kernel.get("name") or source
    unit = "" if flow.time_unit == "kernel" else f", {flow.time_unit} time"
    head = f"{plain(name)}: n = {flow.n}, d = {flow.d}{unit}"
    table = plain_table("time", "energy", "spread", "particles", right=("time", "energy", "spread", "particles"))
    for k in _rows(flow):
        row = [short_decimal(float(flow.course[c][k]), 6) for c in ("time", "energy", "spread")]
        table.add_row(*row, str(int(flow.course["particles"][k])))
    lines: list[RenderableType] = [Text(head, style="bold"), table, item(_ENDS[flow.end]), item(_end_state(flow))]
    lines += [item(note) for note in flow.notes]
    if theory is not None:
        lines.append(item(theory["sentence"]))
        if theory.get("w2") is not None:
            lines.append(item(f"W2 of the contents to the predicted law: {short_decimal(theory['w2'], 5)}"))
    used = "; then ".join(_backend(b) for b in flow.backends)
    steps = f"{flow.steps} step{'' if flow.steps == 1 else 's'}, {flow.rejected} rejected"
    lines.append(item(f"{used}. {flow.evaluations} field evaluations, {steps}, {flow.seconds:.2f} s."))
    return Group(*lines)


def _rows(flow: Flow) -> list[int]:
    """Return the steps to show: ends, and between them equal parts of the energy gained."""
    energy = flow.course["energy"]
    size = len(energy)
    if size <= _ROWS:
        return list(range(size))
    gained = energy - energy[0]
    total = gained[-1]
    rows = {0, size - 1}
    for part in range(1, _ROWS - 1):
        wanted = total * part / (_ROWS - 1)
        rows.add(min(size - 1, int((gained < wanted).sum())))
    return sorted(rows)


def _end_state(flow: Flow) -> str:
    seen = flow.observables
    parts = [
        f"resultant {short_decimal(seen['resultant'], 6)}",
        f"{seen['clusters']} cluster{'' if seen['clusters'] == 1 else 's'}",
    ]
    if "Q" in flow.kernel or "frequencies" in flow.kernel:
        parts.append(f"resultant of Q x {short_decimal(seen['consensus'], 6)}")
    if seen["winding"]:
        parts.append(f"winding {seen['winding']}")
    if seen["collapsed_energy"] is not None:
        level = "orbit" if flow.kernel["family"] == "gauge" else "collapsed"
        parts.append(
            f"energy {short_decimal(seen['energy'], 8)} ({level} laws: {short_decimal(seen['collapsed_energy'], 8)})"
        )
    parts.append(f"residual {short_decimal(seen['residual'], 3)}")
    return "End: " + ", ".join(parts) + "."


def _backend(backend: Mapping[str, Any]) -> str:
    degree = "" if backend["degree"] is None else f" of degree {backend['degree']}"
    words = {"dense": "All pairs", "harmonic": "Expansions", "general": "All pairs by formula"}
    return f"{words[backend['name']]}{degree} ({backend['reason'].rstrip('.')})"
