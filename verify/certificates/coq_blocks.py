"""T5 on nonatomic blocks in Coq: a label is a block and a position, which is uniform; k depends on the blocks alone.

Where L is positive semidefinite and D >= 0, laws of labels on blocks have no more energy than collapsed ones; another
maximiser is one of atoms, or a great circle in the position where D = 0. A direction with <v, L v> < 0, or an
oscillation in the position on a block with D < 0, refutes collapse for graph laws and for all laws alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.certificates.coq_atoms import claim_statement
from verify.certificates.coq_claims import Case, constant_null
from verify.certificates.coq_factor import case_of
from verify.certificates.coq_text import VIEWS, CoqFile, NotInCoqError, Writer, cleared, row

__all__ = ["emit_blocks"]

_KERNEL = "n W omega K kappa"
_MODULES = (
    "Sums Vectors Energy PsdCheck FactorCertificate Profiles Claims TwoPoints Indicators Correlations TokenLaws\n"
    "  TokenClaims BlockLaws BlockClaims"
)
_NOTATION = "w_b = W_b / omega, k_bc = K_bc / kappa; a label is a block and a position in [0, 1]."


def emit_blocks(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate of T5 on nonatomic blocks.

    Raises
    ------
    NotInCoqError
        No theorem of the library covers the claim.
    """
    case = case_of(cert, blocks=True)
    writer, profile, claim = case.writer, case.profile, case.data["claim"]
    proofs = _Proofs(writer, case)
    for view in VIEWS:
        if view in claim:
            value, laws = claim[view], f"(@{VIEWS[view]} (nat * R))"
            theorem, low = proofs.of(value, f"{laws} _ d {VIEWS[view]}_admits_graphs {profile.continuous}")
            statement = (
                f"forall (d : nat){profile.binder}, ({low} <= d)%nat -> {profile.hypothesis}"
                f"{value.capitalize()}Of (block_law n w) {laws} d (factor_kernel d (block_factor k) {profile.term})"
            )
            proof = f"  intros d{profile.variables} Hd{profile.names}; exact ({theorem}).\n"
            writer.prove(f"proved_{view}_{value}", view, statement, proof)
    return writer.file(_NOTATION, _MODULES)


@dataclass(frozen=True)
class _Proofs:
    """The theorems that apply to one certificate; what Coq computes becomes lemmas of its file."""

    writer: Writer
    case: Case

    def of(self, value: str, view: str) -> tuple[str, int]:
        """Return the application of a theorem that proves a claim for one view, and the least dimension."""
        return {"all": self._all, "some": self._some, "none": self._none}[value](view)

    def _all(self, view: str) -> tuple[str, int]:
        """Null vectors are constant and one D_b > 0; or all D_b > 0, and "all" for atoms."""
        profile, degrees = self.case.profile, self.case.degrees
        facts = self._semidefinite(view)
        if not profile.rising:
            raise NotInCoqError('"all" is emitted for polynomials with a_1 > 0 and a_p >= 0 for p >= 1')
        if self.case.psd is not None and constant_null(self.case.psd):
            null = self.writer.check("constant_null", "constant_null_check n data")
            some = self.writer.check("degree_positive", "positive_degree_check n W K")
            return f"blocks_all {facts} {null} {some} {profile.rising} Hd", 1
        if min(degrees) <= 0:
            raise NotInCoqError('"all" on blocks with a larger null space is emitted where D > 0')
        every = self.writer.check("degrees_positive", "positive_degrees_check n W K")
        atoms_all, low = self._atoms("all")
        return f"blocks_all_strict {facts} {every} {atoms_all} {profile.rising} {_least(low)}", low

    def _some(self, view: str) -> tuple[str, int]:
        """D = 0, or "some" for atoms."""
        profile, facts = self.case.profile, self._semidefinite(view)
        if profile.ascending and not any(self.case.degrees):
            zero = self.writer.check("degrees_zero", "zero_degree_check n W K")
            return f"blocks_some_free {facts} {zero} {profile.ascending} Hd", 2
        atoms_some, low = self._atoms("some")
        return f"blocks_some {facts} {atoms_some} {profile.ascending} {_least(low)}", low

    def _none(self, view: str) -> tuple[str, int]:
        """Return the proof by a direction, or by a negative degree."""
        data, degrees, sloped = self.case.data, self.case.degrees, self.case.profile.sloped
        if "v" in data:
            self.writer.define(f"Definition v : list Z := {row(cleared([Fraction(x) for x in data['v']])[0])}.\n")
            direction = self.writer.check("direction", f"direction_check {_KERNEL} v")
            symmetric = self.writer.check("symmetric", "symmetric_check n K")
            return f"blocks_none_direction {_KERNEL} {view} v {direction} {symmetric} {sloped} Hd", 2
        block = degrees.index(min(degrees))
        negative = self.writer.check("degree_negative", f"negative_degree_check {_KERNEL} {block}%nat")
        return f"blocks_none_degree {_KERNEL} {view} {block}%nat {negative} {sloped} Hd", 2

    def _semidefinite(self, view: str) -> str:
        """Return the first arguments of theorems that rest on a positive semidefinite L and D >= 0."""
        if self.case.psd is None or min(self.case.degrees) < 0:
            raise NotInCoqError("on blocks this claim is emitted for a certified Laplacian and D >= 0")
        positive = self.writer.check("weights_positive", "weights_check n W omega")
        accepted = self.writer.check("accepted", f"factor_check {_KERNEL} data")
        degrees = self.writer.check("degrees_checked", "degree_check n W K")
        return f"{_KERNEL} data {view} {positive} {accepted} {degrees}"

    def _atoms(self, value: str) -> tuple[str, int]:
        """State the claim for graph laws of atoms with these weights and this table; return its proof."""
        rule, profile = self.case.rule("graph_laws"), self.case.profile
        statement = claim_statement("graph_laws", value, profile, low=rule.low)
        proof = f"  intros d{profile.variables} Hd{profile.names}; {rule.proof()}.\n"
        self.writer.define(f"Lemma atoms_{value} : {statement}.\nProof.\n{proof}Qed.\n")
        return f"(atoms_{value} d{profile.variables} Hd{profile.names})", rule.low


def _least(low: int) -> str:
    """Return the proof of 1 <= d from low <= d."""
    return f"(Nat.le_trans 1 {low} d (proj1 (Nat.leb_le 1 {low}) eq_refl) Hd)"
