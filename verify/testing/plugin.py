"""The pytest plugin: kernel files are collected as tests with the verdicts that they expect.

Overview
--------
It is loaded by every run of pytest where the package is installed (entry point ``pytest11``), so that it imports
nothing of the mathematics, nor Hypothesis, before there is a kernel file or ``--verify-profile`` asks for it. To leave
it out: ``pytest -p no:verify``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from _pytest._code.code import ExceptionInfo, TerminalRepr
    from _pytest.terminal import TerminalReporter

__all__ = ["MARKER", "PROFILES", "KernelFile", "KernelItem"]

MARKER = "kernel_file"
#: Settings of Hypothesis by profile. No deadlines: a slow machine is no counterexample. ``ci`` draws the same examples
#: every time, ``nightly`` other ones, and many.
PROFILES: dict[str, dict[str, Any]] = {
    "ci": {"max_examples": 100, "derandomize": True, "database": None},
    "dev": {"max_examples": 50, "derandomize": False},
    "nightly": {"max_examples": 2000, "derandomize": False},
}
#: Files listed in the summary beyond those that fail; ``-v`` lists all.
LISTED = 40
_PREFIX = "verify."


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options and their values in a configuration file."""
    group = parser.getgroup("verify", "kernel files (usa-av-verify)")
    group.addoption(
        "--verify-profile",
        choices=sorted(PROFILES),
        default=None,
        help="settings of Hypothesis: ci (derandomised), dev, or nightly (many examples); never a deadline",
    )
    group.addoption("--verify-strict", action="store_true", default=None, help="numeric evidence counts as undecided")
    group.addoption(
        "--verify-timeout", type=float, default=None, metavar="SECONDS", help="limit of each kernel's decision"
    )
    parser.addini("verify_profile", "as --verify-profile")
    parser.addini("verify_strict", "as --verify-strict", type="bool", default=False)
    parser.addini("verify_timeout", "as --verify-timeout, in seconds")
    parser.addini(
        "verify_files",
        "patterns of the names of kernel files; empty: none are collected",
        type="args",
        default=["*.kernel.json", "*.kernel.toml"],
    )


@pytest.hookimpl(trylast=True)  # after the conftest files and Hypothesis' own plugin: what is asked for here counts
def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and load the profile that is asked for."""
    config.addinivalue_line("markers", f"{MARKER}: a kernel file, decided and compared with the verdict it expects")
    _timeout(config)
    asked = config.getoption("verify_profile") or config.getini("verify_profile")
    if not asked:
        return
    if asked not in PROFILES:
        raise pytest.UsageError(f"verify_profile must be one of {', '.join(sorted(PROFILES))}; got {asked}.")
    if config.getoption("--hypothesis-profile", default=None):
        if config.getoption("verify_profile"):
            raise pytest.UsageError("Give --verify-profile or --hypothesis-profile, not both.")
        return  # the command line beats the configuration file
    _load_profile(asked)


def _load_profile(name: str) -> None:
    try:
        from hypothesis import HealthCheck, settings
    except ImportError as error:
        raise pytest.UsageError(
            f"verify_profile must be left out where Hypothesis is missing; got {name}. "
            'It comes with pip install "usa-av-verify[testing]".'
        ) from error
    common: dict[str, Any] = {
        "deadline": None,
        "print_blob": True,
        "suppress_health_check": [HealthCheck.too_slow],
    }
    settings.register_profile(f"verify-{name}", **PROFILES[name], **common)
    settings.load_profile(f"verify-{name}")


def _timeout(config: pytest.Config) -> float | None:
    value = config.getoption("verify_timeout") or config.getini("verify_timeout") or None
    try:
        seconds = None if value is None else float(value)
    except ValueError:
        seconds = -1.0
    if seconds is not None and not seconds > 0:
        raise pytest.UsageError(f"verify_timeout must be a positive number of seconds; got {value}.")
    return seconds


# ---------------------------------------------------------------- collection


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a kernel file, by its name."""
    patterns: Sequence[str] = parent.config.getini("verify_files")
    if any(fnmatch(file_path.name, pattern) for pattern in patterns):
        return KernelFile.from_parent(parent, path=file_path)
    return None


class KernelFile(pytest.File):
    """A kernel file: one test."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield its test; the file is read when that is run, so that a malformed one fails for itself alone."""
        yield KernelItem.from_parent(self, name="verdict")


class KernelItem(pytest.Item):
    """The test of a kernel file: its verdict is the one that it expects, and its certificate is accepted again."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.add_marker(MARKER)

    def runtest(self) -> None:
        """Decide the kernel and compare."""
        from verify.testing.judgements import judge_file

        strict = bool(self.config.getoption("verify_strict") or self.config.getini("verify_strict"))
        self._note("file", self.nodeid.partition("::")[0])
        judged = judge_file(self.path, strict=strict, seconds=_timeout(self.config))
        for view in ("graph_laws", "all_laws"):
            self._note(view, judged.view(view))
        self._note("certificate", judged.certificate)
        judged.check()

    def _note(self, key: str, value: str) -> None:
        # properties travel with the report: from xdist's workers to the summary, and into JUnit's XML
        self.user_properties.append((_PREFIX + key, value))

    def repr_failure(self, excinfo: ExceptionInfo[BaseException], style: Any = None) -> str | TerminalRepr:
        """Return the text of a failed expectation or of bad input; of anything else, where it happened."""
        from verify.model.errors import InputError
        from verify.testing.failures import KernelFailure

        if isinstance(excinfo.value, KernelFailure):
            return str(excinfo.value)
        if isinstance(excinfo.value, InputError):
            return f"{self.path}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the file, and what is said of it in headings."""
        return self.path, None, f"kernel file {self.path.name}"


# ---------------------------------------------------------------- summary


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """List the verdict, the rung and the certificate of each kernel file."""
    rows = _rows(terminalreporter)
    if not rows:
        return
    failed = [row for row in rows if row["outcome"] != "passed"]
    passed = [row for row in rows if row["outcome"] == "passed"]
    verbosity = terminalreporter.verbosity
    shown = passed if verbosity > 0 else passed[:LISTED] if verbosity == 0 else []
    listed = [*failed, *shown]
    terminalreporter.section("verify: kernel files")
    width = max((len(row["file"]) for row in listed), default=0)
    for row in listed:
        mark = {"green": True} if row["outcome"] == "passed" else {"red": True}
        terminalreporter.line(f"{row['file']:<{width}}  {_sentence(row)}", **mark)
    if len(shown) < len(passed) and verbosity >= 0:
        terminalreporter.line(f"... and {len(passed) - len(shown)} more as expected (-v lists them)")
    terminalreporter.line(f"{len(rows)} kernel files: {len(passed)} as expected, {len(failed)} not")


def _rows(reporter: TerminalReporter) -> list[dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for reports in reporter.stats.values():
        for report in reports:
            properties: Sequence[tuple[str, Any]] = getattr(report, "user_properties", ())
            noted = {key[len(_PREFIX) :]: str(value) for key, value in properties if key.startswith(_PREFIX)}
            if noted and getattr(report, "when", "") == "call":
                found[report.nodeid] = {**noted, "outcome": report.outcome}
    return [found[nodeid] for nodeid in sorted(found)]


def _sentence(row: Mapping[str, str]) -> str:
    if "graph_laws" not in row:
        return "not decided: see the failure"
    end = {"none": "no certificate"}.get(row["certificate"], f"certificate {row['certificate']}")
    return f"graph laws {row['graph_laws']}, all laws {row['all_laws']}, {end}"
