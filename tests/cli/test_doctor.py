"""`verify doctor`: versions as they are installed."""

from __future__ import annotations

import dataclasses
import json
from importlib.metadata import version

from verify.cli import doctor


def test_versions_are_those_installed(verify):
    """Engines, solvers and examples with their versions; everything required is there."""
    result = verify("doctor", "--json")
    data = json.loads(result.stdout)
    found = {part["name"]: part["found"] for part in data["parts"]}
    for name in ("sympy", "numpy", "python-flint", "cvxpy"):
        assert found[name] == version(name)
    assert found["solver CLARABEL"]
    assert found["examples"]
    assert (result.exit_code, data["ok"]) == (0, True)


def test_the_table_fits(verify):
    """80 columns, with optional parts marked."""
    shown = verify("doctor").stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert "Every required part is there." in shown


def test_a_missing_part_exits_with_1(verify, monkeypatch):
    """What is missing is named."""
    monkeypatch.setattr(doctor, "_version", lambda name: None if name == "sympy" else "1")
    result = verify("doctor")
    assert result.exit_code == 1
    assert "Missing: sympy." in result.stdout


def test_an_absent_tool_is_no_failure():
    """An optional tool that is not there has no version."""
    assert doctor._tool("no-such-tool-anywhere", "--version") is None


def test_the_package_interval_of_coq_is_present_or_named_for_installation(monkeypatch):
    """As the library that needs it says; it is optional."""
    here = doctor._coq_package()
    assert (here.found is None) == bool(doctor.INTERVAL.missing())
    assert not here.required
    library = dataclasses.replace(doctor.INTERVAL, needs="NoSuchPackage")
    monkeypatch.setattr(doctor, "INTERVAL", library)
    absent = doctor._coq_package()
    assert absent.found is None
    assert absent.note in {library.install, "needs coqc"}
    monkeypatch.setattr(doctor, "coq_where", lambda: None)
    assert doctor._coq_package().note == "needs coqc"
