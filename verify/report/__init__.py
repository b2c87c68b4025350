"""Reports: verdicts, the suite and differences for a terminal; a page of HTML; JUnit XML and Markdown for CI."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from verify.report.answers import answer_report
from verify.report.differences import differences, differences_report
from verify.report.planes import planes_table
from verify.report.terminal import console_for, plain, plain_table, styled
from verify.report.verdicts import describe_kernel, verdict_report

if TYPE_CHECKING:
    from verify.report.junit import junit_xml
    from verify.report.markdown import markdown_summary
    from verify.report.summary import suite_report, suite_sentence

__all__ = [
    "answer_report",
    "console_for",
    "describe_kernel",
    "differences",
    "differences_report",
    "junit_xml",
    "markdown_summary",
    "plain",
    "plain_table",
    "planes_table",
    "styled",
    "suite_report",
    "suite_sentence",
    "verdict_report",
]

# What a run shows is imported on first use (PEP 562): a verdict need not wait for it.
_HOMES = {
    "junit_xml": "verify.report.junit",
    "markdown_summary": "verify.report.markdown",
    **dict.fromkeys(("suite_report", "suite_sentence"), "verify.report.summary"),
}

if not TYPE_CHECKING:  # a type checker knows the names, and is to refuse all others

    def __getattr__(name: str) -> object:
        """Import a name of a run's report on first use."""
        if name not in _HOMES:
            raise AttributeError(f"module 'verify.report' has no attribute {name!r}")
        return globals().setdefault(name, getattr(import_module(_HOMES[name]), name))
