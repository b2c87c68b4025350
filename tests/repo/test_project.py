"""The project's own files agree with each other."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import zipfile
from importlib.metadata import version

import pytest
from typer.testing import CliRunner

from verify.cli.app import app

MAKE = re.compile(r"\bmake ([a-z][a-z-]*)\b")
VERIFY = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?verify ([a-z]+)", re.MULTILINE)


@pytest.fixture(scope="module")
def targets(repo):
    """Return the targets that the Makefile documents."""
    return set(re.findall(r"^([a-z-]+):.*## ", repo.read("Makefile"), re.MULTILINE))


def _code(text):
    """Return the fenced and the inline code of a Markdown text."""
    fenced = re.findall(r"```[a-z]*\n(.*?)```", text, re.DOTALL)
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return "\n".join([*fenced, *inline])


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_every_make_command_of_a_page_is_a_target(repo, targets, page):
    """Who types what the page says finds the target."""
    named = set(MAKE.findall(_code(repo.read(page))))
    assert named
    assert named <= targets | {"setup", "setup-dev", "setup-docs"}


def test_the_readme_names_the_commands_to_start_with(repo):
    """The README leads with `make verify` and `make test`."""
    assert {"verify", "test"} <= set(MAKE.findall(_code(repo.read("README.md"))))


def test_every_verify_command_of_the_readme_exists(repo):
    """Who types what the README says finds the command."""
    named = set(VERIFY.findall(_code(repo.read("README.md"))))
    assert named
    for command in sorted(named):
        shown = CliRunner().invoke(app, [command, "--help"], prog_name="verify")
        assert shown.exit_code == 0, f"verify {command}: {shown.output}"


def test_the_makefile_documents_every_phony_target(repo, targets):
    """`make help` forgets no target but the two set-ups."""
    phony = re.search(r"^\.PHONY: (.*)$", repo.read("Makefile"), re.MULTILINE)
    assert phony is not None
    assert set(phony[1].split()) - {"setup", "setup-dev", "setup-docs"} == targets


def test_the_version_is_one_version(repo):
    """pyproject.toml, the installed distribution, CITATION.cff and CHANGELOG.md name the same version."""
    declared = repo.pyproject()["project"]["version"]
    assert version("usa-av-verify") == declared
    assert re.search(r"^version: (\S+)$", repo.read("CITATION.cff"), re.MULTILINE)[1] == declared
    assert re.search(r"^## (\S+)", repo.read("CHANGELOG.md"), re.MULTILINE)[1] == declared


def test_the_licence_is_one_licence(repo):
    """The licence named in pyproject.toml and CITATION.cff is the text in LICENSE."""
    assert repo.pyproject()["project"]["license"] == "BSD-3-Clause"
    assert "license: BSD-3-Clause" in repo.read("CITATION.cff")
    assert repo.read("LICENSE").startswith("BSD 3-Clause License")


def test_the_packages_are_typed(repo):
    """Both packages carry the marker that tells type checkers to trust their annotations."""
    assert all((repo.root / package / "py.typed").is_file() for package in ("verify", "proofs"))


def test_the_ci_script_is_executable_and_well_formed(repo):
    """.ci/run can be started as it is, and bash reads it without complaint."""
    script = repo.root / ".ci" / "run"
    assert script.stat().st_mode & stat.S_IXUSR
    assert subprocess.run(["bash", "-n", str(script)], check=False).returncode == 0


@pytest.mark.slow
def test_the_wheel_carries_examples_coq_sources_and_type_markers(repo, tmp_path):
    """What is installed from a wheel finds the example kernels and the Coq library's sources, and is typed."""
    copy = tmp_path / "source"
    shutil.copytree(
        repo.root,
        copy,
        ignore=shutil.ignore_patterns(".git", ".venv", ".hypothesis", "*_cache", "__pycache__", "notebooks"),
    )
    (copy / "proofs" / "coq" / "Sums.vo").write_bytes(b"compiled")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {"verify/py.typed", "proofs/py.typed"} <= names
    coq = repo.root / "proofs/coq"
    library = {str(path.relative_to(coq)) for path in coq.rglob("*.v")}
    library |= {"_CoqProject", "interval/_CoqProject", "Makefile", "README.md", "axioms.txt"}
    inside = {name.removeprefix("proofs/coq/") for name in names if name.startswith("proofs/coq/")}
    assert library <= inside <= library | {".gitignore"}
    examples = {path.name for part in ("kernels", "configs") for path in (repo.root / "examples" / part).iterdir()}
    assert examples == {name.rsplit("/", 1)[-1] for name in names if name.startswith("verify/_examples/")}
    assert not [name for name in names if name.startswith(("tests/", "benchmarks/"))]


SKIPPING = '''
"""Three skips, of which one is allowed."""
import pytest

def test_required():
    pytest.skip("no solver")

@pytest.mark.optional("a part that may be absent")
def test_optional():
    pytest.skip("not installed")

@pytest.mark.xfail(reason="known")
def test_known_failure():
    raise AssertionError
'''


@pytest.mark.parametrize(("in_ci", "status"), [("true", 1), ("", 0)])
def test_a_skip_of_a_required_part_fails_in_ci_only(repo, tmp_path, in_ci, status):
    """A missing solver cannot turn a test of CI green."""
    (tmp_path / "conftest.py").write_text(repo.read("tests/conftest.py"), encoding="utf-8")
    (tmp_path / "test_skipping.py").write_text(SKIPPING, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    optional(part): may skip\n")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "CI": in_ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == status, run.stdout
    assert ("1 failed, 1 skipped, 1 xfailed" in run.stdout) == bool(in_ci)


@pytest.mark.slow
def test_a_module_skipped_at_import_fails_in_ci(repo, tmp_path):
    """A test module that skips itself as a whole is an error in CI."""
    (tmp_path / "conftest.py").write_text(repo.read("tests/conftest.py"), encoding="utf-8")
    body = 'import pytest\npytest.importorskip("no_such_solver")\n'
    (tmp_path / "test_vanishing.py").write_text(body, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "CI": "true"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode not in {0, 5}, run.stdout
    assert "a failure in CI" in run.stdout
