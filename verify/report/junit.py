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
    counts = {outcome: sum(claim.outcome is outcome for claim in result.claims) for outcome in Outcome}
    failures = counts[Outcome.UNEXPECTED] + counts[Outcome.UNDECIDED]
    totals = {
        "tests": str(len(result.claims)), "failures": str(failures), "errors": str(counts[Outcome.ERROR]),
        "skipped": "0", "time": f"{result.elapsed:.3f}",
    }  # fmt: skip
    root = ET.Element("testsuites", totals)
    suite = ET.SubElement(root, "testsuite", {"name": "verify run", **totals})
    timed: set[str] = set()
    for claim in result.claims:
        seconds = 0.0 if claim.example in timed else result.seconds[claim.example]
        timed.add(claim.example)
        name = "/".join(piece for piece in (claim.part, claim.view) if piece)
        attributes = {"classname": plain(claim.example), "name": plain(name), "time": f"{seconds:.3f}"}
        case = ET.SubElement(suite, "testcase", attributes)
        if claim.outcome is Outcome.AS_EXPECTED:
            continue
        message = f"expected {claim.expected}, found {claim.found} ({claim.status})"
        kind = "error" if claim.outcome is Outcome.ERROR else "failure"
        fault = ET.SubElement(case, kind, {"type": str(claim.outcome), "message": plain(message)})
        fault.text = plain(claim.reason)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"
