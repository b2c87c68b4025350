"""The scripts run at tiny sizes, and what they keep fills the page; nothing here is held against a time."""

from __future__ import annotations

import json
import re

import bench_field
import bench_flow
import bench_sdp
import numpy as np
import pytest
from site_benchmarks import benchmark_part

from verify.optimize.bounds.low_rank import solve_low_rank


@pytest.mark.slow
@pytest.mark.usefixtures("kept_process")
def test_the_scripts_of_fields_and_flows_fill_the_page(repo_root, tmp_path, capsys):
    """--small --json, then every part of the page that is built from the results."""
    file = tmp_path / "results.json"
    bench_field.main(["--small", "--json", str(file)])
    bench_flow.main(["--small", "--json", str(file)])
    bench_sdp.main(["--small", "--recheck", "--json", str(file)])
    assert "floor" in capsys.readouterr().out
    results = json.loads(file.read_text(encoding="utf-8"))
    assert all(row["disagreement"] <= 1e-12 for row in results["dense"])
    assert all(row["error"] < 1e-11 for row in results["harmonic"])
    assert all(row["error"] < 1e-8 and row["scipy"]["RK45"] > 0 for row in results["flows"])
    page = (repo_root / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    parts = re.findall(r"^<!-- benchmarks (\w+) -->$", page, re.MULTILINE)
    assert set(parts) == {"machine", "dense", "plots", "harmonic", "large", "flows", "sdp", "sdp_large"}
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
    assert [row["n"] for row in results["sdp"]] == [n for n, _ in bench_sdp.COMPARED]
    assert [row["n"] for row in results["sdp_large"]] == list(bench_sdp.ALONE)


@pytest.mark.parametrize("n", [10, 24])
def test_the_bound_of_the_correlation_programme_is_that_of_the_cone_solver(n):
    """Both proved, of one dense K with random signs: they agree to 1e-6, and no X of the low-rank method has more."""
    K = bench_sdp.random_signs(n, n)
    ours, theirs = (bench_sdp.proved(K, solve(K))[0] for solve in (bench_sdp.low_rank, bench_sdp.clarabel))
    assert ours == pytest.approx(theirs, rel=1e-6)
    V = solve_low_rank(K, rng=np.random.default_rng(0)).V
    assert np.vdot(K @ V, V) <= ours


def test_what_is_shipped_of_the_correlation_programme_says_what_was_asked(repo_root):
    """n = 100: the same proved bound as Clarabel's to 1e-6; n = 2,000: a proved gap below 1e-5."""
    results = json.loads((repo_root / "benchmarks" / "results.json").read_text(encoding="utf-8"))
    row = next(row for row in results["sdp"] if row["n"] == 100)
    assert float(row["bounds"]["low rank"]) == pytest.approx(float(row["bounds"]["Clarabel"]), rel=1e-6)
    assert next(row for row in results["sdp_large"] if row["n"] == 2000)["gap"] < 1e-5


@pytest.mark.slow
def test_the_plots_are_one_picture_in_the_page(repo_root):
    """A data address: the page loads nothing; the same picture each time."""
    results = json.loads((repo_root / "benchmarks" / "results.json").read_text(encoding="utf-8"))
    first, second = (benchmark_part("plots", results) for _ in range(2))
    assert first == second
    assert "data:image/svg+xml;base64," in first
    assert len(first) < 150_000
