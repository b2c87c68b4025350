"""``verify maximise``: maximisers of a kernel's energy, proved bounds above them, and pictures."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, cast

import typer
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from verify.cli._options import AsJson, Positions
from verify.cli.output import emit_json, note, show, waiting
from verify.cli.sources import load_source
from verify.encodings.variants import ModelConfig
from verify.evidence.limits import Finished, TimedOut, run_limited
from verify.model.errors import InputError
from verify.model.kernels import FactorKernel, Frequencies, GaugeKernel, Kernel
from verify.optimize import Optimum, Progress, bound_energy, maximise
from verify.optimize.continuation import at_beta, phase_diagram, sweep_beta
from verify.optimize.maximise import with_proved
from verify.report.figures import FORMATS, write_figure
from verify.report.optima import optimum_report, phases_report
from verify.report.optima_figures import beta_figure, optimum_figure, phase_figure
from verify.report.terminal import console_for

__all__ = ["maximise_command"]

#: Content dimension beyond which a rotary kernel is searched on a few of its planes, a factor kernel in few dimensions.
_LARGEST_D = 16
_PLANES = 1
_SMALL_D = 8
_HEADS = 3
#: Seconds for bounds where none are given, and what a process is given beyond.
_BOUNDS, _GRACE = 60.0, 2.0

_Kernel = Annotated[
    str,
    typer.Argument(metavar="KERNEL", help="A kernel file, a model config, a name of `verify list`, or - for stdin."),
]
_N = Annotated[
    int | None,
    typer.Option("--n", metavar="N", help="Label nodes of a continuum, or of more labels than N; default 128."),
]
_Starts = Annotated[
    int | None, typer.Option("--starts", min=0, metavar="S", help="Random starts beside the structured ones.")
]
_Seed = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Of random starts and candidates.")]
_Views = Annotated[
    str, typer.Option("--views", metavar="V", help="graph (contents as functions of labels), or all: slices, too.")
]
_Timeout = Annotated[
    float | None,
    typer.Option(
        "--timeout", min=0.001, metavar="S", help="Seconds for the search, and again for the bounds (by default 60)."
    ),
]
_D = Annotated[int | None, typer.Option("--d", metavar="D", help="Another content dimension than the file's.")]
_Betas = Annotated[
    str | None,
    typer.Option("--betas", metavar="B,B,...", help="One search at each beta; the figure shows energy against beta."),
]
_Dims = Annotated[
    str | None,
    typer.Option("--dims", metavar="D,D,...", help="With --betas: the phase diagram of factor kernels over (beta, d)."),
]
_Planes = Annotated[
    int | None,
    typer.Option("--planes", min=1, metavar="P", help=f"Rotated planes to keep; all up to d = {_LARGEST_D}, else 1."),
]
_Figure = Annotated[
    Path | None, typer.Option("--figure", metavar="F", help=f"Draw what was found: {', '.join(FORMATS)}.")
]


def maximise_command(
    kernel: _Kernel,
    *,
    n: _N = None,
    starts: _Starts = None,
    seed: _Seed = 0,
    views: _Views = "all",
    timeout: _Timeout = None,
    d: _D = None,
    betas: _Betas = None,
    dims: _Dims = None,
    planes: _Planes = None,
    figure: _Figure = None,
    positions: Positions = None,
    as_json: AsJson = False,
) -> None:
    """Search for maximisers of a kernel's energy, and bound the energy from above by proof.

    Exit status: 0 finished; 3 ended early, by time or by Ctrl-C; 2 bad input; 4 internal error.
    """
    if figure is not None and figure.suffix.lower() not in FORMATS:
        raise InputError("--figure", f"end in {', '.join(FORMATS)}", figure.name)
    along = None if betas is None else _numbers(betas, "--betas")
    request = _Request(n, starts, seed, _views(views) if along is None else ("graph_laws",), timeout, along)
    subject = load_source(kernel, positions)
    if dims is not None:
        _show_phases(subject, kernel, request, dims, figure, as_json=as_json)
        return
    found: list[tuple[str, list[Optimum]]] = []
    for part, source in _parts(subject, kernel):
        found.append((source, _search(*_reduced(part, d, planes), source, request)))
        if found[-1][1][-1].end == "interrupted":
            break
    optima = [optimum for _, some in found for optimum in some]
    if figure is not None:
        first = found[0][1]
        name = first[0].kernel.get("name") or kernel
        drawn = optimum_figure(first[0], name) if along is None else beta_figure(first, along[: len(first)], name)
        write_figure(drawn, figure)
    if as_json:
        emit_json(_document(optima, kernel, seed))
    else:
        show(*(optimum_report(optimum, source) for source, some in found for optimum in some))
    raise typer.Exit(0 if all(optimum.end == "finished" for optimum in optima) else 3)


@dataclass(frozen=True)
class _Request:
    """The options of a search."""

    n: int | None
    starts: int | None
    seed: int
    views: tuple[str, ...]
    timeout: float | None
    betas: list[float] | None


def _search(kernel: Kernel, remarks: tuple[str, ...], source: str, request: _Request) -> list[Optimum]:
    """Return the optimum of a kernel, or one at each beta, with bounds."""
    for remark in remarks:
        note(f"verify: {source}: {remark}")
    shared: dict[str, Any] = {"n": request.n, "bounds": False, "timeout": request.timeout}
    with _progress_bar() as told:
        if request.betas is None:
            kernels = [kernel]
            optima = [maximise(kernel, request.starts, request.seed, views=request.views, progress=told, **shared)]
        else:
            kernels = [at_beta(kernel, beta) for beta in request.betas]
            optima = list(sweep_beta(kernel, request.betas, starts=request.starts or 0, rng=request.seed, **shared))
    found = []
    for optimum, whose in zip(optima, kernels, strict=False):  # after Ctrl-C there are fewer optima
        bounded = _bounded(optimum, whose, request.views, request.timeout or _BOUNDS)
        found.append(replace(bounded, notes=(*remarks, *bounded.notes)))
    return found


def _bounded(optimum: Optimum, kernel: Kernel, views: tuple[str, ...], seconds: float) -> Optimum:
    """Return an optimum with the bounds that are proved within a time; a process of their own is ended after it."""
    if optimum.end == "interrupted":
        return optimum
    try:
        with waiting("bounds"):
            outcome = run_limited(bound_energy, kernel, "auto", seconds, seconds=seconds + _GRACE)
    except KeyboardInterrupt:
        return replace(optimum, end="interrupted", notes=(*optimum.notes, "The bounds were interrupted."))
    if isinstance(outcome, Finished):
        return with_proved(optimum, outcome.value, views)
    if isinstance(outcome, TimedOut):
        return optimum.with_bounds((), f"No upper bound is proved within {seconds:g} s: unknown.")
    if isinstance(outcome.error, InputError):
        raise outcome.error
    return optimum.with_bounds((), f"No upper bound: their computation failed ({outcome.message}).")


def _document(found: list[Optimum], source: str, seed: int) -> dict[str, Any]:
    documents = [optimum.to_json() | {"seed": seed} for optimum in found]
    return documents[0] | {"source": source} if len(found) == 1 else {"source": source, "optima": documents}


def _views(text: str) -> tuple[str, ...]:
    if text not in {"graph", "all"}:
        raise InputError("--views", "be graph or all", text)
    return ("graph_laws",) if text == "graph" else ("graph_laws", "all_laws")


def _show_phases(
    subject: Kernel | ModelConfig, source: str, request: _Request, dims: str, figure: Path | None, *, as_json: bool
) -> None:
    """Show the phase diagram of a factor kernel over (beta, d)."""
    numbers = _numbers(dims, "--dims")
    if any(d != int(d) or not 2 <= d <= _LARGEST_D for d in numbers):
        raise InputError("--dims", f"be integers from 2 to {_LARGEST_D}", dims)
    betas = request.betas
    if betas is None:
        raise InputError("--dims", "stand with --betas", dims)
    if not isinstance(subject, FactorKernel):
        raise InputError("--dims", "stand with a factor kernel", getattr(subject, "family", "a model config"))
    with waiting("phases"):
        phases = [phase_diagram(replace(subject, d=int(d)), betas, request.n, request.seed) for d in numbers]
    if figure is not None:
        winners = {row.d: [(beta, name) for beta, name, _ in row.winners] for row in phases}
        transitions = {row.d: row.transitions for row in phases}
        write_figure(phase_figure(winners, transitions, subject.name or source), figure)
    if as_json:
        emit_json({"source": source, "seed": request.seed, "phases": [row.to_json() for row in phases]})
    else:
        show(phases_report(phases, subject.name or source))


def _numbers(text: str, option: str) -> list[float]:
    try:
        values = [float(part) for part in text.split(",")]
    except ValueError:
        values = []
    if not values or not all(0 < a < 1e6 for a in values) or values != sorted(set(values)):
        raise InputError(option, "be increasing positive numbers with commas between", text)
    return values


def _parts(subject: Kernel | ModelConfig, source: str) -> list[tuple[Kernel, str]]:
    """Return the kernels to search: of a model config the first few kinds of layers and heads."""
    if isinstance(subject, Kernel):
        return [(subject, source)]
    usable = [variant for variant in subject.variants if variant.kernel is not None]
    if not usable:
        reason = subject.variants[0].not_applicable
        raise InputError("KERNEL", "have an interaction kernel", subject.name, reason.reason if reason else "")
    if len(subject.variants) > _HEADS:
        note(f"verify: {source}: {min(len(usable), _HEADS)} of {len(subject.variants)} kinds of layers and heads")
    return [
        (cast("Kernel", variant.kernel), f"{source}, layers {variant.layers}, heads {variant.heads}")
        for variant in usable[:_HEADS]
    ]


def _reduced(kernel: Kernel, d: int | None, planes: int | None) -> tuple[Kernel, tuple[str, ...]]:
    """Return a kernel of a dimension that a search can hold, and what was left out, in words.

    Notes
    -----
    Contents that vanish off some planes stay there under the flow of a rotary kernel: the kernel on P planes is the
    whole one on such contents, so that its best energy is attained by a law of the whole kernel. A bound is the reduced
    kernel's alone.
    """
    if isinstance(kernel, GaugeKernel) and isinstance(kernel.gauge, Frequencies):
        count = len(kernel.gauge.planes)
        keep = count if planes is None and kernel.d <= _LARGEST_D else min(count, planes or _PLANES)
        if keep < count or (kernel.d > _LARGEST_D and d is None):
            remark = (
                f"{keep} of {count} rotated planes, d = {2 * keep} in place of {kernel.d}; bounds are of these alone"
            )
            return replace(kernel, d=2 * keep, gauge=Frequencies(kernel.gauge.planes[:keep])), (remark,)
    elif planes is not None:
        raise InputError("--planes", "stand with a kernel of rotated planes", kernel.family)
    if d is not None and d != kernel.d:
        if not isinstance(kernel, FactorKernel):
            raise InputError("--d", f"be {kernel.d} for this kernel", d, "Its entries fix the dimension.")
        return replace(kernel, d=d), ()
    if isinstance(kernel, FactorKernel) and kernel.d > _LARGEST_D:
        return replace(kernel, d=_SMALL_D), (f"d = {_SMALL_D} in place of {kernel.d}; bounds are of that alone",)
    return kernel, ()


@contextmanager
def _progress_bar() -> Iterator[Callable[[Progress], None] | None]:
    """Show the stage, what is done of it and the best energy on standard error, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Bar(*columns, console=console_for(sys.stderr), transient=True) as bar:
        task = bar.add_task("starts", total=1.0)

        def told(now: Progress) -> None:
            words = f"{now.stage}  {now.done} of {now.total}"
            bar.update(task, description=words, completed=now.done / now.total)

        yield told
