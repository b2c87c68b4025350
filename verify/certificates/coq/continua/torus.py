"""T5 on tori in Coq: k as a trigonometric polynomial of xi - zeta, its coefficients compared as integers.

The labels are independent uniform angles. "all" where khat(m) < khat(0) for all m, also for k >= 0 that vanishes
somewhere; "none" where khat(m) > khat(0) for one m.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.certificates.checker.enclosures.formulas import formula
from verify.certificates.checker.problem import Problem, read_labels
from verify.certificates.checker.reading import spent
from verify.certificates.coq.continua.bounded import Factor, label_names
from verify.certificates.coq.continua.trigonometric import Waves, read_waves
from verify.certificates.coq.profiles.profile import Profile, read_profile
from verify.certificates.coq.text import VIEWS, CoqFile, NotInCoqError, Writer, cleared, row, rows, whole

__all__ = ["emit_torus"]

_MODULES = (
    "Sums Vectors Energy Nonnegative PsdCheck Profiles GaugeCertificate Signs Cuts TokenLaws TokenLaplacian\n"
    "  TokenClaims TokenPeaked TokenSigns Within ContinuumSigns IndependentAngles WaveSystems TorusClaims Polar"
)
_NOTATION = "k(xi, zeta) = c_0 / kappa + sum C_j / kappa cos(<M_j, xi - zeta>), independent uniform angles."
_COMPUTED = "(eq_refl true)"


def emit_torus(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate of T5 about a torus by the Fourier coefficients of k.

    Raises
    ------
    NotInCoqError
        k is no trigonometric polynomial of xi - zeta, or no theorem of the library covers the claim.
    """
    spec, claim = cert["problem"], cert["data"]["claim"]
    writer = Writer(cert)
    spent[0] = 0  # the count of work starts anew, as in `check`
    Problem(spec["d"], read_labels(spec["labels"]), spec).factor()  # the checker refuses formulas that are not finite
    if not isinstance(spec.get("k"), str):
        raise NotInCoqError("k is no trigonometric polynomial of xi - zeta")
    first, second = label_names(spec, "xi"), label_names(spec, "zeta")
    series = _Series.of(read_waves(formula(spec["k"], first + second), first, second), Factor(spec))
    profile = read_profile(spec["profile"], int(spec["d"]))
    writer.define(series.definitions() + profile.definitions, profile.imports)
    for view in VIEWS:
        if view in claim:
            value, laws = claim[view], f"(@{VIEWS[view]} (nat -> R))"
            n = f"{len(first)}%nat"
            low, theorem = _theorem(value, series, profile)
            facts = f"{laws} {VIEWS[view]}_admits_graphs {n} c0 Ms Cs kappa k _ d series {profile.continuous}"
            statement = (
                f"forall (d : nat){profile.binder}, ({low} <= d)%nat -> {profile.hypothesis}"
                f"{value.capitalize()}Of (independent_angles {n}) {laws} d (factor_kernel d k {profile.term})"
            )
            proof = f"  intros d{profile.variables} Hd{profile.names}.\n  exact ({theorem.format(facts)} Hd).\n"
            writer.prove(f"proved_{view}_{value}", view, statement, proof)
    return writer.file(_NOTATION, _MODULES + profile.modules)


@dataclass(frozen=True)
class _Series:
    """k = (c_0 + sum C_j cos(<M_j, xi - zeta>)) / kappa in integers."""

    waves: Waves
    factor: Factor
    c0: int
    numbers: list[int]
    multiples: list[tuple[int, ...]]
    kappa: int

    @classmethod
    def of(cls, waves: Waves, factor: Factor) -> _Series:
        """Return the series in integers."""
        zero = (0,) * len(waves.first)
        multiples = [M for M in waves.coefficients if any(M)]
        (c0, *numbers), kappa = cleared([waves.coefficients.get(M, Fraction(0)) for M in (zero, *multiples)])
        return cls(waves, factor, c0, numbers, multiples, kappa)

    @property
    def nonnegative(self) -> bool:
        """Whether interval arithmetic shows k >= 0."""
        return self.factor.bounds.low >= 0

    def definitions(self) -> str:
        """Return k, the integers, and the lemma that k is this series."""
        names = self.waves.first + self.waves.second
        angles = {M: _wave_text(M, self.waves) for M in self.multiples}
        terms = "".join(
            f"\n    + IZR {whole(c)} / IZR {self.kappa} * cos ({angles[M]})"
            for c, M in zip(self.numbers, self.multiples, strict=True)
        )
        points = " ".join(f"({label} {c}%nat)" for label in ("xi", "zeta") for c in range(len(self.waves.first)))
        return (
            f"{self.factor.definitions()}Definition c0 : Z := {whole(self.c0)}.\n"
            f"Definition kappa : Z := {self.kappa}.\n"
            f"Definition Ms : list (list Z) := {rows(self.multiples)}.\n"
            f"Definition Cs : list Z := {row(self.numbers)}.\n"
            f"Lemma expanded ({' '.join(names)} : R) : (formula {' '.join(names)} =\n"
            f"  IZR {whole(self.c0)} / IZR {self.kappa} + (0{terms}))%R.\n"
            f"Proof.\n  unfold formula.\n{self.waves.steps(angles)}Qed.\n"
            "Lemma series (xi zeta : nat -> R) : k xi zeta = torus_series "
            f"{len(self.waves.first)}%nat c0 Ms Cs kappa xi zeta.\nProof. exact (expanded {points}). Qed.\n"
            + self._sign()
        )

    def _sign(self) -> str:
        """Return the lemma that k >= 0, where that is seen."""
        if not self.nonnegative:
            return ""
        n = len(self.waves.first)
        return (
            f"Lemma nonnegative (T : labelled (nat -> R)) : independent_angles {n}%nat T ->\n"
            "  forall u v, (0 <= between k T u v)%R.\n"
            f"Proof.\n  intros HT u v; pose proof (bounded T (independent_cube {n}%nat T HT) u v); lra.\nQed.\n"
        )


def _wave_text(M: tuple[int, ...], waves: Waves) -> str:
    """Return the angle <M, xi> - <M, zeta> as Coq's sums are."""
    first, second = (
        "0" + "".join(f" + IZR {whole(m)} * {x}" for m, x in zip(M, names, strict=True))
        for names in (waves.first, waves.second)
    )
    return f"{first} - ({second})"


def _theorem(value: str, series: _Series, profile: Profile) -> tuple[int, str]:
    """Return the least dimension, and the theorem with a place for its first arguments."""
    below = series.c0 > 0 and all(c < 2 * series.c0 for c in series.numbers)
    if value == "all" and below:
        if profile.rising:
            return 1, f"torus_all {{}} {_COMPUTED} {_COMPUTED} {profile.rising}"
        if profile.ascending and profile.peaked:
            return 1, f"torus_all_odd {{}} {_COMPUTED} {_COMPUTED} {profile.ascending} {profile.peaked}"
        if profile.peaked and series.nonnegative:
            return 1, f"torus_all_peaked {{}} {_COMPUTED} {_COMPUTED} nonnegative {profile.peaked}"
    if value == "none" and profile.sloped:
        j = max(range(len(series.numbers)), key=lambda j: series.numbers[j], default=None)
        if j is not None and series.numbers[j] > 2 * series.c0:
            return 2, f"torus_none {{}} {_COMPUTED} {j}%nat {_COMPUTED} {profile.sloped}"
    raise NotInCoqError(f'the claim "{value}" on the torus is not emitted for this profile and this k')
