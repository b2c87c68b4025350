"""A verdict for reading: both views, energies, hypotheses with how each was checked, scope, next step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from verify.evidence import VIEWS
from verify.model.verdict import Hypothesis, Num, Verdict
from verify.report.planes import planes_table, spread_lines
from verify.report.terminal import item, mark_of, number, plain, plain_table, styled
from verify.report.witnesses import witness_lines

__all__ = ["describe_kernel", "verdict_report"]

_HOLDS = {True: ("yes", "green"), False: ("no", "red"), None: ("open", "yellow")}


def verdict_report(verdict: Verdict, command: str = "", *, verbose: bool = False) -> RenderableType:
    """Return one verdict.

    Parameters
    ----------
    verdict : Verdict
        What was decided.
    command : str
        What stands behind ``verify kernel`` for this input: how its certificate is rechecked.
    verbose : bool
        Whether to show every plane, the exact energies, the statement of the certificate and the digest.
    """
    return Group(*_sections(verdict, command, verbose=verbose))


def _sections(verdict: Verdict, command: str, *, verbose: bool) -> Iterator[RenderableType]:
    yield Text(describe_kernel(verdict.kernel))
    yield Text()
    yield _views(verdict)
    yield from _reasons(verdict)
    if verbose:
        yield from _exact_energies(verdict)
    if verdict.hypotheses:
        yield from _heading("Hypotheses")
        yield _hypotheses(verdict.hypotheses)
    if verdict.spread is not None or verdict.planes:
        yield from _heading("Spread")
    if verdict.spread is not None:
        yield from spread_lines(verdict.spread, verbose=verbose)
    if verdict.planes:
        yield planes_table(verdict.planes, _positions(verdict.kernel), verbose=verbose)
    yield from _evidence(verdict, command, verbose=verbose)
    if verdict.scope:
        yield from _heading("Scope")
        yield from (item(sentence) for sentence in verdict.scope)
    if verdict.next_step:
        yield from _heading("Next step")
        yield item(verdict.next_step)


def _heading(text: str) -> tuple[Text, Text]:
    return Text(), Text(text, style="bold")


def _views(verdict: Verdict) -> Table:
    views = {name: getattr(verdict, field) for field, name in VIEWS.items()}
    known = any(num is not None for view in views.values() for num in vars(view.energy).values())
    columns = ("E collapsed", "E best known", "E bound") if known else ()
    table = plain_table("maximisers over", "collapse", "status", *columns, right=columns)
    for name, view in views.items():
        energies = [number(num) for num in vars(view.energy).values()] if known else []
        table.add_row(name, styled(view.collapse), styled(view.status), *energies)
    return table


def _reasons(verdict: Verdict) -> Iterator[RenderableType]:
    graph, every = verdict.graph_laws, verdict.all_laws
    if graph.reason == every.reason:
        yield item(graph.reason)
    else:
        yield from (item(f"{name}: {getattr(verdict, field).reason}") for field, name in VIEWS.items())
    for field, name in VIEWS.items():
        if getattr(verdict, field).attained is False:
            yield item(f"{name}: the supremum is not attained.")


def _exact_energies(verdict: Verdict) -> Iterator[RenderableType]:
    table = plain_table("energy", "exact, or value ± radius")
    for field, name in VIEWS.items():
        for which, num in vars(getattr(verdict, field).energy).items():
            if num is not None:
                table.add_row(f"{name}, {which}", Text(plain(_full(num))))
    if table.row_count:
        yield from (Text(), table)


def _full(num: Num) -> str:
    if num.exact is not None:
        return num.exact
    return mark_of(num.status) + (num.value if num.radius is None else f"{num.value} ± {num.radius}")


def _hypotheses(hypotheses: tuple[Hypothesis, ...]) -> Table:
    table = plain_table("holds", "hypothesis", "how it was checked")
    for hypothesis in hypotheses:
        word, style = _HOLDS[hypothesis.holds]
        table.add_row(Text(word, style=style), Text(plain(hypothesis.name)), Text(plain(hypothesis.how)))
    return table


def _refutes(verdict: Verdict) -> bool:
    return any(getattr(verdict, field).collapse == "none" for field in VIEWS)


def _evidence(verdict: Verdict, command: str, *, verbose: bool) -> Iterator[RenderableType]:
    certificate, witness = verdict.certificate, verdict.witness
    if certificate is None and witness is None and not verbose:
        return
    yield from _heading("Evidence")
    if certificate is not None:
        yield item(f"Certificate: theorem {certificate['theorem']}, method {certificate['method']}. To recheck it:")
        for line in (f"verify kernel {command or 'FILE'} --json > verdict.json", "verify recheck verdict.json"):
            yield Padding(Text(plain(line)), (0, 0, 0, 4))
        if verbose:
            yield item(certificate["statement"])
    if witness is not None:
        yield item("A witness that no collapsed law is a maximiser:" if _refutes(verdict) else "A witness:")
        yield from (Padding(line, (0, 0, 0, 2)) for line in witness_lines(witness))
    if verbose:
        yield item(f"Digest: {verdict.digest}")


def describe_kernel(kernel: Mapping[str, Any]) -> str:
    """Return one line on a kernel from its normal form: family, dimension, labels, profile.

    Examples
    --------
    >>> describe_kernel({"family": "factor", "d": 3, "labels": {"kind": "circle"}, "profile": {"usa": "1"}, "k": "1"})
    'factor kernel, d = 3, labels: uniform circle, profile: usa, beta = 1'
    """
    if "labels" not in kernel:
        return plain(f"{kernel.get('scheme', 'kernel')}: outside the theory")
    pieces = [f"{kernel['family']} kernel", f"d = {kernel['d']}", f"labels: {_labels(kernel['labels'])}"]
    if "profile" in kernel:
        pieces.append(f"profile: {_profile(kernel['profile'])}")
    if kernel.get("symmetrize"):
        pieces.append("symmetrised")
    return plain(", ".join(pieces))


def _labels(labels: Mapping[str, Any]) -> str:
    match labels["kind"]:
        case "atoms" | "blocks" as kind:
            return f"{len(labels['weights'])} {kind}"
        case "positions":
            shape = labels.get("shape", [labels.get("n")])
            return f"{' x '.join(map(str, shape))} positions"
        case "cyclic":
            return f"cyclic group of order {labels['n']}"
        case "interval":
            law = "uniform" if "density" not in labels else f"density {labels['density']}"
            return f"[{labels['a']}, {labels['b']}], {law}"
        case "torus":
            return f"uniform torus of dimension {labels['dim']}"
    return "uniform circle"


def _profile(profile: str | Mapping[str, Any]) -> str:
    if isinstance(profile, str):
        return f"f(t) = {profile}"
    ((kind, value),) = profile.items()
    return f"{kind}, beta = {value}" if isinstance(value, str) else f"{kind}, coefficients {', '.join(value)}"


def _positions(kernel: Mapping[str, Any]) -> int | None:
    labels = kernel.get("labels", {})
    if labels.get("kind") != "positions":
        return None
    return prod(labels["shape"]) if "shape" in labels else int(labels["n"])
