"""``verify simulate``: a flow of particles with its table, picture, JSON and NPZ."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import numpy as np
import typer
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from verify.cli._options import AsJson, Positions
from verify.cli.output import emit_json, note, show
from verify.cli.sources import load_source
from verify.evidence import ComputationError, answer
from verify.model.errors import InputError
from verify.model.files import check_target
from verify.model.kernels import FactorKernel, Frequencies, GaugeKernel, Kernel
from verify.model.numbers import parse_number
from verify.model.profiles import Profile
from verify.model.verdict import Collapse, Verdict
from verify.particles import Flow, Progress, simulate
from verify.particles.arguments import kernel_of
from verify.report.animations import ANIMATIONS, FRAMES, check_animation, write_animation
from verify.report.figures import FORMATS, flow_figure, write_figure
from verify.report.flows import flow_report
from verify.report.terminal import console_for

__all__ = ["simulate_command"]

Array = np.ndarray[Any, Any]
_DECISION = 10.0

_Kernel = Annotated[
    str,
    typer.Argument(metavar="KERNEL", help="A kernel file, a model config, a name of `verify list`, or - for stdin."),
]
_N = Annotated[int, typer.Option("--n", metavar="N", help="Number of particles.")]
_Tau = Annotated[float, typer.Option("--tau", metavar="T", help="Horizon; inf runs until nothing moves.")]
_Seed = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Of the uniform start.")]
_D = Annotated[int | None, typer.Option("--d", metavar="D", help="Another content dimension than the file's.")]
_Beta = Annotated[str | None, typer.Option("--beta", metavar="B", help="Another beta of a usa or peak profile.")]
_Unit = Annotated[
    str, typer.Option("--unit", metavar="U", help="Of times and energies: usa, peak, or the kernel's own (kernel).")
]
_Labels = Annotated[
    str,
    typer.Option("--labels", metavar="HOW", help="Labels at quantiles of their law, or sampled: quantiles, sample."),
]
_Tolerance = Annotated[float, typer.Option("--tolerance", metavar="E", help="Error of a step.")]
_Npz = Annotated[Path | None, typer.Option("--npz", metavar="F", help="Write the flow to an NPZ file.")]
_Times = Annotated[int, typer.Option("--times", min=2, metavar="K", help="Number of states kept in the NPZ file.")]
_Picture = Annotated[
    Path | None, typer.Option("--picture", metavar="F", help=f"Draw start, end and course: {', '.join(FORMATS)}.")
]
_Animation = Annotated[
    Path | None,
    typer.Option("--animation", metavar="F", help=f"Animate the flow: {', '.join(ANIMATIONS)} (MP4 needs ffmpeg)."),
]
_Checkpoint = Annotated[
    Path | None, typer.Option("--checkpoint", metavar="F", help="Save the run there, and resume it where it exists.")
]
_Timeout = Annotated[
    float | None, typer.Option("--timeout", min=0.001, metavar="S", help="Seconds; then what was computed is shown.")
]


def simulate_command(
    kernel: _Kernel,
    *,
    n: _N = 256,
    tau: _Tau = 20.0,
    seed: _Seed = 0,
    d: _D = None,
    beta: _Beta = None,
    unit: _Unit = "kernel",
    labels: _Labels = "quantiles",
    tolerance: _Tolerance = 1e-9,
    npz: _Npz = None,
    times: _Times = 2,
    picture: _Picture = None,
    animation: _Animation = None,
    checkpoint: _Checkpoint = None,
    timeout: _Timeout = None,
    positions: Positions = None,
    as_json: AsJson = False,
) -> None:
    """Follow the flow of a kernel from a uniform start, and compare its end with what is proved.

    Exit status: 0 the horizon or a stationary state was reached; 3 the run ended before; 2 bad input; 4 internal error.
    """
    if picture is not None and picture.suffix.lower() not in FORMATS:
        raise InputError("--picture", f"end in {', '.join(FORMATS)}", picture.name)
    for option, path in (("--npz", npz), ("--picture", picture), ("--checkpoint", checkpoint)):
        if path is not None:
            check_target(option, path)
    if animation is not None:
        check_animation(animation)
        if tau == float("inf"):
            raise InputError("--animation", "stand with a finite --tau", "inf", "Its frames are at equal times.")
        times = max(times, FRAMES)
    chosen, remark = kernel_of(load_source(kernel, positions))
    chosen = _changed(chosen, d, beta)
    if remark:
        note(f"verify: {remark}")
    with _progress_bar() as told:
        flow = simulate(
            chosen,
            n=n,
            tau=tau,
            rng=seed,
            unit=cast("Literal['kernel', 'usa', 'peak']", unit),
            labels=cast("Literal['quantiles', 'sample']", labels),
            tolerance=tolerance,
            times=None if tau == float("inf") else times,
            progress=told,
            checkpoint=checkpoint,
            seconds=timeout,
        )
    theory, predicted = _theory(chosen, flow)
    if npz is not None:
        flow.save(npz)
    if picture is not None:
        write_figure(flow_figure(flow, predicted, chosen.name or kernel), picture)
    if animation is not None:
        write_animation(flow, animation, chosen.name or kernel)
    if as_json:
        emit_json(flow.to_json() | {"source": kernel, "seed": seed, "theory": theory})
    else:
        show(flow_report(flow, kernel, theory))
    raise typer.Exit(0 if flow.end in {"horizon", "stationary"} else 3)


def _changed(kernel: Kernel, d: int | None, beta: str | None) -> Kernel:
    """Return the kernel with another dimension or inverse temperature."""
    if d is not None and d != kernel.d:
        free = isinstance(kernel, FactorKernel) or (
            isinstance(kernel, GaugeKernel) and isinstance(kernel.gauge, Frequencies)
        )
        if not free:
            raise InputError("--d", f"be {kernel.d} for this kernel", d, "Its entries fix the dimension.")
        kernel = replace(kernel, d=d)
    if beta is None:
        return kernel
    profile = getattr(kernel, "profile", None)
    if not isinstance(profile, Profile) or profile.kind not in {"usa", "peak"}:
        raise InputError("--beta", "stand with a usa or peak profile", beta, remedy="Change the file's profile.")
    number = parse_number(beta, "--beta")
    changed = Profile.usa(number) if profile.kind == "usa" else Profile.peak(number)
    return cast("Kernel", replace(cast("FactorKernel", kernel), profile=changed))


def _theory(kernel: Kernel, flow: Flow) -> tuple[dict[str, Any] | None, Array | None]:
    """Return what is decided of the maximisers, and the contents that it predicts for this end."""
    try:
        verdict = answer(kernel, seconds=_DECISION).parts[0].verdict
    except (InputError, ComputationError):
        return None, None
    view = verdict.graph_laws
    theory: dict[str, Any] = {
        "collapse": str(view.collapse),
        "status": str(view.status),
        "sentence": _sentence(verdict),
        "w2": flow.observables["w2_to_predicted"],
    }
    predicted = _orbit(kernel, flow)
    if predicted is None and view.collapse is Collapse.ALL:
        mean = flow.final.mean(axis=0)
        length = float(np.linalg.norm(mean))
        if length > 1e-9:
            predicted = np.broadcast_to(mean / length, flow.final.shape)
            cosines = np.clip(flow.final @ (mean / length), -1, 1)
            theory["w2"] = float(np.sqrt(np.mean(np.arccos(cosines) ** 2)))
    return theory, predicted


def _orbit(kernel: Kernel, flow: Flow) -> Array | None:
    """Return the contents Q(xi)^T u of T4 for the u of this end."""
    u = flow.observables["predicted_u"]
    if u is None or not isinstance(kernel, GaugeKernel):
        return None
    return np.asarray(np.einsum("nji,j->ni", kernel.matrices(flow.labels), np.array(u)))


def _sentence(verdict: Verdict) -> str:
    view = verdict.graph_laws
    which = {
        "all": "every maximiser over graph laws is collapsed",
        "some": "some maximisers over graph laws are collapsed, not all",
        "none": "no maximiser over graph laws is collapsed",
        "unknown": "whether maximisers are collapsed is unknown",
    }[str(view.collapse)]
    return f"Decided of the kernel ({view.status}): {which}. Where one flow stops is another matter."


@contextmanager
def _progress_bar() -> Iterator[Callable[[Progress], None] | None]:
    """Show time, energy, particles and the remaining time on standard error, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("{task.fields[left]}"))
    with Bar(*columns, console=console_for(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=1.0, left="")

        def told(now: Progress) -> None:
            words = f"t = {now.time:.4g}  E = {now.energy:.6g}  {now.particles} particles"
            finite = now.horizon not in (0.0, float("inf"))
            left = "" if now.remaining is None else f"{now.remaining:.0f} s left"
            bar.update(task, description=words, completed=now.time / now.horizon if finite else 0.0, left=left)

        yield told
