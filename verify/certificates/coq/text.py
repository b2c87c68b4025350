"""The parts that all emitted Coq files share: integers and lists, and the module named after the digest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from verify.certificates.checker import statement_of
from verify.certificates.coq.libraries import REALS, CoqLibrary
from verify.model.canonical import digest

__all__ = [
    "VIEWS",
    "CoqFile",
    "CoqTheorem",
    "NotInCoqError",
    "Writer",
    "as_lemmas",
    "cleared",
    "computed",
    "listed",
    "row",
    "rows",
    "whole",
]

#: What theorems about laws of tokens call the views of a claim.
VIEWS = {"graph_laws": "graph", "all_laws": "any"}

_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
_FILE = re.compile(r"From Collapse Require Import (.*?)\.\nImport.*\nModule Problem_\w+\.\n(.*)End Problem_", re.DOTALL)


class NotInCoqError(ValueError):
    """The library has no theorem for this certificate; the message says which part is missing."""


@dataclass(frozen=True)
class CoqTheorem:
    """One theorem of an emitted file.

    Parameters
    ----------
    name : str
        Qualified by the module that carries the problem's digest.
    statement : str
        In Coq's language.
    view : str
        The view of the claim that it proves: "graph_laws", "all_laws", or "" for the inequality itself.
    """

    name: str
    statement: str
    view: str


@dataclass(frozen=True)
class CoqFile:
    """A Coq file for one certificate.

    Parameters
    ----------
    digest : str
        Digest of the problem, recomputed.
    theorems : tuple of CoqTheorem
    text : str
    library : CoqLibrary
        Whose theorems it applies.
    """

    digest: str
    theorems: tuple[CoqTheorem, ...]
    text: str
    library: CoqLibrary = REALS


def as_lemmas(file: CoqFile, name: str) -> tuple[str, str]:
    """Return the modules that a file imports, and its contents, its theorems proved_* as lemmas of another name."""
    parts = _FILE.search(file.text)
    assert parts is not None
    return parts[1], parts[2].replace("Theorem proved_", f"Lemma {name}_")


def whole(x: int) -> str:
    """Return an integer; negative ones in parentheses."""
    return f"({x})" if x < 0 else str(x)


def listed(items: Iterable[str], separator: str = "; ") -> str:
    """Return a list."""
    return f"[{separator.join(items)}]"


def row(values: Iterable[int]) -> str:
    """Return a list of integers.

    Examples
    --------
    >>> row([1, -2])
    '[1; (-2)]'
    """
    return listed(map(whole, values))


def rows(table: Iterable[Iterable[int]]) -> str:
    """Return a list of rows of integers, one on each line."""
    return listed(map(row, table), ";\n    ")


def cleared(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return integers and their common denominator."""
    q = lcm(*(x.denominator for x in values))
    return [int(x * q) for x in values], q


def computed(name: str, check: str, answer: str = "true") -> str:
    """Return the lemma that a check gives an answer, by Coq's own evaluation.

    Examples
    --------
    >>> print(computed("small", "Z.ltb 1 2"), end="")
    Lemma small : Z.ltb 1 2 = true.
    Proof. vm_cast_no_check (eq_refl true). Qed.
    """
    return f"Lemma {name} : {check} = {answer}.\nProof. vm_cast_no_check (eq_refl {answer}). Qed.\n"


class Writer:
    """The theorems of one file, in a module that is named after the problem's digest."""

    def __init__(self, cert: Mapping[str, Any]) -> None:
        """Recompute digest and statement; a certificate that contradicts itself is refused."""
        self.digest = digest(cert["problem"])
        if cert["digest"] != self.digest:
            raise NotInCoqError("the digest is not that of the problem")
        if cert["statement"] != statement_of(cert["theorem"], cert["data"]["claim"]):
            raise NotInCoqError("the statement is not that of the claim")
        match = _DIGEST.fullmatch(self.digest)
        assert match is not None
        self.module = f"Problem_{match[1]}"
        self.head = f"(* {cert['statement']}\n   Problem {self.digest}, method {cert['method']}.\n"
        self.theorems: list[CoqTheorem] = []
        self.definitions: list[str] = []
        self.proofs: list[str] = []
        self._parts: list[str] = []
        self._imports = ""

    def define(self, text: str, imports: str = "") -> None:
        """Add a definition or a lemma, once, and the modules that it needs besides those of the theorem."""
        if text not in self.definitions:
            self.definitions.append(text)
        self._imports = self._imports or imports

    def check(self, name: str, check: str, answer: str = "true") -> str:
        """Add the lemma that a check gives an answer; return its name."""
        self.define(computed(name, check, answer))
        return name

    def prove(self, name: str, view: str, statement: str, proof: str) -> None:
        """Add a theorem."""
        self.theorems.append(CoqTheorem(f"{self.module}.{name}", statement, view))
        self.proofs.append(proof)
        self._parts.append(f"\nTheorem {name} :\n  {statement}.\nProof.\n{proof}Qed.\n")

    def file(self, notation: str, modules: str) -> CoqFile:
        """Return the finished file."""
        names = ", ".join(t.name for t in self.theorems)
        text = (
            f"{self.head}   {notation} *)\nFrom Coq Require Import Reals ZArith List.\n"
            f"From Collapse Require Import {self._imports}{modules}.\n"
            "Import ListNotations.\nLocal Open Scope Z_scope.\n\n"
            f"Module {self.module}.\n{''.join(self.definitions)}{''.join(self._parts)}End {self.module}.\n\n"
            f"Definition theorems := ({names}).\nPrint Assumptions theorems.\n"
        )
        return CoqFile(self.digest, tuple(self.theorems), text)
