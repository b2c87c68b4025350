"""A certificate before Coq: emitted, compiled under a time-out, its assumptions read; the answer with its reason."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from verify.certificates.coq.compiler import (
    build_library,
    check_axioms,
    forbidden_words,
    parse_assumptions,
    run_coq,
)
from verify.certificates.coq.emit import CoqFile, CoqTheorem, NotInCoqError, emit_coq

__all__ = ["CoqOutcome", "CoqReport", "check_with_coq", "compile_file"]


class CoqOutcome(StrEnum):
    """How a file or a certificate fared."""

    ACCEPTED = "accepted"
    NOT_COVERED = "not covered"  # the library has no theorem for it, or the certificate contradicts itself
    REFUSED = "refused"  # by Coq, for its assumptions or for another problem's digest
    TIME_OUT = "time-out"
    MISSING = "missing"  # no coqc, or a library that does not compile: nothing was judged


@dataclass(frozen=True)
class CoqReport:
    """Coq's answer about one certificate.

    Parameters
    ----------
    outcome : CoqOutcome
    digest : str
        Digest of the problem that the theorems are about; empty where nothing was emitted.
    theorems : tuple of CoqTheorem
        What was proved (if accepted).
    reason : str
        Why not, otherwise.
    seconds : float
        Time of coqc.
    axioms : tuple of str
        What ``Print Assumptions`` names, for all theorems together (if accepted).
    """

    outcome: CoqOutcome
    digest: str
    theorems: tuple[CoqTheorem, ...]
    reason: str
    seconds: float
    axioms: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether Coq accepted everything that was emitted."""
        return self.outcome is CoqOutcome.ACCEPTED


def check_with_coq(
    cert: Mapping[str, Any],
    cache: Path,
    timeout: float = 60.0,
    problem_digest: str | None = None,
    *,
    emit: Callable[[Mapping[str, Any]], CoqFile] = emit_coq,
) -> CoqReport:
    """Have Coq prove what a certificate claims.

    Parameters
    ----------
    cert : mapping
    cache : Path
        Folder of compiled libraries.
    timeout : float
        Seconds of processor time for the certificate; the library has its own.
    problem_digest : str, optional
        Digest of the user's own problem; a certificate about another one is rejected.
    emit : callable, optional
        What makes the file: another part of the certificate, or for tests of what must be rejected.

    Returns
    -------
    CoqReport
        Accepted only if coqc ends with status 0 on the emitted file and ``Print Assumptions`` names, for all
        its theorems together, axioms of the standard real numbers alone.
    """
    try:
        file = emit(cert)
    except NotInCoqError as error:
        return CoqReport(CoqOutcome.NOT_COVERED, "", (), str(error), 0.0)
    if problem_digest not in {None, file.digest}:
        return CoqReport(CoqOutcome.REFUSED, file.digest, (), "the certificate is about another problem", 0.0)
    return compile_file(file, cache, timeout)


def compile_file(file: CoqFile, cache: Path, timeout: float = 60.0) -> CoqReport:
    """Have Coq's kernel check a file that ends with one ``Print Assumptions`` of all its theorems.

    Parameters
    ----------
    file : CoqFile
    cache : Path
        Folder of compiled libraries.
    timeout : float
        Seconds of processor time for the file; the library has its own.
    """

    def answer(outcome: CoqOutcome, reason: str, seconds: float = 0.0) -> CoqReport:
        return CoqReport(outcome, file.digest, (), reason, seconds)

    words = forbidden_words(file.text)
    if words:
        return answer(CoqOutcome.REFUSED, f"the file contains {', '.join(words)}")
    missing = file.library.missing()
    if missing:
        return answer(CoqOutcome.MISSING, missing)
    try:
        library = build_library(cache, library=file.library)
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "certificate.v"
            path.write_text(file.text, encoding="utf-8")
            run = run_coq(path, library, timeout, file.library.name)
    except (OSError, RuntimeError) as error:
        return answer(CoqOutcome.MISSING, str(error))
    if run.status is None:
        return answer(CoqOutcome.TIME_OUT, f"Coq took longer than {timeout:g} s", run.seconds)
    if run.status != 0:
        return answer(CoqOutcome.REFUSED, f"Coq refuses it: {_first_error(run.errors)}", run.seconds)
    reason = check_axioms(run.output, file.library.axioms)
    if reason:
        return answer(CoqOutcome.REFUSED, reason, run.seconds)
    (axioms,) = parse_assumptions(run.output)
    return CoqReport(CoqOutcome.ACCEPTED, file.digest, file.theorems, "", run.seconds, tuple(sorted(axioms)))


def _first_error(text: str) -> str:
    """Return the message of the first error in one line."""
    message = text.partition("Error:")[2] or text
    return " ".join(message.split())[:300]
