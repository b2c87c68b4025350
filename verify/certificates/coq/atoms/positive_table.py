"""Tables k_ij > 0 in Coq: e^b for a table of biases b, and formulas at points, each entry seen to be positive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.certificates.checker.enclosures.continua import names
from verify.certificates.checker.enclosures.formulas import Tree, formula, placed
from verify.certificates.checker.enclosures.values import tree_of
from verify.certificates.checker.problem import Labels, Problem
from verify.certificates.coq.atoms.table import atoms
from verify.certificates.coq.bounds import enclosed, real
from verify.certificates.coq.formulas import positivity, real_term
from verify.certificates.coq.text import NotInCoqError, cleared, listed, row, rows, whole

__all__ = ["LARGEST_TABLE", "PositiveFactor", "bias_table", "pointed_table"]

LARGEST_TABLE = 200
#: Labels of a table whose entries are bounded one by one.
_LARGEST_BOUNDED = 12


@dataclass(frozen=True)
class PositiveFactor:
    """The number of labels, the definitions of n, w and k, a proof of `everywhere_positive n w k`."""

    n: int
    definitions: str
    notation: str
    positive: str
    by_formula: bool
    modules: str = ""


def bias_table(spec: Mapping[str, Any]) -> PositiveFactor:
    """Return k = e^b for a table b: rational numbers over one denominator, or formulas of constants."""
    labels, n, W, omega = atoms(spec, LARGEST_TABLE)
    bias = spec["bias"]
    if [list(column) for column in zip(*bias, strict=True)] != bias or len(bias) != n:
        raise NotInCoqError("a table of biases is symmetric, with a row for each label")
    try:
        flat, beta = cleared([Fraction(x) for line in bias for x in line])
    except ValueError:
        return _real_biases(spec, labels, W, omega)
    table = rows(flat[i * n : (i + 1) * n] for i in range(n))
    definitions = (
        f"{_weights(n, W, omega)}"
        f"Definition bias : list (list Z) := {table}.\nDefinition scale : Z := {beta}.\n"
        "Definition k : nat -> nat -> R := exponential_table bias scale.\n"
        "Lemma accepted_positive : everywhere_positive n w k.\n"
        f"Proof. exact (exponential_table_positive n W omega bias scale\n  {_CHECKED}). Qed.\n"
    )
    notation = "w_i = W_i / omega, k_ij = e^(bias_ij / scale)."
    return PositiveFactor(n, definitions, notation, "accepted_positive", by_formula=False)


_CHECKED = "(eq_refl true <: weights_positive_check n W omega = true)"


def _weights(n: int, W: list[int], omega: int) -> str:
    return (
        f"Definition n : nat := {n}%nat.\nDefinition omega : Z := {whole(omega)}.\nDefinition W : list Z := {row(W)}.\n"
        "Definition w : nat -> R := weight W omega.\n"
    )


def _real_factor(n: int, definitions: str, notation: str) -> PositiveFactor:
    """Return a factor of real numbers, of which the lemma `positive` says that they are positive."""
    definitions += (
        "Lemma accepted_positive : everywhere_positive n w k.\n"
        f"Proof. exact (real_factor_positive n W omega k {_CHECKED} positive). Qed.\n"
    )
    return PositiveFactor(
        n, definitions, notation, "accepted_positive", by_formula=False, modules=" Within RealFactors"
    )


def _real_biases(spec: Mapping[str, Any], labels: Labels, W: list[int], omega: int) -> PositiveFactor:
    Problem(spec["d"], labels, spec).factor()  # the checker reads every entry as a number
    table = listed((listed(real_term(formula(x)) for x in line) for line in spec["bias"]), ";\n    ")
    definitions = (
        f"{_weights(len(W), W, omega)}Definition bias : list (list R) := {table}%R.\n"
        "Definition k (i j : nat) : R := exp (entry bias i j).\n"
        "Lemma positive (i j : nat) : (i < n)%nat -> (j < n)%nat -> (0 < k i j)%R.\n"
        "Proof. intros; apply exp_pos. Qed.\n"
    )
    return _real_factor(len(W), definitions, "w_i = W_i / omega, k_ij = e^bias_ij.")


def pointed_table(spec: Mapping[str, Any], tree: Tree) -> PositiveFactor:
    """Return k as a formula at the points of the labels: positive by its form, or entry by entry.

    Raises
    ------
    NotInCoqError
        The labels have several coordinates, or the sign of an entry is not seen.
    """
    labels, n, W, omega = atoms(spec, LARGEST_TABLE)
    (first, *others), (second, *_) = names(labels)
    if others:
        raise NotInCoqError("a formula in several coordinates of atoms is emitted where its table is rational")
    Problem(spec["d"], labels, spec).factor()  # the checker sees that it is finite at every pair
    points = [tree_of(labels.coordinates(i)[0]) for i in range(n)]
    definitions = (
        f"{_weights(n, W, omega)}Definition points : list R := {listed(real_term(x) for x in points)}%R.\n"
        f"Definition k (i j : nat) : R :=\n  (fun {first} {second} : R => {real_term(tree, '')})%R"
        " (nth i points 0%R) (nth j points 0%R).\n"
        f"Lemma positive (i j : nat) : (i < n)%nat -> (j < n)%nat -> (0 < k i j)%R.\nProof.\n"
        f"  intros Hi Hj; {_positive(tree, first, second, points)}.\nQed.\n"
    )
    return _real_factor(n, definitions, "w_i = W_i / omega, k the formula of the problem at points i and j.")


def _positive(tree: Tree, first: str, second: str, points: list[Tree]) -> str:
    """Return the steps that show 0 < k at all pairs of points."""
    try:
        return f"unfold k; cbv beta; {positivity(tree)}"
    except NotInCoqError:
        if len(points) > _LARGEST_BOUNDED:
            raise

    def cell(x: Tree, y: Tree) -> str:
        closed = placed(tree, {first: x, second: y})
        found, term = enclosed(closed, {}), real_term(closed)
        if found.low <= 0:
            raise NotInCoqError("an entry of k is not seen to be positive")
        bounds = f"({real(found.low)} <= {term} <= {real(found.high)})%R"
        return f"change (0 < {term})%R; assert (H : {bounds}) by ({found.proof}); lra"

    def each(label: str, bound: str, parts: list[str]) -> str:
        pattern = "[|" * len(parts) + label + "]" * len(parts)
        return f"destruct {label} as {pattern}; [{' | '.join(parts)} | exfalso; unfold n in {bound}; lia]"

    return each("i", "Hi", [each("j", "Hj", [cell(x, y) for y in points]) for x in points])
