"""A project that depends on this one tests its kernels with it: in this environment, and in a fresh one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

IGNORED = shutil.ignore_patterns(".git", ".venv", ".verify-*", ".hyp*", "*_cache", "__pycache__", "notebooks", "build")
#: What speaks of the broken kernels; the properties of all kernels hold as before.
QUICK = ("-k", "rotary or ring or models")
KERNELS = Path("src", "mymodel", "kernels")


@pytest.fixture
def downstream(repo, tmp_path):
    """Return a copy of examples/downstream that tests may break."""
    return Path(shutil.copytree(repo.root / "examples" / "downstream", tmp_path / "down stream", ignore=IGNORED))


def run_tests(python, folder, *options):
    """Return the run of a project's tests by an interpreter."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("HYPOTHESIS", "PYTEST", "CI"))}
    return subprocess.run(
        [python, "-m", "pytest", "-p", "no:cacheprovider", *options],
        cwd=folder,
        env={**clean, "PYTHONPATH": str(folder / "src"), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def change(folder, name, **fields):
    """Change fields of a kernel file; None takes one out."""
    path = folder / KERNELS / f"{name}.kernel.json"
    document = json.loads(path.read_text(encoding="utf-8")) | fields
    kept = {key: value for key, value in document.items() if value is not None}
    path.write_text(json.dumps(kept), encoding="utf-8")


def check_that_breaks_are_named(python, folder):
    """The tests pass; with a frequency 0, and with a positive bias, they fail by theorem, hypothesis and file."""
    whole = run_tests(python, folder)
    assert whole.returncode == 0, whole.stdout + whole.stderr
    assert "2 kernel files: 2 as expected, 0 not" in whole.stdout
    shutil.copytree(folder / KERNELS, folder.parent / "kept")

    change(folder, "rotary", frequencies=["0", "0"])
    still = run_tests(python, folder, *QUICK)
    assert still.returncode == 1
    assert "rotary positions, two planes: graph laws: expected none, found all (exact)" in still.stdout
    assert "theorem: T4 (gauge kernels: the maximisers are the laws of Q(xi)^T u)" in still.stdout
    assert "hypothesis: sigma_max(∫ Q drho) < 1 fails" in still.stdout
    assert f"kernel file: {folder / KERNELS / 'rotary.kernel.json'}" in still.stdout
    assert "test_rotary_positions_keep_tokens_apart" in still.stdout
    assert "ring.kernel.json    graph laws none (enclosed)" in still.stdout

    shutil.copytree(folder.parent / "kept", folder / KERNELS, dirs_exist_ok=True)
    change(folder, "ring", k=None, bias="cos(pi*(i - j)/6)")
    positive = run_tests(python, folder, *QUICK)
    assert positive.returncode == 1
    assert "graph laws: expected none, found all" in positive.stdout
    assert "theorem: T5 (spectral dichotomy of factor kernels)" in positive.stdout
    assert "hypothesis: k >= 0 holds" in positive.stdout
    assert f"kernel file: {folder / KERNELS / 'ring.kernel.json'}" in positive.stdout
    assert "test_the_ring_keeps_tokens_apart" in positive.stdout
    assert "rotary.kernel.json  graph laws none (exact)" in positive.stdout


@pytest.mark.nightly
def test_the_downstream_project_passes_and_its_breaks_are_named(downstream):
    """With what is installed here."""
    check_that_breaks_are_named(sys.executable, downstream)


@pytest.mark.slow
def test_the_downstream_project_passes_in_a_fresh_environment(repo, downstream, tmp_path):
    """A wheel with the extra `testing`, in an environment that has nothing else; only what is used is byte-compiled."""
    source = shutil.copytree(repo.root, tmp_path / "source", ignore=IGNORED)
    fresh = tmp_path / "fresh"
    python = fresh / ("Scripts" if os.name == "nt" else "bin") / "python"
    for command in (
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        [sys.executable, "-m", "venv", str(fresh)],
    ):
        subprocess.run(command, cwd=source, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    pins = str(repo.root / "constraints.txt")
    installed = subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", "--no-compile", "-c", pins, f"{wheel}[testing]"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert installed.returncode == 0, installed.stderr
    where = subprocess.run(
        [str(python), "-c", "import verify; print(verify.__file__)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(where.stdout.strip()).is_relative_to(fresh)
    check_that_breaks_are_named(str(python), downstream)


def test_the_workflow_runs_what_the_readme_says(repo):
    """The example's CI installs the extra and runs pytest; its pyproject asks for the plugin's profile."""
    workflow = repo.read("examples/downstream/.github/workflows/kernels.yml")
    assert 'python -m pip install -e ".[test]"' in workflow
    assert "python -m pytest" in workflow
    project = repo.read("examples/downstream/pyproject.toml")
    assert 'test = ["usa-av-verify[testing]"]' in project
    assert 'verify_profile = "ci"' in project
