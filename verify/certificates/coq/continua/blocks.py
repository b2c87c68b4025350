"""T5 on nonatomic blocks in Coq: a label is a block and a position, which is uniform; k depends on the blocks alone.

Where L is positive semidefinite and D >= 0, laws of labels on blocks have no more energy than collapsed ones; another
maximiser is one of atoms, or a great circle in the position where D = 0. Where k >= 0, f <= f(1) suffices, and another
maximiser has u on some blocks and -u on those that they do not see. A direction with <v, L v> < 0, or an
oscillation in the position on a block with D < 0, refutes collapse for graph laws and for all laws alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.certificates.checker.algebra import components
from verify.certificates.checker.problem import read_labels
from verify.certificates.coq.atoms.claims import Case, Rule, constant_null
from verify.certificates.coq.atoms.correlations import moment_points
from verify.certificates.coq.atoms.factor import case_of
from verify.certificates.coq.atoms.null_space import find_shares
from verify.certificates.coq.atoms.strict import strict_basis
from verify.certificates.coq.atoms.table import claim_statement, factor_table
from verify.certificates.coq.atoms.zonal import FIRST_POWER, absolute
from verify.certificates.coq.profiles.profile import Profile
from verify.certificates.coq.text import VIEWS, CoqFile, NotInCoqError, Writer, cleared, listed, row, rows

__all__ = ["emit_blocks"]

_KERNEL = "n W omega K kappa"
_MODULES = (
    "Sums Vectors Energy PsdCheck FactorCertificate Profiles Claims TwoPoints Indicators Correlations TokenLaws\n"
    "  TokenClaims BlockLaws BlockClaims"
)
_SIGNS = "\n  Nonnegative GaugeCertificate Signs Cuts BlockSigns"
_STRICT, _FULL, _SHARES = " StrictLabels", " StrictLabels BlockPoints", " BlockShares"
_COFINAL = " StrictLabels Cofinal TokenCofinal"
_ZONAL = "\n  ZonalTokens ZonalContinua ZonalContinuumClaims"
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
    _, table, _ = factor_table(cert["problem"], read_labels(cert["problem"]["labels"]))
    proofs = _Proofs(writer, case, table)
    further: dict[str, None] = {}
    for view in VIEWS:
        if view in claim:
            rule = proofs.of(claim[view], VIEWS[view])
            writer.prove(f"proved_{view}_{claim[view]}", view, *proofs.stated(claim[view], VIEWS[view], rule))
            further[rule.modules] = None
    return writer.file(_NOTATION, _MODULES + "".join(further) + profile.modules)


@dataclass(frozen=True)
class _Rule:
    """The application of a theorem, the least dimension, further modules, the law of labels, the one d or 0."""

    theorem: str
    low: int
    modules: str = ""
    law: str = "block_law n w"
    only: int = 0


@dataclass(frozen=True)
class _Proofs:
    """The theorems that apply to one certificate; what Coq computes becomes lemmas of its file."""

    writer: Writer
    case: Case
    table: list[list[int]]

    def of(self, value: str, name: str) -> _Rule:
        """Return the application of a theorem that proves a claim for one view, "any" or "graph"."""
        profile = self.case.profile
        view = f"(@{name} (nat * R)) _ d {name}_admits_graphs {profile.continuous}"
        if profile.zonal and value != "none" and self.case.psd is not None and min(self.case.degrees) >= 0:
            return self._zonal(value, name, view)
        return {"all": self._all, "some": self._some, "none": self._none}[value](view)

    def stated(self, value: str, name: str, rule: _Rule) -> tuple[str, str]:
        """Return the claim for one view, and its proof."""
        profile, d = self.case.profile, f"{rule.only}%nat" if rule.only else "d"
        claim = f"{value.capitalize()}Of ({rule.law}) (@{name} (nat * R)) {d}"
        claim += f" (factor_kernel {d} (block_factor k) {profile.term})"
        if rule.only:
            room = f"assert (Hd : ({rule.low} <= d)%nat) by (apply Nat.leb_le; reflexivity)"
            return claim, f"  set (d := {d}); {room}; exact ({rule.theorem}).\n"
        statement = f"forall (d : nat){profile.binder}, ({rule.low} <= d)%nat -> {profile.hypothesis}{claim}"
        return statement, f"  intros d{profile.variables} Hd{profile.names}; exact ({rule.theorem}).\n"

    def _zonal(self, value: str, name: str, view: str) -> _Rule:
        """A Gegenbauer series, D >= 0: as for f(t) = t, or for |f|, or by constant null vectors, or f(t) = f(1)."""
        profile, facts, d = self.case.profile, self._semidefinite(view), self.case.d
        if value == "some" and profile.turned:
            theorem = f"blocks_some_turned {facts} {profile.turned} {profile.zonal} Hd"
            return _Rule(theorem, 2, _SHARES + _ZONAL, "divided_blocks n w 2", d)
        if value == "some":
            rule = self._as_for(absolute(profile), value, name)
            narrower = "(fun T H => H)" if rule.law == "block_law n w" else "(fun T H => proj1 H)"
            theorem = f"blocks_some_zonal {facts} P pi _ eq_refl eq_refl {narrower} same_{name} {profile.zonal}"
            return _Rule(theorem, 1, rule.modules + _ZONAL, rule.law, d)
        if profile.zonal_rising:
            rule = self._as_for(FIRST_POWER, value, "any")
            theorem = f"blocks_all_zonal {facts} same_any {profile.zonal_rising} Hd"
            return _Rule(theorem, 1, rule.modules + _ZONAL, only=d)
        if profile.peaked and constant_null(self._psd) and not self._nonnegative:
            null = self.writer.check("constant_null", "constant_null_check n data")
            some = self.writer.check("degree_positive", "positive_degree_check n W K")
            theorem = f"blocks_all_zonal_peaked {facts} {null} {some} {profile.peaked} {profile.zonal} Hd"
            return _Rule(theorem, 1, _ZONAL, only=d)
        return self._all(view)

    def _as_for(self, profile: Profile, value: str, name: str) -> _Rule:
        """State the same claim for another profile, in this dimension, as a lemma; return how it is proved."""
        case = self.case
        plain = Case(self.writer, case.data, case.degrees, case.psd, profile, case.d)
        proofs = _Proofs(self.writer, plain, self.table)
        rule = replace(proofs.of(value, name), only=case.d)
        statement, proof = proofs.stated(value, name, rule)
        self.writer.define(f"Lemma same_{name} : {statement}.\nProof.\n{proof}Qed.\n")
        return rule

    @property
    def _psd(self) -> Mapping[str, Any]:
        assert self.case.psd is not None
        return self.case.psd

    @property
    def _nonnegative(self) -> bool:
        return all(x >= 0 for line in self.table for x in line)

    def _all(self, view: str) -> _Rule:
        """One unit vector is left, or all D_b > 0 and "all" for atoms, or no share is left and f is full."""
        profile, degrees = self.case.profile, self.case.degrees
        facts = self._semidefinite(view)
        if constant_null(self._psd):
            return self._constant(facts)
        if profile.rising and min(degrees) > 0:
            every = self.writer.check("degrees_positive", "positive_degrees_check n W K")
            atoms_all, rule = self._atoms("all")
            theorem = f"blocks_all_strict {facts} {every} {atoms_all} {profile.rising} {_least(rule.low)}"
            return _Rule(theorem, rule.low, rule.modules)
        strict = [D > 0 for D in degrees]
        basis = strict_basis(self._psd, strict)
        self.writer.define(f"Definition N : list (list Z) := {rows(basis.vectors)}.\n")
        self.writer.define(f"Definition Q : list nat := {listed(f'{q}%nat' for q in basis.labels)}.\n")
        if profile.full:
            share = self.writer.check("no_share", f"no_share_check n W K data N Q {basis.scale}")
            order = f"{_KERNEL} data {view} N Q {basis.scale} {self._accepted()}"
            return _Rule(f"blocks_all_full {order} {share} {profile.full} Hd", 1, _SIGNS + _FULL)
        if profile.cofinal:
            share = self.writer.check("no_share", f"no_share_check n W K data N Q {basis.scale}")
            order = f"{_KERNEL} data {view} N Q {basis.scale} {self._accepted()}"
            return _Rule(f"blocks_all_cofinal {order} {share} {profile.cofinal} Hd", 1, _SIGNS + _COFINAL)
        M = basis.pairs(strict)
        if M is None:
            raise NotInCoqError('"all" with a larger null space is emitted for exponentials, or one Gram matrix only')
        labels = listed(f"{i}%nat" for i, s in enumerate(strict) if s)
        self.writer.define(f"Definition I : list nat := {labels}.\nDefinition M : list (list Z) := {rows(M)}.\n")
        pairs = self.writer.check("pairs", f"strict_pairs_check n W K data N Q I {basis.scale} M")
        point = f"(strict_pairs_one_point {_KERNEL} data N Q I {basis.scale} M d accepted {pairs} Hd)"
        return self._one_point(facts, point, _STRICT + _SIGNS)

    def _constant(self, facts: str) -> _Rule:
        """Return "all" where null vectors are constant: by the first power, by an odd one, or by k >= 0."""
        profile = self.case.profile
        null = self.writer.check("constant_null", "constant_null_check n data")
        some = self.writer.check("degree_positive", "positive_degree_check n W K")
        if profile.rising:
            return _Rule(f"blocks_all {facts} {null} {some} {profile.rising} Hd", 1)
        point = f"(constant_check_one_point {_KERNEL} data d accepted {null} {some})"
        return self._one_point(facts, point, _SIGNS)

    def _one_point(self, facts: str, point: str, modules: str) -> _Rule:
        """Return "all" where null configurations are one unit vector."""
        profile = self.case.profile
        if profile.ascending and profile.peaked:
            theorem = f"blocks_all_ascending {facts} {point} {profile.ascending} {profile.peaked} Hd"
            return _Rule(theorem, 1, modules)
        if profile.peaked and self._nonnegative:
            positive = self.writer.check("nonnegative", "nonnegative_check n K kappa")
            return _Rule(f"blocks_all_peaked {facts} {point} {positive} {profile.peaked} Hd", 1, modules)
        raise NotInCoqError('"all" on blocks is emitted for a_p >= 0 with an odd a_p > 0, or k >= 0 and a peak at 1')

    def _some(self, view: str) -> _Rule:
        """L and D >= 0 leave another law, k = 0, or k >= 0 vanishes between two parts of the blocks."""
        profile, case = self.case.profile, self.case
        if profile.ascending and case.psd is not None and min(case.degrees) >= 0:
            return self._tied(view, self._semidefinite(view))
        if not any(x for line in self.table for x in line):
            zero = self.writer.check("zero", "zero_check n K")
            return _Rule(f"blocks_some_zero {_KERNEL} {view} {zero} Hd", 2, _SIGNS)
        if profile.even and profile.bounded and self._nonnegative:
            positive = self.writer.check("weights_positive", "weights_check n W omega")
            nonnegative = self.writer.check("nonnegative", "nonnegative_check n K kappa")
            facts = f"{positive} {nonnegative} {profile.bounded} {profile.even}"
            theorem = f"blocks_some_halves_sign {_KERNEL} {view} {facts} Hd"
            return _Rule(theorem, 1, _SIGNS + _SHARES, "divided_blocks n w 2")
        if profile.bounded and self._nonnegative and (parts := _parts(self.table)):
            self.writer.define(f"Definition V : list Z := {row(parts)}.\n")
            positive = self.writer.check("weights_positive", "weights_check n W omega")
            nonnegative = self.writer.check("nonnegative", "nonnegative_check n K kappa")
            cut = self.writer.check("cut", "cut_check n K V")
            theorem = f"blocks_some_cut {_KERNEL} {view} V {positive} {nonnegative} {cut} {profile.bounded} Hd"
            return _Rule(theorem, 1, _SIGNS)
        raise NotInCoqError(
            '"some" on blocks is emitted for a_p >= 0, p >= 1, or k >= 0 that vanishes between two parts'
        )

    def _tied(self, view: str, facts: str) -> _Rule:
        """Another law without a gap: D = 0, halves for f(-1) = f(1), "some" for atoms, shares or averages of blocks."""
        profile, degrees, data = self.case.profile, self.case.degrees, self.case.data
        strict, given = [D > 0 for D in degrees], data.get("indicator")
        if not any(degrees):
            zero = self.writer.check("degrees_zero", "zero_degree_check n W K")
            return _Rule(f"blocks_some_free {facts} {zero} {profile.ascending} Hd", 2)
        if profile.even and len(degrees) == 1:
            theorem = f"blocks_some_halves {facts} {profile.ascending} {profile.even} Hd"
            return _Rule(theorem, 1, _SIGNS + _SHARES, "divided_blocks n w 2")
        whole = find_shares(self._psd, [True] * len(degrees), given)  # blocks that move as a whole
        if profile.even or whole is not None or ("moments" in data and all(strict)):
            atoms_some, rule = self._atoms("some")
            theorem = f"blocks_some {facts} {atoms_some} {profile.ascending} {_least(rule.low)}"
            return _Rule(theorem, rule.low, rule.modules)
        shares = find_shares(self._psd, strict, given)
        if shares is not None:
            V, q = shares
            self.writer.define(f"Definition V : list Z := {row(V)}.\n")
            spread = self.writer.check("spread", f"spread_check {_KERNEL} V {q}")
            first = f"{_KERNEL} data {view} V {q} {self._accepted()}"
            theorem = f"blocks_some_shares {first} {spread} {profile.ascending} Hd"
            return _Rule(theorem, 1, _SIGNS + _SHARES, f"divided_blocks n w {q}")
        if profile.affine and "moments" in data:
            return self._averages(view)
        raise NotInCoqError('"some" on blocks is emitted for shares in the null space, f(-1) = f(1), or linear f')

    def _averages(self, view: str) -> _Rule:
        """Return "some" by the average contents of blocks, for a linear profile."""
        profile, low = self.case.profile, self.case.d
        N, G = (
            [[Fraction(x) for x in line] for line in table]
            for table in (self.case.data["psd"]["kernel"], self.case.data["moments"])
        )
        D, X, g = moment_points(N, G)
        self.writer.define(f"Definition D : list Z := {row(D)}.\nDefinition X : list (list Z) := {rows(X)}.\n")
        averages = self.writer.check("averages", f"averages_check n {low}%nat W omega K kappa D X {g}")
        first = f"{_KERNEL} data {view} {low}%nat D X {g} {self._accepted()} {averages}"
        theorem = f"blocks_some_moments {first} {profile.affine} {profile.ascending} Hd"
        return _Rule(theorem, low, _SIGNS + " BlockMoments BlockShares", "divided_blocks n w 2")

    def _none(self, view: str) -> _Rule:
        """Return the proof by a direction, by a negative degree, or by k <= 0 where a law is in hand."""
        data, degrees, sloped = self.case.data, self.case.degrees, self.case.profile.sloped
        if "law" in data:
            entries = [x for line in self.table for x in line]
            if max(entries) > 0 or not any(entries) or not self.case.profile.peaked:
                raise NotInCoqError("a law in hand on blocks is emitted where k <= 0 and f is largest at t = 1 alone")
            positive = self.writer.check("weights_positive", "weights_check n W omega")
            negative = self.writer.check("nonpositive", "nonpositive_check n K kappa")
            theorem = f"blocks_none_negative {_KERNEL} {view} {positive} {negative} {self.case.profile.peaked} Hd"
            return _Rule(theorem, 2, _SIGNS)
        if "v" in data:
            self.writer.define(f"Definition v : list Z := {row(cleared([Fraction(x) for x in data['v']])[0])}.\n")
            direction = self.writer.check("direction", f"direction_check {_KERNEL} v")
            symmetric = self.writer.check("symmetric", "symmetric_check n K")
            return _Rule(f"blocks_none_direction {_KERNEL} {view} v {direction} {symmetric} {sloped} Hd", 2)
        if min(degrees) >= 0:
            raise NotInCoqError("neither a direction nor a negative degree is given")
        block = degrees.index(min(degrees))
        negative = self.writer.check("degree_negative", f"negative_degree_check {_KERNEL} {block}%nat")
        return _Rule(f"blocks_none_degree {_KERNEL} {view} {block}%nat {negative} {sloped} Hd", 2)

    def _semidefinite(self, view: str) -> str:
        """Return the first arguments of theorems that rest on a positive semidefinite L and D >= 0."""
        if self.case.psd is None or min(self.case.degrees) < 0:
            raise NotInCoqError("on blocks this claim is emitted for a certified Laplacian and D >= 0")
        return f"{_KERNEL} data {view} {self._accepted()}"

    def _accepted(self) -> str:
        """Return the checks of positive weights, of L, and of D >= 0."""
        positive = self.writer.check("weights_positive", "weights_check n W omega")
        accepted = self.writer.check("accepted", f"factor_check {_KERNEL} data")
        degrees = self.writer.check("degrees_checked", "degree_check n W K")
        return f"{positive} {accepted} {degrees}"

    def _atoms(self, value: str) -> tuple[str, Rule]:
        """State the claim for graph laws of atoms with these weights and this table; return its proof and its rule."""
        rule, profile = self.case.rule("graph_laws"), self.case.profile
        statement = claim_statement("graph_laws", value, profile, low=rule.low)
        proof = f"  intros d{profile.variables} Hd{profile.names}; {rule.proof()}.\n"
        self.writer.define(f"Lemma atoms_{value} : {statement}.\nProof.\n{proof}Qed.\n")
        return f"(atoms_{value} d{profile.variables} Hd{profile.names})", rule


def _parts(table: list[list[int]]) -> list[int]:
    """Return 1 for the blocks that block 0 sees, in some steps, 0 for the others; nothing if it sees all."""
    parts = components(len(table), lambda i, j: table[i][j] != 0)
    return [int(i in parts[0]) for i in range(len(table))] if len(parts) > 1 else []


def _least(low: int) -> str:
    """Return the proof of 1 <= d from low <= d."""
    return f"(Nat.le_trans 1 {low} d (proj1 (Nat.leb_le 1 {low}) eq_refl) Hd)"
