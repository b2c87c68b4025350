"""Finitely many labels in Coq: weights and a table as integers, and what a claim says about them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.certificates.checker.problem import Labels, Problem, read_labels
from verify.certificates.checker.reading import spent
from verify.certificates.coq.profiles.profile import Profile
from verify.certificates.coq.text import NotInCoqError, cleared, row, rows

__all__ = ["atoms", "claim_statement", "factor_table", "finite_labels", "integers"]

_CLAIMS = {"graph_laws": "GraphLaws", "all_laws": "AllLaws"}


def claim_statement(view: str, value: str, profile: Profile, *, low: int, only: int = 0) -> str:
    """Return what one view of a claim says about n, w, k and the profile, in every dimension d >= low, or in one."""
    if only:
        return f"{_CLAIMS[view]}{value.capitalize()} n w k {profile.term} {only}%nat"
    return (
        f"forall (d : nat){profile.binder}, ({low} <= d)%nat -> {profile.hypothesis}"
        f"{_CLAIMS[view]}{value.capitalize()} n w k {profile.term} d"
    )


def finite_labels(spec: Mapping[str, Any], largest: int, *, blocks: bool = False) -> tuple[Labels, int]:
    """Return the labels of finitely many atoms, or of nonatomic blocks, and their number."""
    spent[0] = 0  # the count of work starts anew, as in `check`
    labels = read_labels(spec["labels"])
    if labels.n is None or labels.atomic == blocks:
        raise NotInCoqError("the Coq library speaks of finitely many atoms")
    n = labels.size()
    if n > largest:
        raise NotInCoqError(f"{n} labels are more than {largest}")
    return labels, n


def atoms(spec: Mapping[str, Any], largest: int, *, blocks: bool = False) -> tuple[Labels, int, list[int], int]:
    """Return the labels, their number and the weights W_i / omega of finitely many atoms, or of nonatomic blocks."""
    labels, n = finite_labels(spec, largest, blocks=blocks)
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
