"""The support of a factor k >= 0 beside a gauge: its components, without an eigenvalue, and its mean ∬ k.

Positive by its form (exp of anything finite): one component, on any labels. Nonnegative by its form, on
positions: joined by unit steps along an axis if k > 0 there; a factor that does not look at a coordinate
joins all labels that differ in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import flint
import numpy as np

from verify.model import calculus
from verify.model.ball_function import ball_function
from verify.model.factors import Factor, lag_formula
from verify.model.formula import Formula
from verify.model.labels import Cyclic, LabelLaw, Positions
from verify.model.numbers import Number, ball, number_formula
from verify.spectral.continuum.energy import mean_of_k
from verify.spectral.continuum.signs import Sign, label_bounds, sign_of
from verify.spectral.finite.nonnegative import decide_cyclic, decide_table, decide_toeplitz

__all__ = ["FactorSupport", "factor_mean", "factor_support"]

_MOST_LAGS = 20_000
_MOST_LABELS = 2_048
_LARGEST_TABLE = 512


@dataclass(frozen=True)
class FactorSupport:
    """The components of the support of a factor k >= 0.

    Attributes
    ----------
    components : tuple of index arrays, or None
        None: all labels form one component in which every label interacts.
    exact : bool
        True if no sign rests on balls.
    how : str
        The reason, as a clause.
    """

    components: tuple[Sequence[int], ...] | None
    exact: bool
    how: str

    @property
    def idle(self) -> bool:
        """Whether there is one label (or block) and k vanishes on it: nothing interacts."""
        return self.components is not None and len(self.components) == 1


def factor_support(k: Factor, labels: LabelLaw) -> FactorSupport | None:
    """Return the components of the support of k if k >= 0 is certain, else None.

    Examples
    --------
    >>> from verify.model.factors import read_factor
    >>> from verify.model.labels import read_labels
    >>> labels = read_labels({"kind": "positions", "n": 10**6})
    >>> window = read_factor({"k": "Piecewise((1, Abs(i - j) < 4096), (0, True))"}, labels, symmetrize=False)
    >>> factor_support(window, labels).components is None
    True
    """
    if k.log and _is_finite(k, labels):
        return FactorSupport(None, True, "k = e^b > 0")
    if isinstance(k.entries, Formula) and not k.log:
        found = _by_form(k.entries, labels)
        if found is not None:
            return found
    n = labels.size
    if n is None:
        return None
    by_lag = k.by_lag(labels) if n <= _MOST_LAGS else None
    if by_lag is not None:
        signs, exact = _signs([by_lag])
        if signs is None:
            return None
        decided = decide_cyclic(signs[0]) if isinstance(labels, Cyclic) else decide_toeplitz(signs[0])
    elif n <= _MOST_LABELS:
        signs, exact = _signs(k.rows(labels))
        if signs is None:
            return None
        decided = decide_table(signs)
    else:
        return None
    if not decided.nonnegative or decided.components is None:
        return None
    if decided.irreducible:
        return FactorSupport(None, exact, "k >= 0 and its support is connected")
    parts = tuple(np.flatnonzero(decided.components == c).tolist() for c in range(decided.count))
    return FactorSupport(parts, exact, f"k >= 0 and its support has {decided.count} components")


def _is_finite(k: Factor, labels: LabelLaw) -> bool:
    """Whether a bias is finite at all labels: tables are by construction, formulas by their form."""
    if not isinstance(k.entries, Formula):
        return True
    bounds = label_bounds(labels)
    return bounds is not None and sign_of(k.entries, bounds) is not Sign.UNKNOWN


def _signs(
    rows: Sequence[Sequence[Number]],
) -> tuple[np.ndarray[tuple[int, int], np.dtype[np.int8]] | None, bool]:
    """Return the signs of exact numbers, and whether none needed balls; None if one is negative or open."""
    found: dict[Number, calculus.Sign] = {}
    for x in (x for row in rows for x in row):
        if x not in found:
            found[x] = calculus.sign_of(number_formula(x).tree)
            if found[x].value in {None, -1}:
                return None, False
    table = np.array([[found[x].value for x in row] for row in rows], dtype=np.int8)
    return table, all(sign.exact for sign in found.values())


def _by_form(k: Formula, labels: LabelLaw) -> FactorSupport | None:
    bounds = label_bounds(labels)
    sign = sign_of(k, bounds) if bounds is not None else Sign.UNKNOWN
    if sign is Sign.POSITIVE:
        return FactorSupport(None, True, "k > 0 by its form")
    if sign is not Sign.NONNEGATIVE or not isinstance(labels, Positions):
        return None
    moving = [axis for axis, n in enumerate(labels.shape) if n > 1]
    if moving and all(_step_is_positive(k, labels, axis) for axis in moving):
        return FactorSupport(None, True, "k >= 0 by its form, and k > 0 between neighbours")
    return _by_used_axes(k, labels)


def _step_is_positive(k: Formula, labels: Positions, axis: int) -> bool:
    """Whether k depends on lags only and is positive at the unit lag of an axis."""
    if lag_formula(k, labels) is None:
        return False
    first, second = labels.variables
    here = {name: Fraction(0) for name in first}
    there = {name: Fraction(int(a == axis)) for a, name in enumerate(second)}
    value = k.rational({**here, **there})
    return value is not None and value > 0


def _by_used_axes(k: Formula, labels: Positions) -> FactorSupport | None:
    """Components of the table on the coordinates that occur in k, lifted to all labels."""
    first, second = labels.variables
    used = [axis for axis, names in enumerate(zip(first, second, strict=True)) if k.variables & set(names)]
    free = [axis for axis in range(len(first)) if axis not in used and labels.shape[axis] > 1]
    sizes = [labels.shape[axis] for axis in used]
    places = list(product(*map(range, sizes)))
    if not free or not places or len(places) > _MOST_LABELS:
        return None
    rows = [[k.rational(_values(first, second, used, a, b)) for b in places] for a in places]
    if any(x is None or x < 0 for row in rows for x in row):
        return None
    signs = np.array([[int(x is not None and x > 0) for x in row] for row in rows])
    decided = decide_table(signs)
    if decided.components is None:
        return None
    loops = [bool(signs[np.ix_(part, part)].any()) for part in map(list, map(decided.component, range(decided.count)))]
    if not all(loops):
        return None
    if decided.count == 1:
        return FactorSupport(None, True, "k >= 0 and its support is connected")
    coordinates = np.unravel_index(np.arange(labels.size), labels.shape)
    place = np.ravel_multi_index([coordinates[axis] for axis in used], sizes)
    names = decided.components[place]
    parts = tuple(np.flatnonzero(names == c).tolist() for c in range(decided.count))
    return FactorSupport(parts, True, f"k >= 0 and its support has {decided.count} components")


def _values(
    first: Sequence[str], second: Sequence[str], used: Sequence[int], a: Sequence[int], b: Sequence[int]
) -> dict[str, Fraction]:
    here = {first[axis]: Fraction(x) for axis, x in zip(used, a, strict=True)}
    return here | {second[axis]: Fraction(x) for axis, x in zip(used, b, strict=True)}


def factor_mean(k: Factor | None, labels: LabelLaw) -> flint.arb | float | None:
    """Return ∬ k drho drho, 1 without k: enclosed, in floats on very many positions, or None.

    Notes
    -----
    By lag on positions: 1/n^2 sum_s (n - s) k(s) (1 + [s > 0]); on cyclic labels 1/n sum_s k(s).
    """
    n = labels.size
    if k is None:
        return flint.arb(1)
    if n is None:
        return None if k.formula is None else mean_of_k(k.formula, labels)
    if n > _MOST_LAGS:
        return _float_mean(k, labels)
    by_lag = _enclosed_lags(k, labels)
    if by_lag is not None and isinstance(labels, Cyclic):
        return sum(by_lag, flint.arb(0)) / n
    if by_lag is not None:
        return sum((x * (n - s) * (2 if s else 1) for s, x in enumerate(by_lag)), flint.arb(0)) / n**2
    if n > _LARGEST_TABLE:
        return None
    w = [ball(x) for x in labels.weights()]
    rows = k.rows(labels)
    return sum((w[i] * w[j] * ball(x) for i, row in enumerate(rows) for j, x in enumerate(row)), flint.arb(0))


def _enclosed_lags(k: Factor, labels: LabelLaw) -> list[flint.arb] | None:
    """Enclose k by lag on one-dimensional positions and cyclic labels, None where lags do not decide it."""
    one_dimensional = isinstance(labels, Cyclic) or (isinstance(labels, Positions) and len(labels.shape) == 1)
    if not one_dimensional or not isinstance(k.entries, Formula):
        values = k.by_lag(labels)
        return None if values is None else [ball(x) for x in values]
    by_lag = lag_formula(k.entries, labels)
    if by_lag is None:
        return None
    function = ball_function(by_lag.tree)
    enclosed = (function({"s": flint.arb(s)}) for s in range(labels.size or 0))
    return [x.exp() for x in enclosed] if k.log else list(enclosed)


def _float_mean(k: Factor, labels: LabelLaw) -> float | None:
    """Return the mean by lag on one-dimensional positions, in floats."""
    by_lag = lag_formula(k.entries, labels) if isinstance(k.entries, Formula) else None
    if by_lag is None or not isinstance(labels, Positions) or len(labels.shape) > 1:
        return None
    n = labels.shape[0]
    lags = np.arange(n, dtype=float)
    values = by_lag.array({"s": lags})
    if k.log:
        values = np.exp(values)
    total = float(values[0] * n + 2 * np.sum(values[1:] * (n - lags[1:]))) / n**2
    return total if np.isfinite(total) else None
