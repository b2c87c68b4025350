"""Factors k >= 0 on atoms in Coq with their support: 1, a rational table, a function of the lag, exponentials."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.certificates.checker.enclosures.continua import Formula, names
from verify.certificates.checker.enclosures.formulas import formula
from verify.certificates.checker.enclosures.values import tree_of, value
from verify.certificates.checker.problem import Factor, Labels, Problem
from verify.certificates.coq.text import NotInCoqError, cleared, row, rows

__all__ = ["ONE", "Support", "read_support", "weights"]

LARGEST_TABLE = 200
_IRRATIONAL = "gauge kernels are emitted with rational factors and biases"


@dataclass(frozen=True)
class Support:
    """How a file speaks of a factor.

    Parameters
    ----------
    definitions : str
        The integers.
    term, support, proof : str
        The real factor, the boolean function that tells where it is positive, and the proof of it.
    linked : callable
        The same boolean function in Python.
    """

    definitions: str
    term: str
    support: str
    proof: str
    linked: Callable[[int, int], bool]


def read_support(spec: Mapping[str, Any], labels: Labels) -> Support:
    """Return the factor of a gauge kernel: k, exp(bias), or 1.

    Raises
    ------
    NotInCoqError
        An entry is not rational or negative, or the table is too large and no function of the lag.
    """
    if "bias" in spec:
        definitions, term, _, _ = _rational(_exponents(spec["bias"], labels), labels)
        return Support(
            definitions, f"(exponential_of {term})", "everywhere", f"exponential_supported n {term}", _everywhere
        )
    if "k" not in spec:
        return ONE
    factor = Problem(spec["d"], labels, spec).factor()
    definitions, term, numbers, by_lag = _rational(factor, labels)
    if min(map(min, numbers)) < 0:
        raise NotInCoqError('gauge kernels are emitted with k >= 0, or where T5 says "all" of the factor')
    accepted = "(eq_refl true <: {} = true)"
    if by_lag:
        (lags,) = numbers
        proof = f"lags_supported n L kappa {accepted.format('lags_check L kappa')}"
        return Support(definitions, term, "(in_lags L)", proof, lambda i, j: lags[abs(i - j)] > 0)
    proof = f"table_supported n K kappa {accepted.format('table_check n K kappa')}"
    return Support(definitions, term, "(in_table K)", proof, lambda i, j: numbers[i][j] > 0)


def weights(labels: Labels) -> tuple[str, str, str]:
    """Return the definitions of the weights, the term, and the proof that they are positive."""
    if labels.weights is None:
        return "", "(uniform n)", "uniform_positive n"
    W, omega = cleared(labels.weights)
    definitions = f"Definition W : list Z := {row(W)}.\nDefinition omega : Z := {omega}.\n"
    proof = "weights_positive n W omega (eq_refl true <: weights_check n W omega = true)"
    return definitions, "(weight W omega)", proof


def _everywhere(i: int, j: int) -> bool:  # noqa: ARG001 - the factor is positive at all pairs
    return True


#: The factor 1.
ONE = Support("", "one", "everywhere", "one_supported n", _everywhere)


def _rational(factor: Factor, labels: Labels) -> tuple[str, str, list[list[Fraction]], bool]:
    """Return definitions, the real factor, its entries (of lags: one row), and whether they go by the lag."""
    n = labels.size()
    by_lag = factor.lagged and labels.kind == "positions" and len(labels.shape) == 1
    if not by_lag and n > LARGEST_TABLE:
        raise NotInCoqError(f"a factor on {n} labels is emitted as a function of |i - j|")
    numbers = [[factor.entry(i, 0) for i in range(n)]] if by_lag else factor.rows()
    if not all(isinstance(x, Fraction) for line in numbers for x in line):
        raise NotInCoqError(_IRRATIONAL)
    flat, kappa = cleared([x for line in numbers for x in line])
    scale = f"Definition kappa : Z := {kappa}.\n"
    if by_lag:
        return f"Definition L : list Z := {row(flat)}.\n{scale}", "(lagged L kappa)", numbers, True
    table = rows(flat[i * n : (i + 1) * n] for i in range(n))
    return f"Definition K : list (list Z) := {table}.\n{scale}", "(factor K kappa)", numbers, False


def _exponents(given: object, labels: Labels) -> Factor:
    """Return b as a factor; e^b has to be symmetric, for the energy sees the mean of e^b(i, j) and e^b(j, i)."""
    if not isinstance(given, str):
        return Factor(labels, given, bias=False)
    b = Formula(labels, given, bias=False)
    first, second = names(labels)
    tree = formula(given, [*first, *second])
    for i, j in b.pairs():
        x, y = ([tree_of(c) for c in labels.coordinates(label)] for label in (i, j))
        entry = value(tree, b.env(x, y))
        if not isinstance(entry, Fraction):
            raise NotInCoqError(_IRRATIONAL)
        if entry != b.entry(i, j):
            raise NotInCoqError("a bias is emitted where b(i, j) = b(j, i)")
    return b
