"""Settings of all tests: Hypothesis profiles, a display-free Matplotlib, and skips that fail in CI."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from verify.certificates.coq.compiler import build_library

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


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer a random order of the tests, the same in every worker."""
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run modules, and tests in each, in a random order")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle the modules, and the tests inside each: what a module sets up is still set up once."""
    seed = config.getoption("--shuffle")
    if seed is None:
        return
    modules: dict[str, list[pytest.Item]] = {}
    for item in items:
        modules.setdefault(item.nodeid.partition("::")[0], []).append(item)
    rng = random.Random(seed)
    order = list(modules.values())
    rng.shuffle(order)
    for tests in order:
        rng.shuffle(tests)
    items[:] = [item for tests in order for item in tests]


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


@pytest.fixture(scope="session")
def coq_libraries(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which the Coq libraries are compiled once, for all workers, and until a source changes."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed")
    cache: pytest.Cache | None = getattr(pytestconfig, "cache", None)  # none under -p no:cacheprovider
    folder = cache.mkdir("coq-libraries") if cache else tmp_path_factory.getbasetemp().parent / "coq-libraries"
    build_library(folder)
    return folder


@pytest.fixture
def coq_store(coq_libraries: Path, tmp_path: Path) -> Path:
    """Return an empty store of results that takes the compiled libraries from there."""
    store = tmp_path / "store"
    store.mkdir()
    (store / "coq").symlink_to(coq_libraries)
    return store
