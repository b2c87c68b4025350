"""The suite's result as JUnit XML: a test case for each claim."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from verify.evidence import Outcome, SuiteResult
from verify.report.terminal import plain

__all__ = ["junit_xml"]


def junit_xml(result: SuiteResult) -> str:
    """Return the XML document; claims against expectation and undecided ones are failures, errors are errors.

    Notes
    -----
    The first claim of an example carries its time. Control characters, which XML cannot hold, are escaped.
    """
    counts = {outcome: result.outcomes.count(outcome) for outcome in Outcome}
    failures = counts[Outcome.UNEXPECTED] + counts[Outcome.UNDECIDED]
    totals = {
        "tests": str(len(result.outcomes)), "failures": str(failures), "errors": str(counts[Outcome.ERROR]),
        "skipped": "0", "time": f"{result.elapsed:.3f}",
    }  # fmt: skip
    root = ET.Element("testsuites", totals)
    suite = ET.SubElement(root, "testsuite", {"name": "verify run", **totals})
    timed: set[str] = set()
    for claim in result.claims:
        seconds = 0.0 if claim.example in timed else result.seconds[claim.example]
        timed.add(claim.example)
        name = "/".join(piece for piece in (claim.part, claim.view) if piece)
        found = f"{claim.found} ({claim.status})"
        _add_case(suite, (claim.example, name, seconds), claim.outcome, (claim.expected, found, claim.reason))
    for line in result.lines:
        texts = (line.expected, line.found, line.how)
        _add_case(suite, (line.theorem, line.item, line.seconds), line.outcome, texts)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _add_case(suite: ET.Element, place: tuple[str, str, float], outcome: Outcome, texts: tuple[str, str, str]) -> None:
    """Add a test case: class, name and seconds; what was expected, what was found, and why."""
    group, name, seconds = place
    expected, found, reason = texts
    attributes = {"classname": plain(group), "name": plain(name), "time": f"{seconds:.3f}"}
    case = ET.SubElement(suite, "testcase", attributes)
    if outcome is Outcome.AS_EXPECTED:
        return
    kind = "error" if outcome is Outcome.ERROR else "failure"
    message = f"expected {expected}, found {found}"
    fault = ET.SubElement(case, kind, {"type": str(outcome), "message": plain(message)})
    fault.text = plain(reason)
