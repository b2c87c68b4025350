"""Rational bounds of a factor k on pairs of cells of a continuum of labels, rounded outwards.

The circle, an interval and a torus are cut into cells of equal uniform mass. On an interval with a density
rho the function that is bounded is k(xi, zeta) rho(xi) rho(zeta), taken against the uniform law: <v, Lv> =
1/2 ∬ k (v - v')^2 drho drho is a positive multiple of its form.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from math import lcm

import flint
import numpy as np
from numpy.typing import NDArray

from verify.model.factors import lag_formula
from verify.model.formula import Apply, Formula, Name, children, formula_of, replace_parts
from verify.model.labels import Circle, Interval, LabelLaw, Torus
from verify.model.numbers import ball
from verify.spectral.continuum.intervals import Ends, range_on_box

__all__ = ["CellBounds", "bound_on_cells", "form_density", "work_of"]

Rows = tuple[tuple[Fraction, ...], ...]
Integers = NDArray[np.int64]
#: Bits of the rounded bounds below the largest of them, and of the slack for another evaluator's rounding.
_BITS = 26
_SLACK_BITS = 20


@dataclass(frozen=True)
class CellBounds:
    """lower_ab <= k <= upper_ab on cell a x cell b, all rational, symmetric.

    Attributes
    ----------
    per_axis : int
        Cells along each axis; row-major order on a torus.
    lower, upper : rows of Fraction
    """

    per_axis: int
    lower: Rows
    upper: Rows

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.lower)

    @cached_property
    def whole(self) -> tuple[Fraction, Integers, Integers]:
        """A unit and the bounds as integer multiples of it."""
        unit = Fraction(1, lcm(*(x.denominator for rows in (self.lower, self.upper) for row in rows for x in row)))
        lower, upper = (
            np.array([[int(x / unit) for x in row] for row in rows], dtype=np.int64)
            for rows in (self.lower, self.upper)
        )
        return unit, lower, upper

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """The uniform masses of the cells."""
        return (Fraction(1, self.size),) * self.size


def form_density(formula: Formula, labels: LabelLaw) -> Formula:
    """Return the integrand of <v, Lv> against the uniform law: k, or k rho rho' on an interval with a density."""
    if not isinstance(labels, Interval) or labels.density is None:
        return formula
    other = formula_of(replace_parts(labels.density.tree, {Name("xi"): Name("zeta")}))
    return formula_of(Apply("*", (Apply("*", (formula.tree, labels.density.tree)), other.tree)))


def work_of(formula: Formula, labels: LabelLaw, per_axis: int) -> int:
    """Return the number of interval operations that :func:`bound_on_cells` takes."""
    dim = len(labels.variables[0])
    cells = per_axis**dim
    pairs = (2 * per_axis) ** dim if lag_formula(formula, labels) is not None else cells * (cells + 1) // 2
    count, stack = 0, [formula.tree]
    while stack:
        count += 1
        stack.extend(children(stack.pop()))
    return pairs * count


def bound_on_cells(formula: Formula, labels: LabelLaw, per_axis: int) -> CellBounds | None:
    """Bound a symmetric formula on all pairs of cells; None where it is not seen to be bounded on some pair.

    Parameters
    ----------
    formula : Formula
        In the label variables, symmetric.
    labels : Circle, Interval or Torus
    per_axis : int
        Cells along each axis.

    Notes
    -----
    A formula of the lag xi - zeta alone has one range per difference a - b of cells: the lag runs through
    [(a - b - 1) h, (a - b + 1) h].

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> bounds = bound_on_cells(parse_formula("xi*zeta", {"xi", "zeta"}), Interval(Fraction(0), Fraction(1)), 2)
    >>> [[float(x) for x in row] for row in bounds.upper]
    [[0.25, 0.5], [0.5, 1.0]]
    """
    assert isinstance(labels, Circle | Interval | Torus)
    cells = list(product(range(per_axis), repeat=len(labels.variables[0])))
    names = (*labels.variables[0], *labels.variables[1])
    edges = _edges(labels, per_axis)
    by_lag = lag_formula(formula, labels) is not None
    known: dict[tuple[int, ...], Ends] = {}
    keys: list[list[tuple[int, ...]]] = []
    for i, a in enumerate(cells):
        row = []
        for b in cells[: i + 1]:
            lag = tuple(p - q for p, q in zip(a, b, strict=True))
            key = max(lag, tuple(-s for s in lag)) if by_lag else (*a, *b)
            if key not in known:
                found = range_on_box(formula.tree, dict(zip(names, (edges[c] for c in (*a, *b)), strict=True)))
                if found is None:
                    return None
                known[key] = found
            row.append(key)
        keys.append(row)
    rounded = _rounded(known)
    lower, upper = (
        tuple(tuple(rounded[keys[max(i, j)][min(i, j)]][side] for j in range(len(cells))) for i in range(len(cells)))
        for side in (0, 1)
    )
    return CellBounds(per_axis, lower, upper)


def _edges(labels: LabelLaw, per_axis: int) -> list[Ends]:
    """Return the cells of an axis, rounded outwards."""
    with flint.ctx.workprec(96):
        if isinstance(labels, Interval):
            start, length = ball(labels.a), ball(labels.b) - ball(labels.a)
        else:
            start, length = flint.arb(0), 2 * flint.arb.pi()
        grid = [start + length * c / per_axis for c in range(per_axis + 1)]
        return [(x.lower().mid(), y.upper().mid()) for x, y in pairwise(grid)]


def _rounded(known: dict[tuple[int, ...], Ends]) -> dict[tuple[int, ...], tuple[Fraction, Fraction]]:
    """Round ranges outwards to multiples of a power of two, with slack where an end is no such multiple."""
    with flint.ctx.workprec(160):
        largest = max(max(abs(low), abs(high)) for low, high in known.values())
        exponent = _BITS - _binary_magnitude(largest)
        scale, slack = flint.arb(2) ** exponent, flint.arb(2) ** -_SLACK_BITS
        unit = Fraction(2) ** -exponent
        return {
            key: (-_whole_above(-low * scale, slack) * unit, _whole_above(high * scale, slack) * unit)
            for key, (low, high) in known.items()
        }


def _whole_above(x: flint.arb, slack: flint.arb) -> int:
    exact = x.unique_fmpz()
    if exact is None or x != exact:
        exact = (x + slack).ceil().unique_fmpz()
    assert exact is not None
    return int(exact)


def _binary_magnitude(x: flint.arb) -> int:
    """Return n with |x| < 2^n <= 4 |x| for an exact binary number, 0 for 0."""
    mantissa, exponent = (int(part) for part in x.man_exp())
    return abs(mantissa).bit_length() + exponent if mantissa else 0
