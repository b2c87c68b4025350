"""T5 on circles, intervals and tori in Coq by the sign of k: an exponential, a wave, or a formula between bounds.

k = exp(b) > 0 collapses whatever the law of labels is; k = -exp(b) < 0 never does where the labels are uniform. Other
formulas, and other profiles, go by the Fourier coefficients of k on the circle (circle.py), else by interval
arithmetic (bounded.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from verify.certificates.checker.enclosures.formulas import Tree, formula
from verify.certificates.checker.problem import Problem, read_labels
from verify.certificates.checker.reading import Refused, spent
from verify.certificates.coq.continua.bounded import emit_bounded, label_names
from verify.certificates.coq.continua.circle import emit_circle
from verify.certificates.coq.continua.torus import emit_torus
from verify.certificates.coq.formulas import real_term
from verify.certificates.coq.profiles.profile import Profile, read_profile
from verify.certificates.coq.text import VIEWS, CoqFile, NotInCoqError, Writer

__all__ = ["emit_continuum"]

_MODULES = (
    "Sums Vectors Energy PsdCheck Profiles TokenLaws TokenLaplacian TokenClaims CircleWaves CircleProjections\n"
    "  CircleLaws CircleClaims LabelLaws TokenSigns UniformLaws"
)
_RULES = {"neg": "opp", "+": "plus", "-": "minus", "*": "mult", "Abs": "abs", "exp": "exp"}
_NOTATION = "b or its exponential is the formula of the problem; its labels are those of two tokens."


def emit_continuum(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate of T5 on a continuum, by the sign of k.

    Raises
    ------
    NotInCoqError
        The sign of k is not seen, or no theorem of the library covers the claim.
    """
    spec = cert["problem"]
    kind, (sign, _) = spec["labels"]["kind"], _exponent(spec)
    try:
        if sign:
            return _emit_exponential(cert)
        if kind == "circle":
            return emit_circle(cert)
    except (NotInCoqError, Refused) as reason:
        return _otherwise(emit_bounded, cert, reason)
    if kind != "torus":
        return emit_bounded(cert)
    try:
        return emit_bounded(cert)
    except NotInCoqError as reason:
        return _otherwise(emit_torus, cert, reason)


def _otherwise(emit: Callable[[Mapping[str, Any]], CoqFile], cert: Mapping[str, Any], reason: Exception) -> CoqFile:
    """Return the file in another way; where there is none, both reasons."""
    try:
        return emit(cert)
    except NotInCoqError as other:
        raise NotInCoqError("; ".join(dict.fromkeys([str(reason), str(other)]))) from None


def _emit_exponential(cert: Mapping[str, Any]) -> CoqFile:
    """Return the file for k = exp(b) and rising profiles, or k = -exp(b)."""
    spec, claim = cert["problem"], cert["data"]["claim"]
    kind, (sign, tree) = spec["labels"]["kind"], _exponent(spec)
    writer = Writer(cert)
    spent[0] = 0  # the count of work starts anew, as in `check`
    Problem(spec["d"], read_labels(spec["labels"]), spec).factor()  # the checker refuses formulas that are not finite
    profile = read_profile(spec["profile"], int(spec["d"]))
    writer.define(_definitions(spec, kind, sign, tree) + profile.definitions, profile.imports)
    space = "(nat -> R)" if kind == "torus" else "R"
    for view in VIEWS:
        if view in claim:
            laws = f"(@{VIEWS[view]} {space})"
            theorem = _Theorem(spec, tree, profile, f"{laws} {VIEWS[view]}_admits_graphs", space)
            value = claim[view]
            if sign > 0 and value == "all" and profile.rising:
                statement, proof = theorem.positive(laws)
            elif sign < 0 and value == "none" and profile.sloped and kind != "torus":
                statement, proof = theorem.negative(laws)
            else:
                raise NotInCoqError(f'the claim "{value}" is not emitted for this profile and the sign of k')
            writer.prove(f"proved_{view}_{value}", view, statement, proof)
    return writer.file(_NOTATION, _MODULES + profile.modules)


def _exponent(spec: Mapping[str, Any]) -> tuple[int, Tree]:
    """Return 1 and b if k = exp(b), -1 and b if k = -exp(b), 0 otherwise."""
    kind = spec["labels"]["kind"]
    if kind not in {"circle", "interval", "torus"}:
        raise NotInCoqError(f"labels of the kind {kind} are not emitted for this method")
    text = spec.get("bias", spec.get("k"))
    if not isinstance(text, str):
        raise NotInCoqError("a factor on a continuum is a formula")
    tree = formula(text, [*label_names(spec, "xi"), *label_names(spec, "zeta")])
    if "bias" in spec:
        return 1, tree
    if tree[0] == "exp":
        return 1, tree[1]
    return (-1, tree[1][1]) if tree[0] == "neg" and tree[1][0] == "exp" else (0, tree)


def _definitions(spec: Mapping[str, Any], kind: str, sign: int, tree: Tree) -> str:
    """Return b and k as functions of two labels."""
    space, term = "R", real_term(tree, embedding="")
    if kind == "torus":
        first, second = label_names(spec, "xi"), label_names(spec, "zeta")
        points = " ".join(f"({label} {c}%nat)" for label in ("xi", "zeta") for c in range(len(first)))
        head = f"Definition exponent ({' '.join(first + second)} : R) : R := {term}%R.\n"
        space, body = "(nat -> R)", f"exponent {points}"
    else:
        head, body = "", f"{term}%R"
    minus = "" if sign > 0 else "- "
    return (
        f"{head}Definition b (xi zeta : {space}) : R := {body}.\n"
        f"Definition k (xi zeta : {space}) : R := ({minus}exp (b xi zeta))%R.\n"
    )


@dataclass(frozen=True)
class _Theorem:
    """What is stated and proved about one view."""

    spec: Mapping[str, Any]
    tree: Tree
    profile: Profile
    view: str
    space: str

    @property
    def kind(self) -> str:
        return str(self.spec["labels"]["kind"])

    @property
    def kernel(self) -> str:
        return f"(factor_kernel d k {self.profile.term})"

    @property
    def admissible(self) -> str:
        return f"unfold between, b{', exponent' * (self.kind == 'torus')}; {_fits(self.tree, self.spec['labels'])}.\n"

    def positive(self, laws: str) -> tuple[str, str]:
        """Return "all" for the law of labels of any tokens."""
        f = self.profile
        law = {
            "circle": "angles",
            "interval": f"interval {_ends(self.spec)}",
            "torus": f"torus {len(label_names(self.spec, 'xi'))}%nat",
        }[self.kind]
        statement = (
            f"forall (T : labelled {self.space}) (d : nat){f.binder}, {law} T -> (1 <= d)%nat -> {f.hypothesis}"
            f"AllOf (same_labels T) {laws} d {self.kernel}"
        )
        proof = (
            f"  intros T d{f.variables} HT Hd{f.names}.\n"
            f"  refine (all_exponential {self.view} T b _ d _ {f.rising} {f.continuous} Hd).\n"
            f"  {self.admissible}"
        )
        return statement, proof

    def negative(self, laws: str) -> tuple[str, str]:
        """Return "none" for uniform labels."""
        f = self.profile
        if "density" in self.spec["labels"]:
            raise NotInCoqError("a negative factor is emitted for uniform labels")
        if self.kind == "circle":
            law, variance, v, narrowed = "uniform_circle", "circle_variance", "cos", ""
            stated, shift = "circle_law", "  apply (none_narrower circle_law_uniform).\n"
        else:
            law, variance = (f"({name} {_ends(self.spec)})" for name in ("uniform_interval", "interval_variance"))
            v, narrowed = "(fun xi => xi)", "destruct HT as [_ HT]; "
            stated, shift = law, ""
        statement = f"forall (d : nat){f.binder}, (2 <= d)%nat -> {f.hypothesis}NoneOf {stated} {laws} d {self.kernel}"
        proof = (
            f"  intros d{f.variables} Hd{f.names}.\n{shift}"
            f"  refine (none_exponential {self.view} {law} b _ d {v} _ {variance} {f.sloped}\n"
            f"    {f.continuous} Hd).\n  intros T HT; {narrowed}{self.admissible}"
        )
        return statement, proof


def _ends(spec: Mapping[str, Any]) -> str:
    """Return the ends of the interval."""
    labels = spec["labels"]
    if labels["kind"] != "interval":
        return ""
    return " ".join(f"({real_term(formula(labels[end]))})%R" for end in ("a", "b"))


def _fits(tree: Tree, labels: Mapping[str, Any]) -> str:
    """Return the tactic that proves b admissible, from HT: what the labels make admissible."""
    head, *parts = tree
    kind = labels["kind"]
    if head in {"num", "pi"}:
        return "apply pair_const"
    if head == "var" and kind == "interval":
        rule = "pair_first T" if parts[0] == "xi" else "pair_second"
        return f"apply ({rule} (fun w => label T w)), HT"
    if head == "cos" and kind != "interval":
        return _difference(parts[0], labels)
    if head in _RULES:
        return f"apply pair_{_RULES[head]}; [{' | '.join(_fits(part, labels) for part in parts)}]"
    if head == "/" and parts[1][0] == "num":
        return f"unfold Rdiv; apply pair_mult; [{_fits(parts[0], labels)} | apply pair_const]"
    if head == "**" and parts[1][0] == "num":
        return f"apply pair_pow; {_fits(parts[0], labels)}"
    raise NotInCoqError(f"that a formula with {head} is admissible on this continuum is not emitted")


def _difference(tree: Tree, labels: Mapping[str, Any]) -> str:
    """Return the same for the cosine of the difference of two coordinates."""
    match tree:
        case ("-", ("var", str(first)), ("var", str(second))) if first[:2] == "xi" and second == f"zeta{first[2:]}":
            if labels["kind"] == "circle":
                return "apply (cosine_difference (fun w => label T w) (fun w => label T w)); apply HT"
            c = int(first[2:]) - 1
            point = f"(fun w => label T w {c}%nat)"
            low = f"(proj1 (Nat.ltb_lt {c} {int(labels['dim'])}) eq_refl)"
            return f"destruct (HT {c}%nat {low}); apply (cosine_difference {point} {point}); assumption"
    raise NotInCoqError("cosines are emitted for differences xi - zeta of one coordinate")
