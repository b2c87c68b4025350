"""Gauges given by matrices: the subspace on which Q(xi) is constant, and the mean M = ∫ Q drho.

Over a law with a density, Q is evaluated on small balls of labels, each of positive mass: a vector v with
Q(xi) v constant rho-a.e. is orthogonal to all rows of Q(xi) - Q(zeta) for some xi, zeta in any two of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import flint

from verify.model.factors import evaluate, label_point
from verify.model.formula import Apply, Formula, formula_of
from verify.model.kernels import Frequencies, GaugeFormula, GaugeKernel, GaugeTable
from verify.model.labels import Circle, Interval, LabelLaw, Torus
from verify.model.numbers import Number, ball, float_value, number_formula
from verify.model.quadrature import integrate_formula
from verify.spectral.gauges._common_null_space import (
    BallRows,
    CommonNullSpace,
    Vector,
    as_fmpq,
    bounded_null_space,
    rational_null_space,
    symbolic,
)
from verify.spectral.gauges._multiples import is_identically_zero

__all__ = ["enclosed_matrices", "formula_space", "mean_matrix", "samples", "table_space"]

Matrix = Sequence[Sequence[Number]]
Components = Sequence[Sequence[int]]

_PRECISION = 256
_RADIUS = flint.arb(2) ** -140
_STEPS = tuple(Fraction(p, 37) for p in (5, 11, 18, 24, 31, 2, 14, 34))
_SAMPLED_LABELS = 48
_TABLE_ENTRIES = 20_000
_SYMBOLIC_LABELS = 64
_SYMBOLIC_SIZE = 12
_MEAN_ENTRIES = 200_000
_INTEGRALS = 400


# ---------------------------------------------------------------- tables


def table_space(matrices: Sequence[Matrix], components: Components) -> CommonNullSpace:
    """Return {v : Q_i v is constant on each component} for one matrix per label."""
    pairs = [(i, part[0]) for part in components for i in part[1:]]
    return null_space_of([_difference(matrices[i], matrices[base]) for i, base in pairs], len(matrices[0]))


def _difference(P: Matrix, Q: Matrix) -> list[list[Number]]:
    return [[_minus(a, b) for a, b in zip(*rows, strict=True)] for rows in zip(P, Q, strict=True)]


def _minus(a: Number, b: Number) -> Number:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a - b
    if a == b:
        return Fraction(0)
    return formula_of(Apply("-", (number_formula(a).tree, number_formula(b).tree)))


def null_space_of(blocks: Sequence[Matrix], size: int) -> CommonNullSpace:
    """Return the common null space of matrices of exact numbers, with ``size`` columns each."""
    if all(isinstance(x, Fraction) for block in blocks for row in block for x in row):
        return rational_null_space((as_fmpq(block) for block in blocks), size)
    rows = BallRows(size)
    with flint.ctx.workprec(_PRECISION):
        for block in blocks:
            for row in block:
                rows.insert([ball(x) for x in row])
        return bounded_null_space(rows, rows, lambda v: _annihilates(blocks, v))


def _annihilates(blocks: Sequence[Matrix], v: Vector) -> bool:
    if len(v) > _SYMBOLIC_SIZE or len(blocks) > _SYMBOLIC_LABELS:
        return False
    vector = [symbolic(x) for x in v]
    return all(
        is_identically_zero(sum(symbolic(a) * x for a, x in zip(row, vector, strict=True)))
        for block in blocks
        for row in block
        if any(a != 0 for a in row)
    )


# ---------------------------------------------------------------- formulas


def formula_space(gauge: GaugeFormula, labels: LabelLaw, components: Components | None) -> CommonNullSpace:
    """Return {v : Q(xi) v constant rho-a.e.}, on each component of a finite law, for a matrix of formulas."""
    d = len(gauge.rows)
    if labels.size is not None:
        table = _rational_table(gauge, labels)
        everything = [range(labels.size)] if components is None else components
        if table is not None:
            return table_space(table, everything)
        whole = len(everything) == 1 and len(everything[0]) == labels.size
        found = _sampled_space(gauge, labels) if whole else None
        if found is not None and found.dimension is not None:
            return found
        if labels.size <= _SYMBOLIC_LABELS and d <= _SYMBOLIC_SIZE:
            return table_space([_at_label(gauge, labels, i) for i in range(labels.size)], everything)
        return found or CommonNullSpace(d, 0, d, (), exact=False)
    return _sampled_space(gauge, labels)


def _at_label(gauge: GaugeFormula, labels: LabelLaw, index: int) -> list[list[Number]]:
    values = dict(zip(labels.variables[0], label_point(labels, index), strict=True))
    return [[evaluate(f, values, f"Q at label {index}") for f in row] for row in gauge.rows]


def _rational_table(gauge: GaugeFormula, labels: LabelLaw) -> list[Matrix] | None:
    """Return Q at every label of a finite law if all entries are rational."""
    n, d = labels.size or 0, len(gauge.rows)
    if n * d * d > _TABLE_ENTRIES:
        return None
    table: list[Matrix] = []
    for index in range(n):
        point = label_point(labels, index)
        if not all(isinstance(x, Fraction) for x in point):
            return None
        values = {name: x for name, x in zip(labels.variables[0], point, strict=True) if isinstance(x, Fraction)}
        entries = [[f.rational(values) for f in row] for row in gauge.rows]
        if any(x is None for row in entries for x in row):
            return None
        table.append([[x for x in row if x is not None] for row in entries])
    return table


def _sampled_space(gauge: GaugeFormula, labels: LabelLaw) -> CommonNullSpace:
    d = len(gauge.rows)
    rows, sharp = BallRows(d), BallRows(d)
    with flint.ctx.workprec(_PRECISION):
        chosen = list(samples(labels))
        for collected, radius in (
            (rows, flint.arb(0) if labels.size is not None else _RADIUS),
            (sharp, flint.arb(0)),
        ):
            tables = [_enclosed(gauge, {name: ball(x) + flint.arb(0, radius) for name, x in s.items()}) for s in chosen]
            for table in tables[1:]:
                for moved, fixed in zip(table, tables[0], strict=True):
                    collected.insert([a - b for a, b in zip(moved, fixed, strict=True)])
        base = chosen[0] if chosen else {}
        return bounded_null_space(rows, sharp, lambda v: bool(base) and _constant_along(gauge, v, base))


def _enclosed(gauge: GaugeFormula, values: Mapping[str, flint.arb]) -> list[list[flint.arb]]:
    return [[f.enclose(values) for f in row] for row in gauge.rows]


def _constant_along(gauge: GaugeFormula, v: Vector, base: Mapping[str, Number]) -> bool:
    """Whether algebra shows Q(xi) v = Q(base) v identically in xi."""
    import sympy  # slow to import

    if len(v) > _SYMBOLIC_SIZE:
        return False
    vector = sympy.Matrix([symbolic(x) for x in v])
    moved = sympy.Matrix([[f.expr for f in row] for row in gauge.rows]) * vector
    fixed = moved.subs({sympy.Symbol(name, real=True): symbolic(x) for name, x in base.items()})
    return all(is_identically_zero(a - b) for a, b in zip(moved, fixed, strict=True))


def samples(labels: LabelLaw) -> Iterator[dict[str, Number]]:
    """Yield labels, exactly: some of a finite law, or points around which a law with a density has mass."""
    names = labels.variables[0]
    match labels:
        case Circle() | Torus():
            for step in range(len(_STEPS)):
                yield {name: 6 * _STEPS[(step + 3 * axis) % len(_STEPS)] for axis, name in enumerate(names)}
        case Interval(a, b, density):
            for share in _STEPS:
                near = float_value(a) + (float_value(b) - float_value(a)) * float(share)
                point = Fraction(near).limit_denominator(10**9)
                around = ball(point) + flint.arb(0, _RADIUS)
                inside = around > ball(a) and around < ball(b)
                if inside and (density is None or density.enclose({"xi": around}) > 0):
                    yield {"xi": point}
        case _:
            n = labels.size or 0
            stride = max(1, n // _SAMPLED_LABELS)
            for index in sorted({*range(min(n, 4)), *range(0, n, stride)}):
                yield dict(zip(names, label_point(labels, index), strict=True))


# ---------------------------------------------------------------- the mean


def mean_matrix(gauge: GaugeTable | GaugeFormula, labels: LabelLaw) -> flint.fmpq_mat | flint.arb_mat | None:
    """Return M = ∫ Q drho, exact where it is rational and enclosed elsewhere; None where that fails."""
    if isinstance(gauge, GaugeTable):
        return _mean_of_table(gauge.matrices, labels.weights())
    if labels.size is not None:
        table = _rational_table(gauge, labels)
        if table is not None:
            return _mean_of_table(table, labels.weights())
    with flint.ctx.workprec(_PRECISION):
        mean = _enclosed_mean(gauge, labels)
    return mean if mean is not None and all(x.is_finite() for x in mean.entries()) else None


def _mean_of_table(matrices: Sequence[Matrix], weights: Sequence[Fraction]) -> flint.fmpq_mat | flint.arb_mat:
    if all(isinstance(x, Fraction) for matrix in matrices for row in matrix for x in row):
        first, *rest = (
            as_fmpq(m) * flint.fmpq(w.numerator, w.denominator) for m, w in zip(matrices, weights, strict=True)
        )
        return sum(rest, first)
    with flint.ctx.workprec(_PRECISION):
        return _weighted([[[ball(x) for x in row] for row in matrix] for matrix in matrices], weights)


def _weighted(tables: Sequence[list[list[flint.arb]]], weights: Sequence[Fraction]) -> flint.arb_mat:
    first, *rest = (flint.arb_mat(table) * ball(w) for table, w in zip(tables, weights, strict=True))
    return sum(rest, first)


def _enclosed_mean(gauge: GaugeFormula, labels: LabelLaw) -> flint.arb_mat | None:
    d = len(gauge.rows)
    if labels.size is not None:
        if labels.size * d * d > _MEAN_ENTRIES:
            return None
        points = (label_point(labels, index) for index in range(labels.size))
        names = labels.variables[0]
        tables = [_enclosed(gauge, {n: ball(x) for n, x in zip(names, p, strict=True)}) for p in points]
        return _weighted(tables, labels.weights())
    if d * d > _INTEGRALS or len(labels.variables[0]) > 1:
        return None
    name = labels.variables[0][0]
    if isinstance(labels, Interval):
        a, b, density = ball(labels.a), ball(labels.b), labels.density
    else:
        a, b, density = flint.arb(0), 2 * flint.arb.pi(), None
    scale = 1 / (b - a) if density is None else flint.arb(1)
    return flint.arb_mat(
        [[integrate_formula(_times(f, density), name, a, b) * scale for f in row] for row in gauge.rows]
    )


def _times(f: Formula, density: Formula | None) -> Formula:
    return f if density is None else formula_of(Apply("*", (f.tree, density.tree)))


def enclosed_matrices(kernel: GaugeKernel) -> list[flint.arb_mat]:
    """Return Q at every label of a finite law, enclosed at the working precision."""
    match kernel.gauge:
        case GaugeTable(matrices):
            return [flint.arb_mat([[ball(x) for x in row] for row in matrix]) for matrix in matrices]
        case GaugeFormula() as gauge:
            names = kernel.labels.variables[0]
            points = (label_point(kernel.labels, i) for i in range(kernel.labels.size or 0))
            values = ({n: ball(x) for n, x in zip(names, p, strict=True)} for p in points)
            return [flint.arb_mat(_enclosed(gauge, v)) for v in values]
        case Frequencies(planes):
            return [_rotations(planes, label_point(kernel.labels, i), kernel.d) for i in range(kernel.labels.size or 0)]


def _rotations(planes: Sequence[Sequence[Number]], point: Sequence[Number], d: int) -> flint.arb_mat:
    rows = [[flint.arb(int(i == j)) for j in range(d)] for i in range(d)]
    for p, omega in enumerate(planes):
        angle = sum((ball(w) * ball(x) for w, x in zip(omega, point, strict=True)), flint.arb(0))
        rows[2 * p][2 * p] = rows[2 * p + 1][2 * p + 1] = angle.cos()
        rows[2 * p + 1][2 * p], rows[2 * p][2 * p + 1] = angle.sin(), -angle.sin()
    return flint.arb_mat(rows)
