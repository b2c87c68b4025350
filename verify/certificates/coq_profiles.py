"""Profiles in Coq: how a statement speaks of f, and proofs of the facts that theorems ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from verify.certificates.checker.enclosures.formulas import formula, polynomial
from verify.certificates.checker.enclosures.shapes import sign_of_exponential
from verify.certificates.checker.profiles import read_profile as facts_of
from verify.certificates.coq_text import NotInCoqError, cleared, row

__all__ = ["Profile", "read_profile"]


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

    @property
    def continuous(self) -> str:
        """The proof that f is continuous; for arcsines the library has none."""
        name, _, arguments = self.term.strip("()").partition(" ")
        if name == "arcsine":
            raise NotInCoqError("arcsines are emitted for finitely many atoms")
        return f"({name}_continuous {arguments})"


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
