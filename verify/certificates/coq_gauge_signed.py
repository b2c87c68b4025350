"""T4 by T5 in Coq: the plain kernel collapses, by a certified Laplacian (k of any signs) or k > 0; one label, k = 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.certificates.coq_correlations import pair_rows
from verify.certificates.coq_factor import psd_text
from verify.certificates.coq_null_space import unit_pivots
from verify.certificates.coq_profiles import Profile
from verify.certificates.coq_strict import strict_basis
from verify.certificates.coq_text import NotInCoqError, computed, listed, rows

__all__ = ["FREE", "modules_for", "plain_collapse", "positive_collapse", "signed_theorem"]

#: What one label with k = 0 claims: every configuration of one point is collapsed, and slices are free.
FREE = {"graph_laws": "all", "all_laws": "some"}

# What the rarer theorems of T5 need besides.
_FURTHER = {
    "_odd ": " OddClaims",
    "_correlation ": " Correlations",
    "_shares ": " BlockClaims StrictLabels Shares",
}

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


def plain_collapse(psd: Mapping[str, Any], degrees: list[int], profile: Profile, d: int) -> tuple[str, tuple[str, str]]:
    """Return what Coq checks of the factor, and proofs that the plain kernel's maximisers are the collapsed ones.

    Parameters
    ----------
    psd : mapping
        The certificate's data about the signed Laplacian.
    degrees : list of int
        sum_j W_j K_ij.
    profile : Profile
    d : int

    Returns
    -------
    tuple
        Definitions, and the proofs for graph laws and for all laws.

    Raises
    ------
    NotInCoqError
        A larger null space that does not determine the maximisers, or degrees that are not positive.
    """
    problem, room = "n W omega K kappa data", f"(proj1 (Nat.leb_le 1%nat {d}%nat) eq_refl)"
    checks = [("accepted", f"factor_check {problem}")]
    if len(psd["kernel"]) == 1 and len(set(psd["kernel"][0])) == 1:
        if not (min(degrees) >= 0 and max(degrees) > 0):
            raise NotInCoqError("signed factors of gauge kernels are emitted where D >= 0 with one D_i > 0")
        checks += [
            ("constant_null", "constant_null_check n data"),
            ("degrees_checked", "degree_check n W K"),
            ("degree_positive", "positive_degree_check n W K"),
        ]
        kind, fact = ("", profile.rising) if profile.rising else ("_odd", profile.odd)
        if not fact:
            raise NotInCoqError("signed factors of gauge kernels are emitted for profiles with an odd a_p > 0")
        facts = f"{fact} {room}"
        graph = f"(graph_laws_all{kind} {problem} {profile.term} {d}%nat accepted constant_null {facts})"
        laws = f"degrees_checked degree_positive {facts})"
        every = f"(all_laws_all{kind} {problem} {profile.term} {d}%nat accepted constant_null {laws}"
        data, table = psd_text(psd), ""
    else:
        vectors, T = unit_pivots(psd)
        M = pair_rows(vectors) if profile.rising and not profile.full else None
        strict = [D > 0 for D in degrees]
        shares = strict_basis(psd, strict) if profile.full and min(degrees) == 0 else None
        if not (profile.full or M) or (shares is None and not all(strict)):
            raise NotInCoqError(
                "signed factors with a larger null space are emitted for exponentials, or one Gram matrix, and D > 0"
            )
        kind, more, fact = ("full", f"{T}", profile.full) if M is None else ("correlation", f"{T} G", profile.rising)
        unique = "no_indicator" if M is None else "correlation"
        checks += [
            (unique, f"{unique}_check n data {more}"),
            ("degrees_positive", "positive_degrees_check n W K"),
        ]
        head, facts = f"{problem} {more} {profile.term} {d}%nat accepted {unique}", f"{fact} {room}"
        graph = f"(graph_laws_all_{kind} {head} {facts})"
        every = f"(all_laws_all_{kind} {head} degrees_positive {facts})"
        data = psd_text({**psd, "kernel": vectors})
        table = "" if M is None else f"Definition G : list (list Z) := {rows(M)}.\n"
        if shares is not None:
            places = listed(f"{t}%nat" for t in shares.labels)
            table = (
                f"Definition U : list (list Z) := {rows(shares.vectors)}.\nDefinition places : list nat := {places}.\n"
            )
            more = f"U places {shares.scale}"
            checks[-1:] = [("weights_positive", "weights_check n W omega"), ("degrees_checked", "degree_check n W K")]
            checks.append(("no_share", f"no_share_check n W K data {more}"))
            laws = f"weights_positive accepted degrees_checked no_share {facts})"
            every = f"(all_laws_all_shares {problem} {more} {profile.term} {d}%nat {laws}"
    lemmas = "".join(computed(name, check) for name, check in checks)
    return f"Definition data : psd_data := {data}.\n{table}{lemmas}", (graph, every)


def modules_for(proofs: str) -> str:
    """Return the modules that the proofs of :func:`plain_collapse` need besides the usual ones.

    Examples
    --------
    >>> modules_for("exact (graph_laws_all_odd n W omega K kappa data)")
    ' OddClaims'
    """
    return "".join(modules for name, modules in _FURTHER.items() if name in proofs)


def positive_collapse(positive: str, peaked: str, term: str, d: int) -> tuple[str, str]:
    """Return proofs that the plain kernel's maximisers are the collapsed ones where k > 0, for both views.

    Parameters
    ----------
    positive, peaked : str
        Proofs of `everywhere_positive n w k` and of f(t) < f(1) for t < 1.
    term : str
        The profile.
    d : int
    """
    facts = f"n w k {term} {d}%nat {positive} {peaked} (proj1 (Nat.leb_le 1%nat {d}%nat) eq_refl)"
    return f"(graph_laws_all_everywhere {facts})", f"(all_laws_all_everywhere {facts})"


def signed_theorem(value: str, term: str, d: int, plain: tuple[str, str]) -> tuple[str, str]:
    """Return what Coq checks of the matrices, or for "some" of X and Y, and the proof of both views."""
    size = f"n {d}%nat"
    checks, more = _CHECKS[value]
    lemmas = computed("frames_accepted", f"frames_check {size} M den")
    lemmas += "".join(computed(name, check.format(size=size), answer) for name, check, answer in checks)
    accepted = " ".join(name for name, _, _ in checks)
    proof = (
        f"(signed_claim_{value} {size} w k M den{more} {term} frames_accepted {accepted}\n"
        f"      {plain[0]}\n      {plain[1]})"
    )
    return lemmas, proof
