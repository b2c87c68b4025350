"""T4 for gauges by real frequencies in Coq: sqrt(2), 10000^(-1/3); and for planes that do not move at all.

The angles stand there as formulas. That a difference of two is no full turn follows from rational bounds of it and from
decimals of pi, that it is one from algebra. Where no plane moves and k >= 0 is reducible, a sign on one side of the
support makes "some".
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.certificates.checker.algebra import components
from verify.certificates.checker.enclosures.formulas import Tree, exact, is_constant, num, replaced
from verify.certificates.checker.enclosures.values import full_turns, tree_of
from verify.certificates.checker.problem import Labels
from verify.certificates.checker.reading import Refused, number
from verify.certificates.coq.bounds import Bounds, enclosed, real
from verify.certificates.coq.formulas import real_term
from verify.certificates.coq.gauge.supports import Support
from verify.certificates.coq.text import NotInCoqError, Writer, computed, listed

__all__ = ["MODULES", "RealTurns", "rational_power"]

MODULES = "Within RealTurns "
LARGEST, LARGEST_ROOT, DIGITS = 60, 128, 7
_NONZERO = "first [apply PI_neq0 | apply Rgt_not_eq; first [apply sqrt_lt_R0; lra | apply exp_pos]]"
_ALGEBRA = f"first [ring | solve [field] | field; repeat split; {_NONZERO}]"
PI = Fraction(314159265358979323846, 10**20), Fraction(314159265358979323847, 10**20)


def rational_power(b: Fraction, a: Fraction) -> tuple[Fraction, Fraction, str]:
    """Return rational bounds of b^a, and the proof of them from integer powers.

    Examples
    --------
    >>> low, high, proof = rational_power(Fraction(10000), Fraction(-1, 4))
    >>> low <= Fraction(1, 10) <= high, proof[:48]
    (True, '(within_inverse_root 10000%R (-1 / 4)%R 1%nat 4%')
    """
    p, q = abs(a.numerator), a.denominator
    if b <= 0 or q > LARGEST_ROOT or p > LARGEST_ROOT:
        raise NotInCoqError("rational powers of frequencies are emitted for b > 0 and exponents of small terms")
    power = b**a.numerator
    guess = math.exp(float(a) * (math.log(b.numerator) - math.log(b.denominator)))
    unit = Fraction(10) ** (math.floor(math.log10(guess)) - DIGITS)
    low, high = (math.floor(Fraction(guess) / unit) - 1) * unit, (math.floor(Fraction(guess) / unit) + 2) * unit
    if not low**q <= power <= high**q:
        raise NotInCoqError("a rational power of a frequency is too large")
    rule = "within_root" if a > 0 else "within_inverse_root"
    size = f"(proj1 (Nat.ltb_lt 0 {q}%nat) eq_refl)"
    terms = f"{real(b)} {real(a)} {p}%nat {q}%nat {real(low)} {real(high)} ltac:(lra) {size}"
    return low, high, f"({rule} {terms} ltac:(simpl; lra) ltac:(lra) ltac:(lra) ltac:(simpl; lra) ltac:(simpl; lra))"


@dataclass(frozen=True)
class RealTurns:
    """The angles of a problem as formulas.

    Parameters
    ----------
    planes : list of lists of texts
        The frequencies.
    labels : Labels
    d : int
    """

    planes: list[list[Any]]
    labels: Labels
    d: int
    _roots: dict[str, tuple[Fraction, Fraction, str]] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """The number of labels."""
        return self.labels.size()

    def definitions(self) -> str:
        """Return the definition of the angles ``turn``."""
        if any(len(plane) != len(self.labels.shape) for plane in self.planes):
            raise NotInCoqError("a plane has another number of frequencies than the labels have coordinates")
        table = listed(listed(_term(self._tree(omega)) for omega in plane) for plane in self.planes)
        head = f"Definition omegas : list (list R) := {table}.\n"
        if self.labels.points is not None:
            points = listed(_term(self._tree_of(point)) for point in self.labels.points)
            head = f"{head}Definition points : list R := {points}.\n"
            return f"{head}Definition turn : nat -> nat -> R := point_turn omegas points.\n"
        if self.labels.kind not in {"positions", "cyclic"}:
            raise NotInCoqError("these labels have no coordinates")
        shape = listed(f"{side}%nat" for side in self.labels.shape)
        return (
            f"{head}Definition shape : list nat := {shape}.\n"
            "Definition turn : nat -> nat -> R := grid_turn omegas shape.\n"
        )

    def theorem(self, writer: Writer, value: str, support: Support, start: str, facts: str, term: str) -> str:
        """Return the proof of both views of a claim, its lemmas defined.

        Parameters
        ----------
        writer : Writer
        value : str
            "all", "some" or "none".
        support : Support
            Of the factor.
        start, facts, term : str
            What the theorems take before and after the profile, and the profile.

        Raises
        ------
        NotInCoqError
            The claim is not seen from bounds of the angles.
        """
        rule = {"all": self._all, "some": self._some, "none": self._none}[value]
        return rule(writer, support, start, facts, term)

    def _none(self, writer: Writer, support: Support, start: str, facts: str, term: str) -> str:
        """Every plane moves along the support, and the planes are everything."""
        m = len(self.planes)
        if self.d != 2 * m:
            raise NotInCoqError('"none" is emitted for frequencies of d / 2 planes')
        pairs = [self._moving(p, support) for p in range(m)]
        moves = [f"exact {self._moves(writer, p, i, j)}" for p, (i, j) in enumerate(pairs)]
        writer.define(f"Definition E : list (nat * nat) := {listed(f'({i}, {j})%nat' for i, j in pairs)}.\n")
        writer.check("pairs_accepted", "moving_pairs_check n m e E")
        writer.define(
            "Lemma moving p : (p < m)%nat ->\n"
            "  cos (turn (fst (nth p E (0, 0)%nat)) p - turn (snd (nth p E (0, 0)%nat)) p) <> 1%R.\n"
            f"Proof. unfold m; intros Hp; {_cases('p', moves, 'Hp')}. Qed.\n"
        )
        return f"turns_none {start} {term} E {facts} pairs_accepted moving eq_refl"

    def _all(self, writer: Writer, support: Support, start: str, facts: str, term: str) -> str:
        """No plane moves, and the support is connected."""
        tree = _tree(self.n, support)
        if tree is None:
            raise NotInCoqError('"all" is emitted for frequencies where k > 0 connects the labels')
        planes = [f"exact {self._still(writer, p)}" for p in range(len(self.planes))]
        writer.define(f"Definition T : list (nat * nat) := {listed(f'({i}, {j})%nat' for i, j in tree)}.\n")
        writer.check("tree_accepted", "tree_check n e T")
        writer.define(
            "Lemma still p : (p < m)%nat -> forall i, (i < n)%nat -> cos (turn i p - turn 0%nat p) = 1%R.\n"
            f"Proof. unfold m; intros Hp; {_cases('p', planes, 'Hp')}. Qed.\n"
        )
        room = f"(proj1 (Nat.leb_le 1 {self.d}) eq_refl) (proj1 (Nat.leb_le (2 * m) {self.d}) eq_refl)"
        return f"turns_all {start} {term} T {facts} (proj1 (Nat.leb_le 1 n) eq_refl) tree_accepted still {room}"

    def _some(self, writer: Writer, support: Support, start: str, facts: str, term: str) -> str:
        """A coordinate is fixed; and a plane moves, or k vanishes between two sides."""
        m, free = len(self.planes), None
        room = f"(proj1 (Nat.leb_le (2 * m) {self.d}) eq_refl)"
        if self.d > 2 * m:
            b, low, high = 2 * m, f"(2 * m) {2 * m}", f"{2 * m + 1} {self.d}"
            free = f"(fixed_beyond n m {self.d}%nat e turn {b}%nat (proj1 (Nat.leb_le {low}) eq_refl)\n"
            free += f"      (proj1 (Nat.leb_le {high}) eq_refl))"
        else:
            b, free = self._fixed(writer, support, room)
        found = next(((p, i) for p in range(m) for i in range(min(self.n, LARGEST)) if self._apart(p, i, 0)), None)
        if found is not None:
            p, i = found
            sizes = " ".join(f"(proj1 (Nat.leb_le {x} {y}) eq_refl)" for x, y in ((p + 1, "m"), (i + 1, "n"), (1, "n")))
            facts = f"{facts} {room}\n    {free} {sizes} {self._moves(writer, p, i, 0)}"
            return f"turns_some {start} {term} {b}%nat {p}%nat {i}%nat 0%nat {facts}"
        parts = components(self.n, support.linked)
        if len(parts) < 2:
            raise NotInCoqError("no plane moves, and the support is connected")
        V = listed("true" if i in parts[0] else "false" for i in range(self.n))
        writer.define(f"Definition V : list bool := {V}.\n" + computed("sides_accepted", "sides_check n e V"))
        return f"turns_some_flipped {start} {term} {b}%nat V {facts} {room}\n    {free} sides_accepted"

    def _fixed(self, writer: Writer, support: Support, room: str) -> tuple[int, str]:
        """Return a coordinate that is turned alike along the support, and the proof: a still plane, or no links."""
        m = len(self.planes)
        p = next((p for p in range(m) if all(self._turns(p, i) is not None for i in range(self.n))), None)
        if p is not None:
            size = f"(proj1 (Nat.leb_le {p + 1} m) eq_refl)"
            return 2 * p, f"(fixed_plane n m {self.d}%nat e turn {p}%nat {room} {size} {self._still(writer, p)})"
        if any(support.linked(i, j) for i in range(self.n) for j in range(i)):
            raise NotInCoqError("no vector is seen to be left alone at all labels")
        alone = writer.check("alone_accepted", "alone_check n e")
        return 0, f"(fixed_alone n m {self.d}%nat e turn {alone} (proj1 (Nat.leb_le 1 {self.d}) eq_refl))"

    def _apart(self, p: int, i: int, j: int) -> bool:
        """Say whether the angles of plane p at two labels are seen to differ by no full turn."""
        if self._turns(p, i, j) is not None:
            return False
        omega = [number(text) for text in self.planes[p]]
        try:
            return not full_turns(omega, self.labels.coordinates(i), self.labels.coordinates(j))
        except Refused:
            return False

    def _moving(self, p: int, support: Support) -> tuple[int, int]:
        """Return two labels with k > 0 between which plane p moves."""
        size = min(self.n, LARGEST)
        pairs = ((i, j) for j in range(size) for i in range(j) if support.linked(i, j))
        found = next((pair for pair in pairs if self._apart(p, *pair)), None)
        if found is None:
            raise NotInCoqError("a plane is not seen to move along the support")
        return found

    def _difference(self, p: int, i: int, j: int) -> Tree:
        """Return the difference of the angles of plane p at two labels as a formula."""
        axes = zip(self.planes[p], self.labels.coordinates(i), self.labels.coordinates(j), strict=True)
        phase: Tree = num(0)
        for omega, x, y in axes:
            if tree_of(x) != tree_of(y):
                part: Tree = ("*", self._tree(omega), ("-", self._tree_of(x), self._tree_of(y)))
                phase = part if phase == num(0) else ("+", phase, part)
        return phase

    def _phase(self, writer: Writer, p: int, i: int, j: int) -> tuple[Tree, str]:
        """Return the same, and the lemma that it is this difference."""
        phase, name = self._difference(p, i, j), f"phase_{p}_{i}_{j}"
        writer.define(
            f"Lemma {name} : (turn {i}%nat {p}%nat - turn {j}%nat {p}%nat = {real_term(phase, embedding='')})%R.\n"
            f"Proof. unfold turn, grid_turn, point_turn, coordinate; simpl; {_ALGEBRA}. Qed.\n"
        )
        return phase, name

    def _moves(self, writer: Writer, p: int, i: int, j: int) -> str:
        """Return the lemma that the angles of plane p at two labels differ by no full turn."""
        phase, name = self._phase(writer, p, i, j)
        found = enclosed(phase, {root: (low, high) for root, (low, high, _) in self._roots.items()})
        z = math.floor(found.low / (2 * PI[found.low >= 0]))
        if not _between(found, z):
            raise NotInCoqError("an angle is too close to a full turn for bounds")
        names = _names(phase)
        known = "".join(f"pose proof {proof}; " for root, (_, _, proof) in self._roots.items() if root in names)
        bounds = f"apart_bounds {real(found.low)} {real(found.high)} ({z})%Z"
        writer.define(
            f"Lemma moves_{p} : cos (turn {i}%nat {p}%nat - turn {j}%nat {p}%nat) <> 1%R.\n"
            f"Proof. rewrite {name}; pose proof pi_decimals; {known}apply ({bounds}); "
            f"[{found.proof} | lra | lra]. Qed.\n"
        )
        return f"moves_{p}"

    def _still(self, writer: Writer, p: int) -> str:
        """Return the lemma that all angles of a plane differ from the first one by full turns."""
        if self.n > LARGEST:
            raise NotInCoqError(f"planes that do not move are emitted on {LARGEST} labels or fewer")
        cases = []
        for i in range(self.n):
            z = self._turns(p, i)
            if z is None:
                raise NotInCoqError("that an angle is a full turn is not seen by algebra")
            cases.append(f"rewrite {self._phase(writer, p, i, 0)[1]}; apply (whole_turns _ ({z})%Z); {_ALGEBRA}")
        writer.define(
            f"Lemma still_{p} i : (i < n)%nat -> cos (turn i {p}%nat - turn 0%nat {p}%nat) = 1%R.\n"
            f"Proof. unfold n; intros Hi; {_cases('i', cases, 'Hi')}. Qed.\n"
        )
        return f"still_{p}"

    def _turns(self, p: int, i: int, j: int = 0) -> int | None:
        """Return z where the difference is 2 z pi with other numbers for pi, roots and exponentials: Coq's to prove."""
        phase = self._difference(p, i, j)
        found = {_at(phase, shift) for shift in (1000003, 1000507)}
        z = found.pop()
        return None if found or z is None or z.denominator != 1 else int(z)

    def _tree(self, text: Any) -> Tree:
        return self._tree_of(number(text))

    def _tree_of(self, value: Any) -> Tree:
        """Return a number as a formula in which rational powers are variables with known bounds."""
        return replaced(tree_of(value), self._plain)

    def _plain(self, tree: Tree) -> Tree | None:
        if tree == ("E",):
            return ("exp", num(1))
        if tree[:1] != ("**",):
            return None
        exponent = exact(tree[2], {}) if is_constant(tree[2]) else None
        if exponent is None:
            raise NotInCoqError("powers of frequencies are emitted for rational exponents")
        if exponent.denominator == 1:
            base, n = self._tree_of_part(tree[1]), abs(exponent.numerator)
            power: Tree = ("**", base, num(n)) if n else num(1)
            return power if exponent >= 0 else ("/", num(1), power)
        base_value = exact(tree[1], {})
        if base_value is None:
            raise NotInCoqError("rational powers of frequencies are emitted for rational bases")
        name = f"(Rpower {real(base_value)} {real(exponent)})"
        self._roots.setdefault(name, rational_power(base_value, exponent))
        return ("var", name)

    def _tree_of_part(self, tree: Tree) -> Tree:
        return replaced(tree, self._plain)


def _tree(n: int, support: Support) -> list[tuple[int, int]] | None:
    """Return links (i, j) that reach every label from the first one, i from j; None where k > 0 does not connect."""
    reached, links = [0], []
    for j in reached:
        for i in range(n):
            if i not in reached and support.linked(i, j):
                reached.append(i)
                links.append((i, j))
    return links if len(reached) == n and any(support.linked(0, j) for j in range(n)) else None


def _between(found: Bounds, z: int) -> bool:
    """Whether bounds lie between 2 z pi and 2 (z + 1) pi, for all numbers with these decimals of pi."""
    below = 2 * z * (PI[1] if z >= 0 else PI[0])
    above = 2 * (z + 1) * (PI[0] if z + 1 >= 0 else PI[1])
    return below < found.low and found.high < above


def _at(phase: Tree, shift: int) -> Fraction | None:
    """Return phase / (2 pi) where other numbers stand for pi, roots and exponentials."""
    values: dict[Tree, Fraction] = {("pi",): Fraction(shift)}

    def swap(part: Tree) -> Tree | None:
        if part[0] in {"num", "neg", "+", "-", "*", "/", "**"}:
            return None
        return num(values.setdefault(part, Fraction(shift + 2 * len(values) ** 3)))

    found = exact(replaced(phase, swap), {})
    return None if found is None else found / (2 * shift)


def _term(tree: Tree) -> str:
    return f"{real_term(tree, embedding='')}%R"


def _names(tree: Tree) -> set[str]:
    if tree[0] == "var":
        return {tree[1]}
    return set().union(*(_names(part) for part in tree[1:] if isinstance(part, tuple)))


def _cases(name: str, tactics: list[str], bound: str) -> str:
    """Return the tactic that goes through the numbers below a bound."""
    each = "".join(f"destruct {name} as [|{name}]; [{tactic}|]; " for tactic in tactics)
    return f"{each}exfalso; repeat apply le_S_n in {bound}; inversion {bound}"
