"""Finitely many labels in Coq: integers over common denominators, and the statement of a claim."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.certificates.coq.atoms.table import atoms, claim_statement, factor_table, integers
from verify.certificates.coq.profiles.profile import read_profile
from verify.certificates.coq.text import NotInCoqError

THIRDS = {"kind": "atoms", "weights": ["1/3", "2/3"]}


def test_weights_and_tables_share_their_denominators():
    """(1, 2)/3 and ((1, -3), (-3, 2))/6."""
    spec = {"d": 3, "labels": THIRDS, "k": [["1/6", "-1/2"], ["-1/2", "1/3"]]}
    labels, n, W, omega = atoms(spec, 5)
    table, K, kappa = factor_table(spec, labels)
    assert (n, W, omega) == (2, [1, 2], 3)
    assert (K, kappa, table[0][1]) == ([[1, -3], [-3, 2]], 6, Fraction(-1, 2))
    assert "Definition W : list Z := [1; 2].\n" in integers(n, W, omega, K, kappa)


def test_blocks_and_atoms_are_told_apart():
    """Neither stands for the other; continua are neither, and there is a largest number."""
    blocks = {"labels": {**THIRDS, "kind": "blocks"}}
    assert atoms(blocks, 2, blocks=True)[1:] == (2, [1, 2], 3)
    for spec, more in ((blocks, {}), ({"labels": THIRDS}, {"blocks": True}), ({"labels": {"kind": "circle"}}, {})):
        with pytest.raises(NotInCoqError, match="finitely many atoms"):
            atoms(spec, 2, **more)
    with pytest.raises(NotInCoqError, match="2 labels are more than 1"):
        atoms({"labels": THIRDS}, 1)


def test_a_claim_says_for_which_dimensions_and_profiles():
    """The profile's parameter is bound behind the dimension."""
    assert claim_statement("all_laws", "none", read_profile({"usa": "1"}), low=2) == (
        "forall (d : nat) (beta : R), (2 <= d)%nat -> (0 < beta)%R -> AllLawsNone n w k (usa beta) d"
    )
