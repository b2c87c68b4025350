"""What an auditor reads for one certificate: nothing else of the checker takes part, and it is read in an hour."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from verify.certificates import checker
from verify.certificates.reading_list import reading_list
from verify.encodings.loading import load_kernel
from verify.optimize.three_point import bound_three_point
from verify.spectral.decide import decide

CASES = Path(__file__).parents[1] / "cases"
#: One for each method, those that need most.
LONGEST = (
    "t4/decay",
    "t4/connection-common-axis",
    "t5_continuum/antipodes",
    "t5/arcsine-triangle",
    "t5/hexagon-tie",
    "t5/hexagon-cosine",
    "t5_continuum/half-plus-cosine-below",
    "t5/two-sided-alibi",
)
TWO_ATOMS = {
    "family": "factor",
    "d": 3,
    "profile": {"usa": 1},
    "labels": {"kind": "atoms", "weights": ["1/3", "2/3"]},
    "k": [["1", "-1/4"], ["-1/4", "1"]],
}
#: Intervals, and the decimals of pi.
WAVES = {
    "family": "factor",
    "d": 2,
    "profile": "t",
    "labels": {"kind": "interval", "a": "0", "b": "2*pi"},
    "k": "2 + cos(xi - zeta)",
}
#: Lines with their comments and docstrings, at some sixteen lines a minute.
AN_HOUR = 1000


def certificate_of(source):
    """Return the certificate of a kernel's verdict, as JSON."""
    return json.loads(json.dumps(decide(load_kernel(source)).certificate))


def functions(tree):
    """Yield the functions of a module and the methods of its classes."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from functions(node)
        elif isinstance(node, ast.FunctionDef):
            yield node


@pytest.mark.slow
@pytest.mark.parametrize("source", [TWO_ATOMS, WAVES, CASES / "t4" / "frequency-two-pi.kernel.json"], ids=range(3))
def test_what_is_not_listed_takes_no_part(tmp_path, source):
    """A copy of the checker in which every other function raises gives the same answer, kept values or not."""
    certificate = certificate_of(source)
    first, listed = reading_list(certificate)
    report, passages = reading_list(certificate)
    assert (first, listed) == (report, passages)
    assert report.accepted
    source = Path(checker.__file__).parent
    shutil.copytree(source, tmp_path / "checker", ignore=shutil.ignore_patterns("__pycache__"))
    silenced = 0
    for path in (tmp_path / "checker").rglob("*.py"):
        if path.name == "__main__.py":
            continue
        module = path.relative_to(tmp_path).as_posix()
        kept = [(p.first, p.last) for p in passages if p.module == module]
        lines = path.read_text(encoding="utf-8").splitlines()
        for node in functions(ast.parse("\n".join(lines))):
            # `main` and `check_text` are the command line around `check`
            if node.name in {"main", "check_text", "_unique"} or any(a <= node.lineno <= b for a, b in kept):
                continue
            lines[node.body[0].lineno - 1] = " " * node.body[0].col_offset + "raise SystemError"
            for number in range(node.body[0].lineno, node.end_lineno):
                lines[number] = ""
            silenced += 1
        path.write_text("\n".join(lines), encoding="utf-8")
    assert silenced > 100
    file = tmp_path / "certificate.json"
    file.write_text(json.dumps(certificate), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "checker", str(file)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (0, f"accepted: {report.statement}\n"), run.stderr


@pytest.mark.slow
@pytest.mark.parametrize("case", LONGEST)
def test_a_certificate_is_audited_in_an_hour(case):
    """The longest reading of each method, with all that their modules hold outside of functions but imports."""
    (path,) = CASES.glob(f"{case}.kernel.json")
    report, passages = reading_list(certificate_of(path))
    assert report.accepted
    assert 150 < sum(passage.lines for passage in passages) < AN_HOUR
    assert {"_proved", "check"} <= {passage.name for passage in passages}


def test_the_reading_list_of_a_three_point_bound_is_its_own_checker():
    """Integers and balls: nothing of the standard library's checker but the reading of rationals and problems."""
    k, labels = {"toeplitz": ["0", "-1", "-1"]}, {"kind": "cyclic", "n": 3}
    kernel = load_kernel(TWO_ATOMS | {"d": 2, "profile": "t", "labels": labels, "k": k})
    certificate = json.loads(json.dumps(bound_three_point(kernel).certificate))
    report, passages = reading_list(certificate)
    assert report.accepted
    assert "three_point/check.py" in {passage.module for passage in passages}


def test_a_rejected_certificate_has_a_reading_list_too():
    """What led to the rejection was called, and the profiler of the caller is as before."""
    report, passages = reading_list(certificate_of(TWO_ATOMS) | {"schema": 2})
    assert not report.accepted
    assert "fields" in {passage.name for passage in passages}
    assert sys.getprofile() is None
