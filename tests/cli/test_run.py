"""`verify run`: expected statuses, files, resumption after SIGKILL."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

COMMAND = [sys.executable, "-c", "from verify.cli import main; main()", "run"]

#: Beyond the theorem: a_2 < 0, k has a negative entry, and yet no law is known that has more energy.
THIRDS = {"kind": "atoms", "weights": ["1/3", "1/3", "1/3"]}
ALMOST = [["0", "1", "-49/100"], ["1", "0", "1"], ["-49/100", "1", "0"]]


@pytest.fixture
def folder(write, constant, tmp_path):
    """Return a folder of forty small examples."""
    for n in range(40):
        expect = {"graph_laws": "all", "all_laws": "all", "status": "exact"}
        write({**constant, "d": 2 + n, "expect": expect}, f"examples/x{n:02}.kernel.json")
    return tmp_path / "examples"


@pytest.mark.slow
def test_a_run_writes_its_results(process, folder, tmp_path):
    """The table, JSON and JUnit agree; the exit status is 0."""
    files = ("--json", "out/run.json", "--junit", "out/run.xml")
    run = process("run", "--examples", folder, *files, "--jobs", 2)
    assert (run.returncode, run.stderr) == (0, "")
    assert max(map(len, run.stdout.splitlines())) <= 80
    assert "80 claims: 80 as expected; 80 with a rechecked certificate" in run.stdout
    data = json.loads((tmp_path / "out/run.json").read_text())
    assert (data["exit_status"], data["summary"]["as expected"], len(data["claims"])) == (0, 80, 80)
    suites = ET.parse(tmp_path / "out/run.xml").getroot()
    assert (suites.attrib["tests"], suites.attrib["failures"]) == ("80", "0")
    assert len(list((tmp_path / ".verify-store").glob("*.json"))) == 40


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [
        ({"expect": {"graph_laws": "none"}}, 1),
        ({"k": [["1", "2"], ["3", "1"]]}, 1),
        ({"profile": "t - t**2/10", "labels": THIRDS, "k": ALMOST, "expect": {}}, 3),
        ({"expect": {"verdict": "all"}}, 1),
    ],
)
def test_one_claim_that_fails_fails_the_run(process, write, folder, constant, case):
    """A false expectation and bad input: 1; an undecided claim: 3. The other claims hold."""
    change, status = case
    for path in list(folder.iterdir())[2:]:
        path.unlink()
    write({**constant, **change}, "examples/odd.kernel.json")
    run = process("run", "--examples", folder, "--json", "-", "--jobs", 1)
    data = json.loads(run.stdout)
    assert run.returncode == data["exit_status"] == status
    assert data["summary"]["as expected"] >= 4


def _children(pid):
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text().split()] if path.exists() else []


def _alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_killed_run_loses_and_repeats_nothing(process, folder, tmp_path):
    """SIGKILL in the middle: what finished is whole, no process is left, the next run does only the rest."""
    store = tmp_path / "store"
    command = [*COMMAND, "--examples", str(folder), "--store", str(store), "--jobs", "2"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        while not (store.is_dir() and len(list(store.glob("*.json"))) >= 3):
            assert run.poll() is None
            time.sleep(0.002)
        children = _children(run.pid)
        run.send_signal(signal.SIGKILL)
    finished = {path: path.stat().st_mtime_ns for path in store.glob("*.json")}
    assert all(json.loads(path.read_text())["result"]["parts"] for path in finished)
    deadline = time.monotonic() + 30
    while any(map(_alive, children)):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    again = process("run", "--examples", folder, "--store", store, "--json", "-")
    data = json.loads(again.stdout)
    assert again.returncode == 0
    assert len(data["resumed"]) == len(finished)
    assert {path: path.stat().st_mtime_ns for path in finished} == finished
    assert len(list(store.glob("*.json"))) == 40


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of a POSIX system")
def test_ctrl_c_prints_what_is_done(folder, tmp_path):
    """The whole group gets SIGINT, as from a keyboard: a table of what finished and exit status 130."""
    store = tmp_path / "store"
    command = [*COMMAND, "--examples", str(folder), "--store", str(store), "--jobs", "1"]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    # Who starts the tests in the background may have had the signal ignored, which a process inherits.
    heed = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler), "start_new_session": True}
    with subprocess.Popen(command, cwd=tmp_path, **heed, **streams) as run:
        while not (store.is_dir() and list(store.glob("*.json"))):
            assert run.poll() is None
            time.sleep(0.002)
        os.killpg(run.pid, signal.SIGINT)
        stdout, stderr = run.communicate(timeout=600)
    assert run.returncode == 130
    assert stderr == ""
    assert "Interrupted." in stdout


def test_a_folder_without_examples_is_bad_input(verify, tmp_path):
    """Nothing to run is no success."""
    result = verify("run", "--examples", tmp_path, "--store", tmp_path / "store")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "must hold examples" in result.stderr
    for missing in ("missing", "a" * 300):
        result = verify("run", "--examples", tmp_path / missing, "--store", tmp_path / "store")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "--examples must be a folder that exists" in result.stderr


def test_a_store_that_cannot_be_written_is_bad_input(verify, write):
    """A file in the way of --store is named."""
    result = verify("run", "--store", write("", "file"))
    assert result.exit_code == 2
    assert "--store must be a folder" in result.stderr


@pytest.mark.parametrize("option", ["--json", "--junit", "--html", "--markdown"])
def test_a_report_that_cannot_be_written_is_refused_before_the_run(verify, tmp_path, option):
    """A folder, and a file where a folder would have to be; nothing has run."""
    (tmp_path / "file").touch()
    for target, words in ((tmp_path, "be a file; got the folder"), (tmp_path / "file" / "report", "can be made")):
        result = verify("run", option, target, "--store", tmp_path / "store")
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"{option} must be" in result.stderr
        assert words in " ".join(result.stderr.split())
    assert not (tmp_path / "store").exists()
