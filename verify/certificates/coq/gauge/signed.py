"""T4 by T5 in Coq: the plain kernel collapses, by a certified Laplacian (k of any signs) or k > 0; one label, k = 0.

Where it collapses among graph laws alone, the claim about graph laws is that for k = 1; "none" goes over to all laws.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from verify.certificates.coq.atoms.factor import normalised, psd_text
from verify.certificates.coq.atoms.null_space import find_shares
from verify.certificates.coq.atoms.strict import strict_basis
from verify.certificates.coq.atoms.table import claim_statement
from verify.certificates.coq.atoms.zonal import new_case
from verify.certificates.coq.profiles.profile import Profile
from verify.certificates.coq.text import NotInCoqError, Writer, computed

__all__ = [
    "FREE",
    "Plain",
    "claim_name",
    "constant_factor",
    "one_view",
    "plain_collapse",
    "positive_collapse",
    "signed_theorem",
]

#: What one label with k = 0 claims: every configuration of one point is collapsed, and slices are free.
FREE = {"graph_laws": "all", "all_laws": "some"}

_VIEWS = ("graph_laws", "all_laws")
_NAMES = {"graph_laws": "GaugeGraphLaws", "all_laws": "GaugeAllLaws"}

# For each value: lemmas with what is checked of the matrices and the answer, and further arguments of the theorem.
_CHECKS = {
    "all": ([("equal_accepted", "equal_check {size} M", "true")], ""),
    "none": ([("inverse_accepted", "inverse_check {size} M B s", "true")], " B s"),
    "some": (
        [
            ("fixed_X", "fixed_check {size} M X NX", "true"),
            ("collapsed_X", "collapsed_check {size} X", "true"),
            ("fixed_Y", "fixed_check {size} M Y NY", "true"),
            ("spread_Y", "collapsed_check {size} Y", "false"),
        ],
        " X NX Y NY",
    ),
}


@dataclass(frozen=True)
class Plain:
    """Proofs that the maximisers of the plain kernel k f(<x, y>) are the collapsed ones, and the modules they need.

    `all_laws` is empty where this is known of graph laws alone; `exist` begins the proof that the gauge kernel has a
    maximiser among all laws, empty where that is not known.
    """

    graph_laws: str
    all_laws: str
    modules: str
    exist: str = ""


def plain_collapse(writer: Writer, psd: Mapping[str, Any], degrees: list[int], profile: Profile, d: int) -> Plain:
    """Prove "all" of T5 for the plain kernel by its Laplacian, in a module of the file.

    Parameters
    ----------
    writer : Writer
        Of the file, in which n, W, omega, K, kappa stand.
    psd : mapping
        The certificate's data about the signed Laplacian.
    degrees : list of int
        sum_j W_j K_ij.
    profile : Profile
    d : int

    Raises
    ------
    NotInCoqError
        The theorems about "all" for factor kernels and graph laws do not cover it.
    """
    psd = normalised(psd)
    writer.define(f"Module Plain.\nDefinition data : psd_data := {psd_text(psd)}.\n")
    writer.check("accepted", "factor_check n W omega K kappa data")
    case = new_case(writer, {"claim": dict.fromkeys(_VIEWS, "all")}, degrees, psd, profile, d)
    modules, proofs = dict.fromkeys([" TwoPoints Correlations"]), {}
    rules = {"graph_laws": case.rule("graph_laws")}
    kept = list(writer.definitions)
    with suppress(NotInCoqError):
        if min(degrees) > 0 or not _free_slices(psd, [D > 0 for D in degrees]):
            rules["all_laws"] = case.rule("all_laws")
    if "all_laws" not in rules:
        writer.definitions[:] = kept
    for view, rule in rules.items():
        statement = claim_statement(view, "all", profile, low=rule.low, only=rule.only)
        intros = "" if rule.only else f"intros d{profile.variables} Hd{profile.names}; "
        proof = f"{intros}{rule.proof()}"
        writer.define(f"Lemma {view} :\n  {statement}.\nProof.\n  {proof}.\nQed.\n")
        modules[rule.modules] = None
        facts = "" if rule.only else f" {d}%nat{profile.variables} {_room(d)}{profile.names}"
        proofs[view] = f"(Plain.{view}{facts})"
    writer.define("End Plain.\n")
    if "all_laws" in proofs:
        return Plain(proofs["graph_laws"], proofs["all_laws"], "".join(modules))
    exist = ""
    if min(degrees) >= 0 and profile.ascending:
        degree = writer.check("degrees_accepted", "degree_check n W K")
        exist = f"n W omega K kappa Plain.data {profile.term} {d}%nat {{}} Plain.accepted {degree} {profile.ascending}"
    return Plain(proofs["graph_laws"], "", "".join(modules) + " Pairs GaugeTransfer GaugeViews", exist)


def _free_slices(psd: Mapping[str, Any], strict: list[bool]) -> bool:
    """Whether shares of two opposite points lose nothing: a null vector, 0 or 1 where D > 0, in [0, 1] where D = 0."""
    basis = strict_basis(psd, strict)
    return find_shares({"kernel": basis.vectors, "pivots": basis.labels}, strict, None) is not None


def positive_collapse(positive: str, peaked: str, term: str, d: int) -> Plain:
    """Return the same for k > 0.

    Parameters
    ----------
    positive, peaked : str
        Proofs of `everywhere_positive n w k` and of f(t) < f(1) for t < 1.
    term : str
        The profile.
    d : int
    """
    facts = f"n w k {term} {d}%nat {positive} {peaked} {_room(d)}"
    graph, every = (f"({view}_all_everywhere {facts})" for view in _VIEWS)
    return Plain(graph, every, " Nonnegative Signs Pairs")


def constant_factor(term: str, d: int, peaked: str) -> Plain:
    """Return the same for k = 1 and positive weights."""
    facts = f"(one_collapses n {d}%nat w {term} weights_accepted {_room(d)} {peaked})"
    return Plain(f"(proj1 {facts})", f"(proj2 {facts})", "")


def claim_name(view: str, value: str, plain: Plain | None) -> str:
    """Return what a statement calls a view of the claim; "never": none is, and whether there is one is left open."""
    if (view, value) == ("all_laws", "none") and plain is not None and not (plain.all_laws or plain.exist):
        return "GaugeAllLawsNever"
    return f"{_NAMES[view]}{value.capitalize()}"


def one_view(
    view: str, claim: Mapping[str, str], gauge: tuple[str, str], facts: tuple[str, int, str], plain: Plain, pair: str
) -> str:
    """Return the proof of a view of the claim where the plain kernel is known to collapse among graph laws alone.

    Parameters
    ----------
    view : str
    claim : mapping
    gauge : tuple of str
        The matrices, and the proof that they are orthogonal.
    facts : tuple
        The profile, d, and the proof that f(t) < f(1) for t < 1.
    plain : Plain
    pair : str
        The proof of both views of the claim for k = 1.

    Raises
    ------
    NotInCoqError
        The claim about all laws does not follow.
    """
    (Q, orthogonal), (term, d, peaked), value = gauge, facts, claim[view]
    kernel = f"n {d}%nat w k {term} {Q}"
    graph = f"(graph_view_{value} {kernel} weights_accepted {_room(d)} {peaked}\n    {orthogonal} {plain.graph_laws}"
    graph = f"{graph}\n    {pair})"
    if view == "graph_laws":
        return graph
    if value != "none":
        raise NotInCoqError("among all laws slices of the plain kernel's maximisers may spread")
    if not plain.exist:
        return f"all_view_never {kernel} (proj1 (Nat.leb_le 1 n) eq_refl)\n    {graph}"
    laws = f"(gauge_laws_exist {plain.exist.format(Q)} {_room(d)}\n    {orthogonal})"
    return f"all_view_none {kernel} (proj1 (Nat.leb_le 1 n) eq_refl)\n    {laws}\n    {graph}"


def _room(d: int) -> str:
    """Return the proof that d >= 1."""
    return f"(proj1 (Nat.leb_le 1%nat {d}%nat) eq_refl)"


def signed_theorem(value: str, term: str, d: int, plain: Plain, factor: str = "k") -> tuple[str, str]:
    """Return what Coq checks of the matrices, or for "some" of X and Y, and the proof of both views."""
    size = f"n {d}%nat"
    checks, more = _CHECKS[value]
    lemmas = computed("frames_accepted", f"frames_check {size} M den")
    lemmas += "".join(computed(name, check.format(size=size), answer) for name, check, answer in checks)
    accepted = " ".join(name for name, _, _ in checks)
    proof = (
        f"(signed_claim_{value} {size} w {factor} M den{more} {term} frames_accepted {accepted}\n"
        f"      {plain.graph_laws}\n      {plain.all_laws})"
    )
    return lemmas, proof
