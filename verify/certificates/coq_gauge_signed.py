"""T4 with a factor of any signs in Coq: the plain kernel collapses by T5, a certified Laplacian; one label, k = 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.certificates.coq_factor import psd_text
from verify.certificates.coq_null_space import unit_pivots
from verify.certificates.coq_profiles import Profile
from verify.certificates.coq_text import NotInCoqError, computed

__all__ = ["FREE", "plain_collapse", "signed_theorem"]

#: What one label with k = 0 claims: every configuration of one point is collapsed, and slices are free.
FREE = {"graph_laws": "all", "all_laws": "some"}


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
        A larger null space for a profile that is no exponential, or degrees that are not positive.
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
        facts = f"{profile.rising} {room}"
        graph = f"(graph_laws_all {problem} {profile.term} {d}%nat accepted constant_null {facts})"
        laws = f"degrees_checked degree_positive {facts})"
        every = f"(all_laws_all {problem} {profile.term} {d}%nat accepted constant_null {laws}"
        data = psd_text(psd)
    else:
        if not profile.full or min(degrees) <= 0:
            raise NotInCoqError("signed factors with a larger null space are emitted for exponentials and D > 0")
        vectors, T = unit_pivots(psd)
        checks += [
            ("no_indicator", f"no_indicator_check n data {T}"),
            ("degrees_positive", "positive_degrees_check n W K"),
        ]
        head, facts = f"{problem} {T} {profile.term} {d}%nat accepted no_indicator", f"{profile.full} {room}"
        graph, every = f"(graph_laws_all_full {head} {facts})", f"(all_laws_all_full {head} degrees_positive {facts})"
        data = psd_text({**psd, "kernel": vectors})
    lemmas = "".join(computed(name, check) for name, check in checks)
    return f"Definition data : psd_data := {data}.\n{lemmas}", (graph, every)


def signed_theorem(value: str, term: str, d: int, plain: tuple[str, str]) -> tuple[str, str]:
    """Return what Coq checks of the matrices for "all" or "none", and the proof of both views."""
    size = f"n {d}%nat"
    checks = {"all": ("equal", f"equal_check {size} M", ""), "none": ("inverse", f"inverse_check {size} M B s", " B s")}
    if value not in checks:
        raise NotInCoqError(f'the claim "{value}" is not emitted for gauge kernels with a signed factor')
    name, check, more = checks[value]
    lemmas = computed("frames_accepted", f"frames_check {size} M den") + computed(f"{name}_accepted", check)
    proof = (
        f"(signed_claim_{value} {size} w k M den{more} {term} frames_accepted {name}_accepted\n"
        f"      {plain[0]}\n      {plain[1]})"
    )
    return lemmas, proof
