"""The JUnit document is well formed, escaped, and counts what it holds."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from verify.evidence import Finding, Outcome, SuiteResult
from verify.report.junit import junit_xml

HOSTILE = "]]><testcase name='x'/>\x00\x1b & \ud800"


def test_each_claim_is_a_test_case():
    """Claims against expectation and undecided ones are failures, errors errors; hostile text stays text."""
    claims = tuple(
        Finding(HOSTILE, HOSTILE, view, "decided", "all", "exact", "none", outcome, HOSTILE)
        for view, outcome in zip(("a", "b", "c", "d"), Outcome, strict=True)
    )
    root = ET.fromstring(junit_xml(SuiteResult(claims, {HOSTILE: 1.5}, frozenset(), 2.0)))
    assert root.attrib == {"tests": "4", "failures": "2", "errors": "1", "skipped": "0", "time": "2.000"}
    cases = root.findall("testsuite/testcase")
    assert [len(case.findall("*")) for case in cases] == [0, 1, 1, 1]
    assert sum(float(case.attrib["time"]) for case in cases) == 1.5
    assert cases[3].find("error").text == "]]><testcase name='x'/>\\x00\\x1b & \\ud800"
