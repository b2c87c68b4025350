"""``verify recheck``: a certificate against the checker, the user's own kernel and, on request, Coq's kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from verify.certificates.coq.compiler import is_compiled
from verify.certificates.reading_list import Passage, reading_list
from verify.certificates.recheck import recheck
from verify.cli._options import AsJson
from verify.cli.coq import CoqFolder, WithCoq, coq_lines, coq_result, library_folder, require_coq
from verify.cli.output import emit_json, note, show, waiting
from verify.cli.sources import load_source, read_document_or_input
from verify.encodings.variants import ModelConfig
from verify.model.errors import InputError
from verify.model.kernels import Kernel
from verify.report import plain, styled

__all__ = ["certificates_in", "recheck_command"]


def certificates_in(document: object, where: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the certificates in a document with their places in it.

    A document is a certificate, or holds some at any depth: a verdict, the variants of a config, the bounds of an
    optimum, a list of such.
    """
    if isinstance(document, list):
        for index, entry in enumerate(document):
            yield from certificates_in(entry, f"{where}[{index}]")
    elif not isinstance(document, Mapping):
        return
    elif "theorem" in document and "problem" in document:
        yield where, document
    else:
        for key, entry in document.items():
            yield from certificates_in(entry, f"{where}.{key}".lstrip("."))


def recheck_command(
    certificate: Annotated[
        str,
        typer.Argument(
            metavar="CERT",
            help="A certificate file, or a verdict or an optimum as JSON that holds one; - for standard input.",
        ),
    ],
    kernel: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Your kernel file: it is normalised again and its digest compared."),
    ] = None,
    *,
    audit: Annotated[
        bool, typer.Option("--audit", help="List the lines of the checker that the answer rests on, to be read.")
    ] = False,
    coq: WithCoq = False,
    timeout: Annotated[
        float, typer.Option(min=0.1, metavar="S", help="Seconds of processor time for Coq on each certificate.")
    ] = 60.0,
    store: CoqFolder = None,
    as_json: AsJson = False,
) -> None:
    """Check a certificate with the independent checker of its method; no solver takes part.

    With --coq Coq's kernel has to accept it as well: the problem, the statement and the data become a Coq file.
    Exit status: 0 accepted; 1 well formed but rejected, about another kernel, or not in the Coq library; 2 unreadable,
    or no Coq.
    """
    document = read_document_or_input(certificate, holding="a certificate")
    found: list[tuple[str, Mapping[str, Any]]] = []
    for place, held in certificates_in(document):
        if not any(held == other for _, other in found):  # an optimum names its best bound twice
            found.append((place, held))
    if not found:
        raise InputError(
            certificate,
            "hold a certificate",
            "none",
            "A result carries one only where a checker has a method for it.",
        )
    if found[0][0]:
        count = "its certificate" if len(found) == 1 else f"its {len(found)} certificates"
        note(f"{certificate} is a result: rechecking {count}.")
    digests = None if kernel is None else _digests(load_source(kernel))
    results = [_recheck(where, cert, kernel, digests, audit=audit) for where, cert in found]
    if coq:
        require_coq()
        with library_folder(store) as cache:
            if not is_compiled(cache):
                note("Coq's library is compiled first, once, in a minute or two.")
            with waiting("Coq"):
                for result, (_, cert) in zip(results, found, strict=True):
                    result["coq"] = coq_result(cert, cache, timeout)
                    result["accepted"] = result["accepted"] and result["coq"]["accepted"]
    if as_json:
        emit_json({"schema": 1, "accepted": all(result["accepted"] for result in results), "certificates": results})
    else:
        show(*(line for result in results for line in _lines(result, several=len(results) > 1)))
    raise typer.Exit(0 if all(result["accepted"] for result in results) else 1)


def _lines(result: Mapping[str, Any], *, several: bool) -> Iterator[RenderableType]:
    """Yield what is said of one certificate."""
    word = "rejected" if result["reason"] else "accepted"
    place = f"{plain(result['where'])}: " if several else ""
    text = plain(result["statement"] or result["reason"])
    yield styled(word).append(f": {place}{text}", style="not bold default")
    if "audit" in result:
        yield from _audit_lines(result["audit"])
    if "coq" in result:
        yield from coq_lines(result["coq"])


def _by_module(passages: Sequence[Passage]) -> list[dict[str, Any]]:
    """Return passages of the checker module by module."""
    return [
        {
            "module": module,
            "lines": sum(passage.lines for passage in part),
            "passages": [{"name": p.name, "first": p.first, "last": p.last} for p in part],
        }
        for module, part in ((m, list(group)) for m, group in groupby(passages, key=attrgetter("module")))
    ]


def _audit_lines(modules: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    """Yield the reading list: how much, and for each module its functions by their lines."""
    total = sum(module["lines"] for module in modules)
    yield Text(f"  to audit this answer, read {total} lines of verify/certificates:")
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(justify="right")
    table.add_column(overflow="fold")
    for module in modules:
        names = (f"{p['name'] or 'text'} {p['first']}-{p['last']}" for p in module["passages"])
        table.add_row(f"  {module['module']}", str(module["lines"]), ", ".join(names))
    yield table


def _digests(subject: Kernel | ModelConfig) -> set[str]:
    if isinstance(subject, Kernel):
        return {subject.digest}
    return {variant.kernel.digest for variant in subject.variants if variant.kernel is not None}


def _recheck(
    where: str, certificate: Mapping[str, Any], kernel: str | None, digests: set[str] | None, *, audit: bool
) -> dict[str, Any]:
    report, passages = reading_list(certificate) if audit else (recheck(certificate), ())
    accepted, reason = report.accepted, report.reason
    if accepted and digests is not None and certificate["digest"] not in digests:
        accepted, reason = (
            False,
            f"it proves its statement about another kernel, not about {kernel}: the digests differ",
        )
    return {
        "where": where,
        "accepted": accepted,
        "statement": report.statement if accepted else "",
        "reason": reason,
    } | ({"audit": _by_module(passages)} if audit else {})
