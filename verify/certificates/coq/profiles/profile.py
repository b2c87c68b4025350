"""Profiles in Coq: how a statement speaks of f, and proofs of the facts that theorems ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from verify.certificates.checker.enclosures.formulas import Tree, formula, polynomial
from verify.certificates.checker.enclosures.shapes import coefficients_of, sign_of_exponential
from verify.certificates.checker.profiles import read_profile as facts_of
from verify.certificates.checker.reading import number, sign
from verify.certificates.coq.profiles.formula import IMPORTS, TERM, read_formula
from verify.certificates.coq.profiles.mixtures import Mixture, read_mixture
from verify.certificates.coq.profiles.peaks import even_pieces, pieces
from verify.certificates.coq.profiles.zonal import IMPORTS as ZONAL_IMPORTS
from verify.certificates.coq.profiles.zonal import read_zonal
from verify.certificates.coq.text import NotInCoqError, cleared, row

__all__ = ["Profile", "read_profile"]


@dataclass(frozen=True)
class Profile:
    """How a statement speaks of the profile, and proofs of the facts that theorems ask of it; empty where it has none.

    `cofinal`: a_p >= 0 for p >= 1, and a_p > 0 for even and for odd p beyond every bound.
    `rising`: a_p >= 0 for p >= 1, a_1 > 0. `sloped`: 0 < f'(1) < oo. `ascending`: a_p >= 0 for p >= 1. `full`: a_p
    > 0 for all p >= 1. `odd`: a_p >= 0 for p >= 1, a_q > 0 for some odd q. `even`: f(-1) = f(1). `peaked`: f(t) <
    f(1) for t < 1. `below`: f(t) <= f(1), where nothing stronger is known. `affine`: f(t) = a_0 + a_1 t. `arcsine`:
    f(t) = c asin t + a, c > 0. `continuity`: a proof that does not go by the name of the term. `imports`: the
    modules that the definitions need. `zonal`: a sum of P_n^(d) with coefficients >= 0 in one d alone,
    some a_p < 0; `zonal_rising`: besides that of P_1 > 0. `turned`: f(t) = f(1) for some t < 1.
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
    cofinal: str = ""
    even: str = ""
    peaked: str = ""
    affine: str = ""
    arcsine: str = ""
    odd: str = ""
    below: str = ""
    continuity: str = ""
    imports: str = ""
    zonal: str = ""
    zonal_rising: str = ""
    turned: str = ""

    @property
    def summit(self) -> tuple[str, str]:
        """The proof that f(t) < f(1) for t < 1, and the modules that it needs besides those of T4.

        Raises
        ------
        NotInCoqError
            There is none.
        """
        if self.rising:
            return f"(rising_peaked _ {self.rising})", ""
        if not self.peaked:
            raise NotInCoqError("gauge kernels are emitted for profiles that are seen to be largest at t = 1 alone")
        return self.peaked, "Signs Cuts "

    @property
    def bounded(self) -> str:
        """The proof that f(t) <= f(1); empty where there is none."""
        if self.peaked:
            return f"(peaked_bounded _ {self.peaked})"
        return f"(ascending_bounded _ {self.ascending})" if self.ascending else self.below

    @property
    def continuous(self) -> str:
        """The proof that f is continuous."""
        if self.continuity:
            return self.continuity
        name, _, arguments = self.term.strip("()").partition(" ")
        return f"({name}_continuous {arguments})"

    @property
    def modules(self) -> str:
        """The module in which that proof stands, if it is not `Profiles.v`."""
        return " ArcsineContinuous" if self.arcsine else ""


def read_profile(spec: object, d: int | None = None) -> Profile:
    """Return the profile in Coq: exponentials for every beta of one sign, arcsines for every scale, polynomials, sums.

    Other formulas by their syntax.

    Parameters
    ----------
    spec : mapping or str
        As in a kernel file.
    d : int, optional
        The dimension, in which a Gegenbauer series is a polynomial; without it such a series is refused. Polynomials
        with nonnegative Gegenbauer coefficients in R^d have facts in this d alone.
    """
    for name in ("usa", "peak"):
        if isinstance(spec, Mapping) and set(spec) == {name}:
            beta = sign(number(spec[name]))
            if beta == 0:
                raise NotInCoqError("beta is zero")
            return _read_attention(name, positive=beta > 0)
    if not isinstance(spec, str):
        if d is None:
            raise NotInCoqError("Gegenbauer series are not in the Coq library")
        return _read_polynomial(_trimmed(coefficients_of(spec, d)), d)
    tree = formula(spec, ["t"])
    coefficients = polynomial(tree)
    if coefficients is not None:
        return _read_polynomial(coefficients, d)
    if sign_of_exponential(tree) == 1:
        return Profile(
            "", " (c beta : R)", " c beta", "(0 < c)%R -> (0 < beta)%R -> ", " Hc Hbeta", "(exponential c beta)",
            **_exponential_facts("exponential", "c beta", " Hc Hbeta", "(Rmult_lt_0_compat c beta Hc Hbeta)"),
        )  # fmt: skip
    if facts_of(spec, 3).arcsine:  # whether f = c asin t + a does not depend on d
        rising = "(arcsine_rising c a Hc)"
        facts = {"rising": rising, "ascending": f"(rising_ascending _ {rising})", "odd": f"(rising_odd _ {rising})"}
        facts |= {"peaked": "(arcsine_peaked c a Hc)", "arcsine": "Hc"}
        return Profile("", " (c a : R)", " c a", "(0 < c)%R -> ", " Hc", "(arcsine c a)", **facts)
    mixture = read_mixture(tree)
    if mixture is None or not (mixture.sloped or mixture.ascending):
        return _read_formula(tree)
    if not mixture.ascending:
        with suppress(NotInCoqError):  # f' > 0 says more than f'(1) > 0
            risen = _read_formula(tree)
            if risen.peaked:
                return risen
    return _read_mixture(mixture)


def _read_formula(tree: Tree) -> Profile:
    """Return a profile by the syntax of its formula."""
    definitions, facts = read_formula(tree)
    return Profile(definitions, "", "", "", "", TERM, **facts, imports=IMPORTS)


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
    ascending, odd = f"(rising_ascending _ {rising})", f"(rising_odd _ {rising})"
    return {"rising": rising, "sloped": sloped, "ascending": ascending, "full": full, "peaked": peaked, "odd": odd}


def _trimmed(coefficients: list[Fraction]) -> list[Fraction]:
    """Return the coefficients up to the degree."""
    degree = max((p for p, x in enumerate(coefficients) if x), default=0)
    return coefficients[: degree + 1]


def _read_polynomial(coefficients: list[Fraction], d: int | None) -> Profile:
    """Return a polynomial: its facts from the signs of the coefficients, or from f(1) - f(t) = (1 - t) g(t), g > 0.

    In R^d also from the signs of the Gegenbauer coefficients.
    """
    numbers, q = cleared(coefficients)
    slope = sum(p * c for p, c in enumerate(coefficients))
    if slope <= 0:
        raise NotInCoqError("the Coq library asks a polynomial for f'(1) > 0")
    ascending = min(coefficients[1:]) >= 0
    odd_degree = next((p for p in range(1, len(numbers), 2) if coefficients[p] > 0), None)
    kind = "polynomial" if coefficients[1] > 0 else "ascending"
    definitions = f"Definition P : list Z := {row(numbers)}.\nDefinition pi : Z := {q}.\n" + _checked("slope", "P pi")
    rising = low = even = affine = odd = peaked = below = imports = ""
    if ascending:
        definitions += _checked(kind, "P pi")
        rising = "(polynomial_rising P pi polynomial_checked)" if kind == "polynomial" else ""
        low = f"(rising_ascending _ {rising})" if rising else "(polynomial_ascending P pi ascending_checked)"
        peaked = f"(rising_peaked _ {rising})" if rising else ""
    zonal = {} if ascending or d is None else read_zonal(coefficients, d)
    level = None if ascending or zonal else even_pieces(numbers)
    if level is not None:
        definitions += _checked("even_peaked", f"P pi {level}%nat")
        below, imports = f"(even_polynomial_bounded P pi {level}%nat even_peaked_checked)", "EvenPeaks "
    if zonal:
        definitions += zonal.pop("definitions")
        below, peaked, imports = zonal.pop("bounded"), zonal.pop("peaked", ""), ZONAL_IMPORTS
    if level is not None or ((ascending or zonal) and not any(numbers[1::2])):
        definitions += _checked("even", "P")
        even = "(polynomial_even P pi even_checked)"
    if ascending and odd_degree is not None and not rising:
        definitions += _checked("odd", f"P pi {odd_degree}%nat")
        odd = f"(polynomial_odd P pi {odd_degree}%nat odd_checked)"
        peaked = f"(odd_peaked _ {odd})"
    if not (ascending or zonal) and (M := pieces(numbers)) is not None:
        definitions += _checked("peaked", f"P pi {M}%nat")
        peaked = f"(polynomial_peaked P pi {M}%nat peaked_checked)"
    if len(numbers) == 2:
        affine = "(polynomial_affine P pi (eq_refl true))"
    sloped = "(polynomial_slope P pi slope_checked)"
    odd = f"(rising_odd _ {rising})" if rising else odd
    term = "(polynomial P pi)"
    facts = {"even": even, "peaked": peaked, "affine": affine, "odd": odd, "below": below, "imports": imports}
    return Profile(definitions, "", "", "", "", term, rising, sloped, low, **facts, **zonal)


def _read_mixture(f: Mixture) -> Profile:
    """Return a sum of exponentials and a polynomial: each fact rests on one check of its integers."""
    E = "waves gamma delta P pi"
    q = f.odd_degree
    known = {
        "rising": f.rising,
        "sloped": f.sloped,
        "ascending": f.ascending,
        "full": f.full,
        "odd": q is not None,
        "even": f.even,
    }
    arguments = {"odd": f"{E} {q}%nat", "even": "waves P"}
    checks = {"sloped": "slope_mixture"} | {name: f"{name}_mixture" for name in known if name != "sloped"}
    definitions = f.definitions() + "".join(
        _checked(checks[name], arguments.get(name, E)) for name, holds in known.items() if holds
    )
    lemmas = {name: "mixture_slope" if name == "sloped" else f"mixture_{name}" for name in known}
    facts = {
        name: f"({lemmas[name]} {E}{f' {q}%nat' if name == 'odd' else ''} {checks[name]}_checked)"
        for name, holds in known.items()
        if holds
    }
    if "odd" in facts:
        facts["peaked"] = f"(odd_peaked _ {facts['odd']})"
    return Profile(definitions, "", "", "", "", f"(mixture {E})", **facts)


def _checked(name: str, arguments: str) -> str:
    """Return the lemma that one check of the coefficients says yes."""
    return f"Lemma {name}_checked : {name}_check {arguments} = true.\nProof. vm_compute. reflexivity. Qed.\n"
