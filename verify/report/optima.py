"""What a maximisation found, on the terminal: energies with bounds and gaps, laws by name, slices and notes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.text import Text

from verify.optimize import FoundLaw, Optimum
from verify.optimize.continuation import Phases
from verify.report.terminal import item, number, plain, plain_table, short_decimal

__all__ = ["optimum_report", "phases_report"]

_VIEWS = {"graph_laws": "graph laws", "all_laws": "all laws"}
_ROWS = 8
_ENDS = {
    "finished": "The search is finished; that nothing better exists is known only where the gap is 0.",
    "time limit": "Ended at the time limit; this is what was found.",
    "interrupted": "Interrupted; this is what was found.",
}


def optimum_report(optimum: Optimum, source: str) -> RenderableType:
    """Return an optimum as a table of views, a table of laws, and lines on slices and bounds.

    Parameters
    ----------
    optimum : Optimum
    source : str
        How the user named the kernel.
    """
    name = optimum.kernel.get("name") or source
    nodes = len(optimum.weights)
    head = f"{plain(name)}: d = {optimum.d}, {nodes} label{'' if nodes == 1 else 's'}{_profile_words(optimum)}"
    parts: list[RenderableType] = [Text(head, style="bold"), _views_table(optimum)]
    if optimum.laws:
        parts.append(_laws_table(optimum.laws))
    if optimum.vertex is not None:
        parts.append(item(_vertex_line(optimum)))
    if optimum.slices is not None:
        parts.append(item(_slices_line(optimum)))
    parts += [item(_bound_line(optimum, view)) for view in _VIEWS if optimum.bound(view) is not None]
    parts += [item(note) for note in optimum.notes]
    seed = "" if optimum.seed is None else f" Seed {optimum.seed}."
    parts.append(item(f"{_ENDS[optimum.end]}{seed} {optimum.seconds:.1f} s."))
    return Group(*parts)


def _profile_words(optimum: Optimum) -> str:
    profile = optimum.kernel.get("profile")
    if isinstance(profile, dict) and set(profile) & {"usa", "peak"}:
        kind, beta = next(iter(profile.items()))
        return f", {kind}, beta = {short_decimal(float(Fraction(beta)), 6) if '/' in str(beta) else beta}"
    return "" if profile is None or isinstance(profile, dict) else f", profile {plain(profile)}"


def _views_table(optimum: Optimum) -> RenderableType:
    right = ("E found", "E bound", "gap")
    table = plain_table("maximisers over", "E found", "status", "E bound", "status", "gap", right=right)
    for view, words in _VIEWS.items():
        found, bound, gap = optimum.found(view), optimum.bound(view), optimum.gap(view)
        shown, rung = _found_text(optimum, view, found)
        table.add_row(
            words,
            shown,
            rung,
            "-" if bound is None else number(bound.num, 10),
            "unknown" if bound is None else str(bound.num.status),
            "-" if gap is None else _gap_text(gap, optimum),
        )
    return table


def _found_text(optimum: Optimum, view: str, found: float | None) -> tuple[str | Text, str]:
    if found is None:
        return "-", "unknown"
    if optimum.vertex is not None and (view == "graph_laws" or optimum.slices is None):
        return number(optimum.vertex.energy, 10), str(optimum.vertex.energy.status)
    if math.isfinite(found):
        return short_decimal(found, 10), "numeric"
    best = optimum.best
    return ("-" if best is None else f"{'-' if found < 0 else ''}e^{best.log_energy:.8g}"), "numeric"


def _gap_text(gap: float, optimum: Optimum) -> str:
    """Return a gap; one within rounding of the energies that were summed is said to be that.

    A law on quantised labels may have more energy than the kernel's bound: that is no gap.
    """
    scale = max([abs(law.energy) for law in optimum.laws if math.isfinite(law.energy)], default=0.0)
    if abs(gap) <= 1e-12 * max(scale, 1e-12):
        return "0 to rounding"
    return "- (labels)" if gap < 0 and not optimum.exact_labels else short_decimal(gap, 3)


def _laws_table(laws: Sequence[FoundLaw]) -> RenderableType:
    right = ("energy", "residual", "slice gap", "curvature", "starts")
    table = plain_table("law", "energy", "residual", "slice gap", "curvature", "starts", right=right)
    for law in laws[:_ROWS]:
        energy = short_decimal(law.energy, 10) if math.isfinite(law.energy) else f"e^{law.log_energy:.8g}"
        detail = f" ({law.shape.detail})" if law.shape.detail else ""
        table.add_row(
            law.shape.name + detail,
            energy,
            f"{law.residual:.0e}",
            "-" if math.isnan(law.slice_gap) else f"{law.slice_gap:.0e}",
            "-" if law.curvature is None else _curvature_text(law),
            str(law.times),
        )
    return table


def _curvature_text(law: FoundLaw) -> str:
    assert law.curvature is not None
    flat = f" ({law.flat} flat)" if law.flat else ""
    return f"{'<= 0' if law.curvature <= 1e-8 else f'{law.curvature:.0e}'}{flat}"


def _vertex_line(optimum: Optimum) -> str:
    vertex = optimum.vertex
    assert vertex is not None
    how = "all choices compared" if vertex.method == "enumeration" else vertex.status
    exact = f" = {vertex.energy.exact}" if vertex.energy.exact else ""
    choice = ", ".join(map(str, vertex.choice))
    return f"Best vertex: contents {choice}; E{exact} ({vertex.energy.status}); {how}."


def _slices_line(optimum: Optimum) -> str:
    slices = optimum.slices
    assert slices is not None
    if slices.diracs == slices.slices:
        what = "every slice is a Dirac"
    else:
        what = f"{slices.slices - slices.diracs} of {slices.slices} slices stay spread ({len(slices.masses)} atoms)"
    energy = short_decimal(slices.energy, 10) if math.isfinite(slices.energy) else f"e^{slices.log_energy:.8g}"
    gap = f", duality gap {slices.gap:.1e}" if math.isfinite(slices.gap) else ""
    return f"Slices as measures: E = {energy}, {what}{gap}."


def _bound_line(optimum: Optimum, view: str) -> str:
    bound = optimum.bound(view)
    assert bound is not None
    certified = " With a certificate." if bound.certificate is not None else ""
    return f"Bound over {_VIEWS[view]} ({bound.method}): {bound.how}{certified}"


def phases_report(phases: Sequence[Phases], source: str) -> RenderableType:
    """Return the winners along beta for each dimension, and the transitions between them."""
    table = plain_table("d", "beta", "law of most energy", "energy", right=("d", "beta", "energy"))
    lines: list[RenderableType] = []
    for row in phases:
        for beta, name, energy in row.winners:
            shown = short_decimal(energy, 10) if math.isfinite(energy) else "beyond floats"
            table.add_row(str(row.d), f"{beta:g}", name, shown)
        found = ", ".join(f"{beta:.4f}" for beta in row.transitions) or "none"
        lines.append(item(f"d = {row.d}: transitions at beta = {found} (numeric)."))
    return Group(Text(plain(source), style="bold"), table, *lines)
