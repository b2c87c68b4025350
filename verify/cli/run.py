"""``verify run``: the suite of all theorems and all shipped examples."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from verify.cli._options import Strict, remember_json
from verify.cli.coq import DEFAULT_STORE, library_folder
from verify.cli.output import complain, emit_json, show, waiting
from verify.evidence import (
    CoqMode,
    CoqTask,
    Store,
    Task,
    TheoremTask,
    coq_tasks,
    find_theorem,
    list_examples,
    list_theorems,
    run_suite,
    theorem_tasks,
)
from verify.evidence.suite import Report, SuiteResult
from verify.model.errors import InputError
from verify.model.files import check_target, write_file
from verify.report import console_for, junit_xml, markdown_summary, plain, suite_report

__all__ = ["run_command"]

_Json = Annotated[
    str | None,
    typer.Option(
        "--json",
        metavar="F|-",
        callback=remember_json,
        help="Write the result as JSON to a file, or to standard output.",
    ),
]
_JUnit = Annotated[Path | None, typer.Option(metavar="F", help="Write the result as JUnit XML.")]
_Html = Annotated[
    Path | None, typer.Option("--html", metavar="F", help="Write the result as one page of HTML that stands alone.")
]
_Markdown = Annotated[
    Path | None, typer.Option("--markdown", metavar="F", help="Write a short summary in Markdown, for CI.")
]
_Fresh = Annotated[bool, typer.Option("--fresh", help="Decide everything again, whatever the store holds.")]
_Remake = Annotated[
    bool,
    typer.Option(
        "--remake", help="Make the shipped certificates again (slow) and replace what differs; else they are rechecked."
    ),
]
_Jobs = Annotated[int | None, typer.Option(min=1, metavar="N", help="Number of processes; default: one per core.")]
_Limit = Annotated[
    float | None,
    typer.Option(min=0.001, metavar="S", help="Seconds for each task; default: 120 for an example, a claim's own."),
]
_Folder = Annotated[
    Path | None, typer.Option(metavar="DIR", help=f"Folder of finished results; default: {DEFAULT_STORE}.")
]
_Examples = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Another folder of *.kernel.json files to decide instead.")
]
_Theorem = Annotated[
    list[str] | None,
    typer.Option("--theorem", metavar="ID", help="Only this theorem (repeat for several), and no examples."),
]
_Claim = Annotated[
    list[str] | None,
    typer.Option(
        "--claim",
        metavar="ID",
        help="Only this claim of the theorems (repeat for several); `derivation` for the steps.",
    ),
]
_Coq = Annotated[
    CoqMode,
    typer.Option(help="Have Coq's kernel prove the cores of T1, T4, T5: where it is installed, in any case, or not."),
]
_Seed = Annotated[int, typer.Option(min=0, metavar="N", help="Of the random instances in derivations.")]


def run_command(
    *,
    json_file: _Json = None,
    junit: _JUnit = None,
    html: _Html = None,
    markdown: _Markdown = None,
    fresh: _Fresh = False,
    remake: _Remake = False,
    strict: Strict = False,
    jobs: _Jobs = None,
    timeout: _Limit = None,
    store: _Folder = None,
    examples: _Examples = None,
    theorem: _Theorem = None,
    claim: _Claim = None,
    seed: _Seed = 0,
    coq: _Coq = CoqMode.AUTO,
) -> None:
    """Run every theorem and every shipped example, recheck every certificate, and compare with what is expected.

    What is finished is kept in the store and not repeated, whenever the run is killed.
    Exit status: 0 every claim has its expected status; 1 one has not; 3 one is undecided that should not be.
    """
    if coq is CoqMode.REQUIRE and examples is not None:
        raise InputError("--coq require", "stand without --examples", str(examples), "Examples run without theorems.")
    report = None if json_file is None or json_file == "-" else Path(json_file)
    for option, path in (("--json", report), ("--junit", junit), ("--html", html), ("--markdown", markdown)):
        if path is not None:
            check_target(option, path, make_folder=True)
    with library_folder(store) as cache, _progress() as tell:
        coq_part = [] if examples else coq_tasks(coq, cache)
        tasks = _tasks(examples, theorem or [], claim or [], seed, coq_part, remake=remake)
        result = run_suite(
            tasks,
            jobs=jobs,
            limit=timeout,
            store=_store(store),
            fresh=fresh,
            strict=strict,
            progress=tell,
        )
    status = 130 if result.interrupted else result.exit_status()
    if junit is not None:
        write_file(junit, junit_xml(result).encode())
    if markdown is not None:
        write_file(markdown, markdown_summary(result).encode())
    if html is not None:
        _write_page(html, result, tasks, seed=seed, strict=strict)
    if json_file == "-":
        emit_json(result.to_json())
    else:
        if report is not None:
            write_file(report, f"{json.dumps(result.to_json(), indent=1, allow_nan=False)}\n".encode())
        show(suite_report(result))
    raise typer.Exit(status)


def _write_page(path: Path, result: SuiteResult, tasks: Sequence[object], *, seed: int, strict: bool) -> None:
    from verify.report.html import html_report

    theorems = {task.id: task.theorem for task in tasks if isinstance(task, TheoremTask) and task.theorem}
    with waiting("drawing the page"):
        page = html_report(result, theorems, seed=seed, strict=strict, when=datetime.now(UTC))
    write_file(path, page.encode())


_AnyTask = Task | TheoremTask | CoqTask


def _tasks(
    folder: Path | None, theorems: list[str], claims: list[str], seed: int, coq: list[CoqTask], *, remake: bool
) -> list[_AnyTask]:
    """Return what is asked for: all theorems and all examples, or a folder's examples, or some theorems' claims."""
    if folder is not None and (theorems or claims):
        raise InputError(
            "--examples", "stand without --theorem and --claim", str(folder), "Examples run without theorems."
        )
    if folder is not None and not os.path.isdir(folder):  # noqa: PTH112 - False for a name that no folder can have
        raise InputError("--examples", "be a folder that exists", str(folder))
    tasks: list[_AnyTask] = []
    if folder is None:
        entries = [find_theorem(name) for name in theorems] if theorems else list_theorems()
        coq = [task for task in coq if not theorems or task.id in {entry.id for entry in entries}]
        proved = [task for task in coq if not claims or {task.item, task.name} & set(claims)]
        others = [name for name in claims if not any(name in {task.item, task.name} for task in proved)]
        if others or not claims:
            tasks += theorem_tasks(entries, claims=others, seed=seed, remake=remake)
        tasks = _grouped([*tasks, *proved])
    if theorems or claims:
        return tasks
    found = [Task.of(example) for example in list_examples(folder)]
    if not found:
        where = "the installation" if folder is None else str(folder)
        remedy = "`verify doctor` shows where the shipped ones are looked for."
        raise InputError(where, "hold examples (*.kernel.json)", "none", remedy=remedy)
    return tasks + found


def _grouped(tasks: list[_AnyTask]) -> list[_AnyTask]:
    """Return the tasks with those of one theorem together, theorems in the order in which they come first."""
    order = {task.id: index for index, task in reversed([*enumerate(tasks)]) if not isinstance(task, Task)}
    return sorted(tasks, key=lambda task: len(tasks) if isinstance(task, Task) else order[task.id])


def _store(folder: Path | None) -> Store | None:
    """Return the store that was asked for; the default one only where its folder can be written."""
    if folder is not None:
        return Store(folder)
    try:
        return Store(DEFAULT_STORE)
    except InputError as error:
        complain(f"{error} This run keeps nothing.")
        return None


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
