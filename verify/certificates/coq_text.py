"""The parts that all emitted Coq files share: integers and lists, profiles, the module named after the digest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from verify.certificates.checker import statement_of
from verify.certificates.checker.enclosures.formulas import formula, polynomial
from verify.certificates.checker.enclosures.shapes import sign_of_exponential
from verify.certificates.checker.problem import Labels, Problem, read_labels
from verify.certificates.checker.profiles import read_profile as facts_of
from verify.certificates.checker.reading import spent
from verify.certificates.coq_libraries import REALS, CoqLibrary
from verify.model.canonical import digest

__all__ = [
    "CoqFile",
    "CoqTheorem",
    "NotInCoqError",
    "Profile",
    "Writer",
    "atoms",
    "claim_statement",
    "cleared",
    "factor_table",
    "finite_labels",
    "integers",
    "listed",
    "read_profile",
    "row",
    "rows",
    "whole",
]

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
    library : CoqLibrary
        Whose theorems it applies.
    """

    digest: str
    theorems: tuple[CoqTheorem, ...]
    text: str
    library: CoqLibrary = REALS


# ------------------------------------------------------------------------------------- numbers and lists in Coq


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


# ----------------------------------------------------------------------------------------------------- profiles


@dataclass(frozen=True)
class Profile:
    """How a statement speaks of the profile, and proofs of the facts that theorems ask of it; empty where it has none.

    `rising`: a_p >= 0 for p >= 1, a_1 > 0. `sloped`: 0 < f'(1) < oo. `ascending`: a_p >= 0 for p >= 1. `full`: a_p > 0
    for all p >= 1. `even`: f(-1) = f(1). `peaked`: f(t) < f(1) for t < 1. `affine`: f(t) = a_0 + a_1 t. `arcsine`:
    f(t) = c asin t + a, c > 0.
    """

    definitions: str
    binder: str
    variables: str
    hypothesis: str
    names: str
    term: str
    rising: str = ""
    sloped: str = ""
    ascending: str = ""
    full: str = ""
    even: str = ""
    peaked: str = ""
    affine: str = ""
    arcsine: str = ""


def read_profile(spec: object) -> Profile:
    """Return the profile in Coq: exponentials for every beta of one sign, arcsines for every scale, polynomials."""
    for name in ("usa", "peak"):
        if isinstance(spec, Mapping) and set(spec) == {name}:
            return _read_attention(name, positive=Fraction(spec[name]) > 0)
    if not isinstance(spec, str):
        raise NotInCoqError("Gegenbauer series are not in the Coq library")
    tree = formula(spec, ["t"])
    coefficients = polynomial(tree)
    if coefficients is not None:
        return _read_polynomial(coefficients)
    if sign_of_exponential(tree) == 1:
        return Profile(
            "", " (c beta : R)", " c beta", "(0 < c)%R -> (0 < beta)%R -> ", " Hc Hbeta", "(exponential c beta)",
            **_exponential_facts("exponential", "c beta", " Hc Hbeta", "(Rmult_lt_0_compat c beta Hc Hbeta)"),
        )  # fmt: skip
    if facts_of(spec, 3).arcsine:  # whether f = c asin t + a does not depend on d
        facts = {"peaked": "(arcsine_peaked c a Hc)", "arcsine": "Hc"}
        return Profile("", " (c a : R)", " c a", "(0 < c)%R -> ", " Hc", "(arcsine c a)", **facts)
    raise NotInCoqError("this profile is not in the Coq library")


def _read_attention(name: str, *, positive: bool) -> Profile:
    """Return e^(beta t)/beta, or the same divided by e^beta, for every beta > 0 or for every beta < 0."""
    sign, nonzero = ("0 < beta", "Rgt_not_eq") if positive else ("beta < 0", "Rlt_not_eq")
    facts = _exponential_facts(name, "beta", " Hbeta", f"({nonzero} beta 0 Hbeta)")
    known = facts if positive else {key: facts[key] for key in ("sloped", "peaked")}
    return Profile("", " (beta : R)", " beta", f"({sign})%R -> ", " Hbeta", f"({name} beta)", **known)


def _exponential_facts(name: str, variables: str, positive: str, nonzero: str) -> dict[str, str]:
    """Return the facts of c e^(beta t), c, beta > 0; for its slope and its peak c beta > 0 or beta <> 0 suffices."""
    rising, full = (f"({name}_{fact} {variables}{positive})" for fact in ("rising", "full"))
    sloped, peaked = (f"({name}_{fact} {variables} {nonzero})" for fact in ("sloped", "peaked"))
    ascending = f"(rising_ascending _ {rising})"
    return {"rising": rising, "sloped": sloped, "ascending": ascending, "full": full, "peaked": peaked}


def _read_polynomial(coefficients: list[Fraction]) -> Profile:
    """Return a polynomial; "all" needs a_1 > 0 and a_p >= 0 for p >= 1, "some" the latter, "none" needs f'(1) > 0."""
    numbers, q = cleared(coefficients)
    slope = sum(p * c for p, c in enumerate(coefficients))
    if slope <= 0:
        raise NotInCoqError("the Coq library asks a polynomial for f'(1) > 0")
    ascending = min(coefficients[1:]) >= 0
    odd = any(coefficients[1::2])
    kind = "polynomial" if coefficients[1] > 0 else "ascending"
    definitions = f"Definition P : list Z := {row(numbers)}.\nDefinition pi : Z := {q}.\n" + _checked("slope", "P pi")
    rising = low = even = affine = ""
    if ascending:
        definitions += _checked(kind, "P pi")
        rising = "(polynomial_rising P pi polynomial_checked)" if kind == "polynomial" else ""
        low = f"(rising_ascending _ {rising})" if rising else "(polynomial_ascending P pi ascending_checked)"
    if ascending and not odd:
        definitions += _checked("even", "P")
        even = "(polynomial_even P pi even_checked)"
    if len(numbers) == 2:
        affine = "(polynomial_affine P pi (eq_refl true))"
    sloped, peaked = "(polynomial_slope P pi slope_checked)", f"(rising_peaked _ {rising})" if rising else ""
    term = "(polynomial P pi)"
    return Profile(definitions, "", "", "", "", term, rising, sloped, low, even=even, peaked=peaked, affine=affine)


def _checked(name: str, arguments: str) -> str:
    """Return the lemma that one check of the coefficients says yes."""
    return f"Lemma {name}_checked : {name}_check {arguments} = true.\nProof. vm_compute. reflexivity. Qed.\n"


# ---------------------------------------------------------------------------------------------------- theorems

_CLAIMS = {"graph_laws": "GraphLaws", "all_laws": "AllLaws"}


def claim_statement(view: str, value: str, profile: Profile, *, low: int) -> str:
    """Return what one view of a claim says about n, w, k and the profile, in every dimension d >= low."""
    return (
        f"forall (d : nat){profile.binder}, ({low} <= d)%nat -> {profile.hypothesis}"
        f"{_CLAIMS[view]}{value.capitalize()} n w k {profile.term} d"
    )


class Writer:
    """The theorems of one file, in a module that is named after the problem's digest."""

    def __init__(self, cert: Mapping[str, Any]) -> None:
        """Recompute digest and statement; a certificate that contradicts itself is refused."""
        self.digest = digest(cert["problem"])
        if cert["digest"] != self.digest:
            raise NotInCoqError("the digest is not that of the problem")
        if cert["statement"] != statement_of(cert["theorem"], cert["data"]["claim"]):
            raise NotInCoqError("the statement is not that of the claim")
        if not re.fullmatch("[a-z_]{1,30}", cert["method"]):  # it stands in a comment of the file
            raise NotInCoqError("the method is not a name")
        match = _DIGEST.fullmatch(self.digest)
        assert match is not None
        self.module = f"Problem_{match[1]}"
        self.head = f"(* {cert['statement']}\n   Problem {self.digest}, method {cert['method']}.\n"
        self.theorems: list[CoqTheorem] = []
        self.definitions: list[str] = []
        self._parts: list[str] = []

    def define(self, text: str) -> None:
        """Add a definition or a lemma, once."""
        if text not in self.definitions:
            self.definitions.append(text)

    def prove(self, name: str, view: str, statement: str, proof: str) -> None:
        """Add a theorem."""
        self.theorems.append(CoqTheorem(f"{self.module}.{name}", statement, view))
        self._parts.append(f"\nTheorem {name} :\n  {statement}.\nProof.\n{proof}Qed.\n")

    def file(self, notation: str, modules: str) -> CoqFile:
        """Return the finished file."""
        names = ", ".join(t.name for t in self.theorems)
        text = (
            f"{self.head}   {notation} *)\nFrom Coq Require Import Reals ZArith List.\n"
            f"From Collapse Require Import {modules}.\nImport ListNotations.\nLocal Open Scope Z_scope.\n\n"
            f"Module {self.module}.\n{''.join(self.definitions)}{''.join(self._parts)}End {self.module}.\n\n"
            f"Definition theorems := ({names}).\nPrint Assumptions theorems.\n"
        )
        return CoqFile(self.digest, tuple(self.theorems), text)


def finite_labels(spec: Mapping[str, Any], largest: int) -> tuple[Labels, int]:
    """Return the labels of finitely many atoms, and their number."""
    spent[0] = 0  # the count of work starts anew, as in `check`
    labels = read_labels(spec["labels"])
    if not labels.atomic:
        raise NotInCoqError("the Coq library speaks of finitely many atoms")
    n = labels.size()
    if n > largest:
        raise NotInCoqError(f"{n} labels are more than {largest}")
    return labels, n


def atoms(spec: Mapping[str, Any], largest: int) -> tuple[Labels, int, list[int], int]:
    """Return the labels, their number and the weights W_i / omega of finitely many atoms."""
    labels, n = finite_labels(spec, largest)
    return labels, n, *cleared([labels.weight(i) for i in range(n)])


def factor_table(spec: Mapping[str, Any], labels: Labels) -> tuple[list[list[Fraction]], list[list[int]], int]:
    """Return the rational table k_ij, and K_ij with kappa."""
    table, n = Problem(spec["d"], labels, spec).factor().rows(), labels.size()
    flat, kappa = cleared([x for line in table for x in line])
    return table, [flat[i * n : (i + 1) * n] for i in range(n)], kappa


def integers(n: int, W: list[int], omega: int, K: list[list[int]], kappa: int) -> str:
    """Return the definitions of n, W, omega, K, kappa and of the real w and k."""
    return (
        f"Definition n : nat := {n}%nat.\nDefinition omega : Z := {omega}.\nDefinition kappa : Z := {kappa}.\n"
        f"Definition W : list Z := {row(W)}.\nDefinition K : list (list Z) := {rows(K)}.\n"
        "Definition w : nat -> R := weight W omega.\nDefinition k : nat -> nat -> R := factor K kappa.\n"
    )
