"""Which theorem of the Coq library proves a view of a claim of T5 about atoms.

With a certified Laplacian, "all" rests on an odd power of t and a null space of constants, or one with a single Gram
matrix, or on a null space without indicators if powers of both parities take part without end; "some" on shares of two
opposite points that cost nothing, on f(-1) = f(1), or on the moments of a linear profile. "none" rests on a negative
direction or a negative degree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.certificates.coq.atoms.correlations import moment_points, pair_rows
from verify.certificates.coq.atoms.null_space import find_shares, unit_pivots
from verify.certificates.coq.atoms.strict import strict_basis
from verify.certificates.coq.profiles.profile import Profile
from verify.certificates.coq.text import NotInCoqError, Writer, cleared, listed, row, rows

__all__ = ["ACCEPTED", "BY_COMPUTATION", "Case", "Rule", "constant_null"]

_ODD = " OddClaims GaugeSome Pairs"
_STRICT = " BlockClaims StrictLabels StrictClaims"
_COFINAL = " Cofinal"
_AVERAGES = " BlockMoments SliceMoments"
_MANY = '"all" with a larger null space is emitted where powers of t take part without end, or for one Gram matrix'
#: The hypothesis that L is positive semidefinite.
ACCEPTED = "exact accepted | "
#: A hypothesis that Coq's own evaluation proves.
BY_COMPUTATION = "vm_cast_no_check (eq_refl true) | "


def constant_null(psd: Mapping[str, Any]) -> bool:
    """Whether the null space consists of the constants."""
    return len(psd["kernel"]) == 1 and len(set(psd["kernel"][0])) == 1


@dataclass(frozen=True)
class Rule:
    """A theorem of the library: its name, what follows n W omega K kappa, proofs of its hypotheses, the least d.

    `modules`: what a file has to import for it besides the usual ones. `only`: the one d in which it holds, or 0.
    """

    lemma: str
    arguments: str
    goals: str
    fact: str
    low: int = 1
    modules: str = ""
    only: int = 0

    def proof(self) -> str:
        """Return the tactic that applies it; Hd says that the dimension is large enough."""
        head = f"apply ({self.lemma} n W omega K kappa {self.arguments});\n    "
        room = f"(proj1 (Nat.leb_le {self.low}%nat {self.only}%nat) eq_refl)" if self.only else "Hd"
        return f"{head}[{self.goals}exact {self.fact} | exact {room}]"


@dataclass(frozen=True)
class Case:
    """What the claims of one certificate are proved from: its data, degrees, PSD data (or None), profile, dimension."""

    writer: Writer
    data: Mapping[str, Any]
    degrees: list[int]
    psd: Mapping[str, Any] | None
    profile: Profile
    d: int

    def rule(self, view: str) -> Rule:
        """Return the theorem that proves one view of the claim, its data defined."""
        value = self.data["claim"][view]
        if value == "all" and self.psd is not None:
            return self._all(view, self.psd)
        if value == "some" and self.psd is not None:
            return self._some(view, self.psd)
        if value == "none" and "v" in self.data:
            vector = cleared([Fraction(x) for x in self.data["v"]])[0]
            self.writer.define(f"Definition v : list Z := {row(vector)}.\n")
            lemma = "graph_laws_none" if view == "graph_laws" else "all_laws_none_direction"
            return Rule(lemma, "v", BY_COMPUTATION, self.profile.sloped, low=2)
        if value == "none" and view == "all_laws" and min(self.degrees) < 0:
            atom = self.degrees.index(min(self.degrees))
            return Rule("all_laws_none_degree", f"{atom}%nat", BY_COMPUTATION, self.profile.sloped, low=2)
        raise NotInCoqError(f'the claim "{value}" of {view} is not emitted for these data')

    def _all(self, view: str, psd: Mapping[str, Any]) -> Rule:
        """Collapse is unique: null vectors are constant, or no indicators and f is full, or have one Gram matrix."""
        profile, degrees, every = self.profile, self.degrees, view == "all_laws"
        if not every and len(degrees) == 1 and not profile.rising:
            return Rule("graph_laws_all_single", "", "", "(eq_refl true)", modules=_ODD)
        if not profile.odd:
            raise NotInCoqError('"all" is emitted for profiles with a_p >= 0 for p >= 1 and some odd a_p > 0')
        if constant_null(psd):
            if every and not (min(degrees) >= 0 and max(degrees) > 0):
                raise NotInCoqError('"all" for all laws is emitted where D >= 0 with one D_i > 0')
            goals = ACCEPTED + BY_COMPUTATION * (3 if every else 1)
            if not profile.rising:
                return Rule(f"{view}_all_odd", "data", goals, profile.odd, modules=_ODD)
            return Rule(f"{view}_all", "data", goals, profile.rising)
        vectors, T = unit_pivots(psd)
        if every and (min(degrees) <= 0 or not profile.rising or (profile.cofinal and not profile.full)):
            return self._by_strict_labels(psd)
        goals = ACCEPTED + BY_COMPUTATION * (2 if every else 1)
        if profile.full:
            return Rule(f"{view}_all_full", f"data {T}", goals, profile.full)
        if profile.cofinal and not every:
            return Rule("graph_laws_all_cofinal", f"data {T}", goals, profile.cofinal, modules=_COFINAL)
        M = pair_rows(vectors)
        if M is None:
            raise NotInCoqError(_MANY)
        self.writer.define(f"Definition M : list (list Z) := {rows(M)}.\n")
        if not profile.rising:
            return Rule("graph_laws_all_gram", f"data {T} M", goals, profile.odd, modules=_STRICT)
        return Rule(f"{view}_all_correlation", f"data {T} M", goals, profile.rising)

    def _by_strict_labels(self, psd: Mapping[str, Any]) -> Rule:
        """All laws, D >= 0: labels with D > 0 leave no share of a point, if f is full, or one Gram matrix only."""
        if min(self.degrees) < 0:
            raise NotInCoqError('"all" for all laws is emitted where D >= 0')
        strict = [D > 0 for D in self.degrees]
        basis = strict_basis(psd, strict)
        self.writer.define(f"Definition U : list (list Z) := {rows(basis.vectors)}.\n")
        self.writer.define(f"Definition places : list nat := {listed(f'{t}%nat' for t in basis.labels)}.\n")
        goals = BY_COMPUTATION + ACCEPTED + BY_COMPUTATION * 2
        if self.profile.full:
            arguments = f"data U places {basis.scale}"
            return Rule("all_laws_all_shares", arguments, goals, self.profile.full, modules=_STRICT + " Shares")
        if self.profile.cofinal:
            arguments = f"data U places {basis.scale}"
            return Rule("all_laws_all_cofinal", arguments, goals, self.profile.cofinal, modules=_STRICT + _COFINAL)
        G = basis.pairs(strict)
        if G is None:
            raise NotInCoqError(_MANY)
        labels = listed(f"{i}%nat" for i, s in enumerate(strict) if s)
        self.writer.define(f"Definition strict : list nat := {labels}.\nDefinition G : list (list Z) := {rows(G)}.\n")
        arguments = f"data U places strict {basis.scale} G"
        return Rule("all_laws_all_gram", arguments, goals, self.profile.odd, modules=_STRICT)

    def _some(self, view: str, psd: Mapping[str, Any]) -> Rule:
        """Collapse is not unique: opposite points that cost nothing, f(-1) = f(1), or moments of a linear profile."""
        profile, every, n = self.profile, view == "all_laws", len(self.degrees)
        if not profile.ascending:
            raise NotInCoqError('"some" is emitted for profiles with a_p >= 0 for p >= 1')
        if every and min(self.degrees) < 0:
            raise NotInCoqError('"some" for all laws is emitted where D >= 0')
        bound = ACCEPTED + BY_COMPUTATION * every + BY_COMPUTATION
        if profile.even and n >= (1 if every else 2):
            return Rule(f"{view}_even", "data", bound, profile.ascending + f" | exact {profile.even}")
        shares = find_shares(psd, [not every or D > 0 for D in self.degrees], self.data.get("indicator"))
        if shares is not None:
            V, q = shares
            self.writer.define(f"Definition V_{view} : list Z := {row(V)}.\n")
            arguments = f"data V_{view} {q}" if every else f"data V_{view}"
            return Rule(f"{view}_some", arguments, bound, profile.ascending)
        if profile.affine and "moments" in self.data:
            arguments, goals = self._moments(), f"{bound}exact {profile.affine} | "
            if every and min(self.degrees) == 0:  # a slice with D_i = 0 may have a mean of length < 1
                return Rule("all_laws_some_averages", arguments, goals, profile.ascending, self.d, _AVERAGES)
            return Rule(f"{view}_some_moments", arguments, goals, profile.ascending, low=self.d)
        raise NotInCoqError(
            '"some" is emitted for an indicator in the null space, f(-1) = f(1), or moments of linear f'
        )

    def _moments(self) -> str:
        """Define points with the Gram matrix of the certificate's moments, in the dimension of the problem at most."""
        N, G = (
            [[Fraction(x) for x in line] for line in table]
            for table in (self.data["psd"]["kernel"], self.data["moments"])
        )
        D, X, g = moment_points(N, G)
        self.writer.define(f"Definition D : list Z := {row(D)}.\nDefinition X : list (list Z) := {rows(X)}.\n")
        return f"{self.d}%nat data D X {g}"
