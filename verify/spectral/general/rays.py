"""Whether the vectors p(xi) of an absolute encoding lie on one line through the origin.

Two labels with a nonzero minor p_r p'_c - p_c p'_r do not; exact for rational tables, certain by balls
otherwise. For formulas on a continuum the minor must not vanish on two whole sets of labels of positive mass,
so that continuity is not needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint

from verify.model.calculus import sign_of
from verify.model.errors import InputError
from verify.model.factors import label_point, same_number
from verify.model.formula import Apply, Formula, Name, Node, formula_of, parse_formula
from verify.model.kernels import AdditiveKernel
from verify.model.labels import Circle, Cyclic, Interval, LabelLaw, Positions, Torus
from verify.model.numbers import Number, ball, number_formula
from verify.spectral.general.label_cells import LabelCell, grid_cell, label_cells, label_probes

__all__ = ["Line", "TwoDirections", "Undecided", "find_rays", "is_bounded"]

_PRECISION = 192
_PROBES = 33
_LARGEST_TABLE = 512
#: Cells per axis, by dimension, in which bounds and signs are looked at on all of a continuum.
_CELLS = (64, 8, 4, 3, 2, 2, 2, 2)
#: Cells per axis, by dimension, in which p is looked at on a continuum.
_GRID = (1024, 32, 10, 5, 4, 3, 2, 2)
Row = tuple[Number, ...]


@dataclass(frozen=True)
class TwoDirections:
    """p is not on one line.

    Attributes
    ----------
    labels : two str
        The labels, to be shown.
    rows : two int
        Their indices, or on a continuum those of their cells.
    coordinates : two int
        Columns of a minor that is not zero.
    exact : bool
        Whether no ball arithmetic was needed.
    cells : int or None
        Cells per axis of a continuum.
    """

    labels: tuple[str, str]
    rows: tuple[int, int]
    coordinates: tuple[int, int]
    exact: bool
    cells: int | None = None


@dataclass(frozen=True)
class Line:
    """p(xi) = s(xi) v for a fixed vector v, which is zero where p is.

    Attributes
    ----------
    direction : tuple of Number
        v, not normalised.
    multiples : tuple of Number, or Formula
        s per label, or as a formula in the label.
    sign : 1, -1, 0 or None
        1 if s >= 0 everywhere, -1 if s <= 0, 0 if both (p = 0), None if neither or not known.
    mixed : bool
        True if both signs certainly occur on sets of positive mass.
    """

    direction: Row
    multiples: tuple[Number, ...] | Formula
    sign: int | None
    mixed: bool = False


@dataclass(frozen=True)
class Undecided:
    """Neither was shown; the reason says what is missing."""

    reason: str


def find_rays(kernel: AdditiveKernel) -> TwoDirections | Line | Undecided:
    """Decide whether all p(xi) are on one line through the origin.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> kernel = read_kernel(
    ...     {
    ...         "family": "additive",
    ...         "profile": "exp(t)",
    ...         "p": [["1", "0"], ["0", "1/3"]],
    ...         "labels": {"kind": "atoms", "weights": ["1/2", "1/2"]},
    ...     }
    ... )
    >>> find_rays(kernel)
    TwoDirections(labels=('0', '1'), rows=(0, 1), coordinates=(0, 1), exact=True, cells=None)
    """
    size = kernel.labels.size
    if not kernel.is_formula:
        assert size is not None
        return _of_rows(kernel.vector, size)
    formulas = tuple(f for f in kernel.p if isinstance(f, Formula))
    with flint.ctx.workprec(_PRECISION):
        found = _among_probes(formulas, kernel.labels)
    if found is not None:
        return found
    line = _proportional(formulas, kernel.labels)
    if line is not None:
        return line
    if size is not None and size <= _LARGEST_TABLE:
        return _of_rows(kernel.vector, size)
    return Undecided("It was not shown whether all p(xi) lie on one line through the origin.")


# ---------------------------------------------------------------- tables


def _is_zero(x: Number) -> bool | None:
    if isinstance(x, Fraction):
        return not x
    sign = sign_of(x.tree).value
    if sign is not None:
        return sign == 0
    return True if same_number(x, Fraction(0)) else None


def _of_rows(row: Callable[[int], Row], n: int) -> TwoDirections | Line | Undecided:
    base: Row | None = None
    pivot = first = 0
    multiples: list[Number] = []
    for i in range(n):
        p = row(i)
        if base is None:
            if not any(p):
                multiples.append(Fraction(0))
                continue
            known = [_is_zero(x) for x in p]
            nonzero = [c for c, zero in enumerate(known) if zero is False]
            if nonzero:
                base, pivot, first = p, nonzero[0], i
                multiples.append(Fraction(1))
            elif None in known:
                return Undecided(f"It was not shown whether p at label {i} is zero.")
            else:
                multiples.append(Fraction(0))
            continue
        found = _compare(base, p, pivot, first, i)
        if found is not None:
            return found
        multiples.append(_quotient(p[pivot], base[pivot]))
    direction = base or (Fraction(0),) * len(row(0))
    return Line(direction, tuple(multiples), *_signs(multiples))


def _compare(base: Row, p: Row, pivot: int, first: int, index: int) -> TwoDirections | Undecided | None:
    a, b = base[pivot], p[pivot]
    for c, (x, y) in enumerate(zip(base, p, strict=True)):
        if c == pivot:
            continue
        if isinstance(a, Fraction) and isinstance(b, Fraction) and isinstance(x, Fraction) and isinstance(y, Fraction):
            if (not x and not y) or a * y == b * x:
                continue
            return TwoDirections((str(first), str(index)), (first, index), (pivot, c), exact=True)
        minor = Apply("-", (_product(a, y), _product(b, x)))
        sign = sign_of(minor)
        if sign.value:
            return TwoDirections((str(first), str(index)), (first, index), (pivot, c), exact=sign.exact)
        if sign.value is None and not same_number(formula_of(minor), Fraction(0)):
            return Undecided(f"It was not shown whether p at labels {first} and {index} are parallel.")
    return None


def _product(a: Number, b: Number) -> Node:
    return Apply("*", (number_formula(a).tree, number_formula(b).tree))


def _quotient(a: Number, b: Number) -> Number:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a / b
    return formula_of(Apply("/", (number_formula(a).tree, number_formula(b).tree)))


def _signs(multiples: Sequence[Number]) -> tuple[int | None, bool]:
    signs = {(s > 0) - (s < 0) if isinstance(s, Fraction) else sign_of(s.tree).value for s in multiples}
    if signs == {0}:
        return 0, False
    if None in signs:
        return None, {1, -1} <= signs
    return (None, True) if {1, -1} <= signs else (1 if 1 in signs else -1, False)


# ---------------------------------------------------------------- formulas


def _named(labels: LabelLaw, cell: LabelCell) -> dict[str, flint.arb]:
    return dict(zip(labels.variables[0], cell.coordinates, strict=True))


def _name(labels: LabelLaw, cell: LabelCell) -> str:
    values = (
        f"{name} = {x.mid().str(4, radius=False)}"
        for name, x in zip(labels.variables[0], cell.coordinates, strict=True)
    )
    return ", ".join(values)


def _probes(labels: LabelLaw) -> tuple[int | None, list[tuple[int, LabelCell]]]:
    """Return labels with their indices, or cells of positive mass of a fine grid with theirs."""
    if labels.size is not None:
        n = labels.size
        chosen = sorted({*range(min(n, _PROBES)), *(k * n // _PROBES for k in range(_PROBES)), n - 1})
        return None, [(i, LabelCell(tuple(ball(c) for c in label_point(labels, i)), flint.arb(1))) for i in chosen]
    dim = len(labels.variables[0])
    per_axis = _GRID[min(dim, len(_GRID)) - 1]
    cells = []
    for k in range(_PROBES):
        index = [
            (2 * k * stride + 1) * per_axis // (2 * _PROBES) % per_axis
            for stride in (1, 5, 7, 11, 13, 17, 19, 23)[:dim]
        ]
        cell = grid_cell(labels, per_axis, index)
        if cell.mass > 0:
            cells.append((sum(c * per_axis**p for p, c in enumerate(reversed(index))), cell))
    return per_axis, cells


def _among_probes(formulas: Sequence[Formula], labels: LabelLaw) -> TwoDirections | None:
    base: tuple[int, LabelCell, list[flint.arb], int] | None = None
    per_axis, probes = _probes(labels)
    for index, cell in probes:
        p = [f.enclose(_named(labels, cell)) for f in formulas]
        if base is None:
            nonzero = [c for c, x in enumerate(p) if x != 0]
            base = (index, cell, p, nonzero[0]) if nonzero else None
            continue
        first, start, q, pivot = base
        for c in range(len(p)):
            if q[pivot] * p[c] - q[c] * p[pivot] != 0:
                places = (_name(labels, start), _name(labels, cell))
                return TwoDirections(places, (first, index), (pivot, c), exact=False, cells=per_axis)
    return None


def _proportional(formulas: Sequence[Formula], labels: LabelLaw) -> Line | None:
    """p = p_c(xi) v with constant ratios v, shown by algebra."""
    import sympy  # slow to import

    pivot = next((f for f in formulas if f.expr != 0), None)
    if pivot is None:
        return Line((Fraction(0),) * len(formulas), number_formula(Fraction(0)), 0)
    direction: list[Number] = []
    for f in formulas:
        ratio = sympy.simplify(f.expr / pivot.expr)
        if ratio.free_symbols:
            return None
        try:
            constant = parse_formula(str(ratio))
        except InputError:
            return None
        rational = constant.rational()
        direction.append(constant if rational is None else rational)
    return Line(tuple(direction), pivot, *_signs_of_formula(pivot, labels))


def _signs_of_formula(s: Formula, labels: LabelLaw) -> tuple[int | None, bool]:
    if _is_nonnegative(s.tree, _nonnegative_names(labels)):
        return 1, False
    if _is_nonnegative(Apply("neg", (s.tree,)), _nonnegative_names(labels)):
        return -1, False
    if labels.size is not None and labels.size > _LARGEST_TABLE:
        return None, False
    per_axis = _CELLS[len(labels.variables[0]) - 1]
    values = [s.enclose(_named(labels, cell)) for cell in label_cells(labels, per_axis)]
    if all(value >= 0 for value in values):
        return 1, False
    if all(value <= 0 for value in values):
        return -1, False
    small = [s.enclose(_named(labels, cell)) for cell in label_probes(labels, _PROBES)]
    return None, any(x > 0 for x in small) and any(x < 0 for x in small)


def _nonnegative_names(labels: LabelLaw) -> frozenset[str]:
    match labels:
        case Circle() | Torus() | Cyclic() | Positions():
            return frozenset(labels.variables[0])
        case Interval() if ball(labels.a) >= 0:
            return frozenset(labels.variables[0])
    return frozenset()


def _is_nonnegative(node: Node, names: frozenset[str]) -> bool:
    """Whether the form of a tree shows that it is nonnegative, given that some variables are."""
    match node:
        case Name(name) if name in names:
            return True
        case Apply(("+" | "*" | "/" | "Min" | "Max"), args):
            return all(_is_nonnegative(a, names) for a in args)
        case Apply(("exp" | "cosh" | "Abs"), _):
            return True
        case Apply(("sqrt" | "neg" | "sinh" | "tanh" | "atan"), (a,)) if node.op != "neg":
            return _is_nonnegative(a, names)
        case Apply("neg", (Apply("neg", (a,)),)):
            return _is_nonnegative(a, names)
        case Apply("neg", (Apply("*", (a, b)),)):
            pairs = ((a, b), (b, a))
            return any(_is_nonnegative(Apply("neg", (u,)), names) and _is_nonnegative(v, names) for u, v in pairs)
        case Apply("**", (a, exponent)):
            whole = exponent.value if hasattr(exponent, "value") else None
            return _is_nonnegative(a, names) or (
                whole is not None and whole.denominator == 1 and whole.numerator % 2 == 0
            )
    sign = sign_of(node).value
    return sign is not None and sign >= 0


def is_bounded(kernel: AdditiveKernel) -> bool:
    """Whether p is enclosed by finite balls on all of a continuum of labels; finite tables always are bounded."""
    if not kernel.is_formula or kernel.labels.size is not None:
        return True
    formulas = [f for f in kernel.p if isinstance(f, Formula)]
    per_axis = _CELLS[len(kernel.labels.variables[0]) - 1]
    cells = label_cells(kernel.labels, per_axis)
    return all(f.enclose(_named(kernel.labels, cell)).is_finite() for cell in cells for f in formulas)
