"""Settings of all tests: Hypothesis profiles, a display-free Matplotlib, and skips that fail in CI."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Generator

os.environ.setdefault("MPLBACKEND", "Agg")

IN_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}

# No deadlines: a slow machine is no counterexample. A failing example is printed so that it can be pinned.
_COMMON: dict[str, Any] = {
    "deadline": None,
    "print_blob": True,
    "suppress_health_check": [HealthCheck.too_slow],
}
settings.register_profile("dev", max_examples=50, derandomize=True, database=None, **_COMMON)
settings.register_profile("ci", max_examples=100, derandomize=True, database=None, **_COMMON)
settings.register_profile("nightly", max_examples=2000, derandomize=False, **_COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if IN_CI else "dev"))


def _forbid_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn the report of a skip into that of a failure."""
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    report.outcome = "failed"
    report.longrepr = f"skipped, which is a failure in CI: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let no test of a required part pass in CI by being skipped."""
    report = yield
    expected = hasattr(report, "wasxfail") or item.get_closest_marker("optional") is not None
    if IN_CI and report.skipped and not expected:
        _forbid_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let no module of tests vanish in CI by being skipped at its import."""
    report = yield
    if IN_CI and report.skipped:
        _forbid_skip(report)
    return report
