"""The suite's result as one page of HTML that stands alone: MathML, inline SVG, certificates as data; no script."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from verify import __version__
from verify.evidence import VIEWS, Outcome, SuiteResult, Theorem, code_digest
from verify.model.verdict import Status
from verify.report.downloads import Shelf
from verify.report.sections import example_sections, rung_counts, theorem_sections
from verify.report.summary import suite_sentence
from verify.report.terminal import certain_decimal, mark_of, plain

__all__ = ["html_report"]

_DISTRIBUTIONS = ("sympy", "numpy", "scipy", "python-flint", "cvxpy")

#: What each rung means, for who has the page alone.
_RUNGS = {
    Status.PROVED: "checked by Coq's kernel, for all n and d that the statement names",
    Status.EXACT: "exact symbolic or rational computation; certificates are checked again by a second program",
    Status.ENCLOSED: "ball arithmetic, rounded outwards",
    Status.CITED: "a classical result with its reference; not checked here",
    Status.NUMERIC: "floating point, with its residual",
    Status.REFUTED: "an exact witness stands against it; or a measurement, which its text then calls numerical",
    Status.UNKNOWN: "not decided",
    Status.NOT_APPLICABLE: "outside the theory",
    Status.ERROR: "the computation failed",
}


def html_report(
    result: SuiteResult,
    theorems: Mapping[str, Theorem],
    *,
    seed: int = 0,
    strict: bool = False,
    when: datetime | None = None,
) -> str:
    """Return the page.

    Parameters
    ----------
    result : SuiteResult
        What a run found.
    theorems : mapping of str to Theorem
        The theorems that were run, by their ids; a theorem that could not be imported is missing.
    seed : int
        Of the random instances in derivations.
    strict : bool
        Whether numeric evidence counted as undecided.
    when : datetime, optional
        The time of the run.

    Notes
    -----
    Every text from elsewhere is escaped, and its control characters are written out. The markup is also
    well-formed XML.
    """
    environment = Environment(
        loader=PackageLoader("verify.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_printable,
    )
    environment.filters |= {"words": _words, "number": _number, "seconds": _seconds}
    shelf = Shelf()
    return environment.get_template("report.html.j2").render(
        result=result,
        status=result.exit_status(),
        sentence=suite_sentence(result),
        outcomes=[(outcome, result.outcomes.count(outcome)) for outcome in Outcome],
        counts=rung_counts(result),
        rungs=_RUNGS,
        failures=[
            *(line for line in result.lines if line.outcome is not Outcome.AS_EXPECTED),
            *(finding for finding in result.claims if finding.outcome is not Outcome.AS_EXPECTED),
        ],
        theorems=theorem_sections(result, theorems, shelf),
        examples=example_sections(result, shelf),
        views=VIEWS,
        versions=_versions(),
        code=code_digest(),
        seed=seed,
        strict=strict,
        when=when,
    )


def _versions() -> list[tuple[str, str]]:
    """Return what was run, in which version."""
    found = [("verify", __version__), ("Python", platform.python_version())]
    for name in _DISTRIBUTIONS:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            found.append((name, "not installed"))
    return found


def _printable(value: Any) -> Any:
    return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _words(value: object) -> str:
    return str(value).replace("_", " ")


def _number(num: Mapping[str, Any] | None) -> str:
    return "" if num is None else mark_of(num["status"]) + certain_decimal(num["value"], num["radius"])


def _seconds(value: float) -> str:
    return f"{value:.1f} s" if value >= 0.05 else f"{1000 * value:.0f} ms"
