"""T5 on atoms in Coq for polynomials with nonnegative Gegenbauer coefficients, in the dimension of the problem alone.

"All" follows from what holds for f(t) = t if a_1 > 0, and from a null space of constants if f is largest at t = 1
alone. "Some" follows from what holds for the polynomial with the absolute values of the power coefficients, or from
f(t) = f(1), t < 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from verify.certificates.coq.atoms.claims import ACCEPTED, BY_COMPUTATION, Case, Rule, constant_null
from verify.certificates.coq.atoms.table import claim_statement
from verify.certificates.coq.profiles.profile import Profile
from verify.certificates.coq.text import NotInCoqError, Writer

__all__ = ["ABSOLUTE", "FIRST_POWER", "ZonalCase", "absolute", "new_case"]

_RISING = "first_power_rising"
#: f(t) = t.
FIRST_POWER = Profile(
    "", "", "", "", "", "first_power",
    rising=_RISING,
    ascending=f"(rising_ascending _ {_RISING})",
    odd=f"(rising_odd _ {_RISING})",
    peaked=f"(rising_peaked _ {_RISING})",
    continuity="(polynomial_continuous [0; 1] 1)",
)  # fmt: skip
#: The polynomial with the absolute values of the coefficients.
ABSOLUTE = Profile(
    "", "", "", "", "", "(polynomial (absolute P) pi)",
    ascending="(absolute_ascending P pi (eq_refl : (0 < pi)%Z))",
    continuity="(polynomial_continuous (absolute P) pi)",
)  # fmt: skip


def absolute(profile: Profile) -> Profile:
    """Return |f|, the polynomial P / pi with the absolute values of its coefficients, even where f is even."""
    return replace(ABSOLUTE, even="(polynomial_even (absolute P) pi eq_refl)") if profile.even else ABSOLUTE


def new_case(
    writer: Writer,
    data: Mapping[str, Any],
    degrees: list[int],
    psd: Mapping[str, Any] | None,
    profile: Profile,
    d: int,
) -> Case:
    """Return what the claims of a certificate are proved from."""
    return (ZonalCase if profile.zonal else Case)(writer, data, degrees, psd, profile, d)


class ZonalCase(Case):
    """The same for a profile that is a Gegenbauer series."""

    def rule(self, view: str) -> Rule:
        """Return the theorem that proves one view of the claim, its data defined."""
        value, profile = self.data["claim"][view], self.profile
        if value == "none" or self.psd is None or (view, len(self.degrees)) == ("graph_laws", 1):
            return super().rule(view)
        every = view == "all_laws"
        if every and min(self.degrees) < 0:
            raise NotInCoqError(f'"{value}" for all laws is emitted where D >= 0')
        if value == "all":
            return self._zonal_all(view, self.psd)
        goals, arguments = ACCEPTED + BY_COMPUTATION * (2 if every else 1), f"data _ {self.d}%nat"
        if profile.turned:
            goals += f"exact {profile.turned} | "
            return Rule(f"{view}_turned_zonal", arguments, goals, profile.zonal, 2, only=self.d)
        same, modules = self._transferred(view, value, absolute(profile))
        arguments = f"data P pi {self.d}%nat"
        return Rule(f"{view}_some_zonal", arguments, f"{goals}exact {same} | ", profile.zonal, 1, modules, self.d)

    def _zonal_all(self, view: str, psd: Mapping[str, Any]) -> Rule:
        """Collapse is unique: as for the linear profile, or null vectors are constant and f has one peak."""
        profile, every, arguments = self.profile, view == "all_laws", f"data _ {self.d}%nat"
        if profile.zonal_rising:
            same, modules = self._transferred(view, "all", FIRST_POWER)
            goals = f"{ACCEPTED}{BY_COMPUTATION * every}exact {same} | "
            return Rule(f"{view}_all_zonal", arguments, goals, profile.zonal_rising, 1, modules, self.d)
        if not (constant_null(psd) and profile.peaked) or (every and max(self.degrees) <= 0):
            raise NotInCoqError(
                '"all" for Gegenbauer series is emitted where a_1 > 0, or null vectors are constant and f has one peak'
            )
        goals = f"{ACCEPTED}{BY_COMPUTATION * (3 if every else 1)}exact {profile.peaked} | "
        return Rule(f"{view}_all_zonal_peaked", arguments, goals, profile.zonal, only=self.d)

    def _transferred(self, view: str, value: str, profile: Profile) -> tuple[str, str]:
        """State the claim for another profile as a lemma; return its name and the modules of its proof."""
        rule = Case(self.writer, {**self.data, "claim": {view: value}}, self.degrees, self.psd, profile, self.d).rule(
            view
        )
        name = f"same_{view}"
        rule = replace(rule, only=self.d)
        statement = claim_statement(view, value, profile, low=rule.low, only=self.d)
        self.writer.define(f"Lemma {name} : {statement}.\nProof.\n  {rule.proof()}.\nQed.\n")
        return name, rule.modules
