"""Accepted are proved statements; damage, other problems, other claims and re-sealed forgeries are not."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from handmade import NEAR, digest, factor, sealed
from handmade_accepted import ACCEPTED
from handmade_rejected import REJECTED, TRI

from verify.certificates import checker
from verify.certificates.checker import Refused, check, check_text, main, statement_of


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_proved_statement_is_accepted(name):
    """Every method accepts its hand-made certificates."""
    report = check(ACCEPTED[name])
    assert report.accepted, report.reason
    assert report.statement == ACCEPTED[name]["statement"]


@pytest.mark.parametrize("name", ACCEPTED)
def test_every_other_claim_about_the_same_problem_is_rejected(name):
    """Views cannot be exchanged for others: each problem has one answer per view, or none."""
    cert = ACCEPTED[name]
    mine = cert["data"]["claim"]
    for claim in product(("all", "some", "none"), repeat=2):
        other = dict(zip(("graph_laws", "all_laws"), claim, strict=True))
        if mine != other:
            assert not check(sealed(cert | {"data": cert["data"] | {"claim": other}})).accepted, other


def test_a_view_may_be_left_out():
    """A certificate may claim less than is proved, but not nothing."""
    cert = ACCEPTED["sign: positive table"]
    assert check(sealed(cert | {"data": {"claim": {"all_laws": "all"}}})).accepted
    assert not check(sealed(cert | {"data": {"claim": {}}})).accepted


@pytest.mark.parametrize("name", REJECTED)
def test_a_forgery_is_rejected_with_its_reason(name):
    """Every listed fault is rejected although it is sealed again, and the reason names it."""
    cert, reason = REJECTED[name]
    report = check(cert)
    assert not report.accepted
    assert report.statement == ""
    assert any(part in report.reason for part in reason.split("|")), report.reason


def test_damage_is_told_by_the_seal_and_by_the_digests():
    """A changed statement, seal or digest is rejected, and so is a certificate about another problem."""
    assert "seal" in check(TRI | {"statement": "all is well"}).reason
    assert "seal" in check(TRI | {"seal": "sha256:0"}).reason
    wrong = {key: value for key, value in TRI.items() if key != "seal"} | {"digest": "sha256:0"}
    assert "digest" in check(wrong | {"seal": digest(wrong)}).reason
    wrong = {key: value for key, value in TRI.items() if key != "seal"} | {"statement": "all is well"}
    assert "statement" in check(wrong | {"seal": digest(wrong)}).reason
    assert check(TRI, TRI["digest"]).accepted
    assert "another problem" in check(TRI, digest(factor(NEAR))).reason


@pytest.mark.parametrize("name", ["schema", "theorem", "statement", "problem", "digest", "method", "data", "seal"])
def test_a_missing_field_is_rejected(name):
    """No field is optional."""
    assert not check({key: value for key, value in TRI.items() if key != name}).accepted


def test_the_order_of_keys_does_not_matter():
    """The seal is that of canonical JSON."""
    assert check(dict(reversed(TRI.items()))).accepted


UNREADABLE = {
    "truncated": json.dumps(TRI)[:-30],
    "empty": "",
    "NaN": json.dumps(TRI)[:-1] + ', "x": NaN}',
    "Infinity": json.dumps(TRI)[:-1] + ', "x": -Infinity}',
    "a repeated key": json.dumps(TRI)[:-1] + ', "schema": 1}',
    "a list": "[1]",
    "nested without end": "[" * 100_000,
    "an integer of 10^4 digits": '{"schema": ' + "1" * 10_000 + "}",
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_certificate_is_unreadable(name, tmp_path, capsys):
    """Text that is not strict JSON raises, and the command returns 2."""
    with pytest.raises(ValueError, match=r"."):
        check_text(UNREADABLE[name])
    path = tmp_path / "cert.json"
    path.write_text(UNREADABLE[name], encoding="utf-8")
    assert main([str(path)]) == 2
    assert "unreadable" in capsys.readouterr().err


def test_the_command_tells_accepted_rejected_and_unreadable_apart(tmp_path, capsys):
    """Exit codes 0, 1 and 2, a directory and bad bytes included."""
    path = tmp_path / "cert.json"
    path.write_text(json.dumps(TRI), encoding="utf-8")
    assert main([str(path)]) == 0
    assert main([str(path), "--problem-digest", TRI["digest"]]) == 0
    assert "accepted" in capsys.readouterr().out
    assert main([str(path), "--problem-digest", "sha256:0"]) == 1
    assert "another problem" in capsys.readouterr().out
    assert main([str(tmp_path)]) == main([]) == main([str(path), "--digest", "x"]) == main([str(tmp_path / "no")]) == 2
    path.write_bytes(b"\xff\xfe{}")
    assert main([str(path)]) == 2
    path.write_text("[" * 3 + "1.5" + "]" * 3, encoding="utf-8")
    assert main([str(path)]) == 2


def test_a_copy_of_the_folder_alone_runs_in_isolation(tmp_path):
    """Without the package, without site-packages: the folder decides, enclosures included."""
    script = tmp_path / "copied checker"
    shutil.copytree(Path(checker.__file__).parent, script)
    enclosed = ACCEPTED["sign: irrational entries"]
    for cert, expected in ((TRI, 0), (enclosed, 0), (REJECTED["one sign of k"][0], 1)):
        path = tmp_path / "cert.json"
        path.write_text(json.dumps(cert), encoding="utf-8")
        command = [sys.executable, "-I", "-S", str(script), str(path)]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600)
        assert run.returncode == expected, run.stdout + run.stderr


def test_a_statement_is_a_function_of_theorem_and_claim():
    """Known theorems and views only."""
    assert "no maximiser" in statement_of("T4", {"all_laws": "none"})
    for theorem, claim in (("T9", {"all_laws": "none"}), ("T5", {}), ("T5", {"all_laws": 1}), ("T5", {"x": "all"})):
        with pytest.raises(Refused):
            statement_of(theorem, claim)
