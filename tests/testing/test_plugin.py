"""The pytest plugin: kernel files as tests, under the names, options and runners that other projects have."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

ROPE = {"family": "gauge", "d": 2, "profile": {"usa": 1}, "labels": {"kind": "positions", "n": 9}, "frequencies": ["1"]}
NONE = {"graph_laws": "none", "all_laws": "none", "status": "exact"}
STILL = ROPE | {"frequencies": ["0"], "expect": NONE}


@pytest.fixture
def project(tmp_path, write):
    """Return a function that runs pytest in a project of the given files, in a process of its own."""

    def run(files, *options, folder=None, env=None):
        for name, content in files.items():
            write(tmp_path / name, content)
        return subprocess.run(
            [sys.executable, "-W", "error", "-m", "pytest", "-p", "no:cacheprovider", *options],
            cwd=folder or tmp_path,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1", "CI": "", **(env or {})},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    return run


@pytest.mark.slow
def test_a_kernel_file_is_a_test_of_what_it_expects(project):
    """Right, wrong, without expectation, malformed: each fails or passes for itself, and is listed."""
    run = project(
        {
            "right.kernel.json": ROPE | {"expect": NONE},
            "wrong.kernel.json": STILL,
            "silent.kernel.json": ROPE,
            "torn.kernel.json": '{"family": "gauge",',
            "odd.kernel.json": ROPE | {"expect": {"graph_laws": "perhaps"}},
            "other.json": "{}",
            "rope.kernel.toml": 'family = "gauge"\nd = 2\nprofile = "t"\nfrequencies = [1]\n'
            'labels = {kind = "circle"}\nexpect = {all_laws = "none"}\n',
        }
    )
    assert run.returncode == 1, run.stdout + run.stderr
    assert "3 failed, 3 passed" in run.stdout
    assert "wrong.kernel.json: graph laws: expected none, found all (exact)" in run.stdout
    assert "theorem: T4" in run.stdout
    assert "hypothesis: sigma_max(∫ Q drho) < 1 fails" in run.stdout
    assert "kernel file: " in run.stdout
    torn = [line for line in run.stdout.splitlines() if "torn.kernel.json must be valid JSON" in line]
    assert torn
    assert "odd.kernel.json: expect: expect.graph_laws must be one of" in run.stdout
    assert "Traceback" not in run.stdout
    summary = run.stdout[run.stdout.index("verify: kernel files") :]
    assert "right.kernel.json   graph laws none (exact), all laws none (exact), certificate accepted" in summary
    assert "torn.kernel.json    not decided: see the failure" in summary
    assert "6 kernel files: 3 as expected, 3 not" in summary


def test_a_project_without_kernel_files_is_left_alone(project):
    """Nothing is said, and no mathematics is loaded, though warnings are errors."""
    body = "import sys\n\ndef test_light():\n    assert not {'numpy', 'sympy', 'verify.model'} & set(sys.modules)\n"
    run = project({"test_own.py": body}, "-W", "error")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "kernel files" not in run.stdout


@pytest.mark.slow
def test_names_with_spaces_and_unicode_and_two_of_one_name_are_told_apart(project):
    """On two workers, from another folder, without a cache."""
    files = {
        "a b/ключ 1.kernel.json": ROPE | {"expect": NONE},
        "c/ключ 1.kernel.json": STILL,
        "d/日本語.kernel.json": ROPE,
        "d/[x]::y.kernel.json": ROPE,
        "elsewhere/empty.txt": "x",
    }
    alone = project(files)
    spread = project({}, "-n", "2")
    for run in (alone, spread):
        assert "1 failed, 3 passed" in run.stdout, run.stdout + run.stderr
        assert "4 kernel files: 3 as expected, 1 not" in run.stdout
        assert "c/ключ 1.kernel.json" in run.stdout


@pytest.mark.slow
def test_files_are_found_from_another_folder_and_by_their_own_name(project, tmp_path):
    """As arguments, relative or absolute; a single file by its path."""
    files = {"kernels/my kernel.kernel.json": ROPE, "more/my kernel.kernel.json": ROPE}
    run = project(
        files, "../kernels", str(tmp_path / "more" / "my kernel.kernel.json"), folder=_made(tmp_path / "other")
    )
    assert "2 passed" in run.stdout, run.stdout + run.stderr


def _made(folder):
    folder.mkdir(exist_ok=True)
    return folder


@pytest.mark.slow
def test_collecting_reads_no_file(project):
    """--collect-only lists a torn file like any other; a marker selects kernel files, or leaves them out."""
    files = {"torn.kernel.json": "{", "rope.kernel.json": ROPE, "test_own.py": "def test_own():\n    pass\n"}
    listed = project(files, "--collect-only", "-q", "--strict-markers")
    assert listed.returncode == 0
    assert "torn.kernel.json::verdict" in listed.stdout
    run = project({}, "-m", "not kernel_file")
    assert "1 passed, 2 deselected" in run.stdout
    run = project({}, "-m", "kernel_file", "-k", "rope")
    assert "1 passed, 2 deselected" in run.stdout


@pytest.mark.slow
def test_the_plugin_and_its_patterns_can_be_turned_off(project):
    """-p no:verify; an empty pattern; a pattern of one's own."""
    files = {"torn.kernel.json": "{", "rope.usa.json": ROPE, "test_own.py": "def test_own():\n    pass\n"}
    assert "1 passed" in project(files, "-p", "no:verify").stdout
    assert "1 passed" in project({}, "-o", "verify_files=").stdout
    run = project({}, "-o", "verify_files=*.usa.json", "-v")
    assert "2 passed" in run.stdout
    assert "rope.usa.json::verdict" in run.stdout


LOWERED = """
from dataclasses import replace

import verify.evidence.answers as answers
from verify.model.verdict import Status
from verify.spectral.decide import decide

def lowered(kernel):
    found = decide(kernel)
    views = {name: replace(getattr(found, name), status=Status.NUMERIC) for name in ("graph_laws", "all_laws")}
    return replace(found, **views)

answers.decide = lowered
"""


@pytest.mark.slow
def test_strict_counts_numeric_evidence_as_undecided(project):
    """Where the configuration file, or --verify-strict, asks for it."""
    files = {"rope.kernel.json": ROPE, "conftest.py": LOWERED}
    assert "1 passed" in project(files).stdout
    strict = project({"pytest.ini": "[pytest]\nverify_strict = true\n"})
    assert "expected decided, found none (numeric)" in strict.stdout, strict.stdout + strict.stderr


PROFILE = """
from hypothesis import settings

def test_profile():
    assert (settings().max_examples, settings().derandomize, settings().deadline) == {}
"""


@pytest.mark.slow
def test_a_profile_sets_hypothesis_without_deadlines(project):
    """ci is derandomised; the command line beats the configuration file, and both beat a conftest file."""
    conftest = (
        "from hypothesis import settings\n"
        "settings.register_profile('own', max_examples=7)\n"
        "settings.load_profile('own')\n"
    )
    files = {"conftest.py": conftest, "pytest.ini": "[pytest]\nverify_profile = nightly\n"}
    run = project(files | {"test_ci.py": PROFILE.format((100, True, None))}, "--verify-profile", "ci")
    assert run.returncode == 0, run.stdout + run.stderr
    run = project({"test_ci.py": PROFILE.format((2000, False, None))})
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.slow
def test_options_that_cannot_be_are_usage_errors(project):
    """Exit status 4 and one line; two profiles at once."""
    for options, words in (
        (("-o", "verify_profile=weekly"), "verify_profile must be one of ci, dev, nightly; got weekly."),
        (("-o", "verify_timeout=soon"), "verify_timeout must be a positive number of seconds; got soon."),
        (("--verify-timeout", "-1"), "verify_timeout must be a positive number of seconds; got -1.0."),
        (("--verify-profile", "ci", "--hypothesis-profile", "default"), "not both"),
        (("--verify-profile", "weekly"), "invalid choice"),
    ):
        run = project({}, *options)
        assert run.returncode == 4, run.stdout + run.stderr
        assert words in run.stderr
        assert "Traceback" not in run.stderr


BLOCKED = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"hypothesis", "_hypothesis_pytestplugin"}:
            raise ImportError(f"{name} is not installed here")

sys.meta_path.insert(0, Blocked())
"""


@pytest.mark.slow
def test_without_hypothesis_kernel_files_are_still_tests(project, tmp_path):
    """Only a profile needs it, and says so."""
    env = {"PYTHONPATH": str(tmp_path)}
    files = {"sitecustomize.py": BLOCKED, "rope.kernel.json": ROPE | {"expect": NONE}}
    run = project(files, "-p", "no:hypothesispytest", "-p", "no:xdist", env=env)
    assert "1 passed" in run.stdout, run.stdout + run.stderr
    run = project({}, "-p", "no:hypothesispytest", "--verify-profile", "ci", env=env)
    assert run.returncode == 4
    assert "Hypothesis is missing" in run.stderr


@pytest.mark.slow
def test_a_time_limit_ends_a_decision(project):
    """The kernel is undecided, and the failure says why."""
    run = project({"rope.kernel.json": ROPE}, "--verify-timeout", "1e-9")
    assert "1 failed" in run.stdout
    assert "time-out after 1e-09 s" in run.stdout


@pytest.mark.slow
def test_a_long_list_is_shortened_but_for_what_fails(project):
    """-v lists everything, -q only what is not as expected."""
    files = {f"k{index:02}.kernel.json": ROPE for index in range(42)} | {"z.kernel.json": STILL}
    run = project(files)
    summary = run.stdout[run.stdout.index("verify: kernel files") :].splitlines()
    assert summary[1].startswith("z.kernel.json")
    assert "... and 2 more as expected (-v lists them)" in summary
    quiet = project({}, "-q").stdout
    listed = quiet[quiet.index("verify: kernel files") :].splitlines()
    assert [line.split(" ")[0] for line in listed[1:3]] == ["z.kernel.json", "43"]


@pytest.mark.slow
def test_tables_beside_a_kernel_file_are_found_and_junit_carries_the_verdict(project, tmp_path):
    """Tables relative to the file, not to where pytest runs; verdict, rung and certificate as properties."""
    kernel = {
        "family": "matrix", "d": 2, "contents": 1, "labels": {"kind": "atoms", "weights": ["1"]},
        "h": {"file": "table.csv"}, "expect": {"graph_laws": "all", "all_laws": "all"},
    }  # fmt: skip
    run = project({"deep/table.kernel.json": kernel, "deep/table.csv": "1\n"}, "--junitxml", "junit.xml")
    assert "1 passed" in run.stdout, run.stdout
    found = {p.get("name"): p.get("value") for p in ET.parse(tmp_path / "junit.xml").iter("property")}
    assert found["verify.graph_laws"].startswith("all (")
    assert found["verify.certificate"] in {"accepted", "none"}


@pytest.mark.slow
def test_an_internal_error_shows_where_it_happened(project):
    """Neither swallowed nor taken for a verdict."""
    conftest = (
        "import verify.evidence.answers as answers\n"
        "def broken(kernel):\n    raise ZeroDivisionError('inside')\n"
        "answers.decide = broken\n"
    )
    run = project({"rope.kernel.json": json.dumps(ROPE), "conftest.py": conftest})
    assert "1 failed" in run.stdout
    assert "ZeroDivisionError: inside" in run.stdout
