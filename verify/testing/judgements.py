"""Kernels decided and compared with what is expected of them: what assertions and the pytest plugin have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from verify.encodings.loading import load_kernel
from verify.encodings.variants import ModelConfig
from verify.evidence.answers import Answer, answer, part_title
from verify.evidence.expectations import VIEWS, Finding, Outcome, claims_of, expected_of
from verify.evidence.suite import summarise
from verify.model.documents import read_document
from verify.model.kernels import Kernel
from verify.testing.failures import KernelFailure, failure_text, kernel_document, theorem_of

__all__ = ["Judgement", "Subject", "judge_file", "judge_kernel"]

#: A kernel, a model config, a kernel file, or the content of one.
Subject = Kernel | ModelConfig | Mapping[str, Any] | str | Path


@dataclass(frozen=True)
class Judgement:
    """A kernel decided, view by view, against what is expected of it.

    Attributes
    ----------
    name : str
        The kernel as its user knows it.
    answer : Answer
        The verdicts: one, or one for each kind of layer and head of a model config.
    findings : tuple of Finding
        Two for each verdict.
    document : mapping
        Content of a kernel file that repeats the judgement.
    path : Path or None
        The file that it came from.
    """

    name: str
    answer: Answer
    findings: tuple[Finding, ...]
    document: Mapping[str, Any]
    path: Path | None = None

    @property
    def failed(self) -> tuple[Finding, ...]:
        """The findings that are not as expected."""
        return tuple(finding for finding in self.findings if finding.outcome is not Outcome.AS_EXPECTED)

    def view(self, name: str) -> str:
        """Return ``none (exact)`` for a view, the parts of a model config joined."""
        found = [f"{f.found} ({f.status})" for f in self.findings if f.view == name]
        return ", ".join(dict.fromkeys(found))

    @property
    def certificate(self) -> str:
        """``accepted``, ``rejected`` or ``none``, the parts of a model config joined."""
        return ", ".join(dict.fromkeys(f.certificate for f in self.findings))

    def check(self, assertion: str = "") -> None:
        """Raise the failure of the first finding that is not as expected.

        Raises
        ------
        KernelFailure
            Its text names the view, the theorem, the hypotheses as they were found, and the kernel file.
        """
        if self.failed:
            raise self._failure(self.failed, assertion)

    def _failure(self, failed: Sequence[Finding], assertion: str) -> KernelFailure:
        first = failed[0]
        part = next(
            part.verdict
            for part in self.answer.parts
            if not first.part or part_title(part) == first.part or len(self.answer.parts) == 1
        )
        theorem = theorem_of(self.document, part.certificate)
        found = "; ".join(
            f"{f.part + ', ' if f.part else ''}{VIEWS[f.view]}: expected {f.expected}, found {f.found} ({f.status})"
            for f in failed
        )
        text = failure_text(
            f"{assertion + ': ' if assertion else ''}{self.name or 'this kernel'}: {found}",
            theorem,
            self.document,
            hypotheses=[h.to_json() for h in part.hypotheses],
            details=[f"why: {first.reason}", *([f"next step: {part.next_step}"] if part.next_step else [])],
            path=self.path,
        )
        return KernelFailure(text, theorem, self.document)


def judge_kernel(
    subject: Subject,
    expected: Mapping[str, str] | None = None,
    *,
    strict: bool = False,
    seconds: float | None = None,
) -> Judgement:
    """Decide a kernel, check its certificates again, and compare it with what is expected.

    Parameters
    ----------
    subject : Kernel, ModelConfig, mapping or path
        A path is read as a kernel file; its own field "expect" does not count here.
    expected : mapping, optional
        ``graph_laws``, ``all_laws``, ``status``, each optional, as in the field "expect" of kernel files. A view
        that is left out has to be decided.
    strict : bool
        Whether numeric evidence counts as undecided.
    seconds : float, optional
        Time limit of each decision.

    Raises
    ------
    InputError
        Bad input, or an expectation that is no answer.

    Examples
    --------
    >>> kernel = {"family": "gauge", "d": 2, "profile": "exp(t)", "labels": {"kind": "circle"}, "frequencies": [1]}
    >>> judge_kernel(kernel, {"all_laws": "none"}).view("all_laws")
    'none (exact)'
    """
    wanted = expected_of({"expect": dict(expected or {})}, "expected")
    path = Path(subject) if isinstance(subject, str | Path) else None
    loaded = subject if isinstance(subject, Kernel | ModelConfig) else load_kernel(subject)
    if isinstance(loaded, Kernel):
        document = kernel_document(loaded, expected)
    elif isinstance(subject, Mapping):
        document = dict(subject)
    else:
        document = dict(loaded.read)
    found = _judged(loaded, wanted, loaded.name, document, strict=strict, seconds=seconds)
    return found if path is None else replace(found, path=path)


def judge_file(path: Path, *, strict: bool = False, seconds: float | None = None) -> Judgement:
    """Decide a kernel file and compare it with its own field "expect"; without that field it has to be decided.

    Raises
    ------
    InputError
        Any fault of the file.
    """
    document = read_document(path)
    wanted = expected_of(document, "expect")
    content = {key: value for key, value in document.items() if key != "expect"}
    loaded = load_kernel(content, base=path.parent)
    name = document.get("name")
    shown = name if isinstance(name, str) and name else path.name
    found = _judged(loaded, wanted, shown, document, strict=strict, seconds=seconds)
    return replace(found, path=path)


def _judged(
    loaded: Kernel | ModelConfig,
    expected: tuple[Mapping[str, str], ...],
    name: str,
    document: Mapping[str, Any],
    *,
    strict: bool,
    seconds: float | None,
) -> Judgement:
    found = answer(loaded, seconds=seconds)
    parts = [summarise(part_title(part), part.verdict.to_json()) for part in found.parts]
    return Judgement(name, found, claims_of(name, expected, {"parts": parts}, strict=strict), document)
