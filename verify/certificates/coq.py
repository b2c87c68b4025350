"""Certificates as Coq files: data in integers, the statement, one application per claim.

The statement is a function of the certificate's problem and claim alone; the data are integers that Coq's own
evaluation checks. So what Coq accepts is the claim about the problem whose digest the file's module is named after,
whoever made the data.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

from verify.certificates.checker import digest, formula, normal, polynomial, read_problem, statement_of
from verify.certificates.checker import Refused as CheckerRefused
from verify.certificates.coq_compiler import build_library, check_axioms, forbidden_words, run_coq
from verify.certificates.psd import PsdProof, prove_psd

__all__ = ["CoqFile", "CoqReport", "CoqTheorem", "NotInCoqError", "check_with_coq", "emit_coq"]

LARGEST = 200
_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")


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
    """

    digest: str
    theorems: tuple[CoqTheorem, ...]
    text: str


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


# ------------------------------------------------------------------------------------- numbers and lists in Coq


def _whole(x: int) -> str:
    return f"({x})" if x < 0 else str(x)


def _list(items: Iterable[str], separator: str = "; ") -> str:
    return f"[{separator.join(items)}]"


def _row(values: Iterable[int]) -> str:
    return _list(map(_whole, values))


def _rows(rows: Iterable[Iterable[int]]) -> str:
    return _list(map(_row, rows), ";\n    ")


def _cleared(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return integers and their common denominator."""
    q = lcm(*(x.denominator for x in values))
    return [int(x * q) for x in values], q


def _psd_text(data: Mapping[str, Any]) -> str:
    """Return the certificate's PSD data as a Coq record; kernel vectors lose their denominators."""
    kernel = [_cleared([Fraction(x) for x in vector])[0] for vector in data["kernel"]]
    return (
        "{|\n"
        f"  psd_kernel := {_rows(kernel)};\n"
        f"  psd_pivots := {_list(f'{int(t)}%nat' for t in data['pivots'])};\n"
        f"  psd_scale := {_whole(int(data['scale']))};\n"
        f"  psd_factor := {_rows([int(x) for x in row] for row in data['L'])};\n"
        f"  psd_diagonal := {_row(int(x) for x in data['D'])} |}}"
    )


# ----------------------------------------------------------------------------------------------------- profiles


@dataclass(frozen=True)
class _Profile:
    """How a statement speaks of the profile, and the two facts that the theorems ask of it."""

    definitions: str
    binder: str
    hypothesis: str
    term: str
    rising: str
    sloped: str


def _profile(spec: object) -> _Profile:
    """Return the profile in Coq: exponentials for every beta > 0, polynomials as they are."""
    for name in ("usa", "peak"):
        if isinstance(spec, Mapping) and set(spec) == {name}:
            if Fraction(spec[name]) <= 0:
                raise NotInCoqError("beta < 0 is not in the Coq library")
            return _Profile(
                "", "(beta : R)", "(0 < beta)%R", f"({name} beta)",
                f"({name}_rising beta Hbeta)", f"({name}_sloped beta Hbeta)",
            )  # fmt: skip
    if not isinstance(spec, str):
        raise NotInCoqError("Gegenbauer series are not in the Coq library")
    form = normal(formula(spec, ["t"]))
    coefficients = polynomial(form)
    if coefficients is not None:
        if len(coefficients) < 2 or coefficients[1] <= 0 or min(coefficients[1:]) < 0:
            raise NotInCoqError("the Coq library asks a polynomial for a_1 > 0 and a_p >= 0 for p >= 1")
        numbers, q = _cleared(coefficients)
        return _Profile(
            f"Definition P : list Z := {_row(numbers)}.\nDefinition pi : Z := {q}.\n"
            "Lemma profile_checked : polynomial_check P pi = true.\nProof. vm_compute. reflexivity. Qed.\n",
            "", "", "(polynomial P pi)",
            "(polynomial_rising P pi profile_checked)", "(polynomial_sloped P pi profile_checked)",
        )  # fmt: skip
    if _is_exponential(form):
        return _Profile(
            "", "(c beta : R)", "(0 < c)%R -> (0 < beta)%R", "(exponential c beta)",
            "(exponential_rising c beta Hc Hbeta)", "(exponential_sloped c beta Hc Hbeta)",
        )  # fmt: skip
    raise NotInCoqError("this profile is not in the Coq library")


def _is_exponential(form: Mapping[Any, Fraction]) -> bool:
    """Say whether a normal form is c e^(b t + a) with c, b > 0."""
    if len(form) != 1:
        return False
    ((monomial, c),) = form.items()
    if c <= 0 or len(monomial) != 1 or monomial[0][0][0] != "exp" or monomial[0][1] != 1:
        return False
    inner = polynomial(dict(monomial[0][0][1]))
    return inner is not None and len(inner) == 2 and inner[1] > 0


# ----------------------------------------------------------------------------------------------------- emission


def emit_coq(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate.

    Parameters
    ----------
    cert : mapping
        A certificate of T5 for finitely many atoms with rational k: methods "laplacian", "sign" (as a Laplacian),
        "direction", "negative_degree".

    Returns
    -------
    CoqFile
        One theorem per view of the claim; where L is positive semidefinite also the inequality itself, for all d and
        all beta >= 0.

    Raises
    ------
    NotInCoqError
        The library has no theorem for it, or the certificate contradicts itself (digest, statement).

    Notes
    -----
    "All laws" means here: all laws with finitely supported slices.
    """
    try:
        return _emit(cert)
    except CheckerRefused as error:
        raise NotInCoqError(str(error)) from None
    except (KeyError, TypeError, ValueError, ZeroDivisionError, AttributeError) as error:
        if isinstance(error, NotInCoqError):
            raise
        raise NotInCoqError(f"malformed: {type(error).__name__}: {error}") from None


def _emit(cert: Mapping[str, Any]) -> CoqFile:
    spec, data, theorem = cert["problem"], cert["data"], cert["theorem"]
    claim = data["claim"]
    found = digest(spec)
    if cert["digest"] != found:
        raise NotInCoqError("the digest is not that of the problem")
    if cert["statement"] != statement_of(theorem, claim):
        raise NotInCoqError("the statement is not that of the claim")
    if theorem != "T5" or spec.get("family") != "factor":
        raise NotInCoqError(f"certificates of {theorem} for the family {spec.get('family')} are not emitted")
    problem = read_problem(spec)
    if not problem.labels.atomic:
        raise NotInCoqError("the Coq library speaks of finitely many atoms")
    n = problem.labels.size()
    if n > LARGEST:
        raise NotInCoqError(f"{n} labels are more than {LARGEST}")
    weights, omega = _cleared([problem.labels.weight(i) for i in range(n)])
    table = problem.factor().rows()
    flat, kappa = _cleared([x for row in table for x in row])
    K = [flat[i * n : (i + 1) * n] for i in range(n)]
    degrees = [sum(w * x for w, x in zip(weights, row, strict=True)) for row in K]
    builder = _Builder(found, _profile(spec["profile"]))
    psd = _psd(cert["method"], data, weights, omega, table)
    if psd is not None:
        builder.data = f"Definition data : psd_data := {_psd_text(psd)}.\n"
        builder.inequality()
    for view in ("graph_laws", "all_laws"):
        if view in claim:
            builder.claim(view, claim[view], data, degrees, psd)
    head = (
        f"(* {cert['statement']}\n   Problem {found}, method {cert['method']}.\n"
        "   w_i = W_i / omega, k_ij = K_ij / kappa. *)\n"
        "From Coq Require Import Reals ZArith List.\n"
        "From Collapse Require Import Sums Vectors Energy Slices PsdCheck FactorCertificate Profiles Claims.\n"
        f"Import ListNotations.\nLocal Open Scope Z_scope.\n\nModule {builder.module}.\n"
        f"Definition n : nat := {n}%nat.\nDefinition omega : Z := {omega}.\nDefinition kappa : Z := {kappa}.\n"
        f"Definition W : list Z := {_row(weights)}.\nDefinition K : list (list Z) := {_rows(K)}.\n"
        "Definition w : nat -> R := weight W omega.\nDefinition k : nat -> nat -> R := factor K kappa.\n"
    )
    text = head + builder.text() + f"End {builder.module}.\n\n"
    text += "".join(f"Print Assumptions {t.name}.\n" for t in builder.theorems)
    return CoqFile(found, tuple(builder.theorems), text)


def _psd(
    method: str, data: Mapping[str, Any], weights: list[int], omega: int, table: list[list[Fraction]]
) -> Mapping[str, Any] | None:
    """Return PSD data for the signed Laplacian: the certificate's own, or new ones where k >= 0."""
    if method in {"direction", "negative_degree"}:
        return None
    if method == "laplacian" and not {"minorant", "cells"} & set(data):
        psd: Mapping[str, Any] = data["psd"]
        return psd
    if method != "sign":
        raise NotInCoqError(f"the method {method} (with these data) is not emitted")
    n = len(weights)
    w = [Fraction(x, omega) for x in weights]
    A = [[-w[i] * w[j] * table[i][j] for j in range(n)] for i in range(n)]
    for i in range(n):
        A[i][i] -= sum(A[i], Fraction(0))
    proof = prove_psd(A)
    if not isinstance(proof, PsdProof):
        raise NotInCoqError("the Laplacian is not positive semidefinite")
    return proof.to_data()


class _Builder:
    """The theorems of one file, each with its proof by one computation."""

    def __init__(self, problem_digest: str, profile: _Profile) -> None:
        match = _DIGEST.fullmatch(problem_digest)
        assert match is not None
        self.module = f"Problem_{match[1]}"
        self.profile = profile
        self.data = ""
        self.theorems: list[CoqTheorem] = []
        self._parts: list[str] = []

    def text(self) -> str:
        """Return the data and the theorems."""
        return self.data + self.profile.definitions + "".join(self._parts)

    def _add(self, name: str, view: str, statement: str, proof: str) -> None:
        self.theorems.append(CoqTheorem(f"{self.module}.{name}", statement, view))
        self._parts.append(f"\nTheorem {name} :\n  {statement}.\nProof.\n{proof}Qed.\n")

    def inequality(self) -> None:
        """Add sum w_i w_j k_ij e^(beta <x_i, x_j>) <= e^beta sum w_i w_j k_ij."""
        self._parts.append(
            "\nLemma accepted : factor_check n W omega K kappa data = true.\n"
            "Proof. vm_cast_no_check (eq_refl true). Qed.\n"
        )
        statement = (
            "forall (d : nat) (x : nat -> nat -> R) (beta : R), (0 <= beta)%R -> unit_vectors n d x ->\n"
            "  (rsum2 n (fun i j => w i * w j * k i j * exp (beta * dot d (x i) (x j)))\n"
            "   <= exp beta * rsum2 n (fun i j => w i * w j * k i j))%R"
        )
        self._add("inequality", "", statement, "  exact (factor_check_exp n W omega K kappa data accepted).\n")

    def claim(
        self, view: str, value: str, data: Mapping[str, Any], degrees: list[int], psd: Mapping[str, Any] | None
    ) -> None:
        """Add the theorem that one view of the claim is."""
        names = {"graph_laws": "GraphLaws", "all_laws": "AllLaws"}
        if value == "all" and psd is not None:
            if len(psd["kernel"]) != 1 or len(set(psd["kernel"][0])) != 1:
                raise NotInCoqError('"all" is emitted where the null space consists of the constants')
            if view == "all_laws" and not (min(degrees) >= 0 and max(degrees) > 0):
                raise NotInCoqError('"all" for all laws is emitted where D >= 0 with one D_i > 0')
            lemma, fact, check, low = f"{view}_all", self.profile.rising, "data", 1
        elif value == "none" and "v" in data:
            vector = _cleared([Fraction(x) for x in data["v"]])[0]
            self._define(f"Definition v : list Z := {_row(vector)}.\n")
            lemma = "graph_laws_none" if view == "graph_laws" else "all_laws_none_direction"
            fact, check, low = self.profile.sloped, "v", 2
        elif value == "none" and view == "all_laws" and min(degrees) < 0:
            lemma, fact, low = "all_laws_none_degree", self.profile.sloped, 2
            check = f"{degrees.index(min(degrees))}%nat"
        else:
            raise NotInCoqError(f'the claim "{value}" of {view} is not emitted for these data')
        p = self.profile
        proposition = f"{names[view]}{value.capitalize()}"
        condition = f"{p.hypothesis} -> " if p.hypothesis else ""
        statement = (
            f"forall (d : nat) {p.binder}{', ' if p.binder else ', '}({low} <= d)%nat -> {condition}"
            f"{proposition} n w k {p.term} d"
        ).replace(" ,", ",")
        variables = " ".join(["d", *p.binder.strip("()").replace(" : R", "").split(), "Hd"])
        hypotheses = {"": "", "(0 < beta)%R": " Hbeta"}.get(p.hypothesis, " Hc Hbeta")
        self._add(
            value_name(view, value),
            view,
            statement,
            f"  intros {variables}{hypotheses}; apply ({lemma} n W omega K kappa {check}).\n"
            "  - vm_cast_no_check (eq_refl true).\n"
            f"  - exact {fact}.\n  - exact Hd.\n",
        )

    def _define(self, text: str) -> None:
        if text not in self.data:
            self.data += text


def value_name(view: str, value: str) -> str:
    """Return the name of the theorem of a view: ``graph_laws_all`` and so on, with ``proved_`` before it."""
    return f"proved_{view}_{value}"


# ---------------------------------------------------------------------------------------------------- acceptance


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
        Accepted only if coqc ends with status 0 on the emitted file and ``Print Assumptions`` names, for every
        theorem, axioms of the standard real numbers alone.
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
    reason = check_axioms(run.output, [t.name for t in file.theorems])
    if reason:
        return CoqReport(False, file.digest, (), reason, run.seconds)
    return CoqReport(True, file.digest, file.theorems, "", run.seconds)


def _first_error(text: str) -> str:
    """Return the message of the first error in one line."""
    message = text.partition("Error:")[2] or text
    return " ".join(message.split())[:300]
