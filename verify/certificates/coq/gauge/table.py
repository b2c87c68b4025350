"""The matrices Q_i of a gauge kernel on finitely many atoms: given one by one, or by one matrix of formulas."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.certificates.checker.enclosures.continua import names
from verify.certificates.checker.enclosures.formulas import exact, formula
from verify.certificates.checker.enclosures.values import tree_of
from verify.certificates.checker.problem import Labels
from verify.certificates.coq.text import NotInCoqError

__all__ = ["Matrix", "gauge_table"]

Matrix = list[list[Fraction]]


def gauge_table(spec: Mapping[str, Any], labels: Labels) -> list[Matrix]:
    """Return the rational matrices of a gauge at its labels.

    Raises
    ------
    NotInCoqError
        They are not one square matrix of size d for each label, or an entry is not rational.
    """
    Q, d, n = spec["Q"], int(spec["d"]), labels.size()
    if all(isinstance(x, str) for line in Q for x in line):
        entries = [[formula(x, names(labels)[0]) for x in line] for line in Q]
        places = (dict(zip(names(labels)[0], map(tree_of, labels.coordinates(i)), strict=True)) for i in range(n))
        values = [[[exact(x, place) for x in line] for line in entries] for place in places]
    else:
        values = [[[Fraction(x) for x in line] for line in matrix] for matrix in Q]
    table = [[[x for x in line if x is not None] for line in matrix] for matrix in values]
    if len(table) != n or any(len(matrix) != d or any(len(line) != d for line in matrix) for matrix in table):
        raise NotInCoqError(f"Q is not {n} rational matrices of size {d}")
    return table
