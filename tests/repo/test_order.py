"""The order of the tests can be drawn at random, and drawn again."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise

import pytest

TESTS = "\n".join(f"def test_{name}():\n    pass\n" for name in "abcdefgh")


def _order(folder, *options):
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *options, str(folder)],
        cwd=folder,
        env={**os.environ, "CI": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    return [line.split()[0] for line in run.stdout.splitlines() if "PASSED" in line]


@pytest.mark.slow
def test_a_seed_shuffles_the_modules_and_their_tests_and_repeats(repo, tmp_path):
    """--shuffle runs every test once, the modules one after the other, in an order that belongs to the seed."""
    (tmp_path / "conftest.py").write_text(repo.read("tests/conftest.py"), encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    for name in "xyz":
        (tmp_path / f"test_{name}.py").write_text(TESTS, encoding="utf-8")
    plain, one, again, two = (_order(tmp_path, *o) for o in ((), *[[f"--shuffle={s}"] for s in (1, 1, 2)]))
    assert len(plain) == 24
    assert sorted(one) == sorted(two) == plain
    assert one == again != two
    assert plain not in (one, two)
    modules = [test.split("::")[0] for test in one]
    assert sum(a != b for a, b in pairwise(modules)) == 2
