"""`verify run --coq`: proved in a run, resumed from an intact store, required and missing."""

from __future__ import annotations

import json

import pytest

ONE = ("run", "--theorem", "T4", "--claim", "T4/coq-maximisers")


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_a_claim_is_proved_once_and_kept(process, tmp_path, coq_store):
    """The table names theorem and axioms, the JSON holds the statement; a damaged result is proved again."""
    run = process(*ONE, "--coq", "require", "--store", coq_store, "--json", "run.json")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Coq: gauge_maximisers, 2 axioms" in run.stdout
    assert "Proved by the kernel of Coq" in run.stdout
    assert max(map(len, run.stdout.splitlines())) <= 80
    (line,) = json.loads((tmp_path / "run.json").read_text())["theorems"]
    assert (line["found"], line["outcome"]) == ("proved", "as expected")
    (theorem,) = line["details"]["coq"]["theorems"]
    assert theorem["name"] == "Collapse.Gauge.gauge_maximisers"
    assert "gauge_maximiser n d w k f Q x <->" in theorem["statement"]
    (kept,) = coq_store.glob("*.json")
    again = json.loads(process(*ONE, "--store", coq_store, "--json", "-").stdout)
    assert again["resumed"] == ["T4/coq-maximisers"]
    kept.write_text(kept.read_text().replace("proved", "exact"))
    again = json.loads(process(*ONE, "--store", coq_store, "--json", "-").stdout)
    assert (again["resumed"], again["theorems"][0]["found"]) == ([], "proved")


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "status", "found"), [("auto", 0, "unknown"), ("require", 1, "error")])
def test_without_coqc(verify, monkeypatch, tmp_path, mode, status, found):
    """Under auto the claim is not run and does not fail the run; under require it says what to install."""
    monkeypatch.setenv("PATH", str(tmp_path))
    result = verify(*ONE, "--coq", mode, "--store", tmp_path / "store", "--json", "-")
    data = json.loads(result.stdout)
    assert result.exit_code == data["exit_status"] == status
    (line,) = data["theorems"]
    assert line["found"] == found
    assert "apt install coq" in line["how"]


def test_off_knows_no_claims_of_coq(verify, tmp_path):
    """A claim that is not run cannot be asked for."""
    result = verify(*ONE, "--coq", "off", "--store", tmp_path / "store")
    assert (result.exit_code, result.stdout) == (2, "")


def test_require_goes_with_theorems(verify, tmp_path):
    """A folder of examples has no claims of Coq: requiring them there would pass without a proof."""
    result = verify("run", "--examples", tmp_path, "--coq", "require", "--store", tmp_path / "store")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--coq require must stand without --examples" in result.stderr
