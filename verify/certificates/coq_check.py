"""A certificate before Coq: emitted, compiled under a time-out, its assumptions read; the answer with its reason."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.certificates.coq import CoqFile, CoqTheorem, NotInCoqError, emit_coq
from verify.certificates.coq_compiler import build_library, check_axioms, forbidden_words, run_coq

__all__ = ["CoqReport", "check_with_coq"]


@dataclass(frozen=True)
class CoqReport:
    """Coq's answer about one certificate.

    Parameters
    ----------
    accepted : bool
    digest : str
        Digest of the problem that the theorems are about; empty where nothing was emitted.
    theorems : tuple of CoqTheorem
        What was proved (if accepted).
    reason : str
        Why not, otherwise.
    seconds : float
        Time of coqc.
    """

    accepted: bool
    digest: str
    theorems: tuple[CoqTheorem, ...]
    reason: str
    seconds: float


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
        Seconds for the certificate; the library has its own time.
    problem_digest : str, optional
        Digest of the user's own problem; a certificate about another one is rejected.
    emit : callable, optional
        For tests of what must be rejected.

    Returns
    -------
    CoqReport
        Accepted only if coqc ends with status 0 on the emitted file and ``Print Assumptions`` names, for all
        its theorems together, axioms of the standard real numbers alone.
    """
    try:
        file = emit(cert)
    except NotInCoqError as error:
        return CoqReport(False, "", (), str(error), 0.0)
    if problem_digest not in {None, file.digest}:
        return CoqReport(False, file.digest, (), "the certificate is about another problem", 0.0)
    words = forbidden_words(file.text)
    if words:
        return CoqReport(False, file.digest, (), f"the file contains {', '.join(words)}", 0.0)
    try:
        library = build_library(cache)
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "certificate.v"
            path.write_text(file.text, encoding="utf-8")
            run = run_coq(path, library, timeout)
    except (OSError, RuntimeError) as error:
        return CoqReport(False, file.digest, (), str(error), 0.0)
    if run.status is None:
        return CoqReport(False, file.digest, (), f"Coq took longer than {timeout:g} s", run.seconds)
    if run.status != 0:
        return CoqReport(False, file.digest, (), f"Coq refuses it: {_first_error(run.errors)}", run.seconds)
    reason = check_axioms(run.output)
    if reason:
        return CoqReport(False, file.digest, (), reason, run.seconds)
    return CoqReport(True, file.digest, file.theorems, "", run.seconds)


def _first_error(text: str) -> str:
    """Return the message of the first error in one line."""
    message = text.partition("Error:")[2] or text
    return " ".join(message.split())[:300]
