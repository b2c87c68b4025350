"""Animations of flows: contents frame by frame, with the energy climbing beside them; GIF, or MP4 where ffmpeg is."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.animation import AbstractMovieWriter, FFMpegWriter, PillowWriter
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from verify.model.errors import InputError
from verify.model.files import check_target
from verify.particles import Flow
from verify.report.figures import draw_contents, label_colours, principal_plane

__all__ = ["ANIMATIONS", "FRAMES", "animation_frame", "check_animation", "write_animation"]

Array = np.ndarray[Any, Any]

ANIMATIONS = (".gif", ".mp4")
#: States that an animation asks for.
FRAMES = 80
_PER_SECOND, _DOTS = 16, 80
#: Particles that are drawn at most.
_MOST = 1500
_ENERGY, _NOW = "#1f77b4", "#d62728"


def check_animation(path: Path) -> None:
    """Refuse, before a flow is run, what could not be written.

    Raises
    ------
    InputError
        Another ending; MP4 where ffmpeg is not found; a folder that does not exist.
    """
    ending = path.suffix.lower()
    if ending not in ANIMATIONS:
        raise InputError("--animation", f"end in {', '.join(ANIMATIONS)}", path.name)
    if ending == ".mp4" and shutil.which("ffmpeg") is None:
        remedy = "Install ffmpeg, or let the name end in .gif."
        raise InputError("--animation", "be a GIF where ffmpeg is not installed", path.name, "It encodes MP4.", remedy)
    check_target("--animation", path)


def animation_frame(flow: Flow, number: int, title: str = "", plane: Array | None = None) -> Figure:
    """Return one frame.

    Parameters
    ----------
    flow : Flow
    number : int
        Of the state, from 0.
    title : str
    plane : ndarray, shape (2, d), optional
        For d > 3 the plane of projection; by default that of the end.

    Notes
    -----
    d = 2: the circle; d = 3: the sphere; d > 3: a projection, said in the frame. Colours tell labels.
    """
    figure = Figure(figsize=(8.0, 4.0))
    FigureCanvasAgg(figure)
    _draw(figure, flow, number, title, principal_plane(flow.final) if plane is None and flow.d > 3 else plane)
    return figure


def _draw(figure: Figure, flow: Flow, number: int, title: str, plane: Array | None) -> None:
    figure.clear()
    grid = figure.add_gridspec(1, 2, left=0.02, right=0.96, bottom=0.15, top=0.86, wspace=0.22)
    contents = figure.add_subplot(grid[0, 0], projection="3d" if flow.d == 3 else None)
    some = np.unique(np.linspace(0, flow.n - 1, min(flow.n, _MOST)).astype(int))
    draw_contents(contents, flow.states[number][some], label_colours(flow.labels)[some], None, plane)
    course = figure.add_subplot(grid[0, 1])
    time, energy = flow.course["time"], flow.course["energy"]
    now = float(flow.times[number])
    course.plot(time, energy, color=_ENERGY, linewidth=1.2)
    course.plot([now], [float(np.interp(now, time, energy))], "o", color=_NOW, markersize=6)
    course.set_xlabel("time" if flow.time_unit == "kernel" else f"{flow.time_unit} time", fontsize=9)
    course.set_ylabel("energy", fontsize=9)
    course.tick_params(labelsize=8)
    course.grid(alpha=0.25, linewidth=0.6)
    head = f"{title}: " if title else ""
    figure.suptitle(f"{head}n = {flow.n}, d = {flow.d}, t = {now:.3g}", fontsize=11)


def write_animation(flow: Flow, path: Path, title: str = "") -> None:
    """Write all states of a flow as an animation, atomically.

    Parameters
    ----------
    flow : Flow
        With as many states as there shall be frames.
    path : Path
        GIF or MP4 by its ending.
    title : str
        Name of the kernel.

    Raises
    ------
    InputError
        As :func:`check_animation`; a file that cannot be written; an ffmpeg that fails.
    """
    check_animation(path)
    figure = Figure(figsize=(8.0, 4.0))
    FigureCanvasAgg(figure)
    plane = principal_plane(flow.final) if flow.d > 3 else None
    mp4 = path.suffix.lower() == ".mp4"
    writer: AbstractMovieWriter = FFMpegWriter(fps=_PER_SECOND) if mp4 else PillowWriter(fps=_PER_SECOND)
    try:
        with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.absolute().parent) as folder:
            written = Path(folder) / path.name
            with writer.saving(figure, str(written), _DOTS):
                for number in range(len(flow.times)):
                    _draw(figure, flow, number, title, plane)
                    writer.grab_frame()
            with written.open("rb") as file:
                os.fsync(file.fileno())
            written.replace(path)
    except subprocess.CalledProcessError as error:
        remedy = "Look at what `ffmpeg -encoders` lists for h264, or let the name end in .gif."
        got = f"its exit status {error.returncode}"
        raise InputError(str(path), "be encoded by the ffmpeg that was found", got, remedy=remedy) from None
    except OSError as error:
        raise InputError(str(path), "be a file that can be written", error.strerror or str(error)) from None
