"""Reports: verdicts, the suite and differences for a terminal; a page of HTML; JUnit XML and Markdown for CI."""

from __future__ import annotations

from verify.report.answers import answer_report
from verify.report.differences import differences, differences_report
from verify.report.junit import junit_xml
from verify.report.markdown import markdown_summary
from verify.report.planes import planes_table
from verify.report.summary import suite_report, suite_sentence
from verify.report.terminal import console_for, plain, plain_table, styled
from verify.report.verdicts import describe_kernel, verdict_report

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
