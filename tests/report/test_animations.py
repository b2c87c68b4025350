"""Animations: one frame for each state, projections said, nothing half written."""

from __future__ import annotations

import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.particles import simulate
from verify.report.animations import animation_frame, check_animation, write_animation


@pytest.fixture(scope="module")
def flows():
    """Return one flow with six states in each of three dimensions."""
    fields = {"profile": {"usa": 1}, "labels": {"kind": "circle"}, "k": "1"}
    return {d: simulate(read_kernel({"family": "factor", "d": d, **fields}), n=7, tau=2, times=6) for d in (2, 3, 5)}


def words(figure):
    """Return all text of a figure."""
    return " ".join(text.get_text() for axes in figure.axes for text in axes.texts)


@pytest.mark.slow
def test_a_gif_has_a_frame_for_each_state(flows, tmp_path):
    """Six, all of one size, and not all the same."""
    write_animation(flows[2], tmp_path / "flow.gif", "plain")
    with Image.open(tmp_path / "flow.gif") as image:
        assert image.n_frames == 6
        first = image.convert("RGB").tobytes()
        image.seek(5)
        assert image.convert("RGB").tobytes() != first
    assert [path.name for path in tmp_path.iterdir()] == ["flow.gif"]


def test_frames_say_what_they_show(flows):
    """A circle for d = 2, a sphere for d = 3, a projection for d > 3 by its name; the time in the title."""
    assert [axes.name for axes in animation_frame(flows[3], 0).axes] == ["3d", "rectilinear"]
    assert "leading principal plane" in words(animation_frame(flows[5], 3))
    assert "leading principal plane" not in words(animation_frame(flows[2], 3))
    assert "t = 2" in animation_frame(flows[2], 5, "plain").get_suptitle()


def test_other_endings_and_folders_are_refused(flows, tmp_path):
    """Before a flow is run, and before anything is written."""
    for name in ("flow.avi", "flow", "nowhere/flow.gif"):
        with pytest.raises(InputError, match="--animation must"):
            check_animation(tmp_path / name)
    with pytest.raises(InputError, match="--animation must"):
        write_animation(flows[2], tmp_path / "flow.png")
    assert list(tmp_path.iterdir()) == []


def test_mp4_without_ffmpeg_has_a_remedy(tmp_path, monkeypatch):
    """Named, with what to do; with ffmpeg it is accepted."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(InputError, match=r"Install ffmpeg, or let the name end in \.gif"):
        check_animation(tmp_path / "flow.mp4")
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    check_animation(tmp_path / "flow.mp4")


@pytest.mark.optional("ffmpeg")
@pytest.mark.slow
def test_an_mp4_has_a_frame_for_each_state(flows, tmp_path):
    """Six, as ffmpeg itself decodes them: of one size, the first not the last, each like its picture."""
    if shutil.which("ffmpeg") is None:
        pytest.skip("ffmpeg is not installed")
    write_animation(flows[3], tmp_path / "flow.mp4", "plain")
    assert [path.name for path in tmp_path.iterdir()] == ["flow.mp4"]
    command = ["ffmpeg", "-v", "error", "-i", tmp_path / "flow.mp4", tmp_path / "frame%d.png"]
    subprocess.run(command, check=True)
    frames = [np.asarray(Image.open(path).convert("RGB"), dtype=float) for path in sorted(tmp_path.glob("*.png"))]
    assert [frame.shape for frame in frames] == 6 * [(320, 640, 3)]
    animation_frame(flows[3], 5, "plain").savefig(tmp_path / "drawn.png", dpi=80)
    drawn = np.asarray(Image.open(tmp_path / "drawn.png").convert("RGB"), dtype=float)
    gaps = [np.abs(frame - drawn).mean() for frame in frames]
    assert np.argmin(gaps) == 5
    assert gaps[5] < 5


def test_an_ffmpeg_that_fails_is_named(flows, tmp_path, monkeypatch):
    """What it was given is gone, and nothing half written stays."""
    (tmp_path / "bin").mkdir()
    fake = tmp_path / "bin" / "ffmpeg"
    fake.write_text("#!/bin/sh\ncat > /dev/null\nexit 3\n", encoding="utf-8")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(fake.parent), prepend=":")
    with pytest.raises(InputError, match=r"its exit status 3.*ffmpeg -encoders"):
        write_animation(flows[2], tmp_path / "flow.mp4")
    assert [path.name for path in tmp_path.iterdir()] == ["bin"]
