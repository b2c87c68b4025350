"""What the commands share about Coq: its options, where its library is compiled, what it said."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from verify.certificates.coq.check import CoqOutcome, check_with_coq
from verify.certificates.coq.compiler import coq_version
from verify.certificates.coq.libraries import INSTALL
from verify.evidence import Store
from verify.model.errors import InputError
from verify.report import plain, styled
from verify.report.terminal import item

__all__ = [
    "COQ_FOLDER",
    "DEFAULT_STORE",
    "CoqFolder",
    "WithCoq",
    "coq_lines",
    "coq_result",
    "library_folder",
    "require_coq",
]

DEFAULT_STORE = Path(".verify-store")
#: Inside the store: the compiled library, under the hash of its sources and of Coq's version.
COQ_FOLDER = "coq"

WithCoq = Annotated[bool, typer.Option("--coq", help="Have Coq's kernel check the certificate's theorem too.")]
CoqFolder = Annotated[
    Path | None,
    typer.Option("--store", metavar="DIR", help=f"Where Coq's library is compiled once; default: {DEFAULT_STORE}."),
]


def require_coq() -> None:
    """Refuse to go on where there is no coqc."""
    if shutil.which("coqc") is None:
        why = "Without it Coq's kernel can check nothing; everything else works."
        raise InputError("coqc", "be installed for --coq", "no such command", why, f"{INSTALL}.")


@contextmanager
def library_folder(store: Path | None) -> Iterator[Path]:
    """Yield the folder of compiled libraries: in the store, or for this run alone where none can be written."""
    if store is not None:
        yield Store(store).folder.resolve() / COQ_FOLDER
        return
    try:
        folder = Store(DEFAULT_STORE).folder
    except InputError:
        with tempfile.TemporaryDirectory() as name:
            yield Path(name)
    else:
        yield folder.resolve() / COQ_FOLDER


def coq_result(certificate: Mapping[str, Any], cache: Path, timeout: float) -> dict[str, Any]:
    """Return what Coq says of a certificate, as plain data.

    Raises
    ------
    InputError
        Coq is there but cannot be used: its library does not compile.
    """
    report = check_with_coq(certificate, cache, timeout)
    if report.outcome is CoqOutcome.MISSING:
        raise InputError("Coq", "be usable for --coq", report.reason, remedy="`verify doctor` shows what is installed.")
    return {
        "accepted": report.accepted,
        "outcome": str(report.outcome),
        "reason": report.reason,
        "version": coq_version(),
        "seconds": round(report.seconds, 3),
        "theorems": [vars(theorem) for theorem in report.theorems],
        "assumptions": list(report.axioms),
    }


def coq_lines(result: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Yield Coq's answer for reading: each theorem by name, its statement, what all of them rest on."""
    if not result["accepted"]:
        yield styled("rejected").append(
            f": Coq, {plain(result['outcome'])}: {plain(result['reason'])}", "not bold default"
        )
        return
    yield styled("accepted").append(
        f": by the kernel of Coq {plain(result['version'])} in {result['seconds']:.1f} s", "not bold default"
    )
    modules = dict.fromkeys(str(theorem["name"]).rpartition(".")[0] for theorem in result["theorems"])
    yield item(
        f"Module {', '.join(modules)}, named after the problem's digest. All laws: on atoms those with finitely "
        "supported slices, elsewhere laws of any kind."
    )
    for theorem in result["theorems"]:
        yield item(f"Theorem {str(theorem['name']).rpartition('.')[2]}:")
        yield Padding(Text(plain(" ".join(theorem["statement"].split()))), (0, 0, 0, 4))
    yield item(f"Assumptions: {', '.join(result['assumptions']) or 'none'}")
