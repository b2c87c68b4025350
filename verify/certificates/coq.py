"""Certificates as Coq files: data in integers, the statement, one application per claim.

The statement is a function of the certificate's problem and claim alone; the data are integers that Coq's own
evaluation checks. So what Coq accepts is the claim about the problem whose digest the file's module is named after,
whoever made the data.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from verify.certificates import checker
from verify.certificates.psd import PsdProof, prove_psd

__all__ = ["CoqFile", "CoqTheorem", "NotInCoqError", "emit_coq"]

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
    variables: str
    hypothesis: str
    names: str
    term: str
    rising: str
    sloped: str


def _profile(spec: object) -> _Profile:
    """Return the profile in Coq: exponentials for every beta > 0, polynomials as they are."""
    for name in ("usa", "peak"):
        if isinstance(spec, Mapping) and set(spec) == {name}:
            if Fraction(spec[name]) <= 0:
                raise NotInCoqError("beta < 0 is not in the Coq library")
            facts = (f"({name}_{fact} beta Hbeta)" for fact in ("rising", "sloped"))
            return _Profile("", " (beta : R)", " beta", "(0 < beta)%R -> ", " Hbeta", f"({name} beta)", *facts)
    if not isinstance(spec, str):
        raise NotInCoqError("Gegenbauer series are not in the Coq library")
    form = checker.normal(checker.formula(spec, ["t"]))
    coefficients = checker.polynomial(form)
    if coefficients is not None:
        if len(coefficients) < 2 or coefficients[1] <= 0 or min(coefficients[1:]) < 0:
            raise NotInCoqError("the Coq library asks a polynomial for a_1 > 0 and a_p >= 0 for p >= 1")
        numbers, q = _cleared(coefficients)
        definitions = (
            f"Definition P : list Z := {_row(numbers)}.\nDefinition pi : Z := {q}.\n"
            "Lemma profile_checked : polynomial_check P pi = true.\nProof. vm_compute. reflexivity. Qed.\n"
        )
        facts = (f"(polynomial_{fact} P pi profile_checked)" for fact in ("rising", "sloped"))
        return _Profile(definitions, "", "", "", "", "(polynomial P pi)", *facts)
    if _is_exponential(form):
        facts = (f"(exponential_{fact} c beta Hc Hbeta)" for fact in ("rising", "sloped"))
        return _Profile(
            "", " (c beta : R)", " c beta", "(0 < c)%R -> (0 < beta)%R -> ", " Hc Hbeta",
            "(exponential c beta)", *facts,
        )  # fmt: skip
    raise NotInCoqError("this profile is not in the Coq library")


def _is_exponential(form: Mapping[Any, Fraction]) -> bool:
    """Say whether a normal form is c e^(b t + a) with c, b > 0."""
    if len(form) != 1:
        return False
    ((monomial, c),) = form.items()
    if c <= 0 or len(monomial) != 1 or monomial[0][0][0] != "exp" or monomial[0][1] != 1:
        return False
    inner = checker.polynomial(dict(monomial[0][0][1]))
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
    except checker.Refused as error:
        raise NotInCoqError(str(error)) from None
    except (KeyError, TypeError, ValueError, ZeroDivisionError, AttributeError) as error:
        if isinstance(error, NotInCoqError):
            raise
        raise NotInCoqError(f"malformed: {type(error).__name__}: {error}") from None


def _emit(cert: Mapping[str, Any]) -> CoqFile:
    spec, data, theorem = cert["problem"], cert["data"], cert["theorem"]
    claim = data["claim"]
    found = checker.digest(spec)
    if cert["digest"] != found:
        raise NotInCoqError("the digest is not that of the problem")
    if cert["statement"] != checker.statement_of(theorem, claim):
        raise NotInCoqError("the statement is not that of the claim")
    if theorem != "T5" or spec.get("family") != "factor":
        raise NotInCoqError(f"certificates of {theorem} for the family {spec.get('family')} are not emitted")
    checker._Work.spent = 0  # noqa: SLF001 - the count of work starts anew, as in `check`
    labels = checker.Labels(spec["labels"])
    if not labels.atomic:
        raise NotInCoqError("the Coq library speaks of finitely many atoms")
    n = labels.size()
    if n > LARGEST:
        raise NotInCoqError(f"{n} labels are more than {LARGEST}")
    weights, omega = _cleared([labels.weight(i) for i in range(n)])
    table = checker.Factor(spec, labels).rows()
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
    text += f"Definition theorems := ({', '.join(t.name for t in builder.theorems)}).\nPrint Assumptions theorems.\n"
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
        goals = "vm_cast_no_check (eq_refl true) | "
        if value == "all" and psd is not None:
            if len(psd["kernel"]) != 1 or len(set(psd["kernel"][0])) != 1:
                raise NotInCoqError('"all" is emitted where the null space consists of the constants')
            if view == "all_laws" and not (min(degrees) >= 0 and max(degrees) > 0):
                raise NotInCoqError('"all" for all laws is emitted where D >= 0 with one D_i > 0')
            lemma, fact, check, low = f"{view}_all", self.profile.rising, "data", 1
            goals = "exact accepted | " + "vm_cast_no_check (eq_refl true) | " * (1 if view == "graph_laws" else 3)
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
        statement = (
            f"forall (d : nat){p.binder}, ({low} <= d)%nat -> {p.hypothesis}"
            f"{names[view]}{value.capitalize()} n w k {p.term} d"
        )
        proof = (
            f"  intros d{p.variables} Hd{p.names}; apply ({lemma} n W omega K kappa {check});\n"
            f"    [{goals}exact {fact} | exact Hd].\n"
        )
        self._add(f"proved_{view}_{value}", view, statement, proof)

    def _define(self, text: str) -> None:
        if text not in self.data:
            self.data += text
