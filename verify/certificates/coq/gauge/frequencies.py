"""T4 for gauges given by frequencies on atoms in Coq: angles a + b pi + c pi^2, others too, k >= 0 with its support.

"none" rests on a pair of labels for each plane, with k > 0, whose angles differ by no full turn; "all" on angles that
differ by full turns and a connected support; "some" on a vector that no Q_i turns along the support, and on a plane
that moves. Coq decides about full turns with twenty decimals of pi. Where k has any signs and T5 says "all", by a
certified Laplacian, the maximisers are those for k = 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from verify.certificates.checker.problem import Labels
from verify.certificates.coq.atoms.table import atoms, factor_table, finite_labels, integers
from verify.certificates.coq.gauge.phases import Phases, read_planes
from verify.certificates.coq.gauge.real_turns import LARGEST as REAL_LARGEST
from verify.certificates.coq.gauge.real_turns import MODULES as REAL_MODULES
from verify.certificates.coq.gauge.real_turns import RealTurns
from verify.certificates.coq.gauge.signed import FREE, Plain, claim_name, one_view, plain_collapse
from verify.certificates.coq.gauge.supports import ONE, Support, read_support, weights
from verify.certificates.coq.profiles.profile import read_profile
from verify.certificates.coq.text import VIEWS, CoqFile, NotInCoqError, Writer, listed

__all__ = ["emit_frequencies"]

LARGEST, LARGEST_SQUARE = 8192, 200
_MODULES = (
    "Sums Vectors Energy Gauge Slices GaugeSlices PsdCheck FactorCertificate Profiles GaugeCertificate GaugeSome\n"
    "  Rotary Turns GaugeSupport Frequencies"
)
# What a factor of any signs needs besides.
_FURTHER = "Claims Indicators GaugeFactor Pairs GaugeTransfer"
_POSITIVE = "Frequencies.weights_positive n W omega (eq_refl true <: Frequencies.weights_check n W omega = true)"


@dataclass(frozen=True)
class _Gauge:
    """What the choice of a proof looks at."""

    n: int
    d: int
    phases: Phases
    support: Support

    @property
    def planes(self) -> int:
        return len(self.phases.planes)


def emit_frequencies(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate of T4 with frequencies on finitely many atoms."""
    writer = Writer(cert)
    spec, claim = cert["problem"], cert["data"]["claim"]
    labels, n = finite_labels(spec, LARGEST)
    profile = read_profile(spec["profile"], int(spec["d"]))
    peaked, further = profile.summit
    signed = _signed(cert, labels)
    support = read_support(spec, labels) if signed is None else ONE
    factor = "k" if signed is None else support.term
    gauge = _Gauge(n, int(spec["d"]), Phases(read_planes(spec), labels), support)
    reals = _real_turns(gauge, claim)
    turns, represented = gauge.phases.definitions() if reals is None else (reals.definitions(), "")
    if signed is None:
        weighing, w, positive = weights(labels)
        definitions = (
            f"Definition n : nat := {n}%nat.\nDefinition m : nat := {gauge.planes}%nat.\n"
            f"{weighing}{support.definitions}{turns}"
            f"Definition w : nat -> R := {w}.\nDefinition k : nat -> nat -> R := {support.term}.\n"
        )
    else:
        definitions, positive = f"{signed.definitions}Definition m : nat := {gauge.planes}%nat.\n{turns}", _POSITIVE
    writer.define(f"{definitions}{profile.definitions}", profile.imports)
    writer.define(
        f"Definition e : nat -> nat -> bool := {support.support}.\n"
        f"Lemma weights_accepted : positive n w.\nProof. exact ({positive}). Qed.\n"
        f"Lemma support_accepted : supports n {factor} e.\nProof. exact ({support.proof}). Qed.\n"
    )
    if reals is None:
        writer.define(f"Lemma angles_accepted : represents turn unit t.\nProof. exact ({represented}). Qed.\n")
    free = n == 1 and not support.linked(0, 0)
    plain = None
    if signed is not None:
        plain = plain_collapse(writer, cert["data"]["psd"], signed.degrees, profile, gauge.d)
    for view, value in claim.items():
        if value not in _RULES or view not in VIEWS:
            raise NotInCoqError(f'the claim "{value}" of {view} is not emitted for gauge kernels')
        quantifier = f"forall{profile.binder}, {profile.hypothesis}" if profile.binder else ""
        statement = f"{quantifier}{claim_name(view, value, plain)} n {gauge.d}%nat w k {profile.term} (frames m turn)"
        intros = f"intros{profile.variables}{profile.names}; " if profile.binder else ""
        side = "proj1" if view == "graph_laws" else "proj2"
        if free and FREE[view] == value:
            theorem = _free(writer, gauge.d, profile.term)
        elif reals is not None:
            start, facts = f"n m {gauge.d}%nat w {factor} e turn", f"weights_accepted support_accepted {peaked}"
            theorem = reals.theorem(writer, value, support, start, facts, profile.term)
        else:
            data, arguments, check, after = _RULES[value](gauge)
            writer.define(data)
            writer.check(f"checked_{value}", check)
            head = f"frequencies_{value} n m {gauge.d}%nat w {factor} e turn unit t {profile.term}{arguments}"
            facts = f"weights_accepted support_accepted angles_accepted {peaked} checked_{value}{after}"
            theorem = f"{head}\n    {facts}"
        proof = f"{side} ({theorem})"
        if plain is not None and plain.all_laws:
            proof = f"{side} ({_from_one(value, gauge.d, profile.term, peaked, plain, theorem)})"
        elif plain is not None:
            frames, known = ("(frames m turn)", _orthogonal(gauge.d)), (profile.term, gauge.d, peaked)
            proof = one_view(view, claim, frames, known, plain, f"({theorem})")
        writer.prove(f"proved_{view}_{value}", view, statement, f"  {intros}exact ({proof}).\n")
    # what the plain kernel needs comes first: some names in Frequencies.v stand elsewhere too
    modules = further + ("" if plain is None else f"{_FURTHER}{plain.modules} ") + _MODULES
    if reals is not None:
        return writer.file("Q_i turns plane p by the angle turn i p.", f"{modules} {REAL_MODULES}")
    return writer.file("Q_i turns plane p by the angle turn i p, in units of 1 and PI divided by q.", modules)


def _real_turns(gauge: _Gauge, claim: Mapping[str, str]) -> RealTurns | None:
    """Return the angles as formulas: they are no integers a + b pi, or the claim rests on a support of another kind.

    That is "some" where no plane moves, and "all" where labels have links to later ones alone.
    """
    phases = gauge.phases
    reals = RealTurns(phases.planes, phases.labels, gauge.d)
    if not phases.rational:
        return reals
    if gauge.n == 1 or gauge.n > REAL_LARGEST:
        return None
    moves = any(_moving_or_none(gauge, p, linked=False) for p in range(gauge.planes))
    unlike = ("some" in claim.values() and not moves) or ("all" in claim.values() and not _chained(gauge))
    return reals if unlike else None


def _chained(gauge: _Gauge) -> bool:
    """Whether every label is linked to an earlier one, the first one to any."""
    linked = gauge.support.linked
    return all(any(linked(i, j) for j in range(i or gauge.n)) for i in range(gauge.n))


def _free(writer: Writer, d: int, term: str) -> str:
    """Return the proof of what one label with k = 0 claims."""
    writer.define("Lemma free : k 0%nat 0%nat = 0%R.\nProof. exact (Rmult_0_l (/ IZR kappa)). Qed.\n")
    return f"free_label {d}%nat w k {term} (frames m turn) (proj1 (Nat.leb_le 1 {d}) eq_refl) free"


@dataclass(frozen=True)
class _Signed:
    """A factor of any signs: its definitions, and sum_j W_j K_ij."""

    definitions: str
    degrees: list[int]


def _signed(cert: Mapping[str, Any], labels: Labels) -> _Signed | None:
    """Return the factor if it is a rational table with negative entries and a certified Laplacian."""
    spec = cert["problem"]
    if "psd" not in cert["data"] or "k" not in spec:
        return None
    _, n, W, omega = atoms(spec, LARGEST_SQUARE)
    _, K, kappa = factor_table(spec, labels)
    if min(map(min, K)) >= 0:
        return None
    degrees = [sum(w * x for w, x in zip(W, line, strict=True)) for line in K]
    return _Signed(integers(n, W, omega, K, kappa), degrees)


def _from_one(value: str, d: int, term: str, peaked: str, plain: Plain, theorem: str) -> str:
    """Return the proof of both views for k from that for k = 1."""
    room = f"(proj1 (Nat.leb_le 1 {d}) eq_refl)"
    return (
        f"from_one_{value} n {d}%nat w k {term} (frames m turn) weights_accepted {room}\n"
        f"    {peaked} {_orthogonal(d)}\n"
        f"    {plain.graph_laws}\n    {plain.all_laws}\n    ({theorem})"
    )


def _orthogonal(d: int) -> str:
    """Return the proof that the matrices are orthogonal."""
    return f"(fun i _ => frames_orthogonal m {d}%nat turn i (proj1 (Nat.leb_le (2 * m)%nat {d}) eq_refl))"


def _none(gauge: _Gauge) -> tuple[str, str, str, str]:
    """Return definitions, arguments, the check and further proofs: one moving pair for each plane."""
    if gauge.d != 2 * gauge.planes:
        raise NotInCoqError('"none" is emitted for frequencies of d / 2 planes')
    pairs = [_moving(gauge, p, linked=True) for p in range(gauge.planes)]
    edges = listed(f"({i}, {j})%nat" for i, j in pairs)
    data = f"Definition E : list (nat * nat) := {edges}.\n"
    return data, " E", "none_check n m e unit t E", " eq_refl"


def _all(gauge: _Gauge) -> tuple[str, str, str, str]:
    """Return the same: no data, every label is compared with the first one."""
    if gauge.n > LARGEST_SQUARE:
        raise NotInCoqError(f'"all" is emitted for frequencies on {LARGEST_SQUARE} labels or fewer')
    if not _chained(gauge):
        raise NotInCoqError('"all" is emitted for frequencies where every label is linked to an earlier one')
    after = f" (proj1 (Nat.leb_le 1 {gauge.d}) eq_refl) (proj1 (Nat.leb_le (2 * m)%nat {gauge.d}) eq_refl)"
    return "", "", "all_check n m e unit t", after


def _some(gauge: _Gauge) -> tuple[str, str, str, str]:
    """Return the same: a coordinate that no Q_i turns along the support, and a moving pair."""
    if gauge.n > LARGEST_SQUARE:
        raise NotInCoqError(f'"some" is emitted for frequencies on {LARGEST_SQUARE} labels or fewer')
    m, pairs = gauge.planes, [(i, j) for j in range(gauge.n) for i in range(j) if gauge.support.linked(i, j)]
    still = (2 * p for p in range(m) if not any(gauge.phases.differ(p, i, j) for i, j in pairs))
    b = next(chain([2 * m] if gauge.d > 2 * m else [], still), None)
    found = next(((p, pair) for p in range(m) if (pair := _moving_or_none(gauge, p, linked=False))), None)
    if b is None or found is None:
        raise NotInCoqError("no vector is left alone along the support, or no plane moves")
    p, (i, j) = found
    arguments = f" {b}%nat {p}%nat {i}%nat {j}%nat"
    return "", arguments, f"some_check n m {gauge.d}%nat e unit t{arguments}", ""


_RULES = {"all": _all, "none": _none, "some": _some}


def _moving_or_none(gauge: _Gauge, p: int, *, linked: bool) -> tuple[int, int] | None:
    """Return two labels whose angles in plane p differ by no full turn; with ``linked``, in the support."""
    bases = range(min(gauge.n, LARGEST_SQUARE))
    pairs = ((i, j) for i in bases for j in range(i + 1, gauge.n))
    usable = (pair for pair in pairs if not linked or gauge.support.linked(*pair))
    return next((pair for pair in usable if gauge.phases.differ(p, *pair)), None)


def _moving(gauge: _Gauge, p: int, *, linked: bool) -> tuple[int, int]:
    """Return such a pair, or refuse."""
    pair = _moving_or_none(gauge, p, linked=linked)
    if pair is None:
        raise NotInCoqError("a plane is not seen to move along the support")
    return pair
