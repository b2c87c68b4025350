"""Factors k(xi, zeta) of kernels: tables, lag tables and formulas, or the same for a logit bias b, k = e^b."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from verify.model.errors import InputError
from verify.model.formula import Apply, Formula, Name, Node, formula_of, parse_formula, replace_parts
from verify.model.labels import Atoms, Blocks, Cyclic, LabelLaw, Positions
from verify.model.numbers import Number, float_value, number_formula, number_text, parse_number
from verify.model.symmetry import check_symmetric_formula

__all__ = ["Entries", "Factor", "LagTable", "Lags", "Table", "lag_formula", "read_factor", "same_number"]

Array = np.ndarray[Any, Any]
MAX_TABLE = 2_048


@dataclass(frozen=True)
class Table:
    """A symmetric n x n table of exact numbers."""

    rows: tuple[tuple[Number, ...], ...]

    def entry(self, i: int, j: int) -> Number:
        """The entry of labels i and j."""
        return self.rows[i][j]

    def to_json(self) -> Any:
        """Rows of number texts."""
        return [[number_text(x) for x in row] for row in self.rows]


@dataclass(frozen=True)
class Lags:
    """Values by lag: |i - j| on positions 0..n-1, (i - j) mod n on the cyclic group."""

    values: tuple[Number, ...]

    def entry(self, i: int, j: int) -> Number:
        """The entry of labels i and j; cyclic lag tables are symmetric, so |i - j| serves both."""
        return self.values[abs(i - j)]

    def to_json(self) -> Any:
        """The lag table."""
        return {"toeplitz": [number_text(x) for x in self.values]}


@dataclass(frozen=True)
class LagTable:
    """Values by two-dimensional lag on an H x W grid: row dy + H - 1, column dx + W - 1 of a (2H-1) x (2W-1) table."""

    rows: tuple[tuple[Number, ...], ...]

    @property
    def grid(self) -> tuple[int, int]:
        """(H, W)."""
        return (len(self.rows) + 1) // 2, (len(self.rows[0]) + 1) // 2

    def entry(self, i: int, j: int) -> Number:
        """The entry of grid positions i and j (row-major)."""
        height, width = self.grid
        (yi, xi), (yj, xj) = divmod(i, width), divmod(j, width)
        return self.rows[yi - yj + height - 1][xi - xj + width - 1]

    def to_json(self) -> Any:
        """The lag table."""
        return {"toeplitz": [[number_text(x) for x in row] for row in self.rows]}


Entries = Table | Lags | LagTable | Formula


@dataclass(frozen=True)
class Factor:
    """k(xi, zeta): entries, or with ``log`` the entries of b where k = e^b > 0."""

    entries: Entries
    log: bool = False

    def to_json(self) -> dict[str, Any]:
        """``{"k": ...}`` or ``{"bias": ...}`` of the normal form."""
        data = self.entries.text if isinstance(self.entries, Formula) else self.entries.to_json()
        return {"bias" if self.log else "k": data}

    @property
    def formula(self) -> Formula | None:
        """The formula of k itself (e^b for a bias), None for tables."""
        if not isinstance(self.entries, Formula):
            return None
        return formula_of(Apply("exp", (self.entries.tree,))) if self.log else self.entries

    def entry(self, labels: LabelLaw, i: int, j: int) -> Number:
        """Return k at labels (or blocks) i and j of a finite law, exactly."""
        value = self._raw(labels, i, j)
        if not self.log:
            return value
        return Fraction(1) if value == 0 else formula_of(Apply("exp", (number_formula(value).tree,)))

    def _raw(self, labels: LabelLaw, i: int, j: int) -> Number:
        if not isinstance(self.entries, Formula):
            return self.entries.entry(i, j)
        first, second = labels.variables
        values = {
            **dict(zip(first, label_point(labels, i), strict=True)),
            **dict(zip(second, label_point(labels, j), strict=True)),
        }
        return evaluate(self.entries, values, f"k at labels {i}, {j}")

    def rows(self, labels: LabelLaw) -> list[list[Number]]:
        """Return the full table of a finite law.

        Raises
        ------
        InputError
            More than 2,048 labels: the table would not fit in memory as exact numbers.
        """
        n = labels.size
        assert n is not None
        if n > MAX_TABLE:
            raise InputError(
                "labels",
                f"have at most {MAX_TABLE} labels for an exact table",
                n,
                f"{n} x {n} exact numbers need about {n * n * 120 / 2**30:.0f} GiB.",
                "Give a formula that is nonnegative, or fewer labels.",
            )
        by_lag = self.by_lag(labels)
        if by_lag is not None:
            return [[by_lag[abs(i - j)] for j in range(n)] for i in range(n)]
        rows: list[list[Number]] = [[Fraction(0)] * n for _ in range(n)]
        for i in range(n):
            for j in range(i, n):
                rows[i][j] = rows[j][i] = self.entry(labels, i, j)
        return rows

    def by_lag(self, labels: LabelLaw) -> list[Number] | None:
        """Return k by |i - j| where that decides it (positions and cyclic labels), else None."""
        n = labels.size
        one_dimensional = isinstance(labels, Cyclic) or (isinstance(labels, Positions) and len(labels.shape) == 1)
        if n is None or not one_dimensional:
            return None
        if isinstance(self.entries, Lags) or (isinstance(self.entries, Formula) and lag_formula(self.entries, labels)):
            return [self.entry(labels, lag, 0) for lag in range(n)]
        return None

    def array(self, labels: LabelLaw, a: Array, b: Array) -> Array:
        """Return float64 values (n, m) at labels a, b: indices of a finite law, coordinates of a continuum."""
        if isinstance(self.entries, Formula):
            first, second = labels.variables
            u, v = label_coordinates(labels, a), label_coordinates(labels, b)
            values = {name: u[:, None, c] for c, name in enumerate(first)} | {
                name: v[None, :, c] for c, name in enumerate(second)
            }
            result = self.entries.array(values)
            result = np.broadcast_to(result, (len(u), len(v)))
        else:
            result = np.array([[float_value(self.entries.entry(int(i), int(j))) for j in b] for i in a])
        return np.exp(result) if self.log else np.array(result)


def label_point(labels: LabelLaw, index: int) -> tuple[Number, ...]:
    """Return the coordinates of a label of a finite law, as formulas see them."""
    if isinstance(labels, Positions) and len(labels.shape) > 1:
        return tuple(Fraction(int(c)) for c in np.unravel_index(index, labels.shape))
    if isinstance(labels, Atoms):
        if labels.points is None:
            raise InputError(
                "labels.points",
                "be given",
                "none",
                "The kernel is a formula in the label.",
                'Add "points": [...].',
            )
        return (labels.points[index],)
    if isinstance(labels, Blocks):
        raise InputError("k", "be a table on blocks", "a formula", "Blocks have no coordinates.")
    return (Fraction(index),)


def label_coordinates(labels: LabelLaw, a: Array) -> Array:
    """Return float64 coordinates (n, dim) of labels given as indices (finite laws) or coordinates (continua)."""
    a = np.asarray(a)
    if labels.size is None:
        return a.reshape(len(a), -1).astype(float)
    return np.array([[float_value(c) for c in label_point(labels, int(index))] for index in a])


def evaluate(formula: Formula, values: Mapping[str, Number], where: str) -> Number:
    """Return the exact value of a formula at exact numbers."""
    constant = formula.substitute({name: number_formula(x) for name, x in values.items()})
    return parse_number(constant, where)


def lag_formula(formula: Formula, labels: LabelLaw) -> Formula | None:
    """Return the formula in the lags s (or s1, s2, ...) if the labels occur only as i - j or j - i, else None."""
    first, second = labels.variables
    parts: dict[Node, Node] = {}
    for c, (a, b) in enumerate(zip(first, second, strict=True)):
        lag = Name("s" if len(first) == 1 else f"s{c + 1}")
        parts[Apply("-", (Name(a), Name(b)))] = lag
        parts[Apply("-", (Name(b), Name(a)))] = Apply("neg", (lag,))
        parts[Apply("+", (Apply("neg", (Name(a),)), Name(b)))] = Apply("neg", (lag,))
    by_lag = formula_of(replace_parts(formula.tree, parts))
    return None if by_lag.variables & {*first, *second} else by_lag


def same_number(a: Number, b: Number) -> bool:
    """Whether two exact numbers are known to be equal; irrational constants by their difference in SymPy."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a == b
    left, right = number_formula(a), number_formula(b)
    if left == right:
        return True
    difference = left.enclose({}) - right.enclose({})
    return bool(difference.contains(0)) and bool((left.expr - right.expr).equals(0))


def read_factor(document: Mapping[str, Any], labels: LabelLaw, *, symmetrize: bool) -> Factor | None:
    """Read "k" or "bias" of a kernel file against its label law; None if neither is there.

    Raises
    ------
    InputError
        Both given; wrong shape; not finite; not symmetric and ``symmetrize`` not asked for (two labels are named).
    """
    if "k" in document and "bias" in document:
        raise InputError("bias", "not stand beside k", "both", "A bias b means k = e^b.", "Give one of them.")
    name = "bias" if "bias" in document else "k"
    if name not in document:
        return None
    value, log = document[name], name == "bias"
    if isinstance(value, str | Formula):
        return _read_formula(value, labels, name, log=log, symmetrize=symmetrize)
    if isinstance(value, Mapping):
        return Factor(_read_lags(value, labels, name, symmetrize=symmetrize), log)
    return _read_rows(value, labels, name, log=log, symmetrize=symmetrize)


def _read_formula(value: str | Formula, labels: LabelLaw, name: str, *, log: bool, symmetrize: bool) -> Factor:
    first, second = labels.variables
    formula = value if isinstance(value, Formula) else parse_formula(value, {*first, *second}, name)
    if isinstance(labels, Blocks):
        raise InputError(
            name,
            "be a table on blocks",
            formula.text,
            "Blocks have no coordinates.",
            "Give one row per block.",
        )
    swap = dict(zip((*first, *second), (*second, *first), strict=True))
    swapped = formula_of(replace_parts(formula.tree, {Name(a): Name(b) for a, b in swap.items()}))
    if not symmetrize:
        check_symmetric_formula(formula, swapped, name)
        return Factor(formula, log)
    if log:
        formula, swapped = (formula_of(Apply("exp", (f.tree,))) for f in (formula, swapped))
    return Factor(formula_of(Apply("/", (Apply("+", (formula.tree, swapped.tree)), number_formula(Fraction(2)).tree))))


def _read_lags(value: Mapping[str, Any], labels: LabelLaw, name: str, *, symmetrize: bool) -> Lags | LagTable:
    if set(value) != {"toeplitz"}:
        raise InputError(name, 'be a table, a formula or {"toeplitz": ...}', dict(value))
    table = value["toeplitz"]
    if symmetrize:
        raise InputError(
            "symmetrize",
            "not be asked for a lag table",
            "true",
            "It is symmetric already, or refused.",
            "Leave it out.",
        )
    if isinstance(labels, Positions) and len(labels.shape) == 2:
        height, width = labels.shape
        rows = numbers_table(table, f"{name}.toeplitz", (2 * height - 1, 2 * width - 1))
        for y in range(2 * height - 1):
            for x in range(2 * width - 1):
                if not same_number(rows[y][x], rows[-1 - y][-1 - x]):
                    raise _asymmetric(
                        name,
                        f"lags ({y - height + 1}, {x - width + 1}) and its opposite",
                        rows[y][x],
                        rows[-1 - y][-1 - x],
                    )
        return LagTable(rows)
    if not isinstance(labels, Positions | Cyclic) or (isinstance(labels, Positions) and len(labels.shape) != 1):
        raise InputError(name, "be a lag table only on positions or cyclic labels", labels.kind)
    (lags,) = numbers_table([table], f"{name}.toeplitz", (1, labels.size or 0))
    if isinstance(labels, Cyclic):
        for s in range(1, labels.n):
            if not same_number(lags[s], lags[labels.n - s]):
                raise _asymmetric(name, f"lags {s} and {labels.n - s}", lags[s], lags[labels.n - s])
    return Lags(lags)


def _read_rows(value: Any, labels: LabelLaw, name: str, *, log: bool, symmetrize: bool) -> Factor:
    if labels.size is None:
        raise InputError(
            name,
            "be a formula on a continuum of labels",
            "a table",
            remedy="Use atoms or blocks for a table.",
        )
    n = labels.size
    if n > MAX_TABLE:
        raise InputError(
            name,
            f"have at most {MAX_TABLE} rows",
            n,
            f"{n} x {n} exact numbers need about {n * n * 120 / 2**30:.0f} GiB.",
            "Give a formula or a lag table.",
        )
    rows = numbers_table(value, name, (n, n))
    differing = [
        (i, j)
        for i in range(n)
        for j in range(i)
        if rows[i][j] != rows[j][i] and not same_number(rows[i][j], rows[j][i])
    ]
    if not differing:
        return Factor(Table(rows), log)
    if not symmetrize:
        i, j = differing[0]
        raise _asymmetric(name, f"[{i}][{j}] and [{j}][{i}]", rows[i][j], rows[j][i])
    given = Factor(Table(rows), log)
    exact = [[given.entry(labels, i, j) for j in range(n)] for i in range(n)]
    pairs = ((min(i, j), max(i, j)) for i in range(n) for j in range(n))
    means = [_mean(exact[i][j], exact[j][i]) for i, j in pairs]
    return Factor(Table(tuple(tuple(means[i * n : (i + 1) * n]) for i in range(n))))


def _mean(a: Number, b: Number) -> Number:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return (a + b) / 2
    total = Apply("+", (number_formula(a).tree, number_formula(b).tree))
    return formula_of(Apply("/", (total, number_formula(Fraction(2)).tree)))


def _asymmetric(name: str, place: str, a: Number, b: Number) -> InputError:
    return InputError(
        name, "be symmetric", f"{number_text(a)} and {number_text(b)} at {place}",
        "The energy sees the symmetric part alone, the flow does not.", 'Correct it, or add "symmetrize": true.',
    )  # fmt: skip


def numbers_table(value: Any, where: str, shape: tuple[int, int]) -> tuple[tuple[Number, ...], ...]:
    """Read a rectangular table of exact numbers of the given shape, from lists or a NumPy array."""
    rows = value.tolist() if isinstance(value, np.ndarray) else value
    height, width = shape
    if not _is_list(rows) or any(not _is_list(row) for row in rows):
        raise InputError(where, "be a table of numbers (a list of rows)", value)
    if len(rows) != height or any(len(row) != width for row in rows):
        lengths = sorted({len(row) for row in rows})
        raise InputError(where, f"have shape {height} x {width}", f"{len(rows)} rows of length {lengths}")
    return tuple(tuple(parse_number(x, f"{where}[{i}][{j}]") for j, x in enumerate(row)) for i, row in enumerate(rows))


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)
