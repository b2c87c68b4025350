"""T4 for gauges given by frequencies on intervals, circles and tori in Coq, for laws on any space of tokens.

"none" rests on frequencies that are not 0, one for each of d / 2 planes: the mean of a rotating frame is shorter than
1; "some" on a coordinate beside the planes that nothing turns. The statement is about every law of tokens whose labels
have the law of the problem: mean g(l) is the integral of g, for every continuous g with a primitive.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.certificates.checker.enclosures.continua import Continuum
from verify.certificates.checker.enclosures.formulas import Tree, exact, expand, formula, linear
from verify.certificates.checker.enclosures.values import tree_of
from verify.certificates.checker.problem import read_labels
from verify.certificates.checker.reading import number, spent
from verify.certificates.coq.formulas import real_term
from verify.certificates.coq.gauge.phases import pi_number, read_planes
from verify.certificates.coq.profiles.profile import read_profile
from verify.certificates.coq.text import VIEWS, CoqFile, NotInCoqError, Writer, cleared, computed, rows, whole

__all__ = ["emit_gauge_continuum", "frequencies_text", "surd_number"]

_MODULES = (
    "Sums Vectors Energy Nonnegative Gauge Profiles GaugeCertificate Rotary Turns TokenLaws GaugeTokens\n"
    "  LabelLaws ContinuumGauges"
)
_ONE = "(fun _ _ => 1%R)"


@dataclass(frozen=True)
class _Law:
    """A law of labels.

    Attributes
    ----------
    name, kernel : str
        Of its theorems, and of its gauge kernels.
    type, term : str
        The type of labels, and the law.
    definitions : str
        Integers and what is checked of them.
    arguments, facts : str
        What theorems ask of it, behind q and behind the check of the frequencies.
    """

    name: str
    kernel: str
    type: str
    term: str
    definitions: str
    arguments: str
    facts: str


def surd_number(text: object) -> tuple[Fraction, Fraction, Fraction]:
    """Return rational a, b, c with value a + b pi + sqrt(c), c = 0 or a = b = 0.

    Raises
    ------
    NotInCoqError
        The number is not seen to be of this form.

    Examples
    --------
    >>> surd_number("sqrt(2)")
    (Fraction(0, 1), Fraction(0, 1), Fraction(2, 1))
    """
    tree = tree_of(number(text))
    square = exact(tree[1], {}) if tree[0] == "sqrt" else None
    if square is not None and square > 0:
        return Fraction(0), Fraction(0), square
    return (*pi_number(text), Fraction(0))


def emit_gauge_continuum(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate of T4 with frequencies on a continuum."""
    writer = Writer(cert)
    spec, claim = cert["problem"], cert["data"]["claim"]
    spent[0] = 0  # the count of work starts anew, as in `check`
    labels = read_labels(spec["labels"])
    if not isinstance(labels, Continuum):
        raise NotInCoqError("these labels are no interval, circle or torus")
    profile = read_profile(spec["profile"], int(spec["d"]))
    if not profile.rising:
        raise NotInCoqError("gauge kernels on continua are emitted for profiles with a_1 > 0 and a_p >= 0 for p >= 1")
    planes, d, law = read_planes(spec), int(spec["d"]), _law(labels)
    k, factor, proof = _factor(spec, labels)
    writer.define(
        f"Definition m : nat := {len(planes)}%nat.\n{frequencies_text(planes, len(labels.shape))}"
        f"{law.definitions}{factor}{profile.definitions}"
        f"{computed('planes_checked', f'planes_check m {len(labels.shape)}%nat A B C q')}"
        f"Lemma factor_positive : forall T : labelled {law.type}, {law.term} T -> positive_factor T {k}.\n{proof}",
        profile.imports,
    )
    for view, value in claim.items():
        if view not in VIEWS:
            raise NotInCoqError(f"{view} is no view of gauge kernels")
        chosen = f"(@{VIEWS[view]} {law.type})"
        facts = f"(@{VIEWS[view]}_admits_graphs {law.type}) {profile.continuous} {profile.rising}"
        quantifier = f"forall{profile.binder}, {profile.hypothesis}" if profile.binder else ""
        statement = (
            f"{quantifier}{value.capitalize()}Of {law.term} {chosen} {d}%nat\n"
            f"    ({law.kernel} m {d}%nat A B C q {k} {profile.term})"
        )
        intros = f"  intros{profile.variables}{profile.names}.\n" if profile.binder else ""
        theorem = _theorem(value, law, k, d, len(planes)).format(view=chosen, profile=profile.term, facts=facts)
        writer.prove(f"proved_{view}_{value}", view, statement, f"{intros}  exact ({theorem}).\n")
    return writer.file("Q turns plane p by the angle <omega_p, l> at the label l.", _MODULES + profile.modules)


def _theorem(value: str, law: _Law, k: str, d: int, m: int) -> str:
    """Return the proof term, with places for the view, the profile and the facts about them."""
    checked = f"planes_checked{law.facts}"
    if value == "none" and d == 2 * m:
        facts = f"{checked} {{facts}}\n    factor_positive"
        return f"{law.name}_none {{view}} m A B C q{law.arguments} {k} {{profile}} {facts}"
    if value == "some" and d > 2 * m and k == _ONE and law.name != "affine":
        room = f"(proj1 (Nat.ltb_lt (2 * m)%nat {d}%nat) eq_refl)"
        return f"{law.name}_some {{view}} m {d}%nat A B C q{law.arguments} {{profile}} {checked} {room}\n    {{facts}}"
    raise NotInCoqError('on continua "none" is emitted for d / 2 planes, and "some" for fewer and k = 1')


def frequencies_text(planes: list[list[Any]], axes: int) -> str:
    """Return the definitions of the frequencies (a + b pi + sqrt c) / q of planes, one for each of the axes.

    Raises
    ------
    NotInCoqError
        A plane has another number of frequencies, or one is of another form.
    """
    if any(len(plane) != axes for plane in planes):
        raise NotInCoqError("a plane has another number of frequencies than the labels have coordinates")
    numbers = [[surd_number(omega) for omega in plane] for plane in planes]
    q = math.lcm(*(x.denominator for plane in numbers for surd in plane for x in surd))
    # sqrt(c) = sqrt(q^2 c) / q, and q^2 c is an integer
    tables = (
        [[int(surd[part] * q ** (2 if part == 2 else 1)) for surd in plane] for plane in numbers] for part in range(3)
    )
    A, B, C = map(rows, tables)
    return (
        f"Definition A : list (list Z) := {A}.\nDefinition B : list (list Z) := {B}.\n"
        f"Definition C : list (list Z) := {C}.\nDefinition q : Z := {q}.\n"
    )


def _law(labels: Continuum) -> _Law:
    """Return the law of labels."""
    if labels.kind == "circle":
        return _Law("line", "line_kernel", "R", "circle_law", "", " 0%R (2 * PI)%R", " turn_positive")
    if labels.kind == "torus":
        if len(labels.shape) != 2:
            raise NotInCoqError("tori are emitted in two dimensions")
        return _Law("torus", "torus_kernel", "(R * R)", "torus_law", "", "", "")
    ends = [x for tree in labels.spans[0] for x in _pair(tree)]
    (a, b, c, d), q = cleared(ends)
    if labels.density is not None:
        if b or d:
            raise NotInCoqError("densities are emitted on intervals with rational ends")
        return _affine(labels.density, a, c, q)
    low, high = (f"(angle {whole(x)} {whole(y)} {q})" for x, y in ((a, b), (c, d)))
    check = f"ends_check {' '.join(map(whole, (a, b, c, d)))} {q}"
    definitions = computed("ends_checked", check)
    facts = f" (ends_check_sound {' '.join(map(whole, (a, b, c, d)))} {q} ends_checked)"
    term = f"(interval_law {low} {high} (fun _ => 1%R))"
    return _Law("line", "line_kernel", "R", term, definitions, f" {low} {high}", facts)


def _affine(density: Tree, low: int, high: int, den: int) -> _Law:
    """Return the law with a density r0 + r1 s, up to a constant factor."""
    terms = expand(density, linear(("var", "xi")))
    if terms is None or not terms.keys() <= {(0, 0, 0), (1, 0, 0)}:
        raise NotInCoqError("densities are emitted if they are affine")
    (r0, r1), r = cleared([terms.get((p, 0, 0), Fraction(0)) for p in (0, 1)])
    ends, numbers = f"{whole(low)} {whole(high)} {den}", f"{whole(r0)} {whole(r1)} {r}"
    checks = ("small_checked", f"small_check m A B C q {ends}"), ("density_checked", f"density_check {ends} {numbers}")
    definitions = "".join(computed(name, check) for name, check in checks)
    term = f"(affine_law {ends} {numbers})"
    facts = " small_checked density_checked"
    return _Law("affine", "line_kernel", "R", term, definitions, f" {ends} {numbers}", facts)


def _pair(tree: Tree) -> tuple[Fraction, Fraction]:
    """Return rational a, b with value a + b pi."""
    terms = expand(tree, linear(("pi",)))
    if terms is None or not terms.keys() <= {(0, 0, 0), (1, 0, 0)}:
        raise NotInCoqError("ends of intervals are emitted if they are a + b pi with rational a, b")
    return terms.get((0, 0, 0), Fraction(0)), terms.get((1, 0, 0), Fraction(0))


def _factor(spec: Mapping[str, Any], labels: Continuum) -> tuple[str, str, str]:
    """Return the factor, its definition, and the proof that it is bounded below by a positive number."""
    if "k" not in spec and "bias" not in spec:
        return _ONE, "", "Proof. intros T _; apply one_positive. Qed.\n"
    given = spec["bias" if "bias" in spec else "k"]
    if len(labels.shape) != 1 or not isinstance(given, str):
        raise NotInCoqError("factors on continua are emitted as formulas in xi and zeta")
    tree = formula(given, ["xi", "zeta"])
    if "k" in spec:
        if tree[0] != "exp":
            raise NotInCoqError("factors on continua are emitted if they are exponentials")
        tree = tree[1]
    exponent = real_term(tree, embedding="")
    definition = f"Definition g : R -> R -> R := fun xi zeta => ({exponent})%R.\n"
    proof = (
        "Proof.\n  intros T (Hfit & _); apply (exponential_positive T g).\n"
        "  pose proof (first_label T Hfit); pose proof (second_label T Hfit); unfold g; label_fits.\nQed.\n"
    )
    return "(fun xi zeta => exp (g xi zeta))", definition, proof
