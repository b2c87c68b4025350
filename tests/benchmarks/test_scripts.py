"""The scripts run at tiny sizes, and what they keep fills the page; nothing here is held against a time."""

from __future__ import annotations

import json
import re

import bench_field
import bench_flow
import pytest
from site_benchmarks import benchmark_part


@pytest.mark.slow
@pytest.mark.usefixtures("kept_process")
def test_the_scripts_of_fields_and_flows_fill_the_page(repo_root, tmp_path, capsys):
    """--small --json, then every part of the page that is built from the results."""
    file = tmp_path / "results.json"
    bench_field.main(["--small", "--json", str(file)])
    bench_flow.main(["--small", "--json", str(file)])
    assert "floor" in capsys.readouterr().out
    results = json.loads(file.read_text(encoding="utf-8"))
    assert all(row["disagreement"] <= 1e-12 for row in results["dense"])
    assert all(row["error"] < 1e-11 for row in results["harmonic"])
    assert all(row["error"] < 1e-8 and row["scipy"]["RK45"] > 0 for row in results["flows"])
    page = (repo_root / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    parts = re.findall(r"^<!-- benchmarks (\w+) -->$", page, re.MULTILINE)
    assert set(parts) == {"machine", "dense", "plots", "harmonic", "large", "flows"}
    for part in set(parts) - {"plots"}:
        lines = benchmark_part(part, results).splitlines()
        assert len(lines) >= 3
        assert len({line.count("|") for line in lines}) == 1


def test_the_results_of_the_page_hold_every_size_and_agree(repo_root):
    """What is shipped was measured with all rivals, at the sizes that the scripts have, after they agreed."""
    results = json.loads((repo_root / "benchmarks" / "results.json").read_text(encoding="utf-8"))
    assert [(row["n"], row["d"]) for row in results["dense"]] == [case[:2] for case in bench_field.DENSE]
    assert all(row["disagreement"] <= 1e-12 for row in results["dense"])
    assert all(len(row["times"]) == 8 for row in results["dense"])
    assert [(row["n"], row["d"], row["beta"]) for row in results["harmonic"]] == list(bench_field.HARMONIC)
    assert [row["name"] for row in results["flows"]] == [case.name for case in bench_flow.CASES]


def test_the_plots_are_one_picture_in_the_page(repo_root):
    """A data address: the page loads nothing; the same picture each time."""
    results = json.loads((repo_root / "benchmarks" / "results.json").read_text(encoding="utf-8"))
    first, second = (benchmark_part("plots", results) for _ in range(2))
    assert first == second
    assert "data:image/svg+xml;base64," in first
    assert len(first) < 150_000
