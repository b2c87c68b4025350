"""The registry: theorems of any installed package, by the entry-point group."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from verify.evidence import registry
from verify.evidence.registry import Registered, find_theorem, list_theorems, load_entry, theorem
from verify.evidence.theorem import Theorem
from verify.model.errors import InputError


def test_the_theorems_of_this_project_are_found():
    """T0 is among them, and each is what it says."""
    entries = {entry.id: entry for entry in list_theorems()}
    assert entries["T0"].place == "proofs.t0_gradient_flow:THEOREM"
    assert all(isinstance(entry.load(), Theorem) for entry in entries.values())
    assert theorem("t0").id == "T0"


def test_theorems_are_in_their_natural_order(monkeypatch):
    """T2 before T10."""
    names = ["T10", "T2", "X1", "T4d", "T4"]
    monkeypatch.setattr(registry, "entry_points", lambda group: [_Entry(name, f"{group}:{name}") for name in names])
    assert [entry.id for entry in list_theorems()] == ["T2", "T4", "T4d", "T10", "X1"]


class _Entry:
    def __init__(self, name, value):
        self.name, self.value = name, value


def test_one_id_in_two_packages_is_refused(monkeypatch):
    """Both places are named; one package found twice is one."""
    twice = [_Entry("T1", "a:T"), _Entry("T1", "b:T")]
    monkeypatch.setattr(registry, "entry_points", lambda group: twice if group else [])
    with pytest.raises(InputError, match="a:T and b:T"):
        list_theorems()
    monkeypatch.setattr(registry, "entry_points", lambda group: twice[:1] * 2 if group else [])
    assert len(list_theorems()) == 1


@pytest.mark.parametrize(
    ("name", "place", "words"),
    [
        ("X9", "no_such_module:THEOREM", "importable"),
        ("X9", "proofs.t0_gradient_flow:NOTHING", "importable"),
        ("X9", "proofs.t0_gradient_flow:THEOREM", "a Theorem of that id"),
        ("X9", "json:dumps", "a Theorem of that id"),
    ],
)
def test_what_is_no_theorem_is_refused(name, place, words):
    """With its place."""
    with pytest.raises(InputError, match=words):
        load_entry(name, place)


def test_an_unknown_id_is_answered_with_the_known_ones():
    """And with the nearest."""
    with pytest.raises(InputError, match="T0"):
        find_theorem("T00")


@pytest.mark.slow
def test_a_second_package_of_one_file_plugs_in(second_package, tmp_path):
    """Found, digested, and run by the command in a process of its own."""
    entry = find_theorem("X1")
    assert entry.load().title == "Resultants"
    before = entry.digest
    file = second_package / "resultants_of_another_project.py"
    file.write_text(file.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert entry.digest != before
    command = [sys.executable, "-c", "from verify.cli import main; main()", "run", "--theorem", "X1", "--json", "-"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600)
    assert run.returncode == 0, run.stderr
    lines = json.loads(run.stdout)["theorems"]
    assert [line["item"] for line in lines] == ["step 1", "step 2", "step 3", "count", "no-square"]
    assert {line["outcome"] for line in lines} == {"as expected"}


def test_the_digest_of_a_package_covers_all_of_it():
    """One of its modules changed is another theorem."""
    assert Registered("T0", "proofs.t0_gradient_flow:THEOREM").digest == registry.code_digest("proofs")
