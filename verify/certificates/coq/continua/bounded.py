"""T5 on circles, intervals and tori in Coq, where interval arithmetic shows that k is bounded away from 0, or k >= 0.

k >= e > 0 collapses whatever the law of labels is, for every peaked profile; where f(-1) = f(1), k >= 0 leaves contents
u and -u, one on a set of labels and the other one on the rest. k <= -e < 0 never collapses where labels are uniform.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.certificates.checker.enclosures.formulas import Tree, formula
from verify.certificates.checker.problem import Problem, read_labels
from verify.certificates.checker.reading import spent
from verify.certificates.coq.bounds import Bounds, admissible, enclosed, real
from verify.certificates.coq.formulas import real_term
from verify.certificates.coq.profiles.profile import Profile, read_profile
from verify.certificates.coq.text import VIEWS, CoqFile, NotInCoqError, Writer

__all__ = ["Factor", "emit_bounded", "label_names"]

_MODULES = (
    "Sums Vectors Energy Nonnegative PsdCheck Profiles GaugeCertificate Signs Cuts TokenLaws TokenLaplacian\n"
    "  TokenClaims TokenPeaked CircleWaves CircleProjections CircleLaws CircleClaims LabelLaws TokenSigns UniformLaws\n"
    "  Within ContinuumSigns"
)
_NOTATION = "k is the formula of the problem, of the labels of two tokens; between bounds, by interval arithmetic."


def emit_bounded(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate of T5 on a continuum by bounds of k.

    Raises
    ------
    NotInCoqError
        The bounds do not show the sign of k, or no theorem of the library covers the claim.
    """
    spec, claim = cert["problem"], cert["data"]["claim"]
    writer = Writer(cert)
    spent[0] = 0  # the count of work starts anew, as in `check`
    Problem(spec["d"], read_labels(spec["labels"]), spec).factor()  # the checker refuses formulas that are not finite
    profile = read_profile(spec["profile"], int(spec["d"]))
    factor = Factor(spec)
    writer.define(factor.definitions() + profile.definitions, profile.imports)
    for view in VIEWS:
        if view in claim:
            laws = f"(@{VIEWS[view]} {factor.space})"
            statement, proof = _theorem(claim[view], factor, profile, laws, f"{laws} {VIEWS[view]}_admits_graphs")
            writer.prove(f"proved_{view}_{claim[view]}", view, statement, proof)
    turned = "\n  ZonalContinuumClaims" if profile.turned else ""
    return writer.file(_NOTATION, _MODULES + turned + profile.modules)


def label_names(spec: Mapping[str, Any], label: str) -> list[str]:
    """Return the variables of one label in formulas."""
    labels = spec["labels"]
    return [f"{label}{c + 1}" for c in range(int(labels["dim"]))] if labels["kind"] == "torus" else [label]


@dataclass
class Factor:
    """k on a continuum as a function of the coordinates of two labels, each of which lies between two ends."""

    spec: Mapping[str, Any]
    parts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Read the labels and the formula."""
        text = self.spec.get("bias", self.spec.get("k"))
        if not isinstance(text, str):
            raise NotInCoqError("a factor on a continuum is a formula")
        self.kind = str(self.spec["labels"]["kind"])
        self.variables = label_names(self.spec, "xi") + label_names(self.spec, "zeta")
        tree = formula(text, self.variables)
        self.tree: Tree = ("exp", tree) if "bias" in self.spec else tree
        interval = self.kind == "interval"
        ends = [formula(self.spec["labels"][end] if interval else text) for end, text in (("a", "0"), ("b", "2*pi"))]
        self.ends = [f"({real_term(end)})%R" for end in ends]
        self.values = [enclosed(end, {}) for end in ends]
        span = (self.values[0].low, self.values[1].high)
        self.bounds: Bounds = enclosed(self.tree, dict.fromkeys(self.variables, span))
        self._ranges = dict.fromkeys(self.variables, span)

    @property
    def space(self) -> str:
        """The type of labels."""
        return "(nat -> R)" if self.kind == "torus" else "R"

    @property
    def dimension(self) -> int:
        """The number of coordinates of a label."""
        return len(self.variables) // 2

    @property
    def law(self) -> str:
        """The property of tokens that their labels are such points."""
        if self.kind == "torus":
            return f"(cube {self.dimension}%nat {' '.join(self.ends)})"
        return f"(interval {' '.join(self.ends)})"

    def definitions(self) -> str:
        """Return k, its bounds, and the lemmas that it is admissible and between its bounds for all pairs of tokens."""
        fits = admissible(self.tree, self._coordinate, self._above)
        low, high = real(self.bounds.low), real(self.bounds.high)
        return (
            f"{self._stated()}{self._ends()}{''.join(self.parts)}{self._bounded('bounds', self.tree, self.bounds)}"
            f"Lemma admissible (T : labelled {self.space}) : {self.law} T -> pair_fit T (between k T).\n"
            f"Proof.\n  intros HT; unfold between, {self._unfolded()}.\n  {fits}.\nQed.\n"
            f"Lemma bounded (T : labelled {self.space}) : {self.law} T -> forall u v, "
            f"({low} <= between k T u v <= {high})%R.\n"
            f"Proof. intros HT u v; exact {self._applied('bounds')}. Qed.\n"
        )

    def _stated(self) -> str:
        term = real_term(self.tree, embedding="")
        if self.kind != "torus":
            return f"Definition k (xi zeta : R) : R := {term}%R.\n"
        points = " ".join(f"({label} {c}%nat)" for label in ("xi", "zeta") for c in range(self.dimension))
        return (
            f"Definition formula ({' '.join(self.variables)} : R) : R := {term}%R.\n"
            f"Definition k (xi zeta : nat -> R) : R := formula {points}.\n"
        )

    def _unfolded(self) -> str:
        return "k, formula" if self.kind == "torus" else "k"

    def _ends(self) -> str:
        """Return the lemma that encloses the ends of the ranges, which need not be rational."""
        (a, b), (x, y) = self.ends, self.values
        stated = [f"({real(v.low)} <= {end} <= {real(v.high)})%R" for end, v in ((a, x), (b, y))]
        both = " /\\ ".join(stated)
        return f"Lemma ends : {both}.\nProof. split; [{x.proof} | {y.proof}]. Qed.\n"

    def _bounded(self, name: str, tree: Tree, bounds: Bounds) -> str:
        """Return the lemma that a formula lies between its bounds."""
        a, b = self.ends
        ranges = "".join(f"({a} <= {x} <= {b})%R -> " for x in self.variables)
        return (
            f"Lemma {name} ({' '.join(self.variables)} : R) :\n"
            f"  {ranges}({real(bounds.low)} <= {real_term(tree, embedding='')} <= {real(bounds.high)})%R.\n"
            f"Proof. intros; pose proof ends; {bounds.proof}. Qed.\n"
        )

    def _applied(self, lemma: str) -> str:
        """Return such a lemma for the labels of the tokens u and v."""
        tokens, coordinates = ("u", "v"), range(self.dimension)
        torus = self.kind == "torus"
        points = " ".join(f"(label T {w}{f' {c}%nat' * torus})" for w in tokens for c in coordinates)
        return f"({lemma} {points} {' '.join(f'({self._range(c)} {w})' for w in tokens for c in coordinates)})"

    def _range(self, c: int) -> str:
        return f"(proj2 ({self._point(c)}))" if self.kind == "torus" else "(proj2 HT)"

    def _point(self, c: int) -> str:
        """Return what HT says about one coordinate of a torus."""
        return f"HT {c}%nat (proj1 (Nat.ltb_lt {c} {self.dimension}) eq_refl)"

    def _coordinate(self, name: str) -> str:
        """Return the tactic that proves a variable admissible."""
        second = name.startswith("zeta")
        rule = "pair_second" if second else "pair_first T"
        if self.kind != "torus":
            return f"apply ({rule} (fun w => label T w)), HT"
        c = int(name.removeprefix("zeta" if second else "xi")) - 1
        return f"apply ({rule} (fun w => label T w {c}%nat)), (proj1 ({self._point(c)}))"

    def _above(self, tree: Tree) -> tuple[str, str]:
        """Add the lemma that a part has a lower bound; return it and the tactic for all pairs of tokens."""
        found = enclosed(tree, self._ranges)
        name = f"part_{len(self.parts)}"
        self.parts.append(self._bounded(name, tree, found))
        return real(found.low), f"exact (fun u v => proj1 {self._applied(name)})"


def _theorem(value: str, factor: Factor, profile: Profile, laws: str, view: str) -> tuple[str, str]:
    """Return the statement of one view of the claim, and its proof."""
    f, low, high = profile, factor.bounds.low, factor.bounds.high
    kernel, facts = f"(factor_kernel d k {f.term})", f"{view} k _ d {f.continuous}"
    tokens = f"forall (T : labelled {factor.space}) (d : nat){f.binder}, {factor.law} T -> "
    if value == "all" and f.peaked and low > 0:
        statement = f"{tokens}(1 <= d)%nat -> {f.hypothesis}AllOf (labels_of {factor.law} T) {laws} d {kernel}"
        above = "(fun S HS u v => proj1 (bounded S HS u v))"
        theorem = f"all_above {facts} {factor.law} admissible T HT {real(low)} ltac:(lra) {above} {f.peaked} Hd"
        return statement, f"  intros T d{f.variables} HT Hd{f.names}.\n  exact ({theorem}).\n"
    if value == "some" and (f.even or f.turned) and f.bounded and low >= 0:
        name, tie, least = ("some_above", f.even, 1) if f.even else ("some_above_turned", f.turned, 2)
        claim = f"SomeOf (labels_of {factor.law} T) {laws} d {kernel}"
        statement = f"{tokens}splits T -> ({least} <= d)%nat -> {f.hypothesis}{claim}"
        above = f"(fun S HS u v => Rle_trans 0 {real(low)} _ ltac:(lra) (proj1 (bounded S HS u v)))"
        theorem = f"{name} {facts} {factor.law} admissible T HT {above} {f.bounded} {tie} HS Hd"
        return statement, f"  intros T d{f.variables} HT HS Hd{f.names}.\n  exact ({theorem}).\n"
    if value == "none" and f.sloped and high < 0:
        law, v, points, variance = _uniform(factor)
        statement = f"forall (d : nat){f.binder}, (2 <= d)%nat -> {f.hypothesis}NoneOf {law} {laws} d {kernel}"
        above = f"(proj2 (bounded T ({points}) u v))"
        below = f"(fun T HT u v => Rle_trans _ {real(high)} (- {real(-high)}) {above} ltac:(lra))"
        theorem = (
            f"none_below {facts} {law} {v} {real(-high)} ltac:(lra) (fun T HT => admissible T ({points})) {below}\n"
            f"    {variance} {f.sloped} Hd"
        )
        return statement, f"  intros d{f.variables} Hd{f.names}.\n  exact ({theorem}).\n"
    raise NotInCoqError(f'the claim "{value}" is not emitted for this profile and these bounds of k')


def _uniform(factor: Factor) -> tuple[str, str, str, str]:
    """Return the uniform law, a function of the label, what HT says of the labels, and the function's variance."""
    if "density" in factor.spec["labels"]:
        raise NotInCoqError("a negative factor is emitted for uniform labels")
    ends, n = " ".join(factor.ends), factor.dimension
    if factor.kind == "torus":
        low = f"(proj1 (Nat.leb_le 1 {n}) eq_refl)"
        return (
            f"(uniform_torus {n}%nat)",
            "(fun xi => cos (xi 0%nat))",
            f"uniform_torus_cube {n}%nat T HT",
            f"(fun T => cube_variance {n}%nat T {low})",
        )
    if factor.kind == "circle":
        return "circle_law", "cos", "interval_law_interval _ _ _ T HT", "circle_law_variance"
    return (
        f"(uniform_interval {ends})",
        "(fun xi => xi)",
        "interval_law_interval _ _ _ T (proj2 HT)",
        f"(interval_variance {ends})",
    )
