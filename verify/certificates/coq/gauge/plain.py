"""T4 for gauges given by frequencies on continua in Coq, where T5 says "all" about the plain kernel k f(<x, y>).

The file of the plain kernel is that of T5, for its factor of any sign and its profile; its theorems become lemmas. The
maximisers of the gauge kernel are x = Q^T u, u constant: "none" where all d / 2 planes move, "some" where one moves and
a basis vector stays, "all" where nothing moves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.certificates.checker.enclosures.continua import Continuum
from verify.certificates.checker.enclosures.formulas import Tree, expand, formula, linear
from verify.certificates.checker.problem import read_labels
from verify.certificates.checker.reading import spent
from verify.certificates.coq.bounds import enclosed, real
from verify.certificates.coq.continua.sign import emit_continuum
from verify.certificates.coq.formulas import real_term
from verify.certificates.coq.gauge.continua import frequencies_text, surd_number
from verify.certificates.coq.gauge.phases import read_planes
from verify.certificates.coq.profiles.profile import Profile, read_profile
from verify.certificates.coq.text import VIEWS, CoqFile, CoqTheorem, NotInCoqError, Writer, as_lemmas
from verify.certificates.makers import certificate

__all__ = ["emit_plain_gauge", "plain_lemmas"]

_MODULES = " Gauge GaugeCertificate Rotary Turns GaugeTokens LabelLaws TokenClaims TokenSigns ContinuumSigns\n"
_MODULES += "  ContinuumGauges UniformLaws Within GaugePlain IndependentAngles PlainGauges\n  AffineDensities"
#: In every dimension d, or in one, for a Gegenbauer series.
_STATED = re.compile(
    r"(?:(\(T : labelled .*?\) )?\(d : nat\).*?)?"
    r"AllOf (\(.*?\)|\w+) \(@\w+ .*? (?:d|\d+%nat) \(factor_kernel (?:d|\d+%nat) k ",
    re.DOTALL,
)
#: A law of labels of a gauge kernel is one of those that T5 speaks of.
_NARROWER = "first [exact (circle_angles _ {0}) | exact (interval_law_interval _ _ _ _ {0})\n"
_NARROWER += "    | exact (independent_torus _ _ {0}) | exact (independent_cube _ _ {0})]"


@dataclass(frozen=True)
class _Labels:
    """The law of labels, their type, the angles of the planes, the gauge kernel; how planes are seen to move or stay.

    `turning`, `still`: theorems up to the number of the plane.
    """

    type: str
    law: str
    angle: str
    axes: int
    admissible: str
    turning: str
    still: str
    definitions: str = ""

    def kernel(self, d: int, term: str) -> str:
        return f"(gauge_kernel {d}%nat k {term} (rotary_gauge m {self.angle}))"


def plain_lemmas(writer: Writer, spec: Mapping[str, Any], views: Sequence[str]) -> tuple[CoqFile, str]:
    """Write what T5 says of the plain kernel k f(<x, y>), "all", as lemmas plain_*; return its file and its modules.

    Raises
    ------
    NotInCoqError
        The plain kernel has no file with that claim.
    """
    given = {name: spec[name] for name in ("k", "bias") if name in spec} or {"k": "1"}
    kept = {name: spec[name] for name in ("d", "labels", "profile")}
    claim = dict.fromkeys(views, "all")
    plain = emit_continuum(certificate("T5", {"family": "factor", **kept, **given}, "sign", {}, claim))
    modules, lemmas = as_lemmas(plain, "plain")
    writer.define(lemmas)
    return plain, modules


def emit_plain_gauge(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate of T4 with frequencies on a continuum by the plain kernel's T5.

    Raises
    ------
    NotInCoqError
        The plain kernel has no file with the claim "all", or the planes do not give the claim.
    """
    writer, spec, claim = Writer(cert), cert["problem"], cert["data"]["claim"]
    spent[0] = 0  # the count of work starts anew, as in `check`
    d, planes, labels = int(spec["d"]), read_planes(spec), _labels(spec)
    plain, modules = plain_lemmas(writer, spec, list(claim))
    writer.define(
        f"Definition m : nat := {len(planes)}%nat.\n{frequencies_text(planes, labels.axes)}{labels.definitions}"
    )
    moving = [any(any(surd_number(omega)) for omega in plane) for plane in planes]
    gauge = _Gauge(writer, labels, read_profile(spec["profile"], d), d, moving)
    for theorem in plain.theorems:
        gauge.state_plain(theorem)
        statement, proof = gauge.proved(claim[theorem.view], theorem.view)
        writer.prove(f"proved_{theorem.view}_{claim[theorem.view]}", theorem.view, statement, proof)
    return writer.file("Q turns plane p by the angle <omega_p, l> at the label l.", f"{modules}{_MODULES}")


def _labels(spec: Mapping[str, Any]) -> _Labels:
    """Return the law of labels: uniform on a circle, an interval or a torus, or an affine density on an interval."""
    labels = read_labels(spec["labels"])
    if not isinstance(labels, Continuum):
        raise NotInCoqError("these labels are no interval, circle or torus")
    if labels.kind == "torus":
        n = f"{len(labels.shape)}%nat"
        angle = f"(cube_angle {n} (frequency A B C q))"
        admissible = f"cube_admissible {n} T m (frequency A B C q) HT"
        turning, still = f"cube_turning {n} {{}} A B C q T {{}} HT", f"cube_still {n} A B C q {{}} l {{}}"
        return _Labels("(nat -> R)", f"(independent_angles {n})", angle, len(labels.shape), admissible, turning, still)
    angle, admissible = "(line_angle (frequency A B C q 0))", "line_admissible T m (frequency A B C q 0) (proj1 HT)"
    still = "line_still A B C q {} l {}"
    if labels.kind == "circle":
        turning = "line_turning {} A B C q 0 (2 * PI) T {} turn_positive HT"
        return _Labels("R", "circle_law", angle, 1, admissible, turning, still)
    ends = [formula(spec["labels"][end]) for end in ("a", "b")]
    a, b = (f"({real_term(end)})%R" for end in ends)
    low, high = (enclosed(end, {}) for end in ends)
    if low.high >= high.low:
        raise NotInCoqError("the ends of the interval are not seen to be in order")
    bounds = "".join(
        f"  assert ({real(x.low)} <= {end} <= {real(x.high)})%R by ({x.proof}).\n" for end, x in ((a, low), (b, high))
    )
    ordered = f"Lemma ordered : ({a} < {b})%R.\nProof.\n{bounds}  lra.\nQed.\n"
    if labels.density is None:
        turning, density = f"line_turning {{}} A B C q {a} {b} T {{}} ordered HT", "(fun _ => 1%R)"
    else:
        density = f"(fun xi => {real_term(labels.density, embedding='')})%R"
        r0, r1 = (real(x) for x in _affine(labels.density))
        u, v = (f"{r0} + {r1} * {end}" for end in (a, b))
        ordered += (
            f"Lemma affine : forall xi : R, ({density} xi = {r0} + {r1} * xi)%R.\n"
            "Proof. intros; cbv beta; field. Qed.\n"
            f"Lemma density : (0 <= {u} /\\ 0 <= {v} /\\ 0 < {u} + ({v}))%R.\n"
            f"Proof.\n{bounds}  lra.\nQed.\n"
        )
        turning = (
            f"density_moves {a} {b} {density} {r0} {r1} (frequency A B C q 0) {{0}} T affine ordered\n"
            "    (proj1 density) (proj1 (proj2 density)) (proj2 (proj2 density))\n"
            "    (line_frequency A B C q {0} {1}) HT"
        )
    return _Labels("R", f"(interval_law {a} {b} {density})", angle, 1, admissible, turning, still, ordered)


def _affine(density: Tree) -> tuple[Fraction, Fraction]:
    """Return r_0 and r_1 with the density r_0 + r_1 xi."""
    terms = expand(density, linear(("var", "xi")))
    if terms is None or not terms.keys() <= {(0, 0, 0), (1, 0, 0)}:
        raise NotInCoqError("densities are emitted if they are affine")
    return terms.get((0, 0, 0), Fraction(0)), terms.get((1, 0, 0), Fraction(0))


@dataclass(frozen=True)
class _Gauge:
    """A gauge kernel of the planes `moving`, which says of each whether it has a frequency that is not 0."""

    writer: Writer
    labels: _Labels
    profile: Profile
    d: int
    moving: list[bool]

    @property
    def binder(self) -> str:
        return f"forall{self.profile.binder}, {self.profile.hypothesis}" if self.profile.binder else ""

    @property
    def given(self) -> str:
        return f"{self.profile.variables}{self.profile.names}"

    def laws(self, view: str) -> str:
        return f"(@{VIEWS[view]} {self.labels.type})"

    def state_plain(self, theorem: CoqTheorem) -> None:
        """State "all" about the plain kernel for this law of labels."""
        name, found = theorem.name.rpartition(".proved_")[2], _STATED.search(theorem.statement)
        if not found:
            raise NotInCoqError(f"{name} is not emitted for gauge kernels on continua")
        labels, law = self.labels, found[2].replace(" T)", " T0)")
        fits, narrower = _NARROWER.format("HT"), "intros S [HS HE]; "
        if law.startswith("(labels_of"):
            narrower += f"split; [{_NARROWER.format('HS')}\n    | exact HE]"
        else:
            narrower += "exact HE" if found[1] else "exact HS"
        least = f"(proj1 (Nat.leb_le 1 {self.d}) eq_refl)"
        self.writer.define(
            f"Lemma all_{theorem.view} : forall T0 : labelled {labels.type}, {labels.law} T0 -> {self.binder}\n"
            f"  AllOf (labels_of {labels.law} T0) {self.laws(theorem.view)} {self.d}%nat\n"
            f"    (factor_kernel {self.d}%nat k {self.profile.term}).\n"
            f"Proof.\n  intros T0 HT{self.given}; apply (all_narrower (rho := {law})).\n"
            f"  - {narrower}.\n  - apply plain_{name}; first [assumption | {fits}\n    | exact {least}].\nQed.\n"
        )

    def proved(self, value: str, view: str) -> tuple[str, str]:
        """Return the statement of one view, and its proof."""
        moving, d, law = self.moving, self.d, self.labels.law
        kernel, plain = self.labels.kernel(d, self.profile.term), f"all_{view} T0 HT{self.given}"
        if value == "none" and d == 2 * len(moving) and all(moving):
            statement = f"{self.binder}\n    NoneOf {law} {self.laws(view)} {d}%nat\n    {kernel}"
            intros = f"  intros{self.given}.\n" if self.given else ""
            return statement.lstrip(), f"{intros}  exact ({self._none(view)}\n    (fun T0 HT => {plain})).\n"
        if value == "all" and not any(moving):
            theorem = self._all(view)
        elif value == "some" and any(moving) and (d > 2 * len(moving) or not all(moving)):
            theorem = self._some(view)
        else:
            raise NotInCoqError(f'"{value}" is not what the planes give where T5 says "all" about the plain kernel')
        statement = (
            f"forall T0 : labelled {self.labels.type}, {law} T0 -> {self.binder}\n"
            f"    {value.capitalize()}Of (labels_of {law} T0) {self.laws(view)} {d}%nat\n    {kernel}"
        )
        return statement, f"  intros T0 HT{self.given}.\n  exact ({theorem}\n    ({plain})).\n"

    def _none(self, view: str) -> str:
        """All d / 2 planes move."""
        self._planes("plane_check", "A B C q")
        self._turning("forall p, (p < m)%nat -> moves", "p", "(every_plane _ m planes_checked p Hp)")
        first = f"{self.labels.law} {self.laws(view)} m k {self.profile.term} {self.labels.angle}"
        return f"plain_none {first}\n    (proj1 (Nat.leb_le 1 m) eq_refl) {_admits(view)} turning"

    def _all(self, view: str) -> str:
        """No plane moves."""
        self._planes("still_check", "A B C")
        stays = self.labels.still.format("p", "(every_plane _ m planes_checked p Hp)")
        first = f"_ {self.laws(view)} m {self.d}%nat k {self.profile.term} {self.labels.angle}"
        return f"plain_all {first}\n    {self._fits} (fun l p Hp => {stays})"

    def _some(self, view: str) -> str:
        """One plane moves, and a basis vector stays: beside the planes, or in one that does not move."""
        d, m, p, angle = self.d, len(self.moving), self.moving.index(True), self.labels.angle
        plane = self.writer.check("plane_moves", f"plane_check {self.labels.axes}%nat A B C q {p}%nat")
        self._turning("moves", f"{p}%nat", plane)
        if d > 2 * m:
            b, stays = 2 * m, f"rotary_fixes m {d}%nat ({angle} l) {2 * m}%nat (le_n _) {_less(2 * m, d)}"
        else:
            o = self.moving.index(False)
            zero = self.writer.check("plane_stays", f"still_check {self.labels.axes}%nat A B C {o}%nat")
            still = self.labels.still.format(f"{o}%nat", zero)
            b, stays = 2 * o, f"still_basis m {d}%nat ({angle} l) {o}%nat {self._fits} {_less(o, m)} ({still})"
        return (
            f"plain_some _ {self.laws(view)} m {d}%nat k {self.profile.term} {angle} {p}%nat {b}%nat {self._fits}\n"
            f"    {_less(p, m)} {_less(b, d)} {_admits(view)} (fun S HS => turning S (proj1 HS))\n"
            f"    (fun l => {stays})"
        )

    @property
    def _fits(self) -> str:
        """The proof that the planes fit into R^d."""
        return f"(proj1 (Nat.leb_le (2 * m)%nat {self.d}%nat) eq_refl)"

    def _planes(self, check: str, integers: str) -> None:
        """Add the lemma that all planes pass a check."""
        every = f"forallb ({check} {self.labels.axes}%nat {integers}) (seq 0 m)"
        self.writer.check("planes_checked", every)

    def _turning(self, moves: str, p: str, checked: str) -> None:
        """Add the lemma that angles are admissible and one plane moves, or all planes."""
        labels, intros = self.labels, "intros p Hp; " if p == "p" else ""
        self.writer.define(
            f"Lemma turning : forall T, {labels.law} T ->\n"
            f"  admissible_angles T m {labels.angle} /\\ ({moves} T {labels.angle} {p}).\n"
            f"Proof.\n  intros T HT; split; [exact ({labels.admissible})|].\n"
            f"  {intros}exact ({labels.turning.format(p, checked)}).\nQed.\n"
        )


def _admits(view: str) -> str:
    return f"{VIEWS[view]}_admits_graphs {VIEWS[view]}_admits_turns"


def _less(p: int, m: int) -> str:
    return f"(proj1 (Nat.ltb_lt {p} {m}) eq_refl)"
