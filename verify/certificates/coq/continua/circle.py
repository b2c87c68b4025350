"""T5 on the circle in Coq: k as a trigonometric polynomial, its coefficients compared as integers.

The factor stands in the file as the formula that it is; a lemma says that it is sum_m C_m / kappa cos(m (xi - zeta)).
The labels have the uniform law, the laws are any laws of tokens (TokenLaws.v), not slices.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.certificates.checker.enclosures.circle import XI, ZETA, symbol
from verify.certificates.checker.enclosures.formulas import Tree, expand, formula, is_constant, linear, num
from verify.certificates.checker.enclosures.intervals import FINE
from verify.certificates.checker.enclosures.shapes import coefficients_of
from verify.certificates.checker.enclosures.values import enclose
from verify.certificates.checker.problem import Problem, read_labels
from verify.certificates.checker.reading import Refused, spent
from verify.certificates.coq.atoms.zonal import FIRST_POWER, absolute
from verify.certificates.coq.bounds import enclosed, real
from verify.certificates.coq.continua.trigonometric import read_waves
from verify.certificates.coq.formulas import cosine_values, real_term
from verify.certificates.coq.profiles.profile import Profile, read_profile
from verify.certificates.coq.text import VIEWS, CoqFile, NotInCoqError, Writer, cleared, row

__all__ = ["emit_circle"]

HIGHEST = 64  # of the frequencies of k
_MODULES = (
    "Sums Vectors Energy PsdCheck Profiles Correlations TokenLaws TokenLaplacian TokenClaims CircleWaves\n"
    "  CircleProjections CircleLaws CircleClaims LabelLaws UniformLaws"
)
_SIGNS = "GaugeCertificate Signs\n  Cuts Within CircleSigns"
_ZONAL = "ZonalTokens ZonalContinua ZonalContinuumClaims"
_BY_COMPUTATION = "(eq_refl true)"
_NOTATION = "k(xi, zeta) = sum C_m / kappa cos(m (xi - zeta)), xi and zeta uniform on the circle."


def emit_circle(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate of T5 about the circle.

    Raises
    ------
    NotInCoqError
        k is no trigonometric polynomial of xi - zeta, or no theorem of the library covers the claim.
    """
    writer = Writer(cert)
    spec, data = cert["problem"], cert["data"]
    if spec["labels"]["kind"] != "circle":
        raise NotInCoqError("Fourier coefficients and windings are about labels on the circle")
    waves, kappa = _waves(spec)
    series, further = _series(spec)
    writer.define(
        f"Definition Cs : list Z := {row(waves)}.\nDefinition kappa : Z := {kappa}.\n"
        f"Definition k (xi zeta : R) : R := {real_term(_factor(spec), embedding='')}%R.\n" + series
    )
    winding = cert["method"] == "winding"
    profile = _polynomial(spec) if winding else read_profile(spec["profile"], int(spec["d"]))
    writer.define(profile.definitions, profile.imports)
    needed = dict.fromkeys([further] if further else [])
    for view in VIEWS:
        if view not in data["claim"]:
            continue
        value = data["claim"][view]
        if profile.zonal and value != "none":
            rule = _zonal(writer, view, value, waves, data, profile=profile, d=int(spec["d"]))
        else:
            rule = _winding(value, data) if winding else _fourier(value, waves, data, profile)
        needed |= dict.fromkeys([_SIGNS] * rule.signs + ["Cofinal TokenCofinal"] * rule.cofinal + [_ZONAL] * rule.zonal)
        if rule.nonnegative:
            writer.define(_nonnegative(spec))
        _state(writer, view, value, rule, profile, only=int(spec["d"]) if winding or rule.zonal else 0)
    return writer.file(_NOTATION, " ".join([_MODULES, *needed]) + profile.modules)


def _factor(spec: Mapping[str, Any]) -> Tree:
    """Return k as a formula in xi and zeta."""
    if "bias" in spec or not isinstance(spec.get("k"), str):
        raise NotInCoqError("k is not a trigonometric polynomial")
    return formula(spec["k"], ["xi", "zeta"])


def _waves(spec: Mapping[str, Any]) -> tuple[list[int], int]:
    """Return C and kappa with k = sum C_m / kappa cos(m (xi - zeta)): khat(0) and 2 khat(m)."""
    spent[0] = 0  # the count of work starts anew, as in `check`
    tree = _factor(spec)
    there, back = (enclose(tree, {"xi": num(p), "zeta": num(3 - p)}, FINE) for p in (1, 2))
    if there[0] > back[1] or back[0] > there[1]:
        raise NotInCoqError("k(xi, zeta) is not k(zeta, xi)")
    try:
        khat = symbol(Problem(spec["d"], read_labels(spec["labels"]), spec))
    except Refused as reason:
        try:
            halved = read_waves(tree, ["xi"], ["zeta"]).coefficients
        except NotInCoqError:
            raise reason from None
        khat = {m: c / (2 if m else 1) for (m,), c in halved.items()}
    top = max(khat, default=0)
    if top > HIGHEST:
        raise NotInCoqError(f"the frequency {top} of k is more than {HIGHEST}")
    return cleared([khat.get(m, Fraction(0)) * (2 if m else 1) for m in range(top + 1)])


def _series(spec: Mapping[str, Any]) -> tuple[str, str]:
    """Return the lemma that k is its Fourier series, and the modules that it needs besides those of the circle."""
    try:
        return _series_by_angles(spec), _SIGNS if _degree(_factor(spec)) > 1 else ""
    except NotInCoqError:
        waves = read_waves(_factor(spec), ["xi"], ["zeta"])
        angles: dict[tuple[int, ...], str] = {(m,): f"{m} * (xi - zeta)" for m in range(len(_waves(spec)[0]))}
        head = "Lemma series (xi zeta : R) : k xi zeta = waves Cs kappa (xi - zeta)%R.\nProof.\n"
        head += "  unfold k, waves, Cs, kappa, at1; simpl rsum; simpl nth; simpl Z.of_nat.\n"
        return f"{head}{waves.steps(angles)}Qed.\n", "Polar"


def _series_by_angles(spec: Mapping[str, Any]) -> str:
    """Return the lemma; all sines and cosines are written with those of xi and zeta."""
    tree = _factor(spec)
    if _degree(tree) > 1:
        return _series_of_powers(spec, tree)
    steps = "".join(f"  {step}\n" for step in dict.fromkeys([*cosine_values(tree), *_rewritings(tree)]))
    return (
        "Lemma series (xi zeta : R) : k xi zeta = waves Cs kappa (xi - zeta)%R.\nProof.\n"
        "  unfold k, waves, Cs, kappa, at1; simpl rsum; simpl nth; simpl Z.of_nat.\n"
        f"{steps}"
        "  rewrite ?Rmult_0_l, ?cos_0, ?Rmult_1_l, ?Rmult_minus_distr_l.\n"
        "  rewrite ?cos_minus, ?cos_plus, ?sin_minus, ?sin_plus; field.\nQed.\n"
    )


def _series_of_powers(spec: Mapping[str, Any], tree: Tree) -> str:
    """Return the same lemma for a polynomial in cosines of multiples of xi - zeta, all written with one cosine."""
    if _heads(tree) & {"sin"}:
        raise NotInCoqError("k contains a product of two waves of the same label")
    top = max(len(_waves(spec)[0]) - 1, *map(abs, _multiples(tree)))
    steps = "".join(f"  {step}\n" for step in dict.fromkeys([*cosine_values(tree), *_collected(tree)]))
    steps += "  set (s := (xi - zeta)%R); rewrite ?Rmult_0_l, ?cos_0, ?Rmult_1_l.\n"
    for m in range(top, 1, -1):
        before, last = _multiple(m - 1, "s"), _multiple(m - 2, "s") or "0"
        steps += (
            f"  try (replace ({m} * s)%R with ({before} + s)%R by ring; rewrite (cos_next ({before}) s);\n"
            f"    replace ({before} - s)%R with ({last})%R by ring).\n"
        )
    return (
        "Lemma series (xi zeta : R) : k xi zeta = waves Cs kappa (xi - zeta)%R.\nProof.\n"
        "  unfold k, waves, Cs, kappa, at1; simpl rsum; simpl nth; simpl Z.of_nat.\n"
        f"{steps}  rewrite ?cos_0; field.\nQed.\n"
    )


def _heads(tree: Tree) -> set[str]:
    """Return the functions and operations that occur in a formula."""
    return {tree[0]}.union(*(_heads(part) for part in tree[1:] if isinstance(part, tuple)))


def _multiples(tree: Tree) -> list[int]:
    """Return the m of all cosines of m (xi - zeta); other cosines are refused."""
    if tree[0] == "cos" and not is_constant(tree):
        p, q = _angle(tree[1])
        if p != -q:
            raise NotInCoqError("k contains a product of two waves of the same label")
        return [p]
    return [0, *(m for part in tree[1:] if isinstance(part, tuple) for m in _multiples(part))]


def _collected(tree: Tree) -> list[str]:
    """Return the steps that write each cosine as that of |m| (xi - zeta)."""
    if tree[0] == "cos" and not is_constant(tree):
        m = _angle(tree[1])[0]
        old, new = f"(cos ({real_term(tree[1], embedding='')}))%R", f"(cos ({_multiple(abs(m), '(xi - zeta)')}))%R"
        return [f"replace {old} with {new} by ({'rewrite <- cos_neg; ' * (m < 0)}f_equal; field)."]
    return [step for part in tree[1:] if isinstance(part, tuple) for step in _collected(part)]


def _angle(tree: Tree) -> tuple[int, int]:
    """Return p and q of the angle p xi + q zeta."""
    angle = expand(tree, linear(XI, ZETA)) or {}
    p, q = angle.get((1, 0, 0), Fraction(0)), angle.get((0, 1, 0), Fraction(0))
    if not angle or angle.keys() - {(1, 0, 0), (0, 1, 0)} or p.denominator != 1 or q.denominator != 1:
        raise NotInCoqError("an angle of k is not a sum of whole multiples of xi and zeta")
    return int(p), int(q)


def _degree(tree: Tree) -> int:
    """Return how many waves of one label a product in the formula contains at most."""
    if tree[0] in {"sin", "cos"} and not is_constant(tree):
        return 1
    if tree[0] == "**" and tree[2][0] == "num":
        return _degree(tree[1]) * int(tree[2][1])
    parts = [part for part in tree[1:] if isinstance(part, tuple)]
    if tree[0] != "*":
        return max(map(_degree, parts), default=0)
    degrees = [_degree(part) for part in parts]
    return max(2, sum(degrees)) if _labels(parts[0]) & _labels(parts[1]) else max(degrees)


def _labels(tree: Tree) -> set[str]:
    """Return the labels that occur in a formula."""
    if tree[0] == "var":
        return {tree[1]}
    return set().union(*(_labels(part) for part in tree[1:] if isinstance(part, tuple)))


def _rewritings(tree: Tree) -> list[str]:
    """Return the steps that write each angle as a sum or a difference of |p| xi and |q| zeta."""
    if tree[0] in {"sin", "cos"} and not is_constant(tree):
        p, q = _angle(tree[1])
        sign = 1 if p > 0 or (p == 0 and q > 0) else -1
        first, second = _multiple(abs(p), "xi"), _multiple(abs(q), "zeta")
        plain = f"{first} {'+' if p * q > 0 else '-'} {second}" if first and second else first or second
        old = f"({tree[0]} ({real_term(tree[1], embedding='')}))"
        if sign > 0:
            return [f"replace {old}%R with ({tree[0]} ({plain}))%R by (f_equal; field)."]
        new = f"({'- ' if tree[0] == 'sin' else ''}{tree[0]} ({plain}))"
        return [f"replace {old}%R with {new}%R by (rewrite <- {tree[0]}_neg; f_equal; field)."]
    return [step for part in tree[1:] if isinstance(part, tuple) for step in _rewritings(part)]


def _multiple(p: int, label: str) -> str:
    return {0: "", 1: label}.get(p, f"{p} * {label}")


@dataclass(frozen=True)
class _Rule:
    """A theorem of the library with a place for its first arguments, the least dimension, the law of labels."""

    theorem: str
    low: int
    law: str = "circle_law"
    signs: bool = False  # it is one of CircleSigns.v
    nonnegative: bool = False  # it asks for k >= 0
    zonal: bool = False  # it is one of ZonalContinuumClaims.v, about the problem's dimension alone
    cofinal: bool = False  # it is about powers of both parities without end


def _zonal(
    writer: Writer, view: str, value: str, waves: list[int], data: Mapping[str, Any], *, profile: Profile, d: int
) -> _Rule:
    """Return the theorem for a Gegenbauer series: as for f(t) = t, or for |f|, or where null vectors are constant."""
    check, name, other = _BY_COMPUTATION, VIEWS[view], absolute(profile)
    if value == "some" and profile.turned:
        theorem = f"circle_some_turned {{}} {check} {profile.turned} {profile.zonal} Hd"
        return _Rule(theorem, 2, "halved_circle", zonal=True)
    if value == "all":
        name, other = "any", FIRST_POWER
    rule = _fourier(value, waves, data, other)
    if value == "all" and not profile.zonal_rising:
        if not profile.peaked:
            raise NotInCoqError("of this Gegenbauer series Coq does not see that it is largest at t = 1 alone")
        theorem = f"circle_all_zonal_peaked {{}} {check} {check} {profile.peaked} {profile.zonal} Hd"
        return _Rule(theorem, 1, zonal=True)
    whole = rule.law == "circle_law"
    law = "uniform_circle" if whole else "(fun T => uniform_circle T /\\ halved T)"
    facts = f"(@{name} R) {name}_admits_graphs Cs kappa k _ {d}%nat series {other.continuous}"
    writer.define(
        f"Lemma same_{name} :\n"
        f"  {value.capitalize()}Of {law} (@{name} R) {d}%nat (factor_kernel {d}%nat k {other.term}).\n"
        f"Proof. pose proof {_at_least(rule.low, d)} as Hd; exact ({rule.theorem.format(facts)}). Qed.\n"
    )
    if value == "all":
        theorem = f"circle_all_zonal {{}} {check} same_any {profile.zonal_rising} Hd"
    else:
        narrower = f"(fun T H => {'H' if whole else 'proj1 H'})"
        theorem = f"circle_some_zonal {{}} {check} P pi _ eq_refl eq_refl {narrower} same_{name} {profile.zonal}"
    return replace(rule, theorem=theorem, zonal=True)


def _fourier(value: str, waves: list[int], data: Mapping[str, Any], profile: Profile) -> _Rule:
    """Return the theorem that compares Fourier coefficients."""
    zero = 2 * waves[0]
    if value == "none":
        mode = int(data.get("mode", 0)) or max(range(1, len(waves) + 1), key=lambda m: (*waves, 0)[m])
        if (waves[mode] if mode < len(waves) else 0) <= zero:
            raise NotInCoqError(f'the claim "none" on the circle is not emitted: khat({mode}) <= khat(0)')
        return _Rule(f"circle_none {{}} {mode}%nat {_BY_COMPUTATION} {_at_least(1, mode)} {profile.sloped} Hd", 2)
    check = f"{_BY_COMPUTATION} {_BY_COMPUTATION}"
    below = zero > 0 and all(c < zero for c in waves[1:])
    if value == "all" and below and profile.rising:
        return _Rule(f"circle_all {{}} {check} {profile.rising} Hd", 1)
    if value == "all" and below and profile.ascending and profile.peaked:
        theorem = f"circle_all_ascending {{}} {check} {profile.ascending} {profile.peaked} Hd"
        return _Rule(theorem, 1, signs=True)
    if value == "all" and below and profile.peaked:
        theorem = f"circle_all_peaked {{}} {check} nonnegative {profile.peaked} Hd"
        return _Rule(theorem, 1, signs=True, nonnegative=True)
    if value == "all" and profile.full:
        return _Rule(f"circle_all_full {{}} {_BY_COMPUTATION} {profile.full} Hd", 1)
    if value == "all" and profile.cofinal:
        return _Rule(f"circle_all_cofinal {{}} {_BY_COMPUTATION} {profile.cofinal} Hd", 1, cofinal=True)
    if value == "some" and profile.ascending and zero == 0:
        return _Rule(f"circle_some_mean_zero {{}} {check} {profile.ascending} Hd", 2)
    if value == "some" and profile.affine and profile.ascending and zero in waves[1:]:
        mode = waves.index(zero, 1)
        facts = f"{_at_least(1, mode)} {profile.affine} {profile.ascending}"
        return _Rule(f"circle_some_linear {{}} {mode}%nat {check} {facts} Hd", 2)
    if value == "some" and profile.even and profile.ascending:
        facts = f"{_BY_COMPUTATION} {profile.even} {profile.ascending}"
        return _Rule(f"circle_some_even {{}} {facts} Hd", 1, "halved_circle")
    raise NotInCoqError(f'the claim "{value}" on the circle is not emitted for this profile and this k')


def _nonnegative(spec: Mapping[str, Any]) -> str:
    """Return the lemma that k >= 0, by interval arithmetic."""
    tree = _factor(spec)
    found = enclosed(tree, {})
    if found.low < 0:
        raise NotInCoqError("k >= 0 is not seen from its formula")
    bounds = f"({real(found.low)} <= {real_term(tree, embedding='')} <= {real(found.high)})%R"
    return (
        f"Lemma bounds (xi zeta : R) : {bounds}.\nProof. {found.proof}. Qed.\n"
        "Lemma nonnegative (xi zeta : R) : (0 <= k xi zeta)%R.\n"
        f"Proof. apply (Rle_trans 0 {real(found.low)}); [lra | apply (bounds xi zeta)]. Qed.\n"
    )


def _at_least(low: int, m: int) -> str:
    """Return the proof of low <= m."""
    return f"(proj1 (Nat.leb_le {low} {m}) eq_refl)"


def _winding(value: str, data: Mapping[str, Any]) -> _Rule:
    """Return the theorem that a great circle wound m times has more energy than the collapsed laws."""
    if value != "none":
        raise NotInCoqError(f'the claim "{value}" is not emitted for a winding')
    return _Rule(f"circle_winding {{}} {int(data['m'])} P pi {_BY_COMPUTATION} eq_refl Hd", 2)


def _polynomial(spec: Mapping[str, Any]) -> Profile:
    """Return a profile as the polynomial that it is in the dimension of the problem."""
    numbers, q = cleared(list(coefficients_of(spec["profile"], int(spec["d"]))))
    if len(numbers) > 12:
        raise NotInCoqError("a winding is emitted for polynomials of degree <= 11")
    definitions = f"Definition P : list Z := {row(numbers)}.\nDefinition pi : Z := {q}.\n"
    return Profile(definitions, "", "", "", "", "(polynomial P pi)")


def _state(writer: Writer, view: str, value: str, rule: _Rule, profile: Profile, *, only: int) -> None:
    """Add the theorem that one view of the claim is, for every d >= low or for one d."""
    laws = f"(@{VIEWS[view]} R)"
    claim = f"{value.capitalize()}Of {rule.law} {laws}"
    d = f"{only}%nat" if only else "d"
    facts = f"{laws} {VIEWS[view]}_admits_graphs Cs kappa k _ {d} series {profile.continuous}"
    end = f"exact ({value}_narrower {rule.law}_uniform\n    ({rule.theorem.format(facts)})).\n"
    if only:
        statement = f"{claim} {d} (factor_kernel {d} k {profile.term})"
        proof = f"  pose proof {_at_least(rule.low, only)} as Hd; {end}"
    else:
        statement = (
            f"forall (d : nat){profile.binder}, ({rule.low} <= d)%nat -> {profile.hypothesis}"
            f"{claim} d (factor_kernel d k {profile.term})"
        )
        proof = f"  intros d{profile.variables} Hd{profile.names}; {end}"
    writer.prove(f"proved_{view}_{value}", view, statement, proof)
