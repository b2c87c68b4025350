"""What becomes of errors, interruptions and broken pipes in any command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

import verify as package
from verify.cli import kernel as kernel_module
from verify.cli import listing


def test_the_version_is_printed(verify):
    """`verify --version` names the version and nothing else."""
    result = verify("--version")
    assert (result.exit_code, result.stdout) == (0, f"verify {package.__version__}\n")


def test_without_a_command_the_help_is_shown(verify):
    """Who types the bare command sees the commands."""
    output = verify().output
    assert {"kernel", "recheck", "run", "diff", "list", "new", "schema", "doctor"} <= set(output.split())


@pytest.mark.parametrize(
    "arguments",
    [("nonsense",), ("kernel", "--nonsense"), ("kernel", "--d", "x"), ("recheck",), ("diff", "a")],
)
def test_a_usage_error_exits_with_2(verify, arguments):
    """A wrong command, option, value or number of arguments is bad input."""
    result = verify(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""


def _broken(*_arguments, **_options):
    raise ZeroDivisionError("by \x1b[31mzero")


def test_an_internal_error_exits_with_4(verify, monkeypatch):
    """One line says what happened and how to report it; control sequences are escaped."""
    monkeypatch.setattr(listing, "list_examples", _broken)
    result = verify("list")
    assert (result.exit_code, result.stdout) == (4, "")
    assert "internal error: ZeroDivisionError: by \\x1b[31mzero" in result.stderr
    assert "report" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.slow
def test_debug_shows_the_traceback():
    """With --debug the traceback is there, without it is not."""
    code = (
        "from verify.cli import listing, main\n"
        "listing.list_examples = lambda: 1 // 0\n"
        "import sys; sys.argv[1:] = {}\n"
        "main()"
    )
    for arguments, shown in ((["--debug", "list"], True), (["list"], False)):
        run = subprocess.run(
            [sys.executable, "-c", code.format(arguments)], capture_output=True, text=True, check=False
        )
        assert run.returncode == 4
        assert ("Traceback" in run.stderr) == shown


def test_an_internal_error_of_one_input_loses_no_other(verify, monkeypatch, write, tmp_path, constant):
    """The good input is answered, the status is 4."""
    honest = kernel_module.load_source
    write(constant, "bad.json")
    write(constant, "good.json")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        kernel_module, "load_source", lambda source, p: _broken() if "bad" in source else honest(source, p)
    )
    result = verify("kernel", "bad.json", "good.json")
    assert result.exit_code == 4
    assert "good.json" in result.stdout


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="pipes of a POSIX shell")
def test_a_broken_pipe_is_quiet(tmp_path):
    """Who reads only the beginning of the output sees no complaint."""
    command = f"{sys.executable} -c 'from verify.cli import main; main()' list --json | head -c 10"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert run.stderr == ""
    assert len(run.stdout) == 10


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")  # noqa: PTH110
@pytest.mark.parametrize("arguments", ["list", "list --json"])
def test_a_full_device_is_named(arguments, tmp_path):
    """Output that nowhere fits is bad input of the caller, no defect."""
    command = f"{sys.executable} -c 'from verify.cli import main; main()' {arguments} > /dev/full"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "standard output must be writable; got No space left on device" in run.stderr


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [("kernel", "-"), ("recheck", "-")])
def test_ctrl_c_exits_with_130(arguments, tmp_path):
    """An interruption is quiet, also while the command waits for input."""
    # Who starts the tests in the background may have had the signal ignored, which a process inherits.
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{heed}; import verify.cli.app; print('ready', flush=True); verify.cli.main()"
    command = [sys.executable, "-c", code, *arguments]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=tmp_path, text=True, **streams) as running:
        assert running.stdout.readline() == "ready\n"
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        _, stderr = running.communicate(timeout=600)
    assert running.returncode == 130
    assert "Traceback" not in stderr


def test_output_survives_an_ascii_terminal(process, write, constant):
    """An encoding without Greek letters is no reason to fail."""
    path = write({**constant, "name": "κ \ud800"})
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    run = process("kernel", path, env=environment)
    assert run.returncode == 0
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("kernel", "--json"),
        ("kernel", "no.json", "--json"),
        ("diff", "no.json", "rope", "--json"),
        ("recheck", "no.json", "--json"),
        ("simulate", "no.json", "--json"),
        ("derive", "T99", "--json"),
        ("schema", "no", "--json"),
        ("new", "no", "--json"),
        ("run", "--theorem", "T99", "--json", "-"),
        ("list", "--json", "--no-such-option"),
        ("kernel", "rope", "--positions", "x", "--json"),
    ],
)
def test_every_command_with_json_says_its_fault_in_json(verify, arguments):
    """An object on standard output, the sentence on standard error, exit status 2."""
    result = verify(*arguments)
    data = json.loads(result.stdout)
    assert result.exit_code == 2
    assert data["schema"] == 1
    assert data["error"]
    assert data["error"] in result.stderr.replace("\n", " ")
    parts = {"argument", "condition", "got", "why", "remedy"}
    assert parts <= set(data) or data["error"].startswith(("No such option", "Invalid value"))


def test_an_internal_error_is_said_in_json_too(verify, monkeypatch):
    """Exit status 4."""
    monkeypatch.setattr("verify.cli.diff.load_source", lambda *_: 1 / 0)
    result = verify("diff", "rope", "usa", "--json")
    assert result.exit_code == 4
    assert json.loads(result.stdout)["error"].startswith("internal error: ZeroDivisionError")
