"""What a failed assertion says: the theorem, its hypotheses as they were found, and the kernel file that repeats it."""

from __future__ import annotations

import json
import tempfile
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from verify.model.canonical import digest
from verify.model.kernels import Kernel

__all__ = ["KernelFailure", "failure_text", "kernel_document", "kernel_file", "theorem_of"]

#: Characters of a kernel file that are printed; a longer one is written beside, and its path is printed.
LONGEST_FILE = 6_000
_WIDTH = 100
_FAMILIES = {
    "factor": "T5",
    "gauge": "T4",
    "connection": "T4d",
    "additive": "absolute",
    "matrix": "matrix",
    "expression": "T3",
}
_TITLES = {
    "T0": "the flow is the gradient flow of the energy",
    "T2": "conditional Diracization",
    "T3": "first-order condition of a maximiser",
    "T4": "gauge kernels: the maximisers are the laws of Q(xi)^T u",
    "T4a": "orbitwise realisation",
    "T4b": "gauge realisation",
    "T4d": "connection kernels",
    "T5": "spectral dichotomy of factor kernels",
    "absolute": "absolute encodings",
    "matrix": "kernels on finitely many contents",
}


class KernelFailure(AssertionError):  # noqa: N818 - a failed assertion, named as test runners show it
    """A statement about a kernel that does not hold.

    Attributes
    ----------
    theorem : str
        Id of the theorem that the statement rests on.
    document : mapping
        Content of a kernel file that repeats the failure.
    """

    def __init__(self, text: str, theorem: str, document: Mapping[str, Any]) -> None:
        super().__init__(text)
        self.theorem, self.document = theorem, dict(document)

    def __reduce__(self) -> tuple[type[KernelFailure], tuple[str, str, dict[str, Any]]]:
        return type(self), (str(self), self.theorem, self.document)


def theorem_of(document: Mapping[str, Any], certificate: Mapping[str, Any] | None = None) -> str:
    """Return the id of the theorem that a verdict rests on: its certificate's, else that of the kernel's family.

    Examples
    --------
    >>> theorem_of({"family": "gauge"}), theorem_of({"family": "factor"}, {"theorem": "T5"})
    ('T4', 'T5')
    """
    if certificate is not None:
        return str(certificate["theorem"])
    return _FAMILIES.get(str(document.get("family")), "T4")  # a model config holds rotary or biased heads


def kernel_document(kernel: Kernel, expect: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the content of a kernel file: the normal form, with its name and what is expected of it."""
    document = kernel.normal_form()
    if kernel.name:
        document["name"] = kernel.name
    if expect:
        document["expect"] = dict(expect)
    return document


def kernel_file(document: Mapping[str, Any]) -> str:
    """Return the text of a kernel file, one field on each line.

    Examples
    --------
    >>> print(kernel_file({"family": "factor", "d": 2, "k": [["0", "1"], ["1", "0"]]}))
    {
      "family": "factor",
      "d": 2,
      "k": [["0", "1"], ["1", "0"]]
    }
    """
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in document.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


def failure_text(
    statement: str,
    theorem: str,
    document: Mapping[str, Any],
    *,
    hypotheses: Sequence[Mapping[str, Any]] = (),
    details: Sequence[str] = (),
    path: str | Path | None = None,
) -> str:
    """Return the text of a failure.

    Parameters
    ----------
    statement : str
        What was asserted and what was found.
    theorem : str
        Id of the theorem.
    document : mapping
        Content of the kernel file.
    hypotheses : sequence of mapping
        ``{"name", "holds", "how"}`` each, as verdicts list them; those that fail are named first.
    details : sequence of str
        Further sentences.
    path : path, optional
        The kernel file where there is one; otherwise its text is given.
    """
    title = _TITLES.get(theorem, "")
    lines = [statement, f"theorem: {theorem}" + (f" ({title})" if title else "")]
    order = {False: 0, None: 1, True: 2}
    for h in sorted(hypotheses, key=lambda h: order[h["holds"]]):
        word = {True: "holds", False: "fails", None: "is undecided"}[h["holds"]]
        lines.append(_wrapped(f"hypothesis: {h['name']} {word}: {h['how']}"))
    lines += [_wrapped(detail) for detail in details]
    lines += _reproduction(document, path)
    return "\n".join(lines)


def _wrapped(text: str) -> str:
    return textwrap.fill(text, _WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _reproduction(document: Mapping[str, Any], path: str | Path | None) -> list[str]:
    if path is not None:
        return [f"kernel file: {path}"]
    text = kernel_file(document)
    if len(text) <= LONGEST_FILE:
        return ["kernel file (to repeat: save it, then `verify kernel FILE`):", text]
    place = Path(tempfile.gettempdir()) / f"verify-{digest(dict(document))[7:19]}.kernel.json"
    place.write_text(text, encoding="utf-8")
    return [f"kernel file: {place}"]
