"""``verify run``: the suite of all shipped examples."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from verify.cli._options import Strict
from verify.cli.output import complain, emit_json, show
from verify.evidence import Store, Task, list_examples, run_suite
from verify.evidence.suite import Report
from verify.model.errors import InputError
from verify.report import console_for, junit_xml, plain, suite_report

__all__ = ["run_command"]

DEFAULT_STORE = Path(".verify-store")


_Json = Annotated[
    str | None,
    typer.Option("--json", metavar="F|-", help="Write the result as JSON to a file, or to standard output."),
]
_JUnit = Annotated[Path | None, typer.Option(metavar="F", help="Write the result as JUnit XML.")]
_Fresh = Annotated[bool, typer.Option("--fresh", help="Decide everything again, whatever the store holds.")]
_Remake = Annotated[bool, typer.Option("--remake", help="Make every certificate again; implies --fresh.")]
_Jobs = Annotated[int | None, typer.Option(min=1, metavar="N", help="Number of processes; default: one per core.")]
_Limit = Annotated[float, typer.Option(min=0.001, metavar="S", help="Seconds for each example.")]
_Folder = Annotated[
    Path | None, typer.Option(metavar="DIR", help=f"Folder of finished results; default: {DEFAULT_STORE}.")
]
_Examples = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Another folder of *.kernel.json files to decide instead.")
]


def run_command(
    *,
    json_file: _Json = None,
    junit: _JUnit = None,
    fresh: _Fresh = False,
    remake: _Remake = False,
    strict: Strict = False,
    jobs: _Jobs = None,
    timeout: _Limit = 120.0,
    store: _Folder = None,
    examples: _Examples = None,
) -> None:
    """Decide every shipped example, recheck every certificate, and compare with what is expected.

    What is finished is kept in the store and not repeated, whenever the run is killed.
    Exit status: 0 every claim has its expected status; 1 one has not; 3 one is undecided that should not be.
    """
    tasks = [Task.of(example) for example in list_examples(examples)]
    if not tasks:
        where = "the installation" if examples is None else str(examples)
        remedy = "`verify doctor` shows where the shipped ones are looked for."
        raise InputError(where, "hold examples (*.kernel.json)", "none", remedy=remedy)
    with _progress() as tell:
        result = run_suite(
            tasks,
            jobs=jobs,
            limit=timeout,
            store=_store(store),
            fresh=fresh or remake,
            strict=strict,
            progress=tell,
        )
    status = 130 if result.interrupted else result.exit_status()
    if junit is not None:
        _write(junit, junit_xml(result))
    if json_file == "-":
        emit_json(result.to_json())
    else:
        if json_file is not None:
            _write(Path(json_file), json.dumps(result.to_json(), indent=1, allow_nan=False) + "\n")
        show(suite_report(result))
    raise typer.Exit(status)


def _store(folder: Path | None) -> Store | None:
    """Return the store that was asked for; the default one only where its folder can be written."""
    if folder is not None:
        return Store(folder)
    try:
        return Store(DEFAULT_STORE)
    except InputError as error:
        complain(f"{error} This run keeps nothing.")
        return None


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(str(path), "be a file that can be written", error.strerror or type(error).__name__) from None


@contextmanager
def _progress() -> Iterator[Report | None]:
    """Yield a progress callback that draws a bar on standard error, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console_for(sys.stderr), transient=True) as bar:
        task = bar.add_task("deciding", total=None)

        def tell(done: int, total: int, name: str) -> None:
            bar.update(task, completed=done, total=total, description=plain(name or "deciding"))

        yield tell
