"""``verify simulate``: table, JSON, files, options, exit statuses."""

from __future__ import annotations

import json
import shutil

import numpy as np
import pytest
from PIL import Image

from verify.cli import simulate as command
from verify.particles import Flow


@pytest.fixture
def gauge():
    """Return the document of a rotary kernel."""
    labels = {"kind": "circle"}
    return {"family": "gauge", "d": 3, "profile": {"usa": 1}, "labels": labels, "frequencies": ["1"]}


def test_a_flow_is_shown_with_what_is_decided(verify, write, gauge):
    """The end beside the theorem; exit status 0."""
    result = verify("simulate", write(gauge), "--n", 32)
    text = " ".join(result.stdout.split())
    assert result.exit_code == 0
    assert "some maximisers over graph laws are collapsed, not all" in text
    assert "The horizon was reached." in text


def test_json_is_the_flow_and_the_theory(verify, write, gauge):
    """Nothing else on standard output."""
    result = verify("simulate", write(gauge), "--n", 16, "--tau", "inf", "--seed", 3, "--json")
    data = json.loads(result.stdout)
    assert (data["n"], data["d"], data["end"], data["seed"], data["tau"]) == (16, 3, "stationary", 3, None)
    assert (data["theory"]["collapse"], data["theory"]["status"]) == ("some", "exact")
    assert data["theory"]["w2"] < 1e-6


@pytest.mark.slow
def test_files_hold_the_flow(verify, write, gauge, tmp_path):
    """NPZ with as many states as asked for, a picture, a checkpoint that ends the second run at once."""
    files = {name: tmp_path / name for name in ("flow.npz", "flow.png", "run.npz")}
    options = ("--n", 8, "--tau", 2, "--times", 5, "--npz", files["flow.npz"])
    options = (*options, "--picture", files["flow.png"], "--checkpoint", files["run.npz"])
    first = verify("simulate", write(gauge), *options)
    flow = Flow.load(files["flow.npz"])
    assert first.exit_code == 0
    assert flow.times.tolist() == [0, 0.5, 1, 1.5, 2]
    assert files["flow.png"].read_bytes().startswith(b"\x89PNG")
    verify("simulate", write(gauge), *options)
    assert np.array_equal(Flow.load(files["flow.npz"]).states, flow.states)


@pytest.mark.slow
def test_an_animation_has_its_frames(verify, write, gauge, tmp_path, monkeypatch):
    """As many as an animation asks for, here three of its eighty, or as --times says where that is more."""
    assert command.FRAMES == 80
    monkeypatch.setattr(command, "FRAMES", 3)
    options = ("--n", 8, "--tau", 2, "--d", 2, "--animation", tmp_path / "flow.gif")
    for more, frames in (((), 3), (("--times", 5), 5)):
        assert verify("simulate", write(gauge), *options, *more).exit_code == 0
        with Image.open(tmp_path / "flow.gif") as image:
            assert image.n_frames == frames


def test_an_mp4_without_ffmpeg_is_refused_before_the_flow(verify, write, gauge, tmp_path, monkeypatch):
    """Exit status 2, with the remedy, and no file."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    result = verify("simulate", write(gauge), "--n", 8, "--tau", 2, "--animation", tmp_path / "flow.mp4")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Install ffmpeg, or let the name end in .gif" in " ".join(result.stderr.split())
    assert not (tmp_path / "flow.mp4").exists()


def test_dimension_beta_and_unit_are_changed(verify, write, gauge):
    """And reported."""
    options = ("--n", 4, "--tau", 1, "--d", 2, "--beta", "9", "--unit", "peak", "--json")
    data = json.loads(verify("simulate", write(gauge), *options).stdout)
    assert (data["d"], data["unit"], data["kernel"]["profile"]) == (2, "peak", {"usa": "9"})


def test_a_model_config_runs_its_first_kernel(verify, write):
    """Said on standard error."""
    config = {"model_type": "llama", "hidden_size": 64, "num_attention_heads": 8, "max_position_embeddings": 64}
    result = verify("simulate", write(config, "config.json"), "--n", 8, "--tau", 0.5)
    assert result.exit_code == 0
    assert "running layers" in result.stderr
    assert "d = 8" in result.stdout


def test_a_run_that_ends_early_exits_with_3(verify, write, gauge):
    """With what was computed."""
    result = verify("simulate", write(gauge), "--beta", 25, "--n", 64, "--timeout", 0.01)
    assert result.exit_code == 3
    assert "time limit" in result.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--n", 0), "n must be a positive integer"), (("--tau", -1), "tau must"), (("--tau", "nan"), "tau must"),
        (("--picture", "a.gif"), "--picture must end in"), (("--beta", 0), "nonzero"), (("--beta", "x"), "--beta"),
        (("--d", 1), "d must"), (("--unit", "s"), "unit must"), (("--labels", "x"), "labels must"),
        (("--tolerance", 0), "tolerance must"), (("--beta", 800), "unit="),
        (("--animation", "a.png"), "--animation must end in .gif, .mp4"),
        (("--animation", "a.gif", "--tau", "inf"), "--animation must stand with a finite --tau"),
    ],
)  # fmt: skip
def test_bad_options_exit_with_2(verify, write, gauge, options, message):
    """Each named."""
    result = verify("simulate", write(gauge), *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_fixed_dimensions_and_profiles_cannot_be_changed(verify, write):
    """Matrices fix d; a formula has no beta."""
    labels = {"kind": "atoms", "weights": ["1"]}
    turned = {"family": "gauge", "profile": "t", "labels": labels, "Q": [[["0", "-1"], ["1", "0"]]]}
    for option, message in (("--d", "be 2 for this kernel"), ("--beta", "usa or peak profile")):
        result = verify("simulate", write(turned), option, 3)
        assert result.exit_code == 2
        assert message in result.stderr


def test_what_has_no_flow_is_refused(verify, write):
    """A matrix kernel."""
    labels = {"kind": "atoms", "weights": ["1"]}
    document = {"family": "matrix", "d": 2, "labels": labels, "contents": 2, "h": [["1", "0"], ["0", "1"]]}
    result = verify("simulate", write(document))
    assert result.exit_code == 2
    assert "contents on a sphere" in result.stderr
