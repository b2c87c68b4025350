"""Positive formulas of positions in Coq, for any number of labels: by their form, or by bounds over all positions."""

from __future__ import annotations

from fractions import Fraction

from verify.certificates.checker.enclosures.continua import names
from verify.certificates.checker.enclosures.formulas import Tree
from verify.certificates.checker.problem import Labels
from verify.certificates.coq.atoms.positive_table import PositiveFactor
from verify.certificates.coq.bounds import enclosed, real
from verify.certificates.coq.formulas import positivity, real_term
from verify.certificates.coq.text import NotInCoqError, whole

__all__ = ["positioned_factor"]


def positioned_factor(labels: Labels, tree: Tree) -> PositiveFactor:
    """Return a formula of positions as a factor; on a grid the label i has the coordinates (i / step) mod side.

    Raises
    ------
    NotInCoqError
        The sign of the formula is not seen.
    """
    n = labels.size()
    weights = (
        f"Definition n : nat := Z.to_nat {whole(n)}.\nDefinition w : nat -> R := uniform {whole(n)}.\n"
        f"{_factor(labels, tree)}"
        f"Lemma weights : (0 < IZR {whole(n)})%R.\nProof. apply IZR_lt; reflexivity. Qed.\n"
    )
    notation = f"w_i = 1/{n}, i = 0, .., {n - 1}."
    try:
        proof = f"unfold k; cbv beta; {positivity(tree)}"
    except NotInCoqError:
        definitions = weights + _bounded(labels, tree)
        positive = f"(uniform_factor_positive n {n} k weights positive)"
        return PositiveFactor(n, definitions, notation, positive, by_formula=False, modules=" Within RealFactors")
    lemma = f"Lemma positive (i j : nat) : (0 < k i j)%R.\nProof. {proof}. Qed.\n"
    positive = f"(formula_positive n {n} k weights positive)"
    return PositiveFactor(n, weights + lemma, notation, positive, by_formula=True, modules=" RealFactors")


def _coordinates(labels: Labels, label: str) -> list[str]:
    """Return the coordinates of a label, as natural numbers."""
    if len(labels.shape) == 1:
        return [label]
    return [f"({label} / {step} mod {side})%nat" for step, side in zip(labels.steps(), labels.shape, strict=True)]


def _factor(labels: Labels, tree: Tree) -> str:
    """Return the definition of k."""
    if len(labels.shape) == 1:
        return f"Definition k (i j : nat) : R := {real_term(tree)}%R.\n"
    first, second = names(labels)
    values = " ".join(f"(INR {x})" for label in "ij" for x in _coordinates(labels, label))
    return (
        f"Definition k (i j : nat) : R :=\n  (fun {' '.join([*first, *second])} : R => {real_term(tree, '')})%R\n"
        f"    {values}.\n"
    )


def _bounded(labels: Labels, tree: Tree) -> str:
    """Return the lemma that k > 0, by bounds of the formula on all positions at once."""
    first, second = names(labels)
    sides = {name: side for side_names in (first, second) for name, side in zip(side_names, labels.shape, strict=True)}
    found = enclosed(tree, {name: (Fraction(0), Fraction(side - 1)) for name, side in sides.items()})
    if found.low <= 0:
        raise NotInCoqError("the sign of k is not seen from its formula, nor by bounds over all positions")
    ranges = " ->\n  ".join(f"(0 <= {name} <= {side - 1})%R" for name, side in sides.items())
    steps, values = [], []
    for label in "ij":
        for x, side in zip(_coordinates(labels, label), labels.shape, strict=True):
            below = f"H{label}" if x == label else f"(Nat.mod_upper_bound _ {side}%nat ltac:(lia))"
            steps.append(f"pose proof (natural_range {x} {side} {below} : (0 <= INR {x} <= {side - 1})%R)")
            values.append(f"(INR {x})")
    return (
        f"Lemma bounds ({' '.join(sides)} : R) :\n  {ranges} ->\n"
        f"  ({real(found.low)} <= {real_term(tree, '')} <= {real(found.high)})%R.\nProof. intros; {found.proof}. Qed.\n"
        "Lemma positive (i j : nat) : (i < n)%nat -> (j < n)%nat -> (0 < k i j)%R.\n"
        f"Proof.\n  intros Hi Hj; {'; '.join(steps)}.\n"
        f"  pose proof (bounds {' '.join(values)}); unfold k; cbv beta; intuition lra.\nQed.\n"
    )
