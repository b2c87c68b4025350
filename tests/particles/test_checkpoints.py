"""Files that are whole or not there."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.particles.checkpoints import read_arrays, write_arrays
from verify.particles.simulate import simulate

DOCUMENT = {"family": "factor", "d": 3, "profile": {"usa": 9}, "labels": {"kind": "circle"}, "k": "1"}
KILLED = """
import sys
from pathlib import Path
from verify.model.kernels import read_kernel
from verify.particles.simulate import simulate
print("ready", flush=True)
simulate(read_kernel({document}), n=24, checkpoint=Path(sys.argv[1]), checkpoint_every=0.0, times=9, workers=1)
"""


def test_what_is_written_is_read(tmp_path):
    """Plain data with infinity, arrays of any shape."""
    arrays = {"a": np.arange(6).reshape(2, 3), "empty": np.empty((0, 3))}
    write_arrays(tmp_path / "file.npz", {"x": float("inf"), "y": [1]}, arrays)
    header, found = read_arrays(tmp_path / "file.npz")
    assert header == {"x": float("inf"), "y": [1]}
    assert {name: array.tolist() for name, array in found.items()} == {k: v.tolist() for k, v in arrays.items()}
    assert [path.name for path in tmp_path.iterdir()] == ["file.npz"]


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x03\x04 cut off"])
def test_a_damaged_file_is_named(tmp_path, content):
    """With what to do."""
    path = tmp_path / "damaged.npz"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"whole NPZ file.*Delete it"):
        read_arrays(path)


def test_a_missing_file_and_a_missing_folder_are_named(tmp_path):
    """Reading and writing."""
    with pytest.raises(InputError, match="can be read"):
        read_arrays(tmp_path / "none.npz")
    with pytest.raises(InputError, match="can be written"):
        write_arrays(tmp_path / "none" / "file.npz", {}, {})


def test_a_run_resumed_after_an_end_is_the_same_bit_by_bit(tmp_path, monkeypatch):
    """Ended after 1, 40, 40, ... steps by a clock that counts them, and resumed each time."""
    kernel, file = read_kernel(DOCUMENT), tmp_path / "run.npz"
    whole = simulate(kernel, n=24, times=9, workers=1)
    ticks = itertools.count()
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))
    stopped = simulate(kernel, n=24, times=9, workers=1, checkpoint=file, checkpoint_every=1e9, seconds=0.5)
    rounds = 1
    while stopped.end == "time limit":
        stopped = simulate(kernel, n=24, times=9, workers=1, checkpoint=file, checkpoint_every=1e9, seconds=40)
        rounds += 1
    assert rounds > 2
    assert stopped.end == whole.end == "horizon"
    assert np.array_equal(stopped.states, whole.states)
    assert all(np.array_equal(stopped.course[name], whole.course[name]) for name in whole.course)
    assert (stopped.events, stopped.backends) == (whole.events, whole.backends)


@pytest.mark.slow
def test_a_run_killed_while_writing_is_resumed_bit_by_bit(tmp_path):
    """SIGKILL at several moments, with a checkpoint after every step."""
    file = tmp_path / "run.npz"
    whole = simulate(read_kernel(DOCUMENT), n=24, times=9, workers=1)
    code = KILLED.replace("{document}", repr(DOCUMENT))
    for pause in (0.05, 0.2):
        with subprocess.Popen([sys.executable, "-c", code, str(file)], stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            begin = time.monotonic()
            while not file.exists() and time.monotonic() - begin < 30:
                time.sleep(0.01)
            time.sleep(pause)
            os.kill(process.pid, signal.SIGKILL)
        read_arrays(file)
    resumed = simulate(read_kernel(DOCUMENT), n=24, times=9, workers=1, checkpoint=file)
    assert np.array_equal(resumed.states, whole.states)
    assert np.array_equal(resumed.course["energy"], whole.course["energy"])


def test_a_checkpoint_of_another_run_is_refused(tmp_path):
    """Another seed, another tolerance."""
    file = tmp_path / "run.npz"
    simulate(read_kernel(DOCUMENT), n=8, tau=0.1, checkpoint=file)
    for options in ({"rng": 1}, {"tolerance": 1e-8}, {"tau": 0.2}):
        with pytest.raises(InputError, match="checkpoint of this run"):
            simulate(read_kernel(DOCUMENT), n=8, checkpoint=file, **{"tau": 0.1, **options})
